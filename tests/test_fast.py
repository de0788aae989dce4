"""The compiled build plays the same games as the pure one, and its source is rewritten line by line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fast.build import PACKAGE, ROOT, build, libraries
from fast.modules import modules
from fast.rewriting import rewritten

GAMES = {"pf": 18, "hf": 6, "vitp": 9, "aap": 4, "witp": 10}


def games(folder: Path, name: str) -> list[str]:
    """The games of the package in a folder, a line each; the first line names the build."""
    command = [sys.executable, "-m", "tests.fast_games", name, str(GAMES[name])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)])}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )


@pytest.mark.thorough
def test_both_builds_play_the_same_games() -> None:
    """In one test, since the compiled build takes minutes and is made once."""
    folder = build()
    assert len(libraries(folder)) == len(modules(PACKAGE)) + 1 > 90
    assert all((folder / path).exists() for path in libraries(folder))
    for name, number in GAMES.items():
        compiled, pure = games(folder, name), games(PACKAGE.parent, name)
        assert (compiled[0], pure[0]) == ("compiled", "pure")
        assert len(pure) == number + 2
        assert compiled[1:] == pure[1:], name


@pytest.mark.parametrize(
    ("written", "compiled"),
    [
        ("TURN = layout.cell(1)", "TURN: _Final = layout.cell(1)"),
        ("JAPAN, ALLIES = 0, 1", "JAPAN: _Final = 0; ALLIES: _Final = 1"),
        ("Side = Annotated[int, 1]\nturn = 2\nA = 1\nA = 2", "Side = Annotated[int, 1]\nturn = 2\nA = 1\nA = 2"),
        (
            "class Ask:\n    side: Side\n    name: ClassVar[str] = ''",
            "class Ask:\n    side: 'Side'\n    name: 'ClassVar[str]' = ''",
        ),
        ("class Ask:\n    number, name = 2, 'é'", "class Ask:\n    number = 2; name = 'é'"),
        (
            "from ironbottom.engine import sets",
            "from ironbottom.engine import sets; from ironbottom.engine.sets import __name__ as _of_sets",
        ),
        ("from ironbottom.engine.sets import size", "from ironbottom.engine.sets import size"),
        ("allow = reach if far else True", 'allow = reach if far else _cast("_Any", True)'),
        (
            "def free(side) -> int | bool:\n    return side or ALL & 3",
            'def free(side) -> int | bool:\n    return _cast("_Any", side) or _cast("_Any", ALL & 3)',
        ),
        ("def free(side) -> bool:\n    return side or far", "def free(side) -> bool:\n    return side or far"),
    ],
)
def test_what_a_compiler_would_lose_is_put_in_another_way(written: str, compiled: str) -> None:
    first = "from __future__ import annotations\n"
    assert rewritten(first + written).split("\n")[1:] == compiled.split("\n")


def test_every_module_keeps_its_lines() -> None:
    for path in modules(PACKAGE):
        text = (PACKAGE / path).read_text("utf-8")
        assert rewritten(text).count("\n") == text.count("\n")
