"""2.51, 42.21, 42.31 Before play an owner may spread carrier points over the decks of a place anew."""

from __future__ import annotations

from typing import Any

from ironbottom.engine import sets
from ironbottom.engine.actions import Argument, Verb
from ironbottom.engine.memo import reading, while_unchanged
from ironbottom.engine.restrictions import restriction
from ironbottom.engine.sets import Members
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.pieces import BASES, DECK_OF, SIDE_OF_SHIP, STACKS
from ironbottom.games.war_in_the_pacific.rules import air_bases


@while_unchanged(reading(places.SHIP_AT))
def decks_beside(state: State, side: int) -> dict[int, list[int]]:
    """2.51 For each deck of a side the others in the same port or box."""
    decks = [(ship, base) for ship, base in DECK_OF.items() if SIDE_OF_SHIP[ship] == side]
    at = state.arrays[places.SHIP_AT]
    return {
        base: [other for beside, other in decks if other != base and at[beside] == at[ship]]
        for ship, base in decks
        if at[ship] >= 0
    }


def stacks_on(state: State, deck: int) -> list[int]:
    """5.12 The stacks aboard a carrier."""
    return [stack for stack, _ in air_bases.stacks(state, deck)]


def with_room(state: State, decks: list[int]) -> list[int]:
    """19.1 Those of some decks that take another point."""
    return [deck for deck in decks if air_bases.room(state, deck)]


@restriction("2.51", "points have changed decks often enough")
def changes_left(state: State, here: Any, side: int) -> bool:
    return state.cells[places.DECK_CHANGES + side] < places.MOST_CHANGES


@restriction("2.51", "{deck} has no points of yours aboard, or no other carrier lies beside it")
def laden(state: State, here: Any, side: int) -> Members:
    found = [deck for deck, others in decks_beside(state, side).items() if others and stacks_on(state, deck)]
    return sets.gathered(found, len(BASES))


@restriction("2.51", "no points of {stack} are aboard")
def aboard(state: State, here: Any, side: int, deck: int) -> Members:
    return sets.gathered(stacks_on(state, deck), len(STACKS))


@restriction("2.51", "{to} does not lie beside the carrier, or has nothing else aboard to exchange")
def beside(state: State, here: Any, side: int, deck: int, stack: int) -> Members:
    others = decks_beside(state, side)[deck]
    return sets.gathered([to for to in others if set(stacks_on(state, to)) - {stack}], len(BASES))


@restriction("2.51", "no points of {other} are aboard the other carrier, or it is the same stack")
def for_another(state: State, here: Any, side: int, deck: int, stack: int, to: int) -> Members:
    return sets.gathered(set(stacks_on(state, to)) - {stack}, len(STACKS))


@restriction("19.1", "{to} does not lie beside the carrier, or is full")
def beside_with_room(state: State, here: Any, side: int, deck: int, stack: int) -> Members:
    return sets.gathered(with_room(state, decks_beside(state, side)[deck]), len(BASES))


EXCHANGE = Verb(
    "exchange",
    clause="2.51",
    when=(changes_left,),
    deck=Argument(BASES, laden),
    stack=Argument(STACKS, aboard),
    to=Argument(BASES, beside),
    other=Argument(STACKS, for_another, leads_on=True),
)
RESTOW = Verb(
    "restow",
    clause="2.51",
    when=(changes_left,),
    deck=Argument(BASES, laden),
    stack=Argument(STACKS, aboard),
    to=Argument(BASES, beside_with_room),
)


def count_change(state: State, side: int) -> None:
    """2.51 Points of a side have changed decks once more."""
    state.cells[places.DECK_CHANGES + side] += 1


def move_point(state: State, deck: int, stack: int, to: int) -> None:
    """2.51 A point changes decks."""
    air, wide = state.arrays[places.AIR], len(STACKS)
    air[deck * wide + stack] -= 1
    air[to * wide + stack] += 1
