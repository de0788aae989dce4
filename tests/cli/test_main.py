"""The main command: help, exit codes, errors, and imports."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ironbottom import __version__
from tests.cli.running import run

COMMANDS = ("games", "rules", "data", "play", "replay", "verify", "export", "bench", "drive", "simulate")


def test_help_lists_every_command_with_a_sentence() -> None:
    ran = run("--help")
    assert ran.code == 0
    for command in COMMANDS:
        line = next(line for line in ran.out.splitlines() if line.split()[:1] == [command])
        assert len(line.split()) > 4


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_of_its_own(command: str) -> None:
    ran = run(command, "--help")
    assert ran.code == 0
    assert f"ironbottom {command}" in ran.out
    assert "Options:" in ran.out
    for foreign in ("stdin", "stdout", "boolean", "STR", "INT", "PATH", "FLOAT", "default: False", "object at"):
        assert foreign not in ran.out
    if command != "drive":
        assert all(len(line) <= 80 for line in ran.out.splitlines())


def test_the_version_is_printed() -> None:
    assert run("--version").out.strip() == __version__


@pytest.mark.parametrize(
    "arguments",
    [["frobnicate"], ["drive"], ["play", "--colour"], ["bench", "--rounds", "many"], ["export", "x", "poem"]],
)
def test_usage_errors_print_one_line_and_exit_with_2(arguments: list[str]) -> None:
    ran = run(*arguments)
    assert ran.code == 2
    assert "ironbottom:" in ran.out + ran.err
    assert "Traceback" not in ran.out + ran.err


def test_unexpected_arguments_are_named() -> None:
    output = " ".join(run("rules", "witp", "44.65", "99").err.split())
    assert output == "ironbottom: unexpected '99'; `ironbottom rules --help` lists the arguments"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (
            ["data", "chess"],
            "axis_allies_pacific (aap), hold_fast (hf), pacific_fury (pf), ",
        ),
        (["rules", "pf", "99"], "there is no clause '99'"),
        (["rules", "pf", "--search", "zeppelin"], "no clause of Pacific Fury"),
        (["data", "pf", "--table", "ships"], "choose one of units"),
        (["drive", "pf", "--scenario", "midway"], "it has campaign"),
        (["drive", "pf", "--option", "factor_set=C"], "options.factor_set: 'C' is not a value; allowed: A, B"),
        (["drive", "pf", "--option", "fog=off"], "has no option 'fog'"),
        (["drive", "pf", "--option", "factor_set"], "name=value, such as factor_set=B"),
        (["play", "witp", "--option", "midway"], "name=value, such as supply_block=100"),
        (["simulate", "witp", "ensign", "--option", "last_round="], "name=value, such as last_round=4"),
        (["odds", "aap", "--option", "22"], "name=value, such as vp_target=20"),
        (["drive", "pf", "--option", "factor_set=A", "--option", "factor_set=B"], "given twice"),
        (["drive", "pf", "--corrections", "/nowhere.toml"], "/nowhere.toml: there is no such file"),
        (["play", "pf", "--side", "germany"], "--side: no side is called 'germany'; allowed: japan, allies"),
        (["play", "pf", "--scenario", "mars"], "has no scenario 'mars'; it has campaign"),
        (["play", "pf", "--against", "nelson"], "choose one of"),
        (["play", "pf", "--both", "--watch"], "cannot be combined"),
        (["play", "pf", "--both", "--position", "/nowhere.toml"], "/nowhere.toml"),
        (["play", "/nowhere.jsonl"], "/nowhere.jsonl"),
        (["replay", "/nowhere.jsonl"], "/nowhere.jsonl"),
        (["verify", "/nowhere.jsonl"], "/nowhere.jsonl"),
        (["export", "/nowhere.jsonl"], "/nowhere.jsonl"),
        (["bench", "--seconds", "0"], "--seconds must be from 0.01"),
    ],
)
def test_invalid_values_are_named_and_exit_with_1(arguments: list[str], text: str) -> None:
    ran = run(*arguments)
    assert ran.code == 1
    assert ran.err.startswith("ironbottom: ")
    assert text in ran.err
    assert "Traceback" not in ran.err


def test_corrections_are_refused_with_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[pacific_fury.units.ijn_yamato]\ncombat_factor = 60\n", encoding="utf-8")
    ran = run("data", "pf", "--corrections", str(path))
    assert ran.code == 1
    assert f"{path}, line 2" in ran.err
    assert "0 to 6" in ran.err


@pytest.mark.build
def test_games_does_not_import_the_server_or_print_colour_to_a_pipe() -> None:
    code = (
        "import sys\n"
        "from ironbottom.cli.main import main\n"
        "try:\n    main(['games'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'litestar', 'uvicorn', 'aiosqlite', 'ironbottom.server', 'numpy', 'pyspiel'}\n"
        "import json\nprint(json.dumps(sorted(heavy & set(sys.modules))))\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout.splitlines()[-1]) == []
    assert "Pacific Fury" in ran.stdout
    assert "\x1b" not in ran.stdout


def test_a_closed_pipe_is_not_an_error() -> None:
    command = f"{sys.executable} -m ironbottom data pf | head -n 1"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert "Pacific Fury" in ran.stdout
    assert ran.stderr == ""


def test_a_position_names_its_game(tmp_path: Path) -> None:
    """The record used to be read as a position of the default game, and refused."""
    path = tmp_path / "position.toml"
    path.write_text('game = "hold_fast"\nturn = 3\n', encoding="utf-8")
    ran = run("play", "--position", str(path), "--both", "--plain", typed="quit\n")
    assert ran.code == 0, ran.err
    assert "Hold Fast" in ran.out
    wrong = run("play", "pf", "--position", str(path), "--both", "--plain", typed="quit\n")
    assert "line 1: game: the position is for 'hold_fast', but this is pacific_fury" in wrong.err
