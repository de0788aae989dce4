"""7.1, 7.4 Phase 3: combat movement; aircraft take off for their battles."""

from __future__ import annotations

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import Domain, members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import MAX_COUNT, number_of
from ironbottom.games.axis_allies_pacific.derived.decks import (
    can_serve_more,
    carrier_room,
    flotilla,
    land_needs,
    seas_of,
    without_fighters,
    zones_of,
)
from ironbottom.games.axis_allies_pacific.derived.flights import reached_by_air, routes_past_guns
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.derived.stacks import TRANSPORT_KINDS, TRANSPORT_KINDS_OF_JAPAN
from ironbottom.games.axis_allies_pacific.pieces import (
    BOMBER,
    CHINA,
    FIGHTER,
    FLIGHT,
    FLIGHT_AT,
    JAPAN,
    LAND_COUNT,
    PLACE_COUNT,
    PLACES,
    POWERS,
    FlightKind,
    Piece,
    Place,
    Power,
    Side,
)
from ironbottom.games.axis_allies_pacific.rules import allied_ships, transports
from ironbottom.games.axis_allies_pacific.rules.closing_verbs import DONE
from ironbottom.games.axis_allies_pacific.rules.movement_ranges import NUMBERS, MovementPhase
from ironbottom.games.axis_allies_pacific.rules.moving import (
    GO_ON,
    MOVE,
    MOVE_CHINESE,
    pick_up,
    pick_up_again,
    record_approach,
)
from ironbottom.games.axis_allies_pacific.rules.overflight import (
    Overflight,
    Overflights,
    armed_lands,
    fire_at_passing,
    passable,
)
from ironbottom.games.axis_allies_pacific.state import (
    ACTIVE,
    COMPLEXES,
    ESCAPED,
    FLYING,
    UNITS,
    Cells,
    add_to_counts,
    friendly_at_once,
    friendly_since_start,
    held_by_team,
    hostile_zones,
    power_slot,
)
from ironbottom.games.axis_allies_pacific.state_types import Execution, State

TASKS = Domain("task", ("attack", "raid"))
"""7.1.5 The tasks of aircraft: join the battle of the place, or raid a complex (fighters: escort the raid)."""


class CombatMoves(MovementPhase):
    """7.1.1 Phase 3: units move, all movement before any combat."""

    number, name, clause = 4, "combat_moves", "7.1.1"
    verbs = (
        MOVE,
        MOVE_CHINESE,
        GO_ON,
        transports.LOAD,
        allied_ships.BOARD,
        transports.ASSAULT,
        allied_ships.STORM,
        transports.SEIZE,
        DONE,
    )
    passing: Overflights

    def move(self, execution: Execution, place: int, piece: int) -> None:
        if piece in (FIGHTER, BOMBER):
            ask_destination(execution, self.side, self.side, place, piece)
        else:
            pick_up(execution, self.side, self.side, place, piece)

    def move_chinese(self, execution: Execution, land: int, piece: int) -> None:
        china = POWERS.index["china"]
        if piece in (FIGHTER, BOMBER):
            ask_destination(execution, self.side, china, land, piece)
        else:
            pick_up(execution, self.side, china, land, piece)

    def go_on(self, execution: Execution, place: int, piece: int) -> None:
        pick_up_again(execution, self, place, piece)

    def load(self, execution: Execution, zone: int, ship: int, land: int, unit: int) -> None:
        transports.load_ship(execution, self, zone, ship, land, unit)

    def board(self, execution: Execution, zone: int, ship: int, land: int, unit: int) -> None:
        allied_ships.board_allied_ship(execution, self.side, zone, ship, land, unit)

    def assault(self, execution: Execution, zone: int, ship: int, land: int, part: int) -> None:
        transports.plan_assault(execution, self, zone, ship, land, part)

    def storm(self, execution: Execution, zone: int, ship: int, land: int, part: int) -> None:
        allied_ships.assault_from_allied_ship(execution, self.side, zone, ship, land, part)

    def seize(self, execution: Execution, zone: int, ship: int) -> None:
        transports.seize(execution, self, zone, ship)

    def done(self, execution: Execution) -> None:
        execution.pop()
        mark_escaped(execution.cells, self)
        for row in self.afloat:
            if row.place >= LAND_COUNT:
                record_approach(execution, row.place, (row.origin,))
        execution.emit(log.FINISHED, self.side, log.PHASES.index["combat_moves"])
        fire_at_passing(execution, self.passing)


def mark_escaped(cells: Cells, frame: CombatMoves) -> None:
    """7.3.4, 7.7.5, 7.8.1 Ships with room for troops that left a hostile zone for a friendly one may act in phase 6."""
    hostile = hostile_zones(cells, frame.side)
    troop_carriers = TRANSPORT_KINDS_OF_JAPAN if frame.side == JAPAN else TRANSPORT_KINDS
    for row in frame.afloat:
        left, to = row.origin - LAND_COUNT, row.place - LAND_COUNT
        if troop_carriers >> row.piece & 1 and hostile >> left & 1 and not hostile >> to & 1:
            add_to_counts(cells, ESCAPED + to, row.piece, row.many)


