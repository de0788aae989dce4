"""Burma from its deployment: worlds that fit a side's view, positions, and whole games by computer players."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.scenarios.burma import cases as burma
from tests.games.war_in_the_pacific.burma_states import GAME, JORHAT, supply

SIDES = ("japan", "allies")


def play_game(scenario: str, hands: tuple[str, str], seed: int, turns: str = "8", most: int = 10**6) -> State:
    """A game between computer players, to its end or for a number of choices."""
    rules = GAME.rules({"last_round": turns})
    state, dice = rules.new(scenario), SeededDice(seed)
    players = {side: make_player(rules, hand, side, seed) for side, hand in zip(SIDES, hands, strict=True)}
    while state.decisions() and most > 0:
        decision = state.decisions()[0]
        for action in as_choices(players[decision.side].choose(offer_for(state, decision))):
            assert state.why_not(decision.side, action) is None, action
            state.apply(decision.side, action, dice, trusted=True)
            most -= 1
    return state


@cache
def _new_game() -> State:
    return play_game("burma", ("ensign", "ensign"), 1, "1", most=60)


@pytest.mark.build
@pytest.mark.parametrize("side", SIDES)
def test_1_3_worlds_dealt_from_what_a_side_sees_fit_it(side: str) -> None:
    state = _new_game().copy()
    view = state.view(side)
    sampler = GAME.sampler(view)
    for seed in range(3):
        world = sampler.draw(Random(seed))
        GAME.check(world)
        assert world.view(side) == view


def test_a_position_of_burma_is_read_as_it_was_written() -> None:
    state = _new_game().copy()
    again = GAME.read_position(state.rules, GAME.write_position(state))
    assert (again.cells, again.arrays, again.stack) == (state.cells, state.arrays, state.stack)
    loaded = state.rules.load(state.dump())
    assert loaded.hash() == state.hash()


@pytest.mark.build
def test_the_ensign_sends_stores_to_the_front_and_flies_them_to_kunming() -> None:
    state = play_game("burma", ("ensign", "ensign"), 2, "1")
    assert state.arrays[layout.SUPPLY][burma.TONNAGE] > 0
    assert supply(state, JORHAT) > 0


@pytest.mark.build
def test_44_44_a_turn_of_random_choices_ends_with_a_level() -> None:
    state = play_game("burma_freely", ("random", "random"), 3, "1")
    GAME.check(state)
    assert GAME.result(state)["why"].endswith("(44.44)")


@pytest.mark.thorough
def test_44_11_26_turns_of_random_choices_end_with_a_level() -> None:
    state = play_game("burma", ("random", "random"), 1)
    assert GAME.result(state)["why"].endswith("(44.44)")


@pytest.mark.thorough
def test_44_44_the_ensign_takes_burma_from_random_choices() -> None:
    assert GAME.result(play_game("burma", ("random", "ensign"), 1))["winners"] == ["allies"]
