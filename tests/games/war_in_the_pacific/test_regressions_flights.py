"""Differences that a reference implementation of flights found: 5.3 to 5.7, 6.6, 6.20, 8.61, 18.4."""

import pytest

from ironbottom.engine.core import sets
from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import (
    air_bases,
    fighter_patrols,
    flight_duties,
    readiness,
    role_points,
    transfer_range,
)
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.information.check_stock import check_ships_out
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, BASES, FIRST_NEW, HEXES, SHIPS, STACKS
from ironbottom.games.war_in_the_pacific.rules import sequence
from ironbottom.games.war_in_the_pacific.rules.air import (
    air_transfer,
    availability,
    interception,
    special_strikes,
    transport_segment,
)
from ironbottom.games.war_in_the_pacific.rules.air_units import flights, return_to_base
from ironbottom.games.war_in_the_pacific.rules.naval import ship_losses
from tests.games.war_in_the_pacific import air_states as midway_states
from tests.games.war_in_the_pacific.air_states import act, parked, refused
from tests.games.war_in_the_pacific.midway_states import put_force
from tests.games.war_in_the_pacific.test_special_strikes import ask
from tests.games.war_in_the_pacific.two_step_choices import choose_in_two_steps

MIDWAY, PEARL, FRIGATE_SHOALS = "F1234", "F3342", "F2439"


def at_midway(**garrison: int) -> State:
    """Only these fly, from Midway, and serve the headquarters there; each die of availability was a six."""
    state = midway_states.midway()
    midway_states.nobody_flies(state)
    midway_states.park(state, MIDWAY, **garrison)
    return roll_sixes(state)


def roll_sixes(state: State) -> State:
    """The commands of the Allies roll sixes for availability."""
    state.stack = ()
    found = list(air_bases.commands(state, ALLIES))
    availability.record_commands(state, ALLIES, found)
    for command in {command for _, _, command, _ in found}:
        state.arrays[layout.AVAILABLE][command] = 6
        for training in range(3):
            availability.record_available(state, command, training, found, 6)
    return state


def with_room_for(state: State, stack: str, points: int) -> None:
    """5.3 The headquarters at Midway has room for a number of points of a stack."""
    for number in range(len(state.arrays[layout.SERVED_BASE])):
        if (state.arrays[layout.SERVED_BASE][number], state.arrays[layout.SERVED_STACK][number]) == slot(MIDWAY, stack):
            state.arrays[layout.SERVED_POINTS][number] = points


def served(state: State, stack: str) -> int:
    """5.3 The points of a stack at Midway that their headquarters serves."""
    return flight_duties.serving(state, ALLIES)[slot(MIDWAY, stack)][1]


def slot(base: str, stack: str) -> tuple[int, int]:
    """A base and a stack by name."""
    return BASES.index[base], STACKS.index[stack]


def goals(state: State, base: str, stack: str) -> list[str]:
    """The possible new bases of a stack."""
    return [BASES.ids[to] for to in transfer_range.transfer_destinations(state, ALLIES, *slot(base, stack))]


def launch(state: State, base: str, stack: str, duty: int, points: int, over: str = "F1230") -> None:
    """Gives points of a stack a Role in this phase."""
    where = NUMBER[over] if duty in flight_duties.STRIKES else -1
    flights.launch(state, ALLIES, flights.Sortie(*slot(base, stack), duty, over=where), points)


def put_on_search(state: State, base: str, stack: str, points: int) -> None:
    """Points of a stack search."""
    here, number = slot(base, stack)
    state.arrays[layout.SEARCHING][here * len(STACKS) + number] = points


def ready_and_patrol(state: State, base: str, stack: str) -> tuple[int, int]:
    """The points that may be made ready, and those that may patrol in the Naval Phase."""
    return readiness.may_be_ready(state, ALLIES, *slot(base, stack)), readiness.may_patrol(
        state, ALLIES, *slot(base, stack)
    )


