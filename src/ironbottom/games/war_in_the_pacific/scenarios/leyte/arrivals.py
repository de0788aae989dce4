"""45.71 to 45.75 Air points that arrive at Leyte, and their bases."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import AIR_TYPES, STACKS, TRAINED, TRAININGS, UNTRAINED, Pieces
from ironbottom.games.war_in_the_pacific.rules.air.air_reinforcements import announce_arrivals
from ironbottom.games.war_in_the_pacific.rules.sequence import phases_begun
from ironbottom.games.war_in_the_pacific.scenarios.leyte import cases, derived, limits
from ironbottom.games.war_in_the_pacific.scenarios.leyte.derived import case_rows
from ironbottom.games.war_in_the_pacific.state_types import Execution, State
from ironbottom.games.war_in_the_pacific.turns import TURNS_A_CYCLE, turn_number

BY_TRANSPORT, BY_TRANSFER = ("45.72", 2), ("45.73", 3)
"""45.72, 45.73 The cases with arrivals in the first turn, each with its Air Phase."""
REPLACED_AT = ("C2807", "C3502")
"""45.71 The bases where Allied replacements arrive."""
REPLACED_IN = "11/44"


def is_first_turn(state: State) -> bool:
    """45.72, 45.73 Whether this is the first Game-Turn of Leyte."""
    rows = state.rules.pieces.facts.table(tables.SCENARIO_TABLE)
    return bool(state.cells[layout.TURN] == turn_number(rows[limits.CASE].first_turn))


def of_case(pieces: Pieces, case: str) -> dict[int, int]:
    """45.72 to 45.75 The points of a case by stack."""
    result: dict[int, int] = {}
    for row in case_rows(pieces, case):
        training = UNTRAINED if row.training == "untrained" else TRAINED
        stack = AIR_TYPES.index[row.unit] * len(TRAININGS) + training
        result[stack] = result.get(stack, 0) + row.count
    return result


def by_transfer(execution: Execution, phase: int) -> None:
    """45.73, 45.74, 45.75 Arrivals at the start of an Air Transfer Segment: once or, by the other interpretation, in
    each segment.
    """
    state, pieces = execution.state, execution.rules.pieces
    due_now = [BY_TRANSFER[0]] if is_first_turn(state) and phase == BY_TRANSFER[1] else []
    again = pieces.options["air_reinforcements"] == "each_segment"
    for number, case in enumerate(layout.LATE_CASES):
        came = state.cells[layout.CAME_ONCE + number]
        if cases.allies_on(state, cases.CASE_OF_ISLAND[case]) and (again or not came):
            state.cells[layout.CAME_ONCE + number] = 1
            due_now.append(case)
    found: dict[int, int] = {}
    for case in due_now:
        for stack, points in of_case(pieces, case).items():
            found[stack] = found.get(stack, 0) + points
    announce_arrivals(execution, JAPAN, found)


def by_transport(execution: Execution, phase: int) -> None:
    """45.72 Arrivals in the Air Transport Segment of the second Air Phase of the first turn."""
    if is_first_turn(execution.state) and phase == BY_TRANSPORT[1]:
        announce_arrivals(execution, JAPAN, of_case(execution.rules.pieces, BY_TRANSPORT[0]))


def replacements(execution: Execution) -> None:
    """45.71 In the Strategic Game-Turn of 11/44 all lost Allied air points are replaced."""
    turn, year = (int(part) for part in REPLACED_IN.split("/"))
    last = turn_number(f"{TURNS_A_CYCLE}/{turn}/{year}")
    if execution.cells[layout.TURN] != last:
        return
    fallen = execution.state.arrays[layout.ALLIED_AIR_LOSSES]
    lost = {stack: fallen[stack] for stack in range(len(STACKS)) if fallen[stack]}
    for stack in lost:
        fallen[stack] = 0
    announce_arrivals(execution, ALLIES, lost)


def arrive_at(state: State, side: int) -> list[int]:
    """45.71 to 45.75 The hexes at whose bases a side places arrivals."""
    if side == ALLIES:
        return [NUMBER[hex] for hex in REPLACED_AT]
    pieces = state.rules.pieces
    row, islands = case_rows(pieces, BY_TRANSFER[0])[0], derived.area(pieces, "Japan")
    return [hex for hex in pieces.area(row.area) if hex in islands]


def points_due(state: State, side: int) -> dict[int, int]:
    """45.72 to 45.75 The points, by stack, that may have arrived for a side so far."""
    result: dict[int, int] = {}
    for case in cases_begun(state) if side == JAPAN else ():
        for stack, points in of_case(state.rules.pieces, case).items():
            result[stack] = result.get(stack, 0) + points
    return result


def cases_begun(state: State) -> list[str]:
    """45.72 to 45.75 The cases of Leyte whose points may have arrived."""
    begun = phases_begun(state, "air_")
    once = [case for case, phase in (BY_TRANSPORT, BY_TRANSFER) if begun >= phase]
    called = [case for number, case in enumerate(layout.LATE_CASES) if state.cells[layout.CAME_ONCE + number]]
    return [*once, *called]
