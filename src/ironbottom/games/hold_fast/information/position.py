"""Positions as text: writes a state, and reads one from a partial description."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.codecs.layout_codec import SetsByPlaceCodec
from ironbottom.engine.codecs.position_parts import check_fields, names_in, run_to_decision, written_frames
from ironbottom.engine.codecs.view_codec import PositionCodec
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import Number, members, truncated_list
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.games.hold_fast import state as layout
from ironbottom.games.hold_fast.information.view import FORCES_SEEN, memory_of
from ironbottom.games.hold_fast.pieces import ALL_UNITS, BLOCKS, BLOCKS_OF, SHIPS, TURNS, UNITS, UNITS_OF_SIDE
from ironbottom.games.hold_fast.rules.air import AirStep
from ironbottom.games.hold_fast.rules.combat import Combat
from ironbottom.games.hold_fast.rules.end_of_turn import ReturnToPort
from ironbottom.games.hold_fast.rules.movement import Moves, SubmarineStep
from ironbottom.games.hold_fast.rules.repairs import Repairs
from ironbottom.games.hold_fast.rules.sequence import LAST_STEP, STEP_NUMBER, Turn
from ironbottom.games.hold_fast.state import UNITS_BY_PLACE, Cells, in_block_order, side_of, units_on_board
from ironbottom.games.hold_fast.state_types import Rules, State

UNIT_NAMES = names_in(UNITS)
STEPS: dict[str, tuple[Procedure, ...]] = {
    "japan_moves": (Moves(0),),
    "allies_move": (Moves(1),),
    "submarines": (SubmarineStep(1), SubmarineStep(0)),
    "air": (AirStep(0, 0),),
    "repairs": (Repairs(1), Repairs(0)),
    "combat": (Combat(),),
    "come_back": (ReturnToPort(1), ReturnToPort(0)),
}
"""The steps at which a position may be, with the procedures that ask in them, the top one first."""
AUTOMATIC = ("open", "reinforcements", "returns", "landings", "control", "next_turn")
"""Steps from which play runs to its next decision."""


class InBlockOrder(SetsByPlaceCodec):
    """Units by place, in the order of their blocks, so that the blocks can be listed beside them."""

    def write(self, state: State, viewer: int) -> dict[str, Any]:
        cells = state.cells
        order = {name: in_block_order(cells, cells[cell]) for name, cell in self.cell_of.items() if cells[cell]}
        return {name: [UNITS.ids[unit] for unit in units] for name, units in order.items()}


def blocks(state: State, viewer: int) -> dict[str, list[str]]:
    """The blocks of those units."""
    cells = state.cells
    return {
        name: [BLOCKS.ids[block] for block in sorted([cells[layout.BLOCK + unit] for unit in members(cells[cell])])]
        for name, cell in UNITS_BY_PLACE.cell_of.items()
        if cells[cell]
    }


def memory(state: State, viewer: int) -> list[dict[str, Any]]:
    """The knowledge of each side about the other's blocks."""
    return memory_of(state.cells, 0) + memory_of(state.cells, 1)


def followed(state: State, viewer: int) -> list[str]:
    """The blocks that can be followed."""
    cells = state.cells
    return [
        BLOCKS.ids[block] for block in sorted(cells[layout.BLOCK + unit] for unit in members(cells[layout.FOLLOWED]))
    ]


def strength(state: State, viewer: int) -> dict[str, int]:
    """The strength of units on or beside the board that are below full strength."""
    return reduced(state, layout.STRENGTH)


def seen_strength(state: State, viewer: int) -> dict[str, int]:
    """The strength last seen by the other side."""
    return reduced(state, layout.SEEN_STRENGTH)


def reduced(state: State, first: int) -> dict[str, int]:
    """The strengths that are below full strength."""
    cells, full = state.cells, state.rules.pieces.strength
    result = ((unit, cells[first + unit]) for unit in members(units_on_board(cells)))
    return {UNITS.ids[unit]: amount for unit, amount in result if amount != full[unit]}


