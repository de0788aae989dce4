"""9.0 The Operations Phase: the sides alternate, one operation of one task force at a time."""

from __future__ import annotations

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import Branches, one_set, product_of, restriction
from ironbottom.games.pacific_fury import log
from ironbottom.games.pacific_fury.pieces import (
    ALL_ZONES,
    AT_BASE,
    BOX_COUNT,
    CARRIERS,
    EXPRESS,
    FIRST_ZONE,
    FLEET_OF,
    FORCES,
    FORCES_OF,
    LAST_BOX,
    LAST_OPERATION,
    SLOT,
    SOUND,
    TRANSPORTS,
    ZONES,
    Pieces,
)
from ironbottom.games.pacific_fury.rules.air_strikes import TARGET, open_air_strike
from ironbottom.games.pacific_fury.rules.bombardment import bombard
from ironbottom.games.pacific_fury.rules.carrier_combat import open_carrier_combat
from ironbottom.games.pacific_fury.rules.landing import land, run_express
from ironbottom.games.pacific_fury.rules.returns import return_to_base
from ironbottom.games.pacific_fury.rules.surface_combat import open_surface_combat
from ironbottom.games.pacific_fury.rules.task_forces import record_known_absent, reveal
from ironbottom.games.pacific_fury.state import (
    DISRUPTED,
    FORCE,
    INITIATIVE,
    NO_CARRIERS,
    NO_EXPRESS,
    NO_TRANSPORTS,
    OPERATION,
    WHERE,
    Cells,
    force_positions,
    force_type,
    in_zone,
    is_express,
    opponent,
    own_operation,
    phasing,
    side_of,
    sound_held,
    zone_of,
)
from ironbottom.games.pacific_fury.state_types import Execution, State

# -- 9.0 One task force --------------------------------------------------------------------------------


@restriction("9.0.a", "{force} is not yours")
def own_force(state: State, frame: Procedure, side: int) -> int:
    return FLEET_OF[side]


@restriction("9.0.a", "{force} is not at sea")
def at_sea(state: State, frame: Procedure, side: int) -> int:
    return force_positions(state.cells, side).afloat


def forces_with(cells: Cells, side: int, kinds: int) -> int:
    """The task forces of a side that hold any units of these kinds, as a set."""
    result, force, first = 0, 1 << FORCES_OF[side][0], FORCE + FORCES_OF[side][0]
    for units in cells[first : first + BOX_COUNT]:
        if units & kinds:
            result |= force
        force <<= 1
    return result


# -- 9.1 Sortie ----------------------------------------------------------------------------------------


def may_sortie(state: State, side: int, force: int) -> int:
    """9.1 The sea areas to which a type of task force may sortie."""
    cells = state.cells
    pieces = state.rules.pieces
    return pieces.sortie[side][cells[INITIATIVE] == side][force_type(cells[FORCE + force])]


@restriction("9.1.d", "{force} is not waiting in an operation box")
def force_waiting(state: State, frame: Procedure, side: int) -> int:
    return force_positions(state.cells, side).waiting


@restriction("9.1.d", "only the task force in the lowest box can sortie, and that is not {force}")
def lowest_box_first(state: State, frame: Procedure, side: int) -> int:
    waiting = force_positions(state.cells, side).waiting
    return waiting & -waiting


@restriction("9.1.d", "{force} can sortie only in the operation of its box number")
def box_is_due(state: State, frame: Procedure, side: int) -> int:
    return force_positions(state.cells, side).by_place[own_operation(state.cells)]


@restriction("9.6.b", "the Tokyo Express can sortie only to The Slot")
def express_to_the_slot(state: State, frame: Procedure, side: int, force: int) -> int:
    return 1 << SLOT if is_express(state.cells[FORCE + force]) else ALL_ZONES


@restriction("9.1.c", "only Japanese task forces without carriers and Transports can sortie to The Slot")
def slot_for_japanese_bombardment_forces(state: State, frame: Procedure, side: int, force: int) -> int:
    return ALL_ZONES ^ 1 << SLOT | may_sortie(state, side, force)


@restriction(
    "9.1.b",
    "only the side with the initiative can sortie directly to Ironbottom Sound, without carriers and Transports",
)
def sound_for_initiative_bombardment_forces(state: State, frame: Procedure, side: int, force: int) -> int:
    return ALL_ZONES ^ 1 << SOUND | may_sortie(state, side, force)


@restriction(
    "9.1.a",
    "Japan can sortie only to the Eastern Solomons, the Allies only to the South Pacific Ocean",
)
def own_sortie_zone(state: State, frame: Procedure, side: int, force: int) -> int:
    return 1 << SLOT | 1 << SOUND | may_sortie(state, side, force)


