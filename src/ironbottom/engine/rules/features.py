"""What a game may offer beyond its rules: its computer players, odds, helpers, words, measurements.

``Game`` has a method for each of these features; it returns the feature, or None where the game has no such thing.
Many features are a module of the game's folder: the module itself satisfies the protocol, and the type checker compares
the two where the method returns it. The method imports the module, so that a game is loaded without its odds and bots.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypedDict, runtime_checkable

import msgspec

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.hints import HintPlan
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.rules.past_names import CounterNames
from ironbottom.engine.rules.player_aid import PlayerAid
from ironbottom.engine.rules.state import State
from ironbottom.engine.text.svg import MapDrawing
from ironbottom.odds.fire import Shots
from ironbottom.odds.tables import OddsTable

View = Mapping[str, Any]
EventSeen = Mapping[str, Any]
"""An event as its audience sees it."""
Plan = Mapping[str, Any]
"""A voyage as it is stored, with the entry of the log after which it holds."""

# -- computer players ----------------------------------------------------------------------------------


@runtime_checkable
class Player(Protocol):
    """A person or a program that decides for a side.

    ``choose`` answers an offer (view, prompt, clause, choices) with one of its choices, or with a run of choices that
    are carried out all or none.

    >>> class First:
    ...     def choose(self, offer):
    ...         return offer.choices.at(0)
    >>> isinstance(First(), Player)
    True
    """

    def choose(self, offer: Offer) -> Action | Sequence[Action]: ...


class Bot(NamedTuple):
    """A kind of player: one sentence about it, and how one is made for a side from the rules and a seed."""

    text: str
    make: Callable[[Rules, str, int], Player]


class Advisor(Protocol):
    """Hints for a person."""

    def hints(self, rules: Rules, offer: Offer, /) -> list[HintPlan]:
        """Up to three plans for what is offered, the best first. The same offer always gets the same plans."""


# -- odds ----------------------------------------------------------------------------------------------


class OddsCalculator(Protocol):
    """Battles that are described by hand or read from a view, with their exact odds."""

    @property
    def OddsQuestion(self) -> type[msgspec.Struct]:  # noqa: N802
        """A battle by hand. Its ``kind`` is a ``Literal``, the usual kind first."""

    def answer_to(self, rules: Rules, battle: Mapping[str, object], /) -> msgspec.Struct:
        """Reads a battle as an ``OddsQuestion`` and answers it.

        Raises ``msgspec.ValidationError`` where a field has the wrong type, and ``BadValue`` where its value is wrong.
        """

    def on_board(
        self, rules: Rules, view: View, loads: Literal["cheapest", "dearest"] = "cheapest"
    ) -> Sequence[msgspec.Struct]:
        """The odds of all battles that a view shows; of like ships those with these ``loads`` are lost first."""


class DecisionOdds(Protocol):
    """Exact odds of what a side may choose."""

    def tables(self, state: State, side: str, /) -> list[OddsTable]:
        """Tables for the decision of a side, from what that side knows."""


class Threats(Protocol):
    """What each side can send to a place."""

    def threats(self, rules: Rules, view: View, side: str, place: str, /) -> Sequence[msgspec.Struct]:
        """What a side could send to a place in its next turn."""


class Routes(Protocol):
    """What each way of a unit costs."""

    def ways(self, state: State, side: str, /) -> Sequence[msgspec.Struct]:
        """The ways of the unit whose course a side is asked for; none at other questions."""


# -- helpers, voyages, standing orders -----------------------------------------------------------------


class Voyage(NamedTuple):
    """Where a unit is bound: its Mission, the hex, so many hexes short of it, how fast at most.

    ``contacts``: the enemy forces in contact when it was planned, which do not end it.
    """

    mission: str
    to: str
    off: int
    speed: int
    contacts: tuple[str, ...] = ()


class Memory(NamedTuple):
    """What a side did and planned: Missions of its forces, where they are bound, its last search and patrols."""

    missions: Mapping[str, str] = {}
    voyages: Mapping[str, Voyage] = {}
    searches: Sequence[Action] = ()
    patrols: Sequence[Action] = ()


class Filled(NamedTuple):
    """A helper as it is offered: its name, a line about it, and the choices that it makes."""

    id: str
    label: str
    note: str
    choices: list[Action]


class Helpers(Protocol):
    """Many choices made by one press, and voyages over several phases."""

    SECOND_STEPS: frozenset[str]
    """Questions whose answer is submitted with the choice that opened them."""

    def helps(self, question: str, /) -> bool:
        """Whether there are helpers for a question, useful now or not."""

    def offered(self, state: State, side: str, memory: Memory, first: Action | None = None, /) -> list[Filled]:
        """The helpers of a side's open question; with ``first`` only those that begin with this choice."""

    def remembered(self, log: Iterable[Mapping[str, Any]], planned: Mapping[str, Plan], /) -> Memory:
        """What a side remembers by its log, and of its planned voyages those that nothing has ended."""

    def read_voyage(self, plan: Plan, /) -> Voyage:
        """Reads a stored voyage; ``BadValue`` names the wrong part."""

    def plan(self, state: State, side: str, unit: str, asked: Plan, seq: int, /) -> dict[str, Any]:
        """A voyage as it is stored, to hold after this entry of the log."""

    def next_course(self, state: State, side: str, unit: str, voyage: Voyage | None, /) -> tuple[Action, str]:
        """The course of a unit in this phase, and a few words if its voyage has ended."""

    def intended(self, state: State, side: str, unit: str, mission: str, /) -> Voyage:
        """The voyage that the computer player would plan for the unit whose course is asked for."""


