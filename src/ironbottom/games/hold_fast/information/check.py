"""The check of a state: a state that cannot occur in a game is refused, with the field of its position."""

from __future__ import annotations

from itertools import pairwise
from typing import NoReturn

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import IdSetField, members, truncated_list
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.games.hold_fast import pieces as counters
from ironbottom.games.hold_fast import state as layout
from ironbottom.games.hold_fast.rules.combat import Battle, CombatKindChoice, NameCombatKind
from ironbottom.games.hold_fast.rules.movement import Moves
from ironbottom.games.hold_fast.rules.return_to_nearest_port import EVICTED, FROM_PLACES, ReturnToNearestPort
from ironbottom.games.hold_fast.rules.sequence import LAST_STEP, Turn
from ironbottom.games.hold_fast.state import Cells, side_of, units_on_board
from ironbottom.games.hold_fast.state_types import State

_units = IdSetField(counters.UNITS)
PARENT_PROCEDURE = {
    **dict.fromkeys(("naming", "targeting", "stay_or_withdraw", "pursuit", "return_fire"), "battle"),
    "battle": "combat",
    "combat": "turn",
    "land_fight": "land_step",
    "moves": "turn",
}
"""Procedures that are part of another procedure and return to it."""


def check(state: State) -> None:
    """Refuses a state that cannot occur in a game."""
    check_places(state)
    check_board(state)
    check_due(state)
    check_strengths(state)
    check_blocks(state)
    check_task_forces(state)
    check_stack(state)


def refuse(message: str, field: str, clause: str | None = None) -> NoReturn:
    """Refuses a state with a message that names the field."""
    raise BadValue(message, field=field, clause=clause)


def unit_names(units: int) -> str:
    """Names the units by id, for a sentence."""
    return truncated_list(_units.write(units))


def check_places(state: State) -> None:
    """1.1.3 Units are in places of their own side, except while they are driven out."""
    cells = state.cells
    for number, place in enumerate(counters.PLACES.ids):
        enemy_units = (
            cells[layout.IN_PLACE + number] & ~counters.UNITS_OF_SIDE[0 if cells[layout.OWNED] >> number & 1 else 1]
        )
        if enemy_units and not is_being_driven_out(state, number):
            refuse(f"{unit_names(enemy_units)} is in an enemy port or base", f"units.{place}", "1.1.3")


def is_being_driven_out(state: State, place: int) -> bool:
    """Whether ships are now being driven out of a place."""
    returns = [(frame.reason, frame.spot) for frame in state.stack if isinstance(frame, ReturnToNearestPort)]
    return (EVICTED, counters.FIRST_PLACE + place) in returns


def check_board(state: State) -> None:
    """5.0.3 Ports repair no more than their capacity."""
    cells, pieces = state.cells, state.rules.pieces
    for port, name in enumerate(counters.PORTS.ids):
        if cells[layout.RAIDED + port] + cells[layout.REPAIRED_HERE + port] > pieces.repair[port]:
            refuse("the port cannot repair that much", f"repaired_here.{name}", "5.0.3")


def check_due(state: State) -> None:
    """4.0.1 The units still to arrive belong to this set-up."""
    for turn, units in enumerate(state.cells[layout.DUE : layout.DUE + counters.TURNS], 1):
        never = sum(1 << unit for unit in members(units) if not state.rules.pieces.arrival[unit].turn)
        if never:
            refuse(f"{unit_names(never)} never arrives in this set-up", f"units.due_{turn}", "4.0.1")


def check_strengths(state: State) -> None:
    """Units on or beside the board have strength; it is zero only until a round of their battle is over."""
    cells, pieces = state.cells, state.rules.pieces
    there = units_on_board(cells)
    fighting = cells[layout.AT_SEA + cells[layout.BATTLE]] if cells[layout.BATTLE] >= 0 else 0
    for unit in range(len(counters.UNITS)):
        strength, seen = cells[layout.STRENGTH + unit], cells[layout.SEEN_STRENGTH + unit]
        field = f"strength.{counters.UNITS.ids[unit]}"
        if not there >> unit & 1:
            if strength or seen:
                refuse("a unit that is not on the board has no strength", field)
            continue
        if strength > pieces.strength[unit] or (not strength and not fighting >> unit & 1):
            refuse(f"it must have 1 to {pieces.strength[unit]} strength points", field, "3.0.1")
        known = seen == strength if cells[layout.FACE_UP] >> unit & 1 else seen <= strength
        if not known or (not seen and not fighting >> unit & 1):
            refuse("it was never seen with this strength", f"seen_{field}", "2.0.2")


def check_blocks(state: State) -> None:
    """Blocks have numbers of their side, and the possible units of each include its own."""
    cells = state.cells
    there = units_on_board(cells)
    for cell, name in ((layout.FACE_UP, "face_up"), (layout.DISABLED, "disabled"), (layout.FOLLOWED, "followed")):
        if cells[cell] & ~there:
            refuse(f"{unit_names(cells[cell] & ~there)} is not on the board", name)
    if cells[layout.DISABLED] & ~cells[layout.FACE_UP]:
        refuse("only units in combat can be disabled", "disabled", "8.1.4")
    taken: set[int] = set()
    for unit in range(len(counters.UNITS)):
        block, may_be = cells[layout.BLOCK + unit], cells[layout.MAY_BE + unit]
        if not state.rules.pieces.memory or not there >> unit & 1:
            if block >= 0 or may_be:
                refuse(f"{counters.UNITS.ids[unit]} has no remembered block", "blocks")
            continue
        if block not in counters.BLOCKS_OF[side_of(unit)] or block in taken:
            refuse(f"{counters.UNITS.ids[unit]} needs its own block", "blocks")
        taken.add(block)
        check_memory(cells, unit, there)
    if cells[layout.FOLLOWED] and not state.rules.pieces.memory:
        refuse("without block memory, no block is remembered", "followed")


