"""Standing orders of a seat: their answers, computed from its own view, and the cases that they leave to the side."""

from __future__ import annotations

from pathlib import Path

import pytest

from ironbottom.engine.codecs.position import load_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import members
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.procedures import changed
from ironbottom.engine.rules.state import State
from ironbottom.games.victory_in_the_pacific import GAME
from ironbottom.games.victory_in_the_pacific.bot.standing import ORDERS
from ironbottom.games.victory_in_the_pacific.pieces import AIR, AREAS, UNITS, UNITS_OF_SIDE
from ironbottom.games.victory_in_the_pacific.rules.battle import Battle
from ironbottom.games.victory_in_the_pacific.state import AT, DAMAGE, IN, move_unit

RULES = GAME.rules()
POSITIONS = Path(__file__).parents[2] / "browser" / "positions" / "victory_in_the_pacific"
NAMES = sorted(path.stem for path in POSITIONS.glob("*.toml"))


def at(name: str) -> State:
    """A match from a position of the browser tests."""
    return load_position(POSITIONS / f"{name}.toml", RULES)


@pytest.mark.parametrize("name", NAMES)
def test_every_answer_can_be_submitted_at_once_and_finishes_the_question(name: str) -> None:
    """Checks that a match accepts the answer of each order as one list."""
    state = at(name)
    for decision in state.decisions():
        for order, (_, _, questions, values) in ORDERS.orders.items():
            if not ORDERS.applies(state, decision.side, order):
                continue
            for value in values:
                answer = ORDERS.choices_of_order(state, decision.side, order, value)
                assert answer, (order, value)
                match = Match(RULES, start=state.copy(), dice=SeededDice(1))
                match.submit(decision.side, answer)
                left = match.state.decision(decision.side)
                asked = left.procedure.name if left else ""
                # Air units are placed in turn; several landings or ships that come back are separate answers.
                assert asked not in questions or order in ("air", "returns", "landing", "amphibious", "home", "pursuit")


def test_the_orders_never_send_ships_out() -> None:
    """No standing order answers the steps in which ships are sent to sea, marked, repaired or scuttled."""
    questions = set().union(*(order.questions for order in ORDERS.orders.values()))
    assert questions.isdisjoint({"patrols", "raiders", "raid_force", "sortie", "removals"})


def carrier_in_battle(state: State, side: str) -> int:
    """Brings a carrier of the side to the battle, and returns it."""
    carrier = UNITS.index["ryujo" if side == "japan" else "wasp"]
    area = AREAS.index[str(state.view("public")["battle"])]
    move_unit(state.cells, carrier, AT + area)
    state.stack = tuple(
        changed(frame, units=frame.units | 1 << carrier) if isinstance(frame, Battle) else frame
        for frame in state.stack
    )
    return carrier


@pytest.mark.clause("8.1")
def test_8_1_a_side_retreats_once_a_carrier_there_is_damaged() -> None:
    state = at("stay_or_retreat")
    carrier = carrier_in_battle(state, "japan")
    assert ORDERS.answer(state, "japan", {"retreat": "carrier"}) == [("stay",)]
    state.cells[DAMAGE + carrier] = 1
    assert ORDERS.answer(state, "japan", {"retreat": "carrier"}) == [("retreat",)]
    assert ORDERS.answer(state, "japan", {"retreat": "stay"}) == [("stay",)]


@pytest.mark.clause("8.1")
def test_8_1_a_side_retreats_once_it_is_outnumbered() -> None:
    state = at("stay_or_retreat")
    assert ORDERS.answer(state, "japan", {"retreat": "outnumbered"}) == [("stay",)]
    area = AT + AREAS.index[str(state.view("public")["battle"])]
    for unit in list(members(state.cells[area] & UNITS_OF_SIDE[0]))[1:]:
        move_unit(state.cells, unit, IN)
    assert ORDERS.answer(state, "japan", {"retreat": "outnumbered"}) == [("retreat",)]


@pytest.mark.clause("7.43")
def test_7_43_fire_goes_to_the_named_kind_first() -> None:
    state = at("targeting")
    for order, first in (("battleships", "revenge"), ("carriers", "enterprise")):
        assert ORDERS.answer(state, "japan", {"fire": order})[0] == ("fire", "akagi", first)


@pytest.mark.clause("7.43")
def test_7_43_fire_is_spread_evenly() -> None:
    answer = ORDERS.answer(at("targeting"), "japan", {"fire": "evenly"})
    assert len({target for _, _, target in answer}) == len(answer) == 3


@pytest.mark.clause("7.3")
def test_7_3_an_action_in_which_nobody_can_hit_is_left_to_the_side() -> None:
    """Two orders to always fight by day would repeat the round forever if neither side had an airstrike."""
    state = at("naming")
    area = AT + AREAS.index[str(state.view("public")["battle"])]
    for unit in members(state.cells[area]):
        if AIR >> unit & 1:
            move_unit(state.cells, unit, IN)
        state.cells[DAMAGE + unit] = RULES.pieces.armor[unit]  # 7.73 no airstrike, one gun
    assert ORDERS.answer(state, "japan", {"action": "day"}) == []
    assert ORDERS.answer(state, "japan", {"action": "night"}) == [("night",)]
    assert ORDERS.answer(state, "japan", {"action": "airstrikes"}) == [("night",)]


@pytest.mark.clause("7.3")
@pytest.mark.parametrize("value", ["better", "airstrikes", "day", "night"])
def test_7_3_an_answer_does_not_depend_on_the_secret_wish_of_the_other_side(value: str) -> None:
    answers = []
    for wish in ("day", "night"):
        match = Match(RULES, start=at("naming"), dice=SeededDice(1))
        match.submit("japan", [wish])
        answers.append(ORDERS.answer(match.state, "allies", {"action": value}))
    assert answers[0] == answers[1] != []


@pytest.mark.clause("16.1")
def test_16_1_a_submarine_may_wait_until_all_other_combat_is_over() -> None:
    state = at("strike")
    assert ORDERS.answer(state, "japan", {"torpedo": "late"}) == [("pass",)]
    (first, *_) = ORDERS.answer(state, "japan", {"torpedo": "soon"})
    assert first[0] == "torpedo"


@pytest.mark.clause("10.1")
def test_10_1_all_ships_go_home_to_the_main_harbour_in_one_answer() -> None:
    answer = ORDERS.answer(at("way_home"), "japan", {"home": "main"})
    assert {place for _, _, place in answer} == {"yokosuka"}
    assert len(answer) == 3


def test_the_first_order_that_answers_is_used_and_others_are_not() -> None:
    state = at("way_home")
    assert ORDERS.answer(state, "japan", {"fire": "value", "home": "main"})[0][0] == "go"
    assert ORDERS.answer(state, "japan", {"fire": "value"}) == []
    assert ORDERS.answer(state, "allies", {"home": "main"}) == []


def test_unknown_orders_are_refused_by_name() -> None:
    for wrong, field in (({"fire": "never"}, "fire"), ({"tea": "value"}, "tea")):
        with pytest.raises(BadValue) as refusal:
            ORDERS.read(wrong)
        assert refusal.value.field == field
    assert ORDERS.read({"fire": "ask", "home": "main"}) == {"home": "main"}


def test_every_order_is_described_in_words() -> None:
    for info in ORDERS.infos():
        assert len(info["values"]) == len(info["words"]) > 1
        assert info["values"][0] == "ask"
        assert info["step"]
