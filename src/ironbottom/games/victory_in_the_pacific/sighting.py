"""20 Task forces (optional): a round in which forces must be sighted before they can be attacked."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import EachOf, Group, SetProduct
from ironbottom.engine.conditions import condition
from ironbottom.engine.fields import Flag, Number, One, Row, Some, members
from ironbottom.engine.picking import Picking
from ironbottom.engine.procedures import Frame, Play, Procedure
from ironbottom.engine.state import State
from ironbottom.games.victory_in_the_pacific import combat_log as log
from ironbottom.games.victory_in_the_pacific.action import ACTION
from ironbottom.games.victory_in_the_pacific.air_battle import AIR_BATTLE
from ironbottom.games.victory_in_the_pacific.answers import DONE
from ironbottom.games.victory_in_the_pacific.combat_log import FORCES
from ironbottom.games.victory_in_the_pacific.pieces import (
    AIR,
    ALLIES,
    AMPHIBIOUS,
    AREAS,
    DAY,
    JAPAN,
    NIGHT,
    OF_SIDE,
    SIDES,
    UNITS,
)
from ironbottom.games.victory_in_the_pacific.retreat import Parties
from ironbottom.games.victory_in_the_pacific.state import AT, PATROL
from ironbottom.games.victory_in_the_pacific.submarines import STRIKE

ALWAYS, ATTACKING, PATROLLING, OTHERWISE = 6, 4, 3, 2
"""20.41, 20.42, 20.43, 20.44 The highest die that sights a task force."""

# -- 20.2 forming --------------------------------------------------------------------------------------


@condition("20.2", "{0} is no unit of this battle without a task force")
def without_force(state: State, frame: Frame, side: int, unit: int, force: int) -> bool:
    return bool(frame[2] >> unit & 1)


@condition("20.2", "{1} is not the next task force to be formed")
def next_force(state: State, frame: Frame, side: int, unit: int, force: int) -> bool:
    return force <= len(frame[3])


def ways_to_form(state: State, frame: Frame, side: int) -> list[Group]:
    return [SetProduct(FORM.number, frame[2], range(min(len(frame[3]) + 1, len(FORCES))))]


FORM = Verb("form", UNITS, FORCES, clause="20.2", conditions=(without_force, next_force), offer=ways_to_form)


class Forming(Procedure):
    """20.2 A side forms its task forces, unit by unit; those left at the end are one more."""

    name = "forming"
    clause = "20.2"
    fields = {"side": One(SIDES), "left": Some(UNITS), "forces": Row(Some(UNITS))}
    verbs = (FORM, DONE)

    def proceed(self, play: Play, frame: Frame) -> bool:
        left, forces = frame[2], frame[3]
        if left & (left - 1) or (left and forces):
            return True
        self.finish(play, frame)
        return False

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Form task forces for this round; done: the units left are one force."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE.number:
            self.finish(play, frame)
            return
        bit, forces = 1 << code[1], list(frame[3])
        play.tell(log.FORMED, code[1], code[2])
        if code[2] == len(forces):
            forces.append(bit)
        else:
            forces[code[2]] |= bit
        play.replace((self.number, side, frame[2] & ~bit, tuple(forces)))

    def finish(self, play: Play, frame: Frame) -> None:
        """The round below learns the forces."""
        play.pop()
        forces: Parties = (*frame[3], frame[2]) if frame[2] else frame[3]
        SIGHTED_ROUND.formed(play, frame[1], forces)


FORMING = Forming()

# -- 20.3 tasks ----------------------------------------------------------------------------------------


@condition("20.3", "{0} is no task force of yours, or attacks already")
def idle_force(state: State, frame: Frame, side: int, force: int) -> bool:
    return bool(frame[2] >> force & 1)


@condition("20.3", "{0} is no amphibious unit of yours here, or is named already")
def may_be_named(state: State, frame: Frame, side: int, unit: int) -> bool:
    return bool(frame[4] >> unit & 1)


def forces_to_attack(state: State, frame: Frame, side: int) -> list[Group]:
    return [EachOf(ATTACK.number, frame[2])] if frame[2] else []


def units_to_land(state: State, frame: Frame, side: int) -> list[Group]:
    return [EachOf(NAME_LANDING.number, frame[4])] if frame[4] else []


ATTACK = Verb("attack", FORCES, clause="20.3", conditions=(idle_force,), offer=forces_to_attack)
NAME_LANDING = Verb("name_landing", UNITS, clause="20.3", conditions=(may_be_named,), offer=units_to_land)


class Tasking(Procedure):
    """20.3 A side names the task forces that attack this round, and the amphibious units that will land."""

    name = "tasking"
    clause = "20.3"
    fields = {
        "side": One(SIDES),
        "idle": Some(FORCES),
        "attacking": Some(FORCES),
        "afloat": Some(UNITS),
        "landing": Some(UNITS),
    }
    verbs = (ATTACK, NAME_LANDING, DONE)

    def proceed(self, play: Play, frame: Frame) -> bool:
        if frame[2] or frame[4]:
            return True
        self.finish(play, frame)
        return False

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return "Name the task forces that attack and the amphibious units that will land; done: the others do not."

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        number, _, idle, attacking, afloat, landing = frame
        if code[0] == ATTACK.number:
            bit = 1 << code[1]
            play.tell(log.FORCE_ATTACKS, side, code[1])
            play.replace((number, side, idle & ~bit, attacking | bit, afloat, landing))
        elif code[0] == NAME_LANDING.number:
            bit = 1 << code[1]
            play.tell(log.LANDING_NAMED, code[1])
            play.replace((number, side, idle, attacking, afloat & ~bit, landing | bit))
        else:
            self.finish(play, frame)

    def finish(self, play: Play, frame: Frame) -> None:
        """The round below learns the tasks."""
        play.pop()
        SIGHTED_ROUND.tasked(play, frame[1], frame[3], frame[5])


TASKING = Tasking()

# -- 20.6 joining the night action ---------------------------------------------------------------------


@condition("20.6", "{0} is no attacking task force of yours that may join")
def may_join(state: State, frame: Frame, side: int, force: int) -> bool:
    return bool(frame[2] >> force & 1)


def forces_to_join(state: State, frame: Frame, side: int) -> list[Group]:
    return [EachOf(JOIN.number, frame[2])]


JOIN = Verb("join", FORCES, clause="20.6", conditions=(may_join,), offer=forces_to_join)


class Joining(Picking):
    """20.6 A side may add attacking task forces that were not sighted to the night action."""

    name = "joining"
    clause = "20.6"
    verbs = (JOIN, DONE)
    question = "Night action: which unsighted task forces join? They can then be attacked."
    done = DONE

    def picked(self, play: Play, side: int, one: int) -> None:
        play.tell(log.FORCE_JOINED, side, one)

    def finish(self, play: Play, side: int, left: int, picked: int) -> None:
        """The round below learns who joins."""
        play.tell(log.JOINING_OVER, side)
        SIGHTED_ROUND.joined(play, side, picked)


JOINING = Joining(SIDES, FORCES, "may", "joined")

# -- the round -----------------------------------------------------------------------------------------

AREA, TAKING_PART, MAY_LAND, NEXT, FORMED, TASKED, SIGHTED, LANDING = range(1, 9)


def units_of(forces: Parties, which: int) -> int:
    """The units of some forces."""
    return sum(forces[force] for force in members(which))


def form(side: int) -> Any:
    """20.2 The side forms its task forces, Japan first."""

    def opened(play: Play, frame: Frame) -> None:
        units = frame[TAKING_PART] & play.cells[AT + frame[AREA]] & OF_SIDE[side]
        play.push(FORMING.frame(side, units, ()))

    return opened


def task(side: int) -> Any:
    """20.3 The side gives its forces their tasks."""

    def opened(play: Play, frame: Frame) -> None:
        forces = frame[FORMED][side]
        landing = sum(forces) & AMPHIBIOUS if frame[MAY_LAND] else 0
        play.push(TASKING.frame(side, (1 << len(forces)) - 1, 0, landing, 0))

    return opened


def sight(play: Play, frame: Frame) -> None:
    """20.4 A die for each task force, Japan's first; some need none (20.41)."""
    found = []
    for side in (JAPAN, ALLIES):
        bits = 0
        for force, units in enumerate(frame[FORMED][side]):
            attacks = bool(frame[TASKED][side] >> force & 1)
            highest = sighted_up_to(units, attacks, frame[LANDING], play.cells[PATROL])
            dice = () if highest == ALWAYS else (play.roll(6, "sighting"),)
            seen = not dice or dice[0] <= highest
            bits |= int(seen) << force
            play.tell(log.FORCE_SIGHTED, side, force, dice, int(seen))
        found.append(bits)
    play.replace(_changed(play.state.stack[-1], SIGHTED, tuple(found)))


