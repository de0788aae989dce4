"""A typing error in a saved position is refused with a sentence, or gives a playable position."""

from __future__ import annotations

from pathlib import Path

import pytest

from ironbottom.testing.budget import CheckBudget
from tests.kit.games import POSITIONS, SAVED
from tests.kit.position_mutations import check_mutated


def saved(game: str) -> list[Path]:
    """All positions of a game in any folder."""
    return [path for kept in (SAVED, *POSITIONS) for path in sorted((kept / game).glob("*.toml"))]


@pytest.mark.build
def test_saved_positions_of_the_largest_game_with_one_mistake_are_refused_or_can_be_played() -> None:
    budget = CheckBudget(24)
    check_mutated(saved("war_in_the_pacific"), budget, seed=1, acts=5)
    assert budget.count["played"] > 3
    assert budget.count["refused"] > 3


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", ["war_in_the_pacific", "axis_allies_pacific", "victory_in_the_pacific"])
def test_saved_positions_with_many_mistakes_one_by_one(minutes: float, game: str, seed: int) -> None:
    """Forty random choices are made from each position that loads."""
    budget = CheckBudget(0, seconds=60 * minutes)
    check_mutated(saved(game), budget, seed=seed)
    assert budget.count["played"] > 0
