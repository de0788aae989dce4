"""``ironbottom balance``: shares with intervals for each setting, as text, JSON, table and plot."""

import csv
import json
from pathlib import Path

import pytest

from tests.cli.running import one_line, run

FEW = ("balance", "pf", "--vary", "factor_set", "--player", "random", "--games", "6", "--workers", "1")


def test_each_setting_has_its_share(tmp_path: Path) -> None:
    table, plots, file = tmp_path / "balance.csv", tmp_path / "plots", tmp_path / "games.jsonl"
    ran = run(*FEW, "--table", str(table), "--plots", str(plots), "--file", str(file))
    assert ran.code == 0
    output = one_line(ran.out)
    assert output.startswith("Pacific Fury: Guadalcanal 1942, seed 1; share of the games won")
    assert output.count("; 3 games, ") == 2
    assert "factor_set=A: japan " in output
    assert "most even: factor_set=" in output
    with table.open(encoding="utf-8", newline="") as lines:
        assert [row["option factor_set"] for row in csv.DictReader(lines)] == ["A", "B"]
    drawn = (plots / "balance.svg").read_text()
    assert "<!-- factor_set=B: 3 games -->" in drawn
    data = json.loads(run(*FEW, "--file", str(file), "--json").out)
    assert len(file.read_text().splitlines()) == 6
    assert [setting["options"] for setting in data["settings"]] == [{"factor_set": "A"}, {"factor_set": "B"}]
    for setting in data["settings"]:
        assert sum(setting["wins"].values()) + setting["draws"] == setting["games"] == 3
        share, low, high = setting["share"]["japan"]
        assert 0 <= low <= share <= high <= 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--vary", "fog"], "--vary: Pacific Fury: Guadalcanal 1942 has no option 'fog'"),
        (["--vary", "factor_set=C"], "--vary: 'C' is not a value of factor_set; allowed: A, B"),
        (["--player", "nelson"], "player: there is no player 'nelson'"),
        (["--games", "4"], "--games: there must be at least 5, one for each setting"),
        (["--workers", "0"], "--workers must be at least 1"),
        (["--option", "factor_set"], "such as factor_set=B"),
        (["--table", "games.txt"], "games.txt must end in .csv or .parquet"),
    ],
)
def test_what_cannot_be_played_is_reported(arguments: list[str], message: str) -> None:
    ran = run("balance", "pf", *arguments)
    assert ran.code == 1
    assert message in ran.err
    assert ran.out == ""
