"""What a second referee, written from the text alone, found otherwise than the rules had it, each as a scene."""

import pytest

from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, FIRST_NEW, UNITS
from ironbottom.games.war_in_the_pacific.rules import ground_battle, marching, supply, terminal
from ironbottom.games.war_in_the_pacific.rules.burma_ground import BurmaAttacking, BurmaGroundPhase
from ironbottom.games.war_in_the_pacific.rules.resolution import Retreat
from tests.games.war_in_the_pacific import leyte_table
from tests.games.war_in_the_pacific.battle_table import calm, choose, cleared, put_unit, told
from tests.games.war_in_the_pacific.burma_table import MANDALAY, bare, in_turn, played, stores

AROUND = sorted(IDS[at] for at in GRID.beyond(NUMBER[MANDALAY]))


def beaten(*kinds: str) -> State:
    """Japanese units at Mandalay, with no stores anywhere."""
    state = bare()
    for kind in kinds:
        put_unit(state, kind, MANDALAY)
    return state


def open_to(state: State) -> list[str]:
    """Where they may retreat."""
    return [IDS[at] for at in ground_battle.retreats(state, JAPAN, NUMBER[MANDALAY])]


# -- 24.3 retreats -------------------------------------------------------------------------------------------


@pytest.mark.clause("24.3", "21.1")
def test_24_3_21_1_a_stack_retreats_only_where_all_of_it_finds_room() -> None:
    state = beaten("jp_7_3", "jp_7_3")
    assert open_to(state) == AROUND
    for _ in range(5):
        put_unit(state, "jp_7_3", "A3013")
    assert "A3013" not in open_to(state)
    assert "A3013" in open_to(beaten("jp_7_3"))


@pytest.mark.clause("24.3")
def test_24_3_nobody_retreats_to_a_headquarters_of_the_enemy() -> None:
    state = beaten("jp_7_3")
    put_unit(state, "cw_hq_group", "A3013")
    assert open_to(state) == [at for at in AROUND if at != "A3013"]


@pytest.mark.clause("24.3", "25.2")
def test_24_3_25_2_a_hex_with_stores_is_nearest_to_them() -> None:
    state = beaten("jp_7_3")
    stores(state, "A3013", 10)
    stores(state, "A3015", 10)
    stores(state, "A3019", 10)
    assert open_to(state) == ["A3013", "A3015"]


@pytest.mark.clause("24.3", "25.2")
def test_24_3_25_2_at_leyte_too_a_port_without_stores_is_no_source() -> None:
    state = cleared(leyte_table.begun())
    for base in range(len(state.arrays[places.SUPPLY])):
        state.arrays[places.SUPPLY][base] = 0
    assert ground_battle.source_distance(state, JAPAN, NUMBER["B2048"]) == 999
    state.arrays[places.SUPPLY][BASE_AT[NUMBER["B1948"]]] = 4
    assert ground_battle.source_distance(state, JAPAN, NUMBER["B2048"]) == 1


@pytest.mark.clause("24.3", "2.5")
def test_24_3_2_5_who_retreats_into_a_hex_of_the_enemy_controls_it() -> None:
    state = beaten("jp_7_3")
    state.arrays[places.CONTROL][NUMBER["A3013"]] = ALLIES
    stores(state, "A3012", 10)
    in_turn(
        state,
        "ground",
        BurmaGroundPhase(1),
        BurmaAttacking(ALLIES, 0, (), 0, 0),
        Retreat(JAPAN, NUMBER[MANDALAY]),
    )
    events = choose(state, "japan", "retreat", "A3013")
    assert told(events, "captured") == [{"event": "captured", "at": "A3013", "side": "japan"}]
    assert state.arrays[places.CONTROL][NUMBER["A3013"]] == JAPAN


# -- 22.2, 25.1 who counts as a unit -------------------------------------------------------------------------


@pytest.mark.clause("22.2", "25.1")
def test_22_2_25_1_a_headquarters_is_a_friendly_unit_as_well() -> None:
    state = bare()
    walker = put_unit(state, "cw_hq_wing", "A2212")
    put_unit(state, "jp_7_3", "A2313")
    stores(state, "A2410", 10)
    assert NUMBER["A2312"] not in marching.reach(state, ALLIES, UNITS.index[walker])
    assert NUMBER["A2312"] not in supply.in_touch(state, ALLIES)
    put_unit(state, "cw_hq_group", "A2312")
    assert NUMBER["A2312"] in marching.reach(state, ALLIES, UNITS.index[walker])
    assert NUMBER["A2312"] in supply.in_touch(state, ALLIES)
    assert NUMBER["A2312"] not in supply.in_touch(state, JAPAN, [NUMBER["A2313"]])


