"""6.2 Combat Air Patrols: the fighters that are free for them, and the hexes that they may patrol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb, all_equivalent
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import flight_duties, role_points
from ironbottom.games.war_in_the_pacific.derived.air_bases import in_fair_weather
from ironbottom.games.war_in_the_pacific.derived.aircraft_roles import fighter_stacks
from ironbottom.games.war_in_the_pacific.derived.fighter_patrols import (
    free_fighters,
    near_forces,
    patrolled,
    patrols_by_base,
)
from ironbottom.games.war_in_the_pacific.pieces import BASES, FORCES, HEXES, SIDES, STACKS, TRAININGS
from ironbottom.games.war_in_the_pacific.questions import HasStackAtBase
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.rules.search.search_segment import POINTS, numbers_up_to
from ironbottom.games.war_in_the_pacific.state_types import Execution, State


def fighters(state: State, side: int) -> dict[int, IdSet]:
    """6.2 The stacks of fighters at each base with points that may patrol."""
    return {base: sum([1 << stack for stack, _ in there]) for base, there in free_fighters(state, side).items()}


@restriction("6.2", "no fighters at {base} are free to patrol")
def with_fighters(state: State, frame: Procedure, side: int) -> IdSet:
    bases = [base for base in in_fair_weather(state, side) if base in fighters(state, side)]
    return sets.from_iterable(bases, len(BASES))


@restriction("6.2", "{stack} are not fighters, or none are free")
def of_fighters(state: State, frame: Procedure, side: int, base: int) -> IdSet:
    return fighters(state, side).get(base, 0)


@restriction("6.2", "{over} is neither their own base nor a friendly hex within half their range, or is in a storm")
def own_or_near(state: State, frame: Procedure, side: int, base: int, stack: int) -> IdSet:
    return patrolled(state, side, base, stack // len(TRAININGS))


@restriction("6.2", "none of your Task Forces outside storms is within half the range of {stack} at {base}")
def with_a_force_near(state: State, frame: Procedure, side: int, base: int) -> IdSet:
    return with_force_near(state, side, base, sets.full_set(len(STACKS)))


def with_force_near(state: State, side: int, base: int, stacks: IdSet) -> IdSet:
    """6.2, 8.6 The stacks of fighters at a base that may patrol over a Task Force."""
    able = sets.iterate(sets.intersect(stacks, fighter_stacks(state.rules.pieces)))
    near = [stack for stack in able if sets.size(near_forces(state, side, base, stack // len(TRAININGS)))]
    return sum(1 << stack for stack in near)


@restriction("6.2", "{force} is not yours, is beyond half their range, or is in a storm")
def own_force_near(state: State, frame: HasStackAtBase, side: int) -> IdSet:
    return near_forces(state, side, frame.base, frame.stack // len(TRAININGS))


@restriction("6.11", "there are not that many points of {stack} free to patrol")
def free_to_patrol(state: State, frame: Procedure, side: int, base: int, stack: int, over: int) -> IdSet:
    return numbers_up_to(role_points.may_fly(state, side, base, stack, strike=True))


@restriction("6.11", "there are not that many points free to patrol")
def free_to_fly(state: State, frame: HasStackAtBase, side: int, force: int) -> IdSet:
    return numbers_up_to(role_points.may_fly(state, side, frame.base, frame.stack, strike=True))


@restriction("6.2", "no more flights can be in the air at once")
def flight_free(state: State, frame: Procedure, side: int) -> bool:
    return flights.free_number(state, side) != flights.NO_FLIGHT


def patrols(state: State, context: object, side: int) -> Branches:
    """6.2 A faster generator of patrols: applies the restrictions to each base at once."""
    return patrols_by_base(state, side)


def all_covers(state: State, context: object, side: int) -> Branches:
    """6.2 A faster generator of patrols over Task Forces."""
    able = fighters(state, side)
    return over_forces(state, side, {base: able[base] for base in in_fair_weather(state, side) if base in able})


def over_forces(state: State, side: int, able: Mapping[int, IdSet]) -> Branches:
    """6.2 For each base, the fighters that have a Task Force to patrol over."""
    result: dict[IdSet, int] = {}
    for base in sorted(able):
        if stacks := with_force_near(state, side, base, able[base]):
            result[stacks] = result.get(stacks, 0) | 1 << base
    return tuple([(bases, ((stacks, ()),)) for stacks, bases in result.items()])


PATROL = Verb(
    "patrol",
    clause="6.2",
    ends_list="never",
    when=(flight_free,),
    offer=patrols,
    base=Argument(BASES, with_fighters),
    stack=Argument(STACKS, of_fighters),
    over=Argument(HEXES, own_or_near),
    points=Argument(POINTS, free_to_patrol),
)
COVER = Verb(
    "cover",
    clause="6.2",
    ends_list="never",
    when=(flight_free,),
    offer=all_covers,
    base=Argument(BASES, with_fighters),
    stack=Argument(STACKS, of_fighters, with_a_force_near),
)
FLY_OVER = Verb(
    "fly_over",
    clause="6.2",
    ends_list="never",
    force=Argument(FORCES, own_force_near, equivalence=all_equivalent, always_completes=True),
    points=Argument(POINTS, free_to_fly, always_completes=True),
)


def go_on_patrol(execution: Execution, side: int, patrol: flights.Sortie, points: int) -> None:
    """6.2, 5.9 Puts fighters in the patrol Role, which counts as flown."""
    flights.count_flown(execution.state, patrol.base, patrol.stack, points)
    flights.launch(execution.state, side, patrol, points)


class PatrolAssignment(Question):
    """6.2 The choice of the Task Force to patrol over, and of the number of fighters."""

    number, name, clause = 89, "covering", "6.2"
    verbs: ClassVar[Sequence[Verb]] = (FLY_OVER,)
    is_second_step, hides_forced, unobservable = True, True, True
    side: Annotated[int, IdField(SIDES)]
    base: Annotated[int, IdField(BASES)]
    stack: Annotated[int, IdField(STACKS)]

    def fly_over(self, execution: Execution, force: int, points: int) -> None:
        """6.2, 6.20 Fighters patrol over a Task Force, wherever it sails."""
        execution.pop()
        hex = execution.cells[layout.FORCE_AT + force]
        patrol = flights.Sortie(self.base, self.stack, flight_duties.PATROL, over=hex, covers=force)
        go_on_patrol(execution, self.side, patrol, points)
        execution.emit_to(self.side, log.COVERS, self.base, self.stack, points, force)
