"""Features of a game besides its rules: computer players, odds, helpers, texts and statistics.

``Game`` has a method for each feature. It returns the feature, or None if the game does not have it. Many features are
modules in the game's folder: the module satisfies the protocol, and the type checker verifies this where the method
returns it. The method imports the module, so loading a game does not load its odds and bots.
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
from ironbottom.engine.rules.view_types import LogEntryView
from ironbottom.engine.text.svg import MapDrawing
from ironbottom.odds.fire import Shots
from ironbottom.odds.tables import OddsTable

View = Any
"""A view. Each game has its own type, a ``ViewHeading`` with more fields."""
EventSeen = Any
"""An event as its audience sees it. Each game has its own type, an ``EventView`` with more fields."""
Plan = Mapping[str, object]
"""A voyage as stored, with the log entry from which it is valid."""

# -- computer players ----------------------------------------------------------------------------------


@runtime_checkable
class Player(Protocol):
    """A person or a program that decides for a side.

    ``choose`` answers an offer (view, prompt, clause, choices) with one of its choices, or with a list of choices;
    either all of them are carried out or none.

    >>> class First:
    ...     def choose(self, offer):
    ...         return offer.choices.at(0)
    >>> isinstance(First(), Player)
    True
    """

    def choose(self, offer: Offer) -> Action | Sequence[Action]: ...


class Bot(NamedTuple):
    """A kind of player: a sentence about it, and a function that makes one for a side from the rules and a seed."""

    text: str
    make: Callable[[Rules, str, int], Player]
    level: str = ""
    """The strength of the player in plain words."""
    seconds: int = 1
    """The longest time for a decision, in seconds of one core of an ordinary computer, rounded up."""


NEW_PLAYER, CLUB = "new player", "club"
"""The levels of computer players, the weakest first."""


class Evaluation(Protocol):
    """The features of a state, from which search players compute the chance of the first side to win.

    Their weights are fitted by ``lab/fit.py``, one row for each turn.
    """

    @property
    def FEATURES(self) -> Sequence[str]:  # noqa: N802
        """The names of the features."""

    def is_training_sample(self, state: State, /) -> bool:
        """Whether the features are taken at this decision; each turn gives one sample, at its first such decision."""

    def features(self, state: State, /) -> list[float]:
        """The values of the features."""


class Advisor(Protocol):
    """Hints for a person."""

    def hints(self, rules: Rules, offer: Offer, /) -> list[HintPlan]:
        """Up to three plans for the offer, best first. The same offer always gets the same plans."""


# -- odds ----------------------------------------------------------------------------------------------


class OddsCalculator(Protocol):
    """Exact odds of battles that are entered by hand or read from a view."""

    @property
    def OddsQuestion(self) -> type[msgspec.Struct]:  # noqa: N802
        """The description of a battle. Its ``kind`` is a ``Literal``, the default first."""

    def answer_to(self, rules: Rules, battle: Mapping[str, object], /) -> msgspec.Struct:
        """Computes the odds of a battle described as an ``OddsQuestion``.

        Raises ``msgspec.ValidationError`` if a field has the wrong type, and ``BadValue`` if a value is wrong.
        """

    def on_board(
        self, rules: Rules, view: View, loads: Literal["cheapest", "dearest"] = "cheapest"
    ) -> Sequence[msgspec.Struct]:
        """The odds of all battles in a view. Among ships of the same type, those in ``loads`` are lost first."""


class DecisionOdds(Protocol):
    """The exact odds of a side's choices."""

    def tables(self, state: State, side: str, /) -> list[OddsTable]:
        """Tables of odds for a side's decision, from what the side knows."""


class Threats(Protocol):
    """The units that each side can send to a place."""

    def threats(self, rules: Rules, view: View, side: str, place: str, /) -> Sequence[msgspec.Struct]:
        """The units that a side could send to a place in its next turn."""


class Routes(Protocol):
    """The cost of each route of a unit."""

    def routes_at_question(self, state: State, side: str, /) -> Sequence[msgspec.Struct]:
        """The routes of the unit whose course the side must choose; none at other questions."""


# -- helpers, voyages, standing orders -----------------------------------------------------------------


