"""Maps of named areas and the links between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ironbottom.engine.core.errors import BadValue


class AreaMap:
    """Areas in a fixed, public order, with the links between them.

    ``ids`` are the areas' readable ids, ``links`` are pairs of ids, and each link goes both ways. An unknown area, a
    link of an area to itself and a repeated link are refused.

    >>> bay = AreaMap(("bay", "strait", "sound"), [("bay", "strait"), ("strait", "sound")])
    >>> bay.neighbours[1], bay.adjacent(0, 2), bay.distance(0, 2)
    ((0, 2), False, 2)
    >>> AreaMap(("bay", "strait"), [("bay", "sound")])
    Traceback (most recent call last):
    ironbottom.engine.core.errors.BadValue: links[0]: no area is called 'sound'
    """

    __slots__ = ("ids", "neighbours")

    def __init__(self, ids: Sequence[str], links: Iterable[tuple[str, str]]) -> None:
        self.ids = tuple(ids)
        index = {area: number for number, area in enumerate(self.ids)}
        borders: list[set[int]] = [set() for _ in self.ids]
        for place, (one, other) in enumerate(links):
            for area in (one, other):
                if area not in index:
                    raise BadValue(f"no area is called {area!r}", field=f"links[{place}]")
            first, second = index[one], index[other]
            if first == second or second in borders[first]:
                raise BadValue(f"{one} and {other} cannot be linked, or are linked already", field=f"links[{place}]")
            borders[first].add(second)
            borders[second].add(first)
        self.neighbours = tuple(tuple(sorted(border)) for border in borders)

    def adjacent(self, one: int, other: int) -> bool:
        """Whether two areas border on each other."""
        return other in self.neighbours[one]

    def distance(self, one: int, other: int) -> int | None:
        """The smallest number of links from one area to another; None if there is no path."""
        reached, edge, steps = {one}, {one}, 0
        while edge:
            if other in edge:
                return steps
            edge = {beyond for area in edge for beyond in self.neighbours[area]} - reached
            reached |= edge
            steps += 1
        return None
