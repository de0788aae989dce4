"""7.1.1 Moving: units are picked up, then given a destination."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import Number, Numbers, members
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Execution, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.engine.rules.state import State
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific.counts import WIDTH
from ironbottom.games.axis_allies_pacific.derived.decks import may_go_along, plan_of
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
    Afloat,
    Place,
    Side,
)
from ironbottom.games.axis_allies_pacific.rules import courses
from ironbottom.games.axis_allies_pacific.rules.barred import BARS, STAY, STAY_AT
from ironbottom.games.axis_allies_pacific.rules.destinations import (
    count_of,
    destinations,
    ends_of,
    most_that_leave,
    picked_up,
    without_needs,
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

# -- which units are picked up -------------------------------------------------------------------------------


def places_of(branches: Branches) -> int:
    """The places with units that can go somewhere."""
    result = 0
    for places, _ in branches:
        result |= places  # type: ignore[operator]
    return result


@restriction("7.1.1", "none of your units at {place} can still move", fallback=True)
def unmoved(state: State, frame: courses.MovementPhase, side: int) -> int:
    return places_of(picked_from(state, frame.offer_context(state), side))


@restriction("7.1.1", "no such unit at {place} can move", fallback=True)
def piece_goes(state: State, frame: courses.MovementPhase, side: int, place: int) -> int:
    return courses.movable(state, frame, side, place)


@restriction("14.1", "China is played by the United States")
def moves_china(state: State, frame: courses.MovementPhase, side: int) -> bool:
    return side == POWERS.index["usa"]


@restriction("14.5", "no Chinese unit at {land} can still move", fallback=True)
def unmoved_chinese(state: State, frame: courses.MovementPhase, side: int) -> int:
    return places_of(picked_from(state, frame.offer_context(state), CHINA))


@restriction("14.5", "no such Chinese unit at {land} can move", fallback=True)
def chinese_goes(state: State, frame: courses.MovementPhase, side: int, land: int) -> int:
    return courses.movable(state, frame, CHINA, land)


@restriction("7.3.2", "ships at {place} must stay: an enemy is there")
def not_stopped(state: State, frame: courses.MovementPhase, side: int) -> sets.Members:
    hostile = 0 if frame.regroups else frame.offer_context(state).hostile
    stopped = [FIRST_ZONE + zone for zone in members(hostile) if state.cells[ACTED + FIRST_ZONE + zone]]
    gone_on = {row.place for row in frame.afloat if row_can_move(state, frame.offer_context(state), row)}
    return PLACES.all_but(sum([1 << place for place in stopped if place not in gone_on]))


@restriction("7.3.1", "none of your units at {place} is on the move", fallback=True)
def under_way(state: State, frame: courses.MovementPhase, side: int) -> int:
    now = frame.offer_context(state)
    return sum({1 << row.place for row in frame.afloat if row_can_move(state, now, row)})


@restriction("7.3.1", "no such unit at {place} has steps left", fallback=True)
def piece_under_way(state: State, frame: courses.MovementPhase, side: int, place: int) -> int:
    now = frame.offer_context(state)
    rows = [row for row in frame.afloat if row.place == place and row_can_move(state, now, row)]
    return sum({1 << row.piece for row in rows})


def row_can_move(state: State, situation: courses.Situation, row: Afloat) -> bool:
    """Whether units on the move have steps left and somewhere to go."""
    _, place, piece, left, origin, _ = row
    if not left:
        return False
    here, figures, zone = situation.here, situation.figures, place - FIRST_ZONE
    if zone >= 0 and piece != CARRIER:
        beyond: int = figures.by_sea[zone]
        if here.regroups and left == 1:
            bases = figures.naval_bases & situation.friendly
            return can_end_between_bases(figures, zone, origin - FIRST_ZONE, situation.hostile, bases)
        if not here.regroups and not most_that_leave(figures, situation.cells, here.side, place, piece):
            return False
        return bool(beyond & ~situation.hostile) or bool(
            beyond & ~courses.closed_to(figures, situation.cells, here, piece)
        )
    if piece == CARRIER and situation.needs:
        plan = plan_of(figures, situation.cells, here.side, hoping=not here.regroups)
        ways = members(courses.reachable_places(state, here, place, piece, left, origin))
        return any(may_go_along(figures, plan, zone, to - FIRST_ZONE, 1, False) for to in ways)
    return bool(courses.reachable_places(state, here, place, piece, left, origin))


def picked_from(state: State, situation: courses.Situation, power: int) -> Branches:
    """Every stack of a power that can move, place by place."""
    return group_by_place(power, courses.pieces_that_go(state, situation, power))


def own_stacks(state: State, situation: courses.Situation, side: int) -> Branches:
    """Every stack of the side's own power."""
    return picked_from(state, situation, side)