class LandingOrder(NamedTuple):
    """Ground units that a force loads before its voyage and lands at the end of it.

    ``port`` is where they board, and ``week`` the Game-Turn before which they do not arrive. ``ships`` and ``damage``
    are those of the force when the order was given. ``ended`` is the event that ended the order, or empty.
    """

    units: tuple[str, ...]
    port: str
    week: int = 0
    ships: int = 0
    damage: int = 0
    ended: str = ""


class Voyage(NamedTuple):
    """A planned voyage: the Mission, the destination hex, how many hexes short of it to stop, and the top speed.

    ``contacts`` are the enemy forces in contact when the voyage was planned; these do not end it. With a ``landing``
    the force loads units first and lands them at the end, without being asked.
    """

    mission: str
    to: str
    off: int
    speed: int
    contacts: tuple[str, ...] = ()
    landing: LandingOrder | None = None


class Memory(NamedTuple):
    """What a side has done and planned: the Missions and voyages of its forces, its last search and its patrols."""

    missions: Mapping[str, str] = {}
    voyages: Mapping[str, Voyage] = {}
    searches: Sequence[Action] = ()
    patrols: Sequence[Action] = ()


class FilledHelper(NamedTuple):
    """A helper with its choices filled in: its name, a line about it, and the choices."""

    id: str
    label: str
    note: str
    choices: list[Action]


class Helpers(Protocol):
    """Helpers: many choices made with one press, and voyages over several phases."""

    SECOND_STEPS: frozenset[str]
    """Questions whose answer is submitted together with the choice that opened them."""

    def helps(self, question: str, /) -> bool:
        """Whether a question has helpers, even if none is useful now."""

    def offered(self, state: State, side: str, memory: Memory, first: Action | None = None, /) -> list[FilledHelper]:
        """The helpers for a side's open question; with ``first``, only those that begin with this choice."""

    def remembered(self, log: Iterable[LogEntryView], planned: Mapping[str, Plan], /) -> Memory:
        """A side's memory, from its log and its planned voyages. Voyages that an event has ended are left out."""

    def read_voyage(self, plan: Plan, /) -> Voyage:
        """Reads a stored voyage; ``BadValue`` names the wrong part."""

    def plan(self, state: State, side: str, unit: str, asked: Plan, seq: int, /) -> dict[str, object]:
        """A voyage as stored, valid from this log entry on."""

    def next_course(self, state: State, side: str, unit: str, voyage: Voyage | None, /) -> tuple[Action, str]:
        """The course of a unit in this phase, and a short text if its voyage has ended."""

    def planned_course(self, state: State, side: str, unit: str, mission: str, /) -> Voyage:
        """The voyage that a computer player would plan for the unit whose course is asked for."""


class VoyageWords(Protocol):
    """Voyages as a person types and reads them."""

    def read(self, state: State, side: str, text: str, /) -> tuple[str, dict[str, object], list[Action]]:
        """The unit, its plan and the choices of this phase that the words mean; ``Refused`` says what is missing."""

    def plan_text(self, state: State, side: str, unit: str, plan: Plan, /) -> str:
        """A plan in a sentence."""


class LandingItem(msgspec.Struct, frozen=True):
    """A unit or a ship that a landing order may use: its words, its kind, and its load or room in Load Points."""

    id: str
    label: str
    kind: str
    load: float


class LandingSource(msgspec.Struct, frozen=True):
    """A port where ground units can board: its hex, and the units and ships that are free there.

    ``force`` is the Task Force that the ships are in; empty if they are in port.
    """

    at: str
    label: str
    force: str
    units: list[LandingItem]
    ships: list[LandingItem]


class LandingPlace(msgspec.Struct, frozen=True):
    """A hex where units may land, with a note on it."""

    at: str
    label: str
    note: str


class LandingOptions(msgspec.Struct, frozen=True):
    """What a landing order may use in this decision, and the Game-Turns in which it may land."""

    sources: list[LandingSource]
    places: list[LandingPlace]
    weeks: list[LandingPlace]


class LandingAdvice(msgspec.Struct, frozen=True):
    """A drafted landing order: its ships, its steps in words, what is lacking, and the choices that begin it.

    The choices are submitted one list after another: after each list the order is drafted again, until ``force`` is
    given. Its plan is then stored for that force.
    """

    ships: list[str]
    schedule: list[str]
    lacking: list[str]
    choices: list[list[str]]
    force: str = ""
    speed: int = 0


