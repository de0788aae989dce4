"""Saves of unfinished matches, encrypted part by part, since nobody may read the whole record before the end.

A sealed save can be opened only by the store that wrote it, which has the key. The first line describes the save; each
further line is ``{"sealed": …}``: a part of the compressed record, encrypted with ChaCha20-Poly1305 (RFC 8439). HKDF
derives the key of a save from the store's key and the save's random number; the nonce of a part is its index. So a
changed, moved or foreign line is detected. A missing line is detected because the header has the number of lines.

The number and the length of a record's lines would reveal hidden choices. So the compressed record is padded to one of
a few sizes, each twice the one before; the limits between the sizes are a secret of the match.

Formats 1 and 2 are read by ``old_sealed_saves.py``.
"""

from __future__ import annotations

import hmac
import secrets
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.server.storage.old_sealed_saves import read_old
from ironbottom.server.storage.save_lines import SaveDamaged, SaveHeader, lines_of, read_header

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

FORMAT: Final = 3
PART_BYTES = 8192
MIN_PARTS = 8
LENGTH_BYTES = 8
LINES_PER_STEP = 500
"""The number of lines that are compressed between two pauses."""
NONCE_BYTES = 12
MAX_UNPACKED_BYTES = 256_000_000
"""The maximum size of a record. A file by mail comes from another person, and could unpack to far more."""


class SealedPart(msgspec.Struct, forbid_unknown_fields=True):
    """A line after the first: the encrypted part with its authentication tag, in Base64."""

    sealed: str


def write_sealed(
    key: bytes, header: dict[str, Any], lines: Iterable[bytes], match: str, size_key: bytes | None = None
) -> Iterator[bytes]:
    """Yields the lines of a save. ``header`` has ``game``, ``name`` and ``seats``.

    ``size_key`` decides the sizes to which saves are padded; all saves of a match need the same. By default it is the
    key.

    Yields empty parts while the lines are compressed, so that the server can answer other requests in between.
    """
    number = secrets.token_hex(16)
    cipher = _cipher(key, number)
    packed = bytearray()
    compressor = zlib.compressobj()
    for place, line in enumerate(lines):
        packed += compressor.compress(b"\n" + line if place else line)
        if not place % LINES_PER_STEP:
            yield b""
    packed += compressor.flush()
    parts = _split(size_key or key, packed, match)
    first = SaveHeader(format=FORMAT, lines=len(parts), number=number, **header)
    first.check = cipher.encrypt(_nonce(0), b"", _described(first)).hex()
    yield msgspec.json.encode(first) + b"\n"
    for place, part in enumerate(parts, 1):
        sealed = SealedPart(b64encode(cipher.encrypt(_nonce(place), part, None)).decode())
        yield msgspec.json.encode(sealed) + b"\n"


def read_sealed(key: bytes, data: bytes) -> tuple[SaveHeader, list[bytes]]:
    """Returns the header and the lines of a save. ``SaveDamaged`` names the line that is wrong."""
    first, sealed = lines_of(data)
    header = read_header(first)
    if header.format < FORMAT:
        return read_old(key, header, sealed, _unpack)
    from cryptography.exceptions import InvalidTag

    cipher = _cipher(key, header.number)
    try:
        cipher.decrypt(_nonce(0), bytes.fromhex(header.check), _described(header))
    except (InvalidTag, ValueError):
        raise SaveDamaged.sealed_elsewhere() from None
    parts = []
    for place, line in enumerate(sealed, 1):
        try:
            part = msgspec.json.decode(line, type=SealedPart)
            parts.append(cipher.decrypt(_nonce(place), b64decode(part.sealed, validate=True), None))
        except InvalidTag:
            raise SaveDamaged.changed(place + 1) from None
        except ValueError as error:
            raise SaveDamaged(f"this is not a sealed line: {error}", place + 1) from None
    if len(parts) != header.lines:
        raise SaveDamaged.incomplete(header.lines, len(parts))
    return header, _unpack(parts)


def is_sealed(data: bytes) -> bool:
    """Returns whether a file is a sealed save."""
    return data.startswith(b'{"act":"save"')


def _cipher(key: bytes, number: str) -> ChaCha20Poly1305:
    """Returns the cipher of a save. Raises ``BadValue`` if the package that has it is not installed."""
    try:
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    except ImportError:
        message = "saves of unfinished matches are encrypted; this requires: pip install ironbottom[server]"
        raise BadValue(message, field="save") from None
    try:
        salt = bytes.fromhex(number)
    except ValueError:
        raise SaveDamaged.sealed_elsewhere() from None
    return ChaCha20Poly1305(HKDF(SHA256(), length=32, salt=salt, info=b"ironbottom save 3").derive(key))


def _nonce(place: int) -> bytes:
    """Returns the nonce of a line, 0 for the header; all nonces of a save differ, and each save has its own key."""
    return place.to_bytes(NONCE_BYTES, "big")


def _described(header: SaveHeader) -> bytes:
    """Returns the data that the checksum of the header covers: the whole header except the checksum."""
    return msgspec.json.encode(msgspec.structs.replace(header, check=""))


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
    """Returns the lines that were compressed. Raises ``SaveDamaged`` if they are too large or were not compressed."""
    padded = b"".join(parts)
    length = int.from_bytes(padded[:LENGTH_BYTES], "big")
    unpacker = zlib.decompressobj()
    try:
        unpacked = unpacker.decompress(padded[LENGTH_BYTES : LENGTH_BYTES + length], MAX_UNPACKED_BYTES)
    except zlib.error:
        raise SaveDamaged("the record in this file cannot be unpacked", 2) from None
    if unpacker.unconsumed_tail:
        raise SaveDamaged("the record in this file is too large", 2)
    if not unpacker.eof:
        raise SaveDamaged("the record in this file cannot be unpacked", 2)
    return unpacked.split(b"\n")
