"""The pure and the compiled build, each measured in its own process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from ironbottom.cli.benchmarks.games import TASKS, Task, procedure_shares
from ironbottom.compiled import FOLDER, HERE, VARIABLE, is_up_to_date
from ironbottom.engine.core import sets
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import get_game
from ironbottom.lab.parallel import batch_garbage_collection

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
"""Code that makes Python import only source files of the package, even if it also has compiled modules."""
SERVE = "from ironbottom.cli.benchmarks.builds import answer_requests; answer_requests()"


def is_compiled() -> bool:
    """Returns whether the running engine is compiled."""
    return not str(sets.__file__).endswith(".py")


class Build:
    """A process that runs the benchmarks of one build."""

    def __init__(self, folder: Path, pure: bool) -> None:
        code = (PURE if pure else "") + SERVE
        environment = {**os.environ, "PYTHONPATH": str(folder), VARIABLE: "pure" if pure else "compiled"}
        self._process = subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def ask(self, **question: object) -> Any:
        """Sends a request and returns the response."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def task(self, game: str, what: str, seed: int) -> Task:
        """Returns a task of ``TASKS`` that runs in the process."""

        def work(seconds: float) -> tuple[int, int, float]:
            done, games, spent = self.ask(game=game, what=what, seed=seed, seconds=seconds)
            return done, games, spent

        return work

    def close(self) -> None:
        """Stops the process."""
        self._process.communicate()


def start_builds() -> dict[str, Build]:
    """Starts the available builds, by name."""
    result = {"pure": Build(HERE, pure=True)}
    folder = HERE if is_compiled() else FOLDER
    if is_compiled() or is_up_to_date(folder):
        result["compiled"] = Build(folder, pure=False)
    return result


def answer_requests() -> None:
    """Answers requests, one per line, until the input ends. Runs in the process."""
    with batch_garbage_collection():
        for line in sys.stdin:
            print(json.dumps(run_request(**json.loads(line))), flush=True)


def run_request(game: str, what: str, seed: int, seconds: float = 0.0) -> Any:
    """Runs a task, or returns the kinds of decisions, or the kind of build."""
    if what == "build":
        return "compiled" if is_compiled() else "pure"
    if what == "kinds":
        return procedure_shares(*task_arguments(game, seed))
    return _task(game, what, seed)(seconds)


@cache
def _task(game: str, what: str, seed: int) -> Task:
    return TASKS[what](*task_arguments(game, seed))


def task_arguments(game: str, seed: int) -> tuple[Game, int, str | None]:
    """Returns the arguments of a task for a game's short name, or a scenario such as ``witp.leyte``."""
    short, _, scenario = game.partition(".")
    return get_game(short), seed, scenario or None
