"""4.2 Who is First Player of a Game-Turn."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.charts_in_force import Charts, Roller
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.turns import turn_number

NOBODY_YET = -1


def modifiers(charts: Charts, turn: int) -> tuple[int, int]:
    """4.2 What each side adds to its die in a Game-Turn.

    >>> from ironbottom.games.war_in_the_pacific.data.facts import load
    >>> modifiers(Charts(load()), turn_number("1/6/42")), modifiers(Charts(load()), turn_number("1/11/44"))
    ((1, 0), (0, 3))
    """
    for row in charts.initiative:
        last = turn_number(row.last) if row.last != "end" else turn
        if turn_number(row.first) <= turn <= last:
            return row.japan, row.allies
    return 0, 0


def first_player(hand: Roller, charts: Charts, turn: int, before: int) -> int:
    """4.2 The higher modified die; a tie leaves the First Player of the turn before, or who adds more, else Japan."""
    added = modifiers(charts, turn)
    japan, allies = (hand.roll(6, Roll.INITIATIVE) + more for more in added)
    if japan != allies:
        return JAPAN if japan > allies else ALLIES
    if before != NOBODY_YET:
        return before
    return ALLIES if added[ALLIES] > added[JAPAN] else JAPAN
