"""25.0, 26.0, 28.2, 6.8, 5.31 Burma: payments, construction, rebuilding and air transport."""

import pytest

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import flight_duties, flown_shares, headquarters_sites
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import AIR_TYPES, BASE_AT, GROUND_TYPES, STACKS, TRAINED, UNITS, slot
from ironbottom.games.war_in_the_pacific.rules.air import air_attrition, availability, combat_air_patrols
from ironbottom.games.war_in_the_pacific.rules.air_units import flights, return_to_base
from ironbottom.games.war_in_the_pacific.rules.bases import construction_orders, headquarters
from ironbottom.games.war_in_the_pacific.rules.bases.construction_orders import ConstructionOrders
from ironbottom.games.war_in_the_pacific.rules.supply import depots
from ironbottom.games.war_in_the_pacific.scenarios.burma import cases as burma
from ironbottom.games.war_in_the_pacific.scenarios.burma import supply as burma_supply
from ironbottom.games.war_in_the_pacific.turn_record import WORKS, Site
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific.battle_states import BATTLE_TABLE, choose, find_events, kinds_at, put_unit
from tests.games.war_in_the_pacific.burma_states import (
    CALCUTTA,
    IMPHAL,
    JORHAT,
    KUNMING,
    MANDALAY,
    RANGOON,
    air,
    bare,
    flying,
    in_turn,
    new_execution,
    stores,
    supply,
)
from tests.games.war_in_the_pacific.midway_states import refused, run_supply

JUNGLE = "A3119"


# -- 25.3 to 25.5, 29.4 payments -----------------------------------------------------------------------


@pytest.mark.clause("25.3")
def test_25_3_units_that_attacked_cost_twice_as_much_and_costs_are_rounded_up_by_hex() -> None:
    state = bare()
    attacker, other = put_unit(state, "jp_7_3", RANGOON), put_unit(state, "jp_2_1", RANGOON)
    assert burma_supply.cost_by_hex(in_turn(state, "supply"), JAPAN)[NUMBER[RANGOON]][0] == 2
    in_turn(state, "supply", fought=1 << UNITS.index[attacker] | 1 << UNITS.index[other])
    assert burma_supply.cost_by_hex(state, JAPAN)[NUMBER[RANGOON]][0] == 3


@pytest.mark.clause("25.5", "29.4")
def test_25_5_29_4_colonial_brigades_in_india_and_armies_in_china_need_nothing() -> None:
    state = bare()
    for kind, hex in (("cw_2_1_col", IMPHAL), ("kmt_8_0", KUNMING), ("kmt_8_0", JORHAT), ("cw_2_1_col", "A2912")):
        put_unit(state, kind, hex)
    found = {hex: cost for hex, (cost, _) in burma_supply.cost_by_hex(in_turn(state, "supply"), ALLIES).items()}
    assert found == {NUMBER[JORHAT]: 1, NUMBER["A2912"]: 1}
    put_unit(state, "kmt_8_0", JORHAT)
    assert burma_supply.cost_by_hex(state, ALLIES)[NUMBER[JORHAT]][0] == 1


@pytest.mark.clause("25.1", "25.3", "25.8")
def test_wp_30_25_8_a_stack_that_is_cut_off_lacks_supply_wears_away_and_is_saved_by_what_is_dropped() -> None:
    state = bare()
    stores(state, CALCUTTA, 50)
    cut_off = put_unit(state, "cw_11_3", "A3015")
    for hex in GRID.beyond(NUMBER["A3015"]):
        put_unit(state, "jp_3_1", IDS[hex])
    stores(state, RANGOON, 50)
    in_turn(state, "supply")
    run_supply(new_execution(state, 6))
    assert state.arrays[layout.UNSUPPLIED][UNITS.index[cut_off]] == 1
    assert state.arrays[layout.REST][UNITS.index[cut_off]] == 1
    stores(state, "A3015", 1)
    state.arrays[layout.CONTROL][NUMBER["A3015"]] = ALLIES
    run_supply(new_execution(state))
    assert state.arrays[layout.UNSUPPLIED][UNITS.index[cut_off]] == 0
    assert supply(state, "A3015") == 0


