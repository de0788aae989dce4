"""Memory: what the rules keep beside the states is kept by all that it was computed from.

At decisions of random games everything is asked twice, as it is remembered and after forgetting: choices and views are
the same. Before that, states of other games are asked, under other options, so that what is remembered is theirs.
"""

from __future__ import annotations

import json

import msgspec

from ironbottom.engine import memo
from ironbottom.engine.procedures import Decision
from ironbottom.engine.rules import Game
from ironbottom.engine.state import State
from tests.kit.budget import Budget
from tests.kit.looks import Look, alone
from tests.kit.walks import Walk

OTHERS = 4
"""States of other games that are asked in between."""


class Memory(Look):
    """Choices and views are the same whether anything is remembered or not."""

    name = "memory"

    def __init__(self, game: Game, budget: Budget) -> None:
        super().__init__(game, budget)
        self.others: list[State] = []

    def look(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        for other in self.others:
            told(other)
        remembered = told(walk.state)
        memo.forget()
        walk.hold(remembered == told(walk.state), "choices or views hang on what was remembered")
        place = walk.chance.randrange(OTHERS)
        self.others[place : place + 1] = [walk.state.copy()]


check_memory = alone(Memory)


def told(state: State) -> list[bytes]:
    """What a state says: the choices of its decisions, and every view."""
    asked = [msgspec.json.encode(decision.choices.factored()) for decision in state.decisions()]
    return asked + [json.dumps(state.view(side)).encode() for side in (*state.rules.sides.ids, "public")]