def ask_ready_points(state: State) -> State:
    """The Naval Phase begins, and both choose ready points."""
    flights.phase_begins(state)
    ask(state, special_strikes.ReadyDeclaration)
    return state


# -- 5.4, 5.5 transfers ----------------------------------------------------------------------------------


@pytest.mark.clause("5.4", "5.41", "5.5")
def test_5_4_5_5_land_planes_stop_on_the_way_only_at_an_undamaged_level() -> None:
    """A P-40 flies seventy-two Movement Points: from Midway to Pearl Harbor it stops half-way."""
    state = at_midway(p_40_trained=4)
    shoals = BASE_AT[NUMBER[FRIGATE_SHOALS]]
    assert PEARL not in goals(state, MIDWAY, "p_40_trained")
    state.arrays[layout.LEVEL][shoals] = 1
    assert PEARL in goals(state, MIDWAY, "p_40_trained")
    state.arrays[layout.HURT][shoals] = 1
    assert PEARL not in goals(state, MIDWAY, "p_40_trained")


@pytest.mark.clause("5.4", "5.5")
def test_5_4_5_5_flying_boats_stop_on_the_way_on_the_water() -> None:
    """A range of seventy-two reaches Pearl Harbor from Midway by way of the anchorage of French Frigate Shoals."""
    state, start = at_midway(), NUMBER[MIDWAY]
    assert NUMBER[PEARL] in transfer_range.two_legs(state, ALLIES, 72, True)[start]
    assert NUMBER[PEARL] not in transfer_range.two_legs(state, ALLIES, 72, False)[start]


@pytest.mark.clause("5.5", "19.3")
def test_5_5_19_3_a_carrier_in_port_sends_points_to_the_airbase_of_its_hex() -> None:
    state = at_midway()
    layout.ships_in(state.arrays).put(SHIPS.index["us_cv8"], NUMBER[PEARL])
    midway_states.park(state, "us_cv8", f4f_carrier=4)
    midway_states.park(state, PEARL)
    state.stack = ()
    execution = Execution(state, ScriptedDice([]))
    air_transfer.Transferring.start(execution)
    choose_in_two_steps(state, "allies", "fly_to", "us_cv8", "f4f_carrier", PEARL, "3")
    assert (parked(state, "us_cv8", "f4f_carrier"), parked(state, PEARL, "f4f_carrier")) == (1, 3)


@pytest.mark.clause("5.5", "19.3")
def test_5_5_19_3_a_carrier_in_port_takes_points_from_afar_and_one_at_sea_from_near_by() -> None:
    state = at_midway(p_38_trained=4)
    put_force(state, "allies_1", "F1628", "us_cv8")
    assert "us_cv8" not in goals(state, MIDWAY, "p_38_trained")
    layout.ships_in(state.arrays).put(SHIPS.index["us_cv8"], NUMBER[PEARL])
    assert "us_cv8" in goals(state, MIDWAY, "p_38_trained")
    midway_states.park(state, MIDWAY, f4f_carrier=4)
    assert "us_cv8" not in goals(state, MIDWAY, "f4f_carrier")
    put_force(state, "allies_1", "F1628", "us_cv8")
    assert "us_cv8" not in goals(state, MIDWAY, "f4f_carrier")
    put_force(state, "allies_1", "F1333", "us_cv8")
    assert "us_cv8" in goals(state, MIDWAY, "f4f_carrier")


@pytest.mark.clause("5.5", "26.1")
def test_5_5_26_1_a_transfer_longer_than_any_search_reaches_an_airbase_that_was_built() -> None:
    """A B-24 flies two hundred and fifty-two Movement Points."""
    state, hex = at_midway(b_24_trained=4), NUMBER["F2501"]
    state.cells[layout.NEW_BASE_AT] = hex
    state.arrays[layout.CONTROL][hex] = ALLIES
    state.arrays[layout.LEVEL][FIRST_NEW] = 1
    assert 170 < state.rules.pieces.ferrying(NUMBER[MIDWAY], 252)[hex] <= 252
    assert "new_base_1" in goals(state, MIDWAY, "b_24_trained")


