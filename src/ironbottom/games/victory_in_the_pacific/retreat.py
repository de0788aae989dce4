"""7.92, 8.1, 8.2 After a round a side stays or retreats; those who flee may break into groups."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import EachOf, Group, Only, SetProduct
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import One, Row, Some
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.question import Question
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific import combat_log as log
from ironbottom.games.victory_in_the_pacific.answers import DONE
from ironbottom.games.victory_in_the_pacific.combat_log import FORCES
from ironbottom.games.victory_in_the_pacific.pieces import SIDES, UNITS

Parties = tuple[int, ...]
"""8.2 The groups of those who flee, each as bits."""

# -- 8.1 stay or retreat -------------------------------------------------------------------------------


def may_stay(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(STAY.number)]


def may_retreat(state: State, frame: Frame, side: int) -> list[Group]:
    return [Only(RETREAT.number)]


def decide(play: Play, frame: Frame, side: int, code: Code) -> None:
    """8.1, 8.11 A side stays, or all its units retreat."""
    play.pop()
    if code[0] == STAY.number:
        play.tell(log.STAYED, side)
    else:
        play.rules.procedures[play.state.stack[-1][0]].gives_way(play, side)


STAY = Verb("stay", clause="7.92", offer=may_stay)
RETREAT = Verb("retreat", clause="8.1", offer=may_retreat)
STAY_OR_RETREAT = Question(
    SIDES, "stay_or_retreat", "8.1", "The round is over. Does your fleet stay, or retreat?", (STAY, RETREAT), decide
)

# -- 20.8 part of a fleet may retreat ------------------------------------------------------------------


@condition("20.8", "{0} is no unit of yours in this battle, or goes already")
def may_part(state: State, frame: Frame, side: int, unit: int) -> bool:
    return bool(frame[2] >> unit & 1)


def units_to_detach(state: State, frame: Frame, side: int) -> list[Group]:
    return [EachOf(DETACH.number, frame[2])]


def part(play: Play, frame: Frame, side: int, code: Code) -> None:
    """20.8 A side stays, retreats whole, or begins to name those that go."""
    if code[0] == DETACH.number:
        play.pop()
        play.tell(log.DETACHED, code[1])
        play.push(DETACHING.frame(side, frame[2] & ~(1 << code[1]), 1 << code[1]))
    else:
        decide(play, frame, side, code)


def detach(play: Play, frame: Frame, side: int, code: Code) -> None:
    """20.8 One more goes; or those named go, all of a fleet as in any retreat."""
    play.pop()
    bit = 0
    if code[0] == DETACH.number:
        bit = 1 << code[1]
        play.tell(log.DETACHED, code[1])
    left, going = frame[2] & ~bit, frame[3] | bit
    battle = play.rules.procedures[play.state.stack[-1][0]]
    if not left:
        battle.gives_way(play, side)
    elif bit:
        play.push(DETACHING.frame(side, left, going))
    else:
        battle.parts(play, side, going)


DETACH = Verb("detach", UNITS, clause="20.8", conditions=(may_part,), offer=units_to_detach)
STAY_OR_PART = Question(
    SIDES,
    "stay_or_part",
    "20.8",
    "The round is over. Does your fleet stay, retreat, or part? Name a unit to let part of it retreat.",
    (STAY, RETREAT, DETACH),
    part,
    may=Some(UNITS),
)
DETACHING = Question(
    SIDES,
    "detaching",
    "20.8",
    "Which other units retreat too? Done: the rest stay.",
    (DETACH, DONE),
    detach,
    may=Some(UNITS),
    going=Some(UNITS),
)

# -- 8.2, 8.52 groups ----------------------------------------------------------------------------------


@condition("8.2", "{0} does not flee, or is in a group already")
def ungrouped(state: State, frame: Frame, side: int, unit: int, group: int) -> bool:
    return bool(frame[2] >> unit & 1)


@condition("8.2", "{1} is not the next group to be formed")
def next_group(state: State, frame: Frame, side: int, unit: int, group: int) -> bool:
    return group <= len(frame[3])


def ways_to_group(state: State, frame: Frame, side: int) -> list[Group]:
    return [SetProduct(FLEE.number, frame[2], range(min(len(frame[3]) + 1, len(FORCES))))]


FLEE = Verb("flee", UNITS, FORCES, clause="8.2", conditions=(ungrouped, next_group), offer=ways_to_group)


class Grouping(Procedure):
    """8.2, 8.22 The fleeing side forms its groups for good, unit by unit; those left at the end are one more group."""

    name = "grouping"
    clause = "8.2"
    fields = {"side": One(SIDES), "left": Some(UNITS), "groups": Row(Some(UNITS))}
    verbs = (FLEE, DONE)

    def start(self, play: Play, side: int, units: int) -> None:
        """Asks for the groups of these units."""
        play.push(self.frame(side, units, ()))

    def proceed(self, play: Play, frame: Frame) -> bool:
        left, groups = frame[2], frame[3]
        if left & (left - 1) or (left and groups):
            return True
        self.finish(play, frame)
        return False

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Put your fleeing units into groups; done: those left flee together."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE.number:
            self.finish(play, frame)
            return
        bit, groups = 1 << code[1], list(frame[3])
        play.tell(log.FLED, code[1], code[2])
        if code[2] == len(groups):
            groups.append(bit)
        else:
            groups[code[2]] |= bit
        play.replace((self.number, side, frame[2] & ~bit, tuple(groups)))

    def finish(self, play: Play, frame: Frame) -> None:
        """The procedure below learns the groups."""
        play.pop()
        groups: Parties = (*frame[3], frame[2]) if frame[2] else frame[3]
        if frame[2] & (frame[2] - 1) or len(groups) > 1:
            play.tell(log.GROUPED, frame[1], groups)
        play.rules.procedures[play.state.stack[-1][0]].grouped(play, groups)


GROUPING = Grouping()
