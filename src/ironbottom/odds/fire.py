"""The result of fire, with its chances."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.odds.distributions import Distribution


class Shots(NamedTuple):
    """The fire of one unit: its side, its hits, the chances of each number of hits, and the number of dice."""

    side: str
    unit: str
    hits: int
    chances: Distribution
    dice: int
