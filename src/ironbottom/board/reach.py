"""Movement ranges on a large map: one search per origin, cached while it is in use."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.board.offset_grid import NOWHERE, OPPOSITE, OffsetGrid
from ironbottom.engine.cache import cached

CLOSED = 0
"""The cost of a hex that cannot be entered, or of a hex side that cannot be crossed."""
Opened = list[tuple[int, ...]]
"""For each place, the places that can be entered from it.

It is a list of tuples, which compiled code reads twice as fast.
"""


class Movement:
    """The movement of one kind of unit: the cost to enter each hex, and the closed sides.

    ``enter`` gives the movement points for each hex (``CLOSED`` if it cannot be entered). ``blocked`` gives the bits of
    the hex sides that cannot be crossed; two adjacent hexes must agree on their common side. The searches from the last
    ``kept`` origins are cached. They depend only on the map, so they stay valid when a state changes.

    >>> grid = OffsetGrid([range(1, 6)] * 3)
    >>> marching = Movement(grid, bytes([1] * 15), bytes(15))
    >>> [grid.ids[at] for at in marching.reach(grid.at(1, 1), 1)]
    ['001002', '002001']
    """

    def __init__(self, grid: OffsetGrid, enter: Sequence[int], blocked: Sequence[int], kept: int = 512) -> None:
        if len(enter) != len(grid) or len(blocked) != len(grid):
            raise ValueError("every hex must have a cost and bits for its sides")
        self.grid = grid
        self.enter, self.blocked = bytes(enter), bytes(blocked)
        self.reach = cached(kept)(self.search)
        """``reach(origin, points)``: the hexes within reach of this many points, ascending, without the origin."""
        self._open = self._open_links()

    def _open_links(self) -> Opened:
        """For each hex, the hexes that can be entered from it."""
        links, enter, blocked = self.grid.links, self.enter, self.blocked
        return [
            tuple(
                [
                    beyond
                    for side, beyond in enumerate(links[6 * hex : 6 * hex + 6])
                    if beyond != NOWHERE and enter[beyond] and not blocked[hex] >> side & 1
                ]
            )
            for hex in range(len(self.grid))
        ]

    def search(self, origin: int, points: int) -> tuple[int, ...]:
        """``reach`` without the cache: hexes are visited in order of cost, so each is visited once."""
        result = self.costs(origin, points)
        del result[origin]
        return tuple(sorted(result))

    def costs(self, origin: int, points: int) -> dict[int, int]:
        """The cost of reaching each hex within this number of points; the origin costs nothing."""
        return cheapest(self._open, self.enter, (origin,), points)

    def costs_with(self, origin: int, points: int, far: dict[int, int]) -> dict[int, int]:
        """Like ``costs``, but some hexes cost extra to enter or to leave."""
        return cheapest_with(self._open, self.enter, (origin,), points, far)


def cheapest(opened: Opened, enter: bytes, origins: Sequence[int], points: int, goal: int = NOWHERE) -> dict[int, int]:
    """The cost of reaching each place from one of the origins within this number of points; an origin costs nothing.

    ``opened`` lists the places that can be entered from each place; ``enter`` gives the cost of each, at least one.
    With a goal, the search ends at the goal; every place that costs no more than the goal is found.

    >>> cheapest([(1,), (0, 2), (1,)], bytes([1, 1, 4]), [0], 5)
    {0: 0, 1: 1, 2: 5}
    """
    best = dict.fromkeys(origins, 0)
    waiting: list[list[int]] = [[] for _ in range(points + 1)]
    waiting[0].extend(best)
    met = [False] * len(enter)
    for place in best:
        met[place] = True
    for spent, here in enumerate(waiting):
        if spent >= best.get(goal, points + 1):
            break
        for place in here:
            for beyond in opened[place]:
                # Entering a place costs the same from all neighbours, so the first path to it is the cheapest.
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
    """Like ``cheapest``, but some places cost extra to enter or to leave.

    >>> cheapest_with([(1,), (0, 2), (1,)], bytes([1, 1, 4]), [0], 20, {1: 3})
    {0: 0, 1: 4, 2: 11}
    """
    best = dict.fromkeys(origins, 0)
    leaving: list[list[int]] = [[] for _ in range(points + 1)]
    met = [False] * len(enter)
    for place in best:
        met[place] = True
        if far.get(place, 0) <= points:
            leaving[far.get(place, 0)].append(place)
    for spent, here in enumerate(leaving):
        for place in here:
            for beyond in opened[place]:
                # The neighbour visited first gives the cheapest path, since entering a place costs the same from all
                # neighbours.
                if not met[beyond]:
                    met[beyond] = True
                    more = far.get(beyond, 0)
                    cost = spent + enter[beyond] + more
                    if cost <= points:
                        best[beyond] = cost
                        if cost + more <= points:
                            leaving[cost + more].append(beyond)
    return best


def closed_side_bits(grid: OffsetGrid, sides: Sequence[tuple[int, int]]) -> bytearray:
    """The bits of the closed sides, from pairs of a hex and one of its sides.

    >>> grid = OffsetGrid([range(1, 3)])
    >>> list(closed_side_bits(grid, [(0, 3)]))
    [8, 1]
    """
    blocked = bytearray(len(grid))
    for hex, side in sides:
        blocked[hex] |= 1 << side
        if (beyond := grid.beyond(hex)[side]) != NOWHERE:
            blocked[beyond] |= 1 << OPPOSITE[side]
    return blocked
