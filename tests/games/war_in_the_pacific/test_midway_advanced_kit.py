"""The kit's checks on slices of the advanced game of Midway, which is not offered yet."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.games.war_in_the_pacific.advanced_midway_table import ADVANCED, FREELY, WHOLE
from tests.kit.budget import Budget
from tests.kit.flips import check_hidden
from tests.kit.forgeries import check_forgeries
from tests.kit.further import further
from tests.kit.games import SetUp
from tests.kit.hostile import check_hostile
from tests.kit.matches import check_undo
from tests.kit.memory import check_memory
from tests.kit.offers import check_offers
from tests.kit.reach import check_reach
from tests.kit.secrets import check_silence
from tests.kit.states import check_positions, check_states
from tests.kit.walks import Walk

SLICES = [SetUp(WHOLE, scenario, {"last_round": "1"}) for scenario in (ADVANCED, FREELY)]


@pytest.mark.build
@pytest.mark.parametrize(
    ("check", "decisions"),
    [
        (check_states, 5),
        (check_positions, 40),
        (check_offers, 4),
        (check_silence, 40),
        (check_memory, 10),
        (check_undo, 40),
        (check_forgeries, 6),
        (check_reach, 8),
        pytest.param(check_hostile, 1, marks=pytest.mark.thorough),
        *further((check_states, 40), (check_offers, 20)),
    ],
)
def test_the_first_turn_passes_the_conformance_kit(check: Callable[..., object], decisions: int) -> None:
    check(WHOLE, Budget(decisions, portion=0.3), SLICES, 1)


@pytest.mark.thorough
@pytest.mark.parametrize("viewer", [0, 1], ids=["japan", "allies"])
def test_1_3_what_a_side_may_not_see_changes_nothing_that_it_sees(viewer: int) -> None:
    assert check_hidden(Walk(SLICES[0], 4), viewer, ("japan", "allies")[viewer]) > 500
