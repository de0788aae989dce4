"""4.2, 4.3 The set-up, and the force that raids Pearl Harbor."""

from __future__ import annotations

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.pieces import (
    AREAS,
    GROUPS,
    HAWAII,
    JAPAN,
    PLACES,
    RAID_SPEED,
    SHIPS,
    SUBMARINES,
    UNITS,
    UNITS_OF_SIDE,
    YOKOSUKA,
)
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.rules.closing_verbs import DONE
from ironbottom.games.victory_in_the_pacific.state import (
    AT,
    BATTLE,
    DUE,
    FLAGS,
    GROUP,
    HOME,
    IN,
    LAYOUT,
    OWNED,
    PATROL,
    TURN,
    WANTS,
    Cells,
    move_unit,
)
from ironbottom.games.victory_in_the_pacific.state_types import Execution, Rules, State


def set_up(rules: Rules, scenario: str) -> list[int]:
    """4.1 to 4.3 Places every counter according to its chart, with flags and places as printed."""
    cells, pieces = [0] * LAYOUT.size, rules.pieces
    cells[TURN], cells[BATTLE] = 1, -1
    cells[WANTS : WANTS + 2] = (-1, -1)
    cells[FLAGS : FLAGS + 2], cells[OWNED : OWNED + 2] = pieces.held, pieces.owned
    for unit in range(len(UNITS)):
        cells[initial_cell(pieces, unit)] |= 1 << unit
    for area in range(len(AREAS)):
        cells[PATROL] |= cells[AT + area] & SHIPS  # 4.3: units in areas patrol
    return cells


def initial_cell(pieces: Pieces, unit: int) -> int:
    """4.1 The cell of a unit at the start: that of its turn on the chart, if this turn is still to come."""
    entry = pieces.entry[unit]
    if pieces.arrival[unit] > 1:
        return DUE + pieces.arrival[unit] - 1
    if SUBMARINES >> unit & 1:
        return HOME
    if entry in pieces.hooks.start:
        return pieces.hooks.start[entry]
    if entry in GROUPS.index:
        return GROUP + GROUPS.index[entry]
    return AT + AREAS.index[entry] if entry in AREAS.index else IN + PLACES.index[entry]


# -- 4.2 the raid on Pearl Harbor --------------------------------------------------------------------------


def may_raid(pieces: Pieces, cells: Cells) -> int:
    """4.2 Ships at Yokosuka of speed 5 or more."""
    result = 0
    for unit in members(cells[IN + YOKOSUKA] & UNITS_OF_SIDE[JAPAN] & SHIPS):
        if pieces.speed[unit] >= RAID_SPEED:
            result |= 1 << unit
    return result & ~pieces.hooks.left_behind


@restriction("4.2", "{unit} cannot join: only ships of speed 5 or more at Yokosuka can")
def fast_enough(state: State, frame: Procedure, side: int) -> int:
    return may_raid(state.rules.pieces, state.cells)


JOIN_RAID = Verb("join_raid", clause="4.2", ends_list="open", unit=Argument(UNITS, fast_enough))


class RaidForce(Question):
    """4.2 Japan picks the ships that start in the Hawaiian Islands: any number, even none."""

    number, name, clause, verbs = 1, "raid_force", "4.2", (JOIN_RAID, DONE)

    def decider(self, state: State) -> int:
        return JAPAN

    def join_raid(self, execution: Execution, unit: int) -> None:
        move_unit(execution.cells, unit, AT + HAWAII)
        execution.emit(log.RAID_JOINED, unit)

    def done(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(log.RAID_FORCE_NAMED, execution.cells[AT + HAWAII] & UNITS_OF_SIDE[JAPAN])
