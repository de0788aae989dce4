"""Positions as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.codecs.position_parts import written_frames
from ironbottom.engine.codecs.record_codec import RecordColumn, records
from ironbottom.engine.codecs.view_codec import PositionCodec
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import Flag, shorten
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.state import State
from ironbottom.games.pacific_fury import state as board
from ironbottom.games.pacific_fury.pieces import ALL_UNITS, EXPRESS, FORCES, JAPAN, OF_SIDE, SHIPS, TRANSPORTS
from ironbottom.games.pacific_fury.rules.operations import Operations
from ironbottom.games.pacific_fury.rules.sequence import STEP_NUMBER, Turn, initiative_at
from ironbottom.games.pacific_fury.rules.task_forces import FormForces

STEPS = ("first_forms", "second_forms", "operations")


class FaceUp(RecordColumn):
    """Short form: all counters of a task force are shown."""

    written = False

    def read(self, cells: board.Cells, thing: int, plain: Any, field: str) -> None:
        cells[board.SHOWN] |= Flag().read(plain, field) * cells[board.FORCE + thing]


POSITION = PositionCodec(
    board.words,
    *(
        board.TURN,
        board.INITIATIVE,
        board.MARKER,
        board.OPERATION,
        board.USED,
        board.TRANSPORTS_SUNK,
        board.HIT,
        board.DISRUPTED,
    ),
    board.words.piles("units", board.BASE, board.RESERVE, board.SUNK, board.GONE, board.OFF_MAP, board.DUE, full=True),
    records(
        board.words,
        "forces",
        FORCES,
        where=board.WHERE,
        units=board.FORCE,
        cannot_hold=board.LIMIT,
        face_up=FaceUp(lambda *_: None),
    ),
    board.SHOWN,
    also=("step",),
)


def read(rules: Rules, position: Mapping[str, Any]) -> State:
    """The state that a position describes.

    All fields except ``turn`` may be omitted. Units without a place are in their base (Transports: with the side
    without the initiative; the others and the Tokyo Express are off the map). ``step`` is ``first_forms``,
    ``second_forms`` or ``operations``; inside a combat, use ``frames`` instead. ``BadValue`` names the field.
    """
    cells = board.layout.blank()
    cells[board.MARKER] = rules.pieces.first_marker
    POSITION.read(cells, position)
    if "initiative" not in position:
        cells[board.INITIATIVE] = initiative_at(rules.pieces, cells[board.MARKER])
    place_the_rest(cells)
    return State(rules, cells, stack_of(rules, cells, position))


def stack_of(rules: Rules, cells: board.Cells, position: Mapping[str, Any]) -> tuple[Procedure, ...]:
    """The frames: as written, or those of a step."""
    written = written_frames(rules, position)
    if written is not None:
        return written
    step = position.get("step", "operations")
    if step not in STEPS:
        raise BadValue(f"{step!r} is not allowed here; allowed are {shorten(STEPS)}", field="step")
    outer = Turn(STEP_NUMBER[step] + 1)
    if step == "operations":
        return (outer, Operations())
    first = step == "first_forms"
    return (outer, FormForces(board.other(cells[board.INITIATIVE]) if first else cells[board.INITIATIVE]))


def place_the_rest(cells: board.Cells) -> None:
    """6.3 Places units without a place: ships in base, Transports with the side without the initiative.

    If the Tokyo Express is in play, one Transports unit is off the map (9.6.a).
    """
    rest = ALL_UNITS & ~board.units_of_forces(cells, range(len(FORCES)))
    for pile in cells[board.BASE : board.FORCE]:
        rest &= ~pile
    without = board.other(cells[board.INITIATIVE])
    for side in (0, 1):
        own = rest & OF_SIDE[side]
        cells[board.BASE + side] |= own & SHIPS | (own & TRANSPORTS if side == without else 0)
        cells[board.OFF_MAP] |= own & TRANSPORTS if side != without else 0
    cells[board.OFF_MAP] |= rest & EXPRESS
    if without == JAPAN and not cells[board.OFF_MAP] & board.TRIO:
        replaced = rest & TRANSPORTS & OF_SIDE[JAPAN]
        cells[board.BASE] &= ~(replaced & -replaced)
        cells[board.OFF_MAP] |= replaced & -replaced
