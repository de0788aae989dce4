"""The view of a side: only what it has been shown (2.0.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.codecs.record_codec import records
from ironbottom.engine.codecs.view_codec import ViewCodec
from ironbottom.engine.core.fields import IdSetField, members
from ironbottom.engine.core.visibility import sees
from ironbottom.games.hold_fast import state as layout
from ironbottom.games.hold_fast.pieces import (
    BLOCKS,
    COMBAT_KINDS,
    SIDES,
    SUBMARINE,
    TASK_FORCES,
    TURNS,
    UNITS,
    UNITS_OF_SIDE,
)
from ironbottom.games.hold_fast.state import UNITS_BY_PLACE, Cells, in_block_order, units_on_board
from ironbottom.games.hold_fast.state_types import State

_units = IdSetField(UNITS)


def dates(state: State, viewer: int) -> str:
    """4.0.1 The months of the turn."""
    return str(state.rules.pieces.dates[state.cells[layout.TURN] - 1])


def points(state: State, viewer: int, side: int) -> int:
    """5.0.1 The resource points of a side in the turn."""
    return int(state.rules.pieces.resources[side][state.cells[layout.TURN] - 1])


def wants(state: State, viewer: int) -> str | None:
    """8.4.1 The combat that the viewer has named."""
    want = state.cells[layout.COMBAT_KIND_CHOICE + viewer] if viewer >= 0 else -1
    return COMBAT_KINDS.ids[want] if want >= 0 else None


# -- what is hidden ------------------------------------------------------------------------------------


def hidden(state: State, viewer: int) -> dict[str, Any]:
    """The hidden blocks of other sides by place: their numbers, or without block memory their count.

    14.0.1 The others count the ships of a task force where it formed, but not how many left with it.
    """
    return {SIDES.ids[side]: hidden_of(state, side) for side in (0, 1) if not sees(viewer, side)}


def hidden_of(state: State, side: int) -> dict[str, Any]:
    """The hidden blocks of a side."""
    cells = state.cells
    unseen = UNITS_OF_SIDE[side] & ~cells[layout.FACE_UP]
    result: dict[int, int] = {}
    for cell in layout.ON_BOARD:
        units = cells[cell] & unseen
        if units:
            spot = (
                layout.IN_PLACE + cells[layout.FORCE_FROM + cell - layout.IN_TASK_FORCE]
                if layout.IN_TASK_FORCE <= cell < layout.RAIDING_PORT
                else cell
            )
            result[spot] = result.get(spot, 0) | units
    names, spots = UNITS_BY_PLACE.name_of, sorted(result)
    if not state.rules.pieces.memory:
        return {names[spot]: result[spot].bit_count() for spot in spots}
    return {names[spot]: blocks_of(cells, result[spot]) for spot in spots}


def blocks_of(cells: Cells, units: int) -> list[str]:
    """Blocks in the order of their numbers."""
    return [BLOCKS.ids[cells[layout.BLOCK + unit]] for unit in in_block_order(cells, units)]


def memory(state: State, viewer: int) -> dict[str, Any]:
    """2.0.2 The knowledge about hidden blocks."""
    if not state.rules.pieces.memory:
        return {}
    return {name: memory_of(state.cells, side) for side, name in enumerate(SIDES.ids)}


def memory_of(cells: Cells, side: int) -> list[dict[str, Any]]:
    """The possible units of hidden blocks as the other side knows them; blocks with equal sets are grouped."""
    groups: dict[int, list[str]] = {}
    for unit in in_block_order(cells, units_on_board(cells) & UNITS_OF_SIDE[side] & ~cells[layout.FACE_UP]):
        groups.setdefault(cells[layout.MAY_BE + unit], []).append(BLOCKS.ids[cells[layout.BLOCK + unit]])
    return [{"blocks": blocks, "may_be": _units.write(units)} for units, blocks in groups.items()]


def followed(state: State, viewer: int) -> list[str]:
    """2.0.2 The blocks that came since the blocks in their place were shuffled."""
    return blocks_of(state.cells, state.cells[layout.FOLLOWED])


def seen_strength(state: State, viewer: int) -> dict[str, int]:
    """The strength in which units were last seen, if it was not full."""
    seen, full = state.cells[layout.SEEN_STRENGTH : layout.BLOCK], state.rules.pieces.strength
    return {UNITS.ids[unit]: seen[unit] for unit in members(units_on_board(state.cells)) if seen[unit] < full[unit]}


def repaired(state: State, viewer: int) -> dict[str, int]:
    """5.0.3 The number of strength points that a side has restored to units that the viewer has not seen since."""
    cells = state.cells
    units = units_on_board(cells)
    return {
        SIDES.ids[side]: sum(
            cells[layout.STRENGTH + unit] - cells[layout.SEEN_STRENGTH + unit]
            for unit in members(units & UNITS_OF_SIDE[side])
        )
        for side in (0, 1)
        if not sees(viewer, side)
    }


def submarines_at_sea(state: State, viewer: int) -> list[str]:
    """7.0.4 The sides with a submarine in a sea area; all players see when it is placed and removed."""
    at_sea = 0
    for units in state.cells[layout.AT_SEA : layout.IN_PLACE]:
        at_sea |= units
    return [name for name, unit in zip(SIDES.ids, SUBMARINE, strict=True) if at_sea >> unit & 1]


UNITS_SEEN = records(
    codec := layout.codec,
    "units",
    UNITS,
    dict(zip(SIDES.ids, UNITS_OF_SIDE, strict=True)),
    where=UNITS_BY_PLACE,
    strength=layout.STRENGTH,
    block=layout.BLOCK,
    face_up=layout.FACE_UP,
    disabled=layout.DISABLED,
)
"""Visible units: their place, their strength, and the number by which others know their block."""
FORCES_SEEN = records(codec, "task_forces", TASK_FORCES, **{"from": layout.FORCE_FROM, "at": layout.FORCE_AT})
"""14.0.1 The task force blocks: where they formed, and their sea area."""
RESOURCES = records(codec, "resource_points", SIDES, points=points, spent=layout.SPENT)
"""5.0.1 The resource points of the turn, and the number spent."""
_turns = [str(turn) for turn in range(1, TURNS + 1)]
VIEW = ViewCodec(
    codec,
    *(layout.TURN, dates, layout.POINTS, RESOURCES, layout.CONTROL, layout.OWNED, layout.RAIDED, layout.REPAIRED_HERE),
    *(layout.BATTLE, layout.FOUGHT, UNITS_SEEN, hidden, memory, followed, seen_strength, repaired),
    *(codec.each(layout.DUE, _turns), codec.each(layout.LOST, _turns), layout.ABSENT, submarines_at_sea, FORCES_SEEN),
    wants,
    simultaneous_field="naming",
)


def counts(view: Mapping[str, Any], side: str) -> dict[str, int]:
    """2.0.2 The number of a side's blocks in each place, from a view."""
    result: dict[str, int] = {}
    for fields in view["units"][side].values():
        result[fields["where"]] = result.get(fields["where"], 0) + 1
    for spot, blocks in view["hidden"].get(side, {}).items():
        result[spot] = result.get(spot, 0) + (blocks if isinstance(blocks, int) else len(blocks))
    return result
