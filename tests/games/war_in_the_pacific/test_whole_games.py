"""Random games of Midway from deployment to Victory, and the kit's checks of their states."""

from __future__ import annotations

import pytest

from ironbottom.games.war_in_the_pacific.game import WarInThePacific
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.games import GameSetUp
from ironbottom.testing.hidden_information import check_secrets, check_silence
from ironbottom.testing.offers import check_offers
from ironbottom.testing.states import check_positions, check_states
from ironbottom.testing.walks import Walk
from tests.kit.thorough_cases import further

GAME = WarInThePacific()
BUILT = (check_states, check_positions)


def played_for(turns: str) -> GameSetUp:
    """Midway, ended after a number of Game-Turns."""
    return GameSetUp(GAME, "midway", {"last_round": turns})


@pytest.mark.build
@pytest.mark.parametrize(("turns", "seed", "winner"), [("1", 10, "japan"), ("2", 1, "allies")])
def test_4_4_a_game_of_random_choices_ends(turns: str, seed: int, winner: str) -> None:
    walk = Walk(played_for(turns), seed)
    last = walk.play_to_end()
    result = last.result()
    assert result is not None
    assert result["score"]["allies"] >= 200
    assert result["winners"] == [winner]


@pytest.mark.build
def test_42_11_midway_is_over_after_eight_turns() -> None:
    walk = Walk(played_for("8"), 1)
    result = walk.play_to_end().result()
    assert result is not None
    assert result["why"].endswith(("(42.45)", "(47.3)"))


@pytest.mark.parametrize(
    "check", [check_silence, *(pytest.param(each, marks=pytest.mark.build) for each in BUILT), *further(check_offers)]
)
def test_the_first_turn_passes_the_conformance_kit(check: object) -> None:
    check(GAME, CheckBudget(4), [played_for("1")], 1)  # type: ignore[operator]


@pytest.mark.thorough
def test_1_3_nothing_that_is_hidden_shows_in_the_first_turn() -> None:
    check_secrets(GAME, CheckBudget(2), [played_for("1")], 1)


@pytest.mark.thorough
@pytest.mark.parametrize("check", [check_states, check_positions, check_silence])
def test_two_turns_pass_the_conformance_kit(check: object) -> None:
    check(GAME, CheckBudget(24), [played_for("2")], 5)  # type: ignore[operator]
