"""Rules access procedures and choices by name, never by index, which the type checker refuses.

Each check is also tested on a source or a procedure with the error.
"""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import pytest

from ironbottom.engine.core.fields import Number
from ironbottom.engine.core.frames import Frame
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.procedures import Execution, Procedure
from ironbottom.testing.games import games

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "src" / "ironbottom" / "engine"
GAMES = ROOT / "src" / "ironbottom" / "games"

Function = ast.FunctionDef | ast.AsyncFunctionDef

# -- the numbers of a choice -----------------------------------------------------------------------


def names_code(node: ast.AST) -> bool:
    """Whether a node is the name ``ActionCode``, plain, qualified or imported."""
    return (
        (isinstance(node, ast.Name) and node.id == "ActionCode")
        or (isinstance(node, ast.Attribute) and node.attr == "ActionCode")
        or (isinstance(node, ast.alias) and node.name.rpartition(".")[2] == "ActionCode")
    )


def gives_codes(engine: Path) -> set[str]:
    """The names of the engine's functions that return the codes of choices, by their annotations."""
    return {
        node.name
        for path in sorted(engine.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, Function) and node.returns is not None and any(map(names_code, ast.walk(node.returns)))
    }


def quoted(tree: ast.AST) -> Iterator[ast.expr]:
    """The text of the quoted annotations of a source."""
    for node in ast.walk(tree):
        for written in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(written, ast.Constant) and isinstance(written.value, str):
                yield ast.parse(written.value, mode="eval").body


def codes_read(folder: Path, giving: set[str]) -> list[str]:
    """Each place below a folder that names ``ActionCode`` or calls an engine function that returns one."""
    found = []
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in (each for root in (tree, *quoted(tree)) for each in ast.walk(root)):
            if names_code(node):
                found.append(f"{path.relative_to(folder).as_posix()}:{getattr(node, 'lineno', 0)}: ActionCode")
            elif isinstance(node, ast.Attribute) and node.attr in giving:
                found.append(f"{path.relative_to(folder).as_posix()}:{node.lineno}: {node.attr}")
    return found


def test_the_engine_lists_the_functions_that_return_codes() -> None:
    assert {"code", "codes", "code_at"} <= gives_codes(ENGINE)


@pytest.mark.build
def test_no_game_depends_on_the_numbers_of_a_choice() -> None:
    assert len(list(GAMES.rglob("*.py"))) > 100
    assert codes_read(GAMES, gives_codes(ENGINE)) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from ironbottom.engine.rules.actions import ActionCode\n", "1: ActionCode"),
        (
            "from ironbottom.engine import actions\n\n\ndef zone(code: actions.ActionCode) -> int:\n    ...\n",
            "4: ActionCode",
        ),
        ("def zone(code: 'ActionCode') -> int:\n    ...\n", "1: ActionCode"),
        ("def zones(choices) -> list[int]:\n    return [code[1] for code in choices.codes()]\n", "2: codes"),
    ],
)
def test_a_game_that_reads_the_numbers_of_a_choice_is_found(tmp_path: Path, source: str, found: str) -> None:
    (tmp_path / "leyte.py").write_text(source, encoding="utf-8")
    assert codes_read(tmp_path, {"codes"}) == [f"leyte.py:{found}"]


# -- the frames of procedures ----------------------------------------------------------------------

BY_POSITION = ("__getitem__", "__iter__", "__len__", "__reversed__", "__contains__")


def readable_by_position(procedure: type[Frame]) -> list[str]:
    """The attributes that allow access to a procedure's fields by index, or an ordering."""
    found = [name for name in BY_POSITION if hasattr(procedure, name)]
    return found + ["tuple"] * issubclass(procedure, tuple)


def takes_codes(procedure: type[Procedure]) -> bool:
    """Whether a procedure takes a choice as codes, where the engine passes each verb its arguments by name."""
    return not procedure.choose.__module__.startswith("ironbottom.engine.")


def patterns_by_place(folder: Path) -> list[str]:
    """Each class pattern below a folder with positional fields (``case Landing(force, zone)``)."""
    return [
        f"{path.relative_to(folder).as_posix()}:{node.lineno}: {ast.unparse(node)}"
        for path in sorted(folder.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.MatchClass) and node.patterns
    ]


@pytest.mark.build
def test_no_pattern_of_a_game_takes_fields_by_position() -> None:
    assert patterns_by_place(GAMES) == []


def test_a_pattern_that_takes_fields_by_position_is_found(tmp_path: Path) -> None:
    source = "match here:\n    case Landing(zone=1):\n        ...\n    case Landing(force, 1):\n        ...\n"
    (tmp_path / "leyte.py").write_text(source, encoding="utf-8")
    assert patterns_by_place(tmp_path) == ["leyte.py:4: Landing(force, 1)"]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_no_procedure_is_read_by_position(game: Game) -> None:
    assert len(game.procedures) > 5
    assert {each.__name__: found for each in game.procedures if (found := readable_by_position(each))} == {}
    assert [each.__name__ for each in game.procedures if takes_codes(each)] == []


class Numbered(Procedure):
    """A procedure that is not allowed: its fields have indexes, and it takes choices as codes."""

    left: Annotated[int, Number(0, 9)]

    def __iter__(self) -> Iterator[int]:
        yield self.left

    def __getitem__(self, place: int) -> int:
        return self.left

    def choose(self, execution: Execution, code: Any) -> None:
        execution.pop()


def test_a_procedure_that_is_read_by_position_is_found() -> None:
    assert readable_by_position(Numbered) == ["__getitem__", "__iter__"]
    assert takes_codes(Numbered)


# -- the type checker's errors ---------------------------------------------------------------------

AIMING = """
from typing import Annotated

from ironbottom.engine.core.fields import Number
from ironbottom.engine.core.frames import Frame, changed


class Aiming(Frame):
    number = 7
    ship: Annotated[int, Number(0, 9)]
    left: Annotated[int, Number(0, 9)]


here = Aiming(4, 5)
"""
LAWFUL = "left: int = changed(here, left=here.left - 1).left"
REFUSED = {
    "here[0]": "[index]",
    "here[1:]": "[index]",
    "(*here, 3)": "[misc]",
    "max(*here)": "[misc]",
    "ship, left = here": "[misc]",
    "for field in here: ...": "[attr-defined]",
    "len(here)": "[arg-type]",
    "here.left = 3": "[misc]",
    "here.zone": "[attr-defined]",
    "changed(here, left='three')": "[arg-type]",
    "changed(here, zone=3)": "[call-arg]",
    "Aiming(4)": "[call-arg]",
}
"""The uses of a frame that the checker refuses, by its error code."""


@pytest.mark.build
def test_the_checker_refuses_a_frame_read_by_position(tmp_path: Path) -> None:
    source = tmp_path / "aiming.py"
    source.write_text("\n".join([AIMING + LAWFUL, *REFUSED, ""]), encoding="utf-8")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    command = [sys.executable, "-m", "mypy", "--no-incremental", "--follow-imports=silent", "--no-error-summary"]
    ran = subprocess.run(
        [*command, "aiming.py"],
        cwd=tmp_path,
        env={"MYPYPATH": str(ROOT / "src"), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = source.read_text(encoding="utf-8").splitlines()
    output = [line.split(":", 2) for line in ran.stdout.splitlines() if ": error: " in line]
    assert {lines[int(number) - 1]: text.rpartition(" ")[2] for _, number, text in output} == REFUSED, ran.stderr
