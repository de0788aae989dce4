"""Procedures, sequences and simultaneous frames: the sequence of play as plain data on a stack.

A frame is a tuple: the number of its procedure, then the values of its fields. A procedure says what happens by itself
(``proceed``), what is decided here (``side``, ``groups``, ``prompt``) and what a choice does (``choose``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.choices import Choices, Group
from ironbottom.engine.conditions import offered
from ironbottom.engine.dice import Dice
from ironbottom.engine.events import ALL, IN_PART, Event, EventKind
from ironbottom.engine.fields import FieldType

if TYPE_CHECKING:
    from ironbottom.engine.rules import Rules
    from ironbottom.engine.state import State

Frame = tuple[Any, ...]


class Play:
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

    def push(self, frame: Frame) -> None:
        """Opens a procedure on top of the present one."""
        self.state.stack += (frame,)

    def pop(self) -> None:
        """Closes the present procedure."""
        self.state.stack = self.state.stack[:-1]

    def replace(self, frame: Frame) -> None:
        """Puts the present procedure's frame anew."""
        self.state.stack = (*self.state.stack[:-1], frame)

    def roll(self, faces: int, why: str, audience: int = ALL) -> int:
        """A die from 1 to ``faces``."""
        return self.dice.roll(faces, why, audience & self.audience)

    def tell(self, kind: EventKind, *values: Any) -> None:
        """Records an event for everybody."""
        self.events.append((kind.number, self.audience, *values))

    def tell_only(self, side: int, kind: EventKind, *values: Any) -> None:
        """Records an event whose audience is one side."""
        self.events.append((kind.number, (1 << side | IN_PART) & self.audience, *values))


class Procedure:
    """One part of the sequence of play.

    ``name`` and ``clause`` say which; ``fields`` the values of its frame after the number, by name and type; ``verbs``
    what may be chosen in it.
    """

    name: str = ""
    clause: str = ""
    fields: Mapping[str, FieldType] = {}
    verbs: Sequence[Verb] = ()
    secret: frozenset[str] = frozenset()
    """Fields of the frame that others than the decider may not know."""
    hides_forced: bool = False
    """Whether a single choice is still the side's to make, since that it is single depends on a secret."""
    number: int = -1

    def frame(self, *values: Any) -> Frame:
        """A frame of this procedure."""
        return (self.number, *values)

    def proceed(self, play: Play, frame: Frame) -> bool:
        """What happens without a choice; True when the procedure waits for one."""
        raise NotImplementedError

    def side(self, state: State, frame: Frame) -> int:
        """The number of the side that decides here: the one that the frame names first, unless a procedure differs."""
        return int(frame[1])

    def groups(self, state: State, frame: Frame, side: int) -> list[Group]:
        """The choices offered here."""
        return offered(self.verbs, state, frame, side)

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        """The question in one sentence, from the frame alone."""
        raise NotImplementedError

    def cites(self, frame: Frame) -> str:
        """The clause of the question, from the frame alone: the procedure's, unless it asks by several."""
        return self.clause

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        """What the choice does."""
        raise NotImplementedError


class Step(NamedTuple):
    """One step of a sequence: its name, its clause, and what it does (often: open a procedure)."""

    name: str
    clause: str
    run: Callable[[Play], None]


class SequenceOfPlay(Procedure):
    """A frame that walks a list of steps; its one field is the number of the next step."""

    def __init__(self, name: str, clause: str, steps: Sequence[Step], place: FieldType) -> None:
        self.name = name
        self.clause = clause
        self.steps = tuple(steps)
        self.fields = {"next": place}

    def proceed(self, play: Play, frame: Frame) -> bool:
        place = frame[1]
        if place == len(self.steps):
            play.pop()
        else:
            play.replace((self.number, place + 1))
            self.steps[place].run(play)
        return False


class Together(Procedure):
    """A simultaneous frame: one stack a side; each side's run goes on by itself and shows nothing until all are done.

    Its one field holds the stacks, an empty one for a side that is done or takes no part.
    """

    def opening(self, state: State, side: int) -> tuple[Frame, ...]:
        """The stack that a side starts with; empty if it takes no part."""
        raise NotImplementedError

    def finish(self, play: Play) -> None:
        """What happens once all are done; the frame is closed already."""
        raise NotImplementedError

    def start(self, play: Play) -> None:
        """Opens the frame for all sides."""
        sides = range(len(play.rules.sides))
        play.push((self.number, tuple(self.opening(play.state, side) for side in sides)))

    def proceed(self, play: Play, frame: Frame) -> bool:
        if any(frame[1]):
            return True
        play.pop()
        play.together_over = True
        self.finish(play)
        return False


class Decision:
    """An open decision: which side must choose, the question, its clause, and the choices."""

    __slots__ = ("choices", "clause", "frame", "procedure", "rules", "side", "side_number")

    def __init__(self, rules: Rules, procedure: Procedure, frame: Frame, side: int, groups: list[Group]) -> None:
        self.rules = rules
        self.procedure = procedure
        self.frame = frame
        self.side_number = side
        self.side = rules.sides.ids[side]
        self.clause = procedure.cites(frame)
        self.choices = Choices(rules.vocabulary, groups)

    @property
    def prompt(self) -> str:
        """The question in one sentence."""
        return self.procedure.prompt(self.rules, self.frame, self.side_number)

    def as_dict(self) -> dict[str, Any]:
        """The decision as plain data for the wire."""
        choices = self.choices.listed()
        return {"side": self.side, "prompt": self.prompt, "clause": self.clause, "choices": choices}
