"""24.1 to 24.9 The resolution of an attack: participants, the die, losses, retreat, advance."""

from __future__ import annotations

from typing import Annotated, Any

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField, IdSetField, Number, members
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import StagedProcedure, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import ground_stacks
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import (
    can_lose,
    has_room,
    must_be_attacked,
    type_of,
    units_at,
)
from ironbottom.games.war_in_the_pacific.pieces import HEXES, SIDES, UNITS
from ironbottom.games.war_in_the_pacific.questions import HasPlace, HasUnits, HasUnitsAt
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.land import (
    chinese_armies,
    combat_results,
    ground_battle,
    ground_movement,
)
from ironbottom.games.war_in_the_pacific.rules.shore.bombardment import record_strike
from ironbottom.games.war_in_the_pacific.rules.shore.capture import capture
from ironbottom.games.war_in_the_pacific.rules.turn.losses import lose_unit, take_loss
from ironbottom.games.war_in_the_pacific.rules.turn.steps import DONE
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

Side = Annotated[int, IdField(SIDES)]
Units = Annotated[int, IdSetField(UNITS)]
At = Annotated[int, IdField(HEXES)]
STAYS, MUST_RETREAT, GONE = range(3)
MAX_LOSSES = 999


# -- 24.1 participants -------------------------------------------------------------------------------


@restriction("24.1", "{unit} may not attack this hex, or already takes part")
def may_join(state: State, frame: AttackParticipants, side: int) -> IdSet:
    return sets.from_iterable(members(frame.may & ~frame.taking), len(UNITS))


@restriction("29.3", "{unit} can act only with one more Provincial Point than you have")
def may_be_paid(state: State, frame: AttackParticipants, side: int) -> IdSet:
    unpaid = chinese_armies.unpaid_armies(state, state.stack[-2], frame.may, frame.taking)
    return sets.without(sets.full_set(len(UNITS)), unpaid)


@restriction("29.3", "there are too few Provincial Points for all armies: choose which of them attack")
def all_paid(state: State, frame: AttackParticipants, side: int) -> bool:
    return chinese_armies.affords(state, state.stack[-2], frame.may)


@restriction("24.1", "at least one unit must take part")
def one_takes_part(state: State, frame: AttackParticipants, side: int) -> bool:
    return bool(frame.taking)


COMMIT = Verb("commit", clause="24.1", ends_list="never", unit=Argument(UNITS, may_join, may_be_paid))
ALL_IN = Verb("all_in", clause="24.1", ends_list="always", when=(all_paid,))
ASSAULT = Verb("assault", clause="24.2", ends_list="always", when=(one_takes_part,))


class AttackParticipants(Question):
    """24.1, 29.3 Names the units that take part in an attack, one by one or all; armies need a Provincial Point."""

    number, name, clause = 33, "committing", "24.1"
    verbs = (COMMIT, ALL_IN, ASSAULT)
    is_second_step, unobservable = True, True
    side: Side
    where: At
    may: Units
    taking: Units

    def commit(self, execution: Execution, unit: int) -> None:
        """24.1 Adds a unit."""
        execution.replace(changed(self, taking=self.taking | 1 << unit))

    def all_in(self, execution: Execution) -> None:
        """24.1 Adds all units that may take part."""
        self.open_battle(execution, self.may)

    def assault(self, execution: Execution) -> None:
        """24.2 Attacks with these units."""
        self.open_battle(execution, self.taking)

    def open_battle(self, execution: Execution, units: int) -> None:
        """24.1 Makes the attack; none of the units attacks again in this phase."""
        execution.pop()
        attacking: Any = execution.state.stack[-1]
        attacking.joined(execution, self.where, units)
        execution.emit(log.ATTACK, self.side, self.where, tuple(members(units)))
        execution.push(GroundBattle(self.side, self.where, units, 0, 0, STAYS, 0))


# -- 24.3 the die and the losses ---------------------------------------------------------------------


