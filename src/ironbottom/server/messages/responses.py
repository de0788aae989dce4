"""The bodies of responses, field by field; ``docs/server.md`` lists the endpoints."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ironbottom.engine.rules.about import GameInfo
from ironbottom.server.messages.view_diff import Changes
from ironbottom.server.messages.dicts import ChoiceGroup, LogEntryResponse, MatchResult

Told = dict[str, Any]
Take = Literal["unclaimed", "this_machine"]
"""Why a client may take seats without a link: nobody holds any, or only one player ever did (on this machine)."""
Lack = Literal["promise", "give"]
"""What a side has to do for a joint die now: promise its part, or give it."""
MOST_ENTRIES = 5_000
"""How many entries of a log are sent at once."""

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
