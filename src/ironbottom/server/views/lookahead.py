"""What would follow from a side's next choices, as far as it may know."""

from __future__ import annotations

from ironbottom.engine.match.history import BarrierReached, ChoiceBatch
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.state import State


class Foresight:
    """A position in which a side's choices are tried; the match does not change.

    It goes no further than a list of choices (``Verb.ends_list``): up to a choice that could roll a die, reveal
    something, or finish a simultaneous step. Nobody may know yet what follows, nor whether any of these would happen.
    """

    def __init__(self, state: State) -> None:
        self._draft = ChoiceBatch(state)

    @property
    def state(self) -> State:
        """The position after the choices tried so far."""
        return self._draft.state

    def choose(self, side: str, action: Action) -> bool:
        """Tries an offered choice; False if the result could reveal more than the side may know."""
        try:
            self._draft.choose_within(side, action)
        except BarrierReached:
            return False
        return True
