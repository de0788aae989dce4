"""Differences that a reference implementation, written from the text, found in the rules, as scenes."""

import pytest

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import building_sites, ground_destinations, lift_capacity, supply_reach
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, FIRST_NEW, UNITS
from ironbottom.games.war_in_the_pacific.rules.air import air_transport
from ironbottom.games.war_in_the_pacific.rules.bases import construction_orders
from ironbottom.games.war_in_the_pacific.rules.land import attack_resolution, ground_attrition, ground_battle
from ironbottom.games.war_in_the_pacific.rules.land.attack_resolution import Advance, Retreat
from ironbottom.games.war_in_the_pacific.rules.turn import terminal_segment
from ironbottom.games.war_in_the_pacific.scenarios.burma.ground import BurmaAttackOrders, BurmaGroundPhase
from tests.games.war_in_the_pacific import leyte_states
from tests.games.war_in_the_pacific.battle_states import calm, choose, cleared, find_events, put_unit
from tests.games.war_in_the_pacific.burma_states import MANDALAY, air, bare, flying, in_turn, new_execution, stores
from tests.games.war_in_the_pacific.midway_states import refused, run_supply
from tests.games.war_in_the_pacific.reference_land import LAND

AROUND = sorted(IDS[hex] for hex in GRID.beyond(NUMBER[MANDALAY]))


def beaten(*kinds: str) -> State:
    """Japanese units at Mandalay without a source of supply."""
    state = bare(empty_sources="do_not")
    for kind in kinds:
        put_unit(state, kind, MANDALAY)
    return state


def open_to(state: State) -> list[str]:
    """The hexes to which they may retreat."""
    return [IDS[hex] for hex in ground_battle.retreat_hexes(state, JAPAN, NUMBER[MANDALAY])]


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
def test_24_3_no_unit_retreats_to_an_enemy_headquarters() -> None:
    state = beaten("jp_7_3")
    put_unit(state, "cw_hq_group", "A3013")
    assert open_to(state) == [hex for hex in AROUND if hex != "A3013"]


@pytest.mark.clause("24.3", "25.2")
def test_24_3_25_2_a_hex_with_stores_is_nearest_to_them() -> None:
    state = beaten("jp_7_3")
    stores(state, "A3013", 10)
    stores(state, "A3015", 10)
    stores(state, "A3019", 10)
    assert open_to(state) == ["A3013", "A3015"]


@pytest.mark.clause("24.3", "25.2")
def test_24_3_25_2_at_leyte_too_a_port_without_stores_is_no_source() -> None:
    state = cleared(leyte_states.new_game())
    for base in range(len(state.arrays[layout.SUPPLY])):
        state.arrays[layout.SUPPLY][base] = 0
    assert ground_battle.source_distance(state, JAPAN, NUMBER["B2048"]) == 999
    state.arrays[layout.SUPPLY][BASE_AT[NUMBER["B1948"]]] = 4
    assert ground_battle.source_distance(state, JAPAN, NUMBER["B2048"]) == 1


@pytest.mark.clause("24.3", "2.5")
def test_24_3_2_5_a_unit_that_retreats_into_an_enemy_hex_controls_it() -> None:
    state = beaten("jp_7_3")
    state.arrays[layout.CONTROL][NUMBER["A3013"]] = ALLIES
    stores(state, "A3012", 10)
    in_turn(
        state,
        "ground",
        BurmaGroundPhase(1),
        BurmaAttackOrders(ALLIES, 0, (), 0, 0),
        Retreat(JAPAN, NUMBER[MANDALAY]),
    )
    events = choose(state, "japan", "retreat", "A3013")
    assert find_events(events, "captured") == [{"event": "captured", "at": "A3013", "side": "japan"}]
    assert state.arrays[layout.CONTROL][NUMBER["A3013"]] == JAPAN


@pytest.mark.clause("24.3", "22.1")
def test_24_3_22_1_a_mechanized_unit_and_its_stack_retreat_into_mountains_only_by_road() -> None:
    assert LAND["A3114"]["terrain"] == LAND["A3115"]["terrain"] == "mountain"
    assert open_to(beaten("jp_7_3")) == AROUND
    by_road = [hex for hex in AROUND if hex != "A3115"]
    assert open_to(beaten("jp_2_1_arm")) == by_road
    assert open_to(beaten("jp_2_1_arm", "jp_7_3")) == by_road


