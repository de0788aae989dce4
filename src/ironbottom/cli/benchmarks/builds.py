"""The builds that ``bench`` measures: the pure one and the compiled one, each in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from ironbottom.cli.benchmarks.games import TASKS, Task, kinds_of_decisions
from ironbottom.compiled import FOLDER, HERE, VARIABLE, fits
from ironbottom.engine.core import sets
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import get_game
from ironbottom.lab.parallel import long_run

PURE = """
import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
finder = FileFinder.path_hook((SourceFileLoader, SOURCE_SUFFIXES))
def of_the_package(path):
    if "ironbottom" not in path.replace("\\\\", "/").split("/"):
        raise ImportError
    return finder(path)
sys.path_hooks.insert(0, of_the_package)
"""
"""Lets Python see nothing but the source of the package, even where compiled modules lie beside it."""
SERVE = "from ironbottom.cli.benchmarks.builds import serve; serve()"


def is_compiled() -> bool:
    """Whether the engine that runs here is the compiled one."""
    return not str(sets.__file__).endswith(".py")


class Build:
    """A process that measures one build when asked."""

    def __init__(self, folder: Path, pure: bool) -> None:
        code = (PURE if pure else "") + SERVE
        environment = {**os.environ, "PYTHONPATH": str(folder), VARIABLE: "pure" if pure else "compiled"}
        self._process = subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def ask(self, **question: Any) -> Any:
        """An answer of the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def task(self, game: str, what: str, seed: int) -> Task:
        """One of ``TASKS``, done there."""

        def work(seconds: float) -> tuple[int, int, float]:
            done, games, spent = self.ask(game=game, what=what, seed=seed, seconds=seconds)
            return done, games, spent

        return work

    def close(self) -> None:
        """Ends the process."""
        self._process.communicate()


def builds() -> dict[str, Build]:
    """The builds that are there, by name."""
    found = {"pure": Build(HERE, pure=True)}
    folder = HERE if is_compiled() else FOLDER
    if is_compiled() or fits(folder):
        found["compiled"] = Build(folder, pure=False)
    return found


def serve() -> None:
    """What such a process does: it reads questions, a line each, and answers with a line."""
    with long_run():
        for line in sys.stdin:
            print(json.dumps(answer(**json.loads(line))), flush=True)


def answer(game: str, what: str, seed: int, seconds: float = 0.0) -> Any:
    """Things done, games ended and the seconds that went by; or the kinds of decisions; or which build this is."""
    if what == "build":
        return "compiled" if is_compiled() else "pure"
    if what == "kinds":
        return kinds_of_decisions(*named(game, seed))
    return _task(game, what, seed)(seconds)


@cache
def _task(game: str, what: str, seed: int) -> Task:
    return TASKS[what](*named(game, seed))


def named(game: str, seed: int) -> tuple[Game, int, str | None]:
    """A game by its short form, or one of its scenarios behind a point, as tasks take them."""
    short, _, scenario = game.partition(".")
    return get_game(short), seed, scenario or None
