"""7.2.1, 7.3.1, 7.4.1 The movement range of units by land, sea and air."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ironbottom.engine.cache import cached
from ironbottom.engine.core.fields import members
from ironbottom.engine.data.facts import Facts
from ironbottom.games.axis_allies_pacific.pieces import (
    FIRST_ZONE,
    LAND_COUNT,
    PASSABLE,
    PLACE_COUNT,
    ZONE_COUNT,
    Pieces,
)

FAR = 99


AnyRouteInputs = tuple[int, int, int]
"""The values of ``RouteInputs``, with or without names."""


class RouteInputs(NamedTuple):
    """The inputs of a ship's route: zones it may not enter, zones where it stops, and convoys that it would take."""

    closed: int
    stops: int
    wanted: int


class RouteTable:
    """Routes on the map in force, each computed once."""

    def __init__(self, pieces: Pieces) -> None:
        self.by_land, self.by_sea = pieces.by_land, pieces.by_sea
        self.air_bases = pieces.air_bases
        self.next_to = tuple(self._adjacent_by_air(pieces, place) for place in range(PLACE_COUNT))
        self.adjacent_places = tuple(tuple(members(places)) for places in self.next_to)
        self.steps = tuple(self._steps(place) for place in range(PLACE_COUNT))
        self.lands_within = tuple(
            tuple(sum(1 << land for land in members(PASSABLE) if self.steps[place][land] <= far) for far in range(10))
            for place in range(PLACE_COUNT)
        )
        self.zones_within = tuple(
            tuple(
                sum(1 << zone for zone in range(ZONE_COUNT) if self.steps[place][FIRST_ZONE + zone] <= far)
                for far in range(10)
            )
            for place in range(PLACE_COUNT)
        )
        self.sail = cached(100_000)(self._sail)
        self.voyages = cached(100_000)(self._voyages)
        self.march = cached(100_000)(self._march)
        self.voyage_ends = cached(100_000)(self._voyage_ends)
        self.march_ends = cached(100_000)(self._march_ends)
        self.carrier_range = cached(100_000)(self._carrier_range)
        self.shore = pieces.shore
        self.shores = tuple(tuple(members(lands)) for lands in pieces.shore)

    @staticmethod
    def _adjacent_by_air(pieces: Pieces, place: int) -> int:
        """2.1, 2.2 The places adjacent to a place by air; none next to the closed territories."""
        if place >= FIRST_ZONE:
            zone = place - FIRST_ZONE
            return pieces.shore[zone] | pieces.by_sea[zone] << FIRST_ZONE
        if not PASSABLE >> place & 1:
            return 0
        return pieces.by_land[place] | pieces.coast[place] << FIRST_ZONE

    def _steps(self, start: int) -> tuple[int, ...]:
        """7.4.1 The steps by air from a place to all other places."""
        result, edge, far = [FAR] * PLACE_COUNT, 1 << start, 0
        reached = edge
        while edge:
            following = 0
            for place in members(edge):
                result[place] = far
                following |= self.next_to[place]
            edge = following & ~reached
            reached |= edge
            far += 1
        return tuple(result)

    # -- by air (7.4, 7.5) -------------------------------------------------------------------------------

    def flight(self, start: int, to: int, bases: int) -> int:
        """7.4.1, 7.5.1, 7.5.2 The steps of a flight; the first step is free from a friendly air base."""
        steps = self.steps[start][to]
        return steps - 1 if steps and start < LAND_COUNT and bases >> start & 1 else steps

    def in_reach(self, start: int, left: int, bases: int) -> int:
        """The places that an aircraft can reach from where it started its turn."""
        far = left + 1 if start < LAND_COUNT and bases >> start & 1 else left
        return self.lands_within[start][far] | self.zones_within[start][far] << FIRST_ZONE

    def landings(self, place: int, left: int, lands: int, bases: int) -> int:
        """7.5.1 The friendly territories where an aircraft may land; the step into one with an air base is free."""
        within = self.lands_within[place]
        return lands & (within[left] | (within[left + 1] & bases))

    def decks(self, place: int, left: int) -> int:
        """The zones where a fighter may land on a carrier."""
        return self.zones_within[place][left]

    # -- by sea (7.3) ------------------------------------------------------------------------------------

    def _sail(self, start: int, left: int, inputs: AnyRouteInputs) -> dict[int, tuple[int, ...]]:
        """7.3.1 The zones that a ship reaches, each with its route: the shortest, preferably past wanted convoys."""
        closed, stops, wanted = inputs
        routes: dict[int, tuple[int, ...]] = {}
        edge: dict[int, tuple[int, ...]] = {start: ()}
        entered = ~closed & ~(1 << start)
        for _ in range(left):
            following: dict[int, tuple[int, ...]] = {}
            for zone, route in edge.items():
                for beyond in members(self.by_sea[zone] & entered):
                    known = following.get(beyond)
                    if known is None or (
                        wanted and convoys_on_route((*route, beyond), wanted) > convoys_on_route(known, wanted)
                    ):
                        following[beyond] = (*route, beyond)
            routes |= following
            entered &= ~sum([1 << zone for zone in following])
            edge = {zone: route for zone, route in following.items() if not stops >> zone & 1}
        return routes

    def _voyages(
        self, start: int, left: int, inputs: AnyRouteInputs, origin: int, bases: int
    ) -> dict[int, tuple[int, ...]]:
        """7.3.1, 10.3 The zones that a ship reaches, as places; in phase 6, the last step is allowed only between naval
        bases.

        ``bases`` are the friendly naval bases, or -1 in phase 3, when they do not count.
        """
        return {
            FIRST_ZONE + to: tuple([FIRST_ZONE + step for step in route])
            for to, route in self.sail(start, left, inputs).items()
            if bases < 0 or len(route) < left or self.between(origin, to, bases)
        }

    def _voyage_ends(self, start: int, left: int, inputs: AnyRouteInputs, origin: int, bases: int) -> int:
        """The zones as a set of places, without the routes."""
        closed, stops, _ = inputs
        reached = edge = last = 1 << start
        for _ in range(left):
            following = 0
            for zone in members(edge):
                following |= self.by_sea[zone]
            last = following & ~closed & ~reached
            reached |= last
            edge = last & ~stops
        if bases >= 0 and left:
            reached &= ~sum([1 << to for to in members(last) if not self.between(origin, to, bases)])
        return (reached & ~(1 << start)) << FIRST_ZONE

    def between(self, origin: int, to: int, bases: int) -> bool:
        """10.3 Whether a route leads from a friendly naval base to another."""
        here, there = self.shore[origin] & bases, self.shore[to] & bases
        return bool(here and there and (here | there).bit_count() > 1)

    def _carrier_range(self, start: int, closed: int, bases: int) -> int:
        """7.4.2, 10.3 The zones where an unmoved carrier can be in phase 6, including its own."""
        return 1 << start | self._voyage_ends(start, 3, (closed, 0, 0), start, bases) >> FIRST_ZONE

    # -- over land (7.2) ---------------------------------------------------------------------------------

    def _march(self, start: int, left: int, through: int, into: int) -> dict[int, tuple[int, ...]]:
        """7.2.1, 7.2.2 The territories that a ground unit reaches from ``through``, each with its route."""
        routes: dict[int, tuple[int, ...]] = {}
        edge: dict[int, tuple[int, ...]] = {start: ()}
        for _ in range(left):
            following: dict[int, tuple[int, ...]] = {}
            for land, route in edge.items():
                for beyond in members(self.by_land[land] & into):
                    if beyond not in routes and beyond not in following:
                        following[beyond] = (*route, beyond)
            routes |= following
            edge = {land: route for land, route in following.items() if through >> land & 1}
        return routes

    def _march_ends(self, start: int, left: int, through: int, into: int) -> int:
        """The territories as a set, without the routes."""
        return sum([1 << to for to in self.march(start, left, through, into)])


def convoys_on_route(route: tuple[int, ...], wanted: int) -> int:
    """9.5.2 The number of wanted convoys on a route, without its last zone."""
    return sum(wanted >> zone & 1 for zone in route[:-1])


class Figures(Pieces):
    """The figures in force with the routes on their map."""

    def __init__(self, facts: Facts, options: Mapping[str, str]) -> None:
        super().__init__(facts, options)
        self.routes = RouteTable(self)


@cached(20_000)
def can_end_between_bases(figures: Figures, zone: int, origin: int, closed: int, bases: int) -> bool:
    """10.3 Whether the last step of a ship can end a route between two naval bases."""
    ends = members(figures.by_sea[zone] & ~closed)
    return any(figures.routes.between(origin, to, bases) for to in ends)
