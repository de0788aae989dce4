"""23 Airstrike losses (optional): airstrikes are opposed in the air and by the guns of their targets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from ironbottom.engine.core.fields import Number, members
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.victory_in_the_pacific.pieces import (
    AIR,
    ALLIES,
    BATTLESHIPS,
    CARRIERS,
    DAY,
    JAPAN,
    UNITS,
    UNITS_OF_SIDE,
    Area,
    Side,
    Units,
)
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Hooks, Pieces
from ironbottom.games.victory_in_the_pacific.rolls import Roll
from ironbottom.games.victory_in_the_pacific.rules import combat_log as log
from ironbottom.games.victory_in_the_pacific.rules.action import Action, damage_unit
from ironbottom.games.victory_in_the_pacific.rules.closing_verbs import DONE
from ironbottom.games.victory_in_the_pacific.rules.effects import airstrike, sunk_at_sea
from ironbottom.games.victory_in_the_pacific.rules.fire import AIMS, Aim, FireReceiver, Targeting, shooters, volley
from ironbottom.games.victory_in_the_pacific.rules.kamikaze import KamikazeNaming
from ironbottom.games.victory_in_the_pacific.state import AIR_LOSS, AT, DAMAGE, Cells
from ironbottom.games.victory_in_the_pacific.state_types import Execution, State

# -- 23.3 attack or defend -----------------------------------------------------------------------------


@restriction("23.3", "{unit} has no airstrike here, or already defends")
def can_defend(state: State, frame: Roles, side: int) -> IdSet:
    return frame.left


DEFEND = Verb("defend", clause="23.3", ends_list="open", unit=Argument(UNITS, can_defend))


class Roles(Question):
    """23.3 A side names the airstrikes that defend in this action; the others attack."""

    number, name, clause, verbs = 46, "roles", "23.3", (DEFEND, DONE)
    side: Side
    left: Units
    defending: Units

    def proceed(self, execution: Execution) -> bool:
        if self.left:
            return True
        self.done(execution)
        return False

    def defend(self, execution: Execution, unit: int) -> None:
        execution.emit(log.DEFENDS, unit)
        execution.replace(changed(self, left=self.left & ~(1 << unit), defending=self.defending | 1 << unit))

    def done(self, execution: Execution) -> None:
        """Passes the roles to the air battle below."""
        execution.pop()
        execution.emit(log.ROLES_SET, self.side, self.left, self.defending)
        execution.top(AirBattle).set_roles(execution, self.defending)


# -- stage by stage ------------------------------------------------------------------------------------

Stage = Callable[[Execution, "AirBattle"], None]


def units_still_there(execution: Execution, frame: AirBattle, side: int) -> int:
    """The side's units of the action that are still there."""
    return frame.units & execution.cells[AT + frame.area] & UNITS_OF_SIDE[side]


def attackers(execution: Execution, frame: AirBattle, side: int) -> int:
    """23.3 The side's attacking airstrikes with remaining factors."""
    may = units_still_there(execution, frame, side) & ~frame.defending & ~frame.barred
    return shooters(execution.rules.pieces, execution.cells, DAY, may)


def name_kamikazes(execution: Execution, frame: AirBattle) -> None:
    """19.22 Japan's kamikaze carriers, on the ninth turn."""
    may = execution.rules.pieces.hooks.kamikaze_candidates(
        execution, units_still_there(execution, frame, JAPAN) & ~frame.barred
    )
    if may and units_still_there(execution, frame, ALLIES):
        execution.push(KamikazeNaming(JAPAN, may, 0))


def ask_roles(side: int) -> Stage:
    """23.3 The side sets its airstrikes to attack or to defend, Japan first."""

    def stage(execution: Execution, frame: AirBattle) -> None:
        may = shooters(execution.rules.pieces, execution.cells, DAY, units_still_there(execution, frame, side))
        if may & ~frame.kamikazes:
            execution.push(Roles(side, may & ~frame.kamikazes, 0))

    return stage


def defenders_fire(side: int) -> Stage:
    """23.31 The side's defenders fire only at attacking airstrikes."""

    def stage(execution: Execution, frame: AirBattle) -> None:
        own = units_still_there(execution, frame, side) & frame.defending
        Targeting.start(execution, side, DAY, own, attackers(execution, frame, 1 - side), 0)

    return stage


def attack(side: int) -> Stage:
    """23.33 The surviving attackers name their targets."""

    def stage(execution: Execution, frame: AirBattle) -> None:
        enemy = units_still_there(execution, frame, 1 - side) & ~frame.unseen
        Targeting.start(execution, side, DAY, attackers(execution, frame, side), enemy, 0)

    return stage


def targets_fire(side: int) -> Stage:
    """23.34 Each target fires a shot at each airstrike on it; 23.35 unattacked battleships fire at an airstrike of
    their choice.
    """

    def stage(execution: Execution, frame: AirBattle) -> None:
        coming = [(unit, target) for unit, target in frame.aims if UNITS_OF_SIDE[side] >> target & 1]
        for target, unit in sorted((target, unit) for unit, target in coming):
            if is_flying(execution, frame, target):
                shoot_down(execution, frame, target, unit, 1)
        idle = units_still_there(execution, frame, side) & BATTLESHIPS & ~sum({1 << target for _, target in coming})
        left = sum({1 << unit for unit, _ in coming}) & execution.cells[AT + frame.area]
        left = shooters(execution.rules.pieces, execution.cells, DAY, left)
        if idle and left:
            execution.push(Targeting(side, DAY, idle, left, 0, 0, ()))

    return stage


