"""5.31, 5.32, 18.6, 21.6, 26.2, 26.3, 28.2 The uses of Supply Points at Leyte besides supply, with fixed dice."""

import pytest

from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import air_bases, facilities, supply_reach
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import AIR_TYPES, BASE_AT, TRAINED, UNITS, slot
from ironbottom.games.war_in_the_pacific.rules.bases import headquarters
from ironbottom.games.war_in_the_pacific.rules.bases.facility_repair import repair_facilities
from ironbottom.games.war_in_the_pacific.rules.land import ground_movement
from ironbottom.games.war_in_the_pacific.rules.land.attack_resolution import GroundBattle
from ironbottom.games.war_in_the_pacific.rules.shore import bombardment
from ironbottom.games.war_in_the_pacific.rules.shore.landings import BY_PLAN
from ironbottom.games.war_in_the_pacific.rules.submarines.subrons import sub_ports
from ironbottom.games.war_in_the_pacific.rules.supply.supply_orders import SupplyOrders
from tests.games.war_in_the_pacific.battle_states import choose, cleared, find_events, open_procedure, put_unit
from tests.games.war_in_the_pacific.leyte_states import MANILA, MOROTAI, new_game, units_at
from tests.games.war_in_the_pacific.midway_states import refused, run_supply

CLARK = "B1948"
"""An airbase of Level 10; Manila is next to it."""
PORT = BASE_AT[NUMBER[MANILA]]
FIELD = BASE_AT[NUMBER[CLARK]]


def starved(points: int) -> State:
    """Leyte without units or stores except a number of Supply Points at Manila."""
    state = cleared(new_game())
    for base in range(len(state.arrays[layout.SUPPLY])):
        state.arrays[layout.SUPPLY][base] = 0
    state.arrays[layout.SUPPLY][PORT] = points
    return state


def stores(state: State) -> int:
    """The Supply Points at Manila."""
    return state.arrays[layout.SUPPLY][PORT]


def mended(state: State) -> list[dict[str, object]]:
    """The events of a turn of repairs."""
    execution = Execution(state, NoDice())
    repair_facilities(execution)
    return find_events(execution.events, "mended")


def segment(state: State) -> None:
    run_supply(Execution(state, NoDice()))


# -- 18.6, 26.2, 26.3 repairs ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "levels"), [("jp_1_1_eng", 1), ("jp_hq_division", 1), ("jp_hq_force", 1), ("jp_hq_wing", 0), ("jp_7_3", 0)]
)
def test_26_2_an_engineer_or_a_large_headquarters_repairs_a_level_for_four_points(unit: str, levels: int) -> None:
    state = starved(20)
    put_unit(state, unit, CLARK)
    state.arrays[layout.HURT][FIELD] = 3
    repairs = mended(state)
    assert state.arrays[layout.HURT][FIELD] == 3 - levels
    assert stores(state) == 20 - 4 * levels
    assert repairs == [
        {"event": "mended", "side": "japan", "at": CLARK, "facility": "airbase", "levels": level}
        for level in [levels]
        if level
    ]


def test_18_6_a_base_force_works_as_an_engineer_and_ports_follow_the_airbase() -> None:
    state = starved(20)
    for _ in range(3):
        unit = UNITS.index[put_unit(state, "jp_bf", MANILA)]
        state.arrays[layout.DEPLOYED][unit] = 2
    state.arrays[layout.HURT][PORT], state.arrays[layout.PORT_HURT][PORT] = 1, 3
    worth = facilities.bombardment_row(state, "port").port_major
    repairs = mended(state)
    assert (repairs[0]["facility"], repairs[0]["levels"]) == ("airbase", 1)
    assert state.arrays[layout.HURT][PORT] == 0
    assert state.arrays[layout.PORT_HURT][PORT] == max(3 - 2 * worth, 0)


def test_26_2_repairs_stop_when_stores_run_out() -> None:
    state = starved(7)
    for _ in range(2):
        put_unit(state, "jp_1_1_eng", CLARK)
    state.arrays[layout.HURT][FIELD] = 3
    mended(state)
    assert (state.arrays[layout.HURT][FIELD], stores(state)) == (2, 3)


