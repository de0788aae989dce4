"""Sealed saves read without the server: the key that opens them lies beside the file of the games.

While a server holds that file nobody else can read the key in it, so it is kept beside too, for its owner alone.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

from ironbottom.engine.core.errors import BadValue
from ironbottom.server.storage.match_files import KEY, Brought, read_file
from ironbottom.server.storage.database import default_path


def key_path(store: Path | str) -> Path:
    """Where the key of the saves lies: beside the file of the games."""
    return Path(f"{store}.saves-key")


def keep_key(store: Path | str, key: bytes) -> None:
    """Keeps the key beside the file of the games; a folder that takes no file is no reason to refuse the save."""
    if str(store) == ":memory:":
        return
    with suppress(OSError):
        opened = os.open(key_path(store), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(opened, "w", encoding="ascii") as file:
            file.write(f"{key.hex()}\n")


def read_save(data: bytes, store: Path | None = None) -> Brought:
    """The match in a sealed save of this installation; ``BadValue`` says why it cannot be opened."""
    path = store or default_path()
    key = _key_beside(path) or _key_within(path)
    if key is None:
        told = (
            "this save is opened where it was saved: no key for it is here; --store names the file of the page's games"
        )
        raise BadValue(told, field=str(path))
    return read_file(data, key)


def _key_beside(store: Path) -> bytes | None:
    try:
        return bytes.fromhex(key_path(store).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def _key_within(store: Path) -> bytes | None:
    """The key in the file of the games itself, which a server that runs keeps to itself."""
    if not store.is_file():
        return None
    try:
        with closing(sqlite3.connect(f"file:{quote(str(store))}?mode=ro", uri=True, timeout=0.2)) as sql:
            row = sql.execute("select value from settings where name = ?", (KEY,)).fetchone()
    except sqlite3.Error as wrong:
        raise BadValue(f"the games of the page cannot be read here: {wrong}", field=str(store)) from None
    return bytes.fromhex(row[0]) if row else None
