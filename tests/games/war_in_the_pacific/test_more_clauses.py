"""Clauses tested again from the text, each with exact choices and their results."""

from collections import Counter

import pytest

from ironbottom.engine.dice.dice import NoDice, ScriptedDice, SeededDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State, run
from ironbottom.games.war_in_the_pacific import GAME, log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import cargo_room, ground_stacks, strike_targets
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.information.view import view_of
from ironbottom.games.war_in_the_pacific.pieces import (
    ABOARD,
    AIR_TYPES,
    BASE_AT,
    HEXES,
    SHIPS,
    TRAINED,
    UNITS,
    WATERS,
    slot,
)
from ironbottom.games.war_in_the_pacific.rules import sequence
from ironbottom.games.war_in_the_pacific.rules.air import special_strikes
from ironbottom.games.war_in_the_pacific.rules.naval import refuelling
from ironbottom.games.war_in_the_pacific.rules.sequence import GameTurn
from ironbottom.games.war_in_the_pacific.rules.shore import landings
from ironbottom.games.war_in_the_pacific.rules.turn import losses
from ironbottom.games.war_in_the_pacific.scenarios.burma import turn as burma_turn
from ironbottom.games.war_in_the_pacific.scenarios.leyte import derived as leyte_derived
from ironbottom.games.war_in_the_pacific.turns import turn_name, turn_number
from tests.games.war_in_the_pacific import air_states, burma_states, leyte_states
from tests.games.war_in_the_pacific.battle_states import choose, cleared, find_events, kinds_at, put_unit
from tests.games.war_in_the_pacific.leyte_states import LEYTE, deploying
from tests.games.war_in_the_pacific.midway_states import refused, run_supply
from tests.games.war_in_the_pacific.test_air_raids import MIDWAY, position_off_midway
from tests.games.war_in_the_pacific.test_special_strikes import ask, two_carriers

RULES = GAME.rules()
PANAY, CEBU, CEBU_WEST = "B2152", "B2353", "B2252"

# -- 45.64 headquarters that share bases -----------------------------------------------------------------------


def staffs_in_the_visayas(**points: int) -> State:
    """The Allies deploy; they have four airbases in a row, each with one Level, and a Group at either end.

    The Groups of Panay and Leyte are 18 Movement Points apart: both reach the two bases between.
    """
    state = deploying(ALLIES)
    for hex in (PANAY, CEBU_WEST, CEBU, LEYTE):
        assert state.arrays[layout.LEVEL][BASE_AT[NUMBER[hex]]] == 1
        state.arrays[layout.CONTROL][NUMBER[hex]] = ALLIES
        for unit in list(layout.units_in(state.arrays).units(NUMBER[hex])):
            layout.units_in(state.arrays).put(unit, -1)
        base = BASE_AT[NUMBER[hex]]
        air, width = state.arrays[layout.AIR], slot(1, 0, 0)
        air[base * width : (base + 1) * width] = type(air)(air.typecode, [0]) * width
        air[slot(base, AIR_TYPES.index["p_40"], TRAINED)] = points.get(hex, 0)
    for hex in (PANAY, LEYTE):
        assert UNITS.index[put_unit(state, "us_hq_group", hex)] >= 0
    return state


@pytest.mark.clause("45.64", "5.3")
def test_45_64_points_that_another_headquarters_may_serve_take_no_room_from_the_one_they_share() -> None:
    """Ten points at Cebu may serve Leyte: Panay takes ten more, and so does Leyte while Panay may serve Cebu."""
    for hex in (PANAY, LEYTE):
        state = staffs_in_the_visayas(B2353=10)
        choose(state, "allies", "bring_in", "p_51_trained", hex, "10")
        assert layout.points_at(state.arrays, BASE_AT[NUMBER[hex]]) == 10


@pytest.mark.clause("45.64", "5.3")
def test_45_64_two_headquarters_serve_no_more_than_both_together() -> None:
    """Two Groups serve at most twenty points, whether all are at Cebu, or half at the base of each Group."""
    state = staffs_in_the_visayas(B2353=10, B2252=10)
    assert refused(state, "allies", "bring_in", "p_51_trained", PANAY, "1")[0] == "45.64"
    state = staffs_in_the_visayas(B2152=10, B2353=4)
    assert refused(state, "allies", "bring_in", "p_51_trained", LEYTE, "7")[0] == "45.64"
    choose(state, "allies", "bring_in", "p_51_trained", LEYTE, "6")
    assert refused(state, "allies", "bring_in", "p_51_trained", CEBU, "1")[0] == "45.64"


# -- 4.11, 4.3, 4.31 the Air Phase and its secrets ---------------------------------------------------


