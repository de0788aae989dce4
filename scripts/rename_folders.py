"""Renames folders and modules of every game, and updates every file that names them.

    python -m scripts.rename_folders seen=information words=text player=bot data/structure=validate

What was already renamed is skipped, so that the script can run again after a rebase.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

from scripts.move_modules import TEXTS, with_names

GAMES = Path("src/ironbottom/games")


def main(*pairs: str) -> None:
    names = dict(pair.split("=") for pair in pairs)
    for game in sorted(path.parent for path in GAMES.glob("*/__init__.py")):
        for old, new in names.items():
            for source in (game / old, game / f"{old}.py"):
                tracked = subprocess.run(["git", "ls-files", str(source)], capture_output=True, text=True, check=True)
                if tracked.stdout:
                    place = source.with_name(new + source.suffix)
                    subprocess.run(["git", "mv", str(source), str(place)], check=True)
    listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.splitlines()
    for name in listed:
        path = Path(name)
        if not name.endswith(TEXTS) or name.startswith("scripts/") or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8")
        moved = followed(text, names, python=name.endswith(".py"))
        if moved != text:
            path.write_text(moved, encoding="utf-8")


def followed(text: str, names: dict[str, str], *, python: bool) -> str:
    for old, new in names.items():
        folder, _, leaf = old.rpartition("/")
        inside = f"{folder}." if folder else ""
        dotted = rf"(ironbottom\.games\.[a-z_]+\.{re.escape(inside)}){leaf}\b"
        text = re.sub(dotted, rf"\g<1>{new}", text)
        games = r"(?:games/(?:[a-z_]+|\*|NAME|GAME)|[a-z_]*fury|hold_fast)"
        path = rf"({games}/{folder + '/' if folder else ''}){leaf}(?=/|\.py\b)"
        text = re.sub(path, rf"\g<1>{new}", text)
    return imports_followed(text, names) if python else text


def imports_followed(text: str, names: dict[str, str]) -> str:
    """Python source in which ``from ironbottom.games.GAME import player`` names the new module."""
    leaves = {old.rpartition("/")[2]: (old.rpartition("/")[0].replace("/", "."), new) for old, new in names.items()}
    lines = text.splitlines(keepends=True)
    renamed: dict[str, str] = {}
    edits: list[tuple[int, int, str]] = []
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.ImportFrom) or not re.fullmatch(
            r"ironbottom\.games\.[a-z_]+(\.data|\.bot)?", node.module or ""
        ):
            continue
        inside = (node.module or "").split(".", 3)[3:]
        made = []
        for alias in node.names:
            folder, new = leaves.get(alias.name, ("", ""))
            if new and inside == ([folder] if folder else []):
                made.append(f"{new} as {alias.asname}" if alias.asname else new)
                if not alias.asname:
                    renamed[alias.name] = new
            else:
                made.append(f"{alias.name} as {alias.asname}" if alias.asname else alias.name)
        line = f"{' ' * node.col_offset}from {node.module} import {', '.join(made)}\n"
        if any(alias.name in leaves for alias in node.names):
            edits.append((node.lineno - 1, node.end_lineno or node.lineno, line))
    for start, end, line in sorted(edits, reverse=True):
        lines[start:end] = [line]
    return with_names("".join(lines), renamed) if renamed else "".join(lines)


if __name__ == "__main__":
    main(*sys.argv[1:])
