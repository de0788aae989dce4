"""7.42 to 7.5 Fire: who may aim at whom, and the dice of a shot."""

from __future__ import annotations

from typing import Any, NamedTuple

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import EachOf, Group, SetProduct
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import One, Record, Row, Some, Tally, members
from ironbottom.engine.picking import Picking
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific import combat_log as log
from ironbottom.games.victory_in_the_pacific.answers import DONE
from ironbottom.games.victory_in_the_pacific.effects import airstrike, gunnery, gunnery_bonus
from ironbottom.games.victory_in_the_pacific.pieces import (
    ACTIONS,
    AIR,
    AMPHIBIOUS,
    CARRIERS,
    DAY,
    NIGHT,
    SHIPS,
    SIDES,
    UNITS,
    Pieces,
)

MISSED, DISABLED, HIT = range(3)
DISABLING, HITTING = 5, 6
Aim = tuple[int, int]
"""A unit that fires, and its target."""
AIMS = Row(Record(unit=One(UNITS), target=One(UNITS)))
MARKS = Tally(UNITS, log.MOST_DAMAGE)
"""3.5 Damage points that take effect at the end of the action."""


def shot(die: int, bonus: bool, at_air: bool) -> int:
    """7.531, 7.532, 7.535, 13.22 What a die does: nothing, a disabling, or a hit.

    Against air units only a 6 counts, with or without the bonus (12.22, 12.23).

    >>> [shot(die, False, False) for die in (4, 5, 6)], [shot(die, True, False) for die in (3, 4, 5)]
    ([0, 1, 2], [0, 1, 2])
    >>> [shot(die, True, True) for die in (4, 5, 6)]
    [0, 0, 2]
    """
    if at_air:
        return HIT if die == HITTING else MISSED
    told = die + bonus
    return HIT if told >= HITTING else DISABLED if told == DISABLING else MISSED


class Volley(NamedTuple):
    """The dice of one attack and what they do: the dice of the shots, the damage dice, and whether it disables."""

    dice: tuple[int, ...]
    hits: tuple[int, ...]
    disabled: bool

    @property
    def damage(self) -> int:
        """7.532 The damage points."""
        return sum(self.hits)


def volley(play: Play, shots: int, bonus: bool, at_air: bool, why: str) -> Volley:
    """7.53 One die a shot, and after a hit at once its damage die, which has no bonus (7.535)."""
    dice, hits, disabled = [], [], False
    for _ in range(shots):
        die = play.roll(6, why)
        dice.append(die)
        outcome = shot(die, bonus, at_air)
        if outcome == HIT:
            hits.append(play.roll(6, "damage"))
        elif outcome == DISABLED:
            disabled = True
    return Volley(tuple(dice), tuple(hits), disabled)


def shots_of(pieces: Pieces, cells: list[int], way: int, unit: int) -> int:
    """7.2, 7.21, 7.22, 7.51, 7.52 The dice that a unit rolls: its airstrike by day, its guns by night; 13.2 or none."""
    if not (SHIPS | AIR) >> unit & 1:
        return 0
    if way == DAY:
        return airstrike(pieces, cells, unit)
    return gunnery(pieces, cells, unit) if SHIPS >> unit & 1 else 0


def has_bonus(pieces: Pieces, cells: list[int], way: int, unit: int) -> bool:
    """7.535, 7.72 Whether the factor that fires is circled."""
    return pieces.airstrike_bonus[unit] if way == DAY else gunnery_bonus(pieces, cells, unit)


def shooters(pieces: Pieces, cells: list[int], way: int, units: int) -> int:
    """7.411, 7.421 Of these units, those that have anything to fire."""
    found = 0
    for unit in members(units & (SHIPS | AIR)):
        if shots_of(pieces, cells, way, unit):
            found |= 1 << unit
    return found


def open_targets(way: int, enemy: int, guns: int, named: int) -> int:
    """What may be named as the next target; ``guns`` are the enemy carriers that fire their guns.

    7.41, 7.412 By day anything. 7.422, 12.2 By night no air unit; 7.424 a carrier that is silent only once all other
    ships have been named; 7.423, 13.21 an amphibious unit only once all ships have been.
    """
    if way == DAY:
        return enemy
    ships = enemy & SHIPS
    others = ships & ~CARRIERS
    found = others | ships & guns
    if not others & ~named:
        found |= ships
    if not ships & ~named:
        found |= enemy & AMPHIBIOUS
    return found


# -- 7.43, 7.44 one target a unit, all named before the dice -------------------------------------------


@condition("7.43", "{0} has nothing to fire in this action, or has its target")
def can_fire(state: State, frame: Frame, side: int, unit: int, target: int) -> bool:
    return bool(frame[3] >> unit & 1)


@condition("7.412", "{0} is no enemy in this action")
def enemy_by_day(state: State, frame: Frame, side: int, target: int) -> bool:
    return frame[2] != DAY or bool(frame[4] >> target & 1)


@condition("7.42", "{0} is no enemy in this action")
def enemy_by_night(state: State, frame: Frame, side: int, target: int) -> bool:
    return frame[2] == DAY or bool(frame[4] >> target & 1)


@condition("7.422", "{0} is an air unit, and those cannot be attacked at night")
def not_by_night(state: State, frame: Frame, side: int, target: int) -> bool:
    return frame[2] == DAY or not AIR >> target & 1


@condition("7.424", "{0} can be attacked only once every other ship is, or if it fires its guns")
def carrier_uncovered(state: State, frame: Frame, side: int, target: int) -> bool:
    return not CARRIERS >> target & 1 or bool(_lawful(frame) >> target & 1)


