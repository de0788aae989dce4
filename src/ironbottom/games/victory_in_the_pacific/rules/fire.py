"""7.42 to 7.5 Fire: legal targets, and the dice of a shot."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ironbottom.engine.core.fields import CountsField, IdField, Record, TupleField, members
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb, all_equivalent
from ironbottom.engine.rules.procedures import Procedure, StagedProcedure, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, one_set, product_of, restriction
from ironbottom.games.victory_in_the_pacific.pieces import (
    AIR,
    ALL_UNITS,
    AMPHIBIOUS,
    CARRIERS,
    DAY,
    JAPAN,
    NIGHT,
    SHIPS,
    UNITS,
    DayOrNight,
    Side,
    Units,
)
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.rolls import Roll
from ironbottom.games.victory_in_the_pacific.rules import combat_log as log
from ironbottom.games.victory_in_the_pacific.rules.closing_verbs import DONE
from ironbottom.games.victory_in_the_pacific.rules.effects import airstrike, gunnery, gunnery_bonus
from ironbottom.games.victory_in_the_pacific.state_types import Execution, Rules, State

MISSED, DISABLED, HIT = range(3)
DISABLING, HITTING = 5, 6
Aim = tuple[int, int]
"""A unit that fires, and its target."""
AIMS = TupleField(Record(unit=IdField(UNITS), target=IdField(UNITS)))
MARKS = CountsField(UNITS, log.MAX_DAMAGE)
"""3.5 Damage points that take effect at the end of the action."""


def shot_result(die: int, bonus: bool, at_air: bool) -> int:
    """7.531, 7.532, 7.535, 13.22 The result of a die: nothing, disabled, or a hit.

    Against air units only a 6 counts, with or without the bonus (12.22, 12.23).

    >>> [shot_result(die, False, False) for die in (4, 5, 6)], [shot_result(die, True, False) for die in (3, 4, 5)]
    ([0, 1, 2], [0, 1, 2])
    >>> [shot_result(die, True, True) for die in (4, 5, 6)]
    [0, 0, 2]
    """
    if at_air:
        return HIT if die == HITTING else MISSED
    result = die + bonus
    return HIT if result >= HITTING else DISABLED if result == DISABLING else MISSED


class Volley(NamedTuple):
    """The dice of one attack with their results: the shots, the damage dice, and whether it disables."""

    dice: tuple[int, ...]
    hits: tuple[int, ...]
    disabled: bool

    @property
    def damage(self) -> int:
        """7.532 The damage points."""
        return sum(self.hits)


def volley(execution: Execution, shots: int, bonus: bool, at_air: bool, why: Roll) -> Volley:
    """7.53 Rolls one die per shot and, after a hit, its damage die, which has no bonus (7.535)."""
    dice, hits, disabled = [], [], False
    for _ in range(shots):
        die = execution.roll(6, why)
        dice.append(die)
        outcome = shot_result(die, bonus, at_air)
        if outcome == HIT:
            hits.append(execution.roll(6, Roll.DAMAGE))
        elif outcome == DISABLED:
            disabled = True
    return Volley(tuple(dice), tuple(hits), disabled)


def shots_of(pieces: Pieces, cells: list[int], kind: int, unit: int) -> int:
    """7.2, 7.21, 7.22, 7.51, 7.52 The number of dice of a unit: its airstrike by day, its guns by night; 13.2
    amphibious units have none.
    """
    if not (SHIPS | AIR) >> unit & 1:
        return 0
    if kind == DAY:
        return airstrike(pieces, cells, unit)
    return gunnery(pieces, cells, unit) if SHIPS >> unit & 1 else 0


def has_bonus(pieces: Pieces, cells: list[int], kind: int, unit: int) -> bool:
    """7.535, 7.72 Whether the firing factor is circled."""
    return pieces.airstrike_bonus[unit] if kind == DAY else gunnery_bonus(pieces, cells, unit)


def fire(execution: Execution, kind: int, unit: int, target: int, kamikaze: bool, disables: bool) -> Volley:
    """7.53 A unit fires all its shots at its target; kamikazes fire with the bonus (19.2)."""
    pieces, cells = execution.rules.pieces, execution.cells
    bonus = kamikaze or pieces.hooks.is_kamikaze(execution, kind, unit) or has_bonus(pieces, cells, kind, unit)
    why = Roll.AIRSTRIKE if kind == DAY else Roll.GUNNERY
    result = volley(execution, shots_of(pieces, cells, kind, unit), bonus, bool(AIR >> target & 1), why)
    disabled = int(result.disabled and disables)
    execution.emit(log.FIRED, unit, target, result.dice, result.hits, disabled, result.damage)
    return result


def shooters(pieces: Pieces, cells: list[int], kind: int, units: int) -> int:
    """7.411, 7.421 The units among these that can fire."""
    result = 0
    for unit in members(units & (SHIPS | AIR)):
        if shots_of(pieces, cells, kind, unit):
            result |= 1 << unit
    return result


def open_targets(kind: int, enemy: int, guns: int, named: int) -> int:
    """The possible next targets; ``guns`` are the enemy carriers that fire their guns.

    7.41, 7.412 By day any unit may be a target. 7.422, 12.2 By night, air units may not; 7.424 a carrier that does not
    fire may be one only after all other ships have been named; 7.423, 13.21 an amphibious unit only after all ships.
    """
    if kind == DAY:
        return enemy
    ships = enemy & SHIPS
    others = ships & ~CARRIERS
    result = others | ships & guns
    if not others & ~named:
        result |= ships
    if not ships & ~named:
        result |= enemy & AMPHIBIOUS
    return result


class FireReceiver(StagedProcedure):
    """7.4 An action in which units fire: it receives the units that the sides have named."""

    def on_carriers_announced(self, execution: Execution, carriers: int) -> None:
        """5.33 Receives the carriers that the Allies have named."""
        raise NotImplementedError

    def on_kamikazes_named(self, execution: Execution, carriers: int) -> None:
        """19.22 Receives the kamikazes that Japan has named."""
        raise NotImplementedError

    def on_fired(self, execution: Execution, kind: int, aims: tuple[Aim, ...]) -> None:
        """7.5 Fires a side's units at their named targets."""
        raise NotImplementedError


