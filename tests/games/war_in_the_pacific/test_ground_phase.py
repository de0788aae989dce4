"""21.0 to 24.9, 27.0 The Ground Phase, by choices with fixed dice."""

import random
from typing import Any

import pytest

from ironbottom.engine.dice.dice import NoDice, SeededDice
from ironbottom.engine.rules.procedures import Execution, changed
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.grid import IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, GROUND_TYPES, SCENARIOS, UNITS
from ironbottom.games.war_in_the_pacific.rules.bases import base_forces
from ironbottom.games.war_in_the_pacific.rules.land import components
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import GroundPhase
from tests.games.war_in_the_pacific.battle_states import (
    calm,
    choose,
    cleared,
    find_events,
    kinds_at,
    open_procedure,
    put_unit,
)
from tests.games.war_in_the_pacific.midway_states import refused
from tests.games.war_in_the_pacific.two_step_choices import choose_in_two_steps, refused_in_two, why_not_in_two

CLEAR, ROUGH, NEXT, TOKYO = "D0225", "D0324", "D0325", "D0326"
MIDWAY, ISLET = "F1234", "F0704"


def field(*units: tuple[str, str]) -> State:
    """Midway without its ground units, with these instead; the Allies are First Player."""
    state = cleared(calm())
    state.cells[layout.FIRST_PLAYER] = ALLIES
    for kind, hex in units:
        put_unit(state, kind, hex)
        state.arrays[layout.CONTROL][NUMBER[hex]] = JAPAN if kind.startswith("jp") else ALLIES
    return state


def first(state: State, kind: str, hex: str) -> str:
    """The first unit of a type in a hex."""
    types = state.arrays[layout.UNIT_TYPE]
    here = layout.units_in(state.arrays).units(NUMBER[hex])
    return next(UNITS.ids[unit] for unit in here if GROUND_TYPES.ids[types[unit]] == kind)


def attacking(*units: tuple[str, str]) -> State:
    """A state with these units after the Allied march."""
    state = field(*units)
    open_procedure(state, GroundPhase(0))
    choose(state, "allies", "done")
    return state


# -- 22.0 marching -------------------------------------------------------------------------------------


def test_22_1_a_unit_walks_as_far_as_terrain_lets_it() -> None:
    state = field(("us_3_1", ROUGH))
    open_procedure(state, GroundPhase(0))
    choose(state, "allies", "move", first(state, "us_3_1", ROUGH))
    reach = set(state.decisions()[0].choices.next("march"))
    assert {"D0323", "D0423", "D0424", NEXT, "D0224", "D0223"} <= reach
    assert "D0322" in reach  # two hills of two points each
    assert "D0321" not in reach
    assert "D0226" in reach  # two points of hills, then the railway by way of Tokyo
    assert "D0227" not in reach


def test_22_1_a_unit_walks_once_in_a_phase_and_takes_the_hexes_it_crosses() -> None:
    state = field(("us_3_1", ROUGH))
    unit = first(state, "us_3_1", ROUGH)
    open_procedure(state, GroundPhase(0))
    events = choose_in_two_steps(state, "allies", "march", unit, "D0322")
    assert find_events(events, "marched")[0]["way"] == ["D0323", "D0322"]
    assert [state.arrays[layout.CONTROL][NUMBER[hex]] for hex in ("D0323", "D0322")] == [ALLIES, ALLIES]
    assert refused_in_two(state, "allies", "march", unit, "D0323") == (
        "22.4",
        f"{UNITS.titles[UNITS.index[unit]]} has already moved in this Ground Phase",
    )


def test_22_2_a_zone_costs_one_more_and_ends_the_march() -> None:
    """22.2, 22.3: the enemy's own hex is never entered by marching."""
    state = field(("us_3_1", ROUGH), ("jp_7_3", TOKYO))
    open_procedure(state, GroundPhase(0))
    unit = first(state, "us_3_1", ROUGH)
    assert why_not_in_two(state, "allies", "march", unit, NEXT) is None  # three points into the Zone
    assert refused_in_two(state, "allies", "march", unit, "D0226")[0] == "22.1"
    assert refused_in_two(state, "allies", "march", unit, TOKYO)[0] == "22.1"


