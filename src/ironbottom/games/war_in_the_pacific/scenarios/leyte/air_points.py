"""45.25, 45.34, 45.64 The bases of air points before Leyte begins, and the Allied points that take no part."""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from ironbottom.games.war_in_the_pacific.pieces import (
    BASES,
    SIDES,
    STACKS,
    TRAININGS,
)
from ironbottom.games.war_in_the_pacific.questions import HasStackAtBase
from ironbottom.games.war_in_the_pacific.rules.setup.before_play import AIR_POINTS, place_points, points_based
from ironbottom.games.war_in_the_pacific.rules.setup.carrier_air_points import changes_left, count_change, stacks_on
from ironbottom.games.war_in_the_pacific.scenarios.leyte.derived import (
    bases_with_points,
    deployed_of,
    listed,
    rooms_around,
    rooms_of_allies,
)
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

# -- 45.25, 45.34 air points ---------------------------------------------------------------------------


@restriction("2.51", "none of your air points are at {base}")
def base_with_points(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(bases_with_points(state, side), len(BASES))


@restriction("2.51", "no points of {stack} are at {base}")
def stack_there(state: State, frame: Procedure, side: int, base: int) -> IdSet:
    return sets.from_iterable(stacks_on(state, base), len(STACKS))


@restriction("45.25", "no other airbase of the area where these are deployed has room for {stack}")
def has_another_base(state: State, frame: Procedure, side: int, base: int) -> IdSet:
    stacks = stacks_on(state, base)
    roomy = [(stack, bases_with_room(state, side, base, stack)) for stack in stacks]
    return sets.from_iterable([stack for stack, room in roomy if len(room) > (base in room)], len(STACKS))


@restriction(
    "45.25", "{to} is not another airbase in the area where these air points are deployed, or has no room for them"
)
def other_base(state: State, frame: HasStackAtBase, side: int) -> IdSet:
    return sets.from_iterable(
        [to for to in bases_with_room(state, side, frame.base, frame.stack) if to != frame.base], len(BASES)
    )


def bases_with_room(state: State, side: int, base: int, stack: int) -> dict[int, int]:
    """5.4, 45.25, 45.64 The bases to which points may go, each with its room; for the Allies within all limits."""
    return allied_rooms(state, stack // len(TRAININGS)) if side == ALLIES else rooms_around(state, side, base)


def allied_rooms(state: State, kind: int) -> dict[int, int]:
    """45.64 The Allied bases with room for points of a type, within the limits of headquarters."""
    pieces = state.rules.pieces
    return rooms_of_allies(state, pieces.on_water[kind])


@restriction("45.64", "there are not that many points, or there is too little room")
def numbers_to_rebase(state: State, frame: HasStackAtBase, side: int, to: int) -> IdSet:
    room = bases_with_room(state, side, frame.base, frame.stack).get(to, 0)
    return (2 << min(points_based(state, frame.base, frame.stack), room, AIR_POINTS.high)) - 2


def by_room(state: State, frame: HasStackAtBase, side: int, allowed: IdSet) -> list[IdSet]:
    """5.4 The bases with room for this many points."""
    most = min(points_based(state, frame.base, frame.stack), AIR_POINTS.high)
    result: dict[int, int] = {}
    for to, room in bases_with_room(state, side, frame.base, frame.stack).items():
        if sets.holds(allowed, to):
            result[min(most, room)] = result.get(min(most, room), 0) | 1 << to
    return sorted(result.values(), key=lambda bases: sets.nth(bases, 0))


def rebased(state: State, context: Procedure, side: int) -> Branches:
    """45.25, 45.34 A faster generator of the choices for points, from the restrictions on each base."""
    result: dict[IdSet, int] = {}
    for base in bases_with_points(state, side):
        if going := has_another_base(state, context, side, base):
            result[going] = result.get(going, 0) | 1 << base
    return tuple([(bases, ((going, ()),)) for going, bases in result.items()])


REBASE = Verb(
    "rebase",
    clause="45.25",
    ends_list="never",
    when=(changes_left,),
    offer=rebased,
    base=Argument(BASES, base_with_points),
    stack=Argument(STACKS, stack_there, has_another_base),
)
BASE_POINTS_AT = Verb(
    "base_at",
    clause="45.25",
    ends_list="never",
    to=Argument(BASES, other_base, equivalence=by_room, always_completes=True),
    points=Argument(AIR_POINTS, numbers_to_rebase, always_completes=True),
)


class Rebasing(Question):
    """2.51, 45.25, 45.34 The choice of another base for air points, and of their number."""

    number, name, clause = 82, "rebasing", "45.25"
    verbs = (BASE_POINTS_AT,)
    hides_forced, unobservable, is_second_step = True, True, True
    side: Annotated[int, IdField(SIDES)]
    base: Annotated[int, IdField(BASES)]
    stack: Annotated[int, IdField(STACKS)]

    def base_at(self, execution: Execution, to: int, points: int) -> None:
        """2.51, 45.25 Moves air points to another base."""
        execution.pop()
        place_points(execution.state, self.base, self.stack, -points)
        place_points(execution.state, to, self.stack, points)
        count_change(execution.state, self.side)
        execution.emit_to(self.side, log.TRANSFERRED, self.base, to, self.stack, points)


# -- 45.64 points that stay out ------------------------------------------------------------------------


def left_out(state: State, stack: int) -> int:
    """45.64 The points of a stack that take no part."""
    deployed = deployed_of(state).get(stack, 0)
    return max(listed(state.rules.pieces).get(stack, 0) - deployed, 0)


@restriction("45.64", "only the Allies choose which of their air points take part")
def allies_choose(state: State, frame: Procedure, side: int) -> bool:
    return side == ALLIES


@restriction("45.64", "no more points of {stack} are listed")
def not_deployed(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable([stack for stack in listed(state.rules.pieces) if left_out(state, stack)], len(STACKS))


@restriction("45.64", "{base} has no room for these, or no headquarters can serve them")
def bases_with_space(state: State, frame: Procedure, side: int, stack: int) -> IdSet:
    result = allied_rooms(state, stack // len(TRAININGS))
    return sets.from_iterable([base for base, room in result.items() if room > 0], len(BASES))


@restriction("45.64", "there are not that many listed, or there is too little room")
def within_limits(state: State, frame: Procedure, side: int, stack: int, base: int) -> IdSet:
    room = allied_rooms(state, stack // len(TRAININGS)).get(base, 0)
    return (2 << min(left_out(state, stack), max(room, 0), AIR_POINTS.high)) - 2


@restriction("45.64", "there are not that many points there")
def all_there(state: State, frame: Procedure, side: int, base: int, stack: int) -> IdSet:
    return (2 << min(points_based(state, base, stack), AIR_POINTS.high)) - 2


LEAVE_OUT = Verb(
    "leave_out",
    clause="45.64",
    ends_list="never",
    when=(allies_choose, changes_left),
    base=Argument(BASES, base_with_points),
    stack=Argument(STACKS, stack_there, always_completes=True),
    points=Argument(AIR_POINTS, all_there),
)
BRING_IN = Verb(
    "bring_in",
    clause="45.64",
    ends_list="never",
    when=(allies_choose, changes_left),
    stack=Argument(STACKS, not_deployed),
    base=Argument(BASES, bases_with_space, always_completes=True),
    points=Argument(AIR_POINTS, within_limits),
)
