"""The matches by file, and where each of them is now; see ``migrations/0016_by_file.sql``."""

from __future__ import annotations

from typing import Any

import msgspec

from ironbottom.server.messages.responses import Away
from ironbottom.server.storage.database import Store

PEER_PREFIX = "file:"
"""Begins the holder of a seat whose player has another server. No client can have this holder, because the holders of
clients are hashes.
"""


class FileMatch(msgspec.Struct):
    """A match by file, as this installation stores it."""

    match: str
    holder: str
    private_key: str
    peer: str = ""
    offered: list[str] = []
    number: int = 0
    away: Away = ""
    seal: str = ""
    words: dict[str, str] = {}
    file: bytes = b""
    code: str = ""

    @property
    def peer_holder(self) -> str:
        """The holder of the other player's seats."""
        return f"{PEER_PREFIX}{self.peer}"


class FileMatches:
    """The matches by file in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def find(self, match: str) -> FileMatch | None:
        """Returns a match by file, or None."""
        row = self._store.execute(f"select {_COLUMNS} from by_file where match = ?", (match,)).fetchone()
        return None if row is None else _from_row(row)

    def put(self, one: FileMatch) -> None:
        """Stores a match, in place of what was stored of it."""
        values = msgspec.structs.asdict(one)
        values |= {name: msgspec.json.encode(values[name]).decode() for name in ("offered", "words")}
        row = tuple(values[name] for name in FileMatch.__struct_fields__)
        self._store.execute(f"insert or replace into by_file ({_COLUMNS}) values ({_PLACES})", row)

    def away(self, match: str) -> Away:
        """Returns where a match is; empty if it is here."""
        row = self._store.execute("select away from by_file where match = ?", (match,)).fetchone()
        return row[0] if row else ""


_COLUMNS = ", ".join(FileMatch.__struct_fields__)
_PLACES = ", ".join("?" * len(FileMatch.__struct_fields__))


def _from_row(row: tuple[Any, ...]) -> FileMatch:
    values = dict(zip(FileMatch.__struct_fields__, row, strict=True))
    return FileMatch(
        **{**values, "offered": msgspec.json.decode(values["offered"]), "words": msgspec.json.decode(values["words"])}
    )
