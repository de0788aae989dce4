"""The view of a side: only what it has been shown (8.4)."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.codecs.record_codec import group, records
from ironbottom.engine.codecs.view_codec import ViewCodec
from ironbottom.engine.core.fields import IdSetField
from ironbottom.engine.core.visibility import sees
from ironbottom.games.pacific_fury import state as layout
from ironbottom.games.pacific_fury.pieces import FORCES, FORCES_OF, JAPAN, SIDES, TURNS, UNITS
from ironbottom.games.pacific_fury.rules.operations import Operations
from ironbottom.games.pacific_fury.state_types import State

MONTHS = ("August", "September", "October", "November")
_units = IdSetField(UNITS)


def month(state: State, viewer: int) -> str:
    """5.0 The month of the turn."""
    return MONTHS[state.cells[layout.TURN] - 1]


def henderson(state: State, viewer: int) -> dict[str, Any]:
    """3.6, 6.2 Henderson Field as the initiative track shows it."""
    cells = state.cells
    box = state.rules.pieces.track[cells[layout.MARKER]]
    return {
        "side": SIDES.ids[cells[layout.INITIATIVE]],
        "operational": not cells[layout.DISRUPTED],
        "marker": cells[layout.MARKER],
        "combat": box.henderson_cf,
        "hits_to_disrupt": box.hits_to_disrupt,
        "cover": box.cap_icons,
    }


def operations(state: State, viewer: int) -> dict[str, Any]:
    """9.0.c The number of operations done, and during the phase the side and number of the next operation."""
    cells = state.cells
    under_way = any(isinstance(frame, Operations) for frame in state.stack)
    choosing = under_way and isinstance(state.stack[-1], Operations)
    return {
        "done": cells[layout.OPERATION],
        "under_way": under_way,
        "phasing": SIDES.ids[layout.phasing(cells)] if choosing else None,
        "number": layout.own_operation(cells) if choosing else None,
    }


# -- what is hidden ------------------------------------------------------------------------------------


def counters(state: State, viewer: int, side: int) -> int | None:
    """The counters in a base, including those being formed (8.2.a); None if counts are hidden from the viewer."""
    units = state.cells[layout.BASE + side]
    if not sees(viewer, side):
        if state.rules.options["hidden_counts"] == "on":
            return None
        if side == layout.side_forming(state):
            for force in FORCES_OF[side]:
                units |= state.cells[layout.FORCE + force]
    return units.bit_count()


def counters_of(state: State, viewer: int, force: int) -> int | None:
    """The counters of a task force; None if counts are hidden from the viewer."""
    units = state.cells[layout.FORCE + force]
    counted = state.rules.options["hidden_counts"] == "off" or not units & ~state.cells[layout.FACE_UP]
    return units.bit_count() if counted or sees(viewer, layout.side_of(force)) else None


def face_up(state: State, viewer: int, force: int) -> bool:
    """8.4.a Whether all counters of a task force have been turned up."""
    return not state.cells[layout.FORCE + force] & ~state.cells[layout.FACE_UP]


def hidden(state: State, viewer: int) -> dict[str, list[str]]:
    """The possible identities of the other sides' face-down counters, as all players can tell."""
    return {SIDES.ids[side]: _units.write(face_down(state, side)) for side in (0, 1) if not sees(viewer, side)}


def face_down(state: State, side: int) -> int:
    """The possible identities of a side's face-down counters."""
    cells = state.cells
    units = cells[layout.BASE + side]
    for force in FORCES_OF[side]:
        units |= cells[layout.FORCE + force]
    return units & ~cells[layout.FACE_UP] & ~layout.TOKYO_EXPRESS_TRIO | (
        layout.possible_hidden_transports(cells) if side == JAPAN else 0
    )


codec = layout.codec
BASES_SEEN = records(codec, "bases", layout.BASES, side=SIDES.ids, counters=counters, units=layout.BASE)
"""A base: its units for their owner, for others the number of counters unless counts are hidden."""
FORCES_SEEN = records(
    codec,
    "forces",
    FORCES,
    side=[SIDES.ids[layout.side_of(force)] for force in range(len(FORCES))],
    where=layout.WHERE,
    counters=counters_of,
    units=layout.FORCE,
    face_up=face_up,
    cannot_hold=layout.KNOWN_ABSENT,
)
"""A task force: its place, its counters, the units seen, and what all players know that it does not hold."""
HENDERSON = group(codec, henderson, marker=layout.MARKER)
OPERATIONS = group(codec, operations, done=layout.OPERATION)
VIEW = ViewCodec(
    codec,
    *(layout.TURN, month, layout.INITIATIVE, HENDERSON, OPERATIONS, layout.EVENTS_OCCURRED, layout.TRANSPORTS_SUNK),
    *(BASES_SEEN, FORCES_SEEN, layout.RESERVE, codec.each(layout.DUE, [str(turn) for turn in range(1, TURNS + 1)])),
    *(layout.SUNK, layout.REMOVED, layout.OFF_MAP, hidden, layout.FACE_UP, layout.HIT),
)
