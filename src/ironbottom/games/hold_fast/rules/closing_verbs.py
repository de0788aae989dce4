"""The two verbs that end a series of choices, shared by all steps that have them."""

from __future__ import annotations

from ironbottom.engine.rules.actions import Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.hold_fast.pieces import TASK_FORCES
from ironbottom.games.hold_fast.state import FORCE_AT, FORCE_FROM, Cells
from ironbottom.games.hold_fast.state_types import State

FORCES = range(len(TASK_FORCES))


def is_waiting(cells: Cells, force: int) -> bool:
    """14.0.1 Whether a task force is formed and has not sailed."""
    return cells[FORCE_FROM + force] >= 0 and cells[FORCE_AT + force] < 0


@restriction("14.0.1", "a task force that has formed must sail first")
def forces_sailed(state: State, frame: Procedure, side: int) -> bool:
    return not state.rules.pieces.task_forces or not any(is_waiting(state.cells, force) for force in FORCES)


DONE = Verb("done", clause="7.0.1", ends_list="always", when=(forces_sailed,))
PASS = Verb("pass", clause="4.1.4", ends_list="always")
