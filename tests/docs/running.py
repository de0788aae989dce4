"""How each command of the pages is run by the tests, and why some are not.

A command in a code block belongs to exactly one kind:

- *quick*: responds at once and runs in the everyday tests (``commands.QUICK``).
- *shown*: a session whose output is on the page (``commands.sessions``).
- *expanded*: ``make`` prints what the target would run; nothing is run.
- *short*: runs with fewer games or less time than the page says.
- *not run*: for one of the reasons in ``NOT_RUN``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from tests.docs.commands import ASSIGNMENT, Command, program_of
from tests.docs.pages import Page

NOT_RUN = {
    r"(ironbottom|make|python) .*\b[A-Z]{2,}\b(?!=)": "the user fills in a word; tests/cli/test_records.py",
    r"ironbottom simulate .*--cluster\b": "needs Ray; tests/lab/test_cluster.py",
    r"pip install \./examples/": "installs into the user's environment; tests/kit/test_testing.py",
    r"python -m ironbottom\.lab\.fit\b": "plays thousands of games; tests/lab/test_fit.py",
    r"python examples/train_agent\.py\b": "trains for minutes; tests/adapters/test_train_agent.py",
    r"ironbottom serve\b": "runs until it is stopped; tests/cli/test_serve.py",
    r"ironbottom mail\b": "writes files into the user's folder; tests/cli/test_mail.py",
    r"python -m pytest\b": "runs tests that run anyway; tests/docs/test_commands.py",
    r"python -m pre_commit install": "changes the hooks of this clone; tests/docs/test_project_files.py",
    r"python -m tests\.browser\b": "drives a browser for minutes; tests/browser/test_whole_games.py",
    r"(ironbottom|python -m ironbottom\.testing) .*\bskirmish\b": "needs its package; tests/kit/test_testing.py",
    r"python -m tests\.kit\.fixtures\b": "records games again, which must stay as they are; tests/test_kit_games.py",
    r"npm\b": "needs the packages of the page, which make installs; tests/docs/test_commands.py",
}
"""Commands that no test runs: a pattern, the reason, and the tests that cover the same code."""

SHORTER = {
    "--check": "offers",
    "--decisions": "2",
    "--games": "1",
    "--minutes": "0.01",
    "--pairs": "1",
    "--rounds": "1",
    "--seconds": "0.01",
    "--states": "8",
    "--vary": "bid=0",
}
"""Flags that set the duration of a command, with a value that makes it short."""

SHORT = {
    r"ironbottom simulate\b": ("--games",),
    r"ironbottom balance\b": ("--games", "--vary"),
    r"ironbottom exchanges\b": ("--games",),
    r"ironbottom ladder\b": ("--pairs",),
    r"ironbottom plan-score\b": ("--rounds",),
    r"ironbottom test-change\b": ("--minutes",),
    r"ironbottom bench\b": ("--rounds", "--seconds"),
    r"ironbottom review\b": ("--decisions", "--states"),
    r"python -m ironbottom\.lab\.(ladder|odds_time|ui_cost)\b": ("--games",),
    r"python -m ironbottom\.cli\.benchmarks\.game_costs\b": ("--games",),
    r"python -m ironbottom\.testing\b": ("--minutes", "--check"),
}
"""Commands that run with the flags of ``SHORTER``."""

LONG = re.compile(
    r"\bwitp\b|\bbench\b|ironbottom\.testing|--games 1 .*\baap\b|\bcaptain\b|plan-score (random|ensign) --rounds"
)
"""Short commands that still take more than a few seconds: they run in the thorough run."""


class Run(NamedTuple):
    """How a command of a page is run: its kind and its words."""

    kind: str
    words: tuple[str, ...] = ()

    @property
    def is_long(self) -> bool:
        """Whether it takes more than a few seconds."""
        return bool(LONG.search(" ".join(self.words)))


def how_run(command: Command, language: str) -> Run | None:
    """How a command in a code block is run; None if it is neither run nor listed with a reason."""
    words = plain_words(command.words)
    line = " ".join(words)
    if language == "console":
        return Run("shown", tuple(words)) if words[0] == "ironbottom" else None
    if command.is_quick:
        return Run("quick", tuple(words))
    if reason(line):
        return Run("not run", tuple(words))
    if words[0] == "make":
        return Run("expanded", tuple(words))
    flags = next((flags for pattern, flags in SHORT.items() if re.match(pattern, line)), None)
    return None if flags is None else Run("short", tuple(shortened(words, flags)))


def plain_words(words: Sequence[str]) -> list[str]:
    """A command without variables before it, its program without a folder."""
    left = list(words)
    while left and ASSIGNMENT.fullmatch(left[0]):
        left.pop(0)
    return [program_of(left[0]), *left[1:]]


def reason(line: str) -> str:
    """The reason why a command is not run; empty if it is run."""
    return next((why for pattern, why in NOT_RUN.items() if re.match(pattern, line)), "")


def shortened(words: Sequence[str], flags: Sequence[str]) -> list[str]:
    """A command with the lowest value of each of some flags.

    >>> shortened(["simulate", "pf", "--games", "100", "--seed", "1"], ["--games"])
    ['simulate', 'pf', '--seed', '1', '--games', '1']
    """
    left = list(words)
    for flag in flags:
        if flag in left:
            at = left.index(flag)
            del left[at : at + 2]
        left += [flag, SHORTER[flag]]
    return left


def in_blocks(page: Page) -> list[tuple[Command, str]]:
    """The commands in the code blocks of a page, each with the language of its block."""
    found = []
    for block in page.blocks:
        for line, text in enumerate(block.text.splitlines(), block.line + 1):
            if block.language == "sh" and text.strip():
                found.append((Command(line, text, complete=True), "sh"))
            elif block.language == "console" and text.startswith("$ "):
                found.append((Command(line, text[2:], complete=True), "console"))
    return found


def excused(pages: Sequence[Page]) -> set[str]:
    """The reasons needed by the commands of the pages."""
    lines = [" ".join(plain_words(one.words)) for page in pages for one, _ in in_blocks(page)]
    return {why for line in lines if (why := reason(line))}
