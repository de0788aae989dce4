"""The ladder plays every seating, the same games for the same seed, and reports errors."""

import gc
import json
from typing import Any

import msgspec
import pytest

from ironbottom.engine.core.errors import Refused
from ironbottom.engine.rules.registry import get_game
from ironbottom.lab import ladder
from ironbottom.lab.game_file import SimulationSpec
from ironbottom.lab.intervals import mean_interval, proportion_interval
from ironbottom.lab.parallel import batch_garbage_collection, play_all
from ironbottom.lab.simulation import play_game, run_game

RULES = get_game("pf").rules()


def outcomes(games: list[Any]) -> list[Any]:
    """Returns the parts of the games that do not depend on the clock."""
    return [(game.winners, game.measures, game.verbs, game.decisions) for game in games]


@pytest.mark.build
def test_the_same_seed_gives_the_same_games_with_any_number_of_workers() -> None:
    spec = SimulationSpec("pf", {"japan": "ensign", "allies": "random"}, seed=3)
    alone, shared = (play_all(spec, 14, workers) for workers in (1, 2))
    assert outcomes(alone) == outcomes(shared)
    assert outcomes(alone) != outcomes(play_all(msgspec.structs.replace(spec, seed=4), 14))


def test_measures_include_the_marker_and_the_losses() -> None:
    game = play_game(RULES, {"japan": "ensign", "allies": "random"}, 1, 0)
    assert game.measures["score of japan"] == -game.measures["score of allies"]
    assert (game.winners == ("japan",)) == (game.measures["score of japan"] > 0)
    assert 0 <= game.measures["ships of allies sunk"] <= 19
    assert game.verbs["japan"]["done"] == 4


def test_a_player_that_breaks_the_rules_is_stopped() -> None:
    class Cheat:
        def choose(self, offer: Any) -> Any:
            return ("assign", "us_wasp", "1")

    with pytest.raises(Refused, match="japan chose assign us_wasp 1, but Wasp is not in your base"):
        run_game(RULES, {"japan": "cheat"}, {"japan": Cheat(), "allies": Cheat()}, 1)


@pytest.mark.thorough
def test_the_report_counts_every_game_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert ladder.main(["pf", "ensign", "random", "--games", "4", "--seed", "2", "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert [one["seats"]["japan"] for one in output] == ["ensign", "random"]
    for one in output:
        assert sum(one["wins"].values()) + one["draws"] == one["games"] == 4
        low, high = one["share"]["japan"][1:]
        assert 0 <= low <= one["share"]["japan"][0] <= high <= 1


@pytest.mark.build
def test_the_report_is_printed_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert ladder.main(["pf", "random", "random", "--games", "3"]) == 0
    output = capsys.readouterr().out.splitlines()
    assert output[0] == "pf, seed 1; 95 % intervals"
    assert output[1].startswith("japan random, allies random: 3 games")
    assert any(line.startswith("  ships of japan sunk: ") for line in output)


@pytest.mark.build
def test_one_game_is_printed_in_the_singular(capsys: pytest.CaptureFixture[str]) -> None:
    assert ladder.main(["pf", "random", "random", "--games", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("japan random, allies random: 1 game, ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["pf", "ensign", "nelson"],
            "players: there is no player 'nelson'; choose one of ensign, captain, random",
        ),
        (["pf", "ensign"], "players: there are 2 sides (japan, allies), and 1 player was named"),
        (["chess", "ensign", "random"], "no game is called 'chess'"),
        (["pf", "ensign", "random", "--option", "factor_set=C"], "'C' is not a value; allowed: A, B"),
    ],
)
def test_invalid_arguments_are_reported(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert ladder.main([*arguments, "--games", "1"]) == 1
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["pf", "ensign", "random", "--games", "0"], ["pf", "a", "b", "--option", "x"]])
def test_usage_errors_print_the_usage(arguments: list[str]) -> None:
    with pytest.raises(SystemExit):
        ladder.main(arguments)


def test_intervals_contain_the_value_and_narrow_with_more_games() -> None:
    few, many = proportion_interval(9, 10), proportion_interval(900, 1000)
    assert few[1] < many[1] < 0.9 < many[2] < few[2]
    assert proportion_interval(0, 10)[1] == 0
    assert proportion_interval(10, 10)[2] == 1
    assert mean_interval([2.0]) == (2.0, 2.0, 2.0)
    assert mean_interval([1.0, 2.0, 3.0])[1] < 2 < mean_interval([1.0, 2.0, 3.0])[2]


@pytest.mark.build
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_run_returns_the_first_games(workers: int) -> None:
    over = 0

    def press(more: int) -> None:
        nonlocal over
        over += more
        if over >= 20:
            raise KeyboardInterrupt

    spec = SimulationSpec("pf", {"japan": "random", "allies": "random"}, seed=3)
    kept = play_all(spec, 64, workers, press)
    assert len(kept) <= over < 64
    assert len(kept) == over or workers == 2
    assert outcomes(kept) == outcomes(play_all(spec, 64))[: len(kept)]


@pytest.mark.build
def test_the_garbage_collector_is_restored_after_a_batch() -> None:
    gc.unfreeze()  # the objects of the tests are frozen after collection
    before = gc.get_threshold(), gc.get_freeze_count()
    with batch_garbage_collection():
        assert gc.get_threshold() != before[0]
        assert gc.get_freeze_count() > before[1]
    assert (gc.get_threshold(), gc.get_freeze_count()) == before