@pytest.mark.clause("6.2", "3.51")
def test_6_2_3_51_no_patrol_in_a_section_that_is_not_in_play() -> None:
    """Truk patrols its own islands; section E, which is also within range, is not in play at Midway."""
    state = midway_states.midway()
    over = fighter_patrols.patrolled(state, JAPAN, BASES.index["D3754"], STACKS.index["oscar_trained"] // 3)
    found = {HEXES.ids[hex] for hex in sets.iterate(over)}
    assert "D3754" in found
    assert not [hex for hex in found if hex.startswith("E")]


@pytest.mark.clause("5.3", "5.5")
def test_5_3_5_5_points_without_service_stay_when_serviced_ones_have_left() -> None:
    state = at_midway(b_17_trained=14)
    with_room_for(state, "b_17_trained", 10)
    air_transfer.Transferring.start(Execution(state, ScriptedDice([])))
    choose_in_two_steps(state, "allies", "fly_to", MIDWAY, "b_17_trained", PEARL, "10")
    assert refused(state, "allies", "transfer", MIDWAY, "b_17_trained")[0] == "5.5"


@pytest.mark.clause("5.3", "5.5", "5.6")
def test_5_3_5_5_points_that_landed_at_a_base_leave_its_own_points_free_to_transfer() -> None:
    state = at_midway(b_17_trained=4)
    midway_states.park(state, PEARL, b_17_trained=4)
    roll_sixes(state)
    launch(state, PEARL, "b_17_trained", flight_duties.RETURNING, 2, "F2338")
    air_transfer.Transferring.start(Execution(state, ScriptedDice([])))
    act(state, "allies", "divert", PEARL, "b_17_trained", MIDWAY, "2")
    choose_in_two_steps(state, "allies", "fly_to", MIDWAY, "b_17_trained", PEARL, "4")
    assert (parked(state, MIDWAY, "b_17_trained"), parked(state, PEARL, "b_17_trained")) == (2, 6)


@pytest.mark.clause("5.6", "5.9", "19.2")
def test_5_6_a_carriers_points_that_struck_may_land_at_a_base_and_count_there() -> None:
    state = at_midway()
    put_force(state, "allies_1", "F1628", "us_cv8")
    midway_states.park(state, "us_cv8", sbd_carrier=4)
    roll_sixes(state)
    launch(state, "us_cv8", "sbd_carrier", flight_duties.RETURNING, 3)
    air_transfer.Transferring.start(Execution(state, ScriptedDice([])))
    act(state, "allies", "divert", "us_cv8", "sbd_carrier", MIDWAY, "2")
    assert (parked(state, "us_cv8", "sbd_carrier"), parked(state, MIDWAY, "sbd_carrier")) == (2, 2)
    assert sum(state.arrays[layout.TRANSFERRED]) == 2


@pytest.mark.clause("5.7", "6.6")
def test_5_7_6_6_ready_points_flee_an_overrun_base_and_those_that_searched_do_not() -> None:
    """Two of nine struck in the Air Phase, three searched, and two of the other four are ready."""
    state = at_midway(sbd_trained=9)
    launch(state, MIDWAY, "sbd_trained", flight_duties.RETURNING, 2)
    put_on_search(state, MIDWAY, "sbd_trained", 3)
    flights.phase_begins(state)
    launch(state, MIDWAY, "sbd_trained", flight_duties.READY, 2)
    assert return_to_base.able_to_flee(state, ALLIES, *slot(MIDWAY, "sbd_trained")) == 4


@pytest.mark.clause("5.7", "6.20")
@pytest.mark.parametrize(("patrolling", "able"), [(2, 4), (3, 4), (5, 2)])
def test_5_7_6_20_points_that_searched_patrol_first_and_the_others_flee(patrolling: int, able: int) -> None:
    """Three of seven searched in the Air Phase; a patrol in the next Naval Phase does not tire those any further."""
    state = at_midway(p_38_trained=7)
    put_on_search(state, MIDWAY, "p_38_trained", 3)
    flights.phase_begins(state)
    launch(state, MIDWAY, "p_38_trained", flight_duties.PATROL, patrolling)
    assert return_to_base.able_to_flee(state, ALLIES, *slot(MIDWAY, "p_38_trained")) == able


# -- 6.6, 6.20 ready points and patrols ---------------------------------------------------------------------


@pytest.mark.clause("6.6")
def test_6_6_points_that_struck_and_points_that_searched_differ_and_neither_is_ready() -> None:
    state = at_midway(sbd_trained=8)
    launch(state, MIDWAY, "sbd_trained", flight_duties.RETURNING, 3)
    put_on_search(state, MIDWAY, "sbd_trained", 3)
    ask_ready_points(state)
    assert refused(state, "allies", "make_ready", MIDWAY, "sbd_trained", "3")[0] == "6.6"
    act(state, "allies", "make_ready", MIDWAY, "sbd_trained", "2")


@pytest.mark.clause("5.3", "6.6")
def test_5_3_6_6_no_more_are_ready_than_their_headquarters_serves() -> None:
    state = at_midway(sbd_trained=14)
    with_room_for(state, "sbd_trained", 10)
    ask_ready_points(state)
    act(state, "allies", "make_ready", MIDWAY, "sbd_trained", "6")
    assert refused(state, "allies", "make_ready", MIDWAY, "sbd_trained", "5")[0] == "6.6"
    act(state, "allies", "make_ready", MIDWAY, "sbd_trained", "4")
    assert ready_and_patrol(state, MIDWAY, "sbd_trained") == (0, 0)


@pytest.mark.clause("5.4", "6.6")
def test_5_4_6_6_ready_land_planes_take_no_place_of_flying_boats() -> None:
    state = at_midway(sbd_trained=9, pby_trained=9)
    state.arrays[layout.LEVEL][BASE_AT[NUMBER[MIDWAY]]] = 1
    for unit in layout.units_in(state.arrays).units(NUMBER[MIDWAY]):
        state.arrays[layout.DEPLOYED][unit] = 0
    roll_sixes(state)
    ask_ready_points(state)
    act(state, "allies", "make_ready", MIDWAY, "sbd_trained", "9")
    act(state, "allies", "make_ready", MIDWAY, "pby_trained", "9")


@pytest.mark.clause("6.20")
def test_6_20_fighters_that_searched_may_patrol_and_those_on_patrol_before_may_not() -> None:
    state = at_midway(f4f_trained=9)
    put_on_search(state, MIDWAY, "f4f_trained", 4)
    launch(state, MIDWAY, "f4f_trained", flight_duties.PATROL, 3, MIDWAY)
    ask_ready_points(state)
    assert ready_and_patrol(state, MIDWAY, "f4f_trained") == (2, 6)
    act(state, "allies", "guard", MIDWAY, "f4f_trained", MIDWAY, "4")
    assert ready_and_patrol(state, MIDWAY, "f4f_trained") == (2, 2)
    act(state, "allies", "make_ready", MIDWAY, "f4f_trained", "1")
    assert ready_and_patrol(state, MIDWAY, "f4f_trained") == (1, 1)
    act(state, "allies", "guard", MIDWAY, "f4f_trained", MIDWAY, "1")
    assert ready_and_patrol(state, MIDWAY, "f4f_trained") == (0, 0)


@pytest.mark.clause("6.6", "6.8")
def test_6_6_6_8_points_that_flew_stores_are_not_ready_in_the_naval_phase() -> None:
    state = at_midway(pby_trained=5)
    transport_segment.AirLift(ALLIES).sent(
        Execution(state, ScriptedDice([])), *slot(MIDWAY, "pby_trained"), BASES.index[MIDWAY], 2
    )
    ask_ready_points(state)
    assert ready_and_patrol(state, MIDWAY, "pby_trained")[0] == 3
    flights.phase_begins(state)
    assert role_points.may_fly(state, ALLIES, *slot(MIDWAY, "pby_trained"), strike=True) == 5


@pytest.mark.clause("6.6", "5.5")
def test_6_6_5_5_points_that_transferred_are_not_ready_and_do_not_affect_others() -> None:
    state = at_midway(b_17_trained=4)
    midway_states.park(state, PEARL, b_17_trained=3)
    roll_sixes(state)
    air_transfer.Transferring.start(Execution(state, ScriptedDice([])))
    choose_in_two_steps(state, "allies", "fly_to", PEARL, "b_17_trained", MIDWAY, "3")
    ask_ready_points(state)
    assert (parked(state, MIDWAY, "b_17_trained"), ready_and_patrol(state, MIDWAY, "b_17_trained")[0]) == (7, 4)


@pytest.mark.clause("5.3", "6.6", "8.61")
def test_8_61_6_6_before_any_air_phase_points_serve_their_headquarters_without_dice() -> None:
    state = midway_states.midway()
    midway_states.nobody_flies(state)
    midway_states.park(state, MIDWAY, sbd_trained=4)
    state.stack = ()
    sequence.make_ready(Execution(state, ScriptedDice([])))
    assert ready_and_patrol(state, MIDWAY, "sbd_trained")[0] == 4
    assert served(state, "sbd_trained") == 4


@pytest.mark.clause("5.3", "8.61")
def test_8_61_after_an_air_phase_no_other_headquarters_is_found_in_the_naval_phase() -> None:
    state = at_midway(sbd_trained=4)
    midway_states.park(state, PEARL, sbd_trained=4)
    sequence.make_ready(Execution(state, ScriptedDice([])))
    assert ready_and_patrol(state, PEARL, "sbd_trained") == (0, 0)


@pytest.mark.clause("5.3", "7.12")
def test_5_3_no_other_points_replace_served_points_that_are_lost() -> None:
    state = at_midway(b_17_trained=14)
    with_room_for(state, "b_17_trained", 10)
    launch(state, MIDWAY, "b_17_trained", flight_duties.RETURNING, 4)
    flights.lose_air_points(state, ALLIES, flight_duties.flying(state, ALLIES)[0], 4)
    assert served(state, "b_17_trained") == 6


# -- 18.4 ships ------------------------------------------------------------------------------------------


@pytest.mark.clause("18.4", "9.1")
def test_18_4_the_refit_of_a_ship_that_sinks_is_over() -> None:
    state = midway_states.midway()
    ship = SHIPS.index["us_ca24"]
    state.arrays[layout.REFITTING][ship] = 1
    ship_losses.sink(Execution(state, ScriptedDice([])), ship)
    assert state.arrays[layout.REFITTING][ship] == 0
    check_ships_out(state)


@pytest.mark.clause("5.3", "5.5")
def test_5_3_5_5_the_command_serves_no_others_in_place_of_points_that_land_elsewhere() -> None:
    state = at_midway(b_17_trained=14)
    with_room_for(state, "b_17_trained", 10)
    return_to_base.rebase(state, ALLIES, BASES.index[MIDWAY], BASES.index[PEARL], STACKS.index["b_17_trained"], 3)
    assert served(state, "b_17_trained") == 7


# -- 39.1 radar ------------------------------------------------------------------------------------------


@pytest.mark.clause("39.1", "39.2", "45.25", "7.2")
def test_39_1_japanese_patrols_are_warned_over_japan_formosa_and_luzon_and_not_over_okinawa() -> None:
    pieces = midway_states.midway().rules.pieces
    warned = {"Kure": "B3328", "Tokyo": "D0326", "Formosa": "B1940", "Manila": "B2048"}
    unwarned = {"Okinawa": "B2737", "Leyte": "B2452", "Truk": "D3754", "the sea": "F1230"}
    assert all(interception.under_japanese_radar(pieces, NUMBER[hex]) for hex in warned.values())
    assert not any(interception.under_japanese_radar(pieces, NUMBER[hex]) for hex in unwarned.values())
