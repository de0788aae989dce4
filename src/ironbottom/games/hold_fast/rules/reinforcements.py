"""6.0 Reinforcements, and lost units that return (3.2.2, 3.4.3, 3.6.2)."""

from __future__ import annotations

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Argument, Verb, all_equivalent
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.pieces import (
    AIR,
    CRUISERS,
    FIRST_PLACE,
    IS_PORT,
    OFF_BOARD_KINDS,
    PLACES,
    TRANSPORTS,
    UNITS,
    UNITS_OF_SIDE,
    Pieces,
    Side,
)
from ironbottom.games.hold_fast.rules.closing_verbs import DONE
from ironbottom.games.hold_fast.rules.fog import add_block, shuffle
from ironbottom.games.hold_fast.rules.return_to_nearest_port import ARRIVES, ReturnToNearestPort
from ironbottom.games.hold_fast.state import DUE, IN_PLACE, LOST, OFF_BOARD, OWNED, SPENT, TURN, Cells, move_unit
from ironbottom.games.hold_fast.state_types import Execution, State

TURNS_AWAY = 2
"""3.2.2 A lost unit may return this many turns later at the earliest."""


def open_turn(execution: Execution) -> None:
    """4.1.9, 5.0.2 Opens a turn, with none of its resource points spent."""
    execution.cells[SPENT : SPENT + 2] = (0, 0)
    execution.emit(log.TURN_OPENED, execution.cells[TURN])


def reinforce(execution: Execution) -> None:
    """4.1.1, 6.0.1 Reinforcements enter at full strength: ships in their port, air and submarines off board."""
    cells, pieces = execution.cells, execution.rules.pieces
    elsewhere = []
    for side in (0, 1):
        for unit in members(cells[DUE + cells[TURN] - 1] & UNITS_OF_SIDE[side]):
            place = pieces.arrival[unit].place
            if OFF_BOARD_KINDS >> unit & 1:
                move_unit(cells, unit, OFF_BOARD)
                place = -1
            elif cells[OWNED + side] >> place & 1:
                move_unit(cells, unit, IN_PLACE + place)
            else:
                elsewhere.append(ReturnToNearestPort(side, ARRIVES, FIRST_PLACE + place))
                continue
            add_block(execution, unit, pieces.strength[unit])
            execution.emit(log.ARRIVED, side, unit, place)
    for way_home in reversed(list(dict.fromkeys(elsewhere))):
        execution.push(way_home)


def shuffle_new_blocks(execution: Execution) -> None:
    """2.0.2 Shuffles the new blocks with the others in their places."""
    shuffle(execution, 0)
    shuffle(execution, 1)


def left_to_spend(pieces: Pieces, cells: Cells, side: int) -> int:
    """5.0.2 The resource points that a side has left this turn."""
    return pieces.resources[side][cells[TURN] - 1] - cells[SPENT + side]


def returnable_units(cells: Cells, side: int) -> int:
    """The side's lost units that may return this turn, whatever their kind."""
    result = 0
    for turn in range(cells[TURN] - TURNS_AWAY):
        result |= cells[LOST + turn]
    return result & UNITS_OF_SIDE[side]


@restriction("3.4.3", "{unit} is not one of your transports lost two or more turns ago")
def transport_due(state: State, frame: Transports, side: int) -> int:
    return returnable_units(state.cells, side) & TRANSPORTS


@restriction("3.4.3", "{place} is not one of your ports")
def own_port(state: State, frame: Transports, side: int, unit: int) -> int:
    return state.cells[OWNED + side] & IS_PORT


@restriction("3.2.2", "{unit} is not one of your cruiser groups lost two or more turns ago")
def cruisers_due(state: State, frame: Rebuilding, side: int) -> int:
    return returnable_units(state.cells, side) & CRUISERS


@restriction("3.2.2", "{place} is not one of your ports")
def rebuilding_port(state: State, frame: Rebuilding, side: int, unit: int) -> int:
    return state.cells[OWNED + side] & IS_PORT


