"""Compares a reference implementation of search, fire, flight and movement with Midway and Leyte."""

from __future__ import annotations

from collections import Counter

import pytest

from ironbottom.engine.codecs.position import load_position
from ironbottom.games.war_in_the_pacific.rules.naval import sailing
from tests.games.war_in_the_pacific.burma_states import GAME
from tests.games.war_in_the_pacific.reference_game_naval import Lockstep
from tests.kit.games import SAVED
from tests.kit.thorough_cases import further


def compared(game: Lockstep, most: int) -> Counter[str]:
    """Plays a game with both implementations; they agree in all comparisons."""
    game.play(most)
    assert game.differ == []
    return game.seen


@pytest.mark.build
@pytest.mark.clause("8.1", "8.2", "8.3", "8.31", "11.5", "12.1", "12.3", "7.5", "10.3", "20.13")
def test_two_references_agree_on_fire_and_movement_at_leyte_from_a_saved_position() -> None:
    state = load_position(SAVED / "war_in_the_pacific" / "leyte_turn_2_after_landing.toml")
    sailing.stop_forces(state)  # The seed was chosen when forces still counted as under way in an Air Phase.
    found = compared(Lockstep(state, 4, ("ensign", "ensign")), 340)
    for what in ("bombs", "air_torpedoes", "strength", "flak", "sailed"):
        assert found[what] > 1, (what, found)


@pytest.mark.thorough
@pytest.mark.clause(
    "8.2", "8.21", "8.31", "7.11", "7.2", "11.3", "11.4", "11.5", "12.3", "10.3", "13.8", "17.1", "47.1"
)
@pytest.mark.parametrize("seed", [1, *further(2, 3)])
def test_two_references_agree_over_games_of_midway(seed: int) -> None:
    found = compared(Lockstep(GAME.rules().new("midway"), seed, ("ensign", "ensign")), 10**6)
    assert found["sailed"] > 50
    assert found["points"] == 2


@pytest.mark.thorough
@pytest.mark.clause("39.43", "8.2", "8.31", "16.4", "11.5", "12.1", "7.5")
@pytest.mark.parametrize("seed", [1, *further(2, 3)])
def test_two_references_agree_over_games_of_leyte(seed: int) -> None:
    found = compared(Lockstep(GAME.rules().new("leyte"), seed, ("ensign", "ensign")), 10**6)
    assert found["bombs"] + found["air_torpedoes"] > 10
    assert found["points"] == 2
