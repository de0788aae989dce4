"""23.5 (optional) Airstrikes are rebuilt in addition to repairs, and lost air units do not return automatically."""

from __future__ import annotations

from ironbottom.engine.core.sets import IdSet, split
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.derived.damage import units_on_bottom
from ironbottom.games.victory_in_the_pacific.pieces import (
    AIR,
    ALLIES,
    CARRIERS,
    CEYLON,
    PORT_COUNT,
    PORTS,
    UNITS,
    UNITS_OF_SIDE,
)
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.state import (
    AIR_LOSS,
    DAMAGE,
    IN,
    LOST,
    MARKED,
    REBUILT,
    REPAIRED_THIS_TURN,
    TURN,
    Cells,
    move_unit,
    owner,
)
from ironbottom.games.victory_in_the_pacific.state_types import Execution, State


def capacity(pieces: Pieces, cells: Cells, side: int) -> int:
    """23.5 The number of factors that a side may rebuild: as many as all its ports together repair this turn."""
    return sum(pieces.repair[port][cells[TURN] - 1] for port in repair_ports(pieces, cells, side))


def repair_ports(pieces: Pieces, cells: Cells, side: int) -> list[int]:
    """11.2 The ports where a side can repair this turn."""
    turn = cells[TURN] - 1
    return [
        port
        for port in range(PORT_COUNT)
        if pieces.repair[port][turn] and pieces.repairer[port] == side == owner(cells, port)
    ]


def rebuildable_factors(pieces: Pieces, cells: Cells, side: int) -> int:
    """The factors that a side can still rebuild."""
    return capacity(pieces, cells, side) - cells[REBUILT + side]


def rebuilding_cost(pieces: Pieces, cells: Cells, unit: int) -> int:
    """23.5 The cost: airstrikes are rebuilt factor by factor, but a lost air unit returns with all its factors."""
    return pieces.airstrike[unit] if cells[LOST] >> unit & 1 else 1


def rebuilding_ports(pieces: Pieces, cells: Cells, side: int, unit: int) -> int:
    """23.5 The repair ports where a unit can be rebuilt: for a carrier, the port it is in; for an air unit, any except
    Ceylon.
    """
    bit = 1 << unit
    if rebuilding_cost(pieces, cells, unit) > rebuildable_factors(pieces, cells, side) or not UNITS_OF_SIDE[side] & bit:
        return 0
    ports = repair_ports(pieces, cells, side)
    if cells[LOST] & AIR & bit:
        return sum(1 << port for port in ports if side != ALLIES or port != CEYLON)
    if (
        not (CARRIERS | AIR) & bit & ~cells[MARKED]
        or not lost_factors(cells, unit)
        or units_on_bottom(pieces, cells, bit)
    ):
        return 0
    return sum(1 << port for port in ports if cells[IN + port] & bit)


def lost_factors(cells: Cells, unit: int) -> int:
    """23.2 The factors that an airstrike has lost; for an air unit, they are its damage."""
    return cells[(DAMAGE if AIR >> unit & 1 else AIR_LOSS) + unit]


@restriction("23.5", "airstrikes are rebuilt only with the optional rules for airstrike losses")
def losses_count(state: State, frame: Procedure, side: int) -> bool:
    return bool(state.rules.pieces.carrier_airstrikes)


@restriction("23.5", "{unit} cannot be rebuilt at {port} now")
def can_rebuild(state: State, frame: Procedure, side: int, unit: int) -> int:
    return rebuilding_ports(state.rules.pieces, state.cells, side, unit)


def with_airstrike(state: State, frame: Procedure, side: int, units: int) -> list[IdSet]:
    """The carriers and air units of the side, each separately; no other unit can be rebuilt."""
    own = (CARRIERS | AIR) & UNITS_OF_SIDE[side]
    return [*split(units & own), units & ~own]


REBUILD = Verb(
    "rebuild",
    clause="23.5",
    ends_list="open",
    when=(losses_count,),
    unit=Argument(UNITS, equivalence=with_airstrike),
    port=Argument(PORTS, can_rebuild),
)


def rebuild(execution: Execution, unit: int, port: int) -> None:
    """23.5 Rebuilds a factor, or returns an air unit; the unit does not move this turn."""
    cells, pieces, side = execution.cells, execution.rules.pieces, owner(execution.cells, port)
    cells[REBUILT + side] += rebuilding_cost(pieces, cells, unit)
    if cells[LOST] >> unit & 1:
        move_unit(cells, unit, IN + port)
    else:
        cells[(DAMAGE if AIR >> unit & 1 else AIR_LOSS) + unit] -= 1
    cells[REPAIRED_THIS_TURN] |= 1 << unit
    execution.emit(log.REBUILT, unit, port, lost_factors(cells, unit))
