"""Knockout: makes each restriction in turn always true, and checks whether a test fails.

``python -m tests.kit.knockout pf``.

First runs the tests of the game that are named after the clause, then all of its tests; if these do not fail, runs
those of the kit, which compare offers with restrictions and replay recorded games. A restriction that survives both is
listed: no test covers it.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from ironbottom.engine.rules.game import Game
from ironbottom.testing.games import games, named
from tests.kit.knockout_plugin import VARIABLE, restrictions

ROOT = Path(__file__).parent.parent.parent
CHECKS = "states,offers"
"""The checks of the kit's walk for a game with a restriction knocked out."""
MAX_SECONDS, TIMES = 180, 3
"""Tests that take this many seconds, and this many times as long as without a knockout, count as failed."""
MAX_MEMORY = 4 << 30
INTERRUPTED, MISUSED, NO_TESTS = 2, 4, 5
"""The exit codes of pytest when it could not run the tests."""


def own_tests(game: Game) -> list[str]:
    """The tests of a game's own rules."""
    folder = ROOT / "tests" / "games" / game.id
    return [str(folder if folder.exists() else ROOT / "tests" / "kit" / f"test_{game.id}.py")]


def bearing(game: Game, clause: str) -> list[str]:
    """The tests of a game's own rules that are named after a clause.

    >>> from ironbottom.testing.games import named
    >>> bearing(named("pf"), "10.7.a")[1:]
    ['-k', '_10_7_a_']
    """
    return [*own_tests(game), "-k", f"_{clause.replace('.', '_')}_"]


def kit_tests(game: Game) -> list[str]:
    """The tests of the kit for a game that depend on restrictions."""
    wanted = f"{game.id} and (walk or recorded or undo)"
    return [str(ROOT / "tests" / "test_kit_games.py"), "-k", wanted, "--checks", CHECKS]


def passes(
    game: Game, place: int | None, tests: list[str], limit: float | None = None, *, any_at_all: bool = True
) -> bool:
    """Whether the tests pass with the restriction at an index knocked out.

    If there are no tests, returns not ``any_at_all``.
    """
    plugin = [] if place is None else ["-p", "tests.kit.knockout_plugin"]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--no-header", *plugin, *tests]
    environment = {**os.environ, VARIABLE: f"{game.id}:{place}"}
    try:
        ran = subprocess.run(
            command,
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=limit,
            preexec_fn=little_memory,
        )
    except subprocess.TimeoutExpired:
        return False
    if ran.returncode == NO_TESTS and not any_at_all:
        return True
    if ran.returncode in (INTERRUPTED, MISUSED, NO_TESTS):
        raise RuntimeError(f"the tests could not be run:\n{ran.stdout[-2000:]}{ran.stderr[-2000:]}")
    return ran.returncode == 0


def little_memory() -> None:
    """Limits memory, so that a game that never ends without a restriction cannot use it all."""
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))


def survives(game: Game, place: int, clause: str, limit: float) -> bool:
    """Whether no test fails without the restriction, within a time limit for its own tests and for those of the kit."""
    by_name = passes(game, place, bearing(game, clause), limit, any_at_all=False)
    return by_name and passes(game, place, own_tests(game), limit) and passes(game, place, kit_tests(game), limit)


def main() -> None:
    """Knocks out each restriction of a game, or of all games, and lists the survivors."""
    parser = argparse.ArgumentParser(prog="python -m tests.kit.knockout", description="Is every restriction tested?")
    parser.add_argument("game", nargs="*", help="id or short form, such as pf; all games if none is named")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="how many at a time (all processors)")
    asked = parser.parse_args()
    survivors: list[str] = []
    for game in [named(name) for name in asked.game] or games():
        limit = float(MAX_SECONDS)
        for tests in (own_tests(game), kit_tests(game)):
            began = time.monotonic()
            if not passes(game, None, tests):
                sys.exit(f"{game.id}: {tests[0]} fails without any knockout; mend that first")
            limit = max(limit, TIMES * asked.workers * (time.monotonic() - began))
        listed = restrictions(game)
        with ThreadPoolExecutor(asked.workers) as pool:
            clauses = [knocked.clause or "" for _, knocked in listed]
            outcomes = pool.map(partial(survives, game, limit=limit), range(len(listed)), clauses)
            for (verb, knocked), survived in zip(listed, outcomes, strict=True):
                text = f"{game.id}: {knocked.name} ({knocked.clause}, {verb})"
                print_line(f"{text}: {'SURVIVES' if survived else 'missed'}")
                survivors += [text] if survived else []
    print_line(f"{len(survivors)} survivors" + "".join(f"\n  {text}" for text in survivors))
    sys.exit(1 if survivors else 0)


def print_line(line: str) -> None:
    print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
