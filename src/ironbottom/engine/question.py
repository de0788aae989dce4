"""The plainest procedure: one question to one side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.fields import Domain, FieldType, One
from ironbottom.engine.procedures import Frame, Play, Procedure

Act = Callable[[Play, Frame, int, Code], None]
"""What an answer does: takes the referee's hand, the frame, the side's number and the answer's code."""


class Question(Procedure):
    """A question to the side that the frame names first, the verbs that answer it, and what an answer does.

    The frame stays until the act closes it. ``more`` are the fields of the frame after ``side``.

    >>> from ironbottom.engine.fields import Number
    >>> nod = Verb("nod", clause="4.0")
    >>> ask = Question(Domain("side", ("red", "blue")), "ask", "4.0", "Well?", (nod,), print, left=Number(0, 2))
    >>> list(ask.fields), ask.prompt(None, ask.frame(0, 2), 0)
    (['side', 'left'], 'Well?')
    """

    def __init__(
        self,
        sides: Domain,
        name: str,
        clause: str,
        question: str,
        verbs: Sequence[Verb],
        act: Act,
        **more: FieldType,
    ) -> None:
        self.name, self.clause, self.question = name, clause, question
        self.verbs, self.act = verbs, act
        self.fields = {"side": One(sides), **more}

    def proceed(self, play: Play, frame: Frame) -> bool:
        return True

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return self.question

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        self.act(play, frame, side, code)
