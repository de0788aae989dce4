"""10.4 Naval bombardment of Henderson Field."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import Number, members
from ironbottom.engine.rules.actions import Verb
from ironbottom.engine.rules.procedures import Procedure, changed
from ironbottom.games.pacific_fury import log
from ironbottom.games.pacific_fury.pieces import GUNS, Force, Round
from ironbottom.games.pacific_fury.rules.hits import fire
from ironbottom.games.pacific_fury.rules.returns import WITHDRAW, return_to_base
from ironbottom.games.pacific_fury.rules.task_forces import reveal
from ironbottom.games.pacific_fury.state import DISRUPTED, FORCE, MARKER, side_of
from ironbottom.games.pacific_fury.state_types import Execution, State


def hits_needed(execution: Execution) -> int:
    """10.4.a The number of hits that disrupts Henderson Field: the value of the marker's box, or one at zero."""
    return int(execution.rules.pieces.track[execution.cells[MARKER]].hits_to_disrupt)


def disrupt(execution: Execution) -> None:
    """6.2 Turns the initiative marker to its disrupted face."""
    execution.cells[DISRUPTED] = 1
    execution.emit(log.HENDERSON_DISRUPTED)


BOMBARD_AGAIN = Verb("bombard_again", clause="10.4.b", ends_list="always")

LAST_ROUND = 2


class Bombardment(Procedure):
    """10.4 Only the attacker fires; hits do not carry over to a second round, and the attacker goes home afterwards."""

    number, name, clause, verbs = 6, "bombardment", "10.4.b", (BOMBARD_AGAIN, WITHDRAW)
    force: Force
    round: Round
    fired: Annotated[int, Number(0, 1)]

    def proceed(self, execution: Execution) -> bool:
        if not self.fired:
            execution.replace(changed(self, fired=1))
            self.fire(execution)
            return False
        if self.round < LAST_ROUND and not execution.cells[DISRUPTED]:
            return True
        self.withdraw(execution)
        return False

    def fire(self, execution: Execution) -> None:
        """10.4.a Enough hits (the marker's box value) disrupt the field."""
        execution.emit(log.ROUND_OPENED, self.round)
        hits = sum([fire(execution, unit) for unit in members(execution.cells[FORCE + self.force] & GUNS)])
        needed = hits_needed(execution)
        execution.emit(log.BOMBARDED, self.force, hits, needed)
        if hits >= needed:
            disrupt(execution)

    def decider(self, state: State) -> int:
        return side_of(self.force)

    def bombard_again(self, execution: Execution) -> None:
        execution.replace(Bombardment(self.force, self.round + 1, 0))

    def withdraw(self, execution: Execution) -> None:
        execution.pop()
        return_to_base(execution, self.force, "bombardment")


def bombard(execution: Execution, force: int, first: int) -> None:
    """9.4.b Opens a bombardment at a given round; the force is revealed (8.4.a)."""
    reveal(execution, [force])
    execution.push(Bombardment(force, first, 0))
