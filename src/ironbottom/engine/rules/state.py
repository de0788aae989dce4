"""The state of a game: one flat list of small integers, typed arrays beside it, and a stack of frames."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, cast

import msgspec

from ironbottom.engine.cache.fingerprints import StateData
from ironbottom.engine.core.arrays import Arrays, dumped_arrays
from ironbottom.engine.core.errors import BadValue, Refused
from ironbottom.engine.core.events import ALL
from ironbottom.engine.core.frames import frame_to_plain
from ironbottom.engine.dice.dice import Dice
from ironbottom.engine.rules.actions import Action, ActionCode
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.game_events import EventList
from ironbottom.engine.rules.legality import deciding_failure, refusal_message
from ironbottom.engine.rules.pieces_type import PiecesT
from ironbottom.engine.rules.plain_map import plain_drawing
from ironbottom.engine.rules.procedures import Decision, Execution, Procedure, changed
from ironbottom.engine.rules.view_types import Result
from ironbottom.engine.text.svg import VIEWERS, render_svg

if TYPE_CHECKING:
    from ironbottom.engine.rules.game import Rules

DUMP_FORMAT = 2
"""In format 1 each frame began with the number of its procedure."""
HASHED_FORMAT = 1
"""The dump format that hashes use, so that hashes in records stay valid, whatever format a state is stored in."""
_copied = array.__copy__
"""Faster than a slice; a large game copies about seventy arrays per state."""


class Refusal(NamedTuple):
    """Why a choice is not offered: the clause (None if only the form is wrong) and the sentence."""

    clause: str | None
    message: str


class State(StateData["Rules[PiecesT]"], Generic[PiecesT]):
    """The complete state of a game at a decision, or after its end: plain data, including all secrets.

    ``cells`` is the flat list of numbers, ``arrays`` holds the typed arrays of large games, and ``stack`` the open
    procedures, the current one last. ``rules`` (figures and options) is shared by all states of a match. Two fields are
    not dumped: ``acts`` counts the choices applied, so that choices of an earlier state can be refused, and
    ``fingerprints`` is set while the state is declared unchanged.

    >>> from ironbottom import SeededDice, get_game
    >>> state = get_game("pf").new()
    >>> (decision,) = state.decisions()
    >>> decision.side, len(state.apply("japan", decision.choices.at(0), SeededDice(1))) > 0
    ('japan', True)
    """

    __slots__ = ("stack",)

    def __init__(
        self, rules: Rules[PiecesT], cells: list[int], stack: tuple[Procedure, ...], arrays: Arrays = ()
    ) -> None:
        super().__init__(rules, cells, arrays)
        self.stack = stack

    def copy(self) -> State[PiecesT]:
        """An independent copy; only ``rules`` and the frames, which never change, are shared."""
        arrays = tuple(map(_copied, self.arrays)) if self.arrays else ()
        return State(self.rules, self.cells[:], self.stack, arrays)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        same_game = self.rules is other.rules or self.rules.heading == other.rules.heading
        same_numbers = self.cells == other.cells and self.arrays == other.arrays
        return same_game and same_numbers and self.stack == other.stack

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{state_summary(self)}>"

    # -- decisions ---------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the game has ended.

        >>> from ironbottom import get_game
        >>> state = get_game("hf").new()
        >>> state, state.is_over
        (<State of Hold Fast: Pacific 1941-45 (campaign), turn 1, moves, japan to decide>, False)
        """
        return not self.stack

    @property
    def current_sides(self) -> tuple[str, ...]:
        """The sides that must choose now, in the game's order; none when the game is over.

        >>> from ironbottom import get_game
        >>> get_game("aap").new().current_sides
        ('uk',)
        """
        return tuple([self.rules.sides.ids[side] for side in self.to_act()])

    def legal_actions(self, side: str) -> Choices:
        """All choices that a side has now, as an independent sequence that stays readable after the move.

        It is empty if the side has nothing to choose. ``BadValue`` if there is no such side.

        >>> from ironbottom import get_game
        >>> state = get_game("vitp").new()
        >>> state.legal_actions("japan")[0], len(state.legal_actions("allies"))
        (('join_raid', 'kongo'), 0)
        """
        self.rules.sides.number(side, "side")
        decision = self.decision(side)
        return Choices(self.rules.vocabulary, ()) if decision is None else decision.choices.detached()

    @property
    def returns(self) -> dict[str, float]:
        """For each side 1 for a win, -1 for a loss, 0 for a draw or before the end.

        >>> from ironbottom import get_game
        >>> get_game("pf").new().returns
        {'japan': 0.0, 'allies': 0.0}
        """
        return returns_of(self.rules.sides.ids, self.result())

    def to_act(self) -> tuple[int, ...]:
        """The numbers of the sides that must choose now; empty after the end of the game."""
        return tuple([side for side, _ in self.pending()])

    def pending(self) -> list[tuple[int, Procedure]]:
        """The sides that must choose now, each with the procedure that asks it."""
        if not self.stack:
            return []
        frame = self.stack[-1]
        if not frame.simultaneous:
            return [(frame.decider(self), frame)]
        return [(side, stack[-1]) for side, stack in enumerate(cast(Any, frame).stacks) if stack]

    def decisions(self) -> tuple[Decision, ...]:
        """The open decisions, one for each side that must choose now; empty after the end of the game."""
        if self.stack and not (here := self.stack[-1]).simultaneous:
            return (Decision(self, here, here.decider(self)),)
        return tuple([Decision(self, here, side) for side, here in self.pending()])

    def decision(self, side: str) -> Decision | None:
        """The open decision of a side by its id, or None if it has nothing to choose."""
        for number, here in self.pending():
            if self.rules.sides.ids[number] == side:
                return Decision(self, here, number)
        return None

    def why_not(self, side: str, action: Action) -> Refusal | None:
        """Why a side may not choose an action now, with the clause; None if it may.

        >>> from ironbottom import get_game
        >>> get_game("pf").new().why_not("allies", ("done",))
        Refusal(clause='5.0', message='it is for Japan to choose now')
        """
        rules = self.rules
        try:
            number = rules.sides.number(side, "side")
            code = rules.vocabulary.code(action)
        except (Refused, BadValue) as error:
            return Refusal(error.clause, error.message)
        if not self.stack:
            return self._refusal(rules.sequence_clause, "the game is over")
        for deciding, here in self.pending():
            if deciding == number:
                return self._check_action(here, number, code)
        if self.stack[-1].simultaneous:
            message = f"{rules.sides.titles[number]} must wait until the others have chosen"
            return self._refusal(rules.sequence_clause, message)
        waiting = " and ".join(rules.sides.titles[deciding] for deciding in self.to_act())
        return self._refusal(rules.sequence_clause, f"it is for {waiting} to choose now")

    def ends_list(self, side: str, action: Action) -> bool:
        """Whether a choice open to a side must be the last of a list of choices; called only within a list."""
        number = self.rules.sides.index[side]
        code = self.rules.vocabulary.code(action)
        for deciding, here in self.pending():
            if deciding == number:
                return self.rules.vocabulary.verbs[code[0]].must_end_list(self, here, number, code[1:])
        return True

    def _check_action(self, frame: Procedure, side: int, code: ActionCode) -> Refusal | None:
        verb = self.rules.vocabulary.verbs[code[0]]
        if verb not in frame.verbs:
            may = ", ".join(open_verb.label for open_verb in frame.verbs)
            message = f"{verb.label} is not possible in this step, which allows: {may}"
            return self._refusal(self.rules.sequence_clause, message)
        failed = deciding_failure(verb, self, frame, side, code)
        if failed is None:
            return None
        return self._refusal(failed.cited_clause(self, side), refusal_message(failed, verb, code))

    def _refusal(self, clause: str, text: str) -> Refusal:
        """A refusal under a clause. If the game's rulebook is incomplete, it says how the clause is known."""
        known = self.rules.game.clause_source(clause)
        return Refusal(clause, f"{text} ({known})" if known else text)

    # -- acts --------------------------------------------------------------------------------------

    def apply(self, side: str, action: Action, dice: Dice, *, trusted: bool = False) -> EventList:
        """Carries out a choice, plays on to the next decision, and returns the events.

        ``side`` is the id of a side and ``action`` a verb with its arguments, as in ``Decision.choices``. Dice are
        rolled from ``dice`` as needed. An event is a tuple ``(kind number, audience bits, *field values)``;
        ``Rules.visible_events`` turns events into plain data for a side. ``Refused`` gives the reason and the clause if
        the side may not choose this now; the state is then unchanged. ``trusted=True`` skips that check and is only for
        choices taken from ``decisions()`` of this state.

        >>> from ironbottom import SeededDice, get_game
        >>> state = get_game("pf").new()
        >>> state.apply("allies", ("done",), SeededDice(1))
        Traceback (most recent call last):
        ironbottom.engine.core.errors.Refused: it is for Japan to choose now (5.0)
        """
        if not trusted:
            self._check_open(side, action)
        execution = Execution(self, dice)
        self.execute(execution, side, action)
        return EventList(self.rules, execution.events)

    def _check_open(self, side: str, action: Action) -> None:
        decision = self.decision(side)
        if decision is None or action not in decision.choices:
            refusal = self.why_not(side, action) or Refusal(None, "this choice is not offered now")
            raise Refused(refusal.message, clause=refusal.clause)

    def execute(self, execution: Execution, side: str, action: Action) -> None:
        """Applies a choice without checking it; the execution collects the events."""
        code = self.rules.vocabulary.code(action)
        self.acts += 1
        frame = self.stack[-1]
        if not frame.simultaneous:
            frame.choose(execution, code)
        else:
            _choose_simultaneously(execution, frame, self.rules.sides.index[side], code)
        run(execution)

    # -- views and results -------------------------------------------------------------------------

    def view(self, side: str) -> dict[str, Any]:
        """Everything that a side may see, as plain data; ``public`` is for spectators, ``open`` for after the end."""
        return self.rules.view(self, side)

    def to_svg(self, side: str | None = None) -> str:
        """Returns the board as an SVG image, drawn only from the view of one side.

        ``side`` may be a side, ``public`` or, after the end, ``open``. By default it is the first side to decide.
        ``BadValue`` if there is no such view, or the game has neither a map nor a plain board. Notebooks display
        states this way.

        >>> from ironbottom import get_game
        >>> image = get_game("hf").new().to_svg("japan")
        >>> image.startswith("<svg"), "Hold Fast: Pacific 1941-45: seen by Japan" in image
        (True, True)
        """
        return svg_of(self.rules, self.view(side or default_viewer(self)))

    def _repr_svg_(self) -> str | None:
        return self.to_svg() if has_map(self.rules) else None

    def result(self) -> Result | None:
        """``{"winners": [...], "score": {...}, "why": ...}``, or None before the end; no winners mean a draw."""
        return None if self.stack else self.rules.result(self)

    # -- dump, load, hash --------------------------------------------------------------------------

    def dump(self) -> bytes:
        """The state as canonical JSON, the same bytes on every machine."""
        if not self.arrays:
            return _encode((*self.rules.heading, self.cells, self.stack))
        arrays = dumped_arrays(self.rules.layout.arrays, self.arrays)
        return _encode((*self.rules.heading, self.cells, self.stack, arrays))

    def hash(self) -> str:
        """A digest of the state, 32 hexadecimal digits: the same on every machine, and in every record of the match."""
        game, _, options = self.rules.heading
        parts = [game, HASHED_FORMAT, options, self.cells, list(map(frame_to_plain, self.stack))]
        if self.arrays:
            parts.append(dumped_arrays(self.rules.layout.arrays, self.arrays))
        return hashlib.sha256(_encode(parts)).hexdigest()[:32]