def test_21_5_two_points_have_no_zone() -> None:
    state = field(("us_3_1", ROUGH), ("jp_2_1", NEXT))
    open_procedure(state, GroundPhase(0))
    assert why_not_in_two(state, "allies", "march", first(state, "us_3_1", ROUGH), CLEAR) is None
    state = field(("us_3_1", ROUGH), ("jp_2_1", NEXT), ("jp_1_1", NEXT))
    open_procedure(state, GroundPhase(0))
    assert refused_in_two(state, "allies", "march", first(state, "us_3_1", ROUGH), CLEAR)[0] == "22.1"


def test_22_2_from_zone_to_zone_only_to_a_friend() -> None:
    state = field(("us_3_1", NEXT), ("jp_7_3", TOKYO))
    unit = first(state, "us_3_1", NEXT)
    state.arrays[layout.UNSUPPLIED][UNITS.index[unit]] = 1
    open_procedure(state, GroundPhase(0))
    assert refused_in_two(state, "allies", "march", unit, CLEAR)[0] == "22.1"
    state = field(("us_3_1", NEXT), ("us_11_3", CLEAR), ("jp_7_3", TOKYO))
    state.arrays[layout.UNSUPPLIED][UNITS.index[first(state, "us_3_1", NEXT)]] = 1
    open_procedure(state, GroundPhase(0))
    assert why_not_in_two(state, "allies", "march", first(state, "us_3_1", NEXT), CLEAR) is None


def test_22_6_no_unit_walks_across_a_strait() -> None:
    state = field(("us_3_1", "F3342"))
    open_procedure(state, GroundPhase(0))
    unit = first(state, "us_3_1", "F3342")
    choose(state, "allies", "move", unit)
    assert state.decisions()[0].choices.next("march") == ("F3341",)


@pytest.mark.clause("28.3")
def test_22_7_an_entering_unit_removes_helpless_units() -> None:
    state = field(("us_3_1", ROUGH), ("jp_ltu", NEXT), ("jp_hq_group", NEXT))
    open_procedure(state, GroundPhase(0))
    events = choose_in_two_steps(state, "allies", "march", first(state, "us_3_1", ROUGH), NEXT)
    assert [lost["kind"] for lost in find_events(events, "unit_lost")] == ["jp_ltu", "jp_hq_group"]
    assert state.cells[layout.LOSSES + JAPAN] == 50


def test_22_5_a_forced_march_goes_farther_at_a_risk() -> None:
    state = field(("us_11_3", ROUGH))
    unit = first(state, "us_11_3", ROUGH)
    open_procedure(state, GroundPhase(0))
    assert refused_in_two(state, "allies", "march", unit, "D0321")[0] == "22.1"
    assert refused_in_two(state, "allies", "force_march", unit, "D0322")[0] == "22.5"
    events = choose_in_two_steps(state, "allies", "force_march", unit, "D0321", dice=(4,))
    assert find_events(events, "reduced") == [{"event": "reduced", "unit": unit, "kind": "us_11_3_bg"}]


def test_22_5_a_six_eliminates_a_regiment() -> None:
    """22.5, 21.8: the unit scores its full strength."""
    state = field(("us_3_1", ROUGH))
    open_procedure(state, GroundPhase(0))
    choose_in_two_steps(state, "allies", "force_march", first(state, "us_3_1", ROUGH), "D0321", dice=(6,))
    assert kinds_at(state, "D0321") == []
    assert state.cells[layout.LOSSES + ALLIES] == 30


def test_25_3_an_unsupplied_unit_moves_at_half() -> None:
    state = field(("us_3_1", ROUGH))
    unit = first(state, "us_3_1", ROUGH)
    state.arrays[layout.UNSUPPLIED][UNITS.index[unit]] = 1
    open_procedure(state, GroundPhase(0))
    assert refused_in_two(state, "allies", "march", unit, "D0322")[0] == "22.1"
    assert why_not_in_two(state, "allies", "march", unit, "D0323") is None


