"""A question answered name by name: one side picks some of a set, and is done when it says so or when none is left."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from ironbottom.engine.procedures import Play, Procedure


class Picking(Procedure):
    """The side ``side`` picks from a set of things that is kept in a field, until it is done or none is left.

    A procedure says with ``left`` what may still be picked, with ``without`` how it stands once one was picked, with
    ``tell_picked`` what is told of it and with ``finish`` what follows. It calls ``pick`` for the verb that picks, and
    ``close`` for the one that is done.
    """

    question: ClassVar[str] = ""

    def left(self) -> int:
        """What may still be picked, as a set."""
        raise NotImplementedError

    def without(self, one: int) -> Self:
        """The same once a thing was picked."""
        raise NotImplementedError

    def tell_picked(self, play: Play, one: int) -> None:
        """Tells what was picked."""
        raise NotImplementedError

    def finish(self, play: Play) -> None:
        """What follows; the procedure is closed already."""
        raise NotImplementedError

    def proceed(self, play: Play) -> bool:
        if self.left():
            return True
        self.close(play)
        return False

    def prompt(self, rules: Any, side: int) -> str:
        return self.question

    def pick(self, play: Play, one: int) -> None:
        """One is picked."""
        self.tell_picked(play, one)
        play.replace(self.without(one))

    def close(self, play: Play) -> None:
        """No more are picked."""
        play.pop()
        self.finish(play)
