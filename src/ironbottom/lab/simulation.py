"""Whole games between two players, led without a match and measured."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from time import perf_counter
from typing import Any, NamedTuple

from ironbottom.bots import Player, as_run, make_player, offer_in
from ironbottom.engine.core.errors import Refused
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.features import Measures
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.state import State


class Played(NamedTuple):
    """A game that is over: who won (nobody: a draw), what was measured, and what the players did and took."""

    seats: dict[str, str]
    winners: tuple[str, ...]
    measures: dict[str, float]
    verbs: dict[str, dict[str, int]]
    """By side, how often each verb was chosen."""
    decisions: dict[str, int]
    """By side, how often it was asked."""
    seconds: dict[str, float]
    """By side, the time its player thought."""
    longest: dict[str, float]
    """By side, the longest that its player thought about one decision, in seconds."""
    turns: tuple[dict[str, float], ...]
    """The running measures after each turn in order, the last at the end of the game."""
    level: str = ""
    """The level of victory, where the game names such."""


TURNS = ("turn", "round")
"""How games call what they count turns by."""


def seed_of(*words: object) -> int:
    """A seed out of words: the same on every machine, unlike for different words.

    >>> seed_of(1, "dice", 2) == seed_of(1, "dice", 2), seed_of(1, 12) == seed_of(11, 2)
    (True, False)
    """
    text = "/".join(str(word) for word in words)
    return int.from_bytes(sha256(text.encode()).digest()[:7], "big")


def yardstick_of(rules: Rules) -> Measures:
    """What is measured of a game, nothing where it has no measures.

    >>> from ironbottom import get_game
    >>> list(yardstick_of(get_game("vitp").rules()).reported)
    ['lead of japan']
    """
    return rules.game.measures() or Measures()


def play(rules: Rules, seats: Mapping[str, str], seed: int, number: int, scenario: str | None = None) -> Played:
    """Plays the game of this number: each side's player by name, dice and players seeded alike for every seating."""
    players = {side: make_player(rules, name, side, seed_of(seed, number, side)) for side, name in seats.items()}
    return lead(rules, dict(seats), players, seed_of(seed, number, "dice"), scenario)


def lead(
    rules: Rules, seats: dict[str, str], players: Mapping[str, Player], dice_seed: int, scenario: str | None = None
) -> Played:
    """Leads a game to the end, from its first scenario if none is named."""
    dice, yardstick = SeededDice(dice_seed), yardstick_of(rules)
    state = rules.new(scenario, dice)
    verbs: dict[str, dict[str, int]] = {side: {} for side in players}
    decisions = dict.fromkeys(players, 0)
    seconds, longest = dict.fromkeys(players, 0.0), dict.fromkeys(players, 0.0)
    turns: list[dict[str, float]] = []
    turn_at = next((rules.layout.names.index(name) for name in TURNS if name in rules.layout.names), None)
    first = max(state.cells[turn_at], 1) if turn_at is not None else 1
    while open_now := state.decisions():
        if turn_at is not None and state.cells[turn_at] - first > len(turns):
            turns.append(yardstick.running(state.view("public")))
        decision = open_now[0]
        side, offer = decision.side, offer_in(state, decision)
        began = perf_counter()
        run = as_run(players[side].choose(offer))
        thought = perf_counter() - began
        seconds[side] += thought
        if thought > longest[side]:
            longest[side] = thought
        decisions[side] += 1
        chosen = verbs[side]
        for place, action in enumerate(run):
            carry_out(state, side, action, dice, None if place else decision)
            chosen[action[0]] = chosen.get(action[0], 0) + 1
    result, open_view = rules.result(state), rules.view(state, "open")
    turns.append(yardstick.running(open_view))
    measures = {**_scores(result), **yardstick.measure(open_view)}
    winners, level = tuple(result["winners"]), yardstick.level(state)
    return Played(seats, winners, measures, verbs, decisions, seconds, longest, tuple(turns), level)


def carry_out(state: State, side: str, action: Action, dice: SeededDice, decision: Decision | None = None) -> None:
    """Carries a choice out that a player made, once it is sure that it is offered; its decision may be handed in."""
    decision = decision or state.decision(side)
    if decision is None or action not in decision.choices:
        why = state.why_not(side, action)
        raise Refused(f"{side} chose {' '.join(action)}, but {why.message if why else 'it was not asked'}")
    state.apply(side, action, dice, trusted=True)


SCORE = "score of "
"""What the measure of a side's score begins with."""


def _scores(result: Mapping[str, Any]) -> dict[str, float]:
    return {f"{SCORE}{side}": float(score) for side, score in result["score"].items()}


def scores(played: Played) -> dict[str, float]:
    """What each side has scored in the end."""
    return {name.removeprefix(SCORE): many for name, many in played.measures.items() if name.startswith(SCORE)}
