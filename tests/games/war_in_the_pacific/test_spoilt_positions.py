"""A typing mistake in a saved position is refused in a sentence, or what it says is a table on which play goes on."""

from __future__ import annotations

import pytest

from tests.kit.budget import Budget
from tests.kit.games import SAVED, TESTS
from tests.kit.spoiler import check_spoilt

NAME = "war_in_the_pacific"
PATHS = [path for kept in (SAVED, TESTS / "browser" / "positions") for path in sorted((kept / NAME).glob("*.toml"))]


def test_saved_positions_with_one_mistake_are_refused_or_played_on() -> None:
    budget = Budget(24)
    check_spoilt(PATHS, budget, seed=1, acts=5)
    assert budget.count["played"] > 3
    assert budget.count["refused"] > 3


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_saved_positions_with_many_mistakes_one_by_one(minutes: float, seed: int) -> None:
    """Forty random choices follow each that loads."""
    budget = Budget(0, seconds=60 * minutes)
    check_spoilt(PATHS, budget, seed=seed)
    assert budget.count["played"] > 0
