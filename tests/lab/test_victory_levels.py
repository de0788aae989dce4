"""Levels of victory are counted by winner, with the points between the sides."""

import json

import pytest

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.registry import get_game
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.lab import ladder
from ironbottom.lab.intervals import proportion_interval
from ironbottom.lab.simulation import GameResult, measures_of, scores
from ironbottom.lab.victory_levels import level_lines, level_rows, winning_lead

NAMED = ("decisive", "marginal", "draw")


def over(winners: tuple[str, ...], level: str, **points: float) -> GameResult:
    """Returns a finished game with this result."""
    measures = {f"score of {side}": many for side, many in points.items()} | {"ships sunk": 3.0}
    return GameResult({}, winners, measures, {}, {}, {}, {}, (), level)


GAMES = [
    over(("red",), "decisive", red=900.0, blue=100.0),
    over(("blue",), "marginal", red=100.0, blue=150.0),
    over(("red",), "decisive", red=500.0, blue=200.0),
    over((), "draw", red=90.0, blue=100.0),
    over(("red",), "marginal", red=20.0, blue=0.0),
]


def test_each_level_is_counted_for_its_winner() -> None:
    rows = level_rows(GAMES, NAMED)
    assert [(row["winners"], row["level"], row["games"]) for row in rows] == [
        (["blue"], "marginal", 1),
        (["red"], "decisive", 2),
        (["red"], "marginal", 1),
        ([], "draw", 1),
    ]
    assert [row["lead"] for row in rows] == [
        {"least": 50.0, "median": 50.0, "most": 50.0},
        {"least": 300.0, "median": 550.0, "most": 800.0},
        {"least": 20.0, "median": 20.0, "most": 20.0},
        {"least": 10.0, "median": 10.0, "most": 10.0},
    ]
    assert rows[1]["share"] == proportion_interval(2, 5)


def test_the_lead_of_a_team_compares_the_best_sides() -> None:
    assert winning_lead(over(("red", "gold"), "decisive", red=9.0, gold=4.0, blue=3.0)) == 6.0
    assert scores(GAMES[0]) == {"red": 900.0, "blue": 100.0}


@pytest.mark.build
def test_a_game_without_levels_prints_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert measures_of(get_game("pf").rules()).levels == ()
    assert level_rows(GAMES, ()) == []
    ladder.main(["pf", "random", "random", "--games", "1"])
    assert "levels" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("scenario", "losses", "level"),
    [
        ("midway", (36, 0), "substantial"),  # the Allies hold Midway, for 200; a ship of theirs is damaged, for 36
        ("midway", (37, 0), "decisive"),
        ("midway", (0, 63), "substantial"),
        ("midway", (0, 64), "marginal"),
        ("midway", (0, 164), "decisive"),  # 200 with the ship: a Breakoff is forced, although neither side leads
        ("burma", (200, 0), "draw"),
        ("burma", (201, 0), "marginal"),
        ("burma", (0, 401), "substantial"),
        ("burma", (0, 601), "decisive"),
    ],
)
def test_42_45_44_44_war_in_the_pacific_names_its_levels(scenario: str, losses: tuple[int, int], level: str) -> None:
    rules = get_game("witp").rules()
    state, yardstick = rules.new(scenario, SeededDice(1)), measures_of(rules)
    for side, many in enumerate(losses):
        state.cells[layout.LOSSES + side] = many
    assert yardstick.level(state) == level
    assert yardstick.levels == ("decisive", "substantial", "marginal", "draw")


@pytest.mark.build
def test_the_ladder_prints_levels_and_points(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["witp", "random", "random", "--games", "3", "--seed", "5", "--option", "last_round=1"]
    assert ladder.main([*command, "--json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)
    assert sum(row["games"] for row in one["levels"]) == 3
    won = {side: sum(row["games"] for row in one["levels"] if row["winners"] == [side]) for side in one["seats"]}
    assert won == one["wins"]
    came_up = {row["level"] for row in one["levels"]}
    assert came_up.isdisjoint(one["levels that never came up"])
    assert came_up | set(one["levels that never came up"]) == {"decisive", "substantial", "marginal", "draw"}
    assert all(low <= middle <= most for low, middle, most in (points.values() for points in one["points"].values()))
    assert ladder.main(command) == 0
    output = capsys.readouterr().out.splitlines()
    first = output.index("  levels of victory")
    assert (
        output[first + 1 :][: len(one["levels"]) + 3]
        == [*level_lines(one["levels"], one["levels that never came up"], one["points"])][1:]
    )
