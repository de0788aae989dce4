"""16.0, 17.0, 38.7 Loading, landings, bombardment and coastal guns, through choices at the table with fixed dice."""

import pytest

from ironbottom.engine.core.events import Event
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, SHIPS, STACKS, UNITS
from ironbottom.games.war_in_the_pacific.rules.shore import landings
from tests.games.war_in_the_pacific.battle_states import (
    ask_ashore,
    calm,
    choose,
    embarked,
    find_events,
    kinds_at,
    level,
    mission,
    plan,
    put_unit,
)
from tests.games.war_in_the_pacific.midway_states import put_force, refused

KISKA, MIDWAY, WAKE, SAIPAN = "F0604", "F1234", "D3243", "D0948"


def assault_on(hex: str, *ships: str, dice_free: bool = True) -> State:
    """A Japanese force on Assault Mission in a hex that Japan announced before play."""
    state = calm()
    mission(state, put_force(state, "japan_1", hex, *ships), "assault")
    plan(state, hex)
    return state


def carry_out_orders(state: State, *dice: int) -> list[Event]:
    """The Allies do nothing, and Japan's orders are carried out."""
    choose(state, "allies", "done")
    return choose(state, "japan", "done", dice=dice)


# -- 16.3, 16.4 landings -------------------------------------------------------------------------------


def test_16_4_an_empty_hex_is_simply_taken() -> None:
    state = assault_on(KISKA, "jp_apb1")
    unit = embarked(state, "jp_1_1", "jp_apb1")
    state.arrays[layout.SHRUNK][SHIPS.index["jp_apb1"]] = 0
    ask_ashore(state)
    choose(state, "japan", "land", unit)
    events = carry_out_orders(state)
    assert find_events(events, "captured") == [{"event": "captured", "at": KISKA, "side": "japan"}]
    assert kinds_at(state, KISKA) == ["jp_1_1"]
    assert state.arrays[layout.CONTROL][NUMBER[KISKA]] == JAPAN


def test_16_2_no_landing_without_an_announcement() -> None:
    state = assault_on(KISKA, "jp_apb2")
    unit = embarked(state, "jp_1_1", "jp_apb2")
    plan(state, MIDWAY)
    ask_ashore(state)
    assert refused(state, "japan", "land", unit) == ("16.2", "no assault there was announced before play")
    plan(state, "F0704")
    assert state.why_not("japan", ("land", unit)) is None


def test_16_3_a_part_of_the_load_goes_over_a_beach_in_a_phase() -> None:
    state = assault_on(KISKA, "jp_apb1")
    assert state.arrays[layout.SHRUNK][SHIPS.index["jp_apb1"]] == 2
    regiment = embarked(state, "jp_2_1", "jp_apb1")
    battalion = embarked(state, "jp_1_1", "jp_apb1")
    ask_ashore(state)
    assert refused(state, "japan", "land", regiment)[0] == "16.3"
    choose(state, "japan", "land", battalion)
    state = assault_on(KISKA, "jp_apb2")
    regiments = [embarked(state, "jp_2_1", "jp_apb2") for _ in range(2)]
    ask_ashore(state)
    choose(state, "japan", "land", regiments[0])
    assert refused(state, "japan", "land", regiments[1])[0] == "16.3"


def test_16_3_nothing_goes_ashore_over_a_beach_in_a_storm() -> None:
    state = assault_on(KISKA, "jp_apb2")
    unit = embarked(state, "jp_1_1", "jp_apb2")
    for section in range(7):
        state.cells[layout.WEATHER_DIE + section] = 1
    ask_ashore(state)
    assert refused(state, "japan", "land", unit)[0] == "16.3"


def test_16_3_only_an_assault_lands_on_an_enemy_coast() -> None:
    state = assault_on(KISKA, "jp_apb2")
    mission(state, 0, "transport")
    unit = embarked(state, "jp_1_1", "jp_apb2")
    ask_ashore(state)
    assert refused(state, "japan", "land", unit)[0] == "16.3"


