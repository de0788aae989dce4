"""12.0 The end of a turn: air and submarines leave the board, ships return to ports and bases."""

from __future__ import annotations

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Execution, Procedure
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.engine.rules.state import State
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.pieces import (
    AREAS,
    OF_SIDE,
    OFF_BOARD_KINDS,
    PLACES,
    PORT_COUNT,
    SHIPS,
    UNITS,
    Pieces,
    Side,
)
from ironbottom.games.hold_fast.rules.fire import off_board
from ironbottom.games.hold_fast.rules.fog import mark_followed, restrict, shuffle
from ironbottom.games.hold_fast.rules.way_home import lose_unit
from ironbottom.games.hold_fast.state import AT, BLOCK, IN, OVER, OWNED, Cells, in_block_order, side_of

AREA_COUNT = len(AREAS)


def remove_air_and_submarines(play: Execution) -> None:
    """12.0.2 Air units and submarines go off board, with their current strength."""
    cells = play.cells
    for cell in (*range(AT, AT + AREA_COUNT), *range(OVER, OVER + PORT_COUNT)):
        for unit in in_block_order(cells, cells[cell] & OFF_BOARD_KINDS):
            side, block = side_of(unit), cells[BLOCK + unit]
            off_board(play, unit)
            play.emit_to(side, log.WENT_OFF_BOARD, side, unit, block)


def area_of(cells: Cells, unit: int) -> int:
    """The sea area in which a unit is, or -1."""
    bit = 1 << unit
    for area, units in enumerate(cells[AT : AT + AREA_COUNT]):
        if units & bit:
            return area
    return -1


@restriction("12.0.1", "{unit} is not one of your ships at sea")
def at_sea(state: State, frame: ComeBack, side: int) -> int:
    result = 0
    for units in state.cells[AT : AT + AREA_COUNT]:
        result |= units
    return result & OF_SIDE[side] & SHIPS


@restriction(
    "12.0.1", "{unit} cannot return to {place}: only to a port or base of yours within three areas, or else the nearest"
)
def within_reach(state: State, frame: ComeBack, side: int, unit: int) -> int:
    pieces: Pieces = state.rules.pieces
    return pieces.ways.home(area_of(state.cells, unit), state.cells[OWNED + side])


def dockings(state: State, frame: ComeBack, side: int) -> Branches:
    """Finds every return, sea area by sea area: three times as fast as ship by ship, for a sixth of all decisions."""
    cells, own = state.cells, OF_SIDE[side] & SHIPS
    home, owned = state.rules.pieces.ways.home, cells[OWNED + side]
    return [
        (units & own, ((home(area, owned), ()),))
        for area, units in enumerate(cells[AT : AT + AREA_COUNT])
        if units & own and owned
    ]


def last_ship(state: State, frame: ComeBack, side: int, unit: int, place: int) -> bool:
    """12.0.1 If no other ship at sea has a choice of ports, the others return at once, and blocks are shuffled."""
    cells, own = state.cells, OF_SIDE[side] & SHIPS & ~(1 << unit)
    home, owned = state.rules.pieces.ways.home, cells[OWNED + side]
    for area, units in enumerate(cells[AT : AT + AREA_COUNT]):
        if units & own and (places := home(area, owned)) & (places - 1):
            return False
    return True


DOCK = Verb(
    "dock",
    clause="12.0.1",
    ends_list=last_ship,
    offer=dockings,
    unit=Argument(UNITS, at_sea),
    place=Argument(PLACES, within_reach),
)


class ComeBack(Procedure):
    """12.0.1 A side returns its ships from sea, one by one, until none is left there."""

    number, name, clause = 18, "come_back", "12.0.1"
    verbs = (DOCK,)
    side: Side

    def proceed(self, play: Execution) -> bool:
        """Returns ships that can reach only one place; a ship is lost if its side has no place for it."""
        cells, side = play.cells, self.side
        own, waiting = OF_SIDE[side] & SHIPS, False
        for area, units in enumerate(cells[AT : AT + AREA_COUNT]):
            if not units & own:
                continue
            places = play.rules.pieces.ways.home(area, cells[OWNED + side])
            if places & (places - 1):
                waiting = True
                continue
            for unit in in_block_order(cells, units & own):
                if places:
                    dock(play, side, unit, area, places.bit_length() - 1)
                else:
                    play.emit(log.NO_WAY_HOME, unit, log.HOMELESS.index["comes_back"])
                    lose_unit(play, unit)
        if not waiting:
            play.pop()
            shuffle(play, side)
        return waiting

    def dock(self, play: Execution, unit: int, place: int) -> None:
        dock(play, self.side, unit, area_of(play.cells, unit), place)


def dock(play: Execution, side: int, unit: int, area: int, place: int) -> None:
    """A ship returns from sea; all players can tell that it is a ship."""
    cells, bit = play.cells, 1 << unit
    cells[AT + area] ^= bit
    cells[IN + place] |= bit
    restrict(cells, unit, SHIPS)
    mark_followed(play, bit)
    play.emit_to(side, log.CAME_BACK, side, unit, cells[BLOCK + unit], area, place)


def come_back(play: Execution) -> None:
    """4.1.8 Air and submarines first, then the ships, Japan's before the Allies'.

    Before the first ship returns, all players can tell that every block still at sea is a ship, so the port that it
    returns to reveals nothing more.
    """
    remove_air_and_submarines(play)
    for units in play.cells[AT : AT + AREA_COUNT]:
        for unit in members(units):
            restrict(play.cells, unit, SHIPS)
    shuffle(play, 0)
    shuffle(play, 1)
    play.push(ComeBack(1))
    play.push(ComeBack(0))
