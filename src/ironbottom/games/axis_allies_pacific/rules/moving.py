"""7.1.1 Moving: units are picked up, then given a destination."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import Number, Numbers, members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import WIDTH
from ironbottom.games.axis_allies_pacific.derived.decks import landing_plan, may_go_along
from ironbottom.games.axis_allies_pacific.derived.reach import can_end_between_bases
from ironbottom.games.axis_allies_pacific.derived.sea_zones import convoys_of_enemy
from ironbottom.games.axis_allies_pacific.derived.stacks import group_by_place
from ironbottom.games.axis_allies_pacific.pieces import (
    AA_GUN,
    BOMBER,
    CARRIER,
    CHINA,
    CONVOY_AT,
    FIGHTER,
    FIRST_ZONE,
    JAPAN,
    PIECES,
    PLACE_COUNT,
    PLACES,
    POWERS,
    TRANSPORTS_MASK,
    WARSHIPS_MASK,
    Place,
    Side,
    UnitsInMovement,
)
from ironbottom.games.axis_allies_pacific.rules import movement_ranges
from ironbottom.games.axis_allies_pacific.rules.destinations import (
    count_of,
    destinations,
    ends_of,
    most_that_leave,
    picked_up,
    without_needs,
)
from ironbottom.games.axis_allies_pacific.rules.movement_restrictions import (
    DEPARTURE_PIECE_RESTRICTIONS,
    DEPARTURE_PLACE_RESTRICTIONS,
    DESTINATION_RESTRICTIONS,
)
from ironbottom.games.axis_allies_pacific.state import (
    ACTED,
    CONVOYS_TAKEN,
    ENTERED,
    ORIGINS,
    SAILED,
    UNITS,
    add_to_counts,
    defended_lands,
    held_by_team,
    hostile_zones,
    power_slot,
)
from ironbottom.games.axis_allies_pacific.state_types import Execution, State

# -- which units are picked up -------------------------------------------------------------------------------


def places_of(branches: Branches) -> int:
    """The places with units that can go somewhere."""
    result = 0
    for places, _ in branches:
        result |= places  # type: ignore[operator]
    return result


@restriction("7.1.1", "none of your units at {place} can still move", fallback=True)
def unmoved(state: State, frame: movement_ranges.MovementPhase, side: int) -> int:
    return places_of(picked_from(state, frame.offer_context(state), side))


@restriction("7.1.1", "no such unit at {place} can move", fallback=True)
def piece_goes(state: State, frame: movement_ranges.MovementPhase, side: int, place: int) -> int:
    return movement_ranges.movable(state, frame, side, place)


@restriction("14.1", "China is played by the United States")
def moves_china(state: State, frame: movement_ranges.MovementPhase, side: int) -> bool:
    return side == POWERS.index["usa"]


@restriction("14.5", "no Chinese unit at {land} can still move", fallback=True)
def unmoved_chinese(state: State, frame: movement_ranges.MovementPhase, side: int) -> int:
    return places_of(picked_from(state, frame.offer_context(state), CHINA))


@restriction("14.5", "no such Chinese unit at {land} can move", fallback=True)
def chinese_goes(state: State, frame: movement_ranges.MovementPhase, side: int, land: int) -> int:
    return movement_ranges.movable(state, frame, CHINA, land)


@restriction("7.3.2", "ships at {place} must stay: an enemy is there")
def not_stopped(state: State, frame: movement_ranges.MovementPhase, side: int) -> sets.IdSet:
    hostile = 0 if frame.noncombat else frame.offer_context(state).hostile
    stopped = [FIRST_ZONE + zone for zone in members(hostile) if state.cells[ACTED + FIRST_ZONE + zone]]
    gone_on = {row.place for row in frame.afloat if row_can_move(state, frame.offer_context(state), row)}
    return PLACES.all_but(sum([1 << place for place in stopped if place not in gone_on]))


@restriction("7.3.1", "none of your units at {place} is on the move", fallback=True)
def has_unit_in_movement(state: State, frame: movement_ranges.MovementPhase, side: int) -> int:
    now = frame.offer_context(state)
    return sum({1 << row.place for row in frame.afloat if row_can_move(state, now, row)})


@restriction("7.3.1", "no such unit at {place} has steps left", fallback=True)
def piece_in_movement(state: State, frame: movement_ranges.MovementPhase, side: int, place: int) -> int:
    now = frame.offer_context(state)
    rows = [row for row in frame.afloat if row.place == place and row_can_move(state, now, row)]
    return sum({1 << row.piece for row in rows})


def row_can_move(state: State, inputs: movement_ranges.MovementInputs, row: UnitsInMovement) -> bool:
    """Whether units on the move have steps left and somewhere to go."""
    _, place, piece, left, origin, _ = row
    if not left:
        return False
    phase, figures, zone = inputs.phase, inputs.figures, place - FIRST_ZONE
    if zone >= 0 and piece != CARRIER:
        beyond: int = figures.by_sea[zone]
        if phase.noncombat and left == 1:
            bases = figures.naval_bases & inputs.friendly
            return can_end_between_bases(figures, zone, origin - FIRST_ZONE, inputs.hostile, bases)
        if not phase.noncombat and not most_that_leave(figures, inputs.cells, phase.side, place, piece):
            return False
        return bool(beyond & ~inputs.hostile) or bool(
            beyond & ~movement_ranges.closed_to(figures, inputs.cells, phase, piece)
        )
    if piece == CARRIER and inputs.needs:
        plan = landing_plan(figures, inputs.cells, phase.side, hoping=not phase.noncombat)
        ends = members(movement_ranges.reachable_places(state, phase, place, piece, left, origin))
        return any(may_go_along(figures, plan, zone, to - FIRST_ZONE, 1, False) for to in ends)
    return bool(movement_ranges.reachable_places(state, phase, place, piece, left, origin))


def picked_from(state: State, inputs: movement_ranges.MovementInputs, power: int) -> Branches:
    """Every stack of a power that can move, place by place."""
    return group_by_place(power, movement_ranges.pieces_that_go(state, inputs, power))


def own_stacks(state: State, inputs: movement_ranges.MovementInputs, side: int) -> Branches:
    """Every stack of the side's own power."""
    return picked_from(state, inputs, side)


