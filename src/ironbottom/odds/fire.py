"""Fire that has fallen, beside how likely it was."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.odds.distributions import Distribution


class Shots(NamedTuple):
    """Fire of one unit: by which side, with how many hits, the chances of each number of hits, and how many dice."""

    side: str
    unit: str
    hits: int
    chances: Distribution
    dice: int