def before_search() -> State:
    """The Japanese carriers off Midway and its garrison; Japan is First Player, and both are asked to search."""
    state = position_off_midway({"f2a_trained": 2, "pby_trained": 3}, jp_cv1={"zero_carrier": 4, "val_carrier": 6})
    air_states.start(state, *air_states.CLEAR_WEATHER, 6, 6, 6)
    return state


def test_4_11_search_declarations_strikes_transfers_and_transport_follow_one_another() -> None:
    """4.11, 4.2: both search at once; the Second Player declares, then the First; both transfer at once.

    Then transport.
    """
    state = before_search()
    air_states.park(state, MIDWAY, pby_trained=3, f2a_trained=2)
    put_unit(state, "us_hq_group", MIDWAY)
    asked = []
    while open_to := state.decisions():
        asked.append((state.stack[-1].name, [decision.side for decision in open_to]))
        air_states.act(state, open_to[0].side, "done")
    both = ["japan", "allies"]
    assert asked == [
        ("searching", both),
        ("searching", ["allies"]),
        ("declaring", ["allies"]),
        ("declaring", ["japan"]),
        ("transferring", both),
        ("transferring", ["allies"]),
        ("air_lift", ["allies"]),
    ]


def test_4_3_search_bases_are_hidden_before_both_sides_have_chosen() -> None:
    state = before_search()
    twin = state.copy()
    events = air_states.act(state, "allies", "search", MIDWAY, "pby_trained", "3")
    assert view_of(state, JAPAN) == view_of(twin, JAPAN)
    assert view_of(state, ALLIES) != view_of(twin, ALLIES)
    assert [kind.name for event in events for kind in log.KINDS_OF_EVENT if kind.visible(event, 1 << JAPAN)] == []
    assert [decision.side for decision in state.decisions()] == ["japan", "allies"]


def test_4_31_a_patrol_is_hidden_and_of_a_strike_only_its_hex_is_seen() -> None:
    state = before_search()
    air_states.act(state, "japan", "done")
    air_states.act(state, "allies", "done")
    twin = state.copy()
    air_states.act(state, "allies", "patrol", MIDWAY, "f2a_trained", MIDWAY, "2")
    assert view_of(state, JAPAN) == view_of(twin, JAPAN)
    for each in (state, twin):
        events = air_states.act(each, "allies", "done")
        assert air_states.find_events(events, "japan", "strikes_seen") == [{"event": "strikes_seen", "hexes": []}]
    assert view_of(state, JAPAN) == view_of(twin, JAPAN)
    assert state.decisions()[0].choices.factored() == twin.decisions()[0].choices.factored()


def test_4_31_ready_points_are_not_seen() -> None:
    state = two_carriers()
    ask(state, special_strikes.ReadyDeclaration)
    twin = state.copy()
    air_states.act(state, "allies", "make_ready", "us_cv8", "sbd_carrier", "4")
    assert view_of(state, JAPAN) == view_of(twin, JAPAN)
    assert view_of(state, ALLIES) != view_of(twin, ALLIES)


# -- 42.0, 44.0, 45.0, 44.7 the scenarios ------------------------------------------------------------------------


def deployed(scenario: str) -> tuple[int, int, int]:
    """The number of ships, air points and ground units in play at the start of a scenario."""
    arrays = RULES.new(scenario).arrays
    kinds = sum(kind >= 0 for kind in arrays[layout.UNIT_TYPE])
    return sum(position >= 0 for position in arrays[layout.SHIP_AT]), sum(arrays[layout.AIR].tobytes()), kinds


@pytest.mark.clause("42.12")
def test_42_0_basic_midway_is_that_of_sections_d_and_f_with_what_its_basic_cases_list() -> None:
    """42.21, 42.31: 68 Japanese ships and 61 Allied ships; no merchant ships, and no units on sections E and G."""
    state = RULES.new("midway")
    ships, points, units = deployed("midway")
    assert (ships, points, units) == (68 + 61, (31 + 9) + (24 + 8 + 8) + (19 + 2 + 2 + 6 + 2 + 12), 23)
    assert not [
        name
        for name, position in zip(SHIPS.ids, state.arrays[layout.SHIP_AT], strict=True)
        if position >= 0 and "ms" in name
    ]
    held = {HEXES.ids[position][0] for position in state.arrays[layout.UNIT_AT] if 0 <= position < len(HEXES)}
    assert held == {"D", "F"}


