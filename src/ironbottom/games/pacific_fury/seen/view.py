"""What a side has been shown (8.4), built up from nothing."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.fields import Some
from ironbottom.engine.layout_records import group, records
from ironbottom.engine.state import State
from ironbottom.engine.view_form import ViewForm
from ironbottom.engine.visible import sees
from ironbottom.games.pacific_fury.pieces import FORCES, FORCES_OF, JAPAN, SIDES, TURNS, UNITS
from ironbottom.games.pacific_fury.rules.operations import Operations
from ironbottom.games.pacific_fury.state import (
    BASE,
    BASES,
    DISRUPTED,
    DUE,
    FORCE,
    GONE,
    HIT,
    INITIATIVE,
    LIMIT,
    MARKER,
    OFF_MAP,
    OPERATION,
    RESERVE,
    SHOWN,
    SUNK,
    TRANSPORTS_SUNK,
    TRIO,
    TURN,
    USED,
    WHERE,
    own_operation,
    phasing,
    side_forming,
    side_of,
    trio_in_doubt,
    words,
)

MONTHS = ("August", "September", "October", "November")
_units = Some(UNITS)


def month(state: State, viewer: int) -> str:
    """5.0 The month of the turn."""
    return MONTHS[state.cells[TURN] - 1]


def box(state: State) -> Any:
    """6.2 What the initiative track says of Henderson Field."""
    return state.rules.pieces.track[state.cells[MARKER]]


HENDERSON = group(
    words,
    "henderson",
    side=lambda state, viewer: SIDES.ids[state.cells[INITIATIVE]],
    operational=lambda state, viewer: not state.cells[DISRUPTED],
    marker=MARKER,
    combat=lambda state, viewer: box(state).henderson_cf,
    hits_to_disrupt=lambda state, viewer: box(state).hits_to_disrupt,
    cover=lambda state, viewer: box(state).cap_icons,
)
"""3.6, 6.2 Henderson Field as the initiative track shows it."""


def choosing(state: State) -> bool:
    """Whether an operation is to be chosen."""
    return bool(state.stack) and isinstance(state.stack[-1], Operations)


OPERATIONS = group(
    words,
    "operations",
    done=OPERATION,
    under_way=lambda state, viewer: any(isinstance(here, Operations) for here in state.stack),
    phasing=lambda state, viewer: SIDES.ids[phasing(state.cells)] if choosing(state) else None,
    number=lambda state, viewer: own_operation(state.cells) if choosing(state) else None,
)
"""9.0.c How many operations are done, and in the phase whose is the next and its number."""


# -- what is hidden ------------------------------------------------------------------------------------


def counters(state: State, viewer: int, side: int) -> int | None:
    """The counters in a base, with those being formed (8.2.a); None where counts are hidden from the viewer."""
    units = state.cells[BASE + side]
    if not sees(viewer, side):
        if state.rules.options["hidden_counts"] == "on":
            return None
        if side == side_forming(state):
            for force in FORCES_OF[side]:
                units |= state.cells[FORCE + force]
    return units.bit_count()


def counters_of(state: State, viewer: int, force: int) -> int | None:
    """The counters of a task force; None where counts are hidden from the viewer."""
    units = state.cells[FORCE + force]
    counted = state.rules.options["hidden_counts"] == "off" or not units & ~state.cells[SHOWN]
    return units.bit_count() if counted or sees(viewer, side_of(force)) else None


def face_up(state: State, viewer: int, force: int) -> bool:
    """8.4.a Whether all counters of a task force were turned up."""
    return not state.cells[FORCE + force] & ~state.cells[SHOWN]


def hidden(state: State, viewer: int) -> dict[str, list[str]]:
    """What the face-down counters of other sides may be, as everybody can tell."""
    return {SIDES.ids[side]: _units.write(face_down(state, side)) for side in (0, 1) if not sees(viewer, side)}


def face_down(state: State, side: int) -> int:
    """What a side's face-down counters may be."""
    cells = state.cells
    units = cells[BASE + side]
    for force in FORCES_OF[side]:
        units |= cells[FORCE + force]
    return units & ~cells[SHOWN] & ~TRIO | (trio_in_doubt(cells) if side == JAPAN else 0)


BASES_SEEN = records(
    words, "bases", BASES, side=lambda state, viewer, side: SIDES.ids[side], counters=counters, units=BASE
)
"""A base: its units for their owner, for others the number of counters unless counts are hidden."""
FORCES_SEEN = records(
    words,
    "forces",
    FORCES,
    side=lambda state, viewer, force: SIDES.ids[side_of(force)],
    where=WHERE,
    counters=counters_of,
    units=FORCE,
    face_up=face_up,
    cannot_hold=LIMIT,
)
"""A task force: where it is, its counters, those seen, and what everybody can tell that it does not hold."""
VIEW = ViewForm(
    words,
    *(TURN, month, INITIATIVE, HENDERSON, OPERATIONS, USED, TRANSPORTS_SUNK, BASES_SEEN, FORCES_SEEN, RESERVE),
    words.each(DUE, [str(turn) for turn in range(1, TURNS + 1)]),
    *(SUNK, GONE, OFF_MAP, hidden, SHOWN, HIT),
)
