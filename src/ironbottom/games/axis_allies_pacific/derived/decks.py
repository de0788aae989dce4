"""7.4.2, 7.6.1 The landing places of aircraft: one plan for all, on territories and carriers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import NamedTuple

from ironbottom.engine.cache import cached, incremental_list, single_entry
from ironbottom.engine.core.fields import members
from ironbottom.games.axis_allies_pacific.counts import mask, nonzero, number_of
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.pieces import (
    ALLY,
    BOMBER,
    CARRIER,
    FIGHTER,
    FIRST_ZONE,
    FLIGHT,
    JAPAN,
    PLACE_COUNT,
    ZONE_COUNT,
)
from ironbottom.games.axis_allies_pacific.state import (
    ACTED,
    FLYING,
    ZONES_OF,
    Cells,
    friendly_since_start,
    hostile_zones,
    own_at,
)

Needs = tuple[tuple[int, int], ...]
"""Fighters that need a carrier: the zones where they could find one, and their number."""


class CarrierRoom(NamedTuple):
    """Room for fighters: fixed room, and room on carriers that can still move (slots, the zones in range)."""

    fixed: tuple[tuple[int, int], ...]
    mobile: tuple[tuple[int, int], ...]


RoomAlternatives = tuple[CarrierRoom, ...]
"""7.6.1 The room for each way in which the fighters aboard can share the carriers of their zones."""


def land_needs(figures: Figures, cells: Cells, side: int) -> tuple[Needs, bool]:
    """The fighters in the air that no friendly territory can take, and whether every bomber finds a territory."""
    aloft = cells[FLYING : FLYING + 2 * PLACE_COUNT]
    return _needs((figures, aloft, friendly_since_start(cells, side))) if aloft != NO_AIRCRAFT else ((), True)


NO_AIRCRAFT = [0] * (2 * PLACE_COUNT)


@single_entry
def _needs(asked: tuple[Figures, list[int], int]) -> tuple[Needs, bool]:
    figures, aloft, lands = asked
    bases = figures.air_bases & lands
    needs: list[tuple[int, int]] = []
    safe = True
    for place, counts in [found for found in enumerate(aloft) if found[1]]:
        for number, many in nonzero(counts):
            flight, start = FLIGHT[number], place % PLACE_COUNT
            if figures.routes.landings(start, flight.left, lands, bases):
                continue
            if flight.piece == BOMBER:
                safe = False
            else:
                needs.append((figures.routes.decks(start, flight.left), many))
    return tuple(sorted(needs)), safe


def needs_decks(figures: Figures, cells: Cells, side: int) -> bool:
    """7.4.2 Whether some fighters in the air find no friendly territory to land in."""
    return bool(land_needs(figures, cells, side)[0])


class CarriersInZone(NamedTuple):
    """7.6.1 The carriers in a zone: the side's unmoved carriers, all others, and the fighters aboard."""

    zone: int
    fresh: int
    others: int
    aboard: int

    @property
    def free(self) -> int:
        """The room for more fighters."""
        return max(0, 2 * (self.fresh + self.others) - self.aboard)


Flotilla = tuple[CarriersInZone, ...]


class CarrierRouteInputs(NamedTuple):
    """The inputs for carriers' movement: zones with enemies, zones that they may not pass through, and friendly naval
    bases.
    """

    hostile: int
    closed: int
    bases: int


def flotilla(cells: Cells, side: int) -> Flotilla:
    """The carriers of a side and its allies, zone by zone."""
    return _flotilla_of[side](fleets_with(cells, side))


def seas_of(figures: Figures, cells: Cells, side: int, *, hoping: bool) -> CarrierRouteInputs:
    """7.4.2 The inputs for carriers; in phase 3 the side's own battles are assumed to be won, so that carriers can
    pass.
    """
    bases = figures.naval_bases & friendly_since_start(cells, side)
    return CarrierRouteInputs(hostile_zones(cells, side), closed_to_carriers(figures, cells, side, hoping), bases)


