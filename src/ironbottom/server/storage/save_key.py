"""Reads sealed saves without the server; the key that opens them is in a file beside the store.

While a server uses the store, no other process can read the key in the store. So a copy is stored beside it, readable
only by its owner.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

from ironbottom.engine.core.errors import BadValue
from ironbottom.server.storage.database import default_path
from ironbottom.server.storage.match_files import SAVE_KEY, ImportedMatch, read_match_file


def key_path(store: Path | str) -> Path:
    """Returns the path of the key, beside the store."""
    return Path(f"{store}.saves-key")


def write_key(store: Path | str, key: bytes) -> None:
    """Writes the key beside the store. A save is still written if that folder is read-only."""
    if str(store) == ":memory:":
        return
    with suppress(OSError):
        opened = os.open(key_path(store), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(opened, "w", encoding="ascii") as file:
            file.write(f"{key.hex()}\n")


def read_save(data: bytes, store: Path | None = None) -> ImportedMatch:
    """Returns the match in a sealed save of this installation. ``BadValue`` says why it cannot be opened."""
    path = store or default_path()
    key = _key_from_file(path) or _key_from_store(path)
    if key is None:
        message = "a save opens only where it was made: its key is not here; --store names the file of the page's games"
        raise BadValue(message, field=str(path))
    return read_match_file(data, key)


def _key_from_file(store: Path) -> bytes | None:
    try:
        return bytes.fromhex(key_path(store).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def _key_from_store(store: Path) -> bytes | None:
    """Reads the key from the store itself, which works only while no server uses it."""
    if not store.is_file():
        return None
    try:
        with closing(sqlite3.connect(f"file:{quote(str(store))}?mode=ro", uri=True, timeout=0.2)) as sql:
            row = sql.execute("select value from settings where name = ?", (SAVE_KEY,)).fetchone()
    except sqlite3.Error as error:
        raise BadValue(f"the page's games cannot be read here: {error}", field=str(store)) from None
    return bytes.fromhex(row[0]) if row else None
