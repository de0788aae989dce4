"""Positions in the game's words: a state written out, and read back from as little as is said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.errors import BadValue
from ironbottom.engine.fields import FieldType, Number, One, Some, members, shorten
from ironbottom.engine.frame_words import write_frames
from ironbottom.engine.position_parts import UnitNames, known, read_holders, start, written_frames
from ironbottom.engine.procedures import Procedure
from ironbottom.engine.rules import Rules
from ironbottom.engine.state import State
from ironbottom.games.hold_fast.pieces import (
    AREAS,
    BLOCKS,
    BLOCKS_OF,
    OF_SIDE,
    PLACES,
    PORTS,
    SHIPS,
    SIDES,
    TASK_FORCES,
    TURNS,
    UNITS,
    WAYS,
)
from ironbottom.games.hold_fast.rules.air import AirStep
from ironbottom.games.hold_fast.rules.combat import Combat
from ironbottom.games.hold_fast.rules.end_of_turn import ComeBack
from ironbottom.games.hold_fast.rules.movement import Moves, SubmarineStep
from ironbottom.games.hold_fast.rules.repairs import Repairs
from ironbottom.games.hold_fast.rules.sequence import LAST_STEP, STEP_NUMBER, ATurn
from ironbottom.games.hold_fast.seen.check import check
from ironbottom.games.hold_fast.seen.view import SPOT_NAMES, controller, memory, on_board
from ironbottom.games.hold_fast.state import (
    ABSENT,
    AT,
    BATTLE,
    BLOCK,
    DISABLED,
    DUE,
    FACE_UP,
    FOLLOWED,
    FORCE_AT,
    FORCE_FROM,
    FOUGHT,
    HELD,
    LOST,
    MAY_BE,
    ON_BOARD,
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
    layout,
    side_of,
)

SPOTS = {name: cell for cell, name in SPOT_NAMES.items()}
PILES = {**SPOTS, **{f"due_{turn + 1}": DUE + turn for turn in range(TURNS)}}
PILES |= {f"lost_{turn + 1}": LOST + turn for turn in range(TURNS)}
PILES |= {"absent": ABSENT}
SCALARS = {"turn": TURN, "victory_points": POINTS, "battle": BATTLE, "fought": FOUGHT}
SETS = {"face_up": FACE_UP, "disabled": DISABLED}
BY_SIDE: dict[str, tuple[int, FieldType]] = {
    "spent": (SPENT, Number(0, 99)),
    "wants": (WANT, One(WAYS, none=True)),
}
BY_PORT = {"raided": RAIDED, "repaired_here": USED}
STRENGTHS = {"strength": STRENGTH, "seen_strength": SEEN}
STEPS: dict[str, tuple[Procedure, ...]] = {
    "japan_moves": (Moves(0),),
    "allies_move": (Moves(1),),
    "submarines": (SubmarineStep(1), SubmarineStep(0)),
    "air": (AirStep(0, 0),),
    "repairs": (Repairs(1), Repairs(0)),
    "combat": (Combat(),),
    "come_back": (ComeBack(1), ComeBack(0)),
}
"""The steps at which a position may stand, with the procedures that ask there, the last of them first."""
AUTOMATIC = ("open", "reinforcements", "returns", "landings", "control", "next_turn")
"""Steps from which play runs to its next decision."""
FIELDS = (
    *SCALARS,
    *SETS,
    *BY_SIDE,
    *BY_PORT,
    *STRENGTHS,
    *("control", "places", "units", "blocks", "memory", "followed", "task_forces", "step", "frames"),
)
_units = Some(UNITS)
UNIT_NAMES = UnitNames(UNITS)


def describe(state: State) -> dict[str, Any]:
    """The state in the game's words."""
    cells, pieces = state.cells, state.rules.pieces
    told: dict[str, Any] = {name: layout.types[cell].write(cells[cell]) for name, cell in SCALARS.items()}
    told |= {name: _units.write(cells[cell]) for name, cell in SETS.items()}
    for name, (cell, kind) in BY_SIDE.items():
        told[name] = {side: kind.write(cells[cell + number]) for number, side in enumerate(SIDES.ids)}
    for name, cell in BY_PORT.items():
        told[name] = {port: cells[cell + number] for number, port in enumerate(PORTS.ids) if cells[cell + number]}
    for name, cell in STRENGTHS.items():
        board = members(on_board(cells))
        told[name] = {
            UNITS.ids[unit]: cells[cell + unit] for unit in board if cells[cell + unit] != pieces.strength[unit]
        }
    told["control"] = {area: controller(cells, HELD, number) for number, area in enumerate(AREAS.ids)}
    told["places"] = {place: controller(cells, OWNED, number) for number, place in enumerate(PLACES.ids)}
    order = {name: in_order(cells, cell) for name, cell in PILES.items() if cells[cell]}
    told["units"] = {name: [UNITS.ids[unit] for unit in units] for name, units in order.items()}
    if pieces.memory:
        told["blocks"] = {
            name: [BLOCKS.ids[cells[BLOCK + unit]] for unit in units] for name, units in order.items() if name in SPOTS
        }
        told["memory"] = memory(cells, 0) + memory(cells, 1)
        followed = sorted(cells[BLOCK + unit] for unit in members(cells[FOLLOWED]))
        told["followed"] = [BLOCKS.ids[block] for block in followed]
    told["task_forces"] = {
        name: {
            "from": PLACES.ids[cells[FORCE_FROM + force]],
            "at": AREAS.ids[cells[FORCE_AT + force]] if cells[FORCE_AT + force] >= 0 else None,
        }
        for force, name in enumerate(TASK_FORCES.ids)
        if cells[FORCE_FROM + force] >= 0
    }
    told["frames"] = write_frames(state.rules, state.stack)
    return told


