"""What tests hold in common that lay a second reading of the rules beside the referee, choice by choice."""

from __future__ import annotations

from collections import Counter

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
"""Words in the names of the questions that are asked before the first Game-Turn."""


class SecondReading:
    """Counts in ``seen`` what was compared, and stops where both readings part."""

    seen: Counter[str]

    def agree(self, what: str, mine: object, theirs: object, where: object = "") -> None:
        """Both say the same."""
        self.seen[what] += 1
        assert mine == theirs, (what, where, mine, theirs, *self.standing())

    def standing(self) -> tuple[object, ...]:
        """What more is to be told of where they part."""
        return ()