def chinese_stacks(state: State, inputs: movement_ranges.MovementInputs, side: int) -> Branches:
    """Every Chinese stack, in the turn of the United States."""
    return picked_from(state, inputs, CHINA) if side == POWERS.index["usa"] else []


MOVE = Verb(
    "move",
    clause="7.1.1",
    ends_list="never",
    offer=own_stacks,
    place=Argument(PLACES, *DEPARTURE_PLACE_RESTRICTIONS, unmoved),
    piece=Argument(PIECES, *DEPARTURE_PIECE_RESTRICTIONS, piece_goes),
)
MOVE_CHINESE = Verb(
    "move_chinese",
    clause="14.5",
    ends_list="never",
    when=(moves_china,),
    offer=chinese_stacks,
    land=Argument(PLACES, unmoved_chinese),
    piece=Argument(PIECES, chinese_goes),
)


def units_that_can_move_on(state: State, inputs: movement_ranges.MovementInputs, side: int) -> Branches:
    """All units on the move that can move further."""
    by_place: dict[int, int] = {}
    for row in inputs.phase.afloat:
        if row.left and row_can_move(state, inputs, row):
            by_place[row.place] = by_place.get(row.place, 0) | 1 << row.piece
    return [(1 << place, ((pieces, ()),)) for place, pieces in by_place.items()]


GO_ON = Verb(
    "go_on",
    clause="7.3.1",
    ends_list="never",
    offer=units_that_can_move_on,
    place=Argument(PLACES, not_stopped, has_unit_in_movement),
    piece=Argument(PIECES, piece_in_movement),
)


# -- where they go ----------------------------------------------------------------------------------------------


@restriction("7.1.1", "the units cannot reach {to} or may not go there", fallback=True)
def in_reach(state: State, frame: DestinationChoice, side: int) -> int:
    if frame.piece not in (FIGHTER, BOMBER, CARRIER):
        return ends_of(state, frame)
    return sum(1 << to for to in destinations(state, frame))


@restriction("7.1.4", "one of the attackers there must stay with the ships that came with them")
def one_must_stay(state: State, frame: DestinationChoice, side: int, to: int) -> sets.IdSet:
    phase = movement_ranges.movement_phase(state)
    if phase.noncombat or frame.piece in (FIGHTER, BOMBER) or frame.piece <= AA_GUN:
        return movement_ranges.NUMBERS.all
    most = most_that_leave(state.rules.pieces, state.cells, frame.side, frame.place, frame.piece)
    there = picked_up(state, phase, frame)
    return movement_ranges.NUMBERS.all_but((2 << there) - (2 << most) if most < there else 0)