def chinese_stacks(state: State, situation: courses.Situation, side: int) -> Branches:
    """Every Chinese stack, in the turn of the United States."""
    return picked_from(state, situation, CHINA) if side == POWERS.index["usa"] else []


MOVE = Verb(
    "move",
    clause="7.1.1",
    ends_list="never",
    offer=own_stacks,
    place=Argument(PLACES, *STAY_AT, unmoved),
    piece=Argument(PIECES, *STAY, piece_goes),
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


def rows_under_way(state: State, situation: courses.Situation, side: int) -> Branches:
    """All units on the move that can move further."""
    by_place: dict[int, int] = {}
    for row in situation.here.afloat:
        if row.left and row_can_move(state, situation, row):
            by_place[row.place] = by_place.get(row.place, 0) | 1 << row.piece
    return [(1 << place, ((pieces, ()),)) for place, pieces in by_place.items()]


GO_ON = Verb(
    "go_on",
    clause="7.3.1",
    ends_list="never",
    offer=rows_under_way,
    place=Argument(PLACES, not_stopped, under_way),
    piece=Argument(PIECES, piece_under_way),
)


# -- where they go ----------------------------------------------------------------------------------------------


@restriction("7.1.1", "the units cannot reach {to} or may not go there", fallback=True)
def in_reach(state: State, frame: Bound, side: int) -> int:
    if frame.piece not in (FIGHTER, BOMBER, CARRIER):
        return ends_of(state, frame)
    return sum(1 << to for to in destinations(state, frame))


@restriction("7.1.4", "one of the attackers there must stay with the ships that came with them")
def one_must_stay(state: State, frame: Bound, side: int, to: int) -> sets.Members:
    below = courses.phase_below(state)
    if below.regroups or frame.piece in (FIGHTER, BOMBER) or frame.piece <= AA_GUN:
        return courses.NUMBERS.all
    most = most_that_leave(state.rules.pieces, state.cells, frame.side, frame.place, frame.piece)
    there = picked_up(state, below, frame)
    return courses.NUMBERS.all_but((2 << there) - (2 << most) if most < there else 0)


@restriction("7.4.2", "that many cannot go to {to}: aircraft in the air need the decks")
def decks_for_all(state: State, frame: Bound, side: int, to: int) -> sets.Members:
    free, most = without_needs(state, frame).get(to, 0), destinations(state, frame).get(to, 0)
    return courses.NUMBERS.all_but((2 << free) - (2 << most) if most < free else 0)


@restriction("7.1.1", "that many cannot go to {to}", fallback=True)
def movable_numbers(state: State, frame: Bound, side: int, to: int) -> sets.Members:
    return (2 << destinations(state, frame).get(to, 0)) - 2


def all_destinations(state: State, frame: Bound, side: int) -> Branches:
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
    to=Argument(PLACES, *BARS, in_reach),
    number=Argument(courses.NUMBERS, one_must_stay, decks_for_all, movable_numbers),
)


class Bound(courses.PickedUp):
    """7.1.1 Units that were picked up, with the choice of their destination."""

    number, name, clause = 5, "bound", "7.1.1"
    verbs = (GO,)
    completes = True

    def go(self, play: Execution, to: int, number: int) -> None:
        state = play.state
        below = courses.phase_below(state)
        if self.piece in (FIGHTER, BOMBER):
            play.pop()
            fly_home(play, self, to, number)
            return
        left = self.left if self.left >= 0 else courses.steps_of(play.rules.pieces, below, self.piece)
        way = courses.routes_by_place(state, below, self.place, self.piece, left, self.origin)[to]
        play.pop()
        if self.piece <= AA_GUN:
            march(play, self, below, way, left - len(way), number)
        elif self.piece == CARRIER:
            ask_who_sails(play, self, to, number)
        else:
            sail(play, self, below, way, left - len(way), number)


# -- 7.6.1 the fighters that sail with carriers ---------------------------------------------------------------------

ABOARD = Numbers("number", 0, 255)


def may_sail(state: State, frame: Aboard) -> tuple[int, ...]:
    """7.6.1 How many fighters together may sail with the carriers."""
    below = courses.phase_below(state)
    figures, start, to = state.rules.pieces, frame.place - FIRST_ZONE, frame.to - FIRST_ZONE
    plan = plan_of(figures, state.cells, frame.side, hoping=not below.regroups)
    return may_go_along(figures, plan, start, to, frame.many, frame.left < 0)


