"""Procedures, sequences and simultaneous frames: the sequence of play as plain data on a stack.

A procedure is a frame of named fields. It says what happens by itself (``proceed``), what is decided here (``verbs``,
``decider``, ``prompt``), and by a method of each verb's name what a choice does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from keyword import iskeyword
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeVar

from ironbottom.engine.core.events import ALL, IN_PART, Event, EventKind
from ironbottom.engine.core.fields import FieldType, Number, has_shape
from ironbottom.engine.core.frames import Frame, changed, field_types
from ironbottom.engine.dice.dice import Dice, DieReason
from ironbottom.engine.rules.actions import Code, Verb
from ironbottom.engine.rules.choices import CLOSING, Choices, OpenChoices
from ironbottom.engine.rules.summaries import decision_summary
from ironbottom.engine.text.prompts import NO_PROMPTS, Prompts

if TYPE_CHECKING:
    from ironbottom.engine.rules.game import Rules
    from ironbottom.engine.rules.state import State

__all__ = ["Decision", "Execution", "InStages", "Procedure", "SequenceOfPlay", "SimultaneousFrame", "Step", "changed"]

Kind = TypeVar("Kind", bound="Procedure")


class Execution:
    """The hand of the referee during one act: the state, its dice, and the events so far."""

    __slots__ = ("audience", "cells", "dice", "events", "rules", "state", "together_over")

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
        self.cells = state.cells
        self.rules: Any = state.rules
        self.dice = dice
        self.events: list[Event] = []
        self.audience = ALL
        self.together_over = False
        """Whether a simultaneous frame has ended in this act."""

    def push(self, procedure: Procedure) -> None:
        """Opens a procedure on top of the present one."""
        self.state.stack += (procedure,)

    def pop(self) -> None:
        """Closes the present procedure."""
        self.state.stack = self.state.stack[:-1]

    def replace(self, procedure: Procedure) -> None:
        """Puts another in the place of the present procedure, mostly the same one with a field changed."""
        self.state.stack = (*self.state.stack[:-1], procedure)

    def top(self, kind: type[Kind]) -> Kind:
        """The present procedure, which is known to be of this kind."""
        found = self.state.stack[-1]
        if not isinstance(found, kind):
            raise TypeError(f"{kind.__name__} was expected on top of the stack, not {type(found).__name__}")
        return found

    def roll(self, faces: int, why: DieReason, audience: int = ALL) -> int:
        """A die from 1 to ``faces``."""
        return self.dice.roll(faces, why, audience & self.audience)

    def tell(self, kind: EventKind, *values: Any) -> None:
        """Records an event for everybody."""
        self.events.append((kind.number, self.audience, *values))

    def tell_only(self, side: int, kind: EventKind, *values: Any) -> None:
        """Records an event whose audience is one side."""
        self.events.append((kind.number, (1 << side | IN_PART) & self.audience, *values))


class Procedure(Frame):
    """One part of the sequence of play, as it stands on the stack.

    A subclass gives ``number`` (its place in the game's list), ``name`` and ``clause``, the fields with what they
    may hold (``side: Annotated[int, IdField(SIDES)]``), and the ``verbs`` that may be chosen in it. What the choice of
    a verb does is the method of the verb's name, which takes the referee's hand and the verb's arguments by name; a
    verb whose name is a word of the language or a field has its method with an underscore behind it (``pass_``).
    """

    name: ClassVar[str] = ""
    clause: ClassVar[str] = ""
    verbs: ClassVar[Sequence[Verb]] = ()
    secret: ClassVar[frozenset[str]] = frozenset()
    """Fields of the frame that others than the decider may not know."""
    hides_forced: ClassVar[bool] = False
    """Whether a single choice is still the side's to make, since that it is single depends on a secret."""
    in_silence: ClassVar[bool] = False
    """Whether others may be told nothing of a choice made here: then a fence stands for them as soon as it opens."""
    may_leave: ClassVar[frozenset[str]] = frozenset()
    """Verbs that a side may leave unused at no cost: ending the procedure without them asks nobody."""
    completes: ClassVar[bool] = False
    """Whether a choice made here completes the one that opened it: they are withdrawn, and made again, together."""
    together: ClassVar[bool] = False
    """Whether several sides choose here at the same time; quicker to ask than for the class."""
    asks: ClassVar[Prompts] = NO_PROMPTS
    """The question in the words of the game's catalogue; set when the game is made."""
    fields: ClassVar[Mapping[str, FieldType]] = {}
    """What each field may hold, by name; read from the annotations when the game is made."""
    effects: ClassVar[dict[int, Callable[..., None]]] = {}
    """What each verb does, by the verb's number; likewise."""
    shaped: ClassVar[bool] = False
    """Whether a field holds named tuples, which must be rebuilt; likewise."""

    @classmethod
    def field_types(cls) -> dict[str, FieldType]:
        """What each field may hold, from the annotations."""
        return field_types(cls)

    def proceed(self, play: Execution) -> bool:
        """What happens without a choice; True when the procedure waits for one."""
        raise NotImplementedError

    def decider(self, state: State) -> int:
        """The number of the side that decides here: that of the field ``side``, unless a procedure differs."""
        return self.side  # type: ignore[attr-defined,no-any-return]

    def prompt(self, rules: Any, side: int) -> str:
        """The question in one sentence, from the fields alone."""
        return self.asks()

    def cites(self) -> str:
        """The clause of the question, from the fields alone: the procedure's, unless it asks by several."""
        return self.clause

    def survey(self, state: State) -> Any:
        """What the hand-written offers of the verbs are given in the place of the procedure itself.

        Where several verbs rest upon the same things, these are found here, once for all of them.
        """
        return self

    def choose(self, play: Execution, code: Code) -> None:
        """Carries out a choice."""
        self.effects[code[0]](self, play, *code[1:])

    def gives_up(self, state: State, side: int, verb: Verb) -> dict[str, tuple[str, ...]]:
        """What a choice that closes something gives up: by verb, what could still be chosen first of it.

        A game says more where that is not all of it, and less where nothing is lost.
        """
        if verb.name not in CLOSING:
            return {}
        choices = OpenChoices(state.rules.vocabulary, state, self, side)
        others = [name for name in choices.verbs() if name not in CLOSING]
        return {name: choices.next(name) for name in others}


def prepare(procedure: type[Procedure], number: int) -> None:
    """Makes a procedure ready for play: its number is checked, its fields are read, the method of each verb found."""
    if procedure.number != number:
        raise TypeError(
            f"{procedure.__name__} says number {procedure.number} and stands at {number} in the game's list"
        )
    if unknown := procedure.may_leave - {verb.name for verb in procedure.verbs}:
        raise TypeError(f"{procedure.__name__} has no verb {', '.join(sorted(unknown))} that may be left unused")
    procedure.fields = procedure.field_types()
    procedure.shaped = any(map(has_shape, procedure.fields.values()))
    procedure.effects = {verb.number: effect_of(procedure, verb) for verb in procedure.verbs}
    if issubclass(procedure, InStages):
        procedure.stage_after = procedure.in_order()


def effect_of(procedure: type[Procedure], verb: Verb) -> Callable[..., None]:
    """The method that carries out a verb."""
    taken = iskeyword(verb.name) or verb.name in procedure.__struct_fields__
    name = f"{verb.name}_" if taken else verb.name
    found: Callable[..., None] | None = getattr(procedure, name, None)
    if found is None:
        raise TypeError(f"{procedure.__name__} has no method {name} to carry out the verb {verb.name}")
    return found


class Step(NamedTuple):
    """One step of a sequence: its name, its clause, and what it does (often: open a procedure)."""

    name: str
    clause: str
    run: Callable[[Execution], None]


class SequenceOfPlay(Procedure):
    """A frame that walks a list of steps; its one field is the number of the next step."""

    steps: ClassVar[Sequence[Step]] = ()
    next: int

    @classmethod
    def field_types(cls) -> dict[str, FieldType]:
        return {"next": Number(0, len(cls.steps))}

    def proceed(self, play: Execution) -> bool:
        if self.next == len(self.steps):
            play.pop()
        else:
            play.replace(changed(self, next=self.next + 1))
            self.steps_now(play)[self.next].run(play)
        return False

    def steps_now(self, play: Execution) -> Sequence[Step]:
        """The steps as they are played now: a game may have others of the same names at times."""
        return self.steps


class InStages(Procedure):
    """A procedure in stages: its field ``next``, or the one that ``at`` names, is the number of the stage to come.

    A stage is a function of the referee's hand and the procedure as it stood when the stage began; it says True where
    it waits for a choice. The last one is repeated, unless a stage closes the procedure or goes to another; with
    ``cycles`` the first follows it; with ``ends`` the procedure closes by itself.
    """

    stages: ClassVar[Sequence[Callable[[Execution, Any], bool | None]]] = ()
    at: ClassVar[str] = "next"
    cycles: ClassVar[bool] = False
    ends: ClassVar[bool] = False

    stage_after: ClassVar[Sequence[int]] = ()
    """For each stage the number of the one after it; found when the game is made."""

    @classmethod
    def in_order(cls) -> list[int]:
        """For each stage the number of the one after it."""
        count = len(cls.stages)
        if cls.cycles:
            return [after % count for after in range(1, count + 1)]
        return [after if cls.ends else min(after, count - 1) for after in range(1, count + 1)]

    def following(self) -> int:
        """The number of the stage after the next one."""
        stage: int = getattr(self, self.at)
        return self.stage_after[stage]

    def at_stage(self, number: int) -> Self:
        """The same at another stage."""
        return changed(self, **{self.at: number})

    def proceed(self, play: Execution) -> bool:
        stage: int = getattr(self, self.at)
        if self.ends and stage == len(self.stages):
            play.pop()
            return False
        state = play.state
        state.stack = (*state.stack[:-1], changed(self, **{self.at: self.following()}))
        waits = self.stages[stage](play, self)
        if waits:
            play.replace(self)
        return bool(waits)


class SimultaneousFrame(Procedure):
    """A simultaneous frame: one stack a side; each side's run goes on by itself and shows nothing until all are done.

    Its one field holds the stacks, an empty one for a side that is done or takes no part.
    """

    together = True
    stacks: tuple[tuple[Procedure, ...], ...]

    @classmethod
    def field_types(cls) -> dict[str, FieldType]:
        return {}

    @classmethod
    def opening(cls, state: State, side: int) -> tuple[Procedure, ...]:
        """The stack that a side starts with; empty if it takes no part."""
        raise NotImplementedError

    def finish(self, play: Execution) -> None:
        """What happens once all are done; the frame is closed already."""
        raise NotImplementedError

    @classmethod
    def start(cls, play: Execution) -> None:
        """Opens the frame for all sides."""
        sides = range(len(play.rules.sides))
        play.push(cls(tuple([cls.opening(play.state, side) for side in sides])))

    def proceed(self, play: Execution) -> bool:
        if any(self.stacks):
            return True
        play.pop()
        play.together_over = True
        self.finish(play)
        return False


class Decision:
    """An open decision: which side must choose, the question, its clause, and the choices."""

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
        return self.procedure.cites()

    @property
    def choices(self) -> OpenChoices:
        """What may be chosen, found as it is asked for.

        Once the state has moved on, only choices that were read before can still be read.
        """
        found = self._choices
        if found is None:
            state = self.state
            found = self._choices = OpenChoices(state.rules.vocabulary, state, self.procedure, self.side_number)
            found.acts = self._acts
        return found

    @property
    def prompt(self) -> str:
        """The question in one sentence."""
        return self.procedure.prompt(self.rules, self.side_number)

    def gives_up(self, verb: str) -> dict[str, tuple[str, ...]]:
        """What the choice of a verb that closes something gives up, by verb: units that could still act, rights."""
        return self.procedure.gives_up(self.state, self.side_number, self.rules.vocabulary.by_name[verb])

    def must(self, given_up: Collection[str]) -> list[str]:
        """Those of the verbs given up that would be wasted: a player is asked before that."""
        return [verb for verb in given_up if verb not in self.procedure.may_leave]

    def as_dict(self) -> dict[str, Any]:
        """The decision as plain data for the wire, its choices factored."""
        choices: Choices = self.choices
        return {"side": self.side, "prompt": self.prompt, "clause": self.clause, "choices": choices.factored()}
