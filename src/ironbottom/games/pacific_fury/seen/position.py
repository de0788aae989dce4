"""Positions in the game's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.errors import BadValue
from ironbottom.engine.fields import Flag, shorten
from ironbottom.engine.layout_records import Column, records
from ironbottom.engine.position_parts import written_frames
from ironbottom.engine.procedures import Procedure
from ironbottom.engine.rules import Rules
from ironbottom.engine.state import State
from ironbottom.engine.view_form import PositionForm
from ironbottom.games.pacific_fury.pieces import ALL_UNITS, EXPRESS, FORCES, JAPAN, OF_SIDE, SHIPS, TRANSPORTS
from ironbottom.games.pacific_fury.rules.operations import Operations
from ironbottom.games.pacific_fury.rules.sequence import STEP_NUMBER, Turn, initiative_at
from ironbottom.games.pacific_fury.rules.task_forces import FormForces
from ironbottom.games.pacific_fury.state import (
    BASE,
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
    Cells,
    layout,
    other,
    together,
    words,
)

STEPS = ("first_forms", "second_forms", "operations")


class FaceUp(Column):
    """A shorter way to say that all counters of a task force are shown."""

    written = False

    def read(self, cells: Cells, thing: int, plain: Any, field: str) -> None:
        cells[SHOWN] |= Flag().read(plain, field) * cells[FORCE + thing]


POSITION = PositionForm(
    words,
    *(TURN, INITIATIVE, MARKER, OPERATION, USED, TRANSPORTS_SUNK, HIT, DISRUPTED),
    words.piles("units", BASE, RESERVE, SUNK, GONE, OFF_MAP, DUE, full=True),
    records(words, "forces", FORCES, where=WHERE, units=FORCE, cannot_hold=LIMIT, face_up=FaceUp(lambda *_: None)),
    SHOWN,
    also=("step",),
)


def read(rules: Rules, position: Mapping[str, Any]) -> State:
    """The state that a position describes.

    All fields but ``turn`` may be left out. Units that stand nowhere are in their base (Transports: those of the
    side without the initiative; the others and the Tokyo Express off the map). ``step`` is ``first_forms``,
    ``second_forms`` or ``operations``; ``frames`` stands in its place inside a combat. ``BadValue`` names the field.
    """
    cells = layout.blank()
    cells[MARKER] = rules.pieces.first_marker
    POSITION.read(cells, position)
    if "initiative" not in position:
        cells[INITIATIVE] = initiative_at(rules.pieces, cells[MARKER])
    place_the_rest(cells)
    return State(rules, cells, stack_of(rules, cells, position))


def stack_of(rules: Rules, cells: Cells, position: Mapping[str, Any]) -> tuple[Procedure, ...]:
    """The frames: written out, or those of a step."""
    written = written_frames(rules, position)
    if written is not None:
        return written
    step = position.get("step", "operations")
    if step not in STEPS:
        raise BadValue(f"{step!r} cannot stand here; allowed are {shorten(STEPS)}", field="step")
    outer = Turn(STEP_NUMBER[step] + 1)
    if step == "operations":
        return (outer, Operations())
    first = step == "first_forms"
    return (outer, FormForces(other(cells[INITIATIVE]) if first else cells[INITIATIVE]))


def place_the_rest(cells: Cells) -> None:
    """6.3 Units that stand nowhere: ships in base, Transports with the side without the initiative.

    Where the Tokyo Express is in play one Transports is off the map (9.6.a).
    """
    rest = ALL_UNITS & ~together(cells, range(len(FORCES)))
    for pile in cells[BASE:FORCE]:
        rest &= ~pile
    without = other(cells[INITIATIVE])
    for side in (0, 1):
        own = rest & OF_SIDE[side]
        cells[BASE + side] |= own & SHIPS | (own & TRANSPORTS if side == without else 0)
        cells[OFF_MAP] |= own & TRANSPORTS if side != without else 0
    cells[OFF_MAP] |= rest & EXPRESS
    if without == JAPAN and not cells[OFF_MAP] & TRIO:
        replaced = rest & TRANSPORTS & OF_SIDE[JAPAN]
        cells[BASE] &= ~(replaced & -replaced)
        cells[OFF_MAP] |= replaced & -replaced