@restriction(
    "7.6.1", "fighters without a deck must sail with the carriers, and aircraft in the air must keep their decks"
)
def own_fighters(state: State, frame: Aboard, side: int) -> int:
    there = courses.fighters_aboard(state.cells, side, frame.place)
    return sum(
        {
            1 << own
            for total in may_sail(state, frame)
            for own in range(there.own + 1)
            if 0 <= total - own <= there.guests
        }
    )


@restriction(
    "7.6.2", "fighters without a deck must sail with the carriers, and aircraft in the air must keep their decks"
)
def guests(state: State, frame: Aboard, side: int, own: int) -> int:
    there = courses.fighters_aboard(state.cells, side, frame.place)
    return sum([1 << total - own for total in may_sail(state, frame) if 0 <= total - own <= there.guests])


TAKE_ALONG = Verb(
    "take_along",
    clause="7.6.1",
    ends_list="never",
    own=Argument(ABOARD, own_fighters),
    allied=Argument(ABOARD, guests),
)


class Aboard(Question):
    """7.6.1, 7.6.2 Carriers about to sail, with the choice of how many fighters aboard sail with them."""

    number, name, clause = 20, "aboard", "7.6.1"
    verbs = (TAKE_ALONG,)
    completes = True
    side: Side
    place: Place
    to: Place
    many: Annotated[int, Number(1, 255)]
    left: Annotated[int, Number(-1, 3)]
    origin: Place

    def take_along(self, play: Execution, own: int, allied: int) -> None:
        play.pop()
        below = play.top(courses.MovementPhase)
        here = Bound(self.side, self.side, self.place, CARRIER, self.left, self.origin)
        left = self.left if self.left >= 0 else courses.steps_of(play.rules.pieces, below, CARRIER)
        way = courses.routes_by_place(play.state, below, self.place, CARRIER, left, self.origin)[self.to]
        sail(play, here, below, way, left - len(way), self.many, courses.SailingFighters(own, allied))


def ask_who_sails(play: Execution, frame: Bound, to: int, number: int) -> None:
    """7.6.1 Asks only if there is a choice."""
    asked = Aboard(frame.side, frame.place, to, number, frame.left, frame.origin)
    play.push(asked)
    there = courses.fighters_aboard(play.cells, frame.side, frame.place)
    totals = may_sail(play.state, asked)
    ways = [(own, total - own) for total in totals for own in range(there.own + 1) if 0 <= total - own <= there.guests]
    if len(ways) == 1:
        asked.take_along(play, *ways[0])
    else:
        play.emit(log.BOUND_FOR, frame.power, frame.piece, number, frame.place, to)


def pick_up(play: Execution, side: int, power: int, place: int, piece: int) -> None:
    """Asks for the destination of unmoved units."""
    play.emit(log.PICKED_UP, power, piece, place)
    play.push(Bound(side, power, place, piece, -1, place))


def pick_up_again(play: Execution, frame: courses.MovementPhase, place: int, piece: int) -> None:
    """Asks where units on the move go next: those with the fewest steps left first."""
    now = frame.offer_context(play.state)
    rows = [
        row for row in frame.afloat if row.place == place and row.piece == piece and row_can_move(play.state, now, row)
    ]
    row = min(rows, key=lambda row: (row.left, row.origin))
    play.emit(log.PICKED_UP, row.power, piece, place)
    play.push(Bound(frame.side, row.power, place, piece, row.left, row.origin))


# -- what a move does ---------------------------------------------------------------------------------------------


def leave(play: Execution, frame: Bound, phase: courses.MovementPhase, number: int) -> tuple[Afloat, ...]:
    """Removes units from the place where they were picked up; returns the rows that remain on the move."""
    cells = play.cells
    if frame.left < 0:
        add_to_counts(cells, UNITS + frame.power * PLACE_COUNT + frame.place, frame.piece, -number)
        return phase.afloat
    add_to_counts(cells, ACTED + power_slot(frame.power) * PLACE_COUNT + frame.place, frame.piece, -number)
    gone = Afloat(frame.power, frame.place, frame.piece, frame.left, frame.origin, -number)
    return courses.with_afloat(phase.afloat, gone)


