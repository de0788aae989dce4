"""Reads sealed saves of formats 1 and 2, which are no longer written.

Each line after the first is ``{"sealed": …, "check": …}``: a part of the record, XORed with a SHAKE256 stream of the
key, the save's number and the line's number, and an HMAC-SHA256 of the previous check, the line's number and the
encrypted text. In format 1 a part is a line of the record; in format 2 the record was compressed, padded and split.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import b64decode
from collections.abc import Callable, Sequence

import msgspec

from ironbottom.server.storage.save_lines import SaveDamaged, SaveHeader

CHECK_DIGITS = 32


class SealedLine(msgspec.Struct, forbid_unknown_fields=True):
    """A sealed line."""

    sealed: str
    check: str


def read_old(
    key: bytes, header: SaveHeader, sealed: Sequence[bytes], unpack: Callable[[Sequence[bytes]], list[bytes]]
) -> tuple[SaveHeader, list[bytes]]:
    """Returns the header and the lines of a save; ``unpack`` joins the parts of format 2."""
    blank = msgspec.structs.replace(header, check="")
    if not hmac.compare_digest(check_of(key, "", 0, msgspec.json.encode(blank)).encode(), header.check.encode()):
        raise SaveDamaged.sealed_elsewhere()
    check, parts = header.check, []
    for place, line in enumerate(sealed, 1):
        encrypted, expected = _read_line(line, place)
        check = check_of(key, check, place, encrypted)
        if not hmac.compare_digest(check.encode(), expected.encode()):
            raise SaveDamaged.changed(place + 1)
        parts.append(xor(key, header.number, place, encrypted))
    if len(parts) != header.lines:
        raise SaveDamaged.incomplete(header.lines, len(parts))
    return header, parts if header.format == 1 else unpack(parts)


def _read_line(line: bytes, place: int) -> tuple[bytes, str]:
    try:
        read = msgspec.json.decode(line, type=SealedLine)
        return b64decode(read.sealed, validate=True), read.check
    except ValueError as error:
        raise SaveDamaged(f"this is not a sealed line: {error}", place + 1) from None


def xor(key: bytes, number: str, place: int, line: bytes) -> bytes:
    """Encrypts or decrypts a line."""
    if not line:
        return b""
    stream = hashlib.shake_256(key + bytes.fromhex(number) + place.to_bytes(8, "big")).digest(len(line))
    return (int.from_bytes(line, "big") ^ int.from_bytes(stream, "big")).to_bytes(len(line), "big")


def check_of(key: bytes, previous: str, place: int, encrypted: bytes) -> str:
    """Returns the checksum of a line, in hexadecimal digits."""
    message = previous.encode() + place.to_bytes(8, "big") + encrypted
    return hmac.new(key, message, "sha256").hexdigest()[:CHECK_DIGITS]
