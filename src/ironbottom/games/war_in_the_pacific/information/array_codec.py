"""The arrays of a state as text: the differences from the start of the scenario."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ironbottom.engine.codecs.position_parts import check_fields
from ironbottom.engine.core.arrays import ArrayBlock
from ironbottom.engine.core.fields import IdField
from ironbottom.engine.core.visibility import OPEN, VisibilityRule
from ironbottom.games.war_in_the_pacific import pieces as counters
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import HEX_COUNT
from ironbottom.games.war_in_the_pacific.derived.set_up import StartingState, at_start
from ironbottom.games.war_in_the_pacific.state_types import State

LINKS = ("ship_below", "ship_above", "ship_top", "unit_below", "unit_above", "unit_top")
"""Arrays that follow from the places of ships and units."""
LONG_RUN, SHORT_RUN = 1024, 32
WRITTEN_ARRAYS = [(number, block) for number, block in enumerate(layout.LAYOUT.arrays) if block.name not in LINKS]
"""The arrays that are written, with their numbers."""


@cache
def places_of(length: int) -> Sequence[str]:
    """The names of an array's places, by their number."""
    return _named()[length]


@cache
def place_index(length: int) -> Mapping[str, int]:
    """The indices of those names."""
    return {name: number for number, name in enumerate(places_of(length))}


@cache
def _named() -> dict[int, Sequence[str]]:
    return {
        len(counters.SHIPS): counters.SHIPS.ids,
        len(counters.UNITS): counters.UNITS.ids,
        HEX_COUNT: counters.HEXES.ids,
        counters.FIRST_BOX + len(counters.BOXES): counters.BASES.ids[: counters.FIRST_BOX + len(counters.BOXES)],
        len(counters.BASES): counters.BASES.ids,
        len(counters.BASES) * len(counters.STACKS): [
            f"{base}/{stack}" for base in counters.BASES.ids for stack in counters.STACKS.ids
        ],
        len(counters.STACKS): counters.STACKS.ids,
        len(counters.FORCES): counters.FORCES.ids,
        counters.FIRST_BOX: counters.BASES.ids[: counters.FIRST_BOX],
        len(counters.COMMANDS): counters.COMMANDS.ids,
        len(counters.COMMANDS) * len(counters.TRAININGS): [
            f"{each}/{level}" for each in counters.COMMANDS.ids for level in counters.TRAININGS.ids
        ],
        len(counters.SERVED): counters.SERVED.ids,
        len(counters.FLIGHTS): counters.FLIGHTS.ids,
        len(counters.WAVES): counters.WAVES.ids,
        1: ("game_turns",),
        len(layout.RANKS): layout.RANKS.ids,
        len(layout.RANKS) + 1: (*layout.RANKS.ids, "in_all"),
        len(layout.HELD_SUBS): layout.HELD_SUBS,
        len(layout.SUBRONS): layout.SUBRONS.ids,
        len(layout.PLAN_NAMES): layout.PLAN_NAMES,
        len(layout.LINKS): layout.LINKS.ids,
        2 * len(layout.LINKS): [f"{link}/{way}" for link in layout.LINKS.ids for way in ("out", "back")],
        len(counters.FORCES) * len(layout.SHIP_TYPES): [
            f"{force}/{kind}" for force in counters.FORCES.ids for kind in layout.SHIP_TYPES.ids
        ],
    }


def scenario_start(state: State) -> StartingState:
    """The state at the start of its scenario."""
    return at_start(state.rules.pieces, state.cells[layout.SCENARIO])


def differing(now: array[int], then: array[int]) -> list[int]:
    """The indices where two arrays differ.

    For speed, long runs are compared first, then short runs within those that differ.
    """
    if now == then:
        return []
    result: list[int] = []
    for first in differing_runs(now, then, 0, len(now), LONG_RUN):
        for start in differing_runs(now, then, first, min(first + LONG_RUN, len(now)), SHORT_RUN):
            mine, theirs = now[start : start + SHORT_RUN], then[start : start + SHORT_RUN]
            result += [start + n for n, (a, b) in enumerate(zip(mine, theirs, strict=True)) if a != b]
    return result


def differing_runs(now: array[int], then: array[int], start: int, end: int, run: int) -> list[int]:
    """The starts of the runs in which two arrays differ."""
    return [first for first in range(start, end, run) if now[first : first + run] != then[first : first + run]]


def visible_arrays(state: State, viewer: int) -> dict[str, dict[str, Any]]:
    """The arrays that differ from the start, as far as a viewer sees them; many share a visibility rule."""
    start, masks = scenario_start(state), dict[VisibilityRule, int]()
    result = dict[str, dict[str, Any]]()
    for number, block in WRITTEN_ARRAYS:
        now = state.arrays[number]
        changed = differing(now, start.arrays[number])
        if changed and viewer != OPEN:
            if block.seen not in masks:
                masks[block.seen] = block.seen(state, viewer)
            mask = masks[block.seen]
            changed = [place for place in changed if mask >> place & 1]
        if changed:
            names = places_of(block.length)
            result[block.name] = {names[place]: block.kind.write(now[place]) for place in changed}
    return result


def read_arrays(state: State, data: Any, field: str) -> None:
    """Reads arrays from text, and recomputes the links of ships and units."""
    by_name = {block.name: (number, block) for number, block in WRITTEN_ARRAYS}
    check_fields(data, by_name, field)
    for name, table in data.items():
        number, block = by_name[name]
        index = place_index(block.length)
        check_fields(table, index, f"{field}.{name}")
        for place, value in table.items():
            where = f"{field}.{name}.{place}"
            state.arrays[number][index[place]] = block.kind.read(_plain(block, value), where)
    rebuild_links(state)


def _plain(block: ArrayBlock, value: Any) -> Any:
    """None as an empty text, since TOML has no null."""
    return None if value == "" and isinstance(block.kind, IdField) else value


def rebuild_links(state: State) -> None:
    """Puts ships and units into stacks according to their places."""
    for stacks in (layout.ships_in(state.arrays), layout.units_in(state.arrays)):
        stacks.placed(stacks.place_of[:])
