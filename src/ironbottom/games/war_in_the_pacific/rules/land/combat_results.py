"""24.2 to 24.4 Odds, column shifts and results of ground combat."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.games.war_in_the_pacific.charts_in_force import Charts
from ironbottom.games.war_in_the_pacific.data.chart_rows import ELIMINATED
from ironbottom.games.war_in_the_pacific.derived.ship_condition import round_half_up

MAX_SHIFT = 4
COSTS_ONE = 2
"""24.3 A result of this many tenths or more costs at least one point."""


class GroundOutcome(NamedTuple):
    """The result of ground combat: the column, each side's losses, and whether the defender must retreat."""

    column: int
    attacker_loses: int
    defender_loses: int
    retreats: bool
    eliminated: bool


def column_of(charts: Charts, attacker: int, defender: int, shift: int) -> int:
    """24.2, 24.4 The column: odds rounded down, then shifted by at most four, within the table."""
    reached = [
        number for number, c in enumerate(charts.odds) if attacker * c.defence >= c.attack * defender and defender > 0
    ]
    base = max(reached, default=0) if defender > 0 else len(charts.odds) - 1
    moved = base + max(-MAX_SHIFT, min(shift, MAX_SHIFT))
    return max(0, min(moved, len(charts.odds) - 1))


def tenths_of(strength: int, tenths: int) -> int:
    """24.3 This many tenths of a strength, rounded to the nearest point; two tenths or more cost at least one.

    >>> tenths_of(14, 1), tenths_of(1, 4), tenths_of(3, 10)
    (1, 1, 3)
    """
    result = round_half_up(strength * tenths, 10)
    return min(max(result, 1) if tenths >= COSTS_ONE else result, strength)


def outcome(charts: Charts, attacker: int, defender: int, shift: int, die: int) -> GroundOutcome:
    """24.3 The result of a die at these strengths.

    >>> from ironbottom.games.war_in_the_pacific.data.facts import load
    >>> outcome(Charts(load()), 14, 3, 0, 3)
    GroundOutcome(column=6, attacker_loses=1, defender_loses=1, retreats=True, eliminated=False)
    """
    column = column_of(charts, attacker, defender, shift)
    row = charts.odds[column]
    tenths = row.defender[die - 1]
    return GroundOutcome(
        column,
        tenths_of(attacker, row.attacker[die - 1]),
        tenths_of(defender, tenths),
        bool(row.retreats >> (die - 1) & 1),
        tenths == ELIMINATED,
    )


def name_of(charts: Charts, column: int) -> str:
    """The printed name of a column."""
    row = charts.odds[column]
    return f"{row.attack}-{row.defence}" + ("+" if column == len(charts.odds) - 1 else "")
