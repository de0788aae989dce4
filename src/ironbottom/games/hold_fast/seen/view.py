"""What a side has been shown (2.0.2), built up from nothing."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.fields import Some, members
from ironbottom.engine.frame_words import write_frames
from ironbottom.engine.state import State
from ironbottom.games.hold_fast.pieces import (
    AREAS,
    BLOCKS,
    OF_SIDE,
    PLACES,
    PORTS,
    SIDES,
    SUBMARINE,
    TASK_FORCES,
    TURNS,
    UNITS,
    WAYS,
    Pieces,
)
from ironbottom.games.hold_fast.rules.combat import Naming
from ironbottom.games.hold_fast.state import (
    ABSENT,
    AT,
    BATTLE,
    BLOCK,
    BOX,
    DISABLED,
    DUE,
    FACE_UP,
    FOLLOWED,
    FORCE_AT,
    FORCE_FROM,
    FOUGHT,
    HELD,
    IN,
    LOST,
    MAY_BE,
    ON_BOARD,
    OVER,
    OWNED,
    POINTS,
    RAIDED,
    SEEN,
    SPENT,
    STRENGTH,
    TURN,
    USED,
    WANT,
    Cells,
    by_block,
)

PUBLIC, OPEN = -1, 2
_SPOTS = (*AREAS.ids, *PLACES.ids, *TASK_FORCES.ids, *(f"over_{port}" for port in PORTS.ids), "off_board")
SPOT_NAMES = dict(zip(ON_BOARD, _SPOTS, strict=True))
"""The name of each cell in which blocks stand on the board or beside it."""
_units = Some(UNITS)


def view_of(state: State, viewer: int) -> dict[str, Any]:
    """All that a side, the public (-1) or, after the end, anybody (2) has been shown."""
    cells, rules = state.cells, state.rules
    stack, here = state.stack, state.stack[-1] if state.stack else None
    naming = here if isinstance(here, Naming) else None
    seen = {side: seen_units(cells, side, viewer) for side in (0, 1)}
    return {
        "game": rules.game.id,
        "options": dict(rules.options),
        "corrections": rules.facts.corrections,
        "side": SIDES.ids[viewer] if 0 <= viewer < len(SIDES) else "open" if viewer == OPEN else "public",
        "turn": cells[TURN],
        "dates": rules.pieces.dates[cells[TURN] - 1],
        "victory_points": cells[POINTS],
        "resource_points": resources(rules.pieces, cells),
        "control": {area: controller(cells, HELD, number) for number, area in enumerate(AREAS.ids)},
        "places": {place: controller(cells, OWNED, number) for number, place in enumerate(PLACES.ids)},
        "raided": ports_with(cells, RAIDED, -1),
        "repaired_here": ports_with(cells, USED, viewer) if viewer >= 0 else {},
        "battle": AREAS.ids[cells[BATTLE]] if cells[BATTLE] >= 0 else None,
        "fought": [AREAS.ids[area] for area in members(cells[FOUGHT])],
        "units": {SIDES.ids[side]: units_of(cells, seen[side]) for side in (0, 1)},
        "hidden": {SIDES.ids[side]: hidden(state, side, seen[side]) for side in (0, 1) if not sees(viewer, side)},
        "memory": {SIDES.ids[side]: memory(cells, side) for side in (0, 1)} if rules.pieces.memory else {},
        "followed": [BLOCKS.ids[cells[BLOCK + unit]] for unit in by_block(cells, cells[FOLLOWED])],
        "seen_strength": seen_strength(rules.pieces, cells),
        "repaired": repaired(cells, viewer),
        "due": piles(cells, DUE),
        "lost": piles(cells, LOST),
        "absent": _units.write(cells[ABSENT]),
        "submarines_at_sea": submarines_at_sea(cells),
        "task_forces": task_forces(cells),
        "wants": wants(cells, viewer),
        "naming": None if naming is None else (bool(naming.stacks[viewer]) if viewer in (0, 1) else True),
        "frames": write_frames(rules, stack if naming is None else stack[:-1]),
    }


def sees(viewer: int, side: int) -> bool:
    """Whether the viewer looks at the labels of this side's blocks."""
    return viewer in (side, OPEN)


def on_board(cells: Cells) -> int:
    """All units that are on the board or beside it."""
    units = 0
    for cell in ON_BOARD:
        units |= cells[cell]
    return units


def seen_units(cells: Cells, side: int, viewer: int) -> int:
    """The side's units on or beside the board that the viewer sees."""
    units = on_board(cells) & OF_SIDE[side]
    return units if sees(viewer, side) else units & cells[FACE_UP]


def resources(pieces: Pieces, cells: Cells) -> dict[str, Any]:
    """5.0.1 The resource points of the turn, and how many are spent."""
    return {
        name: {"points": pieces.resources[side][cells[TURN] - 1], "spent": cells[SPENT + side]}
        for side, name in enumerate(SIDES.ids)
    }


def controller(cells: Cells, first: int, number: int) -> str | None:
    """The side that controls an area or owns a place."""
    side = next((side for side in (0, 1) if cells[first + side] >> number & 1), -1)
    return SIDES.ids[side] if side >= 0 else None


