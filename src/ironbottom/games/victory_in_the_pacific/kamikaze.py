"""19.2 Kamikaze attacks of the optional ninth turn."""

from __future__ import annotations

from ironbottom.engine.actions import Verb
from ironbottom.engine.choices import EachOf, Group
from ironbottom.engine.conditions import condition
from ironbottom.engine.picking import Picking
from ironbottom.engine.procedures import Frame, Play
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


class KamikazeNaming(Picking):
    """19.22 Japan names the carriers that make kamikaze attacks in this day action."""

    name = "kamikaze_naming"
    clause = "19.22"
    verbs = (KAMIKAZE, DONE)
    question = "Day action: which carriers make kamikaze attacks? They are lost with it."
    done = DONE

    def picked(self, play: Play, side: int, one: int) -> None:
        play.tell(log.VOLUNTEERED, one)

    def finish(self, play: Play, side: int, left: int, picked: int) -> None:
        """The action below learns which they are."""
        play.tell(log.KAMIKAZES, picked)
        if picked:
            play.rules.procedures[play.state.stack[-1][0]].sacrifice(play, picked)


KAMIKAZE_NAMING = KamikazeNaming(SIDES, UNITS, "may", "named")
