"""Match records: one JSON-lines file a match, a header and then each act with its resolved outcomes.

``docs/records.md`` describes the lines. Each ends with a check over itself and all lines before it, so that damage is
found at its line. The secret of the dice never stands in an unfinished record: it lies beside it (``secret_path``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol

import msgspec

from ironbottom.engine.errors import BadValue

RECORD_FORMAT = 1
CHECK_DIGITS = 12
LONGEST_LINE = 16_000_000


class Line(msgspec.Struct, tag_field="act", forbid_unknown_fields=True, omit_defaults=True):
    """One line of a record; the tag ``act`` says which kind."""


class DiceHeading(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Where the dice come from: the published hash of each secret by its holder, and the words given after."""

    kind: str
    commitments: dict[str, str] = {}
    words: list[str] = []


class Header(Line, tag="match"):
    """The first line: what is played, under which rules and figures, by whom, with which dice."""

    format: int
    game: str
    rules: str
    """The version of the game's rules."""
    options: dict[str, str]
    data: str
    """The digest of the figures in force, corrections included."""
    dice: DiceHeading
    scenario: str | None = None
    players: dict[str, str] = {}
    corrections: dict[str, Any] = {}
    position: dict[str, Any] | None = None
    """Where the match starts, if not with a scenario."""


Fall = tuple[int, int, str]
"""A die as it fell: value, faces, what for."""


class Act(Line):
    """A line after the header; ``more`` stands on all lines of one submission but the last."""

    seq: int


class Begin(Act, tag="begin"):
    """What happens before the first choice."""

    dice: list[Fall] = []
    events: list[dict[str, Any]] = []
    more: bool = False


class Choice(Act, tag="choice"):
    """A choice with the dice as fallen and the events as everybody together would be told them.

    ``auto``: the only choice there was, taken by the match. ``handed``: its dice were handed in, not drawn.
    """

    side: str
    action: list[str]
    dice: list[Fall] = []
    events: list[dict[str, Any]] = []
    auto: bool = False
    handed: bool = False
    more: bool = False


class Undo(Act, tag="undo"):
    """The last choices of a side taken back: ``taken`` are the numbers of all lines that no longer stand."""

    side: str
    steps: int
    taken: list[int]
    consent: list[str] = []
    more: bool = False


class Withdraw(Act, tag="withdraw"):
    """An earlier choice of a side taken back, the later ones kept; ``dropped`` are those that no longer fit."""

    side: str
    choice: int
    taken: list[int]
    dropped: list[list[str]] = []
    more: bool = False


class Resign(Act, tag="resign"):
    """A side gives up."""

    side: str
    more: bool = False


class Draw(Act, tag="draw"):
    """A word about a draw by agreement."""

    side: str
    word: Literal["offer", "accept", "decline"]
    more: bool = False


class End(Act, tag="end"):
    """The result, and the hash of the last state."""

    result: dict[str, Any]
    state: str
    more: bool = False


class Reveal(Act, tag="reveal"):
    """The secrets of the dice by their holders, after the end."""

    secrets: dict[str, str]
    more: bool = False


AnyAct = Begin | Choice | Undo | Withdraw | Resign | Draw | End | Reveal
AnyLine = Header | AnyAct


class Keeper(Protocol):
    """Whatever keeps the lines of a match as they are played: a file, a database."""

    def begin(self, header: Header, secrets: dict[str, str]) -> None:
        """Takes the header, and the secrets of the dice, to be kept apart from it."""

    def append(self, acts: Sequence[AnyAct]) -> None:
        """Takes the lines of one act, all or none."""

    def finished(self) -> None:
        """Told once the secrets stand in the record."""


class RecordFile:
    """Keeps a match in a file as it is played: each act is one write.

    ``RecordFile(path)`` is for a new match and refuses a path that exists; ``resume`` in ``replay.py`` goes on with an
    old one.
    """

    def __init__(self, path: Path | str) -> None:
        raise NotImplementedError


@dataclass
class Record:
    """A record that was read: the header, the acts, and what had to be left out at its end."""

    header: Header
    acts: list[AnyAct]
    path: Path | None = None
    cut: str = ""
    """What is told when the last line was cut off by a crash; empty otherwise."""
    checks: list[str] = field(default_factory=list)

    @property
    def finished(self) -> bool:
        """Whether the match is over."""
        return any(isinstance(act, End) for act in self.acts)


class Damaged(BadValue):
    """A record that is damaged at ``line`` (from 1); the ``record`` of the lines before it can still be used."""

    line: int
    record: Record | None


def read_record(path: Path | str) -> Record:
    """The record in a file; ``Damaged`` names the line, what is wrong and what is allowed."""
    raise NotImplementedError


def read_lines(data: bytes, name: str = "record") -> Record:
    """The record in a text of lines."""
    raise NotImplementedError


def secret_path(path: Path | str) -> Path:
    """Where the secret of an unfinished record's dice lies: beside it, readable by its owner alone."""
    return Path(f"{path}.secret")


def encode_lines(lines: Sequence[AnyLine], previous: str = "") -> tuple[bytes, str]:
    """The lines as bytes, each with its check, and the last check."""
    written = []
    for line in lines:
        body = msgspec.json.encode(line)
        previous = check_of(previous, body)
        written.append(body[:-1] + b',"check":"' + previous.encode() + b'"}\n')
    return b"".join(written), previous


def check_of(previous: str, body: bytes) -> str:
    """The check of a line: the first digits of a SHA-256 over the check before it and its own text."""
    return hashlib.sha256(previous.encode() + body).hexdigest()[:CHECK_DIGITS]
