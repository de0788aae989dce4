"""2.3 The ground units of each side on the map, and fingerprints of the counters of one side."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable
from typing import NamedTuple

from ironbottom.engine.cache import (
    Fingerprint,
    Runs,
    VersionedMap,
    cached_by_fingerprint_per_key,
    changed_places,
    depends_on,
    incremental,
)
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import UNITS_OF
from ironbottom.games.war_in_the_pacific.state_types import State


def of_each_side(*arrays: int, cells: Runs = (), also: Callable[[object], object] | None = None) -> list[Fingerprint]:
    """For each side, the fingerprint of functions that read only that side's counters in the given arrays.

    Equal fingerprints share one object, so they are computed once for all functions that depend on them.
    """
    key = arrays, tuple(cells), also
    if key not in _made:
        own = [[(block, units.start, len(units)) for block in arrays] for units in UNITS_OF]
        _made[key] = [depends_on(cells=cells, parts=parts, also=also) for parts in own]
    return _made[key]


_made: dict[object, list[Fingerprint]] = {}


WHERE = (layout.UNIT_AT, layout.UNIT_TYPE)


UnitsInHex = tuple[tuple[int, int], ...]
"""2.3 The units of a side in a hex, ascending, each with its type."""
UnitRows = list[tuple[int, int, int]]
"""Ground units on the map, ascending, each with its hex and its type."""


class UnitColumns(NamedTuple):
    """The hex and the type of each ground unit of a side, as separate arrays."""

    side: int
    positions: array[int]
    types: array[int]


@cached_by_fingerprint_per_key(of_each_side(*WHERE))
def units_on_map(state: State, side: int) -> UnitRows:
    """The ground units of a side on the map, ascending, each with its hex and its type."""
    return _stood[side](_columns(state, side)).rows


@cached_by_fingerprint_per_key(of_each_side(*WHERE))
def by_hex(state: State, side: int) -> VersionedMap[int, UnitsInHex]:
    """The units by hex, as ``UnitsInHex``."""
    return _stood[side](_columns(state, side)).hexes


def _columns(state: State, side: int) -> UnitColumns:
    units = UNITS_OF[side]
    positions, types = (state.arrays[place][units.start : units.stop] for place in WHERE)
    return UnitColumns(side, positions, types)


class UnitPositions(NamedTuple):
    """The positions of a side's ground units: one by one, and by hex."""

    columns: UnitColumns
    rows: UnitRows
    hexes: VersionedMap[int, UnitsInHex]


MAX_MOVED = 8
"""If at most this many units differ, the results for the others are kept."""


def _stand(columns: UnitColumns, before: UnitPositions | None) -> UnitPositions:
    """The positions of units, updated from the last ones if few have moved."""
    moved = None if before is None else _moved(before.columns, columns)
    return _positions_of(columns) if before is None or moved is None else _stand_after(before, columns, moved)


_stood = [incremental(_stand) for _ in UNITS_OF]


def _moved(before: UnitColumns, now: UnitColumns) -> list[int] | None:
    """The indices of the units that differ; None if there are many."""
    result = set[int]()
    for new, old in ((now.positions, before.positions), (now.types, before.types)):
        result.update(changed_places(old.tobytes(), new.tobytes(), new.itemsize))
    return sorted(result) if len(result) <= MAX_MOVED else None


def _positions_of(columns: UnitColumns) -> UnitPositions:
    units = UNITS_OF[columns.side]
    rows = [row for row in zip(units, columns.positions, columns.types, strict=True) if 0 <= row[1] < len(GRID)]
    hexes: dict[int, UnitsInHex] = {}
    for unit, hex, kind in rows:
        hexes[hex] = (*hexes.get(hex, ()), (unit, kind))
    return UnitPositions(columns, rows, VersionedMap(hexes))


def _stand_after(before: UnitPositions, columns: UnitColumns, moved: list[int]) -> UnitPositions:
    rows, changed, first = before.rows[:], dict[int, UnitsInHex](), UNITS_OF[columns.side].start
    for place in moved:
        unit, hex, kind = first + place, columns.positions[place], columns.types[place]
        which = bisect_left(rows, (unit,))
        if which < len(rows) and rows[which][0] == unit:
            _, left, _ = rows.pop(which)
            there = changed[left] if left in changed else before.hexes.entries[left]
            changed[left] = tuple([row for row in there if row[0] != unit])
        if 0 <= hex < len(GRID):
            rows.insert(which, (unit, hex, kind))
            there = changed[hex] if hex in changed else before.hexes.entries.get(hex, ())
            changed[hex] = tuple(sorted((*there, (unit, kind))))
    return UnitPositions(columns, rows, before.hexes.changed({hex: there or None for hex, there in changed.items()}))