def test_21_1_a_hex_holds_divisions_by_its_terrain() -> None:
    state = field(("us_3_1", "F3341"), *([("us_11_3", "F3342")] * 6))
    open_procedure(state, GroundPhase(0))
    unit = first(state, "us_3_1", "F3341")
    assert refused_in_two(state, "allies", "march", unit, "F3342")[0] == "22.1"


def test_21_4_a_division_breaks_down_into_its_regiments() -> None:
    state = field(("us_11_3", "F3342"))
    open_procedure(state, GroundPhase(0))
    choose(state, "allies", "break_down", first(state, "us_11_3", "F3342"))
    assert kinds_at(state, "F3342") == ["us_3_1"] * 3
    assert layout.units_in(state.arrays).links_agree()


# -- 24.0 attacks --------------------------------------------------------------------------------------


def in_supply(*units: tuple[str, str]) -> State:
    """Units at Pearl Harbor, whose port supplies them, at the start of the Allied part."""
    state = field(*units)
    open_procedure(state, GroundPhase(0))
    return state


def test_21_4_all_components_in_touch_form_their_division_again() -> None:
    state = in_supply(*[("us_3_1", "F3342")] * 3)
    state.arrays[layout.REST][UNITS.index[first(state, "us_3_1", "F3342")]] = 1
    events = choose(state, "allies", "form_up", "F3342", "us_11_3")
    assert kinds_at(state, "F3342") == ["us_11_3"]
    assert [lost["unit"] for lost in find_events(events, "broken_down")] != []
    unit = first(state, "us_11_3", "F3342")
    assert state.arrays[layout.REST][UNITS.index[unit]] == 1
    assert refused_in_two(state, "allies", "march", unit, "F3341")[0] == "22.4"
    assert refused(state, "allies", "break_down", unit)[0] == "22.4"
    for other in ("japan_unit_1", "allies_unit_300"):  # an enemy's, and one that is not in play: neither has moved
        assert refused(state, "allies", "break_down", other)[0] == "21.4"
    state = in_supply(*[("us_3_1", "F3342")] * 2)
    assert refused(state, "allies", "form_up", "F3342", "us_11_3")[0] == "21.4"


def test_21_4_no_division_is_formed_out_of_touch_or_without_its_four_points() -> None:
    state = in_supply(*[("us_3_1", ROUGH)] * 3)
    assert refused(state, "allies", "form_up", ROUGH, "us_11_3")[0] == "21.4"
    assert components.payer_for_division(state, ALLIES, NUMBER["F3342"]) == -1
    state.cells[layout.SCENARIO] = SCENARIOS.index["burma"]
    supply = state.arrays[layout.SUPPLY]
    for base in range(len(supply)):
        supply[base] = 0
    rangoon = NUMBER["A3019"]
    state.arrays[layout.CONTROL][rangoon] = ALLIES
    for points, payer in ((3, None), (4, BASE_AT[rangoon])):
        supply[BASE_AT[rangoon]] = points
        assert components.payer_for_division(state, ALLIES, rangoon) == payer
    for _ in range(3):
        put_unit(state, "us_3_1", "A3019")
    components.form(Execution(state, NoDice()), ALLIES, rangoon, GROUND_TYPES.index["us_11_3"])
    assert supply[BASE_AT[rangoon]] == 0


def test_24_9_a_march_overruns_ten_to_one_in_the_clear() -> None:
    """24.9: eleven points overrun one in the clear, but not two, and not one in the hills."""
    state = field(("us_11_3", ROUGH), ("jp_1_1", CLEAR))
    open_procedure(state, GroundPhase(0))
    unit = first(state, "us_11_3", ROUGH)
    events = choose_in_two_steps(state, "allies", "march", unit, CLEAR)
    assert [lost["kind"] for lost in find_events(events, "unit_lost")] == ["jp_1_1"]
    assert state.arrays[layout.CONTROL][NUMBER[CLEAR]] == ALLIES
    state = field(("us_11_3", ROUGH), ("jp_1_1", CLEAR), ("jp_1_1", CLEAR))
    open_procedure(state, GroundPhase(0))
    assert refused_in_two(state, "allies", "march", first(state, "us_11_3", ROUGH), CLEAR)[0] == "22.1"
    state = field(("us_11_3", CLEAR), ("jp_1_1", ROUGH))
    open_procedure(state, GroundPhase(0))
    assert refused_in_two(state, "allies", "march", first(state, "us_11_3", CLEAR), ROUGH)[0] == "22.1"


