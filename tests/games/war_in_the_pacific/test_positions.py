"""4.1 Positions that name a step: where play continues, and refusals with field and clause."""

from __future__ import annotations

from typing import Any

import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific.game import WarInThePacific
from ironbottom.games.war_in_the_pacific.information.check import check
from ironbottom.games.war_in_the_pacific.turns import turn_number

GAME = WarInThePacific()
SECOND = turn_number("2/6/42")
UNDER_WAY = {"turn": SECOND, "first_player": "japan", "weather_die": {"D": 5, "F": 5}}


def read(**fields: Any) -> State:
    """The legal state of a position."""
    state = GAME.read_position(GAME.rules(), fields)
    check(state)
    return state


def refused(**fields: Any) -> tuple[str | None, str | None, str]:
    """The field, clause and message with which a position is refused."""
    with pytest.raises(BadValue) as error:
        read(**fields)
    return error.value.field, error.value.clause, str(error.value)


@pytest.mark.clause("4.1")
@pytest.mark.parametrize(
    ("step", "asked"),
    [
        ("air_1", ["game_turn", "air_phase", "searching"]),
        ("naval_2", ["game_turn", "naval_phase", "plotting"]),
        ("ground", ["game_turn", "ground_phase", "marching"]),
    ],
)
def test_4_1_play_continues_from_the_step_that_a_position_names(step: str, asked: list[str]) -> None:
    state = read(step=step, **UNDER_WAY)
    assert [frame.name for frame in state.stack] == asked
    assert GAME.read_position(GAME.rules(), GAME.write_position(state)).hash() == state.hash()


def test_4_1_deployment_opens_the_first_turn_and_no_other() -> None:
    assert [frame.name for frame in read(step="deployment").stack] == ["game_turn", "deployment", "deployment"]
    assert refused(step="deployment", **UNDER_WAY)[:2] == ("step", "42.51")


def test_6_11_the_dice_of_availability_continue_at_the_number_in_the_position() -> None:
    few, all_of_them = [read(step="air_2", availability=die, **UNDER_WAY) for die in (1, 6)]
    search = [sum(len(open_now.choices) for open_now in state.decisions()) for state in (few, all_of_them)]
    assert search[0] < search[1]
    assert refused(step="air_2", availability=7, **UNDER_WAY)[0] == "availability"


@pytest.mark.parametrize(
    ("data", "field", "clause"),
    [
        ({"step": "tea"}, "step", None),
        ({"step": "naval_2", "turn": SECOND}, "first_player", "4.2"),
        ({"step": "air_1", "turn": SECOND, "first_player": "japan"}, "weather_die.D", "8.6"),
        ({"step": "air_1", "turn": SECOND - 1, "first_player": "japan"}, "step", "42.53"),
        ({"step": "ground", "frames": []}, "step", None),
        ({"step": "ground", **UNDER_WAY, "force_at": {"japan_1": "F1230"}}, "force_at.japan_1", "9.1"),
        ({"arrays": {"unit_at": {"allies_unit_1": "F1230"}}}, "arrays.unit_at.allies_unit_1", "2.3"),
    ],
)
def test_4_1_a_position_that_no_step_could_begin_with_is_refused(
    data: dict[str, Any], field: str, clause: str | None
) -> None:
    assert refused(**data)[:2] == (field, clause)
