"""Differences that a reference implementation of ports, construction, air lift and arrivals found, as scenes."""

import pytest

from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.data.tables import SECTIONS
from ironbottom.games.war_in_the_pacific.derived import (
    air_bases,
    cargo_room,
    flight_duties,
    ship_repair_capacity,
    strike_targets,
)
from ironbottom.games.war_in_the_pacific.derived.completed_construction import PORT
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, FIRST_NEW, FULL, SHIPS, UNITS
from ironbottom.games.war_in_the_pacific.rules.air import naval_strike
from ironbottom.games.war_in_the_pacific.rules.bases import construction_orders, ship_repair
from ironbottom.games.war_in_the_pacific.rules.naval import refuelling, ship_losses
from ironbottom.games.war_in_the_pacific.rules.search import searched_ports
from ironbottom.games.war_in_the_pacific.rules.shore import cargo
from ironbottom.games.war_in_the_pacific.turn_record import Built
from tests.games.war_in_the_pacific import leyte_states, test_leyte_construction
from tests.games.war_in_the_pacific.battle_states import (
    ask_ashore,
    calm,
    choose,
    embarked,
    find_events,
    kinds_at,
    mission,
    put_unit,
)
from tests.games.war_in_the_pacific.burma_states import (
    IMPHAL,
    JORHAT,
    RANGOON,
    TABLE,
    air,
    bare,
    flying,
    in_turn,
    new_execution,
    stores,
    supply,
)
from tests.games.war_in_the_pacific.burma_states import new_game as burma_begun
from tests.games.war_in_the_pacific.midway_states import put_force, refused

ENIWETOK, PEARL = "D2752", "F3342"


def at_anchor(*ships: str) -> State:
    """A Japanese force on Transport at Eniwetok, an anchorage of its own."""
    state = calm()
    mission(state, put_force(state, "japan_1", ENIWETOK, *ships), "transport")
    state.arrays[layout.CONTROL][NUMBER[ENIWETOK]] = JAPAN
    return state


# -- 14.3, 16.3, 16.6 anchorages ------------------------------------------------------------------------------


@pytest.mark.clause("16.3", "14.3")
def test_16_3_14_3_at_an_anchorage_craft_land_a_third_of_the_room_a_lighter_one_load_point() -> None:
    state = at_anchor("jp_apb2")
    units = [embarked(state, "jp_1_1", "jp_apb2") for _ in range(4)]
    ask_ashore(state)
    for unit in units[:3]:
        choose(state, "japan", "land", unit)
    assert refused(state, "japan", "land", units[3])[0] == "16.3"
    choose(state, "allies", "done")
    choose(state, "japan", "done")
    assert kinds_at(state, ENIWETOK) == ["jp_1_1"] * 3


@pytest.mark.clause("16.3", "14.3", "8.6")
@pytest.mark.parametrize(("die", "quarters"), [(6, 14), (1, 4)])
def test_16_3_8_6_in_a_storm_only_lighters_work(die: int, quarters: int) -> None:
    state = at_anchor("jp_apb2")
    for section in range(len(SECTIONS)):
        state.cells[layout.WEATHER_DIE + section] = die
    berth = cargo_room.berth_of(state, SHIPS.index["jp_apb2"])
    assert berth is not None
    assert cargo.remaining_at(state, JAPAN, berth) == quarters


@pytest.mark.clause("16.6", "14.3")
def test_16_6_14_3_craft_fetch_no_supplies_lighters_a_load_point() -> None:
    state = at_anchor("jp_apb2")
    state.arrays[layout.SUPPLY][BASE_AT[NUMBER[ENIWETOK]]] = 40
    ask_ashore(state)
    assert refused(state, "japan", "take_supply", "jp_apb2", "5")[0] == "16.1"
    choose(state, "japan", "take_supply", "jp_apb2", "4")


@pytest.mark.clause("16.3", "14.3")
def test_16_3_14_3_supplies_are_put_ashore_at_an_anchorage_by_craft() -> None:
    state = at_anchor("jp_apb2")
    state.arrays[layout.CARGO][SHIPS.index["jp_apb2"]] = 30
    ask_ashore(state)
    (decision,) = [each for each in state.decisions() if each.side == "japan"]
    offered = [int(action[2]) for action in decision.choices if action[0] == "leave_supply"]
    assert offered == list(range(1, 15))
    assert refused(state, "japan", "leave_supply", "jp_apb2", "15")[0] == "16.3"
    choose(state, "japan", "leave_supply", "jp_apb2", "14")


