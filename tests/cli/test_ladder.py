"""``ironbottom ladder`` and ``ironbottom test-change``: match-ups with Elo, continued from a file."""

import json
from pathlib import Path

import pytest

from examples.skirmish.skirmish.game import SKIRMISH
from ironbottom.engine.rules import registry
from tests.cli.running import one_line, run


def test_the_ladder_reports_shares_elo_and_times() -> None:
    ran = run("ladder", "pf", "ensign", "random", "--pairs", "2", "--workers", "1")
    assert ran.code == 0
    told = one_line(ran.out)
    assert told.startswith("Pacific Fury: Guadalcanal 1942, seed 1; 95 % intervals")
    assert "ensign against random: 2 pairs, " in told
    assert "Elo " in told
    assert "ensign: " in told
    assert "ms a decision, at most" in told


def test_the_ladder_continues_from_its_file(tmp_path: Path) -> None:
    arguments = (
        "ladder",
        "pf",
        "ensign",
        "random",
        "--workers",
        "1",
        "--json",
        "--file",
        str(tmp_path / "pairs.jsonl"),
    )
    two = json.loads(run(*arguments, "--pairs", "2").out)["match-ups"][0]
    three = json.loads(run(*arguments, "--pairs", "3").out)["match-ups"][0]
    assert (two["pairs"], three["pairs"], three["games"]) == (2, 3, 6)
    assert len((tmp_path / "pairs.jsonl").read_text().splitlines()) == 3
    assert three["share"][1] < three["share"][0] <= 1
    assert three["points"] >= two["points"]


def test_a_test_of_a_change_stops_when_it_is_decided() -> None:
    told = json.loads(run("test-change", "pf", "ensign", "random", "--workers", "1", "--json").out)
    assert told["stronger"] is True
    assert told["pairs"] < 30
    assert (told["test"]["low"], told["test"]["high"]) == (0, 60)


def test_a_test_of_a_change_stops_after_its_time_with_an_interval() -> None:
    ran = run("test-change", "pf", "random", "ensign", "--workers", "1", "--minutes", "0")
    told = one_line(ran.out)
    assert "random against ensign: 1 pair, 0.0 % (0.0 to " in told
    assert "not decided: log likelihood ratio" in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ladder", "pf", "nelson", "ensign"], "players: there is no player 'nelson'"),
        (["ladder", "pf", "ensign", "ensign"], "players: two different players are needed"),
        (["ladder", "pf", "ensign", "random", "--pairs", "0"], "--pairs must be at least 1"),
        (["ladder", "pf", "ensign", "random", "--workers", "0"], "--workers must be at least 1"),
        (["ladder", "pf", "ensign", "random", "--option", "factor_set=C"], "'C' is not a value; allowed: A, B"),
        (["ladder", "skirmish"], "players: two different players are needed"),
        (["test-change", "pf", "ensign", "ensign"], "players: two different players are needed"),
        (["test-change", "pf", "ensign", "random", "--scenario", "tea"], "there is no scenario 'tea'"),
    ],
)
def test_invalid_arguments_are_reported(arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Skirmish has only one player, so its ladder cannot begin without two names."""
    monkeypatch.setitem(registry._registered, SKIRMISH.id, SKIRMISH)
    ran = run(*arguments)
    assert ran.code != 0
    assert message in ran.err
