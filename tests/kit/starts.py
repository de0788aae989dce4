"""The positions from which the tests of clauses start, for the rulebook: ``python -m tests.kit.starts FILE``.

With tests named after the file only these are run.
Each test is run until its first match begins from a position; what it goes on to try is left to the suite.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

import pytest

from ironbottom.engine.codecs.position import position_text
from ironbottom.engine.data.clause_sources import clause_table
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.registry import all_games
from ironbottom.engine.rules.state import State


class Begun(BaseException):
    """A test has begun its match: enough is known. Not an Exception, so that no test expects it."""


class Starts:
    """Notes the position at which each test first begins a match."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self._test = ""
        self._running = False

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self._test = item.nodeid.partition("[")[0]
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
        """A match begins; one with corrected figures cannot be told by a position."""
        if start is None or start.rules.facts.corrections:
            return
        self.found.setdefault(self._test, position_text(start))
        if self._running:
            raise Begun


def tests_of_clauses() -> list[str]:
    """Every test that holds a clause of a game, as pytest names it."""
    rows = [row for game in all_games() for row in clause_table(game.id)]
    return sorted({test for row in rows for test in row["tests"]})


def main(target: Path, tests: Sequence[str] = ()) -> int:
    """Runs these tests, else those of all clauses, as far as needed and writes their positions."""
    starts = Starts()
    begin = Match.__init__

    def noted(match: Match, *args: Any, start: State | None = None, **fields: Any) -> None:
        starts.begin(start)
        begin(match, *args, start=start, **fields)

    Match.__init__ = noted  # type: ignore[method-assign, assignment]
    quiet = ["-q", "--no-header", "-p", "no:cacheprovider"]
    pytest.main([*quiet, *(tests or tests_of_clauses())], plugins=[starts])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(dict(sorted(starts.found.items())), indent=1) + "\n", encoding="utf-8")
    return 0 if starts.found else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