@pytest.mark.clause("16.5", "16.3")
def test_16_5_destroyers_land_a_regiment_at_an_anchorage_without_its_guns() -> None:
    destroyers = [f"jp_dd{number}" for number in range(1, 9)]
    state = at_anchor(*destroyers)
    unit = embarked(state, "jp_3_1", destroyers[0])
    ask_ashore(state)
    choose(state, "japan", "land", unit)
    choose(state, "allies", "done")
    events = choose(state, "japan", "done")
    assert [event["unit"] for event in find_events(events, "landed")] == [unit]
    assert kinds_at(state, ENIWETOK) == [event["kind"] for event in find_events(events, "reduced")]


# -- 12.6, 14.2, 20.14 ships in port -----------------------------------------------------------------------------


def anchored(*ships: str) -> State:
    """Single Japanese ships at Eniwetok."""
    state = calm()
    state.arrays[layout.CONTROL][NUMBER[ENIWETOK]] = JAPAN
    for ship in ships:
        layout.ships_in(state.arrays).put(SHIPS.index[ship], NUMBER[ENIWETOK])
    return state


@pytest.mark.clause("12.6", "14.3")
def test_12_6_14_3_single_ships_at_an_anchorage_are_in_it_like_those_of_a_force() -> None:
    single = anchored("jp_bb1")
    force = calm()
    force.arrays[layout.CONTROL][NUMBER[ENIWETOK]] = JAPAN
    put_force(force, "japan_1", ENIWETOK, "jp_bb1")
    for state in (single, force):
        assert ship_losses.lies_in_port(state, SHIPS.index["jp_bb1"])
        assert not naval_strike.can_move(state, SHIPS.index["jp_bb1"])


@pytest.mark.clause("20.14")
def test_20_14_a_deployed_base_force_shelters_single_ships_at_its_anchorage() -> None:
    state = anchored("jp_bb1")
    assert not naval_strike.is_safe_from_torpedoes(state, SHIPS.index["jp_bb1"])
    base_force = UNITS.index[put_unit(state, "jp_bf", ENIWETOK)]
    assert not naval_strike.is_safe_from_torpedoes(state, SHIPS.index["jp_bb1"])
    state.arrays[layout.DEPLOYED][base_force] = FULL
    assert naval_strike.is_safe_from_torpedoes(state, SHIPS.index["jp_bb1"])


@pytest.mark.clause("14.2", "20.14")
def test_14_2_20_14_ships_above_the_naval_capacity_are_outside_and_can_be_torpedoed() -> None:
    state = calm()
    state.arrays[layout.PORT_HURT][BASE_AT[NUMBER[PEARL]]] = 59
    first, second = (SHIPS.index[name] for name in ("us_cv5", "us_cv6"))
    inside = ship_repair_capacity.ships_within_capacity(state, ALLIES, NUMBER[PEARL])
    assert len(inside) == 1
    assert [naval_strike.is_safe_from_torpedoes(state, ship) for ship in (first, second)] == [
        ship in inside for ship in (first, second)
    ]
    assert any(not naval_strike.is_safe_from_torpedoes(state, ship) for ship in (first, second))


@pytest.mark.clause("14.2", "20.14", "8.41")
@pytest.mark.parametrize(
    ("hurt", "seen", "torpedoes"),
    [
        *((0, (6, 2), False), (54, (6, 2), False), (55, (6, 2), True)),
        *((55, (2, 6), True), (59, (-1, -1), False), (60, (-1, -1), True)),
    ],
)
def test_14_2_20_14_torpedoes_are_ordered_into_a_port_that_is_known_to_have_no_room_for_all(
    hurt: int, seen: tuple[int, int], torpedoes: bool
) -> None:
    """Pearl Harbor holds sixty; Japan has counted capital ships and carriers there, or has not searched it."""
    state = calm()
    base = BASE_AT[NUMBER[PEARL]]
    state.arrays[layout.PORT_HURT][base] = hurt
    searched_ports.store_count(state, base, seen)
    roles = strike_targets.roles_at(state, JAPAN, NUMBER[PEARL], strike_targets.IN_PORT)
    assert (flight_duties.TORPEDO in roles) is torpedoes


@pytest.mark.clause("18.3", "26.1")
def test_18_3_26_1_a_port_built_on_an_anchorage_repairs_as_a_minor_one() -> None:
    naha = NUMBER["B2736"]
    for built, worst in (((), None), ((Built(naha, PORT, 1),), 1)):
        state = test_leyte_construction.in_turn(leyte_states.new_game(), "supply", built=built)
        yard = ship_repair.repair_resources_of(state, JAPAN, naha)
        assert (yard.worst if yard else None) == worst


# -- 26.2 repairs ---------------------------------------------------------------------------------------------


