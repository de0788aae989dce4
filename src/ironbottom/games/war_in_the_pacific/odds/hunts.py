"""13.8 The odds of the hunt for submarines after their attack: the Sub Points lost."""

from __future__ import annotations

from ironbottom.engine.core.fields import members
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.charts_in_force import Charts, DieRow
from ironbottom.games.war_in_the_pacific.odds.answers import numbers_table
from ironbottom.games.war_in_the_pacific.odds.strikes import FACES
from ironbottom.games.war_in_the_pacific.pieces import SHIP_SETS
from ironbottom.games.war_in_the_pacific.rules.submarines import submarine_attacks
from ironbottom.games.war_in_the_pacific.state_types import State
from ironbottom.odds.distributions import ALWAYS_ZERO, Distribution, uniform_over
from ironbottom.odds.tables import OddsTable

ENDLESS = 99
"""A row of the chart with at least this upper limit is the last."""


def losses_to_hunters(charts: Charts, strength: int, most: int) -> Distribution:
    """13.8 The chance of each number of lost Sub Points with this many hunters, at most as many as attacked.

    >>> from ironbottom.games.war_in_the_pacific.data.facts import load
    >>> ([round(chance, 3) for chance in losses_to_hunters(Charts(load()), 10, 3)],
    ...  losses_to_hunters(Charts(load()), 0, 3))
    ([0.333, 0.5, 0.167], (1.0,))
    """
    if strength <= 0:
        return ALWAYS_ZERO
    return uniform_over([min(charts.asw.read(strength, die), most) for die in range(1, FACES + 1)])


def unknown_hunters_table(state: State, side: int, most: int) -> OddsTable:
    """13.8 The possible numbers of hunters, known only to their owner: the rows that visible ships leave open."""
    pieces = state.rules.pieces
    targets = members(state.cells[layout.BATTLING] & SHIP_SETS[1 - side])
    seen = sum(submarine_attacks.hunting(state, ship) for ship in targets)
    rows = [
        (hunters(row), losses_to_hunters(pieces.charts, row.low, most))
        for row in pieces.charts.asw.rows
        if row.high >= seen
    ]
    note = "every escort of the force hunts, and so do planes searching nearby; only its owner knows how many"
    return numbers_table("Sub Points lost to the hunt", rows, note)


def hunters(row: DieRow) -> str:
    """13.8 The hunters of a row of the chart, in words.

    >>> hunters(DieRow(0, 0, ())), hunters(DieRow(3, 5, ())), hunters(DieRow(10, 9999, ()))
    ('Nobody hunts', '3 to 5 hunt', '10 or more hunt')
    """
    if not row.high:
        return "Nobody hunts"
    return f"{row.low} or more hunt" if row.high > ENDLESS else f"{row.low} to {row.high} hunt"
