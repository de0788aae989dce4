"""6.1, 6.3, 6.12 The points that may strike, their bases, and the targets within any range."""

from __future__ import annotations

from ironbottom.engine.cache import cached_by_fingerprint, depends_on
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import (
    air_bases,
    air_points,
    aircraft_roles,
    flight_duties,
    role_points,
)
from ironbottom.games.war_in_the_pacific.derived.air_bases import in_fair_weather
from ironbottom.games.war_in_the_pacific.derived.aircraft_roles import as_bits, attacking_stacks, farthest_of
from ironbottom.games.war_in_the_pacific.derived.search_reach import contains_hex, flown_over
from ironbottom.games.war_in_the_pacific.derived.strike_targets import TARGETS_READ, occupied, roles_at, targets_at
from ironbottom.games.war_in_the_pacific.state_types import State


def farthest_by_hex(state: State, side: int) -> list[tuple[int, int]]:
    """6.12 The hexes with points of a side, except in storms, each with the longest range of its stacks."""
    attackers, points = attacking_stacks(state.rules.pieces), air_points.points_by_base(state).entries
    result: dict[int, int] = {}
    for base in in_fair_weather(state, side):
        start, stacks = air_bases.where(state, base), air_bases.stacked(points[base])
        result[start] = max([result.get(start, 0), *[attackers[stack][0] for stack, _ in stacks]])
    return list(result.items())


def enemy_hexes(state: State, side: int) -> list[int]:
    """The enemy's named hexes, bases and ground units in play that may be within range."""
    pieces = state.rules.pieces
    named = [hex for hex in pieces.atlas.places if state.arrays[layout.CONTROL][hex] == 1 - side]
    built = [hex for hex in state.cells[layout.NEW_BASE_AT : layout.NEW_BASE_AT + air_bases.NEW] if hex >= 0]
    whole = {*named, *built, *occupied(state, 1 - side)}
    scenario = state.cells[layout.SCENARIO]
    near_bases, others = flown_over(pieces, farthest_by_hex(state, side), scenario)
    near = {hex for hex in whole if contains_hex(near_bases, hex)}
    for start, most in others:
        near |= pieces.flying_as_far(start, most, scenario).keys() & whole
    return sorted(near)


@cached_by_fingerprint(TARGETS_READ)
def targets_by_hex(state: State, side: int) -> aircraft_roles.Struck:
    """6.3 The hexes with targets that may be in range, each with its targets and their Roles."""
    there = [(hex, targets_at(state, side, hex)) for hex in enemy_hexes(state, side)]
    return [
        (hex, [(target, as_bits(roles_at(state, side, hex, target))) for target in here]) for hex, here in there if here
    ]


def points_able_to_strike(state: State, side: int, *, special: bool) -> dict[tuple[int, int], int]:
    """6.1, 6.6 The points that may join a wave, by base and stack: free points or, for a Special Strike,
    ready points.
    """
    return flight_duties.ready(state, side) if special else striking(state, side)


@cached_by_fingerprint(role_points.POINTS_READ)
def striking(state: State, side: int) -> dict[tuple[int, int], int]:
    """6.1 The points of a side that are free to strike, by base and stack."""
    return {key: free.strike for key, free in role_points.roster(state, side).items() if free.strike}


_POOL_READ = depends_on(
    cells=[(layout.KAMIKAZES_LEFT, 1)], also=lambda state: (TARGETS_READ(state), role_points.POINTS_READ(state))
)


@cached_by_fingerprint(_POOL_READ)
def reaching_bases(state: State, side: int) -> list[tuple[int, dict[int, int], dict[int, int], dict[int, int]]]:
    """6.1, 6.12 The bases with free points, except in storms: the hex, its costs by air, and the range of each Role.

    Ranges are separate for points that do not fly high, and for those that do.
    """
    stacks: dict[int, list[int]] = {}
    for base, stack in points_able_to_strike(state, side, special=False):
        stacks.setdefault(base, []).append(stack)
    crash, result = aircraft_roles.kamikazes_left(state, side) > 0, []
    for base, there in stacks.items():
        low, high = farthest_of(state.rules.pieces, there, crash)
        away = air_bases.reaches_from(state, base, max([*low.values(), *high.values()])) if low or high else {}
        if away:
            result.append((air_bases.where(state, base), away, low, high))
    return result
