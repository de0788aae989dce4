"""Stores the lines of a match in a file during play."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.record.audience_logs import LogEntry
from ironbottom.engine.record.record import RECORD_FORMAT, AnyAct, Copy, Header, MatchRecord, encode_lines


class Snapshot(msgspec.Struct, frozen=True):
    """A snapshot of a match after an act: the data needed to continue from there without the earlier acts."""

    act: int
    dump: bytes
    rules: str
    """The version of the rules that produced the state."""
    data: str
    """The digest of the figures that were in force."""
    dice: int = 0
    """The number of dice that the current source had rolled."""
    made: dict[str, int] = {}
    """The number of choices that each side made itself."""
    chosen: dict[str, int] = {}
    """The number of the last choice that each side made itself."""
    resigned: list[str] = []
    offer: str | None = None
    """The side that has offered a draw."""
    accepted: list[str] = []
    """The sides that have accepted it."""
    result: dict[str, Any] | None = None
    copied: Copy | None = None
    """The act that made the match a copy of another one."""
    floor: bool = False
    """Whether no act before the snapshot can be taken back."""
    state_format: str = ""
    """The digest of the format of the dump. Empty in old snapshots, which use the game's first format."""


class RecordSink(Protocol):
    """Stores the lines of a match during play: a file or a database."""

    def begin(self, header: Header, secrets: dict[str, str]) -> None:
        """Receives the header, and the secrets of the dice, which are stored separately."""

    def append(self, entries: Sequence[LogEntry]) -> None:
        """Stores the lines of one act, all or none; if this raises an error, the act is refused."""

    def reveal_secrets(self) -> None:
        """Called once the secrets are in the record."""


@runtime_checkable
class ActStore(RecordSink, Protocol):
    """A sink that can also return acts, so that a long match does not have to fit into memory."""

    def read(self, first: int, last: int) -> list[LogEntry]:
        """The acts with these numbers."""

    def seqs(self, number: int) -> Sequence[int]:
        """The number of entries in each log after an act."""

    def snapshot(self, most: int) -> Snapshot:
        """The last snapshot that is not after this act; the first one if all are later."""


class NullSink:
    """Stores nothing."""

    def begin(self, header: Header, secrets: dict[str, str]) -> None:
        """Ignores the header."""

    def append(self, entries: Sequence[LogEntry]) -> None:
        """Ignores the lines of one act."""

    def reveal_secrets(self) -> None:
        """Does nothing."""


def secret_path(path: Path | str) -> Path:
    """The path of the secrets of an unfinished record: beside the record, readable only by its owner."""
    return Path(f"{path}.secret")


TAKEN = "a file with this name already exists; a record is never overwritten"


class NameTaken(BadValue):
    """A file with this name already exists; another process may have just created it."""


class RecordFile:
    """Stores a match in a file during play: each act is one write.

    ``RecordFile(path)`` is for a new match, and refuses a path that exists.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._check = ""
        self._size = 0
        self._form = RECORD_FORMAT
        if self.path.exists():
            raise NameTaken(TAKEN, field=str(path))

    @classmethod
    def reopen(cls, path: Path | str, record: MatchRecord) -> RecordFile:
        """The file that a record was read from, opened to write more lines.

        If the last act was cut off, it is left out, and a copy of the old file is kept.
        """
        path = Path(path)
        data = path.read_bytes()
        if len(data) > record.size:
            spare_path(path).write_bytes(data)
            os.truncate(path, record.size)
        elif not data.endswith(b"\n"):
            _write(path, b"\n")
        sink = cls.__new__(cls)
        sink.path, sink._check, sink._size = path, record.check, path.stat().st_size
        sink._form = record.header.format
        return sink

    def begin(self, header: Header, secrets: dict[str, str]) -> None:
        """Writes the header, and the secrets into a separate file."""
        self._form = header.format
        try:
            if secrets:
                self._write_secrets(secrets)
            self.path.touch(exist_ok=False)
        except FileExistsError as error:
            raise NameTaken(TAKEN, field=str(error.filename)) from None
        except OSError as error:
            raise BadValue(f"cannot be written: {error.strerror}", field=str(error.filename)) from None
        self._write([header])

    def append(self, entries: Sequence[LogEntry]) -> None:
        """Writes the lines of one act in one write."""
        self._write([one.act for one in entries])

    def add(self, acts: Sequence[AnyAct]) -> None:
        """Writes many lines at once."""
        self._write(acts)

    def reveal_secrets(self) -> None:
        """Removes the file with the secrets, which are now in the record."""
        secret_path(self.path).unlink(missing_ok=True)

    def _write(self, lines: Sequence[Any]) -> None:
        data, check = encode_lines(lines, self._check, self._form)
        try:
            if self.path.stat().st_size != self._size:
                raise BadValue("another program has written to this record", field=str(self.path))
            if _write(self.path, data) < len(data):
                os.truncate(self.path, self._size)
                raise BadValue("the disk is full; the act was not made", field=str(self.path))
        except OSError as error:
            raise BadValue(f"cannot be written: {error.strerror}", field=str(self.path)) from None
        self._check = check
        self._size += len(data)

    def _write_secrets(self, secrets: dict[str, str]) -> None:
        opened = os.open(secret_path(self.path), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(opened, "wb") as file:
            file.write(msgspec.json.encode(secrets) + b"\n")


def _write(path: Path, data: bytes) -> int:
    with path.open("ab", buffering=0) as file:
        return file.write(data)


def spare_path(path: Path) -> Path:
    """An unused name for a copy of a file before it is repaired."""
    number = 1
    while (spare := Path(f"{path}.cut-{number}")).exists():
        number += 1
    return spare


def read_secrets(path: Path | str) -> dict[str, str]:
    """The secrets of an unfinished record; ``BadValue`` names their file if they cannot be read."""
    beside = secret_path(path)
    try:
        return msgspec.json.decode(beside.read_bytes(), type=dict[str, str])
    except OSError as error:
        raise BadValue(f"the secret of the dice cannot be read: {error.strerror}", field=str(beside)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadValue(f"this is not the secret of dice: {error}", field=str(beside)) from None