def without_fighters(decks: Flotilla, zone: int, fighters: int) -> Flotilla:
    """The carriers after fighters have left a zone."""
    return tuple([deck._replace(aboard=deck.aboard - fighters) if deck.zone == zone else deck for deck in decks])


def after_sailing(decks: Flotilla, zone: int, to: int, number: int, along: int, fresh: bool) -> Flotilla:
    """The carriers after this many of them have left a zone with this many fighters."""
    after = {deck.zone: deck for deck in decks}
    left = after[zone]
    gone = left._replace(fresh=left.fresh - number) if fresh else left._replace(others=left.others - number)
    after[zone] = gone._replace(aboard=left.aboard - along)
    there = after.get(to, CarriersInZone(to, 0, 0, 0))
    after[to] = there._replace(others=there.others + number, aboard=there.aboard + along)
    return tuple([after[sea] for sea in sorted(after)])


@cached(50_000)
def carrier_room(figures: Figures, decks: Flotilla, seas: CarrierRouteInputs) -> RoomAlternatives:
    """7.4.2 The room on carriers; the room on unmoved carriers counts in every zone that they can reach."""
    by_zone = []
    for deck in decks:
        if seas.hostile >> deck.zone & 1:
            by_zone.append([CarrierRoom(((deck.zone, deck.free),), ())])
        else:
            by_zone.append(
                list(_room_alternatives(deck, figures.routes.carrier_range(deck.zone, seas.closed, seas.bases)))
            )
    if prod([len(options) for options in by_zone]) > MAX_ALTERNATIVES:
        by_zone = [_separate_room(options) if len(options) > 1 else options for options in by_zone]
    return tuple(
        [
            CarrierRoom(
                sum([one.fixed for one in options], ()), tuple(sorted(sum([one.mobile for one in options], ())))
            )
            for options in product(*by_zone)
        ]
    )


MAX_ALTERNATIVES = 200
"""The largest number of ways of sharing carriers that are tried; beyond that, each place on a deck counts as if it
could sail separately.
"""


def _room_alternatives(deck: CarriersInZone, reach: int) -> Iterator[CarrierRoom]:
    """7.6.1 The ways in which fighters aboard share the carriers of a zone, without ways that are never better.

    Fighters are first spread one to each unmoved carrier; the others stay, or are second fighters on some of them.
    """
    if deck.free <= deck.fresh:
        yield CarrierRoom((), ((1, reach),) * deck.free)
        return
    second = deck.free - deck.fresh
    for doubled in range(max(0, second - 2 * deck.others), min(deck.fresh, second) + 1):
        staying = ((deck.zone, second - doubled),) if second > doubled else ()
        yield CarrierRoom(staying, ((1, reach),) * (deck.fresh - doubled) + ((2, reach),) * doubled)


def _separate_room(options: list[CarrierRoom]) -> list[CarrierRoom]:
    """How fighters share the carriers if each free place on a deck could sail separately."""
    fixed, mobile = options[0]
    return [
        CarrierRoom(
            (),
            ((1, mobile[0][1]),) * (sum([room for _, room in fixed]) + sum([room for room, _ in mobile])),
        )
    ]


@cached(20_000)
def zones_of(alternatives: RoomAlternatives) -> int:
    """The zones that have room, or can have room."""
    result = 0
    for decks in alternatives:
        for zone, count in decks.fixed:
            result |= bool(count) << zone
        for _, reach in decks.mobile:
            result |= reach
    return result


class AircraftLandingPlan(NamedTuple):
    """7.4.2 The fighters that need a carrier, the carriers, and their possible destinations."""

    needs: Needs
    decks: Flotilla
    seas: CarrierRouteInputs


