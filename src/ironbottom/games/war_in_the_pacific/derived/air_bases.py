"""5.3, 5.4, 19.1 The bases of air points: their owners, the points that operate there, the command of each stack."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import compress

from ironbottom.engine.cache import cached, cached_by_fingerprint, cached_by_fingerprint_per_key, depends_on
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import charts, tables
from ironbottom.games.war_in_the_pacific.derived import air_points, ship_condition
from ironbottom.games.war_in_the_pacific.derived.search_reach import ship_hex, weather
from ironbottom.games.war_in_the_pacific.derived.tables import latest_by_side, tables_by_side, unit_table
from ironbottom.games.war_in_the_pacific.derived.unit_positions import WHERE, UnitsInHex, of_each_side
from ironbottom.games.war_in_the_pacific.pieces import (
    BASE_AT,
    BASES,
    BOXES,
    CARRIER,
    DECKS,
    FARTHEST,
    FIRST_BOX,
    FIRST_DECK,
    FIRST_NEW,
    FORCES,
    IN_FORCE,
    NEW_BASES,
    OF_BASE,
    OF_FORCE,
    PACKED,
    SIDE_OF_SHIP,
    STACKS,
    TRAININGS,
    Pieces,
)
from ironbottom.games.war_in_the_pacific.state_types import State

NOBODY = -1
ROOM_ON_WATER = 10
"""5.4 The points that a port or anchorage holds, and those that a deployed Base Force adds."""
HQ_REACH = 12
"""5.3 The range of a headquarters in Movement Points."""
STACK_COUNT: int = len(STACKS)
NEW = NEW_BASES
_NONE_HERE = bytes(STACK_COUNT)


def owner(state: State, base: int) -> int:
    """1.3 The owner of a base: the side of the ship or box, or the holder of the hex; no side if it is not built."""
    if base >= FIRST_DECK:
        return SIDE_OF_SHIP[DECKS[base - FIRST_DECK]]
    if base >= FIRST_BOX:
        return layout.BOX_OWNER[base - FIRST_BOX]
    result = layout.holder(state, base)
    return result if result < len(tables.SIDES) else NOBODY


def where(state: State, base: int) -> int:
    """The hex of a base, including a carrier in port or at sea; -1 off the map."""
    if base >= FIRST_DECK:
        return ship_hex(state, DECKS[base - FIRST_DECK])
    return -1 if base >= FIRST_BOX else layout.base_hex(state.cells, base)


@cached_by_fingerprint(depends_on(layout.CONTROL, cells=[(layout.NEW_BASE_AT, NEW)]))
def own_bases(state: State, side: int) -> list[int]:
    """1.3 The bases of a side, ascending."""
    return [base for base in range(len(BASES)) if owner(state, base) == side]


@cached_by_fingerprint(depends_on(layout.AIR, layout.CONTROL, cells=[(layout.NEW_BASE_AT, NEW)]))
def with_points(state: State, side: int) -> list[int]:
    """The bases of a side at which there are air points, ascending."""
    result: list[int] = _with_points[side](own_bases(state, side), air_points.points_by_base(state))
    return result


def _is_own(own: list[int], base: int, here: bytes) -> bool | None:
    place = bisect_left(own, base)
    return (place < len(own) and own[place] == base) or None


_with_points = tables_by_side(_is_own, sorted)


def stacks(state: State, base: int) -> list[tuple[int, int]]:
    """5.12 The stacks at a base with their points, in a fixed, public order: by type, the best trained first."""
    return stacked(state.arrays[layout.AIR][base * STACK_COUNT : (base + 1) * STACK_COUNT].tobytes())


@cached(4096)
def stacked(here: bytes) -> list[tuple[int, int]]:
    """5.12 The stacks of a base with their points, from its row of counts."""
    result = [(stack, here[stack]) for stack in compress(range(len(here)), here)]
    return sorted(result, key=lambda each: (each[0] // len(TRAININGS), -(each[0] % len(TRAININGS))))


def on_water(pieces: Pieces, stack: int) -> bool:
    """5.4 Whether a stack consists of flying boats or float planes."""
    return pieces.on_water[stack // len(TRAININGS)]


def points_by_kind(state: State, base: int, *, water: bool) -> int:
    """5.4 The points at a base that are, or are not, flying boats and float planes; on a carrier, all points count in
    both cases.
    """
    here = state.arrays[layout.AIR][base * STACK_COUNT : (base + 1) * STACK_COUNT].tobytes()
    return points_in(state.rules.pieces, here, base, water=water)


def points_in(pieces: Pieces, here: bytes, base: int, *, water: bool) -> int:
    """5.4 The points at a base that are, or are not, flying boats and float planes; ``here`` has their counts."""
    if here == _NONE_HERE:
        return 0
    return _all(here) if base >= FIRST_DECK else _points(pieces, here, water)


@cached(1024)
def _all(here: bytes) -> int:
    return sum(here)


@cached(4096)
def _points(pieces: Pieces, here: bytes, water: bool) -> int:
    return sum([here[stack] for stack in compress(range(len(here)), here) if on_water(pieces, stack) == water])


def base_capacity(state: State, base: int, *, water: bool = False) -> int:
    """5.4, 5.41, 19.1 The capacity of a base: ten for each undamaged Level; for flying boats, that of its port or Base
    Force.

    A carrier holds its Air Capacity, and a box holds any number.
    """
    return _capacity(state, base, water)


def is_headquarters_type(pieces: Pieces, kind: int) -> bool:
    """5.3 Whether a type of ground unit, or -1 for none, is an air headquarters."""
    return kind >= 0 and pieces.ground[kind].kind == "air_hq"


def _headquarters_there(pieces: Pieces, hex: int, there: UnitsInHex) -> list[int] | None:
    return [unit for unit, kind in there if is_headquarters_type(pieces, kind)] or None


def _forces_by_hex(state: State) -> dict[int, int]:
    """27.2, 27.3 The number of Base Forces in each hex that are at least partially deployed; this seldom changes while
    units march.
    """
    deployed, result = state.arrays[layout.DEPLOYED], dict[int, int]()
    for side in range(len(tables.SIDES)):
        for unit, hex in base_forces_of(state, side):
            if deployed[unit] != PACKED:
                result[hex] = result.get(hex, 0) + 1
    return result


forces_by_hex: Callable[[State], dict[int, int]] = cached_by_fingerprint(
    depends_on(layout.UNIT_AT, layout.UNIT_TYPE, layout.DEPLOYED)
)(_forces_by_hex)
"""27.2, 27.3 The number of deployed Base Forces in each hex.

