"""The messages between the page and the server, field by field; ``docs/server.md`` lists the endpoints."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ironbottom.engine.rules.about import GameInfo
from ironbottom.server.changes import Changes
from ironbottom.server.wire_dicts import ChoiceGroup, LogEntryResponse, MatchResult

LONGEST_POSITION, MOST_SECONDS, USUAL_SECONDS = 200_000, 30, 10

Id = Annotated[str, Meta(max_length=60)]
Seq = Annotated[int, Meta(ge=0, le=10_000_000)]
Choice = Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=16)]
Told = dict[str, Any]
Stamp = Annotated[str, Meta(max_length=64)]
Take = Literal["unclaimed", "this_machine"]
"""Why a client may take seats without a link: nobody holds any, or only one player ever did (on this machine)."""
Lack = Literal["promise", "give"]
"""What a side has to do for a joint die now: promise its part, or give it."""
MOST_NAMED, MOST_ENTRIES = 300, 5_000
"""So many choices are named at once, so many entries of a log told."""

# -- what the page asks --------------------------------------------------------------------------------


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


# -- what the server tells -----------------------------------------------------------------------------
#
# The page's types are generated from these (``page/src/app/schema.d.ts``, docs/server.md). A field that is always sent
# has no default, so the schema lists it as required.


class SideTold(msgspec.Struct):
    """A side; ``team`` is the place of its team in the game's order, from 0."""

    id: str
    title: str
    team: int


class ScenarioTold(msgspec.Struct):
    id: str
    text: str


class OptionTold(msgspec.Struct):
    """An option; the first value is the usual one. ``words`` says what each value means, in the order of the values."""

    name: str
    values: list[str]
    default: str
    clause: str
    text: str
    title: str
    words: list[str]


class BotTold(msgspec.Struct):
    id: str
    text: str


class GameTold(msgspec.Struct):
    """A game to play, ``joint`` with joint dice too; ``known`` counts its clauses by how, where not all is printed."""

    id: str
    short: str
    title: str
    sides: list[SideTold]
    scenarios: list[ScenarioTold]
    options: list[OptionTold]
    bots: list[BotTold]
    about: GameInfo | None
    picture: list[tuple[float, float, str, int]]
    """Where the counters lie as the first scenario begins: degrees east and north, the side, how many."""
    known: dict[str, int]
    joint: bool


class ClauseTold(msgspec.Struct):
    """A clause of the rules in our own words, and ``known`` how, where the rulebook is not whole."""

    id: str
    title: str
    paraphrase: str
    reading: str
    status: str
    reason: str
    option: str
    related: list[str]
    known: str


class MatchTold(msgspec.Struct):
    """A match in the list, the last played first."""

    id: str
    name: str
    game: str
    game_title: str
    sides: list[SideTold]
    seats: dict[str, str]
    created: str
    played: str
    turn_line: str
    waiting: list[str]
    over: bool
    result: MatchResult | None
    copied: bool
    claimed: list[str]
    """The sides of persons that somebody holds."""
    yours: list[str]
    """Those of them that the requesting client holds."""
    host: bool
    """Whether the requesting client hosts the match."""
    take: Take | None
    """Why it may take the seats without a link; None if it may not."""
    picture: list[tuple[float, float, str, int]]
    """Where the counters lie: degrees east and north, the side, how many."""


class SoloTold(msgspec.Struct):
    """How games of one person against computer players went, by the side of the person."""

    side: str
    title: str
    played: int
    won: int
    drawn: int


class StatisticsTold(msgspec.Struct):
    """The games of one kind that were played to the end here: how many, and how many each side won."""

    game: str
    title: str
    played: int
    drawn: int
    won: dict[str, int]
    solo: list[SoloTold]


class RecordTold(msgspec.Struct):
    """A game of one person against computer players that is over."""

    id: str
    name: str
    game: str
    title: str
    played: str
    sides: list[str]
    """What the sides of the person are called."""
    against: list[str]
    result: Literal["won", "lost", "drawn"]
    score: dict[str, float]
    why: str


