"""8.9 Pursuit: the side that stays fires once at like units that withdraw, and these fire back."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import Group, Product, SetProduct
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import One, members
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast.answers import DONE
from ironbottom.games.hold_fast.fire import AIMS, Aim, shoot
from ironbottom.games.hold_fast.pieces import AREAS, GUNS, LIKE, SIDES, TRANSPORTS, UNITS
from ironbottom.games.hold_fast.state import Cells, other, present


def like_pairs(staying: int, leaving: int) -> list[tuple[int, int]]:
    """8.9.1 Pursuers and what they may pursue, by like types.

    8.9.3 Transports are safe while gun ships of their side withdraw; otherwise battleships and cruisers pursue them.
    """
    pairs = [(staying & kind, leaving & kind) for kind in LIKE]
    if not leaving & GUNS:
        pairs.append((staying & GUNS, leaving & TRANSPORTS))
    return [(firing, targets) for firing, targets in pairs if firing and targets]


def aimed(aims: tuple[Aim, ...]) -> tuple[int, int]:
    """The units that have their target, and the targets named so far."""
    firing = targets = 0
    for unit, target in aims:
        firing |= 1 << unit
        targets |= 1 << target
    return firing, targets


def open_pairs(cells: Cells, side: int, area: int, aims: tuple[Aim, ...]) -> list[tuple[int, int]]:
    """8.9.2 Pursuers left and what each may name now: of like units, those without a pursuer first."""
    firing, named = aimed(aims)
    pairs = like_pairs(present(cells, area, side), present(cells, area, other(side)))
    free = ((units & ~firing, targets) for units, targets in pairs)
    return [(units, targets & ~named or targets) for units, targets in free if units]


@condition("8.9.1", "{0} is no unit of yours in this battle")
def may_pursue(state: State, frame: Frame, side: int, unit: int, target: int) -> bool:
    return bool(present(state.cells, frame[2], side) >> unit & 1)


@condition("8.9.1", "{0} has its target: each unit pursues once")
def pursues_once(state: State, frame: Frame, side: int, unit: int, target: int) -> bool:
    return not aimed(frame[3])[0] >> unit & 1


@condition("8.9.3", "battleships or cruiser groups withdraw with {1}, and cover it")
def transports_covered(state: State, frame: Frame, side: int, unit: int, target: int) -> bool:
    gunfire_at_transports = GUNS >> unit & 1 and TRANSPORTS >> target & 1
    return not gunfire_at_transports or not present(state.cells, frame[2], other(side)) & GUNS


@condition("8.9.1", "{1} is no unit of a like type that withdraws")
def like_type(state: State, frame: Frame, side: int, unit: int, target: int) -> bool:
    cells, area = state.cells, frame[2]
    pairs = like_pairs(present(cells, area, side), present(cells, area, other(side)))
    return any(units >> unit & 1 and targets >> target & 1 for units, targets in pairs)


@condition("8.9.2", "{1} has a pursuer, and some like unit has none yet")
def not_doubled(state: State, frame: Frame, side: int, unit: int, target: int) -> bool:
    pairs = open_pairs(state.cells, side, frame[2], frame[3])
    return any(units >> unit & 1 and targets >> target & 1 for units, targets in pairs)


@condition("8.9.3", "{0} is a transport, and cannot fire back")
def transports_have_no_guns(state: State, frame: Frame, side: int, unit: int, target: int) -> bool:
    return not TRANSPORTS >> unit & 1


@condition("8.9.4", "{0} was not pursued, or has fired back")
def was_pursued(state: State, frame: Frame, side: int, unit: int, target: int) -> bool:
    return bool(repliers(frame) >> unit & 1)


@condition("8.9.4", "{1} did not pursue {0}")
def its_pursuer(state: State, frame: Frame, side: int, unit: int, target: int) -> bool:
    return (target, unit) in frame[2]


def pursuits(state: State, frame: Frame, side: int) -> list[Group]:
    pairs = open_pairs(state.cells, side, frame[2], frame[3])
    return [SetProduct(PURSUE.number, units, members(targets)) for units, targets in pairs]


def repliers(frame: Frame) -> int:
    """8.9.3, 8.9.4 The pursued units that have still to fire back; transports cannot."""
    pursued = aimed(frame[2])[1] & ~TRANSPORTS
    return pursued & ~aimed(frame[3])[0]


def replies(state: State, frame: Frame, side: int) -> list[Group]:
    return [
        Product(REPLY.number, (unit,), sorted(by for by, target in frame[2] if target == unit))
        for unit in members(repliers(frame))
    ]


PURSUE = Verb(
    "pursue",
    UNITS,
    UNITS,
    clause="8.9.1",
    conditions=(may_pursue, pursues_once, transports_covered, like_type, not_doubled),
    offer=pursuits,
)
REPLY = Verb(
    "reply",
    UNITS,
    UNITS,
    clause="8.9.4",
    conditions=(transports_have_no_guns, was_pursued, its_pursuer),
    offer=replies,
)


class Pursuit(Procedure):
    """8.9.1, 8.9.2 The side that stays chooses its pursuers one by one, or none."""

    name = "pursuit"
    clause = "8.9.1"
    fields = {"side": One(SIDES), "area": One(AREAS), "aims": AIMS}
    verbs = (PURSUE, DONE)

    def proceed(self, play: Play, frame: Frame) -> bool:
        if open_pairs(play.cells, frame[1], frame[2], frame[3]):
            return True
        self.finish(play, frame)
        return False

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "The enemy withdraws: choose a unit that pursues and its target, or done."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE.number:
            play.tell(log.FINISHED, side, log.STEPS.index[self.name])
            self.finish(play, frame)
            return
        play.replace((self.number, side, frame[2], (*frame[3], (code[1], code[2]))))
        play.tell(log.PURSUED, code[1], code[2])

    def finish(self, play: Play, frame: Frame) -> None:
        """The pursuers fire; then those pursued choose at whom they fire back."""
        play.pop()
        if frame[3]:
            shoot(play, frame[3])
            play.push(RETURN_FIRE.frame(other(frame[1]), frame[3], ()))


class ReturnFire(Procedure):
    """8.9.4 Each pursued unit fires at one of its pursuers, even if it is sunk."""

    name = "return_fire"
    clause = "8.9.4"
    fields = {"side": One(SIDES), "pursuers": AIMS, "aims": AIMS}
    verbs = (REPLY,)

    def proceed(self, play: Play, frame: Frame) -> bool:
        """Takes the target of each that has a single pursuer."""
        aims = frame[3]
        for unit in members(repliers(frame)):
            by = [pursuer for pursuer, target in frame[2] if target == unit]
            if len(by) > 1:
                return True
            aims = (*aims, (unit, by[0]))
        play.pop()
        shoot(play, aims)
        return False

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Your units are pursued: choose one and the pursuer at which it fires back."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        play.replace((self.number, side, frame[2], (*frame[3], (code[1], code[2]))))
        play.tell(log.AIMED, code[1], code[2])


PURSUIT = Pursuit()
RETURN_FIRE = ReturnFire()
