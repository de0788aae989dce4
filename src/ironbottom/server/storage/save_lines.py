"""Common parts of sealed saves of all formats: the first line, and the errors that name a line."""

from __future__ import annotations

from typing import Literal

import msgspec

from ironbottom.engine.core.errors import BadValue


class SaveHeader(msgspec.Struct, tag_field="act", tag="save", forbid_unknown_fields=True):
    """The first line of a sealed save: the data that may be read without opening it."""

    format: Literal[1, 2, 3]
    """1: each line of the record was sealed separately. 2: sealed by the project's own cipher."""
    game: str
    name: str
    seats: dict[str, str]
    lines: int
    """The number of sealed lines."""
    number: str
    """A random number of this save."""
    check: str = ""


class SaveDamaged(BadValue):
    """A save that cannot be opened, with the number (from 1) of the wrong line."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message, field=f"line {line}")
        self.line = line

    @classmethod
    def sealed_elsewhere(cls) -> SaveDamaged:
        """The header was not written by this store."""
        return cls(
            "this save was made elsewhere, or was changed: an unfinished match can be opened only where it was saved", 1
        )

    @classmethod
    def changed(cls, line: int) -> SaveDamaged:
        """A line that does not match the lines before it."""
        return cls("the line was changed, or lines before it are missing", line)

    @classmethod
    def incomplete(cls, expected: int, found: int) -> SaveDamaged:
        """Lines are missing at the end, or there are too many."""
        return cls(f"the save has {expected} sealed lines, of which {found} are here", found + 2)


def lines_of(data: bytes) -> tuple[bytes, list[bytes]]:
    """Returns the first line of a save, and the other lines."""
    first, *rest = data.split(b"\n")
    return first, rest[:-1] if rest and not rest[-1] else rest


def read_header(line: bytes) -> SaveHeader:
    """Returns the header; it is not yet authenticated."""
    try:
        return msgspec.json.decode(line, type=SaveHeader)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SaveDamaged(f"this is not the first line of a save: {error}", 1) from None
