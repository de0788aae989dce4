"""Counts ``Any`` in the source, and names with several meanings in a package: neither number may grow."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = Path("src", "ironbottom")

EDGES = {
    "engine/codecs/*": "positions and dumps",
    "engine/record/*": "records",
    "engine/data/*": "data files",
    "engine/text/toml.py": "writes TOML",
    "engine/text/limits.py": "limits what came from outside",
    "games/*/data/*": "data files",
    "games/*/information/*": "views and positions as plain data",
    "server/messages/*": "requests and responses",
    "server/network/*": "requests and responses",
    "cli/remote/*": "requests and responses",
    "cli/benchmarks/client.py": "requests and responses",
    "cli/commands/drive_protocol.py": "lines of JSON from and to a program",
    "server/storage/*": "the store and files",
}
"""Modules where plain data enter or leave, whose types are only known at run time."""

MAX_ANY = 218
"""The number of uses of ``Any`` outside these. Lower the number when there are fewer."""

Module = tuple[str, ast.Module]


@cache
def modules(root: Path) -> list[Module]:
    """All modules of the package by their path below it."""
    package = root / PACKAGE
    return [
        (path.relative_to(package).as_posix(), ast.parse(path.read_text(encoding="utf-8")))
        for path in sorted(package.rglob("*.py"))
    ]


def dotted(path: str) -> str:
    """The import name of a module."""
    return "ironbottom." + path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imports(tree: ast.Module) -> dict[str, str]:
    """The meaning of each imported name, as ``module.name``."""
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def uses(tree: ast.AST, known: dict[str, str], loose: set[str]) -> Iterator[int]:
    """The line of each name in a tree that means ``Any``, or an alias made of it."""
    for node in ast.walk(tree):
        named = ""
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            named = known.get(node.id, "")
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            named = f"{known.get(node.value.id, node.value.id)}.{node.attr}"
        if named in loose:
            yield node.lineno  # type: ignore[attr-defined]


def aliases(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The type aliases at the top of a module: ``View = Mapping[str, Any]``."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript | ast.BinOp | ast.Name):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    yield target.id, node.value


def any_uses(root: Path) -> list[str]:
    """Each use of ``Any`` outside the edges, with aliases counted where they are used."""
    listed = modules(root)
    known = {path: imports(tree) for path, tree in listed}
    made = {path: dict(aliases(tree)) for path, tree in listed}
    for path in known:
        known[path] |= {name: f"{dotted(path)}.{name}" for name in made[path]}
    loose = {"typing.Any"}
    size = 0
    while len(loose) > size:
        size = len(loose)
        loose |= {
            f"{dotted(path)}.{name}"
            for path, named in made.items()
            for name, value in named.items()
            if any(uses(value, known[path], loose))
        }
    return [
        f"{path}:{line}"
        for path, tree in listed
        if not any(fnmatch(path, edge) for edge in EDGES)
        for line in sorted(uses(tree, known[path], loose))
    ]


@pytest.mark.build
def test_any_is_not_used_more_often() -> None:
    found = any_uses(ROOT)
    by_folder = Counter(use.rpartition("/")[0] for use in found)
    assert len(found) <= MAX_ANY, f"{len(found)} uses; most: {by_folder.most_common(5)}"


@pytest.mark.build
def test_every_listed_exception_exists() -> None:
    paths = [path for path, _ in modules(ROOT)]
    assert [edge for edge in EDGES if not any(fnmatch(path, edge) for path in paths)] == []


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_any_is_found_under_other_names(tmp_path: Path) -> None:
    package = tmp_path / PACKAGE
    put(
        package / "engine" / "views.py",
        "import typing\nfrom typing import Any\nView = dict[str, Any]\nPair = tuple[View, int]\n"
        "def f(a: Any, b: View) -> Pair: ...\ndef g() -> typing.Any: ...\n",
    )
    put(package / "server" / "a.py", "from ironbottom.engine.views import View as V, f\nx: V = f(1, {})\n")
    put(package / "server" / "b.py", "from ironbottom.engine import views\nx: 'int' = 1\ny: views.Pair\n")
    put(package / "engine" / "data" / "c.py", "from typing import Any\nx: Any = 1\n")
    found = any_uses(tmp_path)
    assert [use for use in found if use.startswith("engine")] == [
        "engine/views.py:3",
        "engine/views.py:4",
        "engine/views.py:5",
        "engine/views.py:5",
        "engine/views.py:5",
        "engine/views.py:6",
    ]
    assert [use for use in found if use.startswith("server")] == ["server/a.py:2", "server/b.py:3"]


# -- one name, one meaning -----------------------------------------------------------------------------

SHARED = ("engine", "board", "bots", "odds", "server", "cli", "lab", "rulebook", "adapters", "testing")
SAME_MEANING = {
    "main": "what a module does when it is run",
}
"""Names that several modules of a package define, each with the reason."""


def is_overload(node: ast.FunctionDef | ast.ClassDef) -> bool:
    """Whether a definition only gives a signature of the function that follows it."""
    return any(isinstance(each, ast.Name) and each.id == "overload" for each in node.decorator_list)


def several_meanings(root: Path) -> list[str]:
    """Each function or class, not private, that two modules of a shared package define under one name."""
    found: dict[tuple[str, str], list[str]] = {}
    for path, tree in modules(root):
        folder = path.split("/")[0]
        if folder in SHARED:
            for node in tree.body:
                match node:
                    case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                        if not name.startswith("_") and not is_overload(node):
                            found.setdefault((folder, name), []).append(path)
    return [
        f"{name}: {', '.join(paths)}"
        for (_, name), paths in sorted(found.items())
        if len(paths) > 1 and name not in SAME_MEANING
    ]


@pytest.mark.build
def test_a_name_means_one_thing() -> None:
    assert several_meanings(ROOT) == []


def test_a_name_that_means_two_things_is_found(tmp_path: Path) -> None:
    package = tmp_path / PACKAGE
    for name in ("a", "b"):
        put(package / "engine" / f"{name}.py", "class Draft: ...\ndef told() -> None: ...\ndef _own() -> None: ...\n")
    put(package / "board" / "c.py", "def told() -> None: ...\n")
    assert several_meanings(tmp_path) == ["Draft: engine/a.py, engine/b.py", "told: engine/a.py, engine/b.py"]
