"""Renames parameters, local variables and module aliases.

    python scripts/rename_locals.py scripts/local_names.toml

The name of a table is a list of files or folders. Its entries are ``old = "new"``, for every function that binds the
name; ``"function.old"`` or ``"Class.method.old"`` for one function only; ``"frame old"`` for parameters with a class as
type, and variables that are read from the stack of frames; ``"result old"`` for variables that a function returns;
``"Type old"`` for parameters of that type; and ``"import old"`` for the alias of a module. Keyword arguments, f-strings
and names in double backquotes follow. A function that already uses the new name is printed and stays as it is. Entries
of later tables replace those of earlier ones; an empty name keeps the old one. May run again. Files after the table are
left alone.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Place = tuple[int, int]
Edit = tuple[Place, Place, str]
"""From a place to a place, and the new text there."""
FROM_STACK = re.compile(r"\.top\(|\.stack\b|\bframe\b|\.frames\b")
CLASS = re.compile(r"'?([a-z_]+\.)?[A-Z]\w*'?( \| ([a-z_]+\.)?[A-Z]\w*)*|object")
FIELDS = re.compile(r"(?<!\{)\{(?!\{)(?:[^{}]|\{[^{}]*\})*\}")


def main(spec: str, *left_alone: str) -> None:
    tables = tomllib.loads(Path(spec).read_text(encoding="utf-8"))
    listed = subprocess.run(["git", "ls-files", "*.py"], capture_output=True, text=True, check=True).stdout.splitlines()
    changed, keywords = dict[Path, str](), dict[tuple[str, str], str]()
    for name in listed:
        names: dict[str, str] = {}
        for scope, pairs in tables.items():
            if any(name == part or name.startswith(f"{part}/") for part in scope.split()):
                names |= pairs
        path = Path(name)
        if names and path.is_file() and name not in left_alone:
            text = path.read_text(encoding="utf-8")
            if any(re.search(rf"\b{re.split('[. ]', old)[-1]}\b", text) for old in names):
                renamed = followed(text, names, name, keywords)
                if renamed != text:
                    changed[path] = renamed
    for path, text in changed.items():
        path.write_text(text, encoding="utf-8")
    olds = {old for _, old in keywords}
    for path in map(Path, listed):
        if keywords and path.is_file() and str(path) not in left_alone and path.parts[0] != "scripts":
            text = path.read_text(encoding="utf-8")
            if any(re.search(rf"\b{old}=", text) for old in olds):
                renamed = keywords_followed(text, keywords)
                if renamed != text:
                    path.write_text(renamed, encoding="utf-8")


def functions(node: ast.AST, prefix: str = "") -> Iterator[tuple[str, Function]]:
    """The functions below a node with their qualified names, outer ones first; a lambda has the name ``lambda``."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function):
            name = getattr(child, "name", "lambda")
            yield f"{prefix}{name}", child
            yield from functions(child, prefix)
        else:
            yield from functions(child, f"{child.name}." if isinstance(child, ast.ClassDef) else prefix)


def arguments(function: Function) -> list[ast.arg]:
    given = function.args
    others = [one for one in (given.vararg, given.kwarg) if one]
    return [*given.posonlyargs, *given.args, *given.kwonlyargs, *others]


def is_bound(function: Function, old: str) -> bool:
    if any(one.arg == old for one in arguments(function)):
        return True
    return any(
        isinstance(node, ast.Name) and node.id == old and isinstance(node.ctx, ast.Store) for node in ast.walk(function)
    )


def is_frame(function: Function, old: str) -> bool:
    """Whether a name is a frame: by the type of the parameter, or by what is assigned to it."""
    for one in arguments(function):
        if one.arg == old:
            return one.annotation is None or bool(CLASS.fullmatch(ast.unparse(one.annotation)))
    values = assigned(function, old)
    return bool(values) and all(FROM_STACK.search(ast.unparse(value)) for value in values)


def assigned(function: Function, old: str) -> list[ast.expr]:
    found = []
    for node in ast.walk(function):
        if isinstance(node, ast.NamedExpr | ast.AnnAssign) and isinstance(node.target, ast.Name):
            found += [node.value] if node.target.id == old and node.value else []
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == old:
                    found.append(node.value)
                elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    pairs = zip(target.elts, node.value.elts, strict=False)
                    found += [value for one, value in pairs if isinstance(one, ast.Name) and one.id == old]
        elif isinstance(node, ast.For | ast.comprehension):
            bound = [one for one in ast.walk(node.target) if isinstance(one, ast.Name) and one.id == old]
            found += [node.iter] if bound else []
    return found


def is_result(function: Function, old: str) -> bool:
    if any(one.arg == old for one in arguments(function)) or isinstance(function, ast.Lambda):
        return False
    returned = [node.value for node in ast.walk(function) if isinstance(node, ast.Return | ast.Yield) and node.value]
    return any(isinstance(one, ast.Name) and one.id == old for value in returned for one in ast.walk(value))


def fulfils(function: Function, kind: str, old: str) -> bool:
    if kind == "frame":
        return is_frame(function, old)
    if kind == "result":
        return is_result(function, old)
    types = [ast.unparse(one.annotation) for one in arguments(function) if one.arg == old and one.annotation]
    return any(one == kind or one.endswith(f".{kind}") for one in types)


