"""5.9 Air attrition: in the Supply Phase each headquarters loses points according to how many of its points flew.

``attrition_segment(execution)`` rolls for all headquarters, the First Player's first, and asks the owners
(``AirAttrition``) which of the points that flew are lost. The counts are cleared at the end of the Game-Turn
(``flights.turn_ends``).
"""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField, Number
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import air_bases
from ironbottom.games.war_in_the_pacific.derived.flown_shares import flown_of
from ironbottom.games.war_in_the_pacific.pieces import BASES, COMMANDS, SIDES, STACKS
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.state_types import Execution, State


def attrition_segment(execution: Execution) -> None:
    """5.9 Rolls a die for each headquarters whose points flew; the owner then chooses the lost points."""
    pieces = execution.rules.pieces
    first = execution.cells[layout.FIRST_PLAYER]
    asked = []
    for side in (first, 1 - first):
        for command, flown in sorted(flown_of(execution.state, side).items()):
            die = execution.roll(6, Roll.ATTRITION_IN_THE_AIR, 1 << side)
            points = sum(flown.values())
            there = sum(
                execution.state.arrays[layout.AIR][base * air_bases.STACK_COUNT + stack] for base, stack in flown
            )
            lost = min(pieces.charts.air_attrition.read(points, die), there)
            execution.emit_to(side, log.WORN, command, points, die, lost)
            if lost:
                asked.append(AirAttrition(side, command, lost))
    for question in reversed(asked):
        execution.push(question)


def stacks_with_losses(state: State, frame: AirAttrition, side: int) -> list[tuple[int, int]]:
    """5.9 The stacks of a headquarters that flew and still have points."""
    air = state.arrays[layout.AIR]
    stacks = flown_of(state, side).get(frame.command, {})
    return [(base, stack) for base, stack in stacks if air[base * air_bases.STACK_COUNT + stack]]


@restriction("5.9", "no points at {base} that this headquarters serves flew in this Game-Turn")
def flew_from(state: State, frame: AirAttrition, side: int) -> IdSet:
    return sets.from_iterable({base for base, _ in stacks_with_losses(state, frame, side)}, len(BASES))


@restriction("5.9", "{stack} at {base} did not fly in this Game-Turn")
def flew(state: State, frame: AirAttrition, side: int, base: int) -> IdSet:
    return sets.from_iterable(
        {stack for there, stack in stacks_with_losses(state, frame, side) if there == base}, len(STACKS)
    )


WRITE_OFF = Verb(
    "write_off",
    clause="5.9",
    ends_list="always",
    base=Argument(BASES, flew_from),
    stack=Argument(STACKS, flew, always_completes=True),
)


class AirAttrition(Question):
    """5.9 The owner chooses the lost points, one by one."""

    number, name, clause = 49, "wear", "5.9"
    verbs = (WRITE_OFF,)
    hides_forced, unobservable = True, True
    side: Annotated[int, IdField(SIDES)]
    command: Annotated[int, IdField(COMMANDS)]
    left: Annotated[int, Number(1, 99)]

    def proceed(self, execution: Execution) -> bool:
        """5.3, 5.9 Asks nothing if the points that flew now serve another headquarters, because others lost points."""
        if stacks_with_losses(execution.state, self, self.side):
            return True
        execution.pop()
        return False

    def write_off(self, execution: Execution, base: int, stack: int) -> None:
        """5.9, 47.1 Removes a point."""
        flights.lose_at(execution.state, self.side, base, stack, 1)
        execution.emit(log.WORN_OUT, self.side, 1)
        if self.left > 1 and stacks_with_losses(execution.state, self, self.side):
            execution.replace(changed(self, left=self.left - 1))
        else:
            execution.pop()


PROCEDURES = (AirAttrition,)