# -- 7.43, 7.44 one target a unit, all named before the dice -------------------------------------------


@restriction("7.43", "{unit} cannot fire in this action, or already has a target")
def can_fire(state: State, frame: Targeting, side: int) -> IdSet:
    return frame.left


@restriction("7.43", "no two units can fire at {target} together", fallback=True)
def several_left(state: State, frame: Targeting, side: int) -> bool:
    return frame.all_fire_units().bit_count() > 1


@restriction("7.412", "{target} is not an enemy in this action")
def enemy_by_day(state: State, frame: Targeting, side: int, *unit: int) -> IdSet | bool:
    return frame.way != DAY or frame.enemy


@restriction("7.42", "{target} is not an enemy in this action")
def enemy_by_night(state: State, frame: Targeting, side: int, *unit: int) -> IdSet | bool:
    return frame.way == DAY or frame.enemy


@restriction("7.422", "{target} is an air unit: air units cannot be attacked at night")
def not_by_night(state: State, frame: Targeting, side: int, *unit: int) -> IdSet | bool:
    return frame.way == DAY or ALL_UNITS & ~AIR


@restriction("7.424", "{target} can be attacked only after every other ship, or if it fires its guns")
def carrier_uncovered(state: State, frame: Targeting, side: int, *unit: int) -> IdSet | bool:
    return frame.way == DAY or frame.legal_targets() | ALL_UNITS & ~CARRIERS


@restriction("7.423", "{target} can be attacked only after every ship has been targeted")
def ships_attacked(state: State, frame: Targeting, side: int, *unit: int) -> IdSet | bool:
    return frame.way == DAY or frame.legal_targets() | ALL_UNITS & ~AMPHIBIOUS


TARGET_RESTRICTIONS = (enemy_by_day, enemy_by_night, not_by_night, carrier_uncovered, ships_attacked)


def fire_at(state: State, frame: Targeting, side: int) -> Branches:
    return product_of(frame.left, frame.legal_targets())


def all_fire_at(state: State, frame: Targeting, side: int) -> Branches:
    return one_set(frame.legal_targets()) if frame.all_fire_units().bit_count() > 1 else ()


