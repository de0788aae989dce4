"""1.3 What is drawn from a view in the midst of a war: whatever is true is dealt now and then, part by part."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.game import WarInThePacific
from ironbottom.games.war_in_the_pacific.pieces import SHIPS
from ironbottom.games.war_in_the_pacific.rules import reorganisation
from ironbottom.games.war_in_the_pacific.seen.dealt_forces import spare_shipping
from ironbottom.games.war_in_the_pacific.seen.dealt_rest import HiddenRest
from tests.games.war_in_the_pacific.table import midway
from tests.kit.budget import Budget
from tests.kit.games import SetUp, saved
from tests.kit.walks import Walk
from tests.kit.worlds import Scales, check_side

GAME = WarInThePacific()
IN_BURMA = [setup for setup in saved(GAME) if setup.position and setup.position.stem.startswith("burma")]


def look(setup: SetUp, side: str) -> None:
    check_side(Walk(setup, 4), side, Budget(1), Scales())


@pytest.mark.thorough
@pytest.mark.parametrize("side", ["japan", "allies"])
@pytest.mark.parametrize("setup", IN_BURMA, ids=str)
def test_1_3_whatever_is_true_in_the_middle_of_burma_is_dealt(setup: SetUp, side: str) -> None:
    look(setup, side)


@pytest.mark.thorough
def test_a_part_that_is_nailed_down_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A sampler that never lets points search: the check names what is true and never dealt."""
    monkeypatch.setattr("tests.kit.walks.FAILURES", tmp_path)
    monkeypatch.setattr("tests.kit.in_parts.MOST_STOPPED", 8)
    monkeypatch.setattr(HiddenRest, "_searches", lambda rest, state, random: None)
    airlift = next(setup for setup in IN_BURMA if "airlift" in str(setup))
    with pytest.raises(AssertionError, match=r"no part of a draw deals .*arrays\.searching\."):
        look(airlift, "allies")


def test_38_5_draws_at_midway_split_and_join_joint_shipping() -> None:
    """Parts come into play under counters that began outside it, and may have been gathered; others leave play."""
    state = GAME.new("midway")
    assert not spare_shipping(state, 0)
    field = midway()
    state = State(GAME.rules(), field.cells, field.stack, field.arrays)
    ship = SHIPS.index["jp_apb4"]
    assert ship in spare_shipping(state, 0)
    sampler = GAME.sampler(state.view("allies"))
    drawn = [sampler.draw(Random(seed)) for seed in range(120)]
    parts = [each for each in drawn if each.arrays[places.SHIP_AT][ship] >= 0]
    assert {reorganisation.quarters(each, ship) for each in parts} == {1, 2, 3}
    assert {each.cells[places.GATHERED] >> ship & 1 for each in parts} == {0, 1}
    gone = [SHIPS.index[name] for name in ("jp_apb1", "jp_apb2", "jp_apb3")]
    assert any(each.arrays[places.SHIP_AT][one] < 0 for each in drawn for one in gone)
