"""Reads matches from files: records of finished matches, and sealed saves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.match.replay import Replay
from ironbottom.engine.record.record import MatchRecord, read_lines
from ironbottom.server.storage.sealed_saves import is_sealed, read_sealed
from ironbottom.server.storage.turn_files import is_turn_file

MAX_FILE_BYTES = 32_000_000
SAVE_KEY = "saves"
ROOT = "match"
"""The key under which the secrets in a save contain the id of the match."""

HOLDERS = "holders"
"""The key under which they contain the seat holders."""


class ImportedMatch(NamedTuple):
    """A match read from a file; ``secrets`` has the secrets of its dice if the match is not over."""

    record: MatchRecord
    secrets: dict[str, str]
    name: str
    seats: dict[str, str]
    root: str = ""
    """The id of the saved match in the store that saved it."""
    holders: Sequence[tuple[str, str]] = ()
    """The sides with the hashes of the clients that held them when the match was saved."""


def read_match_file(data: bytes, key: bytes) -> ImportedMatch:
    """Reads a match from a file. Raises ``BadValue``, which names the wrong line or says what can be imported."""
    if is_sealed(data):
        heading, (secrets, *lines) = read_sealed(key, data)
        record = read_lines(b"".join(line + b"\n" for line in lines), "save")
        stored = msgspec.json.decode(secrets, type=dict[str, str])
        root = stored.pop(ROOT, "")
        holders = msgspec.json.decode(stored.pop(HOLDERS, "[]"), type=list[tuple[str, str]])
        return ImportedMatch(record, stored, heading.name, heading.seats, root, holders)
    if is_turn_file(data):
        raise BadValue("this file belongs to a match by mail; open it with `ironbottom mail FILE`", field="file")
    record = read_lines(data, "file")
    if record.cut:
        raise BadValue(record.cut, field=f"file, line {len(record.acts) + 2}")
    if not record.finished:
        raise BadValue(
            "this match is not over, and the secret of its dice is not in the file; "
            "only a save written by the page can be continued",
            field="file",
        )
    return ImportedMatch(record, {}, "", record.header.players)


def require_same_replay(record: MatchRecord, replayed: Replay) -> None:
    """Raises ``BadValue`` if the current rules would not replay the imported match in the same way."""
    if replayed.divergence is not None:
        where = f"{record.name}, line {replayed.divergence.line}"
        raise BadValue(f"the rules diverge from this match: {replayed.divergence.message}", field=where)
    if replayed.notes and not record.finished:
        raise BadValue(f"this match cannot be continued: {'; '.join(replayed.notes)}", field=record.name)
