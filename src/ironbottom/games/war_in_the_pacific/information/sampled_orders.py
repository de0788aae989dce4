"""4.3, 4.31 Samples hidden orders of a side: declared Strikes, orders at the shore."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.game import Random
from ironbottom.engine.rules.procedures import Procedure, SimultaneousFrame
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import SIDES
from ironbottom.games.war_in_the_pacific.rules.air import waves
from ironbottom.games.war_in_the_pacific.rules.air.air_phase import AirPhase
from ironbottom.games.war_in_the_pacific.rules.air.combat_air_patrols import PatrolAssignment
from ironbottom.games.war_in_the_pacific.rules.air.naval_strike import TargetAssignment, aiming_in
from ironbottom.games.war_in_the_pacific.rules.air.special_strikes import SpecialStrikeDeclaration
from ironbottom.games.war_in_the_pacific.rules.air.strike_declaration import StrikeDeclaration, WavePlan
from ironbottom.games.war_in_the_pacific.rules.air.strikes import Strikes
from ironbottom.games.war_in_the_pacific.rules.land.attack_resolution import AttackParticipants
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import AttackOrders, MarchOrders
from ironbottom.games.war_in_the_pacific.rules.shore.shore_actions import ShoreActions
from ironbottom.games.war_in_the_pacific.rules.submarines.submarine_phase import (
    SubmarinePhase,
    SubronCourse,
    SubronDeparture,
    SubronLoadChoice,
)
from ironbottom.games.war_in_the_pacific.scenarios.burma.deployment import BurmaDeployment
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal.deployment import GuadalcanalDeployment
from ironbottom.games.war_in_the_pacific.scenarios.leyte.deployment import LeyteDeployment
from ironbottom.games.war_in_the_pacific.scenarios.midway.deployment import Deployment
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced.deployment import AdvancedDeployment
from ironbottom.games.war_in_the_pacific.state_types import State

MAX_ORDERS, MAX_DECLARED, MAX_SENT = 3, 8, 3
"""The usual and the greatest number of orders, and the points or units named in the last order."""
HALF_SAID = (WavePlan, SubronCourse, SubronDeparture, SubronLoadChoice)
"""Questions that a side answers completely before it is asked another question."""
ENDS = ("done", "fly")
OPENS: Mapping[type[Procedure], tuple[str, ...]] = {
    TargetAssignment: ("allot",),
    StrikeDeclaration: ("cover", "strike", "raid"),
    Deployment: ("station", "exchange"),
    LeyteDeployment: ("place_subron", "redeploy", "rebase", "exchange"),
    BurmaDeployment: ("set_out", "set_stores"),
    GuadalcanalDeployment: ("place_unit", "exchange"),
    AdvancedDeployment: ("station", "place_unit", "exchange"),
    MarchOrders: ("move",),
    AttackOrders: ("attack",),
}
"""20.11, 6.2, 7.7, 22.1, 24.1 The verbs that open a hidden step, by the question below it."""
FILLS: Mapping[type[Procedure], str] = {WavePlan: "send", AttackParticipants: "commit"}
"""7.7, 24.1 The verb that may be repeated in such a step."""


def strike_declaration(state: State, side: int) -> tuple[Procedure, ...] | None:
    """4.31 The procedure in which a side declares its Strikes in this Air Phase; None once any Strike has flown.

    The other side may be choosing a patrol or a wave, whose frame is on top of its declaration.
    """
    for number in range(len(state.stack) - 1, max(len(state.stack) - 3, -1), -1):
        frame = state.stack[number]
        if isinstance(frame, StrikeDeclaration):
            done = frame.side == side or state.cells[layout.FIRST_PLAYER] == frame.side
            return state.stack[:number] if done else None
        if not isinstance(frame, WavePlan | PatrolAssignment):
            return None
    return None


def orders_in_secret(state: State, side: int, random: Random) -> None:
    """Samples orders that a side may have given, if orders are secret now."""
    top = state.stack[-1] if state.stack else None
    aiming = aiming_in(state.stack)
    below = strike_declaration(state, side)
    if below is not None:
        make_random_choices(state, side, (*below, StrikeDeclaration(side)), random)
    elif aiming is not None and len(state.stack) > 1:
        sample_waiting_waves(state, aiming, side, random)
    elif isinstance(top, ShoreActions | SpecialStrikeDeclaration | SubmarinePhase):
        runs: list[tuple[Procedure, ...]] = [() for _ in top.stacks]
        under = State(state.rules, state.cells, state.stack[:-1], state.arrays)
        runs[side] = type(top).opening(under, side)
        make_random_choices(state, side, (*state.stack[:-1], type(top)(tuple(runs))), random)


def sample_waiting_waves(state: State, frame: TargetAssignment, side: int, random: Random) -> None:
    """4.11, 6.61 While a wave aims, other declared waves of its side may wait behind it, in their order."""
    number = state.stack.index(frame)
    strikes, below = state.stack[number - 1], state.stack[: number - 1]
    if not isinstance(strikes, Strikes) or side not in (frame.side, 1 - strikes.first):
        return
    flown = range(waves.wave_numbers(side).start, frame.wave) if side == frame.side else ()
    wave_at = state.arrays[layout.WAVE_AT]
    for wave in flown:
        wave_at[wave] = 0
    orders: Procedure = StrikeDeclaration(side)
    if not isinstance(below[-1], AirPhase):
        under = State(state.rules, state.cells, below, state.arrays)
        runs = [SpecialStrikeDeclaration.opening(under, side) if each == side else () for each in range(len(SIDES))]
        orders = SpecialStrikeDeclaration(tuple(runs))
    make_random_choices(state, side, (*below, orders), random)
    for wave in flown:
        wave_at[wave] = waves.NO_WAVE


def make_random_choices(state: State, side: int, stack: tuple[Procedure, ...], random: Random) -> None:
    """Makes this many random choices; play then returns to the same question."""
    stood, name = state.stack, state.rules.sides.ids[side]
    state.stack = stack
    orders = random.randrange((MAX_ORDERS if random.randrange(4) else MAX_DECLARED) + 1)
    while orders or isinstance(question_of(state, side), HALF_SAID):
        decision = state.decision(name)
        if decision is None:
            break
        begun = isinstance(question_of(state, side), HALF_SAID)
        action = any_verb(decision.choices, random)
        if action[0] in ENDS and not begun:
            break
        state.apply(name, action, NoDice(), trusted=True)
        orders -= not begun
    state.stack = stood


def sample_named_unit(state: State, side: int, random: Random) -> None:
    """20.11, 6.2, 24.1 A side may have named the acting unit; the other side does not know this until the order is
    complete.
    """
    frame: Any = state.stack[-1] if state.stack else None
    opening = next((verbs for kind, verbs in OPENS.items() if isinstance(frame, kind)), ())
    if not opening or frame.side != side or random.randrange(2):
        return
    name, stood = state.rules.sides.ids[side], state.stack
    if not apply_one_of(state, name, opening, random):
        return
    opened = state.decision(name)
    if opened is None or (opened.choices.single_choice() is not None and not opened.procedure.hides_forced):
        state.stack = stood
        return
    verb = next((verb for kind, verb in FILLS.items() if isinstance(state.stack[-1], kind)), "")
    for _ in range(random.randrange(MAX_SENT + 1) if verb else 0):
        if not apply_one_of(state, name, (verb,), random):
            return


def apply_one_of(state: State, name: str, verbs: Sequence[str], random: Random) -> bool:
    """Makes a random choice with one of the given verbs; returns whether any of these verbs was open."""
    decision = state.decision(name)
    groups = [group for group in decision.choices.groups if group[0].name in verbs] if decision else []
    if decision is None or not groups:
        return False
    chosen = Choices(decision.choices.vocabulary, [groups[random.randrange(len(groups))]])
    state.apply(name, chosen.sample(random), NoDice(), trusted=True)
    return True


def any_verb(choices: Choices, random: Random) -> Action:
    """A choice with every verb equally likely, so that Strikes are as frequent as patrols."""
    groups = choices.groups
    return Choices(choices.vocabulary, [groups[random.randrange(len(groups))]]).sample(random)


def question_of(state: State, side: int) -> Procedure:
    """The question that a side is asked now."""
    top = state.stack[-1]
    return top.stacks[side][-1] if isinstance(top, SimultaneousFrame) and top.stacks[side] else top
