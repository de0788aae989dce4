"""The plain board of a view as a map drawing, for games without a map of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ironbottom.engine.rules.plain_board import PlainBoard, Point
from ironbottom.engine.text.svg import DrawnArea, DrawnStack, MapDrawing

PADDING = 0.04
"""The margin around the board, as a fraction of its width."""


def counters_of(view: Mapping[str, object], board: PlainBoard) -> Iterator[tuple[str, str]]:
    """Yields the id of each counter on the board, with the id of its place; see ``plain_board``.

    >>> from ironbottom.engine.rules.plain_board import BoardPlace
    >>> places = [BoardPlace(name, name.title(), (0, 0), [(0, 0), (1, 0), (0, 1)]) for name in ("bay", "cape")]
    >>> board = PlainBoard(places, {"forts": ["red_fort", "blue_fort"]})
    >>> view = {"ships": {"red_1": "bay", "blue_1": {"hits": 1, "at": "cape"}, "blue_2": None}, "forts": [None, "cape"]}
    >>> list(counters_of(view, board))
    [('red_1', 'bay'), ('blue_1', 'cape'), ('blue_fort', 'cape')]
    """
    places = {place.id for place in board.places}
    for name, value in view.items():
        items: Sequence[tuple[str, object]] = ()
        if isinstance(value, Mapping):
            items = [(str(key), item) for key, item in value.items()]
        elif isinstance(value, Sequence) and not isinstance(value, str) and name in board.counters:
            items = list(zip(board.counters[name], value, strict=False))
        for counter, item in items:
            at = _place_in(item, places)
            if at is not None:
                yield counter, at


def _place_in(value: object, places: set[str]) -> str | None:
    """The value itself if it is the id of a place, otherwise its first field that is one."""
    if isinstance(value, str):
        return value if value in places else None
    if isinstance(value, Mapping):
        return next((item for item in value.values() if isinstance(item, str) and item in places), None)
    return None


def plain_drawing(
    game: str, title: str, sides: Mapping[str, str], board: PlainBoard, view: Mapping[str, object]
) -> MapDrawing:
    """Returns the drawing of a view on a plain board: the places with their names, and the stacks of each side."""
    stacks: Counter[tuple[str, str]] = Counter()
    for counter, place in counters_of(view, board):
        owned = board.owners.get(counter)
        side = owned or next((one for one in sides if counter == one or counter.startswith(f"{one}_")), "")
        if side in sides:
            stacks[place, side] += 1
    middles = {place.id: _up(place.middle) for place in board.places}
    areas = [
        DrawnArea(place.name, [[_up(point) for point in place.outline]], middles[place.id]) for place in board.places
    ]
    drawn = [DrawnStack(middles[place], side, number) for (place, side), number in stacks.items()]
    return MapDrawing(game, title, "", sides, _box(board), areas, stacks=drawn, flat=True)


def _up(point: Point) -> Point:
    """Converts a point of a plain board, where y points down, to a point of a drawing, where y points up."""
    return point[0], -point[1]


def _box(board: PlainBoard) -> tuple[float, float, float, float]:
    """The left, lower, right and upper edges of a drawing of the board."""
    points = [_up(point) for place in board.places for point in place.outline]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    bottom, top = min(y for _, y in points), max(y for _, y in points)
    around = PADDING * (right - left)
    return left - around, bottom - around, right + around, top + around
