"""12.0 The end of a turn: air and submarines leave the board, ships go back to ports and bases."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import Group, SetProduct
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import One
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.fire import off_board
from ironbottom.games.hold_fast.fog import mingle, narrow
from ironbottom.games.hold_fast.pieces import AREAS, OF_SIDE, OFF_BOARD_KINDS, PLACES, PORT_COUNT, SHIPS, SIDES, UNITS
from ironbottom.games.hold_fast.state import AT, BLOCK, FOLLOWED, IN, OVER, OWNED, Cells, by_block, side_of
from ironbottom.games.hold_fast.way_home import lose

AREA_COUNT = len(AREAS)


def clear_the_air(play: Play) -> None:
    """12.0.2 Air units and submarines go off board, with the strength they have."""
    cells = play.cells
    for cell in (*range(AT, AT + AREA_COUNT), *range(OVER, OVER + PORT_COUNT)):
        for unit in by_block(cells, cells[cell] & OFF_BOARD_KINDS):
            side, block = side_of(unit), cells[BLOCK + unit]
            off_board(play, unit)
            play.tell_only(side, log.WENT_OFF_BOARD, side, unit, block)


def area_of(cells: Cells, unit: int) -> int:
    """The sea area in which a unit is, or -1."""
    bit = 1 << unit
    for area, units in enumerate(cells[AT : AT + AREA_COUNT]):
        if units & bit:
            return area
    return -1


@condition("12.0.1", "{0} is no ship of yours at sea")
def at_sea(state: State, frame: Frame, side: int, unit: int, place: int) -> bool:
    return bool((OF_SIDE[side] & SHIPS) >> unit & 1) and area_of(state.cells, unit) >= 0


@condition("12.0.1", "{1} is no port or base of yours within three areas of {0}, nor the nearest")
def within_reach(state: State, frame: Frame, side: int, unit: int, place: int) -> bool:
    area = area_of(state.cells, unit)
    return place in state.rules.pieces.ways.home(area, state.cells[OWNED + side])


def dockings(state: State, frame: Frame, side: int) -> list[Group]:
    cells = state.cells
    own, owned, home = OF_SIDE[side] & SHIPS, cells[OWNED + side], state.rules.pieces.ways.home
    return [
        SetProduct(DOCK.number, units & own, home(area, owned))
        for area, units in enumerate(cells[AT : AT + AREA_COUNT])
        if units & own
    ]


DOCK = Verb("dock", UNITS, PLACES, clause="12.0.1", conditions=(at_sea, within_reach), offer=dockings)


class ComeBack(Procedure):
    """12.0.1 A side brings its ships back, one by one, until none is at sea."""

    name = "come_back"
    clause = "12.0.1"
    fields = {"side": One(SIDES)}
    verbs = (DOCK,)

    def proceed(self, play: Play, frame: Frame) -> bool:
        """Takes the way of ships that have one alone; without any place of its side a ship is lost."""
        cells, side = play.cells, frame[1]
        own, waiting = OF_SIDE[side] & SHIPS, False
        for area, units in enumerate(cells[AT : AT + AREA_COUNT]):
            if not units & own:
                continue
            places = play.rules.pieces.ways.home(area, cells[OWNED + side])
            if len(places) > 1:
                waiting = True
                continue
            for unit in by_block(cells, units & own):
                if places:
                    dock(play, side, unit, area, places[0])
                else:
                    play.tell(log.NO_WAY_HOME, unit, log.HOMELESS.index["comes_back"])
                    lose(play, unit)
        if not waiting:
            play.pop()
            mingle(play, side)
        return waiting

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Your ships come back: choose a ship and its port or base."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        dock(play, side, code[1], area_of(play.cells, code[1]), code[2])


COME_BACK = ComeBack()


def dock(play: Play, side: int, unit: int, area: int, place: int) -> None:
    """A ship comes back from sea; all can tell that it is a ship."""
    cells, bit = play.cells, 1 << unit
    cells[AT + area] ^= bit
    cells[IN + place] |= bit
    narrow(cells, unit, SHIPS)
    if play.rules.pieces.memory:
        cells[FOLLOWED] |= bit
    play.tell_only(side, log.CAME_BACK, side, unit, cells[BLOCK + unit], area, place)


def come_back(play: Play) -> None:
    """4.1.8 Air and submarines first, then the ships, Japan's before the Allies'."""
    clear_the_air(play)
    mingle(play, 0)
    mingle(play, 1)
    play.push(COME_BACK.frame(1))
    play.push(COME_BACK.frame(0))
