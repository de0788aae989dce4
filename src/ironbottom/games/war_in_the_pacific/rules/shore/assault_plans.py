"""16.2, 40.42 Written plans of Amphibious Assault: before play, and in each Strategic Game-Turn for the next turns.

The limit of 16.2 applies only to plans written in a Strategic Game-Turn. A plan names the hex; its units and ships are
named when they sail.
"""

from __future__ import annotations

from typing import Annotated

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure, SimultaneousFrame
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, one_set, restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.land_and_coasts import enemy_coasts, most_plans
from ironbottom.games.war_in_the_pacific.pieces import HEXES, SIDES
from ironbottom.games.war_in_the_pacific.rules.turn.steps import DONE
from ironbottom.games.war_in_the_pacific.state_types import Execution, State


class BeforePlay(Procedure):
    """40.42 A deployment question; the limit of 16.2 does not apply to plans written in it."""


def planned_hexes(state: State, side: int) -> list[int]:
    """16.2 The hexes of a side's written plans."""
    first = layout.PLAN_AT + layout.PLANS_A_SIDE * side
    return [hex for hex in state.cells[first : first + layout.PLANS_A_SIDE] if hex >= 0]


def plans_read(state: State, side: int) -> list[int]:
    """23.3 The hexes of a side's plans that its enemy has read on cards."""
    first = layout.PLANS_A_SIDE * side
    read = state.arrays[layout.PLAN_READ][first : first + layout.PLANS_A_SIDE]
    return [entry - layout.FIRST_READ for entry in read if entry >= layout.FIRST_READ]


def read_plan(state: State, side: int, hex: int) -> None:
    """23.3 A side's enemy reads one of its plans."""
    known = plans_read(state, side)
    if hex not in known:
        place = layout.PLANS_A_SIDE * side + len(known)
        state.arrays[layout.PLAN_READ][place] = hex + layout.FIRST_READ


def discard_cards(state: State, side: int) -> None:
    """23.3 Everybody sees that a plan that was read is over: its hex has been taken, or troops were dropped there."""
    known, left, first = plans_read(state, side), planned_hexes(state, side), layout.PLANS_A_SIDE * side
    held = [hex for hex in known if hex in left]
    for place in range(len(known)):
        number = held[place] + layout.FIRST_READ if place < len(held) else layout.UNREAD
        state.arrays[layout.PLAN_READ][first + place] = number


@restriction("16.2", "you already have as many plans as allowed")
def may_write_plan(state: State, frame: object, side: int) -> bool:
    """40.42 Whether another plan may be written; the limit applies only in a Strategic Game-Turn."""
    # The compiler treats isinstance as an exact match if all subclasses are in modules that it compiles later.
    return issubclass(type(frame), BeforePlay) or len(planned_hexes(state, side)) < most_plans(state, side)


@restriction("16.2", "your sheet of plans is full: it has room for eight")
def room_on_sheet(state: State, frame: Procedure, side: int) -> bool:
    return len(planned_hexes(state, side)) < layout.PLANS_A_SIDE


@restriction(
    "16.2", "no landing is possible at {at}: it is not a coast in play that the enemy holds, or you may not enter it"
)
def enemy_coast(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.from_iterable(enemy_coasts(state, side), len(HEXES))


@restriction("16.2", "an assault on {at} is already planned")
def not_written(state: State, frame: Procedure, side: int) -> IdSet:
    return sets.without(range(len(HEXES)), planned_hexes(state, side))


def open_coasts(state: State, context: object, side: int) -> Branches:
    """16.2 A faster generator of the assaults that may be planned: removes the planned hexes from the enemy coasts."""
    return one_set(sets.without(tuple(enemy_coasts(state, side)), planned_hexes(state, side)))


PLAN = Verb(
    "plan",
    clause="16.2",
    ends_list="never",
    when=(may_write_plan, room_on_sheet),
    offer=open_coasts,
    at=Argument(HEXES, enemy_coast, not_written, always_completes=True),
)


def write_plan(execution: Execution, side: int, hex: int) -> None:
    """16.2 Writes down a plan, which only its owner knows."""
    first = layout.PLAN_AT + layout.PLANS_A_SIDE * side
    free = next(cell for cell in range(first, first + layout.PLANS_A_SIDE) if execution.cells[cell] < 0)
    execution.cells[free] = hex
    execution.emit_to(side, log.PLANNED, hex)


def close_done(state: State, side: int) -> None:
    """16.2 Removes plans of hexes that the side has taken; later plans move up."""
    first = layout.PLAN_AT + layout.PLANS_A_SIDE * side
    left = [hex for hex in planned_hexes(state, side) if state.arrays[layout.CONTROL][hex] != side]
    left += [-1] * (layout.PLANS_A_SIDE - len(left))
    for cell, hex in enumerate(left, first):
        state.cells[cell] = hex
    discard_cards(state, side)


class Plans(Question):
    """16.2 A side writes plans in a Strategic Game-Turn; they are usable from the next Game-Turn."""

    number, name, clause = 55, "plans", "16.2"
    verbs = (PLAN, DONE)
    hides_forced = True
    side: Annotated[int, IdField(SIDES)]

    def plan(self, execution: Execution, at: int) -> None:
        """16.2 Writes a plan down."""
        write_plan(execution, self.side, at)

    def done(self, execution: Execution) -> None:
        """Ends the plans."""
        execution.pop()


class Planning(SimultaneousFrame):
    """16.2, 4.3 Both sides plan at once, in secret."""

    number, name, clause = 56, "planning", "16.2"

    @classmethod
    def opening(cls, state: State, side: int) -> tuple[Procedure, ...]:
        return (Plans(side),)

    def finish(self, execution: Execution) -> None:
        """Ends the segment for both sides."""


PROCEDURES = (Plans, Planning)
