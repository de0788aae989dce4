"""The plain board: the data that the page needs to draw a game that has no page of its own.

The page reads the counters from the view. In a table of the view, each name whose value is the id of a place, or whose
fields include one, is a counter there. In a list, each item that is the id of a place is a counter, named by
``counters``. Everything else in the view is listed beside the board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

Point = tuple[float, float]
"""The distances across and down, in any unit."""


class BoardPlace(NamedTuple):
    """An area, a hex or a box: its id, its name, its middle, and its outline."""

    id: str
    name: str
    middle: Point
    outline: Sequence[Point]


class PlainBoard(NamedTuple):
    """The places of a game, and the facts about its counters that its view does not contain."""

    places: Sequence[BoardPlace]
    counters: Mapping[str, Sequence[str]] = {}
    """For each list in the view, by name, the ids of its counters in order."""
    owners: Mapping[str, str] = {}
    """The sides of counters whose id does not begin with the id of their side."""

    def data(self) -> dict[str, object]:
        """Returns the board as plain data. ``ValueError`` if two places have the same id.

        >>> sea = BoardPlace("sea", "Sea", (0.0, 0.0), [(-1, -1), (1, -1), (0, 1)])
        >>> PlainBoard([sea]).data()["places"]
        [{'id': 'sea', 'name': 'Sea', 'at': [0.0, 0.0], 'ring': [[-1, -1], [1, -1], [0, 1]]}]
        """
        ids = [place.id for place in self.places]
        if twice := [one for number, one in enumerate(ids) if one in ids[:number]]:
            raise ValueError(f"two places of the board are called {twice[0]!r}")
        return {
            "places": [
                {
                    "id": place.id,
                    "name": place.name,
                    "at": [*place.middle],
                    "ring": [[*point] for point in place.outline],
                }
                for place in self.places
            ],
            "counters": {name: [*ids] for name, ids in self.counters.items()},
            "owners": dict(self.owners),
        }
