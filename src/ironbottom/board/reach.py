"""Movement ranges on a large map: one search per origin, cached while it is in use."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.board.offset_grid import NOWHERE, OPPOSITE, OffsetGrid
from ironbottom.engine.cache import cached

CLOSED = 0
"""The cost of a hex or a side that cannot be entered or crossed."""
Opened = list[tuple[int, ...]]
"""For each place, those that can be entered from it: a list of tuples, which compiled code iterates twice as fast."""


class Movement:
    """How one kind of unit moves: what each hex costs to enter, and which sides are closed.

    ``enter`` gives the movement points for each hex (``CLOSED``: never), ``shut`` for each hex the bits of its sides
    that cannot be crossed, the same from both hexes. The searches from the last ``kept`` origins are cached. They
    depend only on the map, so they stay valid when a state changes.

    >>> grid = OffsetGrid([range(1, 6)] * 3)
    >>> marching = Movement(grid, bytes([1] * 15), bytes(15))
    >>> [grid.ids[at] for at in marching.reach(grid.at(1, 1), 1)]
    ['001002', '002001']
    """

    def __init__(self, grid: OffsetGrid, enter: Sequence[int], shut: Sequence[int], kept: int = 512) -> None:
        if len(enter) != len(grid) or len(shut) != len(grid):
            raise ValueError("every hex has a cost and bits for its sides")
        self.grid = grid
        self.enter, self.shut = bytes(enter), bytes(shut)
        self.reach = cached(kept)(self.search)
        """``reach(origin, points)``: the hexes that this many points reach, ascending, the origin left out."""
        self._open = self._open_links()

    def _open_links(self) -> Opened:
        """For each hex, those that can be entered from it."""
        links, enter, shut = self.grid.links, self.enter, self.shut
        return [
            tuple(
                [
                    beyond
                    for side, beyond in enumerate(links[6 * at : 6 * at + 6])
                    if beyond != NOWHERE and enter[beyond] and not shut[at] >> side & 1
                ]
            )
            for at in range(len(self.grid))
        ]

    def search(self, origin: int, points: int) -> tuple[int, ...]:
        """The same without the cache: hexes are taken in order of cost, so each is visited once."""
        found = self.costs(origin, points)
        del found[origin]
        return tuple(sorted(found))

    def costs(self, origin: int, points: int) -> dict[int, int]:
        """The cost of reaching each hex within this number of points; the origin costs nothing."""
        return cheapest(self._open, self.enter, (origin,), points)

    def costs_with(self, origin: int, points: int, far: dict[int, int]) -> dict[int, int]:
        """The same if some hexes cost extra to enter or to leave."""
        return cheapest_with(self._open, self.enter, (origin,), points, far)


def cheapest(opened: Opened, enter: bytes, origins: Sequence[int], points: int, goal: int = NOWHERE) -> dict[int, int]:
    """The cost of reaching each place from one of the origins within this number of points; an origin costs nothing.

    ``opened`` holds for each place those that can be entered from it, ``enter`` what each costs, one at least. With a
    goal the search ends as it comes there: what costs no more than the goal is found.

    >>> cheapest([(1,), (0, 2), (1,)], bytes([1, 1, 4]), [0], 5)
    {0: 0, 1: 1, 2: 5}
    """
    best = dict.fromkeys(origins, 0)
    waiting: list[list[int]] = [[] for _ in range(points + 1)]
    waiting[0].extend(best)
    met = [False] * len(enter)
    for at in best:
        met[at] = True
    for spent, here in enumerate(waiting):
        if spent >= best.get(goal, points + 1):
            break
        for at in here:
            for beyond in opened[at]:
                # What a place costs is the same from everywhere, so the first to come to it came the cheapest way.
                if not met[beyond]:
                    met[beyond] = True
                    cost = spent + enter[beyond]
                    if cost <= points:
                        best[beyond] = cost
                        waiting[cost].append(beyond)
    return best


def cheapest_with(
    opened: Opened, enter: bytes, origins: Sequence[int], points: int, far: dict[int, int]
) -> dict[int, int]:
    """The same if some places are farther off than the map shows: each of them costs extra to enter or to leave.

    >>> cheapest_with([(1,), (0, 2), (1,)], bytes([1, 1, 4]), [0], 20, {1: 3})
    {0: 0, 1: 4, 2: 11}
    """
    best = dict.fromkeys(origins, 0)
    leaving: list[list[int]] = [[] for _ in range(points + 1)]
    met = [False] * len(enter)
    for at in best:
        met[at] = True
        if far.get(at, 0) <= points:
            leaving[far.get(at, 0)].append(at)
    for spent, here in enumerate(leaving):
        for at in here:
            for beyond in opened[at]:
                # Who leaves first comes the cheapest way, since what a place costs is the same from everywhere.
                if not met[beyond]:
                    met[beyond] = True
                    more = far.get(beyond, 0)
                    cost = spent + enter[beyond] + more
                    if cost <= points:
                        best[beyond] = cost
                        if cost + more <= points:
                            leaving[cost + more].append(beyond)
    return best


def both_ways(grid: OffsetGrid, sides: Sequence[tuple[int, int]]) -> bytearray:
    """The bits of the sides that are shut, from pairs of a hex and a side of it.

    >>> grid = OffsetGrid([range(1, 3)])
    >>> list(both_ways(grid, [(0, 3)]))
    [8, 1]
    """
    shut = bytearray(len(grid))
    for at, side in sides:
        shut[at] |= 1 << side
        if (beyond := grid.beyond(at)[side]) != NOWHERE:
            shut[beyond] |= 1 << OPPOSITE[side]
    return shut
