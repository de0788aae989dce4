"""The bodies of responses, field by field; ``docs/server.md`` lists the endpoints."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ironbottom.engine.rules.about import GameInfo
from ironbottom.server.messages.dicts import ChoiceGroup, LogEntryResponse, MatchResult
from ironbottom.server.messages.times import Mode, Times
from ironbottom.server.messages.view_diff import ViewDiff

Away = Literal["", "friend", "machine"]
TurnFileKind = Literal["invitation", "acceptance", "turn", "move"]

JsonObject = dict[str, Any]
TakeReason = Literal["unclaimed", "this_machine"]
"""Why a client may take seats without a link: nobody holds any, or only one player ever did (on this machine)."""
DiceShareStep = Literal["promise", "give"]
"""The step that a side owes for a joint die: promise its share, or give it."""
MAX_ENTRIES = 5_000
"""The maximum number of log entries that are sent at once."""

# The page's types are generated from these (``page/src/app/schema.d.ts``, docs/server.md). A field that is always sent
# has no default, so the schema lists it as required.


class SideInfo(msgspec.Struct):
    """A side; ``team`` is the index of its team in the game's order, from 0."""

    id: str
    title: str
    team: int


class ScenarioInfo(msgspec.Struct):
    id: str
    text: str


class OptionInfo(msgspec.Struct):
    """An option; the first value is the default. ``words`` explains each value, in the order of the values."""

    name: str
    values: list[str]
    default: str
    clause: str
    text: str
    title: str
    words: list[str]


class BotInfo(msgspec.Struct):
    """A computer player; ``level`` is its strength, ``seconds`` its longest time for a decision."""

    id: str
    text: str
    level: str
    seconds: int


class GameResponse(msgspec.Struct):
    """A game; ``joint``: whether it can be played with joint dice, ``reviewed``: whether its matches can be reviewed.

    ``known`` counts its clauses by how they are known, for a game whose rulebook is incomplete here.
    """

    id: str
    short: str
    title: str
    sides: list[SideInfo]
    scenarios: list[ScenarioInfo]
    options: list[OptionInfo]
    bots: list[BotInfo]
    about: GameInfo | None
    picture: list[tuple[float, float, str, int]]
    """The counters at the start of the first scenario: degrees east and north, the side, and the number."""
    known: dict[str, int]
    joint: bool
    reviewed: bool


class ClauseResponse(msgspec.Struct):
    """A clause of the rules in our own words; ``known`` says how it is known if the rulebook is incomplete here."""

    id: str
    title: str
    paraphrase: str
    reading: str
    status: str
    reason: str
    option: str
    related: list[str]
    known: str


class MatchResponse(msgspec.Struct):
    """A match in the list."""

    id: str
    name: str
    game: str
    game_title: str
    sides: list[SideInfo]
    seats: dict[str, str]
    created: str
    played: str
    turn_line: str
    waiting: list[str]
    over: bool
    result: MatchResult | None
    copied: bool
    corrected: bool
    """Whether the match is over but does not count, since its players agreed to an undo beyond the barrier."""
    claimed: list[str]
    """The sides for human players that somebody holds."""
    yours: list[str]
    """The sides that the requesting client holds."""
    host: bool
    """Whether the requesting client hosts the match."""
    take: TakeReason | None
    """Why the requesting client may take the seats without a link; None if it may not."""
    deadline: int | None
    """When the requesting client's clock runs out, in milliseconds since 1970; None while it is stopped."""
    picture: list[tuple[float, float, str, int]]
    """The positions of the counters: degrees east and north, the side, and the number."""
    by_file: bool
    """Whether the other player has another server, so that the match goes back and forth as a file."""
    away: Away
    """Where the match is, if it is not here: with the other player, or on another machine."""


class SoloStatistics(msgspec.Struct):
    """The results of one person against computer players, by the person's side."""

    side: str
    title: str
    played: int
    won: int
    drawn: int


class OpponentStatistics(msgspec.Struct):
    """The results of the requesting client against one computer player that played all other sides."""

    bot: str
    played: int
    won: int
    drawn: int


class StatisticsResponse(msgspec.Struct):
    """The number of finished matches of one game, and how many of them each side won."""

    game: str
    title: str
    played: int
    drawn: int
    won: dict[str, int]
    solo: list[SoloStatistics]
    opponents: list[OpponentStatistics]


class RecordResponse(msgspec.Struct):
    """A finished match of one person against computer players."""

    id: str
    name: str
    game: str
    title: str
    played: str
    sides: list[str]
    """The titles of the person's sides."""
    against: list[str]
    result: Literal["won", "lost", "drawn"]
    score: dict[str, float]
    why: str


