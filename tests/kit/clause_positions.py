"""The start positions of the clause tests, and the rulebooks: ``python -m tests.kit.clause_positions FILE``.

Writes the positions to the file, with the page of each game beside it. If tests are given after the file, only their
positions are written. The work runs on all cores, and the clauses are read once. Files whose tests cannot begin a match
are skipped. Each test runs until its first match begins from a position; the rest of it is left to the suite.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from ironbottom.engine.codecs.position import position_text
from ironbottom.engine.data.clause_sources import ClauseTable, clause_table
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.registry import all_games
from ironbottom.engine.rules.state import State
from ironbottom.rulebook.__main__ import main as weave

ROOT = Path(__file__).parents[2]
BEGINS = re.compile(r"\bMatch\b|\bironbottom\.(?:engine\.match|server|cli|lab)\b|^import ironbottom$", re.MULTILINE)
"""The names in the source of tests that may begin a match; only these packages begin matches."""
IMPORTS = re.compile(r"^ *from (tests[\w.]*) import (\([^)]*\)|.+)", re.MULTILINE)


class Begun(BaseException):
    """Raised when a test has begun its match, since the rest is not needed.

    It is not an Exception, so that no test catches it.
    """


class Starts:
    """Records the position at which each test first begins a match."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self._test = ""
        self._running = False

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Whether to run a case: only the first case of each test is run."""
        first = {name_of(item): item for item in reversed(items)}
        items[:] = [item for item in items if first[name_of(item)] is item]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self._test = name_of(item)
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_pyfunc_call(self) -> Generator[None, object, object]:
        self._running = True
        try:
            return (yield)
        except Begun:
            return True
        finally:
            self._running = False

    def begin(self, start: State | None) -> None:
        """Records the beginning of a match; one with corrected figures has no position to show."""
        if start is None or start.rules.facts.corrections:
            return
        self.found.setdefault(self._test, position_text(start))
        if self._running:
            raise Begun


def name_of(item: pytest.Item) -> str:
    """The name of the test without its case."""
    return item.nodeid.partition("[")[0]


def clause_tests(tables: Iterable[ClauseTable]) -> list[str]:
    """All tests of a clause, by their pytest names."""
    return sorted({test for table in tables for row in table for test in row["tests"]})


def may_begin(file: str, root: Path = ROOT) -> bool:
    """Whether the tests of a file may begin a match: the file itself, a test module that it imports, or its fixtures.

    >>> may_begin("tests/games/pacific_fury/test_turn.py"), may_begin("tests/games/war_in_the_pacific/test_map.py")
    (True, False)
    """
    left = [root / file, *(folder / "conftest.py" for folder in (root / file).parents if folder.is_relative_to(root))]
    seen = set[Path]()
    while left:
        path = left.pop()
        if path in seen or not path.is_file():
            continue
        seen.add(path)
        begins, imported = _read(path)
        if begins:
            return True
        left += [root / name for name in imported]
    return False


@cache
def _read(path: Path) -> tuple[bool, tuple[str, ...]]:
    """Whether a module names what begins a match, and the modules of the tests that it may import."""
    text = path.read_text(encoding="utf-8")
    found = list[str]()
    for package, names in IMPORTS.findall(text):
        folder = package.replace(".", "/")
        found += [f"{folder}.py", f"{folder}/__init__.py"]
        found += [f"{folder}/{name}.py" for name in re.findall(r"\w+", names)]
    return bool(BEGINS.search(text)), tuple(found)


def shares(tests: Sequence[str], number: int) -> list[list[str]]:
    """Divides the tests into shares without splitting files.

    Neighbouring files, which take similar times, go to different shares.

    >>> shares(["a.py::x", "a.py::y", "b.py::x", "c.py::x"], 2)
    [['a.py::x', 'a.py::y', 'c.py::x'], ['b.py::x']]
    """
    files: dict[str, list[str]] = {}
    for test in tests:
        files.setdefault(test.partition("::")[0], []).append(test)
    dealt = [list(chain.from_iterable(list(files.values())[part::number])) for part in range(number)]
    return [share for share in dealt if share]


def starts_of(tests: Sequence[str]) -> dict[str, str]:
    """Runs these tests as far as needed; returns the text of the start position by test."""
    starts = Starts()
    begin = Match.__init__

    def noted(match: Match, *args: Any, start: State | None = None, **fields: Any) -> None:
        starts.begin(start)
        begin(match, *args, start=start, **fields)

    with mock.patch.object(Match, "__init__", noted):
        # The kit has imported a plugin of a dependency before pytest could rewrite its assertions.
        quiet = ("-W", "ignore::pytest.PytestAssertRewriteWarning")
        pytest.main(["-q", "--no-header", "-p", "no:cacheprovider", *quiet, *tests], plugins=[starts])
    return starts.found


def main(target: Path, tests: Sequence[str] = ()) -> int:
    """Writes the positions of these tests, or of all clauses, and then the pages beside the file."""
    tables = {}
    with ProcessPoolExecutor() as pool:
        if not tests:
            games = [game.id for game in all_games()]
            tables = dict(zip(games, pool.map(clause_table, games), strict=True))
        cores = os.cpu_count() or 1
        begun = [test for test in clause_tests(tables.values()) if may_begin(test.partition("::")[0])]
        parts = pool.map(starts_of, shares(tests or begun, cores))
        found = dict(chain.from_iterable(part.items() for part in parts))
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(dict(sorted(found.items())), indent=1) + "\n", encoding="utf-8")
    if tables:
        weave(target.parent, tables)
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
