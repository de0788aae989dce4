"""The fit of an evaluation: samples at the start of turns, weights that explain them, and the report."""

import numpy as np
import pytest

from ironbottom.engine.rules.registry import get_game
from ironbottom.lab import fit
from ironbottom.lab.fit import chances, play_for_samples, quality

RULES = get_game("pf").rules()


def test_a_game_gives_a_sample_for_each_turn_after_the_first() -> None:
    samples = play_for_samples(RULES, "ensign", 1, 0)
    assert [sample.turn for sample in samples] == [2, 3, 4]
    assert {sample.result for sample in samples} <= {0.0, 0.5, 1.0}
    assert len({sample.result for sample in samples}) == 1
    assert samples == play_for_samples(RULES, "ensign", 1, 0)


@pytest.mark.parametrize(("game", "turns"), [("hf", 8), ("vitp", 8)])
def test_fleet_games_give_a_sample_for_each_turn_once_the_ships_have_sailed(game: str, turns: int) -> None:
    rules = get_game(game).rules()
    evaluation = fit.evaluation_of(rules)
    samples = play_for_samples(rules, "ensign", 1, 0)
    assert [sample.turn for sample in samples] == list(range(1, turns + 1))
    assert all(len(sample.features) == len(evaluation.FEATURES) for sample in samples)
    assert samples[-1].features[1] != samples[0].features[1]


def test_the_weights_that_made_the_results_are_found() -> None:
    random = np.random.default_rng(1)
    true = np.array([0.5, 2.0, -1.0])
    features = np.column_stack([np.ones(4000), random.normal(size=(4000, 2))])
    results = (random.random(4000) < chances(true, features)).astype(float)
    found = fit.fit(features, results)
    assert np.abs(found - true).max() < 0.2
    assert quality(chances(found, features), results)[0] > 0.75


def test_the_command_prints_a_row_for_each_turn(capsys: pytest.CaptureFixture[str]) -> None:
    assert fit.main(["pf", "--games", "15", "--workers", "1"]) == 0
    told = capsys.readouterr().out
    assert all(f"    {turn}: (" in told for turn in (2, 3, 4))
    assert told.count("# 12 games; of 3 others") == 3


@pytest.mark.parametrize(("game", "message"), [("aap", "has no evaluation to fit"), ("chess", "no game is called")])
def test_a_game_without_an_evaluation_is_refused(game: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert fit.main([game, "--games", "5"]) == 1
    assert message in capsys.readouterr().err
