"""6.2, 6.3, 6.5, 12.1 The areas that units reach from a place, and the areas that places touch."""

from __future__ import annotations

from ironbottom.board.seas import areas_by_entries, areas_of_places
from ironbottom.engine.cache import cached

MAX_ROUTES = 100_000


class RouteTable:
    """Routes on the map, each computed once for the sets of areas and places that occur in play."""

    def __init__(self, borders: tuple[int, ...], touches: tuple[int, ...]) -> None:
        self.borders, self.touches = borders, touches
        self.reach = cached(MAX_ROUTES)(self._reach)
        self.touched = cached(MAX_ROUTES)(self._touched)

    def _reach(self, place: int, stops: int, most: int) -> tuple[int, ...]:
        """6.21, 6.22, 6.23, 6.3 The destinations of a move, by the number of areas entered; the move ends in every area
        of ``stops``.
        """
        result = areas_by_entries(self.borders, self.touches[place], ~stops, most)
        return (*result, *(0,) * (most - len(result)))

    def _touched(self, places: int) -> int:
        """6.5, 12.12 The areas that any of these places touches, at any distance."""
        return areas_of_places(self.touches, places)
