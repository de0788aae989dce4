"""Single units put down in turns: land-based air units go to sea one by one, side by side."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.events import EventKind
from ironbottom.engine.fields import Domain, Number, One
from ironbottom.engine.procedures import Frame, Play, Procedure


class InTurns(Procedure):
    """Each side in turn puts one unit down; a pass ends its placing, and a side that has run out is passed over.

    A game says with ``waiting`` whether a side has units left, with ``place`` what a choice does and with ``over`` what
    follows. The frame names the side whose turn it is and, a bit a side, those that place no more.
    """

    question: str = ""
    pass_by: Verb
    passed: EventKind
    """Told of a side that passes, by its number."""

    def __init__(self, sides: Domain) -> None:
        self.count = len(sides)
        self.fields = {"side": One(sides), "passed": Number(0, (1 << self.count) - 1)}

    def waiting(self, play: Play, side: int) -> bool:
        """Whether the side has a unit to put down."""
        raise NotImplementedError

    def place(self, play: Play, side: int, code: Code) -> None:
        """Puts a unit down."""
        raise NotImplementedError

    def over(self, play: Play) -> None:
        """What follows when no side places any more; the frame is closed already."""

    def proceed(self, play: Play, frame: Frame) -> bool:
        number, side, passed = frame
        if passed == (1 << self.count) - 1:
            play.pop()
            self.over(play)
            return False
        if not passed >> side & 1:
            if self.waiting(play, side):
                return True
            passed |= 1 << side
        play.replace((number, (side + 1) % self.count, passed))
        return False

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return self.question

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        number, _, passed = frame
        if code[0] == self.pass_by.number:
            passed |= 1 << side
            play.tell(self.passed, side)
        else:
            self.place(play, side, code)
        play.replace((number, (side + 1) % self.count, passed))