_encode = msgspec.json.encode


def returns_of(sides: Sequence[str], result: Result | None) -> dict[str, float]:
    """The value of a result for each side: 1 for a win, -1 for a loss, 0 for a draw or before the end.

    >>> returns_of(("japan", "allies"), {"winners": ["allies"]}), returns_of(("japan", "allies"), None)
    ({'japan': -1.0, 'allies': 1.0}, {'japan': 0.0, 'allies': 0.0})
    """
    winners = result["winners"] if result else []
    return {side: (1.0 if side in winners else -1.0) if winners else 0.0 for side in sides}


def state_summary(state: State) -> str:
    """Returns the game, scenario, turn, step and sides to decide.

    The scenario is named if the game has only one or the state knows which one it is.

    >>> from ironbottom import get_game
    >>> state_summary(get_game("pf").new())
    'State of Pacific Fury: Guadalcanal 1942 (campaign), turn 1, form forces, japan to decide'
    """
    game, view = state.rules.game, state.view("public")
    scenario = view.get("scenario") or (next(iter(game.scenarios)) if len(game.scenarios) == 1 else "")
    suffix = f" ({scenario})" if scenario else ""
    return f"State of {game.title}{suffix}, {stage_summary(state, view)}"


def stage_summary(state: State, view: Mapping[str, object]) -> str:
    """Returns the turn, step and sides to decide, from a state and its public view."""
    parts = [f"{unit} {view[unit]}" for unit in ("turn", "round") if isinstance(view.get(unit), int)]
    if asking := state.pending():
        parts.append(asking[0][1].name.replace("_", " "))
        parts.append(f"{' and '.join(state.current_sides)} to decide")
    else:
        parts.append("over")
    return ", ".join(parts)