The annotation is for modules that mypy checks before this one.
"""


def base_forces_of(state: State, side: int) -> list[tuple[int, int]]:
    """27.0 The Base Forces of a side on the map, ascending, each with its hex."""
    result: list[tuple[int, int]] = _base_forces(state, side)
    return result


def working_headquarters(state: State, side: int) -> list[tuple[int, int]]:
    """5.3 The air headquarters of a side on the map, working or not, ascending, each with its hex."""
    result: list[tuple[int, int]] = _headquarters(state, side)
    return result


def _base_forces_there(pieces: Pieces, hex: int, there: UnitsInHex) -> list[int] | None:
    return [unit for unit, kind in there if pieces.ground[kind].kind == "base_force"] or None


def _one_by_one(found: dict[int, list[int]]) -> list[tuple[int, int]]:
    return sorted([(unit, hex) for hex, units in found.items() for unit in units])


_base_forces = unit_table(_base_forces_there, _one_by_one)
_headquarters = unit_table(_headquarters_there, _one_by_one)
"""27.0, 5.3 Each side's Base Forces and air headquarters on the map, ascending, with their hexes."""


@cached_by_fingerprint(depends_on(layout.CONTROL, cells=[(layout.NEW_BASE_AT, NEW)]))
def holders(state: State) -> list[int]:
    """1.3 The holder of each land base, which seldom changes when hexes change hands."""
    return [owner(state, base) for base in range(FIRST_BOX)]


def land_base_inputs(state: State) -> object:
    """1.3, 27.3 The inputs, besides Levels, that decide which land bases exist."""
    return holders(state), forces_by_hex(state)


@cached_by_fingerprint(depends_on(layout.LEVEL, layout.HURT, cells=[(layout.NEW_BASE_AT, NEW)], also=forces_by_hex))
def _capacity(state: State, base: int, water: bool) -> int:
    pieces = state.rules.pieces
    if base >= FIRST_DECK:
        return 0 if water else pieces.ships[DECKS[base - FIRST_DECK]].air_capacity
    if base >= FIRST_BOX:
        return 127
    if not water:
        a_level = pieces.facts.table(charts.AIRBASE)["level_1"].air_points
        return a_level * max(state.arrays[layout.LEVEL][base] - state.arrays[layout.HURT][base], 0)
    place = pieces.atlas.places.get(where(state, base))
    harbours = int(place is not None and place.port != "none")
    return ROOM_ON_WATER * (harbours + forces_by_hex(state).get(where(state, base), 0))


def base_forces(state: State, hex: int) -> list[int]:
    """27.2, 27.3 The Base Forces in a hex that are at least partially deployed."""
    if hex < 0:
        return []
    return [
        unit
        for unit in layout.units_in(state.arrays).units(hex)
        if kind_of(state, unit) == "base_force" and state.arrays[layout.DEPLOYED][unit] != PACKED
    ]


