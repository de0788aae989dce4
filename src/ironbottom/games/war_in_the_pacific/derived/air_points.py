"""5.12, 8.1 Tables of the air points at each base, and of the searching points, read from their arrays."""

from __future__ import annotations

from ironbottom.engine.cache import array_rows, cached, rows_as_map
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import STACKS

points_by_base = rows_as_map(layout.AIR, len(STACKS))
"""5.12 The points of each stack, as bytes, for each base with any points."""
searching_by_base = rows_as_map(layout.SEARCHING, len(STACKS))
"""8.1 The searching points of each stack, for each base with any searching points."""
points_of_each_base, searching_of_each_base = (
    array_rows(array, len(STACKS)) for array in (layout.AIR, layout.SEARCHING)
)
"""5.12, 8.1 The points, and the searching points, of every base in order."""


@cached(256)
def points_by_stack(row: bytes) -> dict[int, int]:
    return {stack: points for stack, points in enumerate(row) if points}
