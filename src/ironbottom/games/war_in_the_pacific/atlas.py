"""3.0 The map in force: terrain, waters, straits, roads and places by hex, and the cost of movement.

It is built once for the figures in force, is shared, and never changes.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from ironbottom.board.offset_grid import NOWHERE
from ironbottom.board.reach import Movement, cheapest, cheapest_with, closed_side_bits
from ironbottom.engine.cache import CacheDict, cached
from ironbottom.engine.data.facts import Facts
from ironbottom.games.war_in_the_pacific.data import charts, tables
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER, SECTIONS_OF, latitude

SEA, LAND, COASTAL, ISLAND, ATOLL = range(5)
"""3.2 The kinds of hex."""
KIND = {kind: number for number, kind in enumerate(("sea", *tables.HEX_KINDS))}
TERRAIN_NUMBER = {terrain: number for number, terrain in enumerate(tables.TERRAINS)}
NO_TERRAIN = 255
JAPAN, ALLIES, NEUTRAL, NOBODY = range(4)
HOLDER = {holder: number for number, holder in enumerate(tables.HOLDERS)}
HEX_COUNT = len(GRID)
KEPT = 512
"""The number of ship movement searches that are cached."""


class Atlas:
    """The map: the kind, terrain, region, cost and holder in December 1941 of each hex; routes by sea, air and land.

    Hexes are numbered as in ``GRID``, regions and places in the order of their files.
    """

    def __init__(self, facts: Facts) -> None:
        self.regions = tuple(facts.table(tables.REGIONS))
        self.places = {NUMBER[place.id]: place for place in facts.table(tables.PLACES).values()}
        self._split = list(facts.table(tables.SPLIT_HEXES).values())
        self._land(facts)
        self._sides(facts)
        self._lines(facts)
        self.enter = bytes(_costs(facts))
        """3.4 The cost of each hex for ships and aircraft."""
        self.closed = self._always_closed(facts)
        """3.51, 39.92 The hexes closed in every scenario that does not open them: 1 for each such hex, 0 for all
        others.
        """
        self.by_air = Movement(GRID, self.enter, bytes(HEX_COUNT), KEPT)
        """3.3, 3.4 The movement of aircraft: they may fly everywhere."""
        self.on_foot = self._walked()
        """3.2, 22.6 For each hex the sides that ground units may cross, as bits: those that lead to land and are not
        straits.
        """
        self._by_sea: Waters | None = None

    # -- terrain -------------------------------------------------------------------------------------

    def _land(self, facts: Facts) -> None:
        kind, terrain, region = bytearray(HEX_COUNT), bytearray([NO_TERRAIN]) * HEX_COUNT, bytearray([255]) * HEX_COUNT
        number_of = {region: number for number, region in enumerate(self.regions)}
        for ground in facts.table(tables.TERRAIN).values():
            hex = NUMBER[ground.id]
            kind[hex], terrain[hex] = KIND[ground.kind], TERRAIN_NUMBER[ground.terrain]
            region[hex] = number_of[ground.region]
        self.kind, self.terrain, self.region = bytes(kind), bytes(terrain), bytes(region)

    def _always_closed(self, facts: Facts) -> bytes:
        neutral = [region.holder == "neutral" for region in facts.table(tables.REGIONS).values()]
        return bytes(region != 255 and neutral[region] for region in self.region)

    def holders(self, facts: Facts) -> bytearray:
        """2.5, 29.1 The holder of each hex in December 1941: from its region, from the Startline in China, or from its
        place.
        """
        of_region = [HOLDER[region.holder] for region in facts.table(tables.REGIONS).values()]
        result = bytearray([NOBODY if region == 255 else of_region[region] for region in self.region])
        for row in facts.table(tables.STARTLINE).values():
            result[NUMBER[row.id]] = HOLDER[row.holder]
        for hex, place in self.places.items():
            if result[hex] != NOBODY:
                result[hex] = HOLDER[place.holder]
        return result

    # -- sides of hexes ------------------------------------------------------------------------------

    def _sides(self, facts: Facts) -> None:
        self.closed_to_ships = bytes(closed_side_bits(GRID, _pairs(facts.table(tables.CLOSED_SIDES).values())))
        """3.21 For each hex the sides that are closed to ships, as bits."""
        self.straits = bytes(closed_side_bits(GRID, _pairs(facts.table(tables.STRAITS).values())))
        """22.6 For each hex the sides that are straits, as bits."""

    def _lines(self, facts: Facts) -> None:
        by_kind = {}
        for kind in tables.LINES:
            lines = [line.path for line in facts.table(tables.RAILS_AND_ROADS).values() if line.kind == kind]
            steps = [(one, other) for path in lines for one, other in pairwise(path)]
            by_kind[kind] = bytes(closed_side_bits(GRID, [_side(one, other) for one, other in steps]))
        self.rail, self.major_road, self.minor_road = (by_kind[kind] for kind in tables.LINES)
        """3.22 For each hex the sides crossed by a railway or a road, as bits."""

    # -- routes --------------------------------------------------------------------------------------

    @property
    def by_sea(self) -> Waters:
        """3.2, 3.21 The waters of the whole map, built on first use; a scenario has its own."""
        if self._by_sea is None:
            self._by_sea = Waters(self, self._split)
        return self._by_sea

    def waters_within(self, hexes: bytes, far: dict[int, int] | None = None) -> Waters:
        """3.5, 3.51, 45.61 The waters within these hexes only; the array has 1 for each such hex, 0 for all others.

        ``far`` gives the extra cost of entering or leaving some hexes.
        """
        return Waters(self, self._split, hexes, far)

    def _walked(self) -> bytes:
        walking = bytearray(HEX_COUNT)
        for hex in range(HEX_COUNT):
            if self.kind[hex] == SEA:
                continue
            for side, beyond in enumerate(GRID.beyond(hex)):
                if beyond != NOWHERE and self.kind[beyond] != SEA and not self.straits[hex] >> side & 1:
                    walking[hex] |= 1 << side
        return bytes(walking)

    def in_sections(self, sections: Iterable[str]) -> bytes:
        """3.51 The hexes of these sections, including their edges: 1 for each such hex, 0 for all others."""
        wanted = set(sections)
        return bytes(not wanted.isdisjoint(here) for here in SECTIONS_OF)


class SearchedRange(NamedTuple):
    """3.3 The range searched from a node, and the cost of each node within it."""

    points: int
    costs: dict[int, int]


class Waters:
    """3.21 The movement of ships: one node for each hex, and more nodes for the separate bodies of water in split
    hexes.

    The node of a hex is its number; the second and third body of water in a split hex have numbers above all hexes.

    >>> from ironbottom.games.war_in_the_pacific.data.facts import load
    >>> waters = Atlas(load()).by_sea
    >>> waters.cost(NUMBER["F1940"], NUMBER["F3342"])
    84
    """

    def __init__(
        self,
        atlas: Atlas,
        split: Iterable[tables.SplitHex],
        within: bytes | None = None,
        far: dict[int, int] | None = None,
    ) -> None:
        self.hex_of = list(range(HEX_COUNT))
        """The hex of each node."""
        self.nodes_of: dict[int, list[int]] = {}
        """The nodes of each split hex."""
        self._group: dict[int, frozenset[int]] = {}
        self._port: dict[int, int] = {}
        for row in split:
            self._add(row)
        self._within = within
        self.far = {node: more for hex, more in (far or {}).items() for node in self.nodes(hex)}
        """45.61 The nodes with an extra cost to enter or leave, with that cost."""
        self.enter = bytes([atlas.enter[hex] for hex in self.hex_of])
        self.opened = [tuple(self._ways(atlas, node)) for node in range(len(self.hex_of))]
        """For each node, the nodes that ships may enter from it."""
        self._ways_on = CacheDict(self._way, KEPT * 16)
        self._found: CacheDict[int, SearchedRange] = CacheDict(lambda node: SearchedRange(-1, {}), KEPT)
        self.reach = cached(KEPT)(self.reached)
        """``reach(node, points)``: the hexes within this many points of a node, ascending, except its own hex."""
        self.legs = cached(KEPT)(self.first_reached)
        """``legs(node, points)``: for each of these ascending allowances, the hexes that smaller ones do not reach."""

    def _add(self, row: tables.SplitHex) -> None:
        hex = NUMBER[row.id]
        groups = [group for group in (row.first, row.second, row.third) if group]
        self.nodes_of[hex] = [hex, *range(len(self.hex_of), len(self.hex_of) + len(groups) - 1)]
        self.hex_of += [hex] * (len(groups) - 1)
        for node, group in zip(self.nodes_of[hex], groups, strict=True):
            self._group[node] = frozenset(NUMBER[near] for near in group)
        if row.port_group:
            self._port[hex] = self.nodes_of[hex][row.port_group - 1]

    def _ways(self, atlas: Atlas, node: int) -> Iterator[int]:
        hex = self.hex_of[node]
        if atlas.kind[hex] == LAND or (self._within is not None and not self._within[hex]):
            return
        here = self._group.get(node)
        for side, beyond in enumerate(GRID.beyond(hex)):
            if beyond == NOWHERE or atlas.kind[beyond] == LAND or atlas.closed_to_ships[hex] >> side & 1:
                continue
            if here is not None and beyond not in here:
                continue
            if self._within is not None and not self._within[beyond]:
                continue
            yield from (there for there in self.nodes(beyond) if hex in self._group.get(there, (hex,)))

    def nodes(self, hex: int) -> list[int]:
        """The nodes of a hex."""
        return self.nodes_of.get(hex, [hex])

    def port(self, hex: int) -> int:
        """3.21 The body of water that a port is on; by default, the first one of its hex."""
        return self._port.get(hex, hex)

    def path(self, node: int, goal: int, points: int) -> list[int]:
        """10.1 The cheapest route from a node to a hex, as nodes without the start. Ties go to the lowest number.

        Empty if this many points do not suffice, or if the ship is already there.
        """
        return self._ways_on[node, goal, points]

    def _way(self, key: tuple[int, int, int]) -> list[int]:
        way = self._searched_way(*key)
        _, goal, points = key
        # From any node of the route, the rest of the route is also the cheapest route with the lowest numbers.
        for place, node in enumerate(way[:-1], 1):
            self._ways_on[node, goal, points] = way[place:]
        return way

    def _searched_way(self, node: int, goal: int, points: int) -> list[int]:
        nodes = self.nodes(goal)
        known = self._found[node]
        if known.points >= points:
            found: dict[int, int] = known.costs
        else:
            found = self.costs(node, points) if len(nodes) > 1 else self.toward(node, goal, points)
        ends = [there for there in nodes if found.get(there, points + 1) <= points]
        if not ends or node in ends:
            return []
        way = [min(ends, key=lambda there: (found[there], there))]
        while way[-1] != node:
            here = way[-1]
            way.append(
                min(near for near in self.opened[here] if found.get(near, -999) + self.step(near, here) == found[here])
            )
        return way[-2::-1]

    def step(self, node: int, beyond: int) -> int:
        """3.4, 45.61 The cost of moving from a node to the next."""
        return self.enter[beyond] + self.far.get(beyond, 0) + self.far.get(node, 0)

    def leads_on(self, node: int, points: int) -> bool:
        """Whether this many points suffice to reach any hex other than the node's own."""
        return any(self.step(node, beyond) <= points for beyond in self.opened[node])

    def searched(self, node: int, points: int) -> dict[int, int]:
        """The cost of each node within ``points`` of a node, computed without the cache."""
        return self.costs_from((node,), points)

    def costs(self, node: int, points: int) -> dict[int, int]:
        """The cost of each node within this many points, read from the largest search from it so far."""
        known = self._found[node]
        if known.points < points:
            known = self._found[node] = SearchedRange(points, self.searched(node, points))
        if known.points == points:
            return known.costs
        return {there: cost for there, cost in known.costs.items() if cost <= points}

    def costs_from(self, nodes: Iterable[int], points: int) -> dict[int, int]:
        """The cost of each node within ``points`` of any of the given nodes, computed without the cache."""
        starts = tuple(nodes)
        if self.far:
            return cheapest_with(self.opened, self.enter, starts, points, self.far)
        return cheapest(self.opened, self.enter, starts, points)

    def toward(self, node: int, goal: int, points: int) -> dict[int, int]:
        """The cost of each node that costs no more than a goal, computed without the cache."""
        if self.far:
            return self.costs_from((node,), points)
        return cheapest(self.opened, self.enter, (node,), points, goal)

    def reached(self, node: int, points: int) -> tuple[int, ...]:
        """The hexes within this many points of a node, ascending, except its own hex."""
        result = sorted(self.costs(node, points))
        if result[-1] >= HEX_COUNT:
            result = sorted(set(map(self.hex_of.__getitem__, result)))
        result.remove(self.hex_of[node])
        return tuple(result)

    def first_reached(self, node: int, points: tuple[int, ...]) -> tuple[frozenset[int], ...]:
        """For each of these ascending allowances, the hexes that it reaches and smaller ones do not."""
        far, hex_of = self.costs(node, points[-1]), self.hex_of
        first = [bisect_left(points, cost) for cost in range(points[-1] + 1)]
        hexes: list[list[int]] = [[] for _ in points]
        for there, cost in far.items():
            hexes[first[cost]].append(hex_of[there])
        nearer, result = frozenset[int](), []
        for here in hexes:
            result.append(frozenset(here) - nearer)
            nearer |= result[-1]
        return tuple(result)

    def cost(self, hex: int, other: int, most: int = 999) -> int:
        """3.3 The cost of the cheapest route by ship from any body of water in a hex to any in another; -1 if there is
        none.
        """
        result = self.costs_from(self.nodes(hex), most)
        return min((result[node] for node in self.nodes(other) if node in result), default=-1)


def _costs(facts: Facts) -> Iterator[int]:
    rows = list(facts.table(charts.MOVEMENT_COST).values())
    by_line: dict[tuple[int, bool], int] = {}
    for hex, (column, row) in enumerate(GRID.places):
        line = row, bool(column % 2)
        if line not in by_line:
            north = abs(latitude(hex))
            by_line[line] = next(r.mp for r in reversed(rows) if north >= r.latitude_from)
        yield by_line[line]


def _side(one: str, other: str) -> tuple[int, int]:
    hex, beyond = NUMBER[one], NUMBER[other]
    return hex, GRID.side(hex, beyond)


def _pairs(sides: Iterable[tables.ClosedSide]) -> list[tuple[int, int]]:
    return [_side(side.hex, side.beyond) for side in sides]