def sorties(state: State, frame: Procedure, side: int) -> Branches:
    """Finds the sorties from the next box, of one task force at most: four times as fast as the restrictions."""
    where = force_positions(state.cells, side)
    lowest = where.waiting & -where.waiting
    if not lowest & where.by_place[own_operation(state.cells)]:
        return ()
    force = lowest.bit_length() - 1
    zones = may_sortie(state, side, force)
    return product_of(lowest, zones & 1 << SLOT if is_express(state.cells[FORCE + force]) else zones)


SORTIE = Verb(
    "sortie",
    clause="9.1.a",
    ends_list="always",
    offer=sorties,
    force=Argument(FORCES, own_force, force_waiting, lowest_box_first, box_is_due),
    zone=Argument(
        ZONES,
        express_to_the_slot,
        slot_for_japanese_bombardment_forces,
        sound_for_initiative_bombardment_forces,
        own_sortie_zone,
    ),
)


def sortie(execution: Execution, force: int, zone: int) -> None:
    """9.1 The task force in the lowest box goes to sea."""
    cells = execution.cells
    record_known_absent(
        cells, force, shown_by_sortie(execution.rules.pieces, cells[INITIATIVE] == side_of(force), force, zone)
    )
    cells[WHERE + force] = FIRST_ZONE + zone
    execution.emit(log.SORTIED, force, zone)
    reveal_and_open_combat(execution, force, zone)


def shown_by_sortie(pieces: Pieces, initiative: bool, force: int, zone: int) -> int:
    """The units that a task force cannot hold, as shown by its sortie to an area (9.1, 9.6.b)."""
    zones_of = pieces.sortie[side_of(force)][initiative]
    excluded = 0 if zones_of["C"] >> zone & 1 else NO_CARRIERS
    excluded |= 0 if zones_of["A"] >> zone & 1 else NO_TRANSPORTS
    return excluded | (0 if zone == SLOT else NO_EXPRESS)


# -- 9.2 Move ------------------------------------------------------------------------------------------


@restriction("9.2.a", "{force} is not at sea")
def moves_at_sea(state: State, frame: Procedure, side: int) -> int:
    return force_positions(state.cells, side).afloat


@restriction("9.2.a", "{zone} is not next to {force}")
def zone_adjacent(state: State, frame: Procedure, side: int, force: int) -> int:
    pieces = state.rules.pieces
    return pieces.adjacent[zone_of(state.cells, force)]


@restriction("9.2.b", "{force} has carriers, which cannot enter {zone}")
def carriers_keep_to_open_sea(state: State, frame: Procedure, side: int, force: int) -> int:
    pieces = state.rules.pieces
    return pieces.carrier_seas if state.cells[FORCE + force] & CARRIERS else ALL_ZONES


@restriction("9.6.b", "from The Slot the Tokyo Express can only land or return to base")
def express_only_lands(state: State, frame: Procedure, side: int, force: int) -> bool:
    return not is_express(state.cells[FORCE + force])


@restriction("9.3.b", "Ironbottom Sound is clear and Henderson Field is disrupted: {force} must land instead")
def transports_land_at_once(state: State, frame: Procedure, side: int, force: int) -> int:
    cells = state.cells
    lands = cells[FORCE + force] & TRANSPORTS and cells[DISRUPTED] and not sound_held(cells, opponent(side))
    return ALL_ZONES ^ 1 << SOUND if lands else ALL_ZONES


def moves(state: State, frame: Procedure, side: int) -> Branches:
    """Finds the moves, force by force: nearly three times as fast as the restrictions."""
    cells = state.cells
    pieces = state.rules.pieces
    lands = cells[DISRUPTED] and not sound_held(cells, opponent(side))
    result = []
    for force in members(force_positions(cells, side).afloat):
        units, zones = cells[FORCE + force], pieces.adjacent[cells[WHERE + force] - FIRST_ZONE]
        if units & CARRIERS:
            zones &= pieces.carrier_seas
        elif units & EXPRESS:
            continue
        elif lands and units & TRANSPORTS:
            zones &= ~(1 << SOUND)
        if zones:
            result.append((1 << force, ((zones, ()),)))
    return result


MOVE = Verb(
    "move",
    clause="9.2.a",
    ends_list="always",
    offer=moves,
    force=Argument(FORCES, own_force, moves_at_sea),
    zone=Argument(ZONES, zone_adjacent, carriers_keep_to_open_sea, express_only_lands, transports_land_at_once),
)


def move(execution: Execution, force: int, zone: int) -> None:
    """9.2 A task force moves to an adjacent sea area; if the enemy holds it, combat follows (9.2.c)."""
    origin = zone_of(execution.cells, force)
    enter(execution, force, zone)
    execution.emit(log.MOVED, force, origin, zone)
    reveal_and_open_combat(execution, force, zone)


