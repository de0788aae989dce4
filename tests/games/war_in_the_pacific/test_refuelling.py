"""10.5, 10.6, 42.74 Refuelling in port and at sea, and its price."""

import pytest

from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import cargo_room
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import type_of
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, SHIPS, UNITS_OF
from ironbottom.games.war_in_the_pacific.rules.naval import refuelling
from tests.games.war_in_the_pacific.midway_states import TABLE, midway, put_force


def drain(state: State, left: int, *ships: str) -> None:
    """Leaves this much fuel in the tanks of ships."""
    for ship in ships:
        state.arrays[layout.FUEL][SHIPS.index[ship]] = left


def fuel(state: State, *ships: str) -> list[int]:
    return [state.arrays[layout.FUEL][SHIPS.index[ship]] for ship in ships]


def test_10_5_by_the_option_each_filling_costs_the_whole_price() -> None:
    pieces = TABLE.rules({"tank_price": "whole"}).pieces
    carrier = SHIPS.index["jp_cv1"]
    assert [refuelling.cost_of_filling(pieces, carrier, left) for left in (0, 15, 25, 30)] == [4, 4, 4, 0]


def test_10_5_the_price_of_a_tank_depends_on_the_missing_fuel() -> None:
    pieces = midway().rules.pieces
    prices = {
        (ship, left): refuelling.cost_of_filling(pieces, SHIPS.index[ship], left)
        for ship in ("jp_cv1", "jp_ca5", "jp_dd1", "jp_sf1")
        for left in (0, 15, 30)
    }
    assert prices == {
        ("jp_cv1", 0): 4,
        ("jp_cv1", 15): 2,
        ("jp_cv1", 30): 0,
        ("jp_ca5", 0): 2,
        ("jp_ca5", 15): 1,
        ("jp_ca5", 30): 0,
        ("jp_dd1", 0): 1,
        ("jp_dd1", 15): 1,
        ("jp_dd1", 30): 0,
        ("jp_sf1", 0): 1,
        ("jp_sf1", 15): 1,
        ("jp_sf1", 30): 0,
    }


@pytest.mark.clause("10.5", "42.74")
def test_10_5_42_74_ships_in_a_friendly_port_fill_their_tanks() -> None:
    state = midway()
    drain(state, 5, "us_cv8", "us_cv6", "us_dd14")
    put_force(state, "allies_1", "F3342", "us_cv6")
    execution = Execution(state, NoDice())
    refuelling.refuel_in_ports(execution)
    assert fuel(state, "us_cv8", "us_cv6", "us_dd14") == [30, 30, 30]
    result = [log.REFUELLED.visible(event, 1 << ALLIES) for event in execution.events]
    assert [event["ship"] for event in result if event] == ["us_cv6", "us_cv8", "us_dd14"]
    assert all(log.REFUELLED.visible(event, 1 << JAPAN) is None for event in execution.events)


@pytest.mark.clause("14.7")
def test_42_74_fuelling_stays_within_the_cargo_capacity() -> None:
    state = midway()
    port = state.rules.pieces.atlas.places[NUMBER["D0948"]]
    ships = ("jp_bb1", "jp_bb2", "jp_bb3", "jp_bb4")
    assert port.cargo < 4
    put_force(state, "japan_1", "D0948", *ships)
    drain(state, 0, *ships)
    refuelling.refuel_in_ports(Execution(state, NoDice()))
    load = port.cargo + 1  # 27.3 a fully deployed Base Force handles one more
    assert fuel(state, *ships) == [30] * load + [0] * (4 - load)


@pytest.mark.clause("14.1", "42.74")
def test_42_74_cargo_that_a_port_has_loaded_in_the_phase_lowers_its_fuelling() -> None:
    state = midway()
    hex, ships = NUMBER["D0948"], ("jp_bb1", "jp_bb2", "jp_bb3", "jp_bb4")
    put_force(state, "japan_1", "D0948", *ships)
    drain(state, 0, *ships)
    whole = cargo_room.cargo_capacity(state, JAPAN, hex)
    state.arrays[layout.TAKES][SHIPS.index["jp_apb2"]] = 5
    assert (state.arrays[layout.SHIP_AT][SHIPS.index["jp_apb2"]], whole) == (hex, 12)
    refuelling.refuel_in_ports(Execution(state, NoDice()))
    assert fuel(state, *ships) == [30, 0, 0, 0]  # four Supply Points each, of seven that are left