def test_24_2_24_3_an_attack_die_by_die() -> None:
    """24.2, 24.3, 21.2, 21.3: eleven on three in the hills.

    The column is 2-1. A five costs the attacker a tenth, which is one point of eleven, and the defender two tenths,
    which is one of three, and a retreat (r).
    """
    state = attacking(("us_11_3", ROUGH), ("jp_3_1", NEXT))
    choose(state, "allies", "attack", NEXT)
    events = choose(state, "allies", "all_in", dice=(5,))
    battle = find_events(events, "ground_battle")[0]
    assert (battle["attacker"], battle["defender"], battle["die"]) == (11, 3, 5)
    assert battle["shifts"] == [-1, *[0] * 11]
    assert battle["column"] == 4
    assert (battle["attacker_loses"], battle["defender_loses"], battle["retreat"]) == (1, 1, 1)
    assert state.decisions()[0].side == "japan"
    choose(state, "japan", "suffer", first(state, "jp_3_1", NEXT))
    assert kinds_at(state, NEXT) == ["jp_3_1_bg"]
    choose(state, "allies", "suffer", first(state, "us_11_3", ROUGH))
    assert state.arrays[layout.REST][UNITS.index[first(state, "us_11_3", ROUGH)]] == 1
    retreats = state.decisions()[0].choices.next("retreat")
    assert set(retreats) <= {"D0424", "D0425", TOKYO, CLEAR, "D0224"}
    choose(state, "japan", "retreat", retreats[0])
    assert kinds_at(state, retreats[0]) == ["jp_3_1_bg"]
    choose(state, "allies", "advance", first(state, "us_11_3", ROUGH))
    assert kinds_at(state, NEXT) == ["us_11_3"]
    assert state.arrays[layout.CONTROL][NUMBER[NEXT]] == ALLIES


def test_24_1_a_position_that_names_the_hex_before_the_units_can_be_played() -> None:
    """Rules before version 3 stored such a hex twice; now it is stored once, and attacked once."""
    state = attacking(("us_11_3", ROUGH), ("jp_3_1", NEXT))
    here: Any = state.stack[-1]
    choose(state, "allies", "attack", NEXT)
    state.stack = (*state.stack[:-2], changed(here, hexes=(NUMBER[NEXT],)), state.stack[-1])
    choose(state, "allies", "all_in", dice=(1,))
    attacks: Any = next(frame for frame in state.stack if frame.name == "attacking")
    assert attacks.hexes == (NUMBER[NEXT],)


def test_21_2_both_sides_see_a_loss_that_is_only_carried_over() -> None:
    """21.2: the division carries one of the five points that flip it; the next four flip it."""
    state = attacking(("us_11_3", ROUGH), ("jp_3_1", NEXT))
    choose(state, "allies", "attack", NEXT)
    choose(state, "allies", "all_in", dice=(5,))
    choose(state, "japan", "suffer", first(state, "jp_3_1", NEXT))
    division = first(state, "us_11_3", ROUGH)
    events = choose(state, "allies", "suffer", division)
    carried = [{"event": "losses_carried", "unit": division, "points": 1}]
    assert [find_events(events, "losses_carried", bit) for bit in (0b01, 0b10)] == [carried, carried]
    assert state.arrays[layout.REST][UNITS.index[division]] == 1


@pytest.mark.clause("4.13")
def test_24_1_each_unit_attacks_once_and_each_hex_is_attacked_once() -> None:
    state = attacking(("us_11_3", ROUGH), ("us_3_1", ROUGH), ("jp_7_3", NEXT), ("jp_7_3", "D0224"))
    choose(state, "allies", "attack", NEXT)
    assert refused(state, "allies", "assault") == ("24.1", "at least one unit must take part")
    choose(state, "allies", "commit", first(state, "us_11_3", ROUGH))
    choose(state, "allies", "assault", dice=(3,))
    for _ in range(2):
        side = state.decisions()[0].side
        choose(state, side, *state.decisions()[0].choices.sample(random.Random(1)))
    assert refused(state, "allies", "attack", NEXT)[0] == "24.1"
    choose(state, "allies", "attack", "D0224")
    assert refused(state, "allies", "commit", first(state, "us_11_3", ROUGH))[0] == "24.1"


