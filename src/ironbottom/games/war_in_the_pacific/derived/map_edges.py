"""15.31, 37.1 The hexes at each edge of the sections in play, where ships and links leave the map."""

from __future__ import annotations

from ironbottom.board.offset_grid import NOWHERE
from ironbottom.engine.cache import cached
from ironbottom.games.war_in_the_pacific.atlas import LAND
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import Pieces
from ironbottom.games.war_in_the_pacific.state import EDGES

FACING = {"north_edge": (0,), "east_edge": (1, 2), "south_edge": (3,), "west_edge": (4, 5)}
"""3.1 The sides of a hex that face each edge."""


@cached(64)
def hexes_at(pieces: Pieces, scenario: int, edge: int) -> tuple[int, ...]:
    """15.31 The hexes open to ships at an edge of the sections in play, ascending."""
    within, opened = pieces.on_sections(scenario), pieces.waters(scenario).opened
    facing, kind = FACING[EDGES.ids[edge]], pieces.atlas.kind
    result = []
    for hex in [hex for hex, here in enumerate(within) if here and opened[hex] and kind[hex] != LAND]:
        beyond = GRID.beyond(hex)
        if all(beyond[side] == NOWHERE or not within[beyond[side]] for side in facing):
            result.append(hex)
    return tuple(result)