def test_16_4_a_held_hex_gives_a_beachhead_after_its_guns_have_fired() -> None:
    """16.4, 38.7, 38.8: Midway's guns stand with a full Base Force."""
    state = assault_on(MIDWAY, "jp_apb2")
    base = next(unit for unit in layout.units_in(state.arrays).units(NUMBER[MIDWAY]) if unit >= 256)
    state.arrays[layout.DEPLOYED][base] = 2
    unit = embarked(state, "jp_2_1", "jp_apb2")
    ask_ashore(state)
    choose(state, "japan", "land", unit)
    events = carry_out_orders(state, 1, 1)  # guns 6 at 3 for ten: 2 Damage Points, no level
    assert find_events(events, "guns_fired") == [
        {"event": "guns_fired", "at": MIDWAY, "force": "japan_1", "strength": 6}
    ]
    assert not find_events(events, "captured")
    assert state.arrays[layout.CONTROL][NUMBER[MIDWAY]] == ALLIES
    assert state.arrays[layout.LANDED][UNITS.index[unit]] == 1
    assert "jp_2_1" in kinds_at(state, MIDWAY)


def test_16_4_no_landing_under_enemy_ships() -> None:
    state = assault_on(KISKA, "jp_apb2")
    put_force(state, "allies_1", KISKA, "us_ca32")
    unit = embarked(state, "jp_1_1", "jp_apb2")
    ask_ashore(state)
    choose(state, "japan", "land", unit)
    events = carry_out_orders(state)
    assert find_events(events, "landing_barred") == [{"event": "landing_barred", "at": KISKA}]
    assert kinds_at(state, KISKA) == []


def test_16_8_units_on_a_ship_that_the_guns_sink_are_lost() -> None:
    state = assault_on(MIDWAY, "jp_apb2")
    base = next(unit for unit in layout.units_in(state.arrays).units(NUMBER[MIDWAY]) if unit >= 256)
    state.arrays[layout.DEPLOYED][base] = 2
    state.arrays[layout.DAMAGE][SHIPS.index["jp_apb2"]] = 4
    unit = embarked(state, "jp_1_1", "jp_apb2")
    ask_ashore(state)
    assert refused(state, "japan", "land", unit)[0] == "16.3"  # there is no room left
    state.arrays[layout.DAMAGE][SHIPS.index["jp_apb2"]] = 1
    choose(state, "japan", "land", unit)
    state.arrays[layout.DAMAGE][SHIPS.index["jp_apb2"]] = 4
    losses = state.cells[layout.LOSSES + JAPAN]
    events = carry_out_orders(state, 6, 6)
    assert [lost["kind"] for lost in find_events(events, "unit_lost")] == ["jp_1_1"]
    assert state.cells[layout.LOSSES + JAPAN] == losses + 10
    assert kinds_at(state, MIDWAY).count("jp_1_1") == 0


# -- 16.1 loading ----------------------------------------------------------------------------------------


@pytest.mark.clause("14.1", "15.6")
def test_16_1_units_board_ships_in_port_within_room_and_port() -> None:
    state = calm()
    unit = put_unit(state, "jp_7_3", SAIPAN)
    battalion = next(
        UNITS.ids[unit]
        for unit in layout.units_in(state.arrays).units(NUMBER[SAIPAN])
        if state.rules.pieces.ground[state.arrays[layout.UNIT_TYPE][unit]].id == "jp_1_1"
    )
    ask_ashore(state)
    assert refused(state, "japan", "embark", battalion, "jp_cl17")[0] == "16.1"
    choose(state, "japan", "embark", battalion, "jp_apb2")
    assert refused(state, "japan", "embark", unit, "jp_apb2")[0] == "16.1"
    events = carry_out_orders(state)
    assert [loaded["unit"] for loaded in find_events(events, "loaded")] == [battalion]
    assert find_events(events, "aboard", 0b10) == []
    assert find_events(events, "aboard", 0b01)[0]["ship"] == "jp_apb2"
    assert "jp_1_1" not in kinds_at(state, SAIPAN)


