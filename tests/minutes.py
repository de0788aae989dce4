"""Measures how long each part of the build takes, and prints it beside a budget.

``python tests/minutes.py time set-up -- COMMAND`` runs a command and notes its time; ``print SUITE`` prints one line
for everything noted since ``start``. A pytest plugin in this module notes the tests. Only the standard library is
needed, since it also times the set-up of the environment.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
NOTES = ROOT / "build" / "minutes.jsonl"
BUDGETS = ROOT / "tests" / "budgets.toml"
VARIABLE = "IRONBOTTOM_MINUTES"
"""The environment variable by which the Makefile makes pytest record the time of tests."""


def budgets_of(suite: str) -> dict[str, float]:
    """The minutes that each part of a suite may take, and in ``total`` the minutes of the whole suite."""
    budgets: dict[str, dict[str, float]] = tomllib.loads(BUDGETS.read_text(encoding="utf-8"))
    return budgets[suite]


SHORT_NAMES = {
    "pacific_fury": "pf",
    "victory_in_the_pacific": "vitp",
    "axis_allies_pacific": "aap",
    "hold_fast": "hf",
    "war_in_the_pacific": "witp",
}

FOLDERS = {
    "tests/engine": "engine",
    "tests/board": "engine",
    "tests/bots": "engine",
    "tests/odds": "engine",
    "tests/kit": "kit",
    "tests/browser": "page",
    "tests/server": "server",
    "tests/test_fast.py": "compiled build",
    "tests/test_kit_games.py": "kit",
    "tests/test_cache_isolation.py": "kit",
    "tests/test_mutated_positions.py": "kit",
    "tests/test_project_structure.py": "checks",
    "tests/test_package.py": "checks",
    "src/ironbottom/engine": "engine",
    "src/ironbottom/board": "engine",
    "src/ironbottom/bots": "engine",
    "src/ironbottom/odds": "engine",
    "src/ironbottom/server": "server",
    "src/ironbottom/testing": "kit",
    "fast": "compiled build",
}
"""The part to which the tests of a folder or file belong; the tests of a game belong to the part of that game."""


def part_of(test: str) -> str:
    """The part of the build of a test, by its node id.

    >>> part_of("tests/games/hold_fast/test_supply.py::test_supply")
    'hold_fast'
    >>> part_of("tests/server/test_acts.py::test_act[pf]"), part_of("tests/cli/test_play.py::test_play")
    ('server', 'tools')
    >>> part_of("tests/games/test_refused_lists.py::test_a_list")
    'kit'
    """
    path = test.split("::")[0]
    for games in ("tests/games/", "src/ironbottom/games/"):
        if path.startswith(games):
            game = path.removeprefix(games).split("/")[0]
            return "kit" if game.endswith(".py") else game
    return next((part for folder, part in FOLDERS.items() if path == folder or path.startswith(folder + "/")), "tools")


def shares(seconds: Mapping[str, float], wall: float) -> dict[str, float]:
    """Divides the wall time of a run among parts by the time of their tests, which ran in parallel.

    >>> shares({"kit": 30.0, "page": 10.0}, wall=20.0)
    {'kit': 15.0, 'page': 5.0}
    """
    whole = sum(seconds.values())
    return {part: wall * own / whole for part, own in seconds.items()} if whole else {}


def note(seconds: Mapping[str, float], notes: Path = NOTES) -> None:
    """Appends the seconds of each part to the notes."""
    notes.parent.mkdir(parents=True, exist_ok=True)
    with notes.open("a", encoding="utf-8") as file:
        file.write(json.dumps(seconds) + "\n")


def line_of(noted: Iterable[Mapping[str, float]], suite: str) -> str:
    """One line with the minutes and the budget of each part.

    The total is the time between ``start`` and ``print``, since parts may run side by side.

    >>> line_of([{"begun": 0.0}, {"set-up": 30.0, "kit": 60.0}, {"kit": 240.0}, {"ended": 300.0}], "build")
    'Minutes (budget): set-up 0.5 (1.5), kit 5.0 (3.0, over), total 5.0 (25.0)'
    """
    budgets = budgets_of(suite)
    seconds: dict[str, float] = {}
    for each in noted:
        for part, own in each.items():
            seconds[part] = seconds.get(part, 0) + own
    begun, ended = seconds.pop("begun", None), seconds.pop("ended", 0.0)
    total = sum(seconds.values()) if begun is None else ended - begun
    known = [part for part in budgets if part in seconds and part != "total"]
    rows = [(part, seconds[part] / 60, budgets[part]) for part in known]
    rows += [(part, own / 60, 0.0) for part, own in seconds.items() if part not in budgets]
    rows.append(("total", total / 60, budgets["total"]))
    return "Minutes (budget): " + ", ".join(
        f"{SHORT_NAMES.get(part, part)} {minutes:.1f} ({budget:.1f}{', over' if minutes > budget else ''})"
        for part, minutes, budget in rows
    )


SUITE = "suite"


def suite_of(marks: Iterable[str]) -> str:
    """The command that first runs a test with these marks: the most demanding mark decides.

    >>> suite_of(["clause"]), suite_of(["build", "flaky"]), suite_of(["build", "thorough"])
    ('make test', '.ci/run', 'make thorough')
    """
    found = set(marks)
    commands = {"slow": "make fuzz", "thorough": "make thorough", "build": ".ci/run"}
    return next((command for mark, command in commands.items() if mark in found), "make test")


def ran(tests: Mapping[tuple[str, str], int]) -> list[str]:
    """The number of tests of each part, by the command that runs them, as lines of text.

    >>> ran({("make test", "kit"): 80, ("make test", "aap"): 3, ("make thorough", "kit"): 2})
    ['make test: 83 (aap 3, kit 80)', 'make thorough: 2 (kit 2)']
    """
    order = ("make test", ".ci/run", "make thorough", "make fuzz")
    suites = [suite for suite in order if any(suite == each for each, _ in tests)]
    lines = []
    for suite in suites:
        parts = {part: number for (each, part), number in sorted(tests.items()) if each == suite}
        lines.append(f"{suite}: {sum(parts.values())} ({', '.join(f'{part} {n}' for part, n in parts.items())})")
    return lines


class Minutes:
    """A pytest plugin that records the share of each part in the wall time of a run, and prints which tests ran."""

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.seconds = Counter[str]()
        self.tests = Counter[tuple[str, str]]()

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        for item in items:
            item.user_properties.append((SUITE, suite_of(mark.name for mark in item.iter_markers())))

    def pytest_runtest_logreport(self, report: Any) -> None:
        part = part_of(report.nodeid)
        self.seconds[part] += report.duration
        if report.when == "call":
            self.tests[dict(report.user_properties)[SUITE], part] += 1

    def pytest_sessionfinish(self) -> None:
        if "PYTEST_XDIST_WORKER" not in os.environ:
            note(shares(self.seconds, time.monotonic() - self.begun))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        terminalreporter.section("tests that ran, by the smallest suite that includes them")
        for line in ran(self.tests):
            terminalreporter.line(line)


def pytest_configure(config: Any) -> None:
    """Registers the plugin if the Makefile requests it."""
    if os.environ.get(VARIABLE):
        config.pluginmanager.register(Minutes(), "minutes")


def main(arguments: list[str]) -> int:
    """Runs one of the commands in the docstring of this module."""
    if arguments == ["start"]:
        NOTES.unlink(missing_ok=True)
        note({"begun": time.time()})
        return 0
    if arguments[:1] == ["print"] and arguments[1:] in (["test"], ["build"], ["thorough"]):
        noted = NOTES.read_text(encoding="utf-8").splitlines() if NOTES.exists() else []
        rows = [json.loads(each) for each in noted]
        sys.stdout.write(line_of([*rows, {"ended": time.time()}], arguments[1]) + "\n")
        return 0
    if arguments[:1] == ["time"] and arguments[2:3] == ["--"]:
        begun = time.monotonic()
        status = subprocess.run(arguments[3:], check=False).returncode
        note({arguments[1]: time.monotonic() - begun})
        return status
    sys.stderr.write("minutes: use start, print SUITE, or time PART -- COMMAND\n")
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
