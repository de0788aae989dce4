"""30.1, 30.2, 30.3, 30.5 Railcap and Seacap: each side's points in an area, and the destinations of units.

The points spent in a Game-Turn are in the frame of the march, by area: first Railcap, then Seacap.
"""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import log, turn_record
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import lift_capacity
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import hexes_without_room, thirds_of, with_room
from ironbottom.games.war_in_the_pacific.derived.lift_capacity import NOTHING_SPENT, SEA_LIFT
from ironbottom.games.war_in_the_pacific.derived.lines_by_sea import area_struck
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

LOT = 20
"""25.4, 30.1 The Supply Points that one point of Railcap or Seacap moves."""


def spend_lift(spent: tuple[int, ...], kind: int, area: int, points: int) -> tuple[int, ...]:
    """30.1 Adds to the spent points."""
    return tuple([used + points * (number == kind + area) for number, used in enumerate(spent)])


def lift_destinations(state: State, side: int, unit: int, spent: tuple[int, ...], kind: int) -> tuple[int, ...]:
    """30.1 to 30.3, 21.1 The hexes that a unit can be moved to with the points left, within stacking."""
    return destinations_by_unit(state, side, [unit], spent, kind).get(unit, ())


def destinations_by_unit(
    state: State, side: int, units: list[int], spent: tuple[int, ...], kind: int
) -> dict[int, tuple[int, ...]]:
    """30.1 to 30.3, 2.3, 21.1 The units among these that the points left can move, each with its destinations."""
    pieces, result = state.rules.pieces, dict[int, tuple[int, ...]]()
    positions, types, loads = (
        state.arrays[layout.UNIT_AT],
        state.arrays[layout.UNIT_TYPE],
        lift_capacity.loads_of(pieces),
    )
    points = lift_capacity.left_by_area(state, side, spent, kind)
    for unit in units:
        start, row = positions[unit], types[unit]
        if not 0 < loads[row] <= points[lift_capacity.area_for(pieces, kind, start)]:
            continue
        there = lift_capacity.hexes_by_lift(state, side, kind, start)
        if there and (there := with_room(state, side, row, there)):
            result[unit] = there
    return result


def movable_by_lift(state: State, side: int, units: list[int], spent: tuple[int, ...]) -> set[int]:
    """22.4 The units among these that the points left can move, by rail or by water."""
    return movable_by_rail(state, side, units, spent) | movable_by_sea(state, side, units, spent)


def movable_by_rail(state: State, side: int, units: list[int], spent: tuple[int, ...]) -> set[int]:
    """30.1, 30.2, 21.1 The units among these that Railcap can move; usually fewer hexes are full than are connected."""
    pieces, rails, result = state.rules.pieces, lift_capacity.railways(state, side), set[int]()
    positions, types, loads = (
        state.arrays[layout.UNIT_AT],
        state.arrays[layout.UNIT_TYPE],
        lift_capacity.loads_of(pieces),
    )
    points, areas = lift_capacity.left_by_area(state, side, spent, lift_capacity.RAIL), lift_capacity.areas_of(pieces)
    thirds, without = thirds_of(pieces), hexes_without_room(state, side)
    for unit in units:
        start, row = positions[unit], types[unit]
        if start in rails and 0 < loads[row] <= points[areas.get(start, -1)]:
            full = without[thirds[row]]
            joined = rails[start]
            if len(joined) - 1 > len(full) or not full.issuperset(joined - {start}):
                result.add(unit)
    return result


def movable_by_sea(state: State, side: int, units: list[int], spent: tuple[int, ...]) -> set[int]:
    """30.1, 30.3, 21.1 The units among these that Seacap can move."""
    pieces, positions = state.rules.pieces, state.arrays[layout.UNIT_AT]
    shores = lift_capacity.all_shores(pieces)
    return set(
        destinations_by_unit(
            state, side, [unit for unit in units if positions[unit] in shores], spent, lift_capacity.SEA_LIFT
        )
    )


def points_of_lift(state: State, side: int, spent: tuple[int, ...], kind: int, hex: int) -> int:
    """25.4, 30.1 The number of points of Railcap or Seacap that the stores of a hex can use, at most those left."""
    area = lift_capacity.area_for(state.rules.pieces, kind, hex)
    stored = state.arrays[layout.SUPPLY][base_at(state, hex)]
    return min(-(-stored // LOT), lift_capacity.lift_left(state, side, spent, kind, area))


# -- 30.3, 30.4 lift under attack --------------------------------------------------------------------------------


def lose_lift(execution: Execution, side: int, kind: int, hex: int, points: int) -> None:
    """30.4, 31.1 An area loses this many points of lift until the next Cycle."""
    area = area_struck(execution.state, side, kind, hex)
    if area < 0 or not points:
        return
    gone = min(points, lift_capacity.lift_left(execution.state, 1 - side, NOTHING_SPENT, kind, area))
    before = turn_record.read(execution.state, "lost", ()) or NOTHING_SPENT
    after = [lost + gone * (place == kind + area) for place, lost in enumerate(before)]
    turn_record.write_turn_record(execution.state, lost=tuple(after))
    execution.emit(log.LIFT_LOST, hex, kind // SEA_LIFT, gone)
