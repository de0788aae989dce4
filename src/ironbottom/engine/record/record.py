"""Match records: one JSON Lines file for each match, with a header followed by the acts and their outcomes.

``docs/records.md`` describes the lines. Each line ends with a checksum over itself and all lines before it, so damage
can be traced to a line. An unfinished record never contains the secret of its dice: ``files.py`` stores it in a
separate file.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, NoReturn, Protocol, get_args

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import quote_short
from ironbottom.engine.record.formats import RECORD_FORMAT, WITH_TERMS, from_format, to_form
from ironbottom.engine.record.lines import (
    KINDS_OF_DICE,
    AnyAct,
    AnyLine,
    Begin,
    ChoiceMade,
    Comment,
    Copy,
    DiceHeading,
    Draw,
    End,
    Header,
    RecordedDie,
    Resign,
    Reveal,
    Undo,
    Withdraw,
    heading_of,
)
from ironbottom.engine.text.wrong_values import describe_error

__all__ = [
    "MAX_LINE_LENGTH",
    "RECORD_FORMAT",
    "AnyAct",
    "AnyLine",
    "Begin",
    "ChoiceMade",
    "Comment",
    "Copy",
    "Damaged",
    "DiceHeading",
    "Draw",
    "End",
    "Header",
    "MatchRecord",
    "Reader",
    "RecordedDie",
    "Resign",
    "Reveal",
    "Undo",
    "Withdraw",
    "encode_each",
    "encode_lines",
    "encoded",
    "heading_of",
    "line_checksum",
    "read_acts",
    "read_header",
    "read_lines",
    "read_record",
    "stored_checksum",
]

CHECK_DIGITS = 12
MAX_LINE_LENGTH = 16_000_000
STARTS = 'a record starts with {"act":"match", ...}: '
HEADER = re.compile(rb'\{\s*"act"\s*:\s*"match"')
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass
class MatchRecord:
    """A record that was read: its header, its acts, and a message about a last act that had to be left out."""

    header: Header
    acts: Sequence[AnyAct]
    check: str = ""
    """The checksum of the last valid line."""
    size: int = 0
    """The number of bytes in the valid lines."""
    cut: str = ""
    """The message about a last act that was cut off by a crash; empty otherwise."""
    name: str = field(default="record", compare=False)

    @property
    def dice(self) -> DiceHeading:
        """The current source of the dice: that of the header, or of the last copy."""
        return next((act.dice for act in reversed(self.acts) if isinstance(act, Copy)), self.header.dice)

    @property
    def finished(self) -> bool:
        """Whether the match is over."""
        return any(isinstance(act, End) for act in self.acts)

    def lines(self) -> bytes:
        """The record as the bytes of a file, in the format in which it was read."""
        return b"".join(self.each_line())

    def each_line(self) -> Iterator[bytes]:
        """The lines of the record, one at a time."""
        return encoded(chain([self.header], self.acts), form=self.header.format)


class Damaged(BadValue):
    """A record with a damaged line (from 1); ``record`` has the valid acts before it, if the header is valid."""

    def __init__(self, message: str, name: str, line: int, record: MatchRecord | None = None) -> None:
        super().__init__(message, field=f"{name}, line {line}")
        self.line = line
        self.record = record


def line_checksum(previous: str, body: bytes) -> str:
    """The checksum of a line: the first digits of the SHA-256 of the previous checksum and the rest of the line."""
    return hashlib.sha256(previous.encode() + body).hexdigest()[:CHECK_DIGITS]


def encode_lines(lines: Sequence[AnyLine], previous: str = "", form: int = RECORD_FORMAT) -> tuple[bytes, str]:
    """The lines as bytes in this format, each with its checksum, and the last checksum.

    >>> encode_lines([Resign(7, "japan")], "0123456789ab")[0]
    b'{"act":"resign","seq":7,"side":"japan","check":"6ec8656e2de8"}\\n'
    """
    written, last = encode_each(lines, previous, form)
    return b"".join(written), last


def encode_each(lines: Sequence[AnyLine], previous: str = "", form: int = RECORD_FORMAT) -> tuple[list[bytes], str]:
    """Encodes lines one at a time; returns them and the last check."""
    written = []
    for line in lines:
        body = msgspec.json.encode(to_form(line, form))
        previous = line_checksum(previous, body)
        written.append(b'%b,"check":"%b"}\n' % (body[:-1], previous.encode()))
    return written, previous


def encoded(lines: Iterable[AnyLine], form: int = RECORD_FORMAT) -> Iterator[bytes]:
    """Each line of a record as bytes, as it is read."""
    previous = ""
    for line in lines:
        (written,), previous = encode_each([line], previous, form)
        yield written


def stored_checksum(line: bytes) -> str:
    """The checksum at the end of a line.

    >>> stored_checksum(b'{"act":"resign","seq":7,"side":"japan","check":"6ec8656e2de8"}\\n')
    '6ec8656e2de8'
    """
    return line.rstrip()[-CHECK_DIGITS - 2 : -2].decode("ascii", "replace")


def read_record(path: Path | str) -> MatchRecord:
    """The record in a file; ``Damaged`` names the line, the error and what is allowed."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise BadValue(f"cannot be read: {error.strerror}", field=str(path)) from None
    return read_lines(data, str(path))


