"""A reference implementation of the Strategic Breakoff (47.3): when it is tested, its points, winner and level.

It reads the tables from their files and the positions of counters, and uses no code of the rules.
"""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import SCENARIOS, SHIPS
from tests.games.war_in_the_pacific import reference_scores as scores
from tests.games.war_in_the_pacific.reference_scores import SIDES

MIN_LEAD = 200
"""47.3 The lead in points for units that ends a scenario."""
WITH_BREAKOFF = ("midway", "leyte")
"""47.3 The scenarios that a Breakoff can end; in Burma there is no place to break off to."""
TURNS = {"midway": 8, "leyte": 8}
"""42.11, 45.11 The length of these scenarios: two Cycles each."""
MAXIMUM_EFFORT = 8
"""18.32 The number of Game-Turns of repair for which a Game-Turn of Maximum Effort counts."""


class Verdict(NamedTuple):
    """The end of a turn: the game continues, ends with the last turn, or is broken off; the winner and the level."""

    ending: str
    winner: str
    level: str


def scenario(state: State) -> str:
    """The scenario in play."""
    return SCENARIOS.ids[state.cells[layout.SCENARIO]].partition("_")[0]


def yards_go_on(state: State) -> State:
    """18.1, 18.32, 4.1 The state after a Game-Turn of repair, which precedes the Breakoff in the Supply Phase."""
    then, arrays = state.copy(), state.arrays
    for ship in range(len(SHIPS)):
        left = arrays[layout.REPAIR_LEFT][ship]
        if left:
            left = max(left - (MAXIMUM_EFFORT if arrays[layout.MAXIMUM_EFFORT][ship] else 1), 0)
            whole, level = arrays[layout.REPAIR_WHOLE][ship], arrays[layout.REPAIR_LEVEL][ship]
            then.arrays[layout.DAMAGE][ship] = -(-level * left // whole)
    return then


def for_units(state: State, side: int) -> int:
    """47.3, 47.23 The score of a side for enemy units: permanent losses, and ships at their current level."""
    enemy = 1 - side
    return int(state.cells[layout.LOSSES + enemy]) + scores.ships_worth(state, SIDES[enemy])


def in_all(begun: State, state: State, side: int) -> int:
    """42.41, 45.41, 47.1 The total score of a side."""
    aims = {"midway": scores.midway, "leyte": scores.leyte}[scenario(state)]
    return for_units(state, side) + scores.facilities(begun, state, SIDES[side]) + aims(state, SIDES[side])


def verdict(begun: State, state: State) -> Verdict:
    """47.3, 42.45, 45.43 The result of a turn of which only repairs and the Terminal Segment are left."""
    then = yards_go_on(state)
    lead = for_units(then, 0) - for_units(then, 1)
    if scenario(state) in WITH_BREAKOFF and abs(lead) >= MIN_LEAD:
        return Verdict("breakoff", SIDES[lead < 0], "Decisive")
    if then.cells[layout.TURN] - begun.cells[layout.TURN] + 1 < TURNS[scenario(state)]:
        return Verdict("", "", "")
    whole = in_all(begun, then, 0) - in_all(begun, then, 1)
    level = scores.level(abs(whole))
    return Verdict("last_turn", SIDES[whole < 0] if whole else "", level)
