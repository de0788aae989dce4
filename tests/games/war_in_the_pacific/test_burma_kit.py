"""The kit's checks on slices of Burma: from its deployment, and from positions in its middle."""

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
from tests.kit.games import saved
from tests.kit.thorough_cases import further, in_build

GAME = WarInThePacific()
FEW = 3
IN_BURMA = [setup for setup in saved(GAME) if setup.position and setup.position.stem.startswith("burma")]
"""Positions from the middle of Burma."""


def slice_of(scenario: str) -> GameSetUp:
    """A Game-Turn of Burma, with the historical or the free deployment."""
    return GameSetUp(GAME, scenario, {"last_round": "1"})


@pytest.mark.build
@pytest.mark.parametrize(
    ("check", "scenario", "decisions"),
    [
        (check_states, "burma_freely", 5),
        (check_positions, "burma", 40),
        (check_offers, "burma_freely", 4),
        (check_silence, "burma", 40),
        (check_memory, "burma_freely", 10),
        (check_undo, "burma", 40),
        (check_forgeries, "burma", 6),
        (check_reach, "burma", 8),
        pytest.param(check_hostile, "burma", 1, marks=pytest.mark.thorough),
        *further(
            (check_states, "burma_freely", 12),
            (check_offers, "burma_freely", 8),
            (check_states, "burma_freely", 40),
            (check_offers, "burma_freely", 20),
        ),
    ],
)
def test_a_turn_passes_the_conformance_kit(check: Callable[..., object], scenario: str, decisions: int) -> None:
    check(GAME, CheckBudget(decisions, portion=0.3), [slice_of(scenario)], 1)


def look_into(walk: Walk, least: int) -> None:
    """Checks at each new question, until the game is over, that secrets stay hidden and hidden acts stay
    unobservable.
    """
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
def test_1_3_nothing_that_is_hidden_shows_in_any_phase_of_a_turn() -> None:
    look_into(Walk(slice_of("burma"), 4), 12)


@pytest.mark.thorough
@pytest.mark.parametrize("setup", in_build(IN_BURMA, IN_BURMA[0]), ids=str)
def test_1_3_nothing_that_is_hidden_shows_in_the_middle_of_the_war(setup: GameSetUp) -> None:
    look_into(Walk(setup, 4), 5)


@pytest.mark.thorough
@pytest.mark.parametrize("viewer", [0, 1], ids=["japan", "allies"])
@pytest.mark.parametrize("setup", IN_BURMA, ids=str)
def test_1_3_what_a_side_may_not_see_changes_nothing_that_it_sees(setup: GameSetUp, viewer: int) -> None:
    assert check_hidden(Walk(setup, 4), viewer, ("japan", "allies")[viewer]) > 500
