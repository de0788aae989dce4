"""26.1, 26.2, 3.22, 24.4, 38.8 Construction in Burma besides airbases: roads, ports, guns, fortifications."""

import pytest

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import (
    completed_construction,
    facilities,
    ground_destinations,
    lines_of_communications,
    movement_costs,
)
from ironbottom.games.war_in_the_pacific.derived.facilities import NO_GUNS
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, UNITS
from ironbottom.games.war_in_the_pacific.rules.bases import construction_orders
from ironbottom.games.war_in_the_pacific.rules.bases.construction_orders import ConstructionOrders
from ironbottom.games.war_in_the_pacific.rules.land import ground_battle
from ironbottom.games.war_in_the_pacific.rules.shore import bombardment
from ironbottom.games.war_in_the_pacific.rules.shore.capture import capture
from ironbottom.games.war_in_the_pacific.turn_record import WORKS, Built
from tests.games.war_in_the_pacific.battle_states import choose, find_events, put_unit
from tests.games.war_in_the_pacific.burma_states import (
    GAME,
    IMPHAL,
    MANDALAY,
    RANGOON,
    bare,
    in_turn,
    new_execution,
    stores,
)
from tests.games.war_in_the_pacific.burma_states import supply as stored
from tests.games.war_in_the_pacific.midway_states import refused

VICTORIA_POINT, AKYAB, DIMAPUR = "A3326", "A2716", "A2810"


def building(side: int, hex: str, points: int, *built: Built) -> State:
    """An engineer of a side in a hex with stores, at the question about what it builds."""
    state = bare()
    put_unit(state, "jp_1_1_eng" if side == JAPAN else "cw_2_1_eng", hex)
    stores(state, hex, points)
    return in_turn(state, "quarters", ConstructionOrders(side, ()), built=tuple(built))


def worked(state: State, turns: int) -> None:
    """A number of Game-Turns of construction."""
    for _ in range(turns):
        construction_orders.advance_projects(new_execution(state))


def cost(state: State, hex: str, beyond: str) -> tuple[int, int | None]:
    """The halves that infantry pays for a step, and its cost for a Line of Communications."""
    pieces, scenario = state.rules.pieces, state.cells[layout.SCENARIO]
    built = completed_construction.roads_built(state)
    number = GRID.beyond(NUMBER[hex]).index(NUMBER[beyond])
    walked = movement_costs.hexside_cost(pieces, scenario, built, "infantry", NUMBER[hex], number)
    return walked, lines_of_communications.line_cost(
        pieces, completed_construction.roads_in(state), NUMBER[hex], number
    )


@pytest.mark.clause("26.1", "3.22", "22.1", "25.1")
def test_26_1_3_22_a_road_is_built_and_widened_hex_by_hex_and_joins_its_neighbours() -> None:
    state = building(ALLIES, IMPHAL, 15)
    assert cost(state, IMPHAL, DIMAPUR) == (6, lines_of_communications.OFF_ROAD)
    assert refused(state, "allies", "begin_work", IMPHAL, "major_road")[0] == "26.1"
    events = choose(state, "allies", "begin_work", IMPHAL, "minor_road")
    assert find_events(events, "work_begun")[0]["points"] == 5
    worked(state, 1)
    assert cost(state, IMPHAL, DIMAPUR) == (6, lines_of_communications.OFF_ROAD)
    worked(state, 1)
    assert cost(state, IMPHAL, DIMAPUR) == cost(state, DIMAPUR, IMPHAL) == (2, lines_of_communications.BY_ROAD)
    assert refused(state, "allies", "begin_work", IMPHAL, "minor_road")[0] == "26.1"
    choose(state, "allies", "begin_work", IMPHAL, "major_road")
    assert stored(state, IMPHAL) == 0
    worked(state, 3)
    assert cost(state, IMPHAL, DIMAPUR) == (1, lines_of_communications.BY_ROAD)
    assert completed_construction.roads_built(state) == ((NUMBER[IMPHAL], "major_road"),)


@pytest.mark.clause("26.1", "22.1")
def test_26_1_22_1_a_unit_gets_farther_on_a_road_built_in_play() -> None:
    state = building(ALLIES, IMPHAL, 0)
    division = UNITS.index[put_unit(state, "cw_11_3", IMPHAL)]
    before = ground_destinations.reach(state, ALLIES, division)
    road = Built(NUMBER[IMPHAL], WORKS.index["major_road"], 1)
    in_turn(state, "quarters", ConstructionOrders(ALLIES, ()), built=(road,))
    assert set(before) < set(ground_destinations.reach(state, ALLIES, division))


@pytest.mark.clause("26.1")
def test_26_1_infantry_builds_no_road_and_no_road_follows_a_railway() -> None:
    state = building(ALLIES, DIMAPUR, 20)
    assert refused(state, "allies", "begin_work", DIMAPUR, "minor_road")[0] == "26.1"
    state = bare()
    put_unit(state, "cw_11_3", IMPHAL)
    stores(state, IMPHAL, 20)
    in_turn(state, "quarters", ConstructionOrders(ALLIES, ()))
    assert refused(state, "allies", "begin_work", IMPHAL, "minor_road")[0] == "26.1"


