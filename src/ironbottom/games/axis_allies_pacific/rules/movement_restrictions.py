"""7.1.4, 7.2.1, 7.3.2, 7.3.3, 7.4.2, 7.4.4, 7.6.1, 10.2, 10.3 The clauses that bar units from leaving or entering
places.

Each restriction excludes only what its own clause bars. Places that are too far away are left to the verb's fallback.
"""

from __future__ import annotations

from ironbottom.engine.core import sets
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.axis_allies_pacific.derived.decks import needs_decks, room_by_zone
from ironbottom.games.axis_allies_pacific.derived.sea_zones import may_leave
from ironbottom.games.axis_allies_pacific.derived.stacks import kinds_in
from ironbottom.games.axis_allies_pacific.pieces import (
    AA_GUN,
    BOMBER,
    CARRIER,
    FIGHTER,
    FIRST_ZONE,
    LAND_COUNT,
    PASSABLE,
    PIECES,
    PLACE_COUNT,
    PLACES,
    SUBMARINE,
)
from ironbottom.games.axis_allies_pacific.rules import movement_ranges
from ironbottom.games.axis_allies_pacific.rules.destinations import destinations, ends_of, without_needs
from ironbottom.games.axis_allies_pacific.state import TAKEN, UNITS, Cells, friendly_since_start
from ironbottom.games.axis_allies_pacific.state_types import State

AIRCRAFT = (FIGHTER, BOMBER)
LANDS_MASK = (1 << LAND_COUNT) - 1
NOWHERE = 0


def all_but(barred: int) -> sets.IdSet:
    """All places except these."""
    return PLACES.all_but(barred)


# -- units that are to be picked up ----------------------------------------------------------------------------------


def pieces_that_must_stay(state: State, frame: movement_ranges.MovementPhase, place: int) -> tuple[int, int]:
    """7.1.4, 7.4.3 The unmoved pieces of a zone that must stay for ships that came with them, and for fighters in the
    air.
    """
    figures, cells = state.rules.pieces, state.cells
    there = kinds_in(cells[UNITS + frame.side * PLACE_COUNT + place]) if place >= FIRST_ZONE else 0
    attackers = carriers = 0
    if there and not frame.noncombat and not may_leave(figures, cells, frame.side, place):
        attackers = there & kinds_in(figures.sea_attackers)
    if there >> CARRIER & 1 and needs_decks(figures, cells, frame.side):
        carriers = 0 if movement_ranges.movable(state, frame, frame.side, place) >> CARRIER & 1 else 1 << CARRIER
    return attackers, carriers


def zones_where_ships_must_stay(state: State, frame: movement_ranges.MovementPhase, which: int) -> int:
    """The zones whose ships must all stay, for one of the two reasons above."""
    result = 0
    going = movement_ranges.pieces_that_go(state, frame.offer_context(state), frame.side)
    for place in range(FIRST_ZONE, PLACE_COUNT):
        if not going[place] and pieces_that_must_stay(state, frame, place)[which]:
            result |= 1 << place
    return result


@restriction("7.1.4", "the last attacker at {place} must stay with the ships that came with it")
def last_attacker_stays_at(state: State, frame: movement_ranges.MovementPhase, side: int) -> sets.IdSet:
    return all_but(zones_where_ships_must_stay(state, frame, 0))


@restriction("7.4.3", "aircraft in the air need the deck of the carrier at {place}: it cannot sail")
def carrier_deck_needed_at(state: State, frame: movement_ranges.MovementPhase, side: int) -> sets.IdSet:
    return all_but(zones_where_ships_must_stay(state, frame, 1))


@restriction("7.1.4", "the last attacker at {place} must stay with the ships that came with it")
def last_attacker_stays(state: State, frame: movement_ranges.MovementPhase, side: int, place: int) -> sets.IdSet:
    return PIECES.all_but(pieces_that_must_stay(state, frame, place)[0])


@restriction("7.4.3", "aircraft in the air need the deck of the carrier at {place}: it cannot sail")
def carrier_deck_needed(state: State, frame: movement_ranges.MovementPhase, side: int, place: int) -> sets.IdSet:
    return PIECES.all_but(pieces_that_must_stay(state, frame, place)[1])


