"""The captain: plans as the ensign does, with other constants for what it buys, attacks and guards."""

from __future__ import annotations

from ironbottom.games.axis_allies_pacific.bot.ensign import Ensign
from ironbottom.games.axis_allies_pacific.bot.observation import Observation
from ironbottom.games.axis_allies_pacific.bot.policy import BOLD, BOLD_JAPAN


class CaptainObservation(Observation):
    """One view, read for its side by the captain."""

    policies = (BOLD_JAPAN, BOLD)


class Captain(Ensign):
    """Plans by its own constants. It computes no more than the ensign, and draws no states."""

    observation = CaptainObservation
