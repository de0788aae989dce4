"""The package's top-level API: fast import, positions, records as tables, simulations, odds."""

from __future__ import annotations

import csv
import random
import subprocess
import sys
from pathlib import Path

import pytest

import hatch_build
import ironbottom
from ironbottom.engine.data.map_files import SOURCES, map_file
from ironbottom.engine.match.match import Match
from ironbottom.engine.record.record import ChoiceMade

GAMES = [game.short for game in ironbottom.all_games()]
LATER = (
    "ironbottom.bots",
    "ironbottom.lab",
    "ironbottom.positions",
    "ironbottom.records",
    "ironbottom.games.",
    *("asyncio", "importlib.resources", "litestar", "numpy", "polars", "rich", "shutil", "tempfile"),
)
"""Modules that take long to import."""


def test_what_is_seldom_used_is_imported_on_first_use() -> None:
    script = f"""
import sys, ironbottom
print([name for name in sys.modules if name.startswith({LATER!r})])
print(ironbottom.positions.__name__, ironbottom.records.__name__, ironbottom.bots.__name__, ironbottom.odds.__name__)
print(ironbottom.simulate.__name__, set(ironbottom.__all__) <= set(dir(ironbottom)))
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == [
        "[]",
        "ironbottom.positions ironbottom.records ironbottom.bots ironbottom.odds",
        "simulate True",
    ]
    with pytest.raises(AttributeError, match="nelson"):
        ironbottom.nelson  # noqa: B018


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_read_as_it_was_written(game: str, tmp_path: Path) -> None:
    state = ironbottom.get_game(game).new()
    for name in ("a.toml", "a.json"):
        ironbottom.positions.save(state, tmp_path / name)
        assert ironbottom.positions.load(tmp_path / name) == state
        with pytest.raises(ironbottom.BadValue, match="cannot be written"):
            ironbottom.positions.save(state, tmp_path / name)
    text = (tmp_path / "a.json").read_text(encoding="utf-8")
    assert text == ironbottom.positions.text(state, "json")
    assert (
        ironbottom.positions.parse(text) == state == ironbottom.positions.from_dict(ironbottom.positions.as_dict(state))
    )


def match_after_random_choices(game: str, path: Path, choices: int) -> Match:
    """A match after a number of random choices."""
    match, source = Match.new(game, path=path, dice=ironbottom.SeededDice(4)), random.Random(4)
    while len(match.history) < choices and not match.is_over:
        side = match.current_sides[0]
        match.submit(side, match.legal_actions(side).sample_by_argument(source))
    return match


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_a_table_with_a_row_for_each_choice(game: str, tmp_path: Path) -> None:
    match = match_after_random_choices(game, tmp_path / "a.jsonl", 25)
    rows = ironbottom.records.table(match)
    choices = [act for act in match.acts if isinstance(act, ChoiceMade)]
    assert [row["number"] for row in rows] == [act.seq for act in choices]
    assert rows == ironbottom.records.table(tmp_path / "a.jsonl")
    for row, act in zip(rows, choices, strict=True):
        assert tuple(row) == ironbottom.records.COLUMNS
        assert row["action"].split() == act.action
        assert row["words"] == match.rules.game.describe_action(act.action, match.rules)
        assert (row["dice"], row["faces"]) == ([die[0] for die in act.dice], [die[1] for die in act.dice])
        assert len(row["sentences"]) == len(row["events"])
    text = ironbottom.records.write_csv(match, tmp_path / "a.csv")
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
        read = list(csv.DictReader(file))
    assert [row["words"] for row in read] == [row["words"] for row in rows]
    assert [row["sentences"] for row in read] == ["; ".join(row["sentences"]) for row in rows]
    assert text == (tmp_path / "a.csv").read_text(encoding="utf-8")
    with pytest.raises(ironbottom.BadValue, match="cannot be written"):
        ironbottom.records.write_csv(match, tmp_path / "a.csv")


def test_a_table_counts_the_turns_and_marks_what_was_taken_back(tmp_path: Path) -> None:
    match = match_after_random_choices("pf", tmp_path / "a.jsonl", 10_000)
    turns = [row["turn"] for row in ironbottom.records.table(match)]
    assert turns == sorted(turns)
    assert turns[0] == 1
    assert turns[-1] == match.view("open")["turn"]
    match = Match.new("pf")
    match.submit("japan", ("assign", "ijn_shokaku", "1"))
    match.undo("japan")
    assert [row["stands"] for row in ironbottom.records.table(match)] == [False]


def test_a_table_becomes_a_frame_of_polars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_after_random_choices("hf", tmp_path / "a.jsonl", 20)
    frame = ironbottom.records.polars_frame(match)
    assert frame.columns == list(ironbottom.records.COLUMNS)
    assert frame.to_dicts() == ironbottom.records.table(match)
    assert ironbottom.records.polars_frame(Match.new("hf")).columns == frame.columns, "empty"
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ModuleNotFoundError, match="polars"):
        ironbottom.records.polars_frame(match)


def test_a_simulation_is_the_same_for_the_same_seed() -> None:
    ran = ironbottom.simulate("pf", {"japan": "ensign"}, games=3, seed=5)
    assert ran.seats == {"japan": "ensign", "allies": "random"}
    assert [game.winners for game in ran.games] == [
        game.winners for game in ironbottom.simulate("pf", ["ensign", "random"], games=3, seed=5).games
    ]
    rate, low, high = ran.win_rate("japan")
    assert rate == ran.wins("japan") / 3
    assert 0 <= low <= rate <= high <= 1
    assert [row["winners"] for row in ran.table()] == [" ".join(game.winners) for game in ran.games]
    assert f"japan won {ran.wins('japan')}" in repr(ran)
    assert repr(ran.games[0]).startswith(f"<GameResult: {ran.games[0].winners[0]} won, 4 turns, ")
    even = ironbottom.balance("pf", {"factor_set": ["A", "B"]}, games=2, player="random").most_even
    assert repr(even) == f"<BalanceSetting {even.name} of pacific_fury: 1 games>"
    for seats in ({"nelson": "random"}, {"japan": "nelson"}):
        with pytest.raises(ironbottom.BadValue, match="nelson"):
            ironbottom.simulate("pf", seats, games=1)


def test_the_import_takes_less_than_150_ms_of_processor_time() -> None:
    script = "import time; start = time.process_time(); import ironbottom; print(time.process_time() - start)"
    measured = [subprocess.run([sys.executable, "-c", script], capture_output=True, check=True) for _ in range(5)]
    assert min(float(ran.stdout) for ran in measured) < 0.150


def test_a_game_is_shown_by_its_names() -> None:
    assert repr(ironbottom.get_game("pf")) == "<Game pacific_fury (pf): Pacific Fury: Guadalcanal 1942>"


def test_a_wheel_has_the_maps_where_the_package_looks_for_them() -> None:
    root = SOURCES.parents[1]
    shipped = hatch_build.maps(str(root))
    for source, place in shipped.items():
        folder, _, name = place.removeprefix("ironbottom/").partition("/data/")
        assert Path(source) == SOURCES / folder / name
        assert map_file(folder, name)
    asked = {(folder, name) for folder, name in hatch_build.MAPS}
    for game in ironbottom.all_games():
        state = game.new()
        map_file.cache_clear()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("ironbottom.board.chart.map_file", _shipped(asked))
            assert state.to_svg()


def _shipped(names: set[tuple[str, str]]) -> object:
    def only_shipped(folder: str, name: str) -> object:
        assert (folder, name) in names
        return map_file(folder, name)

    return only_shipped
