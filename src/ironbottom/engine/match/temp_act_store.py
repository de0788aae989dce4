"""An act store in a temporary file, for replayed matches that do not fit into memory."""

from __future__ import annotations

import pickle
import tempfile
from array import array
from bisect import bisect_right
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ironbottom.engine.record.audience_logs import LogEntry
from ironbottom.engine.record.files import Snapshot
from ironbottom.engine.record.record import Header

if TYPE_CHECKING:
    from ironbottom.engine.match.match import Match

EVERY = 256
"""The number of acts between two snapshots."""


class TempActStore:
    """Stores the acts of a match in a temporary file, with a snapshot after every ``EVERY`` acts.

    The code that plays the match calls ``save_snapshot`` after each act.
    """

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115  # open as long as the match is played
        self._acts = array("Q", [0])
        """The position of each act in the file, by number."""
        self._snapshots: list[tuple[int, int]] = []
        """The act before each snapshot, and the position of the snapshot in the file."""
        self._end = 0

    def __del__(self) -> None:
        with suppress(OSError):
            self._file.close()

    def begin(self, header: Header, secrets: dict[str, str]) -> None:
        """Does nothing: the match has the header."""

    def append(self, noted: Sequence[LogEntry]) -> None:
        """Stores the lines of one act."""
        for one in noted:
            self._acts.append(self._write((one.act, one.audiences, list(one.seqs))))

    def reveal_secrets(self) -> None:
        """Does nothing: there is no file of secrets."""

    def save_snapshot(self, match: Match) -> None:
        """Stores a snapshot of the match if one is due."""
        if not self._snapshots or match.last >= self._snapshots[-1][0] + EVERY:
            self._snapshots.append((match.last, self._write(match.snapshot())))

    def read(self, first: int, last: int) -> list[LogEntry]:
        """The acts with these numbers."""
        return [LogEntry(*self._read_at(self._acts[number])) for number in range(first, last + 1)]

    def seqs(self, number: int) -> Sequence[int]:
        """The number of entries in each log after an act."""
        (noted,) = self.read(number, number)
        return noted.seqs

    def snapshot(self, most: int) -> Snapshot:
        """The last snapshot that is not after this act; the first one if all are later."""
        place = bisect_right(self._snapshots, most, key=lambda kept: kept[0])
        found: Snapshot = self._read_at(self._snapshots[max(place - 1, 0)][1])
        return found

    def _write(self, thing: object) -> int:
        """Appends an object to the file and returns its position."""
        place = self._end
        self._file.seek(place)
        self._end += self._file.write(pickle.dumps(thing))
        return place

    def _read_at(self, place: int) -> Any:
        self._file.seek(place)
        return pickle.load(self._file)
