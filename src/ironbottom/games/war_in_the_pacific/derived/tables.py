"""Tables that rules fill in: each says what it finds of one entry, and only entries that have changed are asked again.

``unit_table`` has an entry for each hex with units of a side, ``tables_by_side`` for each key of a map that is handed
in, ``lists_by_side`` for each item of a list; ``latest_by_side`` holds the latest answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ironbottom.engine.cache import VersionedMap, incremental_list, incremental_map, single_entry
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific.derived.unit_positions import by_hex
from ironbottom.games.war_in_the_pacific.pieces import SIDES

Combine = Callable[[dict[Any, Any]], Any]
"""What a table returns, made of the values by key."""


def tables_by_side(
    of_entry: Callable[[Any, Any, Any], Any], combine: Combine | None = None
) -> list[Callable[[Any, VersionedMap], Any]]:
    """For each side a table of a map, given what all its entries share; entries that are None are left out."""
    return [incremental_map(of_entry, combine) for _ in SIDES.ids]


def unit_table(of_hex: Callable[[Any, int, Any], Any], combine: Combine | None = None) -> Callable[[State, int], Any]:
    """A table of the hexes with ground units of a side, by what a rule finds of one, given the pieces in force."""
    tables = tables_by_side(of_hex, combine)

    def table(state: State, side: int) -> Any:
        return tables[side](state.rules.pieces, by_hex(state, side))

    return table


def lists_by_side(of_item: Callable[[Any, int, Any], Any]) -> list[Callable[[Any, list[Any]], list[Any]]]:
    """For each side a table of a list, given what all its items share."""
    return [incremental_list(of_item) for _ in SIDES.ids]


def latest_by_side(compute: Callable[[Any], Any]) -> list[Callable[[Any], Any]]:
    """For each side the latest answer of a function, while it is asked of the same."""
    return [single_entry(compute) for _ in SIDES.ids]
