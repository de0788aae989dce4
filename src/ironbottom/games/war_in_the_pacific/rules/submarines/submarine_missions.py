"""13.9 Missions of submarines: transport from coast to coast, and scouting of ports.

They are ordered in the Submarine Phase. Loads are recorded in the state until both sides have given their orders;
``land_loads`` then lands them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import COASTAL, Waters
from ironbottom.games.war_in_the_pacific.derived import cargo_room
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import thirds_of, without_room
from ironbottom.games.war_in_the_pacific.derived.land_and_coasts import friendly_coasts, submarine_costs
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS as QUARTERS
from ironbottom.games.war_in_the_pacific.pieces import UNITS, UNITS_OF
from ironbottom.games.war_in_the_pacific.rules.shore import cargo, landings
from ironbottom.games.war_in_the_pacific.rules.submarines.subrons import subron_points, subrons_of
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

POINTS_A_LOAD = 4
"""13.9 The Sub Points that carry a Load Point."""


class LoadRoute(NamedTuple):
    """13.9 The place where a load is fetched: the hex, the body of water, and the Movement Points left from there."""

    hex: int
    water: int
    left: int


# -- room ------------------------------------------------------------------------------------------------


def load_capacity(points: int) -> int:
    """13.9 The capacity of this many Sub Points in quarters of Load Points: a Load Point for each full four points."""
    return QUARTERS * (points // POINTS_A_LOAD)


def carried_by(state: State, subron: int) -> list[int]:
    """13.9 The units that a Subron carries in this phase."""
    ferried = state.arrays[layout.FERRIED]
    if not any(ferried):
        return []
    return [unit for unit in range(len(UNITS)) if ferried[unit] == subron + 1]


def subron_room(state: State, subron: int) -> int:
    """13.9 The remaining room of a Subron, in quarters."""
    taken = (
        sum(cargo_room.load(state, unit) for unit in carried_by(state, subron))
        + state.cells[layout.SUBRON_STORES + subron]
    )
    return load_capacity(subron_points(state, subron)) - taken


def has_load(state: State, subron: int) -> bool:
    """13.9 Whether a Subron has a load."""
    return bool(state.cells[layout.SUBRON_STORES + subron] or carried_by(state, subron))


# -- loads that are ready ------------------------------------------------------------------------------------


def small_units(state: State, side: int, quarters: int) -> Iterator[int]:
    """13.9, 16.1 The units of a side ashore on a coast that can be shipped and need at most this many quarters."""
    kinds, positions, types = (
        state.rules.pieces.atlas.kind,
        state.arrays[layout.UNIT_AT],
        state.arrays[layout.UNIT_TYPE],
    )
    for unit in UNITS_OF[side]:
        free = types[unit] >= 0 and not state.arrays[layout.FERRIED][unit] and cargo.may_be_shipped(state, side, unit)
        if free and kinds[positions[unit]] >= COASTAL and cargo_room.load(state, unit) <= quarters:
            yield unit


def stores_at(state: State, side: int, hex: int) -> int:
    """13.9, 25.4 The Supply Points in a hex of a side that no Subron fetches yet."""
    base = base_at(state, hex)
    if base < 0 or state.arrays[layout.CONTROL][hex] != side:
        return 0
    cells = state.cells
    bound = [subron for subron in subrons_of(side) if cells[layout.SUBRON_FROM + subron] == hex]
    lies: int = state.arrays[layout.SUPPLY][base]
    return lies - sum(cells[layout.SUBRON_STORES + subron] for subron in bound)


# -- routes ------------------------------------------------------------------------------------------------


def waters_of_side(state: State, side: int) -> tuple[Waters, frozenset[int]]:
    """3.51 The waters that a side may enter, and the hexes barred to it."""
    pieces = state.rules.pieces
    scenario, barred = state.cells[layout.SCENARIO], layout.scenario(state).forbidden_hexes(state, side)
    return (pieces.waters_but(scenario, barred) if barred else pieces.waters(scenario)), barred


def ways_to(state: State, side: int, starts: tuple[int, ...], reach: int, hex: int) -> LoadRoute | None:
    """13.3, 13.9 The cheapest route from any of the given waters to a hex; None if it is out of range.

    The route is measured backwards from the hex, which all Subrons have in common; only the cost at its ends may depend
    on the direction.
    """
    (waters, barred), result = waters_of_side(state, side), None
    for water, node in enumerate(waters.nodes(hex)):
        back = submarine_costs(state.rules.pieces, state.cells[layout.SCENARIO], barred, node)
        spent = [back[start] - waters.enter[start] + waters.enter[node] for start in starts if start in back]
        left = reach - min(spent, default=reach + 1)
        if left >= 0 and (result is None or left > result.left):
            result = LoadRoute(hex, water, left)
    return result


def landing_coasts(state: State, side: int, way: LoadRoute, thirds: int, *, stores: bool) -> Iterator[int]:
    """13.9, 21.1, 25.2 The side's other coasts in range of a load, with room for its units and a place for its
    stores.
    """
    (waters, barred), pieces = waters_of_side(state, side), state.rules.pieces
    node = waters.nodes(way.hex)[way.water]
    reach = submarine_costs(pieces, state.cells[layout.SCENARIO], barred, node)
    full, bound = without_room(state, side, thirds), thirds_landing(state, side)
    for to in friendly_coasts(state, side):
        near = to != way.hex and any(reach.get(there, way.left + 1) <= way.left for there in waters.nodes(to))
        if not near or to in full or (stores and base_at(state, to) < 0):
            continue
        if to not in bound or to not in without_room(state, side, thirds + bound[to]):
            yield to


def thirds_landing(state: State, side: int) -> dict[int, int]:
    """13.9, 21.1 The thirds of a division that other Subrons land in this phase, by hex."""
    result: dict[int, int] = {}
    for subron in subrons_of(side):
        if (
            state.cells[layout.SUBRON_FROM + subron] >= 0
            and state.cells[layout.SUBRON_MODE + subron] == layout.SUBMARINE_MISSION
        ):
            to = state.cells[layout.SUBRON_AT + subron]
            result[to] = result.get(to, 0) + thirds_filled_by(state, carried_by(state, subron))
    return result


def thirds_filled_by(state: State, units: Sequence[int]) -> int:
    """21.1 The room that some units fill, in thirds of a division."""
    thirds, types = thirds_of(state.rules.pieces), state.arrays[layout.UNIT_TYPE]
    return sum([thirds[types[unit]] for unit in units])


def coasts_for_units(state: State, side: int, way: LoadRoute, units: Sequence[int], *, stores: bool) -> Iterator[int]:
    """13.9, 21.1 The coasts where a Subron may land some units together, and stores."""
    scenario = layout.scenario(state)
    closed = [scenario.closed_to_unit(state, unit) for unit in units]
    for hex in landing_coasts(state, side, way, thirds_filled_by(state, units), stores=stores):
        if not any(hex in each for each in closed):
            yield hex


def hexes_with_loads(state: State, side: int, starts: tuple[int, ...], reach: int, points: int) -> list[int]:
    """13.9 The hexes where this many Sub Points find a load that they can bring somewhere."""
    quarters, types, found = load_capacity(points), state.arrays[layout.UNIT_TYPE], dict[int, dict[object, int]]()
    if not quarters:
        return []
    scenario = layout.scenario(state)
    for unit in small_units(state, side, quarters):
        group = (types[unit], scenario.closed_to_unit(state, unit))
        found.setdefault(state.arrays[layout.UNIT_AT][unit], {})[group] = unit
    stored = [
        hex for hex in friendly_coasts(state, side) if base_at(state, hex) >= 0 and stores_at(state, side, hex) > 0
    ]
    within = []
    for hex in sorted({*found, *stored}):
        way = ways_to(state, side, starts, reach, hex)
        if way is None:
            continue
        units = found.get(hex, {}).values()
        by_unit = any(True for unit in units for _ in coasts_for_units(state, side, way, (unit,), stores=False))
        if by_unit or (hex in stored and any(True for _ in landing_coasts(state, side, way, 0, stores=True))):
            within.append(hex)
    return within


# -- 13.9 the load is put ashore -----------------------------------------------------------------------------


def clear_load(state: State, subron: int) -> None:
    """13.9 Clears the load of a Subron."""
    for unit in carried_by(state, subron):
        state.arrays[layout.FERRIED][unit] = 0
    state.cells[layout.SUBRON_STORES + subron] = 0
    state.cells[layout.SUBRON_FROM + subron] = -1


def land_loads(execution: Execution, side: int) -> None:
    """13.9, 16.7 Lands the loads of a side's Subrons where they have arrived."""
    state = execution.state
    for subron in subrons_of(side):
        fetched_at, to = state.cells[layout.SUBRON_FROM + subron], state.cells[layout.SUBRON_AT + subron]
        if fetched_at < 0:
            continue
        for unit in carried_by(state, subron):
            execution.emit(log.LOADED, unit, fetched_at)
            landings.set_ashore(execution, side, unit, to)
        points, supply = state.cells[layout.SUBRON_STORES + subron], state.arrays[layout.SUPPLY]
        if points:
            supply[base_at(state, fetched_at)] -= points
            supply[base_at(state, to)] = min(supply[base_at(state, to)] + points, landings.MAX_STORES)
            execution.emit_to(side, log.STORES_FERRIED, subron, points, fetched_at, to)
        clear_load(state, subron)