def test_26_1_an_engineer_that_is_not_supplied_does_no_work() -> None:
    state = starved(20)
    unit = UNITS.index[put_unit(state, "jp_1_1_eng", CLARK)]
    state.arrays[layout.UNSUPPLIED][unit], state.arrays[layout.HURT][FIELD] = 1, 3
    assert mended(state) == []
    assert stores(state) == 20


def test_26_3_nothing_is_repaired_until_the_turn_after_a_bombing() -> None:
    state = starved(20)
    put_unit(state, "jp_1_1_eng", CLARK)
    bombardment.apply_hits(Execution(state, NoDice()), NUMBER[CLARK], bombardment.SUPPLY, 1)
    state.arrays[layout.HURT][FIELD] = 2
    assert mended(state) == []
    assert len(mended(state)) == 1
    assert state.arrays[layout.HURT][FIELD] == 1


def test_26_3_nothing_is_repaired_where_a_ground_attack_was_made() -> None:
    state = starved(20)
    put_unit(state, "jp_1_1_eng", CLARK)
    put_unit(state, "jp_7_3", CLARK)
    attacker = UNITS.index[put_unit(state, "us_11_3", MANILA)]
    state.arrays[layout.HURT][FIELD] = 1
    open_procedure(state, GroundBattle(ALLIES, NUMBER[CLARK], 1 << attacker, 0, 0, 0, 0), 1)
    assert state.arrays[layout.STRUCK][FIELD] == 1


# -- 28.2 headquarters -------------------------------------------------------------------------------


def based(state: State, hex: str, kind: str, points: int, flown: int) -> None:
    """Trained points at a base, some of which have flown."""
    where = slot(BASE_AT[NUMBER[hex]], AIR_TYPES.index[kind], TRAINED)
    state.arrays[layout.AIR][where], state.arrays[layout.FLOWN][where] = points, flown


@pytest.mark.parametrize(("flown", "cost"), [(0, 0), (1, 3), (10, 3), (11, 6), (40, 6)])
def test_28_2_a_headquarters_pays_its_multiple_for_ten_points_that_flew_or_part(flown: int, cost: int) -> None:
    state = starved(20)
    put_unit(state, "jp_hq_division", CLARK)
    for where in range(len(state.arrays[layout.AIR])):
        state.arrays[layout.AIR][where] = 0
    based(state, CLARK, "betty", 20, flown)
    segment(state)
    assert stores(state) == 20 - cost


def test_28_2_an_idle_headquarters_pays_once_a_cycle_and_unpaid_flies_by_the_last_column() -> None:
    state = starved(5)
    unit = UNITS.index[put_unit(state, "jp_hq_division", CLARK)]
    for where in range(len(state.arrays[layout.AIR])):
        state.arrays[layout.AIR][where] = 0
    segment(state)
    assert stores(state) == 5
    state.cells[layout.TURN] += 3  # the fourth Game-Turn of the Cycle
    segment(state)
    assert (stores(state), state.arrays[layout.UNSUPPLIED][unit]) == (2, 0)
    segment(state)
    assert (stores(state), state.arrays[layout.UNSUPPLIED][unit]) == (2, 1)


# -- 21.6 rebuilding, 5.31 secondary headquarters ----------------------------------------------------


def orders(state: State, side: int = JAPAN) -> State:
    open_procedure(state, SupplyOrders(side, ()))
    return state


def test_21_6_a_battlegroup_in_a_city_is_made_whole_one_a_hex() -> None:
    state = starved(20)
    one, two = (put_unit(state, "jp_7_3_bg", MANILA) for _ in range(2))
    orders(state)
    choose(state, "japan", "make_whole", one)
    assert (sorted(units_at(state, "jp_7_3", MANILA)), stores(state)) == ([one], 12)
    assert refused(state, "japan", "make_whole", two)[0] == "21.6"
    choose(state, "japan", "done")
    assert state.stack == ()


