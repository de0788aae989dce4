"""Units placed one at a time, the sides taking turns, such as land-based air units at sea."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ironbottom.engine.core.events import EventKind
from ironbottom.engine.rules.procedures import Execution, Procedure, changed

if TYPE_CHECKING:
    pass


class InTurns(Procedure):
    """Each side in turn puts one unit down; a pass ends its placing, and a side that has run out is passed over.

    The fields are ``side``, whose turn it is, and ``passed``, a bit for each side that places no more. A game says with
    ``waiting`` whether a side has units left and with ``is_over`` what follows; the method of the verb that puts a unit
    down ends with ``next_turn``.
    """

    told_pass: ClassVar[EventKind]
    """Emitted when a side passes, with its number."""
    side: Any
    passed: Any

    def waiting(self, play: Execution, side: int) -> bool:
        """Whether the side has a unit to put down."""
        raise NotImplementedError

    def finish(self, play: Execution) -> None:
        """What follows when no side places units any more; the procedure is already closed."""

    def proceed(self, play: Execution) -> bool:
        count = len(play.rules.sides)
        if self.passed == (1 << count) - 1:
            play.pop()
            self.finish(play)
            return False
        if self.passed >> self.side & 1:
            self.next_turn(play)
        elif self.waiting(play, self.side):
            return True
        else:
            self._next_turn(play, self.passed | 1 << self.side)
        return False

    def next_turn(self, play: Execution) -> None:
        """It is the next side's turn."""
        self._next_turn(play, self.passed)

    def pass_(self, play: Execution) -> None:
        """The side stops placing units."""
        play.emit(self.told_pass, self.side)
        self._next_turn(play, self.passed | 1 << self.side)

    def _next_turn(self, play: Execution, passed: int) -> None:
        play.replace(changed(self, side=(self.side + 1) % len(play.rules.sides), passed=passed))
