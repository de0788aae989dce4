"""The excerpts that a rulebook shows: for each citation of a clause, the innermost definition that contains it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ironbottom.engine.data.clause_sources import Definition, citations, definitions, innermost_definition
from ironbottom.engine.data.clauses import ClauseIndex

FOLDERS = ("rules", "variants", "scenarios", "derived", "information", "data", "text", "odds", "bot")
"""The order in which a clause's code is shown; modules in the game's folder itself follow its rules."""


class Excerpt(NamedTuple):
    """Consecutive lines of a file, with the clauses cited there; shown in full at the first of these clauses.

    Definitions inside it that are shown separately are omitted: ``pieces`` are the remaining ranges of lines.
    """

    file: str
    name: str
    first: int
    last: int
    clauses: tuple[str, ...]
    pieces: tuple[tuple[int, int], ...] = ()
    inside: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        """The anchor of the excerpt on the page."""
        return anchor(self.file, self.first)

    @property
    def home(self) -> str:
        """The clause at which the excerpt is shown in full."""
        return self.clauses[0]


def anchor(file: str, line: int) -> str:
    """The anchor of an excerpt on the page.

    >>> anchor("rules/fire.py", 12)
    'code-rules-fire-12'
    """
    return f"code-{file.removesuffix('.py').replace('/', '-')}-{line}"


def excerpts(folder: Path, index: ClauseIndex) -> list[Excerpt]:
    """The excerpts from the modules of a game's folder, the rules first."""
    paths = [path for path in folder.rglob("*.py") if path.name != "__init__.py"]
    result = []
    for path in sorted(paths, key=lambda path: _place(path.relative_to(folder))):
        result += in_module(path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8"), index)
    return result


def _place(path: Path) -> tuple[int, str]:
    folders = [*FOLDERS[:2], "", *FOLDERS[2:]]
    top = path.parts[0] if len(path.parts) > 1 else ""
    return (folders.index(top) if top in folders else len(folders), path.as_posix())


def in_module(file: str, source: str, index: ClauseIndex) -> list[Excerpt]:
    """The excerpts of one module, from top to bottom.

    >>> from ironbottom.engine.data.clauses import Clause
    >>> index = ClauseIndex({"9.1": Clause("9.1", "Sortie", "A force leaves its base.", "implemented")})
    >>> [(each.name, each.first, each.last) for each in in_module("a.py", 'def sail():\\n    "9.1 Out."', index)]
    [('sail', 1, 2)]
    """
    around = _Surroundings(source)
    cited: dict[Definition, dict[str, None]] = {}
    for citation in citations(source):
        for clause in clauses_of(citation.clause, index):
            cited.setdefault(around.of(citation.line), {})[clause] = None
    shown = sorted(cited)
    result = []
    for here in shown:
        inside = [each for each in shown if here.first <= each.first and each.last <= here.last and each != here]
        outermost = [
            each
            for each in inside
            if not any(other.first <= each.first < other.last for other in inside if other < each)
        ]
        pieces = tuple(_remaining(here, outermost))
        marks = tuple(anchor(file, each.first) for each in outermost)
        result.append(Excerpt(file, here.name, here.first, here.last, tuple(cited[here]), pieces, marks))
    return result


def clauses_of(number: str, index: ClauseIndex) -> list[str]:
    """The clause with a number; for the number of a whole rule or section, its first clause."""
    if number in index:
        return [number]
    return [index.lookup(number.removesuffix(".0"))[0].id] if index.contains(number) else []


def _remaining(frame: Definition, inside: Sequence[Definition]) -> Iterator[tuple[int, int]]:
    """The lines of a definition without those of the definitions inside it, as pairs of first and last line."""
    line = frame.first
    for each in inside:
        yield line, each.first - 1
        line = each.last + 1
    yield line, frame.last


class _Surroundings:
    """Finds the definition, statement or run of comments that contains each line of a module."""

    def __init__(self, source: str) -> None:
        self._known = definitions(source)
        self._statements = [
            Definition(each.lineno, each.end_lineno or each.lineno, "") for each in ast.parse(source).body
        ]
        self._lines = source.splitlines()

    def of(self, line: int) -> Definition:
        """The innermost of these around a line."""
        around = innermost_definition(self._known, line) or innermost_definition(self._statements, line)
        return around or self._headed(self._edge(line, -1), self._edge(line, 1))

    def _headed(self, first: int, last: int) -> Definition:
        """A run of comments, with the name assigned directly below it."""
        below = [each for each in self._known if 0 < each.first - last <= 2]
        with_value = [each for each in below if not self._lines[each.first - 1].startswith(("def ", "class ", "@"))]
        return Definition(first, with_value[0].last, with_value[0].name) if with_value else Definition(first, last, "")

    def _edge(self, line: int, step: int) -> int:
        """The first or last line of the run of comments around a line."""
        while 0 < line + step <= len(self._lines) and self._lines[line + step - 1].startswith("#"):
            line += step
        return line