def test_24_1_engineers_and_base_forces_never_attack() -> None:
    state = attacking(("us_2_1_eng", ROUGH), ("us_bf", ROUGH), ("jp_7_3", NEXT))
    assert refused(state, "allies", "attack", NEXT)[0] == "24.1"


def test_24_4_entrenchment_and_engineers_shift_the_column() -> None:
    state = attacking(("us_11_3", ROUGH), ("us_2_1_eng", ROUGH), ("jp_3_1", NEXT), ("jp_entr", NEXT))
    choose(state, "allies", "attack", NEXT)
    battle = find_events(choose(state, "allies", "all_in", dice=(6,)), "ground_battle")[0]
    assert battle["shifts"] == [-1, 0, -2, 0, 0, 0, 0, 1, 0, 0, 0, 0]


def test_24_5_a_garrison_in_an_entrenchment_does_not_retreat() -> None:
    """Thirty-three on seven is 4-1; hills and entrenchment make it 3-2.

    A six costs the defender two tenths, and a tenth more instead of the retreat.
    """
    state = attacking(*([("us_11_3", ROUGH)] * 3), ("jp_7_3", NEXT), ("jp_entr", NEXT))
    choose(state, "allies", "attack", NEXT)
    battle = find_events(choose(state, "allies", "all_in", dice=(6,)), "ground_battle")[0]
    assert (battle["column"], battle["retreat"]) == (3, 0)
    assert battle["defender_loses"] == 2


def test_24_4_disruptions_help_the_attacker_up_to_three_columns() -> None:
    state = attacking(("us_11_3", ROUGH), ("jp_7_3", NEXT))
    state.arrays[layout.DISRUPTED][UNITS.index[first(state, "jp_7_3", NEXT)]] = 5
    choose(state, "allies", "attack", NEXT)
    battle = find_events(choose(state, "allies", "all_in", dice=(1,)), "ground_battle")[0]
    assert battle["shifts"] == [-1, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0]


def test_24_9_ten_to_one_in_the_clear_overruns_without_a_die() -> None:
    state = attacking(("us_11_3", ROUGH), ("jp_1_1", CLEAR))
    assert refused(state, "allies", "attack", CLEAR)[0] == "24.1"
    state = attacking(("us_11_3", NEXT), ("jp_1_1", CLEAR))
    choose(state, "allies", "attack", CLEAR)
    events = choose(state, "allies", "all_in")
    assert find_events(events, "ground_battle")[0]["retreat"] == 2
    assert [lost["kind"] for lost in find_events(events, "unit_lost")] == ["jp_1_1"]


def test_24_7_a_beachhead_that_fails_stays_and_its_defender_cannot_leave_the_island() -> None:
    """WP-28: half strength by plan: one on three, 1-3; then a second attack at full strength."""
    state = field(("jp_2_1", MIDWAY), ("us_3_1", MIDWAY))
    state.cells[layout.FIRST_PLAYER] = JAPAN
    state.arrays[layout.CONTROL][NUMBER[MIDWAY]] = ALLIES
    state.arrays[layout.LANDED][UNITS.index[first(state, "jp_2_1", MIDWAY)]] = 1
    open_procedure(state, GroundPhase(0))
    choose(state, "japan", "done")
    choose(state, "japan", "attack", MIDWAY)
    battle = find_events(choose(state, "japan", "all_in", dice=(6,)), "ground_battle")[0]
    assert (battle["attacker"], battle["defender"], battle["column"]) == (1, 3, 0)
    assert kinds_at(state, MIDWAY) == ["jp_2_1", "us_3_1"]
    for side in ("japan", "allies", "allies"):
        choose(state, side, "done")
    state.arrays[layout.LANDED][UNITS.index[first(state, "jp_2_1", MIDWAY)]] = 0
    open_procedure(state, GroundPhase(0))
    choose(state, "japan", "done")
    choose(state, "japan", "attack", MIDWAY)
    battle = find_events(choose(state, "japan", "all_in", dice=(4,)), "ground_battle")[0]
    assert battle["attacker"] == 2


