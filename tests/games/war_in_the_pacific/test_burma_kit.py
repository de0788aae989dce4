"""What the kit asks of every game, on slices of Burma: from its deployment, and from positions in its middle."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ironbottom.engine.visible import PUBLIC
from ironbottom.games.war_in_the_pacific.game import WarInThePacific
from tests.kit.budget import Budget
from tests.kit.flips import check_hidden
from tests.kit.forgeries import check_forgeries
from tests.kit.games import SAVED, SetUp
from tests.kit.hostile import check_hostile
from tests.kit.matches import check_undo
from tests.kit.memory import check_memory
from tests.kit.offers import check_offers
from tests.kit.reach import check_reach
from tests.kit.secrets import check_run, check_side, check_silence
from tests.kit.states import check_positions, check_states
from tests.kit.walks import Walk

GAME = WarInThePacific()
VIEWERS = (("japan", 0), ("allies", 1), ("public", PUBLIC))
FEW = 3


def slice_of(scenario: str) -> SetUp:
    """A Game-Turn of Burma, as it was or freely deployed."""
    return SetUp(GAME, scenario, {"last_round": "1"})


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("check", "scenario", "decisions"),
    [
        (check_states, "burma_freely", 40),
        (check_positions, "burma", 40),
        (check_offers, "burma_freely", 20),
        (check_silence, "burma", 40),
        (check_memory, "burma_freely", 10),
        (check_undo, "burma", 40),
        (check_forgeries, "burma", 6),
        (check_reach, "burma", 8),
        (check_hostile, "burma", 1),
    ],
)
def test_a_turn_keeps_what_the_kit_asks(check: Callable[..., object], scenario: str, decisions: int) -> None:
    check(GAME, Budget(decisions, sparing=True), [slice_of(scenario)], 1)


def look_into(walk: Walk, least: int) -> None:
    """Secrets, flips and silence wherever another question is open, until the game is over."""
    looked = set()
    for decisions in walk.decisions():
        check_run(walk, decisions)
        open_now = tuple(type(frame) for frame in walk.state.stack)
        if open_now in looked:
            continue
        looked.add(open_now)
        for side, viewer in VIEWERS:
            check_side(walk, side, count=FEW)
            check_hidden(walk, viewer, side)
    assert len(looked) >= least


@pytest.mark.thorough
def test_1_3_nothing_that_is_hidden_shows_in_any_phase_of_a_turn() -> None:
    look_into(Walk(slice_of("burma"), 4), 12)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("position", "scenario", "turn"),
    [("burma_turn_2_ground", "burma", "2"), ("burma_turn_4_airlift", "burma_freely", "4")],
)
def test_1_3_nothing_that_is_hidden_shows_in_the_middle_of_the_war(position: str, scenario: str, turn: str) -> None:
    look_into(Walk(SetUp(GAME, scenario, {"last_round": turn}, SAVED / GAME.id / f"{position}.toml"), 4), 5)
