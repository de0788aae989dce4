"""Turn files: the files in which a match goes from one installation to another.

The first line says what the file is and for whom. An invitation has a second line with its settings, which anyone may
read, and a third with a checksum. Every other file continues with a sealed save (``sealed_saves.py``), encrypted for
its receiver: the key comes from X25519 (RFC 7748) between the keys of both players, through HKDF with the first line,
so that a file whose first line was changed cannot be opened. Only the two players can make that key; so it also proves
who wrote the file. The key of a file for another machine comes from a code instead.
"""

from __future__ import annotations

import hashlib
import secrets
from base64 import b32decode, b32encode
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ironbottom.engine.core.errors import BadValue
from ironbottom.server.messages.responses import TurnFileKind
from ironbottom.server.storage.database import UndoOffer
from ironbottom.server.storage.save_lines import SaveDamaged
from ironbottom.server.storage.sealed_saves import read_sealed, write_sealed

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

FORMAT = 1
PREFIX = b'{"act":"turn_file"'
CODE_BYTES = 15
CODE_GROUP = 4
KEY_HEX = "^[0-9a-f]{64}$"
Key = Annotated[str, Meta(pattern=KEY_HEX)]
DAMAGED = "this file is damaged or incomplete: ask for it again"


class TurnHeader(msgspec.Struct, tag_field="act", tag="turn_file", forbid_unknown_fields=True, kw_only=True):
    """The first line of a turn file."""

    format: Literal[1] = 1
    kind: TurnFileKind
    match: Annotated[str, Meta(pattern="^[0-9a-f]{14}$")]
    game: Annotated[str, Meta(max_length=60)]
    number: Annotated[int, Meta(ge=1, le=1_000_000)]
    """Every later file of a match has a larger number."""
    sender: Key
    receiver: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")] = ""
    """The public key of the other player; empty in an invitation and in a file for another machine."""
    sides: Annotated[list[Annotated[str, Meta(max_length=60)]], Meta(max_length=20)]
    """The sides of the person for whom the file is."""
    salt: Key


