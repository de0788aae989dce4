"""``ironbottom simulate``: many games, turn by turn, the same for the same seed."""

import csv
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import one_line, run


@pytest.mark.build
def test_the_report_has_win_rates_and_turns() -> None:
    ran = run("simulate", "pf", "ensign", "random", "--games", "2", "--turns", "1", "3")
    assert ran.code == 0
    output = one_line(ran.out)
    assert output.startswith("Pacific Fury: Guadalcanal 1942, seed 1; 95 % intervals")
    assert "japan random, allies ensign: 2 games" in output
    assert output.count("initiative of japan after turn 1") == 2
    assert "after turn 3" in output
    assert "after turn 2" not in output
    assert output.count("at the end") == 6


@pytest.mark.build
def test_the_same_seed_gives_the_same_turns() -> None:
    def turns(*more: str) -> object:
        ran = run("simulate", "pf", "--games", "3", "--json", *more)
        return [(one["seats"], one["wins"], one["turn by turn"]) for one in json.loads(ran.out)["seatings"]]

    assert turns("--seed", "4") == turns("--seed", "4") == turns("--seed", "4", "--workers", "2")
    assert turns("--seed", "4") != turns("--seed", "5")


@pytest.mark.thorough
def test_player_reports_are_shown_only_for_equal_players_and_default_options() -> None:
    def reported(*more: str) -> list[str | None]:
        ran = run("simulate", "vitp", *more, "--games", "1", "--turns", "1", "--json")
        rows = json.loads(ran.out)["seatings"][0]["turn by turn"]
        return [row["reported"] for row in rows if row["measure"] == "lead of japan"]

    assert reported("random", "random") == ["about 7", None]
    assert reported("random", "random", "--option", "turn_one=menzel") == [None, None]
    assert reported("random", "ensign") == [None, None]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["pf", "nelson", "ensign"],
            "players: there is no player 'nelson'; choose one of ensign, captain, random",
        ),
        (["pf", "ensign"], "players: there are 2 sides (japan, allies), and 1 player was named"),
        (["pf", "random", "random", "--turns", "5"], "--turns: no game reached turn 5; turns 1 to 4 were played"),
        (["pf", "--option", "factor_set=C"], "'C' is not a value; allowed: A, B"),
        (["chess"], "no game is called 'chess'"),
        (["pf", "--games", "0"], "--games and --workers must be at least 1"),
    ],
)
def test_invalid_arguments_are_reported(arguments: list[str], message: str) -> None:
    ran = run("simulate", *arguments, *([] if "--games" in arguments else ["--games", "1"]))
    assert ran.code != 0
    assert message in ran.err


STOPPED = """
import sys
from pathlib import Path
from ironbottom.cli.main import main
from ironbottom.lab import parallel

honest, over = parallel.play_game, []

def play(*arguments):
    played = honest(*arguments)
    over.append(played)
    if len(over) == 25:
        print("some games are over", file=sys.stderr, flush=True)
    return played

parallel.play_game = play
sys.argv[0] = "ironbottom"
sys.exit(main())
"""
"""Runs the command and prints a line when several batches of games are finished, so that Ctrl+C is pressed during play.
"""


def test_ctrl_c_reports_the_finished_games() -> None:
    command = [sys.executable, "-c", STOPPED, "simulate", "pf", "random", "random", "--games", "100000", "--json"]
    # In a background shell the signal is ignored, and so the command would ignore it too.
    with subprocess.Popen(
        [*command, "--workers", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as running:
        try:
            assert running.stderr is not None
            assert running.stderr.readline() == "some games are over\n"
            running.send_signal(signal.SIGINT)
            data = json.loads(running.communicate()[0])
        finally:
            running.kill()
    assert running.returncode == 130
    assert data["stopped"] is True
    assert 0 < data["seatings"][0]["games"] < 100_000


@pytest.mark.build
def test_simulate_plays_the_named_scenario() -> None:
    def units(*more: str) -> object:
        ran = run(
            "simulate", "aap", "random", "random", "random", "--games", "1", "--option", "last_round=1", *more, "--json"
        )
        (seating,) = json.loads(ran.out)["seatings"]
        return seating["measures"]["units of japan"]

    refused = run("simulate", "aap", "--scenario", "tea")
    assert refused.code == 1
    assert "printed, setup_2003" in refused.err
    assert units("--scenario", "setup_2003") != units() == units("--scenario", "printed")


def test_a_simulation_in_parts_is_stored_joined_and_written_as_a_table(tmp_path: Path) -> None:
    command = ("simulate", "pf", "random", "random", "--games", "5", "--workers", "1")
    for part in ("1", "2"):
        ran = run(*command, "--part", f"{part}/2", "--file", str(tmp_path / f"{part}.jsonl"))
        assert "3 games" if part == "1" else "2 games" in one_line(ran.out)
    joined = tmp_path / "all.jsonl"
    joined.write_text("".join((tmp_path / f"{part}.jsonl").read_text() for part in ("2", "1")))
    written = joined.read_bytes()
    ran = run(*command, "--file", str(joined), "--table", str(tmp_path / "games.csv"), "--json")
    assert joined.read_bytes() == written, "nothing was played"
    assert json.loads(ran.out)["seatings"][0]["games"] == 5
    rows = (tmp_path / "games.csv").read_text().splitlines()
    assert len(rows) == 6
    assert rows[0].startswith("game,scenario,rules,data,seed,number,option factor_set")


def test_plots_are_written_into_a_folder(tmp_path: Path) -> None:
    ran = run("simulate", "pf", "random", "random", "--games", "2", "--plots", str(tmp_path / "plots"))
    assert ran.code == 0
    assert "win_rates.svg" in [file.name for file in (tmp_path / "plots").iterdir()]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--part", "3/2"], "write the third of eight parts as 3/8"),
        (["--part", "2/2"], "2/2 has no game, since there are more parts than games"),
        (["--table", "games.txt"], "games.txt must end in .csv or .parquet"),
        (["--file", "."], "cannot be read"),
        (["--plots", "pyproject.toml"], "pyproject.toml is not a folder"),
    ],
)
def test_what_cannot_be_stored_is_reported_before_play(arguments: list[str], message: str) -> None:
    ran = run("simulate", "pf", "random", "random", "--games", "1", *arguments)
    assert ran.code == 1
    assert message in ran.err
    assert ran.out == ""


@pytest.mark.build
def test_the_summary_is_a_table_of_means_with_their_intervals(tmp_path: Path) -> None:
    path = tmp_path / "means.csv"
    ran = run("simulate", "pf", "ensign", "random", "--games", "2", "--turns", "1", "--summary", str(path), "--json")
    assert ran.code == 0
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    shares = [row for row in rows if row["measure"] == "share of wins of japan"]
    assert [(row["player of japan"], row["games"], row["turn"]) for row in shares] == [
        ("ensign", "2", "end"),
        ("random", "2", "end"),
    ]
    told = json.loads(ran.out)["seatings"][0]["turn by turn"][0]
    row = next(row for row in rows if row["measure"] == told["measure"] and row["turn"] == "1")
    assert [float(row[name]) for name in ("mean", "low", "high", "least", "most")] == [
        told["mean"],
        *told["interval"],
        told["least"],
        told["most"],
    ]
    again = run("simulate", "pf", "--games", "1", "--summary", str(path))
    assert (again.code, "--summary" in again.err, "already exists" in again.err) == (1, True, True)
