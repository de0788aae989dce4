"""30.0 Railcap and Seacap: the points that each area has left, and the hexes that it connects by rail or by water."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ironbottom.board.offset_grid import NOWHERE
from ironbottom.engine.cache import (
    Fingerprint,
    cached,
    cached_by_fingerprint,
    cached_by_fingerprint_per_key,
    depends_on,
)
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.atlas import LAND, SEA
from ironbottom.games.war_in_the_pacific.data import charts, tables
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import hexes_to_attack, zones
from ironbottom.games.war_in_the_pacific.derived.unit_positions import WHERE
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import (
    BASE_AT,
    FIRST_NEW,
    LIFT_AREAS,
    NEW_BASES,
    RIVER_LIFT,
    UNITS_OF,
    Pieces,
)
from ironbottom.games.war_in_the_pacific.state_types import State

AREAS = tuple(LIFT_AREAS)
"""30.1 The areas of the table that are in play in some scenario."""
RAIL, SEA_LIFT = 0, len(AREAS)
"""The indices of the first area's Railcap and Seacap in the array of spent points."""
NOTHING_SPENT = (0,) * (2 * len(AREAS))
SEA_HEXES = 8
"""30.3 The largest number of hexes that a unit moves by Seacap."""


@cached(16)
def area_hexes(pieces: Pieces, area: int) -> frozenset[int]:
    """30.1 The hexes of an area."""
    return pieces.in_regions(LIFT_AREAS[AREAS[area]])


def lift_area(pieces: Pieces, hex: int) -> int:
    """30.1 The area of a hex; -1 if it is in none."""
    return areas_of(pieces).get(hex, -1)


@cached(8)
def areas_of(pieces: Pieces) -> dict[int, int]:
    """30.1 The area of each hex that is in an area."""
    return {hex: area for area in reversed(range(len(AREAS))) for hex in area_hexes(pieces, area)}


@cached(16)
def cities_of(pieces: Pieces, area: int) -> tuple[int, ...]:
    """30.5 The cities of an area."""
    known = pieces.atlas.places
    return tuple([hex for hex in area_hexes(pieces, area) if hex in known and known[hex].city])


def began_with(pieces: Pieces, area: int, control: Sequence[int]) -> int:
    """30.5 The holder of an area when the scenario begins: the side with most of its cities, then with most of its
    hexes.
    """
    hexes = (cities_of(pieces, area), area_hexes(pieces, area))
    return max(range(len(tables.SIDES)), key=lambda side: [sum(control[hex] == side for hex in some) for some in hexes])


@cached(64)
def began_in(pieces: Pieces, scenario: int, area: int) -> int:
    """30.5 The holder of an area when a scenario begins, as in the unchanged deployment."""
    return began_with(pieces, area, pieces.holders(scenario))


def area_holder(pieces: Pieces, area: int, control: Sequence[int], began: int) -> int:
    """30.5, 29.2 The holder of an area: the enemy captures it by holding more of its cities than its first holder, not
    by holding as many.
    """
    cities = cities_of(pieces, area)
    theirs = sum(control[hex] == 1 - began for hex in cities)
    return 1 - began if theirs > sum(control[hex] == began for hex in cities) else began


@cached_by_fingerprint(depends_on(layout.CONTROL, cells=[(layout.SCENARIO, 1)]))
def area_lift(state: State, side: int, kind: int, area: int) -> int:
    """30.1, 30.5 A side's points in an area: all points of the table, or half of them, rounded down, in a captured
    area.
    """
    pieces = state.rules.pieces
    row = pieces.facts.table(charts.RAILCAP_SEACAP)[AREAS[area]]
    points = row.railcap if kind == RAIL else row.seacap
    began = began_in(pieces, state.cells[layout.SCENARIO], area)
    if area_holder(pieces, area, state.arrays[layout.CONTROL], began) != side:
        return 0
    return points if began == side else points // 2


def lift_left(state: State, side: int, spent: tuple[int, ...], kind: int, area: int) -> int:
    """30.1, 30.4 The points that a side has left in this Game-Turn, without those lost in this Cycle."""
    lost = turn_record.read(state, "lost", ())
    return max(area_lift(state, side, kind, area) - (lost[kind + area] if lost else 0), 0) - spent[kind + area]


