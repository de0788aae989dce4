"""Renames functions, methods and attributes by their types, so that other things of the same name stay.

    python scripts/rename_typed.py scripts/engine_members.toml

A table has a section for each module or class, with ``old = "new"``: functions of the module, or members of the class
and of its subclasses; ``"old()"`` in the section of a function, or of a class for its constructor, is a parameter. mypy
checks the whole tree first, to find what each name belongs to; names that it cannot resolve (``Any``) are printed and
not changed. Names in double backquotes, in doctests and in ``__slots__`` are also renamed in the file that defines
them. Names in f-strings, in ``setattr(…, "name")`` and in ``replace(…, name=…)`` are not: ruff and mypy report those.
What was already renamed is skipped. ``rename_words.py`` renames by folder, without types; ``rename_names.py`` renames
what a module defines.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from mypy import build, nodes, types
from mypy.config_parser import parse_config_file
from mypy.modulefinder import BuildSource
from mypy.options import Options
from mypy.traverser import NameAndMemberCollector

Place = tuple[int, int]
"""A line, from 1, and a column in bytes; with mypy the column after the last letter of a name."""
Edit = tuple[Place, Place, str]
"""The start, the end, and the replacement."""


class References:
    """What each name of a file refers to, from its checked tree."""

    def __init__(self, tree: nodes.MypyFile, known: dict[nodes.Expression, types.Type]) -> None:
        self.found: dict[Place, list[str]] = {}
        self.unknown: dict[Place, str] = {}
        self.defined = list(functions(tree.defs, None))
        collected = NameAndMemberCollector()
        tree.accept(collected)
        for name in collected.name_exprs:
            if isinstance(name.node, nodes.Var) and name.node.info and name.kind == nodes.MDEF:
                self.found[name.line, name.column + len(name.name)] = member(name.node.info, name.name)
            elif name.node is not None and name.kind == nodes.GDEF:
                self.found[name.line, name.column + len(name.name)] = [name.node.fullname]
        for one in collected.member_exprs:
            if one.end_line is None or one.end_column is None:
                continue
            place = one.end_line, one.end_column
            owners = list(classes(known.get(one.expr)))
            fulls = sorted({full for owner in owners for full in member(owner, one.name)})
            if one.kind == nodes.GDEF and one.fullname:
                self.found[place] = [one.fullname]
            elif fulls:
                self.found[place] = fulls
            else:
                self.unknown[place] = one.name


def functions(body: Iterable[nodes.Statement], owner: nodes.TypeInfo | None) -> Iterator[tuple[int, str, str]]:
    """Each function and method that is defined: its line, its name, its full name."""
    for node in body:
        match node:
            case nodes.ClassDef():
                yield from functions(node.defs.body, node.info)
            case nodes.Decorator():
                yield from functions([node.func], owner)
            case nodes.OverloadedFuncDef():
                yield from functions(node.items, owner)
            case nodes.FuncDef():
                full = (member(owner, node.name) or [""])[0] if owner else node.fullname
                yield node.line, node.name, full
            case nodes.IfStmt():
                for block in node.body:
                    yield from functions(block.body, owner)


def member(owner: nodes.TypeInfo, name: str) -> list[str]:
    """The member's full name, in the furthest base class that has it."""
    having = [base.fullname for base in owner.mro if name in base.names]
    return [f"{having[-1]}.{name}"] if having else []


def classes(kind: types.Type | None) -> Iterator[nodes.TypeInfo]:
    """The classes whose members a value of this type has."""
    kind = types.get_proper_type(kind)
    match kind:
        case types.Instance():
            yield kind.type
        case types.UnionType():
            for item in kind.items:
                yield from classes(item)
        case types.TypeVarType():
            yield from classes(kind.upper_bound)
        case types.TupleType():
            yield kind.partial_fallback.type
        case types.TypeType():
            yield from classes(kind.item)
        case types.CallableType() if kind.is_type_obj():
            yield from classes(kind.ret_type)
        case types.LiteralType() | types.TypedDictType():
            yield kind.fallback.type
        case types.Overloaded() if kind.is_type_obj():
            yield from classes(kind.items[0].ret_type)


def checked(paths: list[str]) -> dict[str, References]:
    """The references of every file, by its path."""
    options = Options()
    parse_config_file(options, lambda: None, "pyproject.toml", sys.stdout, sys.stderr)
    options.incremental = False
    options.cache_dir = "/dev/null"
    options.export_types = options.preserve_asts = True
    sources = [BuildSource(path, module_of(path)) for path in paths]
    result = build.build(sources, options)
    found = {}
    for source in sources:
        tree = result.graph[source.module].tree if source.module in result.graph else None
        if source.path is not None and tree is not None:
            found[source.path] = References(tree, result.types)
    return found


