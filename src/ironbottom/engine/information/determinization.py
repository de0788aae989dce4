"""Deals hidden items to the places where they may be, uniformly over all consistent worlds and without backtracking.

A world assigns a place to every hidden item. If the items fall into few kinds, all worlds are counted once and each
draw is exact (``counted_draws``). Otherwise a draw is the end of a Markov chain of swaps (``slot_chains``). Forced
placements are found first, and independent parts are dealt separately.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate, product
from typing import Protocol

from ironbottom.engine.core.fields import members
from ironbottom.engine.information.counted_draws import CountedDraw
from ironbottom.engine.information.slot_chains import SlotChain, SwapChain
from ironbottom.engine.information.slots import UNLIMITED, Container, ContainerGroup, Dealt, independent_parts
from ironbottom.engine.rules.choices import RandomSource

__all__ = ["UNLIMITED", "Container", "Deal", "PointsDraw", "possible_secret_answers"]

MAX_BRANCHES = 200_000
"""The maximum number of branches that are followed to count the worlds; if there are more, swaps are used.

If only the number of items in each place matters, swaps are fast, and the limit is a tenth of this.
"""


class DealPart(Protocol):
    """Hidden items that are sampled together."""

    def draw(self, source: RandomSource, dealt: Dealt) -> None: ...


class Deal:
    """Deals items to places. The deal is prepared once; any number of worlds can then be drawn from it.

    ``ValueError`` if no world is possible.

    >>> from random import Random
    >>> deal = Deal(0b111, [Container(0b011, 1, 1), Container(0b111, 2, 2)])
    >>> deal.worlds, sorted(deal.draw(Random(2)))
    (2, [(0, 1), (1, 0), (2, 1)])
    """

    def __init__(self, items: int, containers: Sequence[Container], most_branches: int = MAX_BRANCHES) -> None:
        self.certain: Dealt = []
        self.parts: list[DealPart] = []
        self.worlds: float | None = 1
        """The number of possible worlds, or their total weight; None if they were not counted."""
        for together, groups in independent_parts(items, containers):
            self._add(together, groups, most_branches)

    def _add(self, items: int, groups: list[ContainerGroup], most_branches: int) -> None:
        plain = all(group.place.plain for group in groups)
        counted = CountedDraw.of(items, groups, most_branches // 10 if plain else most_branches)
        if counted is None:
            self.worlds = None
            self.parts.append((SlotChain if plain else SwapChain)(items, groups))
            return
        self.worlds = self.worlds and self.worlds * counted.worlds
        if len(groups) == 1 and len(set(groups[0].slots)) == 1:
            self.certain += [(thing, groups[0].slots[0]) for thing in members(items)]
        else:
            self.parts.append(counted)

    def draw(self, source: RandomSource) -> Dealt:
        """A random world, with probability proportional to its weight: every item with the number of its place."""
        dealt = self.certain[:]
        for part in self.parts:
            part.draw(source, dealt)
        return dealt


def possible_secret_answers(answer_count: int, own: Sequence[int | None]) -> list[tuple[int, ...]]:
    """The possible answers of each side to a simultaneous question: one of ``answer_count``, or -1 for no answer yet.

    ``own`` is the answer of each side as far as the viewer knows it, otherwise None. At least one side has not
    answered, since otherwise the answers would be public.

    >>> possible_secret_answers(2, [None, 1])
    [(-1, 1)]
    >>> possible_secret_answers(2, [-1, None])
    [(-1, -1), (-1, 0), (-1, 1)]
    """
    each = [range(-1, answer_count) if known is None else [known] for known in own]
    return [answers for answers in product(*each) if min(answers) < 0]


class PointsDraw:
    """Points distributed among receivers with limited capacity, uniformly over all ways to do it.

    >>> from random import Random
    >>> shares = PointsDraw([2, 1, 3], 2)
    >>> shares.ways, sum(shares.draw(Random(1)))
    (5, 2)
    """

    def __init__(self, most: Sequence[int], points: int) -> None:
        self.points = points
        self.bounds: list[list[list[float]]] = []
        ways = [1] + [0] * points
        for room in most:
            rows = [[ways[left - taken] for taken in range(min(room, left) + 1)] for left in range(points + 1)]
            ways = [sum(row) for row in rows]
            self.bounds.append([[bound / (sum(row) or 1) for bound in accumulate(row)][:-1] for row in rows])
        self.ways = ways[points]
        if not self.ways:
            raise ValueError(f"nobody can take {points} points")

    def draw(self, source: RandomSource) -> list[int]:
        """The number of points that each receiver gets."""
        left, result = self.points, []
        for rows in reversed(self.bounds):
            taken = bisect(rows[left], source.random()) if left else 0
            result.append(taken)
            left -= taken
        return result[::-1]