@pytest.mark.clause("25.8")
@pytest.mark.parametrize(("divisions", "die", "lost"), [(3, 6, 3), (3, 5, 0), (2, None, 0)])
def test_25_8_more_than_two_divisions_wear_away_in_the_jungle_although_supplied(
    divisions: int, die: int | None, lost: int
) -> None:
    state = bare()
    units = [put_unit(state, "jp_7_3", JUNGLE) for _ in range(divisions)]
    state.arrays[layout.CONTROL][NUMBER[JUNGLE]] = JAPAN
    stores(state, RANGOON, 50)
    in_turn(state, "supply")
    execution = new_execution(state, *([die] if die else []))
    run_supply(execution)
    assert not any(state.arrays[layout.UNSUPPLIED][UNITS.index[unit]] for unit in units)
    assert kinds_at(state, JUNGLE).count("jp_7_3_bg") == int(lost > 0)
    assert [event["loses"] for event in find_events(execution.events, "attrition")] == ([lost] if die else [])


# -- 28.2 headquarters ---------------------------------------------------------------------------------------


@pytest.mark.clause("28.2", "6.11")
def test_28_2_a_wing_pays_twice_for_each_ten_points_that_flew_and_flies_badly_when_it_cannot() -> None:
    state = bare()
    wing = UNITS.index[put_unit(state, "jp_hq_wing", RANGOON)]
    air(state, "oscar", RANGOON, 12)
    state.arrays[layout.FLOWN][slot(BASE_AT[NUMBER[RANGOON]], AIR_TYPES.index["oscar"], TRAINED)] = 11
    stores(state, RANGOON, 5)
    in_turn(state, "supply")
    execution = new_execution(state)
    run_supply(execution)
    assert [event["points"] for event in find_events(execution.events, "staff_paid")] == [4]
    assert (supply(state, RANGOON), state.arrays[layout.UNSUPPLIED][wing]) == (1, 0)
    run_supply(new_execution(state))
    assert state.arrays[layout.UNSUPPLIED][wing] == 1
    availability.roll_availability(new_execution(state, 6), JAPAN)
    assert availability.available_share(state.rules.pieces.charts, 12, "unsupplied", 6) == 6


@pytest.mark.clause("28.2")
def test_28_2_an_idle_headquarters_pays_once_at_the_end_of_a_cycle() -> None:
    state = bare("3/2/44")
    wing = UNITS.index[put_unit(state, "jp_hq_wing", RANGOON)]
    stores(state, RANGOON, 5)
    run_supply(new_execution(in_turn(state, "supply")))
    assert supply(state, RANGOON) == 5
    state.cells[layout.TURN] = turn_number("4/2/44")
    run_supply(new_execution(in_turn(state, "supply")))
    assert supply(state, RANGOON) == 3
    assert turn_record.read(state, "paid", 0) == 1 << wing
    run_supply(new_execution(state))
    assert supply(state, RANGOON) == 3


# -- 26.0 works ----------------------------------------------------------------------------------------------


def quarters(state: State, side: int, **values: object) -> State:
    """A side builds."""
    return in_turn(state, "quarters", ConstructionOrders(side, ()), **values)


@pytest.mark.clause("26.1", "26.4")
def test_26_1_26_4_an_airbase_is_paid_for_as_it_is_begun_and_built_by_engineer_turns() -> None:
    state = bare()
    put_unit(state, "cw_2_1_eng", JORHAT)
    stores(state, JORHAT, 20)
    quarters(state, ALLIES)
    events = choose(state, "allies", "begin_work", JORHAT, "airbase")
    assert find_events(events, "work_begun")[0]["points"] == 8
    assert supply(state, JORHAT) == 12
    assert refused(state, "allies", "begin_work", JORHAT, "entrenchment")[0] == "26.1"
    base = BASE_AT[NUMBER[JORHAT]]
    construction_orders.advance_projects(new_execution(state))
    assert (turn_record.read(state, "sites", ())[0].left, state.arrays[layout.LEVEL][base]) == (1, 1)
    construction_orders.advance_projects(new_execution(state))
    assert (turn_record.read(state, "sites", ()), state.arrays[layout.LEVEL][base]) == ((), 2)


