"""The computer players of Axis & Allies: Pacific, the weakest first."""

from __future__ import annotations

from ironbottom.bots.registry import Bot
from ironbottom.engine.rules.features import CLUB, NEW_PLAYER
from ironbottom.games.axis_allies_pacific.bot.captain import Captain
from ironbottom.games.axis_allies_pacific.bot.ensign import Ensign

BOTS = {
    "ensign": Bot("Plays by rules of thumb: a fair opponent for a first game.", Ensign, NEW_PLAYER),
    "captain": Bot("Buys units that attack, holds little back, and attacks where the odds are even.", Captain, CLUB),
}