def read_lines(data: bytes, name: str = "record") -> MatchRecord:
    """The record in the bytes of a file."""
    *whole, rest = data.split(b"\n")
    if not whole:
        whole, rest = [rest], b""
    reader = Reader(name)
    for line in whole:
        reader.take(line)
    if rest:
        reader.take_last(rest)
    return reader.finish()


def read_header(line: bytes, name: str = "record") -> Header:
    """The header from the first line of a record."""
    return read_lines(line, name).header


def read_acts(header: Header, lines: Sequence[bytes], first: int, check: str, name: str = "record") -> list[AnyAct]:
    """Acts from the middle of a record, the first with this number, after a line with this checksum."""
    acts: list[AnyAct] = []
    reader = Reader(name, acts)
    reader.record, reader.line, reader.check, reader.before = (
        MatchRecord(header, acts, name=name),
        first,
        check,
        first - 1,
    )
    for line in lines:
        reader.take(line.removesuffix(b"\n"))
    return acts + reader.waiting


_header = msgspec.json.Decoder(Header)
_act = msgspec.json.Decoder(AnyAct)


def _describe_line(error: Exception) -> str:
    """A sentence about an error in a line: the field first, then the allowed values."""
    if not isinstance(error, msgspec.ValidationError) or str(error).startswith("Invalid"):
        return f"{error}{_allowed(str(error))}"
    said, field = describe_error(error, object)
    return f"{field}: {said}" if field else said


def _allowed(error: str) -> str:
    """The allowed values of a field, if there are only a few."""
    if error.endswith("`$.act`"):
        return f"; acts are {', '.join(kind.__struct_config__.tag for kind in get_args(AnyAct))}"
    if error.endswith("`$.why`"):
        return "; the only reason is time"
    return "; words are offer, accept, decline" if error.endswith("`$.word`") else ""


CHECK_AT_END = re.compile(rb',"check":"[^"]*"}\Z')
REFORMATTED = (
    "another program has reformatted the JSON: a record has one act per line, with the fields in order and"
    " no spaces between them; if it was only indented, `jq -c .` restores this form"
)


