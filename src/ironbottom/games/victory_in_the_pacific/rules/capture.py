"""14.0 The capture of ports and bases."""

from __future__ import annotations

from ironbottom.engine.core.fields import members
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.derived.damage import units_on_bottom
from ironbottom.games.victory_in_the_pacific.pieces import AIR, AMPHIBIOUS, FIRST_PLACE, UNITS_OF_SIDE
from ironbottom.games.victory_in_the_pacific.rules.return_to_port import EVICTED, NO_BASE, lose_unit, return_units
from ironbottom.games.victory_in_the_pacific.state import AT, IN, MARKED, OWNED, REPAIRED_THIS_TURN, opponent
from ironbottom.games.victory_in_the_pacific.state_types import Execution


def capture(execution: Execution, place: int, side: int) -> None:
    """14.2, 14.3 A place changes hands; 14.32 amphibious units there are lost; 14.4 the captor can use the place at
    once.
    """
    cells, pieces, loser = execution.cells, execution.rules.pieces, opponent(side)
    cells[OWNED + side] |= 1 << place
    cells[OWNED + loser] &= ~(1 << place)
    execution.emit(log.CAPTURED, side, place)
    send_air_home(execution, place, loser)
    there = cells[IN + place] & UNITS_OF_SIDE[loser]
    lost = there & AMPHIBIOUS | units_on_bottom(pieces, cells, there)
    for unit in members(lost):
        lose_unit(execution, unit)
    cells[MARKED] &= ~there
    cells[REPAIRED_THIS_TURN] &= ~there
    return_units(execution, loser, FIRST_PLACE + place, there & ~lost, EVICTED)


def send_air_home(execution: Execution, place: int, side: int) -> None:
    """14.33, 12.24 Air units at sea go home if their side has no place left there."""
    cells, pieces = execution.cells, execution.rules.pieces
    for area in members(pieces.touches[place]):
        if not cells[OWNED + side] & pieces.places_of[area]:
            return_units(execution, side, area, cells[AT + area] & UNITS_OF_SIDE[side] & AIR, NO_BASE)