def enter(execution: Execution, force: int, zone: int) -> None:
    """Puts a task force in a sea area and notes what this shows about it (9.2.b, 9.3.b, 9.6.b)."""
    cells = execution.cells
    if not execution.rules.pieces.carrier_seas >> zone & 1:
        record_known_absent(cells, force, NO_CARRIERS)
    if zone == SOUND and cells[DISRUPTED] and not sound_held(cells, opponent(side_of(force))):
        record_known_absent(cells, force, NO_TRANSPORTS)
    record_known_absent(cells, force, NO_EXPRESS)
    cells[WHERE + force] = FIRST_ZONE + zone


def reveal_and_open_combat(execution: Execution, force: int, zone: int) -> None:
    """8.4.a, 8.4.b Reveals the forces after a sortie (9.1.e) or move (9.2.c), and opens combat (10.0)."""
    cells = execution.cells
    side = side_of(force)
    enemies = in_zone(cells, opponent(side), zone)
    if enemies:
        reveal(execution, [*in_zone(cells, side, zone), *enemies])
        if execution.rules.pieces.surface[zone]:
            open_surface_combat(execution, force, zone)
        else:
            open_carrier_combat(execution, force, zone)
    elif zone == SOUND and cells[INITIATIVE] != side and not cells[DISRUPTED]:
        reveal(execution, [force])


RETURN_TO_BASE = Verb("return_to_base", clause="9.2.a", ends_list="always", force=Argument(FORCES, own_force, at_sea))

# -- 9.3 Landing, 9.6 Tokyo Express --------------------------------------------------------------------


@restriction("9.3.a", "{force} has no Transports to land")
def has_transports(state: State, frame: Procedure, side: int) -> int:
    return forces_with(state.cells, side, TRANSPORTS | EXPRESS)


@restriction("9.3.a", "{force} must enter Ironbottom Sound from an adjacent area to land")
def lands_from_adjacent_area(state: State, frame: Procedure, side: int) -> int:
    return next_to_sound(state, side)


@restriction("9.3.c", "only the Tokyo Express can land while Henderson Field is operational")
def henderson_disrupted(state: State, frame: Procedure, side: int) -> int:
    return FLEET_OF[side] if state.cells[DISRUPTED] else forces_with(state.cells, side, EXPRESS)


@restriction("9.3.b", "the enemy is in Ironbottom Sound: move in, then land if the first round clears it")
def sound_free_to_land(state: State, frame: Procedure, side: int) -> int:
    guarded = sound_held(state.cells, opponent(side))
    return forces_with(state.cells, side, EXPRESS) if guarded else FLEET_OF[side]


def next_to_sound(state: State, side: int) -> int:
    """A side's task forces in the sea areas next to Ironbottom Sound, as a set."""
    by_place = force_positions(state.cells, side).by_place
    pieces = state.rules.pieces
    near = 0
    for place in pieces.next_to_sound:
        near |= by_place[place]
    return near


LAND = Verb(
    "land",
    clause="9.3.a",
    ends_list="always",
    force=Argument(
        FORCES, own_force, at_sea, has_transports, lands_from_adjacent_area, henderson_disrupted, sound_free_to_land
    ),
)


def enter_and_land(execution: Execution, force: int) -> None:
    """9.3.a A TF-A enters a free Ironbottom Sound and lands; 9.6.b so does the Tokyo Express, whether it is free or
    not.

    The express reveals the forces in the Sound (8.4.a).
    """
    cells = execution.cells
    execution.emit(log.MOVED, force, zone_of(cells, force), SOUND)
    cells[WHERE + force] = FIRST_ZONE + SOUND
    if is_express(cells[FORCE + force]):
        reveal(execution, [force, *in_zone(cells, opponent(side_of(force)), SOUND)])
        run_express(execution, force)
    else:
        land(execution, force)


# -- 9.4 Naval bombardment -----------------------------------------------------------------------------


@restriction("9.3.c", "a task force with Transports cannot bombard")
def no_transports_along(state: State, frame: Procedure, side: int) -> int:
    return FLEET_OF[side] ^ forces_with(state.cells, side, TRANSPORTS)


@restriction("9.4.a", "only a task force of battleships and cruisers can bombard, and {force} is not one")
def guns_only(state: State, frame: Procedure, side: int) -> int:
    return FLEET_OF[side] ^ forces_with(state.cells, side, CARRIERS | TRANSPORTS | EXPRESS)


@restriction("9.4.a", "Henderson Field is yours: the side with the initiative owns it")
def without_initiative(state: State, frame: Procedure, side: int) -> bool:
    return state.cells[INITIATIVE] != side


@restriction("9.4.a", "{force} must enter Ironbottom Sound from an adjacent area to bombard")
def bombards_from_adjacent_area(state: State, frame: Procedure, side: int) -> int:
    return next_to_sound(state, side)


