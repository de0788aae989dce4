"""The part of a player's observation that is common to all games. Each game adds its own part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.rules.game import Rules


class Observation:
    """A view, read for its side; ``enemy`` is the first side of another team.

    >>> from ironbottom import get_game
    >>> rules = get_game("pf").rules()
    >>> Observation(rules, rules.new().view("japan"), "japan").enemy
    'allies'
    """

    def __init__(self, rules: Rules, view: Mapping[str, Any], side: str) -> None:
        self.rules, self.pieces, self.view, self.side = rules, rules.pieces, view, side
        self.number = rules.sides.index[side]
        self.enemy = rules.alliances.opponents_of(side)[0]

    def frame(self) -> Mapping[str, Any]:
        """Returns the procedure that asks, with its fields; empty after the end of the game."""
        frames = self.view["frames"]
        return frames[-1] if frames else {}

    @property
    def asks(self) -> str:
        """The name of the procedure that asks."""
        return str(self.frame().get("procedure", ""))
