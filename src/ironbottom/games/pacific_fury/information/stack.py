"""Checks that the procedures of a given state can be nested as they are, and that the board fits each of them."""

from __future__ import annotations

from ironbottom.engine.core.errors import BadValue, DiceError
from ironbottom.engine.core.fields import members
from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.games.pacific_fury import state as layout
from ironbottom.games.pacific_fury.pieces import (
    ALLIES,
    BOX_COUNT,
    FORCES,
    FORCES_OF,
    JAPAN,
    LAST_OPERATION,
    SOUND,
    UNITS_OF_SIDE,
    ZONES,
)
from ironbottom.games.pacific_fury.rules import air_strikes, carrier_combat, surface_combat
from ironbottom.games.pacific_fury.rules.air_strikes import AirStrike
from ironbottom.games.pacific_fury.rules.bombardment import Bombardment
from ironbottom.games.pacific_fury.rules.carrier_combat import CarrierCombat
from ironbottom.games.pacific_fury.rules.event_phase import ReturnCarrier
from ironbottom.games.pacific_fury.rules.hits import AssignHits
from ironbottom.games.pacific_fury.rules.operations import Operations
from ironbottom.games.pacific_fury.rules.returns import ReturnOrStay
from ironbottom.games.pacific_fury.rules.sequence import STEP_NUMBER, Turn
from ironbottom.games.pacific_fury.rules.surface_combat import ClearedSound, SurfaceCombat
from ironbottom.games.pacific_fury.rules.task_forces import FormForces
from ironbottom.games.pacific_fury.state_types import Execution, State

Combat = SurfaceCombat | CarrierCombat | AirStrike | Bombardment
WITHIN: dict[tuple[type[Procedure], type[Procedure]], tuple[int, ...]] = {
    (SurfaceCombat, AssignHits): (surface_combat.DEFENDER_RETURN,),
    (SurfaceCombat, ReturnOrStay): (surface_combat.ATTACKER_RETURN, surface_combat.SECOND_ROUND),
    (SurfaceCombat, ClearedSound): (surface_combat.END,),
    (SurfaceCombat, Bombardment): (surface_combat.END,),
    (CarrierCombat, AssignHits): (carrier_combat.DEFENDER_RETURN,),
    (CarrierCombat, ReturnOrStay): (carrier_combat.ATTACKER_RETURN, carrier_combat.SECOND_ROUND),
    (AirStrike, AssignHits): (air_strikes.DEFENDER_RETURN,),
    (AirStrike, ReturnOrStay): (air_strikes.ATTACKER_RETURN, air_strikes.END),
}
"""The questions of a combat and where it continues: the procedure on top, and the possible stages of the combat."""


def check_stack(state: State) -> None:
    """Refuses frames that cannot occur in a game; ``BadValue`` names the frame."""
    stack = state.stack
    if not stack:
        return
    if len(stack) < 2 or not isinstance(stack[0], Turn):
        raise BadValue("a step must be on top of the turn's sequence", field="frames[0]")
    step = stack[1]
    if isinstance(step, Operations):
        check_operations(state)
    elif isinstance(step, FormForces):
        check_forming(state, step.side)
    elif isinstance(step, ReturnCarrier | AssignHits):
        check_event(state, step)
    else:
        raise BadValue(f"{step.name} is not a step of a turn", field="frames[1]")


def refuse(state: State, place: int, text: str) -> BadValue:
    """The refusal of a frame."""
    frame = state.stack[place]
    return BadValue(f"{frame.name}: {text}", field=f"frames[{place}]", clause=frame.clause)


def check_step(state: State, step: str) -> None:
    """5.0 The turn continues with the step after the current one."""
    turn = state.stack[0]
    if not isinstance(turn, Turn) or turn.next != STEP_NUMBER[step] + 1:
        raise BadValue("the turn does not continue after the current step", field="frames[0].next", clause="5.0")


# -- the event, and forming task forces ----------------------------------------------------------------


def check_event(state: State, step: ReturnCarrier | AssignHits) -> None:
    """7.0.a From turn 2 on Japan assigns torpedo hits, or the Allies choose a carrier."""
    check_step(state, "event")
    cells = state.cells
    side = JAPAN if isinstance(step, AssignHits) else ALLIES
    if cells[layout.TURN] == 1 or cells[layout.INITIATIVE] == side or len(state.stack) > 2 or cells[layout.OPERATION]:
        raise refuse(state, 1, "this event cannot have occurred now")
    if any(cells[layout.FORCE : layout.FORCE + len(FORCES)]):
        raise BadValue("no task forces are formed yet", field="forces", clause="5.0")
    if isinstance(step, AssignHits):
        check_hits(state, 1, step, cells[layout.BASE + ALLIES])
    elif step.side != side:
        raise refuse(state, 1, "only the Allies choose this")
    check_waiting(state)


def check_forming(state: State, side: int) -> None:
    """8.2.a The non-initiative side forms first; the task forces that it has formed are in its boxes, from 1 upward
    (8.2.b).
    """
    cells = state.cells
    first = side != cells[layout.INITIATIVE]
    check_step(state, "first_forms" if first else "second_forms")
    if len(state.stack) > 2 or cells[layout.OPERATION]:
        raise refuse(state, 1, "no operation has been made yet")
    for one in (JAPAN, ALLIES):
        used = [force for force in FORCES_OF[one] if cells[layout.FORCE + force]]
        may_have = one == side or not first
        if used != list(FORCES_OF[one][: len(used) if may_have else 0]):
            raise BadValue(
                "boxes must be filled upward from box 1, first by the side without the initiative",
                field="forces",
                clause="8.2.b",
            )
        for force in used:
            if cells[layout.WHERE + force] != 1 + force % BOX_COUNT:
                raise BadValue("it is in its box", field=f"forces.{FORCES.ids[force]}.where", clause="8.2.a")


