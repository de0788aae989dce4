"""3.1, 3.24 The hexes of the map by formula: seven sections on one Mercator grid; hexes on edges have two names."""

from __future__ import annotations

from math import atan, degrees, exp, pi, radians, sqrt

from ironbottom.board.offset_grid import OffsetGrid

SECTION_AT = {"A": (0, 27), "B": (38, 0), "C": (38, 53), "D": (76, 0), "E": (76, 53), "F": (114, 0), "G": (114, 53)}
"""The offsets from the column and row of a section to those of the whole map."""
COLUMNS, ROWS = 39, 54
STEP, WEST, NORTH = 1.0462186, 68.636446, 65.519400
"""The height of a hex in degrees of the projection, and the corner from which it is measured."""

GRID = OffsetGrid([range(28, 82)] * 38 + [range(1, 108)] * 115)
"""The whole map: section A alone in the west, then pairs of sections above each other."""


def names(column: int, row: int) -> tuple[str, ...]:
    """3.24 The ids of the hex at a column and row of the whole map, the preferred one first.

    >>> names(39, 61), names(115, 54), names(2, 28)
    (('A3934', 'C0108'), ('D3954', 'E3901', 'F0154', 'G0101'), ('A0201',))
    """
    result = []
    for section, (across, down) in SECTION_AT.items():
        if 0 < column - across <= COLUMNS and 0 < row - down <= ROWS:
            result.append(f"{section}{column - across:02}{row - down:02}")
    return tuple(result)


ALL_NAMES = tuple([names(column, row) for column, row in GRID.places])
IDS = tuple([each[0] for each in ALL_NAMES])
NUMBER = {name: number for number, each in enumerate(ALL_NAMES) for name in each}
"""The number of a hex by any of its names."""
SECTIONS_OF = tuple(["".join([name[0] for name in each]) for each in ALL_NAMES])
"""The sections of each hex; a hex on an edge is in several."""


def latitude(hex: int) -> float:
    """3.1 The latitude of the center of a hex in degrees, negative south of the equator.

    >>> [round(latitude(NUMBER[name]), 1) for name in ("F3342", "D0326", "C0108")]
    [21.1, 35.7, 1.7]
    """
    column, row = GRID.places[hex]
    y = radians(NORTH - (row if column % 2 else row + 0.5) * STEP)
    return degrees(2 * atan(exp(y)) - pi / 2)


def longitude(hex: int) -> float:
    """3.1 The longitude of the center of a hex in degrees, from -180 to 180.

    >>> [round(longitude(NUMBER[name]), 1) for name in ("F3342", "D0326", "C0108")]
    [-158.2, 140.2, 104.0]
    """
    east = WEST + GRID.places[hex][0] * STEP * sqrt(3) / 2
    return (east + 180) % 360 - 180


def distance(one: str, other: str) -> int:
    """3.3 The distance between two hexes, given by any of their names, ignoring terrain.

    >>> distance("F1940", "F3342"), distance("D3354", "E3301")
    (14, 0)
    """
    return GRID.distance(NUMBER[one], NUMBER[other])


def adjacent(one: str, other: str) -> bool:
    """Whether two hexes share a side."""
    return distance(one, other) == 1