def kind_of(state: State, unit: int) -> str:
    """21.3 The kind of a ground unit."""
    pieces = state.rules.pieces
    return pieces.ground[state.arrays[layout.UNIT_TYPE][unit]].kind


def points_known_of(state: State, base: int) -> bool:
    """5.4, 8.42 Whether air points can be at a base, by public knowledge: its Levels, port or Base Forces."""
    return bool(base_capacity(state, base) or base_capacity(state, base, water=True))


@cached_by_fingerprint(depends_on(layout.LEVEL, layout.HURT, cells=[(layout.NEW_BASE_AT, NEW)], also=land_base_inputs))
def bases_with_points(state: State, side: int) -> list[tuple[int, int]]:
    """5.4, 8.42 The land bases of a side where air points can be, by public knowledge, each with its hex."""
    return [
        (base, where(state, base))
        for base in range(FIRST_BOX)
        if owner(state, base) == side and points_known_of(state, base)
    ]


def open_to_landing(state: State, base: int) -> bool:
    """3.51 Whether the hex of a base is in play, so that points may be based there."""
    pieces = state.rules.pieces
    hex = where(state, base)
    return hex >= 0 and bool(pieces.in_play(state.cells[layout.SCENARIO])[hex])


def capacity_left(state: State, base: int, *, water: bool = False) -> int:
    """5.4, 5.5, 19.1 The remaining room of a base."""
    if base >= FIRST_DECK and not operates(state, base):
        return 0
    return max(base_capacity(state, base, water=water) - points_by_kind(state, base, water=water), 0)


def operates(state: State, base: int) -> bool:
    """12.2, 12.3 Whether a carrier can operate aircraft: it is afloat, its deck is open, and its damage is below D3."""
    ship = DECKS[base - FIRST_DECK]
    if not 0 <= state.arrays[layout.SHIP_AT][ship] < IN_FORCE + len(FORCES) or state.arrays[layout.DECK_SHUT][ship]:
        return False
    level = max(state.arrays[layout.DAMAGE][ship], 0)
    return level <= ship_condition.FLOATS and ship_condition.decks_left(state.rules.pieces.charts, 4, level) > 0


def operating(state: State, base: int, *, water: bool = False) -> int:
    """5.4, 12.2, 19.1 The number of points that may fly from a base: the capacity of its Levels, or of a carrier at sea
    in a Task Force.

    A carrier with more points than its Air Capacity cannot operate them.
    """
    return _operating(state, base, water)


@cached_by_fingerprint(
    depends_on(
        *(layout.LEVEL, layout.HURT, layout.SHIP_AT, layout.DECK_SHUT, layout.DAMAGE, layout.AIR),
        cells=[(layout.NEW_BASE_AT, NEW)],
        also=forces_by_hex,
    )
)
def _operating(state: State, base: int, water: bool) -> int:
    if base < FIRST_DECK:
        return 0 if base >= FIRST_BOX else base_capacity(state, base, water=water)
    ship = DECKS[base - FIRST_DECK]
    most = base_capacity(state, base)
    in_force = IN_FORCE <= state.arrays[layout.SHIP_AT][ship] < IN_FORCE + len(FORCES)
    if water or not in_force or not operates(state, base) or points_by_kind(state, base, water=False) > most:
        return 0
    level = max(state.arrays[layout.DAMAGE][ship], 0)
    return ship_condition.decks_left(state.rules.pieces.charts, most, level)


def reaches_from(state: State, base: int, most: int) -> dict[int, int]:
    """3.3, 8.6 The cost by air from a base to each hex within this many Movement Points; none if it is in a storm."""
    start = where(state, base)
    if start < 0 or weather(state, start) == "storm":
        return {}
    return state.rules.pieces.flying_as_far(start, most, state.cells[layout.SCENARIO])


# -- 5.3 headquarters ------------------------------------------------------------------------------------


@cached_by_fingerprint_per_key(of_each_side(*WHERE, layout.IDLE_HEADQUARTERS))
def headquarters(state: State, side: int) -> list[tuple[int, int, int]]:
    """5.3, 5.32, 28.1 The working air headquarters of a side on the map: the counter, its hex, the number it serves."""
    pieces = state.rules.pieces
    sizes, idle, types = (
        pieces.facts.table(charts.HQ),
        state.arrays[layout.IDLE_HEADQUARTERS],
        state.arrays[layout.UNIT_TYPE],
    )
    return [
        (unit, hex, sizes[pieces.ground[types[unit]].id.rpartition("_")[2]].air_points)
        for unit, hex in working_headquarters(state, side)
        if not idle[unit]
    ]


