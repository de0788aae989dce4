"""What a player makes of a view: the part that is alike in all games. Each game adds what its own view tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.rules.game import Rules


class Sight:
    """One view, read for its side; ``enemy`` is the first side of another team.

    >>> from ironbottom import get_game
    >>> rules = get_game("pf").rules()
    >>> Sight(rules, rules.new().view("japan"), "japan").enemy
    'allies'
    """

    def __init__(self, rules: Rules, view: Mapping[str, Any], side: str) -> None:
        self.rules, self.pieces, self.view, self.side = rules, rules.pieces, view, side
        self.number = rules.sides.index[side]
        self.enemy = rules.alliances.against(side)[0]

    def frame(self) -> Mapping[str, Any]:
        """The procedure that asks, with its fields; empty once the game is over."""
        frames = self.view["frames"]
        return frames[-1] if frames else {}

    @property
    def asks(self) -> str:
        """The name of the procedure that asks."""
        return str(self.frame().get("procedure", ""))