@pytest.mark.clause("26.3")
def test_26_3_a_hex_that_was_attacked_or_bombed_makes_no_progress() -> None:
    state = bare()
    put_unit(state, "cw_2_1_eng", JORHAT)
    site = Site(ALLIES, NUMBER[JORHAT], WORKS.index["airbase"], 2)
    quarters(state, ALLIES, sites=(site,), disturbed=(NUMBER[JORHAT],))
    construction_orders.advance_projects(new_execution(state))
    assert turn_record.read(state, "sites", ()) == (site,)


@pytest.mark.clause("26.1", "24.5")
def test_26_1_a_division_digs_an_entrenchment_without_engineers() -> None:
    state = bare()
    put_unit(state, "jp_7_3", MANDALAY)
    stores(state, MANDALAY, 4)
    quarters(state, JAPAN)
    choose(state, "japan", "begin_work", MANDALAY, "entrenchment")
    construction_orders.advance_projects(new_execution(state))
    assert "jp_entr" in kinds_at(state, MANDALAY)


@pytest.mark.clause("26.2")
def test_26_2_an_engineer_repairs_a_level_for_four_points_a_large_headquarters_without_one() -> None:
    state = bare()
    put_unit(state, "jp_1_1_eng", RANGOON)
    stores(state, RANGOON, 8)
    base = BASE_AT[NUMBER[RANGOON]]
    state.arrays[layout.HURT][base] = 2
    quarters(state, JAPAN)
    choose(state, "japan", "begin_work", RANGOON, "mend_airbase")
    construction_orders.advance_projects(new_execution(state))
    assert (state.arrays[layout.HURT][base], supply(state, RANGOON)) == (1, 4)
    put_unit(state, "jp_hq_division", RANGOON)
    construction_orders.advance_projects(new_execution(state))
    assert (state.arrays[layout.HURT][base], supply(state, RANGOON)) == (0, 0)


@pytest.mark.clause("21.6")
def test_21_6_one_battlegroup_a_hex_is_rebuilt_in_a_city_for_supply_points() -> None:
    state = bare()
    first, second = (put_unit(state, "jp_7_3_bg", MANDALAY) for _ in range(2))
    away = put_unit(state, "jp_7_3_bg", "A2915")
    stores(state, MANDALAY, 20)
    quarters(state, JAPAN)
    choose(state, "japan", "rebuild", first)
    assert (GROUND_TYPES.ids[state.arrays[layout.UNIT_TYPE][UNITS.index[first]]], supply(state, MANDALAY)) == (
        "jp_7_3",
        12,
    )
    for unit in (second, away):
        assert refused(state, "japan", "rebuild", unit)[0] == "21.6"


@pytest.mark.clause("29.8")
def test_29_8_armies_are_rebuilt_for_four_points_and_return_for_eight() -> None:
    state = bare()
    army = put_unit(state, "kmt_8_0_bg", KUNMING)
    quarters(state, ALLIES, pool=12)
    choose(state, "allies", "refill_army", army)
    choose(state, "allies", "recall_army")
    assert kinds_at(state, "A3905") == ["kmt_8_0"]
    assert turn_record.read(state, "pool", 9) == 0
    assert refused(state, "allies", "recall_army")[0] == "29.8"


