"""Moves modules of a package into subpackages, and updates every file that names them.

    python scripts/move_modules.py ironbottom.engine scripts/engine_packages.toml

The subpackage "." is the package itself: a module there is renamed in place. Imports are rewritten by their syntax
tree, dotted names and paths in texts by pattern. Modules that have already moved are skipped, so the script can run
again after a rebase.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

TEXTS = (".py", ".md", ".toml", ".cfg", ".yml", ".yaml", ".txt", ".ts", ".svelte", "Makefile", "run")
LINE = 120


def main(package: str, mapping: str) -> None:
    table = tomllib.loads(Path(mapping).read_text(encoding="utf-8"))
    folder = Path("src") / package.replace(".", "/")
    target = {old: (into, new) for into, modules in table.items() for old, new in modules.items()}
    for old, (into, new) in target.items():
        source, place = folder / f"{old}.py", folder / into / f"{new}.py"
        if source.exists():
            place.parent.mkdir(exist_ok=True)
            subprocess.run(["git", "mv", str(source), str(place)], check=True)
    listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.splitlines()
    for name in listed:
        path = Path(name)
        skipped = name.startswith("scripts/") or name == "CHANGELOG.md"
        if not name.endswith(TEXTS) or skipped or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8")
        if package not in text and folder.name not in text:
            continue
        moved = followed(text, package, folder, target, python=name.endswith(".py"))
        if moved != text:
            path.write_text(moved, encoding="utf-8")


def followed(text: str, package: str, folder: Path, target: dict[str, tuple[str, str]], *, python: bool) -> str:
    inside_of: defaultdict[str, set[str]] = defaultdict(set)
    for into, new in target.values():
        inside_of[into].add(new)

    def dotted(found: re.Match[str]) -> str:
        into, new = target[found[1]]
        # "from engine.rules import registry": the subpackage that has the name of an old module.
        imported = re.match(r" import \(?\s*(\w+)", text[found.end() :])
        inner = folder / found[1]
        if imported and (imported[1] in inside_of.get(found[1], ()) or (inner / f"{imported[1]}.py").exists()):
            return found[0]
        if not imported and inner.is_dir():
            return found[0]
        return joined(package, into, new)

    def path(found: re.Match[str]) -> str:
        into, new = target[found[1]]
        return joined(folder.name, into, new, "/") + ".py"

    names = "|".join(sorted(map(re.escape, target), key=len, reverse=True))
    # A module that has moved is followed by another part of its path; an old name is not.
    inside = "|".join({f"{re.escape(into)}\\.{re.escape(new)}" for into, new in target.values() if into != "."})
    inside = inside or "(?!)"
    text = re.sub(rf"{re.escape(package)}\.(?!(?:{inside})\b)({names})\b(?!\.py)", dotted, text)
    if python:
        text = imports_followed(text, package, target)
    return re.sub(rf"\b{folder.name}/({names})\.py\b", path, text)


def package_of(package: str, into: str) -> str:
    return package if into == "." else f"{package}.{into}"


def joined(package: str, into: str, new: str, dot: str = ".") -> str:
    return dot.join((package, new) if into == "." else (package, into, new))


def imports_followed(text: str, package: str, target: dict[str, tuple[str, str]]) -> str:
    """Python source with its ``from package import module`` lines split by subpackage, and the names that changed."""
    tree = ast.parse(text)
    lines = text.splitlines(keepends=True)
    renamed: dict[str, str] = {}
    edits: list[tuple[int, int, str]] = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or node.module != package or node.level:
            continue
        groups: defaultdict[str, list[str]] = defaultdict(list)
        for alias in node.names:
            if alias.name not in target:
                groups[package].append(alias.name if not alias.asname else f"{alias.name} as {alias.asname}")
                continue
            into, new = target[alias.name]
            if alias.asname:
                groups[package_of(package, into)].append(f"{new} as {alias.asname}")
            else:
                groups[package_of(package, into)].append(new)
                if new != alias.name:
                    renamed[alias.name] = new
        indent = " " * node.col_offset
        made = "".join(
            f"{indent}from {module} import {', '.join(dict.fromkeys(names))}\n"
            for module, names in sorted(groups.items())
        )
        edits.append((node.lineno - 1, node.end_lineno or node.lineno, made))
    for start, end, made in sorted(edits, reverse=True):
        lines[start:end] = [made]
    text = "".join(lines)
    return with_names(text, renamed) if renamed else text


def with_names(text: str, renamed: dict[str, str]) -> str:
    """The source with new names for modules, if nothing else in it has the old name."""
    tree = ast.parse(text)
    given = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    given |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    lines = text.splitlines(keepends=True)
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in renamed]
    for node in sorted(found, key=lambda node: (node.lineno, node.col_offset), reverse=True):
        if node.id in given:
            raise SystemExit(f"line {node.lineno}: {node.id} is also a variable; rename it first")
        line = lines[node.lineno - 1].encode()
        start = node.col_offset
        assert line[start : start + len(node.id)].decode() == node.id
        lines[node.lineno - 1] = (line[:start] + renamed[node.id].encode() + line[start + len(node.id) :]).decode()
    return "".join(lines)


if __name__ == "__main__":
    main(*sys.argv[1:])