def landing_plan(figures: Figures, cells: Cells, side: int, *, hoping: bool) -> AircraftLandingPlan:
    """A landing plan for all aircraft in the air together."""
    needs = land_needs(figures, cells, side)[0]
    return AircraftLandingPlan(needs, flotilla(cells, side), seas_of(figures, cells, side, hoping=hoping))


@cached(50_000)
def may_go_along(
    figures: Figures, plan: AircraftLandingPlan, zone: int, to: int, number: int, fresh: bool
) -> tuple[int, ...]:
    """7.6.1, 7.4.3 How many of the fighters aboard may sail with this many carriers from a zone to another.

    Fighters without room on the remaining carriers must go; no fighter in the air may lose its carrier.
    """
    needs, decks, seas = plan
    deck = next(deck for deck in decks if deck.zone == zone)
    most = min(2 * number, deck.aboard)
    least = min(most, max(0, deck.aboard - 2 * (deck.fresh + deck.others - number)))
    if not needs:
        return tuple(range(least, most + 1))
    now = fighters_served(needs, carrier_room(figures, decks, seas))
    tried = ((along, after_sailing(decks, zone, to, number, along, fresh)) for along in range(least, most + 1))
    return tuple([along for along, after in tried if fighters_served(needs, carrier_room(figures, after, seas)) >= now])


@cached(20_000)
def sails_somewhere(figures: Figures, plan: AircraftLandingPlan, zone: int, reach: int) -> bool:
    """7.4.2 Whether an unmoved carrier of a zone can go to one of these zones."""
    return any(may_go_along(figures, plan, zone, to, 1, True) for to in members(reach))


@cached(50_000)
def most_to_land(figures: Figures, plan: AircraftLandingPlan, zone: int, leaving: int, wanted: int, most: int) -> int:
    """7.4.2 How many fighters may land on the carriers of a zone, up to the room there.

    The landing must not reduce the number of aircraft in the air that can find a carrier, counting these fighters.
    ``leaving`` is the zone whose carriers they leave, or -1; ``wanted`` are the zones that they reach if they are in
    the air and need a carrier themselves, or 0.
    """
    needs, decks, seas = plan
    if not needs:
        return most
    now = fighters_served(needs, carrier_room(figures, decks, seas))
    for number in range(1, most + 1):
        after = carrier_room(figures, without_fighters(without_fighters(decks, zone, -number), leaving, number), seas)
        if fighters_served(fighters_without_deck(needs, wanted, number), after) + (number if wanted else 0) < now:
            return number - 1
    return most


def fighters_without_deck(needs: Needs, zones: int, number: int) -> Needs:
    """The fighters that still need a carrier once this many of those that reach these zones have one."""
    result = []
    for reach, many in needs:
        landed = min(many, number) if reach == zones else 0
        number -= landed
        if many > landed:
            result.append((reach, many - landed))
    return tuple(result)


def room_by_zone(cells: Cells, side: int) -> dict[int, int]:
    """7.6.1 The remaining room for fighters, by zone with carriers of the side and its allies."""
    return _rooms_of[side](flotilla(cells, side))


def fleets_with(cells: Cells, side: int) -> list[int]:
    """The carriers and fighters at sea by zone: the side's unmoved pieces, then its moved pieces, then its ally's
    pieces.
    """
    fleets = cells[ZONES_OF[side] : ZONES_OF[side] + ZONE_COUNT] + cells[ACTED + FIRST_ZONE : ACTED + PLACE_COUNT]
    if side != JAPAN:
        ally = ZONES_OF[ALLY[side]]
        fleets += cells[ally : ally + ZONE_COUNT]
    return _on_decks[side](None, fleets)


def _decks_and_fighters(inputs: None, place: int, counts: int) -> int:
    return counts & DECKS_AND_FIGHTERS


