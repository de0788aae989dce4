"""The lines of a match record in the current format, and the data that the hash at its start covers.

``docs/records.md`` describes the lines, ``docs/dice.md`` the hash.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

UNSEALED, SEALED, JOINT = "unsealed", "sealed", "joint"
KINDS_OF_DICE = (UNSEALED, SEALED, JOINT)


class Line(msgspec.Struct, tag_field="act", forbid_unknown_fields=True, omit_defaults=True):
    """One line of a record; the tag ``act`` gives its kind."""


class DiceHeading(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The source of the dice: the published hash of each secret by holder, and the dice words given later."""

    kind: str
    """One of ``KINDS_OF_DICE``."""
    commitments: dict[str, str] = {}
    words: list[str] = []
    words_by: list[str] = []
    """Who gave each of the words: a side, ``referee`` where the program drew them, or an empty string if unknown."""


def heading_of(dice: object) -> DiceHeading:
    """The heading that a source of dice publishes."""
    words = list(getattr(dice, "words", []))
    by = list(getattr(dice, "words_by", [""] * len(words)))
    return DiceHeading(getattr(dice, "kind", UNSEALED), dict(getattr(dice, "commitments", {})), words, by)


class Header(Line, tag="match"):
    """The first line: what is played, under which rules and figures, by whom, and with which dice."""

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
    """The position from which the match starts, if it does not start from a scenario."""
    host: str = ""
    """The side whose player runs the server, ``nobody`` if none of the players does, or an empty string if unknown."""


def commitment_input(header: Header, kind: str, copy: int = 0) -> bytes:
    """The terms that the referee's hash covers besides the secret, as JSON with sorted keys and no spaces: the
    game, the version of its rules, the options, the figures and corrections, the start and the ``kind`` of the dice;
    for a ``copy`` also the number of the act with which it begins.
    """
    terms: dict[str, Any] = {
        "game": header.game,
        "rules": header.rules,
        "options": header.options,
        "data": header.data,
        "corrections": header.corrections,
        "scenario": header.scenario,
        "position": header.position,
        "dice": kind,
    }
    if copy:
        terms["copy"] = copy
    return msgspec.json.encode(terms, order="sorted")


RecordedDie = tuple[int, int, str]
"""A rolled die: its value, its faces, and its reason (one of the game's ``rolls``)."""


class Act(Line):
    """An act. All lines of a submission except the last have ``more`` set."""

    seq: int


class Begin(Act, tag="begin"):
    """The start of the game, before the first choice."""

    dice: list[RecordedDie] = []
    events: list[dict[str, Any]] = []
    more: bool = False


class ChoiceMade(Act, tag="choice"):
    """A choice with its dice and all its events.

    ``auto``: the match made it because it was the only one. ``handed``: its dice were supplied, not rolled.
    """

    side: str
    action: list[str]
    dice: list[RecordedDie] = []
    events: list[dict[str, Any]] = []
    auto: bool = False
    handed: bool = False
    more: bool = False


class Undo(Act, tag="undo"):
    """A side took back its latest choices; ``taken`` has the numbers of all lines that no longer count."""

    side: str
    steps: int
    taken: list[int]
    consent: list[str] = []
    more: bool = False


class Withdraw(Act, tag="withdraw"):
    """A side took back an earlier choice and kept the later ones; ``dropped`` has those that are no longer legal."""

    side: str
    choice: int
    taken: list[int]
    dropped: list[list[str]] = []
    more: bool = False


class Resign(Act, tag="resign"):
    """A side resigns; ``to`` is the ally that replaces it, if the match continues with one.

    With ``why`` = ``time`` its time had run out, and an opponent claimed the win.
    """

    side: str
    to: str = ""
    why: Literal["", "time"] = ""
    more: bool = False


class Draw(Act, tag="draw"):
    """An offer of a draw, or an answer to it."""

    side: str
    word: Literal["offer", "accept", "decline"]
    more: bool = False


class Copy(Act, tag="copy"):
    """From here on, the match is a copy of an earlier match and has its own dice.

    ``of`` is the name under which the copied match is stored.
    """

    dice: DiceHeading
    of: str = ""
    more: bool = False


class End(Act, tag="end"):
    """The result, and the hash of the last state."""

    result: dict[str, Any]
    state: str
    more: bool = False


class Reveal(Act, tag="reveal"):
    """The secrets of the dice by holder, after the end."""

    secrets: dict[str, str]
    more: bool = False


class Comment(Act, tag="comment"):
    """A comment on the choice of act ``on``, made after the end.

    ``choices`` is a variation: the choices that could have been made instead. ``side`` is the side of the writer, or
    empty if unknown.
    """

    on: int
    side: str = ""
    text: str = ""
    choices: list[list[str]] = []
    more: bool = False


AnyAct = Begin | ChoiceMade | Undo | Withdraw | Resign | Draw | Copy | End | Reveal | Comment
AnyLine = Header | AnyAct
AFTER_END = (End, Reveal, Comment)
"""The acts that may follow the last choice of a match."""
