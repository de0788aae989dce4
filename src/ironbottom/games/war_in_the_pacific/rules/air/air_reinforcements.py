"""37.5 Air reinforcements: when they arrive, and at which bases their owner places them.

Arrived points wait in a box off the map while their owner is asked; points without room at any base take no part.
"""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import air_bases
from ironbottom.games.war_in_the_pacific.derived.air_bases import bases_for_arrivals
from ironbottom.games.war_in_the_pacific.derived.air_points import points_by_stack
from ironbottom.games.war_in_the_pacific.pieces import BASES, BOXES, FIRST_BOX, SIDES, STACKS
from ironbottom.games.war_in_the_pacific.rules.search.search_segment import POINTS, numbers_up_to
from ironbottom.games.war_in_the_pacific.rules.turn.steps import DONE, open_step
from ironbottom.games.war_in_the_pacific.state_types import Execution, State

BOX = {JAPAN: FIRST_BOX + BOXES.index["japan"], ALLIES: FIRST_BOX + BOXES.index["beyond_the_edge"]}
"""The boxes of points that have arrived and are not placed yet."""


# -- arrivals ------------------------------------------------------------------------------------------


def announce_arrivals(execution: Execution, side: int, arrived: dict[int, int], *, opens: bool = True) -> None:
    """37.5 Announces the number of points that arrive, which their owner then places; ``opens``: whether to open the
    step of arrivals in the log.
    """
    air, first = execution.state.arrays[layout.AIR], BOX[side] * len(STACKS)
    for stack, points in arrived.items():
        air[first + stack] += points
    if arrived:
        if opens:
            open_step(execution, "arrivals")
        execution.emit(log.REINFORCED, side, sum(arrived.values()))
        execution.push(Arrivals(side))


# -- placement -------------------------------------------------------------------------------------------


def room_at(state: State, base: int, stack: int) -> int:
    """37.5, 5.4 The room of a base for points of a stack."""
    return air_bases.capacity_left(state, base, water=air_bases.on_water(state.rules.pieces, stack))


def unplaced_points(state: State, side: int) -> dict[int, int]:
    """37.5 The arrived points that are not placed yet, by stack."""
    first = BOX[side] * len(STACKS)
    return points_by_stack(state.arrays[layout.AIR][first : first + len(STACKS)].tobytes())


def bases_with_room_for(state: State, side: int, stack: int) -> list[int]:
    """37.5 The bases with room for points of a stack."""
    return [base for base in bases_for_arrivals(state, side) if room_at(state, base, stack)]


def roomiest(state: State, bases: list[int], stack: int) -> int:
    """2.51 The base with the most room for points of a stack; the first of equals."""
    return max(bases, key=lambda base: (room_at(state, base, stack), -base))


@restriction("37.5", "no points of {stack} have arrived, or no base has room for them")
def that_came(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(
        [stack for stack in unplaced_points(state, side) if bases_with_room_for(state, side, stack)], len(STACKS)
    )


@restriction("37.5", "these points do not arrive at {base}, or it has no room for them")
def base_with_room(state: State, frame: Procedure, side: int, stack: int) -> IdSet:
    return sets.from_iterable(bases_with_room_for(state, side, stack), len(BASES))


@restriction("37.5", "fewer points than that have arrived, or there is too little room")
def placeable_numbers(state: State, frame: Procedure, side: int, stack: int, base: int) -> IdSet:
    return numbers_up_to(min(unplaced_points(state, side).get(stack, 0), room_at(state, base, stack)))


BASE = Verb(
    "base",
    clause="37.5",
    ends_list="never",
    stack=Argument(STACKS, that_came),
    base=Argument(BASES, base_with_room, always_completes=True),
    points=Argument(POINTS, placeable_numbers),
)


class Arrivals(Question):
    """37.5 A side places the air points that have arrived; the rest is placed by 2.51 where there is the most room."""

    number, name, clause = 58, "arrivals", "37.5"
    verbs = (BASE, DONE)
    hides_forced, unobservable = True, True
    side: Annotated[int, IdField(SIDES)]

    def base(self, execution: Execution, stack: int, base: int, points: int) -> None:
        """37.5 Places points at a base."""
        place_from_box(execution, self.side, stack, base, points)

    def done(self, execution: Execution) -> None:
        """2.51, 37.5 Places the rest where there is the most room; points without room take no part."""
        execution.pop()
        state = execution.state
        for stack, points in unplaced_points(state, self.side).items():
            for _ in range(points):
                open_to = bases_with_room_for(state, self.side, stack)
                if open_to:
                    place_from_box(execution, self.side, stack, roomiest(state, open_to, stack), 1)
        air, first = state.arrays[layout.AIR], BOX[self.side] * len(STACKS)
        for stack in range(len(STACKS)):
            air[first + stack] = 0


def place_from_box(execution: Execution, side: int, stack: int, base: int, points: int) -> None:
    """37.5 Moves points from the box to a base; only their owner sees this."""
    air, width = execution.state.arrays[layout.AIR], len(STACKS)
    air[BOX[side] * width + stack] -= points
    air[base * width + stack] += points
    execution.emit_to(side, log.BASED, base, stack, points)


PROCEDURES = (Arrivals,)