DEPARTURE_PLACE_RESTRICTIONS = (last_attacker_stays_at, carrier_deck_needed_at)
DEPARTURE_PIECE_RESTRICTIONS = (last_attacker_stays, carrier_deck_needed)
"""The restrictions of a place where units are picked up, and of the pieces there."""


# -- units that were picked up ---------------------------------------------------------------------------------------


def steps_left(state: State, frame: movement_ranges.PickedUpUnits) -> int:
    """7.3.1, 10.3 The steps of the units that were picked up."""
    phase = movement_ranges.movement_phase(state)
    return frame.left if frame.left >= 0 else movement_ranges.steps_of(state.rules.pieces, phase, frame.piece)


def is_ship(frame: movement_ranges.PickedUpUnits) -> bool:
    """Whether ships were picked up."""
    return frame.piece > AA_GUN and frame.piece not in AIRCRAFT


# -- 2.2 all units ---------------------------------------------------------------------------------------------------


@restriction("2.2", "no unit can enter {to}")
def no_closed_land(state: State, frame: movement_ranges.PickedUpUnits, side: int) -> sets.IdSet:
    return all_but(LANDS_MASK & ~PASSABLE)


# -- 7.1.4 to 7.3.3 phase 3 --------------------------------------------------------------------------------------------


def reach_among(state: State, frame: movement_ranges.PickedUpUnits, closed: int, stops: int, bases: int = -1) -> int:
    """7.3.1 The places that ships can reach if the first zones are closed to them and the second ones stop them."""
    start, origin = frame.place - FIRST_ZONE, frame.origin - FIRST_ZONE
    result: int = state.rules.pieces.routes.voyage_ends(
        start, steps_left(state, frame), (closed, stops, 0), origin, bases
    )
    return result


def places_barred_in_phase_3(state: State, frame: movement_ranges.PickedUpUnits) -> tuple[int, int]:
    """7.1.4, 7.3.2 The places barred by closed zones, and those barred by zones where ships must stop."""
    phase = movement_ranges.movement_phase(state)
    if phase.noncombat or not is_ship(frame):
        return NOWHERE, NOWHERE
    closed, stops, _ = movement_ranges.route_zones(state.rules.pieces, state.cells, phase, frame.piece, seeking=False)
    stopped = reach_among(state, frame, 0, stops)
    return stopped & ~reach_among(state, frame, closed, stops), reach_among(state, frame, 0, 0) & ~stopped


@restriction("7.1.4", "ships that do not attack can enter {to} only together with attackers")
def enters_with_attackers(state: State, frame: movement_ranges.PickedUpUnits, side: int) -> sets.IdSet:
    return all_but(places_barred_in_phase_3(state, frame)[0])


@restriction("7.2.1", "ground units must stop in the enemy territory on the way to {to}")
def stop_in_enemy_land(state: State, frame: movement_ranges.PickedUpUnits, side: int) -> sets.IdSet:
    phase = movement_ranges.movement_phase(state)
    if phase.noncombat or frame.piece > AA_GUN:
        return all_but(NOWHERE)
    anywhere: int = state.rules.pieces.routes.march_ends(frame.place, steps_left(state, frame), -1, -1)
    return all_but(
        anywhere
        & ~movement_ranges.reachable_places(
            state, phase, frame.place, frame.piece, steps_left(state, frame), frame.origin
        )
    )


@restriction("7.3.2", "ships must stop at the enemies on the way to {to}")
def stop_at_enemies(state: State, frame: movement_ranges.PickedUpUnits, side: int) -> sets.IdSet:
    return all_but(NOWHERE if frame.piece == SUBMARINE else places_barred_in_phase_3(state, frame)[1])


@restriction(
    "7.3.3",
    "submarines must stop on the way to {to}: enemy destroyers (or, under an option, other ships) are in the way",
)
def stop_at_destroyers(state: State, frame: movement_ranges.PickedUpUnits, side: int) -> sets.IdSet:
    return all_but(places_barred_in_phase_3(state, frame)[1] if frame.piece == SUBMARINE else NOWHERE)


# -- 7.4, 7.6 decks ----------------------------------------------------------------------------------------------------