@restriction("7.4.2", "that many cannot go to {to}: aircraft in the air need the decks")
def decks_for_all(state: State, frame: DestinationChoice, side: int, to: int) -> sets.IdSet:
    free, most = without_needs(state, frame).get(to, 0), destinations(state, frame).get(to, 0)
    return movement_ranges.NUMBERS.all_but((2 << free) - (2 << most) if most < free else 0)


@restriction("7.1.1", "that many cannot go to {to}", fallback=True)
def movable_numbers(state: State, frame: DestinationChoice, side: int, to: int) -> sets.IdSet:
    return (2 << destinations(state, frame).get(to, 0)) - 2


def all_destinations(state: State, frame: DestinationChoice, side: int) -> Branches:
    """All destinations with their numbers, computed at once."""
    if frame.piece not in (FIGHTER, BOMBER, CARRIER):
        all_of_them = ((2 << count_of(state, frame)) - 2, ())
        places = ends_of(state, frame)
        return [(places, (all_of_them,))] if places else []
    by_most: dict[int, int] = {}
    for to, most in destinations(state, frame).items():
        if most:
            by_most[most] = by_most.get(most, 0) | 1 << to
    return [(places, (((2 << most) - 2, ()),)) for most, places in by_most.items()]


GO = Verb(
    "go",
    clause="7.1.1",
    ends_list="never",
    offer=all_destinations,
    to=Argument(PLACES, *DESTINATION_RESTRICTIONS, in_reach),
    number=Argument(movement_ranges.NUMBERS, one_must_stay, decks_for_all, movable_numbers),
)


class DestinationChoice(movement_ranges.PickedUpUnits):
    """7.1.1 Units that were picked up, with the choice of their destination."""

    number, name, clause = 5, "bound", "7.1.1"
    verbs = (GO,)
    is_second_step = True

    def go(self, execution: Execution, to: int, number: int) -> None:
        state = execution.state
        phase = movement_ranges.movement_phase(state)
        if self.piece in (FIGHTER, BOMBER):
            execution.pop()
            fly_in_phase_6(execution, self, to, number)
            return
        left = self.left if self.left >= 0 else movement_ranges.steps_of(execution.rules.pieces, phase, self.piece)
        route = movement_ranges.routes_by_place(state, phase, self.place, self.piece, left, self.origin)[to]
        execution.pop()
        if self.piece <= AA_GUN:
            march(execution, self, phase, route, left - len(route), number)
        elif self.piece == CARRIER:
            ask_fighters_aboard(execution, self, to, number)
        else:
            sail(execution, self, phase, route, left - len(route), number)


# -- 7.6.1 the fighters that sail with carriers ---------------------------------------------------------------------

FIGHTER_NUMBERS = Numbers("number", 0, 255)


def numbers_that_may_sail(state: State, frame: SailingFightersChoice) -> tuple[int, ...]:
    """7.6.1 How many fighters together may sail with the carriers."""
    phase = movement_ranges.movement_phase(state)
    figures, start, to = state.rules.pieces, frame.place - FIRST_ZONE, frame.to - FIRST_ZONE
    plan = landing_plan(figures, state.cells, frame.side, hoping=not phase.noncombat)
    return may_go_along(figures, plan, start, to, frame.many, frame.left < 0)


@restriction(
    "7.6.1", "fighters without a deck must sail with the carriers, and aircraft in the air must keep their decks"
)
def own_fighters(state: State, frame: SailingFightersChoice, side: int) -> int:
    there = movement_ranges.fighters_aboard(state.cells, side, frame.place)
    return sum(
        {
            1 << own
            for total in numbers_that_may_sail(state, frame)
            for own in range(there.own + 1)
            if 0 <= total - own <= there.allied
        }
    )


@restriction(
    "7.6.2", "fighters without a deck must sail with the carriers, and aircraft in the air must keep their decks"
)
def allied_fighters(state: State, frame: SailingFightersChoice, side: int, own: int) -> int:
    there = movement_ranges.fighters_aboard(state.cells, side, frame.place)
    return sum([1 << total - own for total in numbers_that_may_sail(state, frame) if 0 <= total - own <= there.allied])


TAKE_ALONG = Verb(
    "take_along",
    clause="7.6.1",
    ends_list="never",
    own=Argument(FIGHTER_NUMBERS, own_fighters),
    allied=Argument(FIGHTER_NUMBERS, allied_fighters),
)