def commands(state: State, side: int) -> Iterator[tuple[int, int, int, int]]:
    """5.3, 6.11 The stacks that serve each command, as base, stack, command and points.

    A stack serves the nearest headquarters with room; if two are equally near, it serves the larger. Carrier-trained
    points aboard a carrier (19.4) serve their Task Force, flying boats their base. Points beyond the room of their
    headquarters serve none.
    """
    pieces = state.rules.pieces
    own = headquarters(state, side)
    left, near_to = {unit: most for unit, _, most in own}, _near[side]((pieces, own))
    for hex, base in sorted([(where(state, base), base) for base in with_points(state, side)]):
        if hex < 0 or FIRST_BOX <= base < FIRST_BOX + len(BOXES):
            continue
        near: list[int] = []
        if base < FIRST_DECK:
            known = near_to.get(hex)
            near = near_to[hex] = near_headquarters(pieces, own, hex) if known is None else known
        for stack, points in stacks(state, base):
            if base >= FIRST_DECK:
                force = state.arrays[layout.SHIP_AT][DECKS[base - FIRST_DECK]] - IN_FORCE
                if 0 <= force < len(FORCES) and stack % len(TRAININGS) == CARRIER:
                    yield base, stack, OF_FORCE + force, points
            elif on_water(pieces, stack):
                yield base, stack, OF_BASE + base, points
            else:
                unit = next((unit for unit in near if left[unit]), NOBODY)
                if unit != NOBODY:
                    served = min(points, left[unit])
                    left[unit] -= served
                    yield base, stack, unit, served


def _none_near(own: object) -> dict[int, list[int]]:
    return {}


_near = latest_by_side(_none_near)
"""5.3 The headquarters in range of each hex; valid while the same headquarters work."""


def near_headquarters(pieces: Pieces, own: list[tuple[int, int, int]], hex: int) -> list[int]:
    """5.3 The headquarters in range of a base, the nearest first, then the larger."""
    known, near = _costs_known(pieces, hex), list[tuple[int, int, int]]()
    for unit, there, most in own:
        cost = known.get(there, NOBODY)
        if cost == NOBODY:
            cost = known[there] = 0 if there == hex else pieces.flying(hex).get(there, HQ_REACH + 1)
        if cost <= HQ_REACH:
            near.append((cost, -most, unit))
    return [unit for _, _, unit in sorted(near)]


@cached(4096)
def _costs_known(pieces: Pieces, hex: int) -> dict[int, int]:
    """5.3 The cached costs by air from a base to the few hexes with headquarters."""
    return {}


_SKY_READ = depends_on(
    *(layout.AIR, layout.CONTROL, layout.SHIP_AT),
    cells=[
        *((layout.SCENARIO, 1), (layout.WEATHER_DIE, len(tables.SECTIONS))),
        *((layout.NEW_BASE_AT, NEW_BASES), (layout.FORCE_AT, len(FORCES))),
    ],
)


@cached_by_fingerprint(_SKY_READ)
def in_fair_weather(state: State, side: int) -> list[int]:
    """8.6 The bases of a side on the map with points, except in storms, ascending."""
    return list(hexes_in_fair_weather(state, side))


@cached_by_fingerprint(_SKY_READ)
def hexes_in_fair_weather(state: State, side: int) -> dict[int, int]:
    """8.6 The bases of a side on the map with points, except in storms, each with its hex."""
    result = {}
    for base in with_points(state, side):
        hex = where(state, base)
        if hex >= 0 and weather(state, hex) != "storm":
            result[base] = hex
    return result


def base_at(state: State, hex: int) -> int:
    """The base in a hex, named or built in play; -1 if there is none."""
    if hex in BASE_AT:
        return BASE_AT[hex]
    built = state.cells[layout.NEW_BASE_AT : layout.NEW_BASE_AT + NEW_BASES]
    return FIRST_NEW + built.index(hex) if hex in built else -1


@cached_by_fingerprint(depends_on(layout.CONTROL, cells=[(layout.SCENARIO, 1), (layout.NEW_BASE_AT, NEW_BASES)]))
def bases_for_arrivals(state: State, side: int) -> list[int]:
    """37.5 The bases where a side may place arrivals, including those built in play."""
    control = state.arrays[layout.CONTROL]
    hexes = layout.scenario(state).arrive_at(state, side)
    bases = [base_at(state, hex) for hex in hexes if hex >= 0 and control[hex] == side]
    return [base for base in bases if base >= 0 and open_to_landing(state, base)]


def air_distance(state: State, start: int, hex: int) -> int:
    """3.3 The Movement Points by air between two hexes; more than any range if out of reach."""
    pieces = state.rules.pieces
    return 0 if start == hex else pieces.flying(start, state.cells[layout.SCENARIO]).get(hex, FARTHEST + 1)


def within_air_range(state: State, start: int, hex: int, most: int) -> bool:
    """3.3 Whether a hex is within this many Movement Points by air of another; searches no farther."""
    pieces = state.rules.pieces
    return pieces.air_cost(start, hex, most, state.cells[layout.SCENARIO]) <= most