def in_order(cells: Cells, cell: int) -> list[int]:
    """The units in a cell, in the order of their blocks, so that the blocks can be told beside them."""
    return sorted(members(cells[cell]), key=lambda unit: (cells[BLOCK + unit], unit))


def read(rules: Rules, position: Mapping[str, Any]) -> State:
    """The state that a position describes.

    All fields but ``turn`` may be left out. Units that stand nowhere are due on their turn if that is still to come,
    else absent. Control and places are those of the start, strength is full, blocks are numbered as they stand, and
    each is known to be one of those with it. ``step`` is one of the steps of a turn; ``frames`` stands in its place.
    ``BadValue`` names the field.
    """
    known(position, FIELDS, "")
    cells = [0] * layout.size
    cells[TURN], cells[BATTLE] = 1, -1
    for name, cell in SCALARS.items():
        if name in position:
            cells[cell] = layout.types[cell].read(position[name], name)
    read_board(rules, cells, position)
    read_units(rules, cells, position.get("units", {}))
    read_forces(cells, position.get("task_forces", {}))
    for name, cell in SETS.items():
        cells[cell] = UNIT_NAMES.set_of(position.get(name, []), name)
    read_strengths(rules, cells, position)
    read_blocks(rules, cells, position)
    state = State(rules, cells, stack_of(rules, cells, position))
    if "frames" not in position:
        start(state)
    check(state)
    return state


def stack_of(rules: Rules, cells: Cells, position: Mapping[str, Any]) -> tuple[Procedure, ...]:
    """The frames: written out, or those of a step."""
    written = written_frames(rules, position)
    if written is not None:
        return written
    step = position.get("step", "japan_moves")
    if step not in (*STEPS, *AUTOMATIC):
        raise BadValue(f"{step!r} is no step; there are {shorten((*STEPS, *AUTOMATIC), 20)}", field="step")
    if cells[TURN] == TURNS and STEP_NUMBER[step] > LAST_STEP:
        raise BadValue(f"after turn {TURNS} the game is over, without the step {step}", field="step", clause="13.0.1")
    if step == "come_back" and not any(units & SHIPS for units in cells[AT : AT + len(AREAS)]):
        raise BadValue("no ship is at sea that could come back", field="step", clause="12.0.1")
    if step in AUTOMATIC:
        return (ATurn(STEP_NUMBER[step]),)
    return (ATurn(STEP_NUMBER[step] + 1), *STEPS[step])


def read_board(rules: Rules, cells: Cells, position: Mapping[str, Any]) -> None:
    """Who controls what, and what each side and port has used up."""
    for name, cell, domain, first in (
        ("control", HELD, AREAS, rules.pieces.held),
        ("places", OWNED, PLACES, rules.pieces.owned),
    ):
        cells[cell : cell + 2] = first
        read_holders(cells, cell, domain, SIDES, position.get(name, {}), name, none=name == "control")
    for name, (cell, kind) in BY_SIDE.items():
        told = position.get(name, {})
        known(told, SIDES.ids, name)
        cells[cell : cell + 2] = [
            kind.read(told[side], f"{name}.{side}") if side in told else -1 if name == "wants" else 0
            for side in SIDES.ids
        ]
    for name, cell in BY_PORT.items():
        told = position.get(name, {})
        known(told, PORTS.ids, name)
        for port, count in told.items():
            cells[cell + PORTS.index[port]] = Number(0, 20).read(count, f"{name}.{port}")


def read_units(rules: Rules, cells: Cells, piles: Any) -> None:
    """Where the units are."""
    placed = UNIT_NAMES.put(cells, piles, PILES)
    for unit in members((OF_SIDE[0] | OF_SIDE[1]) & ~placed):
        turn = rules.pieces.arrival[unit].turn
        cells[DUE + turn - 1 if turn > cells[TURN] else ABSENT] |= 1 << unit


