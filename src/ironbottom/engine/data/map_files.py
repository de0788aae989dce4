"""Map outline files, which the page and the Python package share.

They are stored with the page's sources; a wheel has copies in each game's ``data`` folder.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parents[2]
SOURCES = next((above / "page" / "src" for above in PACKAGE.parents[:4] if (above / "page" / "src").is_dir()), PACKAGE)
"""The folder of the page's sources in the source tree; a compiled build inside the tree finds it too."""


@cache
def map_file(folder: str, name: str) -> Any:
    """The JSON of a map file, given its folder in the page's sources, such as ``games/hold_fast``, and its name.

    >>> len(map_file("games/hold_fast", "areas.geojson")["features"])
    37
    """
    for path in (PACKAGE / folder / "data" / name, SOURCES / folder / name):
        if path.exists():
            return json.loads(path.read_text(encoding="utf-8"))
    raise FileNotFoundError(f"the package was installed without {folder}/{name}")