def sighted_up_to(units: int, attacks: bool, landing: int, patrol: int) -> int:
    """20.41 to 20.44 The highest die that sights a task force; the first case that fits applies.

    >>> sighted_up_to(1, True, 0, 1), sighted_up_to(1, False, 0, 1), sighted_up_to(1, False, 0, 0)
    (4, 3, 2)
    """
    if units & AIR or units & landing:
        return ALWAYS
    return ATTACKING if attacks else PATROLLING if units & patrol else OTHERWISE


def idle_units(frame: Frame) -> int:
    """20.5 The units of the forces that do not attack."""
    return sum(sum(frame[FORMED][side]) & ~units_of(frame[FORMED][side], frame[TASKED][side]) for side in (0, 1))


def by_day(play: Play, frame: Frame) -> None:
    """20.5 Attacking forces fire, and only sighted ones can be attacked."""
    units = sum(sum(frame[FORMED][side]) for side in (0, 1))
    unseen = units & ~sum(units_of(frame[FORMED][side], frame[SIGHTED][side]) for side in (0, 1))
    fight_by_day(play, frame[AREA], units, idle_units(frame), unseen)


def fight_by_day(play: Play, area: int, units: int, barred: int, unseen: int) -> None:
    """20.5 A day action, by section 23 where that is in force."""
    if play.rules.pieces.carrier_airstrikes:
        AIR_BATTLE.start(play, area, units, barred, unseen)
    else:
        ACTION.start(play, area, DAY, units, barred=barred, unseen=unseen)


