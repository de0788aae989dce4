"""``make matrix`` reports a missing Python, and fails if the package fails."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pytest

import ironbottom
from ironbottom import State
from tests.matrix import __main__ as matrix
from tests.matrix import kit
from tests.matrix.__main__ import Python, Row, clean_environment, find, main, table

VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
FULL = sys.version.split()[0]


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Two folders that make up PATH."""
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
    monkeypatch.setenv("PATH", f"{first}:{second}")
    return first, second


def program(folder: Path, name: str, script: str) -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def test_a_python_that_runs_is_found_behind_a_shim_that_does_not(folders: tuple[Path, Path]) -> None:
    shim = program(folders[0], f"python{VERSION}", "echo 'shim: command not found' >&2; exit 127")
    assert find(f"python{VERSION}") == f"{shim} does not run: shim: command not found"
    program(folders[1], f"python{VERSION}", f'exec {sys.executable} "$@"')
    assert find(f"python{VERSION}") == Python(FULL, sys.executable)
    assert find(sys.executable) == Python(FULL, sys.executable)


def test_an_absent_or_different_python_is_reported(folders: tuple[Path, Path]) -> None:
    assert find("python3.13") == "not on PATH"
    other = next(version for version in matrix.VERSIONS if version != VERSION)
    path = program(folders[0], f"python{other}", f'exec {sys.executable} "$@"')
    assert find(f"python{other}") == f"{path} is Python {FULL}"


def test_without_any_python_it_fails(folders: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["python3.12", "python3.13"]) == 1
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "python3.12            -        -  not provided: not on PATH",
        "python3.13            -        -  not provided: not on PATH",
    ]


@pytest.mark.parametrize(("fault", "code"), [("games: no", 1), ("", 0)])
def test_it_fails_where_one_python_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], fault: str, code: int
) -> None:
    monkeypatch.setattr(matrix, "build", lambda folder: folder / "it.whl")
    monkeypatch.setattr(matrix, "check", lambda name, *_: Row(name, FULL, fault, 60.0, 90.0))
    assert main([sys.executable, "python0.1"]) == code
    output = capsys.readouterr().out
    assert (f"\n{sys.executable}: games: no\n" in output) == bool(fault)
    assert "not provided: not on PATH" in output


def test_the_table_has_a_line_for_each_python() -> None:
    rows = [Row("python3.11", "3.11.7", "", 30.0, 90.0), Row("python3.13", "not provided: not on PATH", None)]
    assert list(table(rows)) == [
        "Python          install      kit  result",
        "python3.11      0.5 min  1.5 min  3.11.7",
        "python3.13            -        -  not provided: not on PATH",
    ]


def test_a_failed_step_shows_the_end_of_its_output() -> None:
    with pytest.raises(matrix.FailedError, match=r"(?s)-c .* ended with 3:\n.*line 99$"):
        matrix.run([sys.executable, "-c", "for n in range(100): print('line', n)\nraise SystemExit(3)"])


def test_nothing_points_the_kit_to_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PYTHONPATH", "VIRTUAL_ENV", "IRONBOTTOM_BUILD", "MAKEFLAGS"):
        monkeypatch.setenv(name, "x")
    assert not {"PYTHONPATH", "VIRTUAL_ENV", "IRONBOTTOM_BUILD", "MAKEFLAGS"} & clean_environment().keys()
    assert "PATH" in clean_environment()
    ran = subprocess.run([sys.executable, kit.__file__], capture_output=True, text=True, check=False)
    assert "the package is not the installed one" in ran.stderr


def test_the_kit_plays_a_game_and_finds_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ironbottom.get_game("pf")
    assert len(kit.play(game, 1, 40).acts) > 40
    with monkeypatch.context() as changed:
        changed.setattr(State, "hash", lambda self: str(id(self)))
        with pytest.raises(AssertionError, match="the hash of a state"):
            kit.play(game, 1, 40)
    monkeypatch.setattr(State, "view", lambda self, side: {})
    with pytest.raises(AssertionError, match="the view of japan is empty"):
        kit.play(game, 1, 40)
