"""Sea areas with their ports and bases, as numbers and sets of bits: pure functions, independent of sides and units.

``borders`` has the neighbours of each sea area as a set; ``touches`` has the sea areas that each port or base touches.
The distance from a place to an area that it touches is 0; every further area adds 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from ironbottom.engine.core.fields import Domain, members

Borders = Sequence[int]
Touches = Sequence[int]


class NamedRow(Protocol):
    """A row of a map's table."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


class PortRow(NamedRow, Protocol):
    """A row of the table of ports and bases."""

    @property
    def kind(self) -> str: ...


class SeaMap:
    """The sea areas, ports and bases of a map, by number.

    ``places`` are ports and bases, the ports first, so that a port has the same number among ports and among places;
    ``is_port`` and ``is_base`` are sets of places. ``spots`` are all areas, then all places: the first place has the
    number ``first_place`` among them. ``within`` changes a title to the form used within a sentence.

    >>> from collections import namedtuple
    >>> Area, Place = namedtuple("Area", "id name"), namedtuple("Place", "id name kind")
    >>> chart = SeaMap([Area("bay", "the Bay")], [Place("truk", "Truk", "port"), Place("guam", "Guam", "base")])
    >>> chart.spots.ids, chart.first_place, chart.ports.ids, chart.is_port, chart.is_base
    (('bay', 'truk', 'guam'), 1, ('truk',), 1, 2)
    """

    def __init__(
        self, areas: Iterable[NamedRow], places: Iterable[PortRow], within: Callable[[str], str] | None = None
    ) -> None:
        places = list(places)
        self.areas = _domain("sea area", areas, within)
        self.places = _domain("port or base", places, within)
        self.port_count = sum(place.kind == "port" for place in places)
        self.ports = _domain("port", places[: self.port_count], within)
        self.is_port = (1 << self.port_count) - 1
        self.is_base = (1 << len(places)) - 1 & ~self.is_port
        self.first_place = len(self.areas)
        ids, titles = (*self.areas.ids, *self.places.ids), (*self.areas.titles, *self.places.titles)
        self.spots = Domain("place", ids, dict(zip(ids, titles, strict=True)), within)


def _domain(kind: str, rows: Iterable[NamedRow], within: Callable[[str], str] | None) -> Domain:
    titles = {row.id: row.name for row in rows}
    return Domain(kind, list(titles), titles, within)


def set_of(domain: Domain, ids: Iterable[str]) -> int:
    """The set of the items with these ids.

    >>> set_of(Domain("sea area", ("bay", "sound", "strait")), ("strait", "bay"))
    5
    """
    return sum(1 << domain.index[one] for one in ids)


def adjacent_areas(borders: Borders, areas: int) -> int:
    """The areas next to any of these areas.

    >>> adjacent_areas((0b010, 0b101, 0b010), 0b001)
    2
    """
    result = 0
    while areas:
        low = areas & -areas
        result |= borders[low.bit_length() - 1]
        areas ^= low
    return result


def areas_by_distance(borders: Borders, start: int) -> Iterator[int]:
    """The areas at distance 0 from the start, those at distance 1, and so on.

    >>> list(areas_by_distance((0b010, 0b101, 0b010), 0b001))
    [1, 2, 4]
    """
    seen = edge = start
    while edge:
        yield edge
        edge = adjacent_areas(borders, edge) & ~seen
        seen |= edge


def within(borders: Borders, start: int, steps: int) -> int:
    """The areas at most this number of areas from the start.

    >>> within((0b010, 0b101, 0b010), 0b001, 1)
    3
    """
    result = 0
    for _, ring in zip(range(steps + 1), areas_by_distance(borders, start), strict=False):
        result |= ring
    return result


def areas_by_entries(borders: Borders, first: int, through: int, most: int) -> list[int]:
    """The areas that a move reaches, by number of areas entered; it continues only from the areas ``through``.

    ``first`` are the areas that may be entered first. Each area is listed under the fewest areas that must be entered
    to reach it; the list ends when no further area is reached, or after ``most`` areas.

    >>> areas_by_entries((0b010, 0b101, 0b010), 0b001, 0b111, 3)
    [1, 2, 4]
    >>> areas_by_entries((0b010, 0b101, 0b010), 0b001, 0b001, 3)
    [1, 2]
    """
    result = [first]
    seen = first
    for _ in range(most - 1):
        edge = adjacent_areas(borders, result[-1] & through) & ~seen
        if not edge:
            break
        seen |= edge
        result.append(edge)
    return result


def areas_of_places(touches: Touches, places: int) -> int:
    """The areas that touch any of these places.

    >>> areas_of_places((0b001, 0b110), 0b11)
    7
    """
    result = 0
    for place in members(places):
        result |= touches[place]
    return result


def places_in_areas(touches: Touches, areas: int, places: int) -> int:
    """The places that touch any of these areas.

    >>> places_in_areas((0b001, 0b110), 0b010, 0b11)
    2
    """
    result = 0
    for place in members(places):
        if touches[place] & areas:
            result |= 1 << place
    return result


def nearest(borders: Borders, touches: Touches, start: int, places: int) -> tuple[int, int]:
    """The places nearest to the areas of the start, and their distance; (0, -1) if there are none.

    >>> nearest((0b010, 0b101, 0b010), (0b001, 0b110), 0b100, 0b01)
    (1, 2)
    """
    if places:
        for steps, ring in enumerate(areas_by_distance(borders, start)):
            result = places_in_areas(touches, ring, places)
            if result:
                return result, steps
    return 0, -1
