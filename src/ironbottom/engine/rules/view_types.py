"""The common fields of the views, frames, events, logs and results of all games, as their audience sees them.

Each game extends the first three types in its ``information/view_types.py``, with the fields that its code for players
reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypedDict, TypeVar


class ViewHeading(TypedDict):
    """The heading of a view: the match and the viewer, a side, ``public`` or ``open``."""

    game: str
    options: dict[str, str]
    corrections: dict[str, object]
    side: str


class FrameView(TypedDict):
    """An open procedure, with its fields."""

    procedure: str


FrameT = TypeVar("FrameT", bound=FrameView)


class PlayerView(ViewHeading, Generic[FrameT]):
    """A view with its frames; the last frame asks the question."""

    frames: list[FrameT]


class EventView(TypedDict):
    """An event as its audience sees it, with its fields."""

    event: str


class Result(TypedDict):
    """The result of a game: the sides that won (none for a draw), the score of each side, and the reason."""

    winners: list[str]
    score: Mapping[str, float]
    why: str


class LogEntryView(TypedDict, total=False):
    """An entry of a log. Its fields depend on ``act``."""

    seq: int
    act: str
    side: str
    action: list[str]
    auto: bool
    """Whether the match made the choice, because no other was possible."""
    events: list[dict[str, Any]]
    dice: list[list[Any]]
    """The value, the number of faces, and what the die was for."""
    taken: list[int]
    """The entries that were taken back."""
    consent: list[str]
    """The sides that agreed to it."""
    dropped: list[list[str]]
    """The side's later choices that were no longer possible."""
    word: str
    to: str
    """The ally that replaces a side that resigns."""
    why: str
    """``time`` if the side did not resign itself: its time had run out."""
    commitments: dict[str, str]
    result: Result
    secrets: dict[str, str]
    on: int | None
    """The entry of the choice that a comment is about."""
    comment: str
    choices: list[list[str]]
    """The variation of a comment: the choices that could have been made instead."""
