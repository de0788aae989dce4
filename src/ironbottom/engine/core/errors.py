"""Errors with a message that people can read."""

from __future__ import annotations

import re
from datetime import date, time

MAX_MESSAGE_LENGTH = 1_000
"""The maximum length of a message; a longer one is cut, since the input that it quotes may have any length."""

_UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def escape_controls(text: str) -> str:
    """Escapes the control characters of a text, and the characters that change the direction of writing.

    >>> escape_controls("a draw\\x1b[2J was \\u202eagreed")
    'a draw\\\\x1b[2J was \\\\u202eagreed'
    """
    return _UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


class IronbottomError(Exception):
    """The base class of errors: a readable message, and the place and rule that it is about.

    ``field`` names the place in the input (``forces.japan_2.zone``, ``line 12``), ``clause`` the rule.

    >>> print(IronbottomError("there is no box 9; boxes are 1 to 7", field="box", clause="8.2.b"))
    box: there is no box 9; boxes are 1 to 7 (8.2.b)
    """

    def __init__(self, message: str, *, field: str = "", clause: str | None = None) -> None:
        message = message if len(message) <= MAX_MESSAGE_LENGTH else f"{message[:MAX_MESSAGE_LENGTH]} …"
        super().__init__(message)
        self.message = escape_controls(message)
        self.field = escape_controls(field if len(field) <= MAX_MESSAGE_LENGTH else f"{field[:MAX_MESSAGE_LENGTH]} …")
        self.clause = clause

    def __str__(self) -> str:
        where = f"{self.field}: " if self.field else ""
        clause = f" ({self.clause})" if self.clause else ""
        return f"{where}{self.message}{clause}"

    def as_dict(self) -> dict[str, object]:
        """The error as plain data to send to a client."""
        data: dict[str, object] = {"message": self.message, "clause": self.clause}
        if self.field:
            data["field"] = self.field
        return data


class Refused(IronbottomError):
    """A choice, an undo or another act that the match does not accept; the match is unchanged."""


class BadValue(IronbottomError):
    """A value that is not allowed in a position, a dump, an option or a record."""


class DiceError(IronbottomError):
    """Dice supplied with a choice that are too few, too many or out of range."""


MAX_QUOTED_LENGTH = 80
"""The maximum number of characters of a wrong value that a message shows."""


def _format_part(value: object) -> str:
    """Formats a part of a wrong value; nested lists and tables are shortened to an ellipsis."""
    return "[…]" if isinstance(value, list) else "{…}" if isinstance(value, dict) else format_value(value)


def format_value(value: object) -> str:
    """A wrong value as it would be written in a file: ``true`` and ``false``, and ``nothing`` for None.

    >>> format_value("kaga"), format_value(None), format_value(True), format_value(7)
    ("'kaga'", 'nothing', 'true', '7')
    >>> format_value(["kaga", None, [True]]), format_value({"turn": True})
    ("['kaga', nothing, […]]", '{turn = true}')
    >>> format_value(date(1942, 6, 4))
    '1942-06-04'
    """
    if value is None:
        return "nothing"
    if isinstance(value, list):
        text = f"[{', '.join(_format_part(part) for part in value[:MAX_QUOTED_LENGTH])}]"
    elif isinstance(value, dict):
        parts = [f"{name} = {_format_part(value[name])}" for name in list(value)[:MAX_QUOTED_LENGTH]]
        text = f"{{{', '.join(parts)}}}"
    elif isinstance(value, date | time):
        text = value.isoformat()
    else:
        text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= MAX_QUOTED_LENGTH else f"{text[: MAX_QUOTED_LENGTH - 1]}…"