FIRE = Verb(
    "fire",
    clause="7.43",
    ends_list="open",
    offer=fire_at,
    unit=Argument(UNITS, can_fire, equivalence=all_equivalent),
    target=Argument(UNITS, *TARGET_RESTRICTIONS),
)
ALL_FIRE = Verb(
    "all_fire",
    clause="7.43",
    ends_list="open",
    offer=all_fire_at,
    target=Argument(UNITS, several_left, *TARGET_RESTRICTIONS),
)
ACTION_TYPES = ("day", "night")
FLIERS = CARRIERS | AIR


class Targeting(Procedure):
    """7.4 A side names a target for each firing unit; then all of them fire.

    ``left`` have no target yet, ``enemy`` is the other side in this action, ``guns`` its carriers that fire their guns,
    ``named`` the targets so far.
    """

    number, name, clause, verbs = 26, "targeting", "7.43", (FIRE, ALL_FIRE, DONE)
    side: Side
    way: DayOrNight
    left: Units
    enemy: Units
    guns: Units
    named: Units
    aims: Annotated[tuple[Aim, ...], AIMS]

    @classmethod
    def start(cls, execution: Execution, side: int, kind: int, firing: int, enemy: int, guns: int) -> None:
        """Asks a side for its targets, if it has firing units and there are targets."""
        left = shooters(execution.rules.pieces, execution.cells, kind, firing)
        if left and open_targets(kind, enemy, guns, 0):
            execution.push(cls(side, kind, left, enemy, guns, 0, ()))

    def legal_targets(self) -> int:
        """The possible next targets."""
        return open_targets(self.way, self.enemy, self.guns, self.named)

    def all_fire_units(self) -> int:
        """The units that fire when all are ordered to fire. At night they do not include Japanese carriers, since
        firing would expose them (7.424).
        """
        return self.left & ~CARRIERS if self.way == NIGHT and self.side == JAPAN else self.left

    def proceed(self, execution: Execution) -> bool:
        if self.left:
            return True
        self.finish(execution)
        return False

    def prompt(self, rules: Rules, side: int) -> str:
        return self.build_prompt("flak" if self.way == DAY and self.left & ~FLIERS else ACTION_TYPES[self.way])

    def fire(self, execution: Execution, unit: int, target: int) -> None:
        self.record_target(execution, 1 << unit, target)

    def all_fire(self, execution: Execution, target: int) -> None:
        self.record_target(execution, self.all_fire_units(), target)

    def done(self, execution: Execution) -> None:
        execution.emit(log.HELD_FIRE, self.side, self.left)
        self.finish(execution)

    def record_target(self, execution: Execution, firing: int, target: int) -> None:
        """Records a target for these units."""
        aims = (*self.aims, *[(unit, target) for unit in members(firing)])
        execution.emit(log.AIMED, self.side, firing, target)
        execution.replace(changed(self, left=self.left & ~firing, named=self.named | 1 << target, aims=aims))

    def finish(self, execution: Execution) -> None:
        """All units with a target fire, and the action below receives the marks."""
        execution.pop()
        execution.top(FireReceiver).on_fired(execution, self.way, self.aims)


# -- 5.33 the Allied carriers that fire their guns -----------------------------------------------------


@restriction("5.33", "{unit} is not one of your carriers with guns, or is already announced")
def silent_carrier(state: State, frame: Announcement, side: int) -> IdSet:
    return frame.silent


ANNOUNCE = Verb("announce", clause="5.33", ends_list="open", unit=Argument(UNITS, silent_carrier))


class Announcement(Question):
    """5.33, 7.424 Before a night action, the Allies name the carriers that will fire their guns."""

    number, name, clause, verbs = 25, "announcement", "5.33", (ANNOUNCE, DONE)
    side: Side
    silent: Units
    guns: Units

    def proceed(self, execution: Execution) -> bool:
        if self.silent:
            return True
        self.done(execution)
        return False

    def announce(self, execution: Execution, unit: int) -> None:
        execution.emit(log.ANNOUNCES, unit)
        execution.replace(changed(self, silent=self.silent & ~(1 << unit), guns=self.guns | 1 << unit))

    def done(self, execution: Execution) -> None:
        """Passes the carriers to the action below."""
        execution.pop()
        execution.emit(log.ANNOUNCED, self.guns)
        execution.top(FireReceiver).on_carriers_announced(execution, self.guns)
