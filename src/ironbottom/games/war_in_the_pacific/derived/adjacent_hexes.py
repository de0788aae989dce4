"""22.1, 22.6 Tables of the adjacent hexes that ground units can enter from each hex, filled on demand."""

from __future__ import annotations

from ironbottom.engine.cache import cached
from ironbottom.games.war_in_the_pacific.derived.movement_costs import HexMoves, MovementMap, hex_moves


@cached(64)
def known_hex_moves(ground: MovementMap, kind: str) -> dict[int, HexMoves]:
    """22.1, 22.6 The moves of a class of unit to adjacent hexes, by hex, as far as they have been computed."""
    return {}


def compute_hex_moves(known: dict[int, HexMoves], ground: MovementMap, kind: str, hex: int) -> HexMoves:
    """22.1, 22.6 Computes and stores the moves of a class of unit from a hex."""
    result = known[hex] = hex_moves(ground, kind, hex)
    return result


def hex_moves_at(ground: MovementMap, kind: str, hex: int) -> HexMoves:
    """22.1, 22.6 The moves from a hex to adjacent hexes, computed if they are not known yet."""
    known = known_hex_moves(ground, kind)
    return known[hex] if hex in known else compute_hex_moves(known, ground, kind, hex)


@cached(4096)
def adjacent_hexes(ground: MovementMap, kind: str, hex: int) -> frozenset[int]:
    """22.1 The adjacent hexes that a unit of a class can enter from a hex."""
    return frozenset([beyond for beyond, _ in hex_moves_at(ground, kind, hex)])
