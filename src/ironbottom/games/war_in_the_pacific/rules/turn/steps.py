"""4.1, 4.2, 4.3, 9.1 Steps of a Game-Turn, each announced when it begins; the First Player.

Each step in which sides choose is announced, so that its time reveals nothing. Use ``open_step(execution, step)``; a
step that waits for others on the stack has a ``StepOpens`` above it.
"""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import IdField
from ironbottom.engine.rules.actions import Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.charts_in_force import Charts, Roller
from ironbottom.games.war_in_the_pacific.pieces import IN_FORCE
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.state_types import Execution, State
from ironbottom.games.war_in_the_pacific.turns import turn_number

NOBODY_YET = -1


def open_step(execution: Execution, step: str) -> None:
    """4.1 Opens a step of the sequence; its events may be secret, but its beginning is not."""
    execution.emit(log.STEP_OPENED, log.STEPS.index[step])


class StepOpens(Procedure):
    """4.1 Opens the step below once the steps above it are over."""

    number, name, clause = 94, "step_opens", "4.1"
    step: Annotated[int, IdField(log.STEPS)]

    def proceed(self, execution: Execution) -> bool:
        execution.pop()
        open_step(execution, log.STEPS.ids[self.step])
        return False


@restriction("9.1", "a Task Force must have at least one ship")
def one_at_least(state: State, frame: Procedure, side: int) -> bool:
    force = getattr(frame, "force", None)
    return frame.name != "gathering" or force is None or state.arrays[layout.SHIP_TOP][IN_FORCE + force] >= 0


def ends_step(state: State, frame: Procedure, side: int) -> bool:
    """4.3 The side's part of the step continues after a Task Force gets its ships; otherwise it is finished."""
    return frame.name != "gathering"


DONE = Verb("done", clause="4.3", ends_list=ends_step, when=(one_at_least,))


def modifiers(charts: Charts, turn: int) -> tuple[int, int]:
    """4.2 The modifiers of each side's die in a Game-Turn.

    >>> from ironbottom.games.war_in_the_pacific.data.facts import load
    >>> modifiers(Charts(load()), turn_number("1/6/42")), modifiers(Charts(load()), turn_number("1/11/44"))
    ((1, 0), (0, 3))
    """
    for row in charts.initiative:
        last = turn_number(row.last) if row.last != "end" else turn
        if turn_number(row.first) <= turn <= last:
            return row.japan, row.allies
    return 0, 0


def first_player(roller: Roller, charts: Charts, turn: int, before: int) -> int:
    """4.2 The side with the higher modified die; on a tie the previous First Player, or the side with the modifier,
    otherwise Japan.
    """
    added = modifiers(charts, turn)
    japan, allies = (roller.roll(6, Roll.INITIATIVE) + more for more in added)
    if japan != allies:
        return JAPAN if japan > allies else ALLIES
    if before != NOBODY_YET:
        return before
    return ALLIES if added[ALLIES] > added[JAPAN] else JAPAN


PROCEDURES = (StepOpens,)
