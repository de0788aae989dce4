"""5.5 Whether any unit in an area can still hurt an enemy."""

from __future__ import annotations

from ironbottom.games.victory_in_the_pacific.pieces import AIR, AMPHIBIOUS, DAY, NIGHT, SHIPS, UNITS_OF_SIDE
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.rules.fire import shooters
from ironbottom.games.victory_in_the_pacific.state import Cells


def can_hurt(pieces: Pieces, cells: Cells, units: int) -> bool:
    """Whether any of the given units could fire at an enemy among them, by day or by night."""
    for own, enemy in (
        (units & UNITS_OF_SIDE[0], units & UNITS_OF_SIDE[1]),
        (units & UNITS_OF_SIDE[1], units & UNITS_OF_SIDE[0]),
    ):
        if enemy & (SHIPS | AIR | AMPHIBIOUS) and shooters(pieces, cells, DAY, own):
            return True
        if enemy & (SHIPS | AMPHIBIOUS) and shooters(pieces, cells, NIGHT, own):
            return True
    return False
