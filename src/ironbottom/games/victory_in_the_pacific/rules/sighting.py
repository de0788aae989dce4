"""20 Task forces (optional): a round in which forces must be sighted before they can be attacked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

from ironbottom.engine.core.fields import IdSetField, Number, TupleField, members
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb, all_equivalent
from ironbottom.engine.rules.procedures import StagedProcedure, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.victory_in_the_pacific.pieces import (
    AIR,
    ALLIES,
    AMPHIBIOUS,
    JAPAN,
    NIGHT,
    UNITS,
    UNITS_OF_SIDE,
    Area,
    Side,
    Units,
    YesNo,
)
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Hooks
from ironbottom.games.victory_in_the_pacific.rolls import Roll
from ironbottom.games.victory_in_the_pacific.rules import combat_log as log
from ironbottom.games.victory_in_the_pacific.rules.action import Action
from ironbottom.games.victory_in_the_pacific.rules.closing_verbs import DONE
from ironbottom.games.victory_in_the_pacific.rules.combat_log import FORCES
from ironbottom.games.victory_in_the_pacific.rules.retreat import (
    BattleReceiver,
    Groups,
    StayOrDetach,
    StayOrRetreat,
    UnitGroups,
    up_to_next,
    with_unit,
)
from ironbottom.games.victory_in_the_pacific.rules.submarines import Strike
from ironbottom.games.victory_in_the_pacific.state import AT, PATROL
from ironbottom.games.victory_in_the_pacific.state_types import Execution, State

Forces = Annotated[int, IdSetField(FORCES)]
Pair = Annotated[tuple[int, int], TupleField(IdSetField(FORCES), 2)]
"""Forces of Japan and of the Allies."""
Own = TypeVar("Own")
ALWAYS, ATTACKING, PATROLLING, OTHERWISE = 6, 4, 3, 2
"""20.41, 20.42, 20.43, 20.44 The highest die that sights a task force."""

# -- 20.2 forming --------------------------------------------------------------------------------------


@restriction("20.2", "{unit} is not in this battle, or already has a task force")
def without_force(state: State, frame: Forming, side: int) -> IdSet:
    return frame.left


@restriction("20.2", "{force} is not the next task force to form")
def next_force(state: State, frame: Forming, side: int, unit: int) -> IdSet:
    return up_to_next(frame.forces)


FORM = Verb(
    "form",
    clause="20.2",
    ends_list="open",
    unit=Argument(UNITS, without_force, equivalence=all_equivalent),
    force=Argument(FORCES, next_force),
)


class Forming(Question):
    """20.2 A side forms its task forces, unit by unit; the remaining units form another task force."""

    number, name, clause, verbs = 40, "forming", "20.2", (FORM, DONE)
    side: Side
    left: Units
    forces: Groups

    def proceed(self, execution: Execution) -> bool:
        if self.left & (self.left - 1) or (self.left and self.forces):
            return True
        self.done(execution)
        return False

    def form(self, execution: Execution, unit: int, force: int) -> None:
        execution.emit(log.FORMED, unit, force)
        execution.replace(changed(self, left=self.left & ~(1 << unit), forces=with_unit(self.forces, force, unit)))

    def done(self, execution: Execution) -> None:
        """Passes the forces to the round below."""
        execution.pop()
        execution.top(SightedRound).formed(
            execution, self.side, (*self.forces, self.left) if self.left else self.forces
        )


# -- 20.3 tasks ----------------------------------------------------------------------------------------


@restriction("20.3", "{force} is not one of your task forces, or already attacks")
def idle_force(state: State, frame: Tasking, side: int) -> IdSet:
    return frame.idle


@restriction("20.3", "{unit} is not one of your amphibious units here, or is already named")
def may_be_named(state: State, frame: Tasking, side: int) -> IdSet:
    return frame.afloat


ATTACK = Verb("attack", clause="20.3", ends_list="open", force=Argument(FORCES, idle_force))
NAME_LANDING = Verb("name_landing", clause="20.3", ends_list="open", unit=Argument(UNITS, may_be_named))


class Tasking(Question):
    """20.3 A side names the task forces that attack this round, and the amphibious units that will land."""

    number, name, clause, verbs = 41, "tasking", "20.3", (ATTACK, NAME_LANDING, DONE)
    side: Side
    idle: Forces
    attacking: Forces
    afloat: Units
    landing: Units

    def proceed(self, execution: Execution) -> bool:
        if self.idle or self.afloat:
            return True
        self.done(execution)
        return False

    def attack(self, execution: Execution, force: int) -> None:
        execution.emit(log.FORCE_ATTACKS, self.side, force)
        execution.replace(changed(self, idle=self.idle & ~(1 << force), attacking=self.attacking | 1 << force))

    def name_landing(self, execution: Execution, unit: int) -> None:
        execution.emit(log.LANDING_NAMED, unit)
        execution.replace(changed(self, afloat=self.afloat & ~(1 << unit), landing=self.landing | 1 << unit))

    def done(self, execution: Execution) -> None:
        """Passes the tasks to the round below."""
        execution.pop()
        execution.top(SightedRound).tasked(execution, self.side, self.attacking, self.landing)


# -- 20.6 joining the night action ---------------------------------------------------------------------


@restriction("20.6", "{force} is not one of your attacking task forces, or may not join")
def may_join(state: State, frame: Joining, side: int) -> IdSet:
    return frame.may


JOIN = Verb("join", clause="20.6", ends_list="open", force=Argument(FORCES, may_join))


class Joining(Question):
    """20.6 A side may add attacking task forces that were not sighted to the night action."""

    number, name, clause, verbs = 42, "joining", "20.6", (JOIN, DONE)
    side: Side
    may: Forces
    joined: Forces

    def proceed(self, execution: Execution) -> bool:
        if self.may:
            return True
        self.done(execution)
        return False

    def join(self, execution: Execution, force: int) -> None:
        execution.emit(log.FORCE_JOINED, self.side, force)
        execution.replace(changed(self, may=self.may & ~(1 << force), joined=self.joined | 1 << force))

    def done(self, execution: Execution) -> None:
        """Passes the joining forces to the round below."""
        execution.pop()
        execution.emit(log.JOINING_OVER, self.side)
        execution.top(SightedRound).joined(execution, self.side, self.joined)


# -- the round -----------------------------------------------------------------------------------------

Stage = Callable[[Execution, "SightedRound"], None]


AREA, TAKING_PART, MAY_LAND, NEXT, FORMED, TASKED, SIGHTED, LANDING = range(1, 9)


def units_of_forces(forces: UnitGroups, which: int) -> int:
    """The units of the given forces."""
    return sum(forces[force] for force in members(which))


def form(side: int) -> Stage:
    """20.2 The side forms its task forces, Japan first."""

    def opened(execution: Execution, frame: SightedRound) -> None:
        units = frame.units & execution.cells[AT + frame.area] & UNITS_OF_SIDE[side]
        execution.push(Forming(side, units, ()))

    return opened


def task(side: int) -> Stage:
    """20.3 The side gives its forces their tasks."""

    def opened(execution: Execution, frame: SightedRound) -> None:
        forces = frame.forces[side]
        landing = sum(forces) & AMPHIBIOUS if frame.may_land else 0
        execution.push(Tasking(side, (1 << len(forces)) - 1, 0, landing, 0))

    return opened


def sight(execution: Execution, frame: SightedRound) -> None:
    """20.4 Rolls a die for each task force, Japan's first; some task forces need no die (20.41)."""
    found = []
    for side in (JAPAN, ALLIES):
        bits = 0
        for force, units in enumerate(frame.forces[side]):
            attacks = bool(frame.attacking[side] >> force & 1)
            highest = sighted_up_to(units, attacks, frame.landing, execution.cells[PATROL])
            dice = () if highest == ALWAYS else (execution.roll(6, Roll.SIGHTING),)
            seen = not dice or dice[0] <= highest
            bits |= int(seen) << force
            execution.emit(log.FORCE_SIGHTED, side, force, dice, int(seen))
        found.append(bits)
    execution.replace(changed(execution.top(SightedRound), sighted=(found[JAPAN], found[ALLIES])))