@pytest.mark.clause("29.8", "21.1")
def test_29_8_no_army_returns_while_japan_holds_chungking_or_it_is_full() -> None:
    state = bare()
    quarters(state, ALLIES, pool=8)
    assert state.why_not("allies", ("recall_army",)) is None
    state.arrays[layout.CONTROL][NUMBER["A3905"]] = JAPAN
    assert refused(state, "allies", "recall_army")[0] == "29.8"
    state.arrays[layout.CONTROL][NUMBER["A3905"]] = ALLIES
    for _ in range(6):
        put_unit(state, "cw_11_3", "A3905")
    assert refused(state, "allies", "recall_army")[0] == "29.8"


@pytest.mark.clause("5.31", "5.32")
def test_5_31_5_32_a_secondary_headquarters_needs_a_higher_one_in_touch_one_a_size_a_hex_and_cycle() -> None:
    state = bare()
    stores(state, RANGOON, 20)
    quarters(state, JAPAN)
    assert refused(state, "japan", "raise_staff", "jp_hq_group", MANDALAY)[0] == "5.31"
    put_unit(state, "jp_hq_wing", RANGOON)
    choose(state, "japan", "raise_staff", "jp_hq_group", MANDALAY)
    assert (kinds_at(state, MANDALAY), supply(state, RANGOON)) == (["jp_hq_group"], 16)
    assert refused(state, "japan", "raise_staff", "jp_hq_group", MANDALAY)[0] == "5.32"
    assert refused(state, "japan", "raise_staff", "jp_hq_wing", MANDALAY)[0] == "5.31"


@pytest.mark.clause("5.32")
def test_5_32_a_headquarters_that_walked_in_and_one_that_is_set_up_are_one_a_size_and_cycle_together() -> None:
    state = bare("3/2/44")
    stores(state, RANGOON, 20)
    put_unit(state, "jp_hq_wing", RANGOON)
    walked = UNITS.index[put_unit(state, "jp_hq_group", MANDALAY)]
    state.arrays[layout.IDLE_HEADQUARTERS][walked] = headquarters.MOVED
    in_turn(state, "quarters")
    construction_orders.open_quarters(new_execution(state))
    assert state.arrays[layout.IDLE_HEADQUARTERS][walked] == headquarters.WORKS
    quarters(state, JAPAN)
    assert refused(state, "japan", "raise_staff", "jp_hq_group", MANDALAY)[0] == "5.32"
    choose(state, "japan", "raise_staff", "jp_hq_group", RANGOON)
    assert not headquarters.may_begin_headquarters(state, NUMBER[RANGOON], headquarters_sites.SIZES.index("group"))


# -- 6.8 Air Transport ---------------------------------------------------------------------------------------


def airlift(turn: str = "4/2/44") -> State:
    """Eight transports at Jorhat with a headquarters and stores."""
    state = bare(turn)
    put_unit(state, "cw_hq_group", JORHAT)
    air(state, "c_47", JORHAT, 8)
    stores(state, JORHAT, 50)
    return flying(state)


@pytest.mark.clause("6.8", "44.43")
def test_6_8_44_43_two_transports_carry_a_supply_point_and_arrivals_at_kunming_are_counted() -> None:
    state = airlift()
    assert refused(state, "allies", "fly_stores", JORHAT, "c_47_trained", KUNMING, "1", "comes_back")[0] == "6.8"
    events = choose(state, "allies", "fly_stores", JORHAT, "c_47_trained", KUNMING, "7", "comes_back")
    assert find_events(events, "flown_in") == [
        {"event": "flown_in", "side": "allies", "at": JORHAT, "to": KUNMING, "points": 3}
    ]
    assert (supply(state, JORHAT), supply(state, KUNMING)) == (47, 3)
    assert state.arrays[layout.SUPPLY][burma.TONNAGE] == 3
    here = slot(BASE_AT[NUMBER[JORHAT]], AIR_TYPES.index["c_47"], TRAINED)
    assert state.arrays[layout.FLOWN][here] == 7
    assert refused(state, "allies", "fly_stores", JORHAT, "c_47_trained", KUNMING, "2", "comes_back")[0] == "6.8"


