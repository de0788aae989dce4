"""21.4, 21.5 The units that break down into parts, the types of the parts, and the free counters for them."""

from __future__ import annotations

from collections import Counter

from ironbottom.engine.cache import cached, cached_by_fingerprint_per_key
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.data.tables import GroundType
from ironbottom.games.war_in_the_pacific.derived.unit_positions import of_each_side
from ironbottom.games.war_in_the_pacific.pieces import GROUND_TYPES, UNITS_OF, Pieces


def parts_of(row: GroundType) -> list[int]:
    """21.4 The types of a full division's components; none for a unit without any."""
    found = [GROUND_TYPES.index[row.component]] * row.components if row.component else []
    return found + ([GROUND_TYPES.index[row.other_component]] * row.other_components if row.other_component else [])


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


@cached_by_fingerprint_per_key(of_each_side(places.UNIT_TYPE))
def free_counters(state: State, side: int) -> list[int]:
    """The unused counters of a side."""
    units = UNITS_OF[side]
    types = state.arrays[places.UNIT_TYPE][units.start : units.stop]
    return [unit for unit, kind in zip(units, types, strict=True) if kind < 0]


@cached_by_fingerprint_per_key(of_each_side(places.UNIT_TYPE))
def how_many_free(state: State, side: int) -> int:
    """The number of unused counters of a side. An unused counter has no type, so the highest bit of its number is
    set.
    """
    units = UNITS_OF[side]
    types = state.arrays[places.UNIT_TYPE][units.start : units.stop]
    return (int.from_bytes(types.tobytes(), "little") & _highest_bits(types.itemsize, len(units))).bit_count()


@cached(8)
def _highest_bits(width: int, count: int) -> int:
    """The highest bit of each of this many numbers of this width in bytes."""
    return int.from_bytes((bytes(width - 1) + b"\x80") * count, "little")
