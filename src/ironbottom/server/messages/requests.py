"""The bodies of requests, field by field; ``docs/server.md`` lists the endpoints."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

LONGEST_POSITION, MOST_SECONDS, USUAL_SECONDS = 200_000, 30, 10
MOST_NAMED = 300
"""How many choices are named at once."""

Id = Annotated[str, Meta(max_length=60)]
Seq = Annotated[int, Meta(ge=0, le=10_000_000)]
Choice = Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=16)]
Stamp = Annotated[str, Meta(max_length=64)]


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request."""


class Wait(Asked):
    """``wait``: at most how many seconds the answer waits for the computer players; they go on all the same.

    ``held``: the stamp of the view that the page holds; what has changed since is told instead of the view.
    """

    wait: Annotated[float, Meta(ge=0, le=MOST_SECONDS)] = USUAL_SECONDS
    held: Stamp | None = None


class NewMatch(Wait, kw_only=True):
    """A match to be begun; a side without a seat is held by a person."""

    game: Id
    seats: dict[Id, Id] = {}
    scenario: Id | None = None
    options: dict[Id, Id] = {}
    name: Annotated[str, Meta(max_length=200)] | None = None
    position: Annotated[str, Meta(max_length=LONGEST_POSITION)] | None = None
    """Where the match starts instead of a scenario: a text in TOML or JSON."""
    host: Id | None = None
    """The side of the person who runs the server, or ``nobody``, between people: its words come first.

    Where it is not named, it is asked for before the words.
    """
    friends: Annotated[list[Id], Meta(max_length=20)] = []
    """The sides of persons that others will join by a link. The client that begins the match holds the rest."""
    dice: Literal["sealed", "joint"] = "sealed"
    """``joint``: a secret of each side's own joins every die."""


class ClaimAsked(Asked):
    """The token of a link. Without one, the client takes the seats that ``take`` allows."""

    token: Annotated[str, Meta(max_length=100)] | None = None


class SideAsked(Asked):
    """The seat of a side."""

    side: Id


class HostNamed(Asked):
    """Which side the person who runs the server plays; ``nobody`` for none."""

    side: Id


class PositionAsked(Asked):
    """A position being set up, as a text in TOML or JSON; an empty one is the start of the game.

    ``game`` may be left out where the text names it.
    """

    game: Id = ""
    position: Annotated[str, Meta(max_length=LONGEST_POSITION)] = ""


class WordsGiven(Wait, kw_only=True):
    """Words of a person for the dice, before the first of them."""

    side: Id
    words: Annotated[str, Meta(max_length=1000)]
    commitment: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None
    """With joint dice: the hash of the side's own secret."""


class PartGiven(Wait, kw_only=True):
    """The part of a side in a joint die: ``promise``, its hash, and once all are promised ``part`` itself."""

    side: Id
    die: Seq
    block: Seq = 0
    promise: Annotated[str, Meta(max_length=64)] | None = None
    part: Annotated[str, Meta(max_length=64)] | None = None


class SecretShown(Asked):
    """After the end: the secret of a side's own that joined the dice."""

    side: Id
    secret: Annotated[str, Meta(max_length=64)]


class Rename(Asked):
    """Another name for a match."""

    name: Annotated[str, Meta(max_length=200)]


class Also(Asked):
    """Other eyes at the same page, to be told in the same answer: their log since an entry, the view that they hold."""

    side: Id
    since: Seq
    held: Stamp | None = None


class ActAsked(Wait, kw_only=True):
    """Choices, all or none; ``seq`` is that of the last sight, ``message`` an id of this submission."""

    side: Id
    seq: Seq
    choices: list[Choice]
    message: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    also: Annotated[list[Also], Meta(max_length=4)] = []


class WhyNot(Asked, kw_only=True):
    """An action that is not offered; ``after``: the choices that would open the move that it is to complete."""

    side: Id
    action: Choice
    after: Annotated[list[Choice], Meta(max_length=2)] = []


class NamesAsked(Asked):
    """Choices that are offered to a side, to be told in words."""

    side: Id
    choices: Annotated[list[Choice], Meta(max_length=MOST_NAMED)]


class GivesUpAsked(Asked):
    """A choice that is offered to a side, such as ``done``, with what it leaves undone."""

    side: Id
    action: Choice


class AheadAsked(Asked):
    """Runs of choices that each open a move and leave a question of its own to be answered."""

    side: Id
    runs: Annotated[list[Annotated[list[Choice], Meta(min_length=1, max_length=3)]], Meta(max_length=40)]


class UndoAsked(Wait, kw_only=True):
    """The last choices of a side; beyond the fence the sides that it asks must agree first."""

    side: Id
    seq: Seq
    steps: Annotated[int, Meta(ge=1, le=100_000)] = 1


class UndoAnswer(Wait, kw_only=True):
    """The answer of a side that is asked to let something be taken back; ``cancel`` is for the side that asked."""

    side: Id
    word: Literal["accept", "decline", "cancel"]


class WithdrawAsked(Wait, kw_only=True):
    """One earlier choice of a side, by its entry in the side's log."""

    side: Id
    entry: Seq
    seq: Seq


class ResignAsked(Asked):
    """A side gives up."""

    side: Id


class DrawAsked(Wait, kw_only=True):
    """A word about a draw."""

    side: Id
    word: Literal["offer", "accept", "decline"]


class Seat(Wait, kw_only=True):
    """A seat for a computer player; again for one that failed."""

    side: Id
    player: Id
