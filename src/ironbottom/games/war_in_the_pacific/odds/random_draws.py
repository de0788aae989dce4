"""20.11, 20.12 The exact odds of points that draw targets at random, weighted by Defence and up to limits."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

MAX_STATES = 25_000
"""The largest number of states of a draw, counted after each point."""
Counts = tuple[int, ...]
Others = tuple[int, ...]
"""The other ships of a draw, each as its Defence times ``APART`` plus its room, ascending."""
APART = 16
"""More points than any ship can draw."""
NEVER_FULL = APART - 1
"""The room of a ship that the remaining points cannot fill."""


class TooManyStates(Exception):
    """There are too many points and ships to compute the draw state by state."""


class DrawTarget(NamedTuple):
    """A ship in a draw: its Defence, and how many more points it can take."""

    weight: int
    room: int


class ShipLot:
    """The distribution of points of each kind that attack one ship among others.

    Other ships differ only in their Defence and room, so there are few states.

    ``most`` is the greatest number of points drawn. Raises ``TooManyStates`` if this would take too long.

    >>> lot = ShipLot(DrawTarget(3, 10), [DrawTarget(1, 10)], 2)
    >>> sorted((count, round(chance, 4)) for count, chance in lot.drawn((2,)).items())
    [((0,), 0.0625), ((1,), 0.375), ((2,), 0.5625)]
    """

    def __init__(self, own: DrawTarget, others: Sequence[DrawTarget], most: int) -> None:
        self.own, self.most = own, most
        there = canonical_targets([urn.weight * APART + urn.room for urn in others], most)
        self._known: dict[Counts, dict[tuple[Counts, Others], float]] = {(): {((), there): 1.0}}
        self._kept = 0

    def drawn(self, points: Counts) -> dict[Counts, float]:
        """The distribution of points of each kind that attack the ship; ``points`` has the number of each kind."""
        result: dict[Counts, float] = {}
        for (counts, _), chance in self._after(points).items():
            result[counts] = result.get(counts, 0.0) + chance
        return result

    def _after(self, points: Counts) -> dict[tuple[Counts, Others], float]:
        if points not in self._known:
            if points[-1]:
                before = self._after((*points[:-1], points[-1] - 1))
                standings = self._one_more(before, self.most - sum(points))
            else:
                before = self._after(points[:-1])
                standings = {((*counts, 0), others): chance for (counts, others), chance in before.items()}
            self._known[points] = standings
        return self._known[points]

    def _one_more(
        self, standings: dict[tuple[Counts, Others], float], to_come: int
    ) -> dict[tuple[Counts, Others], float]:
        result: dict[tuple[Counts, Others], float] = {}
        for (counts, others), chance in standings.items():
            ours = self.own.weight if sum(counts) < self.own.room else 0
            free = {urn: urn // APART * others.count(urn) for urn in set(others) if urn % APART}
            whole = ours + sum(free.values())
            if not whole:
                result[counts, others] = result.get((counts, others), 0.0) + chance
            if ours:
                key = (*counts[:-1], counts[-1] + 1), canonical_targets(others, to_come)
                result[key] = result.get(key, 0.0) + chance * ours / whole
            for urn, share in free.items():
                left = list(others)
                if urn % APART != NEVER_FULL:
                    left[others.index(urn)] -= 1
                key = counts, canonical_targets(left, to_come)
                result[key] = result.get(key, 0.0) + chance * share / whole
        self._kept += len(result)
        if self._kept > MAX_STATES:
            raise TooManyStates
        return result


def canonical_targets(others: Sequence[int], to_come: int) -> Others:
    """Ships in order; those that the remaining points cannot fill get the same room.

    >>> canonical_targets([3 * APART + 4, 11 * APART + 10], 5) == (3 * APART + 4, 11 * APART + NEVER_FULL)
    True
    """
    return tuple(sorted([urn if urn % APART < to_come else urn | NEVER_FULL for urn in others]))


class BoundedLot(ShipLot):
    """A lot in which the other ships never fill up; ``error`` bounds the error of any chance."""

    def __init__(self, own: DrawTarget, others: Sequence[DrawTarget], most: int) -> None:
        super().__init__(own, [urn._replace(room=NEVER_FULL) for urn in others], most)
        whole = sum(urn.weight for urn in others)
        self.error = sum(beyond(most, urn.weight / whole, urn.room) for urn in others)


def beyond(points: int, share: float, room: int) -> float:
    """The chance that a ship draws more points than its room, if each point draws it with this probability.

    >>> beyond(2, 0.5, 1), beyond(2, 0.5, 2)
    (0.25, 0)
    """
    return sum(comb(points, k) * share**k * (1 - share) ** (points - k) for k in range(room + 1, points + 1))