class SailingFightersChoice(Question):
    """7.6.1, 7.6.2 Carriers about to sail, with the choice of how many fighters aboard sail with them."""

    number, name, clause = 20, "aboard", "7.6.1"
    verbs = (TAKE_ALONG,)
    is_second_step = True
    side: Side
    place: Place
    to: Place
    many: Annotated[int, Number(1, 255)]
    left: Annotated[int, Number(-1, 3)]
    origin: Place

    def take_along(self, execution: Execution, own: int, allied: int) -> None:
        execution.pop()
        phase = execution.top(movement_ranges.MovementPhase)
        carriers = DestinationChoice(self.side, self.side, self.place, CARRIER, self.left, self.origin)
        left = self.left if self.left >= 0 else movement_ranges.steps_of(execution.rules.pieces, phase, CARRIER)
        route = movement_ranges.routes_by_place(execution.state, phase, self.place, CARRIER, left, self.origin)[self.to]
        sail(
            execution,
            carriers,
            phase,
            route,
            left - len(route),
            self.many,
            movement_ranges.SailingFighters(own, allied),
        )


def ask_fighters_aboard(execution: Execution, frame: DestinationChoice, to: int, number: int) -> None:
    """7.6.1 Asks only if there is a choice."""
    asked = SailingFightersChoice(frame.side, frame.place, to, number, frame.left, frame.origin)
    execution.push(asked)
    there = movement_ranges.fighters_aboard(execution.cells, frame.side, frame.place)
    totals = numbers_that_may_sail(execution.state, asked)
    options = [
        (own, total - own) for total in totals for own in range(there.own + 1) if 0 <= total - own <= there.allied
    ]
    if len(options) == 1:
        asked.take_along(execution, *options[0])
    else:
        execution.emit(log.BOUND_FOR, frame.power, frame.piece, number, frame.place, to)


def pick_up(execution: Execution, side: int, power: int, place: int, piece: int) -> None:
    """Asks for the destination of unmoved units."""
    execution.emit(log.PICKED_UP, power, piece, place)
    execution.push(DestinationChoice(side, power, place, piece, -1, place))


def pick_up_again(execution: Execution, frame: movement_ranges.MovementPhase, place: int, piece: int) -> None:
    """Asks where units on the move go next: those with the fewest steps left first."""
    now = frame.offer_context(execution.state)
    rows = [
        row
        for row in frame.afloat
        if row.place == place and row.piece == piece and row_can_move(execution.state, now, row)
    ]
    row = min(rows, key=lambda row: (row.left, row.origin))
    execution.emit(log.PICKED_UP, row.power, piece, place)
    execution.push(DestinationChoice(frame.side, row.power, place, piece, row.left, row.origin))


# -- what a move does ---------------------------------------------------------------------------------------------


def leave(
    execution: Execution, frame: DestinationChoice, phase: movement_ranges.MovementPhase, number: int
) -> tuple[UnitsInMovement, ...]:
    """Removes units from the place where they were picked up; returns the rows that remain on the move."""
    cells = execution.cells
    if frame.left < 0:
        add_to_counts(cells, UNITS + frame.power * PLACE_COUNT + frame.place, frame.piece, -number)
        return phase.afloat
    add_to_counts(cells, ACTED + power_slot(frame.power) * PLACE_COUNT + frame.place, frame.piece, -number)
    gone = UnitsInMovement(frame.power, frame.place, frame.piece, frame.left, frame.origin, -number)
    return movement_ranges.with_units_in_movement(phase.afloat, gone)


def march(
    execution: Execution,
    frame: DestinationChoice,
    phase: movement_ranges.MovementPhase,
    route: tuple[int, ...],
    left: int,
    number: int,
) -> None:
    """7.1.2, 7.2.1, 7.2.3 Moves ground units; territories without enemy combat units on their way are taken."""
    cells = execution.cells
    afloat = leave(execution, frame, phase, number)
    to = route[-1]
    add_to_counts(cells, ACTED + power_slot(frame.power) * PLACE_COUNT + to, frame.piece, number)
    cells[ORIGINS + to] |= 1 << (route[-2] if len(route) > 1 else frame.place)
    execution.emit(log.MOVED, frame.power, frame.piece, number, frame.place, to, route)
    held, defended = held_by_team(cells, frame.side), defended_lands(cells, frame.side)
    for land in route:
        if not (held | defended | cells[ENTERED]) >> land & 1:
            cells[ENTERED] |= 1 << land
            execution.emit(log.ENTERED, frame.power, land)
    if left and not (defended & ~held) >> to & 1:
        afloat = movement_ranges.with_units_in_movement(
            afloat, UnitsInMovement(frame.power, to, frame.piece, left, frame.origin, number)
        )
    execution.replace(changed(phase, afloat=afloat))