@pytest.mark.clause("24.6", "22.1")
def test_24_6_22_1_a_mechanized_unit_does_not_advance_into_mountains() -> None:
    state = bare()
    armour, foot = (UNITS.index[put_unit(state, kind, MANDALAY)] for kind in ("jp_2_1_arm", "jp_7_3"))
    for hex, enter in (("A3115", [foot]), ("A3114", [armour, foot])):
        assert attack_resolution.fit_to_advance(state, Advance(JAPAN, NUMBER[hex], 1 << armour | 1 << foot)) == enter


# -- 29.3 armies ---------------------------------------------------------------------------------------------


@pytest.mark.clause("29.3", "24.1")
def test_29_3_with_too_few_points_the_owner_chooses_which_armies_attack() -> None:
    state = bare()
    first, second, third = armies = [put_unit(state, "kmt_8_0", "A3013") for _ in range(3)]
    division = put_unit(state, "cw_11_3", "A3013")
    put_unit(state, "jp_7_3", MANDALAY)
    in_turn(state, "ground", BurmaGroundPhase(1), BurmaAttackOrders(ALLIES, 0, (), 0, 0), pool=1)
    choose(state, "allies", "attack", MANDALAY)
    assert refused(state, "allies", "all_in")[0] == "29.3"
    choose(state, "allies", "commit", second)
    choose(state, "allies", "commit", third)
    assert refused(state, "allies", "commit", first)[0] == "29.3"
    assert state.decision("allies").choices.next("commit") == (division,)  # type: ignore[union-attr]
    events = choose(state, "allies", "assault", dice=(3,))
    assert find_events(events, "attack")[0]["units"] == armies[1:]
    assert turn_record.read(state, "pool", 9) == 0


# -- 30.5 captured areas -------------------------------------------------------------------------------------


@pytest.mark.clause("30.5")
def test_30_5_an_area_is_captured_by_more_of_its_cities_not_by_as_many() -> None:
    state, china = bare(), lift_capacity.AREAS.index("unoccupied_china")
    cities = sorted(lift_capacity.cities_of(state.rules.pieces, china))
    assert len(cities) == 6
    for hex, japan, allies in zip(cities[:4], (0, 0, 0, 1), (2, 2, 2, 0), strict=True):
        state.arrays[layout.CONTROL][hex] = JAPAN
        assert [lift_capacity.area_lift(state, side, lift_capacity.RAIL, china) for side in (JAPAN, ALLIES)] == [
            japan,
            allies,
        ]


# -- 22.2, 25.1 the definition of a unit -----------------------------------------------------------------------


@pytest.mark.clause("22.2", "25.1")
def test_22_2_25_1_a_headquarters_is_a_friendly_unit_as_well() -> None:
    state = bare()
    walker = put_unit(state, "cw_hq_wing", "A2212")
    put_unit(state, "jp_7_3", "A2313")
    stores(state, "A2410", 10)
    assert NUMBER["A2312"] not in ground_destinations.reach(state, ALLIES, UNITS.index[walker])
    assert NUMBER["A2312"] not in supply_reach.in_touch(state, ALLIES)
    put_unit(state, "cw_hq_group", "A2312")
    assert NUMBER["A2312"] in ground_destinations.reach(state, ALLIES, UNITS.index[walker])
    assert NUMBER["A2312"] in supply_reach.in_touch(state, ALLIES)
    assert NUMBER["A2312"] not in supply_reach.in_touch(state, JAPAN, [NUMBER["A2313"]])


@pytest.mark.clause("25.1", "25.2")
def test_25_1_25_2_no_line_reaches_stores_in_an_unguarded_enemy_zone() -> None:
    state = bare(empty_sources="do_not")
    put_unit(state, "cw_3_1", "A2212")
    stores(state, "A2213", 10)
    put_unit(state, "jp_7_3", "A2311")
    assert NUMBER["A2212"] in supply_reach.in_touch(state, ALLIES)
    put_unit(state, "jp_7_3", "A2214")
    assert supply_reach.in_touch(state, ALLIES) == frozenset()
    put_unit(state, "cw_3_1", "A2213")
    assert NUMBER["A2212"] in supply_reach.in_touch(state, ALLIES)


@pytest.mark.clause("25.1", "3.5", "44.66")
def test_25_1_3_5_no_line_crosses_a_closed_country() -> None:
    state = bare()
    stores(state, "A3219", 10)
    touched = {IDS[hex] for hex in supply_reach.in_touch(state, JAPAN)}
    thai = state.rules.pieces.atlas.regions.index("thailand")
    assert not any(state.rules.pieces.atlas.region[NUMBER[hex]] == thai for hex in touched)
    assert {"A3218", "A3220"} <= touched


