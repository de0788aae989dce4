"""Draws worlds exactly, by counting them place by place: how many items of each kind are in each place.

A kind is a set of items that may be in the same places, with the same weights and the same forbidden neighbours. A
step puts a number of items of one kind into one place. A stage records how many items of each kind are left and how
full the place is. Counting runs backwards, so each step knows the number of worlds that each of its branches leads to.
Drawing forwards then gives every world its exact probability.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from math import comb, factorial, prod
from typing import NamedTuple

from ironbottom.engine.core.fields import members
from ironbottom.engine.information.slots import UNLIMITED, ContainerGroup, Dealt
from ironbottom.engine.rules.choices import RandomSource

Remaining = tuple[int, int, int]
"""The items left of each kind (encoded in one number), those in the place, and the kinds barred from it."""


class DrawStep(NamedTuple):
    """One step: items of one kind go into one place."""

    group: int
    kind: int
    least: int
    most: int
    excluded_kinds: int
    """The kinds that may not be here together with this kind."""
    more: bool
    """Whether other kinds may come into the place after this one."""
    last: bool
    """Whether no later place takes the kind."""
    unit: int
    """The value of one item of the kind in the number that encodes what is left."""
    size: int
    """One more than the number of items of the kind."""
    ways: list[list[float]]
    """The weighted number of ways to take ``n`` of ``m`` items."""

    def choices(self, left: Remaining) -> list[tuple[int, Remaining]]:
        """The possible numbers of items of the kind in the place, each with the rest afterwards."""
        kinds, there, barred = left
        unit, least = self.unit, self.least
        here = kinds // unit % self.size
        most = 0 if barred >> self.kind & 1 else min(here, self.most - there)
        fewest = here if self.last else 0
        if not self.more:
            return [(count, (kinds - count * unit, 0, 0)) for count in range(max(fewest, least - there), most + 1)]
        barred_then, some = barred | self.excluded_kinds, range(max(fewest, 1), most + 1)
        if self.most < UNLIMITED:
            result = [(count, (kinds - count * unit, there + count, barred_then)) for count in some]
        else:  # without an upper limit, all that matters is whether the minimum is reached
            result = [(count, (kinds - count * unit, min(there + count, least), barred_then)) for count in some]
        return result if fewest else [(0, left), *result]


Placements = tuple[tuple[int, int, int], ...]


class BranchPoint(NamedTuple):
    """A branching point: a bound for each branch, what the branch takes (place, kind, count), and the next stage."""

    bounds: list[float]
    branches: list[tuple[Placements, int, Remaining]]


class CountedDraw:
    """Hidden items that are sampled by counting all worlds."""

    def __init__(
        self, kinds: list[list[int]], groups: list[ContainerGroup], steps: list[DrawStep], stages: list[Stage]
    ) -> None:
        self.kinds, self.steps, self.stages = kinds, steps, stages
        self.first = next(iter(stages[0]))
        self.known: dict[tuple[int, Remaining], BranchPoint] = {}
        self.slots = [list(group.slots) for group in groups]
        self.single = [group.slots[0] if len(set(group.slots)) == 1 else -1 for group in groups]
        self.mixed_kinds, self.mixed_slots = to_shuffle(kinds, groups)
        within = [factorial(len(s.slots)) // prod(map(factorial, Counter(s.slots).values())) for s in groups]
        self.worlds = stages[0][self.first] * prod(within)

    @classmethod
    def of(cls, items: int, groups: list[ContainerGroup], most_branches: int) -> CountedDraw | None:
        """The count, or None if it has more branches than allowed; ``ValueError`` if no world is possible."""
        kinds = group_by_kind(items, groups)
        steps = draw_steps(kinds, groups)
        stages = count_stages(kinds, steps, most_branches)
        if stages is None:
            return None
        if not any(stages[0].values()):
            raise ValueError("no world fits")
        return cls(kinds, groups, steps, stages)

    def draw(self, source: RandomSource, dealt: Dealt) -> None:
        """Appends each hidden item of one sampled world, with its place."""
        number = source.random
        kinds, slots, single = self.kinds[:], self.slots[:], self.single
        for n in self.mixed_kinds:
            kinds[n] = sorted(kinds[n], key=lambda _: number())
        for n in self.mixed_slots:
            slots[n] = sorted(slots[n], key=lambda _: number())
        begun, filled = [0] * len(kinds), [0] * len(slots)
        stage, left, end = 0, self.first, len(self.steps)
        while stage < end:
            here = self.known.get((stage, left)) or self.branching(stage, left)
            bounds, branches = here
            takes, stage, left = branches[bisect(bounds, number())] if bounds else branches[0]
            for group, kind, count in takes:
                start = begun[kind]
                begun[kind] = start + count
                taken = kinds[kind][start : start + count]
                if single[group] >= 0:
                    place = single[group]
                    dealt += [(thing, place) for thing in taken]
                else:
                    first = filled[group]
                    filled[group] = first + count
                    dealt += zip(taken, slots[group][first : first + count], strict=True)

    def branching(self, stage: int, left: Remaining) -> BranchPoint:
        """The next branching point after a stage; each branch is followed to where it branches again."""
        worlds, branches = [], []
        for takes, count_behind, place, then in self.open(stage, left):
            worlds.append(count_behind)
            while place < len(self.steps) and len(ways := self.open(place, then)) == 1:
                more, _, place, then = ways[0]
                takes += more
            branches.append((takes, place, then))
        bounds = list(accumulate(worlds))
        total = bounds.pop()
        self.known[stage, left] = result = BranchPoint([bound / total for bound in bounds], branches)
        return result

    def open(self, stage: int, left: Remaining) -> list[tuple[Placements, float, int, Remaining]]:
        """The possible branches of a step, with the number of worlds that each leads to."""
        step, after = self.steps[stage], self.stages[stage + 1]
        ways = step.ways[left[0] // step.unit % step.size]
        return [
            (((step.group, step.kind, count),) if count else (), ways[count] * after[then], stage + 1, then)
            for count, then in step.choices(left)
            if after[then]
        ]


def to_shuffle(kinds: list[list[int]], groups: list[ContainerGroup]) -> tuple[list[int], list[int]]:
    """Each draw shuffles the items of these kinds and the slots of these places; only one of the two if possible."""
    taken = [[n for n, kind in enumerate(kinds) if group.place.holds >> kind[0] & 1] for group in groups]
    slots = [number for number, group in enumerate(groups) if len(set(group.slots)) > 1 and len(taken[number]) > 1]
    mixed = []
    for n, kind in enumerate(kinds):
        where = [number for number, own in enumerate(taken) if n in own]
        settled = len(where) == 1 and (where[0] in slots or len(set(groups[where[0]].slots)) == 1)
        if len(kind) > 1 and not settled:
            mixed.append(n)
    return mixed, slots


def group_by_kind(items: int, groups: Sequence[ContainerGroup]) -> list[list[int]]:
    """The items grouped by kind."""
    alike: dict[tuple[object, ...], list[int]] = {}
    for thing in members(items):
        where = tuple(group.place.holds >> thing & 1 for group in groups)
        beside = tuple(
            sum(1 << other for other in members(items) if other != thing and group.place.forbids_pair(thing, other))
            for group in groups
            if group.place.incompatible
        )
        weights = tuple(group.place.weights.get(thing, 1) for group in groups if group.place.weights)
        alike.setdefault((where, beside, weights), []).append(thing)
    return list(alike.values())


def draw_steps(kinds: list[list[int]], groups: list[ContainerGroup]) -> list[DrawStep]:
    """The steps, place by place and kind by kind, in an order that keeps few kinds unfinished at a time."""
    taken = [[n for n, kind in enumerate(kinds) if group.place.holds >> kind[0] & 1] for group in groups]
    order = slot_order([sum(1 << kind for kind in own) for own in taken], [len(kind) for kind in kinds])
    ends = {kind: place for place in order for kind in taken[place]}
    steps, weights = [], kind_weights(kinds)
    for number in order:
        place, own = groups[number].place, taken[number]
        for index, kind in enumerate(own):
            first = kinds[kind][0]
            excluded_kinds = sum(
                1 << other for other in own if place.incompatible and place.forbids_pair(first, kinds[other][0])
            )
            more, last = index + 1 < len(own), ends[kind] == number
            weight, size = place.weights.get(first, 1), len(kinds[kind]) + 1
            ways = [[comb(n, count) * weight**count for count in range(n + 1)] for n in range(size)]
            steps.append(
                DrawStep(number, kind, place.least, place.most, excluded_kinds, more, last, weights[kind], size, ways)
            )
    return steps


def kind_weights(kinds: list[list[int]]) -> list[int]:
    """The value of one item of each kind in the number that encodes what is left."""
    return [prod(len(kind) + 1 for kind in kinds[:number]) for number in range(len(kinds))]


def slot_order(taken: list[int], sizes: list[int]) -> list[int]:
    """An order of the places in which few kinds are unfinished at a time."""
    users = [sum(own >> kind & 1 for own in taken) for kind in range(len(sizes))]
    left, order = set(range(len(taken))), []
    begun = 0

    def unfinished_count(place: int) -> int:
        opened = members(begun | taken[place])
        return prod(sizes[kind] + 1 for kind in opened if users[kind] > (taken[place] >> kind & 1))

    while left:
        best = min(sorted(left), key=unfinished_count)
        left.discard(best)
        order.append(best)
        for kind in members(taken[best]):
            users[kind] -= 1
        begun = sum(1 << kind for kind in members(begun | taken[best]) if users[kind])
    return order


Stage = dict[Remaining, float]
"""Maps each possible intermediate count to the number of worlds that lead on from it."""


def count_stages(kinds: list[list[int]], steps: list[DrawStep], most_branches: int) -> list[Stage] | None:
    """The stages before each step and at the end; None if there are too many branches."""
    now: Stage = {(sum(len(kind) * unit for kind, unit in zip(kinds, kind_weights(kinds), strict=True)), 0, 0): 0}
    stages, branches = [now], 0
    for step in steps:
        after: Stage = {}
        for left in now:
            found = step.choices(left)
            branches += len(found)
            for _, then in found:
                after[then] = 1
        if branches > most_branches:
            return None
        stages.append(after)
        now = after
    for number in range(len(steps) - 1, -1, -1):
        step, behind = steps[number], stages[number + 1].get
        for left in stages[number]:
            ways = step.ways[left[0] // step.unit % step.size]
            stages[number][left] = sum([ways[count] * behind(then, 0) for count, then in step.choices(left)])
    return stages
