"""The environments pass the tests of their libraries, and follow the rules of the games."""

from __future__ import annotations

import random
import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from ironbottom.adapters.gymnasium_env import SeatEnv
from ironbottom.adapters.pettingzoo_env import GameEnv
from ironbottom.engine.core.errors import BadValue, Refused
from ironbottom.engine.rules.registry import all_games

GAMES = tuple(game.id for game in all_games())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_accepts_the_environment(game: str) -> None:
    """Ignores PettingZoo's warnings about the names of sides, and about dictionaries as observations.

    Its own board games have those too.
    """
    api_test(GameEnv(game, max_choices=40), num_cycles=60)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_finds_equal_games_for_equal_seeds() -> None:
    seed_test(lambda: GameEnv("pf"), num_cycles=60)


def test_gymnasium_accepts_the_environment() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(SeatEnv("pf", "japan", opponent="random", illegal="lose"), skip_render_check=True)


def test_a_whole_game_gives_rewards_once() -> None:
    env, chance = GameEnv("pf"), random.Random(1)
    env.reset(seed=1)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        told, reward, terminated, truncated, _ = env.last()
        earned[agent] += reward
        assert told is not None
        allowed = np.flatnonzero(told["action_mask"]).tolist()
        env.step(None if terminated or truncated else chance.choice(allowed))
    assert sorted(earned.values()) in ([-1.0, 1.0], [0.0, 0.0])
    assert env.agents == []


def test_an_episode_is_truncated_after_its_choices() -> None:
    env, chance = GameEnv("vitp", max_choices=5), random.Random(1)
    env.reset(seed=1)
    while not any(env.truncations.values()):
        env.step(chance.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist()))
    assert env.table.choices_made == 5
    assert set(env.rewards.values()) == {0.0}


def test_a_token_that_is_not_allowed_is_refused_or_ends_the_episode() -> None:
    env = GameEnv("pf")
    env.reset(seed=1)
    wrong = int(np.flatnonzero(env.observe("japan")["action_mask"] == 0)[0])
    with pytest.raises(Refused):
        env.step(wrong)
    wrapped = TerminateIllegalWrapper(env, illegal_reward=-1)
    wrapped.reset(seed=1)
    wrapped.step(wrong)
    assert wrapped.terminations["japan"]
    assert wrapped.rewards["japan"] == -1


def test_an_agent_sees_nothing_of_the_choice_that_another_makes() -> None:
    """In the middle of a choice, only the agent that makes it sees its tokens."""
    env = GameEnv("pf")
    env.reset(seed=1)
    before = env.observe("allies")["observation"].copy()
    env.step(env.table.tokens.encode(("assign", "ijn_shokaku", "1"))[0])
    assert np.array_equal(env.observe("allies")["observation"], before)
    assert not np.array_equal(env.observe("japan")["observation"], before)


def test_a_saved_environment_continues_in_another() -> None:
    first, second = GameEnv("hf"), GameEnv("hf")
    first.reset(seed=5)
    second.reset(seed=6)
    chance = random.Random(2)
    for _ in range(30):
        first.step(chance.choice(np.flatnonzero(first.observe(first.agent_selection)["action_mask"]).tolist()))
    second.load(first.save())
    assert second.agent_selection == first.agent_selection
    assert second.table.state == first.table.state


def test_the_board_is_drawn_for_the_selected_agent() -> None:
    env = GameEnv("hf", render_mode="svg")
    env.reset(seed=1)
    drawn = env.render()
    assert drawn is not None
    assert "seen by Japan" in drawn
    with pytest.raises(BadValue, match="allowed: ansi, svg"):
        GameEnv("hf", render_mode="human")


@pytest.mark.parametrize("side", ["japan", "allies"])
def test_a_seat_plays_a_whole_game_against_ensign(side: str) -> None:
    env, chance = SeatEnv("pf", side), random.Random(3)
    told, _ = env.reset(seed=3)
    over, reward = False, 0.0
    while not over:
        assert env.table.side == side
        told, reward, over, cut, _ = env.step(chance.choice(np.flatnonzero(told["action_mask"]).tolist()))
        assert not cut
    assert reward in (-1.0, 0.0, 1.0)
    with pytest.raises(Refused, match="the game is over"):
        env.step(0)


def test_the_same_seed_gives_a_seat_the_same_game() -> None:
    one, two = SeatEnv("hf", "allies"), SeatEnv("hf", "allies")
    assert np.array_equal(one.reset(seed=8)[0]["observation"], two.reset(seed=8)[0]["observation"])
    assert one.table.state == two.table.state
    one.reset(seed=9)
    assert one.table.state != two.table.state


@pytest.mark.parametrize(
    ("wrong", "field"),
    [({"illegal": "x"}, "illegal"), ({"render_mode": "human"}, "render_mode"), ({"opponent": "nelson"}, "player")],
)
def test_a_wrong_setting_of_a_seat_is_named(wrong: dict[str, str], field: str) -> None:
    with pytest.raises(BadValue) as raised:
        SeatEnv("pf", "japan", **wrong)  # type: ignore[arg-type]
    assert field in str(raised.value)
