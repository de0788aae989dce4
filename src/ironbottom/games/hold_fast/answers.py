"""The two answers that end a run of choices, shared by all steps that have them."""

from __future__ import annotations

from ironbottom.engine.actions import Verb
from ironbottom.engine.choices import Group, Only
from ironbottom.engine.conditions import condition
from ironbottom.engine.procedures import Frame
from ironbottom.engine.state import State
from ironbottom.games.hold_fast.pieces import TASK_FORCES
from ironbottom.games.hold_fast.state import FORCE_AT, FORCE_FROM, Cells

FORCES = range(len(TASK_FORCES))


def waiting(cells: Cells, force: int) -> bool:
    """14.0.1 Whether a task force is formed and has not sailed."""
    return cells[FORCE_FROM + force] >= 0 and cells[FORCE_AT + force] < 0


@condition("14.0.1", "a task force that was formed has to sail first")
def forces_sailed(state: State, frame: Frame, side: int) -> bool:
    cells = state.cells
    return max(cells[FORCE_FROM : FORCE_FROM + len(FORCES)]) < 0 or not any(waiting(cells, force) for force in FORCES)


def may_end(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(DONE.number)] if forces_sailed(state, frame, side) else []


def may_pass(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(PASS.number)]


DONE = Verb("done", clause="7.0.1", conditions=(forces_sailed,), offer=may_end)
PASS = Verb("pass", clause="4.1.4", offer=may_pass)