@cached_by_fingerprint(depends_on(layout.CONTROL, cells=[(layout.SCENARIO, 1)]))
def capacities(state: State, side: int) -> list[int]:
    """30.1, 30.5 A side's points in each area, Railcap first, then Seacap."""
    return [area_lift(state, side, kind, area) for kind in (RAIL, SEA_LIFT) for area in range(len(AREAS))]


def left_by_area(state: State, side: int, spent: tuple[int, ...], kind: int) -> list[int]:
    """30.1, 30.4 The points that a side has left in this Game-Turn, by area; the last entry, -1, stands for no area."""
    lost = turn_record.read(state, "lost", ()) or NOTHING_SPENT
    result = [max(most - gone, 0) - used for most, gone, used in zip(capacities(state, side), lost, spent, strict=True)]
    return [*result[kind : kind + len(AREAS)], -1]


def _against(*more: int, also: Callable[[State], object] | None = None) -> list[Fingerprint]:
    """For each side, the fingerprint of hex control, enemy positions and some other arrays."""
    theirs = [[(block, units.start, len(units)) for block in WHERE] for units in UNITS_OF[::-1]]
    scenario = [(layout.SCENARIO, 1), (layout.NEW_BASE_AT, NEW_BASES)]
    return [depends_on(layout.CONTROL, *more, cells=scenario, parts=parts, also=also) for parts in theirs]


@cached(64)
def beside_rails(pieces: Pieces, scenario: int, area: int) -> tuple[int, ...]:
    """30.2 The hexes of an area in play that have a railway or are next to one."""
    rail, opened, area_is = pieces.atlas.rail, pieces.in_play(scenario), area_hexes(pieces, area)
    lines = {hex for hex in area_is if rail[hex]}
    ends = {beyond for hex in lines for n, beyond in enumerate(GRID.beyond(hex)) if rail[hex] >> n & 1}
    return tuple([hex for hex in area_is if opened[hex] and (hex in lines or hex in ends)])


def by_rail(state: State, side: int, start: int) -> set[int]:
    """30.2 The hexes of the same area connected to a hex by rail, all of them safe."""
    return set(railways(state, side).get(start, {start}) - {start})


@cached_by_fingerprint_per_key(_against())
def railways(state: State, side: int) -> dict[int, frozenset[int]]:
    """30.2 For each safe hex with a railway, the connected hexes of its area, including itself.

    A hex of a side is safe if it has no enemy and is in no enemy Zone.
    """
    pieces = state.rules.pieces
    control, theirs = state.arrays[layout.CONTROL], zones(state, 1 - side) | hexes_to_attack(state, 1 - side)
    rail, result = pieces.atlas.rail, dict[int, frozenset[int]]()
    for area in range(len(AREAS)):
        lines = beside_rails(pieces, state.cells[layout.SCENARIO], area)
        left = {hex for hex in lines if control[hex] == side and hex not in theirs}
        for start in [hex for hex in lines if rail[hex] and hex in left]:
            if start not in result:
                joined, queue = {start}, [start]
                while queue:
                    hex = queue.pop()
                    for number, beyond in enumerate(GRID.beyond(hex)):
                        if rail[hex] >> number & 1 and beyond != NOWHERE and beyond not in joined and beyond in left:
                            joined.add(beyond)
                            queue.append(beyond)
                result |= dict.fromkeys(joined, frozenset(joined))
    return result


@cached(8)
def harbours(pieces: Pieces, area: int) -> frozenset[int]:
    """30.3, 3.23 The coastal hexes and river ports of an area."""
    atlas = pieces.atlas
    ports = {hex for hex, place in atlas.places.items() if place.port != "none"}
    return frozenset(hex for hex in area_hexes(pieces, area) if atlas.kind[hex] not in (SEA, LAND) or hex in ports)


@cached(4096)
def near_shores(pieces: Pieces, start: int) -> tuple[int, ...]:
    """30.3 The harbours of an area within Seacap range of one of them."""
    area = lift_area(pieces, start)
    shores = harbours(pieces, area) if area >= 0 else ()
    return tuple([hex for hex in shores if GRID.distance(start, hex) <= SEA_HEXES]) if start in shores else ()


