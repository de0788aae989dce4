"""Saves of unfinished matches, encrypted line by line, since nobody may read the whole record before the end.

A sealed save can be opened only by the store that wrote it, which has the key. The first line describes the save; each
further line is ``{"sealed": …, "check": …}``: a part of the compressed record, XORed with a SHAKE256 stream of the key,
the save's number and the line's number, and an HMAC-SHA256 of the previous check, the line's number and the encrypted
text, so that a changed, missing or foreign line is found.

The number and the length of a record's lines would reveal hidden choices. So the compressed record is padded to one of
a few sizes, each twice the one before; the limits between the sizes are a secret of the match.
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
PART_BYTES = 8192
MIN_PARTS = 8
LENGTH_BYTES = 8
LINES_PER_STEP = 500
"""How many lines are compressed between two pauses."""


class SaveHeader(msgspec.Struct, tag_field="act", tag="save", forbid_unknown_fields=True):
    """The first line of a sealed save: what may be known without opening it."""

    format: Literal[1, 2]
    """1: each line of the record was sealed separately."""
    game: str
    name: str
    seats: dict[str, str]
    lines: int
    """How many lines are sealed."""
    number: str
    """A random number of this save."""
    check: str = ""


class SealedLine(msgspec.Struct, forbid_unknown_fields=True):
    """A sealed line."""

    sealed: str
    check: str


class SaveDamaged(BadValue):
    """A save that cannot be opened, with the number (from 1) of the wrong line."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message, field=f"line {line}")
        self.line = line


def write_sealed(key: bytes, header: dict[str, Any], lines: Iterable[bytes], match: str) -> Iterator[bytes]:
    """Yields the lines of a save. ``header`` has ``game``, ``name`` and ``seats``.

    Yields empty parts while the lines are compressed, so that the server can answer other requests in between.
    """
    packed = bytearray()
    compressor = zlib.compressobj()
    for number, line in enumerate(lines):
        packed += compressor.compress(b"\n" + line if number else line)
        if not number % LINES_PER_STEP:
            yield b""
    packed += compressor.flush()
    parts = _split(key, packed, match)
    first = SaveHeader(format=2, lines=len(parts), number=secrets.token_hex(16), **header)
    first.check = check = _check(key, "", 0, msgspec.json.encode(first))
    yield msgspec.json.encode(first) + b"\n"
    for place, part in enumerate(parts, 1):
        encrypted = _xor(key, first.number, place, part)
        check = _check(key, check, place, encrypted)
        yield msgspec.json.encode(SealedLine(b64encode(encrypted).decode(), check)) + b"\n"


def _split(key: bytes, packed: bytearray, match: str) -> list[bytes]:
    """Pads the compressed record to a size that reveals nothing, and splits it."""
    size = _padded_size(key, len(packed) + LENGTH_BYTES, match)
    padded = (len(packed).to_bytes(LENGTH_BYTES, "big") + packed).ljust(size)
    return [padded[start : start + PART_BYTES] for start in range(0, len(padded), PART_BYTES)]


def _padded_size(key: bytes, length: int, match: str) -> int:
    """Returns the size to which this many bytes are padded."""
    size = least = PART_BYTES * MIN_PARTS
    while True:
        shift = int.from_bytes(hmac.digest(key, f"{match} {size}".encode(), "sha256")[:4], "big") % least
        if length + shift <= size:
            return size
        size *= 2


def _unpack(parts: Sequence[bytes]) -> list[bytes]:
    """Returns the lines that were compressed."""
    padded = b"".join(parts)
    length = int.from_bytes(padded[:LENGTH_BYTES], "big")
    return zlib.decompress(padded[LENGTH_BYTES : LENGTH_BYTES + length]).split(b"\n")


def is_sealed(data: bytes) -> bool:
    """Returns whether a file is a sealed save."""
    return data.startswith(b'{"act":"save"')


def read_sealed(key: bytes, data: bytes) -> tuple[SaveHeader, list[bytes]]:
    """Returns the header and the lines of a save. ``SaveDamaged`` names the line that is wrong."""
    first, *rest = data.split(b"\n")
    header = _read_header(key, first)
    sealed = rest[:-1] if rest and not rest[-1] else rest
    check, lines = header.check, []
    for place, line in enumerate(sealed, 1):
        encrypted, expected = _read_line(line, place)
        check = _check(key, check, place, encrypted)
        if not hmac.compare_digest(check.encode(), expected.encode()):
            raise SaveDamaged("the line was changed, or lines before it are missing", place + 1)
        lines.append(_xor(key, header.number, place, encrypted))
    if len(lines) != header.lines:
        raise SaveDamaged(f"the save has {header.lines} sealed lines, of which {len(lines)} are here", len(lines) + 2)
    return header, lines if header.format == 1 else _unpack(lines)


def _read_header(key: bytes, line: bytes) -> SaveHeader:
    try:
        header = msgspec.json.decode(line, type=SaveHeader)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SaveDamaged(f"this is not the first line of a save: {error}", 1) from None
    blank = msgspec.structs.replace(header, check="")
    if not hmac.compare_digest(_check(key, "", 0, msgspec.json.encode(blank)).encode(), header.check.encode()):
        expected = "this save was sealed elsewhere, or changed: a match that is not over is opened where it was saved"
        raise SaveDamaged(expected, 1)
    return header


def _read_line(line: bytes, place: int) -> tuple[bytes, str]:
    try:
        read = msgspec.json.decode(line, type=SealedLine)
        return b64decode(read.sealed, validate=True), read.check
    except ValueError as error:
        raise SaveDamaged(f"this is not a sealed line: {error}", place + 1) from None


def _xor(key: bytes, number: str, place: int, line: bytes) -> bytes:
    if not line:
        return b""
    stream = hashlib.shake_256(key + bytes.fromhex(number) + place.to_bytes(8, "big")).digest(len(line))
    return (int.from_bytes(line, "big") ^ int.from_bytes(stream, "big")).to_bytes(len(line), "big")


def _check(key: bytes, previous: str, place: int, encrypted: bytes) -> str:
    message = previous.encode() + place.to_bytes(8, "big") + encrypted
    return hmac.new(key, message, "sha256").hexdigest()[:CHECK_DIGITS]
