"""Measures how long each part of the build takes, and prints it beside a budget.

``python tests/minutes.py time set-up -- COMMAND`` runs a command and notes its time; ``python tests/minutes.py print``
prints one line for all that was noted since ``python tests/minutes.py start``. Tests are noted by a pytest plugin of
this module. Only the standard library is needed, since it also times how the environment is set up.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
NOTES = ROOT / "build" / "minutes.jsonl"

BUDGETS = {
    "set-up": 1.5,
    "compiled build": 2.0,
    "engine": 1.0,
    "pacific_fury": 0.5,
    "victory_in_the_pacific": 0.5,
    "axis_allies_pacific": 1.0,
    "hold_fast": 0.5,
    "war_in_the_pacific": 5.0,
    "kit": 3.0,
    "server": 1.5,
    "tools": 1.0,
    "page": 5.0,
    "checks": 2.0,
}
"""Minutes of the whole build on two quiet cores with warm caches. A part over its budget is printed, not failed."""
TOTAL = 25.0
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
    "tests/test_in_a_row.py": "kit",
    "tests/test_spoilt_positions.py": "kit",
    "tests/test_house.py": "checks",
    "tests/test_package.py": "checks",
    "src/ironbottom/engine": "engine",
    "src/ironbottom/board": "engine",
    "src/ironbottom/bots": "engine",
    "src/ironbottom/odds": "engine",
    "src/ironbottom/server": "server",
    "fast": "compiled build",
}
"""The part to which the tests of a folder or file belong; those of a game belong to the game."""


def part_of(test: str) -> str:
    """The part of the build that a test belongs to, from its node id.

    >>> part_of("tests/games/hold_fast/test_supply.py::test_supply")
    'hold_fast'
    >>> part_of("tests/server/test_acts.py::test_act[pf]"), part_of("tests/cli/test_play.py::test_play")
    ('server', 'tools')
    """
    path = test.split("::")[0]
    for games in ("tests/games/", "src/ironbottom/games/"):
        if path.startswith(games):
            return path.removeprefix(games).split("/")[0]
    return next((part for folder, part in FOLDERS.items() if path == folder or path.startswith(folder + "/")), "tools")


def shares(seconds: Mapping[str, float], wall: float) -> dict[str, float]:
    """Divides the wall time of a run among parts by the time of their tests, which ran side by side.

    >>> shares({"kit": 30.0, "page": 10.0}, wall=20.0)
    {'kit': 15.0, 'page': 5.0}
    """
    whole = sum(seconds.values())
    return {part: wall * own / whole for part, own in seconds.items()} if whole else {}


def note(seconds: Mapping[str, float], notes: Path = NOTES) -> None:
    """Appends seconds by part to the notes."""
    notes.parent.mkdir(parents=True, exist_ok=True)
    with notes.open("a", encoding="utf-8") as file:
        file.write(json.dumps(seconds) + "\n")


def line_of(noted: Iterable[Mapping[str, float]]) -> str:
    """One line with the minutes and the budget of each part.

    >>> line_of([{"set-up": 30.0, "kit": 60.0}, {"kit": 240.0}])
    'Minutes (budget): set-up 0.5 (1.5), kit 5.0 (3.0, over), total 5.5 (25.0)'
    """
    seconds = Counter[str]()
    for each in noted:
        for part, own in each.items():
            seconds[part] += own  # type: ignore[assignment]
    rows = [(part, seconds[part] / 60, budget) for part, budget in BUDGETS.items() if part in seconds]
    rows += [(part, own / 60, 0.0) for part, own in seconds.items() if part not in BUDGETS]
    rows.append(("total", sum(seconds.values()) / 60, TOTAL))
    return "Minutes (budget): " + ", ".join(
        f"{SHORT_NAMES.get(part, part)} {minutes:.1f} ({budget:.1f}{', over' if minutes > budget else ''})"
        for part, minutes, budget in rows
    )


class Minutes:
    """A pytest plugin that notes how the wall time of a run is divided among the parts."""

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.seconds = Counter[str]()

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.seconds[part_of(report.nodeid)] += report.duration

    def pytest_sessionfinish(self) -> None:
        if os.environ.get("IRONBOTTOM_MINUTES") and "PYTEST_XDIST_WORKER" not in os.environ:
            note(shares(self.seconds, time.monotonic() - self.begun))


def pytest_configure(config: Any) -> None:
    """Registers the plugin."""
    config.pluginmanager.register(Minutes(), "minutes")


def main(arguments: list[str]) -> int:
    """Runs one of the commands named in the docstring of this module."""
    if arguments == ["start"]:
        NOTES.unlink(missing_ok=True)
        return 0
    if arguments == ["print"]:
        noted = NOTES.read_text(encoding="utf-8").splitlines() if NOTES.exists() else []
        sys.stdout.write(line_of(json.loads(each) for each in noted) + "\n")
        return 0
    if arguments[:1] == ["time"] and arguments[2:3] == ["--"]:
        begun = time.monotonic()
        status = subprocess.run(arguments[3:], check=False).returncode
        note({arguments[1]: time.monotonic() - begun})
        return status
    sys.stderr.write("minutes: use start, print, or time PART -- COMMAND\n")
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
