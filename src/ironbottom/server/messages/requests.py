"""The bodies of requests, field by field; ``docs/server.md`` lists the endpoints."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ironbottom.server.messages.pace import Pace
from ironbottom.server.messages.times import Mode, Times

MAX_POSITION_LENGTH, MAX_SECONDS, DEFAULT_SECONDS = 200_000, 30, 10
MAX_NAMED = 300
"""The maximum number of choices in one request."""

Id = Annotated[str, Meta(max_length=60)]
Seq = Annotated[int, Meta(ge=0, le=10_000_000)]
Choice = Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=16)]
Stamp = Annotated[str, Meta(max_length=64)]


class RequestBody(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request."""


class WaitRequest(RequestBody):
    """A request that may wait for computer players.

    ``wait``: the maximum number of seconds that the response waits for them; they continue in any case. ``held``: the
    stamp of a view that the client has; the response then contains the changes since that view.
    """

    wait: Annotated[float, Meta(ge=0, le=MAX_SECONDS)] = DEFAULT_SECONDS
    held: Stamp | None = None


class NewMatchRequest(WaitRequest, kw_only=True):
    """Begins a match. A side without an entry in ``seats`` is played by a person."""

    game: Id
    seats: dict[Id, Id] = {}
    scenario: Id | None = None
    options: dict[Id, Id] = {}
    name: Annotated[str, Meta(max_length=200)] | None = None
    position: Annotated[str, Meta(max_length=MAX_POSITION_LENGTH)] | None = None
    """The position to start from instead of a scenario, as a text in TOML or JSON."""
    host: Id | None = None
    """The side of the person who runs the server, or ``nobody``; that person enters words first.

    If it is missing in a match between people, the server asks who runs it before it asks for words.
    """
    friends: Annotated[list[Id], Meta(max_length=20)] = []
    """The sides of human players who will join by a link. The client that begins the match holds the rest."""
    dice: Literal["sealed", "joint"] = "sealed"
    """With ``joint``, a secret of each side enters every die."""
    lot: bool = False
    """With sealed dice and one friend: whether the sides are drawn by lot once both players have entered words."""
    open: bool = False
    """Whether anyone on the server may take the seats of ``friends``: an open challenge."""
    watch_delay: Annotated[int, Meta(ge=0, le=10_080)] = 0
    """The delay in minutes with which spectators see the match, in a match with friends."""
    pace: Pace | None = None
    """The time that each side has, in a match with friends; without it there are no clocks."""


class ClaimRequest(RequestBody):
    """The token of a link. Without one, the client takes the seats that ``take`` allows."""

    token: Annotated[str, Meta(max_length=100)] | None = None


class SideRequest(RequestBody):
    """The seat of a side."""

    side: Id


class TurnFileRequest(RequestBody):
    """Writes the next file of a match by file.

    ``side``: which of the player's sides an invitation offers. ``machine``: the match moves to another machine.
    """

    side: Annotated[str, Meta(max_length=60)] = ""
    machine: bool = False


class MailedInvitationRequest(RequestBody):
    """The seat of a side, and the email address of the friend who is invited to it."""

    side: Id
    address: Annotated[str, Meta(max_length=300)]


class ContactRequest(RequestBody):
    """Changes where the client is notified; a missing field is left as it is, an empty string removes the value."""

    address: Annotated[str, Meta(max_length=300)] | None = None
    webhook: Annotated[str, Meta(max_length=600)] | None = None
    mode: Mode | None = None
    """How the client is notified of matches for which no other mode was set."""
    times: Times | None = None


class NotifyRequest(RequestBody):
    """How the client is notified that a match waits; None: as for its other matches."""

    mode: Mode | None


class MailLinkRequest(RequestBody):
    """The action of the link in an email: to confirm the address, to stop all mail to it, or to allow mail again."""

    word: Literal["confirm", "stop", "resume"]


class HostRequest(RequestBody):
    """The side of the person who runs the server, or ``nobody``."""

    side: Id


class PositionRequest(RequestBody):
    """A position to check, as a text in TOML or JSON; an empty string means the start of the game.

    ``game`` may be empty if the text names the game.
    """

    game: Id = ""
    position: Annotated[str, Meta(max_length=MAX_POSITION_LENGTH)] = ""


class SeedWordsRequest(WaitRequest, kw_only=True):
    """A person's words for the dice, entered before the first die."""

    side: Id
    words: Annotated[str, Meta(max_length=1000)]
    commitment: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None
    """With joint dice: the hash of the side's own secret."""


