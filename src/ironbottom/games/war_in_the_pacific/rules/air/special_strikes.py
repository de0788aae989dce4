"""6.6, 6.61, 6.20 Air points in the Naval Phase: readiness, patrols, and Special Strikes in the day impulses.

``Readying.start(execution)`` asks both sides at once, right after the plot; ``Sending.start(execution)`` in the first
and third impulse, after ships have sailed. Then both sides' Strikes fly before the damage of either takes effect
(6.61).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, ClassVar

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb, all_equivalent
from ironbottom.engine.rules.procedures import Procedure, SimultaneousFrame
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import (
    aircraft_roles,
    fighter_patrols,
    flight_duties,
    readiness,
    strike_targets,
)
from ironbottom.games.war_in_the_pacific.derived.air_bases import in_fair_weather
from ironbottom.games.war_in_the_pacific.derived.aircraft_roles import can_strike
from ironbottom.games.war_in_the_pacific.pieces import BASES, FORCES, HEXES, SIDES, STACKS, TRAININGS
from ironbottom.games.war_in_the_pacific.questions import HasStackAtBase
from ironbottom.games.war_in_the_pacific.rules.air import combat_air_patrols, strike_declaration, waves
from ironbottom.games.war_in_the_pacific.rules.air.interception import MEDIUM
from ironbottom.games.war_in_the_pacific.rules.air.strikes import Strikes
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.rules.search.search_segment import (
    POINTS,
    branches_by_base,
    branches_by_points,
    numbers_up_to,
)
from ironbottom.games.war_in_the_pacific.rules.turn.steps import DONE
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

DAY_IMPULSES = (1, 3)
"""6.6 No Strike flies in the second impulse, at night."""


def strikers(state: State, side: int, base: int) -> list[int]:
    """6.6 The stacks at a base with rested points that can strike ships or escort."""
    return [stack for stack in readiness.at_base(state, side, base).ready if can_strike(state.rules.pieces, stack)]


@restriction("6.6", "none of your points at {base} have rested since the Air Phase")
def with_rested(state: State, frame: Procedure, side: int) -> IdSet:
    bases = [base for base in in_fair_weather(state, side) if strikers(state, side, base)]
    return sets.from_iterable(bases, len(BASES))


@restriction("6.6", "{stack} flew in the Air Phase just before, or cannot strike ships")
def rested_stack(state: State, frame: Procedure, side: int, base: int) -> IdSet:
    return sets.from_iterable(strikers(state, side, base), len(STACKS))


@restriction("6.6", "there are not that many rested points of {stack}")
def rested_points(state: State, frame: Procedure, side: int, base: int, stack: int) -> IdSet:
    return numbers_up_to(readiness.may_be_ready(state, side, base, stack))


@restriction("6.20", "all fighters left at {base} made a Strike in the Air Phase")
def with_rested_fighters(state: State, frame: Procedure, side: int) -> IdSet:
    bases = [base for base in in_fair_weather(state, side) if rested_fighters(state, side, base)]
    return sets.from_iterable(bases, len(BASES))


def rested_fighters(state: State, side: int, base: int) -> list[int]:
    """6.20 The stacks of fighters at a base that may patrol."""
    able = aircraft_roles.fighter_stacks(state.rules.pieces)
    return [stack for stack in readiness.at_base(state, side, base).patrol if able >> stack & 1]


@restriction("6.20", "{stack} are not fighters, or all of them struck in the Air Phase")
def fighters_that_rested(state: State, frame: Procedure, side: int, base: int) -> IdSet:
    return sets.from_iterable(rested_fighters(state, side, base), len(STACKS))


@restriction("6.20", "there are not that many points of {stack} that made no Strike in the Air Phase")
def points_that_rested(state: State, frame: Procedure, side: int, base: int, stack: int, over: int) -> IdSet:
    return numbers_up_to(readiness.may_patrol(state, side, base, stack))


@restriction("6.20", "there are not that many points that made no Strike in the Air Phase")
def rested_to_fly(state: State, frame: HasStackAtBase, side: int, force: int) -> IdSet:
    return numbers_up_to(readiness.may_patrol(state, side, frame.base, frame.stack))


def all_readied(state: State, context: object, side: int) -> Branches:
    """6.6 A faster generator of points to ready: applies the restrictions to each base at once."""
    pieces, there = state.rules.pieces, readiness.by_base(state, side)
    able = [(base, there[base].ready.items()) for base in in_fair_weather(state, side) if base in there]
    return branches_by_points({base: [each for each in stacks if can_strike(pieces, each[0])] for base, stacks in able})


def all_guards(state: State, context: object, side: int) -> Branches:
    """6.20 A faster generator of patrols for the phase."""
    return _patrolling(state, side, fighter_patrols.patrolled)


def all_shields(state: State, context: object, side: int) -> Branches:
    """6.20 A faster generator of patrols over Task Forces for the phase."""
    return combat_air_patrols.over_forces(state, side, rested_fighters_by_base(state, side))


def rested_fighters_by_base(state: State, side: int) -> dict[int, IdSet]:
    """6.20 The stacks of fighters that may patrol at each base, except in storms."""
    fighters, there = aircraft_roles.fighter_stacks(state.rules.pieces), readiness.by_base(state, side)
    able = [(base, there[base].patrols & fighters) for base in in_fair_weather(state, side) if base in there]
    return {base: stacks for base, stacks in able if stacks}


def _patrolling(state: State, side: int, over: Callable[[State, int, int, int], IdSet]) -> Branches:
    def after(base: int, stack: int) -> Branches:
        where = over(state, side, base, stack // len(TRAININGS))
        return ((where, ((numbers_up_to(readiness.may_patrol(state, side, base, stack)), ()),)),) if where else ()

    return branches_by_base(rested_fighters_by_base(state, side), after)


READY = Verb(
    "make_ready",
    clause="6.6",
    ends_list="never",
    when=(combat_air_patrols.flight_free,),
    offer=all_readied,
    base=Argument(BASES, with_rested),
    stack=Argument(STACKS, rested_stack),
    points=Argument(POINTS, rested_points, always_completes=True),
)
GUARD = Verb(
    "guard",
    clause="6.20",
    ends_list="never",
    when=(combat_air_patrols.flight_free,),
    offer=all_guards,
    base=Argument(BASES, with_rested_fighters),
    stack=Argument(STACKS, fighters_that_rested),
    over=Argument(HEXES, combat_air_patrols.own_or_near),
    points=Argument(POINTS, points_that_rested),
)
SHIELD = Verb(
    "shield",
    clause="6.20",
    ends_list="never",
    when=(combat_air_patrols.flight_free,),
    offer=all_shields,
    base=Argument(BASES, with_rested_fighters),
    stack=Argument(STACKS, fighters_that_rested, combat_air_patrols.with_a_force_near),
)
STAY_OVER = Verb(
    "stay_over",
    clause="6.20",
    ends_list="never",
    force=Argument(FORCES, combat_air_patrols.own_force_near, equivalence=all_equivalent, always_completes=True),
    points=Argument(POINTS, rested_to_fly, always_completes=True),
)


class NavalPhasePatrolAssignment(combat_air_patrols.PatrolAssignment):
    """6.20 The choice of the Task Force that fighters patrol over in the Naval Phase, and of their number."""

    number, name, clause = 90, "shielding", "6.20"
    verbs = (STAY_OVER,)
    hides_forced, unobservable = False, False

    def stay_over(self, execution: Execution, force: int, points: int) -> None:
        """6.20 Fighters patrol over a Task Force in this Naval Phase, wherever it sails."""
        self.fly_over(execution, force, points)


class ReadyOrders(Question):
    """6.6, 6.20 A side readies points, and puts fighters on patrol for the whole Naval Phase."""

    number, name, clause = 23, "ready_orders", "6.6"
    verbs = (READY, GUARD, SHIELD, DONE)
    hides_forced = True
    side: Annotated[int, IdField(SIDES)]

    def make_ready(self, execution: Execution, base: int, stack: int, points: int) -> None:
        """6.6, 4.31 Readies points, which stays secret until they act."""
        flights.launch(execution.state, self.side, flights.Sortie(base, stack, flight_duties.READY), points)
        execution.emit_to(self.side, log.READIED, base, stack, points)

    def guard(self, execution: Execution, base: int, stack: int, over: int, points: int) -> None:
        """6.20 Fighters patrol a hex in this Naval Phase."""
        patrol = flights.Sortie(base, stack, flight_duties.PATROL, over=over)
        combat_air_patrols.go_on_patrol(execution, self.side, patrol, points)
        execution.emit_to(self.side, log.PATROLS, base, stack, points, over)

    def shield(self, execution: Execution, base: int, stack: int) -> None:
        """6.20 Fighters patrol over a Task Force in this Naval Phase; the force and the number are asked for next."""
        execution.push(NavalPhasePatrolAssignment(self.side, base, stack))

    def done(self, execution: Execution) -> None:
        """Ends the declaration."""
        execution.pop()


class ReadyDeclaration(SimultaneousFrame):
    """6.6 Both sides ready points at once."""

    number, name, clause = 24, "readying", "6.6"

    @classmethod
    def opening(cls, state: State, side: int) -> tuple[Procedure, ...]:
        return (ReadyOrders(side),)

    def finish(self, execution: Execution) -> None:
        """Ends the declaration of both sides; the impulses may begin."""


class SpecialWave(strike_declaration.WavePlan):
    """6.6, 7.7 A wave of ready points is filled, base by base."""

    number, name, clause = 25, "special_wave", "6.6"
    special: ClassVar[bool] = True

    def send(self, execution: Execution, base: int, stack: int, role: int, points: int) -> None:
        """6.6 Adds ready points to the wave; they are in the air."""
        left = points
        for flight in list(flight_duties.flying(execution.state, self.side)):
            sortie = flights.sortie(execution.state, flight)
            if left and (sortie.base, sortie.stack, sortie.duty) == (base, stack, flight_duties.READY):
                here = min(left, execution.state.arrays[layout.FLIGHT_POINTS][flight])
                flights.remove_points(execution.state, flight, here)
                left -= here
        super().send(execution, base, stack, role, points)


class SpecialOrders(Question):
    """6.6, 4.32 A side sends its ready points against contacts, or keeps them back."""

    number, name, clause = 26, "special_orders", "6.6"
    verbs = (strike_declaration.STRIKE, DONE)
    hides_forced = True
    special: ClassVar[bool] = True
    side: Annotated[int, IdField(SIDES)]

    def strike(self, execution: Execution, force: int) -> None:
        """6.6 Begins a wave against a Task Force in contact."""
        hex = execution.cells[layout.CONTACT_AT + force]
        aim = waves.Aim(hex, strike_targets.FORCE, MEDIUM, force)
        execution.push(SpecialWave(self.side, waves.begin_wave(execution.state, self.side, aim)))

    def done(self, execution: Execution) -> None:
        """Ends the Strikes of the impulse."""
        execution.pop()


class SpecialStrikeDeclaration(SimultaneousFrame):
    """4.32, 6.61 Both sides decide at once, even if one has nothing to decide; then all Strikes fly."""

    number, name, clause = 27, "sending", "6.61"

    @classmethod
    def opening(cls, state: State, side: int) -> tuple[Procedure, ...]:
        return (SpecialOrders(side),)

    def finish(self, execution: Execution) -> None:
        """6.61 Both sides' Strikes are in the air before either is hit."""
        execution.push(Strikes(execution.cells[layout.FIRST_PLAYER]))


PROCEDURES = (ReadyOrders, ReadyDeclaration, SpecialWave, SpecialOrders, SpecialStrikeDeclaration)