@condition("7.423", "{0} can be attacked only once every ship is")
def ships_attacked(state: State, frame: Frame, side: int, target: int) -> bool:
    return not AMPHIBIOUS >> target & 1 or bool(_lawful(frame) >> target & 1)


OF_TARGET = (enemy_by_day, enemy_by_night, not_by_night, carrier_uncovered, ships_attacked)


def _second(test: Any) -> Any:
    """The same condition for a verb that names the unit before the target."""

    @condition(test.clause, test.sentence.replace("{0}", "{1}"))
    def tested(state: State, frame: Frame, side: int, unit: int, target: int) -> bool:
        return bool(test.test(state, frame, side, target))

    tested.name = test.name
    return tested


@condition("7.43", "there are not two units that would fire at {0} together")
def several_left(state: State, frame: Frame, side: int, target: int) -> bool:
    return volunteers(frame).bit_count() > 1


def _lawful(frame: Frame) -> int:
    return open_targets(frame[2], frame[4], frame[5], frame[6])


def volunteers(frame: Frame) -> int:
    """Those who fire when all are told to: at night not the Japanese carriers, which it would expose (7.424)."""
    left = int(frame[3])
    return left & ~CARRIERS if frame[2] == NIGHT and frame[1] == 0 else left


def fire_at(state: State, frame: Frame, side: int) -> list[Group]:
    return [SetProduct(FIRE.number, frame[3], members(_lawful(frame)))]


def all_at(state: State, frame: Frame, side: int) -> list[Group]:
    return [EachOf(ALL_FIRE.number, _lawful(frame))] if volunteers(frame).bit_count() > 1 else []


FIRE = Verb(
    "fire", UNITS, UNITS, clause="7.43", conditions=(can_fire, *[_second(test) for test in OF_TARGET]), offer=fire_at
)
ALL_FIRE = Verb("all_fire", UNITS, clause="7.43", conditions=(several_left, *OF_TARGET), offer=all_at)
QUESTIONS = (
    "Day action: name the target of each airstrike, or say done to hold the rest.",
    "Night action: name the target of each ship's guns, or say done to keep the rest silent.",
)
FLAK = "Your idle battleships may each fire a shot at an attacking airstrike: name them, or done."
FLIERS = CARRIERS | AIR


class Targeting(Procedure):
    """7.4 A side names a target for each unit that fires; once all are named, all of them fire.

    ``left`` have no target yet, ``enemy`` is the other side in this action, ``guns`` its carriers that fire their
    guns, ``named`` the targets so far.
    """

    name = "targeting"
    clause = "7.43"
    fields = {
        "side": One(SIDES),
        "way": One(ACTIONS),
        "left": Some(UNITS),
        "enemy": Some(UNITS),
        "guns": Some(UNITS),
        "named": Some(UNITS),
        "aims": AIMS,
    }
    verbs = (FIRE, ALL_FIRE, DONE)

    def start(self, play: Play, side: int, way: int, firing: int, enemy: int, guns: int) -> None:
        """Asks a side for its targets, if it has anything to fire and anything to fire at."""
        left = shooters(play.rules.pieces, play.cells, way, firing)
        if left and open_targets(way, enemy, guns, 0):
            play.push(self.frame(side, way, left, enemy, guns, 0, ()))

    def proceed(self, play: Play, frame: Frame) -> bool:
        if frame[3]:
            return True
        self.finish(play, frame)
        return False

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return FLAK if frame[2] == DAY and frame[3] & ~FLIERS else QUESTIONS[frame[2]]

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        number, _, way, left, enemy, guns, named, aims = frame
        if code[0] == DONE.number:
            play.tell(log.HELD_FIRE, side, left)
            self.finish(play, frame)
            return
        target = code[-1]
        firing = volunteers(frame) if code[0] == ALL_FIRE.number else 1 << code[1]
        aims += tuple([(unit, target) for unit in members(firing)])
        play.tell(log.AIMED, side, firing, target)
        play.replace((number, side, way, left & ~firing, enemy, guns, named | 1 << target, aims))

    def finish(self, play: Play, frame: Frame) -> None:
        """All that have a target fire, and the action below takes the marks."""
        play.pop()
        play.rules.procedures[play.state.stack[-1][0]].fired(play, frame[2], frame[7])


TARGETING = Targeting()


# -- 5.33 the Allied carriers that fire their guns -----------------------------------------------------


@condition("5.33", "{0} is no carrier of yours with guns to fire, or is announced already")
def silent_carrier(state: State, frame: Frame, side: int, unit: int) -> bool:
    return bool(frame[2] >> unit & 1)


def carriers_to_announce(state: State, frame: Frame, side: int) -> list[Group]:
    return [EachOf(ANNOUNCE.number, frame[2])]


ANNOUNCE = Verb("announce", UNITS, clause="5.33", conditions=(silent_carrier,), offer=carriers_to_announce)


class Announcement(Picking):
    """5.33, 7.424 Before a night action the Allies name the carriers that will fire their guns."""

    name = "announcement"
    clause = "5.33"
    verbs = (ANNOUNCE, DONE)
    question = "Night action: which of your carriers will fire their guns? They can then be attacked."
    done = DONE

    def picked(self, play: Play, side: int, one: int) -> None:
        play.tell(log.ANNOUNCES, one)

    def finish(self, play: Play, side: int, left: int, picked: int) -> None:
        """The action below learns which they are."""
        play.tell(log.ANNOUNCED, picked)
        play.rules.procedures[play.state.stack[-1][0]].announced(play, picked)


ANNOUNCEMENT = Announcement(SIDES, UNITS, "silent", "guns")
