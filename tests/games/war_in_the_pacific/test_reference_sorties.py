"""Compares a reference implementation of flights (available points, range, base) with the rules, choice by choice."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.war_in_the_pacific.reference_game_flights import Sorties
from tests.kit.thorough_cases import further

IN_THE_AIR = ("5.2", "5.3", "5.4", "5.41", "5.5", "5.6", "6.1", "6.11", "6.12", "6.2", "6.3", "6.5", "8.1", "8.6")
AT_SEA = ("6.6", "6.20", "8.61", "19.1", "19.3", "37.4")
SCENARIOS = ("midway", "leyte", "burma")
ALL = ("search", "patrol", "raid", "send", "transfer", "fly_to", "divert")
OF_SHIPS = ("make_ready", "guard", "shield", "stay_over", "cover", "fly_over", "strike")


@pytest.mark.build
@pytest.mark.clause(*IN_THE_AIR, *AT_SEA)
def test_two_references_agree_on_which_points_may_fly_at_midway() -> None:
    """A Naval Phase before any Air Phase, an Air Phase and the Naval Phase after it."""
    seen = Sorties("midway", 9, 4).play(1)
    assert all(seen[what] for what in (*ALL, *OF_SHIPS) if what != "fly_over"), seen


@pytest.mark.build
@pytest.mark.clause(*IN_THE_AIR)
def test_two_references_agree_on_which_points_may_fly_over_burma() -> None:
    seen = Sorties("burma", 2, 4).play(1)
    assert min(seen[what] for what in ALL) > 10, seen


@pytest.mark.build
@pytest.mark.clause("6.6", "6.61", "6.12", "6.20", "7.7")
def test_two_references_agree_on_special_strikes_and_their_escorts() -> None:
    seen = sum((Sorties("midway", seed, 2).meet_at_sea() for seed in (7, 8, 13)), Counter[str]())
    assert min(seen[what] for what in ("special", "send", "escorts")) > 2, seen


@pytest.mark.thorough
@pytest.mark.clause("6.6", "6.61", "6.12", "6.20", "7.7")
@pytest.mark.parametrize("scenario", ["midway", "leyte"])
@pytest.mark.parametrize("seed", [0, *further(100, 200)])
def test_two_references_agree_on_special_strikes_in_more_positions(scenario: str, seed: int) -> None:
    seen = sum((Sorties(scenario, seed + more, 2).meet_at_sea() for more in range(20)), Counter[str]())
    assert min(seen["special"], seen["send"]) > 30, seen
    assert seen["escorts"] > 2, seen


@pytest.mark.thorough
@pytest.mark.clause(*IN_THE_AIR, *AT_SEA)
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", [0, *further(*range(6, 30, 6))])
def test_two_references_agree_on_which_points_may_fly_in_more_positions(scenario: str, seed: int) -> None:
    """Two rounds each, so that points that flew in one Naval Phase rest in the Air Phase after it."""
    seen = sum((Sorties(scenario, seed + more, 6).play() for more in range(6)), Counter[str]())
    assert min(seen[what] for what in ALL) > 10, seen
    assert scenario == "burma" or all(seen[what] for what in OF_SHIPS if what != "strike"), seen