@pytest.mark.clause("44.43")
def test_44_43_supplies_carried_away_from_kunming_no_longer_count() -> None:
    state = airlift()
    choose(state, "allies", "fly_stores", JORHAT, "c_47_trained", KUNMING, "4", "comes_back")
    depots.remove_stores(state, ALLIES, NUMBER[KUNMING], 1)
    assert (supply(state, KUNMING), state.arrays[layout.SUPPLY][burma.TONNAGE]) == (1, 1)
    depots.remove_stores(state, ALLIES, NUMBER[JORHAT], 1)
    assert (supply(state, JORHAT), state.arrays[layout.SUPPLY][burma.TONNAGE]) == (47, 1)


@pytest.mark.clause("6.8", "5.9")
def test_6_8_5_9_transports_that_stay_count_twice() -> None:
    state = airlift()
    choose(state, "allies", "fly_stores", JORHAT, "c_47_trained", KUNMING, "4", "stays")
    there = slot(BASE_AT[NUMBER[KUNMING]], AIR_TYPES.index["c_47"], TRAINED)
    assert [state.arrays[block][there] for block in (layout.AIR, *flight_duties.COUNTED)] == [4, 4, 4]


@pytest.mark.clause("5.9", "28.2")
def test_5_9_points_that_fly_in_every_phase_count_once_and_lost_ones_do_not_count() -> None:
    state = airlift()
    base, stack = BASE_AT[NUMBER[JORHAT]], STACKS.index["c_47_trained"]
    for points in (8, 5, 8):
        flights.count_flown(state, base, stack, points)
    assert [*flown_shares.flown_of(state, ALLIES).values()] == [{(base, stack): 8}]
    flights.lose_at(state, ALLIES, base, stack, 3)
    assert [*flown_shares.flown_of(state, ALLIES).values()] == [{(base, stack): 5}]
    return_to_base.rebase(state, ALLIES, base, BASE_AT[NUMBER[KUNMING]], stack, 2, transfer=True)
    here, there = (slot(BASE_AT[NUMBER[hex]], AIR_TYPES.index["c_47"], TRAINED) for hex in (JORHAT, KUNMING))
    assert [state.arrays[block][here] for block in flight_duties.COUNTED] == [3, 0]
    assert [state.arrays[block][there] for block in flight_duties.COUNTED] == [2, 2]


@pytest.mark.clause("5.9", "28.2")
def test_5_9_28_2_points_transferred_to_others_count_double_the_others_once_and_each_is_paid_for_once() -> None:
    state = bare()
    group = UNITS.index[put_unit(state, "cw_hq_group", JORHAT)]
    base, stack = BASE_AT[NUMBER[JORHAT]], STACKS.index["c_47_trained"]
    air(state, "c_47", KUNMING, 6)
    air(state, "c_47", JORHAT, 4)
    return_to_base.rebase(state, ALLIES, BASE_AT[NUMBER[KUNMING]], base, stack, 4, transfer=True)
    assert flown_shares.flown_of(state, ALLIES) == {group: {(base, stack): 8}}
    assert flown_shares.points_of_headquarters(state, ALLIES) == {group: 4}
    flights.count_flown(state, base, stack, 8)
    assert flown_shares.flown_of(state, ALLIES) == {group: {(base, stack): 12}}
    assert flown_shares.points_of_headquarters(state, ALLIES) == {group: 8}


@pytest.mark.clause("5.9")
@pytest.mark.parametrize(("agreed", "flown"), [("others", [3, 5, 8]), ("same", [3, 5, 5])])
def test_5_9_points_that_fly_in_a_later_phase_are_others_or_by_the_option_the_same(
    agreed: str, flown: list[int]
) -> None:
    """Three and then two of eight fighters patrol in one phase, and four in the next."""
    state = bare()
    state.rules = BATTLE_TABLE.rules({"flown_twice": agreed})
    air(state, "p_40", JORHAT, 8)
    base, stack = BASE_AT[NUMBER[JORHAT]], STACKS.index["p_40_trained"]
    found = []
    for hex, points in ((JORHAT, 3), (KUNMING, 2), (JORHAT, 4)):
        if points == 4:
            flights.phase_begins(state)
        sortie = flights.Sortie(base, stack, flight_duties.PATROL, over=NUMBER[hex])
        combat_air_patrols.go_on_patrol(new_execution(state), ALLIES, sortie, points)
        found.append(state.arrays[layout.FLOWN][slot(base, AIR_TYPES.index["p_40"], TRAINED)])
    assert found == flown


