"""6.3, 6.12 The hexes with targets that may be in range, and the Roles in which free points reach them.

A large number has one digit for each hex with targets: the Roles in which the hex is reached. So the Roles of many
bases are combined in one operation; a base is computed again only if it or the targets have changed.
"""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import aircraft_roles, role_points
from ironbottom.games.war_in_the_pacific.derived.air_bases import hexes_in_fair_weather
from ironbottom.games.war_in_the_pacific.derived.aircraft_roles import Farthest, Struck, digits_by_cost, farthest_of
from ironbottom.games.war_in_the_pacific.derived.strike_reach import targets_by_hex
from ironbottom.games.war_in_the_pacific.derived.tables import latest_by_side, tables_by_side
from ironbottom.games.war_in_the_pacific.pieces import FARTHEST, Pieces
from ironbottom.games.war_in_the_pacific.state_types import State


class RangeInputs(NamedTuple):
    """6.12 The inputs, besides the points, that decide which hexes free points of a base reach in each Role."""

    pieces: Pieces
    scenario: int
    side: int
    crash: bool
    """Whether any points may still be kamikazes (39.41)."""
    starts: dict[int, int]
    struck: Struck


Reached = tuple[int, Farthest, Farthest]
"""6.12 The inputs that decide which hexes a base reaches: its hex, and the longest range of points at low or medium
altitude, then at high altitude.
"""


def _no_results(bearing: object) -> dict[Reached, int]:
    return {}


_results = latest_by_side(_no_results)
"""6.12 The results for bases, while the targets stay the same."""


def _bits_there(bearing: RangeInputs, base: int, there: role_points.FreeStacks) -> int | None:
    """6.12 For each hex with targets, the Roles in which free points of a base reach it."""
    pieces, scenario, side, crash, starts, struck = bearing
    start = starts.get(base, -1)
    farthest = farthest_of(pieces, [stack for stack, free in there if free.strike], crash)
    low, high = (tuple(roles.items()) for roles in farthest)
    if start < 0 or not (low or high):
        return None
    known, key = _results[side]((pieces, scenario, struck)), (start, low, high)
    result = known.get(key)
    if result is None:
        ways = pieces.flying_as_far(start, max([most for _, most in (*low, *high)]), scenario)
        result = known[key] = _bits_from(ways, struck, low, high)
    return result or None


def _bits_from(ways: dict[int, int], struck: Struck, low: Farthest, high: Farthest) -> int:
    """6.12 The Roles in which each hex is reached from a base, by range: at low or medium altitude, then at high
    altitude.
    """
    digits = digits_by_cost(low, high)
    return int.from_bytes(b"".join([digits[ways.get(hex, FARTHEST + 1)] for hex, _ in struck]), "little")


def _of_all(found: dict[int, int]) -> int:
    """6.12 The Roles from all bases."""
    bits = 0
    for of_base in found.values():
        bits |= of_base
    return bits


_bits = tables_by_side(_bits_there, _of_all)


def role_bits(state: State, side: int) -> int:
    """6.12 For each hex with targets, the Roles in which free points reach it."""
    pieces, crash = state.rules.pieces, aircraft_roles.kamikazes_left(state, side) > 0
    starts, struck = hexes_in_fair_weather(state, side), targets_by_hex(state, side)
    bearing = RangeInputs(pieces, state.cells[layout.SCENARIO], side, crash, starts, struck)
    result: int = _bits[side](bearing, role_points.on_roster(state, side).by_base)
    return result
