"""Renames what a module defines, wherever it is imported by name or used as ``module.name``.

    python scripts/rename_names.py ironbottom.engine.match.undo Fence=UndoBarrier
    python scripts/rename_names.py scripts/tools_names.toml

A table has a section for each module; ``"--code" = true`` in it leaves quoted names as they are.
Doctests, names in double backquotes and quoted names follow; after ``--code`` quoted names do not. Keyword arguments
are left alone: they may be parameters of the same name.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from pathlib import Path


def main(module: str, *pairs: str) -> None:
    tables: dict[str, dict[str, str | bool]] = {}
    if module.endswith(".toml"):
        tables = tomllib.loads(Path(module).read_text(encoding="utf-8"))
    else:
        code = pairs[0] == "--code"
        tables[module] = {"--code": code, **dict(pair.split("=") for pair in pairs[code:])}
    listed = subprocess.run(["git", "ls-files", "*.py"], capture_output=True, text=True, check=True).stdout.splitlines()
    paths = [path for path in map(Path, listed) if path.parts[0] != "scripts" and path.is_file()]
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    for name, table in tables.items():
        names = {old: new for old, new in table.items() if isinstance(new, str)}
        package, _, leaf = name.rpartition(".")
        for path, text in texts.items():
            near = path.stem == leaf or (package in text and leaf in text)
            if near and any(re.search(rf"\b{old}\b", text) for old in names):
                texts[path] = followed(text, path, name, names, quoted=not table.get("--code"))
    for path, text in texts.items():
        if text != path.read_text(encoding="utf-8"):
            path.write_text(text, encoding="utf-8")


def followed(text: str, path: Path, module: str, names: dict[str, str], *, quoted: bool) -> str:
    own = path == Path("src") / f"{module.replace('.', '/')}.py"
    direct, modules = imported(ast.parse(text), module, names)
    if own:
        direct = set(names)
    if not direct and not modules and f"{module}." not in text:
        return text
    edits: list[tuple[tuple[int, int], tuple[int, int], str]] = []
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    first = ""
    for place, token in enumerate(tokens):
        before = tokens[place - 1].string if place else ""
        first = "" if token.type == tokenize.NEWLINE else first or token.string.strip()
        if token.type == tokenize.NAME and token.string in names:
            if before == ".":
                found = tokens[place - 2].string in modules
            else:
                keyword = tokens[place + 1].string == "=" and before in ("(", ",")
                method = before == "def" and token.line[:1].isspace()
                found = token.string in direct and not keyword and not method
            if found:
                edits.append((token.start, token.end, names[token.string]))
        elif token.type == tokenize.STRING:
            exported = own and first == "__all__"
            new = string_followed(token.string, module, direct, modules, names, quoted=quoted or exported)
            if new != token.string:
                edits.append((token.start, token.end, new))
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for (row, column), (last_row, last_column), new in sorted(edits, reverse=True):
        text = text[: starts[row - 1] + column] + new + text[starts[last_row - 1] + last_column :]
    return text


def imported(tree: ast.Module, module: str, names: dict[str, str]) -> tuple[set[str], set[str]]:
    """The names that a file imports from the module, and the names under which it imports the module itself."""
    package, _, leaf = module.rpartition(".")
    direct, modules = set[str](), set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == module:
            direct |= {alias.name for alias in node.names if alias.name in names}
        if isinstance(node, ast.ImportFrom) and node.module == package:
            modules |= {alias.asname or alias.name for alias in node.names if alias.name == leaf}
    return direct, modules


def string_followed(
    string: str, module: str, direct: set[str], modules: set[str], names: dict[str, str], *, quoted: bool
) -> str:
    for old in direct:
        if quoted and string.strip("\"'") == old:
            return string.replace(old, names[old])
        string = re.sub(rf"(?<=``){old}(?=``)", names[old], string)
        if ">>>" in string:
            string = re.sub(
                rf"(?<![\w.]){old}(?=\()|(?<=import ){old}\b|(?<=, ){old}(?=\n|, \w+\n)", names[old], string
            )
    if direct and re.match(r"[rR]?[fF]", string):
        either = "|".join(map(re.escape, direct))
        code = re.compile(rf"'[^']*'|\"[^\"]*\"|(?<![\w.])(?:{either})\b(?!\s*=[^=])")
        fields = re.compile(r"(?<!\{)\{(?!\{)(?:[^{}]|\{[^{}]*\})*\}")
        string = fields.sub(lambda part: code.sub(lambda m: names.get(m[0], m[0]), part[0]), string)
    for old, new in names.items():
        string = re.sub(rf"{re.escape(module)}\.{old}\b", f"{module}.{new}", string)
    for name in modules:
        for old, new in names.items():
            string = re.sub(rf"\b{name}\.{old}\b", f"{name}.{new}", string)
    return string


if __name__ == "__main__":
    main(*sys.argv[1:])