BLOCK_FIELDS = ("blocks", "memory", "followed")
_standing = [
    *UNITS_BY_PLACE.blocks,
    *(layout.LAYOUT.blocks[first] for first in (layout.DUE, layout.LOST, layout.ABSENT)),
]
POSITION = PositionCodec(
    layout.codec,
    *(
        layout.TURN,
        layout.POINTS,
        layout.BATTLE,
        layout.FOUGHT,
        layout.FACE_UP,
        layout.DISABLED,
        layout.SPENT,
        layout.COMBAT_KIND_CHOICE,
    ),
    *(
        layout.RAIDED,
        layout.REPAIRED_HERE,
        strength,
        seen_strength,
        layout.CONTROL,
        layout.OWNED,
        InBlockOrder("units", _standing),
    ),
    *(blocks, memory, followed, FORCES_SEEN),
    also=("step",),
)


def describe(state: State) -> dict[str, Any]:
    """The state as text; without block memory the text names no blocks."""
    result = POSITION.write(state)
    if state.rules.pieces.memory:
        return result
    return {name: value for name, value in result.items() if name not in BLOCK_FIELDS}


def read(rules: Rules, position: Mapping[str, Any]) -> State:
    """The state that a position describes.

    All fields except ``turn`` may be omitted. Units without a place are due on their turn if it is still to come,
    otherwise absent. Control and places are those of the start, strength is full, blocks are numbered in the order of
    their places, and each may be any block of its place. ``step`` is one of the steps of a turn; or use ``frames``
    instead.
    ``BadValue`` names the field.
    """
    cells = layout.LAYOUT.blank()
    for first, held in ((layout.CONTROL, rules.pieces.held), (layout.OWNED, rules.pieces.owned)):
        cells[first : first + 2] = held
    POSITION.read(cells, position)
    place_the_rest(rules, cells)
    POSITION.check(cells)
    read_strengths(rules, cells, position)
    read_blocks(rules, cells, position)
    state = State(rules, cells, stack_of(rules, cells, position))
    if "frames" not in position:
        run_to_decision(state)
    return state


def stack_of(rules: Rules, cells: Cells, position: Mapping[str, Any]) -> tuple[Procedure, ...]:
    """The frames: as written, or those of a step."""
    written = written_frames(rules, position)
    if written is not None:
        return written
    step = position.get("step", "japan_moves")
    if step not in (*STEPS, *AUTOMATIC):
        raise BadValue(
            f"{step!r} is not a step; the steps are {truncated_list((*STEPS, *AUTOMATIC), 20)}", field="step"
        )
    if cells[layout.TURN] == TURNS and STEP_NUMBER[step] > LAST_STEP:
        raise BadValue(f"after turn {TURNS} the game is over: there is no step {step}", field="step", clause="13.0.1")
    if step == "come_back" and not any(units & SHIPS for units in cells[layout.AT_SEA : layout.IN_PLACE]):
        raise BadValue("no ship at sea could come back", field="step", clause="12.0.1")
    if step in AUTOMATIC:
        return (Turn(STEP_NUMBER[step]),)
    return (Turn(STEP_NUMBER[step] + 1), *STEPS[step])


def place_the_rest(rules: Rules, cells: Cells) -> None:
    """Makes units without a place due on their turn if it is still to come, otherwise absent."""
    placed = 0
    for here in cells[layout.FIRST_LOCATION : layout.LAST_LOCATION + 1]:
        placed |= here
    for unit in members(ALL_UNITS & ~placed):
        turn = rules.pieces.arrival[unit].turn
        cells[layout.DUE + turn - 1 if turn > cells[layout.TURN] else layout.ABSENT] |= 1 << unit


def read_strengths(rules: Rules, cells: Cells, position: Mapping[str, Any]) -> None:
    """Reads the strength of the units on or beside the board, and the strength last seen by the other side."""
    there = units_on_board(cells)
    for unit in members(there):
        cells[layout.STRENGTH + unit] = rules.pieces.strength[unit]
    for unit, amount in strengths_in(position, "strength", there).items():
        cells[layout.STRENGTH + unit] = amount
    seen = cells[layout.STRENGTH : layout.STRENGTH + len(UNITS)]
    cells[layout.SEEN_STRENGTH : layout.SEEN_STRENGTH + len(UNITS)] = seen
    if "seen_strength" in position:
        for unit in members(there):
            cells[layout.SEEN_STRENGTH + unit] = rules.pieces.strength[unit]
    for unit, amount in strengths_in(position, "seen_strength", there).items():
        cells[layout.SEEN_STRENGTH + unit] = amount


