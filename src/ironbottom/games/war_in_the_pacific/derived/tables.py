"""2.3 Tables filled by functions: each computes one entry, and only changed entries are computed again.

``unit_table`` has an entry for each hex with units of a side, ``tables_by_side`` for each key of a map, and
``lists_by_side`` for each item of a list; ``latest_by_side`` caches the latest result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ironbottom.engine.cache import VersionedMap, incremental_list, incremental_map, single_entry
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific.derived.unit_positions import by_hex
from ironbottom.games.war_in_the_pacific.pieces import SIDES

Combine = Callable[[dict[Any, Any]], Any]
"""Makes the result of a table from its values by key."""


def tables_by_side(
    of_entry: Callable[[Any, Any, Any], Any], combine: Combine | None = None
) -> list[Callable[[Any, VersionedMap], Any]]:
    """For each side, a table of a map; ``shared`` is common to all entries. Entries that are None are left out."""
    return [incremental_map(of_entry, combine) for _ in SIDES.ids]


def unit_table(of_hex: Callable[[Any, int, Any], Any], combine: Combine | None = None) -> Callable[[State, int], Any]:
    """A table of the hexes with ground units of a side.

    The rule takes the units of one hex and the figures in force.
    """
    tables = tables_by_side(of_hex, combine)

    def table(state: State, side: int) -> Any:
        return tables[side](state.rules.pieces, by_hex(state, side))

    return table


def lists_by_side(of_item: Callable[[Any, int, Any], Any]) -> list[Callable[[Any, list[Any]], list[Any]]]:
    """For each side, a table of a list, given what all its items share."""
    return [incremental_list(of_item) for _ in SIDES.ids]


def latest_by_side(compute: Callable[[Any], Any]) -> list[Callable[[Any], Any]]:
    """For each side, the latest result of a function, while its arguments stay the same."""
    return [single_entry(compute) for _ in SIDES.ids]
