"""5.31, 5.32, 28.1 The hexes where air headquarters may be set up."""

from __future__ import annotations

from ironbottom.engine.cache import cached_by_fingerprint, depends_on
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import air_bases, lines_by_sea, supply_reach
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import type_of
from ironbottom.games.war_in_the_pacific.derived.supply_reach import SupplyBudget, from_headquarters
from ironbottom.games.war_in_the_pacific.derived.unit_parts import how_many_free
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, GROUND_TYPES, NEW_BASES, UNITS_OF
from ironbottom.games.war_in_the_pacific.state_types import State

SIZES = ("group", "wing", "division", "force")
SECONDARY = {"group": 4, "wing": 8, "division": 16}
"""5.31 The cost of a secondary headquarters by its size."""


def headquarters_size(state: State, unit: int) -> int:
    """28.1 The size of a headquarters."""
    return SIZES.index(type_of(state, unit).id.rpartition("_hq_")[2])


def may_stand(state: State, hexes: list[int], size: int) -> list[int]:
    """5.31, 5.32 The hexes where a headquarters may be set up: in this Cycle, none of its size began to operate or was
    set up there.
    """
    name, begun = SIZES[size], state.arrays[layout.HEADQUARTERS_STARTED]
    again = {each.at for each in turn_record.read(state, "staffs", ()) if GROUND_TYPES.ids[each.kind].endswith(name)}
    return [hex for hex in hexes if hex not in again and not begun[hex] >> size & 1]


@cached_by_fingerprint(lines_by_sea.CONNECTIONS_READ)
def touched_by_higher(state: State, side: int, size: int) -> frozenset[int]:
    """5.31, 25.1 The hexes connected by a Line of Communications to a side's headquarters that are larger
    than a size.
    """
    where = state.arrays[layout.UNIT_AT]
    higher = {
        where[unit]
        for unit in UNITS_OF[side]
        if 0 <= where[unit] < len(GRID)
        and supply_reach.is_headquarters(state, unit)
        and headquarters_size(state, unit) > size
    }
    return supply_reach.near_any(state, side, higher)


HEADQUARTERS_NATIONS = {JAPAN: ("jp",), ALLIES: ("cw", "us")}
_READS = depends_on(
    *(layout.UNIT_AT, layout.UNIT_TYPE, layout.CONTROL, layout.SUPPLY, layout.LEVEL, layout.HEADQUARTERS_STARTED),
    cells=[(layout.SCENARIO, 1), (layout.NEW_BASE_AT, NEW_BASES)],
    also=turn_record.TurnRecordFields("staffs", "built", "lifted", "lost", "by_sea").of,
)
_TOUCH_READS = depends_on(
    *(layout.UNIT_AT, layout.UNIT_TYPE, layout.CONTROL, layout.LEVEL),
    cells=[(layout.SCENARIO, 1)],
    also=turn_record.TurnRecordFields("built", "lifted", "lost", "by_sea").of,
)


@cached_by_fingerprint(_TOUCH_READS)
def sizes_in_touch(state: State, side: int) -> dict[int, int]:
    """5.31 The airbases with a Line to a headquarters of a side, each with the largest size."""
    rows, types = state.rules.pieces.ground, state.arrays[layout.UNIT_TYPE]
    largest, result = dict[int, int](), dict[int, int]()
    for unit, hex in air_bases.working_headquarters(state, side):
        largest[hex] = max(SIZES.index(rows[types[unit]].id.rpartition("_")[2]), largest.get(hex, 0))
    left, reached = set(airbases(state, side)), from_headquarters(state, side, tuple(sorted(largest)))
    for higher in sorted(largest, key=lambda hex: -largest[hex]):
        near = left & reached[higher] if higher in reached else ()
        result.update(dict.fromkeys(near, largest[higher]))
        left.difference_update(near)
    return result


@cached_by_fingerprint(depends_on(layout.CONTROL, layout.LEVEL, cells=[(layout.SCENARIO, 1)]))
def airbases(state: State, side: int) -> list[int]:
    """5.31 The hexes on the map, in play, with an airbase of a side."""
    control, levels = state.arrays[layout.CONTROL], state.arrays[layout.LEVEL]
    opened = state.rules.pieces.in_play(state.cells[layout.SCENARIO])
    return [hex for hex, base in BASE_AT.items() if control[hex] == side and levels[base] and opened[hex]]


@cached_by_fingerprint(_READS)
def headquarters_hexes(state: State, side: int) -> dict[int, list[int]]:
    """5.31, 5.32 The airbases where each type of headquarters may be deployed."""
    bases, result = airbases(state, side), dict[int, list[int]]()
    if not how_many_free(state, side):
        return result
    led, wealth = sizes_in_touch(state, side), SupplyBudget(state, side).richest_source_points(bases)
    for name, cost in SECONDARY.items():
        size = SIZES.index(name)
        able = [hex for hex in bases if led.get(hex, -1) > size and wealth[hex] >= cost]
        hexes = may_stand(state, able, size)
        if hexes:
            result |= {GROUND_TYPES.index[f"{nation}_hq_{name}"]: hexes for nation in HEADQUARTERS_NATIONS[side]}
    return result
