"""Differences that a reference implementation of engineers and Base Forces found in the rules, as scenes."""

import pytest

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import air_bases, building_sites, facilities
from ironbottom.games.war_in_the_pacific.derived.lift_capacity import NOTHING_SPENT
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, FIRST_NEW, FULL, PACKED, UNITS
from ironbottom.games.war_in_the_pacific.rules.bases import construction_orders, facility_repair, headquarters
from ironbottom.games.war_in_the_pacific.rules.bases.construction_orders import ConstructionOrders
from ironbottom.games.war_in_the_pacific.rules.shore import bombardment
from ironbottom.games.war_in_the_pacific.scenarios.burma.ground import BurmaGroundPhase, BurmaMarchOrders
from ironbottom.games.war_in_the_pacific.turn_record import WORKS, Built, Site
from tests.games.war_in_the_pacific.battle_states import choose, find_events, kinds_at, put_unit
from tests.games.war_in_the_pacific.burma_states import IMPHAL, MANDALAY, bare, in_turn, new_execution, stores
from tests.games.war_in_the_pacific.midway_states import refused
from tests.games.war_in_the_pacific.test_leyte_construction import bare as leyte_bare
from tests.games.war_in_the_pacific.test_leyte_construction import ordering

CLARK, PYINMANA = "B1948", "A3016"


def based(state: State, kind: str, hex: str, deployed: int = FULL) -> int:
    """A Base Force of a side in a hex of that side."""
    unit = UNITS.index[put_unit(state, kind, hex)]
    state.arrays[layout.DEPLOYED][unit] = deployed
    state.arrays[layout.CONTROL][NUMBER[hex]] = JAPAN if kind.startswith("jp") else ALLIES
    return unit


def asked(state: State, *built: Built) -> State:
    """The Allies in Burma are asked what they build, when there is earlier construction."""
    return in_turn(state, "quarters", ConstructionOrders(ALLIES, ()), built=tuple(built))


@pytest.mark.clause("26.1", "5.4")
@pytest.mark.parametrize(("work", "turns"), [("minor_road", 3), ("entrenchment", 1)])
def test_26_1_a_road_or_a_trench_makes_no_base_of_its_hex(work: str, turns: int) -> None:
    state = bare()
    put_unit(state, "cw_2_1_eng", "A3009")
    state.arrays[layout.CONTROL][NUMBER["A3009"]] = ALLIES
    in_turn(state, "quarters", sites=(Site(ALLIES, NUMBER["A3009"], WORKS.index[work], turns),))
    construction_orders.advance_projects(new_execution(state))
    construction_orders.advance_projects(new_execution(state))
    assert turn_record.read(state, "sites", ()) == ()
    assert air_bases.base_at(state, NUMBER["A3009"]) == -1


@pytest.mark.clause("25.3", "26.1", "27.3")
def test_25_3_27_3_a_base_force_out_of_supply_neither_builds_nor_repairs() -> None:
    state = leyte_bare()
    unit = based(state, "jp_bf", CLARK)
    state.arrays[layout.HURT][BASE_AT[NUMBER[CLARK]]] = 1
    assert facility_repair.engineer_turns(ordering(state), JAPAN, NUMBER[CLARK]) == 1
    state.arrays[layout.SUPPLY][BASE_AT[NUMBER[CLARK]]] = 50
    assert NUMBER[CLARK] in building_sites.sites_open(state, JAPAN)
    state.arrays[layout.UNSUPPLIED][unit] = 1
    assert facility_repair.engineer_turns(state, JAPAN, NUMBER[CLARK]) == 0
    assert NUMBER[CLARK] not in building_sites.sites_open(state, JAPAN)


@pytest.mark.clause("26.1", "27.3", "38.8")
def test_26_1_38_8_a_full_base_force_builds_and_mans_guns_of_four_where_there_is_no_port() -> None:
    state = leyte_bare()
    unit = based(state, "jp_bf", CLARK)
    hex = NUMBER[CLARK]
    choose(ordering(state), "japan", "begin_work", CLARK, "guns")
    for _ in range(3):
        construction_orders.advance_projects(new_execution(state))
    assert facilities.guns_at(state, hex) == 4
    assert bombardment.bombardment_targets(state, ALLIES, hex) >> bombardment.GUNS & 1
    again = ordering(state, built=turn_record.read(state, "built", ()))
    assert refused(again, "japan", "begin_work", CLARK, "guns")[0] == "26.1"
    state.arrays[layout.DEPLOYED][unit] = PACKED
    assert facilities.guns_at(state, hex) == 0


@pytest.mark.clause("26.1", "38.8")
def test_26_1_38_8_inland_a_base_force_has_no_coastal_guns() -> None:
    state = bare()
    based(state, "cw_bf", MANDALAY)
    stores(state, MANDALAY, 30)
    assert refused(asked(state), "allies", "begin_work", MANDALAY, "guns")[0] == "26.1"


@pytest.mark.clause("26.1")
def test_26_1_infantry_digs_and_leaves_the_engineer_to_his_project() -> None:
    state = bare()
    put_unit(state, "cw_2_1_eng", IMPHAL)
    put_unit(state, "cw_11_3", IMPHAL)
    stores(state, IMPHAL, 30)
    asked(state)
    choose(state, "allies", "begin_work", IMPHAL, "entrenchment")
    choose(state, "allies", "begin_work", IMPHAL, "fortify")
    construction_orders.advance_projects(new_execution(state))
    assert "cw_entr" in kinds_at(state, IMPHAL)
    (site,) = turn_record.read(state, "sites", ())
    assert (WORKS.ids[site.work], site.left) == ("fortify", 6)


@pytest.mark.clause("25.4", "25.2", "30.2")
def test_25_4_stores_go_by_rail_to_a_base_built_in_play_and_from_it() -> None:
    state = bare()
    stores(state, MANDALAY, 50)
    state.cells[layout.NEW_BASE_AT] = NUMBER[PYINMANA]
    in_turn(state, "ground", BurmaGroundPhase(1), BurmaMarchOrders(JAPAN, 0, 0, 0, NOTHING_SPENT))
    events = choose(state, "japan", "freight", MANDALAY, PYINMANA, "2")
    assert [event["points"] for event in find_events(events, "supply_came")] == [40]
    assert state.arrays[layout.SUPPLY][FIRST_NEW] == 40
    choose(state, "japan", "freight", PYINMANA, MANDALAY, "1")
    assert (state.arrays[layout.SUPPLY][FIRST_NEW], state.arrays[layout.SUPPLY][BASE_AT[NUMBER[MANDALAY]]]) == (20, 30)


@pytest.mark.clause("21.6", "5.32")
def test_21_6_a_division_next_to_a_headquarters_that_is_not_set_up_rebuilds_at_leyte_as_in_burma() -> None:
    state = leyte_bare()
    unit = put_unit(state, "jp_7_3_bg", CLARK)
    staff = UNITS.index[put_unit(state, "jp_hq_division", CLARK)]
    state.arrays[layout.IDLE_HEADQUARTERS][staff] = headquarters.WAITS
    assert ordering(state).why_not("japan", ("make_whole", unit)) is None