@pytest.mark.clause("42.74", "14.3", "10.5")
@pytest.mark.parametrize(
    ("reading", "stores", "filled"),
    [("as_ports", 0, 1), ("stores_alone", 0, 0), ("stores_alone", 4, 1), ("as_ports", 8, 2)],
)
def test_42_74_14_3_an_anchorage_fuels_by_its_lighters_or_by_option_only_with_ships_there(
    reading: str, stores: int, filled: int
) -> None:
    """Wake's lighters land one Load Point, which is four Supply Points, as much as a battleship takes.

    None of Wake's stores are spent.
    """
    state, wake = midway(), NUMBER["D3243"]
    state.rules = TABLE.rules({"anchorage_supply": reading})
    unit = next(
        unit
        for unit in UNITS_OF[JAPAN]
        if state.arrays[layout.UNIT_AT][unit] == wake and type_of(state, unit).kind == "base_force"
    )
    state.arrays[layout.DEPLOYED][unit] = 0  # 27.3 otherwise the port handles one more Load Point
    state.arrays[layout.SUPPLY][BASE_AT[wake]] = stores
    ships = ("jp_bb1", "jp_bb2")
    put_force(state, "japan_1", "D3243", *ships)
    drain(state, 0, *ships)
    refuelling.refuel_in_ports(Execution(state, NoDice()))
    assert fuel(state, *ships) == [30] * filled + [0] * (2 - filled)
    assert state.arrays[layout.SUPPLY][BASE_AT[wake]] == stores


def test_18_33_a_port_in_maximum_effort_handles_half() -> None:
    state = midway()
    assert cargo_room.cargo_capacity(state, ALLIES, NUMBER["F3342"]) == 4 * 10
    state.arrays[layout.MAXIMUM_EFFORT][SHIPS.index["us_cv5"]] = 0
    assert cargo_room.cargo_capacity(state, ALLIES, NUMBER["F3342"]) == 4 * 20


def test_10_5_no_enemy_port_fills_tanks() -> None:
    state = midway()
    put_force(state, "japan_1", "F1234", "jp_cv1")
    drain(state, 5, "jp_cv1")
    refuelling.refuel_in_ports(Execution(state, NoDice()))
    assert fuel(state, "jp_cv1") == [5]


def test_10_6_a_service_force_fills_its_own_force_at_sea() -> None:
    state = midway()
    put_force(state, "japan_1", "F1230", "jp_cv1", "jp_dd1", "jp_sf1")
    put_force(state, "japan_2", "F1230", "jp_cv2")
    drain(state, 10, "jp_cv1", "jp_dd1", "jp_cv2")
    refuelling.refuel_at_sea(Execution(state, NoDice()))
    assert fuel(state, "jp_cv1", "jp_dd1", "jp_cv2") == [30, 30, 10]
    assert state.arrays[layout.CARGO][SHIPS.index["jp_sf1"]] == 400 - 3 - 1


def test_10_6_no_refuelling_at_sea_after_two_hexes_in_a_storm_or_without_cargo() -> None:
    for steps, die, load, filled in ((1, 3, 400, True), (2, 3, 400, False), (1, 1, 400, False), (1, 3, 2, False)):
        state = midway()
        force = put_force(state, "japan_1", "F1230", "jp_cv1", "jp_sf1")
        drain(state, 10, "jp_cv1")
        state.cells[layout.FORCE_STEPS + force] = steps
        state.cells[layout.WEATHER_DIE : layout.WEATHER_DIE + 7] = [die] * 7
        state.arrays[layout.CARGO][SHIPS.index["jp_sf1"]] = load
        refuelling.refuel_at_sea(Execution(state, NoDice()))
        assert fuel(state, "jp_cv1") == [30 if filled else 10]
        assert state.arrays[layout.CARGO][SHIPS.index["jp_sf1"]] == load - (3 if filled else 0)
