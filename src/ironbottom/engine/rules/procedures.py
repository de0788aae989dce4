"""Procedures, sequences and simultaneous frames: the sequence of play as plain data on a stack.

A procedure is a frame of named fields. It defines what happens automatically (``proceed``), what is decided (``verbs``,
``decider``, ``prompt``), and, in a method named after each verb, what a choice does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from keyword import iskeyword
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from ironbottom.engine.core.events import ALL, REDACTED_FOR_OTHERS, Event, EventKind
from ironbottom.engine.core.fields import FieldType, Number, has_named_tuples
from ironbottom.engine.core.frames import Frame, changed, field_types
from ironbottom.engine.dice.dice import Dice, DieReason
from ironbottom.engine.rules.actions import ActionCode, Verb
from ironbottom.engine.rules.choices import CLOSING, Choices, OpenChoices, choices_summary
from ironbottom.engine.rules.pieces_type import PiecesT
from ironbottom.engine.text.prompts import NO_PROMPTS, Prompts

if TYPE_CHECKING:
    from ironbottom.engine.rules.game import Rules
    from ironbottom.engine.rules.state import State

__all__ = [
    "Decision",
    "Execution",
    "Procedure",
    "SequenceOfPlay",
    "SimultaneousFrame",
    "StagedProcedure",
    "Step",
    "changed",
]

Kind = TypeVar("Kind", bound="Procedure")


class Execution(Generic[PiecesT]):
    """The context in which a choice is applied: the state, the dice, and the events so far."""

    __slots__ = ("audience", "cells", "dice", "events", "rules", "simultaneous_ended", "state")

    def __init__(self, state: State[PiecesT], dice: Dice) -> None:
        self.state = state
        self.cells = state.cells
        self.rules = state.rules
        self.dice = dice
        self.events: list[Event] = []
        self.audience = ALL
        self.simultaneous_ended = False
        """Whether a simultaneous frame has ended in this act."""

    def push(self, procedure: Procedure) -> None:
        """Opens a procedure on top of the current one."""
        self.state.stack += (procedure,)

    def pop(self) -> None:
        """Closes the current procedure."""
        self.state.stack = self.state.stack[:-1]

    def replace(self, procedure: Procedure) -> None:
        """Replaces the current procedure, usually with the same one after a field has changed."""
        self.state.stack = (*self.state.stack[:-1], procedure)

    def top(self, kind: type[Kind]) -> Kind:
        """The current procedure, which must be of this class; ``TypeError`` otherwise."""
        result = self.state.stack[-1]
        if not isinstance(result, kind):
            raise TypeError(f"{kind.__name__} was expected on top of the stack, not {type(result).__name__}")
        return result

    def roll(self, faces: int, why: DieReason, audience: int = ALL) -> int:
        """Rolls a die from 1 to ``faces``; ``audience`` has a bit for each side that sees it."""
        return self.dice.roll(faces, why, audience & self.audience)

    def emit(self, kind: EventKind, *values: object) -> None:
        """Emits an event that all sides see."""
        self.events.append((kind.number, self.audience, *values))

    def emit_to(self, side: int, kind: EventKind, *values: object) -> None:
        """Emits an event that one side sees; the others see what its kind does not declare secret, or nothing."""
        self.events.append((kind.number, (1 << side | REDACTED_FOR_OTHERS) & self.audience, *values))


class Procedure(Frame):
    """One part of the sequence of play: a frame on the stack.

    A subclass declares ``number`` (its place in the game's list), ``name``, ``clause``, its fields with their types
    (``side: Annotated[int, IdField(SIDES)]``), and the ``verbs`` that may be chosen in it. The method of a verb's name
    carries the choice out; it takes an ``Execution`` and the verb's arguments. If the name is a Python keyword or a
    field, the method's name ends with an underscore (``pass_``).
    """

    name: ClassVar[str] = ""
    clause: ClassVar[str] = ""
    verbs: ClassVar[Sequence[Verb]] = ()
    secret: ClassVar[frozenset[str]] = frozenset()
    """Fields that only the deciding side may see."""
    hides_forced: ClassVar[bool] = False
    """Whether the side makes even a single choice itself, because a forced choice would reveal a secret."""
    unobservable: ClassVar[bool] = False
    """Whether choices made here are invisible to other sides.

    The procedure is an undo barrier for them while it is open.
    """
    optional_verbs: ClassVar[frozenset[str]] = frozenset()
    """Verbs that cost nothing to leave unused: no confirmation is asked before the procedure ends."""
    is_second_step: ClassVar[bool] = False
    """Whether a choice made here completes the one that opened it; both are withdrawn and repeated together."""
    simultaneous: ClassVar[bool] = False
    """Whether several sides choose here at the same time; faster to read than checking the class."""
    build_prompt: ClassVar[Prompts] = NO_PROMPTS
    """The question from the game's catalogue; set when the game is created."""
    fields: ClassVar[Mapping[str, FieldType]] = {}
    """The type of each field by name; read from the annotations when the game is created."""
    handlers: ClassVar[dict[int, Callable[..., None]]] = {}
    """The method for each verb, by the verb's number; set when the game is created."""
    has_named_tuples: ClassVar[bool] = False
    """Whether a field holds named tuples, which must be rebuilt from plain ones; set when the game is created."""

    @classmethod
    def field_types(cls) -> dict[str, FieldType]:
        """The type of each field, from the annotations."""
        return field_types(cls)

    def proceed(self, execution: Execution) -> bool:
        """Performs everything that needs no choice; returns True if the procedure waits for a choice."""
        raise NotImplementedError

    def decider(self, state: State) -> int:
        """The number of the side that decides here: the field ``side``, unless a subclass overrides it."""
        return self.side  # type: ignore[attr-defined,no-any-return]

    def prompt(self, rules: Rules, side: int) -> str:
        """The question in one sentence, built only from the fields."""
        return self.build_prompt()

    def question_clause(self) -> str:
        """The clause of the question: that of the procedure by default. It depends on the fields only."""
        return self.clause

    def offer_context(self, state: State) -> object:
        """The second argument of hand-written offers (``Verb.offer``): the procedure, unless a subclass overrides it.

        If the offers of several verbs use the same intermediate result, it is computed here once.
        """
        return self

    def choose(self, execution: Execution, code: ActionCode) -> None:
        """Carries out a choice."""
        self.handlers[code[0]](self, execution, *code[1:])

    def gives_up(self, state: State, side: int, verb: Verb) -> dict[str, tuple[str, ...]]:
        """The choices that a closing choice (``done``, ``pass``) gives up: the first arguments that could still be
        chosen, by verb. A game overrides this if the choice gives up more, or nothing.
        """
        if verb.name not in CLOSING:
            return {}
        choices = OpenChoices(state.rules.vocabulary, state, self, side)
        others = [name for name in choices.verbs() if name not in CLOSING]
        return {name: choices.next(name) for name in others}


def prepare(procedure: type[Procedure], number: int) -> None:
    """Prepares a procedure class for play: checks its number, reads its fields, finds the method of each verb."""
    if procedure.number != number:
        raise TypeError(f"{procedure.__name__} has number {procedure.number}, but is at {number} in the game's list")
    if unknown := procedure.optional_verbs - {verb.name for verb in procedure.verbs}:
        raise TypeError(f"{procedure.__name__} has no verb {', '.join(sorted(unknown))} that may be left unused")
    procedure.fields = procedure.field_types()
    procedure.has_named_tuples = any(map(has_named_tuples, procedure.fields.values()))
    procedure.handlers = {verb.number: handler_of(procedure, verb) for verb in procedure.verbs}
    if issubclass(procedure, StagedProcedure):
        procedure.stage_after = procedure.stage_order()


def handler_of(procedure: type[Procedure], verb: Verb) -> Callable[..., None]:
    """The method that carries out a verb."""
    reserved = iskeyword(verb.name) or verb.name in procedure.__struct_fields__
    name = f"{verb.name}_" if reserved else verb.name
    result: Callable[..., None] | None = getattr(procedure, name, None)
    if result is None:
        raise TypeError(f"{procedure.__name__} has no method {name} to carry out the verb {verb.name}")
    return result


class Step(NamedTuple):
    """One step of a sequence: its name, its clause, and what it does (often: open a procedure)."""

    name: str
    clause: str
    run: Callable[[Execution], None]


class SequenceOfPlay(Procedure):
    """A frame that runs a list of steps; its only field is the number of the next step."""

    steps: ClassVar[Sequence[Step]] = ()
    next: int

    @classmethod
    def field_types(cls) -> dict[str, FieldType]:
        return {"next": Number(0, len(cls.steps))}

    def proceed(self, execution: Execution) -> bool:
        if self.next == len(self.steps):
            execution.pop()
        else:
            execution.replace(changed(self, next=self.next + 1))
            self.steps_now(execution)[self.next].run(execution)
        return False

    def steps_now(self, execution: Execution) -> Sequence[Step]:
        """The steps in force; a game may replace some by others of the same name."""
        return self.steps


class StagedProcedure(Procedure):
    """A procedure in stages: the number of the next stage is its field ``next``, or the one that ``stage_field`` names.

    A stage is a function of the execution and the procedure as it was when the stage began; it returns True if it waits
    for a choice. The last stage is repeated until a stage closes the procedure or moves to another one. With
    ``cycles``, the first stage follows the last; with ``closes_after_last``, the procedure closes after the last.
    """

    stages: ClassVar[Sequence[Callable[[Execution, Any], bool | None]]] = ()
    stage_field: ClassVar[str] = "next"
    cycles: ClassVar[bool] = False
    closes_after_last: ClassVar[bool] = False

    stage_after: ClassVar[Sequence[int]] = ()
    """The number of the next stage for each stage; computed when the game is created."""

    @classmethod
    def stage_order(cls) -> list[int]:
        """The number of the next stage for each stage."""
        count = len(cls.stages)
        if cls.cycles:
            return [after % count for after in range(1, count + 1)]
        return [after if cls.closes_after_last else min(after, count - 1) for after in range(1, count + 1)]

    def next_stage(self) -> int:
        """The number of the stage after the next one."""
        stage: int = getattr(self, self.stage_field)
        return self.stage_after[stage]

    def at_stage(self, number: int) -> Self:
        """The procedure at another stage."""
        return changed(self, **{self.stage_field: number})

    def proceed(self, execution: Execution) -> bool:
        stage: int = getattr(self, self.stage_field)
        if self.closes_after_last and stage == len(self.stages):
            execution.pop()
            return False
        state = execution.state
        state.stack = (*state.stack[:-1], changed(self, **{self.stage_field: self.next_stage()}))
        waits = self.stages[stage](execution, self)
        if waits:
            execution.replace(self)
        return bool(waits)


class SimultaneousFrame(Procedure):
    """A frame in which several sides choose at the same time. Each has its own stack, hidden until all are done.

    Its only field holds the stacks; the stack of a side that is done or takes no part is empty.
    """

    simultaneous = True
    stacks: tuple[tuple[Procedure, ...], ...]

    @classmethod
    def field_types(cls) -> dict[str, FieldType]:
        return {}

    @classmethod
    def opening(cls, state: State, side: int) -> tuple[Procedure, ...]:
        """The initial stack of a side; empty if it takes no part."""
        raise NotImplementedError

    def finish(self, execution: Execution) -> None:
        """Runs when all sides are done; the frame is closed by then."""
        raise NotImplementedError

    @classmethod
    def start(cls, execution: Execution) -> None:
        """Opens the frame for all sides."""
        sides = range(len(execution.rules.sides))
        execution.push(cls(tuple([cls.opening(execution.state, side) for side in sides])))

    def proceed(self, execution: Execution) -> bool:
        if any(self.stacks):
            return True
        execution.pop()
        execution.simultaneous_ended = True
        self.finish(execution)
        return False


class Decision:
    """An open decision: the side that must choose, the question, its clause, and the choices."""

    __slots__ = ("_acts", "_choices", "procedure", "side", "side_number", "state")

    def __init__(self, state: State, procedure: Procedure, side: int) -> None:
        self.state = state
        self.procedure = procedure
        self.side_number = side
        self.side: str = state.rules.sides.ids[side]
        self._choices: OpenChoices | None = None
        self._acts: int = state.acts

    def __repr__(self) -> str:
        return f"<{decision_summary(self)}>"

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.state.rules

    @property
    def clause(self) -> str:
        """The clause of the question."""
        return self.procedure.question_clause()

    @property
    def choices(self) -> OpenChoices:
        """The choices, computed on demand.

        Once the state has moved on, only choices that were read before can still be read.
        """
        result = self._choices
        if result is None:
            state = self.state
            result = self._choices = OpenChoices(state.rules.vocabulary, state, self.procedure, self.side_number)
            result.acts = self._acts
        return result

    @property
    def prompt(self) -> str:
        """The question in one sentence."""
        return self.procedure.prompt(self.rules, self.side_number)

    def gives_up(self, verb: str) -> dict[str, tuple[str, ...]]:
        """The choices that a closing verb gives up: the units that could still act, or the rights, by verb."""
        return self.procedure.gives_up(self.state, self.side_number, self.rules.vocabulary.by_name[verb])

    def verbs_to_confirm(self, given_up: Collection[str]) -> list[str]:
        """The verbs whose loss matters, so that the player is asked to confirm."""
        return [verb for verb in given_up if verb not in self.procedure.optional_verbs]

    def as_dict(self) -> dict[str, object]:
        """The decision as plain data for the wire, its choices factored."""
        choices: Choices = self.choices
        return {"side": self.side, "prompt": self.prompt, "clause": self.clause, "choices": choices.factored()}


MAX_PROMPT_LENGTH = 90
"""The maximum length of a prompt in a summary."""


def decision_summary(decision: Decision) -> str:
    """Returns the side, the prompt, the clause and the choices.

    >>> from ironbottom import get_game
    >>> print(decision_summary(get_game("vitp").new().decisions()[0]))
    Decision of japan: Choose the ships that raid Pearl Harbor. (4.2), 33 choices: join_raid 32, done 1
    """
    prompt = decision.prompt
    if len(prompt) > MAX_PROMPT_LENGTH:
        prompt = f"{prompt[: MAX_PROMPT_LENGTH - 1]}…"
    return f"Decision of {decision.side}: {prompt} ({decision.clause}), {choices_summary(decision.choices)}"
