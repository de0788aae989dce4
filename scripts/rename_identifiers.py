"""Renames identifiers in some files: methods, attributes, parameters and variables.

    python scripts/rename_identifiers.py src/ironbottom/cli tests/cli -- obey=execute look=set_view

Names in the expressions of f-strings and in double backquotes follow; other strings do not. The script refuses a new
name that a file uses already, and changes nothing then, unless ``--force`` is given. Modules and what they define:
``move_modules.py`` and ``rename_names.py``.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tokenize
from pathlib import Path


def main(*arguments: str) -> None:
    split = arguments.index("--")
    names = dict(pair.split("=") for pair in arguments[split + 1 :])
    folders = [name for name in arguments[:split] if name != "--force"]
    listed = subprocess.run(
        ["git", "ls-files", *folders], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    changed: dict[Path, str] = {}
    for path in (Path(name) for name in listed if name.endswith(".py")):
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        used = {old: new for old, new in names.items() if re.search(rf"\b{old}\b", text)}
        if not used:
            continue
        renamed = followed(text, used)
        if renamed == text:
            continue
        taken = [new for new in used.values() if re.search(rf"\b{new}\b", text) and "--force" not in arguments]
        if taken:
            raise SystemExit(f"{path} uses {', '.join(taken)} already")
        changed[path] = renamed
    for path, text in changed.items():
        path.write_text(text, encoding="utf-8")


def followed(text: str, names: dict[str, str]) -> str:
    edits: list[tuple[tuple[int, int], tuple[int, int], str]] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NAME and token.string in names:
            edits.append((token.start, token.end, names[token.string]))
        elif token.type == tokenize.STRING:
            new = string_followed(token.string, names)
            if new != token.string:
                edits.append((token.start, token.end, new))
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for (row, column), (last_row, last_column), new in sorted(edits, reverse=True):
        text = text[: starts[row - 1] + column] + new + text[starts[last_row - 1] + last_column :]
    return text


def string_followed(string: str, names: dict[str, str]) -> str:
    either = "|".join(map(re.escape, names))

    def new(found: re.Match[str]) -> str:
        return names[found[0]]

    string = re.sub(rf"(?<=``)({either})(?=``)", new, string)
    if re.match(r"[rR]?[fF]", string):
        expressions = re.compile(r"(?<!\{)\{(?!\{)(?:[^{}]|\{[^{}]*\})*\}")
        quoted = r"'[^']*'|\"[^\"]*\""
        code = re.compile(rf"{quoted}|\b(?:{either})\b")
        return expressions.sub(lambda part: code.sub(lambda m: names.get(m[0], m[0]), part[0]), string)
    if ">>>" in string:
        return re.sub(r"(?m)(?<=>>> ).*$", lambda line: re.sub(rf"\b({either})\b", new, line[0]), string)
    return string


if __name__ == "__main__":
    main(*sys.argv[1:])