class DecisionInfo(msgspec.Struct):
    """The decision of a side. ``secret``: whether the choice depends on hidden information.

    ``gives_up``: for each verb without an argument, such as ``done``, the choices that could still be made, by verb.
    ``must``: the part of these that would be wasted, so that the page asks the player first. ``choices`` are factored:
    ``{"verb": "fire", "then": [[["kaga", "akagi"], [[["wasp"], []]]]]}`` is a verb and its sets of ids, each with the
    sets that may follow; any member of a set may be combined with any member of a set that follows it.
    """

    side: str
    prompt: str
    clause: str
    choices: list[ChoiceGroup]
    secret: bool
    gives_up: dict[str, dict[str, list[str]]]
    must: dict[str, list[str]]


class PendingSide(msgspec.Struct):
    """Another side that must choose; ``thinking``: its computer player is running."""

    side: str
    title: str
    player: str
    thinking: bool


class UndoInfo(msgspec.Struct):
    """How many of its own choices a side may take back freely, and the reason for the limit."""

    steps: int
    why: str


class UndoOfferInfo(msgspec.Struct):
    """An offer of a side to take back its last choices; ``to_answer`` lists the sides that have not answered yet."""

    side: str
    steps: int
    to_answer: list[str]
    declined: str
    """The side that declined; empty if none has."""
    yours: int
    """The number of the viewing side's own choices that would be lost too."""


class BotFailureInfo(msgspec.Struct):
    """A computer player that failed."""

    side: str
    player: str
    message: str


class DiceSharesWanted(msgspec.Struct):
    """A joint die that waits for shares, and the choice that needs it."""

    die: int
    block: int
    side: str
    """The side whose choice is fixed; empty before the first choice."""
    promise: str
    """The hash of the referee's own share."""
    lacks: dict[str, DiceShareStep]
    """For each side, the step that it owes now: ``promise`` its share, or ``give`` it."""


class DiceInfo(msgspec.Struct, omit_defaults=True):
    """Where the dice come from, with the published hashes of their secrets by holder."""

    kind: str
    commitments: dict[str, str]
    words: list[str]
    """The words entered after the hashes were published and before the first die; every die is computed from them."""
    wanted: DiceSharesWanted | None = None
    """The shares that a joint die waits for."""
    hidden: list[str] = []
    """After the end: the sides that have not revealed their own secret yet."""
    words_by: list[str] = []
    """Who entered each of the words: a side, ``referee`` if the server drew them, or an empty string if unknown."""
    host: str = ""
    """The side whose player runs the server, ``nobody``, or an empty string if unknown."""


class ReissuedSeat(msgspec.Struct):
    """A seat that the host took from its holder and made a new link for."""

    side: str
    time: str


PaceKind = Literal["live", "days", "none"]


class ClockInfo(msgspec.Struct):
    """The clock of a side as the viewing side knows it; times are in milliseconds.

    ``left`` is the time left at ``since`` (since 1970), if the clock runs and that is known; it is negative once the
    time has run out. During secret choices of several sides, ``left`` is the time that another side had when the step
    began.
    """

    side: str
    left: int
    since: int | None
    running: bool


class ClocksInfo(msgspec.Struct):
    """The agreed pace of a match, and the clocks.

    ``claim_from``: the time from which the viewing side may claim the win if nobody chooses before; None if it waits
    for nobody.
    """

    kind: PaceKind
    text: str
    sides: list[ClockInfo]
    claim_from: int | None


class HintConsentsInfo(msgspec.Struct):
    """The consent to hints in a match between several people."""

    agreed: list[str]
    """The sides of human players who allow hints."""
    allowed: bool
    """Whether all of these sides allow hints."""


class RematchInfo(msgspec.Struct):
    """The offer to play again after the end, in a match of several players."""

    accepted: list[str]
    """The sides that have offered or accepted; empty if there is no offer."""
    to_answer: list[str]
    """The sides whose players have not agreed to the offer yet."""
    declined: str
    """The side that declined; empty if none has."""
    next: str
    """The id of the new match; empty until it begins."""


