"""The costs of self-played games: what is measured, and the report."""

from __future__ import annotations

import pytest

from ironbottom.cli.benchmarks import game_costs
from ironbottom.cli.benchmarks.game_costs import GameCosts, lines_of_costs, play_measured
from ironbottom.engine.rules.registry import get_game


def test_a_game_is_measured_at_every_decision_and_sampled_at_some() -> None:
    costs = play_measured(get_game("pf").rules(), "ensign", 1, None, 0, every=10)
    assert costs.decisions == len(costs.choosing) == len(costs.asked) > 20
    looked = (costs.decisions + 9) // 10
    assert (len(costs.sampling), len(costs.views), len(costs.changes)) == (2 * looked, 3 * looked, 3 * looked)
    assert max(costs.changes) <= max(costs.views)
    assert len(costs.seconds) == 1


def test_the_report_names_the_slowest_decision() -> None:
    costs = GameCosts([2.0], [1.0, 5.0], [4.0, 6.0, 8.0], [1_500], [250], 2, ["fight", "raid"])
    assert list(lines_of_costs([costs])) == [
        "games: 2.0 s on average, 2.0 s at most",
        "decisions: 2 a game; 3.0 ms on average, 5 ms at most (raid)",
        "resample: 6.0 ms on average, median 6.0 ms, 8.0 ms at most, of 3",
        "views: 1.5 kB at most; a choice changes 0.2 kB at most",
    ]


def test_the_command_prints_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert game_costs.main(["pf", "--every", "30"]) == 0
    assert capsys.readouterr().out.startswith("pacific_fury, first scenario, 1 games, seed 1\ngames: ")
    assert game_costs.main(["chess"]) == 1
    assert "no game is called" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        game_costs.main(["pf", "--games", "0"])
