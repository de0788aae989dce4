"""7.4.1, 7.5.1, 8.3.2, 10.1, 10.5.1 Flights: where aircraft fly, land and patrol, and the guns on their way."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.engine.cache import cached, single_entry
from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.restrictions import Branches
from ironbottom.games.axis_allies_pacific.counts import nonzero, number_of
from ironbottom.games.axis_allies_pacific.derived.decks import AircraftLandingPlan, most_to_land, room_by_zone_of
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.pieces import FIGHTER, FIRST_ZONE, FLIGHT, PLACE_COUNT


@cached(5_000)
def reached_by_air(
    figures: Figures, start: int, piece: int, friendly: int, among_enemies: bool
) -> tuple[dict[int, int], dict[int, int]]:
    """7.4.1, 7.5.1 The places that aircraft reach, with their remaining steps: near friendly territory and, for
    fighters, elsewhere.
    """
    bases, routes, allowance = figures.air_bases & friendly, figures.routes, figures.moves[piece]
    by_land: dict[int, int] = {}
    doubtful: dict[int, int] = {}
    for to in members(routes.in_reach(start, allowance, bases) & ~(0 if among_enemies else 1 << start)):
        left = allowance - routes.flight(start, to, bases)
        if routes.landings(to, left, friendly, bases):
            by_land[to] = left
        elif piece == FIGHTER:
            doubtful[to] = left
    return by_land, doubtful


class FlightRoute(NamedTuple):
    """7.4.1 The number of spaces that a flight enters, and the enemy territories with AA guns that it passes."""

    spaces: int
    guns: int


@cached(5_000)
def routes_past_guns(figures: Figures, armed: int, start: int, far: int) -> tuple[tuple[FlightRoute, ...], ...]:
    """For each place, the routes from ``start`` of at most ``far`` spaces: the shortest, then each longer route past
    fewer guns.

    If routes are equally long, the route past the fewest guns counts. The guns at the end of a route fire in the battle
    there.
    """
    result: list[list[FlightRoute]] = [[] for _ in range(PLACE_COUNT)]
    edge: dict[int, int] = {start: 0}
    for spaces in range(1, far + 1):
        following: dict[int, int] = {}
        for place, passed in edge.items():
            through = passed | armed & 1 << place if place != start else passed
            for beyond in figures.routes.adjacent_places[place]:
                known = following.get(beyond)
                if known is None or (through != known and (through.bit_count(), through) < (known.bit_count(), known)):
                    following[beyond] = through
        edge = following
        for place, guns in following.items():
            routes = result[place]
            if place != start and (not routes or guns.bit_count() < routes[-1].guns.bit_count()):
                routes.append(FlightRoute(spaces, guns))
    return tuple(map(tuple, result))


def decks_open_to(
    figures: Figures, plan: AircraftLandingPlan, within: int, there: int, *, needy: bool
) -> dict[int, int]:
    """7.4.2, 7.6.1 The zones with room on carriers within range of this many fighters in the air, and the room in each.

    No other aircraft in the air may lose its carrier; ``needy`` if these fighters find no land.
    """
    result = {}
    for zone, room in room_by_zone_of(plan.decks).items():
        if room > 0 and within >> zone & 1:
            most = most_to_land(figures, plan, zone, -1, within if needy else 0, min(room, there))
            if most:
                result[FIRST_ZONE + zone] = most
    return result


def flights_by_place(aloft: list[int]) -> dict[int, int]:
    """The flights at each place, as sets."""
    result: dict[int, int] = {}
    for place, counts in [cell for cell in enumerate(aloft) if cell[1]]:
        for flight, _ in nonzero(counts):
            start = place % PLACE_COUNT
            result[start] = result.get(start, 0) | 1 << flight
    return result


@single_entry
def landings_in_phase_6(asked: tuple[Figures, list[int], int, AircraftLandingPlan]) -> Branches:
    """7.5.1, 7.6.1, 10.1 The places where aircraft in the air may land, with the number that may land in each.

    The inputs are the figures, the aircraft, the friendly territories, and the plan for carriers.
    """
    figures, aloft, lands, plan = asked
    result = []
    bases = figures.air_bases & lands
    for place, flights in flights_by_place(aloft).items():
        each_flight = []
        for flight in members(flights):
            there = number_of(aloft[place] + aloft[PLACE_COUNT + place], flight)
            kind = FLIGHT[flight]
            by_most: dict[int, int] = {}
            within = figures.routes.landings(place, kind.left, lands, bases)
            if within:
                by_most[there] = within
            if kind.piece == FIGHTER and not number_of(aloft[PLACE_COUNT + place], flight):
                decks = figures.routes.decks(place, kind.left)
                for to, most in decks_open_to(figures, plan, decks, there, needy=not within).items():
                    by_most[most] = by_most.get(most, 0) | 1 << to
            if by_most:
                places = tuple((to, (((2 << most) - 2, ()),)) for most, to in by_most.items())
                each_flight.append((1 << flight, places))
        if each_flight:
            result.append((1 << place, tuple(each_flight)))
    return result


@single_entry
def patrol_stations(asked: tuple[Figures, list[int], int]) -> dict[int, int]:
    """10.5.1, 10.5.2 For each territory with unmoved fighters, the adjacent zones that are not hostile.

    The inputs are the figures, the kinds of units by land, and the hostile zones.
    """
    figures, stacks, hostile = asked
    fighters = [land for land, kinds in enumerate(stacks) if kinds >> FIGHTER & 1]
    result = {land: figures.coast[land] & ~hostile for land in fighters}
    return {land: zones for land, zones in result.items() if zones}
