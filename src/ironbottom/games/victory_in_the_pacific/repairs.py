"""11.0 Repairs, and the marking of raiders in port: what a ship may do instead of going on patrol (5.21)."""

from __future__ import annotations

from ironbottom.engine.actions import Verb
from ironbottom.engine.choices import EachOf, Group
from ironbottom.engine.conditions import condition
from ironbottom.engine.procedures import Frame, Play
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.effects import bottomed, damaged, on_bottom
from ironbottom.games.victory_in_the_pacific.first_moves import free_to_move
from ironbottom.games.victory_in_the_pacific.pieces import (
    AIR,
    AMPHIBIOUS,
    OF_SIDE,
    PEARL_HARBOR,
    PLACES,
    PORT_COUNT,
    SHIPS,
    UNITS,
    Pieces,
)
from ironbottom.games.victory_in_the_pacific.state import (
    DAMAGE,
    ESCAPED,
    IN,
    MARKED,
    RESTED,
    TURN,
    USED,
    YARD,
    Cells,
    owner,
    place_of,
)


def points_left(pieces: Pieces, cells: Cells, port: int) -> int:
    """11.2 The points that a port can still repair this turn, by its present owner; 11.4 none are kept."""
    if pieces.repairer[port] != owner(cells, port):
        return 0
    return pieces.repair[port][cells[TURN] - 1] - cells[USED + port]


def yard_of(cells: Cells, unit: int) -> int:
    """The port whose points repair a unit: the one it is in, or Pearl Harbor for San Diego (4a); -1 for none."""
    if cells[YARD] >> unit & 1:
        return PEARL_HARBOR
    place = place_of(cells, unit)
    return place if place < PORT_COUNT else -1


def repairable_kinds(pieces: Pieces) -> int:
    """11.1 Ships; by option air and amphibious units too."""
    return SHIPS | AIR | AMPHIBIOUS if pieces.unit_repair else SHIPS


@condition("11.1", "{0} is no ship of yours")
def kind_repaired(state: State, frame: Frame, side: int, unit: int) -> bool:
    return bool((repairable_kinds(state.rules.pieces) & OF_SIDE[side]) >> unit & 1)


@condition("11.1", "{0} has no damage")
def is_damaged(state: State, frame: Frame, side: int, unit: int) -> bool:
    return state.cells[DAMAGE + unit] > 0


@condition("11.2", "{0} is in no port that can still repair this turn")
def port_repairs(state: State, frame: Frame, side: int, unit: int) -> bool:
    port = yard_of(state.cells, unit)
    return port >= 0 and points_left(state.rules.pieces, state.cells, port) > 0


@condition("5.21", "{0} is marked as a raider, or has left for San Diego this turn")
def stays_in_port(state: State, frame: Frame, side: int, unit: int) -> bool:
    return not (state.cells[MARKED] | state.cells[ESCAPED]) >> unit & 1


def repairs(state: State, frame: Frame, side: int) -> list[Group]:
    cells, pieces = state.cells, state.rules.pieces
    may = damaged(cells) & OF_SIDE[side] & repairable_kinds(pieces) & ~cells[MARKED] & ~cells[ESCAPED]
    found = 0
    for port in range(PORT_COUNT):
        there = may & (cells[IN + port] | (cells[YARD] if port == PEARL_HARBOR else 0))
        if there and points_left(pieces, cells, port) > 0:
            found |= there
    return [EachOf(REPAIR.number, found)] if found else []


REPAIR = Verb(
    "repair",
    UNITS,
    clause="11.1",
    conditions=(kind_repaired, is_damaged, port_repairs, stays_in_port),
    offer=repairs,
)


def repair(play: Play, unit: int) -> None:
    """11.1, 11.24 One point of a port takes a point of damage off; the ship stays in port this turn."""
    cells = play.cells
    port = yard_of(cells, unit)
    cells[USED + port] += 1
    cells[DAMAGE + unit] -= 1
    cells[RESTED] |= 1 << unit
    play.tell(log.REPAIRED, unit, port, cells[DAMAGE + unit])


# -- 5.21 raiders are turned white side up in port ---------------------------------------------------------


@condition("5.21", "{0} is no ship of yours in a port or base")
def ship_in_place(state: State, frame: Frame, side: int, unit: int) -> bool:
    return bool((SHIPS & OF_SIDE[side]) >> unit & 1) and place_of(state.cells, unit) >= 0


@condition("9.41", "{0} rests on the bottom of its harbour")
def ship_afloat(state: State, frame: Frame, side: int, unit: int) -> bool:
    return not on_bottom(state.rules.pieces, state.cells, unit)


@condition("18.2", "{0} does not move on the first turn")
def ship_free(state: State, frame: Frame, side: int, unit: int) -> bool:
    return bool(free_to_move(state.rules.pieces, state.cells, side) >> unit & 1)


@condition("11.1", "{0} is being repaired and stays in port")
def ship_sound(state: State, frame: Frame, side: int, unit: int) -> bool:
    return not state.cells[RESTED] >> unit & 1


@condition("5.21", "{0} is marked already")
def not_yet_marked(state: State, frame: Frame, side: int, unit: int) -> bool:
    return not state.cells[MARKED] >> unit & 1


def marks(state: State, frame: Frame, side: int) -> list[Group]:
    cells, pieces = state.cells, state.rules.pieces
    units = SHIPS & free_to_move(pieces, cells, side) & ~cells[RESTED] & ~cells[MARKED]
    in_places = 0
    for there in cells[IN : IN + len(PLACES)]:
        in_places |= there
    found = units & in_places & ~bottomed(pieces, cells, units & in_places)
    return [EachOf(MARK.number, found)] if found else []


MARK = Verb(
    "mark",
    UNITS,
    clause="5.21",
    conditions=(ship_in_place, ship_afloat, ship_free, ship_sound, not_yet_marked),
    offer=marks,
)


def mark(play: Play, unit: int) -> None:
    """5.21 The ship may sail as a raider at 5.24; it may also stay."""
    play.cells[MARKED] |= 1 << unit
    play.tell(log.MARKED, unit)
