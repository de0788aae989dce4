"""Checks of legal states, and positions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ironbottom.engine.codecs.frame_codec import read_frames, write_frames
from ironbottom.engine.codecs.position_parts import check_fields
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import Number
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.state import State
from tests.kit.archipelago.information.position_codec import everything, laid_over
from tests.kit.archipelago.pieces import (
    FORCES,
    FORCES_A_SIDE,
    FORCES_OF,
    IN_FORCE,
    IN_RANGE,
    IS_SHIP,
    KINDS,
    LOOKS,
    MAX_IN_FORCE,
    MAX_OF_A_KIND,
    NORTH,
    PORTS,
    SIDES,
    SOUTH,
    TERRAIN,
    UNITS,
    ZONE_OF,
    seen_from,
    side_of,
)
from tests.kit.archipelago.rules.battles import Battles, Losses
from tests.kit.archipelago.rules.forces import Alarm, Loading
from tests.kit.archipelago.rules.muster import Muster, all_of_a_kind
from tests.kit.archipelago.rules.operations import OPERATIONS, Operations
from tests.kit.archipelago.rules.searches import Searching
from tests.kit.archipelago.rules.sequence import ARound
from tests.kit.archipelago.state import (
    AT,
    FORCE_AT,
    FORCE_STATE,
    FORCE_ZONE,
    HELD,
    HIDDEN,
    IN_RESERVE,
    LOUD,
    ROUND,
    SCENARIO,
    SCENARIOS,
    SHOWN,
    SILENT,
    TIRED,
    at_start,
    forces_that,
    held_by,
    ships_in,
    stacks_of,
)

PARTS = ("scenario", "round", "units", "counters", "tired", "forces", "silent", "loud", "stack")


def write_position(state: State) -> dict[str, Any]:
    """The scenario, the round, and the differences from the start of the scenario."""
    heading = {"scenario": SCENARIOS.ids[state.cells[SCENARIO]], "round": state.cells[ROUND]}
    return {**heading, **everything(state, write_frames(state.rules, state.stack))}


def read_position(rules: Rules, position: Mapping[str, Any]) -> State:
    """The state that a position describes."""
    check_fields(position, PARTS, "")
    stack = read_frames(rules, position.get("stack"))
    state = at_start(rules, SCENARIOS.number(position.get("scenario"), "scenario"), stack)
    state.cells[ROUND] = Number(1, 2).read(position.get("round", 1), "round")
    if laid_over(state, position):
        raise BadValue("a position tells the hex of a task force, not its zone", field="forces")
    return state


def check(state: State) -> None:
    """Raises an error if a state is illegal."""
    check_units(state)
    check_forces(state)
    check_counters(state)
    check_looks(state)
    check_stack(state)


def check_units(state: State) -> None:
    """2.2 Companies are on land, ships are in port or in a task force of their side; links and places agree."""
    positions, tired = state.arrays[AT], state.arrays[TIRED]
    for unit, place in enumerate(positions):
        if IS_SHIP[unit]:
            own = (place - IN_FORCE) // FORCES_A_SIDE == side_of(unit)
            right = place in (-1, PORTS[side_of(unit)]) or (place >= IN_FORCE and own)
            right &= not tired[unit]
        else:
            right = 0 <= place < IN_FORCE and bool(TERRAIN[place])
        if not right:
            raise BadValue("it cannot be there", field=f"units.{UNITS.ids[unit]}")
    if not stacks_of(state).links_agree():
        raise BadValue("the stacks are not those of the places", field="arrays.top")


def check_forces(state: State) -> None:
    """4.1 At sea a task force has a hex that it can reach; in reserve it has no ships."""
    for force, name in enumerate(FORCES.ids):
        hex, how = state.cells[FORCE_AT + force], state.cells[FORCE_STATE + force]
        ships = ships_in(state, force)
        right = (hex >= 0) == (how in (HIDDEN, SHOWN)) and len(ships) <= MAX_IN_FORCE
        right &= not (how == IN_RESERVE and ships) and not (how == SHOWN and not ships)
        right &= state.cells[FORCE_ZONE + force] == (ZONE_OF[hex] if hex >= 0 else -1)
        if right and hex >= 0:
            right = hex in state.rules.pieces.stations(force // FORCES_A_SIDE)
        if not right:
            raise BadValue("no task force is so", field=f"forces.{name}")


def check_counters(state: State) -> None:
    """3.1.a A side has no more counters of a kind than the game contains."""
    for side in (NORTH, SOUTH):
        if state.cells[HELD + side] != held_by(state.arrays, side):
            raise BadValue("the counters lie elsewhere", field="cells.held")
        if any(all_of_a_kind(state, side, kind) > MAX_OF_A_KIND for kind in range(len(KINDS))):
            raise BadValue(f"there are {MAX_OF_A_KIND} counters of a kind", field="counters")


def check_looks(state: State) -> None:
    """4.2 Searches are in range, all different, and belong to the active side; a silent search saw nothing."""
    cells = state.cells
    operating = [frame.side for frame in state.stack if isinstance(frame, Operations)]
    for side in (NORTH, SOUTH):
        silent, loud = (cells[first + LOOKS * side : first + LOOKS * (side + 1)] for first in (SILENT, LOUD))
        looked = [hex for hex in (*silent, *loud) if hex >= 0]
        plain = [hex for hex in silent if hex >= 0]
        right = silent == sorted(plain) + [-1] * (LOOKS - len(plain))
        right &= -1 not in loud or all(hex < 0 for hex in loud[loud.index(-1) :])
        right &= len(set(looked)) == len(looked) <= LOOKS and all(hex in IN_RANGE[side] for hex in looked)
        right &= not looked or side in operating
        hidden = [cells[FORCE_AT + force] for force in forces_that(state, 1 - side, HIDDEN)]
        if not right or any(hex in seen_from(look) for look in looked for hex in hidden):
            raise BadValue("nobody searches so", field=f"silent.{SIDES.ids[side]}")


LAWFUL = re.compile("|0(1{1,2}|2(3|5|74*)?|65{1,2})")
"""The numbers of the procedures on the stack: a round, and its open decisions."""
STEP_OF = {Muster: 2, Battles: 5}


def check_stack(state: State) -> None:
    """1.0 The steps of a round are in order, and each has a valid subject."""
    stack = state.stack
    lawful = LAWFUL.fullmatch("".join(str(here.number) for here in stack)) is not None
    if not (lawful and (not stack or (_in_step(stack) and all(_stands(state, here, stack) for here in stack[1:])))):
        raise BadValue("no round has these steps in this order", field="stack")
    top = stack[-1] if stack else None
    if isinstance(top, Operations) and not top.left:
        raise BadValue("these operations are over", field="stack")


def _in_step(stack: tuple[Procedure, ...]) -> bool:
    """Whether the round is at the step of the frames above it."""
    begun, here = stack[0], stack[1]
    assert isinstance(begun, ARound)
    if isinstance(here, Operations):
        return begun.next == 3 + here.side
    return begun.next == STEP_OF[type(here)]


def _stands(state: State, frame: Procedure, stack: tuple[Procedure, ...]) -> bool:
    """Whether a procedure has the right side and a subject that exists."""
    below = stack[1]
    if isinstance(frame, Muster):
        return [each.side for each in stack[1:] if isinstance(each, Muster)] in ([SOUTH, NORTH], [SOUTH])
    how = state.cells[FORCE_STATE + frame.force] if isinstance(frame, Loading | Alarm) else -1
    if isinstance(frame, Loading):
        return isinstance(below, Operations) and frame.side == below.side and _own(frame) and how == HIDDEN
    if isinstance(frame, Alarm):
        return isinstance(below, Operations) and frame.side == 1 - below.side and _own(frame) and how == SHOWN
    if isinstance(frame, Searching):
        return isinstance(below, Operations) and frame.side == below.side and below.left == OPERATIONS
    if isinstance(frame, Losses):
        return frame.left > 0 and _losing(state, frame, stack)
    return True


def _own(frame: Loading | Alarm) -> bool:
    return frame.force in FORCES_OF[frame.side]


def _losing(state: State, frame: Losses, stack: tuple[Procedure, ...]) -> bool:
    below, held = stack[1], state.cells[HELD + frame.side] >> frame.island & 1
    if isinstance(below, Operations):
        return frame.side == 1 - below.side and bool(held)
    sides = [each.side for each in stack if isinstance(each, Losses)]
    assert isinstance(below, Battles)
    return below.next == frame.island + 1 and bool(held) and sides in ([NORTH], [SOUTH], [NORTH, SOUTH])
