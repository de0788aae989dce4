"""2.3 Tables filled by functions: each computes one entry, and only changed entries are computed again.

``unit_table`` has an entry for each hex with units of a side, ``tables_by_side`` for each key of a map, and
``lists_by_side`` for each item of a list; ``latest_by_side`` caches the latest result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, overload

from ironbottom.engine.cache import VersionedMap, incremental_list, incremental_map, single_entry
from ironbottom.games.war_in_the_pacific.derived.unit_positions import UnitsInHex, by_hex
from ironbottom.games.war_in_the_pacific.pieces import SIDES, Pieces
from ironbottom.games.war_in_the_pacific.state_types import State

Shared = TypeVar("Shared")
Key = TypeVar("Key")
Entry = TypeVar("Entry")
Value = TypeVar("Value")
Result = TypeVar("Result")


@overload
def tables_by_side(
    of_entry: Callable[[Shared, Key, Entry], Value | None], combine: None = None
) -> list[Callable[[Shared, VersionedMap[Key, Entry]], dict[Key, Value]]]: ...
@overload
def tables_by_side(
    of_entry: Callable[[Shared, Key, Entry], Value | None], combine: Callable[[dict[Key, Value]], Result]
) -> list[Callable[[Shared, VersionedMap[Key, Entry]], Result]]: ...
def tables_by_side(
    of_entry: Callable[[Shared, Key, Entry], Value | None],
    combine: Callable[[dict[Key, Value]], Result] | None = None,
) -> Sequence[Callable[[Shared, VersionedMap[Key, Entry]], object]]:
    """For each side, a table of a map; ``shared`` is common to all entries. Entries that are None are left out.

    ``combine`` makes the result of a table from its values by key.
    """
    return [incremental_map(of_entry, combine) for _ in SIDES.ids]


@overload
def unit_table(
    of_hex: Callable[[Pieces, int, UnitsInHex], Value | None], combine: None = None
) -> Callable[[State, int], dict[int, Value]]: ...
@overload
def unit_table(
    of_hex: Callable[[Pieces, int, UnitsInHex], Value | None], combine: Callable[[dict[int, Value]], Result]
) -> Callable[[State, int], Result]: ...
def unit_table(
    of_hex: Callable[[Pieces, int, UnitsInHex], Value | None],
    combine: Callable[[dict[int, Value]], Result] | None = None,
) -> Callable[[State, int], object]:
    """A table of the hexes with ground units of a side.

    The rule takes the units of one hex and the figures in force.
    """
    tables = tables_by_side(of_hex, combine)

    def table(state: State, side: int) -> object:
        return tables[side](state.rules.pieces, by_hex(state, side))

    return table


def lists_by_side(
    of_item: Callable[[Shared, int, Entry], Value],
) -> list[Callable[[Shared, list[Entry]], list[Value]]]:
    """For each side, a table of a list, given what all its items share."""
    return [incremental_list(of_item) for _ in SIDES.ids]


def latest_by_side(compute: Callable[[Key], Value]) -> list[Callable[[Key], Value]]:
    """For each side, the latest result of a function, while its arguments stay the same."""
    return [single_entry(compute) for _ in SIDES.ids]
