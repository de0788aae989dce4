"""Which procedures can stand on one another, and what each must find on the table: for states that are read in."""

from __future__ import annotations

from ironbottom.engine.dice import NoDice
from ironbottom.engine.errors import BadValue, DiceError
from ironbottom.engine.fields import members
from ironbottom.engine.procedures import Frame, Play
from ironbottom.engine.state import State
from ironbottom.games.pacific_fury import air_strikes, carrier_combat, surface_combat
from ironbottom.games.pacific_fury.air_strikes import AIR_STRIKE
from ironbottom.games.pacific_fury.bombardment import BOMBARDMENT
from ironbottom.games.pacific_fury.carrier_combat import CARRIER_COMBAT
from ironbottom.games.pacific_fury.event_phase import RETURN_CARRIER
from ironbottom.games.pacific_fury.hits import ASSIGN_HITS
from ironbottom.games.pacific_fury.operations import OPERATIONS
from ironbottom.games.pacific_fury.pieces import (
    ALLIES,
    BOX_COUNT,
    FORCES,
    FORCES_OF,
    JAPAN,
    LAST_OPERATION,
    OF_SIDE,
    SOUND,
    ZONES,
)
from ironbottom.games.pacific_fury.returns import RETURN_OR_STAY, bits
from ironbottom.games.pacific_fury.sequence import STEP_NUMBER, TURN_SEQUENCE
from ironbottom.games.pacific_fury.state import (
    BASE,
    FORCE,
    INITIATIVE,
    OPERATION,
    TURN,
    WHERE,
    at_sea,
    held,
    in_zone,
    other,
    phasing,
    side_of,
    together,
    zone_of,
)
from ironbottom.games.pacific_fury.surface_combat import CLEARED_SOUND, SURFACE_COMBAT
from ironbottom.games.pacific_fury.task_forces import FORM_FORCES

COMBATS = (SURFACE_COMBAT, CARRIER_COMBAT, AIR_STRIKE, BOMBARDMENT)
WITHIN = {
    (SURFACE_COMBAT, ASSIGN_HITS): (surface_combat.DEFENDER,),
    (SURFACE_COMBAT, RETURN_OR_STAY): (surface_combat.ATTACKER, surface_combat.AGAIN),
    (SURFACE_COMBAT, CLEARED_SOUND): (surface_combat.END,),
    (SURFACE_COMBAT, BOMBARDMENT): (surface_combat.END,),
    (CARRIER_COMBAT, ASSIGN_HITS): (carrier_combat.DEFENDER,),
    (CARRIER_COMBAT, RETURN_OR_STAY): (carrier_combat.ATTACKER, carrier_combat.AGAIN),
    (AIR_STRIKE, ASSIGN_HITS): (air_strikes.DEFENDER,),
    (AIR_STRIKE, RETURN_OR_STAY): (air_strikes.ATTACKER, air_strikes.END),
}
"""What a combat asks and where it goes on afterwards: the procedure on top, and the stages the combat can be at."""


def check_stack(state: State) -> None:
    """Refuses frames that no game could hold; ``BadValue`` names the frame."""
    stack = state.stack
    if not stack:
        return
    if len(stack) < 2 or stack[0][0] != TURN_SEQUENCE.number:
        raise BadValue("a step stands on the turn's sequence", field="frames[0]")
    step = state.rules.procedures[stack[1][0]]
    if step is OPERATIONS:
        check_operations(state)
    elif step is FORM_FORCES:
        check_forming(state, stack[1][1])
    elif step in (RETURN_CARRIER, ASSIGN_HITS):
        check_event(state)
    else:
        raise BadValue(f"{step.name} is no step of a turn", field="frames[1]")


def refuse(state: State, place: int, told: str) -> BadValue:
    """The refusal of a frame."""
    procedure = state.rules.procedures[state.stack[place][0]]
    return BadValue(f"{procedure.name}: {told}", field=f"frames[{place}]", clause=procedure.clause)


def check_step(state: State, step: str) -> None:
    """5.0 The turn goes on after the step that is under way."""
    if state.stack[0][1] != STEP_NUMBER[step] + 1:
        raise BadValue("the turn does not go on after the step under way", field="frames[0].next", clause="5.0")


# -- the event, and forming task forces ----------------------------------------------------------------


def check_event(state: State) -> None:
    """7.0.a From turn 2 on Japan gives out torpedo hits, or the Allies choose a carrier."""
    check_step(state, "event")
    cells, frame = state.cells, state.stack[1]
    side = JAPAN if frame[0] == ASSIGN_HITS.number else ALLIES
    if cells[TURN] == 1 or cells[INITIATIVE] == side or len(state.stack) > 2 or cells[OPERATION]:
        raise refuse(state, 1, "this event cannot have come now")
    if any(cells[FORCE : FORCE + len(FORCES)]):
        raise BadValue("no task forces are formed yet", field="forces", clause="5.0")
    if side == JAPAN:
        check_hits(state, 1, cells[BASE + ALLIES])
    elif frame[1] != side:
        raise refuse(state, 1, "it is for the Allies to choose")
    check_waiting(state)


