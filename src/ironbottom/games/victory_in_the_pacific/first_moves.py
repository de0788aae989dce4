"""18.21, 18.22 Who moves on the first turn."""

from __future__ import annotations

from ironbottom.games.victory_in_the_pacific.pieces import (
    AIR,
    ALLIES,
    AUSTRALIA,
    JAPAN,
    OF_SIDE,
    PEARL_HARBOR,
    PLACES,
    SHIPS,
    YOKOSUKA,
    Pieces,
)
from ironbottom.games.victory_in_the_pacific.state import IN, MARKED, TURN, Cells

FREE_HARBOURS = (AUSTRALIA, PLACES.index["singapore"], PLACES.index["philippines"])


def free_to_move(pieces: Pieces, cells: Cells, side: int) -> int:
    """The units of a side that the first turn lets move; on all others every unit.

    18.21 Japan's at Yokosuka; 18.22 the Allied cruisers of Australia, Singapore and the Philippines. In a Normal Turn
    One all Allied ones, but those that the raid finds in Pearl Harbor only as raiders.
    """
    if cells[TURN] > 1:
        return OF_SIDE[side]
    if pieces.normal and side == ALLIES:
        return OF_SIDE[ALLIES] & ~(cells[IN + PEARL_HARBOR] & pieces.pearl_fleet & ~cells[MARKED])
    if side == JAPAN:
        return cells[IN + YOKOSUKA] & OF_SIDE[JAPAN]
    free = 0
    for harbour in FREE_HARBOURS:
        free |= cells[IN + harbour]
    return free & SHIPS & ~AIR & OF_SIDE[side]
