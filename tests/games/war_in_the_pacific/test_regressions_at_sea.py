"""Differences that a reference implementation, written from the text, found at sea and in the air, as scenes."""

import pytest

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import search_reach
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import AIR_TYPES, BASE_AT, TRAINED, slot
from ironbottom.games.war_in_the_pacific.rules import sequence
from ironbottom.games.war_in_the_pacific.rules.air import availability, waves
from ironbottom.games.war_in_the_pacific.rules.air.air_phase import AirPhase
from ironbottom.games.war_in_the_pacific.rules.naval import sailing
from ironbottom.games.war_in_the_pacific.rules.search import contacts
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific import air_states
from tests.games.war_in_the_pacific.air_states import refused
from tests.games.war_in_the_pacific.battle_states import choose, find_events, open_procedure, put_unit
from tests.games.war_in_the_pacific.midway_states import midway, put_force
from tests.games.war_in_the_pacific.test_search import FAR, NEAR, hand, searching

FIVE = ("jp_dd1", "jp_dd11", "jp_dd12", "jp_dd13", "jp_dd14")
"""A force with neither few ships nor many."""


@pytest.mark.clause("8.1", "39.94")
def test_8_1_39_94_half_a_search_point_counts_as_one() -> None:
    state = searching(1, "b_17")
    assert search_reach.reaching(state, ALLIES, NUMBER[NEAR]).points == 3
    assert search_reach.reaching(state, ALLIES, NUMBER[FAR]).points == 2


@pytest.mark.clause("8.21", "39.94")
def test_8_21_39_94_half_of_five_points_are_three_on_the_move() -> None:
    state = searching(1, "b_17")
    state.arrays[layout.SEARCHING][slot(BASE_AT[NUMBER["F1234"]], AIR_TYPES.index["tbf"], TRAINED)] = 1
    force = put_force(state, "japan_1", "F1231", *FIVE)
    assert search_reach.reaching(state, ALLIES, NUMBER["F1231"]).points == 5
    execution, script = hand(state, 4, 6, 1)
    contacts.search_on_the_move(execution, force)
    script.finish()
    assert state.cells[layout.IN_CONTACT] == 1 << force


@pytest.mark.clause("8.2", "10.2")
def test_8_2_10_2_a_force_that_sailed_fast_is_no_harder_to_find_in_the_search_segment() -> None:
    state = searching()
    force = put_force(state, "japan_1", NEAR, *FIVE)
    state.cells[layout.FORCE_ACTIVE + force], state.cells[layout.FORCE_SPEED + force] = 1, 3
    found = search_reach.reaching(state, ALLIES, NUMBER[NEAR])
    assert search_reach.contact_modifiers(state, ALLIES, force, found) == -1
    execution, script = hand(state)
    sequence.end_naval(execution)
    script.finish()
    assert search_reach.contact_modifiers(state, ALLIES, force, found) == 0


@pytest.mark.clause("8.2", "14.1")
def test_8_2_14_1_a_force_off_an_enemy_port_is_not_in_port() -> None:
    state = searching()
    force = put_force(state, "japan_1", "F1234", *FIVE)
    found = search_reach.reaching(state, ALLIES, NUMBER["F1234"])
    assert search_reach.contact_modifiers(state, ALLIES, force, found) == 1
    state.arrays[layout.CONTROL][NUMBER["F1234"]] = JAPAN
    assert search_reach.contact_modifiers(state, ALLIES, force, found) == 2


@pytest.mark.clause("8.2")
def test_8_2_a_place_is_a_base_only_with_a_port_or_an_airbase() -> None:
    state = midway()
    umnak = NUMBER["F2302"]
    state.arrays[layout.LEVEL][BASE_AT[umnak]] = 0
    assert not search_reach.is_base(state, umnak)
    state.arrays[layout.LEVEL][BASE_AT[umnak]] = 1
    assert search_reach.is_base(state, umnak)


@pytest.mark.clause("8.2", "39.2")
def test_8_2_39_2_radar_helps_where_aircraft_search_in_full_range_or_not() -> None:
    state = searching()
    force = put_force(state, "japan_1", FAR, *FIVE)
    state.cells[layout.TURN] = turn_number("1/1/43")
    found = search_reach.reaching(state, ALLIES, NUMBER[FAR])
    assert (found.by_air, found.in_range) == (True, False)
    assert search_reach.contact_modifiers(state, ALLIES, force, found) == 1 - 2
    by_ships = search_reach.SearchPoints(2, in_range=True, overcast=False)
    assert search_reach.contact_modifiers(state, ALLIES, force, by_ships) == 0


@pytest.mark.clause("8.21", "4.2")
@pytest.mark.parametrize("first", [JAPAN, ALLIES])
def test_8_21_4_2_the_first_player_looks_first_in_an_impulse(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    state = midway()
    forces = [put_force(state, "japan_1", NEAR, "jp_dd1"), put_force(state, "allies_1", "F1226", "us_ca26")]
    state.cells[layout.FIRST_PLAYER] = first
    looked: list[int] = []
    monkeypatch.setattr(sailing, "sail_all", lambda execution: forces)
    monkeypatch.setattr(contacts, "search_on_the_move", lambda execution, force: looked.append(force))
    sequence.sail(hand(state)[0], 1)
    assert looked == (forces[::-1] if first == JAPAN else forces)


@pytest.mark.clause("7.5", "39.94")
@pytest.mark.parametrize(("hurt", "fifths"), [(0, 4), (1, 4), (3, 3), (20, 0)])
def test_7_5_39_94_coastal_guns_add_a_fifth_halves_up(hurt: int, fifths: int) -> None:
    state, pearl = midway(), NUMBER["F3342"]
    state.arrays[layout.GUNS_HURT][BASE_AT[pearl]] = 20
    others = waves.ground_fire(state, ALLIES, pearl)
    state.arrays[layout.GUNS_HURT][BASE_AT[pearl]] = hurt
    assert waves.ground_fire(state, ALLIES, pearl) - others == fifths


@pytest.mark.clause("6.8", "40.1")
def test_6_8_40_1_flying_boats_carry_a_headquarters_in_basic_midway_too() -> None:
    state = air_states.midway()
    air_states.nobody_flies(state)
    air_states.park(state, "F3342", pby_trained=3)
    availability.roll_availability(Execution(state, SeededDice(1)), ALLIES)
    staff, regiment = put_unit(state, "us_hq_group", "F3342"), put_unit(state, "us_3_1", "F3342")
    state.stack = ()
    at_transport = [step.name for step in AirPhase.steps].index("transport")
    open_procedure(state, AirPhase(at_transport))
    assert refused(state, "allies", "fly_unit", regiment, "pby_trained", "F2439", "comes_back")[0] == "6.8"
    events = choose(state, "allies", "fly_unit", staff, "pby_trained", "F2439", "comes_back")
    assert find_events(events, "flown_to") == [{"event": "flown_to", "unit": staff, "to": "F2439"}]