@pytest.mark.clause("44.13", "44.12")
def test_44_0_burma_has_no_ship_and_is_on_section_a() -> None:
    """44.21, 44.31 to 44.34: 28 Japanese air points and 105 Allied ones; 18 and 32 units beside headquarters."""
    state = RULES.new("burma")
    ships, points, units = deployed("burma")
    assert (ships, points, units) == (0, 28 + 91 + 14, (16 + 2) + (24 + 2 + 6 + 8))
    assert {HEXES.ids[position][0] for position in state.arrays[layout.UNIT_AT] if 0 <= position < len(HEXES)} == {"A"}


@pytest.mark.clause("45.12")
def test_45_0_leyte_has_both_fleets_on_sections_b_and_c() -> None:
    """45.21 to 45.34: 19, 30 and 4 Japanese ships at three ports, and 143 Allied ships at Ulithi."""
    state = RULES.new("leyte")
    positions = state.arrays[layout.SHIP_AT]
    ports = Counter(WATERS.ids[there] for there in positions if there >= 0)
    assert ports == {"B3328": 19, "A3934": 30, "B2048": 4, "B3953": 143}
    held = {HEXES.ids[there][0] for there in state.arrays[layout.UNIT_AT] if 0 <= there < len(HEXES)}
    assert held == {"B", "C"}


@pytest.mark.clause("44.71", "44.72")
def test_44_7_reinforcements_come_after_the_fourth_turn_of_six_cycles_and_not_after_the_last() -> None:
    """44.7: the points due to the Allies and to Japan in 2/44 to 7/44; the game ends before those of 8/44."""
    came = []
    for turn in range(turn_number("3/2/44"), turn_number("4/8/44")):
        state = burma_states.in_turn(burma_states.new_game(), "reinforcements")
        state.cells[layout.TURN] = turn
        execution = burma_states.new_execution(state)
        burma_turn.reinforcements(execution)
        points = {event["side"]: event["points"] for event in find_events(execution.events, "reinforced")}
        if points:
            came.append((turn_name(turn), points.get("allies", 0), points.get("japan", 0)))
    assert came == [
        ("4/2/44", 4, 3),
        ("4/3/44", 4, 3),
        ("4/4/44", 4, 0),
        ("4/5/44", 5, 2),
        ("4/6/44", 5, 0),
        ("4/7/44", 6, 2),
    ]
    state = burma_states.in_turn(burma_states.new_game(), "end_or_go_on")
    state.cells[layout.TURN] = turn_number("4/8/44")
    burma_turn.end_or_go_on(burma_states.new_execution(state))
    assert not state.stack


# -- 10.9, 14.7, 16.7, 26.2 tanks, ports and stores ------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "tanks"), [("midway", {30: 129}), ("leyte", {30: 196}), ("burma", {})])
def test_10_9_every_ship_begins_with_a_full_tank(scenario: str, tanks: dict[int, int]) -> None:
    state = RULES.new(scenario)
    there = [ship for ship, position in enumerate(state.arrays[layout.SHIP_AT]) if position >= 0]
    assert Counter(state.arrays[layout.FUEL][ship] for ship in there) == tanks
    assert all(state.arrays[layout.FUEL][ship] == RULES.pieces.ships[ship].fuel for ship in there)


@pytest.mark.build
@pytest.mark.clause("42.74", "25.3")
def test_14_7_a_port_without_stores_supplies_and_fuels_in_basic_midway_and_nothing_is_spent() -> None:
    """14.7: Guam, without Supply Points, fuels a cruiser and feeds its Base Force; Midway pays nothing either."""
    state = RULES.new("midway")
    cruiser, guam = SHIPS.index["jp_ca13"], BASE_AT[NUMBER["D0849"]]
    before = state.arrays[layout.SUPPLY].tobytes()
    assert before[2 * guam : 2 * guam + 2] == bytes(2)
    state.arrays[layout.FUEL][cruiser] = 5
    execution = Execution(state, NoDice())
    refuelling.refuel_in_ports(execution)
    run_supply(execution)
    assert state.arrays[layout.FUEL][cruiser] == 30
    assert not any(state.arrays[layout.UNSUPPLIED])
    assert state.arrays[layout.SUPPLY].tobytes() == before


@pytest.mark.clause("25.3", "25.8")
@pytest.mark.parametrize(("by_port", "stores", "left", "lacks"), [(False, 0, 0, 0), (True, 0, 0, 1), (True, 5, 4, 0)])
def test_16_7_units_landed_over_a_beach_use_their_own_supplies_those_through_a_port_pay(
    by_port: bool, stores: int, left: int, lacks: int
) -> None:
    """A division that costs a point lands at Peleliu.

    If it lands through the port, it uses the stores there, or is unsupplied.
    """
    state = cleared(leyte_states.new_game())
    hex, division = NUMBER[leyte_states.PALAU], UNITS.index[put_unit(state, "us_11_3", leyte_states.PALAU)]
    layout.units_in(state.arrays).put(division, ABOARD + SHIPS.index["us_apb1"])
    state.arrays[layout.SUPPLY][BASE_AT[hex]] = stores
    execution = Execution(state, ScriptedDice([1] * lacks))
    landings.go_ashore(execution, ALLIES, division, cargo_room.Berth(hex, by_port, 0), planned=False)
    run_supply(execution)
    assert (state.arrays[layout.SUPPLY][BASE_AT[hex]], state.arrays[layout.UNSUPPLIED][division]) == (left, lacks)