def followed(text: str, names: dict[str, str], path: str, keywords: dict[tuple[str, str], str]) -> str:
    for key, new in names.items():
        kind, _, rest = key.rpartition(" ")
        qualified, _, old = rest.rpartition(".")
        if new and re.search(rf"\b{old}\b", text):
            tree = ast.parse(text)
            if kind == "import":
                text = replaced(text, alias_edits(text, tree, old, new, path))
                continue
            edits = set[Edit]()
            strings = [token for token in tokens_of(text) if token.type == tokenize.STRING and old in token.string]
            lines = text.splitlines()
            for name, function in functions(tree):
                chosen = name == qualified if qualified else f"{name}.{old}" not in names
                if chosen and is_bound(function, old) and (not kind or fulfils(function, kind, old)):
                    edits |= function_edits(lines, strings, function, name, (old, new), path, keywords)
            text = replaced(text, edits)
    return text


def tokens_of(text: str) -> list[tokenize.TokenInfo]:
    return list(tokenize.generate_tokens(io.StringIO(text).readline))


def replaced(text: str, edits: set[Edit]) -> str:
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for (row, column), (last_row, last_column), new in sorted(edits, reverse=True):
        text = text[: starts[row - 1] + column] + new + text[starts[last_row - 1] + last_column :]
    return text


def function_edits(
    lines: list[str],
    strings: list[tokenize.TokenInfo],
    function: Function,
    name: str,
    pair: tuple[str, str],
    path: str,
    keywords: dict[tuple[str, str], str],
) -> set[Edit]:
    old, new = pair
    edits = set[Edit]()
    whole = list(ast.walk(function))
    used = {node.id for node in whole if isinstance(node, ast.Name)}
    used |= {node.arg for node in whole if isinstance(node, ast.arg)}
    captured = {getattr(node, "name", None) for node in whole if isinstance(node, ast.MatchAs | ast.ExceptHandler)}
    hidden = {name for node in whole if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names}
    if new in used | captured or old in captured | hidden:
        sys.stdout.write(f"{path}:{function.lineno}: {name} uses {old} and {new}\n")
        return edits
    formatted = {id(one) for node in whole if isinstance(node, ast.JoinedStr) for one in ast.walk(node)}
    for node in whole:
        known = node.id if isinstance(node, ast.Name) else node.arg if isinstance(node, ast.arg) else None
        if known == old and id(node) not in formatted and isinstance(node, ast.Name | ast.arg):
            column = len(lines[node.lineno - 1].encode()[: node.col_offset].decode())
            edits.add(((node.lineno, column), (node.lineno, column + len(old)), new))
    first, last = function.lineno, function.end_lineno or function.lineno
    for token in strings:
        if first <= token.start[0] and token.end[0] <= last:
            string = re.sub(rf"(?<=``){old}(?=``|\.)", new, token.string)
            if re.match(r"[rR]?[fF]", string):
                code = re.compile(rf"'[^']*'|\"[^\"]*\"|(?<![\w.]){old}\b(?!\s*=[^=])")
                string = FIELDS.sub(lambda part, code=code: renamed_in(part[0], code, old, new), string)  # type: ignore[misc]
            if string != token.string:
                edits.add((token.start, token.end, string))
    if edits and any(one.arg == old for one in arguments(function)) and not isinstance(function, ast.Lambda):
        owner, _, leaf = name.rpartition(".")
        keywords[owner if leaf == "__init__" else leaf, old] = new
    return edits


def renamed_in(field: str, code: re.Pattern[str], old: str, new: str) -> str:
    return code.sub(lambda name: new if name[0] == old else name[0], field)


def alias_edits(text: str, tree: ast.Module, old: str, new: str, path: str) -> set[Edit]:
    """The edits for ``from … import module as old``, or none where a function has a variable of either name."""
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom | ast.Import)]
    bound = [one for node in imports for one in node.names if one.asname == old]
    if not bound:
        return set()
    clashes = [name for name, function in functions(tree) if is_bound(function, old) or is_bound(function, new)]
    if clashes or any(isinstance(node, ast.Name) and node.id == new for node in ast.walk(tree)):
        sys.stdout.write(f"{path}: {old} and {new} in {', '.join(clashes)}\n")
        return set()
    fields = {
        (node.target.lineno, node.target.col_offset)
        for owner in ast.walk(tree)
        if isinstance(owner, ast.ClassDef)
        for node in owner.body
        if isinstance(node, ast.AnnAssign)
    }
    edits = set[Edit]()
    before = ""
    for token in tokens_of(text):
        if token.type == tokenize.NAME and token.string == old and before != "." and token.start not in fields:
            edits.add((token.start, token.end, new))
        elif token.type == tokenize.STRING and re.match(r"[rR]?[fF]", token.string):
            string = FIELDS.sub(lambda part: re.sub(rf"(?<![\w.]){old}(?=\.)", new, part[0]), token.string)
            if string != token.string:
                edits.add((token.start, token.end, string))
        if token.type not in (tokenize.NL, tokenize.COMMENT):
            before = token.string
    return edits


def keywords_followed(text: str, keywords: dict[tuple[str, str], str]) -> str:
    lines = text.splitlines()
    edits = set[Edit]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            callee = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            for one in node.keywords:
                new = keywords.get((callee, one.arg or ""))
                if new and one.arg:
                    column = len(lines[one.lineno - 1].encode()[: one.col_offset].decode())
                    edits.add(((one.lineno, column), (one.lineno, column + len(one.arg)), new))
    return replaced(text, edits)


if __name__ == "__main__":
    main(*sys.argv[1:])