class PlannedAnswer(NamedTuple):
    """The choices with which planned landings answer a question, and the landings that an event has ended."""

    choices: list[Action]
    ended: Mapping[str, str]


class LandingOrders(Protocol):
    """Landings with one order: a force loads units, carries them to a hex in a given Game-Turn and lands them."""

    QUESTIONS: frozenset[str]
    """The questions that such an order answers for its force."""

    def options(self, state: State, side: str, /) -> LandingOptions:
        """What a side may order at its question."""

    def advice(self, state: State, side: str, asked: Plan, /) -> LandingAdvice:
        """Drafts an order: units, ships, destination and Game-Turn. ``BadValue`` names a wrong part."""

    def answer(self, state: State, side: str, memory: Memory, /) -> PlannedAnswer:
        """The next choices of the landings of a side; the rest of the question is left to it."""

    def status(self, state: State, side: str, unit: str, voyage: Voyage, /) -> str:
        """How far the landing of a force has come, in a sentence."""

    def read(self, state: State, side: str, text: str, /) -> dict[str, object]:
        """An order as a person types it; ``Refused`` says what is missing."""


class StandingOrderInfo(TypedDict):
    """A standing order in words: its id and label, and its values with their descriptions, "ask" first.

    ``step`` is the step of the turn under which it is listed; empty if the game does not group its orders.
    """

    id: str
    step: str
    label: str
    values: list[str]
    words: list[str]


class StandingOrderRules(Protocol):
    """Choices that are made for a person automatically until the orders change."""

    def infos(self) -> list[StandingOrderInfo]:
        """All standing orders in words."""

    def read(self, orders: Mapping[str, str], /) -> dict[str, str]:
        """Checks orders and drops those that say "ask"; ``BadValue`` names an unknown order or value."""

    def applies(self, state: State, side: str, name: str, /) -> bool:
        """Whether an order concerns the open question of a side."""

    def answer(self, state: State, side: str, orders: Mapping[str, str], /) -> list[Action]:
        """The choices with which these orders answer a side's open question; none if the side is asked."""

    def choices_of_order(self, state: State, side: str, name: str, value: str, /) -> list[Action]:
        """The choices with which one order answers; none if it leaves the answer to the side."""

    def iter_choices_of_order(self, state: State, side: str, name: str, value: str, /) -> Iterator[Action]:
        """Like ``choices_of_order``, but computed one by one; the choices may leave the rest to the side."""

    def ends_question(self, action: Action, /) -> bool:
        """Whether a choice ends a question."""

    def is_complete(self, name: str, found: Sequence[Action], /) -> bool:
        """Whether these choices answer the question completely."""


# -- texts -------------------------------------------------------------------------------------------


class InboxEntry(NamedTuple):
    """Something that waits for the player or is done: its subject, its kind, the section of the map, and its text.

    ``group`` says how urgent it is: ``must``, ``may`` or ``standing``; empty if it is done.
    """

    about: str
    kind: str
    section: str
    title: str
    done: bool = False
    group: str = ""


class Inbox(Protocol):
    """The units and orders that need a side's attention at its question."""

    def inbox_entries(self, view: View, choices: Choices, rules: Rules, /) -> list[InboxEntry]:
        """The open rows, then the finished ones."""

    def remaining_steps(self, view: View, rules: Rules, /) -> list[str]:
        """The remaining steps of the turn."""


Line = tuple[str, str]
"""A style (a side, ``head``, ``dim`` or empty) and a paragraph; wrapped lines keep its indentation."""
Paragraphs = Callable[[View, Rules], Iterable[Line]]