def _rearranged(line: bytes) -> bool:
    """Whether a JSON formatter rewrote a line: it is an opening bracket, or valid but laid out differently."""
    if line.strip() in (b"{", b"[", b"[{"):
        return True
    try:
        return "check" in msgspec.json.decode(line, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False


def _repeated(body: bytes) -> str:
    """A field that occurs twice in an object of a valid line; empty if there is none."""
    if msgspec.json.encode(msgspec.json.decode(body)) == body:  # true of every line written by this program
        return ""
    repeated: list[str] = []

    def look(pairs: list[tuple[str, Any]]) -> None:
        counts = Counter(name for name, _ in pairs)
        repeated.extend(name for name, count in counts.items() if count > 1)

    with suppress(RecursionError):
        json.loads(body, object_pairs_hook=look, parse_int=str, parse_float=str)
    return repeated[0] if repeated else ""


class ActReceiver(Protocol):
    """Receives the acts that are read."""

    @property
    def acts(self) -> Sequence[AnyAct]:
        """The acts so far."""

    def extend(self, acts: Sequence[AnyAct], /) -> None:
        """Adds the acts of one submission."""


class Reader:
    """Reads a record line by line; ``acts`` receives the acts, one submission at a time."""

    def __init__(self, name: str, acts: ActReceiver | list[AnyAct] | None = None) -> None:
        self.name = name
        receiver = [] if acts is None else acts
        self._acts: Sequence[AnyAct] = receiver if isinstance(receiver, list) else receiver.acts
        self._extend = receiver.extend
        self.line = self.before = 0
        """The number of lines read, and the number of acts before those that are read here."""
        self.check = ""
        self.size = 0
        self.record: MatchRecord | None = None
        self.waiting: list[AnyAct] = []
        """The lines of an act whose last line is still missing."""

    def take(self, line: bytes) -> None:
        """Reads one line that ends correctly."""
        self.line += 1
        self._add(self._decode(line))
        self._is_valid(len(line) + 1)

    def take_last(self, line: bytes) -> None:
        """Reads a last line without a line end: it counts if it is valid, otherwise it is reported as cut off."""
        self.line += 1
        try:
            self._add(self._decode(line))
        except Damaged:
            if self.record is None:
                raise
            self.record.cut = f"line {self.line} is cut off after {len(line)} bytes"
        else:
            self._is_valid(len(line))

    def finish(self) -> MatchRecord:
        """The record, without a last act that was cut off between two of its lines."""
        if self.record is None:
            self._refuse("there is no header")
        if self.waiting and not self.record.cut:
            self.record.cut = f"the act of line {self.line} is cut off after it"
        if self.record.cut:
            self.record.cut += f"; the match goes on after act {len(self.record.acts)}"
        return self.record

    def _is_valid(self, length: int) -> None:
        self.size += length
        if self.record is not None and not self.waiting:
            self.record.check, self.record.size = self.check, self.size

    def _decode(self, line: bytes) -> AnyLine:
        if len(line) > MAX_LINE_LENGTH:
            self._refuse(f"a line has at most {MAX_LINE_LENGTH} bytes")
        if damage := self._check_optional(line):
            self._refuse(damage)
        body, mark, check = line.rpartition(b',"check":"')
        body += b"}" if mark else line
        try:
            read = (_header if self.record is None else _act).decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            if not CHECK_AT_END.search(line) and _rearranged(line):
                self._refuse(REFORMATTED)
            first = STARTS if self.record is None else ""
            self._refuse(f"{first}{_describe_line(error)}")
        if field := _repeated(body):
            self._refuse(
                f"the field {quote_short(field)} appears twice in one object: "
                "another program could read the other value"
            )
        if self.record is None and not HEADER.match(line):
            self._refuse(f"{STARTS}act is its first field")
        self.check = line_checksum(self.check, body)
        if check != self.check.encode() + b'"}':
            self._refuse("the line does not match its check: it was changed, or lines before it are missing")
        return read

    def _check_optional(self, line: bytes) -> str:
        """Names damage done by mail programs, editors or concatenation; empty if the damage is none of these."""
        header = bool(HEADER.match(line))
        if not line.strip():
            return "the line is empty" if self.record else f"{STARTS}the file begins with an empty line, or is empty"
        if line.startswith(BYTE_ORDER_MARK):
            return "an editor has put a byte order mark before the line; without these 3 bytes it may be valid"
        if line.endswith(b"\r"):
            return "the line ends with CR LF: another program has changed the line endings, which must be LF"
        if self.record is not None and header:
            return "another record begins here; a file holds only one"
        if self.record is None and not header and line.startswith(b'{"act":"'):
            return f"{STARTS}its first lines are missing"
        return ""

    def _add(self, read: AnyLine) -> None:
        if isinstance(read, Header):
            if not 1 <= read.format <= RECORD_FORMAT:
                self._refuse(f"the record has format {read.format}; this version reads formats 1 to {RECORD_FORMAT}")
            self._check_dice(read.dice, read.format)
            self.record = MatchRecord(read, self._acts, name=self.name)
            return
        assert self.record is not None
        expected = self.before + len(self.record.acts) + len(self.waiting) + 1
        if read.seq != expected:
            self._refuse(f"the act has the number {read.seq} instead of {expected}")
        if isinstance(read, Copy):
            self._check_dice(read.dice, self.record.header.format)
        self.waiting.append(from_format(read, self.record.header.format))
        if not read.more:
            self._extend(self.waiting)
            self.waiting = []

    def _check_dice(self, dice: DiceHeading, form: int) -> None:
        if dice.kind not in KINDS_OF_DICE:
            self._refuse(f"{quote_short(dice.kind)} is not a kind of dice; the kinds are {', '.join(KINDS_OF_DICE)}")
        if form >= WITH_TERMS and len(dice.words_by) != len(dice.words):
            self._refuse("words_by names who gave each of the words, so both lists must have the same length")

    def _refuse(self, message: str) -> NoReturn:
        raise Damaged(message, self.name, self.line, self.record)