class DiceShareRequest(WaitRequest, kw_only=True):
    """A side's share in a joint die: first ``promise``, its hash; once all are promised, ``part``, the share itself."""

    side: Id
    die: Seq
    block: Seq = 0
    promise: Annotated[str, Meta(max_length=64)] | None = None
    part: Annotated[str, Meta(max_length=64)] | None = None


class SecretRequest(RequestBody):
    """After the end: the side's own secret that entered the joint dice."""

    side: Id
    secret: Annotated[str, Meta(max_length=64)]


class RenameRequest(RequestBody):
    """A new name for a match."""

    name: Annotated[str, Meta(max_length=200)]


class OtherViewRequest(RequestBody):
    """Another view of the same page to send in the same response: the log after an entry, and the held view."""

    side: Id
    since: Seq
    held: Stamp | None = None


class ActRequest(WaitRequest, kw_only=True):
    """Choices, all or none. ``seq`` is that of the last view, ``message`` an id of this submission."""

    side: Id
    seq: Seq
    choices: list[Choice]
    message: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    also: Annotated[list[OtherViewRequest], Meta(max_length=4)] = []


class WhyNotRequest(RequestBody, kw_only=True):
    """Asks why an action is not offered. ``after``: choices that would open the move that the action completes."""

    side: Id
    action: Choice
    after: Annotated[list[Choice], Meta(max_length=2)] = []


class NamesRequest(RequestBody):
    """Asks for the text of choices that a side is offered."""

    side: Id
    choices: Annotated[list[Choice], Meta(max_length=MAX_NAMED)]


class GivesUpRequest(RequestBody):
    """Asks what an offered choice, such as ``done``, would leave undone."""

    side: Id
    action: Choice


class LookaheadRequest(RequestBody):
    """Lists of choices that each open a move and lead to a further question."""

    side: Id
    runs: Annotated[list[Annotated[list[Choice], Meta(min_length=1, max_length=3)]], Meta(max_length=40)]


class UndoRequest(WaitRequest, kw_only=True):
    """Takes back the last choices of a side. Beyond the undo barrier the other sides must agree first."""

    side: Id
    seq: Seq
    steps: Annotated[int, Meta(ge=1, le=100_000)] = 1


class UndoAnswerRequest(WaitRequest, kw_only=True):
    """The answer of a side that is asked to agree to an undo; ``cancel`` is for the side that made the offer."""

    side: Id
    action: Literal["accept", "decline", "cancel"] = msgspec.field(name="word")


class WithdrawRequest(WaitRequest, kw_only=True):
    """Takes back one earlier choice of a side, named by its entry in the side's log."""

    side: Id
    entry: Seq
    seq: Seq


class ResignRequest(RequestBody):
    """A side resigns."""

    side: Id


class TimeRequest(WaitRequest, kw_only=True):
    """Claims the win because an opponent's time has run out, or gives an opponent (``against``) more time."""

    side: Id
    action: Literal["claim", "give"] = msgspec.field(name="word")
    against: Id = ""


class HintConsentRequest(WaitRequest, kw_only=True):
    """Allows hints in a match between several people, or ends them for all."""

    side: Id
    action: Literal["allow", "decline"] = msgspec.field(name="word")


class DrawRequest(WaitRequest, kw_only=True):
    """Offers, accepts or declines a draw."""

    side: Id
    action: Literal["offer", "accept", "decline"] = msgspec.field(name="word")


class RematchRequest(WaitRequest, kw_only=True):
    """After the end: offers or accepts a match with sides swapped, declines it, or cancels the side's own offer."""

    side: Id
    action: Literal["offer", "accept", "decline", "cancel"] = msgspec.field(name="word")


class CommentRequest(RequestBody, kw_only=True):
    """A comment on the choice in entry ``on`` of the open log; with ``choices`` a variation."""

    on: Seq
    text: Annotated[str, Meta(max_length=2_000)] = ""
    choices: Annotated[list[Choice], Meta(max_length=MAX_NAMED)] = []


class ChatRequest(RequestBody, kw_only=True):
    """A message to the other players. ``since``: the response has the messages after this one."""

    side: Id
    text: Annotated[str, Meta(max_length=2_000)]
    since: Seq = 0


class ChatBlockRequest(RequestBody):
    """Hides the messages of another side from a side, or shows them again."""

    side: Id
    against: Id
    blocked: bool


class ChatReportRequest(RequestBody):
    """Reports a message to the person who runs the server."""

    side: Id
    number: Seq


class NotesRequest(RequestBody):
    """The private notes of a side on the match."""

    side: Id
    text: Annotated[str, Meta(max_length=5_000)]


class SeatRequest(WaitRequest, kw_only=True):
    """Gives a seat to a computer player, even if one has already failed in that seat."""

    side: Id
    player: Id