def march(
    play: Execution, frame: Bound, phase: courses.MovementPhase, way: tuple[int, ...], left: int, number: int
) -> None:
    """7.1.2, 7.2.1, 7.2.3 Moves ground units; territories without enemy combat units on their way are taken."""
    cells = play.cells
    afloat = leave(play, frame, phase, number)
    to = way[-1]
    add_to_counts(cells, ACTED + power_slot(frame.power) * PLACE_COUNT + to, frame.piece, number)
    cells[ORIGINS + to] |= 1 << (way[-2] if len(way) > 1 else frame.place)
    play.emit(log.MOVED, frame.power, frame.piece, number, frame.place, to, way)
    held, defended = held_by_team(cells, frame.side), defended_lands(cells, frame.side)
    for land in way:
        if not (held | defended | cells[ENTERED]) >> land & 1:
            cells[ENTERED] |= 1 << land
            play.emit(log.ENTERED, frame.power, land)
    if left and not (defended & ~held) >> to & 1:
        afloat = courses.with_afloat(afloat, Afloat(frame.power, to, frame.piece, left, frame.origin, number))
    play.replace(changed(phase, afloat=afloat))


NOBODY = courses.SailingFighters(0, 0)


def sail(
    play: Execution,
    frame: Bound,
    phase: courses.MovementPhase,
    way: tuple[int, ...],
    left: int,
    number: int,
    along: courses.SailingFighters = NOBODY,
) -> None:
    """7.3.1, 9.5.2 Moves ships; warships take enemy convoys on their way."""
    cells, side, to = play.cells, frame.side, way[-1]
    if frame.piece == CARRIER:
        courses.sail_carriers(cells, side, frame.place, to, number, along, fresh=frame.left < 0)
        gone = Afloat(frame.power, frame.place, CARRIER, frame.left, frame.origin, -number)
        afloat = phase.afloat if frame.left < 0 else courses.with_afloat(phase.afloat, gone)
    else:
        afloat = leave(play, frame, phase, number)
        add_to_counts(cells, ACTED + to, frame.piece, number)
    for step in way:
        cells[SAILED] |= 1 << step - FIRST_ZONE
    play.emit(log.MOVED, frame.power, frame.piece, number, frame.place, to, way)
    transports = 1 << WIDTH * frame.piece & TRANSPORTS_MASK
    if not phase.regroups:
        take_convoys(play, side, frame.piece, way)
    carries = transports or (side == JAPAN and frame.piece in CARRYING)
    _, stops, _ = courses.waters(play.rules.pieces, cells, phase, frame.piece, seeking=False)
    left = 0 if stops >> to - FIRST_ZONE & 1 else left
    passed = (frame.origin, frame.place, *way[:-1])
    if left:  # 8.8.2 records only those places to retreat to that a row does not contain
        passed = tuple([place for place in passed if place != frame.origin])
    came_from(play, to, passed)
    if left or carries:
        afloat = courses.with_afloat(afloat, Afloat(frame.power, to, frame.piece, left, frame.origin, number))
    play.replace(changed(phase, afloat=afloat))


def came_from(play: Execution, to: int, places: tuple[int, ...]) -> None:
    """8.8.2 Records that ships came to a zone from or through the adjacent ones among these places."""
    beside = play.rules.pieces.by_sea[to - FIRST_ZONE] << FIRST_ZONE
    play.cells[ORIGINS + to] |= sum([1 << place for place in set(places)]) & beside


CARRYING = (PIECES.index["destroyer"], PIECES.index["destroyer_infantry"])


def take_convoys(play: Execution, side: int, piece: int, way: tuple[int, ...]) -> None:
    """9.5.2 A warship takes the enemy's convoys in the zones it enters or passes that are free of enemy units."""
    if not 1 << WIDTH * piece & WARSHIPS_MASK:
        return
    free = convoys_of_enemy(play.cells, side) & ~hostile_zones(play.cells, side)
    for step in way:
        if free >> step - FIRST_ZONE & 1:
            take_convoy(play, side, step - FIRST_ZONE)


def take_convoy(play: Execution, side: int, zone: int) -> None:
    """9.5.1 Gives a convoy to the other side."""
    convoy = CONVOY_AT[zone]
    play.cells[CONVOYS_TAKEN] ^= 1 << convoy
    play.emit(log.CONVOY_TAKEN, convoy, side)


def fly_home(play: Execution, frame: Bound, to: int, number: int) -> None:
    """10.1 Aircraft that have not flown yet move in phase 6."""
    cells = play.cells
    add_to_counts(cells, UNITS + frame.power * PLACE_COUNT + frame.place, frame.piece, -number)
    add_to_counts(cells, ACTED + power_slot(frame.power) * PLACE_COUNT + to, frame.piece, number)
    play.emit(log.MOVED, frame.power, frame.piece, number, frame.place, to, (to,))
