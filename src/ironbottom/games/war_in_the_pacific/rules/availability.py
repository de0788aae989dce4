"""6.11 How many points of a headquarters or carrier force may fly in an Air Phase."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific.charts_in_force import Charts

COLUMNS = ("carrier", "trained", "untrained", "unsupplied")


def may_fly(charts: Charts, points: int, column: str, die: int) -> int:
    """6.11, 7.4 The share of points of a column at a die, rounded up.

    >>> from ironbottom.games.war_in_the_pacific.data.facts import load
    >>> may_fly(Charts(load()), 11, "untrained", 3)
    7
    """
    share: int = getattr(charts.availability[die - 1], column)
    return -(-points * share // 100)