def check_memory(cells: Cells, unit: int, there: int) -> None:
    """The possible units of a block include the true unit, and no unit that it cannot be."""
    may_be, block = cells[layout.MAY_BE + unit], counters.BLOCKS.ids[cells[layout.BLOCK + unit]]
    if not may_be >> unit & 1:
        refuse(f"{block} is {counters.UNITS.ids[unit]}, but its memory says that it cannot be", "memory")
    if may_be & ~(there & counters.UNITS_OF_SIDE[side_of(unit)]):
        refuse(f"{block} cannot be {unit_names(may_be & ~(there & counters.UNITS_OF_SIDE[side_of(unit)]))}", "memory")
    if cells[layout.FACE_UP] >> unit & 1 and may_be != 1 << unit:
        refuse(f"{block} is face up, so it is known", "memory")


def check_task_forces(state: State) -> None:
    """14.0.1 Only Japan has task forces, as an option, and ships are in task forces that are formed."""
    cells = state.cells
    for force, name in enumerate(counters.TASK_FORCES.ids):
        formed = cells[layout.FORCE_FROM + force] >= 0
        if formed and not state.rules.pieces.task_forces:
            refuse("task forces are not in play", f"task_forces.{name}", "14.0.1")
        if not formed and (cells[layout.IN_TASK_FORCE + force] or cells[layout.FORCE_AT + force] >= 0):
            refuse("it is not formed", f"task_forces.{name}", "14.0.1")
        moving = any(isinstance(frame, Moves) and frame.side == counters.JAPAN for frame in state.stack)
        if formed and cells[layout.FORCE_AT + force] < 0 and not moving:
            refuse("it can wait in a port or base only while Japan moves", f"task_forces.{name}", "14.0.1")


def check_stack(state: State) -> None:
    """The frames are those of a turn, the top one waits for a choice, and a battle is in the frames' area."""
    cells, stack = state.cells, state.stack
    if not stack:
        return
    turn = stack[0]
    if not isinstance(turn, Turn) or any(isinstance(here, Turn) for here in stack[1:]):
        refuse("only the first frame is the turn's sequence", "frames")
    if cells[layout.TURN] == counters.TURNS and turn.next > LAST_STEP:
        refuse(f"after turn {counters.TURNS} the game is over", "frames", "13.0.1")
    if isinstance(stack[-1], Turn | Battle):
        refuse("the last frame must be a question", "frames")
    area = cells[layout.BATTLE]
    if [here.area for here in stack if isinstance(here, Battle)] != ([area] if area >= 0 else []):
        refuse("the battle must be in the area that the frames name", "battle")
    if area >= 0 and cells[layout.AT_SEA + area] & ~cells[layout.FACE_UP]:
        refuse("in a battle all units are face up", "face_up", "2.0.2")
    for here in stack:
        if isinstance(here, ReturnToNearestPort) and (here.spot >= counters.FIRST_PLACE) != (
            here.reason in FROM_PLACES
        ):
            refuse("ships leave only from a sea area, or from a place that was lost", "frames", "8.1.6")
    check_order(stack)
    check_combat_kind_choice(cells, stack)
    for decision in state.decisions():
        if not decision.choices:
            message = f"{counters.SIDES.titles[decision.side_number]} has nothing to choose here"
            refuse(f"{message}: play could not continue", "frames", decision.clause)


def check_order(stack: tuple[Procedure, ...]) -> None:
    """Each frame is above one that can lead to it."""
    for below, here in pairwise(stack):
        if below.name != PARENT_PROCEDURE.get(here.name, below.name):
            refuse(f"{here.name}: can only be asked within {PARENT_PROCEDURE[here.name]}", "frames", here.clause)


def check_combat_kind_choice(cells: Cells, stack: tuple[Procedure, ...]) -> None:
    """8.4.1 Both sides name air or surface in a battle; a side that has named is not asked again."""
    choice = stack[-1]
    if any(isinstance(here, CombatKindChoice) for here in stack[:-1]):
        refuse("air or surface can be chosen only in a battle", "frames", "8.4.1")
    if not isinstance(choice, CombatKindChoice):
        for side in (0, 1):
            if cells[layout.COMBAT_KIND_CHOICE + side] >= 0:
                refuse("nobody is asked to choose air or surface", f"wants.{counters.SIDES.ids[side]}", "8.4.1")
        return
    if not isinstance(stack[-2], Battle):
        refuse("air or surface can be chosen only in a battle", "frames", "8.4.1")
    for side, questions in enumerate(choice.stacks):
        if (cells[layout.COMBAT_KIND_CHOICE + side] >= 0) == bool(questions):
            refuse("a side can choose air or surface only once", f"wants.{counters.SIDES.ids[side]}", "8.4.1")
        if questions and questions != (NameCombatKind(side),):
            refuse("a side can be asked only to choose air or surface", "frames", "8.4.1")
    if not any(choice.stacks):
        refuse("both sides have already chosen", "frames", "8.4.1")