def sighted_up_to(units: int, attacks: bool, landing: int, patrol: int) -> int:
    """20.41 to 20.44 The highest die that sights a task force; the first case that fits applies.

    >>> sighted_up_to(1, True, 0, 1), sighted_up_to(1, False, 0, 1), sighted_up_to(1, False, 0, 0)
    (4, 3, 2)
    """
    if units & AIR or units & landing:
        return ALWAYS
    return ATTACKING if attacks else PATROLLING if units & patrol else OTHERWISE


def idle_units(frame: SightedRound) -> int:
    """20.5 The units of forces that do not attack."""
    return sum(sum(frame.forces[side]) & ~units_of_forces(frame.forces[side], frame.attacking[side]) for side in (0, 1))


def by_day(execution: Execution, frame: SightedRound) -> None:
    """20.5 Attacking forces fire, and only sighted ones can be attacked."""
    units = sum(sum(frame.forces[side]) for side in (0, 1))
    unseen = units & ~sum(units_of_forces(frame.forces[side], frame.sighted[side]) for side in (0, 1))
    execution.rules.pieces.hooks.day_action(execution, frame.area, units, idle_units(frame), unseen)


def join(side: int) -> Stage:
    """20.6 The side may add attackers that were not sighted."""

    def opened(execution: Execution, frame: SightedRound) -> None:
        there = execution.cells[AT + frame.area]
        may = frame.attacking[side] & ~frame.sighted[side]
        may = sum(1 << force for force in members(may) if frame.forces[side][force] & there & ~AIR)
        if may:
            execution.push(Joining(side, may, 0))

    return opened


