"""41.23 The counters that count as ground units in the cases of the booklet."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.state_types import State

KINDS = ("combat", "engineer", "base_force", "logistic")
"""41.23 The kinds of ground units that control a hex."""


def is_ground_unit(state: State, unit: int) -> bool:
    """41.23 Whether a counter is a ground unit for a case: not a headquarters or an entrenchment."""
    pieces = state.rules.pieces
    return pieces.ground[state.arrays[layout.UNIT_TYPE][unit]].kind in KINDS
