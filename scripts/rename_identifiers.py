"""Renames identifiers of Python files as whole words, and test modules.

    python scripts/rename_identifiers.py scripts/identifier_names.toml

The table has ``[files]``, old and new paths; ``[words]``, identifiers that mean the same everywhere; and a section for
a file, by its new path, with identifiers of that file only. Strings and comments follow; the bots' folders and the
generated files do not. It can run again.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path


def main(spec: str) -> None:
    table = tomllib.loads(Path(spec).read_text(encoding="utf-8"))
    modules = {}
    for old, new in table.pop("files").items():
        modules[Path(old).stem] = Path(new).stem
        if Path(old).is_file():
            subprocess.run(["git", "mv", old, new], check=True)
    everywhere = {**table.pop("words"), **modules}
    kept = re.compile(r"/bot/|^scripts/|/fixtures/|schema")
    listed = subprocess.run(["git", "ls-files", "*.py", "*.toml"], capture_output=True, text=True, check=True)
    for path in map(Path, listed.stdout.splitlines()):
        if kept.search(path.as_posix()) or not path.is_file():
            continue
        words = {**everywhere, **table.get(path.as_posix(), {})}
        either = re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, words)) + r")(?!\w)")
        text = path.read_text(encoding="utf-8")
        renamed = either.sub(lambda found, words=words: words[found[0]], text)  # type: ignore[misc]
        if renamed != text:
            path.write_text(renamed, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
