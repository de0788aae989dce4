"""The memory check: cached values are keyed by all inputs of their computation.

At decisions of random games, choices and views are the same with full and with cleared caches. States of other games,
under other options, are queried first, so that the caches hold their values.
"""

from __future__ import annotations

import json

import msgspec

from ironbottom.engine.cache import clear_caches
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.state import State
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.walk_checks import WalkCheck, as_separate_check
from ironbottom.testing.walks import Walk

OTHERS = 4
"""The number of states of other games that are queried in between."""


class CachedValues(WalkCheck):
    """Choices and views are the same with full and with cleared caches."""

    name = "memory"

    def __init__(self, game: Game, budget: CheckBudget) -> None:
        super().__init__(game, budget)
        self.others: list[State] = []

    def check_decision(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        for other in self.others:
            information(other)
        from_caches = information(walk.state)
        clear_caches()
        walk.require(from_caches == information(walk.state), "choices or views depend on cached values")
        place = walk.check_rng.randrange(OTHERS)
        self.others[place : place + 1] = [walk.state.copy()]


check_memory = as_separate_check(CachedValues)


def information(state: State) -> list[bytes]:
    """The information in a state: the choices of its decisions, and all views."""
    asked = [msgspec.json.encode(decision.choices.factored()) for decision in state.decisions()]
    return asked + [json.dumps(state.view(side)).encode() for side in (*state.rules.sides.ids, "public")]
