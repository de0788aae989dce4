"""A lawyer's own reading of the Strategic Breakoff (47.3): when it is looked for, by which points, who wins and how.

It reads the tables as they stand in their files and where the counters stand, and knows nothing of the rules' code.
"""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.pieces import SCENARIOS, SHIPS
from tests.games.war_in_the_pacific import lawyer_scores as scores
from tests.games.war_in_the_pacific.lawyer_scores import SIDES

AT_LEAST = 200
"""47.3 The lead in points for units that breaks a scenario off."""
WITH_BREAKOFF = ("midway", "leyte")
"""47.3 The scenarios of this house that it ends; in Burma there was no place to break off to."""
TURNS = {"midway": 8, "leyte": 8}
"""42.11, 45.11 Two Cycles each."""
MAXIMUM_EFFORT = 8
"""18.32 A Game-Turn of Maximum Effort counts as so many."""


class Verdict(NamedTuple):
    """How a turn ends: not, with the last, or broken off; who wins and at which level."""

    ending: str
    winner: str
    level: str


def scenario(state: State) -> str:
    """Which scenario is played."""
    return SCENARIOS.ids[state.cells[places.SCENARIO]].partition("_")[0]


def yards_go_on(state: State) -> State:
    """18.1, 18.32, 4.1 The same a Game-Turn later in the yards, which work in the Supply Phase before the Breakoff."""
    then, arrays = state.copy(), state.arrays
    for ship in range(len(SHIPS)):
        left = arrays[places.REPAIR_LEFT][ship]
        if left:
            left = max(left - (MAXIMUM_EFFORT if arrays[places.EFFORT][ship] else 1), 0)
            whole, level = arrays[places.REPAIR_WHOLE][ship], arrays[places.REPAIR_LEVEL][ship]
            then.arrays[places.DAMAGE][ship] = -(-level * left // whole)
    return then


def for_units(state: State, side: int) -> int:
    """47.3, 47.23 What a side scores for enemy units: those lost for good, and ships at their level now."""
    enemy = 1 - side
    return int(state.cells[places.LOSSES + enemy]) + scores.ships_worth(state, SIDES[enemy])


def in_all(begun: State, state: State, side: int) -> int:
    """42.41, 45.41, 47.1 All that a side scores."""
    aims = {"midway": scores.midway, "leyte": scores.leyte}[scenario(state)]
    return for_units(state, side) + scores.facilities(begun, state, SIDES[side]) + aims(state, SIDES[side])


def verdict(begun: State, state: State) -> Verdict:
    """47.3, 42.45, 45.43 How a turn ends, of which all but the yards and the Terminal Segment has been played."""
    then = yards_go_on(state)
    lead = for_units(then, 0) - for_units(then, 1)
    if scenario(state) in WITH_BREAKOFF and abs(lead) >= AT_LEAST:
        return Verdict("breakoff", SIDES[lead < 0], "Decisive")
    if then.cells[places.TURN] - begun.cells[places.TURN] + 1 < TURNS[scenario(state)]:
        return Verdict("", "", "")
    whole = in_all(begun, then, 0) - in_all(begun, then, 1)
    level = scores.level(abs(whole))
    return Verdict("last_turn", SIDES[whole < 0] if whole else "", level)