class MatchViewResponse(msgspec.Struct):
    """Everything that a side (``public``; ``open`` after the end) sees of a match now."""

    id: str
    name: str
    game: str
    side: str
    seats: dict[str, str]
    seq: int
    view: JsonObject | None
    """None if ``changes`` is sent instead."""
    over: bool
    result: MatchResult | None
    decision: DecisionInfo | None
    waiting: list[PendingSide]
    undo: UndoInfo
    draw_offer: str | None
    undo_offer: UndoOfferInfo | None
    hints: HintConsentsInfo | None
    """The sides that allow hints, if people play several sides; otherwise None, since no consent is needed."""
    clocks: ClocksInfo | None
    """None if no pace was agreed."""
    rematch: RematchInfo | None
    """None before the end, or if one player holds all seats of people."""
    asked: list[str]
    """The sides that must agree to a draw, or to an undo beyond the undo barrier."""
    resigned: list[str]
    """The sides that resigned; an ally plays on for each, if there is one."""
    clause_now: str | None
    log_from: int
    """The entry of the side's last choice in its log; later entries are new to it."""
    trouble: BotFailureInfo | None
    dice: DiceInfo
    copied: bool
    """Whether this is a copy of another match, with its own dice from there on."""
    claimed: list[str]
    """The sides for human players that somebody holds."""
    players: list[list[str]]
    """The sides that each player holds; two sides on one screen are one player."""
    reissued: list[ReissuedSeat]
    watch_delay: int
    """The delay in minutes with which spectators see the match."""
    log: list[LogEntryResponse] | None
    """The entries after the requested number, at most ``MAX_ENTRIES``; the client requests the rest later."""
    stamp: str
    mark: str
    """Identifies the view and the whole response; a live message contains it, for a client that already has them."""
    changes: ViewDiff | None
    """The changes since the view that the client has."""
    also: list[MatchViewResponse] | None
    by_file: bool
    """Whether the other player has another server, so that the match goes back and forth as a file."""
    away: Away
    """Where the match is, if it is not here: with the other player, or on another machine."""


class DiceSeedingResponse(msgspec.Struct):
    """A match that begins once every person has entered words; the hash is published before any words."""

    id: str
    name: str
    game: str
    sides: list[SideInfo]
    commitments: dict[str, str]
    order: list[str]
    given: dict[str, str]
    asked: str | None
    """The side that enters words next; None until the host is named, and again once all words are entered."""
    host: str | None
    """The side that runs the server, or ``nobody``; None until it is named."""
    kind: str
    """``sealed`` or ``joint`` dice."""
    begun: bool
    claimed: list[str]
    """The sides that somebody holds."""
    wanted: DiceSharesWanted | None
    """The shares that a joint die at the start of the match waits for."""
    lot: bool
    """Whether the sides are drawn by lot once all words are entered."""


class PastViewResponse(msgspec.Struct):
    """The view as it was after an entry of the log; ``of`` is the number of entries."""

    view: JsonObject
    seq: int
    of: int


class WhyNotResponse(msgspec.Struct, omit_defaults=True):
    """Why an action is not offered; both fields are None if it is offered."""

    clause: str | None
    message: str | None = None


class NamesResponse(msgspec.Struct):
    """Choices in words, in the requested order; None for a choice that is not offered now."""

    names: list[str | None]


class GivesUpResponse(msgspec.Struct):
    """The choices that could still be made before this one, by verb; None for a choice that is not offered now."""

    gives_up: dict[str, list[str]] | None


class LookaheadResponse(msgspec.Struct):
    """For each list, the choices that complete it; None if it is not offered now, or completes nothing."""

    ahead: list[list[ChoiceGroup] | None]


class InvitationInfo(msgspec.Struct):
    """A valid link to a seat; ``opened`` is None until somebody opens the link."""

    made: str
    expires: str
    opened: str | None


class SeatInfo(msgspec.Struct):
    """A seat: of a person (``person``) or of a computer player.

    ``invitation`` is for clients that may invite to the seat; None for others.
    """

    side: str
    title: str
    player: str
    claimed: bool
    yours: bool
    invitation: InvitationInfo | None


class AgreedSetting(msgspec.Struct):
    """One setting of a match, as text."""

    title: str
    text: str


class SeatsResponse(msgspec.Struct):
    """Who holds the seats of a match, and what the requesting client may change."""

    id: str
    name: str
    game: str
    begun: bool
    over: bool
    seats: list[SeatInfo]
    host: bool
    """Whether the client hosts the match."""
    take: TakeReason | None
    link: Literal["invitation", "device", "void"] | None
    """The kind of link that the token belongs to; ``void`` if the link does not work, None without a token."""
    offered: list[str]
    """The sides that the link gives."""
    lot: bool
    """Whether the seats are provisional, since the sides are drawn by lot when the match begins."""
    challenge: list[str]
    """The sides that anyone on the server may take."""
    agreed: list[AgreedSetting]
    options: dict[str, str]
    """The options in force."""
    picture: list[tuple[float, float, str, int]]
    secure: bool
    """Whether this connection is encrypted."""
    here_only: bool
    """Whether only this machine can reach the server."""
    addresses: list[str]
    """The addresses at which other machines reach the server."""


