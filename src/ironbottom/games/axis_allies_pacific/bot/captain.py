"""The captain: plans as the ensign does, with other constants for what it buys, attacks and guards."""

from __future__ import annotations

from ironbottom.games.axis_allies_pacific.bot.ensign import Ensign
from ironbottom.games.axis_allies_pacific.bot.observation import Observation
from ironbottom.games.axis_allies_pacific.bot.policy import BOLD, BOLD_JAPAN


class CaptainObservation(Observation):
    """A view, as the captain reads it for its side."""

    policies = (BOLD_JAPAN, BOLD)


class Captain(Ensign):
    """Plans with its own constants. It computes no more than the ensign, and samples no states."""

    observation = CaptainObservation