def begin_combat_moves(execution: Execution) -> None:
    """7.1.1 Phase 3 begins."""
    execution.push(CombatMoves(execution.cells[ACTIVE], (), ()))


def ask_destination(execution: Execution, side: int, power: int, place: int, piece: int) -> None:
    """Asks for the destination of aircraft."""
    execution.emit(log.PICKED_UP, power, piece, place)
    execution.push(Takeoff(side, power, place, piece))


# -- flights (7.4) -------------------------------------------------------------------------------------------


def flight_destinations(figures: Figures, cells: Cells, frame: Takeoff) -> dict[int, tuple[int, int]]:
    """7.4.2 The places where aircraft may fly and still land: their remaining steps, and how many may go.

    From a carrier among enemies they may take off for the battle there.
    """
    there = number_of(cells[UNITS + frame.power * PLACE_COUNT + frame.place], frame.piece)
    among_enemies = frame.place >= LAND_COUNT and hostile_zones(cells, frame.side) >> frame.place - LAND_COUNT & 1
    friendly = friendly_since_start(cells, frame.side)
    by_land, doubtful = reached_by_air(figures, frame.place, frame.piece, friendly, bool(among_enemies))
    result = {to: (left, there) for to, left in by_land.items()}
    if doubtful and frame.power != CHINA:  # 14.5 China has no units at sea
        result |= by_decks(figures, cells, frame, doubtful, there)
    return result


def by_decks(
    figures: Figures, cells: Cells, frame: Takeoff, doubtful: dict[int, int], there: int
) -> dict[int, tuple[int, int]]:
    """7.4.2 Among places from which only a carrier can be reached, those that leave room on carriers for all aircraft
    together.
    """
    needs, safe = land_needs(figures, cells, frame.side)
    if not safe:
        return {}
    decks, seas = flotilla(cells, frame.side), seas_of(figures, cells, frame.side, hoping=True)
    result: dict[int, tuple[int, int]] = {}
    hopeful = doubtful
    for number in range(1, there + 1):
        if frame.place >= LAND_COUNT:
            decks = without_fighters(decks, frame.place - LAND_COUNT, 1)
        all_decks = carrier_room(figures, decks, seas)
        in_reach = zones_of(all_decks)
        hopeful = {
            to: left
            for to, left in hopeful.items()
            if (zones := figures.routes.decks(to, left)) & in_reach and can_serve_more(needs, zones, number, all_decks)
        }
        if not hopeful:
            break
        result |= {to: (left, number) for to, left in hopeful.items()}
    return result


@restriction("7.4.2", "an aircraft that flies to {to} could not land afterwards, or cannot reach it", fallback=True)
def lands_again(state: State, frame: Takeoff, side: int) -> int:
    return sum(1 << to for to in flight_destinations(state.rules.pieces, state.cells, frame))


@restriction("7.2.2", "{to} was entered without a fight: it is friendly now and cannot be raided")
def not_entered(state: State, frame: Takeoff, side: int, to: int) -> int:
    return 1 if friendly_at_once(state.rules.pieces, state.cells) >> to & 1 else 3


@restriction("8.11.1", "there is no enemy industrial complex at {to} to raid, or no raid to escort")
def may_raid(state: State, frame: Takeoff, side: int, to: int) -> int:
    return 3 if raid_at(state.rules.pieces, state.cells, frame, side) >> to & 1 else 1


@restriction("7.4.2", "that many aircraft could not land again")
def number_that_can_land(state: State, frame: Takeoff, side: int, to: int, task: int) -> sets.IdSet:
    return (2 << flight_destinations(state.rules.pieces, state.cells, frame).get(to, (0, 0))[1]) - 2


def raid_at(figures: Figures, cells: Cells, frame: Takeoff, side: int) -> int:
    """7.2.2, 8.11.1 The enemy territories with a complex, for bombers; for fighters, those that bombers will raid."""
    targets = cells[COMPLEXES] & ~held_by_team(cells, side) & ~friendly_at_once(figures, cells)
    if frame.piece == BOMBER:
        return targets
    return sum(1 << land for land in members(targets) if cells[FLYING + land] & RAIDERS)


RAIDERS = sum(
    MAX_COUNT << 12 * number for number, flight in enumerate(FLIGHT) if flight.on_raid and flight.piece == BOMBER
)


def takeoffs(state: State, frame: Takeoff, side: int) -> Branches:
    """A faster generator of flights with their tasks and numbers."""
    raids = raid_at(state.rules.pieces, state.cells, frame, side)
    places_by_number: dict[tuple[int, int], int] = {}
    for to, (_, most) in flight_destinations(state.rules.pieces, state.cells, frame).items():
        key = (3 if raids >> to & 1 else 1, most)
        places_by_number[key] = places_by_number.get(key, 0) | 1 << to
    return [(places, ((tasks, (((2 << most) - 2, ()),)),)) for (tasks, most), places in places_by_number.items()]