def ports_with(cells: Cells, first: int, viewer: int) -> dict[str, int]:
    """Ports with what is counted there; of one side only where the viewer is one."""
    return {
        name: cells[first + port]
        for port, name in enumerate(PORTS.ids)
        if cells[first + port] and (viewer not in (0, 1) or cells[OWNED + viewer] >> port & 1)
    }


def units_of(cells: Cells, units: int) -> dict[str, Any]:
    """Units that are seen: where they are, their strength, and how the others call their block."""
    told = {}
    for cell, name in SPOT_NAMES.items():
        for unit in members(cells[cell] & units):
            told[unit] = {
                "where": name,
                "strength": cells[STRENGTH + unit],
                "block": BLOCKS.ids[cells[BLOCK + unit]] if cells[BLOCK + unit] >= 0 else None,
                "face_up": bool(cells[FACE_UP] >> unit & 1),
                "disabled": bool(cells[DISABLED] >> unit & 1),
            }
    return {UNITS.ids[unit]: told[unit] for unit in sorted(told)}


def hidden(state: State, side: int, seen: int) -> dict[str, Any]:
    """The hidden blocks of a side by place: their numbers, or without block memory how many there are.

    14.0.1 The others count the ships of a task force where it formed, and cannot tell how many went with it, if any.
    """
    cells = state.cells
    found: dict[int, int] = {}
    for cell in SPOT_NAMES:
        units = cells[cell] & OF_SIDE[side] & ~seen
        if units:
            spot = IN + cells[FORCE_FROM + cell - BOX] if BOX <= cell < OVER else cell
            found[spot] = found.get(spot, 0) | units
    if not state.rules.pieces.memory:
        return {SPOT_NAMES[spot]: found[spot].bit_count() for spot in sorted(found)}
    return {
        SPOT_NAMES[spot]: [BLOCKS.ids[cells[BLOCK + unit]] for unit in by_block(cells, found[spot])]
        for spot in sorted(found)
    }


def memory(cells: Cells, side: int) -> list[dict[str, Any]]:
    """What the other side knows that hidden blocks of a side may be, those together of which it knows the same."""
    groups: dict[int, list[str]] = {}
    for unit in by_block(cells, on_board(cells) & OF_SIDE[side] & ~cells[FACE_UP]):
        groups.setdefault(cells[MAY_BE + unit], []).append(BLOCKS.ids[cells[BLOCK + unit]])
    return [{"blocks": blocks, "may_be": _units.write(units)} for units, blocks in groups.items()]


def seen_strength(pieces: Pieces, cells: Cells) -> dict[str, int]:
    """The strength in which units were seen last, where it was not the full one."""
    return {
        UNITS.ids[unit]: cells[SEEN + unit]
        for unit in members(on_board(cells))
        if cells[SEEN + unit] < pieces.strength[unit]
    }


def repaired(cells: Cells, viewer: int) -> dict[str, int]:
    """5.0.3 How many strength points a side has restored to units that the viewer has not seen since."""
    units = on_board(cells)
    return {
        SIDES.ids[side]: sum(cells[STRENGTH + unit] - cells[SEEN + unit] for unit in members(units & OF_SIDE[side]))
        for side in (0, 1)
        if not sees(viewer, side)
    }


def piles(cells: Cells, first: int) -> dict[str, list[str]]:
    """The units due, or lost, by turn."""
    return {str(turn + 1): _units.write(cells[first + turn]) for turn in range(TURNS) if cells[first + turn]}


def submarines_at_sea(cells: Cells) -> list[str]:
    """7.0.4 The sides whose submarine is in some sea area: it is placed and taken off for all to see."""
    at_sea = 0
    for units in cells[AT : AT + len(AREAS)]:
        at_sea |= units
    return [name for name, unit in zip(SIDES.ids, SUBMARINE, strict=True) if at_sea >> unit & 1]


def task_forces(cells: Cells) -> dict[str, Any]:
    """14.0.1 The task force blocks: from where, and in which sea area."""
    return {
        name: {
            "from": PLACES.ids[cells[FORCE_FROM + force]],
            "at": AREAS.ids[cells[FORCE_AT + force]] if cells[FORCE_AT + force] >= 0 else None,
        }
        for force, name in enumerate(TASK_FORCES.ids)
        if cells[FORCE_FROM + force] >= 0
    }


def wants(cells: Cells, viewer: int) -> str | None:
    """8.4.1 What the viewer has named."""
    if viewer not in (0, 1) or cells[WANT + viewer] < 0:
        return None
    return WAYS.ids[cells[WANT + viewer]]


def counts(view: dict[str, Any], side: str) -> dict[str, int]:
    """2.0.2 How many blocks of a side stand where, by what a view tells."""
    found: dict[str, int] = {}
    for told in view["units"][side].values():
        found[told["where"]] = found.get(told["where"], 0) + 1
    for spot, blocks in view["hidden"].get(side, {}).items():
        found[spot] = found.get(spot, 0) + (blocks if isinstance(blocks, int) else len(blocks))
    return found
