"""Units that may leave port: 18.2 on the first turn; 9.41 units that are afloat; 11.1 units that were not repaired this
turn.
"""

from __future__ import annotations

from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.victory_in_the_pacific.derived.damage import units_on_bottom
from ironbottom.games.victory_in_the_pacific.pieces import (
    AIR,
    ALL_UNITS,
    AUSTRALIA,
    JAPAN,
    PLACES,
    SHIPS,
    UNITS_OF_SIDE,
    YOKOSUKA,
)
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.state import IN, REPAIRED_THIS_TURN, TURN, Cells
from ironbottom.games.victory_in_the_pacific.state_types import State

FREE_HARBOURS = (AUSTRALIA, PLACES.index["singapore"], PLACES.index["philippines"])


def free_to_move(pieces: Pieces, cells: Cells, side: int) -> int:
    """The units of a side that may move: on the first turn, some of them; later, all.

    18.21 Japan's units at Yokosuka; 18.22 the Allied cruisers of Australia, Singapore and the Philippines.
    """
    return UNITS_OF_SIDE[side] if cells[TURN] > 1 else pieces.hooks.first_moves(pieces, cells, side)


def free_on_turn_one(pieces: Pieces, cells: Cells, side: int) -> int:
    """18.21, 18.22 The units that may move on the first turn."""
    if side == JAPAN:
        return cells[IN + YOKOSUKA] & UNITS_OF_SIDE[JAPAN]
    free = 0
    for harbour in FREE_HARBOURS:
        free |= cells[IN + harbour]
    return free & SHIPS & ~AIR & UNITS_OF_SIDE[side]


def units_in_places(cells: Cells) -> int:
    """All units in ports and bases."""
    result = 0
    for there in cells[IN : IN + len(PLACES)]:
        result |= there
    return result


@restriction("18.2", "{unit} does not move on the first turn")
def may_move(state: State, frame: Procedure, side: int) -> int:
    return free_to_move(state.rules.pieces, state.cells, side)


@restriction("9.41", "{unit} is on the bottom of its harbour")
def afloat(state: State, frame: Procedure, side: int) -> int:
    return ALL_UNITS & ~units_on_bottom(state.rules.pieces, state.cells, ALL_UNITS)


@restriction("11.1", "{unit} is under repair and stays in port")
def not_repaired(state: State, frame: Procedure, side: int) -> int:
    return ALL_UNITS & ~state.cells[REPAIRED_THIS_TURN]