@restriction("3.6.2", "{unit} is not one of your air units lost two or more turns ago")
def air_due(state: State, frame: Rebuilding, side: int) -> int:
    return returnable_units(state.cells, side) & AIR


def last_transport(state: State, frame: Transports, side: int, unit: int, place: int) -> bool:
    """3.4.3 After the last transport the next step begins."""
    return not returnable_units(state.cells, side) & TRANSPORTS & ~(1 << unit)


def last_rebuilt(state: State, frame: Rebuilding, side: int, unit: int, *place: int) -> bool:
    """3.2.2 Once nothing more can return, the next step begins."""
    cells, units = state.cells, returnable_units(state.cells, side) & ~(1 << unit)
    cruisers = units & CRUISERS and cells[OWNED + side] & IS_PORT
    return not (units & AIR or cruisers) or left_to_spend(state.rules.pieces, cells, side) <= 1


RETURN = Verb(
    "return",
    clause="3.4.3",
    ends_list=last_transport,
    unit=Argument(UNITS, transport_due, equivalence=all_equivalent),
    place=Argument(PLACES, own_port),
)
REBUILD = Verb(
    "rebuild",
    clause="3.2.2",
    ends_list=last_rebuilt,
    unit=Argument(UNITS, cruisers_due, equivalence=all_equivalent),
    place=Argument(PLACES, rebuilding_port),
)
REFIT = Verb("refit", clause="3.6.2", ends_list=last_rebuilt, unit=Argument(UNITS, air_due))


class Transports(Procedure):
    """3.4.3 Lost transports return, free and at full strength, in ports that their owner chooses."""

    number, name, clause = 1, "transports", "3.4.3"
    verbs = (RETURN,)
    side: Side

    def proceed(self, execution: Execution) -> bool:
        cells = execution.cells
        if returnable_units(cells, self.side) & TRANSPORTS and cells[OWNED + self.side] & IS_PORT:
            return True
        execution.pop()
        return False

    def return_(self, execution: Execution, unit: int, place: int) -> None:
        move_unit(execution.cells, unit, IN_PLACE + place)
        add_block(execution, unit, execution.rules.pieces.strength[unit])
        execution.emit(log.RETURNED, self.side, unit, place)


class Rebuilding(Procedure):
    """3.2.2, 3.6.2 Lost cruiser groups and air units return for one resource point each, with one strength point."""

    number, name, clause = 2, "rebuilding", "3.2.2"
    verbs = (REBUILD, REFIT, DONE)
    side: Side

    def proceed(self, execution: Execution) -> bool:
        """5.0.2 Asks only a side that can return a unit: all players can see the losses and the points."""
        cells, side = execution.cells, self.side
        units = returnable_units(cells, side)
        cruisers = units & CRUISERS and cells[OWNED + side] & IS_PORT
        if (units & AIR or cruisers) and left_to_spend(execution.rules.pieces, cells, side) > 0:
            return True
        execution.pop()
        return False

    def rebuild(self, execution: Execution, unit: int, place: int) -> None:
        """3.2.2 Returns a cruiser group with one strength point, for one resource point."""
        self._return_for_point(execution, unit, IN_PLACE + place)
        execution.emit(log.REBUILT, self.side, unit, place)

    def refit(self, execution: Execution, unit: int) -> None:
        """3.6.2 Returns an air unit in the same way, off board."""
        self._return_for_point(execution, unit, OFF_BOARD)
        execution.emit(log.REBUILT, self.side, unit, -1)

    def _return_for_point(self, execution: Execution, unit: int, to: int) -> None:
        """Returns a unit to a cell, for a resource point."""
        execution.cells[SPENT + self.side] += 1
        move_unit(execution.cells, unit, to)
        add_block(execution, unit, 1)

    def done(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(log.FINISHED, self.side, log.STEPS.index[self.name])


def return_lost_units(execution: Execution) -> None:
    """4.1.1 Units lost two or more turns ago return, Japan's first."""
    for side in (1, 0):
        execution.push(Rebuilding(side))
        execution.push(Transports(side))