class Invitation(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The settings in an invitation. The hash of the dice is public before the other player adds words."""

    name: Annotated[str, Meta(max_length=100)]
    options: dict[str, str]
    scenario: str | None
    begun: bool
    seal: Annotated[str, Meta(max_length=100)]
    words: Annotated[list[Annotated[str, Meta(max_length=1_000)]], Meta(max_length=20)]
    lot: bool
    asked: Annotated[list[str], Meta(max_length=20)]
    """The sides whose player adds words for the dice."""


class TurnContents(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What an encrypted file has before the lines of the record."""

    words: dict[str, str] = {}
    """In an acceptance: the words for the dice, by side."""
    name: str = ""
    seats: dict[str, str] = {}
    created: str = ""
    sides: list[str] = []
    """The sides of the sender."""
    secrets: dict[str, str] = {}
    lot: bool = False
    orders: dict[str, dict[str, Any]] = {}
    """The standing orders by side: those of the sender, or all in a file for another machine."""
    order_answers: list[tuple[int, str, str]] = []
    undo_offer: UndoOffer | None = None
    notes: dict[str, str] = {}
    """In a file for another machine: the private notes."""
    private_key: str = ""
    peer: str = ""


def is_turn_file(data: bytes) -> bool:
    """Returns whether a file is a turn file."""
    return data.startswith(PREFIX)


def read_turn_header(data: bytes) -> TurnHeader:
    """Returns the first line, not yet authenticated. Raises ``BadValue`` if this is not a turn file."""
    line, newline, _ = data.partition(b"\n")
    if not is_turn_file(data):
        raise BadValue("this is not a file of a match by mail", field="file")
    if not newline:
        raise BadValue(DAMAGED, field="file, line 1")
    try:
        return msgspec.json.decode(line, type=TurnHeader)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        if b'"format":1,' not in line and b'"format":' in line:
            raise BadValue("this file was written by a newer version of Ironbottom", field="file") from None
        raise BadValue(f"{DAMAGED} ({error})", field="file, line 1") from None


# -- invitations -----------------------------------------------------------------------------------


def write_invitation(header: TurnHeader, invitation: Invitation) -> bytes:
    """Returns an invitation: readable, with a checksum that finds damage."""
    text = msgspec.json.encode(header) + b"\n" + msgspec.json.encode(invitation) + b"\n"
    return text + _checksum(text)


def read_invitation(data: bytes) -> Invitation:
    """Returns the settings in an invitation. Raises ``BadValue`` for a damaged one."""
    first, _, rest = data.partition(b"\n")
    body, _, check = rest.partition(b"\n")
    text = first + b"\n" + body + b"\n"
    if check.strip() != _checksum(text).strip():
        raise BadValue(DAMAGED, field="file")
    try:
        return msgspec.json.decode(body, type=Invitation)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadValue(f"{DAMAGED} ({error})", field="file, line 2") from None


def _checksum(text: bytes) -> bytes:
    return msgspec.json.encode({"check": hashlib.sha256(text).hexdigest()}) + b"\n"


# -- encrypted files -------------------------------------------------------------------------------


def write_turn(header: TurnHeader, shared: bytes, contents: TurnContents, lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yields the parts of an encrypted file; ``shared`` is the secret of its writer and its receiver."""
    first = msgspec.json.encode(header)
    yield first + b"\n"

    def packed() -> Iterator[bytes]:
        yield msgspec.json.encode(contents)
        yield from lines

    about = {"game": header.game, "name": "turn file", "seats": {}}
    size_key = _derive(shared, b"", b"ironbottom turn file sizes")
    yield from write_sealed(_file_key(shared, first), about, packed(), header.match, size_key)


def read_turn(data: bytes, shared: bytes) -> tuple[TurnContents, list[bytes]]:
    """Returns the contents and the lines of the record. Raises ``BadValue`` for a file that was damaged or changed."""
    first, _, rest = data.partition(b"\n")
    try:
        _, (contents, *lines) = read_sealed(_file_key(shared, first), rest)
        return msgspec.json.decode(contents, type=TurnContents), lines
    except SaveDamaged as error:
        if error.line == 1:
            raise BadValue(DAMAGED, field="file") from None
        raise BadValue(f"{DAMAGED} ({error.message})", field=f"file, line {error.line + 1}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadValue(f"this file was written by another version of Ironbottom ({error})", field="file") from None


def _file_key(shared: bytes, first: bytes) -> bytes:
    """Returns the key of one file; the first line has a random number of its own."""
    return _derive(shared, hashlib.sha256(first).digest(), b"ironbottom turn file 1")


def _derive(secret: bytes, salt: bytes, purpose: bytes) -> bytes:
    try:
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    except ImportError:
        raise BadValue(NOT_INSTALLED, field="file") from None
    return HKDF(SHA256(), length=32, salt=salt, info=purpose).derive(secret)


# -- keys ------------------------------------------------------------------------------------------

NOT_INSTALLED = "files of a match by mail are encrypted; this requires: pip install ironbottom[server]"


def new_private_key() -> str:
    """Returns a new private key, as hexadecimal digits."""
    return secrets.token_hex(32)


def public_key(private: str) -> str:
    """Returns the public key of a private one."""
    return _private(private).public_key().public_bytes_raw().hex()


def shared_secret(private: str, other: str) -> bytes:
    """Returns the secret that two players share; both compute the same from their own key and the other's."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PublicKey

    try:
        return _private(private).exchange(X25519PublicKey.from_public_bytes(bytes.fromhex(other)))
    except ValueError:
        raise BadValue(DAMAGED, field="file, line 1") from None


def _private(key: str) -> X25519PrivateKey:
    try:
        from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
    except ImportError:
        raise BadValue(NOT_INSTALLED, field="file") from None
    return X25519PrivateKey.from_private_bytes(bytes.fromhex(key))


def new_code() -> str:
    """Returns a new code for a file that moves to another machine: 24 letters and digits in groups of four."""
    text = b32encode(secrets.token_bytes(CODE_BYTES)).decode()
    return "-".join(text[start : start + CODE_GROUP] for start in range(0, len(text), CODE_GROUP))


def code_secret(code: str) -> bytes:
    """Returns the secret of a code as a person typed it.

    >>> code_secret("aaaa aaaa-AAAA-AAAA-AAAA-AAAB").hex()
    '000000000000000000000000000001'
    """
    typed = "".join(code.replace("-", "").split()).upper()
    try:
        found = b32decode(typed)
    except ValueError:
        found = b""
    if len(found) != CODE_BYTES:
        raise BadValue("a code has 24 letters and digits, such as ABCD-EFGH-…", field="code")
    return found
