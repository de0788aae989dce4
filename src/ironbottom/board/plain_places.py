"""Places of a plain board in regular patterns: hexes of a grid, areas in a ring, boxes in a row."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from ironbottom.board.hexes import HexGrid
from ironbottom.engine.rules.plain_board import BoardPlace, Point


def named(place: str) -> str:
    """The name of a place by its id.

    >>> named("hawaiian_islands")
    'Hawaiian islands'
    """
    text = place.replace("_", " ")
    return text[:1].upper() + text[1:]


def polygon(middle: Point, size: float, corners: int = 6, turn: float = 0.5) -> list[Point]:
    """The outline of a regular polygon. ``turn`` is the rotation, as a fraction of the angle between two corners.

    >>> polygon((0, 0), 2, 4)
    [(1.414, 1.414), (-1.414, 1.414), (-1.414, -1.414), (1.414, -1.414)]
    """
    angles = [2 * pi * (corner + turn) / corners for corner in range(corners)]
    return [(round(middle[0] + size * cos(a), 3), round(middle[1] + size * sin(a), 3)) for a in angles]


def hexes(grid: HexGrid, middle: Point = (0, 0), size: float = 1) -> list[BoardPlace]:
    """The hexes of a grid with pointed tops; ``size`` is the length of an edge.

    >>> [(place.name, place.middle) for place in hexes(HexGrid(1))][:2]
    [('A1', (-0.866, -1.5)), ('A2', (0.866, -1.5))]
    """
    points = [
        (round(middle[0] + size * 3**0.5 * (q + r / 2), 3), round(middle[1] + size * 1.5 * r, 3))
        for q, r in grid.places
    ]
    return [
        BoardPlace(name, name.upper(), point, polygon(point, size))
        for name, point in zip(grid.ids, points, strict=True)
    ]


def ring(ids: Sequence[str], middle: Point, radius: float, size: float) -> list[BoardPlace]:
    """Areas around a point, clockwise from the top; ``size`` is the radius of each.

    They have flat tops: six of them touch each other and the one in the middle if ``size`` is ``radius / 3**0.5``.

    >>> [(place.name, place.middle) for place in ring(["north", "south"], (0, 0), 5, 1)]
    [('North', (0.0, -5.0)), ('South', (0.0, 5.0))]
    """
    angles = [2 * pi * number / len(ids) for number in range(len(ids))]
    points = [(round(middle[0] + radius * sin(a), 3), round(middle[1] - radius * cos(a), 3)) for a in angles]
    return [
        BoardPlace(one, named(one), point, polygon(point, size, turn=0)) for one, point in zip(ids, points, strict=True)
    ]


def boxes(ids: Sequence[str], first: Point, width: float, height: float) -> list[BoardPlace]:
    """Boxes in a row, given the middle of the first one.

    >>> [(place.name, place.middle, place.outline[0]) for place in boxes(["port", "sunk"], (0, 0), 4, 2)]
    [('Port', (0, 0), (-2.0, -1.0)), ('Sunk', (4, 0), (2.0, -1.0))]
    """
    x, y = first
    found = []
    for number, one in enumerate(ids):
        at = x + number * width
        left, right, top, bottom = at - width / 2, at + width / 2, y - height / 2, y + height / 2
        found.append(BoardPlace(one, named(one), (at, y), [(left, top), (right, top), (right, bottom), (left, bottom)]))
    return found
