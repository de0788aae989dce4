"""10.0 Phase 6: units that neither moved nor fought move, aircraft land, fighters go on patrol."""

from __future__ import annotations

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import MAX_COUNT, nonzero, number_of
from ironbottom.games.axis_allies_pacific.derived.decks import (
    NO_AIRCRAFT,
    landing_plan,
    room_by_zone,
)
from ironbottom.games.axis_allies_pacific.derived.flights import (
    decks_open_to,
    flights_by_place,
    landings_in_phase_6,
    patrol_stations,
)
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.pieces import (
    CAP,
    CHINA,
    FIGHTER,
    FIRST_ZONE,
    FLIGHT,
    FLIGHTS,
    LAND_COUNT,
    LANDS,
    PLACE_COUNT,
    PLACES,
    POWERS_OF,
    ZONES,
)
from ironbottom.games.axis_allies_pacific.rules import allied_ships, transports
from ironbottom.games.axis_allies_pacific.rules.cargo_after_combat import forget_combat
from ironbottom.games.axis_allies_pacific.rules.closing_verbs import DONE
from ironbottom.games.axis_allies_pacific.rules.movement_ranges import NUMBERS, MovementInputs, MovementPhase
from ironbottom.games.axis_allies_pacific.rules.movement_restrictions import LANDS_MASK, with_free_decks
from ironbottom.games.axis_allies_pacific.rules.moving import GO_ON, MOVE, MOVE_CHINESE, pick_up, pick_up_again
from ironbottom.games.axis_allies_pacific.state import (
    ACTED,
    ACTIVE,
    ESCAPED,
    FLYING,
    TAKEN,
    UNITS,
    Cells,
    add_to_counts,
    friendly_since_start,
)
from ironbottom.games.axis_allies_pacific.state_types import Execution, State

# -- 10.1 landings of aircraft that flew ---------------------------------------------------------------------


def places_to_land(figures: Figures, cells: Cells, side: int, place: int, flight: int) -> dict[int, int]:
    """7.4.4, 7.5.1, 7.6.1 The places where an aircraft in the air may land now, with the room there."""
    lands = friendly_since_start(cells, side)
    kind = FLIGHT[flight]
    result = dict.fromkeys(
        members(figures.routes.landings(place, kind.left, lands, figures.air_bases & lands)), MAX_COUNT
    )
    if kind.piece == FIGHTER and not number_of(cells[FLYING + PLACE_COUNT + place], flight):  # 14.5 China has no decks
        plan = landing_plan(figures, cells, side, hoping=False)
        there = number_of(cells[FLYING + place], flight)
        result |= decks_open_to(figures, plan, figures.routes.decks(place, kind.left), there, needy=not result)
    return result


def flights_to_land(state: State, side: int) -> dict[int, int]:
    """The flights at each place that can land somewhere, as sets."""
    figures, cells = state.rules.pieces, state.cells
    result = {}
    for place, flights in flights_by_place(cells[FLYING : FLYING + 2 * PLACE_COUNT]).items():
        own = sum(1 << flight for flight in members(flights) if places_to_land(figures, cells, side, place, flight))
        if own:
            result[place] = own
    return result


@restriction("10.1", "none of your aircraft at {place} that must land can do so", fallback=True)
def aircraft_at(state: State, frame: NoncombatMoves, side: int) -> int:
    return sum(1 << place for place in flights_to_land(state, side))


@restriction("10.1", "no such aircraft at {place} can land", fallback=True)
def is_in_flight(state: State, frame: NoncombatMoves, side: int, place: int) -> int:
    return flights_to_land(state, side).get(place, 0)


@restriction("7.4.4", "{to} was captured this turn: no aircraft can land there before the next")
def not_just_taken(state: State, frame: NoncombatMoves, side: int, place: int, flight: int) -> sets.IdSet:
    return PLACES.all_but(state.cells[TAKEN])


@restriction("7.6.1", "no deck at {to} is free for such aircraft")
def deck_there(state: State, frame: NoncombatMoves, side: int, place: int, flight: int) -> int:
    return with_free_decks(state.cells, side) if FLIGHT[flight].piece == FIGHTER else LANDS_MASK


