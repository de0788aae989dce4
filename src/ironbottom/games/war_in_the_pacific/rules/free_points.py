"""5.3, 5.5 Which air points may transfer: those without a Role, found base by base where something has changed."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from ironbottom.engine.memo import Mosaic, latest_from, memo, tiles_of, while_unchanged
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.pieces import FIRST_BOX, SIDES
from ironbottom.games.war_in_the_pacific.rules import air_bases, flights


class AtBases(NamedTuple):
    """5.3, 5.5 All that bears on what may transfer: whose bases, what is there, searches, serves, flies or struck."""

    own: list[int]
    air: Mosaic
    searching: Mosaic
    served: dict[int, flights.Stacked]
    busy: dict[int, flights.Stacked]
    strikes: dict[int, flights.Stacked]

    def differing(self, before: AtBases) -> set[int] | None:
        """The bases at which anything differs; None where that is not known."""
        air, searching = self.air.since(before.air.number), self.searching.since(before.searching.number)
        if air is None or searching is None or self.own != before.own:
            return None
        found = {*air, *searching}
        told = (self.served, before.served), (self.busy, before.busy), (self.strikes, before.strikes)
        for now, was in [each for each in told if each[0] is not each[1]]:
            found.update([base for base, there in now.items() if was.get(base) != there])
            found.update([base for base in was if base not in now])
        return found


def is_among(ascending: list[int], number: int) -> bool:
    """Whether a number is in a list."""
    place = bisect_left(ascending, number)
    return place < len(ascending) and ascending[place] == number


class FreeAtBases(NamedTuple):
    """5.3, 5.5 By base, ascending, the stacks that may transfer, as bits, and the points of each."""

    known: AtBases
    stacks: dict[int, int]
    points: dict[int, dict[int, int]]


def _free_to_move(known: AtBases, before: FreeAtBases | None) -> FreeAtBases:
    """5.3, 5.5 What may transfer, found anew for those bases alone at which something differs."""
    bases = None if before is None else known.differing(before.known)
    stacks, points = dict[int, int](), dict[int, dict[int, int]]()
    if before is not None and bases is not None:
        stacks, points = before.stacks.copy(), before.points.copy()
    none, blank, own, ascending = (), _BLANK, known.own, True
    air, searching = known.air.parts, known.searching.parts
    served, busy, strikes = known.served, known.busy, known.strikes
    for base in own if bases is None else [base for base in bases if is_among(own, base)]:
        of_base = served.get(base, none), busy.get(base, none), strikes.get(base, none)
        free = _free_at(base, air.get(base, blank), searching.get(base, blank), *of_base)
        if free:
            ascending = ascending and base in stacks
            stacks[base], points[base] = sum([1 << stack for stack in free]), free
        elif base in stacks:
            del stacks[base], points[base]
    return FreeAtBases(known, stacks if ascending else dict(sorted(stacks.items())), points)


_BLANK = bytes(air_bases.WIDE)


@memo(4096)
def _free_at(
    base: int, air: bytes, searching: bytes, served: flights.Stacked, busy: flights.Stacked, strikes: flights.Stacked
) -> dict[int, int]:
    """5.3, 5.5 The points of each stack at a base that may transfer."""
    serving, taking, striking, found = dict(served), dict(busy), dict(strikes), dict[int, int]()
    for stack, points in air_bases.stacked(air):
        free = points - searching[stack] - taking.get(stack, 0)
        if base < FIRST_BOX:
            out = searching[stack] if stack in serving else 0
            free = min(free, serving.get(stack, 0) - out - striking.get(stack, 0))
        if free > 0:
            found[stack] = free
    return found


_free_of = [latest_from(_free_to_move) for _ in SIDES.ids]


@while_unchanged(flights.POINTS_READ)
def free_by_base(state: State, side: int) -> FreeAtBases:
    """5.3, 5.5 Base by base the stacks that may transfer: without a Role, and served, but on ships and off the map."""
    now, _, striking = flights.taken(state, side)
    air, searching = (tiles_of(state, at, air_bases.WIDE) for at in (places.AIR, places.SEARCHING))
    own, served = air_bases.own_bases(state, side), flights.served_at(state, side)
    return _free_of[side](AtBases(own, air, searching, served, flights.by_base(now), flights.by_base(striking)))


def stacks_by_base(state: State, side: int) -> dict[int, int]:
    """5.5 By base, ascending, the stacks that may transfer, as bits."""
    return free_by_base(state, side).stacks


def may_move(state: State, side: int, base: int, stack: int) -> int:
    """5.5 How many points of a stack may transfer."""
    return free_by_base(state, side).points.get(base, {}).get(stack, 0)


def movable(state: State, side: int) -> flights.Points:
    """5.5 The points of each stack that may transfer, by base and stack."""
    found = free_by_base(state, side)
    return {(base, stack): points for base in found.stacks for stack, points in found.points[base].items()}