@pytest.mark.clause("26.2", "25.3", "5.32")
@pytest.mark.parametrize(
    ("held", "unsupplied", "idle", "left"), [(4, 0, 0, 0), (3, 0, 0, 1), (4, 1, 0, 1), (4, 0, 1, 1)]
)
def test_26_2_a_large_headquarters_repairs_for_stores_if_it_is_supplied_and_works(
    held: int, unsupplied: int, idle: int, left: int
) -> None:
    state = bare()
    staff, base = UNITS.index[put_unit(state, "jp_hq_division", RANGOON)], BASE_AT[NUMBER[RANGOON]]
    state.arrays[layout.HURT][base] = 1
    state.arrays[layout.UNSUPPLIED][staff], state.arrays[layout.IDLE_HEADQUARTERS][staff] = unsupplied, idle
    stores(state, RANGOON, held)
    in_turn(state, "quarters")
    construction_orders.advance_projects(new_execution(state))
    assert (state.arrays[layout.HURT][base], supply(state, RANGOON)) == (left, held if left else 0)


# -- 6.8 air lift -------------------------------------------------------------------------------------------------


def airlift(dropped: str = "without_a_base") -> State:
    """Transports and stores at Jorhat; a brigade at Imphal, which has an airbase, and one beside it."""
    state = bare()
    state.rules = TABLE.rules({"stores_dropped": dropped})
    for hex in (IMPHAL, "A2912"):
        state.arrays[layout.CONTROL][NUMBER[hex]] = ALLIES
        put_unit(state, "cw_3_1", hex)
    put_unit(state, "cw_hq_group", JORHAT)
    air(state, "c_47", JORHAT, 8)
    stores(state, JORHAT, 40)
    return flying(state)


@pytest.mark.clause("6.8")
def test_6_8_stores_are_dropped_on_units_without_a_base_and_landed_at_one() -> None:
    state = airlift()
    assert refused(state, "allies", "drop_stores", JORHAT, "c_47_trained", IMPHAL, "4")[0] == "6.8"
    choose(state, "allies", "drop_stores", JORHAT, "c_47_trained", "A2912", "4")
    choose(state, "allies", "fly_stores", JORHAT, "c_47_trained", IMPHAL, "4", "comes_back")
    assert (supply(state, IMPHAL), supply(state, JORHAT)) == (2, 36)


@pytest.mark.clause("6.8")
def test_6_8_by_the_option_stores_are_dropped_on_a_base_too() -> None:
    state = airlift("anywhere")
    choose(state, "allies", "drop_stores", JORHAT, "c_47_trained", IMPHAL, "4")
    assert supply(state, IMPHAL) == 1


# -- 44.71, 44.72 arrivals ------------------------------------------------------------------------------------------


@pytest.mark.clause("44.72", "26.1")
def test_44_72_26_1_air_points_arrive_at_an_airbase_built_in_play_too() -> None:
    state = burma_begun()
    there = "A3114"
    assert NUMBER[there] not in BASE_AT
    state.cells[layout.NEW_BASE_AT] = NUMBER[there]
    state.arrays[layout.LEVEL][FIRST_NEW] = 1
    assert state.arrays[layout.CONTROL][NUMBER[there]] == JAPAN
    assert FIRST_NEW in air_bases.bases_for_arrivals(state, JAPAN)
    assert FIRST_NEW not in air_bases.bases_for_arrivals(state, ALLIES)
    state.arrays[layout.CONTROL][NUMBER[there]] = ALLIES
    assert FIRST_NEW not in air_bases.bases_for_arrivals(state, JAPAN)


# -- 3.21 the water of a port ------------------------------------------------------------------------------------

HILO = "F3643"
"""A port in a split hex, on the first of its waters."""


@pytest.mark.clause("3.21", "14.2", "10.5", "18.1", "18.4")
@pytest.mark.parametrize(("water", "inside"), [(0, True), (1, False)])
def test_3_21_14_2_ships_are_in_a_port_only_in_its_own_water(water: int, inside: bool) -> None:
    state = calm()
    force = put_force(state, "allies_1", HILO, "us_cv8")
    state.cells[layout.FORCE_WATER + force] = water
    ship = SHIPS.index["us_cv8"]
    state.arrays[layout.FUEL][ship], state.arrays[layout.DAMAGE][ship] = 5, 1
    assert (ship in ship_repair_capacity.ships_within_capacity(state, ALLIES, NUMBER[HILO])) is inside
    assert (ship in ship_repair.repairable(state, ALLIES, NUMBER[HILO])) is inside
    refuelling.refuel_in_ports(Execution(state, NoDice()))
    assert state.arrays[layout.FUEL][ship] == (30 if inside else 5)
