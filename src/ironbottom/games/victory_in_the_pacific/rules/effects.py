"""7.7 The effects of damage; 7.533, 7.534, 9.4 sinking."""

from __future__ import annotations

from ironbottom.games.victory_in_the_pacific.pieces import AIR, BATTLESHIPS, SHIPS, US
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.state import AIR_LOSS, DAMAGE, TURN, Cells

BONUS_TURN = 7


def crippled(pieces: Pieces, cells: Cells, unit: int) -> bool:
    """7.73 Whether a ship has damage equal to its armor or more."""
    damage = cells[DAMAGE + unit]
    return damage > 0 and damage >= pieces.armor[unit]


def speed(pieces: Pieces, cells: Cells, unit: int) -> int:
    """7.71 The speed: a point less for each point of damage, but never below 1."""
    left = pieces.speed[unit] - cells[DAMAGE + unit]
    return left if left > 1 else 1


def gunnery(pieces: Pieces, cells: Cells, unit: int) -> int:
    """7.73 The gunnery factor; 9.41 a ship on the bottom has none."""
    if not crippled(pieces, cells, unit):
        return pieces.gunnery[unit]
    return 0 if cells[DAMAGE + unit] > pieces.armor[unit] else min(pieces.gunnery[unit], 1)


def gunnery_bonus(pieces: Pieces, cells: Cells, unit: int) -> bool:
    """7.72 Whether the guns have the bonus; 21 (optional) US battleships have it from turn 7."""
    if cells[DAMAGE + unit]:
        return False
    late = pieces.us_bonus and cells[TURN] >= BONUS_TURN and bool((US & BATTLESHIPS) >> unit & 1)
    return pieces.gunnery_bonus[unit] or late


def airstrike(pieces: Pieces, cells: Cells, unit: int) -> int:
    """7.73 The airstrike factor; 12.25 an air unit keeps its factor; 23.2 minus the losses of the airstrike itself.

    As an option, an air unit keeps its factor with section 23 too.
    """
    if SHIPS >> unit & 1 and crippled(pieces, cells, unit):
        return 0
    lost = cells[AIR_LOSS + unit]
    if pieces.air_units_weaken and AIR >> unit & 1:
        lost += cells[DAMAGE + unit]
    return max(pieces.airstrike[unit] - lost, 0)


def sunk_at_sea(pieces: Pieces, damage: int, unit: int) -> bool:
    """7.533 Ships and amphibious units sink if their damage exceeds their armor; 7.534 air units are lost if it equals
    their defence.
    """
    if AIR >> unit & 1:
        return damage >= pieces.defence[unit]
    return damage > pieces.armor[unit]


def sunk_in_port(pieces: Pieces, damage: int, unit: int) -> bool:
    """9.4, 9.42 A ship in port sinks if its damage exceeds double its armor; air and amphibious units are lost as at
    sea.
    """
    if SHIPS >> unit & 1:
        return damage > 2 * pieces.armor[unit]
    return sunk_at_sea(pieces, damage, unit)


def on_bottom(pieces: Pieces, cells: Cells, unit: int) -> bool:
    """9.41 Whether a ship is on the bottom of its harbour; 11.3 with less damage it may sail."""
    return bool(SHIPS >> unit & 1) and cells[DAMAGE + unit] > pieces.armor[unit]
