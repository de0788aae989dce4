"""Saves of matches that are not over: sealed line by line, since nobody may read the whole record before the end.

A sealed save is opened only where it was made: its key stands in the store. Its first line tells what it is; each
further line is ``{"sealed": …, "check": …}``. The text of a line is a part of the packed record mixed (XOR) with a
stream drawn by SHAKE256 from the key, the save's own number and the line's; the check is an HMAC-SHA256 over the check
before it, the line's number and what is sealed, so that a changed, missing or foreign line is found.

How many lines a record has, and how long they are, tells what a side chose in secret. So the packed record is filled up
to one of few sizes, each twice the one before; where one size gives way to the next is a secret of the match.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

import msgspec

from ironbottom.engine.core.errors import BadValue

CHECK_DIGITS = 32
PART = 8192
LEAST_PARTS = 8
LENGTH_BYTES = 8
LINES_AT_ONCE = 500
"""So many lines are packed in one go."""


class Heading(msgspec.Struct, tag_field="act", tag="save", forbid_unknown_fields=True):
    """The first line of a sealed save: what may be known of it without opening it."""

    format: Literal[1, 2]
    """1: each line of the record was sealed by itself."""
    game: str
    name: str
    seats: dict[str, str]
    lines: int
    """How many lines are sealed."""
    number: str
    """A random number of this save's own."""
    check: str = ""


class Sealed(msgspec.Struct, forbid_unknown_fields=True):
    """A sealed line."""

    sealed: str
    check: str


class SaveDamaged(BadValue):
    """A save that cannot be opened, with the line (from 1) that is wrong."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message, field=f"line {line}")
        self.line = line


def seal(key: bytes, heading: dict[str, Any], lines: Iterable[bytes], match: str) -> Iterator[bytes]:
    """A save of these lines of a match under a heading of ``game``, ``name`` and ``seats``, line by line.

    Empty parts come while the lines are packed, so that others can be served between them.
    """
    packed = bytearray()
    press = zlib.compressobj()
    for number, line in enumerate(lines):
        packed += press.compress(b"\n" + line if number else line)
        if not number % LINES_AT_ONCE:
            yield b""
    packed += press.flush()
    parts = _parts(key, packed, match)
    first = Heading(format=2, lines=len(parts), number=secrets.token_hex(16), **heading)
    first.check = check = _check(key, "", 0, msgspec.json.encode(first))
    yield msgspec.json.encode(first) + b"\n"
    for place, part in enumerate(parts, 1):
        mixed = _mix(key, first.number, place, part)
        check = _check(key, check, place, mixed)
        yield msgspec.json.encode(Sealed(b64encode(mixed).decode(), check)) + b"\n"


def _parts(key: bytes, packed: bytearray, match: str) -> list[bytes]:
    """What was packed, filled up to a size that tells nothing of it, and parted."""
    size = _size(key, len(packed) + LENGTH_BYTES, match)
    filled = (len(packed).to_bytes(LENGTH_BYTES, "big") + packed).ljust(size)
    return [filled[start : start + PART] for start in range(0, len(filled), PART)]


def _size(key: bytes, length: int, match: str) -> int:
    """The size up to which so many bytes are filled."""
    size = least = PART * LEAST_PARTS
    while True:
        shift = int.from_bytes(hmac.digest(key, f"{match} {size}".encode(), "sha256")[:4], "big") % least
        if length + shift <= size:
            return size
        size *= 2


def _unpacked(parts: Sequence[bytes]) -> list[bytes]:
    """The lines that were packed."""
    filled = b"".join(parts)
    length = int.from_bytes(filled[:LENGTH_BYTES], "big")
    return zlib.decompress(filled[LENGTH_BYTES : LENGTH_BYTES + length]).split(b"\n")


def is_sealed(data: bytes) -> bool:
    """Whether a file is a sealed save."""
    return data.startswith(b'{"act":"save"')


def open_seal(key: bytes, data: bytes) -> tuple[Heading, list[bytes]]:
    """The heading and the lines of a save; ``SaveDamaged`` names the line that is wrong."""
    first, *rest = data.split(b"\n")
    heading = _heading(key, first)
    sealed = rest[:-1] if rest and not rest[-1] else rest
    check, lines = heading.check, []
    for place, line in enumerate(sealed, 1):
        mixed, told = _read(line, place)
        check = _check(key, check, place, mixed)
        if not hmac.compare_digest(check.encode(), told.encode()):
            raise SaveDamaged("the line was changed, or lines before it are missing", place + 1)
        lines.append(_mix(key, heading.number, place, mixed))
    if len(lines) != heading.lines:
        raise SaveDamaged(f"the save has {heading.lines} sealed lines, of which {len(lines)} are here", len(lines) + 2)
    return heading, lines if heading.format == 1 else _unpacked(lines)


def _heading(key: bytes, line: bytes) -> Heading:
    try:
        heading = msgspec.json.decode(line, type=Heading)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise SaveDamaged(f"this is not the first line of a save: {wrong}", 1) from None
    blank = msgspec.structs.replace(heading, check="")
    if not hmac.compare_digest(_check(key, "", 0, msgspec.json.encode(blank)).encode(), heading.check.encode()):
        told = "this save was sealed elsewhere, or changed: a match that is not over is opened where it was saved"
        raise SaveDamaged(told, 1)
    return heading


def _read(line: bytes, place: int) -> tuple[bytes, str]:
    try:
        read = msgspec.json.decode(line, type=Sealed)
        return b64decode(read.sealed, validate=True), read.check
    except ValueError as wrong:
        raise SaveDamaged(f"this is not a sealed line: {wrong}", place + 1) from None


def _mix(key: bytes, number: str, place: int, line: bytes) -> bytes:
    if not line:
        return b""
    stream = hashlib.shake_256(key + bytes.fromhex(number) + place.to_bytes(8, "big")).digest(len(line))
    return (int.from_bytes(line, "big") ^ int.from_bytes(stream, "big")).to_bytes(len(line), "big")


def _check(key: bytes, previous: str, place: int, mixed: bytes) -> str:
    message = previous.encode() + place.to_bytes(8, "big") + mixed
    return hmac.new(key, message, "sha256").hexdigest()[:CHECK_DIGITS]
