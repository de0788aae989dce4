"""The base class of all games, and a game's rules in force: its figures with corrections, and its options."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from inspect import getfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol

import msgspec

from ironbottom.engine.core.arrays import read_arrays
from ironbottom.engine.core.errors import BadValue, format_value
from ironbottom.engine.core.events import Event, EventKind, number_kinds
from ironbottom.engine.core.fields import Domain, truncated_list
from ironbottom.engine.core.layout import Layout
from ironbottom.engine.core.visibility import OPEN, PUBLIC
from ironbottom.engine.data.clauses import ClauseIndex
from ironbottom.engine.data.facts import Facts, load_tables
from ironbottom.engine.dice.dice import Dice, DieReason, SeededDice
from ironbottom.engine.rules.about import GameInfo, Option
from ironbottom.engine.rules.actions import Action, Verb, Vocabulary
from ironbottom.engine.rules.choices import CLOSING, RandomSource
from ironbottom.engine.rules.pieces_type import PiecesT
from ironbottom.engine.rules.procedures import Decision, Execution, Procedure, SimultaneousFrame, prepare
from ironbottom.engine.rules.state import DUMP_FORMAT, State, run
from ironbottom.engine.rules.state_format import (
    FRAMES_BY_NUMBER,
    Converter,
    StateFormat,
    current_format,
    format_of,
    frames_by_name,
    listed_formats,
)
from ironbottom.engine.rules.teams import Alliances, Team
from ironbottom.engine.rules.view_types import Result

if TYPE_CHECKING:
    from ironbottom.engine.rules import features
    from ironbottom.engine.rules.phrasing import Phrasing
    from ironbottom.engine.rules.plain_board import PlainBoard
    from ironbottom.engine.rules.speeds import SpeedTargets
    from ironbottom.odds.questions import OddsOptions

MAX_RULES = 256
"""The maximum number of cached rules of a game. Without a limit, imported matches could fill the cache."""


class Random(RandomSource, Protocol):
    """The methods of ``random.Random`` that resampling uses."""

    def randrange(self, stop: int, /) -> int: ...

    def shuffle(self, x: list[Any]) -> None: ...


class Sampler(Protocol):
    """Draws random states that are consistent with a view."""

    def draw(self, random: Random, /) -> State: ...


class ViewFormat(Protocol):
    """Writes a state as a side sees it, and reads it back: a ``ViewCodec``."""

    def write(self, state: State, viewer: int, /) -> dict[str, Any]: ...

    def read(self, rules: Rules, view: Mapping[str, Any], /) -> State: ...


class PositionFormat(Protocol):
    """Writes a state as a position, and reads it back: a ``PositionCodec``."""

    def write(self, state: State, /) -> dict[str, Any]: ...

    def read_state(self, rules: Rules, position: Mapping[str, object], /) -> State: ...

    def check(self, cells: list[int], /) -> None: ...


REQUIRED = ("id", "short", "title", "rules_version", "sides", "scenarios", "sequence_clause", "procedures", "layout")
"""The attributes that every game must define."""


class OneState:
    """The sampler of a view that shows the whole state."""

    def __init__(self, state: State) -> None:
        self.state = state

    def draw(self, random: Random, /) -> State:
        return self.state.copy()


class Game:
    """The base class of all games. A game's folder defines one subclass and registers one instance.

    All games have the same attributes: an ``id`` and a ``short`` form for the command line, the ``sides`` that decide
    and see, the ``teams`` in which they win and lose, ``scenarios`` by name with a sentence each, ``options``, the
    ``procedures`` and ``events`` in rulebook order, and the ``layout`` of the flat list.

    >>> from ironbottom import get_game
    >>> game = get_game("pf")
    >>> state = game.new("campaign", {"factor_set": "B"})
    >>> [decision.side for decision in state.decisions()]
    ['japan']
    """

    id: ClassVar[str]
    short: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[GameInfo | None] = None
    """The short description of the game."""
    rules_version: ClassVar[str]
    """The version of the rules.

    It changes whenever a change of the rules lets the same choices and dice lead to a different state.
    """
    sides: ClassVar[Domain]
    teams: ClassVar[Sequence[Team]] = ()
    """The sides that win and lose together; each side is in one team. Empty if every side plays for itself."""
    plays_on: ClassVar[bool] = False
    """Whether the other teams play on, if there are several, after all sides of one team have resigned."""
    dice_unheard: ClassVar[bool] = False
    """Whether a side may be unaware of some die rolls. It cannot be asked for its share of such dice (joint dice)."""
    scenarios: ClassVar[Mapping[str, str]]
    options: ClassVar[Sequence[Option]] = ()
    sequence_clause: ClassVar[str]
    procedures: ClassVar[Sequence[type[Procedure]]]
    events: ClassVar[Sequence[EventKind]] = ()
    rolls: ClassVar[type[DieReason]] = DieReason
    """The reasons for the game's die rolls."""
    layout: ClassVar[Layout]
    view_codec: ClassVar[ViewFormat | None] = None
    """How views are written and read: a ``ViewCodec``, unless the game has methods of its own."""
    position_codec: ClassVar[PositionFormat | None] = None
    """How positions are written and read: a ``PositionCodec``, unless the game has methods of its own."""

    def __init__(self) -> None:
        if missing := [name for name in REQUIRED if not hasattr(self, name)]:
            raise TypeError(f"{type(self).__name__} must define {', '.join(missing)}")
        number_kinds(tuple(self.events))
        verbs: dict[str, Verb] = {}
        for procedure in self.procedures:
            verbs.update((verb.name, verb) for verb in procedure.verbs)
        self.vocabulary = Vocabulary(tuple(verbs.values()))
        self.alliances = Alliances(self.sides, self.teams)
        for number, procedure in enumerate(self.procedures):
            prepare(procedure, number)
        if phrasing := self.phrasing():
            phrasing.bind(self)
        closed = any(one.secret or one.simultaneous or one.unobservable for one in self.procedures)
        self.is_open = self.layout.is_open and not closed
        """Whether nothing is hidden: every side sees the whole state at all times."""
        self._in_force: dict[str, Rules] = {}
        self._clauses: ClauseIndex | None = None

    def __repr__(self) -> str:
        return f"<Game {self.id} ({self.short}): {self.title}>"

    def _undefined(self, what: str) -> NotImplementedError:
        """The error for a method that the game lacks."""
        return NotImplementedError(f"{type(self).__name__} must define {what}")

    # -- supplied by the game's folder -----------------------------------------------------------

    def facts(self, corrections: Mapping[str, object] | None = None) -> Facts:
        """The figures of the data files with corrections applied; by default the game has none."""
        return load_tables(Path(), (), corrections, game=self.id)

    def pieces(self, facts: Facts, options: Mapping[str, str]) -> Any:
        """The frozen figures in force, None by default; procedures read them as ``rules.pieces``."""
        return None

    def clauses(self) -> ClauseIndex:
        """The index of rule clauses with their paraphrases: the file ``data/clauses.toml`` of the game's folder."""
        if self._clauses is None:
            self._clauses = ClauseIndex.load(Path(getfile(type(self))).parent / "data" / "clauses.toml")
        return self._clauses

    def clause_source(self, clause: str) -> str:
        """How a clause is known, as words added to each refusal under it; empty if the rulebook is complete."""
        return ""

    def clause_source_counts(self) -> dict[str, int]:
        """The number of clauses by how they are known, most first; empty if the rulebook is complete."""
        return dict(Counter(words for clause in self.clauses() if (words := self.clause_source(clause))).most_common())

    def set_up(self, rules: Rules, scenario: str) -> State:
        """The state before the first step of a scenario."""
        raise self._undefined("set_up")

    def view(self, state: State, side: int) -> dict[str, Any]:
        """Everything that a viewer may see, as plain data.

        The viewer is a side, ``PUBLIC``, or ``OPEN`` after the end.
        """
        if self.view_codec is None:
            raise self._undefined("view_codec")
        return self.view_codec.write(state, side)

    def open_view(self, state: State) -> dict[str, Any]:
        """The complete view, for after the end."""
        return self.view(state, OPEN)

    def sampler(self, view: Mapping[str, object]) -> Sampler:
        """A sampler of the states that are consistent with a view.

        By default, the only one, for a game in which nothing is hidden.
        """
        if not self.is_open:
            raise self._undefined("sampler, because its state is not open to all")
        return OneState(self.seen_state(view))

    def seen_state(self, view: Mapping[str, object]) -> State:
        """The state as a viewer sees it: the cells that it does not see are empty.

        This state can be read, but not played on.
        """
        if self.view_codec is None:
            raise self._undefined("view_codec, or seen_state")
        return self.view_codec.read(self.rules_of_view(view), view)

    def hidden_counts(self, view: Mapping[str, object]) -> Mapping[str, Sequence[int]]:
        """The number of hidden items in each place, according to a view.

        The lists, by name, have a fixed length, with -1 for an unknown number. Empty if the view counts nothing
        that ``seen_state`` does not show.
        """
        return {}

    def rules_of_view(self, view: Any) -> Rules:
        """The rules in force in the match that a view shows."""
        return self.rules(view["options"], view["corrections"])

    def knowledge(self, state: State) -> tuple[int, ...]:
        """For each side, the bits of its secrets that other sides know; a new bit is an undo barrier.

        By default no bits, for a game in which nothing is hidden.
        """
        if not self.is_open:
            raise self._undefined("knowledge, because its state is not open to all")
        return (0,) * len(self.sides)

    def write_position(self, state: State) -> dict[str, Any]:
        """The state as a position, without the heading."""
        if self.position_codec is None:
            raise self._undefined("position_codec")
        return self.position_codec.write(state)

    def read_position(self, rules: Rules, position: Mapping[str, object]) -> State:
        """The state that a position describes; ``BadValue`` names a wrong field."""
        if self.position_codec is None:
            raise self._undefined("position_codec")
        return self.position_codec.read_state(rules, position)

    def check(self, state: State) -> None:
        """Refuses a state that cannot occur, such as a counter in two places or a force without counters.

        By default, only one whose cells violate their declarations.
        """
        if self.position_codec is not None:
            self.position_codec.check(state.cells)

    def result(self, state: State) -> Result:
        """The winners (whole teams, in the game's order; none for a draw), the score of each side, and the reason."""
        raise self._undefined("result")

    def eliminated(self, state: State) -> Collection[str]:
        """The sides that the rules have eliminated; they make no decisions any more."""
        return ()

    def swapped_sides(self, state: State) -> tuple[str, ...]:
        """The two sides whose players have swapped by a rule, as after a bid; empty otherwise."""
        return ()

    def result_after_resignation(self, state: State, resigned: Sequence[str]) -> Result | None:
        """The result once these sides have resigned; None if the others play on.

        A team is out when all its sides have resigned or been eliminated. The last remaining team wins; if several
        remain and the game does not let them play on, they share the win.
        """
        out = self.alliances.eliminated(resigned)
        left = self.alliances.remaining({*out, *self.alliances.eliminated(self.eliminated(state))})
        if not out or (len(left) > 1 and self.plays_on):
            return None
        winners = self.alliances.members(left)
        beaten = [side for side in resigned if side not in winners]
        who = " and ".join(self.sides.titles[self.sides.index[side]] for side in beaten)
        return {"winners": winners, "score": {}, "why": f"{who} resigned"}

    def choice_in_absence(self, decision: Decision) -> Action:
        """The choice for a side whose team has left the match: a closing verb if there is one, otherwise the first
        choice.

        A game that lets the others play on overrides this if its rules require it.
        """
        choices = decision.choices
        return next(((verb,) for verb in choices.verbs() if verb in CLOSING and (verb,) in choices), choices.at(0))

    def result_without(self, state: State, absent: Collection[str]) -> Result:
        """The result of a game that continued after teams had left; the sides of those teams do not win.

        A game that can rank the others overrides this.
        """
        result = self.result(state)
        return {**result, "winners": [side for side in result["winners"] if side not in absent]}

    def phrasing(self) -> Phrasing | None:
        """The words from the game's catalogue, ``text/catalogue.toml``."""
        return None

    def describe_event(self, event: Mapping[str, object], rules: Rules) -> str:
        """A visible event as a sentence; without a catalogue, its name and its fields."""
        if phrasing := self.phrasing():
            return phrasing.event(event)
        fields = (f"{name} {value}" for name, value in event.items() if name != "event")
        return " ".join([str(event["event"]), *fields])

    def describe_action(self, action: Sequence[str], rules: Rules) -> str:
        """An action in words, for a button or a list; without a catalogue, its parts."""
        if phrasing := self.phrasing():
            return phrasing.choice(action)
        return " ".join(action).replace("_", " ")

    # -- what a game may offer beyond its rules; each import is inside its method ------------------

    def bots(self) -> Mapping[str, features.Bot]:
        """The game's own computer players by name."""
        return {}

    def evaluation(self) -> features.Evaluation | None:
        """The features from which a search player computes the chance of winning."""
        return None

    def advisor(self) -> features.Advisor | None:
        """Hints for a person, computed like the choices of a computer player."""
        return None

    def odds_calculator(self) -> features.OddsCalculator | None:
        """The odds of battles, entered by hand or on the board."""
        return None

    def odds_questions(self) -> OddsOptions | None:
        """The command line flags of the odds calculator; a game has both or neither."""
        return None

    def decision_odds(self) -> features.DecisionOdds | None:
        """The odds of a side's choices."""
        return None

    def threats(self) -> features.Threats | None:
        """The units that each side can send to a place."""
        return None

    def ways(self) -> features.Routes | None:
        """The cost of each route of a unit."""
        return None

    def helpers(self) -> features.Helpers | None:
        """Many choices made with one press."""
        return None

    def voyages(self) -> features.VoyageWords | None:
        """Voyages over several phases, in words; a game with voyages also has ``helpers``."""
        return None

    def landing_orders(self) -> features.LandingOrders | None:
        """Troops loaded, carried and landed with one order; a game with them also has ``helpers``."""
        return None

    def standing_orders(self) -> features.StandingOrderRules | None:
        """Choices that are made for a person automatically until the orders change."""
        return None

    def text(self) -> features.Wording | None:
        """Texts for the terminal and the page."""
        return None

    def inbox(self) -> features.Inbox | None:
        """The units and orders that need a side's attention at its question."""
        return None

    def player_aid(self) -> features.PlayerAids | None:
        """The player aid with the current step."""
        return None

    def page(self) -> features.PageData | None:
        """Data for the page besides the views."""
        return None

    def board(self, rules: Rules) -> PlainBoard | None:
        """The places of the plain board, for a game without a page of its own."""
        return None

    def map(self) -> features.Map | None:
        """The map of a view."""
        return None

    def event_reader(self, rules: Rules) -> features.EventReader | None:
        """A reader of the game's events, for one story."""
        return None

    def measures(self) -> features.Measures | None:
        """Statistics of the game, for comparing players."""
        return None

    def speed(self) -> SpeedTargets | None:
        """Speed targets for ``bench``."""
        return None

    # -- derived from these --------------------------------------------------------------------

    def resample(self, view: Mapping[str, object], random: Random) -> State:
        """A random state that is consistent with a view."""
        return self.sampler(view).draw(random)

    def rules(self, options: Mapping[str, str] | None = None, corrections: Mapping[str, object] | None = None) -> Rules:
        """The rules under these options and corrections; the same object for the same arguments."""
        chosen = self.chosen(options or {})
        key = json.dumps([chosen, corrections or {}], sort_keys=True)
        if key not in self._in_force:
            made = Rules(self, chosen, self.facts(corrections))
            while len(self._in_force) >= MAX_RULES:
                del self._in_force[next(iter(self._in_force))]
            self._in_force[key] = made
        return self._in_force[key]

    def chosen(self, options: Mapping[str, str]) -> dict[str, str]:
        """Every option with its value; ``BadValue`` for an unknown option or value."""
        known = {option.name: option for option in self.options}
        for name, value in options.items():
            if name not in known:
                raise BadValue(f"{self.title} has no option {name!r}; it has {truncated_list(known)}", field="options")
            if value not in known[name].values:
                allowed = truncated_list(known[name].values)
                raise BadValue(f"{format_value(value)} is not a value; allowed: {allowed}", field=f"options.{name}")
        return {name: options.get(name, option.default) for name, option in known.items()}

    def new(
        self,
        scenario: str | None = None,
        options: Mapping[str, str] | None = None,
        corrections: Mapping[str, object] | None = None,
        dice: Dice | None = None,
    ) -> State:
        """The state at a scenario's first decision; the first scenario when none is named."""
        return self.rules(options, corrections).new(scenario, dice)


