"""25.3, 28.2 If supply is short, the owner chooses who is supplied first; otherwise no question is asked."""

from __future__ import annotations

from random import Random

import pytest

from ironbottom.engine.codecs.position import parse_position, position_text, read_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.features import Memory
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.bot import helpers, standing
from ironbottom.games.war_in_the_pacific.bot.ensign import ANSWERS
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import AIR_TYPES, BASE_AT, TRAINED, UNITS, slot
from ironbottom.games.war_in_the_pacific.rules.supply import joint_supply, supply_priority
from ironbottom.games.war_in_the_pacific.rules.supply.joint_supply import JointSupply, PayOrder
from tests.games.war_in_the_pacific.battle_states import choose, put_unit
from tests.games.war_in_the_pacific.burma_states import (
    MANDALAY,
    MOULMEIN,
    RANGOON,
    bare,
    in_turn,
    new_execution,
    stores,
    supply,
)
from tests.games.war_in_the_pacific.midway_states import refused

BESIDE = "A3015"
"""An Allied hex next to Mandalay."""


def in_want(points: int) -> State:
    """Three Japanese stacks on one railway that cost 1, 2 and 4, with this many points for all of them."""
    state = bare()
    put_unit(state, "jp_3_1", MANDALAY)
    for kind in ("jp_7_3", "jp_7_3"):
        put_unit(state, kind, MOULMEIN)
    for _ in range(4):
        put_unit(state, "jp_7_3", RANGOON)
    stores(state, RANGOON, points)
    in_turn(state, "supply", JointSupply(1))
    return state


def lacks(state: State) -> set[str]:
    """The hexes with units that were refused supply."""
    positions, lacking = state.arrays[layout.UNIT_AT], state.arrays[layout.UNSUPPLIED]
    return {
        hexes
        for hexes in (MANDALAY, MOULMEIN, RANGOON)
        for n, one in enumerate(lacking)
        if one and positions[n] == NUMBER[hexes]
    }


def test_25_3_what_the_stacks_cost() -> None:
    state = in_want(9)
    assert supply_priority.costs_by_hex(state, JAPAN) == {NUMBER[MANDALAY]: 1, NUMBER[RANGOON]: 4, NUMBER[MOULMEIN]: 2}


def test_25_3_nothing_is_asked_if_stores_suffice() -> None:
    state = in_want(7)
    joint_supply.pay_side(new_execution(state), JAPAN)
    assert not isinstance(state.stack[-1], PayOrder)
    assert (supply(state, RANGOON), lacks(state)) == (0, set())


def test_25_3_no_question_where_no_unsupplied_unit_could_be_paid_for() -> None:
    state = in_want(0)
    put_unit(state, "jp_3_1", BESIDE)
    joint_supply.pay_side(new_execution(state, 1, 1, 1, 1), JAPAN)
    assert not any(isinstance(frame, PayOrder) for frame in state.stack)
    assert lacks(state) == {MANDALAY, MOULMEIN, RANGOON}


def test_25_3_the_owner_chooses_which_unit_is_supplied_first_and_the_rest_follow_in_turn() -> None:
    state = in_want(5)
    joint_supply.pay_side(new_execution(state), JAPAN)
    assert state.stack[-1] == PayOrder(JAPAN, (), ())
    decision = state.decision("japan")
    assert decision is not None
    assert sorted(decision.choices.next("supply_first")) == sorted([MANDALAY, MOULMEIN, RANGOON])
    choose(state, "japan", "supply_first", RANGOON)
    assert supply(state, RANGOON) == 1
    assert refused(state, "japan", "supply_first", MOULMEIN)[0] == "25.3"
    assert refused(state, "japan", "supply_first", RANGOON)[0] == "25.3"
    choose(state, "japan", "done", dice=(1,))
    assert (supply(state, RANGOON), lacks(state)) == (0, {MOULMEIN})


def test_25_3_automatic_payment_leaves_another_unit_without_supply() -> None:
    state = in_want(5)
    joint_supply.pay_side(new_execution(state), JAPAN)
    choose(state, "japan", "done", dice=(1,))
    assert lacks(state) == ({RANGOON} if NUMBER[MOULMEIN] < NUMBER[RANGOON] else {MOULMEIN})


@pytest.mark.parametrize(
    ("value", "first", "without"),
    [("front", MANDALAY, {RANGOON}), ("strongest", RANGOON, {MOULMEIN}), ("most", MANDALAY, {RANGOON})],
)
def test_the_standing_order_and_the_helper_expand_into_choices(value: str, first: str, without: set[str]) -> None:
    state = in_want(4 if value == "front" else 5)
    put_unit(state, "cw_11_3", BESIDE)
    joint_supply.pay_side(new_execution(state), JAPAN)
    answer = standing.answer(state, "japan", {"supplies": value})
    assert answer[0] == ("supply_first", first)
    assert answer[-1] == ("done",)
    assert next(one for one in helpers.offered(state, "japan", Memory()) if one.id == value).choices == answer
    for action in answer[:-1]:
        choose(state, "japan", *action)
    choose(state, "japan", "done", dice=(1, 1))  # Japan's stack, and the Allied one without a source
    assert lacks(state) == without


def test_28_2_a_headquarters_may_be_paid_before_all_units_and_is_not_paid_twice() -> None:
    state = in_want(5)
    staff = put_unit(state, "jp_hq_group", RANGOON)
    here = slot(BASE_AT[NUMBER[RANGOON]], AIR_TYPES.index["oscar"], TRAINED)
    state.arrays[layout.AIR][here] = state.arrays[layout.FLOWN][here] = 5
    owed = supply_priority.headquarters_dues(state, JAPAN)[UNITS.index[staff]]
    joint_supply.pay_side(new_execution(state), JAPAN)
    assert owed == 1
    assert standing.answer(state, "japan", {"supplies": "staffs"})[0] == ("staff_first", staff)
    choose(state, "japan", "staff_first", staff)
    assert supply(state, RANGOON) == 4
    assert refused(state, "japan", "staff_first", staff)[0] == "28.2"
    choose(state, "japan", "supply_first", RANGOON)
    choose(state, "japan", "done", dice=(1, 1))
    assert lacks(state) == {MANDALAY, MOULMEIN}
    assert not state.arrays[layout.UNSUPPLIED][UNITS.index[staff]]


def test_25_3_the_question_is_part_of_a_position_and_what_was_never_owed_is_refused() -> None:
    state = in_want(5)
    joint_supply.pay_side(new_execution(state), JAPAN)
    choose(state, "japan", "supply_first", RANGOON)
    written = position_text(state)
    again = read_position(parse_position(written))
    assert again.hash() == state.hash()
    for spoilt in (f'"{BESIDE}"', f'"{RANGOON}", "{RANGOON}"'):
        assert f'hexes = ["{RANGOON}"]' in written
        with pytest.raises(BadValue) as error:
            read_position(parse_position(written.replace(f'hexes = ["{RANGOON}"]', f"hexes = [{spoilt}]")))
        assert error.value.field == "frames"


def test_25_3_the_ensign_supplies_its_front_first() -> None:
    state = in_want(4)
    put_unit(state, "cw_11_3", BESIDE)
    joint_supply.pay_side(new_execution(state), JAPAN)
    observation, decision = Observation(state.rules, state.view("japan"), "japan"), state.decision("japan")
    assert decision is not None
    assert ANSWERS["pay_order"](observation, decision.choices, Random(0)) == ("supply_first", MANDALAY)
