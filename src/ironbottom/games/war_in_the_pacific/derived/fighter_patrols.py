"""6.2 The fighters that may patrol, and the hexes and Task Forces within half their range."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.engine.cache import cached, cached_by_fingerprint
from ironbottom.engine.core import sets
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.restrictions import Branches
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import air_bases, role_points
from ironbottom.games.war_in_the_pacific.derived.air_bases import within_air_range
from ironbottom.games.war_in_the_pacific.derived.aircraft_roles import fighter_stacks
from ironbottom.games.war_in_the_pacific.derived.force_movement import has_ships
from ironbottom.games.war_in_the_pacific.derived.search_reach import SEARCH_READS, weather
from ironbottom.games.war_in_the_pacific.derived.ships_in_port import formed
from ironbottom.games.war_in_the_pacific.derived.tables import latest_by_side, tables_by_side
from ironbottom.games.war_in_the_pacific.pieces import FARTHEST, FIRST_DECK, FORCES, HEXES, TRAININGS, Pieces
from ironbottom.games.war_in_the_pacific.state_types import State


@cached_by_fingerprint(SEARCH_READS)
def patrolled(state: State, side: int, base: int, kind: int) -> IdSet:
    """6.2, 8.6, 3.51 The hexes that fighters may patrol: that of their base, and their side's named hexes within half
    range.
    """
    pieces = state.rules.pieces
    control, start, scenario = state.arrays[layout.CONTROL], air_bases.where(state, base), state.cells[layout.SCENARIO]
    if start < 0:
        return 0
    half = pieces.air[kind].range_mp // 2
    result = [start] if base < FIRST_DECK else []
    result += [hex for hex in places_near(pieces, start, half, scenario) if control[hex] == side]
    return sets.from_iterable([hex for hex in result if weather(state, hex) != "storm"], len(HEXES))


@cached(4096)
def places_near(pieces: Pieces, start: int, most: int, scenario: int) -> tuple[int, ...]:
    """3.3, 3.51, 6.2 The named hexes in play within this many Movement Points by air."""
    near, opened = pieces.flying_as_far(start, most, scenario), pieces.on_sections(scenario)
    return tuple([hex for hex in pieces.atlas.places if opened[hex] and near.get(hex, FARTHEST + 1) <= most])


@cached_by_fingerprint(SEARCH_READS)
def near_forces(state: State, side: int, base: int, kind: int) -> IdSet:
    """6.2, 8.6 The side's Task Forces within half the range of fighters at a base, except those in a storm."""
    pieces = state.rules.pieces
    start, half = air_bases.where(state, base), pieces.air[kind].range_mp // 2
    result = []
    for force in formed(state, side):
        hex = state.cells[layout.FORCE_AT + force]
        if has_ships(state, force) and within_air_range(state, start, hex, half) and weather(state, hex) != "storm":
            result.append(force)
    return sets.from_iterable(result, len(FORCES))


Fighters = tuple[tuple[int, int], ...]
"""6.2 The stacks of fighters at a base, ascending, each with the number of points that may patrol."""


def _fighters_there(able: int, base: int, there: role_points.FreeStacks) -> Fighters | None:
    return tuple(sorted([(stack, free.strike) for stack, free in there if able >> stack & 1 and free.strike])) or None


_fighters = tables_by_side(_fighters_there)


def free_fighters(state: State, side: int) -> dict[int, Fighters]:
    """6.2 The stacks of fighters of a side that may patrol, by base, each with its points."""
    able, there = fighter_stacks(state.rules.pieces), role_points.on_roster(state, side).by_base
    return _fighters[side](able, there)


class Patrols(NamedTuple):
    """6.2 The possible patrols of fighters by base, and by stack and points; equal branches are shared."""

    of_base: dict[tuple[int, Fighters], Branches]
    kinds: dict[Branches, Branches]

    def one_of(self, found: Branches) -> Branches:
        """One shared object for equal branches."""
        return self.kinds.setdefault(found, found)


def _none_known(read: object) -> Patrols:
    return Patrols({}, {})


_known = latest_by_side(_none_known)
"""6.2 The latest results, valid while the inputs stay the same."""
MAX_CACHED = 4096


def patrols_by_base(state: State, side: int) -> Branches:
    """6.2, 6.11 The choices of patrols over hexes: base, stack, hex and points."""
    able = free_fighters(state, side)
    known, result = _known[side](SEARCH_READS(state)), dict[int, tuple[Branches, int]]()
    if len(known.of_base) > MAX_CACHED:
        known.of_base.clear()
        known.kinds.clear()
    for base in [base for base in air_bases.in_fair_weather(state, side) if base in able]:
        key = base, able[base]
        after = known.of_base.get(key)
        if after is None:
            after = known.of_base[key] = known.one_of(_patrols_of(state, side, *key))
        if after:
            _, bases = result.get(id(after), (after, 0))
            result[id(after)] = after, bases | 1 << base
    return tuple([(bases, after) for after, bases in result.values()])


def _patrols_of(state: State, side: int, base: int, points: Fighters) -> Branches:
    """6.2, 6.11 The patrols of the fighters at a base, each stack with this many points."""
    result: dict[Branches, int] = {}
    for stack, most in points:
        if where := patrolled(state, side, base, stack // len(TRAININGS)):
            after = ((where, (((1 << most + 1) - 2, ()),)),)
            result[after] = result.get(after, 0) | 1 << stack
    return tuple([(stacks, after) for after, stacks in result.items()])
