"""Finds the code that implements a clause and the tests that cover it, by reading the citations in the source.

Code cites clauses in docstrings, comments and whole strings (``clause="8.2.b"``). A test cites them in its docstring,
its name (``test_8_2_b_...``), with ``@pytest.mark.clause("8.2.b")``, or in the clause of an expected refusal. An
installed package has no tests but a list of them, which ``python -m ironbottom.engine.data.clause_sources`` writes when
the package is built.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import tokenize
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple, TypedDict

from ironbottom.engine.data.clauses import ID, ClauseIndex

PACKAGE = Path(__file__).parents[2]
SHIPPED_TESTS = Path("data", "clause_tests.json")


class ClauseRow(TypedDict):
    """A clause: what it says, its status, and the code and the tests that cite it."""

    clause: str
    title: str
    paraphrase: str
    reading: str
    status: str
    reason: str
    option: str
    code: list[str]
    tests: list[str]


ClauseTable = list[ClauseRow]
"""The clauses of a game in rulebook order, as ``clause_table`` returns them."""
IMPLEMENTED_STATUSES = ("implemented", "option")
"""The statuses of clauses that need code and tests."""

_CITED = re.compile(rf"(?<![\w.]){ID.pattern}(?!\w|\.\d)")
_IN_A_NAME = re.compile(r"(?<![a-z0-9])(\d+)_(\d+)(?:_(\d+))?(?:_([a-z]))?(?![a-z0-9])")
_EXAMPLE = re.compile(r">>>.*?(?:\n[ \t]*\n|\Z)", re.DOTALL)


class Citation(NamedTuple):
    """A citation of a clause in a file: the clause number, the line, and the function, class or name that cites it."""

    clause: str
    line: int
    name: str


class Definition(NamedTuple):
    """The lines of a function, class or name, with its decorators and the text that follows a name."""

    first: int
    last: int
    name: str


def citations(source: str) -> list[Citation]:
    """Every clause cited in the text of a module, with the innermost definition around it.

    >>> citations('def land(force):\\n    "9.3.d Transports are taken off (see 11.0.c)."')
    [Citation(clause='9.3.d', line=2, name='land'), Citation(clause='11.0.c', line=2, name='land')]
    """
    return list(_citations(source))


@lru_cache(maxsize=1024)
def _citations(source: str) -> tuple[Citation, ...]:
    tree = ast.parse(source)
    known = list(_definitions(tree.body, ""))
    result = sorted(dict.fromkeys([*_in_strings(tree), *_in_comments(source)]), key=lambda cited: cited[1])
    around = {line: innermost_definition(known, line) for _, line in result}
    return tuple([Citation(clause, line, here.name if (here := around[line]) else "") for clause, line in result])


def definitions(source: str) -> list[Definition]:
    """Every function, class and name that a module defines; members follow their class or function.

    >>> definitions('PORT = 1\\nclass Ship:\\n    speed = 3')
    [Definition(first=1, last=1, name='PORT'), Definition(first=2, last=3, name='Ship'),
     Definition(first=3, last=3, name='Ship.speed')]
    """
    return list(_definitions(ast.parse(source).body, ""))


def innermost_definition(known: Sequence[Definition], line: int) -> Definition | None:
    """The smallest definition around a line; None if the line is at module level."""
    return max((each for each in known if each.first <= line <= each.last), default=None)


def _definitions(body: Sequence[ast.stmt], within: str) -> Iterator[Definition]:
    for statement, following in zip_longest(body, body[1:]):
        last = statement.end_lineno or statement.lineno
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            first = min([statement.lineno, *(decorator.lineno for decorator in statement.decorator_list)])
            yield Definition(first, last, f"{within}{statement.name}")
            yield from _definitions(statement.body, f"{within}{statement.name}.")
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            if following is not None and _is_text(following):
                last = following.end_lineno or last
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            yield Definition(statement.lineno, last, within + ", ".join(ast.unparse(target) for target in targets))


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and _text(statement.value) is not None


def _text(node: ast.AST) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _in_strings(tree: ast.Module) -> Iterator[tuple[str, int]]:
    nodes = list(ast.walk(tree))
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    versions = {id(value) for value in _version_values(nodes)}
    for node in nodes:
        text = _text(node)
        if text is None or id(node) in versions:
            continue
        line = getattr(node, "lineno", 0)
        if id(node) in docstrings:
            plain = _EXAMPLE.sub(lambda example: "\n" * example[0].count("\n"), text)
            for cited in _CITED.finditer(plain):
                yield cited[0], line + plain[: cited.start()].count("\n")
        elif ID.fullmatch(text):
            yield text, line


def _version_values(nodes: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """The values of names such as ``rules_version``; they look like clause numbers, but are not."""
    for node in nodes:
        if not isinstance(node, ast.Assign | ast.AnnAssign | ast.keyword) or node.value is None:
            continue
        if isinstance(node, ast.keyword):
            name = node.arg or ""
        else:
            name = ast.unparse(node.target if isinstance(node, ast.AnnAssign) else node.targets[0])
        if "version" in name.lower():
            yield node.value


def _in_comments(source: str) -> Iterator[tuple[str, int]]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield from ((cited[0], token.start[0]) for cited in _CITED.finditer(token.string))


# -- code and tests of a game ----------------------------------------------------------------------


def citing_code(folder: Path) -> dict[str, list[str]]:
    """The places in a game's folder that cite each clause, such as ``operations.py:123 land``.

    The ``__init__.py`` of a folder is a table of contents and is left out.
    """
    result: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        if path.name == "__init__.py":
            continue
        file = path.relative_to(folder).as_posix()
        seen = set()
        for cited in citations(path.read_text(encoding="utf-8")):
            if (cited.clause, cited.name) not in seen:
                seen.add((cited.clause, cited.name))
                result.setdefault(cited.clause, []).append(f"{file}:{cited.line} {cited.name}".rstrip())
    return result


def citing_tests(folder: Path, root: Path, index: ClauseIndex) -> dict[str, list[str]]:
    """The tests below ``folder`` that cite each clause, named relative to ``root`` as pytest names them.

    Files named ``test_clause...`` test the clause index and this table, so their citations do not count.
    """
    result: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        if path.name.startswith("test_clause"):
            continue
        file = path.relative_to(root).as_posix()
        for clause, test in _tests_in(path.read_text(encoding="utf-8"), index):
            tests = result.setdefault(clause, [])
            named = f"{file}::{test}"
            if named not in tests:
                tests.append(named)
    return dict(sorted(result.items()))


def _tests_in(source: str, index: ClauseIndex) -> Iterator[tuple[str, str]]:
    tests = {test: test for each in definitions(source) if (test := _test_of(each.name))}
    for cited in citations(source):
        if cited.clause not in index:
            continue
        if cited.name == "pytestmark":
            yield from ((cited.clause, test) for test in tests)
        elif test := _test_of(cited.name):
            yield cited.clause, test
    for test in tests:
        yield from ((clause, test) for clause in _named_in(test.rpartition("::")[2], index))


def _test_of(name: str) -> str:
    """The test that contains a definition, as pytest names it; empty for helpers."""
    parts = name.split(".")
    for count, part in enumerate(parts, 1):
        if part.startswith("test_") or (part.startswith("Test") and count == len(parts)):
            return "::".join(parts[:count])
    return ""


def _named_in(test: str, index: ClauseIndex) -> Iterator[str]:
    for number in _IN_A_NAME.finditer(test):
        parts = [part for part in number.groups() if part]
        full, without_letter = ".".join(parts), ".".join(part for part in parts if part.isdigit())
        yield from (clause for clause in dict.fromkeys((full, without_letter)) if clause in index)


# -- the table -------------------------------------------------------------------------------------


def clause_table(game: str, package: Path = PACKAGE) -> ClauseTable:
    """Every clause of a game in rulebook order: what it says, its status, the code and tests that cite it."""
    folder = package / "games" / game
    index = ClauseIndex.load(folder / "data" / "clauses.toml")
    code, tests = citing_code(folder), _tests_or_shipped(folder, package, index)
    return [
        {
            "clause": clause.id,
            "title": clause.title,
            "paraphrase": clause.paraphrase,
            "reading": clause.reading,
            "status": clause.status,
            "reason": clause.reason,
            "option": clause.option,
            "code": code.get(clause.id, []),
            "tests": tests.get(clause.id, []),
        }
        for clause in index.values()
    ]


def _tests_or_shipped(folder: Path, package: Path, index: ClauseIndex) -> dict[str, list[str]]:
    tests = folder_of_tests(folder.name, package)
    if tests is not None:
        return citing_tests(tests, package.parent.parent, index)
    shipped = folder / SHIPPED_TESTS
    result: dict[str, list[str]] = json.loads(shipped.read_text(encoding="utf-8")) if shipped.exists() else {}
    return result


def folder_of_tests(game: str, package: Path) -> Path | None:
    """The tests of a game if the package runs from its source tree; None if it is installed."""
    folder = package.parent.parent / "tests" / "games" / game
    return folder if package.parent.name == "src" and folder.is_dir() else None


def uncited_clauses(table: Sequence[ClauseRow]) -> list[str]:
    """The clauses that are marked as implemented but are cited by no code or no test."""
    played = [row for row in table if row["status"] in IMPLEMENTED_STATUSES]
    return [f"{row['clause']}: no {what}" for row in played for what in ("code", "tests") if not row[what]]


def unknown_citations(game: str, package: Path = PACKAGE) -> list[str]:
    """Clauses cited in a game's code that are missing from its index, with the place."""
    folder = package / "games" / game
    index = ClauseIndex.load(folder / "data" / "clauses.toml")
    return [
        f"{clause} at {place}"
        for clause, places in citing_code(folder).items()
        if not index.contains(clause)
        for place in places
    ]


def list_to_ship(game: str, package: Path = PACKAGE) -> str:
    """The current text of the list of tests that the package ships."""
    folder = package / "games" / game
    index = ClauseIndex.load(folder / "data" / "clauses.toml")
    tests = folder_of_tests(game, package)
    result = citing_tests(tests, package.parent.parent, index) if tests else {}
    return json.dumps({clause: result[clause] for clause in index if clause in result}, indent=1) + "\n"


def main() -> int:
    """Writes the lists of tests of all games that have clauses."""
    if PACKAGE.parent.name != "src":
        sys.stderr.write("the tests are not here; run this in a clone of the project\n")
        return 1
    for clauses in sorted(PACKAGE.glob("games/*/data/clauses.toml")):
        game = clauses.parent.parent
        (game / SHIPPED_TESTS).write_text(list_to_ship(game.name), encoding="utf-8")
        for hole in [*uncited_clauses(clause_table(game.name)), *unknown_citations(game.name)]:
            sys.stderr.write(f"{game.name}: {hole}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
