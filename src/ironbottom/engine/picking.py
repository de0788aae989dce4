"""A question answered name by name: one side picks some of a set, and is done when it says so or when none is left."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.actions import Code, Verb
from ironbottom.engine.fields import Domain, One, Some
from ironbottom.engine.procedures import Frame, Play, Procedure


class Picking(Procedure):
    """Its frame holds the side, the things that it may still pick and those that it has picked, as sets.

    A procedure says with ``picked`` what is told of each, and with ``finish`` what follows.
    """

    question: str = ""
    done: Verb

    def __init__(self, sides: Domain, things: Domain, left: str, picked: str) -> None:
        self.fields = {"side": One(sides), left: Some(things), picked: Some(things)}

    def picked(self, play: Play, side: int, one: int) -> None:
        """Tells what was picked."""
        raise NotImplementedError

    def finish(self, play: Play, side: int, left: int, picked: int) -> None:
        """What follows; the frame is closed already."""
        raise NotImplementedError

    def proceed(self, play: Play, frame: Frame) -> bool:
        if frame[2]:
            return True
        self._close(play, frame)
        return False

    def prompt(self, rules: Any, frame: Frame, side: int) -> str:
        return self.question

    def choose(self, play: Play, frame: Frame, side: int, code: Code) -> None:
        if code[0] == self.done.number:
            self._close(play, frame)
            return
        bit = 1 << code[1]
        self.picked(play, side, code[1])
        play.replace((self.number, side, frame[2] & ~bit, frame[3] | bit))

    def _close(self, play: Play, frame: Frame) -> None:
        play.pop()
        self.finish(play, *frame[1:])