@restriction("9.4.b", "Henderson Field is already disrupted")
def henderson_operational(state: State, frame: Procedure, side: int) -> bool:
    return not state.cells[DISRUPTED]


@restriction("9.4.b", "the enemy is in Ironbottom Sound: move in, then bombard if the first round clears it")
def sound_free_to_bombard(state: State, frame: Procedure, side: int) -> bool:
    return not sound_held(state.cells, opponent(side))


def bombardments(state: State, frame: Procedure, side: int) -> Branches:
    """Finds the bombardments, testing first for reasons that prevent all of them: three times as fast as the
    restrictions.
    """
    cells = state.cells
    if cells[INITIATIVE] == side or cells[DISRUPTED] or sound_held(cells, opponent(side)):
        return ()
    near = next_to_sound(state, side)
    return one_set(near and near & ~forces_with(cells, side, CARRIERS | TRANSPORTS | EXPRESS))


BOMBARD = Verb(
    "bombard",
    clause="9.4.a",
    ends_list="always",
    offer=bombardments,
    force=Argument(
        FORCES,
        own_force,
        at_sea,
        no_transports_along,
        guns_only,
        without_initiative,
        bombards_from_adjacent_area,
        henderson_operational,
        sound_free_to_bombard,
    ),
)


def bombardment(execution: Execution, force: int) -> None:
    """9.4.a A TF-B enters a free Ironbottom Sound and bombards, at most two rounds."""
    execution.emit(log.MOVED, force, zone_of(execution.cells, force), SOUND)
    enter(execution, force, SOUND)
    bombard(execution, force, 1)


# -- 9.5 Air strike (for its targets see 10.6) ---------------------------------------------------------


@restriction("9.5", "{force} is not at sea")
def strikes_at_sea(state: State, frame: Procedure, side: int) -> int:
    return force_positions(state.cells, side).afloat


@restriction("9.5", "{force} has no carriers")
def has_carriers(state: State, frame: Procedure, side: int) -> int:
    return forces_with(state.cells, side, CARRIERS)


STRIKE = Verb(
    "strike",
    clause="9.5",
    ends_list="always",
    force=Argument(FORCES, own_force, strikes_at_sea, has_carriers),
    target=TARGET,
)

# -- 9.7 Counting operations ---------------------------------------------------------------------------


def count_operation(execution: Execution) -> int:
    """9.0.c Counts an operation and returns its side."""
    side = phasing(execution.cells)
    execution.cells[OPERATION] += 1
    return side


def advance_boxes(execution: Execution, side: int) -> None:
    """9.7.a After any operation except a sortie the waiting forces move up; 9.7.b a force beyond box 7 is too late."""
    cells = execution.cells
    waiting = force_positions(cells, side).waiting
    if not waiting:
        return
    execution.emit(log.BOXES_ADVANCED, side)
    for force in members(waiting):
        if cells[WHERE + force] == LAST_BOX:
            cells[WHERE + force] = AT_BASE
            execution.emit(log.TOO_LATE, force)
        else:
            cells[WHERE + force] += 1


# -- 9.0 The operations --------------------------------------------------------------------------------

PASS = Verb("pass", clause="9.0.b", ends_list="always")


class Operations(Procedure):
    """9.0.a The phasing side chooses one operation for one task force, or passes; there are fourteen
    operations in all.
    """

    number, name, clause = 3, "operations", "9.0.a"
    verbs = (SORTIE, MOVE, LAND, BOMBARD, STRIKE, RETURN_TO_BASE, PASS)

    def proceed(self, execution: Execution) -> bool:
        if execution.cells[OPERATION] < LAST_OPERATION:
            return True
        execution.pop()
        return False

    def decider(self, state: State) -> int:
        return phasing(state.cells)

    def sortie(self, execution: Execution, force: int, zone: int) -> None:
        count_operation(execution)
        sortie(execution, force, zone)

    def move(self, execution: Execution, force: int, zone: int) -> None:
        side = count_operation(execution)
        move(execution, force, zone)
        advance_boxes(execution, side)

    def land(self, execution: Execution, force: int) -> None:
        side = count_operation(execution)
        enter_and_land(execution, force)
        advance_boxes(execution, side)

    def bombard(self, execution: Execution, force: int) -> None:
        side = count_operation(execution)
        bombardment(execution, force)
        advance_boxes(execution, side)

    def strike(self, execution: Execution, force: int, target: int) -> None:
        side = count_operation(execution)
        open_air_strike(execution, force, target)
        advance_boxes(execution, side)

    def return_to_base(self, execution: Execution, force: int) -> None:
        side = count_operation(execution)
        return_to_base(execution, force, "operation")
        advance_boxes(execution, side)

    def pass_(self, execution: Execution) -> None:
        side = count_operation(execution)
        execution.emit(log.PASSED, side)
        advance_boxes(execution, side)
