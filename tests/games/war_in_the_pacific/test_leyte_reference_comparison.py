"""Ten clauses of Leyte tested again from the rulebook's words, each as a scene with fixed dice."""

from collections import Counter

import pytest

from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import air_bases, aircraft_roles, cargo_room
from ironbottom.games.war_in_the_pacific.grid import IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, BASE_HEX, SHIPS, STACKS
from ironbottom.games.war_in_the_pacific.rules.air import air_reinforcements, kamikazes
from ironbottom.games.war_in_the_pacific.rules.submarines import submarine_phase
from ironbottom.games.war_in_the_pacific.rules.turn import terminal_segment
from ironbottom.games.war_in_the_pacific.scenarios.leyte import arrivals as leyte_arrivals
from ironbottom.games.war_in_the_pacific.scenarios.leyte import cases as leyte
from ironbottom.games.war_in_the_pacific.scenarios.leyte import derived as leyte_derived
from ironbottom.games.war_in_the_pacific.scenarios.leyte import kamikaze_call
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific.battle_states import cleared
from tests.games.war_in_the_pacific.leyte_states import KURE, LEYTE, MANILA, NAHA, PALAU, ULITHI, ashore, new_game

PIECES = GAME.rules().pieces


def hand(state: State) -> Execution:
    return Execution(state, NoDice())


def named(points: dict[int, int]) -> Counter[str]:
    """Air points by type and training."""
    return Counter({STACKS.ids[stack]: number for stack, number in points.items()})


def test_45_13_no_allied_submarine_makes_for_a_hex_of_japan_nor_puts_out_for_one() -> None:
    """ "Allied units may not enter any hex of Japan": Subrons are units, at their start and in every later phase."""
    state = new_game()
    hex = next(hex for hex in (NUMBER["B3128"], NUMBER["B3030"]) if hex in leyte_derived.area(PIECES, "Japan"))
    subron = layout.SUBRONS_A_SIDE * ALLIES
    state.cells[layout.SUBRON_AT + subron], state.cells[layout.SUBRON_FLEET + subron] = NUMBER["B2836"], 6
    reach = submarine_phase.subron_range(state, subron, 1)
    assert NUMBER["B2737"] in reach
    assert hex not in reach
    assert not leyte_derived.area(PIECES, "Japan") & set(reach)
    own = 0
    state.cells[layout.SUBRON_AT + own], state.cells[layout.SUBRON_FLEET + own] = NUMBER["B2836"], 6
    assert hex in submarine_phase.subron_range(state, own, 1)


def test_45_72_45_73_45_75_arrivals_are_placed_in_japan_and_not_on_okinawa() -> None:
    """ "at any airbase in Japan", where 45.25 has "Japan and/or Okinawa" for units that may be on either."""
    state = new_game()
    found = {IDS[BASE_HEX[base]] for base in air_bases.bases_for_arrivals(state, JAPAN)}
    assert KURE in found
    assert NAHA not in found
    assert all(NUMBER[hex] in leyte_derived.area(PIECES, "Japan") for hex in found)


def test_45_72_what_the_scan_lists_for_the_second_air_phase() -> None:
    trained = {"zero_trained": 2, "judy_trained": 2, "jill_trained": 1}
    others = {"oscar": 10, "tony": 5, "helen": 5, "betty": 2, "irving": 1, "peggy": 1, "frank": 1}
    untrained = {f"{kind}_untrained": points for kind, points in others.items()}
    assert named(leyte_arrivals.of_case(PIECES, "45.72")) == Counter({**trained, **untrained})


def test_45_75_a_landing_on_okinawa_calls_the_list_of_45_73_and_its_own() -> None:
    first = {"oscar": 7, "tony": 5, "helen": 5, "zero": 3, "betty": 2, "irving": 1, "peggy": 1, "frank": 1}
    assert named(leyte_arrivals.of_case(PIECES, "45.73")) == Counter(
        {f"{kind}_untrained": n for kind, n in first.items()}
    )
    more = {"judy": 8, "jill": 4, "oscar": 3, "frank": 3, "tony": 2, "george": 1, "zero": 1}
    trained = {"judy": 6, "zero": 5, "tony": 4, "jill": 3, "frank": 3, "kate": 2, "val": 2, "george": 1}
    wanted = Counter({f"{kind}_untrained": points for kind, points in first.items()})
    wanted.update({f"{kind}_untrained": points for kind, points in more.items()})
    wanted.update({f"{kind}_trained": points for kind, points in trained.items()})
    assert named(leyte_arrivals.of_case(PIECES, "45.75")) == wanted


def test_45_63_the_share_is_computed_in_each_air_phase_and_nothing_carries_over() -> None:
    """ "calculated 'from scratch' at the beginning of each Air Phase; ... may not be saved or transferred"."""
    state = new_game()
    air = state.arrays[layout.AIR]
    for where in range(len(air)):
        air[where] = 0
    base = BASE_AT[NUMBER[MANILA]] * len(STACKS)
    state.cells[layout.KAMIKAZES] = 1
    left = []
    for points in (59, 60, 60, 39):
        air[base + STACKS.index["zero_untrained"]] = points
        kamikazes.compute_allotment(hand(state))
        left.append(aircraft_roles.kamikazes_left(state, JAPAN))
    assert left == [2, 3, 3, 1]


