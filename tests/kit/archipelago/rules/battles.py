"""5.0 Battles on the islands where both sides have counters."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import IdField, Number
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Execution, Procedure, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.engine.rules.state import State
from tests.kit.archipelago import log
from tests.kit.archipelago.pieces import ISLANDS, KINDS, NORTH, SIDES, SOUTH, counter
from tests.kit.archipelago.state import COUNTERS, HELD, add


@restriction("5.2", "you have no {kind} there")
def own_there(state: State, frame: Losses, side: int) -> IdSet:
    first = counter(frame.island, side, 0)
    counts = state.arrays[COUNTERS][first : first + len(KINDS)]
    return sum(1 << kind for kind, count in enumerate(counts) if count)


LOSE = Verb("lose", clause="5.2", ends_list="always", kind=Argument(KINDS, own_there))


class Losses(Question):
    """5.2 The side that loses counters chooses them one by one; if none is left, nothing more is lost."""

    number, name, clause, question = 5, "losses", "5.2", "What do you lose?"
    verbs = (LOSE,)
    side: Annotated[int, IdField(SIDES)]
    island: Annotated[int, IdField(ISLANDS)]
    left: Annotated[int, Number(0, 2)]

    def proceed(self, execution: Execution) -> bool:
        if self.left and execution.cells[HELD + self.side] >> self.island & 1:
            return True
        execution.pop()
        return False

    def lose(self, execution: Execution, kind: int) -> None:
        add(execution.state, self.island, self.side, kind, -1)
        execution.replace(changed(self, left=self.left - 1))
        execution.emit(log.LOST, self.island, self.side, kind)


class Battles(Procedure):
    """5.1 Each side rolls a die, island by island; the lower side loses two counters.

    If the dice are equal, both lose one.
    """

    number, name, clause = 6, "battles", "5.1"
    next: Annotated[int, Number(0, len(ISLANDS))]

    def proceed(self, execution: Execution) -> bool:
        contested = execution.cells[HELD + NORTH] & execution.cells[HELD + SOUTH] & -1 << self.next
        if not contested:
            execution.pop()
            return False
        island = (contested & -contested).bit_length() - 1
        execution.replace(changed(self, next=island + 1))
        north, south = execution.roll(6, log.Roll.BATTLE_NORTH), execution.roll(6, log.Roll.BATTLE_SOUTH)
        execution.emit(log.FOUGHT, island, north, south)
        if south >= north:
            execution.push(Losses(NORTH, island, 1 if north == south else 2))
        if north >= south:
            execution.push(Losses(SOUTH, island, 1 if north == south else 2))
        return False