def resolve_attack(execution: Execution, frame: GroundBattle) -> None:
    """24.3, 24.5, 24.9 Rolls the die; computes each side's losses, and whether the defender retreats."""
    state, side = execution.state, frame.side
    record_strike(state, frame.where)
    odds = ground_battle.odds_of(state, side, members(frame.units), frame.where)
    if ground_battle.overrun(state, odds, frame.where):
        found = (0, odds.defender, GONE)
        die = 0
    else:
        die = execution.roll(6, Roll.GROUND_COMBAT)
        charts = execution.rules.pieces.charts
        result = combat_results.outcome(charts, odds.attacker, odds.defender, sum(odds.shifts), die)
        fate = GONE if result.eliminated else MUST_RETREAT if result.retreats else STAYS
        theirs = result.defender_loses
        if fate == MUST_RETREAT and ground_stacks.entrenched(state, 1 - side, frame.where):
            fate, theirs = STAYS, min(theirs + ground_battle.garrison_loss(odds.defender), odds.defender)
        found = (result.attacker_loses, theirs, fate)
    execution.emit(
        log.GROUND_BATTLE,
        *(frame.where, odds.attacker, odds.defender, odds.shifts, odds.column, die),
        *found,
    )
    ours, theirs, fate = found
    execution.replace(changed(frame, ours=ours, theirs=theirs, fate=fate, next=frame.next_stage()))


def defender_loses(execution: Execution, frame: GroundBattle) -> None:
    """24.3, 21.2 The defender takes losses; if it is eliminated, it loses all its units."""
    state = execution.state
    standing = can_lose(state, units_at(state, 1 - frame.side, frame.where))
    if frame.fate == GONE:
        for unit in standing:
            lose_unit(execution, unit)
    elif frame.theirs:
        execution.push(Losses(1 - frame.side, sum(1 << unit for unit in standing), frame.theirs))


def attacker_loses(execution: Execution, frame: GroundBattle) -> None:
    """24.3, 21.2 The attacker takes losses."""
    if frame.ours:
        execution.push(Losses(frame.side, frame.units, frame.ours))


def defender_retreats(execution: Execution, frame: GroundBattle) -> None:
    """24.3 Retreats the defender by a hex; with no open hex it loses twice as much and stays."""
    state = execution.state
    if frame.fate != MUST_RETREAT or not must_be_attacked(state, 1 - frame.side, frame.where):
        return
    open_to = ground_battle.retreat_hexes(state, 1 - frame.side, frame.where)
    if open_to:
        execution.push(Retreat(1 - frame.side, frame.where))
        return
    execution.emit(log.STOOD, frame.where, frame.theirs)
    standing = can_lose(state, units_at(state, 1 - frame.side, frame.where))
    if frame.theirs:
        execution.push(Losses(1 - frame.side, sum(1 << unit for unit in standing), frame.theirs))


def advance(execution: Execution, frame: GroundBattle) -> None:
    """24.6 Attackers may enter the cleared hex; those already in it hold it at once."""
    state = execution.state
    if must_be_attacked(state, 1 - frame.side, frame.where):
        return
    if units_at(state, frame.side, frame.where):
        capture(execution, frame.side, frame.where)
    if fit_to_advance(state, frame):
        execution.push(Advance(frame.side, frame.where, frame.units))


def fit_to_advance(state: State, frame: HasUnitsAt) -> list[int]:
    """24.6, 22.1, 22.6 The adjacent attackers that may enter the hex: by land, not barred, within stacking."""
    positions, guards = state.arrays[layout.UNIT_AT], layout.scenario(state).guards(state, frame.side)
    return [
        unit
        for unit in members(frame.units)
        if positions[unit] >= 0
        and unit not in guards
        and positions[unit] != frame.where
        and ground_movement.may_enter_adjacent(state, unit, frame.where)
        and has_room(state, frame.side, frame.where, type_of(state, unit))
    ]


class GroundBattle(StagedProcedure):
    """24.0 An attack on a hex."""

    number, name, clause = 34, "ground_battle", "24.3"
    stages = (resolve_attack, defender_loses, attacker_loses, defender_retreats, advance)
    closes_after_last = True
    side: Side
    where: At
    units: Units
    ours: Annotated[int, Number(0, MAX_LOSSES)]
    theirs: Annotated[int, Number(0, MAX_LOSSES)]
    fate: Annotated[int, Number(STAYS, GONE)]
    next: Annotated[int, Number(0, 5)]


# -- 21.2 losses -------------------------------------------------------------------------------------


@restriction("21.2", "{unit} took no part, or has nothing left to lose")
def may_suffer(state: State, frame: HasUnits, side: int) -> IdSet:
    return sets.from_iterable(can_lose(state, members(frame.units)), len(UNITS))


def last_loss(state: State, frame: Losses, side: int, unit: int) -> bool:
    """21.2, 47.1 Whether a loss ends the list: there are no more choices, or it costs Victory Points, which both sides
    see.
    """
    after = state.copy()
    frame.suffer(Execution(after, ScriptedDice(())), unit)
    left: Any = after.stack[-1]
    return not left.waits(after) or after.cells[layout.LOSSES + side] != state.cells[layout.LOSSES + side]


