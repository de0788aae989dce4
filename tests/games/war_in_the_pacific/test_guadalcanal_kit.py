"""The kit's checks on slices of Guadalcanal: deployment, two Game-Turns, a Strategic Game-Turn."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ironbottom.games.war_in_the_pacific.game import WarInThePacific
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.cached_values import check_memory
from ironbottom.testing.flips import check_hidden
from ironbottom.testing.forgeries import check_forgeries
from ironbottom.testing.games import GameSetUp
from ironbottom.testing.hidden_information import check_random_acts, check_side, check_silence
from ironbottom.testing.hostile import check_hostile
from ironbottom.testing.matches import check_undo
from ironbottom.testing.offers import check_offers
from ironbottom.testing.reach import check_reach
from ironbottom.testing.states import check_positions, check_states
from ironbottom.testing.walks import Walk
from tests.kit.thorough_cases import further

GAME = WarInThePacific()
SLICE = GameSetUp(GAME, "guadalcanal", {"last_round": "2"})
"""4.1 The Strategic Game-Turn of its Cycle comes after the first Game-Turn."""
FEW = 3


@pytest.mark.build
@pytest.mark.parametrize(
    ("check", "decisions"),
    [
        (check_states, 2),
        (check_positions, 40),
        (check_offers, 2),
        (check_silence, 12),
        (check_memory, 5),
        (check_undo, 40),
        (check_forgeries, 6),
        (check_reach, 8),
        pytest.param(check_hostile, 1, marks=pytest.mark.thorough),
        *further((check_states, 40), (check_offers, 20), (check_silence, 40), (check_memory, 10)),
    ],
)
def test_the_first_turns_pass_the_conformance_kit(check: Callable[..., object], decisions: int) -> None:
    check(GAME, CheckBudget(decisions, portion=0.3), [SLICE], 1)


def look_into(walk: Walk, least: int) -> None:
    """Checks secrets and silence at each new question until the game is over."""
    looked = set()
    for decisions in walk.decisions():
        check_random_acts(walk, decisions)
        open_now = tuple(type(frame) for frame in walk.state.stack)
        if open_now in looked:
            continue
        looked.add(open_now)
        for side in ("japan", "allies", "public"):
            check_side(walk, side, count=FEW)
    assert len(looked) >= least, f"only {len(looked)} questions were open"


@pytest.mark.thorough
def test_1_3_nothing_that_is_hidden_shows_in_any_phase_of_the_first_turns() -> None:
    look_into(Walk(SLICE, 4), 12)


@pytest.mark.thorough
@pytest.mark.parametrize("viewer", [0, 1], ids=["japan", "allies"])
def test_1_3_what_a_side_may_not_see_changes_nothing_that_it_sees(viewer: int) -> None:
    assert check_hidden(Walk(SLICE, 4), viewer, ("japan", "allies")[viewer]) > 500