def test_21_6_elsewhere_only_a_large_headquarters_rebuilds_and_only_what_is_supplied() -> None:
    state = starved(20)
    unit = put_unit(state, "jp_7_3_bg", CLARK)
    orders(state)
    assert refused(state, "japan", "make_whole", unit)[0] == "21.6"
    put_unit(state, "jp_hq_force", CLARK)
    assert state.why_not("japan", ("make_whole", unit)) is None
    state.arrays[layout.UNSUPPLIED][UNITS.index[unit]] = 1
    assert refused(state, "japan", "make_whole", unit)[0] == "21.6"


def test_5_31_a_headquarters_is_set_up_under_a_higher_one_in_touch() -> None:
    state = starved(20)
    orders(state)
    assert refused(state, "japan", "set_up", CLARK, "wing")[0] == "5.31"
    put_unit(state, "jp_hq_division", MANILA)
    assert refused(state, "japan", "set_up", CLARK, "division")[0] == "5.32"
    choose(state, "japan", "set_up", CLARK, "wing")
    assert stores(state) == 12
    assert units_at(state, "jp_hq_wing", CLARK)
    assert (len(air_bases.headquarters(state, JAPAN)), state.why_not("allies", ("done",)) is None) == (2, False)


def test_5_32_one_of_a_size_begins_in_a_hex_in_a_cycle() -> None:
    state = starved(40)
    put_unit(state, "jp_hq_force", MANILA)
    orders(state)
    choose(state, "japan", "set_up", CLARK, "wing")
    assert refused(state, "japan", "set_up", CLARK, "wing")[0] == "5.32"
    choose(state, "japan", "set_up", CLARK, "group")
    state.cells[layout.TURN] += 3
    headquarters.work_begins(Execution(state, NoDice()))  # the Cycle is over
    choose(state, "japan", "set_up", CLARK, "wing")


def test_5_32_a_headquarters_that_moves_does_not_work_in_that_turn() -> None:
    state = starved(40)
    unit = UNITS.index[put_unit(state, "jp_hq_wing", CLARK)]
    ground_movement.march(Execution(state, NoDice()), JAPAN, unit, NUMBER[MANILA])
    assert air_bases.headquarters(state, JAPAN) == []
    headquarters.work_begins(Execution(state, NoDice()))
    assert [each[0] for each in air_bases.headquarters(state, JAPAN)] == [unit]
    second = UNITS.index[put_unit(state, "jp_hq_wing", CLARK)]
    ground_movement.march(Execution(state, NoDice()), JAPAN, second, NUMBER[MANILA])
    headquarters.work_begins(Execution(state, NoDice()))
    assert state.arrays[layout.IDLE_HEADQUARTERS][second] == headquarters.WAITS
    state.cells[layout.TURN] += 3
    headquarters.work_begins(Execution(state, NoDice()))
    assert state.arrays[layout.IDLE_HEADQUARTERS][second] == headquarters.WORKS


def test_13_3_the_allies_refit_their_boats_at_ulithi_and_put_out_from_there() -> None:
    state = new_game()
    assert NUMBER["B3953"] in sub_ports(state, ALLIES, 0)
    assert NUMBER[MOROTAI] not in sub_ports(state, ALLIES, 0)


# -- 16.7 landed units -------------------------------------------------------------------------------


def test_16_7_a_unit_that_has_just_landed_brings_supplies_for_a_segment_and_pays_nothing() -> None:
    """A division costs as its row says; in the Segment after its landing it costs nothing, unlike the other."""
    state = starved(20)
    landed, other = (UNITS.index[put_unit(state, "jp_7_3", CLARK)] for _ in range(2))
    both = supply_reach.supply_costs(state, JAPAN)[NUMBER[CLARK]]
    state.arrays[layout.LANDED][landed] = BY_PLAN
    alone = supply_reach.supply_costs(state, JAPAN)[NUMBER[CLARK]]
    assert 0 < alone < both
    segment(state)
    assert stores(state) == 20 - alone
    assert state.arrays[layout.UNSUPPLIED][landed] == state.arrays[layout.UNSUPPLIED][other] == 0
    segment(state)
    assert stores(state) == 20 - alone - both