@restriction("7.4.2", "another aircraft in the air needs that deck at {to}")
def deck_not_needed(state: State, frame: NoncombatMoves, side: int, place: int, flight: int) -> sets.IdSet:
    figures, cells = state.rules.pieces, state.cells
    within = figures.routes.decks(place, FLIGHT[flight].left) << FIRST_ZONE & with_free_decks(cells, side)
    if FLIGHT[flight].piece != FIGHTER or number_of(cells[FLYING + PLACE_COUNT + place], flight):
        return PLACES.all
    return PLACES.all_but(within & ~sum([1 << to for to in places_to_land(figures, cells, side, place, flight)]))


@restriction("7.4.2", "it cannot land at {to}: it is out of reach, or not friendly", fallback=True)
def has_place_to_land(state: State, frame: NoncombatMoves, side: int, place: int, flight: int) -> int:
    return sum(1 << to for to in places_to_land(state.rules.pieces, state.cells, side, place, flight))


@restriction("7.4.2", "that many cannot land at {to}: other aircraft in the air need the decks")
def decks_left(state: State, frame: NoncombatMoves, side: int, place: int, flight: int, to: int) -> sets.IdSet:
    cells = state.cells
    room = room_by_zone(cells, side).get(to - FIRST_ZONE, 0) if to >= FIRST_ZONE else 0
    most = places_to_land(state.rules.pieces, cells, side, place, flight).get(to, 0)
    there = number_of(cells[FLYING + place] + cells[FLYING + PLACE_COUNT + place], flight)
    return NUMBERS.all_but((2 << min(room, there)) - (2 << most)) if room > most else NUMBERS.all


@restriction("7.6.1", "that many cannot land at {to}", fallback=True)
def room_for_flight(state: State, frame: NoncombatMoves, side: int, place: int, flight: int, to: int) -> sets.IdSet:
    cells = state.cells
    there = number_of(cells[FLYING + place] + cells[FLYING + PLACE_COUNT + place], flight)
    return (2 << min(there, places_to_land(state.rules.pieces, cells, side, place, flight).get(to, 0))) - 2


def aircraft_landings(state: State, inputs: MovementInputs, side: int) -> Branches:
    """All landings, place by place."""
    aloft = inputs.cells[FLYING : FLYING + 2 * PLACE_COUNT]
    if aloft == NO_AIRCRAFT:
        return []
    return landings_in_phase_6(
        (inputs.figures, aloft, inputs.friendly, landing_plan(inputs.figures, inputs.cells, side, hoping=False))
    )


LAND = Verb(
    "land",
    clause="10.1",
    ends_list="never",
    offer=aircraft_landings,
    place=Argument(PLACES, aircraft_at),
    flight=Argument(FLIGHTS, is_in_flight),
    to=Argument(PLACES, not_just_taken, deck_there, deck_not_needed, has_place_to_land),
    number=Argument(NUMBERS, decks_left, room_for_flight),
)

# -- fighters on patrol (10.5) ---------------------------------------------------------------------------------


def carrier_stations(inputs: MovementInputs) -> dict[int, int]:
    """10.5.1, 10.5.2 For each territory with unmoved fighters, the adjacent zones that are not hostile."""
    return patrol_stations((inputs.figures, inputs.stacks[:LAND_COUNT], inputs.hostile))


@restriction(
    "10.5.1",
    "no fighter in {land} can patrol: it must not have moved or fought, and needs a zone without enemies beside it",
    fallback=True,
)
def fighters_on(state: State, frame: NoncombatMoves, side: int) -> int:
    return sum(1 << land for land in carrier_stations(frame.offer_context(state)))


@restriction("10.5.1", "fighters patrol a zone beside their territory, without enemies in it")
def zone_beside(state: State, frame: NoncombatMoves, side: int, land: int) -> int:
    return carrier_stations(frame.offer_context(state)).get(land, 0)


@restriction("10.5.2", "there are not that many fighters in {land}")
def fighters_there(state: State, frame: NoncombatMoves, side: int, land: int, zone: int) -> sets.IdSet:
    return (2 << number_of(state.cells[UNITS + side * PLACE_COUNT + land], FIGHTER)) - 2


def patrols(state: State, inputs: MovementInputs, side: int) -> Branches:
    """All possible patrols, territory by territory."""
    first = UNITS + side * PLACE_COUNT
    return [
        (1 << land, ((zones, (((2 << number_of(inputs.cells[first + land], FIGHTER)) - 2, ()),)),))
        for land, zones in carrier_stations(inputs).items()
    ]


