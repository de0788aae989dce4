"""What would follow from a side's next choices, as far as it may know."""

from __future__ import annotations

from ironbottom.engine.actions import Action
from ironbottom.engine.history import NO_DIE_YET, Draft, Fenced
from ironbottom.engine.state import State


class Foresight:
    """A position in which a side's choices are tried; nothing is done to the match.

    It goes no further than to a die, to anything that becomes known, or to the end of what others choose at the same
    time: what lies behind these is not yet anybody's to know.
    """

    def __init__(self, state: State) -> None:
        self._draft = Draft(state)

    @property
    def state(self) -> State:
        """The position after the choices tried so far."""
        return self._draft.state

    def choose(self, side: str, action: Action) -> bool:
        """Tries a choice that is offered; False where more would be learnt by it than may be known."""
        try:
            entry = self._draft.choose(side, action, NO_DIE_YET, auto=False)
        except Fenced:
            return False
        return not (entry.closed or entry.taught)
