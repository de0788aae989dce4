"""The build prints the time of each part beside its budget, and each suite lists the tests that it ran."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fast import build as fast_build
from tests import minutes

ROOT = Path(__file__).parents[1]


def noted(path: Path) -> list[dict[str, float]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "minutes.jsonl"
    monkeypatch.setattr(minutes, "NOTES", path)
    monkeypatch.setattr(minutes.note, "__defaults__", (path,))
    return path


def test_a_step_is_noted_and_passes_its_exit_status_on(notes: Path) -> None:
    assert minutes.main(["time", "set-up", "--", sys.executable, "-c", "raise SystemExit(3)"]) == 3
    assert [list(each) for each in noted(notes)] == [["set-up"]]
    minutes.main(["start"])
    assert [list(each) for each in noted(notes)] == [["begun"]]


def test_the_total_counts_parts_that_run_side_by_side_once(notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    minutes.main(["start"])
    minutes.note({"compiled build": 60.0, "checks": 60.0})
    assert minutes.main(["print", "build"]) == 0
    assert "total 0.0 (" in capsys.readouterr().out


def test_the_line_names_each_part_its_budget_and_what_is_over(notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    minutes.note({"kit": 6000.0, "war_in_the_pacific": 60.0})
    assert minutes.main(["print", "build"]) == 0
    budgets = minutes.budgets_of("build")
    kit, witp, total = budgets["kit"], budgets["war_in_the_pacific"], budgets["total"]
    assert capsys.readouterr().out == (
        f"Minutes (budget): witp 1.0 ({witp:.1f}), kit 100.0 ({kit:.1f}, over), total 101.0 ({total:.1f}, over)\n"
    )


def test_every_suite_has_a_budget_for_every_part() -> None:
    parts = {*minutes.FOLDERS.values(), "set-up", "tools", "page", "checks", "total"}
    games = {path.name for path in (ROOT / "tests" / "games").iterdir() if path.is_dir() and path.name[0] != "_"}
    for suite in ("test", "build", "thorough"):
        assert set(minutes.budgets_of(suite)) == parts | games


def test_an_unknown_command_lists_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert minutes.main(["print", "everything"]) == 2
    assert capsys.readouterr().err == "minutes: use start, print SUITE, or time PART -- COMMAND\n"


TESTS = """
import pytest

def test_one(): pass

@pytest.mark.build
def test_two(): pass

@pytest.mark.thorough
@pytest.mark.build
def test_three(): pass
"""


@pytest.mark.build
def test_a_run_lists_the_tests_it_ran(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(TESTS, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n  build: b\n  thorough: t\n", encoding="utf-8")
    environment = {"PYTHONPATH": str(ROOT), minutes.VARIABLE: "thorough", "PYTEST_XDIST_WORKER": "outer"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.minutes", "-p", "no:xdist", "-p", "no:cacheprovider"]
    ran = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert "make test: 1 (tools 1)\n.ci/run: 1 (tools 1)\nmake thorough: 1 (tools 1)\n" in ran.stdout


def test_the_compiler_runs_through_ccache_where_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "cc")
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    assert fast_build.cached_compiler() == {
        "CC": "ccache cc",
        "CCACHE_BASEDIR": str(fast_build.ROOT),
        "CCACHE_NOHASHDIR": "true",
    }
    monkeypatch.setenv("CC", "ccache cc")
    assert fast_build.cached_compiler() == {}, "it is there already"
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setenv("CC", "cc")
    assert fast_build.cached_compiler() == {}, "it is built as without it"