PATROL = Verb(
    "patrol",
    clause="10.5.1",
    ends_list="never",
    offer=patrols,
    land=Argument(LANDS, fighters_on),
    zone=Argument(ZONES, zone_beside),
    number=Argument(NUMBERS, fighters_there),
)


class NoncombatMoves(MovementPhase):
    """10.1 Phase 6: non-combat movement."""

    number, name, clause = 7, "regroup", "10.1"
    noncombat = True
    verbs = (
        MOVE,
        MOVE_CHINESE,
        GO_ON,
        transports.LOAD,
        transports.UNLOAD,
        allied_ships.BOARD,
        allied_ships.DISEMBARK,
        LAND,
        PATROL,
        DONE,
    )

    def move(self, execution: Execution, place: int, piece: int) -> None:
        pick_up(execution, self.side, self.side, place, piece)

    def move_chinese(self, execution: Execution, land: int, piece: int) -> None:
        pick_up(execution, self.side, CHINA, land, piece)

    def go_on(self, execution: Execution, place: int, piece: int) -> None:
        pick_up_again(execution, self, place, piece)

    def load(self, execution: Execution, zone: int, ship: int, land: int, unit: int) -> None:
        transports.load_ship(execution, self, zone, ship, land, unit)

    def board(self, execution: Execution, zone: int, ship: int, land: int, unit: int) -> None:
        allied_ships.board_allied_ship(execution, self.side, zone, ship, land, unit)

    def unload(self, execution: Execution, zone: int, ship: int, land: int, part: int) -> None:
        transports.unload(execution, self, zone, ship, land, part)

    def disembark(self, execution: Execution, zone: int, ship: int, land: int, part: int) -> None:
        allied_ships.disembark(execution, self.side, zone, ship, land, part)

    def land(self, execution: Execution, place: int, flight: int, to: int, number: int) -> None:
        cells = execution.cells
        left = number
        for first, power in enumerate(POWERS_OF[self.side]):
            cell = FLYING + first * PLACE_COUNT + place
            those = min(left, number_of(cells[cell], flight))
            if those:
                add_to_counts(cells, cell, flight, -those)
                add_to_counts(cells, ACTED + first * PLACE_COUNT + to, FLIGHT[flight].piece, those)
                execution.emit(log.AIRCRAFT_LANDED, power, FLIGHT[flight].piece, those, to)
                left -= those

    def patrol(self, execution: Execution, land: int, zone: int, number: int) -> None:
        cells = execution.cells
        add_to_counts(cells, UNITS + self.side * PLACE_COUNT + land, FIGHTER, -number)
        add_to_counts(cells, ACTED + FIRST_ZONE + zone, CAP, number)
        execution.emit(log.PATROL_SENT, self.side, land, zone, number)

    def done(self, execution: Execution) -> None:
        execution.pop()
        lose_what_cannot_land(execution, self.side)
        cells = execution.cells
        cells[ESCAPED : ESCAPED + len(ZONES)] = [0] * len(ZONES)
        forget_combat(cells)
        execution.emit(log.FINISHED, self.side, log.PHASES.index["regroup"])


def lose_what_cannot_land(execution: Execution, side: int) -> None:
    """10.1 Aircraft without a place to land are lost."""
    cells = execution.cells
    for first, power in enumerate(POWERS_OF[side]):
        for place in range(PLACE_COUNT):
            counts = cells[FLYING + first * PLACE_COUNT + place]
            if counts:
                for flight, number in nonzero(counts):
                    execution.emit(log.AIRCRAFT_LOST, power, FLIGHT[flight].piece, number, place)
                cells[FLYING + first * PLACE_COUNT + place] = 0


def begin_noncombat_moves(execution: Execution) -> None:
    """10.1, 7.3.4 Begins phase 6; transports that left enemies and were lost since then no longer load and unload."""
    cells = execution.cells
    for zone in range(len(ZONES)):
        for ship, number in nonzero(cells[ESCAPED + zone]):
            surplus = number - number_of(cells[ACTED + FIRST_ZONE + zone], ship)
            if surplus > 0:
                add_to_counts(cells, ESCAPED + zone, ship, -surplus)
    execution.push(NoncombatMoves(cells[ACTIVE], ()))
