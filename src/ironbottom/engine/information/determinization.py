"""Hidden things dealt to the places where they may lie, evenly over all worlds that fit, never in a dead end.

A world says for every thing in which place it lies. Where the things fall into few kinds all worlds are counted once,
and each draw is exact (``dealing_counted``); where they do not, a draw ends a chain of exchanges (``dealing_chained``).
What cannot be otherwise is found before, and what has nothing to do with each other is dealt by itself.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate, product
from typing import Protocol

from ironbottom.engine.core.fields import members
from ironbottom.engine.information.counted_draws import Counted
from ironbottom.engine.information.slot_chains import SlotChain, SwapChain
from ironbottom.engine.information.slots import ANY, Container, ContainerGroup, Dealt, parts_of
from ironbottom.engine.rules.choices import Source

__all__ = ["ANY", "Container", "Deal", "Shares", "possible_secret_answers"]

MOST_BRANCHES = 200_000
"""So many branches are followed to count the worlds; where there are more, exchanges take their place. A tenth of that
where only how many lie in a place matters: there they are quick.
"""


class Part(Protocol):
    """Things that are dealt together."""

    def draw(self, source: Source, dealt: Dealt) -> None: ...


class Deal:
    """The worlds in which all of some things lie in places, prepared once; then any number of draws.

    ``ValueError`` where no world fits.

    >>> from random import Random
    >>> deal = Deal(0b111, [Container(0b011, 1, 1), Container(0b111, 2, 2)])
    >>> deal.worlds, sorted(deal.draw(Random(2)))
    (2, [(0, 1), (1, 0), (2, 1)])
    """

    def __init__(self, things: int, places: Sequence[Container], most_branches: int = MOST_BRANCHES) -> None:
        self.certain: Dealt = []
        self.parts: list[Part] = []
        self.worlds: float | None = 1
        """How many worlds fit, or what they weigh together; None where they were not counted."""
        for together, spreads in parts_of(things, places):
            self._add(together, spreads, most_branches)

    def _add(self, things: int, spreads: list[ContainerGroup], most_branches: int) -> None:
        plain = all(spread.place.plain for spread in spreads)
        counted = Counted.of(things, spreads, most_branches // 10 if plain else most_branches)
        if counted is None:
            self.worlds = None
            self.parts.append((SlotChain if plain else SwapChain)(things, spreads))
            return
        self.worlds = self.worlds and self.worlds * counted.worlds
        if len(spreads) == 1 and len(set(spreads[0].slots)) == 1:
            self.certain += [(thing, spreads[0].slots[0]) for thing in members(things)]
        else:
            self.parts.append(counted)

    def draw(self, source: Source) -> Dealt:
        """One world, each as likely as its weight: every thing with the number of its place."""
        dealt = self.certain[:]
        for part in self.parts:
            part.draw(source, dealt)
        return dealt


def possible_secret_answers(ways: int, own: Sequence[int | None]) -> list[tuple[int, ...]]:
    """What each side may have answered a question that is put to all at once: one of some ways, or -1, not yet.

    ``own`` is what the viewer knows of each side, None where that is nothing. Not all have answered: then it is known.

    >>> possible_secret_answers(2, [None, 1])
    [(-1, 1)]
    >>> possible_secret_answers(2, [-1, None])
    [(-1, -1), (-1, 0), (-1, 1)]
    """
    each = [range(-1, ways) if known is None else [known] for known in own]
    return [answers for answers in product(*each) if min(answers) < 0]


class Shares:
    """Points shared out among receivers that can take so many each, evenly over all ways to do it.

    >>> from random import Random
    >>> shares = Shares([2, 1, 3], 2)
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

    def draw(self, source: Source) -> list[int]:
        """How many points each receives."""
        left, found = self.points, []
        for rows in reversed(self.bounds):
            taken = bisect(rows[left], source.random()) if left else 0
            found.append(taken)
            left -= taken
        return found[::-1]
