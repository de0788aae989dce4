"""Large hex maps in columns, computed by formula. Hexes have flat tops; even columns are half a hex lower."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

NOWHERE = -1
OPPOSITE = (3, 4, 5, 0, 1, 2)
"""For each side of a hex, the number of the same side in the adjacent hex."""


class OffsetGrid:
    """Hexes in columns numbered from 1, each column with its own range of rows; hex numbers run down the columns.

    >>> grid = OffsetGrid([range(1, 3), range(1, 3), range(2, 3)])
    >>> grid.ids
    ('001001', '001002', '002001', '002002', '003002')
    >>> [grid.ids[near] for near in grid.neighbours(grid.index["002001"])]
    ['003002', '002002', '001002', '001001']
    >>> grid.distance(grid.index["001001"], grid.index["003002"])
    2
    """

    __slots__ = ("_beyond", "columns", "firsts", "ids", "index", "places")

    def __init__(self, columns: Sequence[range]) -> None:
        self.columns = tuple(columns)
        self.places = tuple([(column, row) for column, rows in enumerate(self.columns, 1) for row in rows])
        counted = [0]
        for rows in self.columns:
            counted.append(counted[-1] + len(rows))
        self.firsts = tuple(counted[:-1])
        self.ids = tuple([f"{column:03}{row:03}" for column, row in self.places])
        self.index = {text: number for number, text in enumerate(self.ids)}
        self._beyond = array("i", [hex for column, row in self.places for hex in self._around(column, row)])

    def __len__(self) -> int:
        return len(self.places)

    def at(self, column: int, row: int) -> int:
        """The number of the hex in a column and row; ``NOWHERE`` off the map."""
        if not 0 < column <= len(self.columns) or row not in self.columns[column - 1]:
            return NOWHERE
        return self.firsts[column - 1] + row - self.columns[column - 1].start

    def _around(self, column: int, row: int) -> tuple[int, ...]:
        lower = row if column % 2 else row + 1
        return (
            self.at(column, row - 1),
            self.at(column + 1, lower - 1),
            self.at(column + 1, lower),
            self.at(column, row + 1),
            self.at(column - 1, lower),
            self.at(column - 1, lower - 1),
        )

    def beyond(self, hex: int) -> Sequence[int]:
        """The hexes across the six sides of a hex; ``NOWHERE`` at the edge of the map."""
        return self._beyond[6 * hex : 6 * hex + 6]

    @property
    def links(self) -> Sequence[int]:
        """The neighbours of all hexes in one sequence, for searches: side 2 of hex 9 is at index 6 * 9 + 2."""
        return self._beyond

    def neighbours(self, hex: int) -> list[int]:
        """The neighbours of a hex, clockwise from north."""
        return [near for near in self.beyond(hex) if near >= 0]

    def side(self, hex: int, other: int) -> int:
        """The side that faces a neighbour; ``ValueError`` if the hex is not a neighbour."""
        return list(self.beyond(hex)).index(other)

    def distance(self, one: int, other: int) -> int:
        """The smallest number of steps from hex to hex, ignoring terrain."""
        (column, row), (there, below) = self.places[one], self.places[other]
        across = abs(column - there)
        down = (row - (column + (column & 1)) // 2) - (below - (there + (there & 1)) // 2)
        return max(across, abs(down), abs(column - there + down))

    def within(self, middle: int, steps: int) -> tuple[int, ...]:
        """The hexes at most ``steps`` from a hex, ascending; computed column by column.

        >>> grid = OffsetGrid([range(1, 8)] * 7)
        >>> len(grid.within(grid.at(4, 4), 2)), grid.within(grid.at(1, 1), 1)
        (19, (0, 1, 7))
        """
        column, row = self.places[middle]
        result: list[int] = []
        for there in range(max(1, column - steps), min(len(self.columns), column + steps) + 1):
            across = abs(there - column)
            top = row + (column + 1 & 1) / 2 - (there + 1 & 1) / 2 - steps + across / 2
            rows = self.columns[there - 1]
            start, stop = max(rows.start, int(top)), min(rows.stop, int(top) + 2 * steps - across + 1)
            first = self.firsts[there - 1] - rows.start
            result += range(first + start, first + stop)
        return tuple(result)
