"""45.1 to 45.34, 45.5, 45.6 Leyte at the start, and what each side may redeploy."""

import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.information.check_frames import check_frames
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, BASE_HEX, BASES, HEXES, SHIPS
from ironbottom.games.war_in_the_pacific.rules.naval import sailing
from ironbottom.games.war_in_the_pacific.rules.sequence import deploy
from ironbottom.games.war_in_the_pacific.rules.submarines.subrons import SubronPlacement
from ironbottom.games.war_in_the_pacific.rules.supply import depots
from ironbottom.games.war_in_the_pacific.scenarios.leyte import derived as leyte_derived
from ironbottom.games.war_in_the_pacific.scenarios.leyte.deployment import SubronAtSeaPlacement
from ironbottom.games.war_in_the_pacific.scenarios.leyte.turn import LeyteTurn
from ironbottom.games.war_in_the_pacific.turns import turn_name
from tests.games.war_in_the_pacific.battle_states import choose, find_events, kinds_at
from tests.games.war_in_the_pacific.leyte_states import (
    FORMOSA,
    KURE,
    LEYTE,
    MANILA,
    MOROTAI,
    NAHA,
    PALAU,
    SINGAPORE,
    TABLE,
    ULITHI,
    aboard,
    deploying,
    new_execution,
    new_game,
    units_at,
)
from tests.games.war_in_the_pacific.midway_states import put_force, refused
from tests.games.war_in_the_pacific.two_step_choices import choose_in_two_steps, refused_in_two


def in_port(state: State, hex: str) -> list[str]:
    """The ships in a port."""
    return [SHIPS.ids[ship] for ship in layout.ships_in(state.arrays).units(NUMBER[hex])]


def supply(state: State, hex: str) -> int:
    """The Supply Points in a hex."""
    return state.arrays[layout.SUPPLY][BASE_AT[NUMBER[hex]]]


def points(state: State, hex: str) -> int:
    """The air points at a base."""
    return layout.points_at(state.arrays, BASE_AT[NUMBER[hex]])


# -- 45.1 the scenario -----------------------------------------------------------------------------------


@pytest.mark.clause("45.0", "45.11", "45.12", "45.54")
def test_45_11_45_12_45_54_it_begins_with_the_first_naval_phase_of_november_1944_on_two_sections() -> None:
    state = new_game()
    row = state.rules.facts.table(tables.SCENARIO_TABLE)["45"]
    assert turn_name(state.cells[layout.TURN]) == "1/11/44"
    assert (row.first_phase, row.turns, row.sections) == ("naval_1", 8, ("B", "C"))
    opened = state.rules.pieces.in_play(state.cells[layout.SCENARIO])
    assert opened[NUMBER[LEYTE]]
    assert not opened[NUMBER["F1234"]]


@pytest.mark.clause("45.13", "22.8")
def test_45_13_22_8_the_mainland_and_all_south_of_a_row_are_closed() -> None:
    opened = new_game().rules.pieces.in_play(2)
    assert not any(opened[NUMBER[hex]] for hex in ("B1638", "B0745", "C2811", "C3122"))
    assert all(opened[NUMBER[hex]] for hex in (SINGAPORE, FORMOSA, "C3110", KURE))


@pytest.mark.clause("45.13")
def test_45_13_no_allied_ship_enters_a_hex_of_japan() -> None:
    state = new_game()
    force = put_force(state, "allies_1", "B3331", "us_cv9")
    reached = sailing.destinations(state, force, 3)
    assert NUMBER["B3431"] in reached
    assert not leyte_derived.forbidden_hexes(state, ALLIES) & set(reached)
    own = put_force(state, "japan_1", "B3331", "jp_ca7")
    assert NUMBER[KURE] in sailing.destinations(state, own, 3)


# -- 45.2 Japan ----------------------------------------------------------------------------------------


@pytest.mark.clause("45.21")
def test_45_21_japanese_ships_are_in_three_ports() -> None:
    state = new_game()
    assert len(in_port(state, KURE)) == 1 + 3 + 2 + 4 + 9
    assert len(in_port(state, SINGAPORE)) == 5 + 2 + 11 + 2 + 10
    assert in_port(state, MANILA) == ["jp_ca3", "jp_cl10", "jp_dd12", "jp_de10"]
    aboard_now = sum(layout.points_at(state.arrays, base) for base in range(len(BASES)) if BASES.ids[base][:3] == "jp_")
    assert aboard_now == 8 + 2 + 1 + 1


@pytest.mark.parametrize(("value", "there"), [("no", 0), ("yes", 2)])
def test_45_21_the_lost_line_of_two_battleship_carriers_is_an_option(value: str, there: int) -> None:
    found = in_port(new_game(battleship_carriers=value), KURE)
    assert sum("xcv" in ship for ship in found) == there