def module_of(path: str) -> str:
    return path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def main(spec: str) -> None:
    tables = tomllib.loads(Path(spec).read_text(encoding="utf-8"))
    names: dict[str, str] = {f"{owner}.{old}": new for owner, pairs in tables.items() for old, new in pairs.items()}
    listed = subprocess.run(
        ["git", "ls-files", "src/*.py", "tests/*.py", "fast/*.py", "page/tests/*.py"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    for path, references in checked([path for path in listed if Path(path).is_file()]).items():
        text = Path(path).read_text(encoding="utf-8")
        renamed = followed(text, references, names, path)
        if renamed != text:
            Path(path).write_text(renamed, encoding="utf-8")


def followed(text: str, references: References, names: dict[str, str], path: str) -> str:
    module = module_of(path)
    own = {full.rpartition(".")[2]: new for full, new in names.items() if full.startswith(f"{module}.")}
    edits = parameters(text, references, names, module)
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    start = 0
    for place, token in enumerate(tokens):
        if token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
            start = place + 1
        first = next((one.string for one in tokens[start:place] if one.type == tokenize.NAME), "")
        new = token.string
        if token.type == tokenize.NAME:
            new = new_name(tokens, place, first, references, names, path)
        elif token.type == tokenize.STRING and first == "__slots__":
            bare = token.string.strip("\"'")
            new = token.string.replace(bare, own.get(bare, bare))
        elif token.type == tokenize.STRING:
            new = string_followed(token.string, own)
        if new != token.string:
            edits.append((token.start, token.end, new))
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for (row, column), (last_row, last_column), new in sorted(set(edits), reverse=True):
        text = text[: starts[row - 1] + column] + new + text[starts[last_row - 1] + last_column :]
    return text


def new_name(
    tokens: list[tokenize.TokenInfo], place: int, first: str, references: References, names: dict[str, str], path: str
) -> str:
    """What a name token becomes; ``first`` is the first word of its statement."""
    token = tokens[place]
    end = token.end[0], len(token.line[: token.end[1]].encode())
    fulls = references.found.get(end, [])
    if place and tokens[place - 1].string == "def":
        fulls = [full for line, name, full in references.defined if (line, name) == (token.start[0], token.string)]
    elif first == "from" and not fulls:
        fulls = [f"{imported_from(tokens, place)}.{token.string}"]
    new = {names[full] for full in fulls if full in names}
    if len(new) == 1 and all(full in names for full in fulls):
        return new.pop()
    if new or (end in references.unknown and any(full.endswith(f".{token.string}") for full in names)):
        sys.stdout.write(f"{path}:{token.start[0]}: {token.string} {fulls or 'unknown'}\n")
    return token.string


def imported_from(tokens: list[tokenize.TokenInfo], place: int) -> str:
    """The module of the ``from … import`` that contains a name."""
    start = max((at for at in range(place) if tokens[at].string == "from"), default=place)
    stop = next((at for at in range(start, place) if tokens[at].string == "import"), start)
    return "".join(token.string for token in tokens[start + 1 : stop])


def parameters(text: str, references: References, names: dict[str, str], module: str) -> list[Edit]:
    """The edits for parameters: their definitions, their uses in the function, and keyword arguments."""
    edits: list[Edit] = []
    lines = text.splitlines()

    def at(line: int, column: int) -> Place:
        return line, len(lines[line - 1].encode()[:column].decode())

    def edit(line: int, column: int, old: str, new: str) -> None:
        start = at(line, column)
        edits.append((start, (line, start[1] + len(old)), new))

    fulls = {(line, name): full for line, name, full in references.defined}
    tree = ast.parse(text)
    owners = {child: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for child in node.body}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.func.end_lineno is not None and node.func.end_col_offset is not None:
            callees = references.found.get((node.func.end_lineno, node.func.end_col_offset), [])
            for keyword in node.keywords:
                new = {names.get(f"{full}.{keyword.arg}()") or names.get(f"{full}.{keyword.arg}") for full in callees}
                if len(new) == 1 and (only := new.pop()) is not None and keyword.arg is not None:
                    edit(keyword.lineno, keyword.col_offset, keyword.arg, only)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            full = fulls.get((node.lineno, node.name), "")
            if node.name == "__init__" and node in owners:
                full = f"{module}.{owners[node].name}"
            arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            renamed = {one.arg: names[f"{full}.{one.arg}()"] for one in arguments if f"{full}.{one.arg}()" in names}
            for one in ast.walk(node) if renamed else ():
                if isinstance(one, ast.Name) and one.id in renamed:
                    edit(one.lineno, one.col_offset, one.id, renamed[one.id])
                elif isinstance(one, ast.arg) and one.arg in renamed:
                    edit(one.lineno, one.col_offset, one.arg, renamed[one.arg])
    return edits


def string_followed(string: str, names: dict[str, str]) -> str:
    if not names:
        return string
    either = "|".join(map(re.escape, names))

    def new(found: re.Match[str]) -> str:
        return names[found[0]]

    string = re.sub(rf"(?<=``)(?:{either})(?=``)", new, string)
    if ">>>" in string:
        code = re.compile(rf"\b(?:{either})(?=\()")
        string = re.sub(r"(?m)^ *(?:>>>|\.\.\.) .*$", lambda line: code.sub(new, line[0]), string)
    return string


if __name__ == "__main__":
    main(*sys.argv[1:])