class Wording(NamedTuple):
    """The texts of a game. Without them, plain data are shown."""

    board: Callable[[View, Rules], Sequence[Line]] | None = None
    """The board as the viewer sees it."""
    parts: Mapping[str, Paragraphs] = {}
    """The parts of the board by name."""
    long_board: bool = False
    """Whether the terminal shows the whole board only once, and then its changes."""
    progress: Paragraphs | None = None
    """A reminder for a side that is writing a long order."""
    subject: Callable[[View, Rules], str] | None = None
    """The subject of the question, if its prompt does not name it."""
    needs_secrets: Callable[[View], bool] | None = None
    """Whether the decision needs information that others may not see; by default every decision does."""
    aliases: Mapping[str, str] = {}
    """Additional words for verbs."""
    examples: Callable[[str], dict[str, str]] | None = None
    """Examples of what a side may type, by verb."""
    normalize: Callable[[Action], Action] | None = None
    """Changes a choice to the spelling that the rules use."""
    repeats: Mapping[str, str] = {}
    """The event that follows a choice and repeats its content, by the verb of a unit and its target."""
    story: Callable[[Sequence[EventSeen]], Iterator[str]] | None = None
    """Events as sentences."""
    combined: Callable[[Sequence[EventSeen]], Iterator[tuple[int, str]]] | None = None
    """The number of events that share a sentence, and that sentence, which is empty if each event has its own."""
    counters: CounterNames | None = None
    """Names for counters that sentences mention by number."""


NO_WORDING = Wording()


class PlayerAids(Protocol):
    """The player aid of a game."""

    def aid(self, rules: Rules, view: View, /) -> PlayerAid:
        """The player aid for the options in force, with the current step of a view."""


class PageData(Protocol):
    """Data for the page besides the views."""

    def pieces(self, rules: Rules, /) -> dict[str, object]:
        """Counters and tables for the options in force."""

    def picture(self, rules: Rules, view: View, /) -> list[tuple[float, float, str, int]]:
        """The positions of counters: degrees east and north, side, number."""


class Map(Protocol):
    """The map of a view, for a notebook for example."""

    def chart(self, rules: Rules, view: View, /) -> MapDrawing:
        """The areas or hexes, places and stacks that a viewer sees."""


# -- stories and measurements --------------------------------------------------------------------------


class EventReader(Protocol):
    """Interprets a game's events for a story. Each game has a subclass, and each story makes an instance."""

    lead_in: str = ""
    """The unit of the lead, if the game has more than one score."""
    first_turns: Collection[int] = ()
    """Turns that only have deployment."""

    def turn_title(self, number: int, /) -> str:
        """The title of a turn."""
        return str(number)

    def opened(self, event: EventSeen) -> int | None:
        """The number of the turn or round that begins with an event."""

    @property
    def lead_by_view(self) -> bool:
        """Whether the lead can only be read from a view, because some scoring has no event."""

    def lead_in_view(self, view: View) -> float:
        """The first side's lead in a view, by the score that decides the game."""

    def lead(self, event: EventSeen, before: float) -> float | None:
        """The first side's lead after a scoring event, given the lead before it."""

    def explains(self, event: EventSeen) -> bool:
        """Whether an event is the reason for a change of the lead that follows it."""

    def lost(self, event: EventSeen) -> Sequence[str]:
        """The units lost with an event; a unit that stands for several counters is repeated."""

    def side_of(self, unit: str) -> str:
        """The side of a unit."""

    def title(self, name: str) -> str:
        """The title of a unit or of the place of a battle."""

    def unit_value(self, unit: str) -> float:
        """The value of a unit when a story finds the turning point."""

    def battle(self, event: EventSeen) -> str | None:
        """The place of a battle that begins with an event; an empty text if a battle ends."""

    def shots(self, event: EventSeen) -> Shots | None:
        """The number of dice rolled to hit with an event. The method is called with every event in order."""


Reports = Mapping[str, Mapping[int, str]]
"""The values that players report for a running measure, by measure and turn (0 stands for the end)."""


def _no_measures(view: View) -> dict[str, float]:
    return {}


def _no_level(state: State) -> str:
    return ""


class Measures(NamedTuple):
    """Statistics of a game, for comparing players.

    ``measure`` reads the open view of a finished game. ``running`` reads the public view after every turn, and
    ``reported`` has the values that players report for these measures. If a game has levels of victory, ``levels``
    lists them from the greatest down, and ``level`` returns the one that a finished game reached.
    """

    measure: Callable[[View], dict[str, float]] = _no_measures
    running: Callable[[View], dict[str, float]] = _no_measures
    reported: Reports = {}
    level: Callable[[State], str] = _no_level
    levels: tuple[str, ...] = ()
