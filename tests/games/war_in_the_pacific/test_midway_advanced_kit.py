"""The kit's checks on slices of advanced Midway: each question of its deployment, two Game-Turns, secrets."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.cached_values import check_memory
from ironbottom.testing.flips import check_hidden
from ironbottom.testing.forgeries import check_forgeries
from ironbottom.testing.games import GameSetUp
from ironbottom.testing.hidden_information import check_random_acts, check_side, check_silence
from ironbottom.testing.matches import check_undo
from ironbottom.testing.offers import check_offer, check_offers
from ironbottom.testing.reach import check_reach
from ironbottom.testing.states import check_load, check_position, check_positions, check_states
from ironbottom.testing.walks import Walk
from tests.games.war_in_the_pacific.advanced_midway_states import ADVANCED, FREELY
from tests.kit.thorough_cases import further

SLICE = GameSetUp(GAME, ADVANCED, {"last_round": "2"})

QUESTIONS = {
    *("midway_advanced_deployment", "stationing", "placing_unit", "exchanging", "cargo_orders", "pipeline_orders"),
    "decoys",
}
"""The questions up to the first Naval Phase."""
MAX_DECISIONS = 45
"""The number of decisions, which lead into the first Naval Phase."""


@pytest.mark.build
@pytest.mark.parametrize("scenario", [ADVANCED, pytest.param(FREELY, marks=pytest.mark.thorough)])
def test_42_61_42_66_each_question_of_the_deployment_passes_the_conformance_kit(scenario: str) -> None:
    walk, looked = (
        Walk(GameSetUp(GAME, scenario, {"last_round": "1"}), 1, max_decisions=MAX_DECISIONS),
        set[tuple[object, ...]](),
    )
    for decisions in walk.decisions():
        check_random_acts(walk, decisions)
        open_now = (*(type(frame) for frame in walk.state.stack), *(decision.side for decision in decisions))
        if open_now in looked or decisions[0].procedure.name not in QUESTIONS:
            continue
        looked.add(open_now)
        check_load(walk)
        check_position(walk, walk.state, "json")
        for side in ("japan", "allies", "public"):
            check_side(walk, side, count=2)
        for decision in decisions:
            check_offer(walk, decision)
    assert len(looked) >= (5 if scenario == ADVANCED else 3)


@pytest.mark.build
@pytest.mark.parametrize(
    ("check", "decisions"),
    [
        (check_positions, 20),
        (check_silence, 8),
        (check_undo, 20),
        *further((check_states, 20), (check_offers, 10), (check_memory, 8)),
        *further((check_silence, 40), (check_forgeries, 6), (check_reach, 8)),
    ],
)
def test_the_first_turns_pass_the_conformance_kit(check: Callable[..., object], decisions: int) -> None:
    check(GAME, CheckBudget(decisions, portion=0.3), [SLICE], 1)


@pytest.mark.thorough
@pytest.mark.parametrize("viewer", [0, 1], ids=["japan", "allies"])
def test_1_3_what_a_side_may_not_see_changes_nothing_that_it_sees(viewer: int) -> None:
    assert check_hidden(Walk(SLICE, 4), viewer, ("japan", "allies")[viewer]) > 500
