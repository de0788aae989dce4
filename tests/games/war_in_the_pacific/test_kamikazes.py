"""39.4 to 39.45, 45.63 Kamikazes: their start and number, and effects on carriers and armour."""

import pytest

from ironbottom.engine.core.events import Event
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.derived import aircraft_roles, flight_duties, strike_targets
from ironbottom.games.war_in_the_pacific.pieces import STACKS
from ironbottom.games.war_in_the_pacific.rules.air import kamikazes, waves
from ironbottom.games.war_in_the_pacific.rules.air.air_phase import AirPhase
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.scenarios.leyte import kamikaze_call
from tests.games.war_in_the_pacific import air_states
from tests.games.war_in_the_pacific.air_states import (
    CLEAR_WEATHER,
    act,
    find_events,
    nobody_flies,
    park,
    parked,
    refused,
)
from tests.games.war_in_the_pacific.leyte_states import new_execution, new_game
from tests.games.war_in_the_pacific.midway_states import put_force
from tests.games.war_in_the_pacific.two_step_choices import choose_in_two_steps

CLARK, AT_SEA = "B1948", "B2150"


def off_luzon(*ships: str, **points: int) -> State:
    """The second turn: an American force in contact off Luzon, and Japanese points at Clark Field. Kamikazes have
    begun.
    """
    state = new_game()
    state.cells[layout.FIRST_PLAYER] = JAPAN
    state.cells[layout.TURN] += 1
    state.cells[layout.KAMIKAZES] = 1
    nobody_flies(state)
    park(state, CLARK, **points)
    put_force(state, "allies_1", AT_SEA, *ships)
    air_states.contact(state, "allies_1", AT_SEA)
    state.stack = (AirPhase(0),)
    return state


def declares(state: State) -> State:
    """Fair weather, all points available, no searches; the Allies declare nothing."""
    air_states.start(state, *CLEAR_WEATHER, 1)
    act(state, "japan", "done")
    act(state, "allies", "done")
    act(state, "allies", "done")
    return state


def dive(state: State, *sent: tuple[str, ...], dice: tuple[int, ...]) -> list[Event]:
    """Japan sends one wave against the force."""
    act(state, "japan", "strike", "allies_1")
    for points in sent:
        act(state, "japan", "send", CLARK, *points)
    act(state, "japan", "fly")
    return act(state, "japan", "done", dice=dice)


# -- 45.63 when they begin -------------------------------------------------------------------------------


@pytest.mark.clause("45.63", "39.4")
def test_45_63_39_4_japan_is_asked_at_the_start_of_a_turn_after_a_landing_and_may_wait() -> None:
    state = new_game()
    execution, _ = new_execution(state)
    kamikaze_call.call(execution)
    assert state.stack == ()
    state.cells[layout.LANDED_WHERE_CALLED] = 1
    kamikaze_call.call(execution)
    act(state, "japan", "hold_back")
    assert state.cells[layout.KAMIKAZES] == 0
    kamikaze_call.call(new_execution(state)[0])
    events = act(state, "japan", "begin_kamikazes")
    assert find_events(events, "allies", "kamikazes_begun") == [{"event": "kamikazes_begun"}]
    kamikaze_call.call(new_execution(state)[0])
    assert (state.stack, state.cells[layout.KAMIKAZES]) == ((), 1)


# -- 39.41 how many ---------------------------------------------------------------------------------------


@pytest.mark.clause("39.41")
def test_39_41_no_kamikaze_flies_before_they_begin_or_beyond_the_allotment() -> None:
    state = off_luzon("us_cv9", zero_untrained=60)
    state.cells[layout.KAMIKAZES] = 0
    declares(state)
    act(state, "japan", "strike", "allies_1")
    assert refused(state, "japan", "send", CLARK, "zero_untrained", "kamikaze", "1")[0] == "5.2"
    state = declares(off_luzon("us_cv9", zero_untrained=60))
    act(state, "japan", "strike", "allies_1")
    assert refused(state, "japan", "send", CLARK, "zero_untrained", "kamikaze", "4")[0] == "7.7"
    act(state, "japan", "send", CLARK, "zero_untrained", "kamikaze", "3")
    assert aircraft_roles.kamikazes_left(state, JAPAN) == 0
    assert refused(state, "japan", "send", CLARK, "zero_untrained", "kamikaze", "1")[0] is not None


@pytest.mark.clause("39.45")
def test_39_45_three_types_take_no_part_and_no_allied_type_does() -> None:
    pieces = new_game().rules.pieces
    barred = {"mavem", "terri", "dinah"}
    able = {name for name in STACKS.ids if aircraft_roles.may_fly_as_kamikaze(pieces, STACKS.index[name])}
    assert not {name.rpartition("_")[0] for name in able} & barred
    assert {"zero_untrained", "judy_trained", "betty_untrained"} <= able
    assert "f6f_carrier" not in able


# -- 39.42 to 39.44 the attack -----------------------------------------------------------------------------


@pytest.mark.clause("39.44", "20.12")
def test_39_44_20_12_points_that_find_no_room_at_a_ship_do_not_attack_and_come_home() -> None:
    state = declares(off_luzon("us_dd14", judy_untrained=120))
    dive(state, ("judy_untrained", "kamikaze", "6"), dice=(1, 1))
    choose_in_two_steps(state, "japan", "strike_with", "us_dd14", "judy_untrained", "kamikaze", "4")
    events = act(state, "japan", "drop", dice=(1, 1))
    assert find_events(events, "allies", "kamikazes_spent")[0]["points"] == 4
    assert parked(state, CLARK, "judy_untrained") == 116
    assert state.cells[layout.LOSSES + JAPAN] == 4 * state.rules.pieces.charts.worth["air_untrained"]
    assert aircraft_roles.kamikazes_left(state, JAPAN) == 0


@pytest.mark.clause("39.42")
def test_39_42_every_hit_on_a_kamikaze_is_a_loss() -> None:
    state = off_luzon("us_cv9", judy_untrained=60)
    wave = waves.begin_wave(state, JAPAN, waves.Aim(0, strike_targets.FORCE, 1, 0))
    doomed, other = (
        flights.launch(state, JAPAN, flights.Sortie(0, STACKS.index["judy_untrained"], duty, wave=wave), 1)
        for duty in (flight_duties.KAMIKAZE, flight_duties.BOMB)
    )
    assert waves.as_flight(state, doomed).fragility == 1
    assert waves.as_flight(state, other).fragility > 1


@pytest.mark.clause("39.43")
def test_39_43_a_fighter_without_bombs_counts_four() -> None:
    pieces = new_game().rules.pieces
    assert kamikazes.kamikaze_strength(pieces, STACKS.index["oscar_untrained"]) == 4
