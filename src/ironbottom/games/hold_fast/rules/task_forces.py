"""14.0.1 Option: Japanese task force blocks. Each stands for ships that move together, or for none."""

from __future__ import annotations

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Argument, Verb, all_equivalent
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.pieces import AREAS, JAPAN, PLACES, SHIPS, TASK_FORCES, UNITS
from ironbottom.games.hold_fast.rules.closing_verbs import FORCES, is_waiting
from ironbottom.games.hold_fast.rules.fog import mark_followed, restrict
from ironbottom.games.hold_fast.state import (
    AT_SEA,
    BLOCK,
    FORCE_AT,
    FORCE_FROM,
    IN_PLACE,
    IN_TASK_FORCE,
    OWNED,
    Cells,
    move_unit,
    passable_areas,
)
from ironbottom.games.hold_fast.state_types import Execution, State


def forces_waiting(cells: Cells) -> int:
    """The task forces that are formed and have not sailed."""
    return sum([1 << force for force in FORCES if is_waiting(cells, force)])


@restriction("14.0.1", "task forces are an optional rule, for Japan only")
def japan_has_forces(state: State, frame: Procedure, side: int) -> bool:
    return side == JAPAN and bool(state.rules.pieces.task_forces)


@restriction("14.0.1", "{force} has already formed")
def not_formed(state: State, frame: Procedure, side: int) -> int:
    return sum([1 << force for force in FORCES if state.cells[FORCE_FROM + force] < 0])


@restriction("14.0.1", "{place} is not yours")
def own_place(state: State, frame: Procedure, side: int, force: int) -> int:
    return state.cells[OWNED + side]


@restriction("14.0.1", "{force} is not waiting in a port or base")
def force_waits(state: State, frame: Procedure, side: int, unit: int) -> int:
    return forces_waiting(state.cells)


@restriction("14.0.1", "{unit} is not in the place where {force} forms")
def ship_at_hand(state: State, frame: Procedure, side: int, unit: int) -> int:
    return sum([1 << force for force in FORCES if ships_beside(state.cells, force) >> unit & 1])


@restriction("14.0.1", "{force} is not waiting in a port or base")
def force_can_sail(state: State, frame: Procedure, side: int) -> int:
    return forces_waiting(state.cells)


@restriction("7.0.3", "{force} cannot reach {area}")
def force_reaches(state: State, frame: Procedure, side: int, force: int) -> int:
    pieces = state.rules.pieces
    return pieces.routes.reach(state.cells[FORCE_FROM + force], passable_areas(pieces, state.cells, side))


def ships_beside(cells: Cells, force: int) -> int:
    """The ships in the port or base where a task force waits."""
    return cells[IN_PLACE + cells[FORCE_FROM + force]] & SHIPS if is_waiting(cells, force) else 0


def by_force(state: State, frame: Procedure, side: int, units: int) -> list[int]:
    """Groups ships beside the same task forces, which have the same choices."""
    first, second = (ships_beside(state.cells, force) & units for force in FORCES)
    return [some for some in (first & ~second, first & second, second & ~first, units & ~first & ~second) if some]


FORM = Verb(
    "form",
    clause="14.0.1",
    ends_list="never",
    when=(japan_has_forces,),
    force=Argument(TASK_FORCES, not_formed, equivalence=all_equivalent),
    place=Argument(PLACES, own_place),
)
JOIN = Verb(
    "join",
    clause="14.0.1",
    ends_list="never",
    when=(japan_has_forces,),
    unit=Argument(UNITS, equivalence=by_force),
    force=Argument(TASK_FORCES, force_waits, ship_at_hand),
)
SAIL = Verb(
    "sail",
    clause="14.0.1",
    ends_list="never",
    when=(japan_has_forces,),
    force=Argument(TASK_FORCES, force_can_sail),
    area=Argument(AREAS, force_reaches),
)


def form(execution: Execution, force: int, place: int) -> None:
    """Places a task force block in a port or base."""
    execution.cells[FORCE_FROM + force] = place
    execution.emit(log.FORMED, force, place)


def join(execution: Execution, unit: int, force: int) -> None:
    """A ship joins a task force; the others see nothing, so that an empty task force can deceive them."""
    cells = execution.cells
    move_unit(cells, unit, IN_TASK_FORCE + force)
    execution.emit_to(JAPAN, log.JOINED, unit, cells[BLOCK + unit], force, cells[FORCE_FROM + force])


def sail(execution: Execution, force: int, area: int) -> None:
    """A task force block moves like a ship."""
    execution.cells[FORCE_AT + force] = area
    execution.emit(log.SAILED, force, area)


def reveal_task_forces(execution: Execution, areas: int) -> None:
    """Removes the task force blocks in these areas and places their ships there; an empty block is simply removed."""
    cells = execution.cells
    for force in FORCES:
        area = cells[FORCE_AT + force]
        if area < 0 or not areas >> area & 1:
            continue
        units = cells[IN_TASK_FORCE + force]
        cells[IN_TASK_FORCE + force] = 0
        cells[AT_SEA + area] |= units
        cells[FORCE_FROM + force] = cells[FORCE_AT + force] = -1
        for unit in members(units):
            restrict(cells, unit, SHIPS)
        mark_followed(execution, units)
        blocks = tuple(sorted(cells[BLOCK + unit] for unit in members(units)))
        execution.emit(
            log.FORCE_OPENED, force, area, units.bit_count(), blocks if execution.rules.pieces.memory else ()
        )