class VoyageWords(Protocol):
    """VoyageWords as a person types and reads them."""

    def read(self, state: State, side: str, text: str, /) -> tuple[str, dict[str, Any], list[Action]]:
        """The unit, its plan and the choices of this phase that these words mean; ``Refused`` says what is missing."""

    def plan_text(self, state: State, side: str, unit: str, plan: Plan, /) -> str:
        """A plan in a sentence."""


class StandingOrderInfo(TypedDict):
    """A standing order in words: its id and label, and its values with the words for each, "ask" first."""

    id: str
    label: str
    values: list[str]
    words: list[str]


class StandingOrderRules(Protocol):
    """Choices that are made for a person until the orders change."""

    def infos(self) -> list[StandingOrderInfo]:
        """All standing orders in words."""

    def read(self, orders: Mapping[str, str], /) -> dict[str, str]:
        """Checks orders and leaves out those that say "ask"; ``BadValue`` names an order or value that is unknown."""

    def applies(self, state: State, side: str, name: str, /) -> bool:
        """Whether an order is about the open question of a side."""

    def answer(self, state: State, side: str, orders: Mapping[str, str], /) -> list[Action]:
        """The choices by which these orders answer the open question of a side; none where the side is asked."""

    def answered(self, state: State, side: str, name: str, value: str, /) -> list[Action]:
        """The choices by which one order answers; none if it leaves the answer to the side."""

    def answering(self, state: State, side: str, name: str, value: str, /) -> Iterator[Action]:
        """The same choices, computed one by one; they may leave the rest to the side."""

    def ends(self, action: Action, /) -> bool:
        """Whether a choice ends a question."""

    def is_complete(self, name: str, found: Sequence[Action], /) -> bool:
        """Whether these choices of an order leave nothing to the side."""


# -- words ---------------------------------------------------------------------------------------------


class Need(NamedTuple):
    """Something that waits, or is done: what it is about, its kind, the section of the map it is in, how it is told."""

    about: str
    kind: str
    section: str
    title: str
    done: bool = False


class Inbox(Protocol):
    """What waits for a side at its question."""

    def needs(self, view: View, choices: Choices, rules: Rules, /) -> list[Need]:
        """What waits, and then what is done."""

    def to_come(self, view: View, rules: Rules, /) -> list[str]:
        """The steps of the turn that are still to come."""


Line = tuple[str, str]
"""A style (a side, ``head``, ``dim`` or nothing) and a paragraph, indented as it begins."""
Paragraphs = Callable[[View, Rules], Iterable[Line]]


