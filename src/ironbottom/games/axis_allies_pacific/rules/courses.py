"""7.1.1 to 7.6.1, 10.0 Where units may go: ground units, ships, carriers with what stands on their decks."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, NamedTuple, cast

from ironbottom.engine.fields import Number, Numbers, One, Record, Row
from ironbottom.engine.memo import latest, memo
from ironbottom.engine.question import Question
from ironbottom.engine.state import State
from ironbottom.games.axis_allies_pacific.counts import MOST, WIDTH, members, number_of
from ironbottom.games.axis_allies_pacific.pieces import (
    AA_GUN,
    BOMBER,
    CARRIER,
    CHINA,
    CONVOY_AT,
    FIGHTER,
    FIRST_ZONE,
    FRIENDS,
    JAPAN,
    LAND_COUNT,
    PIECES,
    PLACE_COUNT,
    PLACES,
    POWERS,
    SUBMARINE,
    TANK,
    WARSHIPS_MASK,
    Side,
)
from ironbottom.games.axis_allies_pacific.rules.company import shut_in
from ironbottom.games.axis_allies_pacific.rules.decks import rooms, sails_somewhere
from ironbottom.games.axis_allies_pacific.rules.reach import Figures, Waters
from ironbottom.games.axis_allies_pacific.rules.situation import Bearing, Situation, situation
from ironbottom.games.axis_allies_pacific.rules.stacks import (
    Going,
    any_for_a_deck,
    going_of,
    less_those_held,
    stacks_of,
    steps_in_the_air,
    with_decks,
)
from ironbottom.games.axis_allies_pacific.state import (
    ACTED,
    CONVOYS_TAKEN,
    UNITS,
    Cells,
    add,
    zones_with_destroyers,
)

NUMBERS = Numbers("number", 1, 255)


class Afloat(NamedTuple):
    """Ships that have moved and can still move or load, or tanks in a blitz, with the steps they have left."""

    power: int
    place: int
    piece: int
    left: int
    origin: int
    many: int


Afloats = Annotated[
    tuple[Afloat, ...],
    Row(
        Record(
            Afloat,
            power=One(POWERS),
            place=One(PLACES),
            piece=One(PIECES),
            left=Number(0, 3),
            origin=One(PLACES),
            many=Number(1, MOST),
        )
    ),
]


class MovementPhase(Question):
    """7.1.1, 10.1 A phase of movement: its side, and what has moved and can still go on."""

    keeps = True
    regroups: ClassVar[bool] = False
    """Whether this is phase 6."""
    hides_forced = True  # until the phase is closed all of it may be planned anew, so nothing closes it by itself
    side: Side
    afloat: Afloats

    def survey(self, state: State) -> Situation:
        return situation(state, self)


def phase_below(state: State) -> MovementPhase:
    """The phase of movement in which the units were picked up that a question on top of it asks about."""
    return cast("MovementPhase", state.stack[-2])  # a compiler knows none of its kinds that come later


def with_afloat(afloat: tuple[Afloat, ...], row: Afloat) -> tuple[Afloat, ...]:
    """The rows with one more, like ones drawn together, in a fixed order."""
    counted: dict[tuple[int, ...], int] = {}
    for known in (*afloat, row):
        key = known[:5]
        counted[key] = counted.get(key, 0) + known.many
    return tuple([Afloat(*key, count) for key, count in sorted(counted.items()) if count])  # type: ignore[call-arg]


def movable(now: Situation, power: int, place: int) -> int:
    """7.1.1 The pieces of a power in a place that have not acted and can go somewhere, as a set."""
    lands, zones = pieces_that_go(now, power)
    return lands[place] if place < LAND_COUNT else zones[place - FIRST_ZONE]


def pieces_that_go(now: Situation, power: int) -> Going:
    """7.1.1 The same of all places."""
    figures, regroups, hostile, _, _, _, closed, stuck, plan = now.bearing
    going = now.going
    if power == CHINA:
        going = going_of(CHINA, now.bounds, stacks_of(now.cells, CHINA))
    if regroups:
        shut = 0
        if any_for_a_deck(power, going):
            room = {} if power == CHINA else rooms(now.cells, now.here.side)  # 14.5 China has no units at sea
            going = with_decks(power, figures, now.bounds[1].bases, room, going)
    else:
        shut = shut_in(figures, hostile) and shut_in(figures, closed)
    bound = carriers_bound(now.bearing) if plan is not None and power != CHINA else 0
    if shut or stuck or bound:
        going = Going(going.lands, less_those_held(power, figures, going.zones, shut, stuck, bound))
    return going


def steps_of(now: Bearing, piece: int) -> int:
    """7.3.1, 10.3 The steps of a unit; in phase 6 a ship may have one more, between two naval bases."""
    return now.figures.moves[piece] + (now.regroups and piece > BOMBER)


def waters(now: Bearing, cells: Cells, side: int, piece: int, *, seeking: bool = True) -> Waters:
    """7.1.4, 7.3.2, 7.3.3, 10.2 Where a ship of this kind may not go, and stops; ``seeking`` convoys or not."""
    figures, hostile = now.figures, now.hostile
    if now.regroups:
        return Waters(hostile, 0, 0)
    warship = seeking and 1 << WIDTH * piece & WARSHIPS_MASK
    wanted = convoys_of_enemy(cells, side) & ~hostile if warship else 0
    if not 1 << WIDTH * piece & figures.sea_attackers:
        return Waters(now.closed, hostile, wanted)
    if piece != SUBMARINE or figures.options["sub_pass"] == "any_enemy_stops":
        return Waters(0, hostile, wanted)
    stops = 0 if figures.options["sub_pass"] == "free" else zones_with_destroyers(cells, side)
    return Waters(0, stops, wanted)


def convoys_of_enemy(cells: Cells, side: int) -> int:
    """9.5.1 The zones of the convoy routes and centers that the other side holds."""
    found = convoy_zones(cells[CONVOYS_TAKEN])
    return found if side != JAPAN else ALL_CONVOYS & ~found


@memo(1_000)
def convoy_zones(convoys: int) -> int:
    """The zones of these convoys."""
    return sum([1 << zone for zone, convoy in CONVOY_AT.items() if convoys >> convoy & 1])


ALL_CONVOYS = sum(1 << zone for zone in CONVOY_AT)


class Passage(NamedTuple):
    """Units that are about to move: whose, where, what, how far, and where they began the turn."""

    power: int
    place: int
    piece: int
    left: int
    origin: int


def goals(now: Situation, course: Passage) -> dict[int, tuple[int, ...]]:
    """The places to which ground units or ships may go, each with the way."""
    ways = now.figures.ways
    asked = bearings(now, course, seeking=True)
    found: dict[int, tuple[int, ...]] = ways.march(*asked) if course.piece <= AA_GUN else ways.voyages(*asked)
    return found


def way_to(now: Situation, course: Passage, to: int) -> tuple[int, ...]:
    """The way to one of these places."""
    if course.piece <= AA_GUN:
        return goals(now, course)[to]
    start, left, seas, _, _ = bearings(now, course, seeking=True)
    found: tuple[int, ...] = now.figures.ways.voyage(start, left, seas, to - FIRST_ZONE)
    return found


def ends(now: Situation, course: Passage) -> int:
    """The same places as a set."""
    ways = now.figures.ways
    asked = bearings(now, course, seeking=False)
    found: int = ways.march_ends(*asked) if course.piece <= AA_GUN else ways.voyage_ends(*asked)
    return found


def bearings(now: Situation, course: Passage, *, seeking: bool) -> tuple[Any, ...]:
    """7.2.1, 7.2.2, 7.3, 10.2, 10.3 What bears on the ways of ground units, or of ships.

    Convoys bear on the way alone, and not on where it may end.
    """
    bearing, (_, place, piece, left, origin) = now.bearing, course
    if piece <= AA_GUN:
        held = bearing.held
        if bearing.regroups:
            return place, left, held, held
        return place, left, held | ~bearing.defended if piece == TANK else held, -1
    bases = bearing.figures.naval_bases & bearing.friendly if bearing.regroups else -1
    near = bearing.figures.ways.zones_within[place][left]
    closed, stops, wanted = waters(bearing, now.cells, now.here.side, piece, seeking=seeking)
    return (
        place - FIRST_ZONE,
        left,
        Waters(closed & near, stops & near, wanted & near),  # what lies farther off does not bear on the way
        origin - FIRST_ZONE,
        bases,
    )


@latest
def carriers_bound(bearing: Bearing) -> int:
    """7.4.2, 7.4.3 The zones from which no unmoved carrier sails, now that aircraft in the air need decks."""
    figures, plan = bearing.figures, bearing.plan
    assert plan is not None
    steps, bases = steps_of(bearing, CARRIER), plan.seas.bases if bearing.regroups else -1
    seas, found = waters(bearing, [], 0, CARRIER, seeking=False), 0
    for zone in [deck.zone for deck in plan.decks if deck.fresh]:
        reach = figures.ways.voyage_ends(zone, steps, seas, zone, bases) >> FIRST_ZONE
        if not sails_somewhere(figures, plan, zone, reach):
            found |= 1 << zone
    return found


def sail_carriers(cells: Cells, side: int, start: int, to: int, number: int, along: Along, *, fresh: bool) -> None:
    """7.6.1, 7.6.2 Carriers sail with fighters of the side, those first that have not acted, and of an ally."""
    add(cells, (UNITS + side * PLACE_COUNT if fresh else ACTED) + start, CARRIER, -number)
    add(cells, ACTED + to, CARRIER, number)
    own = along.own
    for first in (UNITS + side * PLACE_COUNT, ACTED):
        taken = min(own, number_of(cells[first + start], FIGHTER))
        add(cells, first + start, FIGHTER, -taken)
        add(cells, ACTED + to, FIGHTER, taken)
        own -= taken
    if along.guests:
        (first,) = GUESTS[side]
        add(cells, first + start, FIGHTER, -along.guests)
        add(cells, first + to, FIGHTER, along.guests)


class Along(NamedTuple):
    """7.6.1 The fighters that sail with carriers, of the side and of its ally."""

    own: int
    guests: int


def fighters_aboard(cells: Cells, side: int, place: int) -> Along:
    """The fighters on the carriers in a zone."""
    own = number_of(cells[UNITS + side * PLACE_COUNT + place] + cells[ACTED + place], FIGHTER)
    return Along(own, sum([number_of(cells[first + place], FIGHTER) for first in GUESTS[side]]))


GUESTS = tuple(
    tuple(UNITS + power * PLACE_COUNT for power in FRIENDS[side] if power not in (side, CHINA)) for side in range(3)
)
"""7.6.2 Where the fighters of an ally stand that a side's carriers may take along."""


def air_targets(now: Situation, power: int, place: int, piece: int) -> dict[int, int]:
    """10.1, 10.2 Where an aircraft that has not flown may land in phase 6, with how many of them."""
    figures, friendly = now.figures, now.bearing.friendly
    bases = figures.air_bases & friendly
    left = steps_in_the_air(figures, place, piece, bases)
    lands = figures.ways.landings(place, left, friendly, bases) & ~(1 << place)
    found = dict.fromkeys(members(lands & (1 << LAND_COUNT) - 1), MOST)
    if piece == FIGHTER and power != CHINA:
        found |= open_decks(figures, now.cells, now.here.side, place, left)
    return found


def open_decks(figures: Figures, cells: Cells, side: int, place: int, left: int) -> dict[int, int]:
    """7.6.1 The zones in reach where decks are free, with how many."""
    found = {}
    within = figures.ways.decks(place, left)
    for zone, room in rooms(cells, side).items():
        if room > 0 and within >> zone & 1 and FIRST_ZONE + zone != place:
            found[FIRST_ZONE + zone] = room
    return found
