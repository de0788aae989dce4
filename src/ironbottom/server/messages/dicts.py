"""Parts of messages that are dictionaries in the engine too, so they are typed dictionaries here.

This module has no ``from __future__ import annotations``: with it the schema would list fields that are marked
``NotRequired`` as required.
"""

from typing import Any, Literal, NotRequired, TypedDict


class MatchResult(TypedDict):
    """The result of a match."""

    winners: list[str]
    """The sides of the winning teams; empty for a draw."""
    score: dict[str, float]
    why: str


class ChoiceGroup(TypedDict):
    """The choices of one verb, in sets of ids; ``then`` is missing if the verb takes no argument."""

    verb: str
    ends_list: NotRequired[Literal["always", "sometimes"]]
    """Whether a choice of this verb must be the last of a list of choices."""
    then: NotRequired[list[tuple[list[str], list[Any]]]]
    """Sets of ids, each with the sets that may follow, in the same form."""


class LogEntryResponse(TypedDict):
    """An entry of a side's log. Its fields depend on ``act``."""

    seq: int
    act: Literal["begin", "choice", "undo", "withdraw", "resign", "draw", "copy", "end", "reveal", "comment"]
    side: NotRequired[str]
    action: NotRequired[list[str]]
    """The choice; only in entries of the side itself, or after the end."""
    auto: NotRequired[bool]
    """Whether the match made the choice, because no other was possible."""
    order: NotRequired[str]
    """The standing order that made the choice, in words: only the side's own; after the end, every one."""
    events: NotRequired[list[dict[str, Any]]]
    """Each has ``event``, ``text``, ``clause`` and the fields of its kind."""
    dice: NotRequired[list[tuple[int, int, str]]]
    """The value, the number of faces, and what the die was for."""
    taken: NotRequired[list[int]]
    """The entries that were taken back."""
    consent: NotRequired[list[str]]
    """The sides that agreed to it."""
    dropped: NotRequired[list[list[str]]]
    """The side's later choices that were no longer possible."""
    word: NotRequired[Literal["offer", "accept", "decline"]]
    to: NotRequired[str]
    """The ally that replaces a side that resigns."""
    why: NotRequired[str]
    """``time`` if the side did not resign itself: its time had run out."""
    commitments: NotRequired[dict[str, str]]
    """The published hashes of a copy's own dice."""
    result: NotRequired[MatchResult]
    text: NotRequired[str]
    on: NotRequired[int | None]
    """The entry of the choice that a comment is about."""
    comment: NotRequired[str]
    choices: NotRequired[list[list[str]]]
    """The variation of a comment: the choices that could have been made instead."""


class HelperInfo(TypedDict):
    """A helper fills in several choices at once: its label, a note about it, and the choices."""

    id: str
    label: str
    note: str
    choices: list[list[str]]


class StandingOrderResponse(TypedDict):
    """A standing order that the game offers, its values, and what each value means, in the same order.

    ``step`` is the step of the turn under which it is listed, or empty.
    """

    id: str
    step: str
    label: str
    values: list[str]
    words: list[str]


class StandingOrdersResponse(TypedDict):
    """The standing orders and plans of a seat, and the standing orders that the game offers."""

    orders: dict[str, str]
    plans: dict[str, dict[str, Any]]
    known: list[StandingOrderResponse]
