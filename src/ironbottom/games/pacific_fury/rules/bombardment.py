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


def hits_needed(play: Execution) -> int:
    """10.4.a The number of hits that disrupts Henderson Field: the value of the marker's box, or one at zero."""
    return int(play.rules.pieces.track[play.cells[MARKER]].hits_to_disrupt)


def disrupt(play: Execution) -> None:
    """6.2 Turns the initiative marker to its disrupted face."""
    play.cells[DISRUPTED] = 1
    play.emit(log.HENDERSON_DISRUPTED)


BOMBARD_AGAIN = Verb("bombard_again", clause="10.4.b", ends_list="always")

LAST_ROUND = 2


class Bombardment(Procedure):
    """10.4 Only the attacker fires; hits do not carry over to a second round, and the attacker goes home afterwards."""

    number, name, clause, verbs = 6, "bombardment", "10.4.b", (BOMBARD_AGAIN, WITHDRAW)
    force: Force
    round: Round
    fired: Annotated[int, Number(0, 1)]

    def proceed(self, play: Execution) -> bool:
        if not self.fired:
            play.replace(changed(self, fired=1))
            self.fire(play)
            return False
        if self.round < LAST_ROUND and not play.cells[DISRUPTED]:
            return True
        self.withdraw(play)
        return False

    def fire(self, play: Execution) -> None:
        """10.4.a Enough hits (the marker's box value) disrupt the field."""
        play.emit(log.ROUND_OPENED, self.round)
        hits = sum([fire(play, unit) for unit in members(play.cells[FORCE + self.force] & GUNS)])
        needed = hits_needed(play)
        play.emit(log.BOMBARDED, self.force, hits, needed)
        if hits >= needed:
            disrupt(play)

    def decider(self, state: State) -> int:
        return side_of(self.force)

    def bombard_again(self, play: Execution) -> None:
        play.replace(Bombardment(self.force, self.round + 1, 0))

    def withdraw(self, play: Execution) -> None:
        play.pop()
        return_to_base(play, self.force, "bombardment")


def bombard(play: Execution, force: int, first: int) -> None:
    """9.4.b Opens a bombardment at a given round; the force is revealed (8.4.a)."""
    reveal(play, [force])
    play.push(Bombardment(force, first, 0))
