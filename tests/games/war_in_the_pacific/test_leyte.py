"""45.42 to 45.75 Leyte in play: Ulithi, inactive Subrons, starved ports, reinforcements, plans, victory."""

import pytest

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import cargo_room, flight_duties, port_capacity
from ironbottom.games.war_in_the_pacific.derived.air_bases import air_distance
from ironbottom.games.war_in_the_pacific.derived.search_reach import reaching
from ironbottom.games.war_in_the_pacific.derived.ship_repair_capacity import naval_capacity
from ironbottom.games.war_in_the_pacific.grid import IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import (
    ABOARD,
    BASE_AT,
    BASE_HEX,
    DECK_OF,
    FIRST_BOX,
    IN_FORCE,
    SHIPS,
    STACKS,
)
from ironbottom.games.war_in_the_pacific.rules.air.air_reinforcements import BOX
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.rules.bases.ship_repair import repair_resources_of
from ironbottom.games.war_in_the_pacific.rules.naval import refuelling, sailing, ship_losses
from ironbottom.games.war_in_the_pacific.rules.sequence import planning, reinforcements
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans, landings
from ironbottom.games.war_in_the_pacific.rules.shore.capture import capture
from ironbottom.games.war_in_the_pacific.rules.submarines.submarine_attacks import subrons_near
from ironbottom.games.war_in_the_pacific.rules.turn import terminal_segment
from ironbottom.games.war_in_the_pacific.scenarios.leyte import cases as leyte
from ironbottom.games.war_in_the_pacific.scenarios.leyte import derived as leyte_derived
from ironbottom.games.war_in_the_pacific.scenarios.leyte.arrivals import by_transfer, by_transport
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific.battle_states import choose, find_events
from tests.games.war_in_the_pacific.leyte_states import (
    FORMOSA,
    KURE,
    LEYTE,
    MANILA,
    MOROTAI,
    NAHA,
    PALAU,
    ULITHI,
    ashore,
    new_execution,
    new_game,
)
from tests.games.war_in_the_pacific.midway_states import put_force, refused


def stack_points(state: State, side: int) -> dict[str, int]:
    """The air points of a side ashore, by stack."""
    found: dict[str, int] = {}
    for base, hex in enumerate(BASE_HEX):
        if state.arrays[layout.CONTROL][hex] == side:
            for number, name in enumerate(STACKS.ids):
                here = state.arrays[layout.AIR][base * len(STACKS) + number]
                if here:
                    found[name] = found.get(name, 0) + here
    return found


def subron(state: State, side: int, hex: str, points: int) -> int:
    """A Subron on station with ready points."""
    marker = layout.SUBRONS_A_SIDE * side
    state.cells[layout.SUBRON_AT + marker] = NUMBER[hex]
    state.cells[layout.SUBRON_FLEET + marker] = state.cells[layout.SUBRON_READY + marker] = points
    return marker


# -- 45.61 Ulithi --------------------------------------------------------------------------------------


@pytest.mark.clause("45.61", "39.95", "3.4")
def test_45_61_39_95_to_enter_or_leave_ulithi_costs_twelve_more() -> None:
    state = new_game()
    waters, hex = state.rules.pieces.waters(2), NUMBER[ULITHI]
    assert (waters.cost(hex, NUMBER["B3853"]), waters.cost(NUMBER["B3853"], hex)) == (18, 18)
    assert waters.cost(NUMBER["B3852"], NUMBER["B3853"]) == 6
    assert (air_distance(state, hex, NUMBER["B3853"]), air_distance(state, NUMBER["B3853"], hex)) == (18, 18)
    midway = GAME.new("midway")
    assert air_distance(midway, hex, NUMBER["B3853"]) == 6


@pytest.mark.clause("45.61")
def test_45_61_a_force_pays_as_it_leaves_ulithi_impulse_by_impulse() -> None:
    state = new_game()
    force = put_force(state, "allies_1", ULITHI, "us_cv9")
    state.cells[layout.FORCE_TO + force], state.cells[layout.FORCE_SPEED + force] = NUMBER["B3652"], 3
    way = sailing.sail_impulse(state, force)
    assert [IDS[hex] for hex in way][1:] == ["B3752", "B3652"]
    assert state.cells[layout.FORCE_LEFT + force] == 40 - 18 - 6 - 6


