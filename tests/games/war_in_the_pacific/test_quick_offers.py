"""Choices from the fast generators are those left by the restrictions of each argument."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from ironbottom.engine.cache import clear_caches
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.legality import expand, is_open
from ironbottom.engine.rules.restrictions import leaf_count
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from tests.kit.thorough_cases import further

MAX_LISTED = 3_000
"""The maximum number of choices that are listed for comparison; if there are more, their numbers are compared."""


def offered_alike(state: State) -> Counter[str]:
    """Compares each verb that has a fast generator; returns those that had choices."""
    held = Counter[str]()
    for side, here in state.pending():
        offer_context = here.offer_context(state)
        for verb in here.verbs:
            if verb.offer is None or not is_open(verb, state, here, side):
                continue
            quick, plain = verb.offer(state, offer_context, side), expand(verb, state, here, side, ())
            assert leaf_count(quick) == leaf_count(plain), (here.name, verb.name)
            if leaf_count(quick) <= MAX_LISTED:
                codes = [
                    sorted(Choices(state.rules.vocabulary, [(verb, branches)] if branches else []).codes())
                    for branches in (quick, plain)
                ]
                assert codes[0] == codes[1], (here.name, verb.name)
            held[verb.name] += bool(quick)
    return held


def compared(scenario: str, seed: int, wanted: Callable[[State, Counter[str]], bool], acts: int) -> Counter[str]:
    """Plays at random; compares the choices of wanted decisions by how often each kind occurred."""
    state, source, dice = GAME.new(scenario, {"last_round": "1"}), Random(seed), SeededDice(seed)
    looked, held = Counter[str](), Counter[str]()
    for _ in range(acts):
        decisions = state.decisions()
        if not decisions:
            break
        if wanted(state, looked):
            looked[decisions[0].procedure.name] += 1
            held += offered_alike(state)
        state.apply(decisions[0].side, decisions[0].choices.sample(source), dice, trusted=True)
    return held


def now_and_then(state: State, looked: Counter[str]) -> bool:
    """Three of each kind of decision, not consecutive ones."""
    return looked[state.pending()[0][1].name] < 3 and state.acts % 2 == 0


@pytest.mark.build
def test_22_1_and_5_5_marches_and_transfers_in_burma_are_offered_as_their_restrictions_say() -> None:
    kinds = ("burma_marching", "transfers", "new_base", "lift_moving")

    def wanted(state: State, looked: Counter[str]) -> bool:
        here = state.pending()[0][1].name
        return here in kinds and looked[here] < 12 and state.acts % 3 == 0

    held = compared("burma", 4, wanted, 900)
    assert min(held[verb] for verb in ("move", "transfer", "fly_to")) >= 5


@pytest.mark.build
def test_22_1_the_same_marches_are_offered_after_all_caches_are_cleared() -> None:
    state, source, dice, held = GAME.new("burma", {"last_round": "1"}), Random(9), SeededDice(9), 0
    while decisions := state.decisions():
        decision = decisions[0]
        if decision.procedure.name in ("burma_marching", "lift_moving"):
            kept = list(decision.choices)
            if state.acts % 4 == 0:
                clear_caches()
                assert kept == list(state.decisions()[0].choices)
                held += 1
        state.apply(decision.side, decision.choices.sample(source), dice, trusted=True)
    assert held > 10


@pytest.mark.build
@pytest.mark.parametrize("scenario", ["midway", *further("leyte", "leyte_freely", "burma", "burma_freely")])
def test_every_offer_by_hand_in_a_turn_is_as_the_restrictions_say(scenario: str) -> None:
    held = compared(scenario, 7, now_and_then, 4_000)
    assert held.total() > 12
