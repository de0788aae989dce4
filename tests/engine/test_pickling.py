"""Rules and states pickled: as game, options, corrections and packed bytes, here and in another process."""

import pickle
import random
import subprocess
import sys
from pathlib import Path

import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import game_from, get_game
from ironbottom.engine.rules.state import State
from ironbottom.testing.games import every_value, games

ROOT = Path(__file__).parents[2]
TELL = "import pickle, sys; print(*(state.hash() for state in pickle.load(sys.stdin.buffer)))"


def play_random(state: State, seed: int, choices: int) -> State:
    source, dice = random.Random(seed), SeededDice(seed)
    for _ in range(choices):
        decisions = state.decisions()
        if not decisions:
            break
        state.apply(decisions[0].side, decisions[0].choices.sample(source), dice, trusted=True)
    return state


@pytest.mark.build
@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_a_pickled_state_is_unchanged_under_every_option(game: Game) -> None:
    for place, set_up in enumerate(every_value(game)):
        state = play_random(set_up.rules.new(set_up.scenario), place, 12 * (place % 5))
        arrived = pickle.loads(pickle.dumps(state))
        assert arrived == state
        assert arrived.rules is state.rules
        assert arrived.cells is not state.cells
        assert play_random(arrived, 7, 20).hash() == play_random(state, 7, 20).hash()


@pytest.mark.build
def test_states_of_every_game_are_unpickled_in_a_fresh_process() -> None:
    states = [play_random(game.new(), 3, 60) for game in games()]
    result = subprocess.run(
        [sys.executable, "-c", TELL],
        input=pickle.dumps(states),
        capture_output=True,
        check=True,
        env={"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
    )
    assert result.stdout.decode().split() == [state.hash() for state in states]


def test_pickled_rules_contain_the_owners_corrections_and_little_else() -> None:
    rules = get_game("pf").rules({"factor_set": "B"}, {"units": {"us_wasp": {"combat_factor": 6}}})
    sent = pickle.dumps(rules)
    assert pickle.loads(sent) is rules
    assert len(sent) < 2_000
    assert pickle.loads(sent).facts.digest() != get_game("pf").rules({"factor_set": "B"}).facts.digest()


def test_a_missing_game_is_reported() -> None:
    with pytest.raises(BadValue, match="no game is called 'chess'"):
        game_from("examples.skirmish.skirmish.game", "chess")
