"""Rewrites source for the compiler: the same lines, with different forms for code that it would lose or misread.

- A module constant is marked as final, so that reading it needs no dictionary look-up.
- The annotations in the body of a class become strings. The compiler would store only the class of an annotation; the
values that a field may have, and the attributes that belong to the class, would be lost.
- An assignment to several names, in a class or for constants, is split, since the compiler accepts nothing else.
- A module that is imported as a whole also gets a ``from`` import, so that it is checked before its importer.
- True and False in a conditional expression stay booleans: beside an integer the compiler would make them 1 and 0.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]*$")
SOURCE = Path(__file__).parents[1] / "src"
FUTURE = b"from __future__ import annotations"
NEEDED = b"; from typing import Any as _Any, Final as _Final, cast as _cast"

Edit = tuple[int, int, str]
"""The first byte, the byte after the last, and the replacement."""


class Source:
    """A module's text with the position of each node of its syntax tree."""

    def __init__(self, text: str) -> None:
        self.bytes = text.encode()
        self.tree = ast.parse(text)
        self._lines = [0, *accumulate(len(line) + 1 for line in self.bytes.split(b"\n"))]

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """The start and the end of a node, in bytes."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._lines[node.lineno - 1] + node.col_offset, self._lines[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: ast.expr | ast.stmt) -> str:
        """The source text of a node."""
        start, end = self.span(node)
        return self.bytes[start:end].decode()


def rewritten(text: str) -> str:
    """A module's text as it is compiled; each line keeps its number.

    >>> print(rewritten("from __future__ import annotations\\nA, B = 1, 2\\nC = 3"))
    from __future__ import annotations; from typing import Any as _Any, Final as _Final, cast as _cast
    A: _Final = 1; B: _Final = 2
    C: _Final = 3
    """
    source = Source(text)
    edits = sorted({*constants(source), *class_bodies(source), *truths(source), *imports(source)}, reverse=True)
    done = source.bytes
    for start, end, instead in edits:
        done = done[:start] + instead.encode() + done[end:]
    if edits and FUTURE not in done:
        raise ValueError("a compiled module needs `from __future__ import annotations`")
    return done.replace(FUTURE, FUTURE + NEEDED, 1).decode() if edits else text


def constants(source: Source) -> Iterator[Edit]:
    """Marks names in capitals at the top of a module that are assigned once."""
    names = (node.id for node in ast.walk(source.tree) if isinstance(node, ast.Name) and type(node.ctx) is ast.Store)
    times = Counter(names)

    def once(node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and bool(CONSTANT.match(node.id)) and times[node.id] == 1

    for node in source.tree.body:
        if not isinstance(node, ast.Assign) or len(node.targets) != 1:
            continue
        target = node.targets[0]
        if once(target) and not isinstance(node.value, ast.Subscript):
            end = source.span(target)[1]
            yield end, end, ": _Final"
        elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple) and all(map(once, target.elts)):
            yield one_by_one(source, node, target, node.value, ": _Final")


def imports(source: Source) -> Iterator[Edit]:
    """Adds imports from modules imported as a whole, so that an import cycle is checked in the order of the imports."""
    for node in source.tree.body:
        if isinstance(node, ast.ImportFrom):
            folder, end = SOURCE.joinpath(*(node.module or "").split(".")), source.span(node)[1]
            names = [name.name for name in node.names if (folder / f"{name.name}.py").exists()]
            more = [f"; from {node.module}.{name} import __name__ as _of_{name}" for name in names]
            yield end, end, "".join(more)


def class_bodies(source: Source) -> Iterator[Edit]:
    """Quotes annotations in classes, and splits assignments to several names."""
    for node in ast.walk(source.tree):
        for part in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Tuple):
                assert isinstance(part.value, ast.Tuple)
                yield one_by_one(source, part, part.targets[0], part.value, "")
            elif isinstance(part, ast.AnnAssign) and not isinstance(part.annotation, ast.Constant):
                text = source.text(part.annotation)
                # An annotation over several lines becomes one line followed by empty lines, so that line numbers stay
                # the same.
                rest = "\n" * text.count("\n") if part.value is None else ""
                yield *source.span(part.annotation), repr(" ".join(text.split())) + rest


def one_by_one(source: Source, node: ast.stmt, names: ast.Tuple, values: ast.Tuple, mark: str) -> Edit:
    """Splits an assignment to several names into statements; a value over several lines keeps its lines."""
    pairs = zip(names.elts, values.elts, strict=True)
    return *source.span(node), "; ".join(f"{source.text(name)}{mark} = {source.text(value)}" for name, value in pairs)


def truths(source: Source) -> Iterator[Edit]:
    """Casts True and False in conditional expressions, and both sides of ``or`` in returns of a set or a
    boolean."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.IfExp):
            for side in (node.body, node.orelse):
                if isinstance(side, ast.Constant) and isinstance(side.value, bool):
                    yield *source.span(side), f'_cast("_Any", {side.value})'
        elif isinstance(node, ast.FunctionDef) and node.returns and mixed(source.text(node.returns)):
            for part in ast.walk(node):
                if isinstance(part, ast.Return) and isinstance(part.value, ast.BoolOp):
                    for operand in part.value.values:
                        yield *source.span(operand), f'_cast("_Any", {source.text(operand)})'


def mixed(kind: str) -> bool:
    """Whether a function returns both integers and booleans."""
    return kind == "Allowed" or ("bool" in kind and "|" in kind)
