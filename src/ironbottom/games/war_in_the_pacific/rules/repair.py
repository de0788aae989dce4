"""18.1, 18.2 How long repair takes, and how a ship stands meanwhile."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific.charts_in_force import Charts

BOTTOMED = 5
"""12.6 The level of a ship on the bottom of a port."""
MAXIMUM_EFFORT = 8
"""18.32 A turn of Maximum Effort counts as so many."""


def extent(charts: Charts, level: int, die: int, added: int = 0) -> int:
    """18.1, 18.2 The Game-Turns that repair takes, by the die and the level, with what a case adds.

    >>> from ironbottom.games.war_in_the_pacific.data.facts import load
    >>> extent(Charts(load()), 2, 5), extent(Charts(load()), BOTTOMED, 6)
    (8, 70)
    """
    turns: int = getattr(charts.repair[die - 1], f"d{level}")
    return turns + added


def level_meanwhile(level: int, turns: int, left: int) -> int:
    """18.1 The level of a ship with so many of its turns left: the damage by their share, rounded up.

    >>> [level_meanwhile(3, 10, left) for left in (10, 7, 6, 3, 0)]
    [3, 3, 2, 1, 0]
    """
    return -(-level * left // turns)


def after_a_turn(left: int, *, maximum_effort: bool) -> int:
    """18.32 The turns left after one in port."""
    return max(left - (MAXIMUM_EFFORT if maximum_effort else 1), 0)