# -- operations and combat -----------------------------------------------------------------------------


def check_operations(state: State) -> None:
    """9.0.a An operation is to be chosen, or the current operation has led to combat."""
    check_step(state, "operations")
    cells, stack = state.cells, state.stack
    if len(stack) == 2:
        if cells[layout.OPERATION] == LAST_OPERATION:
            raise BadValue("all fourteen operations are done", field="operations_done", clause="9.0.c")
        for zone in state.rules.pieces.gun_zones:
            if layout.holds_zone(cells, JAPAN, zone) and layout.holds_zone(cells, ALLIES, zone):
                text = f"after a combat the two sides cannot both be in {ZONES.titles[zone]}"
                raise BadValue(text, field="forces", clause="10.3.a")
        return
    combat = stack[2]
    if not isinstance(combat, Combat) or not cells[layout.OPERATION]:
        raise refuse(state, 2, "this operation is not in progress")
    check_combat(state, 2, combat)
    if len(stack) == 3:
        if isinstance(combat, CarrierCombat) and not layout.holds_zone(cells, layout.phasing(cells), combat.zone):
            raise refuse(state, 2, "no enemy is there")
    else:
        stages = WITHIN.get((type(combat), type(stack[3])), ())
        if len(stack) > 4 or isinstance(combat, Bombardment) or combat.stage not in stages:
            raise refuse(state, 3, "the combat cannot ask this now")
        check_asked(state, combat)
    check_waiting(state)


def attacking(combat: Combat) -> int:
    """The attacking task force."""
    if isinstance(combat, AirStrike):
        return combat.striker
    return combat.force if isinstance(combat, Bombardment) else combat.attacker


def check_combat(state: State, place: int, combat: Combat) -> None:
    """10.2.a The attacking force belongs to the phasing side, and is in the area of the combat."""
    cells, surface = state.cells, state.rules.pieces.surface
    force = attacking(combat)
    if layout.side_of(force) == layout.phasing(cells):
        raise refuse(state, place, f"{FORCES.ids[force]} is not the attacker")
    if isinstance(combat, SurfaceCombat) and not surface[combat.zone]:
        raise refuse(state, place, "there is no gunfire here")
    if isinstance(combat, CarrierCombat):
        if surface[combat.zone]:
            raise refuse(state, place, "no carriers can fight here")
        if any(layout.zone_of(cells, took) not in (-1, combat.zone) for took in members(combat.taking_part)):
            raise refuse(state, place, "every unit that took part must be there or gone")
    if isinstance(combat, AirStrike) and any(
        layout.side_of(struck) == layout.side_of(force) for struck in members(combat.struck)
    ):
        raise refuse(state, place, "only enemies can be struck")
    if isinstance(combat, Bombardment) and layout.zone_of(cells, force) != SOUND:
        raise refuse(state, place, f"{FORCES.ids[force]} is not in Ironbottom Sound")
    sunk = not cells[layout.FORCE + force] and len(state.stack) > 3
    if isinstance(combat, SurfaceCombat | CarrierCombat) and not sunk and layout.zone_of(cells, force) != combat.zone:
        raise refuse(state, place, f"{FORCES.ids[force]} is not there")


def check_asked(state: State, combat: Combat) -> None:
    """Checks the question of a combat: hits, returns, or the choice after clearing the Sound."""
    cells, asked = state.cells, state.stack[3]
    if isinstance(asked, AssignHits):
        check_hits(
            state,
            3,
            asked,
            layout.units_of_forces(cells, [*layout.at_sea(cells, JAPAN), *layout.at_sea(cells, ALLIES)]),
        )
    elif isinstance(asked, ReturnOrStay):
        if not asked.forces or asked.forces & ~layout.force_positions(cells, asked.side).afloat:
            raise refuse(state, 3, "it can be asked only about a side's task forces at sea")
    elif isinstance(asked, ClearedSound | Bombardment):
        force = attacking(combat)
        there = layout.zone_of(cells, force) == SOUND and not layout.in_zone(
            cells, layout.opponent(layout.side_of(force)), SOUND
        )
        if asked.force != force or not there:
            raise refuse(state, 3, "only the attacker can do this in Ironbottom Sound")
        if isinstance(asked, Bombardment):
            check_combat(state, 3, asked)


def check_hits(state: State, place: int, asked: AssignHits, there: int) -> None:
    """10.7.a Hits go to enemy units that are there."""
    meant = sum(1 << unit for unit, _ in asked.assigned)
    for pool in asked.pools:
        meant |= pool.units
        if not pool.units or pool.units & ~UNITS_OF_SIDE[layout.opponent(pool.side)]:
            raise refuse(state, place, "hits can go only to enemy units")
    if not asked.pools or meant & ~there:
        raise refuse(state, place, "hits can go only to units that are there")


def check_waiting(state: State) -> None:
    """The procedure on top waits for a choice, and at least one choice exists."""
    trial = state.copy()
    place = len(state.stack) - 1
    if isinstance(trial.stack[-1], SurfaceCombat):
        raise refuse(state, place, "nothing is asked here")
    try:
        waits = trial.stack[-1].proceed(Execution(trial, NoDice()))
    except DiceError:
        waits = False
    if not waits or trial.cells != state.cells or trial.stack != state.stack:
        raise refuse(state, place, "there is nothing to choose here")
    if not trial.decisions()[0].choices:
        raise refuse(state, place, "there is nothing to choose from")