class DecisionTold(msgspec.Struct):
    """What a side must choose; ``secret``: whether it is chosen with an eye on what others may not see.

    ``gives_up``: what each verb that stands alone, such as ``done``, leaves undone, by verb what could still be chosen.
    ``must``: those of these verbs that would be wasted, so that the player is asked first.
    ``choices`` are factored: ``{"verb": "fire", "then": [[["kaga", "akagi"], [[["wasp"], []]]]]}``, a verb and its sets
    of ids, each with what may follow; any of a set goes with any of what follows it.
    """

    side: str
    prompt: str
    clause: str
    choices: list[ChoiceGroup]
    secret: bool
    gives_up: dict[str, dict[str, list[str]]]
    must: dict[str, list[str]]


class WaitingTold(msgspec.Struct):
    """Somebody else who must choose; ``thinking``: a computer player is at it."""

    side: str
    title: str
    player: str
    thinking: bool


class UndoTold(msgspec.Struct):
    """How many of its own choices a side may take back freely, and why not more."""

    steps: int
    why: str


class UndoOfferTold(msgspec.Struct):
    """A side asks to take back its last choices; ``to_answer`` are the sides that have yet to agree."""

    side: str
    steps: int
    to_answer: list[str]
    declined: str
    """The side that has declined; empty as long as none has."""
    yours: int
    """How many of its own choices the side that looks would lose too."""


class TroubleTold(msgspec.Struct):
    """A computer player that failed."""

    side: str
    player: str
    message: str


class PartsWanted(msgspec.Struct):
    """A joint die that waits for its parts, and with it the choice that calls for it."""

    die: int
    block: int
    side: str
    """Whose choice is fixed; empty before the first."""
    promise: str
    """The hash of the referee's own part."""
    lacks: dict[str, Lack]
    """By side what it has to do now: ``promise`` its part, or ``give`` it."""


class DiceTold(msgspec.Struct, omit_defaults=True):
    """Where the dice come from, with the published hashes of their secrets by holder."""

    kind: str
    commitments: dict[str, str]
    words: list[str]
    """What was given after the hashes and before the first die: it is in every die."""
    wanted: PartsWanted | None = None
    """The parts that a joint die waits for."""
    hidden: list[str] = []
    """After the end: the sides that have yet to show the secret of their own."""
    words_by: list[str] = []
    """Who gave each of the words: a side, ``referee`` where the server drew them, or an empty text if not known."""
    host: str = ""
    """The side whose player runs the server, ``nobody``, or an empty text if not known."""


class ReissuedTold(msgspec.Struct):
    """A seat that the host took from its holder and gave a new link."""

    side: str
    time: str


class SightTold(msgspec.Struct):
    """All that a side (``public``; ``open`` after the end) is shown of a match now."""

    id: str
    name: str
    game: str
    side: str
    seats: dict[str, str]
    seq: int
    view: Told | None
    """None where ``changes`` tells it."""
    over: bool
    result: MatchResult | None
    decision: DecisionTold | None
    waiting: list[WaitingTold]
    undo: UndoTold
    draw_offer: str | None
    undo_offer: UndoOfferTold | None
    asked: list[str]
    """The sides that are asked for a draw, and for consent to take back beyond the fence."""
    resigned: list[str]
    """The sides that gave up; an ally sits there now, if there is one."""
    clause_now: str | None
    log_from: int
    """The last entry of the side's log before what it has not chosen upon yet."""
    trouble: TroubleTold | None
    dice: DiceTold
    copied: bool
    """Whether this is a copy of another match, with dice of its own from there on."""
    claimed: list[str]
    """The sides of persons that somebody holds."""
    players: list[list[str]]
    """The sides that each player holds: two on one screen are one player."""
    reissued: list[ReissuedTold]
    log: list[LogEntryResponse] | None
    """The entries after the number asked for, where one was; at most ``MOST_ENTRIES``, the rest is asked for later."""
    stamp: str
    mark: str
    """Identifies the view and the whole sight; a live line sends it, for a client that holds them already."""
    changes: Changes | None
    """What has changed since the view that was held."""
    also: list[SightTold] | None


