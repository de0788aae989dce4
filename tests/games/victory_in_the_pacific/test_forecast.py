"""The forecast of flags and points compared with the game's own end of a turn, in random games (5.7)."""

import random
from collections.abc import Iterator

import pytest

from ironbottom.engine.dice.dice import NoDice, SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.victory_in_the_pacific import GAME
from ironbottom.games.victory_in_the_pacific.pieces import AREAS, MAX_POINTS, SIDES
from ironbottom.games.victory_in_the_pacific.rules.end_of_turn import score, set_flags
from ironbottom.games.victory_in_the_pacific.rules.submarines import submarines_return
from ironbottom.games.victory_in_the_pacific.state import FLAGS, POC
from tests.games.victory_in_the_pacific.battle_cases import at_sea
from tests.games.victory_in_the_pacific.rule_tester import Event, RuleTester, flags, kinds, only
from tests.kit.thorough_cases import further

GAMES = [(1, {}), (2, {"last_turn": "9", "task_forces": "on"}), (5, {"island_combat": "on", "deadlock": "leave"})]
HARMLESS = {"stayed", "combat_ended", "submarine_home", "deadlocked", "finished", "no_pursuit", "submarine_held"}
"""Events before the flags are set that do not change the control of an area."""


def moments(seed: int, options: dict[str, str]) -> Iterator[tuple[State, list[Event]]]:
    """The state before each act of a random game, with the act's results."""
    match = Match(GAME.rules(options), dice=SeededDice(seed))
    dealt = random.Random(seed)
    while not match.over:
        before, side = match.state, match.decisions()[0].side
        act = match.submit(side, match.offer(side).choices.sample(dealt))
        yield before, act.visible()["events"]


def scored(state: State) -> tuple[dict[str, str | None], int, int, int]:
    """The flags and score if the turn ended here."""
    then = state.copy()
    execution = Execution(then, NoDice())
    for step in (submarines_return, set_flags, score):
        step(execution)
    held = {
        area: next((name for side, name in enumerate(SIDES.ids) if then.cells[FLAGS + side] >> number & 1), None)
        for number, area in enumerate(AREAS.ids)
    }
    events = only(then.rules.visible_events(execution.events, "public"), "points_scored")[0]
    return held, events["japan"], events["allies"], then.cells[POC]


def compare(seed: int, options: dict[str, str]) -> tuple[int, int]:
    """Compares the forecasts of a game with its scores; returns the number of comparisons, and of turns that ended."""
    compared = ended = 0
    for state, result in moments(seed, options):
        forecast = state.view("public")["forecast"]
        happened = kinds(result)
        if not forecast["scored"]:
            named = forecast["holders"], forecast["japan"], forecast["allies"], forecast["lead"]
            assert named == scored(state)
            compared += 1
        if forecast["scored"]:
            assert forecast["lead"] == state.cells[POC]
        elif "points_scored" in happened and set(happened[: happened.index("flag_set")]) <= HARMLESS:
            (points,) = only(result, "points_scored")
            assert points == {name: forecast[name] for name in ("japan", "allies", "lead")}
            assert {e["area"]: e["side"] for e in only(result, "flag_set")} == forecast["holders"]
            ended += 1
    return compared, ended


@pytest.mark.build
@pytest.mark.clause("5.71", "15.1", "2.5")
@pytest.mark.parametrize(("seed", "options"), [*further(*GAMES[:2]), GAMES[2]])
def test_the_forecast_is_the_score_of_the_game(seed: int, options: dict[str, str]) -> None:
    compared, ended = compare(seed, options)
    assert compared > 100
    assert ended or seed == 1, "no turn ended without changing who holds an area"


@pytest.mark.clause("2.5")
@pytest.mark.parametrize(("lead", "unit", "data"), [(28, "kongo", 29), (-29, "kongo", -28), (-29, "chicago", -29)])
def test_the_forecast_stops_at_the_end_of_the_track(lead: int, unit: str, data: int) -> None:
    state = RuleTester(turn=4, units={"north_pacific_ocean": [unit]}, points_of_control=lead, step="air").match.state
    worth = 1
    forecast = state.view("public")["forecast"]
    assert (forecast["japan"], forecast["allies"]) == ((worth, 0) if unit == "kongo" else (0, worth))
    assert forecast["lead"] == data
    assert abs(forecast["lead"]) <= MAX_POINTS


@pytest.mark.clause("15.2", "5.71")
def test_once_the_turn_has_scored_the_forecast_shows_the_score() -> None:
    """Landings at the end of the turn come after the points, so nothing is counted twice."""
    table = at_sea(
        "CPO", "sasebo_nlf", turn=3, places={"midway": "allies"}, more={"coral_sea": ["kongo"]},
        flags=flags(japan="CS"), points_of_control=5,
    )  # fmt: skip
    assert (table.step, table.to_act) == ("landing", "japan")
    view = table.match.state.view("public")
    assert view["forecast"]["scored"]
    assert view["forecast"]["holders"]["coral_sea"] == "japan"
    assert view["forecast"]["lead"] == view["points_of_control"] == 5 + view["forecast"]["japan"]