def read_forces(cells: Cells, forces: Any) -> None:
    """14.0.1 The task force blocks."""
    known(forces, TASK_FORCES.ids, "task_forces")
    cells[FORCE_FROM : FORCE_FROM + 2] = cells[FORCE_AT : FORCE_AT + 2] = (-1, -1)
    for name, told in forces.items():
        known(told, ("from", "at"), f"task_forces.{name}")
        force = TASK_FORCES.index[name]
        cells[FORCE_FROM + force] = One(PLACES).read(told.get("from"), f"task_forces.{name}.from")
        cells[FORCE_AT + force] = One(AREAS, none=True).read(told.get("at"), f"task_forces.{name}.at")


def read_strengths(rules: Rules, cells: Cells, position: Mapping[str, Any]) -> None:
    """The strength of the units on or beside the board, and what the others saw of it last."""
    board = on_board(cells)
    for unit in members(board):
        cells[STRENGTH + unit] = rules.pieces.strength[unit]
    for unit, amount in strengths_in(position, "strength", board).items():
        cells[STRENGTH + unit] = amount
    seen = cells[STRENGTH : STRENGTH + len(UNITS)]
    cells[SEEN : SEEN + len(UNITS)] = seen
    if "seen_strength" in position:
        for unit in members(board):
            cells[SEEN + unit] = rules.pieces.strength[unit]
    for unit, amount in strengths_in(position, "seen_strength", board).items():
        cells[SEEN + unit] = amount


def strengths_in(position: Mapping[str, Any], name: str, board: int) -> dict[int, int]:
    """A table of units and strengths; only units on or beside the board have any."""
    told = position.get(name, {})
    if not isinstance(told, Mapping):
        raise BadValue(f"{told!r} is not a table", field=name)
    found = {}
    for text, amount in told.items():
        unit = UNIT_NAMES.number(text, name)
        if not board >> unit & 1:
            raise BadValue(f"{UNITS.ids[unit]} is not on the board and has no strength", field=f"{name}.{text}")
        found[unit] = Number(0, 4).read(amount, f"{name}.{text}")
    return found


# -- blocks --------------------------------------------------------------------------------------------


def read_blocks(rules: Rules, cells: Cells, position: Mapping[str, Any]) -> None:
    """The numbers of the blocks, what the others know of them, and which can be followed."""
    cells[BLOCK : BLOCK + len(UNITS)] = [-1] * len(UNITS)
    if not rules.pieces.memory:
        for name in ("blocks", "memory", "followed"):
            if position.get(name):
                raise BadValue("without block memory nothing is remembered of blocks", field=name)
        return
    number_blocks(cells, position)
    holder = {cells[BLOCK + unit]: unit for unit in members(on_board(cells))}
    for cell in ON_BOARD:
        for side in (0, 1):
            hidden = cells[cell] & OF_SIDE[side] & ~cells[FACE_UP]
            for unit in members(hidden):
                cells[MAY_BE + unit] = hidden
    for unit in members(cells[FACE_UP] & on_board(cells)):
        cells[MAY_BE + unit] = 1 << unit
    groups = position.get("memory", [])
    if not isinstance(groups, list):
        raise BadValue(f"{groups!r} is not a list", field="memory")
    for number, group in enumerate(groups):
        known(group, ("blocks", "may_be"), f"memory[{number}]")
        may_be = UNIT_NAMES.set_of(group.get("may_be"), f"memory[{number}].may_be")
        for unit in held(holder, group.get("blocks"), f"memory[{number}].blocks"):
            cells[MAY_BE + unit] = may_be
    cells[FOLLOWED] = sum(1 << unit for unit in set(held(holder, position.get("followed", []), "followed")))


def number_blocks(cells: Cells, position: Mapping[str, Any]) -> None:
    """Numbers as they are told beside the units; else in the order in which the units stand."""
    told = position.get("blocks", {})
    known(told, tuple(SPOTS), "blocks")
    free = [list(reversed(blocks)) for blocks in BLOCKS_OF]
    for name, cell in SPOTS.items():
        units = members(cells[cell])
        if not told:
            for unit in units:
                cells[BLOCK + unit] = free[side_of(unit)].pop()
            continue
        listed = [UNIT_NAMES.id_of(text) for text in position["units"].get(name, [])] if units else []
        blocks = told.get(name, [])
        if not isinstance(blocks, list) or len(blocks) != len(listed):
            raise BadValue(f"{len(listed)} blocks belong here, one for each unit", field=f"blocks.{name}")
        for text, block in zip(listed, blocks, strict=True):
            cells[BLOCK + UNITS.index[text]] = BLOCKS.number(block, f"blocks.{name}")


def held(holder: Mapping[int, int], blocks: Any, field: str) -> list[int]:
    """The units behind some blocks."""
    if not isinstance(blocks, list):
        raise BadValue(f"{blocks!r} is not a list of blocks", field=field)
    numbers = [BLOCKS.number(block, field) for block in blocks]
    for number in numbers:
        if number not in holder:
            raise BadValue(f"{BLOCKS.ids[number]} is not on the board", field=field)
    return [holder[number] for number in numbers]
