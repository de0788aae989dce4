"""Renames words in the source and the tests of the page.

    python scripts/rename_page.py scripts/page_names.toml

The table has ``[files]``, old and new paths below ``page``; ``[words]``, old and new identifiers; ``[patterns]``,
regular expressions and what replaces each match; and a section for a file, by its new path, with words of that file
only. ``[classes]`` has the CSS classes of all components, ``[classes_of]`` those of one, ``[selectors]`` the classes in
the selectors of a test, by its path from the root. It can run again.

``scripts/page_files.toml`` is the second table: ``rename_page_symbols.mjs`` with ``page_symbols.txt`` runs before it,
because the paths there are the old ones.
"""

from __future__ import annotations

import posixpath
import re
import subprocess
import sys
import tomllib
from pathlib import Path

PAGE = Path("page")
TEXTS = {".ts", ".svelte", ".py", ".mjs", ".css"}


def main(spec: str) -> None:
    table = tomllib.loads(Path(spec).read_text(encoding="utf-8"))
    for old, new in table["files"].items():
        if (PAGE / old).exists():
            (PAGE / new).parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["git", "mv", str(PAGE / old), str(PAGE / new)], check=True)
    shown = subprocess.run(["git", "ls-files", "page/src", "page/tests"], capture_output=True, text=True, check=True)
    for path in map(Path, shown.stdout.splitlines()):
        if path.suffix not in TEXTS or path.name == "schema.d.ts" or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8")
        renamed = followed(text, path, table, table["files"])
        if path.suffix in {".svelte", ".css"}:
            component = path.relative_to(PAGE).as_posix()
            renamed = restyled(
                renamed, {**table.get("classes", {}), **table.get("classes_of", {}).get(component, {})}, path.suffix
            )
        if renamed != text:
            path.write_text(renamed, encoding="utf-8")
    for name, classes in table.get("selectors", {}).items():
        path = Path(name)
        text = path.read_text(encoding="utf-8")
        renamed = reselected(text, classes, path.suffix)
        if renamed != text:
            path.write_text(renamed, encoding="utf-8")


def reselected(text: str, classes: dict[str, str], suffix: str) -> str:
    """Renames classes in the selectors of a test."""
    for old, new in classes.items():
        text = re.sub(rf"(?<![\d()])\.{re.escape(old)}(?![\w(-])", f".{new}", text)
        text = re.sub(rf"(?<=classList\.contains\(')({re.escape(old)})(?=')", new, text)
        if suffix == ".html":
            text = re.sub(rf'(?<=class="){re.escape(old)}(?=")', new, text)
    return text


def followed(text: str, path: Path, table: dict[str, dict[str, str]], moves: dict[str, str]) -> str:
    if path.suffix == ".css":
        return patterned(text, table)
    text = reimported(text, path, moves)
    for old, new in moves.items():
        text = text.replace(f"`{Path(old).name}`", f"`{Path(new).name}`").replace(f"'{old}'", f"'{new}'")
    if path.suffix == ".py":
        return text
    own = table.get(path.relative_to(PAGE).as_posix(), {})
    words = {**table["words"], **own}
    text = re.sub(r"\b(?:" + "|".join(map(re.escape, words)) + r")\b", lambda found: words[found[0]], text)
    return patterned(text, table)


def patterned(text: str, table: dict[str, dict[str, str]]) -> str:
    for pattern, new in table["patterns"].items():
        text = re.sub(pattern, new, text)
    return text


def reimported(text: str, path: Path, moves: dict[str, str]) -> str:
    """Follows moved files in the relative paths of imports."""
    here = path.relative_to(PAGE).as_posix()
    before = next((old for old, new in moves.items() if new == here), here)

    def specifier(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(before), found[1]))
        for ending in ("", ".ts"):
            moved = target + ending
            while moved in moves:
                moved = moves[moved]
            if moved != target + ending:
                fresh = posixpath.relpath(moved.removesuffix(ending) if ending else moved, posixpath.dirname(here))
                return fresh if fresh.startswith(".") else f"./{fresh}"
        return found[1]

    return re.sub(r"(?<=['\"])(\.\.?/[^'\"]+)(?=['\"])", specifier, text)


def restyled(text: str, classes: dict[str, str], suffix: str) -> str:
    """Renames classes in styles, in ``class`` attributes and in ``class:`` directives."""
    names = "|".join(sorted(map(re.escape, classes), key=len, reverse=True))
    if not names:
        return text
    word = re.compile(rf"(?<![\w-])({names})(?![\w-])")

    def style(found: re.Match[str]) -> str:
        return re.sub(rf"\.({names})(?![\w-])", lambda one: f".{classes[one[1]]}", found[0])

    def attribute(found: re.Match[str]) -> str:
        parts = re.split(r"(\{[^}]*\})", found[2])
        for n, part in enumerate(parts):
            if part.startswith("{"):
                parts[n] = re.sub(rf"'({names})'", lambda one: f"'{classes[one[1]]}'", part)
            else:
                parts[n] = word.sub(lambda one: classes[one[1]], part)
        return found[1] + "".join(parts) + found[3]

    if suffix == ".css":
        return style(re.match(r"(?s).*", text))  # type: ignore[arg-type]
    text = re.sub(r"(?s)<style.*?</style>", style, text)
    text = re.sub(r'(\bclass=")([^"]*)(")', attribute, text)
    text = re.sub(rf"\bclass:({names})(?==)", lambda one: f"class:{classes[one[1]]}", text)
    return re.sub(rf"\bclass:({names})(?![\w=-])", lambda one: f"class:{classes[one[1]]}={{{one[1]}}}", text)


if __name__ == "__main__":
    main(*sys.argv[1:])