@pytest.mark.clause("45.23", "45.24")
def test_45_23_45_24_troops_are_on_their_islands_and_airbases_have_their_levels() -> None:
    state = new_game()
    of_island = {"any_hex_of_the_philippines": (9, 4), "any_hex_of_formosa": (3, 0), "any_hex_of_okinawa": (3, 0)}
    for name, (divisions, brigades) in of_island.items():
        where = [HEXES.ids[hex] for hex in state.rules.pieces.area(name)]
        assert sum(len(units_at(state, "jp_7_3", hex)) for hex in where) == divisions
        assert sum(len(units_at(state, "jp_3_1", hex)) for hex in where) == brigades
    assert kinds_at(state, "B2736") == ["jp_bf"]
    levels = [state.arrays[layout.LEVEL][BASE_AT[NUMBER[hex]]] for hex in ("B1948", NAHA, LEYTE, "C1701")]
    assert levels == [10, 5, 1, 1]
    assert (supply(state, MANILA), supply(state, FORMOSA), supply(state, SINGAPORE)) == (400, 200, 1250)


@pytest.mark.clause("45.25", "40.44")
def test_45_25_trained_and_untrained_points_are_on_airbases_of_their_area() -> None:
    state = new_game()
    on_land = {base: layout.points_at(state.arrays, base) for base in range(len(BASE_HEX))}
    japanese = {b: n for b, n in on_land.items() if n and state.arrays[layout.CONTROL][BASE_HEX[b]] == JAPAN}
    assert sum(japanese.values()) == 38 + (7 + 4 + 4 + 4 + 2 + 1 + 1 + 1) + (10 + 10 + 9 + 4 + 2 + 2 + 5)
    assert points(state, "B1948") == 38
    assert all(state.arrays[layout.LEVEL][base] for base in japanese)


# -- 45.3 the Allies -------------------------------------------------------------------------------------


@pytest.mark.clause("45.31", "40.43")
def test_45_31_the_fleet_is_at_ulithi_with_four_divisions_aboard_and_supply_in_the_remaining_space() -> None:
    state = new_game()
    assert len(in_port(state, ULITHI)) == 9 + 8 + 21 + 12 + 7 + 15 + 50 + 8 + 5 + 6 + 2
    assert [aboard(state, f"us_apb{n}") for n in range(1, 6)] == [["us_11_3"]] * 4 + [[]]
    cargo = state.arrays[layout.CARGO]
    assert [cargo[SHIPS.index[f"us_apb{n}"]] for n in range(1, 6)] == [12, 12, 12, 12, 44]
    assert [cargo[SHIPS.index[f"us_sf{n}"]] for n in range(1, 7)] == [400] * 6
    decks = sum(layout.points_at(state.arrays, base) for base in range(len(BASES)) if BASES.ids[base].startswith("us_"))
    assert decks == 90 + 45 + 26


@pytest.mark.clause("45.33", "45.34", "45.64")
def test_45_33_45_34_45_64_points_ashore_fill_what_bases_and_headquarters_take() -> None:
    state = new_game()
    assert kinds_at(state, MOROTAI) == ["us_bf", "us_hq_wing"]
    assert kinds_at(state, ULITHI) == ["us_bf"] * 5
    assert (points(state, MOROTAI), points(state, PALAU), points(state, ULITHI)) == (30, 20, 6)
    assert state.arrays[layout.LEVEL][BASE_AT[NUMBER[MOROTAI]]] == 5
    assert supply(state, ULITHI) == 75 * 50


@pytest.mark.clause("45.22", "45.32")
def test_45_22_45_32_subrons_start_anywhere_in_play() -> None:
    state = deploying(JAPAN)
    assert state.cells[layout.SUBS_HELD] == 14
    choose(state, "japan", "place_subron", "fleet", "12")
    assert refused(state, "japan", "lie_in_wait", "C2820") == ("45.22", "C2820 is not a sea hex in play")
    assert [frame["procedure"] for frame in TABLE.view(state, JAPAN)["frames"]][-1] == "lying_in_wait"
    for other in (ALLIES, -1):
        assert [frame["procedure"] for frame in TABLE.view(state, other)["frames"]][-1] == "leyte_deployment"
    choose(state, "japan", "lie_in_wait", "C2503")
    assert (state.cells[layout.SUBRON_AT], state.cells[layout.SUBS_HELD]) == (NUMBER["C2503"], 2)
    assert state.cells[layout.SUBRON_OUT] == 1
    assert deploying(ALLIES).cells[layout.SUBS_HELD + 2] == 38


def test_45_22_the_deployment_asks_for_a_hex_of_points_in_port() -> None:
    state = deploying(JAPAN)
    below = (LeyteTurn(1), *state.stack)
    check_frames(State(state.rules, state.cells, (*below, SubronAtSeaPlacement(JAPAN, 0, 12)), state.arrays))
    for wrong in (
        SubronAtSeaPlacement(ALLIES, 0, 12),
        SubronAtSeaPlacement(JAPAN, 1, 12),
        SubronPlacement(JAPAN, 0, 12),
    ):
        with pytest.raises(BadValue):
            check_frames(State(state.rules, state.cells, (*below, wrong), state.arrays))


# -- 45.5 the order, 45.52 the Objective -----------------------------------------------------------------


