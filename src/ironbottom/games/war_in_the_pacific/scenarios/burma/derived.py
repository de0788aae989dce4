"""44.21 to 44.84 Values derived from the cases of Burma and from a state, cached."""

from __future__ import annotations

from ironbottom.engine.cache import cached, cached_by_fingerprint, cached_by_fingerprint_per_key, depends_on
from ironbottom.engine.core import sets
from ironbottom.engine.core.sets import IdSet
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN, SEA
from ironbottom.games.war_in_the_pacific.derived import air_bases
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import type_of, units_at
from ironbottom.games.war_in_the_pacific.derived.unit_positions import WHERE, of_each_side
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_HEX, HEXES, NEW_BASES, Pieces
from ironbottom.games.war_in_the_pacific.state_types import State

# -- 44.82 to 44.84 the country of each side ------------------------------------------------------------------------

BURMA, INDIA = ("burma",), ("andamans", "assam", "bengal", "bombay", "madras", "north_india")

KUNMING = "A3810"

CHINA = ("kansu", "kweichow", "szechwan", "yunnan")
"""44.82 The provinces of China with hexes in play."""


@cached(16)
def country(pieces: Pieces, scenario: int, side: int, *, china: bool) -> frozenset[int]:
    """44.81, 44.82, 44.83 The country where a side may deploy: China, or its part of India and Burma at the start."""
    opened, held = pieces.in_play(scenario), pieces.holders(scenario)
    regions = CHINA if china else (*BURMA, *INDIA) if side == ALLIES else BURMA
    result = pieces.in_regions(regions)
    return frozenset(hex for hex in result if opened[hex] and held[hex] == side and pieces.atlas.kind[hex] != SEA)


def nearby_hexes(state: State, side: int, hex: int) -> frozenset[int]:
    """44.84 The hexes where the units of a hex may start instead."""
    pieces, scenario = state.rules.pieces, state.cells[layout.SCENARIO]
    for china in (False, True) if side == ALLIES else (False,):
        result = country(pieces, scenario, side, china=china)
        if hex in result:
            return result
    return frozenset()


# -- 44.21, 44.34 airbases ---------------------------------------------------------------------------


@cached_by_fingerprint(depends_on(layout.LEVEL, cells=[(layout.SCENARIO, 1)]))
def airfields(state: State, side: int, hex: int) -> list[int]:
    """44.21, 44.34 The airbases where headquarters and air points may start: in India or Burma, or in China with Free
    Deployment.
    """
    pieces = state.rules.pieces
    within = nearby_hexes(state, side, hex)
    if side == ALLIES and not layout.scenario(state).free_deployment:
        within &= pieces.in_regions(INDIA)
        if hex not in within:
            return []
    return [base for base, where in enumerate(BASE_HEX) if where in within and state.arrays[layout.LEVEL][base]]


@cached_by_fingerprint(depends_on(layout.LEVEL, cells=[(layout.SCENARIO, 1)]))
def fields_near(state: State, side: int, hex: int) -> int:
    """44.34 The airbases of a side where headquarters and air points of a hex may start, as bits."""
    return sum(1 << base for base in airfields(state, side, hex))


@cached_by_fingerprint(depends_on(layout.LEVEL, cells=[(layout.SCENARIO, 1)]))
def all_fields(state: State, side: int) -> int:
    """44.34 All airbases of a side where headquarters and air points may start, as bits."""
    result = 0
    for hex in BASE_HEX:
        result |= fields_near(state, side, hex)
    return result


@cached_by_fingerprint(depends_on(layout.LEVEL, cells=[(layout.SCENARIO, 1)]))
def other_fields(state: State, side: int) -> dict[int, int]:
    """44.34 For each base, the other airbases, as bits, where its points may start."""
    near = [fields_near(state, side, hex) for hex in BASE_HEX]
    return {base: fields & ~(1 << base) for base, fields in enumerate(near) if fields}


@cached_by_fingerprint(
    depends_on(
        *(layout.AIR, layout.LEVEL, layout.HURT, layout.UNIT_AT, layout.UNIT_TYPE, layout.DEPLOYED),
        cells=[(layout.SCENARIO, 1), (layout.NEW_BASE_AT, NEW_BASES)],
    )
)
def rooms_of(state: State, side: int, base: int, water: bool) -> dict[int, int]:
    """5.4 The other airbases where points of a base may start, with their room."""
    result = {
        to: air_bases.capacity_left(state, to, water=water)
        for to in airfields(state, side, BASE_HEX[base])
        if to != base
    }
    return {to: room for to, room in result.items() if room}


@cached_by_fingerprint(
    depends_on(
        *(layout.AIR, layout.LEVEL, layout.HURT, layout.UNIT_AT, layout.UNIT_TYPE, layout.DEPLOYED),
        cells=[(layout.SCENARIO, 1), (layout.NEW_BASE_AT, NEW_BASES)],
    )
)
def starting_bases(state: State, side: int, water: bool) -> dict[int, int]:
    """5.4 The airbases where a side's points may start, as bits, by their remaining room."""
    pieces, width, air, result = state.rules.pieces, air_bases.STACK_COUNT, state.arrays[layout.AIR], dict[int, int]()
    for base, most in airbase_capacities(state, side, water):
        here = air[base * width : (base + 1) * width].tobytes()
        left = max(most - air_bases.points_in(pieces, here, base, water=water), 0)
        result[left] = result.get(left, 0) | 1 << base
    return result


@cached_by_fingerprint(
    depends_on(
        *(layout.LEVEL, layout.HURT, layout.UNIT_AT, layout.UNIT_TYPE, layout.DEPLOYED),
        cells=[(layout.SCENARIO, 1), (layout.NEW_BASE_AT, NEW_BASES)],
    )
)
def airbase_capacities(state: State, side: int, water: bool) -> list[tuple[int, int]]:
    """5.4 The airbases where a side's points may start, with the capacity of each."""
    return [(base, air_bases.base_capacity(state, base, water=water)) for base in sets.iterate(all_fields(state, side))]


# -- 44.36 stores ------------------------------------------------------------------------------------


@cached_by_fingerprint(depends_on(cells=[(layout.SCENARIO, 1)]))
def stores_of(state: State, side: int, hex: int) -> IdSet:
    """44.21, 44.36 The other hexes where the blocks of a hex may start: any hex of its country."""
    if NUMBER[KUNMING] == hex and not layout.scenario(state).free_deployment:
        return ()
    return sets.from_iterable(nearby_hexes(state, side, hex) - {hex}, len(HEXES))


# -- 44.65 the guards --------------------------------------------------------------------------------


def combat_units(state: State, side: int, hex: int) -> list[int]:
    """The ground combat units of a side in a hex."""
    return [unit for unit in units_at(state, side, hex) if type_of(state, unit).kind == "combat"]


def guarded(state: State) -> list[int]:
    """44.65 The hexes where a Japanese combat unit must be at the end of each Ground Phase."""
    pieces = state.rules.pieces
    return [NUMBER[hex] for hex in pieces.figure("44.65", "hexes").split("|")]


@cached_by_fingerprint_per_key(of_each_side(*WHERE, cells=[(layout.SCENARIO, 1)]))
def last_guards(state: State, side: int) -> list[int]:
    """44.65 The last guards of their hexes, which may not leave."""
    if side != JAPAN:
        return []
    last = [combat_units(state, JAPAN, hex) for hex in guarded(state)]
    return [units[0] for units in last if len(units) == 1]
