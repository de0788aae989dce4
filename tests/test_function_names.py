"""A function name means one thing in a game: the number of names with several definitions only gets smaller."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

GAMES = Path(__file__).parents[1] / "src" / "ironbottom" / "games"
SHARED = {
    "axis_allies_pacific": 13,
    "hold_fast": 6,
    "pacific_fury": 7,
    "victory_in_the_pacific": 20,
    "war_in_the_pacific": 52,
}
"""The number of names that several modules of a game define, apart from its computer players: mostly steps of parallel
procedures, such as ``begin_round`` of land and sea battles, and checks named after what they check.
"""


def shared_names(folder: Path) -> list[str]:
    """The public functions and classes that more than one module of a game defines, with these modules."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder).as_posix()
        if not name.startswith("bot/"):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
                    modules = found.setdefault(node.name, [])
                    if name not in modules:  # signatures of an overloaded function repeat its name
                        modules.append(name)
    return [f"{name}: {', '.join(modules)}" for name, modules in sorted(found.items()) if len(modules) > 1]


@pytest.mark.parametrize("game", SHARED)
def test_a_function_name_means_one_thing(game: str) -> None:
    shared = shared_names(GAMES / game)
    assert len(shared) <= SHARED[game], "\n".join(shared)


def test_a_name_with_two_definitions_is_found(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "a.py").write_text("def strike() -> None: ...\ndef _own() -> None: ...\n", encoding="utf-8")
    (tmp_path / "b.py").write_text("def strike() -> None: ...\ndef _own() -> None: ...\n", encoding="utf-8")
    assert shared_names(tmp_path) == ["strike: b.py, rules/a.py"]
