"""The long run of the conformance kit: ``python -m ironbottom.testing pf --minutes 30``.

It runs for the given time on all processors: each check on each game, repeatedly with new seeds, in set-ups that cover
each pair of scenario and option values. Each fault is printed and its game saved as a record in ``tests/failures``; the
run continues, and fails at its end. Games are steered until all rules were used.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from ironbottom.engine.core.errors import BadValue
from ironbottom.testing.checks import CHECKS, KitCheck
from ironbottom.testing.coverage import REQUIRED_KINDS, Coverage
from ironbottom.testing.games import add_positions, every_pair, games, named

SLICE = 60.0
"""The number of seconds for one game at a time; fewer if the whole run is short."""

LONG = 20.0
"""A run of this many minutes fails if some rules were never used."""


class CheckTask(NamedTuple):
    """One check of one game."""

    game: str
    check: str
    seconds: float
    seed: int


class CheckResult(NamedTuple):
    """The result of a task: the counts, the fault if any, and the rules that were used."""

    task: CheckTask
    counted: Counter[str]
    fault: str
    coverage: Coverage | None


def carry_out(task: CheckTask) -> CheckResult:
    """Runs a check in its own process."""
    game = named(task.game)
    check = next(check for check in CHECKS if check.name == task.check)
    budget = check.budget(game, seconds=task.seconds)
    setups = every_pair(game)
    random.Random(task.seed).shuffle(setups)
    try:
        result = check.run(game, budget, setups, task.seed)
    except Exception as error:
        fault = str(error) if isinstance(error, AssertionError) else describe(error)
        return CheckResult(task, budget.count, fault, None)
    if not isinstance(result, Coverage):
        return CheckResult(task, budget.count, "", None)
    return CheckResult(task, budget.count, "", result.without_game())


def describe(error: Exception) -> str:
    """An error with the place where it was raised.

    >>> try:
    ...     {}["red"]
    ... except KeyError as error:
    ...     describe(error)
    "KeyError: 'red' (<doctest ironbottom.testing.__main__.describe[0]>, line 2, in <module>)"
    """
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({last.filename}, line {last.lineno}, in {last.name})"


def tasks(names: list[str], checks: list[KitCheck], seconds: float, seed: int) -> list[list[CheckTask]]:
    """The rounds of the run: each has every check of every game."""
    shares = sum(check.share for check in checks)
    piece = min(SLICE, seconds / len(names))
    rounds = max(1, round(seconds / piece / len(names)))
    chance = random.Random(seed)
    return [
        [
            CheckTask(name, check.name, piece * check.share / shares, chance.randrange(2**31))
            for check in sorted(checks, key=lambda check: -check.share)
            for name in names
        ]
        for _ in range(rounds)
    ]


class Findings:
    """Everything that the run has found so far."""

    def __init__(self) -> None:
        self.counts: dict[tuple[str, str], Counter[str]] = {}
        self.faults: list[str] = []
        self.coverage: dict[str, Coverage] = {}

    def add(self, result: CheckResult) -> None:
        """Adds the result of one check, and prints a fault at once."""
        task = result.task
        self.counts.setdefault((task.game, task.check), Counter()).update(result.counted)
        if result.fault:
            self.faults.append(f"{task.game}: {task.check} (seed {task.seed}): {result.fault}")
            print_line(f"FAULT {self.faults[-1]}")
        if result.coverage is not None:
            found = self.coverage.setdefault(task.game, result.coverage)
            found.used |= result.coverage.used

    def print_totals(self) -> None:
        """Prints the totals, and the rules that were never used."""
        for (game, check), count in sorted(self.counts.items()):
            print_line(f"{game}: {check}: " + ", ".join(f"{number:,} {what}" for what, number in count.items()))
        for game, coverage in sorted(self.coverage.items()):
            print_line(f"{game}: used: {coverage.report()}")
            unused: dict[str, list[str]] = {}
            for kind, name in coverage.missing:
                unused.setdefault(kind, []).append(name)
            for kind, missing in unused.items():
                more = f" and {len(missing) - 20} more" if len(missing) > 20 else ""
                print_line(f"{game}: never used: {kind}: {', '.join(missing[:20])}{more}")

    def unused_rules(self) -> list[str]:
        """Procedures, verbs, events and restrictions that no game has used."""
        lacking = ((game, item) for game, coverage in self.coverage.items() for item in coverage.missing)
        return [f"{game}: {kind} {name}" for game, (kind, name) in lacking if kind in REQUIRED_KINDS]


def print_line(line: str) -> None:
    print(line, flush=True)  # noqa: T201


def load(modules: list[str], positions: list[Path]) -> None:
    """Imports the modules that add games and positions, and adds folders of positions, in each process."""
    for module in modules:
        import_module(module)
    add_positions(*positions)


def main() -> None:
    """Runs all checks for the given time."""
    parser = argparse.ArgumentParser(
        prog="python -m ironbottom.testing", description="The conformance kit, as long as you like."
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="id or short form, such as pf; all if none is named")
    parser.add_argument("--minutes", type=float, default=5.0, help="how long it may take (5)")
    parser.add_argument("--check", action="append", choices=[check.name for check in CHECKS], help="only this check")
    parser.add_argument(
        "--positions", type=Path, action="append", default=[], metavar="FOLDER", help="also play on from its positions"
    )
    parser.add_argument(
        "--load", action="append", default=[], metavar="MODULE", help="import it first; it may add games and positions"
    )
    parser.add_argument("--seed", type=int, default=int(time.time()), help="the seed of all games (default: the time)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="how many processes (all processors)")
    arguments = parser.parse_args()
    load(arguments.load, arguments.positions)
    try:
        names = [named(name).id for name in arguments.games] or [game.id for game in games()]
    except BadValue as error:
        parser.error(error.message)
    until = time.monotonic() + 60 * arguments.minutes
    print_line(
        f"{', '.join(names)}: {arguments.minutes:g} minutes on {arguments.workers} processors, seed {arguments.seed}"
    )
    checks = [check for check in CHECKS if not arguments.check or check.name in arguments.check]
    findings = Findings()
    with ProcessPoolExecutor(
        arguments.workers, initializer=load, initargs=(arguments.load, arguments.positions)
    ) as pool:
        for number, each_round in enumerate(
            tasks(names, checks, 60 * arguments.minutes * arguments.workers, arguments.seed)
        ):
            if number and time.monotonic() > until:
                break
            for future in as_completed([pool.submit(carry_out, task) for task in each_round]):
                findings.add(future.result())
    findings.print_totals()
    unused = findings.unused_rules()
    print_line(
        f"{len(findings.faults)} faults; {len(unused)} parts of the rules never used"
        + "".join(f"\n  {u}" for u in unused)
    )
    sys.exit(1 if findings.faults or (unused and arguments.minutes >= LONG) else 0)


if __name__ == "__main__":
    main()