def test_16_6_units_are_lifted_from_a_beach_and_leave_their_hex() -> None:
    state = calm()
    state.arrays[layout.CONTROL][NUMBER["F0704"]] = JAPAN
    regiments = [put_unit(state, "jp_2_1", "F0704") for _ in range(2)]
    mission(state, put_force(state, "japan_1", "F0704", "jp_apb2"), "transport")
    ask_ashore(state)
    choose(state, "japan", "embark", regiments[0], "jp_apb2")
    assert refused(state, "japan", "embark", regiments[1], "jp_apb2")[0] == "16.1"
    carry_out_orders(state)
    assert kinds_at(state, "F0704") == ["jp_2_1"]


def test_27_1_a_deployed_base_force_does_not_board() -> None:
    state = calm()
    base = put_unit(state, "jp_bf", "D0418")
    state.arrays[layout.DEPLOYED][UNITS.index[base]] = 2
    ask_ashore(state)
    assert refused(state, "japan", "embark", base, "jp_apb3")[0] == "16.1"
    state.arrays[layout.DEPLOYED][UNITS.index[base]] = 0
    assert state.why_not("japan", ("embark", base, "jp_apb3")) is None


def test_16_5_destroyers_share_their_room() -> None:
    state = calm()
    unit = put_unit(state, "jp_1_1", WAKE)
    mission(state, put_force(state, "japan_1", WAKE, "jp_dd1", "jp_dd11", "jp_dd12"), "transport")
    ask_ashore(state)
    assert refused(state, "japan", "embark", unit, "jp_dd1")[0] == "16.1"
    put_force(state, "japan_1", WAKE, "jp_dd13")
    choose(state, "japan", "embark", unit, "jp_dd1")


def test_16_1_supply_points_are_taken_and_left() -> None:
    state = calm()
    state.arrays[layout.SUPPLY][BASE_AT[NUMBER[SAIPAN]]] = 6
    ask_ashore(state)
    assert refused(state, "japan", "take_supply", "jp_apb2", "7")[0] == "16.1"
    choose(state, "japan", "take_supply", "jp_apb2", "6")
    carry_out_orders(state)
    assert state.arrays[layout.CARGO][SHIPS.index["jp_apb2"]] == 6
    assert state.arrays[layout.SUPPLY][BASE_AT[NUMBER[SAIPAN]]] == 0
    landings.clear_orders(state)  # as the phase ends
    ask_ashore(state)
    choose(state, "japan", "leave_supply", "jp_apb2", "2")
    carry_out_orders(state)
    assert state.arrays[layout.SUPPLY][BASE_AT[NUMBER[SAIPAN]]] == 2


def test_16_1_16_5_a_destroyer_takes_supplies_for_its_own_room_though_destroyers_share_theirs_for_troops() -> None:
    state = calm()
    state.arrays[layout.SUPPLY][BASE_AT[NUMBER[SAIPAN]]] = 6
    ships = [SHIPS.index[f"jp_dd{number}"] for number in (1, 2, 3, 4)]
    for ship in ships:
        layout.ships_in(state.arrays).put(ship, NUMBER[SAIPAN])
    ask_ashore(state)
    own = state.rules.pieces.ships[ships[0]].load_quarters
    assert refused(state, "japan", "take_supply", "jp_dd1", str(own + 1))[0] == "16.1"
    choose(state, "japan", "take_supply", "jp_dd1", str(own))
    carry_out_orders(state)
    assert state.arrays[layout.CARGO][ships[0]] == own


# -- 17.0 bombardment --------------------------------------------------------------------------------------


def shelling(*ships: str) -> State:
    """A Japanese force on a Bombardment Mission off Midway; both sides are asked."""
    state = calm()
    mission(state, put_force(state, "japan_1", MIDWAY, *ships), "bombardment")
    state.arrays[layout.GUNS_HURT][BASE_AT[NUMBER[MIDWAY]]] = 6
    ask_ashore(state)
    return state


