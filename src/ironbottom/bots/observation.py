"""The part of a player's observation that is common to all games. Each game adds its own part."""

from __future__ import annotations

from typing import Generic

from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.view_types import FrameT, PlayerView


class Observation(Generic[FrameT]):
    """A view, read for its side; ``enemy`` is the first side of another team.

    >>> from ironbottom import get_game
    >>> rules = get_game("pf").rules()
    >>> Observation(rules, rules.new().view("japan"), "japan").enemy
    'allies'
    """

    view: PlayerView[FrameT]

    def __init__(self, rules: Rules, view: PlayerView[FrameT], side: str) -> None:
        self.rules, self.pieces, self.view, self.side = rules, rules.pieces, view, side
        self.number = rules.sides.index[side]
        self.enemy = rules.alliances.opponents_of(side)[0]

    def frame(self) -> FrameT:
        """Returns the procedure that asks the question, with its fields. There is none after the end of the game."""
        return self.view["frames"][-1]

    @property
    def procedure_name(self) -> str:
        """The name of the procedure that asks the question."""
        return self.frame()["procedure"] if self.view["frames"] else ""
