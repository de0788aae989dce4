"""1.31, 2.5, 5.7 A captured base stays captured: a march that reveals an enemy's base cannot be undone."""

from __future__ import annotations

import json
from random import Random

import pytest

from ironbottom.engine.codecs.position import load_position
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.state import State
from tests.kit.games import TESTS

MARCHING = TESTS / "browser" / "positions" / "war_in_the_pacific" / "burma_marching.toml"
THROUGH_A_BASE, PAST_IT = "A3012", "A3010"


def worlds() -> list[State]:
    """Burma during the Allied march, and twelve worlds that they cannot distinguish from it."""
    state = load_position(MARCHING)
    sampler = state.rules.game.sampler(json.loads(json.dumps(state.view("allies"))))
    return [state, *(sampler.draw(Random(7 + number)) for number in range(12))]


def fenced(world: State, to: str) -> tuple[bool, int]:
    """Whether a march to a hex revealed a secret of Japan's, and Japan's losses since."""
    before, after = world, world.copy()
    for action in (("move", "allies_unit_1"), ("march", to)):
        assert after.why_not("allies", action) is None
        after.apply("allies", action, SeededDice(1))
    knowledge = world.rules.game.knowledge
    known = [new & ~old for new, old in zip(knowledge(after), knowledge(before), strict=True)]
    return bool(known[0]), after.view("allies")["losses"]["japan"] - before.view("allies")["losses"]["japan"]


@pytest.mark.clause("1.31", "2.5", "5.7")
def test_1_31_a_captured_base_is_an_undo_barrier_whether_or_not_air_points_were_there() -> None:
    found = [fenced(world, THROUGH_A_BASE) for world in worlds()]
    assert {stands for stands, _ in found} == {True}
    assert {lost > 0 for _, lost in found} == {True, False}, "worlds with air points there and without"


@pytest.mark.clause("1.31", "2.5")
def test_1_31_a_march_past_no_base_is_taken_back_and_one_that_takes_a_base_is_not() -> None:
    for to, steps in ((PAST_IT, 1), (THROUGH_A_BASE, 0)):
        match = Match("witp", start=load_position(MARCHING), dice=SeededDice(1))
        for action in (("move", "allies_unit_1"), ("march", to)):
            match.submit("allies", action)
        assert (match.can_undo("allies").steps > 0) is (steps > 0), to
