"""How a match writes itself into the store as it is played, and is read from there again page by page."""

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
    check_in,
    encode_each,
    read_acts,
    read_header,
)
from ironbottom.server.storage.database import Store


class Note(msgspec.Struct, array_like=True):
    """What stands beside a line: see ``LogEntry``; ``time`` in milliseconds since 1970."""

    seqs: list[int]
    audiences: tuple[list[int], list[int]] | None
    time: int


class About(msgspec.Struct):
    """What stands beside the dump of a snapshot: see ``Snapshot``."""

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
    """Of the number of the act and the dump; an older version kept none."""


_encode = msgspec.json.Encoder().encode
_note = msgspec.json.Decoder(Note)
_about = msgspec.json.Decoder(About)


class StoreKeeper:
    """Writes the lines of a match to the store; the code that lets the match act opens the transaction around it.

    ``form`` is the format of the record that goes on.
    """

    def __init__(self, store: Store, match: str, check: str = "", form: int = RECORD_FORMAT) -> None:
        self._store, self._match, self._check, self._form = store, match, check, form
        self._header: Header | None = None

    @classmethod
    def reopened(cls, store: Store, match: str) -> StoreKeeper:
        """The keeper of a match that is in the store."""
        ((line, _),) = store.rows(match, store.last_line(match), store.last_line(match)) or [(b"", None)]
        keeper = cls(store, match, check_in(line))
        keeper._form = keeper.header.format
        return keeper

    @property
    def header(self) -> Header:
        """The first line of the record."""
        if self._header is None:
            rows = self._store.rows(self._match, 0, 0)
            self._header = read_header(rows[0][0] if rows else b"", f"match {self._match}")
        return self._header

    def begin(self, header: Header, secrets: dict[str, str]) -> None:
        """Takes the header, and the secrets of the dice apart from it."""
        self._form = header.format
        (line,), self._check = encode_each([header], form=self._form)
        self._store.add_lines(self._match, 0, [line], [None])
        self._store.add_secrets(self._match, secrets)

    def append(self, noted: Sequence[LogEntry]) -> None:
        """Takes the lines of one act."""
        lines, self._check = encode_each([one.act for one in noted], self._check, self._form)
        self._store.add_lines(self._match, noted[0].act.seq, lines, notes_of(noted))

    def revealed(self) -> None:
        """Forgets the secrets, which stand in the record now."""
        self._store.delete_secrets(self._match)

    # -- reading -----------------------------------------------------------------------------------

    def read(self, first: int, last: int) -> list[LogEntry]:
        """The acts of these numbers; ``Damaged`` names a line that is wrong."""
        if last < first:
            return []
        (before, _), *rows = self._store.rows(self._match, first - 1, last)
        acts = read_acts(self.header, [line for line, _ in rows], first, check_in(before), f"match {self._match}")
        return [self._read(act, note) for act, (_, note) in zip(acts, rows, strict=True)]

    def seqs(self, number: int) -> Sequence[int]:
        """How many entries each log has after an act."""
        return self._noted(self._store.note(self._match, number), number).seqs

    def time(self, number: int) -> int:
        """When an act was made, in milliseconds since 1970."""
        return self._noted(self._store.note(self._match, number), number).time

    def snapshot(self, most: int) -> Snapshot:
        """The last snapshot after no later act than this one; the first if all come later."""
        found = self._store.snapshot(self._match, most)
        if found is None:
            raise BadValue("this match has no snapshot to go on from", field=f"match {self._match}")
        act, dump, about = found
        if about is None:
            return Snapshot(act, dump, "", "")
        read = msgspec.structs.asdict(_about.decode(about))
        if read.pop("check") not in (None, _check_of(act, dump)):
            told = f"the snapshot after act {act} is not the one that was kept"
            raise BadValue(told, field=f"match {self._match}")
        return Snapshot(act, dump, **read)

    def _read(self, act: AnyAct, note: bytes | None) -> LogEntry:
        read = self._noted(note, act.seq)
        return LogEntry(act, read.audiences, read.seqs)

    def _noted(self, note: bytes | None, number: int) -> Note:
        try:
            return _note.decode(note or b"")
        except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
            told = f"what stands beside line {number + 1} is damaged: {wrong}"
            raise BadValue(told, field=f"match {self._match}") from None


def notes_of(noted: Sequence[LogEntry], made: int | None = None) -> list[bytes]:
    """What stands beside these lines from now on, made now or at a time in milliseconds since 1970."""
    when = time.time_ns() // 1_000_000 if made is None else made
    return [_encode((one.seqs, one.audiences, when)) for one in noted]


def keep_snapshot(store: Store, match: str, snapshot: Snapshot) -> None:
    """Keeps where a match stands."""
    about = {name: value for name, value in msgspec.structs.asdict(snapshot).items() if name not in ("act", "dump")}
    about["check"] = _check_of(snapshot.act, snapshot.dump)
    store.add_snapshot(match, snapshot.act, snapshot.dump, _encode(about))


def stored_state(store: Store, match: str, act: int) -> tuple[bytes, str] | None:
    """The dump of the state after an act with the digest of its format; None if there is no snapshot at that act."""
    found = store.snapshot(match, act)
    if found is None or found[0] != act:
        return None
    with suppress(msgspec.MsgspecError, UnicodeDecodeError):  # the note is damaged, or an older version wrote none
        return found[1], _about.decode(found[2] or b"").state_format
    return found[1], ""


def _check_of(act: int, dump: bytes) -> int:
    """Binds a dump to the act after which it was made."""
    return zlib.crc32(dump, act)
