"""4.1.4, 7.0.5 Land based air goes to sea areas, the sides alternating block by block, or 14.0.2 raids a port."""

from __future__ import annotations

from typing import Annotated

from ironbottom.board.alternating_placement import AlternatingPlacement
from ironbottom.board.seas import areas_of_places
from ironbottom.engine.core.fields import Number, members
from ironbottom.engine.rules.actions import Argument, Verb, all_equivalent
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.pieces import AIR, AREAS, IS_PORT, PORT_COUNT, PORTS, UNITS, UNITS_OF_SIDE, Side
from ironbottom.games.hold_fast.rolls import Roll
from ironbottom.games.hold_fast.rules.closing_verbs import PASS
from ironbottom.games.hold_fast.rules.fog import hide, mark_followed, restrict, reveal, shuffle
from ironbottom.games.hold_fast.state import AT_SEA, BLOCK, OFF_BOARD, OWNED, RAIDED, RAIDING_PORT, move_unit, opponent
from ironbottom.games.hold_fast.state_types import Execution, State

RAID_HITS_ON = 4


@restriction("7.0.5", "{unit} is not one of your air units off board")
def air_off_board(state: State, frame: AirStep, side: int) -> int:
    return state.cells[OFF_BOARD] & AIR & UNITS_OF_SIDE[side]


@restriction("7.0.5", "you have no port or base in or beside {area}")
def area_in_range(state: State, frame: AirStep, side: int, unit: int) -> int:
    pieces = state.rules.pieces
    return pieces.routes.air(state.cells[OWNED + side])


@restriction("14.0.2", "air raids are an optional rule that is not used here")
def raids_in_force(state: State, frame: AirStep, side: int) -> bool:
    return bool(state.rules.pieces.raids)


@restriction("14.0.2", "{port} is not an enemy port beside an area where you may place air units")
def port_in_range(state: State, frame: AirStep, side: int, unit: int) -> int:
    cells, touches = state.cells, state.rules.pieces.touches
    areas = areas_of_places(touches, cells[OWNED + side])
    return sum([1 << port for port in members(cells[OWNED + opponent(side)] & IS_PORT) if touches[port] & areas])


DEPLOY = Verb(
    "deploy",
    clause="7.0.5",
    ends_list="always",
    unit=Argument(UNITS, air_off_board, equivalence=all_equivalent),
    area=Argument(AREAS, area_in_range),
)
RAID = Verb(
    "raid",
    clause="14.0.2",
    ends_list="always",
    when=(raids_in_force,),
    unit=Argument(UNITS, air_off_board, equivalence=all_equivalent),
    port=Argument(PORTS, port_in_range),
)


class AirStep(AlternatingPlacement):
    """4.1.4 The sides place one block each in turn, Japan first; a side that passes is done for the turn."""

    number, name, clause = 5, "air", "4.1.4"
    verbs = (DEPLOY, RAID, PASS)
    passed_event = log.PASSED
    side: Side
    passed: Annotated[int, Number(0, 3)]

    def waiting(self, execution: Execution, side: int) -> bool:
        return bool(execution.cells[OFF_BOARD] & AIR & UNITS_OF_SIDE[side])

    def deploy(self, execution: Execution, unit: int, area: int) -> None:
        """7.0.5, 10.0.5 An air unit leaves for a sea area."""
        take_off(execution, unit, AT_SEA + area)
        execution.emit_to(self.side, log.AIR_PLACED, self.side, unit, execution.cells[BLOCK + unit], area)
        self.next_turn(execution)

    def raid(self, execution: Execution, unit: int, port: int) -> None:
        """14.0.2 An air unit leaves for a port, to raid it."""
        take_off(execution, unit, RAIDING_PORT + port)
        execution.emit_to(self.side, log.RAID_PLACED, self.side, unit, execution.cells[BLOCK + unit], port)
        self.next_turn(execution)

    def finish(self, execution: Execution) -> None:
        shuffle(execution, 0)
        shuffle(execution, 1)


def take_off(execution: Execution, unit: int, to: int) -> None:
    """Moves an air unit to a cell, where everybody sees it."""
    move_unit(execution.cells, unit, to)
    restrict(execution.cells, unit, AIR)
    mark_followed(execution, 1 << unit)


def raid_ports(execution: Execution) -> None:
    """14.0.2 Before repairs, each raiding unit rolls its dice; every 4 to 6 cancels one point of repair this turn."""
    cells, pieces = execution.cells, execution.rules.pieces
    for port in range(PORT_COUNT):
        units = cells[RAIDING_PORT + port]
        reveal(execution, units)
        for unit in members(units):
            dice = tuple(execution.roll(6, Roll.AIR_RAID) for _ in range(pieces.dice[unit]))
            hits = sum(die >= RAID_HITS_ON for die in dice)
            cells[RAIDED + port] = min(pieces.repair[port], cells[RAIDED + port] + hits)
            execution.emit(log.RAIDED, 0 if UNITS_OF_SIDE[0] >> unit & 1 else 1, port, dice, hits)
        hide(execution, units)
