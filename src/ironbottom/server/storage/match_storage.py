"""Writes the record of a match to the store as it is played, and reads it page by page."""

from __future__ import annotations

import time
import zlib
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.record.audience_logs import LogEntry
from ironbottom.engine.record.files import Snapshot
from ironbottom.engine.record.record import (
    RECORD_FORMAT,
    AnyAct,
    Copy,
    Header,
    encode_each,
    read_acts,
    read_header,
    stored_checksum,
)
from ironbottom.server.storage.database import Store


class LineNote(msgspec.Struct, array_like=True):
    """The note beside a line: see ``LogEntry``; ``time`` is in milliseconds since 1970."""

    seqs: list[int]
    audiences: tuple[list[int], list[int]] | None
    time: int


class SnapshotInfo(msgspec.Struct):
    """The information stored with the dump of a snapshot; see ``Snapshot``."""

    rules: str
    data: str
    dice: int
    made: dict[str, int]
    chosen: dict[str, int]
    resigned: list[str]
    offer: str | None
    accepted: list[str]
    result: dict[str, Any] | None
    copied: Copy | None = None
    floor: bool = False
    state_format: str = ""
    check: int | None = None
    """The checksum of the act's number and the dump; older versions stored none."""


_encode = msgspec.json.Encoder().encode
_note_decoder = msgspec.json.Decoder(LineNote)
_info_decoder = msgspec.json.Decoder(SnapshotInfo)


class StoredRecord:
    """The record of a match in the store. The caller opens the transaction around each act.

    ``form`` is the format in which further lines are written.
    """

    def __init__(self, store: Store, match: str, check: str = "", form: int = RECORD_FORMAT) -> None:
        self._store, self._match, self._check, self._form = store, match, check, form
        self._header: Header | None = None

    @classmethod
    def reopen(cls, store: Store, match: str) -> StoredRecord:
        """Returns the record of a match that is already in the store."""
        ((line, _),) = store.rows(match, store.last_line(match), store.last_line(match)) or [(b"", None)]
        sink = cls(store, match, stored_checksum(line))
        sink._form = sink.header.format
        return sink

    @property
    def header(self) -> Header:
        """The first line of the record."""
        if self._header is None:
            rows = self._store.rows(self._match, 0, 0)
            self._header = read_header(rows[0][0] if rows else b"", f"match {self._match}")
        return self._header

    def begin(self, header: Header, secrets: dict[str, str]) -> None:
        """Stores the header, and separately the secrets of the dice."""
        self._form = header.format
        (line,), self._check = encode_each([header], form=self._form)
        self._store.add_lines(self._match, 0, [line], [None])
        self._store.add_secrets(self._match, secrets)

    def append(self, entries: Sequence[LogEntry]) -> None:
        """Stores the lines of one act."""
        lines, self._check = encode_each([one.act for one in entries], self._check, self._form)
        self._store.add_lines(self._match, entries[0].act.seq, lines, encode_notes(entries))

    def reveal_secrets(self) -> None:
        """Deletes the secrets, which are in the record now."""
        self._store.delete_secrets(self._match)

    # -- reading -----------------------------------------------------------------------------------

    def read(self, first: int, last: int) -> list[LogEntry]:
        """Returns the acts with these numbers. Raises ``Damaged`` for a wrong line."""
        if last < first:
            return []
        (before, _), *rows = self._store.rows(self._match, first - 1, last)
        acts = read_acts(
            self.header, [line for line, _ in rows], first, stored_checksum(before), f"match {self._match}"
        )
        return [self._entry(act, note) for act, (_, note) in zip(acts, rows, strict=True)]

    def seqs(self, number: int) -> Sequence[int]:
        """Returns how many entries each log has after an act."""
        return self._decode_note(self._store.line_note(self._match, number), number).seqs

    def time(self, number: int) -> int:
        """Returns the time when an act was made, in milliseconds since 1970."""
        return self._decode_note(self._store.line_note(self._match, number), number).time

    def snapshot(self, last_act: int) -> Snapshot:
        """Returns the last snapshot at or before an act; the first one if all are later."""
        stored = self._store.snapshot(self._match, last_act)
        if stored is None:
            raise BadValue("this match has no snapshot to continue from", field=f"match {self._match}")
        act, dump, info = stored
        if info is None:
            return Snapshot(act, dump, "", "")
        read = msgspec.structs.asdict(_info_decoder.decode(info))
        if read.pop("check") not in (None, _checksum(act, dump)):
            message = f"the snapshot after act {act} is not the one that was stored"
            raise BadValue(message, field=f"match {self._match}")
        return Snapshot(act, dump, **read)

    def _entry(self, act: AnyAct, note: bytes | None) -> LogEntry:
        read = self._decode_note(note, act.seq)
        return LogEntry(act, read.audiences, read.seqs)

    def _decode_note(self, note: bytes | None, number: int) -> LineNote:
        try:
            return _note_decoder.decode(note or b"")
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            message = f"the data stored with line {number + 1} is damaged: {error}"
            raise BadValue(message, field=f"match {self._match}") from None


def encode_notes(entries: Sequence[LogEntry], made: int | None = None) -> list[bytes]:
    """Returns the notes for these lines, with the current time or the given one in milliseconds since 1970."""
    time_ms = time.time_ns() // 1_000_000 if made is None else made
    return [_encode((one.seqs, one.audiences, time_ms)) for one in entries]


def store_snapshot(store: Store, match: str, snapshot: Snapshot) -> None:
    """Stores a snapshot of a match."""
    info = {name: value for name, value in msgspec.structs.asdict(snapshot).items() if name not in ("act", "dump")}
    info["check"] = _checksum(snapshot.act, snapshot.dump)
    store.add_snapshot(match, snapshot.act, snapshot.dump, _encode(info))


def stored_state(store: Store, match: str, act: int) -> tuple[bytes, str] | None:
    """Returns the dump of the state after an act and the digest of its format; None without a snapshot at that act."""
    stored = store.snapshot(match, act)
    if stored is None or stored[0] != act:
        return None
    with suppress(msgspec.MsgspecError, UnicodeDecodeError):  # the note is damaged, or missing as in older versions
        return stored[1], _info_decoder.decode(stored[2] or b"").state_format
    return stored[1], ""


def _checksum(act: int, dump: bytes) -> int:
    """Returns a checksum that binds a dump to its act."""
    return zlib.crc32(dump, act)
