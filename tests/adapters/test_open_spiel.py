"""The games in OpenSpiel pass its own test, and every die is a chance node."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator

import numpy as np
import pyspiel
import pytest

from ironbottom.adapters import open_spiel_game
from ironbottom.adapters.chance import ChanceGame
from ironbottom.engine.core.errors import BadValue, Refused
from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.rules.registry import all_games

GAMES = tuple(game.short for game in all_games())


def states(game: str, seed: int, actions: int) -> Iterator[open_spiel_game.OpenSpielState]:
    """The states of a random game, up to a number of actions; the same object is yielded each time."""
    chance = random.Random(seed)
    state = pyspiel.load_game(f"ironbottom_{game}").new_initial_state()
    for _ in range(actions):
        yield state
        if state.is_terminal():
            return
        values = [value for value, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(chance.choice(values))
    yield state


@pytest.mark.parametrize("game", ["pf", *[pytest.param(game, marks=pytest.mark.thorough) for game in ("hf", "vitp")]])
def test_open_spiel_accepts_a_whole_game(game: str) -> None:
    """OpenSpiel's test plays random games and compares clones, masks, observations and saved states at every node."""
    pyspiel.random_sim_test(pyspiel.load_game(f"ironbottom_{game}"), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_actions_of_each_game_are_legal_ones_in_order(game: str) -> None:
    for state in states(game, seed=2, actions=25):
        if state.is_terminal() or state.is_chance_node():
            continue
        legal = state.legal_actions()
        assert legal == sorted(set(legal)) != []
        assert sum(state.legal_actions_mask(state.current_player())) == len(legal)
        for player in range(state.num_players()):
            if player != state.current_player():
                assert state.legal_actions(player) == []


def test_a_game_ends_with_the_returns_of_its_result() -> None:
    *_, last = states("pf", seed=3, actions=10_000)
    assert last.is_terminal()
    assert last.returns() == list(last.position.state.returns.values())
    assert sum(last.returns()) == 0


def test_each_die_of_a_choice_is_a_chance_node_with_equal_chances() -> None:
    nodes = 0
    for state in states("pf", seed=4, actions=10_000):
        if state.is_chance_node():
            nodes += 1
            faces = state.position.faces
            assert state.chance_outcomes() == [(value, 1 / faces) for value in range(faces)]
            assert state.action_to_string(0).endswith(": 1")
    assert nodes > 5


@pytest.mark.parametrize("game", ["pf", "hf", "vitp"])
def test_dice_given_one_by_one_lead_to_the_state_of_the_same_script(game: str) -> None:
    chance, position, with_dice = random.Random(4), ChanceGame(game), 0
    while not position.is_set_up:
        position.set_die(chance.randint(1, position.faces))
    while not position.is_over and position.choices_made < 150:
        before, side, made = position.state.copy(), position.side, position.choices_made
        assert side is not None
        chosen: list[int] = []
        rolled: list[int] = []
        while position.choices_made == made:
            if position.faces:
                rolled.append(chance.randint(1, position.faces))
                position.set_die(rolled[-1])
            else:
                assert position.side == side
                chosen.append(chance.choice(np.flatnonzero(position.mask(side)).tolist()))
                position.play(chosen[-1])
        dice = ScriptedDice(rolled)
        before.apply(side, position.tokens.action(chosen), dice)
        dice.finish()
        assert before == position.state
        with_dice += bool(rolled)
    assert with_dice > 5


def test_copies_at_a_die_go_their_own_ways_and_hold_no_future_dice() -> None:
    """A search that tries every value of a die leaves the position unchanged."""
    for state in states("pf", seed=5, actions=10_000):
        if state.is_chance_node() and state.position.faces == 6:
            break
    rolled = len(state.history())
    ends = [state.child(value) for value in range(6)]
    assert state.is_chance_node()
    assert len(state.history()) == rolled
    assert [end.history()[-1] for end in ends] == list(range(6))
    texts = {repr(end.position.state.cells) if not end.is_chance_node() else str(end.history()) for end in ends}
    assert len(texts) > 1


@pytest.mark.parametrize("actions", [3, 60, 61, 130])
def test_a_saved_state_has_the_same_history_and_position(actions: int) -> None:
    game = pyspiel.load_game("ironbottom_pf")
    *_, state = states("pf", seed=6, actions=actions)
    _, loaded = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert loaded.history() == state.history()
    assert loaded.position.state == state.position.state
    assert loaded.position.chosen == state.position.chosen
    assert str(loaded) == str(state)


def test_a_pickled_position_waits_for_the_same_die() -> None:
    for state in states("pf", seed=5, actions=10_000):
        if state.is_chance_node():
            break
    position = state.position
    loaded = pickle.loads(pickle.dumps(position))
    assert (loaded.faces, loaded.why, loaded.side) == (position.faces, position.why, None)
    for each in (position, loaded):
        while each.faces:
            each.set_die(1)
    assert loaded.state == position.state


def test_a_side_observes_nothing_of_the_choice_that_another_makes() -> None:
    game = pyspiel.load_game("ironbottom_pf")
    state = game.new_initial_state()
    before = [state.observation_tensor(player) for player in (0, 1)]
    text = state.observation_string(1)
    state.apply_action(state.position.tokens.encode(("assign", "ijn_shokaku", "1"))[0])
    assert state.observation_tensor(1) == before[1]
    assert state.observation_string(1) == text
    assert state.observation_tensor(0) != before[0]
    assert state.observation_string(0).endswith("assign")


def test_options_are_given_as_a_parameter() -> None:
    game = pyspiel.load_game("ironbottom_vitp(options=bid:2;bid_half:yes)")
    options = game.new_initial_state().position.rules.options
    assert (options["bid"], options["bid_half"]) == ("2", "yes")
    with pytest.raises(BadValue, match="is not NAME:VALUE"):
        open_spiel_game.options_of("bid")


def test_a_token_before_a_die_and_a_die_that_cannot_fall_are_refused() -> None:
    for state in states("pf", seed=5, actions=10_000):
        if state.is_chance_node():
            break
    position = state.position
    with pytest.raises(Refused, match="a die must be rolled first"):
        position.play(0)
    with pytest.raises(Refused, match="no die with the value 7"):
        position.set_die(position.faces + 1 if position.faces == 6 else 7)


def test_an_observation_with_perfect_recall_is_refused() -> None:
    game = open_spiel_game.OpenSpielGame.__subclasses__()[0]()
    with pytest.raises(BadValue, match="perfect recall are not supported"):
        game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    with pytest.raises(BadValue, match="takes no parameters"):
        game.make_py_observer(params={"x": 1})
