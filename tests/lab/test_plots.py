"""Plots of simulated games: the files, their contents, and that the same games give the same files."""

import sys
from pathlib import Path

import pytest

import ironbottom
from ironbottom.engine.core.errors import BadValue
from ironbottom.lab.plots import PlottedSeating, check_plot_folder, percentiles, write_plots
from ironbottom.lab.simulation import GameResult


def seating(*leads: tuple[float, ...], winners: tuple[str, ...] = ("japan",)) -> PlottedSeating:
    """Games with these leads of Japan after each turn."""
    seats = {"japan": "ensign", "allies": "random"}
    games = [
        GameResult(seats, winners, {"lead": game[-1]}, {}, {}, {}, {}, tuple({"lead": each} for each in game))
        for game in leads
    ]
    return PlottedSeating(seats, games)


def test_there_is_a_file_for_the_win_rates_and_each_measure(tmp_path: Path) -> None:
    ran = ironbottom.simulate("pf", {"japan": "ensign"}, 2)
    files = write_plots("Pacific Fury", [PlottedSeating(ran.seats, ran.games)], tmp_path / "plots")
    assert [file.name for file in files] == [
        "win_rates.svg",
        "turns_initiative_of_japan.svg",
        "turns_ships_of_japan_sunk.svg",
        "turns_ships_of_allies_sunk.svg",
        "end_score_of_japan.svg",
        "end_ships_of_japan_sunk.svg",
        "end_ships_of_allies_sunk.svg",
    ]
    for file in files:
        text = file.read_text()
        assert "<!-- Pacific Fury -->" in text
        assert "<!-- japan ensign, allies random: 2 games -->" in text


def test_win_rates_have_their_intervals(tmp_path: Path) -> None:
    games = [seating((1.0, 2.0), (2.0, 3.0)), seating((1.0, 2.0), winners=())]
    text = write_plots("A game", games, tmp_path)[0].read_text()
    assert text.count("<!-- 100 % (34 to 100) -->") == 1
    assert text.count("<!-- 0 % (0 to 66) -->") == 1
    assert text.count("<!-- 50 % (5 to 95) -->") == 2, "a draw is half a win for each side"


def test_the_same_games_give_the_same_files(tmp_path: Path) -> None:
    games = [seating((1.0, 2.0), (2.0, 5.0), (2.0, 3.0, 9.0))]
    first = {file.name: file.read_bytes() for file in write_plots("A game", games, tmp_path / "a")}
    again = {file.name: file.read_bytes() for file in write_plots("A game", games, tmp_path / "b")}
    assert first == again
    other = write_plots("A game", [seating((1.0, 2.0), (2.0, 5.0), (2.0, 3.0, 8.0))], tmp_path / "b")
    assert other[1].read_bytes() != first["turns_lead.svg"]


def test_a_game_of_one_turn_has_no_plot_by_turn(tmp_path: Path) -> None:
    files = write_plots("A game", [seating((1.0,), (4.0,))], tmp_path)
    assert [file.name for file in files] == ["win_rates.svg", "end_lead.svg"]


def test_percentiles_are_those_of_the_values() -> None:
    assert percentiles([1.0, 2.0, 3.0]) == pytest.approx((1.1, 1.5, 2.0, 2.5, 2.9))


def test_what_cannot_be_written_is_refused_before_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadValue, match="is not a folder"):
        check_plot_folder(tmp_path / "file")
    check_plot_folder(tmp_path / "plots")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(BadValue, match=r"pip install 'ironbottom\[lab\]'"):
        check_plot_folder(tmp_path / "plots")
