"""Normal Turn One (tournament): the frame of that first turn, and the targets that Japan names for a third round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import Group, SetProduct
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import Number, One, Record, Row, members
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.effects import airstrike
from ironbottom.games.victory_in_the_pacific.pieces import (
    ALLIES,
    CARRIERS,
    DAY,
    HAWAII,
    JAPAN,
    OF_SIDE,
    PEARL_HARBOR,
    SUBMARINES,
    UNITS,
    Pieces,
)
from ironbottom.games.victory_in_the_pacific.state import AT, IN, MARKED, TURN, Cells

MOST_STAGES = 12
Aims = tuple[tuple[int, int], ...]
Stage = Callable[[Play], None]


def normal_turn(pieces: Pieces, cells: Cells) -> bool:
    """24.1 Whether this is the first turn, played as a Normal Turn One."""
    return bool(pieces.normal and cells[TURN] == 1)


class NormalTurnOne(Procedure):
    """24.1 From Japan's raiders to the end of combat; ``aims`` are the targets named for a third round."""

    name = "normal_turn_one"
    clause = "24.1"
    fields = {
        "next": Number(0, MOST_STAGES),
        "aims": Row(Record(unit=One(UNITS), target=One(UNITS))),
    }
    stages: tuple[Stage, ...] = ()
    """Set by the module that knows the steps."""

    def proceed(self, play: Play, frame: Frame) -> bool:
        stage = frame[1]
        if stage == len(self.stages):
            play.pop()
        else:
            play.replace((frame[0], stage + 1, frame[2]))
            self.stages[stage](play)
        return False


NORMAL = NormalTurnOne()

# -- the targets of a third round ---------------------------------------------------------------------------------


def takers(pieces: Pieces, cells: Cells, aims: Aims) -> int:
    """The carriers off Hawaii that have still to name a target."""
    found = 0
    for unit in members(cells[AT + HAWAII] & OF_SIDE[JAPAN] & CARRIERS):
        if airstrike(pieces, cells, unit):
            found |= 1 << unit
    for unit, _ in aims:
        found &= ~(1 << unit)
    return found


def marks(cells: Cells) -> int:
    """What may be named: what lies in Pearl Harbor or is off the islands, and ships marked as raiders anywhere."""
    return (cells[MARKED] | cells[IN + PEARL_HARBOR] | cells[AT + HAWAII]) & OF_SIDE[ALLIES] & ~SUBMARINES


@condition("24.7", "{0} is no carrier off Hawaii that has still to name a target")
def names_a_target(state: State, frame: Frame, side: int, unit: int, target: int) -> bool:
    return bool(takers(state.rules.pieces, state.cells, frame[1]) >> unit & 1)


@condition("24.7", "{1} is not in Pearl Harbor, nor off Hawaii, nor about to raid")
def may_be_named(state: State, frame: Frame, side: int, unit: int, target: int) -> bool:
    return bool(marks(state.cells) >> target & 1)


def designations(state: State, frame: Frame, side: int) -> list[Group]:
    units = takers(state.rules.pieces, state.cells, frame[1])
    return [SetProduct(DESIGNATE.number, units, members(marks(state.cells)))]


DESIGNATE = Verb(
    "designate", UNITS, UNITS, clause="24.7", conditions=(names_a_target, may_be_named), offer=designations
)


class Designation(Procedure):
    """24.7 Each carrier that stays names its target for a day action in the third round."""

    name = "designation"
    clause = "24.7"
    fields = {"aims": Row(Record(unit=One(UNITS), target=One(UNITS)))}
    verbs = (DESIGNATE,)

    def proceed(self, play: Play, frame: Frame) -> bool:
        if takers(play.rules.pieces, play.cells, frame[1]) and marks(play.cells):
            return True
        play.pop()
        below = play.state.stack[-1]
        play.replace((*below[:2], frame[1]))
        return False

    def side(self, state: State, frame: Frame) -> int:
        return JAPAN

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Name the target of each carrier, should the third round be a day action."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        play.replace((frame[0], tuple(sorted((*frame[1], (code[1], code[2]))))))
        play.tell(log.DESIGNATED, code[1], code[2])


DESIGNATION = Designation()


def take_aims(play: Play, area: int, way: int) -> Aims:
    """24.7 The targets named for the first regular round; night, and any later round, has none."""
    stack = play.state.stack
    place = next((n for n, frame in enumerate(stack) if frame[0] == NORMAL.number), -1)
    if place < 0 or area != HAWAII:
        return ()
    frame = stack[place]
    play.state.stack = (*stack[:place], (*frame[:2], ()), *stack[place + 1 :])
    return frame[2] if way == DAY else ()
