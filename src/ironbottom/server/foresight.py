"""What would follow from a side's next choices, as far as it may know."""

from __future__ import annotations

from ironbottom.engine.actions import Action
from ironbottom.engine.history import Draft, Fenced
from ironbottom.engine.state import State


class Foresight:
    """A position in which a side's choices are tried; nothing is done to the match.

    It goes no further than a list of choices does (``Verb.ends_list``): to what could roll a die, reveal something, or
    finish what the sides choose at the same time. What lies behind these is not yet anybody's to know, and neither is
    whether they would come to pass.
    """

    def __init__(self, state: State) -> None:
        self._draft = Draft(state)

    @property
    def state(self) -> State:
        """The position after the choices tried so far."""
        return self._draft.state

    def choose(self, side: str, action: Action) -> bool:
        """Tries a choice that is offered; False where more could be learnt by it than may be known."""
        try:
            self._draft.choose_within(side, action)
        except Fenced:
            return False
        return True
