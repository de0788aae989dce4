"""14.0.1 Option: Japanese task force blocks, which stand for ships that move together, or for none."""

from __future__ import annotations

from ironbottom.engine.actions import Verb
from ironbottom.engine.choices import Group, Product, SetProduct
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import members
from ironbottom.engine.procedures import Frame, Play
from ironbottom.engine.state import State
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.answers import FORCES, waiting
from ironbottom.games.hold_fast.fog import narrow
from ironbottom.games.hold_fast.pieces import AREAS, JAPAN, PLACES, SHIPS, TASK_FORCES, UNITS
from ironbottom.games.hold_fast.state import AT, BLOCK, BOX, FOLLOWED, FORCE_AT, FORCE_FROM, IN, OWNED, bring, passage


@condition("14.0.1", "task forces are an option, and Japan's alone")
def japan_has_forces(state: State, frame: Frame, side: int, *arguments: int) -> bool:
    return side == JAPAN and bool(state.rules.pieces.task_forces)


@condition("14.0.1", "{0} is formed already")
def not_formed(state: State, frame: Frame, side: int, force: int, place: int) -> bool:
    return state.cells[FORCE_FROM + force] < 0


@condition("14.0.1", "{1} is not yours")
def own_place(state: State, frame: Frame, side: int, force: int, place: int) -> bool:
    return bool(state.cells[OWNED + side] >> place & 1)


@condition("14.0.1", "{1} does not wait in a port or base")
def force_waits(state: State, frame: Frame, side: int, unit: int, force: int) -> bool:
    return waiting(state.cells, force)


@condition("14.0.1", "{0} is not where {1} forms")
def ship_at_hand(state: State, frame: Frame, side: int, unit: int, force: int) -> bool:
    return bool(SHIPS & state.cells[IN + state.cells[FORCE_FROM + force]] & 1 << unit)


@condition("14.0.1", "{0} does not wait in a port or base")
def force_can_sail(state: State, frame: Frame, side: int, force: int, area: int) -> bool:
    return waiting(state.cells, force)


@condition("7.0.3", "{1} is out of reach of {0}")
def force_reaches(state: State, frame: Frame, side: int, force: int, area: int) -> bool:
    pieces, cells = state.rules.pieces, state.cells
    return area in pieces.ways.reach(cells[FORCE_FROM + force], passage(pieces, cells, side))


def forming(state: State, frame: Frame, side: int) -> list[Group]:
    if side != JAPAN or not state.rules.pieces.task_forces:
        return []
    free, places = [force for force in FORCES if state.cells[FORCE_FROM + force] < 0], members(state.cells[OWNED])
    return [Product(FORM.number, free, places)] if free and places else []


def joining(state: State, frame: Frame, side: int) -> list[Group]:
    cells = state.cells
    if side != JAPAN or not state.rules.pieces.task_forces:
        return []
    ships = [(cells[IN + cells[FORCE_FROM + force]] & SHIPS, force) for force in FORCES if waiting(cells, force)]
    return [SetProduct(JOIN.number, units, (force,)) for units, force in ships if units]


def sailing(state: State, frame: Frame, side: int) -> list[Group]:
    pieces, cells = state.rules.pieces, state.cells
    if side != JAPAN or not pieces.task_forces:
        return []
    through = passage(pieces, cells, side)
    return [
        Product(SAIL.number, (force,), pieces.ways.reach(cells[FORCE_FROM + force], through))
        for force in FORCES
        if waiting(cells, force)
    ]


FORM = Verb(
    "form",
    TASK_FORCES,
    PLACES,
    clause="14.0.1",
    conditions=(japan_has_forces, not_formed, own_place),
    offer=forming,
)
JOIN = Verb(
    "join",
    UNITS,
    TASK_FORCES,
    clause="14.0.1",
    conditions=(japan_has_forces, force_waits, ship_at_hand),
    offer=joining,
)
SAIL = Verb(
    "sail",
    TASK_FORCES,
    AREAS,
    clause="14.0.1",
    conditions=(japan_has_forces, force_can_sail, force_reaches),
    offer=sailing,
)


def form(play: Play, force: int, place: int) -> None:
    """A task force block is put up in a port or base."""
    play.cells[FORCE_FROM + force] = place
    play.tell(log.FORMED, force, place)


def join(play: Play, unit: int, force: int) -> None:
    """A ship goes into the box of a task force; the others see nothing, so that an empty box deceives them."""
    cells = play.cells
    bring(cells, unit, BOX + force)
    play.tell_only(JAPAN, log.JOINED, unit, cells[BLOCK + unit], force, cells[FORCE_FROM + force])


def sail(play: Play, force: int, area: int) -> None:
    """A task force block moves as a ship does."""
    play.cells[FORCE_AT + force] = area
    play.tell(log.SAILED, force, area)


def open_forces(play: Play, areas: int) -> None:
    """The ships of the task forces in these areas come out of their boxes; an empty block is taken away."""
    cells = play.cells
    for force in FORCES:
        area = cells[FORCE_AT + force]
        if area < 0 or not areas >> area & 1:
            continue
        units = cells[BOX + force]
        cells[BOX + force] = 0
        cells[AT + area] |= units
        cells[FORCE_FROM + force] = cells[FORCE_AT + force] = -1
        for unit in members(units):
            narrow(cells, unit, SHIPS)
        if play.rules.pieces.memory:
            cells[FOLLOWED] |= units
        blocks = tuple(sorted(cells[BLOCK + unit] for unit in members(units)))
        play.tell(log.FORCE_OPENED, force, area, units.bit_count(), blocks if play.rules.pieces.memory else ())
