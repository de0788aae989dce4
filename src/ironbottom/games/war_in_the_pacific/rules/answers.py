"""4.3, 9.1 Answers that several questions share."""

from __future__ import annotations

from ironbottom.engine.rules.actions import Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific.rules.sailing import ships_of


@restriction("9.1", "a Task Force must have at least one ship")
def one_at_least(state: State, here: Procedure, side: int) -> bool:
    force = getattr(here, "force", None)
    return here.name != "gathering" or force is None or bool(ships_of(state, force))


def ends_step(state: State, here: Procedure, side: int) -> bool:
    """4.3 The step continues after a Task Force gets its ships; otherwise the side has finished its part."""
    return here.name != "gathering"


DONE = Verb("done", clause="4.3", ends_list=ends_step, when=(one_at_least,))