def default_viewer(state: State) -> str:
    """The first side to decide; ``open`` when the game is over."""
    return state.current_sides[0] if state.stack else "open"


def svg_of(rules: Rules, view: Mapping[str, object]) -> str:
    """Returns a view as an SVG image; ``BadValue`` if the game has neither a map nor a plain board."""
    own_map = rules.game.map()
    if own_map is not None:
        return render_svg(own_map.chart(rules, view))
    board = rules.game.board(rules)
    if board is None:
        raise BadValue(f"{rules.game.title} has no map to draw")
    sides = dict(zip(rules.sides.ids, rules.sides.titles, strict=True))
    viewer = str(view["side"])
    shown = f"seen by {sides[viewer]}" if viewer in sides else VIEWERS[viewer]
    return render_svg(plain_drawing(rules.game.id, f"{rules.game.title}: {shown}", sides, board, view))


def has_map(rules: Rules) -> bool:
    """Whether views of a game can be drawn."""
    return rules.game.map() is not None or rules.game.board(rules) is not None


def run(execution: Execution) -> None:
    """Advances to the next decision, or to the end of the game."""
    state = execution.state
    while state.stack:
        if state.stack[-1].proceed(execution):
            return


def _choose_simultaneously(execution: Execution, frame: Any, side: int, code: ActionCode) -> None:
    """Applies a choice to a side's stack in a simultaneous frame; only that side sees its events."""
    state = execution.state
    below = state.stack[:-1]
    stacks = list(frame.stacks)
    state.stack = stacks[side]
    execution.audience = 1 << side
    state.stack[-1].choose(execution, code)
    run(execution)
    stacks[side] = state.stack
    execution.audience = ALL
    state.stack = (*below, changed(frame, stacks=tuple(stacks)))