@pytest.mark.clause("45.51", "45.53", "45.83")
def test_45_51_45_53_45_83_japan_deploys_then_the_allies_who_place_as_listed() -> None:
    state = new_game()
    state.stack = (LeyteTurn(0),)
    execution, _ = new_execution(state)
    deploy(execution)
    assert [frame.side for frame in execution.state.stack[1:]] == [ALLIES, JAPAN]  # type: ignore[attr-defined]
    state = deploying(JAPAN)
    choose(state, "japan", "deployed")
    assert [decision.side for decision in state.decisions()] == ["allies"]
    apb = units_at(state, "us_bf", ULITHI)[0]
    assert refused_in_two(state, "allies", "stand_at", apb, PALAU)[0] == "2.51"


@pytest.mark.clause("45.52", "45.42")
def test_45_52_the_allies_choose_one_objective_hidden_from_japan() -> None:
    state = deploying(ALLIES)
    assert refused(state, "allies", "deployed") == ("45.52", "the Allies have not chosen their Objective")
    assert refused(state, "allies", "choose_objective", MOROTAI)[0] == "45.42"
    events = choose(state, "allies", "choose_objective", MANILA)
    assert refused(state, "allies", "choose_objective", LEYTE)[0] == "45.52"
    assert state.view("allies")["objective"] == MANILA
    assert not state.view("japan")["objective"]
    assert find_events(events, "objective_chosen", 1 << JAPAN) == []


@pytest.mark.clause("16.2", "40.42")
def test_16_2_40_42_before_play_the_allies_write_a_fourth_plan_and_more_up_to_the_eight_of_a_sheet() -> None:
    state = deploying(ALLIES)
    assert refused(state, "allies", "plan", KURE)[0] == "16.2"
    for hex in (LEYTE, MANILA, NAHA, FORMOSA, "B2152", "B2353", "B1839", "B2138"):
        choose(state, "allies", "plan", hex)
    assert refused(state, "allies", "plan", "C2503") == ("16.2", "your sheet of plans is full: it has room for eight")
    assert state.view("japan")["plan_at"] == {}
    other = deploying(JAPAN)
    for hex in (MOROTAI, PALAU, ULITHI):
        choose(other, "japan", "plan", hex)


def test_2_51_45_23_a_division_may_be_placed_only_in_its_islands() -> None:
    state = deploying(JAPAN)
    division = units_at(state, "jp_7_3", MANILA)[0]
    choose_in_two_steps(state, "japan", "stand_at", division, LEYTE)
    assert units_at(state, "jp_7_3", LEYTE) == [division]
    assert refused_in_two(state, "japan", "stand_at", division, FORMOSA)[0] == "45.23"
    assert refused_in_two(state, "japan", "stand_at", units_at(state, "jp_bf", "B2736")[0], NAHA)[0] == "2.51"


def test_2_51_45_25_air_points_may_be_placed_in_their_area_within_capacity() -> None:
    state = deploying(JAPAN)
    choose_in_two_steps(state, "japan", "base_at", "B1948", "helen_untrained", LEYTE, "7")
    assert points(state, LEYTE) == 7
    assert refused_in_two(state, "japan", "base_at", "B1948", "zero_untrained", LEYTE, "4")[0] == "45.64"
    assert refused_in_two(state, "japan", "base_at", "B1948", "zero_untrained", FORMOSA, "1")[0] == "45.25"


@pytest.mark.clause("45.64")
def test_45_64_the_allies_choose_which_forces_take_part() -> None:
    state = deploying(ALLIES)
    assert refused(state, "allies", "bring_in", "p_51_trained", MOROTAI, "1")[0] == "45.64"
    choose(state, "allies", "leave_out", MOROTAI, "b_24_trained", "10")
    choose(state, "allies", "bring_in", "p_51_trained", MOROTAI, "10")
    assert refused(state, "allies", "bring_in", "p_51_trained", MOROTAI, "1")[0] == "45.64"
    assert points(state, MOROTAI) == 30


def test_45_33_blocks_go_to_any_allied_port() -> None:
    state = deploying(ALLIES)
    choose(state, "allies", "stock", ULITHI, PALAU, "25")
    assert (supply(state, ULITHI), supply(state, PALAU)) == (50 * 50, 25 * 50)
    assert refused(state, "allies", "stock", ULITHI, MANILA, "1")[0] == "45.33"


@pytest.mark.clause("45.23", "25.2")
def test_45_23_japanese_blocks_are_in_any_hex_of_their_area_but_those_of_singapore_in_ports() -> None:
    state, nowhere = deploying(JAPAN), "B2147"
    assert NUMBER[nowhere] not in BASE_AT
    choose(state, "japan", "stock", MANILA, nowhere, "3")
    assert (supply(state, MANILA), depots.points_stored(state, NUMBER[nowhere])) == (5 * 50, 3 * 50)
    assert refused(state, "japan", "stock", nowhere, FORMOSA, "1")[0] == "45.33"
    inland = "C1509"
    assert refused(state, "japan", "stock", "A3934", inland, "1")[0] == "45.33"
