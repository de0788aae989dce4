"""Simulated games as a table: CSV and Parquet, with all parameters of a game in its row."""

import csv
import sys
from pathlib import Path

import polars
import pytest

import ironbottom
from ironbottom.engine.core.errors import BadValue
from ironbottom.lab.game_table import Row, check_table_path, write_table


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return ironbottom.simulate("pf", {"japan": "ensign"}, 3, seed=9, options={"factor_set": "B"}).table()


def test_a_row_has_what_the_game_depends_on(rows: list[Row]) -> None:
    fixed = {
        "game": "pacific_fury",
        "scenario": "campaign",
        "rules": ironbottom.get_game("pf").rules_version,
        "data": ironbottom.get_game("pf").rules({"factor_set": "B"}).digest,
        "seed": 9,
        "option factor_set": "B",
        "option hidden_counts": "off",
        "player of japan": "ensign",
        "player of allies": "random",
    }
    for number, row in enumerate(rows):
        assert {name: row[name] for name in fixed} == fixed
        assert row["number"] == number
        assert row["winners"] in ("japan", "allies", "")
        assert row["score of japan"] == -float(row["score of allies"])
        assert row["turns"] == 4
        assert int(row["decisions of japan"]) > 10


def test_a_row_has_no_time(rows: list[Row]) -> None:
    """The same games have the same rows on every machine."""
    again = ironbottom.simulate("pf", {"japan": "ensign"}, 3, seed=9, options={"factor_set": "B"}).table()
    assert again == rows


def test_a_csv_file_is_read_back(rows: list[Row], tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    write_table(rows, path)
    with path.open(newline="") as file:
        read = list(csv.DictReader(file))
    assert read == [{name: str(value) for name, value in row.items()} for row in rows]


def test_a_parquet_file_is_read_back(rows: list[Row], tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    write_table(rows, path)
    assert polars.read_parquet(path).to_dicts() == rows


def test_games_with_other_measures_share_a_table(rows: list[Row], tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    write_table([{"game": "a", "losses": 3.0}, {"game": "b", "lead": 2.0}], path)
    assert path.read_text().splitlines() == ["game,losses,lead", "a,3.0,", "b,,2.0"]
    write_table([{"game": "a", "losses": 3.0}, {"game": "b", "lead": 2.0}], tmp_path / "games.parquet")
    assert polars.read_parquet(tmp_path / "games.parquet")["lead"].to_list() == [None, 2.0]


def test_what_cannot_be_written_is_refused_before_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "old.csv").touch()
    for name, message in (
        ("games.txt", r"must end in \.csv or \.parquet"),
        ("old.csv", "already exists"),
        ("none/games.csv", "there is no folder"),
    ):
        with pytest.raises(BadValue, match=message):
            check_table_path(tmp_path / name)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(BadValue, match=r"pip install 'ironbottom\[lab\]'"):
        check_table_path(tmp_path / "games.parquet")
    check_table_path(tmp_path / "games.csv")