@pytest.mark.clause("14.6", "27.3")
def test_14_6_27_3_five_base_forces_make_ulithi_a_fleet_base() -> None:
    state = new_game()
    hex = NUMBER[ULITHI]
    assert port_capacity.fleet_base(state, ALLIES, hex)
    assert cargo_room.cargo_capacity(state, ALLIES, hex) == 4 * 10
    assert naval_capacity(state, ALLIES, hex) == port_capacity.ANY_NUMBER
    yard = repair_resources_of(state, ALLIES, hex)
    assert yard is not None
    assert yard.worst == 1
    assert hex in port_capacity.ports_of(state, ALLIES)
    unit = layout.units_in(state.arrays).units(hex)[0]
    layout.units_in(state.arrays).put(unit, NUMBER[PALAU])
    assert not port_capacity.acts_as_port(state, ALLIES, hex)


def test_10_5_14_3_tanks_are_filled_from_the_stores_of_a_port() -> None:
    state = new_game()
    for name in ("us_cv9", "us_ca28"):
        state.arrays[layout.FUEL][SHIPS.index[name]] = 0
    base = BASE_AT[NUMBER[ULITHI]]
    state.arrays[layout.SUPPLY][base] = 5
    execution, _ = new_execution(state)
    refuelling.refuel_in_ports(execution)
    tanks = [state.arrays[layout.FUEL][SHIPS.index[name]] for name in ("us_cv9", "us_ca28")]
    assert (tanks, state.arrays[layout.SUPPLY][base]) == ([30, 0], 1)


def test_10_5_major_ports_of_japan_fill_tanks_for_nothing() -> None:
    state = new_game()
    ship = SHIPS.index["jp_cv5"]
    state.arrays[layout.FUEL][ship] = 0
    execution, _ = new_execution(state)
    refuelling.refuel_in_ports(execution)
    assert state.arrays[layout.FUEL][ship] == 30
    assert state.arrays[layout.SUPPLY][BASE_AT[NUMBER[KURE]]] == 0


# -- 45.62 inactive Subrons ------------------------------------------------------------------------------


@pytest.mark.clause("45.62")
@pytest.mark.parametrize(("turn", "active"), [("2/11/44", False), ("3/11/44", True)])
def test_45_62_japanese_subrons_neither_search_nor_attack_nor_are_attacked_before_the_third_turn(
    turn: str, active: bool
) -> None:
    state = new_game()
    state.cells[layout.TURN] = turn_number(turn)
    force = put_force(state, "allies_1", "B3045", "us_cv9")
    marker = subron(state, JAPAN, "B3045", 6)
    assert (reaching(state, JAPAN, NUMBER["B3045"]).points > 0) is active
    assert subrons_near(state, force) == ([marker] if active else [])
    assert leyte.subrons_inactive(state, JAPAN) is not active


def test_45_62_allied_subrons_are_active_from_the_start() -> None:
    state = new_game()
    force = put_force(state, "japan_1", "B3045", "jp_ca7")
    marker = subron(state, ALLIES, "B3045", 6)
    assert subrons_near(state, force) == [marker]


# -- 45.65 starved ports ---------------------------------------------------------------------------------


@pytest.mark.clause("45.65", "39.96")
def test_45_65_39_96_ports_of_japan_handle_sixteen_less() -> None:
    state = new_game()
    assert cargo_room.cargo_capacity(state, JAPAN, NUMBER[KURE]) == 4 * (40 - 16)
    assert cargo_room.cargo_capacity(state, JAPAN, NUMBER[MANILA]) == 4 * 15
    places_of = state.rules.pieces.atlas.places
    small = [
        hex
        for hex in leyte_derived.area(state.rules.pieces, "Japan")
        if hex in places_of and 0 < places_of[hex].cargo <= 16
    ]
    assert small
    assert not any(cargo_room.cargo_capacity(state, JAPAN, hex) for hex in small)


# -- 45.7 reinforcements ---------------------------------------------------------------------------------


@pytest.mark.clause("45.72")
def test_45_72_thirty_points_arrive_in_the_second_air_phase_of_the_first_turn_only() -> None:
    state = new_game()
    before = stack_points(state, JAPAN)
    execution, _ = new_execution(state)
    by_transport(execution, 1)
    assert execution.events == []
    by_transport(execution, 2)
    assert find_events(execution.events, "reinforced") == [{"event": "reinforced", "side": "japan", "points": 30}]
    choose(state, "japan", "base", "oscar_untrained", "B3328", "10")
    assert refused(state, "japan", "base", "tony_untrained", MANILA, "1")[0] == "37.5"
    assert refused(state, "japan", "base", "val_trained", KURE, "1")[0] == "37.5"
    choose(state, "japan", "done")
    after = stack_points(state, JAPAN)
    assert after["oscar_untrained"] - before["oscar_untrained"] == 10
    assert after["zero_trained"] - before["zero_trained"] == 2
    assert sum(after.values()) - sum(before.values()) == 30
    later, _ = new_execution(state)
    state.cells[layout.TURN] += 1
    by_transport(later, 2)
    assert later.events == []