@pytest.mark.clause("25.1", "25.2")
def test_25_1_25_2_no_line_leads_to_stores_in_a_zone_of_the_enemy_that_nobody_guards() -> None:
    state = bare()
    put_unit(state, "cw_3_1", "A2212")
    stores(state, "A2213", 10)
    put_unit(state, "jp_7_3", "A2311")
    assert NUMBER["A2212"] in supply.in_touch(state, ALLIES)
    put_unit(state, "jp_7_3", "A2214")
    assert supply.in_touch(state, ALLIES) == frozenset()
    put_unit(state, "cw_3_1", "A2213")
    assert NUMBER["A2212"] in supply.in_touch(state, ALLIES)


@pytest.mark.clause("25.1", "3.5", "44.66")
def test_25_1_3_5_no_line_leads_through_a_closed_country() -> None:
    state = bare()
    stores(state, "A3219", 10)
    touched = {IDS[at] for at in supply.in_touch(state, JAPAN)}
    thai = state.rules.pieces.atlas.regions.index("thailand")
    assert not any(state.rules.pieces.atlas.region[NUMBER[at]] == thai for at in touched)
    assert {"A3218", "A3220"} <= touched


# -- 25.8 attrition ------------------------------------------------------------------------------------------


@pytest.mark.clause("25.8")
@pytest.mark.parametrize(("left", "loses"), [(1, 0), (0, 1)])
def test_25_8_the_harder_row_is_for_who_has_no_line_not_for_who_cannot_pay(left: int, loses: int) -> None:
    state = bare()
    division = UNITS.index[put_unit(state, "cw_11_3", "A2212")]
    stores(state, "A2213", left)
    state.arrays[places.UNSUPPLIED][division] = 2
    hand = played(state, 3)
    supply.attrition(hand, ALLIES, 1 << division)
    assert [event["loses"] for event in told(hand.events, "attrition")] == [loses]


@pytest.mark.clause("25.8")
def test_25_8_a_crowd_in_the_jungle_wears_away_at_leyte_too() -> None:
    state = cleared(leyte_table.begun())
    for _ in range(3):
        put_unit(state, "jp_7_3", "B2452")
    stores(state, "B2452", 50)
    hand = played(state, 6)
    supply.supply_segment(hand)
    assert [(event["at"], event["loses"]) for event in told(hand.events, "attrition")] == [("B2452", 3)]


# -- 47.26 captured facilities -------------------------------------------------------------------------------


@pytest.mark.clause("47.26", "47.1")
def test_47_26_no_level_counts_that_was_built_in_play() -> None:
    state = bare()
    before = terminal.captured(state, ALLIES)
    assert before == 0
    town, new = NUMBER["A3013"], places.NEW_BASE_AT
    state.arrays[places.CONTROL][town] = ALLIES
    assert terminal.captured(state, ALLIES) == before + 5
    state.arrays[places.LEVEL][BASE_AT[town]] = 4
    assert terminal.captured(state, ALLIES) == before + 5
    state.cells[new], state.arrays[places.LEVEL][FIRST_NEW] = NUMBER["A3112"], 2
    state.arrays[places.CONTROL][NUMBER["A3112"]] = ALLIES
    assert terminal.captured(state, ALLIES) == before + 5
    state.arrays[places.LEVEL][BASE_AT[town]] = 0
    assert terminal.captured(state, ALLIES) == before


# -- 42.42, 45.42 objectives ---------------------------------------------------------------------------------


@pytest.mark.clause("42.42", "27.6")
def test_42_42_a_base_force_is_a_ground_unit_in_control_a_headquarters_is_none() -> None:
    state = cleared(calm())
    assert terminal.objectives(state, ALLIES) == 0
    put_unit(state, "us_hq_wing", "F1234")
    assert terminal.objectives(state, ALLIES) == 0
    put_unit(state, "us_bf", "F1234")
    assert terminal.objectives(state, ALLIES) == 200
