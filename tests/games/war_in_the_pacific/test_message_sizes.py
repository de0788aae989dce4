"""The size of messages to a side: its whole view when a match opens, and the changes of an act."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.server.messages.view_diff import apply_diff, diff_views

MAX_OF_A_VIEW, MAX_OF_AN_ACT = 300_000, 15_000
"""The limits in bytes."""
VIEWERS = ("japan", "allies", "public")


def wire_view(state: State, viewer: str) -> tuple[Any, int]:
    """A view in its wire format, in bytes."""
    data = msgspec.json.encode(state.view(viewer))
    return msgspec.json.decode(data), len(data)


@pytest.mark.thorough
@pytest.mark.parametrize("scenario", [name for name in GAME.scenarios if not name.endswith("_freely")])
@pytest.mark.parametrize("seed", [1])
def test_views_and_their_changes_are_small_at_every_act_of_a_turn(scenario: str, seed: int) -> None:
    state, source, dice = GAME.rules({"last_round": "1"}).new(scenario), Random(seed), SeededDice(seed)
    held = {viewer: wire_view(state, viewer)[0] for viewer in VIEWERS}
    acts = 0
    while decisions := state.decisions():
        decision = source.choice(decisions)
        action = decision.choices.sample(source)
        state.apply(decision.side, action, dice, trusted=True)
        acts += 1
        for viewer in VIEWERS:
            now, size = wire_view(state, viewer)
            result = diff_views("base", held[viewer], now)
            assert size < MAX_OF_A_VIEW, (viewer, acts, size)
            assert len(msgspec.json.encode(result)) < MAX_OF_AN_ACT, (viewer, acts, action)
            assert apply_diff(held[viewer], result) == now
            held[viewer] = now
    assert acts > 50