def check_forming(state: State, side: int) -> None:
    """8.2.a The non-initiative side forms first; what is formed is in its boxes, from 1 upward (8.2.b)."""
    cells = state.cells
    first = side != cells[INITIATIVE]
    check_step(state, "first_forms" if first else "second_forms")
    if len(state.stack) > 2 or cells[OPERATION]:
        raise refuse(state, 1, "no operation was made yet")
    for one in (JAPAN, ALLIES):
        used = [force for force in FORCES_OF[one] if cells[FORCE + force]]
        may_have = one == side or not first
        if used != list(FORCES_OF[one][: len(used) if may_have else 0]):
            raise BadValue(
                "boxes are filled upward from box 1, first by the side without the initiative",
                field="forces",
                clause="8.2.b",
            )
        for force in used:
            if cells[WHERE + force] != 1 + force % BOX_COUNT:
                raise BadValue("it is in its box", field=f"forces.{FORCES.ids[force]}.where", clause="8.2.a")


# -- operations and combat -----------------------------------------------------------------------------


def check_operations(state: State) -> None:
    """9.0.a An operation is to be chosen, or one is under way that brought combat."""
    check_step(state, "operations")
    cells, stack = state.cells, state.stack
    if len(stack) == 2:
        if cells[OPERATION] == LAST_OPERATION:
            raise BadValue("all fourteen operations are done", field="operations_done", clause="9.0.c")
        for zone in state.rules.pieces.gun_zones:
            if held(cells, JAPAN, zone) and held(cells, ALLIES, zone):
                told = f"after a combat both sides are not in {ZONES.titles[zone]} together"
                raise BadValue(told, field="forces", clause="10.3.a")
        return
    combat = state.rules.procedures[stack[2][0]]
    if combat not in COMBATS or not cells[OPERATION]:
        raise refuse(state, 2, "this is no operation under way")
    check_combat(state, 2)
    if len(stack) == 3:
        if combat is CARRIER_COMBAT and not held(cells, phasing(cells), stack[2][2]):
            raise refuse(state, 2, "no enemy is there")
        check_waiting(state)
        return
    asked = state.rules.procedures[stack[3][0]]
    stages = WITHIN.get((combat, asked), ())
    if len(stack) > 4 or stack[2][4] not in stages:
        raise refuse(state, 3, "the combat does not ask this now")
    check_asked(state)
    check_waiting(state)


def check_combat(state: State, place: int) -> None:
    """10.2.a The attacking force is of the phasing side, and where the combat is."""
    cells, frame = state.cells, state.stack[place]
    procedure = state.rules.procedures[frame[0]]
    force = frame[1]
    if side_of(force) == phasing(cells):
        raise refuse(state, place, f"{FORCES.ids[force]} is not the attacker")
    if procedure is SURFACE_COMBAT and not state.rules.pieces.surface[frame[2]]:
        raise refuse(state, place, "no guns fire here")
    if procedure is CARRIER_COMBAT and state.rules.pieces.surface[frame[2]]:
        raise refuse(state, place, "no carriers fight here")
    if procedure is CARRIER_COMBAT and any(zone_of(cells, took) not in (-1, frame[2]) for took in members(frame[6])):
        raise refuse(state, place, "who took part is there, or gone")
    if procedure is AIR_STRIKE and any(side_of(struck) == side_of(force) for struck in members(frame[5])):
        raise refuse(state, place, "only enemies are struck")
    if procedure is BOMBARDMENT and zone_of(cells, force) != SOUND:
        raise refuse(state, place, f"{FORCES.ids[force]} is not in Ironbottom Sound")
    sunk = not cells[FORCE + force] and len(state.stack) > 3
    if procedure in (SURFACE_COMBAT, CARRIER_COMBAT) and not sunk and zone_of(cells, force) != frame[2]:
        raise refuse(state, place, f"{FORCES.ids[force]} is not there")


def check_asked(state: State) -> None:
    """What a combat asks: hits, returns, or what to do with a cleared Sound."""
    cells, frame = state.cells, state.stack[3]
    asked = state.rules.procedures[frame[0]]
    force = state.stack[2][1]
    if asked is ASSIGN_HITS:
        units = together(cells, [*at_sea(cells, JAPAN), *at_sea(cells, ALLIES)])
        check_hits(state, 3, units)
    elif asked is RETURN_OR_STAY:
        if not frame[2] or frame[2] & ~bits(at_sea(cells, frame[1])):
            raise refuse(state, 3, "it is asked of a side's task forces at sea")
    elif frame[1] != force or zone_of(cells, force) != SOUND or in_zone(cells, other(side_of(force)), SOUND):
        raise refuse(state, 3, "it is for the attacker alone in Ironbottom Sound")
    elif asked is BOMBARDMENT:
        check_combat(state, 3)


def check_hits(state: State, place: int, there: int) -> None:
    """10.7.a Hits go to enemy units that are there."""
    _, _, _, pools, assigned = state.stack[place]
    hit = sum(1 << unit for unit, _ in assigned)
    meant = hit
    for side, units, _ in pools:
        meant |= units
        if not units or units & ~OF_SIDE[other(side)]:
            raise refuse(state, place, "hits go to enemy units")
    if not pools or meant & ~there:
        raise refuse(state, place, "hits go to units that are there")


def check_waiting(state: State) -> None:
    """The procedure on top waits for a choice, of which there is one at least."""
    trial = state.copy()
    top: Frame = trial.stack[-1]
    procedure = state.rules.procedures[top[0]]
    place = len(state.stack) - 1
    if procedure is SURFACE_COMBAT:
        raise refuse(state, place, "nothing is asked here")
    try:
        waits = procedure.proceed(Play(trial, NoDice()), top)
    except DiceError:
        waits = False
    if not waits or trial.cells != state.cells or trial.stack != state.stack:
        raise refuse(state, place, "nothing is to be chosen here")
    side = procedure.side(trial, top)
    if not any(len(group) for group in procedure.groups(trial, top, side)):
        raise refuse(state, place, "there is nothing to choose from")
