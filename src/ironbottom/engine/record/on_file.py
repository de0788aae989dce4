"""Records that are too long for memory.

They are read once from end to end; after that, each act is read from the file on demand.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, overload

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.record.formats import from_format
from ironbottom.engine.record.record import MAX_LINE_LENGTH, RECORD_FORMAT, AnyAct, MatchRecord, Reader

PAGE = 128
"""The number of acts read at once when one is needed."""
_act = msgspec.json.Decoder(AnyAct)


def open_record(path: Path | str, name: str = "") -> MatchRecord:
    """Reads the record in a file like ``read_record``, but leaves its acts in the file.

    ``Damaged`` names a wrong line; ``name`` is what messages call the file, by default its path.
    """
    try:
        file = Path(path).open("rb")  # noqa: SIM115  # open as long as its acts are asked for
    except OSError as error:
        raise BadValue(f"cannot be read: {error.strerror}", field=str(path)) from None
    acts = ActsOnFile(file)
    reader = Reader(name or str(path), acts)
    try:
        for line, ends in acts.lines():
            if ends:
                reader.take(line)
            else:
                reader.take_last(line)
        record = reader.finish()
    except OSError as error:
        raise BadValue(f"cannot be read: {error.strerror}", field=str(path)) from None
    acts.form = record.header.format
    return record


class ActsOnFile(Sequence[AnyAct]):
    """The acts of a record in its file; only their positions are in memory."""

    def __init__(self, file: IO[bytes]) -> None:
        self.form = RECORD_FORMAT
        self._file = file
        self._begins = array("Q")
        """The position of each line: the header, then each act by number."""
        self._count = 0
        self._page: tuple[int, list[AnyAct]] = (-1, [])

    @property
    def acts(self) -> Sequence[AnyAct]:
        """The acts so far: the sequence itself."""
        return self

    def lines(self) -> Iterator[tuple[bytes, bool]]:
        """Every line of the file without its line end, and whether it is complete; stores the start of each line."""
        self._file.seek(0)
        begins = 0
        while (line := self._file.readline(MAX_LINE_LENGTH + 2)) or not begins:
            whole = line.endswith(b"\n") or len(line) > MAX_LINE_LENGTH or not begins
            self._begins.append(begins)
            begins += len(line)
            yield line.removesuffix(b"\n"), whole
            if not line:
                return

    def extend(self, acts: Sequence[AnyAct]) -> None:
        """Counts acts that were read."""
        self._count += len(acts)

    def __del__(self) -> None:
        with suppress(OSError):
            self._file.close()

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> AnyAct: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[AnyAct]: ...
    def __getitem__(self, index: int | slice) -> AnyAct | Sequence[AnyAct]:
        places = range(self._count)[index]
        if isinstance(places, int):
            return self._at(places)
        return [self._at(one) for one in places]

    def __iter__(self) -> Iterator[AnyAct]:
        for first in range(0, self._count, PAGE):
            yield from self._read(first, first + PAGE)

    def _at(self, index: int) -> AnyAct:
        first = index - index % PAGE
        if self._page[0] != first:
            self._page = first, self._read(first, first + PAGE)
        return self._page[1][index - first]

    def _read(self, first: int, end: int) -> list[AnyAct]:
        """The acts at these indices."""
        end = min(end, self._count)
        self._file.seek(self._begins[first + 1])
        after = self._begins[end + 1] if end + 1 < len(self._begins) else None
        data = self._file.read() if after is None else self._file.read(after - self._begins[first + 1])
        return [self._decoded(line) for line in data.split(b"\n")[: end - first]]

    def _decoded(self, line: bytes) -> AnyAct:
        body, mark, _ = line.rpartition(b',"check":"')
        read = _act.decode(body + b"}" if mark else line)
        return from_format(read, self.form)
