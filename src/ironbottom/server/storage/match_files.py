"""Reads matches from files: records of finished matches, and sealed saves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.match.replay import Replay
from ironbottom.engine.record.record import MatchRecord, read_lines
from ironbottom.server.storage.sealed_saves import is_sealed, open_seal

MOST_BYTES = 32_000_000
KEY = "saves"
ROOT = "match"
"""Stands among the holders of secrets in a save, for the match that was saved."""

HOLDERS = "holders"
"""The key of the seat holders there."""


class Brought(NamedTuple):
    """A match read from a file; ``secrets`` are those of its dice where it is not over."""

    record: MatchRecord
    secrets: dict[str, str]
    name: str
    seats: dict[str, str]
    root: str = ""
    """What the match that was saved is called where it is kept."""
    holders: Sequence[tuple[str, str]] = ()
    """The sides with the hashes of the clients that held them when the match was saved."""


def read_file(data: bytes, key: bytes) -> Brought:
    """The match in a file; ``BadValue`` names the line that is wrong, and what can be brought in."""
    if is_sealed(data):
        heading, (secrets, *lines) = open_seal(key, data)
        record = read_lines(b"".join(line + b"\n" for line in lines), "save")
        held = msgspec.json.decode(secrets, type=dict[str, str])
        root = held.pop(ROOT, "")
        holders = msgspec.json.decode(held.pop(HOLDERS, "[]"), type=list[tuple[str, str]])
        return Brought(record, held, heading.name, heading.seats, root, holders)
    record = read_lines(data, "file")
    if record.cut:
        raise BadValue(record.cut, field=f"file, line {len(record.acts) + 2}")
    if not record.finished:
        raise BadValue(
            "this match is not over, and the secret of its dice is not in the file; "
            "only a save written by the page can be played on",
            field="file",
        )
    return Brought(record, {}, "", record.header.players)


def must_agree(record: MatchRecord, replayed: Replay) -> None:
    """Refuses a match from elsewhere that these rules would not have played so."""
    if replayed.parted is not None:
        where = f"{record.name}, line {replayed.parted.line}"
        raise BadValue(f"the rules part from this match: {replayed.parted.message}", field=where)
    if replayed.notes and not record.finished:
        raise BadValue(f"this match cannot be played on: {'; '.join(replayed.notes)}", field=record.name)