@pytest.mark.clause("5.9", "5.5")
def test_5_9_points_that_flew_and_then_transfer_count_double_at_most() -> None:
    state = bare()
    group = UNITS.index[put_unit(state, "cw_hq_group", JORHAT)]
    base, stack = BASE_AT[NUMBER[JORHAT]], STACKS.index["c_47_trained"]
    air(state, "c_47", KUNMING, 3)
    air(state, "c_47", JORHAT, 4)
    flights.count_flown(state, BASE_AT[NUMBER[KUNMING]], stack, 3)
    return_to_base.rebase(state, ALLIES, BASE_AT[NUMBER[KUNMING]], base, stack, 3, transfer=True)
    assert flown_shares.flown_of(state, ALLIES) == {group: {(base, stack): 6}}


@pytest.mark.clause("5.9", "28.2", "5.3")
def test_5_9_28_2_a_headquarters_counts_no_more_points_of_a_stack_than_it_has_room_for() -> None:
    state = bare()
    wing = UNITS.index[put_unit(state, "cw_hq_wing", JORHAT)]
    base, stack = BASE_AT[NUMBER[JORHAT]], STACKS.index["c_47_trained"]
    air(state, "c_47", JORHAT, 36)
    for _ in range(3):
        flights.count_flown(state, base, stack, 33)
    assert flown_shares.flown_of(in_turn(state, "air_attrition"), ALLIES) == {wing: {(base, stack): 30}}
    execution = new_execution(state, 6)
    air_attrition.attrition_segment(execution)
    assert [(event["points"], event["lost"]) for event in find_events(execution.events, "worn")] == [(30, 2)]
    assert burma_supply.headquarters_dues(state, ALLIES)[wing] == 2 * 3


@pytest.mark.clause("6.8")
def test_6_8_a_third_of_dropped_supplies_is_lost() -> None:
    state = airlift()
    put_unit(state, "cw_3_1", "A2911")
    assert refused(state, "allies", "drop_stores", JORHAT, "c_47_trained", "A2912", "8")[0] == "6.8"
    choose(state, "allies", "drop_stores", JORHAT, "c_47_trained", "A2911", "8")
    assert (supply(state, JORHAT), supply(state, "A2911")) == (46, 2)


@pytest.mark.clause("6.8", "44.61")
def test_6_8_44_61_a_brigade_is_flown_from_the_second_turn_on_a_headquarters_at_once() -> None:
    state = bare("3/2/44")
    brigade, staff = put_unit(state, "cw_3_1", JORHAT), put_unit(state, "cw_hq_group", JORHAT)
    division = put_unit(state, "cw_11_3", JORHAT)
    air(state, "c_47", JORHAT, 8)
    flying(state)
    assert refused(state, "allies", "fly_unit", brigade, "c_47_trained", IMPHAL, "comes_back")[0] == "44.61"
    choose(state, "allies", "fly_unit", staff, "c_47_trained", IMPHAL, "comes_back")
    state.cells[layout.TURN] = turn_number("4/2/44")
    put_unit(state, "cw_hq_group", JORHAT)
    assert refused(state, "allies", "fly_unit", division, "c_47_trained", IMPHAL, "comes_back")[0] == "6.8"
    choose(state, "allies", "fly_unit", brigade, "c_47_trained", IMPHAL, "comes_back")
    assert sorted(kinds_at(state, IMPHAL)) == ["cw_3_1", "cw_hq_group"]