SUFFER = Verb("suffer", clause="21.2", ends_list=last_loss, unit=Argument(UNITS, may_suffer))


class Losses(Question):
    """21.2 The owner assigns losses, unit by unit, until they are satisfied or carried."""

    number, name, clause = 35, "losses", "21.2"
    verbs = (SUFFER,)
    side: Side
    units: Units
    points: Annotated[int, Number(0, MAX_LOSSES)]

    def waits(self, state: State) -> bool:
        """21.2 Whether there are losses to choose."""
        return bool(self.points and can_lose(state, members(self.units)))

    def proceed(self, execution: Execution) -> bool:
        if self.waits(execution.state):
            return True
        execution.pop()
        return False

    def suffer(self, execution: Execution, unit: int) -> None:
        """21.2 A unit flips, is eliminated, or carries the remaining losses."""
        execution.replace(changed(self, points=take_loss(execution, unit, self.points)))
        carried = execution.state.arrays[layout.REST][unit]
        if carried:
            execution.emit(log.LOSSES_CARRIED, unit, carried)


# -- 24.3 retreat, 24.6 advance ----------------------------------------------------------------------


@restriction(
    "24.3",
    "the defenders cannot retreat to {to}: it is enemy-held, full, farther from supply, in an enemy Zone "
    "of Control, or closed to one of them",
)
def open_to_retreat(state: State, frame: HasPlace, side: int) -> IdSet:
    return sets.from_iterable(ground_battle.retreat_hexes(state, side, frame.where), len(HEXES))


RETREAT = Verb("retreat", clause="24.3", ends_list="always", to=Argument(HEXES, open_to_retreat))


class Retreat(Question):
    """24.3 The defender chooses among hexes equally near to its supply."""

    number, name, clause = 36, "retreat", "24.3"
    verbs = (RETREAT,)
    side: Side
    where: At

    def retreat(self, execution: Execution, to: int) -> None:
        """24.3, 2.5 All units that hold the hex retreat and capture the new hex; helpless units stay and are
        overrun.
        """
        execution.pop()
        state = execution.state
        units = can_lose(state, units_at(state, self.side, self.where))
        going = ground_battle.retreating_units(state, self.side, self.where)
        for unit in going:
            layout.units_in(state.arrays).put(unit, to)
        execution.emit(log.RETREATED, tuple(going), to)
        if going:
            capture(execution, self.side, to)
        for unit in units:
            if unit not in going:
                lose_unit(execution, unit)


@restriction(
    "24.6", "{unit} did not attack from an adjacent hex, may not enter the terrain, or does not fit in the hex"
)
def may_advance(state: State, frame: HasUnitsAt, side: int) -> IdSet:
    return sets.from_iterable(fit_to_advance(state, frame), len(UNITS))


ADVANCE = Verb("advance", clause="24.6", ends_list="always", unit=Argument(UNITS, may_advance))


class Advance(Question):
    """24.6 Attackers may enter the hex that they have cleared."""

    number, name, clause = 37, "advance", "24.6"
    verbs = (ADVANCE, DONE)
    side: Side
    where: At
    units: Units

    def advance(self, execution: Execution, unit: int) -> None:
        """24.6 A unit enters; control changes at once."""
        layout.units_in(execution.state.arrays).put(unit, self.where)
        execution.emit(log.ADVANCED, (unit,), self.where)
        capture(execution, self.side, self.where)
        if not fit_to_advance(execution.state, self):
            execution.pop()

    def done(self, execution: Execution) -> None:
        """24.6 Ends the advance."""
        execution.emit(log.ADVANCE_ENDED, self.side, self.where)
        execution.pop()


# -- 24.8 surrender ----------------------------------------------------------------------------------


def surrender(execution: Execution, side: int, hex: int) -> None:
    """24.8 A stack that is cut off surrenders on its die, and is eliminated."""
    state, needed = execution.state, ground_battle.surrenders_from(execution.state, side, hex)
    die = execution.roll(6, Roll.SURRENDER)
    execution.emit(log.SURRENDER, hex, die, int(die >= needed))
    if die >= needed:
        for unit in units_at(state, side, hex):
            lose_unit(execution, unit)


PROCEDURES = (AttackParticipants, GroundBattle, Losses, Retreat, Advance)
