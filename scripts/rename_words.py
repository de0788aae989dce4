"""Renames identifiers in the files of some folders, whatever they name there: classes, methods, attributes, variables.

It reads no types; ``rename_typed.py`` renames the members of one class only.

    python scripts/rename_words.py scripts/server_names.toml

The file has tables of ``old = "new"``; the name of a table is a list of folders or files. ``.old`` is renamed
only as an attribute or method, ``$old`` only as a bare name, also as a parameter, but not as a keyword argument. Names
in f-strings, in double backquotes (but for single lower-case words) and in ``setattr(module, "name")`` follow.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tokenize
import tomllib
from pathlib import Path

EXPRESSION = re.compile(r"\{((?:[^{}'\"]|'[^']*'|\"[^\"]*\")+)\}")
PARTS = re.compile(r"('[^']*'|\"[^\"]*\")|(\.?)\b([A-Za-z_]\w*)\b")


def main(spec: str) -> None:
    tables = tomllib.loads(Path(spec).read_text(encoding="utf-8"))
    listed = subprocess.run(["git", "ls-files", "*.py"], capture_output=True, text=True, check=True).stdout.splitlines()
    for name in listed:
        path = Path(name)
        if path.parts[0] == "scripts" or not path.is_file():
            continue
        names: dict[str, str] = {}
        for scope, pairs in tables.items():
            if any(name == part or name.startswith(f"{part}/") for part in scope.split()):
                names |= pairs
        if names:
            text = path.read_text(encoding="utf-8")
            renamed = followed(text, names)
            if renamed != text:
                path.write_text(renamed, encoding="utf-8")


def followed(text: str, names: dict[str, str]) -> str:
    edits: list[tuple[tuple[int, int], tuple[int, int], str]] = []
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    depth = 0
    for place, token in enumerate(tokens):
        depth += (token.string in tuple("([{")) - (token.string in tuple(")]}"))
        before = [one.string for one in tokens[max(0, place - 6) : place] if one.type != tokenize.NL][-4:]
        if token.type == tokenize.NAME:
            last = before[-1] if before else ""
            new = new_name(token.string, names, attribute=last == ".", method=last == "def")
            if depth and token.string not in names and last in ("(", ",") and tokens[place + 1].string == "=":
                new = token.string  # a keyword argument
        elif token.type == tokenize.STRING:
            bare = token.string.strip("\"'")
            if before[-4:-2] == ["setattr", "("] or before[:2] == ["setattr", "("]:
                new = token.string.replace(bare, new_name(bare, names, attribute=True, method=True))
            else:
                new = string_followed(token.string, names)
        else:
            continue
        if new != token.string:
            edits.append((token.start, token.end, new))
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for (row, column), (last_row, last_column), new in sorted(edits, reverse=True):
        text = text[: starts[row - 1] + column] + new + text[starts[last_row - 1] + last_column :]
    return text


def new_name(old: str, names: dict[str, str], *, attribute: bool, method: bool = False) -> str:
    if old in names:
        return names[old]
    if (attribute or method) and f".{old}" in names:
        return names[f".{old}"]
    return old if attribute else names.get(f"${old}", old)


def string_followed(string: str, names: dict[str, str]) -> str:
    def part(found: re.Match[str]) -> str:
        if found[1]:
            return found[0]
        return found[2] + new_name(found[3], names, attribute=found[2] == ".")

    if re.match(r"[rR]?[fF]", string):
        string = EXPRESSION.sub(lambda found: "{" + PARTS.sub(part, found[1]) + "}", string)
    string = re.sub(
        r"(?<=``)([A-Za-z_]*[A-Z_]\w*)(?=``)",
        lambda found: new_name(found[1], names, attribute=False, method=True),
        string,
    )
    if ">>>" in string:
        lines = string.split("\n")
        string = "\n".join(PARTS.sub(part, line) if ">>>" in line else line for line in lines)
    return string


if __name__ == "__main__":
    main(*sys.argv[1:])
