"""Positions as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.codecs.position_parts import written_frames
from ironbottom.engine.codecs.record_codec import RecordColumn, records
from ironbottom.engine.codecs.view_codec import PositionCodec
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import Flag, truncated_list
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.games.pacific_fury import state as layout
from ironbottom.games.pacific_fury.pieces import ALL_UNITS, EXPRESS, FORCES, JAPAN, SHIPS, TRANSPORTS, UNITS_OF_SIDE
from ironbottom.games.pacific_fury.rules.operations import Operations
from ironbottom.games.pacific_fury.rules.sequence import STEP_NUMBER, Turn, initiative_at
from ironbottom.games.pacific_fury.rules.task_forces import FormForces
from ironbottom.games.pacific_fury.state_types import Rules, State

STEPS = ("first_forms", "second_forms", "operations")


class FaceUp(RecordColumn):
    """Short form: all counters of a task force are shown."""

    written = False

    def read(self, cells: layout.Cells, thing: int, plain: Any, field: str) -> None:
        cells[layout.FACE_UP] |= Flag().read(plain, field) * cells[layout.FORCE + thing]


POSITION = PositionCodec(
    layout.codec,
    *(
        layout.TURN,
        layout.INITIATIVE,
        layout.MARKER,
        layout.OPERATION,
        layout.EVENTS_OCCURRED,
        layout.TRANSPORTS_SUNK,
        layout.HIT,
        layout.DISRUPTED,
    ),
    layout.codec.piles(
        "units", layout.BASE, layout.RESERVE, layout.SUNK, layout.REMOVED, layout.OFF_MAP, layout.DUE, full=True
    ),
    records(
        layout.codec,
        "forces",
        FORCES,
        where=layout.WHERE,
        units=layout.FORCE,
        cannot_hold=layout.KNOWN_ABSENT,
        face_up=FaceUp(lambda *_: None),
    ),
    layout.FACE_UP,
    also=("step",),
)


def read(rules: Rules, position: Mapping[str, Any]) -> State:
    """The state that a position describes.

    All fields except ``turn`` may be omitted. Units without a place are in their base (Transports: with the side
    without the initiative; the others and the Tokyo Express are off the map). ``step`` is ``first_forms``,
    ``second_forms`` or ``operations``; inside a combat, use ``frames`` instead. ``BadValue`` names the field.
    """
    cells = layout.LAYOUT.blank()
    cells[layout.MARKER] = rules.pieces.first_marker
    POSITION.read(cells, position)
    if "initiative" not in position:
        cells[layout.INITIATIVE] = initiative_at(rules.pieces, cells[layout.MARKER])
    place_the_rest(cells)
    return State(rules, cells, stack_of(rules, cells, position))


def stack_of(rules: Rules, cells: layout.Cells, position: Mapping[str, Any]) -> tuple[Procedure, ...]:
    """The frames given in the position, or else those of its step."""
    written = written_frames(rules, position)
    if written is not None:
        return written
    step = position.get("step", "operations")
    if step not in STEPS:
        raise BadValue(f"{step!r} is not allowed here; allowed: {truncated_list(STEPS)}", field="step")
    outer = Turn(STEP_NUMBER[step] + 1)
    if step == "operations":
        return (outer, Operations())
    first = step == "first_forms"
    return (outer, FormForces(layout.opponent(cells[layout.INITIATIVE]) if first else cells[layout.INITIATIVE]))


def place_the_rest(cells: layout.Cells) -> None:
    """6.3 Places units without a place: ships in base, Transports with the side without the initiative.

    If the Tokyo Express is in play, one Transports unit is off the map (9.6.a).
    """
    rest = ALL_UNITS & ~layout.units_of_forces(cells, range(len(FORCES)))
    for units in cells[layout.BASE : layout.FORCE]:
        rest &= ~units
    without = layout.opponent(cells[layout.INITIATIVE])
    for side in (0, 1):
        own = rest & UNITS_OF_SIDE[side]
        cells[layout.BASE + side] |= own & SHIPS | (own & TRANSPORTS if side == without else 0)
        cells[layout.OFF_MAP] |= own & TRANSPORTS if side != without else 0
    cells[layout.OFF_MAP] |= rest & EXPRESS
    if without == JAPAN and not cells[layout.OFF_MAP] & layout.TOKYO_EXPRESS_TRIO:
        replaced = rest & TRANSPORTS & UNITS_OF_SIDE[JAPAN]
        cells[layout.BASE] &= ~(replaced & -replaced)
        cells[layout.OFF_MAP] |= replaced & -replaced