def _with_carriers(fleets: list[int]) -> Flotilla:
    result = []
    for zone in sorted({number % ZONE_COUNT for number, counts in enumerate(fleets) if counts & CARRIERS_MASK}):
        fresh, together = number_of(fleets[zone], CARRIER), sum(fleets[zone::ZONE_COUNT])
        result.append(CarriersInZone(zone, fresh, number_of(together, CARRIER) - fresh, number_of(together, FIGHTER)))
    return tuple(result)


def room_by_zone_of(decks: Flotilla) -> dict[int, int]:
    """7.6.1 The remaining room for fighters, by zone with these carriers."""
    return {zone: 2 * (fresh + others) - aboard for zone, fresh, others, aboard in decks}


_on_decks = tuple(incremental_list(_decks_and_fighters) for _ in range(3))
_flotilla_of = tuple(single_entry(_with_carriers) for _ in range(3))
_rooms_of = tuple(single_entry(room_by_zone_of) for _ in range(3))
CARRIERS_MASK = mask((CARRIER,))
DECKS_AND_FIGHTERS = mask((CARRIER, FIGHTER))


def closed_to_carriers(figures: Figures, cells: Cells, side: int, hoping: bool) -> int:
    """7.4.2 The hostile zones that carriers do not pass; the side's own battles may be assumed to be won."""
    closed = hostile_zones(cells, side)
    if hoping:
        for zone in members(closed):
            place = FIRST_ZONE + zone
            if own_at(cells, side, place) & figures.sea_attackers or cells[FLYING + place]:
                closed &= ~(1 << zone)
    return closed


def carriers_that_must_move(figures: Figures, cells: Cells, side: int) -> int:
    """7.4.3 The zones with carriers that must still move in phase 6, so that fighters in the air can land."""
    needs, decks, seas = landing_plan(figures, cells, side, hoping=False)
    if not needs:
        return 0
    now = fighters_served(needs, carrier_room(figures, decks, seas))
    result = 0
    for number, deck in enumerate(decks):
        stays = deck._replace(fresh=0, others=deck.fresh + deck.others)
        if (
            deck.fresh
            and fighters_served(needs, carrier_room(figures, (*decks[:number], stays, *decks[number + 1 :]), seas))
            < now
        ):
            result |= 1 << deck.zone
    return result


def somebody_can_land(figures: Figures, cells: Cells, side: int) -> bool:
    """10.1, 7.4.3 Whether in phase 6 some aircraft in the air can land, perhaps on a carrier that still moves."""
    lands = friendly_since_start(cells, side)
    bases = figures.air_bases & lands
    aloft = cells[FLYING : FLYING + 2 * PLACE_COUNT]
    if aloft == NO_AIRCRAFT:
        return False
    if _reaches_land((figures, aloft, lands, bases)):
        return True
    needs, _ = land_needs(figures, cells, side)
    return bool(needs) and bool(fighters_served(needs, room_in_phase_6(figures, cells, side)))


@single_entry
def _reaches_land(asked: tuple[Figures, list[int], int, int]) -> bool:
    """Whether any aircraft in the air can reach a friendly territory."""
    figures, aloft, lands, bases = asked
    for place, counts in enumerate(aloft):
        if counts:
            start = place % PLACE_COUNT
            if any(figures.routes.landings(start, FLIGHT[number].left, lands, bases) for number, _ in nonzero(counts)):
                return True
    return False


def room_in_phase_6(figures: Figures, cells: Cells, side: int) -> RoomAlternatives:
    """10.1 The room on carriers in phase 6, when carriers pass no enemies."""
    return carrier_room(figures, flotilla(cells, side), seas_of(figures, cells, side, hoping=False))


@cached(50_000)
def fighters_served(needs: Needs, alternatives: RoomAlternatives) -> int:
    """The number of fighters that find a carrier if movable carriers go where they help the most."""
    all_of_them = sum([many for _, many in needs])
    most = 0
    for decks in alternatives:
        most = max(most, _served_by(needs, decks))
        if most == all_of_them:
            break
    return most


