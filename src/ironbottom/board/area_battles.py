"""Battles by sea area: one side names the area of the next combat until none is left."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.engine.rules.procedures import Execution, Procedure
from ironbottom.engine.rules.state import State


class NextArea(Procedure):
    """One side names the next sea area with combat; the last one needs no choice.

    A game implements ``areas_to_fight``, the set of areas left, ``open_area``, which begins a combat, and ``chooser``,
    the side that names the areas.
    """

    chooser: ClassVar[int] = 0

    def areas_to_fight(self, state: State) -> int:
        """The areas whose combat has not been resolved yet."""
        raise NotImplementedError

    def open_area(self, execution: Execution, area: int) -> None:
        """Begins the combat of an area."""
        raise NotImplementedError

    def proceed(self, execution: Execution) -> bool:
        areas = self.areas_to_fight(execution.state)
        if areas & (areas - 1):
            return True
        if areas:
            self.open_area(execution, areas.bit_length() - 1)
        else:
            execution.pop()
        return False

    def decider(self, state: State) -> int:
        return self.chooser
