"""The pace of a match between several people: how much time each side has, as agreed before the match."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

SECOND = 1000
MINUTE, DAY = 60 * SECOND, 24 * 3600 * SECOND
"""In milliseconds."""
SILENT_DAYS = 30
"""The number of days that a side may take for a move in a match without clocks before an opponent may claim the win."""


class LivePace(msgspec.Struct, tag_field="kind", tag="live", forbid_unknown_fields=True, frozen=True):
    """Minutes for the whole match, and an increment in seconds after each move."""

    minutes: Annotated[int, Meta(ge=1, le=6000)]
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0


class DaysPace(msgspec.Struct, tag_field="kind", tag="days", forbid_unknown_fields=True, frozen=True):
    """Days for each move, and days in reserve for the whole match."""

    days: Annotated[int, Meta(ge=1, le=60)]
    reserve: Annotated[int, Meta(ge=0, le=365)] = 0


class NoClock(msgspec.Struct, tag_field="kind", tag="none", forbid_unknown_fields=True, frozen=True):
    """No clock. After ``SILENT_DAYS`` days without a move, an opponent may claim the win."""


Pace = LivePace | DaysPace | NoClock


class Allowance(msgspec.Struct, frozen=True):
    """The times that a pace allows, in milliseconds.

    They are the time for each move, the reserve at the start, and the time added to the reserve after a move. ``given``
    is the time that an opponent may add as a gift.
    """

    move: int
    reserve: int
    increment: int
    given: int
    first_move: int
    """The time for a side's first move: enough to notice that the match has begun."""


def allowance(pace: Pace) -> Allowance:
    """Returns the times that a pace allows.

    >>> allowance(DaysPace(2, 3)).reserve // DAY
    3
    """
    match pace:
        case LivePace(minutes=minutes, increment=increment):
            return Allowance(0, minutes * MINUTE, increment * SECOND, 5 * MINUTE, DAY)
        case DaysPace(days=days, reserve=reserve):
            return Allowance(days * DAY, reserve * DAY, 0, DAY, days * DAY)
        case NoClock():
            return Allowance(SILENT_DAYS * DAY, 0, 0, DAY, SILENT_DAYS * DAY)


def pace_text(pace: Pace) -> str:
    """Returns a pace in words, as a sentence.

    >>> pace_text(LivePace(60, 30))
    '60 minutes for each side, and 30 seconds more after each move.'
    >>> pace_text(DaysPace(1, 3))
    '1 day for each move, with 3 days in reserve.'
    """
    match pace:
        case LivePace(minutes=minutes, increment=increment):
            more = f", and {_count(increment, 'second')} more after each move" if increment else ""
            return f"{_count(minutes, 'minute')} for each side{more}."
        case DaysPace(days=days, reserve=reserve):
            more = f", with {_count(reserve, 'day')} in reserve" if reserve else ""
            return f"{_count(days, 'day')} for each move{more}."
        case NoClock():
            return f"No clock. After {SILENT_DAYS} days without a move, an opponent may claim the win."


def _count(number: int, unit: str) -> str:
    return f"{number} {unit}{'' if number == 1 else 's'}"