@cached(4)
def salween(pieces: Pieces) -> tuple[int, ...]:
    """44.66 The hexes of the Salween from its mouth."""
    return tuple([NUMBER[hex] for hex in pieces.facts.table(tables.AREAS)[RIVER_LIFT[0]].hexes])


def by_water(state: State, side: int, start: int) -> set[int]:
    """30.3, 44.66 The hexes that a unit can reach by Seacap: along a coast of the area, or along the Salween."""
    pieces = state.rules.pieces
    control, river = state.arrays[layout.CONTROL], salween(pieces)
    result = {hex for hex in near_shores(pieces, start) if control[hex] == side}
    if start in river:
        result |= along(state, side, river, river.index(start))
    return result - {start} - hexes_to_attack(state, 1 - side)


def along(state: State, side: int, river: tuple[int, ...], place: int) -> set[int]:
    """44.66 The hexes up and down a river that the side holds without a gap."""
    control, result = state.arrays[layout.CONTROL], set()
    for step in (-1, 1):
        for hexes in range(1, SEA_HEXES + 1):
            number = place + step * hexes
            if not 0 <= number < len(river) or control[river[number]] != side:
                break
            result.add(river[number])
    return result


def area_for(pieces: Pieces, kind: int, start: int) -> int:
    """30.1, 44.66 The area whose points a route uses; on the Salween outside the bounds of an area, the area of that
    river.
    """
    return (areas_afloat(pieces) if kind == SEA_LIFT else areas_of(pieces)).get(start, -1)


@cached(8)
def areas_afloat(pieces: Pieces) -> dict[int, int]:
    """44.66 For each hex, the area whose Seacap its units use."""
    return areas_of(pieces) | dict.fromkeys(salween(pieces), AREAS.index(RIVER_LIFT[1]))


@cached_by_fingerprint_per_key(_against())
def hexes_by_lift(state: State, side: int, kind: int, start: int) -> tuple[int, ...]:
    """30.2, 30.3 The hexes that a unit can be moved to from a hex, ignoring points and room, ascending."""
    return tuple(sorted(by_rail(state, side, start) if kind == RAIL else by_water(state, side, start)))


@cached(8)
def loads_of(pieces: Pieces) -> tuple[int, ...]:
    """30.1 The points of lift that each type of unit needs."""
    return tuple([row.railcap for row in pieces.ground])


@cached(8)
def all_shores(pieces: Pieces) -> frozenset[int]:
    """30.3, 44.66 The hexes in any area from which Seacap can move units, and those along the Salween."""
    return frozenset(salween(pieces)).union(*[harbours(pieces, area) for area in range(len(AREAS))])


def _lost(state: State) -> object:
    return turn_record.read(state, "lost", ())


@cached_by_fingerprint_per_key(_against(layout.SUPPLY, also=_lost))
def destinations_by_source(state: State, side: int, spent: tuple[int, ...], kind: int) -> dict[int, list[int]]:
    """25.4, 30.1 The hexes from which stores can be moved, each with the hexes that have a place for them."""
    supply, control, result = state.arrays[layout.SUPPLY], state.arrays[layout.CONTROL], {}
    points = left_by_area(state, side, spent, kind)
    bases = places_for_stores(state)
    for hex in [hex for hex, base in bases.items() if supply[base] and control[hex] == side]:
        area = area_for(state.rules.pieces, kind, hex)
        if area < 0 or points[area] < 1:
            continue
        to = [goal for goal in hexes_by_lift(state, side, kind, hex) if goal in bases]
        if to:
            result[hex] = to
    return result


def places_for_stores(state: State) -> dict[int, int]:
    """25.2, 26.1 All bases that can hold stores, by hex."""
    built = bases_built(state)
    return BASE_AT | built if built else BASE_AT


def bases_built(state: State) -> dict[int, int]:
    """25.2, 26.1 The bases built in play, which hold stores like named places, by hex."""
    built = state.cells[layout.NEW_BASE_AT : layout.NEW_BASE_AT + NEW_BASES]
    return {hex: FIRST_NEW + number for number, hex in enumerate(built) if hex >= 0}
