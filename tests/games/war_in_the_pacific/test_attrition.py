"""25.8, 21.2 Attrition on land: the stacks that roll, and the unit that takes a stack's losses."""

from typing import Any

import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.features import Memory
from ironbottom.engine.rules.procedures import changed
from ironbottom.engine.rules.state import State, run
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.bot import helpers, standing
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import UNITS
from ironbottom.games.war_in_the_pacific.rules.supply import joint_supply
from tests.games.war_in_the_pacific import leyte_states
from tests.games.war_in_the_pacific.battle_states import choose, cleared, find_events, kinds_at, put_unit
from tests.games.war_in_the_pacific.burma_states import MANDALAY, bare, in_turn, new_execution

JUNGLE = "A3012"


def unsupplied(state: State, *dice: int) -> list[dict[str, object]]:
    """The Joint Supply Segment with these dice, up to its question; returns the attrition events."""
    execution = new_execution(in_turn(state, "supply"), *dice)
    joint_supply.supply_segment(execution)
    run(execution)
    return find_events(execution.events, "attrition")


def worn(state: State, *units: str) -> list[tuple[str, int]]:
    """The current state of each unit, and its carried losses."""
    numbers = [UNITS.index[unit] for unit in units]
    kinds, rest = state.arrays[layout.UNIT_TYPE], state.arrays[layout.REST]
    rows = state.rules.pieces.ground
    return [(rows[kinds[unit]].id if kinds[unit] >= 0 else "", rest[unit]) for unit in numbers]


@pytest.mark.clause("25.8", "21.2")
def test_25_8_21_2_the_owner_chooses_which_unit_takes_the_losses_of_a_stack() -> None:
    state = bare()
    division, regiment = put_unit(state, "jp_7_3", MANDALAY), put_unit(state, "jp_2_1", MANDALAY)
    assert [event["loses"] for event in unsupplied(state, 6)] == [1]
    decision = state.decision("japan")
    assert decision is not None
    assert (decision.procedure.name, decision.procedure.clause) == ("wearing_away", "25.8")
    assert decision.choices.next("suffer") == (division, regiment)
    assert state.decision("allies") is None
    events = choose(state, "japan", "suffer", regiment)
    assert find_events(events, "losses_carried") == [{"event": "losses_carried", "unit": regiment, "points": 1}]
    assert worn(state, division, regiment) == [("jp_7_3", 0), ("jp_2_1", 1)]
    assert state.stack[-1].name == "quarters"


@pytest.mark.clause("25.8", "21.2")
def test_25_8_21_2_no_question_if_all_answers_have_the_same_effect() -> None:
    state = bare()
    pair = [put_unit(state, "jp_7_3", MANDALAY) for _ in range(2)]
    assert [event["loses"] for event in unsupplied(state, 6)] == [1]
    assert worn(state, *pair) == [("jp_7_3", 1), ("jp_7_3", 0)]
    assert state.stack[-1].name == "quarters"


@pytest.mark.clause("25.8", "21.2")
def test_25_8_21_2_the_losses_that_a_unit_carries_make_a_difference() -> None:
    state = bare()
    pair = [put_unit(state, "jp_7_3", MANDALAY) for _ in range(2)]
    state.arrays[layout.REST][UNITS.index[pair[1]]] = 2
    unsupplied(state, 6)
    choose(state, "japan", "suffer", pair[1])
    assert worn(state, *pair) == [("jp_7_3", 0), ("jp_7_3_bg", 0)]


@pytest.mark.clause("25.8", "21.2")
def test_25_8_21_2_a_crowded_stack_rolls_once_its_other_losses_are_taken() -> None:
    state = bare()
    for _ in range(3):
        put_unit(state, "jp_7_3", JUNGLE)
    small = put_unit(state, "jp_2_1", JUNGLE)
    assert [event["loses"] for event in unsupplied(state, 6)] == [2]
    events = choose(state, "japan", "suffer", small, dice=(6,))
    assert [event["loses"] for event in find_events(events, "attrition")] == [3]
    assert kinds_at(state, JUNGLE) == ["jp_7_3_bg", "jp_7_3", "jp_7_3"]


@pytest.mark.clause("25.8", "21.2")
def test_25_8_21_2_stacks_are_asked_about_in_the_order_of_their_hexes() -> None:
    state = bare()
    for hex in (MANDALAY, "A2913"):
        put_unit(state, "jp_7_3", hex)
        put_unit(state, "jp_2_1", hex)
    assert [event["at"] for event in unsupplied(state, 6, 6)] == ["A2913", MANDALAY]
    asked = []
    while state.stack[-1].name == "wearing_away":
        unit = state.decision("japan").choices.next("suffer")[-1]  # type: ignore[union-attr]
        asked.append(state.arrays[layout.UNIT_AT][UNITS.index[unit]])
        choose(state, "japan", "suffer", unit)
    assert asked == sorted(asked)
    assert len(asked) == 2


@pytest.mark.clause("25.8", "21.2")
def test_25_8_21_2_the_owner_chooses_at_leyte_too() -> None:
    state = cleared(leyte_states.new_game())
    for base in range(len(state.arrays[layout.SUPPLY])):
        state.arrays[layout.SUPPLY][base] = 0
    division, regiment = put_unit(state, "jp_7_3", "B2048"), put_unit(state, "jp_2_1", "B2048")
    execution = new_execution(state, 6)
    joint_supply.supply_segment(execution)
    run(execution)
    choose(state, "japan", "suffer", division)
    assert worn(state, division, regiment) == [("jp_7_3", 1), ("jp_2_1", 0)]


def test_a_standing_order_takes_losses_on_land_one_by_one() -> None:
    state = bare()
    division = put_unit(state, "jp_7_3", MANDALAY)
    put_unit(state, "jp_2_1", MANDALAY)
    unsupplied(state, 6)
    assert standing.answer(state, "japan", {"losses": "usual"}) == [("suffer", division)]
    assert standing.answer(state, "allies", {"losses": "usual"}) == []
    assert standing.answer(state, "japan", {"fire": "odds"}) == []


def test_losses_that_cost_victory_points_are_chosen_one_at_a_time() -> None:
    """47.1 Both sides see the points, so each loss ends its list; only a standing order fills it in."""
    state = bare()
    hexes = {hex: put_unit(state, "jp_7_3", hex) for hex in (MANDALAY, "A2913")}
    for hex in hexes:
        put_unit(state, "jp_2_1", hex)
    unsupplied(state, 6, 6)
    assert [one.id for one in helpers.offered(state, "japan", Memory())] == []
    for hex in ("A2913", MANDALAY):
        (choice,) = standing.answer(state, "japan", {"losses": "usual"})
        assert choice == ("suffer", hexes[hex])
        choose(state, "japan", *choice)


@pytest.mark.clause("1.3", "25.8")
def test_1_3_both_sides_see_what_is_lost_and_the_position_is_saved_and_read_again() -> None:
    state = bare()
    for kind in ("jp_7_3", "jp_2_1"):
        put_unit(state, kind, MANDALAY)
    unsupplied(state, 6)
    seen = state.view("allies")["frames"][-1]
    assert (seen["procedure"], seen["where"], seen["points"]) == ("wearing_away", MANDALAY, 1)
    assert state.stack[-1].side == JAPAN  # type: ignore[attr-defined]
    GAME.check(state)
    asked: Any = state.stack[-1]
    for wrong in (changed(asked, points=0), changed(asked, where=NUMBER[JUNGLE]), changed(asked, points=9)):
        state.stack = (*state.stack[:-1], wrong)
        with pytest.raises(BadValue, match="frames"):
            GAME.check(state)
