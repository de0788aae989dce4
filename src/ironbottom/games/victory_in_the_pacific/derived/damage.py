"""7.7, 9.41 The units that have damage, and the ships on the bottom of their harbour."""

from __future__ import annotations

from itertools import compress

from ironbottom.engine.cache import single_entry
from ironbottom.engine.core.fields import members
from ironbottom.games.victory_in_the_pacific.pieces import SHIPS, UNITS
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.state import DAMAGE, Cells

_BITS = tuple(1 << unit for unit in range(len(UNITS)))


@single_entry
def damaged_units(damage: list[int]) -> int:
    """7.7 The damaged units, with their damage."""
    result = 0
    for bit in compress(_BITS, damage):
        result |= bit
    return result


@single_entry
def ships_on_bottom_by_damage(by: tuple[tuple[int, ...], list[int]]) -> int:
    """9.41 The ships on the bottom if they are in port, by armor and damage."""
    armor, damage = by
    result = 0
    for unit in members(SHIPS & damaged_units(damage)):
        if damage[unit] > armor[unit]:
            result |= 1 << unit
    return result


def damaged(cells: Cells) -> int:
    """7.7 The units that have damage."""
    return damaged_units(cells[DAMAGE : DAMAGE + len(UNITS)])


def units_on_bottom(pieces: Pieces, cells: Cells, units: int) -> int:
    """9.41 The units among these that are on the bottom."""
    return units & ships_on_bottom_by_damage((pieces.armor, cells[DAMAGE : DAMAGE + len(UNITS)]))
