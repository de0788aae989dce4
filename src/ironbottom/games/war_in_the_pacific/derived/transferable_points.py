"""5.3, 5.5 The air points that may transfer: those without a Role, updated base by base."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from typing import NamedTuple

from ironbottom.engine.cache import VersionedMap, cached_by_fingerprint, incremental, updated_from
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import air_bases, air_points, role_points
from ironbottom.games.war_in_the_pacific.pieces import FIRST_BOX, SERVED_A_SIDE, SIDES
from ironbottom.games.war_in_the_pacific.state_types import State


class TransferInputs(NamedTuple):
    """5.3, 5.5 The inputs that decide which points may transfer: holders, and points present, searching, served or
    spent.
    """

    own: list[int]
    air: VersionedMap[int, bytes]
    searching: VersionedMap[int, bytes]
    served: VersionedMap[tuple[int, int], int]
    roles: VersionedMap[tuple[int, int], role_points.RoleCounts]
    """The number of points served, and the Roles (``role_points.RoleCounts``), by base and stack."""

    def differing(self, before: TransferInputs) -> set[int] | None:
        """The bases where any input differs; None if they are unknown."""
        air, searching = self.air.since(before.air.number), self.searching.since(before.searching.number)
        served, roles = self.served.since(before.served.number), self.roles.since(before.roles.number)
        if air is None or searching is None or served is None or roles is None or self.own != before.own:
            return None
        result = {*air, *searching}
        result.update([base for base, _ in served], [base for base, _ in roles])
        return result


def is_among(ascending: list[int], number: int) -> bool:
    """Whether a number is in a list."""
    place = bisect_left(ascending, number)
    return place < len(ascending) and ascending[place] == number


class TransferablePoints(NamedTuple):
    """5.3, 5.5 The stacks that may transfer, as bits, and the points of each, by base in ascending order."""

    known: TransferInputs
    stacks: dict[int, int]
    points: dict[int, dict[int, int]]


def _free_to_move(known: TransferInputs, before: TransferablePoints | None) -> TransferablePoints:
    """5.3, 5.5 The points that may transfer; only bases with a changed input are computed again."""
    bases = None if before is None else known.differing(before.known)
    stacks, points = dict[int, int](), dict[int, dict[int, int]]()
    if before is not None and bases is not None:
        stacks, points = before.stacks.copy(), before.points.copy()
    own, ascending = known.own, True
    for base in own if bases is None else [base for base in bases if is_among(own, base)]:
        free = _free_at(known, base)
        if free:
            ascending = ascending and base in stacks
            stacks[base], points[base] = sum([1 << stack for stack in free]), free
        elif base in stacks:
            del stacks[base], points[base]
    return TransferablePoints(known, stacks if ascending else dict(sorted(stacks.items())), points)


_BLANK = bytes(air_bases.STACK_COUNT)


def _free_at(known: TransferInputs, base: int) -> dict[int, int]:
    """5.3, 5.5 The points of each stack at a base that may transfer."""
    result, air, searching = dict[int, int](), known.air.entries.get(base), known.searching.entries.get(base, _BLANK)
    for stack, points in air_bases.stacked(air) if air is not None else ():
        now, _, striking = known.roles.entries.get((base, stack), role_points.NO_ROLE)
        free = points - searching[stack] - now
        if base < FIRST_BOX:
            free = min(free, known.served.entries.get((base, stack), 0) - searching[stack] - striking)
        if free > 0:
            result[stack] = free
    return result


@cached_by_fingerprint(role_points.SERVED_READ)
def points_served(state: State, side: int) -> VersionedMap[tuple[int, int], int]:
    """5.3 The number of points that serve a command, by base and stack."""
    here = slice(SERVED_A_SIDE * side, SERVED_A_SIDE * (side + 1))
    columns = (layout.SERVED_BASE, layout.SERVED_STACK, layout.SERVED_POINTS)
    return _served[side]([state.arrays[column][here] for column in columns])


def _served_of(
    columns: list[array[int]], last: VersionedMap[tuple[int, int], int] | None
) -> VersionedMap[tuple[int, int], int]:
    rows = zip(*columns, strict=True)
    return updated_from(last, {(base, stack): points for base, stack, points in rows if base >= 0})


_served = [incremental(_served_of) for _ in SIDES.ids]


_free_of = [incremental(_free_to_move) for _ in SIDES.ids]


@cached_by_fingerprint(role_points.POINTS_READ)
def free_by_base(state: State, side: int) -> TransferablePoints:
    """5.3, 5.5 The stacks at each base that may transfer: they have no Role, are served, and are neither on ships nor
    off the map.
    """
    served, roles = points_served(state, side), role_points.points_with_role(state, side).roles
    air, searching = air_points.points_by_base(state), air_points.searching_by_base(state)
    return _free_of[side](TransferInputs(air_bases.own_bases(state, side), air, searching, served, roles))


def stacks_by_base(state: State, side: int) -> dict[int, int]:
    """5.5 The stacks that may transfer, as bits, by base in ascending order."""
    return free_by_base(state, side).stacks


def may_move(state: State, side: int, base: int, stack: int) -> int:
    """5.5 The number of points of a stack that may transfer."""
    return free_by_base(state, side).points.get(base, {}).get(stack, 0)


def movable(state: State, side: int) -> role_points.Points:
    """5.5 The points of each stack that may transfer, by base and stack."""
    result = free_by_base(state, side)
    return {(base, stack): points for base in result.stacks for stack, points in result.points[base].items()}
