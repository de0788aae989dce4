"""9.1 to 9.6 Why an operation may or may not be chosen, in rulebook order."""

from __future__ import annotations

from ironbottom.engine.conditions import condition
from ironbottom.engine.procedures import Frame
from ironbottom.engine.state import State
from ironbottom.games.pacific_fury.pieces import (
    CARRIERS,
    EXPRESS,
    FIRST_BOX,
    FORCES_OF,
    LAST_BOX,
    SLOT,
    SOUND,
    TRANSPORTS,
    Pieces,
)
from ironbottom.games.pacific_fury.state import (
    DISRUPTED,
    FORCE,
    INITIATIVE,
    WHERE,
    Cells,
    force_type,
    is_express,
    other,
    own_operation,
    side_of,
    sound_held,
    zone_of,
)


def waiting(cells: Cells, force: int) -> bool:
    """Whether a task force is in an operation box."""
    return FIRST_BOX <= cells[WHERE + force] <= LAST_BOX


def gun_force(cells: Cells, force: int) -> bool:
    """A TF-B other than the Tokyo Express."""
    units = cells[FORCE + force]
    return not units & (CARRIERS | TRANSPORTS | EXPRESS)


def sortie_types(pieces: Pieces, side: int, initiative: bool, zone: int) -> str:
    """9.1 The types of task force that a side may sortie straight to a sea area."""
    return pieces.sortie[side][initiative][zone]


def may_sortie(state: State, side: int, force: int, zone: int) -> bool:
    """9.1 Whether the type of a task force may sortie to a sea area."""
    cells = state.cells
    types = sortie_types(state.rules.pieces, side, cells[INITIATIVE] == side, zone)
    return force_type(cells[FORCE + force]) in types


# -- 9.0 -----------------------------------------------------------------------------------------------


@condition("9.0.a", "{0} is not yours")
def own_force(state: State, frame: Frame, side: int, force: int) -> bool:
    return side_of(force) == side


@condition("9.0.a", "{0} is not at sea")
def at_sea(state: State, frame: Frame, side: int, force: int) -> bool:
    return zone_of(state.cells, force) >= 0


# -- 9.1 Sortie ----------------------------------------------------------------------------------------


@condition("9.0.a", "{0} is not yours")
def sortie_own_force(state: State, frame: Frame, side: int, force: int, zone: int) -> bool:
    return side_of(force) == side


@condition("9.1.d", "{0} is not waiting in an operation box")
def force_waiting(state: State, frame: Frame, side: int, force: int, zone: int) -> bool:
    return waiting(state.cells, force)


@condition("9.1.d", "only the task force in the lowest box sorties, and that is not {0}")
def lowest_box_first(state: State, frame: Frame, side: int, force: int, zone: int) -> bool:
    return not any(waiting(state.cells, earlier) for earlier in FORCES_OF[side] if earlier < force)


@condition("9.1.d", "{0} sorties when its box number is the number of the operation")
def box_is_due(state: State, frame: Frame, side: int, force: int, zone: int) -> bool:
    return state.cells[WHERE + force] - FIRST_BOX + 1 == own_operation(state.cells)


@condition("9.6.b", "the Tokyo Express sorties to The Slot and nowhere else")
def express_to_the_slot(state: State, frame: Frame, side: int, force: int, zone: int) -> bool:
    return zone == SLOT or not is_express(state.cells[FORCE + force])


@condition("9.1.c", "only Japanese forces without carriers and Transports sortie to The Slot")
def slot_for_japanese_bombardment_forces(state: State, frame: Frame, side: int, force: int, zone: int) -> bool:
    return zone != SLOT or may_sortie(state, side, force, zone)


@condition(
    "9.1.b",
    "only the initiative side sorties straight into Ironbottom Sound, without carriers and Transports",
)
def sound_for_initiative_bombardment_forces(state: State, frame: Frame, side: int, force: int, zone: int) -> bool:
    return zone != SOUND or may_sortie(state, side, force, zone)


@condition(
    "9.1.a",
    "Japanese forces sortie to the Eastern Solomons, US forces to the South Pacific Ocean, not to {1}",
)
def own_sortie_zone(state: State, frame: Frame, side: int, force: int, zone: int) -> bool:
    return zone in (SLOT, SOUND) or may_sortie(state, side, force, zone)


# -- 9.2 Move ------------------------------------------------------------------------------------------


@condition("9.0.a", "{0} is not yours")
def move_own_force(state: State, frame: Frame, side: int, force: int, zone: int) -> bool:
    return side_of(force) == side