def strengths_in(position: Mapping[str, Any], name: str, there: int) -> dict[int, int]:
    """A table of units and strengths; only units on or beside the board have a strength."""
    data = position.get(name, {})
    if not isinstance(data, Mapping):
        raise BadValue(f"{data!r} is not a table", field=name)
    result = {}
    for text, amount in data.items():
        unit = UNIT_NAMES.number(text, name)
        if not there >> unit & 1:
            raise BadValue(f"{UNITS.ids[unit]} is not on the board and has no strength", field=f"{name}.{text}")
        result[unit] = Number(0, 4).read(amount, f"{name}.{text}")
    return result


# -- blocks --------------------------------------------------------------------------------------------


def read_blocks(rules: Rules, cells: Cells, position: Mapping[str, Any]) -> None:
    """Reads the numbers of the blocks, what the others know about them, and which blocks can be followed."""
    cells[layout.BLOCK : layout.BLOCK + len(UNITS)] = [-1] * len(UNITS)
    if not rules.pieces.memory:
        for name in BLOCK_FIELDS:
            if position.get(name):
                raise BadValue("without block memory, nothing about blocks can be stored", field=name)
        return
    number_blocks(cells, position)
    holder = {cells[layout.BLOCK + unit]: unit for unit in members(units_on_board(cells))}
    for cell in layout.ON_BOARD:
        for side in (0, 1):
            hidden = cells[cell] & UNITS_OF_SIDE[side] & ~cells[layout.FACE_UP]
            for unit in members(hidden):
                cells[layout.MAY_BE + unit] = hidden
    for unit in members(cells[layout.FACE_UP] & units_on_board(cells)):
        cells[layout.MAY_BE + unit] = 1 << unit
    groups = position.get("memory", [])
    if not isinstance(groups, list):
        raise BadValue(f"{groups!r} is not a list", field="memory")
    for number, group in enumerate(groups):
        check_fields(group, ("blocks", "may_be"), f"memory[{number}]")
        may_be = UNIT_NAMES.set_of(group.get("may_be"), f"memory[{number}].may_be")
        for unit in held(holder, group.get("blocks"), f"memory[{number}].blocks"):
            cells[layout.MAY_BE + unit] = may_be
    cells[layout.FOLLOWED] = sum(1 << unit for unit in set(held(holder, position.get("followed", []), "followed")))


def number_blocks(cells: Cells, position: Mapping[str, Any]) -> None:
    """The numbers as listed beside the units; otherwise in the order of the units' places."""
    data = position.get("blocks", {})
    check_fields(data, UNITS_BY_PLACE.cell_of, "blocks")
    free = [list(reversed(blocks)) for blocks in BLOCKS_OF]
    for name, cell in UNITS_BY_PLACE.cell_of.items():
        units = members(cells[cell])
        if not data:
            for unit in units:
                cells[layout.BLOCK + unit] = free[side_of(unit)].pop()
            continue
        listed = [UNIT_NAMES.id_of(text) for text in position["units"].get(name, [])] if units else []
        blocks = data.get(name, [])
        if not isinstance(blocks, list) or len(blocks) != len(listed):
            raise BadValue(f"{len(listed)} blocks are required here, one for each unit", field=f"blocks.{name}")
        for text, block in zip(listed, blocks, strict=True):
            cells[layout.BLOCK + UNITS.index[text]] = BLOCKS.number(block, f"blocks.{name}")


def held(holder: Mapping[int, int], blocks: Any, field: str) -> list[int]:
    """The units behind the given blocks."""
    if not isinstance(blocks, list):
        raise BadValue(f"{blocks!r} is not a list of blocks", field=field)
    numbers = [BLOCKS.number(block, field) for block in blocks]
    for number in numbers:
        if number not in holder:
            raise BadValue(f"{BLOCKS.ids[number]} is not on the board", field=field)
    return [holder[number] for number in numbers]