# -- 25.8 attrition ------------------------------------------------------------------------------------------


@pytest.mark.clause("25.8")
@pytest.mark.parametrize(("left", "loses"), [(1, 0), (0, 1)])
def test_25_8_the_harder_row_is_for_units_without_a_line_not_for_those_that_cannot_pay(left: int, loses: int) -> None:
    state = bare(empty_sources="do_not")
    division = UNITS.index[put_unit(state, "cw_11_3", "A2212")]
    stores(state, "A2213", left)
    state.arrays[layout.UNSUPPLIED][division] = 2
    hand = new_execution(state, 3)
    ground_attrition.roll_supply_attrition(hand, ALLIES, 1 << division)
    assert [event["loses"] for event in find_events(hand.events, "attrition")] == [loses]


@pytest.mark.clause("25.8")
def test_25_8_a_crowd_in_the_jungle_wears_away_at_leyte_too() -> None:
    state = cleared(leyte_states.new_game())
    for _ in range(3):
        put_unit(state, "jp_7_3", "B2452")
    stores(state, "B2452", 50)
    hand = new_execution(state, 6)
    run_supply(hand)
    assert [(event["at"], event["loses"]) for event in find_events(hand.events, "attrition")] == [("B2452", 3)]


# -- 25.3, 26.1 works, 6.8 Air Transport ---------------------------------------------------------------------


@pytest.mark.clause("25.3", "26.1")
def test_25_3_26_1_an_unsupplied_unit_digs_no_entrenchment() -> None:
    state = in_turn(bare(), "quarters")
    division = UNITS.index[put_unit(state, "jp_7_3", MANDALAY)]
    stores(state, MANDALAY, 10)
    assert building_sites.sites_open(state, JAPAN) == {NUMBER[MANDALAY]: [building_sites.ENTRENCHMENT]}
    construction_orders.begin_project(new_execution(state), JAPAN, NUMBER[MANDALAY], building_sites.ENTRENCHMENT)
    state.arrays[layout.UNSUPPLIED][division] = 1
    construction_orders.advance_projects(new_execution(state))
    assert [site.left for site in turn_record.read(state, "sites", ())] == [1]
    turn_record.write_turn_record(state, sites=())
    assert building_sites.sites_open(state, JAPAN) == {}


@pytest.mark.clause("6.8", "44.61")
def test_6_8_44_61_a_regiment_of_engineers_is_flown_and_is_no_combat_unit() -> None:
    state = bare("3/2/44")
    put_unit(state, "cw_hq_group", "A2909")
    air(state, "c_47", "A2909", 8)
    engineers, transport = (UNITS.index[put_unit(state, kind, "A2909")] for kind in ("cw_2_1_eng", "cw_ltu"))
    flying(state)
    assert air_transport.carriers(state, ALLIES, engineers)
    assert air_transport.carriers(state, ALLIES, transport) == []


# -- 47.26 captured facilities -------------------------------------------------------------------------------


@pytest.mark.clause("47.26", "47.1")
def test_47_26_no_level_counts_that_was_built_in_play() -> None:
    state = bare()
    before = terminal_segment.captured(state, ALLIES)
    assert before == 0
    town, new = NUMBER["A3013"], layout.NEW_BASE_AT
    state.arrays[layout.CONTROL][town] = ALLIES
    assert terminal_segment.captured(state, ALLIES) == before + 5
    state.arrays[layout.LEVEL][BASE_AT[town]] = 4
    assert terminal_segment.captured(state, ALLIES) == before + 5
    state.cells[new], state.arrays[layout.LEVEL][FIRST_NEW] = NUMBER["A3112"], 2
    state.arrays[layout.CONTROL][NUMBER["A3112"]] = ALLIES
    assert terminal_segment.captured(state, ALLIES) == before + 5
    state.arrays[layout.LEVEL][BASE_AT[town]] = 0
    assert terminal_segment.captured(state, ALLIES) == before


# -- 42.42, 45.42 objectives ---------------------------------------------------------------------------------


@pytest.mark.clause("42.42", "27.6")
def test_42_42_a_base_force_controls_like_a_ground_unit_a_headquarters_does_not() -> None:
    state = cleared(calm())
    assert terminal_segment.score(state, ALLIES).objectives == 0
    put_unit(state, "us_hq_wing", "F1234")
    assert terminal_segment.score(state, ALLIES).objectives == 0
    put_unit(state, "us_bf", "F1234")
    assert terminal_segment.score(state, ALLIES).objectives == 200
