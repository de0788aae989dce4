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

    def waiting(self, execution: Execution, side: int) -> bool:
        """Whether the side has a unit to place."""
        raise NotImplementedError

    def finish(self, execution: Execution) -> None:
        """Runs when no side can place any more units; the procedure is already closed."""

    def proceed(self, execution: Execution) -> bool:
        count = len(execution.rules.sides)
        if self.passed == (1 << count) - 1:
            execution.pop()
            self.finish(execution)
            return False
        if self.passed >> self.side & 1:
            self.next_turn(execution)
        elif self.waiting(execution, self.side):
            return True
        else:
            self._next_turn(execution, self.passed | 1 << self.side)
        return False

    def next_turn(self, execution: Execution) -> None:
        """Passes the turn to the next side."""
        self._next_turn(execution, self.passed)

    def pass_(self, execution: Execution) -> None:
        """The side stops placing units."""
        execution.emit(self.passed_event, self.side)
        self._next_turn(execution, self.passed | 1 << self.side)

    def _next_turn(self, execution: Execution, passed: int) -> None:
        execution.replace(changed(self, side=(self.side + 1) % len(execution.rules.sides), passed=passed))
