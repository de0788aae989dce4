"""9.0 The Operations Phase: one task force, one operation, in turns."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.pacific_fury import log
from ironbottom.games.pacific_fury import operation_conditions as may
from ironbottom.games.pacific_fury import operation_offers as offers
from ironbottom.games.pacific_fury.air_strikes import TARGET_CONDITIONS, open_air_strike
from ironbottom.games.pacific_fury.bombardment import bombard
from ironbottom.games.pacific_fury.carrier_combat import open_carrier_combat
from ironbottom.games.pacific_fury.landing import land, run_express
from ironbottom.games.pacific_fury.operation_conditions import sortie_types
from ironbottom.games.pacific_fury.pieces import (
    FIRST_BOX,
    FIRST_ZONE,
    FORCES,
    FORCES_OF,
    HOME,
    LAST_BOX,
    LAST_OPERATION,
    SLOT,
    SOUND,
    TARGETS,
    ZONES,
    Pieces,
)
from ironbottom.games.pacific_fury.returns import go_home
from ironbottom.games.pacific_fury.state import (
    DISRUPTED,
    FORCE,
    INITIATIVE,
    NO_CARRIERS,
    NO_EXPRESS,
    NO_TRANSPORTS,
    OPERATION,
    WHERE,
    held,
    in_zone,
    is_express,
    other,
    phasing,
    side_of,
    zone_of,
)
from ironbottom.games.pacific_fury.surface_combat import open_surface_combat
from ironbottom.games.pacific_fury.task_forces import limit, reveal

# -- 9.1 Sortie ----------------------------------------------------------------------------------------


def sortie(play: Play, force: int, zone: int) -> None:
    """9.1 The task force in the lowest box goes to sea."""
    cells = play.cells
    limit(cells, force, shown_by_sortie(play.rules.pieces, cells[INITIATIVE] == side_of(force), force, zone))
    cells[WHERE + force] = FIRST_ZONE + zone
    play.tell(log.SORTIED, force, zone)
    meet_enemy(play, force, zone)


def shown_by_sortie(pieces: Pieces, initiative: bool, force: int, zone: int) -> int:
    """What a task force cannot hold that may sortie there (9.1, 9.6.b)."""
    types = sortie_types(pieces, side_of(force), initiative, zone)
    none = 0 if "C" in types else NO_CARRIERS
    none |= 0 if "A" in types else NO_TRANSPORTS
    return none | (0 if zone == SLOT else NO_EXPRESS)


# -- 9.2 Move ------------------------------------------------------------------------------------------


def move(play: Play, force: int, zone: int) -> None:
    """9.2 A task force moves to an adjacent sea area; into an enemy-held one this brings combat (9.2.c)."""
    origin = zone_of(play.cells, force)
    enter(play, force, zone)
    play.tell(log.MOVED, force, origin, zone)
    meet_enemy(play, force, zone)


def enter(play: Play, force: int, zone: int) -> None:
    """Puts a task force in a sea area and notes what its being there tells (9.2.b, 9.3.b, 9.6.b)."""
    cells = play.cells
    if "C" not in play.rules.pieces.entry[zone]:
        limit(cells, force, NO_CARRIERS)
    if zone == SOUND and cells[DISRUPTED] and not held(cells, other(side_of(force)), SOUND):
        limit(cells, force, NO_TRANSPORTS)
    limit(cells, force, NO_EXPRESS)
    cells[WHERE + force] = FIRST_ZONE + zone


def meet_enemy(play: Play, force: int, zone: int) -> None:
    """8.4.a, 8.4.b What an entry reveals, and the combat that it brings (10.0), by sortie (9.1.e) or move (9.2.c)."""
    cells = play.cells
    side = side_of(force)
    enemies = in_zone(cells, other(side), zone)
    if enemies:
        reveal(play, [*in_zone(cells, side, zone), *enemies])
        if play.rules.pieces.surface[zone]:
            open_surface_combat(play, force, zone)
        else:
            open_carrier_combat(play, force, zone)
    elif zone == SOUND and cells[INITIATIVE] != side and not cells[DISRUPTED]:
        reveal(play, [force])


# -- 9.3 Landing, 9.4 Naval bombardment, 9.6 Tokyo Express ---------------------------------------------


def landing(play: Play, force: int) -> None:
    """9.3.a A TF-A enters a free Ironbottom Sound and lands; 9.6.b so does the Tokyo Express, free or not.

    The express meets whoever is there face up (8.4.a).
    """
    cells = play.cells
    play.tell(log.MOVED, force, zone_of(cells, force), SOUND)
    cells[WHERE + force] = FIRST_ZONE + SOUND
    if is_express(cells[FORCE + force]):
        reveal(play, [force, *in_zone(cells, other(side_of(force)), SOUND)])
        run_express(play, force)
    else:
        land(play, force)


def bombardment(play: Play, force: int) -> None:
    """9.4.a A TF-B enters a free Ironbottom Sound and bombards, at most two rounds."""
    play.tell(log.MOVED, force, zone_of(play.cells, force), SOUND)
    enter(play, force, SOUND)
    bombard(play, force, 1)


# -- 9.7 Counting operations ---------------------------------------------------------------------------


def advance_boxes(play: Play, side: int) -> None:
    """9.7.a After anything but a sortie the waiting forces move up; 9.7.b one pushed beyond box 7 is too late."""
    cells = play.cells
    waiting = [force for force in FORCES_OF[side] if FIRST_BOX <= cells[WHERE + force] <= LAST_BOX]
    if not waiting:
        return
    play.tell(log.BOXES_ADVANCED, side)
    for force in waiting:
        if cells[WHERE + force] == LAST_BOX:
            cells[WHERE + force] = HOME
            play.tell(log.TOO_LATE, force)
        else:
            cells[WHERE + force] += 1


# -- 9.0 The operations --------------------------------------------------------------------------------

SORTIE = Verb(
    "sortie",
    FORCES,
    ZONES,
    clause="9.1.a",
    conditions=(
        may.sortie_own_force,
        may.force_waiting,
        may.lowest_box_first,
        may.box_is_due,
        may.express_to_the_slot,
        may.slot_for_japanese_bombardment_forces,
        may.sound_for_initiative_bombardment_forces,
        may.own_sortie_zone,
    ),
    offer=offers.sorties,
)
MOVE = Verb(
    "move",
    FORCES,
    ZONES,
    clause="9.2.a",
    conditions=(
        may.move_own_force,
        may.force_at_sea,
        may.zone_adjacent,
        may.carriers_keep_to_open_sea,
        may.express_only_lands,
        may.transports_land_at_once,
    ),
    offer=offers.moves,
)
LAND = Verb(
    "land",
    FORCES,
    clause="9.3.a",
    conditions=(
        may.own_force,
        may.at_sea,
        may.has_transports,
        may.lands_from_next_door,
        may.henderson_disrupted,
        may.sound_free_to_land,
    ),
    offer=offers.landings,
)
BOMBARD = Verb(
    "bombard",
    FORCES,
    clause="9.4.a",
    conditions=(
        may.own_force,
        may.at_sea,
        may.no_transports_along,
        may.guns_only,
        may.without_initiative,
        may.bombards_from_next_door,
        may.henderson_operational,
        may.sound_free_to_bombard,
    ),
    offer=offers.bombardments,
)
STRIKE = Verb(
    "strike",
    FORCES,
    TARGETS,
    clause="9.5",
    conditions=(may.strike_own_force, may.striker_at_sea, may.striker_has_carriers, *TARGET_CONDITIONS),
    offer=offers.strikes,
)
RETURN_TO_BASE = Verb(
    "return_to_base",
    FORCES,
    clause="9.2.a",
    conditions=(may.own_force, may.at_sea),
    offer=offers.returns,
)
PASS = Verb("pass", clause="9.0.b", offer=offers.passing)


class Operations(Procedure):
    """9.0.a The phasing side chooses one operation for one task force, or passes; fourteen in all."""

    name = "operations"
    clause = "9.0.a"
    verbs = (SORTIE, MOVE, LAND, BOMBARD, STRIKE, RETURN_TO_BASE, PASS)

    def proceed(self, play: Play, frame: Frame) -> bool:
        if play.cells[OPERATION] < LAST_OPERATION:
            return True
        play.pop()
        return False

    def side(self, state: State, frame: Frame) -> int:
        return phasing(state.cells)

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Choose an operation for one task force, or pass."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        play.cells[OPERATION] += 1
        verb = code[0]
        if verb == SORTIE.number:
            sortie(play, code[1], code[2])
            return
        if verb == PASS.number:
            play.tell(log.PASSED, side)
        elif verb == MOVE.number:
            move(play, code[1], code[2])
        elif verb == LAND.number:
            landing(play, code[1])
        elif verb == BOMBARD.number:
            bombardment(play, code[1])
        elif verb == STRIKE.number:
            open_air_strike(play, code[1], code[2])
        else:
            go_home(play, code[1], "operation")
        advance_boxes(play, side)


OPERATIONS = Operations()