def by_night(execution: Execution, frame: SightedRound) -> None:
    """20.6 One night action of all sighted forces and the forces that joined; only named attackers fire."""
    units = sum(units_of_forces(frame.forces[side], frame.sighted[side]) for side in (0, 1))
    Action.start(execution, frame.area, NIGHT, units, barred=idle_units(frame))


def submarines_strike(side: int) -> Stage:
    """20.7 Submarines strike after the round, as usual."""

    def opened(execution: Execution, frame: SightedRound) -> None:
        Strike.start(execution, side, frame.area)

    return opened


def end_round(execution: Execution, frame: SightedRound) -> None:
    """20.7 Ends the round; only units that were named may land."""
    execution.pop()
    if frame.may_land:
        execution.top(BattleReceiver).on_landing_named(execution, frame.landing)


STAGES = (
    *(form(JAPAN), form(ALLIES), task(JAPAN), task(ALLIES), sight, by_day),
    *(join(JAPAN), join(ALLIES), by_night, submarines_strike(JAPAN), submarines_strike(ALLIES), end_round),
)


def with_side_value(both: tuple[Own, Own], side: int, own: Own) -> tuple[Own, Own]:
    """A value for each side, with one of them replaced.

    >>> with_side_value((1, 2), ALLIES, 3)
    (1, 3)
    """
    return (own, both[ALLIES]) if side == JAPAN else (both[JAPAN], own)


class SightedRound(StagedProcedure):
    """20 A round with task forces: a day action, then a night action, between attacking and sighted forces.

    ``may_land``: whether amphibious units may be named to land after the round.
    """

    number, name, clause, stages = 39, "sighted_round", "20.2", STAGES
    area: Area
    units: Units
    may_land: YesNo
    next: Annotated[int, Number(0, len(STAGES) - 1)]
    forces: Annotated[tuple[UnitGroups, UnitGroups], TupleField(TupleField(IdSetField(UNITS)), 2)]
    attacking: Pair
    sighted: Pair
    landing: Units

    @classmethod
    def start(cls, execution: Execution, area: int, units: int, may_land: bool) -> None:
        """Opens a round with task forces."""
        execution.push(cls(area, units, int(may_land), 0, ((), ()), (0, 0), (0, 0), 0))

    def formed(self, execution: Execution, side: int, forces: UnitGroups) -> None:
        """20.2 A side has formed its forces."""
        execution.emit(log.FORCES_FORMED, side, forces)
        execution.replace(changed(self, forces=with_side_value(self.forces, side, forces)))

    def tasked(self, execution: Execution, side: int, attacking: int, landing: int) -> None:
        """20.3 A side has named attackers and landings."""
        execution.emit(log.FORCES_TASKED, side, attacking, landing)
        both = with_side_value(self.attacking, side, attacking)
        execution.replace(changed(self, attacking=both, landing=self.landing | landing))

    def joined(self, execution: Execution, side: int, forces: int) -> None:
        """20.6 These forces can be attacked from now on, as if sighted."""
        execution.replace(changed(self, sighted=with_side_value(self.sighted, side, self.sighted[side] | forces)))


def ask_whole_or_part(execution: Execution, side: int, units: int) -> None:
    """20.8 A side stays or retreats, as a whole or in part."""
    execution.push(StayOrDetach(side, units) if units & (units - 1) else StayOrRetreat(side))


def named(units: int, named: int) -> int:
    """20.7 Only units that were named for an invasion may invade."""
    return units & named


def enable_task_forces(hooks: Hooks) -> None:
    """20.1 Replaces rounds, retreats and invasions with those of this section."""
    hooks.round = SightedRound.start
    hooks.stay_or_go = ask_whole_or_part
    hooks.invaders = named


SIGHTING_PROCEDURES = (SightedRound, Forming, Tasking, Joining)
