"""10.3 Surface combat, in Ironbottom Sound and The Slot."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core.fields import Number, members
from ironbottom.engine.rules.actions import Verb
from ironbottom.engine.rules.procedures import Procedure, StagedProcedure, changed
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.pacific_fury import log
from ironbottom.games.pacific_fury.pieces import (
    EXPRESS,
    EXPRESS_UNIT,
    FORCES,
    GUNS,
    SOUND,
    TRANSPORTS,
    Force,
    Round,
    Zone,
)
from ironbottom.games.pacific_fury.rules.bombardment import bombard
from ironbottom.games.pacific_fury.rules.hits import HitPool, fire, open_round
from ironbottom.games.pacific_fury.rules.landing import land
from ironbottom.games.pacific_fury.rules.returns import WITHDRAW, ask_defender, ask_to_stay, end_combat
from ironbottom.games.pacific_fury.state import (
    DISRUPTED,
    FORCE,
    HIT,
    INITIATIVE,
    holds_zone,
    in_zone,
    opponent,
    side_of,
    units_of_forces,
    zone_of,
)
from ironbottom.games.pacific_fury.state_types import Execution, Rules, State

FIRE, DEFENDER_RETURN, ATTACKER_RETURN, SECOND_ROUND, END = range(5)
"""The stages: fire, the defender's return, the attacker's return, a second round or none, the end."""


def fleet_fire(execution: Execution, units: int) -> int:
    """10.3.a Battleships and cruisers fire in file order; as an option, so does the Tokyo Express (9.6.e)."""
    armed = units & GUNS
    if execution.rules.pieces.combat[EXPRESS_UNIT]:
        armed |= units & EXPRESS
    return sum([fire(execution, unit) for unit in members(armed)])


def fight_round(execution: Execution, frame: SurfaceCombat) -> None:
    """10.2.a Both sides fire, the attacker first; ships lost this round still fire."""
    attacker = side_of(frame.attacker)
    attacking = execution.cells[FORCE + frame.attacker]
    defending = units_of_forces(execution.cells, in_zone(execution.cells, opponent(attacker), frame.zone))
    execution.emit(log.ROUND_OPENED, frame.round)
    scored = fleet_fire(execution, attacking)
    suffered = fleet_fire(execution, defending)
    open_round(
        execution, attacker, 1, [HitPool(attacker, defending, scored), HitPool(opponent(attacker), attacking, suffered)]
    )


def defender_returns(execution: Execution, frame: SurfaceCombat) -> None:
    """10.8.a The defender declares first."""
    side = opponent(side_of(frame.attacker))
    over = frame.round == 2 or zone_of(execution.cells, frame.attacker) != frame.zone
    ask_defender(execution, side, frame.zone, in_zone(execution.cells, side, frame.zone), frame.round, over)


def attacker_returns(execution: Execution, frame: SurfaceCombat) -> None:
    """10.3.b, 10.3.c After round one there is a second round, a choice in the cleared Sound, or the end.

    10.8.b The attacker chooses last: the defender is not asked again.
    """
    cells, force = execution.cells, frame.attacker
    alive = zone_of(cells, force) == frame.zone
    if frame.round == 1 and alive and holds_zone(cells, opponent(side_of(force)), frame.zone):
        ask_to_stay(execution, side_of(force), [force], frame.round)
        return
    execution.replace(frame.at_stage(END))
    if frame.round == 1 and alive and frame.zone == SOUND and (may_land(cells, force) or may_bombard(cells, force)):
        execution.push(ClearedSound(force))


def second_round(execution: Execution, frame: SurfaceCombat) -> None:
    """10.3.b Fights round two if the attacker stayed."""
    if zone_of(execution.cells, frame.attacker) == frame.zone:
        execution.replace(changed(frame, round=2, stage=FIRE))


def end_surface_combat(execution: Execution, frame: SurfaceCombat) -> None:
    """10.8.c, 10.8.d Forces that must return to base do so."""
    execution.pop()
    end_combat(execution, [frame.attacker], opponent(side_of(frame.attacker)), frame.zone, frame.round)


class SurfaceCombat(StagedProcedure):
    """10.3.a A task force has entered an enemy-held sea area: it fights up to two rounds, and then leaves."""

    number, name, clause, stage_field = 4, "surface_combat", "10.3.a", "stage"
    stages = (fight_round, defender_returns, attacker_returns, second_round, end_surface_combat)
    attacker: Force
    zone: Zone
    round: Round
    stage: Annotated[int, Number(FIRE, END)]


def open_surface_combat(execution: Execution, force: int, zone: int) -> None:
    """Opens the combat that follows an entry (9.2.c)."""
    execution.cells[HIT] = 0
    execution.emit(log.BATTLE_OPENED, force, zone)
    execution.push(SurfaceCombat(force, zone, 1, FIRE))


# -- 10.3.c Ironbottom Sound cleared in round one ------------------------------------------------------


def may_land(cells: list[int], force: int) -> bool:
    """A force that still has Transports may land while Henderson Field is disrupted (9.3.b, 9.3.c)."""
    invader = cells[INITIATIVE] != side_of(force)
    return invader and bool(cells[DISRUPTED]) and bool(cells[FORCE + force] & TRANSPORTS)


def may_bombard(cells: list[int], force: int) -> bool:
    """A force without Transports may bombard once while Henderson Field is operational (9.4.b)."""
    invader = cells[INITIATIVE] != side_of(force)
    return invader and not cells[DISRUPTED] and not cells[FORCE + force] & TRANSPORTS


@restriction("9.3.c", "landing needs Transports and a disrupted Henderson Field")
def can_land_now(state: State, frame: ClearedSound, side: int) -> bool:
    return may_land(state.cells, frame.force)


@restriction(
    "10.3.c", "only a task force without Transports can bombard, and only while Henderson Field is operational"
)
def can_bombard_now(state: State, frame: ClearedSound, side: int) -> bool:
    return may_bombard(state.cells, frame.force)


LAND_NOW = Verb("land_now", clause="10.3.c", ends_list="always", when=(can_land_now,))
BOMBARD_NOW = Verb("bombard_now", clause="10.3.c", ends_list="always", when=(can_bombard_now,))


class ClearedSound(Procedure):
    """10.3.c The attacker has cleared the Sound: instead of round two it lands, bombards once, or goes home."""

    number, name, clause, verbs = 5, "cleared_sound", "10.3.c", (LAND_NOW, BOMBARD_NOW, WITHDRAW)
    force: Force

    def proceed(self, execution: Execution) -> bool:
        return True

    def decider(self, state: State) -> int:
        return side_of(self.force)

    def prompt(self, rules: Rules, side: int) -> str:
        return self.build_prompt(force=FORCES.titles[self.force])

    def land_now(self, execution: Execution) -> None:
        execution.pop()
        land(execution, self.force)

    def bombard_now(self, execution: Execution) -> None:
        execution.pop()
        bombard(execution, self.force, 2)

    def withdraw(self, execution: Execution) -> None:
        """10.8.c Ends the combat and sends the force home."""
        execution.pop()