class WordsAsked(msgspec.Struct):
    """A match that begins once everybody who plays has given words: the hash comes first, then words in this order."""

    id: str
    name: str
    game: str
    sides: list[SideTold]
    commitments: dict[str, str]
    order: list[str]
    given: dict[str, str]
    asked: str | None
    """Whose words come next; None while the host is not named, and once all are given."""
    host: str | None
    """Who runs the server: a side, or ``nobody``; None while that is to be named first."""
    kind: str
    """``sealed`` or ``joint`` dice."""
    begun: bool
    claimed: list[str]
    """The sides that somebody holds."""
    wanted: PartsWanted | None
    """The parts that a joint die of the beginning waits for."""


class Moment(msgspec.Struct):
    """The view after an entry of the log as it was then; ``of``: how many entries there are."""

    view: Told
    seq: int
    of: int


class Reason(msgspec.Struct, omit_defaults=True):
    """Why an action is not offered; both are None where it is."""

    clause: str | None
    message: str | None = None


class NamesTold(msgspec.Struct):
    """Choices in words, in the order asked; None for one that is not offered now."""

    names: list[str | None]


class GivesUpTold(msgspec.Struct):
    """What a choice gives up: by verb, what could still be chosen first of it; None for one that is not offered now."""

    gives_up: dict[str, list[str]] | None


class AheadTold(msgspec.Struct):
    """For each run what may be chosen to complete it; None for one that is not offered now, or completes nothing."""

    ahead: list[list[ChoiceGroup] | None]


class InvitationTold(msgspec.Struct):
    """A link to a seat that still works; ``opened`` is None until somebody opens it."""

    made: str
    expires: str
    opened: str | None


class SeatTold(msgspec.Struct):
    """A seat: a person's (``person``) or a computer player's.

    ``invitation`` is for those who may invite to the seat; None for others.
    """

    side: str
    title: str
    player: str
    claimed: bool
    yours: bool
    invitation: InvitationTold | None


class AgreedTold(msgspec.Struct):
    """One agreed setting of a match, in words."""

    title: str
    text: str


class SeatsTold(msgspec.Struct):
    """Who holds the seats of a match, and what the requesting client may change."""

    id: str
    name: str
    game: str
    begun: bool
    over: bool
    seats: list[SeatTold]
    host: bool
    """Whether the client hosts the match."""
    take: Take | None
    link: Literal["invitation", "device", "void"] | None
    """What kind of link the token belongs to; ``void`` if it does not work, None without a token."""
    offered: list[str]
    """The sides that the link gives."""
    agreed: list[AgreedTold]
    options: dict[str, str]
    """The options in force."""
    picture: list[tuple[float, float, str, int]]
    secure: bool
    """Whether this connection is encrypted."""
    here_only: bool
    """Whether only this machine can reach the server."""
    addresses: list[str]
    """The addresses of the server for other machines."""


class LinkTold(msgspec.Struct):
    """A new link: its token, the path to append to the server's address, and when it expires."""

    token: str
    path: str
    expires: str


class BroughtTold(msgspec.Struct):
    """A match that was brought in, and whether it is over."""

    id: str
    over: bool


class WrongTold(msgspec.Struct):
    """What is not lawful, in which field, by which clause."""

    message: str
    field: str
    clause: str | None


class PositionLooked(msgspec.Struct):
    """A position being set up: what it says, and either what is not lawful or how the table looks."""

    position: Told | None
    wrong: WrongTold | None
    text: str
    view: Told | None
    """Of the open board."""
    pieces: Told | None
    asked: list[str]
    """The sides that choose first."""


class PositionTold(msgspec.Struct):
    """A position as a text in TOML."""

    text: str
