"""25.1, 25.2 Lines of Communications on the map: the hexes that they reach, by their length.

The main function is ``lines``. Every function takes everything that its result depends on. A search is cached by the
blocked hexes that it meets, so it is not repeated when other hexes are blocked or opened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ironbottom.board.offset_grid import NOWHERE
from ironbottom.engine.cache import cached
from ironbottom.games.war_in_the_pacific.atlas import SEA
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import Pieces, Roads

FAR = 8
OFF_ROAD, BY_ROAD, BY_RAIL = 2, 1, 0
"""25.1 The length of a Line: four hexes off road or eight along roads, and any number by rail or sea."""
Hexes = frozenset[int]
NO_HEXES: Hexes = frozenset()


class Land(NamedTuple):
    """3.22, 25.1 The map for Lines: a scenario, the roads built in play, the pairs connected by Seacap."""

    pieces: Pieces
    scenario: int
    built: tuple[tuple[int, str], ...]
    joins: frozenset[tuple[int, int]]


class LineSearch(NamedTuple):
    """25.1 The hexes that Lines reach, and the blocked hexes where they stop."""

    hexes: Hexes
    stopped_by: Hexes


def lines(land: Land, starts: Hexes, blocked: Hexes, carriers: Hexes) -> Hexes:
    """25.1 The hexes that Lines reach from the given hexes, avoiding those that are blocked; a transport unit restarts
    the count.
    """
    return searched(land, starts, blocked, carriers).hexes


@cached(4096)
def searched(land: Land, starts: Hexes, blocked: Hexes, carriers: Hexes) -> LineSearch:
    """25.1 The hexes that Lines reach, with the blocked hexes where they stop."""
    first, begun = reached_without_transport(land, starts, blocked), set(starts)
    result, stopped_by = first
    while fresh := (result & carriers) - begun:
        begun |= fresh
        more = [reached_without_transport(land, frozenset([hex]), blocked) for hex in fresh]
        result = result.union(*[each.hexes for each in more])
        stopped_by = stopped_by.union(*[each.stopped_by for each in more])
    return first if result is first.hexes else LineSearch(result, stopped_by)


@cached(4096)
def reached_without_transport(land: Land, starts: Hexes, blocked: Hexes) -> LineSearch:
    """25.1 The hexes that Lines reach without transport units."""
    most = search_lines(land, starts, NO_HEXES)
    if most.hexes.isdisjoint(blocked):
        return most
    in_the_way, known = most.hexes & blocked, _known_from(land, starts)
    for before in known:
        # If everything that stopped the Lines still does, and nothing else is on them, they are unchanged.
        if before.stopped_by <= in_the_way and before.hexes.isdisjoint(in_the_way):
            return before
    result = search_lines(land, starts, in_the_way)
    known[:] = [result, *known[: MAX_CACHED - 1]]
    return result


MAX_CACHED = 8
"""The number of cached searches from the same hexes that are tried before a new search."""


@cached(4096)
def _known_from(land: Land, starts: Hexes) -> list[LineSearch]:
    return []


@cached(4096)
def search_lines(land: Land, starts: Hexes, blocked: Hexes) -> LineSearch:
    """25.1 The hexes that Lines reach: first everything connected by rail and sea, then hexes farther away."""
    joined, stopped_by = set(starts), set[int]()
    _join(land, joined, joined, blocked, stopped_by)
    beyond = _beyond(land, frozenset(joined), blocked)
    return LineSearch(beyond.hexes, beyond.stopped_by | stopped_by)


@cached(4096)
def _beyond(land: Land, joined: Hexes, blocked: Hexes) -> LineSearch:
    """25.1 The hexes that Lines reach from connected hexes, length by length, since many sources are usually on the
    same railways.
    """
    off, road, _ = ways_of(land.pieces, land.scenario, land.built)
    result, stopped_by, none = set(joined), set[int](), tuple[int, ...]()
    least, waiting = [FAR + 1] * len(GRID), [list[int]() for _ in range(FAR + 1)]
    here = result.copy()
    for length in range(FAR + 1):
        if length:
            here = {hex for hex in waiting[length] if least[hex] == length}
            if not here.isdisjoint(blocked):
                stopped_by |= here & blocked
                here -= blocked
            result |= here
            _join(land, here, result, blocked, stopped_by)
        by_road, on_foot = length + BY_ROAD, length + OFF_ROAD
        if by_road > FAR:
            break
        for hex in here:
            least[hex] = length
            for beyond in off[hex] if on_foot <= FAR else none:
                if least[beyond] > on_foot:
                    least[beyond] = on_foot
                    waiting[on_foot].append(beyond)
            for beyond in road.get(hex, none):
                if least[beyond] > by_road:
                    least[beyond] = by_road
                    waiting[by_road].append(beyond)
    return LineSearch(frozenset(result), frozenset(stopped_by))


def _join(land: Land, here: set[int], found: set[int], blocked: Hexes, stopped_by: set[int]) -> None:
    """25.1 Adds the hexes connected by rail and sea to the given hexes and to the result."""
    rail = ways_of(land.pieces, land.scenario, land.built).rail
    by_sea, railways = sea_ways(land.joins), railways_of(land.pieces, land.scenario, land.built)
    whole, queue = {-1}, [hex for hex in here if hex in railways or hex in by_sea]
    while queue:
        hex = queue.pop()
        number, hexes = railways.get(hex, NO_RAILWAY)
        if number not in whole and hexes.isdisjoint(blocked):
            # Nothing on the railway is blocked, so all of it is reached at once, and the sea from its ports.
            whole.add(number)
            here |= hexes - found
            found |= hexes
            queue += by_sea.keys() & hexes
            continue
        for beyond in (*(() if number in whole else rail[hex]), *by_sea.get(hex, ())):
            if beyond in blocked:
                stopped_by.add(beyond)
            elif beyond not in found:
                found.add(beyond)
                here.add(beyond)
                queue.append(beyond)


NO_RAILWAY = -1, NO_HEXES


@cached(8)
def railways_of(pieces: Pieces, scenario: int, built: tuple[tuple[int, str], ...]) -> dict[int, tuple[int, Hexes]]:
    """25.1 The number of each railway hex and all hexes connected with it; rails work in both directions."""
    rail, result = ways_of(pieces, scenario, built).rail, dict[int, tuple[int, Hexes]]()
    opened = pieces.in_play(scenario)
    for start in rail:
        if start in result:
            continue
        joined, queue = {start}, [start]
        while queue:
            fresh = [beyond for beyond in rail.get(queue.pop(), ()) if beyond not in joined]
            joined.update(fresh)
            queue.extend(fresh)
        # 3.5 A railway may begin out of play; no Line goes there.
        hexes = frozenset(hex for hex in joined if leads(pieces, opened, hex))
        result.update(dict.fromkeys(joined, (start, hexes)))
    return result


class LineSteps(NamedTuple):
    """25.1 The next hexes of a Line from each hex: off road, along a road, and by rail."""

    off: list[tuple[int, ...]]
    road: Mapping[int, tuple[int, ...]]
    rail: Mapping[int, tuple[int, ...]]


@cached(8)
def ways_of(pieces: Pieces, scenario: int, built: tuple[tuple[int, str], ...]) -> LineSteps:
    """25.1 The steps of Lines, with the roads built in play."""
    roads, by_cost = pieces.roads(scenario, built), {cost: dict[int, list[int]]() for cost in (BY_ROAD, BY_RAIL)}
    opened = pieces.in_play(scenario)
    for hex in [hex for hex in range(len(GRID)) if roads.rail[hex] | roads.major[hex] | roads.minor[hex]]:
        for number, there in enumerate(GRID.beyond(hex)):
            cost = line_cost(pieces, roads, hex, number)
            if leads(pieces, opened, there) and cost in by_cost:
                by_cost[cost].setdefault(hex, []).append(there)
    road, rail = ({hex: tuple(to) for hex, to in by_cost[cost].items()} for cost in (BY_ROAD, BY_RAIL))
    return LineSteps(off_road(pieces, scenario), road, rail)


@cached(8)
def off_road(pieces: Pieces, scenario: int) -> list[tuple[int, ...]]:
    """25.1 For each hex, the next hexes off road; a Line that enters them does not continue along roads."""
    on_foot, opened = pieces.atlas.on_foot, pieces.in_play(scenario)
    ways = [[there for n, there in enumerate(GRID.beyond(hex)) if on_foot[hex] >> n & 1] for hex in range(len(GRID))]
    return [tuple([there for there in near if leads(pieces, opened, there)]) for near in ways]


def leads(pieces: Pieces, opened: Sequence[int], hex: int) -> bool:
    """25.1, 3.5 Whether a Line may go to a hex: on the map, in play, and not at sea."""
    return hex != NOWHERE and bool(opened[hex]) and pieces.atlas.kind[hex] != SEA


def line_cost(pieces: Pieces, roads: Roads, hex: int, number: int) -> int | None:
    """25.1 The length of a step of a Line; None over water without a bridge or ferry."""
    if roads.rail[hex] >> number & 1:
        return BY_RAIL
    if (roads.major[hex] | roads.minor[hex]) >> number & 1:
        return BY_ROAD
    return OFF_ROAD if pieces.atlas.on_foot[hex] >> number & 1 else None


@cached(64)
def sea_ways(joins: frozenset[tuple[int, int]]) -> dict[int, list[int]]:
    """25.1 For each hex, the hexes connected to it by Seacap."""
    result: dict[int, list[int]] = {}
    for here, there in sorted(joins):
        result.setdefault(here, []).append(there)
    return result


def named_sources(pieces: Pieces, scenario: int, side: int) -> tuple[int, ...]:
    """25.2 The hexes where a case of the scenario lets a side's stores arrive, in order; they are sources even when
    empty.
    """
    by = pieces.scenarios[scenario].store_cases[side]
    return tuple([NUMBER[hex] for hex in pieces.figure(by, "at").split("|")]) if by else ()
