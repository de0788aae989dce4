"""12.0 The end of a turn: air and submarines leave the board, ships return to ports and bases."""

from __future__ import annotations

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.pieces import (
    AREAS,
    OFF_BOARD_KINDS,
    PLACES,
    PORT_COUNT,
    SHIPS,
    UNITS,
    UNITS_OF_SIDE,
    Side,
)
from ironbottom.games.hold_fast.rules.fire import off_board
from ironbottom.games.hold_fast.rules.fog import mark_followed, restrict, shuffle
from ironbottom.games.hold_fast.rules.return_to_nearest_port import lose_unit
from ironbottom.games.hold_fast.state import (
    AT_SEA,
    BLOCK,
    IN_PLACE,
    OWNED,
    RAIDING_PORT,
    Cells,
    in_block_order,
    side_of,
)
from ironbottom.games.hold_fast.state_types import Execution, State

AREA_COUNT = len(AREAS)


def remove_air_and_submarines(execution: Execution) -> None:
    """12.0.2 Air units and submarines go off board, with their current strength."""
    cells = execution.cells
    for cell in (*range(AT_SEA, AT_SEA + AREA_COUNT), *range(RAIDING_PORT, RAIDING_PORT + PORT_COUNT)):
        for unit in in_block_order(cells, cells[cell] & OFF_BOARD_KINDS):
            side, block = side_of(unit), cells[BLOCK + unit]
            off_board(execution, unit)
            execution.emit_to(side, log.WENT_OFF_BOARD, side, unit, block)


def area_of(cells: Cells, unit: int) -> int:
    """The sea area in which a unit is, or -1."""
    bit = 1 << unit
    for area, units in enumerate(cells[AT_SEA : AT_SEA + AREA_COUNT]):
        if units & bit:
            return area
    return -1


@restriction("12.0.1", "{unit} is not one of your ships at sea")
def at_sea(state: State, frame: ReturnToPort, side: int) -> int:
    result = 0
    for units in state.cells[AT_SEA : AT_SEA + AREA_COUNT]:
        result |= units
    return result & UNITS_OF_SIDE[side] & SHIPS


@restriction(
    "12.0.1",
    "{unit} cannot return to {place}: only to one of your ports or bases within three areas, or to the "
    "nearest if there is none",
)
def within_reach(state: State, frame: ReturnToPort, side: int, unit: int) -> int:
    pieces = state.rules.pieces
    return pieces.routes.return_places(area_of(state.cells, unit), state.cells[OWNED + side])


def all_returns(state: State, frame: ReturnToPort, side: int) -> Branches:
    """Finds every return, sea area by sea area: three times as fast as ship by ship, for a sixth of all decisions."""
    cells, own = state.cells, UNITS_OF_SIDE[side] & SHIPS
    return_places, owned = state.rules.pieces.routes.return_places, cells[OWNED + side]
    return [
        (units & own, ((return_places(area, owned), ()),))
        for area, units in enumerate(cells[AT_SEA : AT_SEA + AREA_COUNT])
        if units & own and owned
    ]


def last_ship(state: State, frame: ReturnToPort, side: int, unit: int, place: int) -> bool:
    """12.0.1 If no other ship at sea has a choice of ports, the others return at once, and blocks are shuffled."""
    cells, own = state.cells, UNITS_OF_SIDE[side] & SHIPS & ~(1 << unit)
    return_places, owned = state.rules.pieces.routes.return_places, cells[OWNED + side]
    for area, units in enumerate(cells[AT_SEA : AT_SEA + AREA_COUNT]):
        if units & own and (places := return_places(area, owned)) & (places - 1):
            return False
    return True


RETURN_SHIP = Verb(
    "dock",
    clause="12.0.1",
    ends_list=last_ship,
    offer=all_returns,
    unit=Argument(UNITS, at_sea),
    place=Argument(PLACES, within_reach),
)


class ReturnToPort(Procedure):
    """12.0.1 A side returns its ships from sea, one by one, until none is left there."""

    number, name, clause = 18, "come_back", "12.0.1"
    verbs = (RETURN_SHIP,)
    side: Side

    def proceed(self, execution: Execution) -> bool:
        """Returns ships that can reach only one place; a ship is lost if its side has no place for it."""
        cells, side = execution.cells, self.side
        own, has_choice = UNITS_OF_SIDE[side] & SHIPS, False
        for area, units in enumerate(cells[AT_SEA : AT_SEA + AREA_COUNT]):
            if not units & own:
                continue
            places = execution.rules.pieces.routes.return_places(area, cells[OWNED + side])
            if places & (places - 1):
                has_choice = True
                continue
            for unit in in_block_order(cells, units & own):
                if places:
                    return_ship(execution, side, unit, area, places.bit_length() - 1)
                else:
                    execution.emit(log.NO_WAY_HOME, unit, log.HOMELESS.index["comes_back"])
                    lose_unit(execution, unit)
        if not has_choice:
            execution.pop()
            shuffle(execution, side)
        return has_choice

    def dock(self, execution: Execution, unit: int, place: int) -> None:
        return_ship(execution, self.side, unit, area_of(execution.cells, unit), place)


def return_ship(execution: Execution, side: int, unit: int, area: int, place: int) -> None:
    """A ship returns from sea; all players can tell that it is a ship."""
    cells, bit = execution.cells, 1 << unit
    cells[AT_SEA + area] ^= bit
    cells[IN_PLACE + place] |= bit
    restrict(cells, unit, SHIPS)
    mark_followed(execution, bit)
    execution.emit_to(side, log.CAME_BACK, side, unit, cells[BLOCK + unit], area, place)


def return_ships(execution: Execution) -> None:
    """4.1.8 Air and submarines first, then the ships, Japan's before the Allies'.

    Before the first ship returns, all players can tell that every block still at sea is a ship, so the port that it
    returns to reveals nothing more.
    """
    remove_air_and_submarines(execution)
    for units in execution.cells[AT_SEA : AT_SEA + AREA_COUNT]:
        for unit in members(units):
            restrict(execution.cells, unit, SHIPS)
    shuffle(execution, 0)
    shuffle(execution, 1)
    execution.push(ReturnToPort(1))
    execution.push(ReturnToPort(0))
