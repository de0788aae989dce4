"""Reach from area to area, as sets of bits: pure functions that know no side and no unit.

``borders`` holds for each sea area the set of its neighbours, ``touches`` for each port or base the areas it touches.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ironbottom.engine.fields import members

Borders = Sequence[int]


def beyond(borders: Borders, areas: int) -> int:
    """The areas next to any of these.

    >>> beyond((0b010, 0b101, 0b010), 0b001)
    2
    """
    found = 0
    while areas:
        low = areas & -areas
        found |= borders[low.bit_length() - 1]
        areas ^= low
    return found


def steps(borders: Borders, first: int, stops: int, most: int) -> tuple[int, ...]:
    """6.21, 6.22, 6.23, 6.3 By areas entered, the areas that a move reaches: it ends in every area of ``stops``.

    ``first`` are the areas that touch the place left. An area stands with the fewest areas entered that lead there.

    >>> steps((0b010, 0b101, 0b010), 0b001, 0, 3)
    (1, 2, 4)
    >>> steps((0b010, 0b101, 0b010), 0b001, 0b010, 3)
    (1, 2, 0)
    """
    found = [first]
    seen = first
    for _ in range(most - 1):
        edge = beyond(borders, found[-1] & ~stops) & ~seen
        seen |= edge
        found.append(edge)
    return tuple(found)


class Ways:
    """Ways over the map, each looked up once."""

    def __init__(self, borders: tuple[int, ...], touches: tuple[int, ...]) -> None:
        self.borders, self.touches = borders, touches
        self.reach = lru_cache(100_000)(self._reach)
        self.touched = lru_cache(100_000)(self._touched)

    def _reach(self, place: int, stops: int, most: int) -> tuple[int, ...]:
        """The areas in reach of a place, by how many areas are entered."""
        return steps(self.borders, self.touches[place], stops, most)

    def _touched(self, places: int) -> int:
        """6.5, 12.12 The areas that any of these places touches, however far they are."""
        found = 0
        for place in members(places):
            found |= self.touches[place]
        return found
