"""4.2 The verbs that end a run of choices."""

from __future__ import annotations

from ironbottom.engine.rules.actions import Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.axis_allies_pacific.derived.decks import somebody_can_land
from ironbottom.games.axis_allies_pacific.state_types import State


@restriction("10.1", "aircraft in the air that can land must land first")
def all_landed(state: State, frame: Procedure, side: int) -> bool:
    return frame.name != "regroup" or not somebody_can_land(state.rules.pieces, state.cells, side)


def ends_phase(state: State, frame: Procedure, side: int) -> bool:
    """4.2 The verb that ends a run; die rolls or other sides' standing orders may follow, except after a purchase or
    the last moves.
    """
    return frame.name not in ("purchase", "regroup")


DONE = Verb("done", clause="4.2", ends_list=ends_phase, when=(all_landed,))
PASS = Verb("pass", clause="4.2", ends_list="always")
