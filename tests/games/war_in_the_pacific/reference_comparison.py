"""Common parts of tests that compare a reference implementation with the rules, choice by choice."""

from __future__ import annotations

from collections import Counter

from ironbottom.engine.rules.game import Rules
from ironbottom.games.war_in_the_pacific import GAME

BEFORE_PLAY = (
    "deployment",
    "stationing",
    "garrisoning",
    "setting_out",
    "setting_stores",
    "redeploying",
    "rebasing",
    "exchanging",
)
"""Words in the names of the questions before the first Game-Turn."""


def rules_for(hand: str) -> Rules:
    """The rules for a bot's game. Random players may scuttle only damaged ships (38.2).

    If they may scuttle any ship, they scuttle whole fleets in the first phase, and the game is soon over.
    """
    return GAME.rules({"scuttling": "damaged"} if hand == "random" else {})


class SecondReading:
    """Counts the comparisons in ``seen``, and stops at a difference."""

    seen: Counter[str]

    def agree(self, what: str, mine: object, theirs: object, where: object = "") -> None:
        """Checks that both agree."""
        self.seen[what] += 1
        assert mine == theirs, (what, where, mine, theirs, *self.standing())

    def standing(self) -> tuple[object, ...]:
        """More details of a difference, for its message."""
        return ()
