"""The kit's checks of secrets, in a turn of Midway, and starting in the middle of Leyte and Midway."""

from __future__ import annotations

import pytest

from ironbottom.testing.games import GameSetUp
from ironbottom.testing.walks import Walk
from tests.games.war_in_the_pacific.test_burma_kit import GAME, look_into
from tests.kit.games import saved
from tests.kit.thorough_cases import further

AT_SEA = {setup.position.stem: setup for setup in saved(GAME) if setup.position}
MIN_FLIPS = 12
"""The minimum number of different questions that occur."""


@pytest.mark.build
@pytest.mark.parametrize(
    ("position", "seed"),
    [
        *further(("leyte_turn_2_after_landing", 4), ("leyte_turn_3_at_the_shore", 4), ("leyte_strategic_game_turn", 4)),
        *further(("leyte_turn_2_after_landing", 5), ("leyte_turn_3_at_the_shore", 5)),
    ],
)
def test_1_3_nothing_that_is_hidden_shows_in_the_middle_of_leyte(position: str, seed: int) -> None:
    look_into(Walk(AT_SEA[position], seed), MIN_FLIPS)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [4, 6])
def test_1_3_nothing_that_is_hidden_shows_in_any_phase_of_a_turn_of_midway(seed: int) -> None:
    look_into(Walk(GameSetUp(GAME, "midway", {"last_round": "1"}), seed), MIN_FLIPS)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("position", "seed", "least"),
    [
        ("midway_turn_3_search", 4, 3),
        ("midway_turn_3_waves", 4, 3),
        ("midway_turn_4_after_a_strike", 4, 3),
        ("midway_turn_4_after_a_strike", 5, 3),
    ],
)
def test_1_3_nothing_that_is_hidden_shows_while_carriers_fight(position: str, seed: int, least: int) -> None:
    look_into(Walk(AT_SEA[position], seed), least)
