"""Choices in two steps, which tests name by the second verb, with the arguments of both."""

from __future__ import annotations

from ironbottom.engine.core.events import Event
from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.state import Refusal, State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import SHIPS
from ironbottom.games.war_in_the_pacific.rules.naval.fire_control import WEAPONS
from tests.games.war_in_the_pacific.battle_states import choose

FIRST = {
    **dict.fromkeys(("march", "force_march", "entrain", "coast"), ("move", 1)),
    "fly_to": ("transfer", 2),
    "trade_for": ("exchange", 2),
    "stand_off": ("shift", 2),
    "start_at": ("set_out", 1),
    "store_at": ("set_stores", 2),
    "stand_at": ("redeploy", 1),
    "base_at": ("rebase", 2),
    "fire_at": ("fire", 1),
    "come_in": ("enter", 2),
    "fly_over": ("cover", 2),
    "stay_over": ("shield", 2),
    "strike_with": ("allot", 1),
}
"""The first verb by the second, and the number of its own arguments."""


def choose_in_two_steps(state: State, side: str, verb: str, *named: str, dice: tuple[int, ...] = ()) -> list[Event]:
    """Makes an offered choice in two steps, with exactly these dice."""
    first, many = FIRST[verb]
    choose(state, side, first, *named[:many])
    return choose(state, side, verb, *named[many:], dice=dice)


def refused_in_two(state: State, side: str, verb: str, *named: str) -> tuple[str | None, str]:
    """The clause and message with which one of the two steps is refused."""
    found = why_not_in_two(state, side, verb, *named)
    assert found is not None
    return found.clause, found.message


def why_not_in_two(state: State, side: str, verb: str, *named: str) -> Refusal | None:
    """Why one of the two steps is refused; None if both may be made."""
    first, many = FIRST[verb]
    found = state.why_not(side, (first, *named[:many]))
    if found is not None:
        return found
    then = state.copy()
    then.apply(side, (first, *named[:many]), NoDice())
    return then.why_not(side, (verb, *named[many:]))


def sail(state: State, side: str, to: str, speed: str) -> None:
    """10.3 A destination and a speed; if only one speed brings the force there, it is not asked for."""
    choose(state, side, "sail", to)
    if state.why_not(side, ("make_speed", speed)) is None:
        choose(state, side, "make_speed", speed)


def fire(state: State, side: str, ship: str, target: str, weapons: str) -> None:
    """11.3 A ship fires at a target; if it has only one, it is not asked for."""
    choose(state, side, "fire", ship)
    decision = state.decision(side)
    if decision is not None and decision.procedure.name == "laying":
        choose(state, side, "fire_at", target, weapons)
    assert state.arrays[layout.AIM][SHIPS.index[ship]] == SHIPS.index[target]
    assert state.arrays[layout.LAUNCHES][SHIPS.index[ship]] == WEAPONS.index[weapons]


def open_next(state: State, side: str, *first: str) -> State:
    """The state after a first step; the game itself is unchanged."""
    then = state.copy()
    then.apply(side, first, NoDice())
    return then
