"""5.3, 5.4, 27.3, 45.64 The room of a side's bases and headquarters for air points when a scenario begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ironbottom.board.stacks import Stacks
from ironbottom.engine.core.arrays import Arrays
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import charts
from ironbottom.games.war_in_the_pacific.derived.air_bases import HQ_REACH, ROOM_ON_WATER
from ironbottom.games.war_in_the_pacific.pieces import BASE_HEX, PACKED, STACKS, TRAININGS, UNITS_OF, Pieces

POINTS_PER_LEVEL = 10
"""5.4 The points that a Level holds."""


class FleetBase(NamedTuple):
    """27.3 The number of fully deployed Base Forces that make a fleet base, and its Cargo Capacity."""

    forces: int
    cargo: int


FLEET_BASE = FleetBase(5, 10)


def initial_room(pieces: Pieces, scenario: int, arrays: Arrays, units: Stacks, side: int, kind: int) -> dict[int, int]:
    """45.64 For each base of a side in play, its room for points of a type, within all limits."""
    opened, control = pieces.in_play(scenario), arrays[layout.CONTROL]
    bases = [base for base, hex in enumerate(BASE_HEX) if opened[hex] and control[hex] == side]
    if pieces.on_water[kind]:
        return {base: room_on_water(pieces, arrays, units, base) for base in bases}
    headquarters = headquarters_of(pieces, arrays, side)
    near = {base: near_headquarters(pieces, scenario, headquarters, base) for base in bases}
    there = {base: points_on_land(pieces, arrays, base) for base in bases}
    result = {}
    for base in bases:
        led = room_with_headquarters(headquarters, base, near, there)
        result[base] = min(POINTS_PER_LEVEL * arrays[layout.LEVEL][base] - there[base], led)
    return result


def is_on_water(pieces: Pieces, stack: int) -> bool:
    """5.4 Whether a stack consists of flying boats or float planes."""
    return pieces.on_water[stack // len(TRAININGS)]


def initial_points_by_kind(pieces: Pieces, arrays: Arrays, base: int, *, water: bool) -> int:
    """5.4 The points at a base that are, or are not, flying boats and float planes."""
    width = len(STACKS)
    row = arrays[layout.AIR][base * width : (base + 1) * width]
    return sum(points for stack, points in enumerate(row) if points and is_on_water(pieces, stack) == water)


def points_on_land(pieces: Pieces, arrays: Arrays, base: int) -> int:
    """5.4 The points at a base that need its Levels."""
    return initial_points_by_kind(pieces, arrays, base, water=False)


def room_on_water(pieces: Pieces, arrays: Arrays, units: Stacks, base: int) -> int:
    """5.4 The room of a base for flying boats."""
    hex, types = BASE_HEX[base], arrays[layout.UNIT_TYPE]
    forces = [
        unit
        for unit in units.units(hex)
        if pieces.ground[types[unit]].kind == "base_force" and arrays[layout.DEPLOYED][unit] != PACKED
    ]
    harbour = pieces.atlas.places[hex].port != "none"
    return ROOM_ON_WATER * (harbour + len(forces)) - initial_points_by_kind(pieces, arrays, base, water=True)


def headquarters_of(pieces: Pieces, arrays: Arrays, side: int) -> list[tuple[int, int]]:
    """5.3 The hexes of a side's air headquarters, with the points that each serves."""
    sizes, types = pieces.facts.table(charts.HQ), arrays[layout.UNIT_TYPE]
    result = []
    for unit in UNITS_OF[side]:
        if types[unit] >= 0 and pieces.ground[types[unit]].kind == "air_hq":
            size = pieces.ground[types[unit]].id.rpartition("_")[2]
            result.append((arrays[layout.UNIT_AT][unit], sizes[size].air_points))
    return result


def near_headquarters(pieces: Pieces, scenario: int, headquarters: list[tuple[int, int]], base: int) -> set[int]:
    """5.3 The headquarters, among the given ones, within range of a base."""
    costs = pieces.flying(BASE_HEX[base], scenario)
    return {place for place, (hex, _) in enumerate(headquarters) if costs.get(hex, HQ_REACH + 1) <= HQ_REACH}


def room_with_headquarters(
    headquarters: list[tuple[int, int]], base: int, near: Mapping[int, set[int]], there: Mapping[int, int]
) -> int:
    """5.3, 45.64 The number of points that the headquarters near a base can still serve.

    A group of headquarters serves at most the sum of their points, however they share the bases. For each group that
    includes the headquarters near the base, the points at bases that only the group reaches are subtracted from this
    sum. The result is the lowest of these differences.
    """
    groups = [frozenset(near[base])]
    for group in groups:
        wider = [group | near[other] for other, points in there.items() if points and not group.isdisjoint(near[other])]
        groups.extend([each for each in dict.fromkeys(wider) if each not in groups])
    return min([left_in(headquarters, group, near, there) for group in groups])


def left_in(
    headquarters: list[tuple[int, int]], group: frozenset[int], near: Mapping[int, set[int]], there: Mapping[int, int]
) -> int:
    """5.3 The points that a group of headquarters can still serve, after those at bases that only it reaches."""
    reached = [points for other, points in there.items() if near[other] and near[other] <= group]
    return sum([headquarters[place][1] for place in group]) - sum(reached)
