"""Worlds counted by kind: place by place, how many things of each kind lie there, and how often that goes on to an end.

Things are of a kind where they may lie in the same places, with the same weights and beside the same others. A step
takes so many of one kind into one place; a stage of the count is what is left of each kind, and how full the place is.
Counted backward, each step knows how many worlds lie behind each of its branches; so drawn forward, none is favoured.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from math import comb, factorial, prod
from typing import NamedTuple

from ironbottom.engine.choices import Source
from ironbottom.engine.dealing_parts import Dealt, Spread
from ironbottom.engine.fields import members

Left = tuple[int, ...]
"""How many of each kind are left; then how many lie in the present place, and the kinds that cannot join them."""


class Step(NamedTuple):
    """So many of a kind into a place: where that is chosen, and what it changes."""

    spread: int
    kind: int
    least: int
    most: int
    weight: float
    bars: int
    """The kinds that never lie here with it."""
    follow: int
    """The kinds that may still come into the place after it."""
    last: bool
    """Whether no place after this one takes the kind."""


class Branching(NamedTuple):
    """Where a draw goes on: a bound for each branch, what each takes (place, kind, how many), and where it leads."""

    bounds: list[float]
    branches: list[tuple[tuple[tuple[int, int, int], ...], Branching | None]]


class Counted:
    """Things dealt by a count of all worlds."""

    def __init__(self, kinds: list[list[int]], spreads: list[Spread], worlds: float, first: Branching | None) -> None:
        self.worlds, self.first = worlds, first
        self.kinds = kinds
        self.mixed_kinds = [number for number, kind in enumerate(kinds) if len(kind) > 1]
        self.slots = [list(spread.slots) for spread in spreads]
        several = [
            len({kind for kind, things in enumerate(kinds) if spread.place.holds >> things[0] & 1}) > 1
            for spread in spreads
        ]
        self.mixed_slots = [n for n, spread in enumerate(spreads) if len(set(spread.slots)) > 1 and several[n]]
        self.single = [spread.slots[0] if len(set(spread.slots)) == 1 else -1 for spread in spreads]

    @classmethod
    def of(cls, things: int, spreads: list[Spread], most_branches: int) -> Counted | None:
        """The count, or None where it has more branches than that; ``ValueError`` where no world fits."""
        kinds = kinds_of(things, spreads)
        steps = steps_of(kinds, spreads)
        stages = forward(kinds, steps, most_branches)
        if stages is None:
            return None
        worlds, first = backward(stages, steps)
        if not worlds:
            raise ValueError("no world fits")
        within = [factorial(len(s.slots)) // prod(map(factorial, Counter(s.slots).values())) for s in spreads]
        return cls(kinds, spreads, worlds * prod(within), first)

    def draw(self, source: Source, dealt: Dealt) -> None:
        """Adds things and places of one world."""
        number = source.random
        kinds, slots, single = self.kinds[:], self.slots[:], self.single
        for n in self.mixed_kinds:
            kinds[n] = sorted(kinds[n], key=lambda _: number())
        for n in self.mixed_slots:
            slots[n] = sorted(slots[n], key=lambda _: number())
        begun, filled = [0] * len(kinds), [0] * len(slots)
        here = self.first
        while here is not None:
            bounds, branches = here
            takes, here = branches[bisect(bounds, number())] if bounds else branches[0]
            for spread, kind, count in takes:
                start = begun[kind]
                begun[kind] = end = start + count
                taken = kinds[kind][start:end]
                if single[spread] >= 0:
                    place = single[spread]
                    dealt += [(thing, place) for thing in taken]
                else:
                    at = filled[spread]
                    filled[spread] = at + count
                    dealt += zip(taken, slots[spread][at : at + count], strict=True)


def kinds_of(things: int, spreads: Sequence[Spread]) -> list[list[int]]:
    """The things by kind."""
    alike: dict[tuple[object, ...], list[int]] = {}
    for thing in members(things):
        where = tuple(spread.place.holds >> thing & 1 for spread in spreads)
        beside = tuple(
            sum(1 << other for other in members(things) if other != thing and spread.place.bars(thing, other))
            for spread in spreads
            if spread.place.apart
        )
        weights = tuple(spread.place.weights.get(thing, 1) for spread in spreads if spread.place.weights)
        alike.setdefault((where, beside, weights), []).append(thing)
    return list(alike.values())


def steps_of(kinds: list[list[int]], spreads: list[Spread]) -> list[Step]:
    """Place by place and kind by kind, so that as few kinds as possible are under way at a time."""
    taken = [[n for n, kind in enumerate(kinds) if spread.place.holds >> kind[0] & 1] for spread in spreads]
    order = in_order([sum(1 << kind for kind in own) for own in taken], [len(kind) for kind in kinds])
    ends = {kind: place for place in order for kind in taken[place]}
    steps = []
    for number in order:
        place, own = spreads[number].place, taken[number]
        for at, kind in enumerate(own):
            first = kinds[kind][0]
            bars = sum(1 << other for other in own if place.apart and place.bars(first, kinds[other][0]))
            follow = sum(1 << other for other in own[at + 1 :])
            weight = place.weights.get(first, 1)
            last = ends[kind] == number
            steps.append(Step(number, kind, place.least, place.most, weight, bars, follow, last))
    return steps


def in_order(taken: list[int], sizes: list[int]) -> list[int]:
    """The places in an order in which few kinds are begun and not ended at a time."""
    users = [sum(own >> kind & 1 for own in taken) for kind in range(len(sizes))]
    left, order = set(range(len(taken))), []
    begun = 0

    def spread_out(place: int) -> int:
        opened = members(begun | taken[place])
        return prod(sizes[kind] + 1 for kind in opened if users[kind] > (taken[place] >> kind & 1))

    while left:
        best = min(sorted(left), key=spread_out)
        left.discard(best)
        order.append(best)
        for kind in members(taken[best]):
            users[kind] -= 1
        begun = sum(1 << kind for kind in members(begun | taken[best]) if users[kind])
    return order


Stage = dict[Left, list[tuple[int, Left]]]
"""What may be left before a step, each with its branches: how many are taken, and what is left then."""


def forward(kinds: list[list[int]], steps: list[Step], most_branches: int) -> list[Stage] | None:
    """For each step what may be left before it; None where that branches too often."""
    now: Stage = {(*map(len, kinds), 0, 0): []}
    stages, branches = [now], 0
    for step in steps:
        after: Stage = {}
        for left, found in now.items():
            found += choices(left, step)
            branches += len(found)
            for _, then in found:
                after[then] = []
        if branches > most_branches:
            return None
        stages.append(after)
        now = after
    return stages


def choices(left: Left, step: Step) -> list[tuple[int, Left]]:
    """How many of a kind may come into a place, each with what is left then."""
    here, there, barred = left[step.kind], left[-2], left[-1]
    most = 0 if barred >> step.kind & 1 else min(here, step.most - there)
    least = here if step.last else 0
    to_come = sum(left[kind] for kind in members(step.follow & ~barred)) if there < step.least else 0
    least = max(least, step.least - there - to_come)
    found = []
    for count in range(least, most + 1):
        rest = list(left)
        rest[step.kind] = here - count
        rest[-2] = there + count if step.follow else 0
        rest[-1] = (barred | step.bars if count else barred) if step.follow else 0
        if step.follow or there + count >= step.least:
            found.append((count, tuple(rest)))
    return found


def backward(stages: list[Stage], steps: list[Step]) -> tuple[float, Branching | None]:
    """How many worlds there are, and where a draw begins."""
    behind: dict[Left, tuple[float, tuple[tuple[int, int, int], ...], Branching | None]]
    behind = dict.fromkeys(stages[-1], (1, (), None))
    for step, stage in zip(reversed(steps), reversed(stages[:-1]), strict=True):
        before: dict[Left, tuple[float, tuple[tuple[int, int, int], ...], Branching | None]] = {}
        for left, found in stage.items():
            open_branches = [(count, then) for count, then in found if then in behind]
            if not open_branches:
                continue
            worlds = [
                comb(left[step.kind], count) * step.weight**count * behind[then][0] for count, then in open_branches
            ]
            total = sum(worlds)
            if not total:
                continue
            branches = []
            for count, then in open_branches:
                took = ((step.spread, step.kind, count),) if count else ()
                branches.append((took + behind[then][1], behind[then][2]))
            if len(branches) == 1:
                before[left] = (total, *branches[0])
            else:
                bounds = [bound / total for bound in accumulate(worlds)]
                before[left] = (total, (), Branching(bounds[:-1], branches))
        behind = before
    if not behind:
        return 0, None
    ((total, takes, first),) = behind.values()
    return total, Branching([], [(takes, first)]) if takes else first