def test_17_1_battleships_in_full_cruisers_by_part_destroyers_in_threes() -> None:
    state = shelling("jp_bb1", "jp_ca13", "jp_ca14", "jp_cl17", "jp_dd1", "jp_dd11", "jp_dd12")
    choose(state, "japan", "shell", "japan_1", "airbase")
    hex = BASE_AT[NUMBER[MIDWAY]]
    parked = layout.points_at(state.arrays, hex)
    events = carry_out_orders(state, 4, *(1,) * 2 * -(-parked // 5))
    assert find_events(events, "bombarded") == [
        {"event": "bombarded", "at": MIDWAY, "target": "airbase", "strength": 15, "die": 4, "hits": 1}
    ]
    assert state.arrays[layout.HURT][hex] == 1
    assert layout.points_at(state.arrays, hex) == parked


def test_31_1_31_2_from_the_sea_parked_points_are_hit_as_from_the_air() -> None:
    """31.2: one in five of the twelve unwatched points is hit by lot.

    Each is lost according to its fragility, or is out for the turn.
    """
    state = shelling("jp_bb1", "jp_bb2")
    hex = BASE_AT[NUMBER[MIDWAY]]
    parked, losses = layout.points_at(state.arrays, hex), state.cells[layout.LOSSES + ALLIES]
    assert parked == 12
    choose(state, "japan", "shell", "japan_1", "airbase")
    events = carry_out_orders(state, 4, 1, 6, 1, 1, 1, 6)
    assert find_events(events, "hit_on_ground") == [{"event": "hit_on_ground", "base": MIDWAY, "lost": 2, "out": 1}]
    assert layout.points_at(state.arrays, hex) == parked - 2
    assert state.cells[layout.LOSSES + ALLIES] == losses + 4


def test_31_1_a_base_that_searched_is_not_surprised() -> None:
    state = shelling("jp_bb1", "jp_bb2")
    hex = BASE_AT[NUMBER[MIDWAY]]
    state.arrays[layout.SEARCHING][len(STACKS) * hex + STACKS.index["pby_trained"]] = 1
    choose(state, "japan", "shell", "japan_1", "airbase")
    (hit,) = find_events(carry_out_orders(state, 4, 1, 1, 1, 1), "hit_on_ground")
    assert (hit["lost"], hit["out"]) == (0, 2)


def test_31_1_ground_units_are_disrupted_and_lose_a_step_at_the_third_hit() -> None:
    state = shelling("jp_bb1", "jp_bb2", "jp_bb3", "jp_bb4", "jp_bb5", "jp_bb6", "jp_bb7")
    unit = UNITS.index[put_unit(state, "us_11_3", MIDWAY)]
    before = kinds_at(state, MIDWAY)
    choose(state, "japan", "shell", "japan_1", "ground")
    carry_out_orders(state, 5)
    assert state.arrays[layout.DISRUPTED][unit] == 3
    assert len(kinds_at(state, MIDWAY)) == len(before) - 1


def test_17_2_a_force_bombards_once_in_a_phase() -> None:
    state = shelling("jp_dd1", "jp_dd11", "jp_dd12")
    choose(state, "japan", "shell", "japan_1", "airbase")
    assert refused(state, "japan", "shell", "japan_1", "ground")[0] == "17.1"
    carry_out_orders(state, 1)
    ask_ashore(state)
    assert refused(state, "japan", "shell", "japan_1", "airbase")[0] == "17.1"


def test_38_7_guns_reply_to_a_bombardment_at_their_strength_before_it() -> None:
    state = calm()
    mission(state, put_force(state, "allies_1", WAKE, "us_ca32", "us_ca33"), "bombardment")
    ask_ashore(state)
    choose(state, "allies", "shell", "allies_1", "guns")
    choose(state, "japan", "done")
    events = choose(state, "allies", "done", dice=(6, 2, 6, 6, 2))
    assert find_events(events, "bombarded")[0]["hits"] == 1
    assert find_events(events, "guns_fired")[0]["strength"] == 6
    assert state.arrays[layout.GUNS_HURT][BASE_AT[NUMBER[WAKE]]] == 3
    assert level(state, "us_ca33") > 0
