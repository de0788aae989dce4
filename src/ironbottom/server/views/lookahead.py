"""Tries out the next choices of a side, as far as the side may know their result."""

from __future__ import annotations

from ironbottom.engine.match.history import BarrierReached, ChoiceBatch
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.state import State


class Lookahead:
    """A copy of the position in which a side's choices are tried; the match does not change.

    It goes as far as a submitted list of choices may (``Verb.ends_list``): up to a choice that could roll a die, reveal
    something, or finish a simultaneous step. Beyond that point, even the fact that one of these happens is hidden.
    """

    def __init__(self, state: State) -> None:
        self._batch = ChoiceBatch(state)

    @property
    def state(self) -> State:
        """The position after the choices tried so far."""
        return self._batch.state

    def choose(self, side: str, action: Action) -> bool:
        """Tries an offered choice. Returns False if the result could reveal more than the side may know."""
        try:
            self._batch.choose_within(side, action)
        except BarrierReached:
            return False
        return True
