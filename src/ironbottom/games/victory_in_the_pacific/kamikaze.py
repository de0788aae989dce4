"""19.2 Kamikaze attacks of the optional ninth turn."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import EachOf, Group
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import One, Some
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific import combat_log as log
from ironbottom.games.victory_in_the_pacific.answers import DONE
from ironbottom.games.victory_in_the_pacific.fire import shooters
from ironbottom.games.victory_in_the_pacific.pieces import AIR, CARRIERS, DAY, JAPAN, OF_SIDE, SIDES, UNITS
from ironbottom.games.victory_in_the_pacific.state import TURN

KAMIKAZE_TURN = 9


def kamikaze_turn(play: Play) -> bool:
    """19.2 Kamikazes attack on the ninth turn only."""
    return bool(play.rules.pieces.kamikaze and play.cells[TURN] == KAMIKAZE_TURN)


def volunteers(play: Play, units: int) -> int:
    """19.22 The Japanese carriers that may make a kamikaze attack."""
    return shooters(play.rules.pieces, play.cells, DAY, units & CARRIERS) if kamikaze_turn(play) else 0


def sacrificed(play: Play, way: int, unit: int) -> bool:
    """19.21 A Japanese air unit that attacks is a kamikaze."""
    return way == DAY and bool((AIR & OF_SIDE[JAPAN]) >> unit & 1) and kamikaze_turn(play)


@condition("19.22", "{0} is no carrier of this action with an airstrike, or is named already")
def may_volunteer(state: State, frame: Frame, side: int, unit: int) -> bool:
    return bool(frame[2] >> unit & 1)


def carriers_to_name(state: State, frame: Frame, side: int) -> list[Group]:
    return [EachOf(KAMIKAZE.number, frame[2])]


KAMIKAZE = Verb("kamikaze", UNITS, clause="19.22", conditions=(may_volunteer,), offer=carriers_to_name)


class KamikazeNaming(Procedure):
    """19.22 Japan names the carriers that make kamikaze attacks in this day action."""

    name = "kamikaze_naming"
    clause = "19.22"
    fields = {"side": One(SIDES), "may": Some(UNITS), "named": Some(UNITS)}
    verbs = (KAMIKAZE, DONE)

    def proceed(self, play: Play, frame: Frame) -> bool:
        if frame[2]:
            return True
        self.finish(play, frame)
        return False

    def side(self, state: State, frame: Frame) -> int:
        return int(frame[1])

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Day action: which carriers make kamikaze attacks? They are lost with it."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE.number:
            self.finish(play, frame)
            return
        bit = 1 << code[1]
        play.tell(log.VOLUNTEERED, code[1])
        play.replace((self.number, side, frame[2] & ~bit, frame[3] | bit))

    def finish(self, play: Play, frame: Frame) -> None:
        """The action below learns which they are."""
        play.pop()
        play.tell(log.KAMIKAZES, frame[3])
        if frame[3]:
            play.rules.procedures[play.state.stack[-1][0]].sacrifice(play, frame[3])


KAMIKAZE_NAMING = KamikazeNaming()
