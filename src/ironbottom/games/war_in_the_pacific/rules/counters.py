"""2.3 The ground units of each side on the map, and what marks a state where the counters of one side alone matter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ironbottom.engine.memo import Runs, reading, unchanged_for_each
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import UNITS_OF


def of_each_side(
    *arrays: int, cells: Runs = (), also: Callable[[Any], Any] | None = None
) -> list[Callable[[Any], Any]]:
    """What marks a state for each side by some arrays of counters, of which only its own bear on what is kept.

    The same marks are the same functions, so that a state at rest is read once for all that is kept by them.
    """
    key = arrays, tuple(cells), also
    if key not in _made:
        own = [[(at, units.start, len(units)) for at in arrays] for units in UNITS_OF]
        _made[key] = [reading(cells=cells, parts=parts, also=also) for parts in own]
    return _made[key]


_made: dict[object, list[Callable[[Any], Any]]] = {}


WHERE = (places.UNIT_AT, places.UNIT_TYPE)


@unchanged_for_each(of_each_side(*WHERE))
def standing(state: State, side: int) -> list[tuple[int, int, int]]:
    """The ground units of a side on the map, ascending, each with its hex and its type."""
    units = UNITS_OF[side]
    at, types = (state.arrays[place][units.start : units.stop] for place in WHERE)
    return [found for found in zip(units, at, types, strict=True) if 0 <= found[1] < len(GRID)]
