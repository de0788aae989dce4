"""Hex grids, addressed as on a printed map: a letter for the row and a number within it."""

from __future__ import annotations

DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The six neighbours in axial coordinates, counter-clockwise from the right."""


class HexGrid:
    """A hexagon of hexes, ``radius`` hexes around the middle one; rows run from the top, each from the left.

    >>> grid = HexGrid(1)
    >>> grid.ids
    ('a1', 'a2', 'b1', 'b2', 'b3', 'c1', 'c2')
    >>> [grid.ids[near] for near in grid.neighbours[0]], grid.distance(0, 6)
    (['a2', 'b1', 'b2'], 2)
    """

    __slots__ = ("ids", "index", "neighbours", "places", "radius")

    def __init__(self, radius: int) -> None:
        self.radius = radius
        span = range(-radius, radius + 1)
        self.places = tuple((q, r) for r in span for q in span if abs(q + r) <= radius)
        firsts = {r: max(-radius, -radius - r) for r in span}
        self.ids = tuple(f"{row_letters(r + radius)}{q - firsts[r] + 1}" for q, r in self.places)
        self.index = {text: number for number, text in enumerate(self.ids)}
        number_at = {place: number for number, place in enumerate(self.places)}
        around = (((q + dq, r + dr) for dq, dr in DIRECTIONS) for q, r in self.places)
        self.neighbours = tuple(tuple(sorted(number_at[p] for p in ring if p in number_at)) for ring in around)

    def __len__(self) -> int:
        return len(self.ids)

    def distance(self, one: int, other: int) -> int:
        """The smallest number of steps from hex to hex."""
        q, r = (here - there for here, there in zip(self.places[one], self.places[other], strict=True))
        return max(abs(q), abs(r), abs(q + r))

    def within(self, middle: int, reach: int) -> tuple[int, ...]:
        """The hexes at most ``reach`` steps away from a hex, in the grid's order.

        >>> grid = HexGrid(2)
        >>> len(grid.within(grid.index["c3"], 1))
        7
        """
        return tuple(place for place in range(len(self)) if self.distance(middle, place) <= reach)


def row_letters(row: int) -> str:
    """The name of a row: a to z, then aa to zz.

    >>> row_letters(0), row_letters(25), row_letters(26)
    ('a', 'z', 'aa')
    """
    return chr(97 + row) if row < 26 else chr(96 + row // 26) + chr(97 + row % 26)
