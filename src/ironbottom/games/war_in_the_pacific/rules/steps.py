"""4.1 Each step in which sides choose is told to all as it opens, so that nobody sees time pass without being told."""

from __future__ import annotations

from ironbottom.engine.procedures import Play
from ironbottom.games.war_in_the_pacific import log


def open_step(play: Play, step: str) -> None:
    """4.1 A step of the sequence opens; what it brings may be secret, that it is reached is not."""
    play.tell(log.STEP_OPENED, log.STEPS.index[step])
