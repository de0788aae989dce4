"""The page for newcomers of War in the Pacific: its commands are run as printed and write what it shows."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from ironbottom.engine.registry import get_game
from tests.cli.running import run, spoken

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "war_in_the_pacific.md"
TEXT = PAGE.read_text(encoding="utf-8")
LONG = ("simulate", "bench")
"""Commands that take a while."""


class Shown(NamedTuple):
    """A command of the page, what is typed into it, and the lines that stand below it, in order."""

    command: str
    typed: str
    lines: list[str]


def shown() -> list[Shown]:
    """The commands in the blocks of the page."""
    found = []
    for block in re.findall(r"^```\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE):
        for one in re.split(r"^\$ ironbottom ", block, flags=re.MULTILINE)[1:]:
            command, *below = one.splitlines()
            typed = "".join(f"{line[2:]}\n" for line in below if line.startswith("> "))
            found.append(Shown(command, typed, [line for line in below if line.strip()]))
    return found


COMMANDS = [
    pytest.param(one, id=one.command, marks=[pytest.mark.thorough] if one.command.split()[0] in LONG else [])
    for one in shown()
]


@pytest.mark.parametrize("one", COMMANDS)
def test_a_command_of_the_page_writes_what_stands_below_it(one: Shown) -> None:
    ran = run(*shlex.split(one.command), typed=one.typed)
    assert ran.code == 0
    assert [line for line in ran.err.splitlines() if not line.startswith("not measured")] == []
    told = spoken(ran.out)
    for line in map(spoken, one.lines):
        _, found, told = told.partition(line)
        assert found, f"{line!r} does not follow"


def test_commands_within_sentences_are_there() -> None:
    named = set(re.findall(r"`ironbottom (\w+)", TEXT))
    assert named == {"odds", "play"}
    for command in named:
        assert run(command, "--help").code == 0
    for word in re.findall(r"`--scenario (\w+)`", TEXT):
        assert word in get_game("witp").scenarios


def test_the_clauses_are_counted_as_they_are() -> None:
    clauses = get_game("witp").clauses()
    ways = Counter(clause.marks for clause in clauses.values())
    counted = f"Of the {len(clauses)} clauses here, {ways['rules',]} come from the booklet alone"
    assert f"{counted} and {ways['reconstructed',]} are our reconstruction" in spoken(TEXT)


def test_the_page_is_linked_and_leads_to_pages_and_pictures_that_are_there() -> None:
    assert "(docs/war_in_the_pacific.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
    linked = re.findall(r"\]\((?!http)([^)#]+)\)", TEXT)
    assert len(linked) >= 6
    assert [name for name in linked if not (PAGE.parent / name).exists()] == []