@restriction("7.4.3", "aircraft in the air need the carrier's deck elsewhere: it cannot go to {to}")
def carrier_deck_needed_elsewhere(state: State, frame: movement_ranges.PickedUpUnits, side: int) -> sets.IdSet:
    if frame.piece != CARRIER:
        return all_but(NOWHERE)
    return all_but(ends_of(state, frame) & ~sum([1 << to for to in destinations(state, frame)]))


def is_unflown_aircraft(state: State, frame: movement_ranges.PickedUpUnits) -> bool:
    """10.1 Whether the aircraft picked up have not flown yet, so that they move in phase 6."""
    return frame.piece in AIRCRAFT and movement_ranges.movement_phase(state).noncombat


@restriction("7.4.4", "{to} was captured this turn: no aircraft can land there before the next")
def not_just_taken(state: State, frame: movement_ranges.PickedUpUnits, side: int) -> sets.IdSet:
    return all_but(state.cells[TAKEN] if is_unflown_aircraft(state, frame) else NOWHERE)


def with_free_decks(cells: Cells, side: int) -> int:
    """7.6.1 All territories, and the zones with a free deck."""
    return LANDS_MASK | sum([1 << FIRST_ZONE + zone for zone, room in room_by_zone(cells, side).items() if room > 0])


@restriction("7.6.1", "no deck at {to} is free for such aircraft")
def deck_is_free(state: State, frame: movement_ranges.PickedUpUnits, side: int) -> sets.IdSet:
    if not is_unflown_aircraft(state, frame):
        return all_but(NOWHERE)
    return with_free_decks(state.cells, side) if frame.piece == FIGHTER else LANDS_MASK


@restriction("7.4.2", "an aircraft in the air needs the deck at {to}")
def deck_not_needed(state: State, frame: movement_ranges.PickedUpUnits, side: int) -> sets.IdSet:
    if not is_unflown_aircraft(state, frame):
        return all_but(NOWHERE)
    return all_but(sum([1 << to for to in without_needs(state, frame).keys() - destinations(state, frame).keys()]))


# -- 10.2, 10.3 phase 6 ------------------------------------------------------------------------------------------------


@restriction("10.2", "enemies are at {to} or block the way: no unit can go there in phase 6")
def no_enemies_in_phase_6(state: State, frame: movement_ranges.PickedUpUnits, side: int) -> sets.IdSet:
    phase = movement_ranges.movement_phase(state)
    if not phase.noncombat or frame.piece in AIRCRAFT:
        return all_but(NOWHERE)
    if frame.piece <= AA_GUN:
        anywhere = state.rules.pieces.routes.march_ends(frame.place, steps_left(state, frame), -1, -1)
    else:
        anywhere = reach_among(state, frame, 0, 0, naval_bases(state, frame))
    open_to = movement_ranges.reachable_places(
        state, phase, frame.place, frame.piece, steps_left(state, frame), frame.origin
    )
    return all_but(anywhere & ~open_to)


@restriction(
    "10.3", "{to} is one step too far: only a ship that sails between two friendly naval bases has an extra step"
)
def between_naval_bases(state: State, frame: movement_ranges.PickedUpUnits, side: int) -> sets.IdSet:
    if not movement_ranges.movement_phase(state).noncombat or not is_ship(frame):
        return all_but(NOWHERE)
    with_bases = reach_among(state, frame, 0, 0, naval_bases(state, frame))
    return all_but(reach_among(state, frame, 0, 0) & ~with_bases)


def naval_bases(state: State, frame: movement_ranges.PickedUpUnits) -> int:
    """2.7, 10.3 The naval bases that serve the side."""
    return state.rules.pieces.naval_bases & friendly_since_start(state.cells, frame.side)


DESTINATION_RESTRICTIONS = (
    no_closed_land,
    enters_with_attackers,
    stop_in_enemy_land,
    stop_at_enemies,
    stop_at_destroyers,
    carrier_deck_needed_elsewhere,
    not_just_taken,
    deck_is_free,
    deck_not_needed,
    no_enemies_in_phase_6,
    between_naval_bases,
)
"""The restrictions of a destination, in the order of the rulebook."""
