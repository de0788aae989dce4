"""Distances between sea areas, ports and bases, as sets of bits: pure functions that know no side and no unit.

``borders`` holds for each sea area the set of its neighbours, ``touches`` for each port or base the sea areas that it
touches. A place touches an area at no distance; every further area entered counts one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ironbottom.engine.fields import members

Borders = Sequence[int]
Touches = Sequence[int]


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


def rings(borders: Borders, start: int) -> Iterator[int]:
    """The areas at no distance from the start, those one away, and so on.

    >>> list(rings((0b010, 0b101, 0b010), 0b001))
    [1, 2, 4]
    """
    seen = edge = start
    while edge:
        yield edge
        edge = beyond(borders, edge) & ~seen
        seen |= edge


def within(borders: Borders, start: int, steps: int) -> int:
    """The areas at most so many areas away from the start."""
    found = 0
    for _, ring in zip(range(steps + 1), rings(borders, start), strict=False):
        found |= ring
    return found


def reach(borders: Borders, first: int, own: int, steps: int) -> list[int]:
    """7.0.3 By areas entered, the sets a ship gets to: one area always, further only through areas of its own.

    ``first`` are the areas it may enter first, ``own`` those that its side controls.

    >>> reach((0b010, 0b101, 0b010), 0b001, 0b001, 3)
    [1, 2]
    """
    found = [first]
    seen = first
    for _ in range(steps - 1):
        edge = beyond(borders, found[-1] & own) & ~seen
        if not edge:
            break
        seen |= edge
        found.append(edge)
    return found


def touched(touches: Touches, places: int) -> int:
    """The areas that any of these places touches."""
    found = 0
    for place in members(places):
        found |= touches[place]
    return found


def at(touches: Touches, areas: int, places: int) -> int:
    """Those of the places that touch any of these areas."""
    found = 0
    for place in members(places):
        if touches[place] & areas:
            found |= 1 << place
    return found


def nearest(borders: Borders, touches: Touches, start: int, places: int) -> tuple[int, int]:
    """The nearest of the places to the areas of the start, and how far they are; (0, -1) where there are none."""
    if places:
        for steps, ring in enumerate(rings(borders, start)):
            found = at(touches, ring, places)
            if found:
                return found, steps
    return 0, -1
