"""4.1 Each step in which sides choose is announced to all as it begins, so that no time passes unannounced.

Entry: ``open_step(play, step)``; a step that waits for others on the stack has a ``StepOpens`` above it.
"""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import IdField
from ironbottom.engine.rules.procedures import Execution, Procedure
from ironbottom.games.war_in_the_pacific import log


def open_step(play: Execution, step: str) -> None:
    """4.1 A step of the sequence opens; what it brings may be secret, that it is reached is not."""
    play.tell(log.STEP_OPENED, log.STEPS.index[step])


class StepOpens(Procedure):
    """4.1 The step below begins once those above it are over."""

    number, name, clause = 94, "step_opens", "4.1"
    step: Annotated[int, IdField(log.STEPS)]

    def proceed(self, play: Execution) -> bool:
        play.pop()
        open_step(play, log.STEPS.ids[self.step])
        return False


PROCEDURES = (StepOpens,)