class Rules(Generic[PiecesT]):
    """A game with its options and figures: immutable and shared by all states of a match."""

    def __init__(self, game: Game, options: Mapping[str, str], facts: Facts) -> None:
        self.game = game
        self.options = dict(options)
        self.facts = facts
        self.sides = game.sides
        self.alliances = game.alliances
        self.vocabulary = game.vocabulary
        self.procedures = tuple(game.procedures)
        self._procedures_by_name = {procedure.name: procedure for procedure in game.procedures}
        self.kinds = tuple(game.events)
        self.layout = game.layout
        self.sequence_clause = game.sequence_clause
        self.pieces: PiecesT = game.pieces(facts, self.options)
        usual = {option.name: option.default for option in game.options if option.late}
        self.stored_options = {name: value for name, value in self.options.items() if usual.get(name) != value}
        """The options in dumps, hashes and records: all but late ones that have their default."""
        self.heading = (game.id, DUMP_FORMAT, self.stored_options)

    @cached_property
    def digest(self) -> str:
        """The digest of the data in force."""
        return self.facts.digest()

    @cached_property
    def stamp(self) -> bytes:
        """The prefix of every packed state: a hash of game, formats and options."""
        parts = (*self.heading, current_format(self.game))
        return sha256(json.dumps(parts, sort_keys=True).encode()).digest()[:8]

    def new(self, scenario: str | None = None, dice: Dice | None = None) -> State[PiecesT]:
        """The state at the scenario's first decision."""
        return self.begin(scenario, dice or SeededDice(0)).state

    def begin(self, scenario: str | None, dice: Dice) -> Execution[PiecesT]:
        """The state at the scenario's first decision, with the events before it."""
        named = scenario or next(iter(self.game.scenarios))
        if named not in self.game.scenarios:
            allowed = truncated_list(self.game.scenarios)
            raise BadValue(
                f"{self.game.title} has no scenario {format_value(named)}; it has {allowed}", field="scenario"
            )
        execution = Execution(self.game.set_up(self, named), dice)
        run(execution)
        return execution

    # -- used by states -------------------------------------------------------------------

    def view(self, state: State, side: str) -> dict[str, Any]:
        """The view of a side or the ``public``; ``open`` after the end. ``BadValue`` for any other id."""
        if side == "open":
            if state.stack:
                raise BadValue("the open view is available only after the end of the game", field="view")
            return self.game.open_view(state)
        return self.game.view(state, PUBLIC if side == "public" else self.sides.number(side, "view"))

    def result(self, state: State) -> Result:
        """The result of a state that is over."""
        return self.game.result(state)

    def event_text(self, event: Mapping[str, object]) -> str:
        """A visible event as a sentence."""
        return self.game.describe_event(event, self)

    def visible_events(self, events: Sequence[Event], side: str) -> list[dict[str, Any]]:
        """Events as plain data for a side, the ``public``, or ``all`` together; hidden events are left out.

        Each is ``{"event": name, field: value, …}``. ``BadValue`` if no side has this id.
        """
        bit = -1 if side == "all" else 0 if side == "public" else 1 << self.sides.number(side, "as")
        public = 1 << len(self.sides)
        each = (self.kinds[event[0]].visible(event, bit or public) for event in events)
        return [event for event in each if event is not None]

    # -- load --------------------------------------------------------------------------------------

    def load(self, dump: bytes | str) -> State[PiecesT]:
        """Reads a dump of the same game and options and checks it; ``BadValue`` says what is wrong.

        In a dump of format 1, frames have the numbers of this version's procedures.

        >>> from ironbottom import get_game
        >>> state = get_game("pf").new()
        >>> state.rules.load(state.dump()) == state
        True
        """
        try:
            parts = msgspec.json.decode(dump)
        except (msgspec.DecodeError, UnicodeDecodeError, TypeError, RecursionError) as error:
            raise BadValue(f"this is not a dump: {error}", field="dump") from None
        blocks = self.layout.arrays
        if not isinstance(parts, list) or len(parts) != (6 if blocks else 5):
            more = ", a stack and arrays" if blocks else " and a stack"
            raise BadValue(f"a dump holds a game, a format, options, cells{more}", field="dump")
        by_number = parts[1] == FRAMES_BY_NUMBER
        heading = (self.game.id, FRAMES_BY_NUMBER if by_number else DUMP_FORMAT, self.stored_options)
        for name, found, wanted in zip(("game", "format", "options"), parts, heading, strict=False):
            if found != wanted:
                raise BadValue(f"the dump says {found!r}, but this match has {wanted!r}", field=f"dump.{name}")
        if by_number:
            parts[4] = frames_by_name(parts[4], StateFormat.of(self.game))
        self.layout.check(parts[3])
        arrays = read_arrays(blocks, parts[5]) if blocks else ()
        state = State(self, parts[3], self.read_stack(parts[4], "stack"), arrays)
        self.check(state)
        return state

    def restore(self, dump: bytes, state_format: str = "") -> State[PiecesT]:
        """Restores a state from the referee's own dump, without checking it against the rules again.

        ``state_format`` is the digest that was stored with the dump; without one it is in the game's first format.
        Options that are newer than the dump get the values that match how it was played. ``BadValue`` for a dump in a
        format that cannot be converted.
        """
        try:
            _, form, _, cells, stack, *arrays = msgspec.json.decode(dump)
        except (msgspec.DecodeError, UnicodeDecodeError, TypeError, ValueError, RecursionError) as error:
            raise BadValue(f"this is not a dump: {error}", field="dump") from None
        listed, now = listed_formats(self.game), current_format(self.game)
        old = state_format or (listed[0].format.digest if listed else now)
        if form == FRAMES_BY_NUMBER:
            stack = frames_by_name(stack, format_of(self.game, old))
        if old != now:
            converter = Converter(self.game, old)
            cells, stack = converter.cells(cells), converter.stack(stack)
            arrays = [converter.arrays(arrays[0])] if arrays else []
        if isinstance(cells, list) and len(cells) in self.layout.former_sizes:
            cells = [*cells, *self.layout.blank()[len(cells) :]]
        if not isinstance(cells, list) or len(cells) != self.layout.size or set(map(type, cells)) - {int}:
            raise BadValue("another version of the game stored this state, in another format", field="dump")
        numbers = read_arrays(self.layout.arrays, arrays[0] if arrays else [])
        return State(self, cells, self.read_stack(stack, "stack"), numbers)

    def check(self, state: State) -> None:
        """Refuses a state that no game could hold, or that waits for nobody; ``BadValue`` names the place."""
        self._check_stack(state.stack, "stack", within=False)
        self.game.check(state)

    def _check_stack(self, stack: tuple[Procedure, ...], field: str, *, within: bool) -> None:
        """Checks that a procedure with a question is on top, and that a simultaneous frame is nowhere else."""
        for index, here in enumerate(stack):
            top = index == len(stack) - 1
            if isinstance(here, SimultaneousFrame):
                if within or not top or not any(here.stacks):
                    raise BadValue(f"{here.name} is not allowed here", field=f"{field}[{index}]")
                for side, stack_of_side in enumerate(here.stacks):
                    self._check_stack(stack_of_side, f"{field}[{index}].{side}", within=True)
            elif top and not here.verbs:
                raise BadValue(f"{here.name} is not waiting for a choice", field=f"{field}[{index}]")

    def read_stack(self, plain: Any, field: str) -> tuple[Procedure, ...]:
        """Reads procedures from nested lists and checks their fields."""
        if not isinstance(plain, list):
            raise BadValue("frames must be a list", field=field)
        return tuple([self._read_frame(frame, f"{field}[{index}]") for index, frame in enumerate(plain)])

    def _read_frame(self, plain: Any, field: str) -> Procedure:
        named = plain[0] if isinstance(plain, list) and plain and isinstance(plain[0], str) else None
        procedure = None if named is None else self._procedures_by_name.get(named)
        if procedure is None:
            raise BadValue("a frame must start with the name of a procedure", field=field)
        if issubclass(procedure, SimultaneousFrame):
            if len(plain) != 2 or not isinstance(plain[1], list) or len(plain[1]) != len(self.sides):
                raise BadValue("a simultaneous frame must hold one stack for each side", field=field)
            stacks = [self.read_stack(stack, f"{field}.{index}") for index, stack in enumerate(plain[1])]
            together: Procedure = procedure(tuple(stacks))
            return together
        values = [_tuples(value) for value in plain[1:]]
        if len(values) != len(procedure.fields):
            raise BadValue(f"{procedure.name} has {len(procedure.fields)} fields", field=field)
        fields = list(zip(procedure.fields.items(), values, strict=True))
        for (name, kind), value in fields:
            if not kind.check(value):
                raise BadValue(f"{format_value(value)} is not allowed here", field=f"{field}.{procedure.name}.{name}")
        frame: Procedure = procedure(*[kind.rebuild(value) for (_, kind), value in fields])
        return frame


def _tuples(value: Any) -> object:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value