def join(side: int) -> Any:
    """20.6 The side may add attackers that were not sighted."""

    def opened(play: Play, frame: Frame) -> None:
        there = play.cells[AT + frame[AREA]]
        may = frame[TASKED][side] & ~frame[SIGHTED][side]
        may = sum(1 << force for force in members(may) if frame[FORMED][side][force] & there & ~AIR)
        if may:
            play.push(JOINING.frame(side, may, 0))

    return opened


def by_night(play: Play, frame: Frame) -> None:
    """20.6 One big night action of the sighted and those who joined; only named attackers fire."""
    units = sum(units_of(frame[FORMED][side], frame[SIGHTED][side]) for side in (0, 1))
    ACTION.start(play, frame[AREA], NIGHT, units, barred=idle_units(frame))


def strike(side: int) -> Any:
    """20.7 Submarines strike after the round, as usual."""

    def opened(play: Play, frame: Frame) -> None:
        STRIKE.start(play, side, frame[AREA])

    return opened


def close(play: Play, frame: Frame) -> None:
    """20.7 The round is over; only the units named for it may land."""
    play.pop()
    if frame[MAY_LAND]:
        play.rules.procedures[play.state.stack[-1][0]].named_landing(play, frame[LANDING])


STAGES = (
    *(form(JAPAN), form(ALLIES), task(JAPAN), task(ALLIES), sight, by_day),
    *(join(JAPAN), join(ALLIES), by_night, strike(JAPAN), strike(ALLIES), close),
)


def _changed(frame: Frame, place: int, value: Any) -> Frame:
    return (*frame[:place], value, *frame[place + 1 :])


class SightedRound(Procedure):
    """20 A round with task forces: a day action, then a night action, between those that attack and those seen.

    ``may_land`` tells whether amphibious units may be named to land after the round.
    """

    name = "sighted_round"
    clause = "20.2"
    fields = {
        "area": One(AREAS),
        "units": Some(UNITS),
        "may_land": Flag(),
        "next": Number(0, len(STAGES) - 1),
        "forces": Row(Row(Some(UNITS)), 2),
        "attacking": Row(Some(FORCES), 2),
        "sighted": Row(Some(FORCES), 2),
        "landing": Some(UNITS),
    }

    def start(self, play: Play, area: int, units: int, may_land: bool) -> None:
        """Opens such a round."""
        play.push(self.frame(area, units, int(may_land), 0, ((), ()), (0, 0), (0, 0), 0))

    def proceed(self, play: Play, frame: Frame) -> bool:
        stage = frame[NEXT]
        play.replace(_changed(frame, NEXT, min(stage + 1, len(STAGES) - 1)))
        STAGES[stage](play, frame)
        return False

    def _put(self, play: Play, place: int, side: int, value: Any) -> None:
        frame = play.state.stack[-1]
        pair = list(frame[place])
        pair[side] = value
        play.replace(_changed(frame, place, tuple(pair)))

    def formed(self, play: Play, side: int, forces: Parties) -> None:
        """20.2 A side has formed its forces."""
        play.tell(log.FORCES_FORMED, side, forces)
        self._put(play, FORMED, side, forces)

    def tasked(self, play: Play, side: int, attacking: int, landing: int) -> None:
        """20.3 A side has named attackers and landings."""
        play.tell(log.FORCES_TASKED, side, attacking, landing)
        self._put(play, TASKED, side, attacking)
        frame = play.state.stack[-1]
        play.replace(_changed(frame, LANDING, frame[LANDING] | landing))

    def joined(self, play: Play, side: int, forces: int) -> None:
        """20.6 They can be attacked from now on, as if sighted."""
        self._put(play, SIGHTED, side, play.state.stack[-1][SIGHTED][side] | forces)


SIGHTED_ROUND = SightedRound()
SIGHTING_PROCEDURES = (SIGHTED_ROUND, FORMING, TASKING, JOINING)