@condition("9.2.a", "{0} is not at sea")
def force_at_sea(state: State, frame: Frame, side: int, force: int, zone: int) -> bool:
    return zone_of(state.cells, force) >= 0


@condition("9.2.a", "{1} is not next to where {0} is")
def zone_adjacent(state: State, frame: Frame, side: int, force: int, zone: int) -> bool:
    return zone in state.rules.pieces.adjacent[zone_of(state.cells, force)]


@condition("9.2.b", "{0} has carriers, which never enter {1}")
def carriers_keep_to_open_sea(state: State, frame: Frame, side: int, force: int, zone: int) -> bool:
    return "C" in state.rules.pieces.entry[zone] or not state.cells[FORCE + force] & CARRIERS


@condition("9.6.b", "from The Slot the Tokyo Express lands or goes home")
def express_only_lands(state: State, frame: Frame, side: int, force: int, zone: int) -> bool:
    return not is_express(state.cells[FORCE + force])


@condition("9.3.b", "Ironbottom Sound is free and Henderson Field disrupted: {0} lands there at once")
def transports_land_at_once(state: State, frame: Frame, side: int, force: int, zone: int) -> bool:
    cells = state.cells
    lands = zone == SOUND and cells[DISRUPTED] and not sound_held(cells, other(side))
    return not (lands and cells[FORCE + force] & TRANSPORTS)


# -- 9.3 Landing, 9.6 Tokyo Express --------------------------------------------------------------------


@condition("9.3.a", "{0} has no Transports to land")
def has_transports(state: State, frame: Frame, side: int, force: int) -> bool:
    return bool(state.cells[FORCE + force] & (TRANSPORTS | EXPRESS))


@condition("9.3.a", "{0} must enter Ironbottom Sound from next to it in order to land")
def lands_from_next_door(state: State, frame: Frame, side: int, force: int) -> bool:
    return SOUND in state.rules.pieces.adjacent[zone_of(state.cells, force)]


@condition("9.3.c", "nobody but the Tokyo Express lands while Henderson Field is operational")
def henderson_disrupted(state: State, frame: Frame, side: int, force: int) -> bool:
    return bool(state.cells[DISRUPTED]) or is_express(state.cells[FORCE + force])


@condition("9.3.b", "the enemy holds Ironbottom Sound: move in, and land if the first round clears it")
def sound_free_to_land(state: State, frame: Frame, side: int, force: int) -> bool:
    return not sound_held(state.cells, other(side)) or is_express(state.cells[FORCE + force])


# -- 9.4 Naval bombardment -----------------------------------------------------------------------------


@condition("9.3.c", "a task force with Transports never bombards")
def no_transports_along(state: State, frame: Frame, side: int, force: int) -> bool:
    return not state.cells[FORCE + force] & TRANSPORTS


@condition("9.4.a", "only a force of battleships and cruisers bombards, and {0} is none")
def guns_only(state: State, frame: Frame, side: int, force: int) -> bool:
    return gun_force(state.cells, force)


@condition("9.4.a", "the side with the initiative holds Henderson Field and does not bombard it")
def without_initiative(state: State, frame: Frame, side: int, force: int) -> bool:
    return state.cells[INITIATIVE] != side


@condition("9.4.a", "{0} must enter Ironbottom Sound from next to it in order to bombard")
def bombards_from_next_door(state: State, frame: Frame, side: int, force: int) -> bool:
    return SOUND in state.rules.pieces.adjacent[zone_of(state.cells, force)]


@condition("9.4.b", "Henderson Field is disrupted already")
def henderson_operational(state: State, frame: Frame, side: int, force: int) -> bool:
    return not state.cells[DISRUPTED]


@condition("9.4.b", "the enemy holds Ironbottom Sound: move in, and bombard if the first round clears it")
def sound_free_to_bombard(state: State, frame: Frame, side: int, force: int) -> bool:
    return not sound_held(state.cells, other(side))


# -- 9.5 Air strike (the conditions on its target stand with 10.6) -------------------------------------


@condition("9.0.a", "{0} is not yours")
def strike_own_force(state: State, frame: Frame, side: int, force: int, target: int) -> bool:
    return side_of(force) == side


@condition("9.5", "{0} is not at sea")
def striker_at_sea(state: State, frame: Frame, side: int, force: int, target: int) -> bool:
    return zone_of(state.cells, force) >= 0


@condition("9.5", "{0} has no carriers")
def striker_has_carriers(state: State, frame: Frame, side: int, force: int, target: int) -> bool:
    return bool(state.cells[FORCE + force] & CARRIERS)
