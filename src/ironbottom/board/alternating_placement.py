"""The sides alternately place units one at a time, for example land-based air units at sea."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ironbottom.engine.core.events import EventKind
from ironbottom.engine.rules.procedures import Execution, Procedure, changed

if TYPE_CHECKING:
    pass


class AlternatingPlacement(Procedure):
    """Each side in turn places one unit; a side that passes is done, and a side without units is skipped.

    The fields are ``side``, the side whose turn it is, and ``passed``, a bit for each side that is done. A game
    implements ``waiting``, whether a side has units left, and ``is_over``, which runs when all are done; the method of
    its verb for placing a unit ends with ``next_turn``.
    """

    passed_event: ClassVar[EventKind]
    """Emitted when a side passes, with its number."""
    side: int
    passed: int

    def waiting(self, play: Execution, side: int) -> bool:
        """Whether the side has a unit to place."""
        raise NotImplementedError

    def finish(self, play: Execution) -> None:
        """Runs when no side can place any more units; the procedure is already closed."""

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
        """Passes the turn to the next side."""
        self._next_turn(play, self.passed)

    def pass_(self, play: Execution) -> None:
        """The side stops placing units."""
        play.emit(self.passed_event, self.side)
        self._next_turn(play, self.passed | 1 << self.side)

    def _next_turn(self, play: Execution, passed: int) -> None:
        play.replace(changed(self, side=(self.side + 1) % len(play.rules.sides), passed=passed))