def test_24_3_no_open_hex_costs_twice_as_much() -> None:
    state = field(*([("jp_7_3", MIDWAY)] * 3), ("us_3_1", MIDWAY))
    state.cells[layout.FIRST_PLAYER] = JAPAN
    state.arrays[layout.CONTROL][NUMBER[MIDWAY]] = ALLIES
    open_procedure(state, GroundPhase(0))
    choose(state, "japan", "done")
    choose(state, "japan", "attack", MIDWAY)
    events = choose(state, "japan", "all_in", dice=(3,))
    assert find_events(events, "ground_battle")[0]["retreat"] == 1
    loses = find_events(events, "ground_battle")[0]["defender_loses"]
    choose(state, "allies", "suffer", first(state, "us_3_1", MIDWAY))
    for _ in range(2):
        events = choose(state, "japan", "suffer", first(state, "jp_7_3", MIDWAY))
        if find_events(events, "stood"):
            break
    assert find_events(events, "stood") == [{"event": "stood", "at": MIDWAY, "loses": loses}]
    assert state.decisions()[0].side == "allies"


def test_24_6_a_unit_that_clears_a_shared_hex_holds_it_immediately() -> None:
    """24.6, 27.5, 27.6: a Base Force alone defends with a strength of one, and is lost with the hex."""
    state = field(*([("jp_7_3", MIDWAY)] * 3), ("us_bf", MIDWAY), ("us_hq_wing", MIDWAY))
    state.cells[layout.FIRST_PLAYER] = JAPAN
    state.arrays[layout.CONTROL][NUMBER[MIDWAY]] = ALLIES
    parked = layout.points_at(state.arrays, BASE_AT[NUMBER[MIDWAY]])
    assert parked
    open_procedure(state, GroundPhase(0))
    choose(state, "japan", "done")
    choose(state, "japan", "attack", MIDWAY)
    choose(state, "japan", "all_in", dice=(6,))
    events = choose(state, "allies", "suffer", first(state, "us_bf", MIDWAY))
    assert find_events(events, "captured") == [{"event": "captured", "at": MIDWAY, "side": "japan"}]
    assert kinds_at(state, MIDWAY) == ["jp_7_3"] * 3
    assert layout.points_at(state.arrays, BASE_AT[NUMBER[MIDWAY]]) == 0


def cut_off(kind: str) -> State:
    """A Japanese unit on an island without a port, unsupplied for four Segments."""
    state = field((kind, ISLET))
    for unit in layout.units_in(state.arrays).units(NUMBER[ISLET]):
        state.arrays[layout.UNSUPPLIED][unit] = 4
    return state


def test_24_8_a_stack_cut_off_for_four_segments_may_surrender() -> None:
    events = open_procedure(cut_off("jp_7_3"), GroundPhase(0), 4)
    assert find_events(events, "surrendered") == [{"event": "surrendered", "at": ISLET, "die": 4, "yes": 0}]
    events = open_procedure(cut_off("jp_7_3"), GroundPhase(0), 5)
    assert [lost["kind"] for lost in find_events(events, "unit_lost")] == ["jp_7_3"]


@pytest.mark.clause("24.8", "21.2")
@pytest.mark.parametrize(("kind", "carried", "yes"), [("jp_7_3_bg", 0, 0), ("jp_7_3_bg", 1, 1), ("jp_7_3", 3, 0)])
def test_24_8_21_2_losses_that_a_stack_carries_count_as_lost(kind: str, carried: int, yes: int) -> None:
    """A four: a battlegroup of four is above half of seven, and below with a point that it carries."""
    state = cut_off(kind)
    for unit in layout.units_in(state.arrays).units(NUMBER[ISLET]):
        state.arrays[layout.REST][unit] = carried
    events = open_procedure(state, GroundPhase(0), 4)
    assert find_events(events, "surrendered") == [{"event": "surrendered", "at": ISLET, "die": 4, "yes": yes}]


