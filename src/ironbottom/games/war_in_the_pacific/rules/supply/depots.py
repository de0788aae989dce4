"""25.2 Depots: stores in unnamed hexes, which use a base number while they exist.

``hexes_with_block`` returns the hexes of a side with whole Supply Blocks. ``add_stores`` and ``remove_stores`` add and
remove Supply Points, and ``move_stores`` moves blocks before play. ``clear_depots`` frees the numbers of empty depots
at the end of a Game-Turn.
"""

from __future__ import annotations

from ironbottom.engine.core import sets
from ironbottom.engine.rules.restrictions import Allowed
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import building_sites, completed_construction, flight_duties
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, FIRST_NEW, HEXES, NEW_BASES, STACKS
from ironbottom.games.war_in_the_pacific.rules.bases import construction_orders
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

MAX_SUPPLY = 9_999
UNKNOWN = -1
BASE_ARRAYS = (layout.LEVEL, layout.SUPPLY)
"""25.2, 26.1 The arrays that make a hex a base or a depot."""
CLEARED_ARRAYS = (layout.HURT, layout.GUNS_HURT, layout.PORT_HURT, layout.PORT_TAKEN, layout.STRUCK)
"""14.4, 26.3 The arrays that are cleared with the base."""
AIR_ARRAYS = (layout.AIR, *flight_duties.COUNTED, layout.SEARCHING)
"""5.41 The arrays of points that are at the base after an emergency."""


def hexes_with_block(state: State, side: int, block: int) -> list[int]:
    """25.4 The hexes of a side with at least one Supply Block, ascending."""
    control, supply = state.arrays[layout.CONTROL], state.arrays[layout.SUPPLY]
    built = enumerate(state.cells[layout.NEW_BASE_AT : layout.NEW_BASE_AT + NEW_BASES], FIRST_NEW)
    bases = {**BASE_AT, **{hex: base for base, hex in built if hex >= 0}}
    return sorted([hex for hex, base in bases.items() if supply[base] >= block and control[hex] == side])


def points_stored(state: State, hex: int) -> int:
    """25.2 The Supply Points in a hex."""
    base = base_at(state, hex)
    return state.arrays[layout.SUPPLY][base] if base >= 0 else 0


def where_stores_lie(state: State) -> Allowed:
    """25.2 The hexes where stores can be: all hexes while a number is left for a depot, otherwise the hexes that need
    no number.
    """
    if building_sites.free_slot(state) >= 0:
        return True
    built = state.cells[layout.NEW_BASE_AT : layout.NEW_BASE_AT + NEW_BASES]
    return sets.from_iterable([*BASE_AT, *built], len(HEXES))


def add_stores(execution: Execution, side: int, hex: int, points: int) -> None:
    """25.4 Adds Supply Points to a hex."""
    supply, base = execution.state.arrays[layout.SUPPLY], base_at(execution.state, hex)
    supply[base] = min(supply[base] + points, MAX_SUPPLY)
    layout.scenario(execution.state).stores_came(execution.state, side, hex, points)
    execution.emit(log.SUPPLY_CAME, side, hex, points)


def remove_stores(state: State, side: int, hex: int, points: int) -> None:
    """25.4 Removes Supply Points from a hex."""
    state.arrays[layout.SUPPLY][base_at(state, hex)] -= points
    layout.scenario(state).stores_left(state, side, hex, points)


def move_stores(execution: Execution, side: int, hex: int, to: int, points: int) -> None:
    """25.2 Moves Supply Points before play; an empty depot is dissolved."""
    state = execution.state
    supply, base = state.arrays[layout.SUPPLY], base_at(state, hex)
    supply[base] -= points
    free_if_unused(state, base)
    supply[construction_orders.base_for(state, to)] += points
    execution.emit(log.STORES_BEFORE, side, hex, to, points)


def clear_depots(state: State) -> None:
    """25.2 Frees the numbers of empty depots."""
    for base in range(FIRST_NEW, FIRST_NEW + NEW_BASES):
        free_if_unused(state, base)


def free_if_unused(state: State, base: int) -> None:
    """25.2, 26.1 Frees the number of a depot built during play once it has no stores, Levels, guns or aircraft."""
    slot = layout.NEW_BASE_AT + base - FIRST_NEW
    hex = state.cells[slot] if base >= FIRST_NEW else -1
    if hex < 0 or any(state.arrays[array][base] for array in BASE_ARRAYS):
        return
    width, guns = len(STACKS), completed_construction.built(state, hex, completed_construction.GUNS)
    if guns or any(any(state.arrays[array][base * width : (base + 1) * width]) for array in AIR_ARRAYS):
        return
    for array in CLEARED_ARRAYS:
        state.arrays[array][base] = 0
    state.arrays[layout.REPORTED_AIR][base] = UNKNOWN
    state.cells[slot] = -1
