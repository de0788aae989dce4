"""Further information in the terminal: ground units by type, air points, stores, progress of long orders."""

from __future__ import annotations

from pathlib import Path

import pytest

from ironbottom.cli.output.game_text import GameText
from ironbottom.cli.output.screen import Screen
from ironbottom.cli.output.terminal import Terminal
from ironbottom.engine.codecs.position import load_position
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific.information.view_types import read_view
from ironbottom.games.war_in_the_pacific.text.board import board
from ironbottom.games.war_in_the_pacific.text.viewer_information import order_summary, own_air
from ironbottom.odds.tables import OddsRow, OddsTable

LESSON = Path(__file__).parents[3] / "page" / "src" / "games" / "war_in_the_pacific" / "lesson" / "leyte"
LANDING = LESSON / "landing.toml"
DIVING = LESSON / "wave.toml"


@pytest.fixture(scope="module")
def landing() -> State:
    """Four divisions of the Allies off Legaspi."""
    return load_position(LANDING)


def test_a_numbered_unit_is_called_by_its_type_once_the_viewer_is_known(landing: State) -> None:
    text = GameText(landing.rules)
    assert text.name(("land", "allies_unit_9")) == "Land Allied ground unit 9"
    text.set_view(landing.view("allies"))
    assert (
        text.name(("land", "allies_unit_9"))
        == "Land U.S. infantry division (11-3) aboard assault and transport shipping (US APB1)"
    )
    event = {"event": "available", "command": "allies_unit_7", "die": 5, "points": 29}
    assert list(text.story([event])) == ["U.S. Wing headquarters at Morotai (C2807) rolls 5: 29 air points may fly."]


def test_a_unit_without_a_recorded_type_keeps_its_number(landing: State) -> None:
    text = GameText(landing.rules)
    text.set_view(landing.view("allies"))
    assert text.name(("land", "allies_unit_109")) == "Land Allied ground unit 109"


def test_1_3_only_a_side_itself_sees_its_air_points(landing: State) -> None:
    allies, japan = (own_air(read_view(landing.view(side)), landing.rules) for side in ("allies", "japan"))
    assert allies["B3953"] == {"pby_trained": 6}
    assert allies["us_cv6"]["f6f_carrier"] > 0
    assert "B2048" not in allies
    assert not {"B3953", "us_cv6"} & set(japan)
    assert {"B1940", "jp_cv5"} <= set(japan)


def test_the_board_shows_air_points_and_stores_of_a_base(landing: State) -> None:
    lines = [line for _, line in board(read_view(landing.view("allies")), landing.rules)]
    ulithi = next(line for line in lines if line.startswith("Ulithi"))
    assert "Air: 6 PBY (trained)." in ulithi
    assert ulithi.endswith("Supply: 3146 points.")
    assert any("On deck: " in line for line in lines if line.startswith("Allied Task Force 32"))


@pytest.mark.parametrize(
    ("scenario", "head"),
    [
        ("midway", "Midway. Game-Turn 1/6/42."),
        ("leyte_freely", "Leyte, freely deployed. Game-Turn 1/11/44."),
        ("burma", "Burma. Game-Turn 3/2/44."),
        ("guadalcanal", "Guadalcanal. Game-Turn 4/8/42."),
        ("midway_advanced", "Midway, the advanced game. Game-Turn 1/6/42."),
    ],
)
def test_40_1_the_head_of_the_board_names_the_scenario(scenario: str, head: str) -> None:
    """The list of games shows only this line."""
    game = get_game("war_in_the_pacific")
    state = game.set_up(game.rules(), scenario)
    assert board(read_view(state.view("japan")), state.rules)[0] == ("head", head)


def test_between_the_choices_of_a_long_order_the_wave_is_shown_not_the_whole_board() -> None:
    state = load_position(DIVING)
    state.apply("japan", ("send", "jp_cv5", "zero_carrier", "kamikaze", "2"), SeededDice(1))
    (_, turn), (_, wave) = order_summary(read_view(state.view("japan")), state.rules)
    assert turn == "Game-Turn 4/11/44. Type board to see everything."
    assert wave == "In the wave: 7 Helen, 2 Betty, 2 Zero, 1 Peggy, 1 Frank and 1 Sally."
    assert [line for _, line in order_summary(read_view(state.view("allies")), state.rules)] == [turn]


def test_average_losses_are_not_shown_as_chances(capsys: pytest.CaptureFixture[str]) -> None:
    outcomes, row = ["no hit", "wave loses, on average"], OddsRow("one", "No patrol", [0.25, 5.17])
    Screen(Terminal(plain=True), GameText(get_game("witp").rules())).odds([OddsTable("A wave", outcomes, [row], "")])
    assert "No patrol: no hit 25 %, wave loses 5.2 on average" in capsys.readouterr().out


def test_16_2_ending_a_deployment_gives_up_choices_that_cannot_be_made_later() -> None:
    """Without a plan for the Objective, no unit may land there; with points in port, no Subron can be placed freely."""
    state = load_position(LESSON / "deployment.toml")
    state.apply("allies", ("choose_objective", "B2350"), SeededDice(1))

    def given_up() -> dict[str, tuple[str, ...]]:
        decision = state.decision("allies")
        assert decision is not None
        return decision.gives_up("deployed")

    assert given_up() == {"plan": ("B2350",), "place_subron": ("fleet",)}
    state.apply("allies", ("plan", "B2350"), SeededDice(1))
    assert given_up() == {"place_subron": ("fleet",)}