@pytest.mark.clause("24.8", "25.1", "42.74")
def test_24_8_no_unit_surrenders_in_touch_with_a_port_even_if_its_capacity_is_spent() -> None:
    state = field(("us_3_1", MIDWAY), ("jp_7_3", ROUGH))
    for unit in layout.units_in(state.arrays).units(NUMBER[MIDWAY]):
        state.arrays[layout.UNSUPPLIED][unit] = 9
    state.cells[layout.FIRST_PLAYER] = JAPAN
    state.arrays[layout.PORT_HURT][BASE_AT[NUMBER[MIDWAY]]] = 1
    assert find_events(open_procedure(state, GroundPhase(0)), "surrendered") == []


# -- 27.0 Base Forces ------------------------------------------------------------------------------------


def test_27_1_a_base_force_is_deployed_in_three_turns_and_packed_in_one() -> None:
    """27.1, 27.4: one turn to partial, three to full, one to pack."""
    state = field(("us_bf", MIDWAY))
    unit = UNITS.index[first(state, "us_bf", MIDWAY)]
    open_procedure(state, GroundPhase(0))
    choose(state, "allies", "deploy", UNITS.ids[unit])
    states = []
    for _ in range(4):
        base_forces.bases_deploy(Execution(state, NoDice()))
        states.append(state.arrays[layout.DEPLOYED][unit])
    assert states == [1, 1, 2, 2]
    assert refused(state, "allies", "deploy", UNITS.ids[unit])[0] == "27.1"
    choose(state, "allies", "pack", UNITS.ids[unit])
    base_forces.bases_deploy(Execution(state, NoDice()))
    assert state.arrays[layout.DEPLOYED][unit] == 0


def test_27_4_only_a_base_force_that_is_deployed_packs_and_once() -> None:
    """27.4: a Base Force that is packed or packing cannot be packed, nor can any other unit."""
    state = field(("us_bf", MIDWAY), ("us_3_1", MIDWAY))
    unit, infantry = UNITS.index[first(state, "us_bf", MIDWAY)], first(state, "us_3_1", MIDWAY)
    open_procedure(state, GroundPhase(0))
    said = ("27.4", "Allied ground unit 0 is not a deployed Base Force")
    assert refused(state, "allies", "pack", UNITS.ids[unit]) == said
    state.arrays[layout.DEPLOYED][unit] = 1
    assert refused(state, "allies", "pack", infantry)[0] == "27.4"
    choose(state, "allies", "pack", UNITS.ids[unit])
    assert refused(state, "allies", "pack", UNITS.ids[unit]) == said


@pytest.mark.build
def test_random_ground_phases_end_and_leave_every_unit_in_one_place() -> None:
    for seed in range(12):
        source = random.Random(seed)
        hexes = ("D0323", "D0423", ROUGH, NEXT, CLEAR, TOKYO, "D0224", "B3926")
        kinds = ("us_11_3", "us_3_1", "jp_7_3", "jp_3_1", "jp_2_1", "us_2_1_eng", "jp_bf", "us_entr", "jp_ltu")
        taken: dict[str, str] = {}
        units = []
        for _ in range(14):
            kind, hex = source.choice(kinds), source.choice(hexes)
            if taken.setdefault(hex, kind[:2]) == kind[:2]:
                units.append((kind, hex))
        state = field(*units)
        open_procedure(state, GroundPhase(0))
        acts = 0
        while decisions := state.decisions():
            state.apply(
                decisions[0].side,
                decisions[0].choices.sample_by_argument(source),
                SeededDice(source.randrange(9_999)),
                trusted=True,
            )
            acts += 1
            assert acts < 500
        assert layout.units_in(state.arrays).links_agree()
        layout.LAYOUT.check(state.cells)
        for number in range(len(IDS)):
            sides = {unit < UNITS.index["allies_unit_0"] for unit in layout.units_in(state.arrays).units(number)}
            assert len(sides) < 2