@pytest.mark.clause("14.5", "18.6", "26.1", "5.31", "42.74")
def test_26_2_in_basic_midway_nothing_ashore_is_repaired_or_bought_and_the_clause_index_says_so() -> None:
    """An engineer and a Division staff are at Pearl Harbor, a Base Force at Midway: damage remains."""
    state = RULES.new("midway")
    pearl, midway = BASE_AT[NUMBER["F3342"]], BASE_AT[NUMBER[MIDWAY]]
    assert {"us_2_1_eng", "us_hq_division"} <= set(kinds_at(state, "F3342"))
    hurt = [(layout.HURT, pearl, 2), (layout.PORT_HURT, pearl, 4), (layout.HURT, midway, 1)]
    for what, base, levels in hurt:
        state.arrays[what][base] = levels
    state.cells[layout.FIRST_PLAYER] = JAPAN
    state.stack = (GameTurn([step.name for step in GameTurn.steps].index("supply")),)
    execution = Execution(state, SeededDice(1))
    run(execution)
    assert [frame.name for frame in state.stack] == ["game_turn", "decoying"], "nothing was asked in the Supply Phase"
    assert (find_events(execution.events, "mended"), turn_name(state.cells[layout.TURN])) == ([], "2/6/42")
    assert [state.arrays[what][base] for what, base, _ in hurt] == [levels for _, _, levels in hurt]
    readings = {clause: GAME.clauses()[clause].reading for clause in ("5.31", "14.5", "18.6", "21.6", "26.1", "26.2")}
    assert [clause for clause, reading in readings.items() if "basic Midway" not in reading] == []


# -- 21.3 steps ------------------------------------------------------------------------------------------------


def test_21_3_a_unit_with_two_steps_flips_to_a_battlegroup_of_the_strength_that_the_file_gives() -> None:
    ground = RULES.pieces.ground
    for row in ground:
        flipped = ground_stacks.battlegroup_of(row)
        assert (ground[flipped].strength if flipped >= 0 else 0) == (row.battlegroup if row.steps == 2 else 0), row.id


def test_21_3_21_2_an_airborne_brigade_loses_one_point_becomes_a_battlegroup_then_two_and_is_eliminated() -> None:
    """Three points in two steps: the first costs one, and of the remaining two one is carried as a loss."""
    state = burma_states.bare()
    brigade = UNITS.index[put_unit(state, "cw_3_1_abn", burma_states.IMPHAL)]
    for points, left, kinds in ((1, 0, ["cw_3_1_bg"]), (1, 0, ["cw_3_1_bg"]), (1, 0, [])):
        assert losses.take_loss(burma_states.new_execution(state), brigade, points) == left
        assert kinds_at(state, burma_states.IMPHAL) == kinds
    assert state.cells[layout.LOSSES + ALLIES] == 30


# -- 44.5, 45.13 further readings --------------------------------------------------------------------------------


@pytest.mark.clause("4.2")
def test_44_5_japan_stays_first_player_for_the_turn_and_on_a_tie_in_the_next() -> None:
    """4.2: the Allies add two in February 1944: a four of Japan ties with their two."""
    state = burma_states.in_turn(burma_states.new_game(), "ground")
    state.cells[layout.FIRST_PLAYER] = ALLIES
    burma_turn.ground(burma_states.new_execution(state))
    assert state.cells[layout.FIRST_PLAYER] == JAPAN
    state.cells[layout.TURN] += 1
    for dice, first in (((4, 2), JAPAN), ((4, 3), ALLIES), ((4, 2), ALLIES)):
        sequence.initiative(burma_states.new_execution(state, *dice))
        assert state.cells[layout.FIRST_PLAYER] == first


@pytest.mark.clause("3.5")
def test_45_13_allied_aircraft_strike_in_japan_where_no_allied_unit_enters() -> None:
    state = leyte_states.new_game()
    hex = NUMBER[leyte_states.KURE]
    assert hex in leyte_derived.forbidden_hexes(state, ALLIES)
    assert {strike_targets.AIRBASE, strike_targets.PORT} <= set(strike_targets.targets_at(state, ALLIES, hex))
