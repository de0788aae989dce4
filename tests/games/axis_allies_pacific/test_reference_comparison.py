"""Compares a reference implementation with the rules, decision by decision, over random games."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from ironbottom.engine.dice.dice import SeededDice
from tests.games.axis_allies_pacific.reference import ZONES, Fights, destinations, production
from tests.games.axis_allies_pacific.rule_tester import game
from tests.kit.thorough_cases import further

ECONOMIES = ("japan", "india", "australia", "usa")


def in_lockstep(seed: int, rounds: str) -> tuple[int, int, int]:
    """Plays a random game with both implementations; returns the number of paths, shots and incomes compared."""
    rules = game().rules({"last_round": rounds})
    state = rules.begin(("printed", "setup_2003")[seed % 2], SeededDice(seed)).state
    chance, dice, fights, ways, incomes = random.Random(seed), SeededDice(~seed), Fights(), 0, 0
    while decisions := state.decisions():
        decision, view = decisions[0], state.view("public")
        if view["frames"][-1]["procedure"] == "bound" and (found := destinations(view)) is not None:
            assert set(decision.choices.next("go")) == found, f"{view['frames'][-1]}"
            ways += 1
        for economy in ECONOMIES:
            assert view["production"][economy] == production(view, economy)
        events = rules.visible_events(
            state.apply(decision.side, decision.choices.sample(chance), dice, trusted=True), "all"
        )
        fights.watch(view, events)
        incomes += collected(view, state.view("public"), events)
    return ways, fights.checked, incomes


def collected(before: Mapping[str, Any], after: Mapping[str, Any], events: list[dict[str, Any]]) -> int:
    """13.1, 13.2, 13.3 The collected income is the economy's production; there is a point for each full ten."""
    found = 0
    for event in events:
        if event["event"] == "collected" and not any(other["event"] == "captured" for other in events):
            assert event["ipc"] == production(after, event["economy"])
            found += 1
        if event["event"] == "pool_collected":
            own = [row for row in ZONES.values() if row["convoy"] == "center" and row["convoy_owner"] == "uk"]
            left = [int(row["convoy_value"]) for row in own if row["id"] not in after["convoys_of_japan"]]
            assert event["ipc"] == sum(left)
        if event["event"] == "points_scored":
            (income,) = [other["ipc"] for other in events if other["event"] == "collected"] or [0]
            if not any(other["event"] == "captured" for other in events):
                assert event["points"] == (income + before["loot"]) // 10
    return found


def compared(seeds: range) -> tuple[int, int, int]:
    """The numbers of paths, shots and incomes compared in games of three rounds."""
    ways, shots, incomes = zip(*(in_lockstep(seed, "3") for seed in seeds), strict=True)
    return sum(ways), sum(shots), sum(incomes)


@pytest.mark.build
def test_three_games_match_the_reference() -> None:
    """7.2.1, 7.3.1, 8.1.2, 9.4, 10.2, 13.1"""
    ways, shots, incomes = compared(range(1, 4))
    assert ways > 450
    assert shots > 100
    assert incomes >= 30


@pytest.mark.thorough
@pytest.mark.parametrize("first", [3, 13, 23, 33, *further(*range(43, 103, 10))])
def test_a_hundred_games_match_the_reference(first: int) -> None:
    """7.2.1, 7.3.1, 8.1.2, 9.4, 10.2, 13.1"""
    ways, shots, _ = compared(range(first, first + 10))
    assert ways > 1_500
    assert shots > 400
