"""5.0 Repairs: resource points, and the capacity of each port (4.1.5, 7.1.2)."""

from __future__ import annotations

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.pieces import AIR, OFF_BOARD_KINDS, PORT_COUNT, UNITS, UNITS_OF_SIDE, Pieces, Side
from ironbottom.games.hold_fast.rules.closing_verbs import DONE
from ironbottom.games.hold_fast.rules.movement import place_of
from ironbottom.games.hold_fast.rules.reinforcements import left_to_spend
from ironbottom.games.hold_fast.state import IN_PLACE, OFF_BOARD, RAIDED, REPAIRED_HERE, SPENT, STRENGTH, Cells
from ironbottom.games.hold_fast.state_types import Execution, State


def capacity(pieces: Pieces, cells: Cells, port: int) -> int:
    """5.0.3 The strength points that a port can still restore this turn."""
    return pieces.repair[port] - cells[RAIDED + port] - cells[REPAIRED_HERE + port]


def in_ports(cells: Cells) -> int:
    """The units in ports."""
    result = 0
    for units in cells[IN_PLACE : IN_PLACE + PORT_COUNT]:
        result |= units
    return result


@restriction("7.1.2", "{unit} is not one of your units in a port, or one of your air units off board")
def in_own_port(state: State, frame: Repairs, side: int) -> int:
    return (in_ports(state.cells) | state.cells[OFF_BOARD] & AIR) & UNITS_OF_SIDE[side]


@restriction("5.0.3", "the port of {unit} cannot repair more this turn")
def port_can_repair(state: State, frame: Repairs, side: int) -> int:
    pieces, cells = state.rules.pieces, state.cells
    result = OFF_BOARD_KINDS
    for port, units in enumerate(cells[IN_PLACE : IN_PLACE + PORT_COUNT]):
        if units and capacity(pieces, cells, port) > 0:
            result |= units
    return result


@restriction("7.1.2", "{unit} is at full strength")
def damaged(state: State, frame: Repairs, side: int) -> int:
    cells, full, result = state.cells, state.rules.pieces.strength, 0
    for unit in members((in_ports(cells) | cells[OFF_BOARD] & AIR) & UNITS_OF_SIDE[side]):
        if cells[STRENGTH + unit] < full[unit]:
            result |= 1 << unit
    return result


def last_point(state: State, frame: Repairs, side: int, unit: int) -> bool:
    """5.0.2 After the side's last resource point the next step begins."""
    return left_to_spend(state.rules.pieces, state.cells, side) <= 1


REPAIR = Verb(
    "repair", clause="5.0.3", ends_list=last_point, unit=Argument(UNITS, in_own_port, port_can_repair, damaged)
)


class Repairs(Procedure):
    """4.1.5 A side restores strength points one by one, until its resource points are spent or it is done."""

    number, name, clause = 6, "repairs", "4.1.5"
    verbs = (REPAIR, DONE)
    hides_forced = True  # whether a side has anything to repair is its secret
    side: Side

    def proceed(self, execution: Execution) -> bool:
        """5.0.2 A side cannot spend more points than the turn gives."""
        if left_to_spend(execution.rules.pieces, execution.cells, self.side) > 0:
            return True
        self.finish(execution)
        return False

    def repair(self, execution: Execution, unit: int) -> None:
        cells, side = execution.cells, self.side
        cells[SPENT + side] += 1
        cells[STRENGTH + unit] += 1
        place = place_of(cells, unit)
        if place >= 0:
            cells[REPAIRED_HERE + place] += 1
        execution.emit_to(side, log.REPAIRED, side, unit, cells[STRENGTH + unit])

    def done(self, execution: Execution) -> None:
        execution.emit(log.FINISHED, self.side, log.STEPS.index[self.name])
        self.finish(execution)

    def finish(self, execution: Execution) -> None:
        """5.0.3 Resets the count of each port for the next turn."""
        execution.pop()
        execution.cells[REPAIRED_HERE : REPAIRED_HERE + PORT_COUNT] = [0] * PORT_COUNT