@pytest.mark.parametrize(("hex", "called"), [(LEYTE, 1), ("B1940", 1), (NAHA, 1), ("C1305", 0), (PALAU, 0)])
def test_45_63_only_the_philippines_formosa_and_okinawa_call(hex: str, called: int) -> None:
    state = new_game()
    leyte.call_kamikazes(state, ALLIES, NUMBER[hex])
    assert state.cells[layout.LANDED_WHERE_CALLED] == called
    leyte.call_kamikazes(state, JAPAN, NUMBER[LEYTE])
    assert state.cells[layout.LANDED_WHERE_CALLED] == called


def test_45_63_nothing_is_asked_before_the_turn_after_the_landing() -> None:
    state = new_game()
    assert not kamikaze_call.may_begin_kamikazes(state)
    leyte.call_kamikazes(state, ALLIES, NUMBER[LEYTE])
    kamikaze_call.call(hand(state))
    assert [frame.name for frame in state.stack] == ["kamikaze_call"]
    state.cells[layout.KAMIKAZES] = 1
    assert not kamikaze_call.may_begin_kamikazes(state)


@pytest.mark.parametrize(
    ("kind", "side", "worth"),
    [("us_11_3", ALLIES, 500), ("us_bf", ALLIES, 500), ("us_hq_wing", ALLIES, 0), ("jp_3_1", JAPAN, 500)],
)
def test_45_42_either_player_has_the_points_with_a_ground_unit_in_control(kind: str, side: int, worth: int) -> None:
    """41.23 lists Base Forces as ground units, headquarters as air units; 44.65 requires combat units by that name."""
    state = cleared(new_game())
    state.cells[layout.OBJECTIVE] = NUMBER[LEYTE]
    ashore(state, kind, LEYTE)
    state.arrays[layout.CONTROL][NUMBER[LEYTE]] = side
    assert leyte.objective_points(state, side) == 0  # hidden until the end of the scenario
    state.cells[layout.ENDING] = layout.ENDINGS.index["last_turn"]
    assert leyte.objective_points(state, side) == worth
    assert leyte.objective_points(state, 1 - side) == 0


def test_45_65_sixteen_less_in_japan_only_and_never_below_zero() -> None:
    state = new_game()
    places_of = PIECES.atlas.places
    home = [
        hex
        for hex in leyte_derived.area(PIECES, "Japan")
        if hex in places_of and places_of[hex].port in ("minor", "major")
    ]
    assert {cargo_room.cargo_capacity(state, JAPAN, hex) for hex in home} == {
        4 * max(places_of[hex].cargo - 16, 0) for hex in home
    }
    assert cargo_room.cargo_capacity(state, JAPAN, NUMBER[MANILA]) == 4 * places_of[NUMBER[MANILA]].cargo
    assert leyte.cargo_reduction(state, NUMBER[NAHA]) == 0


def test_45_71_losses_of_carriers_too_are_replaced_and_only_after_the_cycle_of_november() -> None:
    """ "All Allied Air Point losses are automatically replaced during Strategic Game-Turn 11/44"."""
    state = new_game()
    state.arrays[layout.ALLIED_AIR_LOSSES][STACKS.index["f6f_carrier"]] = 3
    for turn in ("3/11/44", "4/12/44"):
        state.cells[layout.TURN] = turn_number(turn)
        leyte_arrivals.replacements(hand(state))
        assert state.stack == ()
    state.cells[layout.TURN] = turn_number("4/11/44")
    leyte_arrivals.replacements(hand(state))
    assert air_reinforcements.unplaced_points(state, ALLIES) == {STACKS.index["f6f_carrier"]: 3}
    assert {IDS[BASE_HEX[base]] for base in air_bases.bases_for_arrivals(state, ALLIES)} == {"C2807", PALAU}


def test_47_1_47_3_two_levels_on_a_service_force_break_the_campaign_off() -> None:
    """ "SF: 100 Victory Points once the level of Damage inflicted times", and a differential of 200 is enough."""
    state = new_game()
    force = SHIPS.index["us_sf1"]
    state.arrays[layout.DAMAGE][force] = 1
    assert (terminal_segment.ships_lost(state, ALLIES), terminal_segment.breakoff(state)) == (100, -1)
    state.arrays[layout.DAMAGE][force] = 2
    assert (terminal_segment.ships_lost(state, ALLIES), terminal_segment.breakoff(state)) == (200, JAPAN)
    state.cells[layout.LOSSES + JAPAN] = 1
    assert terminal_segment.breakoff(state) == -1


def test_47_1_five_times_the_level_times_the_load_of_an_assault_unit_and_the_rest_once() -> None:
    state = new_game()
    for ship, worth in (("us_apb1", 5 * 2 * 11), ("us_ca28", 2 * PIECES.ships[SHIPS.index["us_ca28"]].defence)):
        state.arrays[layout.DAMAGE][SHIPS.index[ship]] = 2
        assert terminal_segment.ships_lost(state, ALLIES) == worth
        state.arrays[layout.DAMAGE][SHIPS.index[ship]] = 0
    carrier = SHIPS.index["us_cv9"]
    state.arrays[layout.DAMAGE][carrier] = 5
    assert terminal_segment.ships_lost(state, ALLIES) == 2 * 5 * PIECES.ships[carrier].air_capacity


def test_45_61_all_allied_ships_begin_at_ulithi() -> None:
    state = new_game()
    afloat = {
        hex for ship, hex in enumerate(state.arrays[layout.SHIP_AT]) if hex >= 0 and SHIPS.ids[ship][:2] in ("us", "cw")
    }
    assert {IDS[hex] for hex in afloat} == {ULITHI}