class ChallengeResponse(msgspec.Struct):
    """An open challenge: a match that has not begun, with seats that anyone on the server may take."""

    match: str
    game: str
    game_title: str
    sides: list[SideInfo]
    """The seats that may be taken."""
    lot: bool
    """Whether the sides are drawn by lot when the match begins."""
    agreed: list[AgreedSetting]
    made: int
    """In milliseconds since 1970."""
    yours: bool
    """Whether the requesting client made it, and may withdraw it."""


class LinkResponse(msgspec.Struct):
    """A new link: its token, the path to append to the server's address, and when it expires."""

    token: str
    path: str
    expires: str


class ChatMessageInfo(msgspec.Struct):
    """A message of a player; ``time`` is in milliseconds since 1970."""

    number: int
    side: str
    time: int
    text: str
    reported: bool
    """Whether the reading side has reported it."""


class ChatResponse(msgspec.Struct):
    """The chat as a side reads it, without the messages of the sides that it has blocked."""

    messages: list[ChatMessageInfo]
    blocked: list[str]
    last: int
    """The number of the last message, for ``since``."""


class NotesResponse(msgspec.Struct):
    """The private notes of a side."""

    text: str


class PresenceResponse(msgspec.Struct):
    """Which players have the match open; times are in milliseconds since 1970."""

    here: list[str]
    away: dict[str, int]
    """For each side, the time when its last page was closed; only for players of the match."""
    public_act: int | None
    """The time of the last public act; since then, the match has been waiting for the sides that must choose."""


class ContactResponse(msgspec.Struct):
    """Where a client is notified that a match waits for it, and what the server can send."""

    mail: bool
    """Whether the server sends mail."""
    webhooks: bool
    """Whether it posts to chat rooms."""
    address: str
    """The confirmed email address; empty without one."""
    unconfirmed: str
    """The address that waits for confirmation; empty without one."""
    webhook: str
    """The URL of a chat room; empty without one."""
    mode: Mode
    """How the client is notified of matches for which no other mode was set."""
    times: Times
    problem: str
    """Why the last message was not delivered; empty if it was."""


class NotifyResponse(msgspec.Struct):
    """How a client is notified that a match waits for it; ``mode`` is None if it is as for its other matches."""

    mode: Mode | None
    contact: ContactResponse


class MailLinkResponse(msgspec.Struct):
    """What the link in an email does: it confirms an address, or stops all mail to it; ``void`` if it does not work.

    ``done``: the address is confirmed, or mail to it is stopped.
    """

    kind: Literal["confirm", "stop", "void"]
    address: str
    done: bool


class ImportResponse(msgspec.Struct):
    """An imported match, and whether it is over."""

    id: str
    over: bool


class TurnFileResponse(msgspec.Struct):
    """A file of a match by file: what it is, its name and its text.

    ``code`` opens a file for another machine; it is in no file.
    """

    kind: TurnFileKind
    name: str
    text: str
    code: str


class FileInvitationInfo(msgspec.Struct):
    """What an invitation by file offers: the sides that the person would play, and the settings."""

    game: str
    title: str
    name: str
    sides: list[str]
    agreed: list[AgreedSetting]


class OpenedFileResponse(msgspec.Struct):
    """What a file was, and the match if it is here now.

    ``invitation``: what an invitation offers. ``reply``: the file to send back once it is accepted.
    """

    kind: TurnFileKind
    match: str
    """The id of the match; empty before the first file with the match has arrived."""
    over: bool
    invitation: FileInvitationInfo | None
    reply: TurnFileResponse | None


class PositionErrorInfo(msgspec.Struct):
    """An error in a position, with its field and clause."""

    message: str
    field: str
    clause: str | None


class PositionCheckResponse(msgspec.Struct):
    """A checked position: its fields, and either an error or the board."""

    position: JsonObject | None
    wrong: PositionErrorInfo | None
    text: str
    view: JsonObject | None
    """The open board."""
    pieces: JsonObject | None
    asked: list[str]
    """The sides that choose first."""


class PositionResponse(msgspec.Struct):
    """A position as a text in TOML."""

    text: str