NO_FIGHTERS = movement_ranges.SailingFighters(0, 0)


def sail(
    execution: Execution,
    frame: DestinationChoice,
    phase: movement_ranges.MovementPhase,
    route: tuple[int, ...],
    left: int,
    number: int,
    along: movement_ranges.SailingFighters = NO_FIGHTERS,
) -> None:
    """7.3.1, 9.5.2 Moves ships; warships take enemy convoys on their way."""
    cells, side, to = execution.cells, frame.side, route[-1]
    if frame.piece == CARRIER:
        movement_ranges.sail_carriers(cells, side, frame.place, to, number, along, fresh=frame.left < 0)
        gone = UnitsInMovement(frame.power, frame.place, CARRIER, frame.left, frame.origin, -number)
        afloat = phase.afloat if frame.left < 0 else movement_ranges.with_units_in_movement(phase.afloat, gone)
    else:
        afloat = leave(execution, frame, phase, number)
        add_to_counts(cells, ACTED + to, frame.piece, number)
    for step in route:
        cells[SAILED] |= 1 << step - FIRST_ZONE
    execution.emit(log.MOVED, frame.power, frame.piece, number, frame.place, to, route)
    transports = 1 << WIDTH * frame.piece & TRANSPORTS_MASK
    if not phase.noncombat:
        take_convoys(execution, side, frame.piece, route)
    carries = transports or (side == JAPAN and frame.piece in LOADABLE_DESTROYERS)
    _, stops, _ = movement_ranges.route_zones(execution.rules.pieces, cells, phase, frame.piece, seeking=False)
    left = 0 if stops >> to - FIRST_ZONE & 1 else left
    passed = (frame.origin, frame.place, *route[:-1])
    if left:  # 8.8.2 records only the places of retreat that a row does not contain
        passed = tuple([place for place in passed if place != frame.origin])
    record_approach(execution, to, passed)
    if left or carries:
        afloat = movement_ranges.with_units_in_movement(
            afloat, UnitsInMovement(frame.power, to, frame.piece, left, frame.origin, number)
        )
    execution.replace(changed(phase, afloat=afloat))


def record_approach(execution: Execution, to: int, places: tuple[int, ...]) -> None:
    """8.8.2 Records that ships came to a zone from or through the adjacent ones among these places."""
    beside = execution.rules.pieces.by_sea[to - FIRST_ZONE] << FIRST_ZONE
    execution.cells[ORIGINS + to] |= sum([1 << place for place in set(places)]) & beside


LOADABLE_DESTROYERS = (PIECES.index["destroyer"], PIECES.index["destroyer_infantry"])


def take_convoys(execution: Execution, side: int, piece: int, route: tuple[int, ...]) -> None:
    """9.5.2 A warship takes the enemy's convoys in the zones it enters or passes that are free of enemy units."""
    if not 1 << WIDTH * piece & WARSHIPS_MASK:
        return
    free = convoys_of_enemy(execution.cells, side) & ~hostile_zones(execution.cells, side)
    for step in route:
        if free >> step - FIRST_ZONE & 1:
            take_convoy(execution, side, step - FIRST_ZONE)


def take_convoy(execution: Execution, side: int, zone: int) -> None:
    """9.5.1 Gives a convoy to the other side."""
    convoy = CONVOY_AT[zone]
    execution.cells[CONVOYS_TAKEN] ^= 1 << convoy
    execution.emit(log.CONVOY_TAKEN, convoy, side)


def fly_in_phase_6(execution: Execution, frame: DestinationChoice, to: int, number: int) -> None:
    """10.1 Aircraft that have not flown yet move in phase 6."""
    cells = execution.cells
    add_to_counts(cells, UNITS + frame.power * PLACE_COUNT + frame.place, frame.piece, -number)
    add_to_counts(cells, ACTED + power_slot(frame.power) * PLACE_COUNT + to, frame.piece, number)
    execution.emit(log.MOVED, frame.power, frame.piece, number, frame.place, to, (to,))