@pytest.mark.clause("45.73", "37.5")
def test_45_73_37_5_twenty_five_untrained_points_come_in_the_third_air_phase() -> None:
    state = new_game()
    before = sum(stack_points(state, JAPAN).values())
    execution, _ = new_execution(state)
    by_transfer(execution, 3)
    choose(state, "japan", "done")
    assert sum(stack_points(state, JAPAN).values()) - before == 7 + 5 + 5 + 3 + 2 + 1 + 1 + 1
    waiting = state.arrays[layout.AIR][FIRST_BOX * len(STACKS) : (FIRST_BOX + 13) * len(STACKS)]
    assert not any(waiting)


@pytest.mark.clause("45.74", "45.75")
@pytest.mark.parametrize(
    ("hex", "option", "waves"),
    [(FORMOSA, "once", (25, 0)), (FORMOSA, "each_segment", (25, 25)), (NAHA, "once", (73, 0)), (LEYTE, "once", (0, 0))],
)
def test_45_74_45_75_a_landing_on_formosa_or_okinawa_calls_more_once_or_in_each_segment(
    hex: str, option: str, waves: tuple[int, int]
) -> None:
    state = new_game(air_reinforcements=option)
    state.cells[layout.TURN] += 1
    ashore(state, "us_11_3", hex)
    found = []
    for _ in waves:
        execution, _hand = new_execution(state)
        by_transfer(execution, 1)
        found.append(sum(event["points"] for event in find_events(execution.events, "reinforced")))  # type: ignore[misc]
        state.stack = ()
        first = BOX[JAPAN] * len(STACKS)
        for number in range(len(STACKS)):
            state.arrays[layout.AIR][first + number] = 0
    assert tuple(found) == waves


@pytest.mark.clause("45.71")
def test_45_71_lost_allied_points_come_back_at_morotai_or_palau_after_the_fourth_turn() -> None:
    state = new_game()
    base, stack = BASE_AT[NUMBER[PALAU]], STACKS.index["b_24_trained"]
    flights.lose_at(state, ALLIES, base, stack, 4)
    assert state.arrays[layout.ALLIED_AIR_LOSSES][stack] == 4
    execution, _ = new_execution(state)
    reinforcements(execution)
    assert execution.events == []
    state.cells[layout.TURN] = turn_number("4/11/44")
    reinforcements(execution)
    assert find_events(execution.events, "reinforced") == [{"event": "reinforced", "side": "allies", "points": 4}]
    assert refused(state, "allies", "base", "b_24_trained", ULITHI, "1")[0] == "37.5"
    choose(state, "allies", "base", "b_24_trained", MOROTAI, "4")
    choose(state, "allies", "done")
    assert state.arrays[layout.AIR][BASE_AT[NUMBER[MOROTAI]] * len(STACKS) + stack] >= 4
    assert state.arrays[layout.ALLIED_AIR_LOSSES][stack] == 0
    assert state.cells[layout.LOSSES + ALLIES] > 0


# -- 16.2 plans ------------------------------------------------------------------------------------------


@pytest.mark.clause("16.2")
def test_16_2_a_strategic_game_turn_ends_finished_plans_and_asks_both_sides_for_more() -> None:
    state = new_game()
    execution, _ = new_execution(state)
    for hex in (LEYTE, NAHA):
        assault_plans.write_plan(execution, ALLIES, NUMBER[hex])
    state.arrays[layout.CONTROL][NUMBER[LEYTE]] = ALLIES
    planning(execution)
    assert state.stack == ()
    state.cells[layout.TURN] = turn_number("4/11/44")
    planning(execution)
    assert assault_plans.planned_hexes(state, ALLIES) == [NUMBER[NAHA]]
    choose(state, "allies", "plan", MANILA)
    assert {decision.side for decision in state.decisions()} == {"japan", "allies"}


# -- 45.4 victory ----------------------------------------------------------------------------------------


