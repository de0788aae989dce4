"""Positions that cannot be played are refused, naming the field."""

from typing import Any

import pytest

from ironbottom.engine.codecs.position import read_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State

AT_SEA = {"coral_sea": ["j_nagato"]}


def reading(options: dict[str, str] | None = None, **fields: Any) -> State:
    return read_position({"game": "hold_fast", **fields}, get_game("hf").rules(options))


def refused(**fields: Any) -> tuple[str | None, str | None, str]:
    """The field, the clause and the message with which a position is refused."""
    with pytest.raises(BadValue) as refused:
        reading(**fields)
    return refused.value.field, refused.value.clause, refused.value.message


@pytest.mark.clause("12.0.1")
@pytest.mark.parametrize("memory", ["on", "off"])
@pytest.mark.parametrize("units", [{}, {"truk": ["j_nagato"], "coral_sea": ["j_submarine"]}])
def test_12_0_1_without_ships_at_sea_no_ship_returns(memory: str, units: dict[str, list[str]]) -> None:
    result = refused(options={"block_memory": memory}, turn=2, step="come_back", units=units)
    assert result == ("step", "12.0.1", "no ship at sea could come back")
    assert reading(turn=2, step="come_back", units=AT_SEA).decisions()[0].side == "japan"


@pytest.mark.clause("12.0.1")
def test_12_0_1_a_side_without_ships_at_sea_is_not_asked() -> None:
    frames = [{"procedure": "turn", "next": 14}, {"procedure": "come_back", "side": "japan"}]
    result = refused(turn=2, frames=frames, units={"coral_sea": ["a_wasp"]})
    assert result == ("frames", "12.0.1", "Japan has nothing to choose here: play could not continue")
    assert reading(turn=2, frames=frames, units=AT_SEA).decisions()[0].side == "japan"


@pytest.mark.clause("4.0.1")
def test_4_0_1_units_that_a_set_up_omits_do_not_arrive() -> None:
    """Arizona appears only in set-up B; otherwise she has no port."""
    due = {"turn": 1, "units": {"due_2": ["a_arizona"]}}
    assert refused(**due) == ("units.due_2", "4.0.1", "a_arizona never arrives in this set-up")
    assert reading({"setup": "B"}, **due).decisions()


@pytest.mark.clause("8.7.1", "8.0.1")
def test_8_7_1_a_question_in_a_battle_names_the_battle() -> None:
    """Otherwise, play would reach a question without a battle that handles it."""
    turn, stay = {"procedure": "turn", "next": 10}, {"procedure": "stay_or_withdraw", "side": "japan"}
    battle = {"procedure": "battle", "area": "coral_sea", "next": 11, "way": "air", "withdraws": None}
    units = {"coral_sea": ["j_akagi", "a_wasp"]}
    fields: dict[str, Any] = {"turn": 2, "battle": "coral_sea", "units": units, "face_up": units["coral_sea"]}
    frames = [turn, {"procedure": "combat"}, battle, stay]
    assert reading(**fields, frames=frames).decisions()[0].side == "japan"
    message = ("frames", "8.7.1", "stay_or_withdraw: can only be asked within battle")
    assert refused(**fields, frames=[turn, stay, *frames[1:]]) == message
    assert refused(**fields, frames=[turn, battle, stay])[2] == "battle: can only be asked within combat"


@pytest.mark.clause("14.0.1")
def test_14_0_1_no_task_force_waits_once_japan_has_moved() -> None:
    """The Allies could never be done: a formed force must sail first."""
    fields: dict[str, Any] = {"turn": 2, "units": {"truk": ["j_nagato"]}, "options": {"task_force_decoys": "on"}}
    fields["task_forces"] = {"task_force_1": {"from": "truk", "at": None}}
    moves = {"procedure": "moves", "side": "japan"}
    frames = [{"procedure": "turn", "next": 5}, moves]
    assert ("done",) not in reading(**fields, frames=frames).decisions()[0].choices
    result = refused(**fields, frames=[frames[0], {**moves, "side": "allies"}])
    assert result == ("task_forces.task_force_1", "14.0.1", "it can wait in a port or base only while Japan moves")


@pytest.mark.clause("8.1.6")
def test_8_1_6_no_ship_leaves_where_none_is_disabled() -> None:
    way_home = {"procedure": "way_home", "side": "japan", "reason": "disabled", "spot": "coral_sea"}
    result = refused(turn=2, frames=[{"procedure": "turn", "next": 10}, way_home], units=AT_SEA)
    assert result[:2] == ("frames", "8.1.6")


@pytest.mark.clause("13.0.1")
def test_13_0_1_nothing_follows_the_last_turn() -> None:
    result = refused(turn=8, step="come_back", units=AT_SEA)
    assert result == ("step", "13.0.1", "after turn 8 the game is over: there is no step come_back")
    frames = [{"procedure": "turn", "next": 14}, {"procedure": "come_back", "side": "japan"}]
    assert refused(turn=8, frames=frames, units=AT_SEA) == ("frames", "13.0.1", "after turn 8 the game is over")


@pytest.mark.clause("8.1.6", "10.0.4")
@pytest.mark.parametrize(("reason", "spot"), [("torpedoed", "lae"), ("disabled", "lae"), ("arrives", "coral_sea")])
def test_8_1_6_ships_leave_from_the_place_that_their_reason_implies(reason: str, spot: str) -> None:
    way_home = {"procedure": "way_home", "side": "allies", "reason": reason, "spot": spot}
    result = refused(turn=2, frames=[{"procedure": "turn", "next": 10}, way_home], units={spot: ["a_wasp"]})
    assert result == ("frames", "8.1.6", "ships leave only from a sea area, or from a place that was lost")