@pytest.mark.clause("26.1", "14.5", "31.1")
def test_26_1_an_anchorage_becomes_a_minor_port_and_grows_to_five() -> None:
    state = building(JAPAN, VICTORIA_POINT, 42)
    hex = NUMBER[VICTORIA_POINT]
    port = 1 << bombardment.PORT
    assert not bombardment.bombardment_targets(state, ALLIES, hex) & port
    choose(state, "japan", "begin_work", VICTORIA_POINT, "port")
    worked(state, 6)
    assert (completed_construction.port_at(state, hex), stored(state, VICTORIA_POINT)) == ("minor", 32)
    assert bombardment.bombardment_targets(state, ALLIES, hex) & port
    for cargo in (2, 3, 4, 5):
        choose(state, "japan", "begin_work", VICTORIA_POINT, "port")
        worked(state, 4)
        assert completed_construction.built(state, hex, completed_construction.PORT) == cargo
    assert stored(state, VICTORIA_POINT) == 0
    stores(state, VICTORIA_POINT, 20)
    assert refused(state, "japan", "begin_work", VICTORIA_POINT, "port")[0] == "26.1"
    assert refused(building(JAPAN, MANDALAY, 20), "japan", "begin_work", MANDALAY, "port")[0] == "26.1"
    assert refused(building(JAPAN, RANGOON, 20), "japan", "begin_work", RANGOON, "port")[0] == "26.1"


@pytest.mark.clause("26.1", "38.7", "38.8")
def test_26_1_38_8_guns_of_four_at_a_minor_port_and_of_eight_at_a_major_one_are_lost_with_the_hex() -> None:
    for hex, most in ((AKYAB, 4), (RANGOON, 8)):
        state = building(JAPAN, hex, 40)
        for strength in range(4, most + 1, 4):
            choose(state, "japan", "begin_work", hex, "guns")
            worked(state, 3)
            assert facilities.guns_at(state, NUMBER[hex]) == strength
        assert refused(state, "japan", "begin_work", hex, "guns")[0] == "26.1"
        for unit in list(layout.units_in(state.arrays).units(NUMBER[hex])):
            layout.units_in(state.arrays).put(unit, -1)
        capture(new_execution(state), ALLIES, NUMBER[hex])
        assert facilities.guns_at(state, NUMBER[hex]) == 0
        put_unit(state, "cw_2_1_eng", hex)
        stores(state, hex, 10)
        in_turn(state, "quarters", ConstructionOrders(ALLIES, ()), built=state.stack[0].built)  # type: ignore[attr-defined]
        choose(state, "allies", "begin_work", hex, "guns")
        worked(state, 2)
        assert facilities.guns_at(state, NUMBER[hex]) == 4


@pytest.mark.clause("26.2", "38.7")
def test_26_2_38_7_damaged_guns_are_repaired_for_three_points_a_level_but_captured_ones_are_not() -> None:
    guns = Built(NUMBER[AKYAB], WORKS.index["guns"], 1)
    state = building(JAPAN, AKYAB, 8, guns)
    hurt, base = state.arrays[layout.GUNS_HURT], BASE_AT[NUMBER[AKYAB]]
    hurt[base] = 3
    assert facilities.guns_at(state, NUMBER[AKYAB]) == 1
    choose(state, "japan", "begin_work", AKYAB, "mend_guns")
    worked(state, 1)
    assert (facilities.guns_at(state, NUMBER[AKYAB]), stored(state, AKYAB)) == (4, 4)
    hurt[base] = NO_GUNS
    assert refused(state, "japan", "begin_work", AKYAB, "mend_guns")[0] == "26.1"


@pytest.mark.clause("26.2")
def test_26_2_a_division_staff_repairs_a_level_a_turn_of_the_airbase_then_of_the_port() -> None:
    state = bare()
    put_unit(state, "jp_hq_division", RANGOON)
    stores(state, RANGOON, 9)
    base = BASE_AT[NUMBER[RANGOON]]
    state.arrays[layout.HURT][base] = state.arrays[layout.PORT_HURT][base] = 1
    in_turn(state, "quarters")
    worked(state, 1)
    assert (state.arrays[layout.HURT][base], state.arrays[layout.PORT_HURT][base]) == (0, 1)
    worked(state, 1)
    assert state.arrays[layout.PORT_HURT][base] == 0


@pytest.mark.clause("26.1", "24.4")
def test_26_1_24_4_a_fortified_city_shifts_by_two_and_is_fortified_once() -> None:
    state = building(JAPAN, MANDALAY, 40)
    attacker = UNITS.index[put_unit(state, "cw_11_3", "A2914")]
    terrain = ground_battle.SHIFTS.index("terrain")
    assert ground_battle.shifts_of(state, ALLIES, [attacker], NUMBER[MANDALAY])[terrain] == -1
    choose(state, "japan", "begin_work", MANDALAY, "fortify")
    worked(state, 8)
    assert stored(state, MANDALAY) == 20
    assert ground_battle.shifts_of(state, ALLIES, [attacker], NUMBER[MANDALAY])[terrain] == -2
    assert refused(state, "japan", "begin_work", MANDALAY, "fortify")[0] == "26.1"
    assert refused(building(ALLIES, "A2914", 40), "allies", "begin_work", "A2914", "fortify")[0] == "26.1"


def test_26_1_what_was_built_is_written_in_a_position() -> None:
    state = building(JAPAN, RANGOON, 10, Built(NUMBER[AKYAB], WORKS.index["guns"], 1))
    again = GAME.read_position(state.rules, GAME.write_position(state))
    assert again.stack == state.stack
