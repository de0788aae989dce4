"""16.3, 27.3 Stores over an empty beach, and the capacity of a Base Force on a coast without a harbour, as scenes."""

import pytest

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.data.tables import SECTIONS
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, FIRST_NEW, FULL, SHIPS, UNITS
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
from tests.games.war_in_the_pacific.midway_states import put_force, refused

UMNAK, BARE_COAST = "F2302", "F1803"
FERRY = SHIPS.index["us_ms1"]


def off(hex: str, name: str = "transport", ship: str = "us_ms1", points: int = 48) -> State:
    """An Allied ship with stores, in a force off a coast of its own, under a clear sky."""
    state = calm()
    mission(state, put_force(state, "allies_1", hex, ship), name)
    state.arrays[layout.CONTROL][NUMBER[hex]] = ALLIES
    state.arrays[layout.CARGO][SHIPS.index[ship]] = points
    return state


def leaving(state: State) -> list[int]:
    """16.3 The Supply Points that the ships may unload."""
    decision = next(each for each in state.decisions() if each.side == "allies")
    return [int(action[2]) for action in decision.choices if action[0] == "leave_supply"]


def lies(state: State, hex: str) -> int:
    """The Supply Points in a hex."""
    return state.arrays[layout.SUPPLY][BASE_AT[NUMBER[hex]]]


def carry_out_orders(state: State) -> None:
    """Both sides end their orders, which are then carried out."""
    for side in ("japan", "allies"):
        choose(state, side, "done")


# -- 16.3 stores over a beach ------------------------------------------------------------------------------------


@pytest.mark.clause("16.3", "25.4")
@pytest.mark.parametrize("name", ["transport", "assault"])
def test_16_3_a_merchant_puts_a_sixth_of_its_room_in_stores_over_the_beach_of_an_airbase(name: str) -> None:
    state = off(UMNAK, name)
    ask_ashore(state)
    assert leaving(state) == list(range(1, 9))
    assert refused(state, "allies", "leave_supply", "us_ms1", "9")[0] == "16.3"
    before = lies(state, UMNAK)
    choose(state, "allies", "leave_supply", "us_ms1", "8")
    carry_out_orders(state)
    assert (lies(state, UMNAK) - before, state.arrays[layout.CARGO][FERRY]) == (8, 40)


@pytest.mark.clause("16.3")
def test_16_3_units_and_stores_share_what_the_craft_of_a_force_land() -> None:
    state = off(UMNAK, points=20)
    unit = embarked(state, "us_3_1", "us_ms1")
    ask_ashore(state)
    choose(state, "allies", "land", unit)
    assert leaving(state) == []
    choose(state, "allies", "done")
    choose(state, "japan", "done")
    assert "us_3_1" in kinds_at(state, UMNAK)


@pytest.mark.clause("16.3", "8.6")
def test_16_3_8_6_no_stores_go_over_a_beach_in_a_storm() -> None:
    state = off(UMNAK)
    for section in range(len(SECTIONS)):
        state.cells[layout.WEATHER_DIE + section] = 1
    ask_ashore(state)
    assert leaving(state) == []


@pytest.mark.clause("16.3", "25.2")
def test_16_3_25_2_stores_are_unloaded_only_where_they_can_be_stored_and_on_a_friendly_coast() -> None:
    state = off(BARE_COAST)
    ask_ashore(state)
    assert refused(state, "allies", "leave_supply", "us_ms1", "1")[0] == "16.3"
    state.cells[layout.NEW_BASE_AT] = NUMBER[BARE_COAST]
    assert leaving(state) == list(range(1, 9))
    choose(state, "allies", "leave_supply", "us_ms1", "8")
    carry_out_orders(state)
    assert state.arrays[layout.SUPPLY][FIRST_NEW] == 8
    state = off(UMNAK, "assault")
    state.arrays[layout.CONTROL][NUMBER[UMNAK]] = JAPAN
    ask_ashore(state)
    assert refused(state, "allies", "leave_supply", "us_ms1", "1")[0] == "16.3"


@pytest.mark.clause("16.6")
def test_16_6_craft_fetch_no_stores_from_a_beach() -> None:
    state = off(UMNAK, points=0)
    state.arrays[layout.SUPPLY][BASE_AT[NUMBER[UMNAK]]] = 40
    ask_ashore(state)
    assert refused(state, "allies", "take_supply", "us_ms1", "1")[0] == "16.1"


# -- 27.3 a Base Force on a coast without a harbour -------------------------------------------------------------


def with_base_force(state: State, hex: str) -> State:
    """A fully deployed Base Force of the Allies in a hex."""
    unit = UNITS.index[put_unit(state, "us_bf", hex)]
    state.arrays[layout.DEPLOYED][unit] = FULL
    return state


@pytest.mark.clause("27.3", "14.1")
def test_27_3_a_full_base_force_on_a_bare_coast_handles_a_load_point_in_a_storm_too() -> None:
    state = with_base_force(off(UMNAK), UMNAK)
    state.arrays[layout.SUPPLY][BASE_AT[NUMBER[UMNAK]]] = 40
    for section in range(len(SECTIONS)):
        state.cells[layout.WEATHER_DIE + section] = 1
    ask_ashore(state)
    assert leaving(state) == [1, 2, 3, 4]
    with_base_force(state, UMNAK)
    assert leaving(state) == list(range(1, 9))


@pytest.mark.clause("27.3", "14.1")
def test_27_3_it_loads_as_many_stores_too() -> None:
    state = with_base_force(off(UMNAK, points=0), UMNAK)
    state.arrays[layout.SUPPLY][BASE_AT[NUMBER[UMNAK]]] = 40
    ask_ashore(state)
    assert refused(state, "allies", "take_supply", "us_ms1", "5")[0] == "16.1"
    choose(state, "allies", "take_supply", "us_ms1", "3")
    assert refused(state, "allies", "take_supply", "us_ms1", "1")[0] == "16.1"
    carry_out_orders(state)
    assert (lies(state, UMNAK), state.arrays[layout.CARGO][FERRY]) == (37, 3)


@pytest.mark.clause("27.3")
def test_27_3_a_base_force_on_a_beach_with_no_base_takes_a_small_staff_ashore_in_a_storm() -> None:
    state = with_base_force(off(BARE_COAST, points=0), BARE_COAST)
    unit = embarked(state, "us_hq_group", "us_ms1")
    for section in range(len(SECTIONS)):
        state.cells[layout.WEATHER_DIE + section] = 1
    ask_ashore(state)
    choose(state, "allies", "land", unit)
    choose(state, "japan", "done")
    events = choose(state, "allies", "done")
    assert [event["unit"] for event in find_events(events, "landed")] == [unit]
