"""The lawyer's own referee and the rules agree, decision by decision, over random games."""

import random

import pytest

from ironbottom.engine.dice import SeededDice
from tests.games.axis_allies_pacific.lawyer import ZONES, Fights, destinations, production
from tests.games.axis_allies_pacific.table import game

ECONOMIES = ("japan", "india", "australia", "usa")


def in_lockstep(seed: int, rounds: str) -> tuple[int, int, int]:
    """Plays a random game under both referees; gives how many ways, shots and incomes were compared."""
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
        told = rules.told(state.apply(decision.side, decision.choices.sample(chance), dice), "all")
        fights.watch(view, told)
        incomes += collected(view, state.view("public"), told)
    return ways, fights.checked, incomes


def collected(before: dict[str, object], after: dict[str, object], told: list[dict[str, object]]) -> int:
    """13.1, 13.2, 13.3 What was collected is what the economy makes; points are every full ten."""
    found = 0
    for event in told:
        if event["event"] == "collected" and not any(other["event"] == "captured" for other in told):
            assert event["ipc"] == production(after, str(event["economy"]))
            found += 1
        if event["event"] == "pool_collected":
            lost = after["convoys_of_japan"]
            own = [row for row in ZONES.values() if row["convoy"] == "center" and row["convoy_owner"] == "uk"]
            assert event["ipc"] == sum(int(row["convoy_value"]) for row in own if row["id"] not in lost)  # type: ignore[operator]
        if event["event"] == "points_scored":
            (income,) = [int(str(other["ipc"])) for other in told if other["event"] == "collected"] or [0]
            assert int(str(event["points"])) >= income // 10
    return found


def test_two_games_under_two_referees() -> None:
    ways, shots, incomes = (sum(counts) for counts in zip(*(in_lockstep(seed, "1") for seed in (1, 2)), strict=True))
    assert ways > 100
    assert shots > 10
    assert incomes >= 4


@pytest.mark.thorough
@pytest.mark.parametrize("first", range(3, 103, 10))
def test_a_hundred_games_under_two_referees(first: int) -> None:
    ways, shots, _ = (
        sum(counts) for counts in zip(*(in_lockstep(seed, "3") for seed in range(first, first + 10)), strict=True)
    )
    assert ways > 5_000
    assert shots > 500
