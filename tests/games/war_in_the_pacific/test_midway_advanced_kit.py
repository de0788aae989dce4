"""The kit's checks at each new question of the deployment for advanced Midway, which is not offered yet."""

from __future__ import annotations

import pytest

from ironbottom.testing.games import GameSetUp
from ironbottom.testing.offers import check_offer
from ironbottom.testing.secrets import check_run, check_side
from ironbottom.testing.states import check_load, check_position
from ironbottom.testing.walks import Walk
from tests.games.war_in_the_pacific.advanced_midway_table import ADVANCED, FREELY, WHOLE

QUESTIONS = {
    *("midway_advanced_deployment", "stationing", "placing_unit", "exchanging", "cargo_orders"),
    "decoys",
}
"""The questions up to the first Naval Phase."""
MOST = 45
"""The number of decisions, which lead into the first Naval Phase."""


@pytest.mark.build
@pytest.mark.parametrize("scenario", [ADVANCED, pytest.param(FREELY, marks=pytest.mark.thorough)])
def test_42_61_42_66_each_question_of_the_deployment_passes_the_conformance_kit(scenario: str) -> None:
    walk, looked = Walk(GameSetUp(WHOLE, scenario, {"last_round": "1"}), 1, most=MOST), set[tuple[object, ...]]()
    for decisions in walk.decisions():
        check_run(walk, decisions)
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
    assert len(looked) >= 5
