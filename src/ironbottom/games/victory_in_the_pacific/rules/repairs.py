"""11.0 Repairs, and the marking of raiders in port: a ship's alternatives to a patrol (5.21)."""

from __future__ import annotations

from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.derived.damage import damaged
from ironbottom.games.victory_in_the_pacific.pieces import (
    AIR,
    ALL_UNITS,
    AMPHIBIOUS,
    PEARL_HARBOR,
    PORT_COUNT,
    SHIPS,
    UNITS,
    UNITS_OF_SIDE,
)
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.rules.first_moves import afloat, may_move, not_repaired, units_in_places
from ironbottom.games.victory_in_the_pacific.state import (
    DAMAGE,
    ESCAPED,
    IN,
    IN_SAN_DIEGO,
    MARKED,
    REPAIR_POINTS_USED,
    REPAIRED_THIS_TURN,
    TURN,
    Cells,
    owner,
    place_of,
)
from ironbottom.games.victory_in_the_pacific.state_types import Execution, State


def points_left(pieces: Pieces, cells: Cells, port: int) -> int:
    """11.2 The points that a port can still repair this turn for its current owner; 11.4 they are not saved."""
    if pieces.repairer[port] != owner(cells, port):
        return 0
    return pieces.repair[port][cells[TURN] - 1] - cells[REPAIR_POINTS_USED + port]


def repair_port_of(cells: Cells, unit: int) -> int:
    """The port whose points repair a unit: its own, or Pearl Harbor for San Diego (4a); -1 if there is none."""
    if cells[IN_SAN_DIEGO] >> unit & 1:
        return PEARL_HARBOR
    place = place_of(cells, unit)
    return place if place < PORT_COUNT else -1


def repairable_kinds(pieces: Pieces) -> int:
    """11.1 The kinds of units that can be repaired: ships and, with the option, air and amphibious units."""
    return SHIPS | AIR | AMPHIBIOUS if pieces.unit_repair else SHIPS


@restriction("11.1", "{unit} is not one of your ships")
def kind_repaired(state: State, frame: Procedure, side: int) -> int:
    return repairable_kinds(state.rules.pieces) & UNITS_OF_SIDE[side]


@restriction("11.1", "{unit} has no damage")
def is_damaged(state: State, frame: Procedure, side: int) -> int:
    return damaged(state.cells)


@restriction("11.2", "{unit} is not in a port that can still repair this turn", fallback=True)
def port_repairs(state: State, frame: Procedure, side: int) -> int:
    cells, pieces, result = state.cells, state.rules.pieces, 0
    turn = cells[TURN] - 1
    for port, points in enumerate(pieces.repair):
        if points[turn] and points_left(pieces, cells, port) > 0:
            result |= cells[IN + port] | (cells[IN_SAN_DIEGO] if port == PEARL_HARBOR else 0)
    return result


@restriction("5.21", "{unit} is marked as a raider, or has left for San Diego this turn")
def stays_in_port(state: State, frame: Procedure, side: int) -> int:
    return ALL_UNITS & ~state.cells[MARKED] & ~state.cells[ESCAPED]


REPAIR = Verb(
    "repair",
    clause="11.1",
    ends_list="open",
    unit=Argument(UNITS, kind_repaired, is_damaged, port_repairs, stays_in_port),
)


def repair(execution: Execution, unit: int) -> None:
    """11.1, 11.24 Repairs a point of damage with one point of a port; the ship stays in port this turn."""
    cells = execution.cells
    port = repair_port_of(cells, unit)
    cells[REPAIR_POINTS_USED + port] += 1
    cells[DAMAGE + unit] -= 1
    cells[REPAIRED_THIS_TURN] |= 1 << unit
    execution.emit(log.REPAIRED, unit, port, cells[DAMAGE + unit])


# -- 5.21 raiders are turned white side up in port ---------------------------------------------------------


@restriction("5.21", "{unit} is not one of your ships in a port or base")
def ship_in_place(state: State, frame: Procedure, side: int) -> int:
    return SHIPS & UNITS_OF_SIDE[side] & units_in_places(state.cells)


@restriction("5.21", "{unit} is already marked")
def not_yet_marked(state: State, frame: Procedure, side: int) -> int:
    return ALL_UNITS & ~state.cells[MARKED]


MARK = Verb(
    "mark",
    clause="5.21",
    ends_list="open",
    unit=Argument(UNITS, ship_in_place, afloat, may_move, not_repaired, not_yet_marked),
)


def mark(execution: Execution, unit: int) -> None:
    """5.21 The ship may sail as a raider at 5.24; it may also stay."""
    execution.cells[MARKED] |= 1 << unit
    execution.emit(log.MARKED, unit)
