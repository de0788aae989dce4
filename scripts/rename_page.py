"""Renames words in the source and the tests of the page.

    python scripts/rename_page.py scripts/page_names.toml

The table has ``[files]``, old and new paths below ``page``; ``[words]``, old and new identifiers; ``[patterns]``,
regular expressions and what replaces each match; and a section for a file, by its new path, with words of that file
only. It can run again.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

PAGE = Path("page")
TEXTS = {".ts", ".svelte", ".py", ".mjs"}


def main(spec: str) -> None:
    table = tomllib.loads(Path(spec).read_text(encoding="utf-8"))
    for old, new in table["files"].items():
        if (PAGE / old).is_file():
            subprocess.run(["git", "mv", str(PAGE / old), str(PAGE / new)], check=True)
    imports = {Path(old).name: Path(new).name for old, new in table["files"].items()}
    shown = subprocess.run(["git", "ls-files", "page/src", "page/tests"], capture_output=True, text=True, check=True)
    for path in map(Path, shown.stdout.splitlines()):
        if path.suffix not in TEXTS or path.name == "schema.d.ts" or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8")
        renamed = followed(text, path, table, imports)
        if renamed != text:
            path.write_text(renamed, encoding="utf-8")


def followed(text: str, path: Path, table: dict[str, dict[str, str]], imports: dict[str, str]) -> str:
    for old, new in imports.items():
        stem, leaf = old.removesuffix(".ts"), new.removesuffix(".ts")
        text = re.sub(rf"(?<=/){re.escape(stem)}(?=['\"])", leaf, text)
        text = text.replace(f"`{old}`", f"`{new}`")
    if path.suffix == ".py":
        return text
    own = table.get(path.relative_to(PAGE).as_posix(), {})
    words = {**table["words"], **own}
    text = re.sub(r"\b(?:" + "|".join(map(re.escape, words)) + r")\b", lambda found: words[found[0]], text)
    for pattern, new in table["patterns"].items():
        text = re.sub(pattern, new, text)
    return text


if __name__ == "__main__":
    main(*sys.argv[1:])