FLY = Verb(
    "fly",
    clause="7.4.1",
    ends_list="never",
    offer=takeoffs,
    to=Argument(PLACES, lands_again),
    task=Argument(TASKS, not_entered, may_raid),
    number=Argument(NUMBERS, number_that_can_land),
)


# -- 8.3.2 routes past fewer guns --------------------------------------------------------------------------------


def detours(state: State, frame: Takeoff) -> dict[int, tuple[int, int, int]]:
    """8.3.2 The places with a longer route past fewer AA guns: remaining steps, guns passed, how many may go.

    The route used is the route past the fewest guns that still lets the aircraft land.
    """
    figures, cells = state.rules.pieces, state.cells
    armed = armed_lands(figures, cells, frame.side)
    if not armed:
        return {}
    friendly = friendly_since_start(cells, frame.side)
    bases, allowance = figures.air_bases & friendly, figures.moves[frame.piece]
    there = number_of(cells[UNITS + frame.power * PLACE_COUNT + frame.place], frame.piece)
    free = int(frame.place < LAND_COUNT and bases >> frame.place & 1)
    armed = passable(figures, armed, frame.place, allowance + free)
    if not armed:
        return {}
    result: dict[int, tuple[int, int, int]] = {}
    for to, routes in enumerate(routes_past_guns(figures, armed, frame.place, allowance + free)):
        for spaces, guns in reversed(routes[1:]):
            left = allowance + free - spaces
            if figures.routes.landings(to, left, friendly, bases):
                result[to] = (left, guns, there)
            elif (
                frame.piece == FIGHTER
                and frame.power != CHINA
                and (most := by_decks(figures, cells, frame, {to: left}, there))
            ):
                result[to] = (left, guns, most[to][1])
            if to in result:
                break
    return result


@restriction("8.3.2", "no detour to {to} passes fewer AA guns and still lets the aircraft land")
def round_about(state: State, frame: Takeoff, side: int) -> int:
    return sum(1 << to for to in detours(state, frame))


@restriction("7.4.2", "that many aircraft could not land again")
def number_that_can_detour(state: State, frame: Takeoff, side: int, to: int, task: int) -> sets.IdSet:
    return (2 << detours(state, frame).get(to, (0, 0, 0))[2]) - 2


def takeoffs_around(state: State, frame: Takeoff, side: int) -> Branches:
    """A faster generator of flights past fewer guns, with their tasks and numbers."""
    raids = raid_at(state.rules.pieces, state.cells, frame, side)
    return [
        (1 << to, ((3 if raids >> to & 1 else 1, (((2 << most) - 2, ()),)),))
        for to, (_, _, most) in detours(state, frame).items()
    ]


FLY_AROUND = Verb(
    "fly_around",
    clause="8.3.2",
    ends_list="never",
    offer=takeoffs_around,
    to=Argument(PLACES, round_about),
    task=Argument(TASKS, not_entered, may_raid),
    number=Argument(NUMBERS, number_that_can_detour),
)


class Takeoff(Question):
    """7.4.1 Aircraft that take off, with the choice of their destination: direct, or past fewer AA guns."""

    number, name, clause = 6, "takeoff", "7.4.1"
    verbs = (FLY, FLY_AROUND)
    is_second_step = True
    side: Side
    power: Power
    place: Place
    piece: Piece

    def fly(self, execution: Execution, to: int, task: int, number: int) -> None:
        cells, figures = execution.cells, execution.rules.pieces
        bases = figures.air_bases & friendly_since_start(cells, self.side)
        left = figures.moves[self.piece] - figures.routes.flight(self.place, to, bases)
        far = figures.routes.steps[self.place][to]
        armed = passable(figures, armed_lands(figures, cells, self.side), self.place, far)
        routes = routes_past_guns(figures, armed, self.place, far)[to] if armed else ()
        send_aircraft(execution, self, to, FlightKind(self.piece, task, left), number, routes[0].guns if routes else 0)

    def fly_around(self, execution: Execution, to: int, task: int, number: int) -> None:
        left, guns, _ = detours(execution.state, self)[to]
        send_aircraft(execution, self, to, FlightKind(self.piece, task, left), number, guns)


def send_aircraft(execution: Execution, frame: Takeoff, to: int, flight: FlightKind, number: int, guns: int) -> None:
    """7.4.1 Sends aircraft over these AA guns."""
    execution.pop()
    cells, kind = execution.cells, FLIGHT_AT[flight]
    add_to_counts(cells, UNITS + frame.power * PLACE_COUNT + frame.place, frame.piece, -number)
    add_to_counts(cells, FLYING + power_slot(frame.power) * PLACE_COUNT + to, kind, number)
    execution.emit(log.FLOWN, frame.power, frame.piece, number, frame.place, to, flight.left, flight.on_raid)
    if guns:
        below = execution.top(CombatMoves)
        execution.replace(changed(below, passing=(*below.passing, Overflight(guns, frame.power, to, kind, number))))
