"""Renames modules in place: a table has a section for each package, with ``old = "new"``.

    python scripts/rename_modules.py scripts/module_names.toml

Each section is handed to ``move_modules.py``, which follows in every file. May run again.
"""

from __future__ import annotations

import sys
import tempfile
import tomllib
from pathlib import Path

import move_modules


def main(spec: str) -> None:
    for package, names in tomllib.loads(Path(spec).read_text(encoding="utf-8")).items():
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as table:
            table.write('["."]\n' + "".join(f'{old} = "{new}"\n' for old, new in names.items()))
            table.flush()
            move_modules.main(package, table.name)


if __name__ == "__main__":
    main(*sys.argv[1:])