def attackers_strike(execution: Execution, frame: AirBattle) -> None:
    """23.37 The remaining attackers attack; 23.4 carriers without an airstrike go home at the end."""
    execution.pop()
    cells, pieces = execution.cells, execution.rules.pieces
    units = units_still_there(execution, frame, JAPAN) | units_still_there(execution, frame, ALLIES)
    empty = [unit for unit in members(units & CARRIERS) if cells[AIR_LOSS + unit] >= pieces.airstrike[unit]]
    Action.start(execution, frame.area, DAY, units)
    execution.top(Action).use_named_targets(execution, frame.kamikazes, sum(1 << unit for unit in empty))
    for side in (JAPAN, ALLIES):
        aims = [(unit, target) for unit, target in frame.aims if (UNITS_OF_SIDE[side] & units) >> unit & 1]
        left = tuple((unit, target) for unit, target in aims if airstrike(pieces, cells, unit))
        execution.top(Action).on_fired(execution, DAY, left)


STAGES = (
    *(name_kamikazes, ask_roles(JAPAN), ask_roles(ALLIES), defenders_fire(JAPAN), defenders_fire(ALLIES)),
    *(attack(JAPAN), attack(ALLIES), targets_fire(JAPAN), targets_fire(ALLIES), attackers_strike),
)
MEETING, ATTACKING = range(4, 6), range(6, 8)
"""The stages after the defenders' fire, and after the choice of targets; then the unattacked battleships fire."""


def is_flying(execution: Execution, frame: AirBattle, unit: int) -> bool:
    """23.36 Whether a unit is still in the action and was not shot down."""
    return bool(execution.cells[AT + frame.area] >> unit & 1)


def shoot_down(execution: Execution, frame: AirBattle, unit: int, target: int, shots: int) -> None:
    """23.32, 23.36 Fires at an airstrike as at air units, without the bonus; the effect is immediate.

    7.44 Shots at an air unit that is already shot down are wasted.
    """
    cells, pieces = execution.cells, execution.rules.pieces
    result = volley(execution, shots, False, True, Roll.FIRE_AT_AN_AIRSTRIKE)
    if not is_flying(execution, frame, target):
        execution.emit(log.AIRSTRIKE_HIT, unit, target, result.dice, result.hits, 0, 0)
    elif AIR >> target & 1:
        left = air_unit_left(pieces, cells, target, result.damage)
        execution.emit(log.AIRSTRIKE_HIT, unit, target, result.dice, result.hits, result.damage, left)
        damage_unit(execution, target, result.damage, in_port=False)
    else:
        loss = min(result.damage, pieces.airstrike[target] - cells[AIR_LOSS + target])
        cells[AIR_LOSS + target] += loss
        left = airstrike(pieces, cells, target)
        execution.emit(log.AIRSTRIKE_HIT, unit, target, result.dice, result.hits, loss, left)


def air_unit_left(pieces: Pieces, cells: Cells, unit: int, damage: int) -> int:
    """7.534, 23.2 The shots that an air unit has left after this much further damage; none once it is lost."""
    if sunk_at_sea(pieces, cells[DAMAGE + unit] + damage, unit):
        return 0
    lost = damage if pieces.air_units_weaken else 0
    return max(airstrike(pieces, cells, unit) - lost, 0)


class AirBattle(FireReceiver):
    """23 A day action with defending airstrikes and fire at the attackers; ``aims`` are the attackers' targets."""

    number, name, clause, stages = 45, "air_battle", "23.3", STAGES
    area: Area
    units: Units
    barred: Units
    unseen: Units
    next: Annotated[int, Number(0, len(STAGES) - 1)]
    defending: Units
    kamikazes: Units
    aims: Annotated[tuple[Aim, ...], AIMS]

    @classmethod
    def start(cls, execution: Execution, area: int, units: int, barred: int = 0, unseen: int = 0) -> None:
        """Opens a day action with airstrikes."""
        execution.push(cls(area, units, barred, unseen, 0, 0, 0, ()))

    def set_roles(self, execution: Execution, defending: int) -> None:
        """23.3 Records the defending airstrikes."""
        execution.replace(changed(self, defending=self.defending | defending))

    def on_kamikazes_named(self, execution: Execution, carriers: int) -> None:
        """19.22 Records the kamikazes that Japan has named."""
        execution.replace(changed(self, kamikazes=carriers))

    def on_fired(self, execution: Execution, kind: int, aims: tuple[Aim, ...]) -> None:
        """Uses the named targets: defenders fire at once, attackers fire later, and unattacked battleships fire one
        shot at once.
        """
        if self.next in ATTACKING:
            execution.replace(changed(self, aims=tuple(sorted((*self.aims, *aims)))))
            return
        for unit, target in sorted(aims):
            shots = airstrike(execution.rules.pieces, execution.cells, unit) if self.next in MEETING else 1
            shoot_down(execution, self, unit, target, shots)


def enable_air_battles(hooks: Hooks) -> None:
    """23.3 Replaces day actions with those of this section."""
    hooks.day_action = AirBattle.start


AIR_PROCEDURES = (AirBattle, Roles)