class Wording(NamedTuple):
    """The words of a game. What a game leaves out is shown as plain data."""

    board: Callable[[View, Rules], Sequence[Line]] | None = None
    """The board as its viewer sees it."""
    parts: Mapping[str, Paragraphs] = {}
    """Parts of the board by name."""
    long_board: bool = False
    """Whether the terminal shows the board once, and then only its changes."""
    progress: Paragraphs | None = None
    """What a side needs to see again during a long order."""
    concerning: Callable[[View, Rules], str] | None = None
    """What the question is about, where its prompt does not name it."""
    needs_secrets: Callable[[View], bool] | None = None
    """Whether the decision is made with what others may not see; without it every decision is."""
    aliases: Mapping[str, str] = {}
    """Further words for verbs."""
    examples: Callable[[str], dict[str, str]] | None = None
    """By verb, what a side may type."""
    respell: Callable[[Action], Action] | None = None
    """A choice as the rules spell it."""
    repeats: Mapping[str, str] = {}
    """By verb of a unit and its target, the event that follows it."""
    story: Callable[[Sequence[EventSeen]], Iterator[str]] | None = None
    """Events as sentences."""
    together: Callable[[Sequence[EventSeen]], Iterator[tuple[int, str]]] | None = None
    """How many events share a sentence, and that sentence; it is empty where each event has its own."""
    counters: CounterNames | None = None
    """Names of counters that sentences give by number."""


NO_WORDING = Wording()


class PlayerAids(Protocol):
    """The player aid of a game."""

    def aid(self, rules: Rules, view: View, /) -> PlayerAid:
        """The aid under the options in force, with the step in which a view stands."""


class PageData(Protocol):
    """What the page shows of a game beside its views."""

    def pieces(self, rules: Rules, /) -> dict[str, Any]:
        """Counters and tables under the options in force."""

    def picture(self, rules: Rules, view: View, /) -> list[tuple[float, float, str, int]]:
        """Where the counters of the sides are: degrees east and north, the side, how many."""


class Map(Protocol):
    """The map that is drawn of a view, as for a notebook."""

    def chart(self, rules: Rules, view: View, /) -> MapDrawing:
        """What a viewer sees: areas or hexes, places, and the stacks of the sides."""


# -- stories and measurements --------------------------------------------------------------------------


class EventReader(Protocol):
    """How a game reads its own events.

    A class of the game inherits from this one, which has the defaults. Each story makes an instance.
    """

    lead_in: str = ""
    """What the lead is counted in, where the game has more than one score."""
    first_turns: Collection[int] = ()
    """Turns before which sides only deploy."""

    def turn_title(self, number: int, /) -> str:
        """What a turn is called."""
        return str(number)

    def opened(self, event: EventSeen) -> int | None:
        """The number of the turn, or round, that opens with an event."""

    @property
    def lead_by_view(self) -> bool:
        """Whether only a view gives the lead, because not everything that scores is an event."""

    def lead_in_view(self, view: View) -> float:
        """By how much the first side leads in a view, by the score that decides the game."""

    def lead(self, event: EventSeen, before: float) -> float | None:
        """By how much the first side leads after an event that changes the score, from the lead before it."""

    def explains(self, event: EventSeen) -> bool:
        """Whether an event is the reason for a change of the lead that follows it."""

    def lost(self, event: EventSeen) -> Sequence[str]:
        """The units that are lost with an event; units that are counts, once for each."""

    def side_of(self, unit: str) -> str:
        """The side of a unit."""

    def title(self, name: str) -> str:
        """What a unit or a place of a battle is called."""

    def worth(self, unit: str) -> float:
        """What a unit counts for in a swing."""

    def battle(self, event: EventSeen) -> str | None:
        """Where a battle opens with an event; an empty word where one ends."""

    def shots(self, event: EventSeen) -> Shots | None:
        """The dice that were rolled to hit with an event; it is shown every event in order."""


Reports = Mapping[str, Mapping[int, str]]
"""By running measure and turn (0: the end), what players report of it."""


def _no_measures(view: View) -> dict[str, float]:
    return {}


def _no_level(state: State) -> str:
    return ""


class Measures(NamedTuple):
    """What is measured of a game, for comparing players.

    ``measure`` reads the open view of a game that is over. ``running`` reads the public view whenever a turn has ended,
    and ``reported`` says what players report of these measures. Where a game is won by levels, ``levels`` names them,
    the greatest first, and ``level`` says which one a state that is over has come to.
    """

    measure: Callable[[View], dict[str, float]] = _no_measures
    running: Callable[[View], dict[str, float]] = _no_measures
    reported: Reports = {}
    level: Callable[[State], str] = _no_level
    levels: tuple[str, ...] = ()
