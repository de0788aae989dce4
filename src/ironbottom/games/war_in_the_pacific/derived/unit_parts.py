"""21.4, 21.5 The units that break down into parts, the types of the parts, and the free counters for them."""

from __future__ import annotations

from collections import Counter

from ironbottom.engine.cache import cached, cached_by_fingerprint_per_key
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data.tables import GroundType
from ironbottom.games.war_in_the_pacific.derived.tables import unit_table
from ironbottom.games.war_in_the_pacific.derived.unit_positions import UnitsInHex, of_each_side
from ironbottom.games.war_in_the_pacific.pieces import GROUND_TYPES, UNITS_OF, Pieces
from ironbottom.games.war_in_the_pacific.state_types import State


def parts_of(row: GroundType) -> list[int]:
    """21.4 The types of a full division's components; none for a unit without components."""
    result = [GROUND_TYPES.index[row.component]] * row.components if row.component else []
    return result + ([GROUND_TYPES.index[row.other_component]] * row.other_components if row.other_component else [])


@cached(8)
def parts_by_type(pieces: Pieces) -> list[list[int]]:
    """21.4 The types of the components, by type of unit."""
    return [parts_of(row) for row in pieces.ground]


@cached(8)
def in_parts(pieces: Pieces) -> list[tuple[int, tuple[tuple[int, int], ...]]]:
    """21.4 The types of division with components, each with the types and numbers of these."""
    parts = enumerate(parts_by_type(pieces))
    return [(kind, tuple(Counter(needed).items())) for kind, needed in parts if needed]


@cached(8)
def all_parts(pieces: Pieces) -> frozenset[int]:
    """21.4 The types of all components."""
    return frozenset(part for parts in parts_by_type(pieces) for part in parts)


@cached_by_fingerprint_per_key(of_each_side(layout.UNIT_TYPE))
def free_counters(state: State, side: int) -> list[int]:
    """The unused counters of a side."""
    units = UNITS_OF[side]
    types = state.arrays[layout.UNIT_TYPE][units.start : units.stop]
    return [unit for unit, kind in zip(units, types, strict=True) if kind < 0]


@cached_by_fingerprint_per_key(of_each_side(layout.UNIT_TYPE))
def how_many_free(state: State, side: int) -> int:
    """The number of unused counters of a side. An unused counter has no type, so the highest bit of its number is
    set.
    """
    units = UNITS_OF[side]
    types = state.arrays[layout.UNIT_TYPE][units.start : units.stop]
    return (int.from_bytes(types.tobytes(), "little") & _highest_bits(types.itemsize, len(units))).bit_count()


@cached(8)
def _highest_bits(width: int, count: int) -> int:
    """The highest bit of each of this many numbers of this width in bytes."""
    return int.from_bytes((bytes(width - 1) + b"\x80") * count, "little")


def _whole_there(pieces: Pieces, hex: int, there: UnitsInHex) -> list[tuple[int, int]] | None:
    """21.4 The full divisions in a hex, each with its number of components."""
    parts = parts_by_type(pieces)
    return [(unit, len(parts[kind])) for unit, kind in there if parts[kind]] or None


def _in_order(found: dict[int, list[tuple[int, int]]]) -> list[tuple[int, int]]:
    return sorted([whole for there in found.values() for whole in there])


whole_divisions = unit_table(_whole_there, _in_order)
"""21.4 The full divisions of a side, ascending, each with its number of components."""


def _formed_of(pieces: Pieces, hex: int, there: UnitsInHex) -> list[int] | None:
    """21.4 The types of division whose components are all in a hex."""
    parts = all_parts(pieces)
    kinds = [kind for _, kind in there if kind in parts]
    if len(kinds) < 2:
        return None
    counts = Counter(kinds)
    return [kind for kind, needed in in_parts(pieces) if all(counts.get(part, 0) >= n for part, n in needed)] or None


def _ascending(found: dict[int, list[int]]) -> dict[int, list[int]]:
    return dict(sorted(found.items()))


_formed = unit_table(_formed_of, _ascending)


def divisions_in_parts(state: State, side: int) -> dict[int, list[int]]:
    """21.4 The types of division whose components are all in a hex, by hex in ascending order."""
    return _formed(state, side)
