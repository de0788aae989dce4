"""10.4 Naval bombardment of Henderson Field."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import Group, Only
from ironbottom.engine.fields import Number, One, members
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.pacific_fury import log
from ironbottom.games.pacific_fury.hits import fire
from ironbottom.games.pacific_fury.pieces import FORCES, GUNS
from ironbottom.games.pacific_fury.returns import WITHDRAW, go_home
from ironbottom.games.pacific_fury.state import DISRUPTED, FORCE, MARKER, side_of
from ironbottom.games.pacific_fury.task_forces import reveal


def hits_needed(play: Play) -> int:
    """10.4.a The hits that disrupt Henderson Field: the value of the marker's box, at zero one."""
    return int(play.rules.pieces.track[play.cells[MARKER]].hits_to_disrupt)


def disrupt(play: Play) -> None:
    """6.2 The initiative marker is turned to its disrupted face."""
    play.cells[DISRUPTED] = 1
    play.tell(log.HENDERSON_DISRUPTED)


def firing_again(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(BOMBARD_AGAIN.number)]


BOMBARD_AGAIN = Verb("bombard_again", clause="10.4.b", offer=firing_again)


LAST_ROUND = 2


class Bombardment(Procedure):
    """10.4 The attacker alone fires; hits do not carry over to a second round, and it goes home afterwards."""

    name = "bombardment"
    clause = "10.4.b"
    fields = {"force": One(FORCES), "round": Number(1, 2), "fired": Number(0, 1)}
    verbs = (BOMBARD_AGAIN, WITHDRAW)

    def proceed(self, play: Play, frame: Frame) -> bool:
        _, force, rounds, fired = frame
        if fired and rounds < LAST_ROUND and not play.cells[DISRUPTED]:
            return True
        if fired:
            play.pop()
            go_home(play, force, "bombardment")
            return False
        play.replace(self.frame(force, rounds, 1))
        self.fire(play, force, rounds)
        return False

    def fire(self, play: Play, force: int, rounds: int) -> None:
        """10.4.a Hits at least the marker's box value disrupt the field."""
        play.tell(log.ROUND_OPENED, rounds)
        hits = sum([fire(play, unit) for unit in members(play.cells[FORCE + force] & GUNS)])
        needed = hits_needed(play)
        play.tell(log.BOMBARDED, force, hits, needed)
        if hits >= needed:
            disrupt(play)

    def side(self, state: State, frame: Frame) -> int:
        return side_of(frame[1])

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Henderson Field still operates: bombard again, or return to base?"

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        _, force, rounds, _ = frame
        if code[0] == BOMBARD_AGAIN.number:
            play.replace(self.frame(force, rounds + 1, 0))
        else:
            play.pop()
            go_home(play, force, "bombardment")


BOMBARDMENT = Bombardment()


def bombard(play: Play, force: int, first: int) -> None:
    """9.4.b Opens a bombardment from a first round to the second; the force is revealed (8.4.a)."""
    reveal(play, [force])
    play.push(BOMBARDMENT.frame(force, first, 0))