@cached(50_000)
def can_serve_more(needs: Needs, zones: int, number: int, alternatives: RoomAlternatives) -> bool:
    """7.4.2 Whether this many more fighters find room on carriers in these zones, besides the fighters that already
    need it.
    """
    wanted: Needs = tuple(sorted((*needs, (zones, number))))
    return fighters_served(wanted, alternatives) == sum([many for _, many in wanted])


def _served_by(needs: Needs, room: CarrierRoom) -> int:
    wanted = 0
    for zones, _ in needs:
        wanted |= zones
    slots = {zone: count for zone, count in room.fixed if wanted >> zone & 1}
    mobile = [(count, reach & wanted) for count, reach in room.mobile if reach & wanted]
    return _most_landed(needs, slots, mobile) if len(mobile) <= MAX_SEARCHED else _upper_bound(needs, slots, mobile)


MAX_SEARCHED = 9
"""With at most this many movable carriers, all zones are tried; if there are more, each counts as if it were wherever
it is needed.
"""


def _upper_bound(needs: Needs, slots: dict[int, int], mobile: list[tuple[int, int]]) -> int:
    """The number of fighters that find a carrier if every carrier could be in all zones in its range."""
    decks = slots | {ZONE_COUNT + number: count for number, (count, _) in enumerate(mobile)}
    wide: list[tuple[int, int]] = []
    for zones, many in needs:
        coming = sum([1 << ZONE_COUNT + number for number, (_, reach) in enumerate(mobile) if reach & zones])
        wide.append((zones | coming, many))
    return _flow(tuple(wide), decks)


def _most_landed(needs: Needs, slots: dict[int, int], mobile: list[tuple[int, int]], floor: int = 0) -> int:
    """The largest number of fighters served; equal carriers take their zones in order, so that no combination is tried
    twice.
    """
    if not mobile:
        return _flow(needs, slots)
    (count, reach), others = mobile[0], mobile[1:]
    all_of_them = sum(many for _, many in needs)
    same_as_next = bool(others) and others[0] == mobile[0]
    best = 0
    for number, zone in list(enumerate(_worthwhile(needs, reach)))[floor:]:
        with_it = {**slots, zone: slots.get(zone, 0) + count}
        best = max(best, _most_landed(needs, with_it, others, number if same_as_next else 0))
        if best == all_of_them:
            break
    return best


def _worthwhile(needs: Needs, reach: int) -> list[int]:
    """The zones where a carrier helps some fighter better than it could elsewhere."""
    serving: dict[int, int] = {}
    for zone in members(reach):
        who = sum(1 << number for number, (zones, _) in enumerate(needs) if zones >> zone & 1)
        serving.setdefault(who, zone)
    return [zone for who, zone in serving.items() if not any(who != other and who & other == who for other in serving)]


Taken = dict[int, list[int]]
"""The fighters that have a place, by zone."""


def _flow(needs: Needs, slots: dict[int, int]) -> int:
    """The largest number of fighters that find one of these places, by augmenting paths."""
    taken: Taken = {zone: [] for zone in slots}
    fighters = [fighter for fighter, (_, many) in enumerate(needs) for _ in range(many)]
    return sum([_finds_deck(needs, slots, taken, fighter, set()) for fighter in fighters])


def _finds_deck(needs: Needs, slots: dict[int, int], taken: Taken, fighter: int, tried: set[int]) -> bool:
    """Whether a fighter finds a place, if necessary by moving the fighter there to another place.

    It is not nested in its caller, since a nested recursive function is a reference cycle.
    """
    for zone in members(needs[fighter][0]):
        if zone not in taken or zone in tried:
            continue
        tried.add(zone)
        if len(taken[zone]) < slots[zone]:
            taken[zone].append(fighter)
            return True
        for place, other in enumerate(taken[zone]):
            if other != fighter and _finds_deck(needs, slots, taken, other, tried):
                taken[zone][place] = fighter
                return True
    return False
