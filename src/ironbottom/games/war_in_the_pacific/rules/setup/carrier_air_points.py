"""2.51 Carrier air points before play: an owner may redistribute them over the carriers at a place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from ironbottom.engine.core import sets
from ironbottom.engine.core.fields import IdField
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import Branches, restriction
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import air_bases
from ironbottom.games.war_in_the_pacific.derived.carrier_decks import (
    carriers_by_place,
    decks_beside,
    exchanges_among,
    restowals_among,
)
from ironbottom.games.war_in_the_pacific.pieces import BASES, SIDES, STACKS
from ironbottom.games.war_in_the_pacific.questions import HasStack, SideProcedure
from ironbottom.games.war_in_the_pacific.state_types import Execution, State


def stacks_on(state: State, deck: int) -> list[int]:
    """5.12 The stacks aboard a carrier."""
    return [stack for stack, _ in air_bases.stacks(state, deck)]


def deck_with_room(state: State, decks: list[int]) -> list[int]:
    """19.1 The carriers, among the given ones, with room for another point."""
    return [deck for deck in decks if air_bases.capacity_left(state, deck)]


@restriction("2.51", "these points cannot change decks again")
def changes_left(state: State, frame: Procedure, side: int) -> bool:
    return state.cells[layout.DECK_CHANGES + side] < layout.MAX_CHANGES


@restriction("2.51", "{deck} has none of your points aboard, or no other carrier is beside it")
def carries_points(state: State, frame: Procedure, side: int) -> IdSet:
    result = [deck for deck, others in decks_beside(state, side).items() if others and stacks_on(state, deck)]
    return sets.from_iterable(result, len(BASES))


@restriction("2.51", "no points of {stack} are aboard, or the carriers beside {deck} have no other points aboard")
def to_exchange(state: State, frame: Procedure, side: int, deck: int) -> IdSet:
    others = {stack for to in decks_beside(state, side)[deck] for stack in stacks_on(state, to)}
    return sets.from_iterable([stack for stack in stacks_on(state, deck) if others - {stack}], len(STACKS))


@restriction("2.51", "no points of {stack} are aboard")
def stacks_aboard(state: State, frame: Procedure, side: int, deck: int) -> IdSet:
    return sets.from_iterable(stacks_on(state, deck), len(STACKS))


@restriction("2.51", "{to} is not beside the carrier, or has no other points aboard to exchange")
def beside(state: State, frame: PointExchange, side: int) -> IdSet:
    others = decks_beside(state, side)[frame.deck]
    return sets.from_iterable([to for to in others if set(stacks_on(state, to)) - {frame.stack}], len(BASES))


@restriction("2.51", "no points of {other} are aboard the other carrier, or it is the same stack")
def for_another(state: State, frame: HasStack, side: int, to: int) -> IdSet:
    return sets.from_iterable(set(stacks_on(state, to)) - {frame.stack}, len(STACKS))


@restriction("19.1", "{to} is not beside the carrier, or is full")
def beside_with_room(state: State, frame: Procedure, side: int, deck: int, stack: int) -> IdSet:
    return sets.from_iterable(deck_with_room(state, decks_beside(state, side)[deck]), len(BASES))


# -- faster generators: carriers exchange points at one place only ----------------------------------


def exchanges(state: State, context: object, side: int) -> Branches:
    """2.51 A faster generator of exchanges: place by place, from the points aboard."""
    result = [exchanges_among(tuple(_laden(state, decks))) for decks in carriers_by_place(state, side)]
    return _in_order(result)


def _laden(state: State, decks: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    for deck in decks:
        yield deck, sets.from_iterable(stacks_on(state, deck), len(STACKS))  # type: ignore[misc]


def restowals(state: State, context: object, side: int) -> Branches:
    """2.51, 19.1 A faster generator of moves: computes the room of each carrier once."""
    result = []
    for decks in carriers_by_place(state, side):
        with_more = sum(1 << deck for deck in deck_with_room(state, list(decks)))
        result.append(restowals_among(tuple(_laden(state, decks)), with_more))
    return _in_order(result)


def _in_order(of_places: Sequence[Branches]) -> Branches:
    """The branches of several places, in the order of their first carriers."""
    return tuple(sorted([branch for result in of_places for branch in result], key=_first))


def _first(branch: tuple[Any, Branches]) -> int:
    lowest: int = branch[0] & -branch[0]
    return lowest


EXCHANGE = Verb(
    "exchange",
    clause="2.51",
    ends_list="never",
    when=(changes_left,),
    offer=exchanges,
    deck=Argument(BASES, carries_points),
    stack=Argument(STACKS, to_exchange),
)
TRADE_FOR = Verb(
    "trade_for",
    clause="2.51",
    ends_list="never",
    to=Argument(BASES, beside, always_completes=True),
    other=Argument(STACKS, for_another, always_completes=True),
)
RESTOW = Verb(
    "restow",
    clause="2.51",
    ends_list="never",
    when=(changes_left,),
    offer=restowals,
    deck=Argument(BASES, carries_points),
    stack=Argument(STACKS, stacks_aboard),
    to=Argument(BASES, beside_with_room),
)


def count_change(state: State, side: int) -> None:
    """2.51 Counts another change of a side's points between carriers."""
    state.cells[layout.DECK_CHANGES + side] += 1


def move_point(state: State, deck: int, stack: int, to: int) -> None:
    """2.51 Moves a point to another carrier."""
    air, width = state.arrays[layout.AIR], len(STACKS)
    air[deck * width + stack] -= 1
    air[to * width + stack] += 1


class PointExchange(Question):
    """2.51 The choice of the carrier in the same place with which a point is exchanged, and of the other point."""

    number, name, clause = 78, "exchanging", "2.51"
    verbs = (TRADE_FOR,)
    hides_forced, unobservable, is_second_step = True, True, True
    side: Annotated[int, IdField(SIDES)]
    deck: Annotated[int, IdField(BASES)]
    stack: Annotated[int, IdField(STACKS)]

    def trade_for(self, execution: Execution, to: int, other: int) -> None:
        """2.51 A point moves to another carrier in the same place, and a point of another stack comes from it."""
        execution.pop()
        move_point(execution.state, self.deck, self.stack, to)
        move_point(execution.state, to, other, self.deck)
        count_change(execution.state, self.side)
        execution.emit_to(self.side, log.TRANSFERRED, self.deck, to, self.stack, 1)
        execution.emit_to(self.side, log.TRANSFERRED, to, self.deck, other, 1)


class Restowing(SideProcedure):
    """2.51 The part of a deployment that moves points between carriers."""

    def exchange(self, execution: Execution, deck: int, stack: int) -> None:
        """2.51 A point moves to another carrier in the same place in exchange; the carrier and the other point are
        asked for next.
        """
        execution.push(PointExchange(self.side, deck, stack))

    def restow(self, execution: Execution, deck: int, stack: int, to: int) -> None:
        """2.51, 19.1 A point moves to another carrier in the same place with room."""
        move_point(execution.state, deck, stack, to)
        count_change(execution.state, self.side)
        execution.emit_to(self.side, log.TRANSFERRED, deck, to, stack, 1)
