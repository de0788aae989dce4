"""20.11, 20.12 Points without a ship draw one each, by the ships' Defence and within their limits: exactly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ironbottom.engine.errors import BadValue

MOST_STANDINGS = 20_000
"""So many standings of a lot are kept apart at once."""
Counts = tuple[int, ...]
Others = tuple[int, ...]
"""The other ships of a lot, each as its Defence times ``APART`` and its room, ascending."""
APART = 16
"""More than any ship draws."""


class Urn(NamedTuple):
    """A ship in the lot: its Defence, and how many points it still draws."""

    weight: int
    room: int


class Drawing:
    """Points drawn for one ship among others: how likely each number of points of each kind falls on it.

    The others are told apart by no more than their Defence and their room; so few standings are kept.

    >>> lot = Drawing(Urn(3, 10), [Urn(1, 10)])
    >>> sorted((count, round(chance, 4)) for count, chance in lot.drawn((2,)).items())
    [((0,), 0.0625), ((1,), 0.375), ((2,), 0.5625)]
    """

    def __init__(self, own: Urn, others: Sequence[Urn]) -> None:
        self.own = own
        there = tuple(sorted(urn.weight * APART + urn.room for urn in others))
        self._known: dict[Counts, dict[tuple[Counts, Others], float]] = {(): {((), there): 1.0}}

    def drawn(self, points: Counts) -> dict[Counts, float]:
        """How many points of each kind fall on the ship, kind after kind; ``points`` says how many there are."""
        found: dict[Counts, float] = {}
        for (counts, _), chance in self._after(points).items():
            found[counts] = found.get(counts, 0.0) + chance
        return found

    def _after(self, points: Counts) -> dict[tuple[Counts, Others], float]:
        if points not in self._known:
            if points[-1]:
                standings = self._one_more(self._after((*points[:-1], points[-1] - 1)))
            else:
                before = self._after(points[:-1])
                standings = {((*counts, 0), others): chance for (counts, others), chance in before.items()}
            self._known[points] = standings
        return self._known[points]

    def _one_more(self, standings: dict[tuple[Counts, Others], float]) -> dict[tuple[Counts, Others], float]:
        found: dict[tuple[Counts, Others], float] = {}
        for (counts, others), chance in standings.items():
            ours = self.own.weight if sum(counts) < self.own.room else 0
            free = {urn: urn // APART * others.count(urn) for urn in set(others) if urn % APART}
            whole = ours + sum(free.values())
            if not whole:
                found[counts, others] = found.get((counts, others), 0.0) + chance
            if ours:
                key = (*counts[:-1], counts[-1] + 1), others
                found[key] = found.get(key, 0.0) + chance * ours / whole
            for urn, share in free.items():
                place = others.index(urn)
                # One less of room keeps the order: only equal ones could stand before it.
                key = counts, (*others[:place], urn - 1, *others[place + 1 :])
                found[key] = found.get(key, 0.0) + chance * share / whole
        if len(found) > MOST_STANDINGS:
            raise BadValue("so many points by lot at so many ships are not reckoned; name fewer", field="strikers")
        return found
