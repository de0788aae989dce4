"""4.3, 4.31 What a side may have ordered that others were not told: Strikes that are declared, orders at the shore."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.actions import Action
from ironbottom.engine.choices import Choices
from ironbottom.engine.dice import NoDice
from ironbottom.engine.procedures import Procedure, Together
from ironbottom.engine.rules import Random
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.pieces import SIDES
from ironbottom.games.war_in_the_pacific.rules import waves
from ironbottom.games.war_in_the_pacific.rules.aiming import Aiming, aiming_in
from ironbottom.games.war_in_the_pacific.rules.air_phase import AirPhase
from ironbottom.games.war_in_the_pacific.rules.ashore import Ashore
from ironbottom.games.war_in_the_pacific.rules.special_strikes import Sending
from ironbottom.games.war_in_the_pacific.rules.strike_orders import Declaring, WavePlan
from ironbottom.games.war_in_the_pacific.rules.strikes import Strikes
from ironbottom.games.war_in_the_pacific.rules.submarine_phase import (
    Ferrying,
    PuttingOut,
    SubmarinePhase,
    SubronCourse,
)

MOST_ORDERS = 3
HALF_SAID = (WavePlan, SubronCourse, PuttingOut, Ferrying)
"""What a side says to the end before it could be found at anything else."""
ENDS = ("done", "fly")
OPENS: Mapping[type[Procedure], str] = {Aiming: "allot", Declaring: "cover"}
"""20.11, 6.2 What opens a second step of which nobody else hears, by the question on which it lies."""


def declares(state: State, side: int) -> bool:
    """4.31 Whether a side has declared its Strikes in this Air Phase, or is about to, and none has flown."""
    top = state.stack[-1] if state.stack else None
    return isinstance(top, Declaring) and (top.side == side or state.cells[places.FIRST_PLAYER] == top.side)


def orders_in_secret(state: State, side: int, random: Random) -> None:
    """A side may have ordered something by the rules already, where orders are given in secret now."""
    top = state.stack[-1] if state.stack else None
    aiming = aiming_in(state.stack)
    if declares(state, side):
        by_chance(state, side, (*state.stack[:-1], Declaring(side)), random)
    elif aiming is not None and len(state.stack) > 1:
        yet_to_fly(state, aiming, side, random)
    elif isinstance(top, Ashore | Sending | SubmarinePhase):
        runs: list[tuple[Procedure, ...]] = [() for _ in top.stacks]
        below = State(state.rules, state.cells, state.stack[:-1], state.arrays)
        runs[side] = type(top).opening(below, side)
        by_chance(state, side, (*state.stack[:-1], type(top)(tuple(runs))), random)


def yet_to_fly(state: State, here: Aiming, side: int, random: Random) -> None:
    """4.11, 6.61 While a wave aims, those that a side declared may wait in the air behind it, in their order."""
    number = state.stack.index(here)
    strikes, below = state.stack[number - 1], state.stack[: number - 1]
    if not isinstance(strikes, Strikes) or side not in (here.side, 1 - strikes.first):
        return
    flown = range(waves.numbers(side).start, here.wave) if side == here.side else ()
    at = state.arrays[places.WAVE_AT]
    for wave in flown:
        at[wave] = 0
    orders: Procedure = Declaring(side)
    if not isinstance(below[-1], AirPhase):
        under = State(state.rules, state.cells, below, state.arrays)
        runs = [Sending.opening(under, side) if each == side else () for each in range(len(SIDES))]
        orders = Sending(tuple(runs))
    by_chance(state, side, (*below, orders), random)
    for wave in flown:
        at[wave] = waves.NO_WAVE


def by_chance(state: State, side: int, stack: tuple[Procedure, ...], random: Random) -> None:
    """So many orders by chance; play stands then where it stood."""
    stood, name = state.stack, state.rules.sides.ids[side]
    state.stack = stack
    orders = random.randrange(MOST_ORDERS + 1)
    while orders or isinstance(at(state, side), HALF_SAID):
        decision = state.decision(name)
        if decision is None:
            break
        action = any_verb(decision.choices, random)
        if action[0] in ENDS and not isinstance(at(state, side), HALF_SAID):
            break
        state.apply(name, action, NoDice())
        orders = max(orders - 1, 0)
    state.stack = stood


def half_made(state: State, side: int, random: Random) -> None:
    """20.11, 6.2 A side may have named a ship, or fighters, and nobody else knows it before it has said the rest."""
    here: Any = state.stack[-1] if state.stack else None
    verb = OPENS.get(type(here))
    if verb is None or here.side != side or random.randrange(2):
        return
    name, stood = state.rules.sides.ids[side], state.stack
    decision = state.decision(name)
    if decision is None or verb not in decision.choices.next():
        return
    state.apply(name, of_verb(decision.choices, verb).sample(random), NoDice())
    opened = state.decision(name)
    if opened is None or (opened.choices.only() is not None and not opened.procedure.hides_forced):
        state.stack = stood


def of_verb(choices: Choices, verb: str) -> Choices:
    """The choices of one verb."""
    return Choices(choices.vocabulary, [group for group in choices.groups if group[0].name == verb])


def any_verb(choices: Choices, random: Random) -> Action:
    """A choice, each verb as likely as the others, so that a Strike comes as often as a patrol."""
    groups = choices.groups
    return Choices(choices.vocabulary, [groups[random.randrange(len(groups))]]).sample(random)


def at(state: State, side: int) -> Procedure:
    """What a side is asked now."""
    top = state.stack[-1]
    return top.stacks[side][-1] if isinstance(top, Together) and top.stacks[side] else top
