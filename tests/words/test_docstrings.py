"""Docstrings agree with the code that they describe."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
NONE_RETURNED = re.compile(r"\bNone (if|before|off|for|where|when|without|unless)\b|, or None\b")
"""How a docstring says that a function may return None."""
NEVER_NONE = re.compile(r"(int|str|bool|float|(list|dict|set|frozenset|tuple|Sequence|Iterator|Iterable)\[.*\])$")
"""Return types that exclude None."""


def wrong_nones(source: str) -> list[str]:
    """The functions whose first paragraph says that they may return None, although their return type excludes it."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns is not None:
            returned, text = ast.unparse(node.returns), ast.get_docstring(node) or ""
            prose = " ".join(text.partition("\n\n")[0].split())
            takes_none = any("None" in ast.unparse(each) for each in (*node.args.args, *node.args.kwonlyargs))
            excluded = NEVER_NONE.match(returned) and "None" not in returned
            if excluded and not takes_none and NONE_RETURNED.search(prose):
                found.append(node.name)
    return found


def test_a_docstring_says_none_only_where_the_type_allows_it() -> None:
    paths = [path for folder in ("src", "tests", "fast") for path in sorted((ROOT / folder).rglob("*.py"))]
    assert len(paths) > 1000
    found = {str(path.relative_to(ROOT)): wrong_nones(path.read_text(encoding="utf-8")) for path in paths}
    assert {name: functions for name, functions in found.items() if functions} == {}


def test_a_docstring_that_is_wrong_about_none_is_found() -> None:
    source = 'def hex_of(ship: str) -> {}:\n    """The hex of a ship; None if it is sunk."""\n'
    assert wrong_nones(source.format("str")) == ["hex_of"]
    assert wrong_nones(source.format("list[int]")) == ["hex_of"]
    assert wrong_nones(source.format("str | None")) == []
    assert wrong_nones(source.format("str").replace("None if", "empty if")) == []