@pytest.mark.clause("45.42", "45.42.a", "45.42.b", "45.42.c", "45.42.d", "45.41")
@pytest.mark.parametrize(("hex", "worth"), [(LEYTE, 500), (MANILA, 1000), (FORMOSA, 1000), (NAHA, 1000)])
def test_45_42_the_objective_scores_at_the_end_for_its_owner_with_a_unit_there(hex: str, worth: int) -> None:
    state = new_game()
    state.cells[layout.OBJECTIVE] = NUMBER[hex]
    for unit in layout.units_in(state.arrays).units(NUMBER[hex]):
        layout.units_in(state.arrays).put(unit, NUMBER["B2152"])
    ashore(state, "jp_7_3", hex)
    assert terminal_segment.score(state, JAPAN).objectives == 0
    state.cells[layout.ENDING] = layout.ENDINGS.index["last_turn"]
    assert (terminal_segment.score(state, JAPAN).objectives, terminal_segment.score(state, ALLIES).objectives) == (
        worth,
        0,
    )
    state.arrays[layout.CONTROL][NUMBER[hex]] = ALLIES
    assert terminal_segment.score(state, ALLIES).objectives == 0
    ashore(state, "us_11_3", hex)
    assert terminal_segment.score(state, ALLIES).objectives == worth
    assert terminal_segment.score(state, ALLIES).total >= worth


@pytest.mark.clause("45.42")
def test_45_42_any_port_or_anchorage_of_luzon_formosa_and_okinawa_may_be_chosen() -> None:
    found = leyte_derived.possible_objectives(new_game().rules.pieces)
    assert NUMBER["B1948"] not in found  # Clark Field is no port
    assert {NUMBER[hex] for hex in (LEYTE, MANILA, FORMOSA, NAHA, "B2736", "B1946")} <= set(found)


@pytest.mark.clause("45.43")
@pytest.mark.parametrize(("lead", "level"), [(0, "draw"), (100, "marginal"), (101, "substantial"), (201, "decisive")])
def test_45_43_the_levels_are_those_of_midway(lead: int, level: str) -> None:
    state = new_game()
    assert terminal_segment.victory_level(state, lead, broken_off=False) == level
    assert terminal_segment.case_of_levels(state) == "45.43"


# -- 45.63 landings --------------------------------------------------------------------------------------


@pytest.mark.clause("45.63")
@pytest.mark.parametrize(("hex", "called"), [(LEYTE, 1), (FORMOSA, 1), (NAHA, 1), (PALAU, 0)])
def test_45_63_a_landing_in_the_philippines_formosa_or_okinawa_calls_for_kamikazes(hex: str, called: int) -> None:
    state = new_game()
    force = put_force(state, "allies_1", hex, "us_apb1")
    state.cells[layout.FORCE_MISSION + force] = layout.MISSIONS.index["assault"]
    ship = SHIPS.index["us_apb1"]
    assert state.arrays[layout.SHIP_AT][ship] == IN_FORCE + force
    unit = layout.units_in(state.arrays).units(ABOARD + ship)[0]
    state.arrays[layout.BOUND_FOR][unit] = ship
    execution, _ = new_execution(state)
    landings.carry_out_landings(execution, ALLIES, lambda hex: True)
    assert state.cells[layout.LANDED_WHERE_CALLED] == called


def test_45_13_captured_hexes_change_hands_and_score() -> None:
    state = new_game()
    execution, _ = new_execution(state)
    for unit in layout.units_in(state.arrays).units(NUMBER[LEYTE]):
        layout.units_in(state.arrays).put(unit, NUMBER["B2152"])
    capture(execution, ALLIES, NUMBER[LEYTE])
    assert terminal_segment.captured(state, ALLIES) == 5 + 5


def test_12_5_ready_points_lost_with_half_of_their_deck_strike_no_more() -> None:
    state = new_game()
    ship, stack = SHIPS.index["jp_cvl3"], STACKS.index["zero_carrier"]
    base, width = DECK_OF[ship], len(STACKS)
    for other in range(width):
        state.arrays[layout.AIR][base * width + other] = 3 if other == stack else 0
    waiting = flights.launch(state, JAPAN, flights.Sortie(base, stack, flight_duties.READY), 3)
    execution, hand = new_execution(state, 1, 1)
    ship_losses.lose_aboard(execution, ship, 2)
    hand.finish()
    assert state.arrays[layout.AIR][base * width + stack] == 1
    assert state.arrays[layout.FLIGHT_POINTS][waiting] == 1
