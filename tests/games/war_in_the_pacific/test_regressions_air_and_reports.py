"""Differences that a reference implementation found in the air, under water and in reports, as scenes."""

import pytest

from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific import turn_record
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN, LAND
from ironbottom.games.war_in_the_pacific.derived import flight_duties, strike_targets
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import FORCES, SCENARIOS, SHIPS, STACKS, UNITS
from ironbottom.games.war_in_the_pacific.rules import sequence
from ironbottom.games.war_in_the_pacific.rules.air import air_bombardment, strikes, waves
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.rules.naval import gunnery
from ironbottom.games.war_in_the_pacific.rules.search import detection
from ironbottom.games.war_in_the_pacific.rules.submarines import submarine_attacks
from tests.games.war_in_the_pacific import air_states as midway_states
from tests.games.war_in_the_pacific.air_states import base, find_events
from tests.games.war_in_the_pacific.battle_states import BATTLE_TABLE, mission, put_unit
from tests.games.war_in_the_pacific.midway_states import ALLIED, TABLE, put_force
from tests.games.war_in_the_pacific.test_submarines import AT, station, submarines

MEDIUM, HIGH, LOW = (layout.ALTITUDES.index[band] for band in ("medium", "high", "low"))
FAR_OFF = "F0833"
"""Forty-five Movement Points from the American carrier: extended range for Zeros and Kates."""


def at_sea(hex: str = "F1230") -> State:
    """A Japanese and an American carrier, each with points aboard; no other points fly."""
    state = midway_states.midway()
    midway_states.nobody_flies(state)
    put_force(state, "japan_1", hex, "jp_cv1")
    put_force(state, "allies_1", "F1628", "us_cv8")
    midway_states.park(state, "jp_cv1", val_carrier=4, kate_carrier=4, zero_carrier=4)
    midway_states.park(state, "us_cv8", f4f_carrier=2)
    midway_states.contact(state, "allies_1", "F1628")
    state.stack = ()
    return state


def patrol(state: State, points: int = 2, fought: int = 0) -> int:
    """Wildcats over the American force."""
    covers = FORCES.index["allies_1"]
    what = flights.Sortie(
        base("us_cv8"), STACKS.index["f4f_carrier"], flight_duties.PATROL, over=NUMBER["F1628"], covers=covers
    )
    flight = flights.launch(state, ALLIES, what, points)
    state.arrays[layout.FLIGHT_FOUGHT][flight] = fought
    return flight


def wave(state: State, altitude: int = MEDIUM, **points: tuple[int, int]) -> int:
    """A wave of Japanese points at the American force: by stack the Role and the number."""
    aim = waves.Aim(NUMBER["F1628"], strike_targets.FORCE, altitude, FORCES.index["allies_1"])
    number = waves.begin_wave(state, JAPAN, aim)
    for stack, (role, here) in points.items():
        flights.launch(state, JAPAN, flights.Sortie(base("jp_cv1"), STACKS.index[stack], role, wave=number), here)
    return number


def fly_wave(state: State, number: int, *dice: int) -> list[dict[str, object]]:
    """The events of a wave that flies, attacks and returns, with exactly these dice."""
    script = ScriptedDice(dice)
    execution = Execution(state, script)
    strikes.fly_wave(execution, JAPAN, number)
    if state.arrays[layout.WAVE_STEP][number] == waves.ATTACKED:
        strikes.attack_over(execution, JAPAN, number)
    script.finish()
    return find_events(execution.events, "japan", "air_combat") + find_events(execution.events, "japan", "flak")


# -- 6.12 the way home -----------------------------------------------------------------------------------


@pytest.mark.clause("6.12", "6.4", "31.4")
def test_6_12_6_4_strafing_from_extended_range_meets_the_fire_again_on_the_way_home_not_doubled() -> None:
    state = at_sea(FAR_OFF)
    number = wave(state, zero_carrier=(flight_duties.STRAFING, 2))
    low, home = fly_wave(state, number, 1, 1, 1, 6, 6)
    assert [(fire["height"], fire["dice"], fire["lost"]) for fire in (low, home)] == [(1, [1], 0), (0, [6, 6], 1)]


@pytest.mark.clause("6.12", "6.4")
def test_6_12_6_4_strafing_within_range_meets_the_fire_once() -> None:
    state = at_sea()
    number = wave(state, zero_carrier=(flight_duties.STRAFING, 2))
    assert [fire["height"] for fire in fly_wave(state, number, 1, 1, 1)] == [1]


@pytest.mark.clause("6.12", "39.44", "39.42", "20.12")
def test_6_12_39_44_kamikazes_from_afar_that_found_no_room_meet_the_fire_again_and_every_hit_is_a_loss() -> None:
    state = at_sea(FAR_OFF)
    put_force(state, "allies_2", "F1728", "us_cv8")
    put_force(state, "allies_1", "F1628", "us_bb61")
    midway_states.contact(state, "allies_1", "F1628", "poor")
    midway_states.park(state, "jp_cv1", kate_carrier=11)
    number = wave(state, kate_carrier=(flight_duties.KAMIKAZE, 11))
    there, home = fly_wave(state, number, 1, 1, 1, 1, 1, 6, 1)
    assert (there["lost"], home["dice"], home["lost"], home["aborted"]) == (0, [6, 1], 1, 0)
    assert midway_states.parked(state, "jp_cv1", "kate_carrier") == 0


# -- 6.21 high and low -----------------------------------------------------------------------------------


@pytest.mark.clause("6.21", "6.12")
def test_6_21_6_12_a_low_patrol_meets_no_escort_on_the_way_home_of_bombers_that_flak_destroyed() -> None:
    state = at_sea(FAR_OFF)
    patrol(state, fought=2)
    number = wave(state, kate_carrier=(flight_duties.BOMB, 1), zero_carrier=(flight_duties.ESCORT, 2))
    (fire,) = fly_wave(state, number, 1, 6, 6)
    assert (fire["event"], fire["lost"]) == ("flak", 1)


@pytest.mark.clause("6.21", "6.12")
def test_6_21_6_12_a_patrol_that_is_up_meets_that_escort_a_second_time() -> None:
    state = at_sea(FAR_OFF)
    patrol(state)
    number = wave(state, kate_carrier=(flight_duties.BOMB, 1), zero_carrier=(flight_duties.ESCORT, 2))
    first, second, _ = fly_wave(state, number, 1, 3, 3, 1, 1, 6, 6, 3, 3, 1, 1)
    assert (first["strengths"], second["strengths"]) == ([8, 12, 1], [4, 12, 0])


@pytest.mark.clause("6.21", "6.12")
def test_6_21_6_12_a_patrol_that_fought_torpedoes_meets_the_bombers_of_that_wave_on_their_way_home() -> None:
    state = at_sea(FAR_OFF)
    patrol(state, points=4)
    number = wave(state, kate_carrier=(flight_duties.TORPEDO, 1), val_carrier=(flight_duties.BOMB, 1))
    hand = ScriptedDice((1, 3, 3, 1, 1, 6, 6))
    strikes.fly_wave(Execution(state, hand), JAPAN, number)
    assert [state.arrays[layout.FLIGHT_ROLE][each] for each in waves.flights_of(state, JAPAN, number)] == [
        flight_duties.BOMB
    ]
    assert waves.patrols_against(state, ALLIES, number)


@pytest.mark.clause("6.21", "6.20")
def test_6_21_6_20_in_a_new_impulse_a_patrol_that_was_low_meets_bombers_again() -> None:
    state = at_sea()
    flight = patrol(state, fought=2)
    number = wave(state, kate_carrier=(flight_duties.BOMB, 2))
    assert waves.patrols_against(state, ALLIES, number) == []
    sequence.decide(Execution(state, ScriptedDice(())), 3)
    assert waves.patrols_against(state, ALLIES, number) == [flight]
    assert state.arrays[layout.FLIGHT_FOUGHT][flight] == 1


# -- 7.31, 7.2, 31.1 -------------------------------------------------------------------------------------


@pytest.mark.clause("7.31")
def test_7_31_weak_fighters_count_in_full_where_no_heavy_bomber_is_left_high_up() -> None:
    state = at_sea()
    patrol(state)
    number = wave(state, HIGH, zero_carrier=(flight_duties.ESCORT, 2))
    (fight,) = fly_wave(state, number, 1, 3, 3, 1, 1)
    assert fight["strengths"] == [8, 12, 0]


@pytest.mark.clause("7.2", "31.1")
@pytest.mark.parametrize(("altitude", "added"), [(HIGH, [1, 2]), (MEDIUM, [1, 1]), (LOW, [2, 1])])
def test_7_2_31_1_the_higher_band_adds_one_for_the_bounce(altitude: int, added: list[int]) -> None:
    state = at_sea()
    patrol(state)
    number = wave(state, altitude, zero_carrier=(flight_duties.ESCORT, 2))
    (fight,) = fly_wave(state, number, 1, 3, 3, 1, 1)
    assert fight["added"] == added


@pytest.mark.clause("7.2", "4.2")
@pytest.mark.parametrize(("first", "bounce"), [(JAPAN, "escort"), (ALLIES, "patrol")])
def test_7_2_4_2_the_first_players_die_for_the_bounce_is_rolled_first(first: int, bounce: str) -> None:
    state = at_sea()
    state.cells[layout.FIRST_PLAYER] = first
    patrol(state)
    number = wave(state, zero_carrier=(flight_duties.ESCORT, 2))
    (fight,) = fly_wave(state, number, 1, 5, 2, 1, 1)
    assert fight["bounce"] == bounce


# -- 6.4 strafing ----------------------------------------------------------------------------------------


@pytest.mark.clause("6.4", "31.1", "26.3")
def test_6_4_three_hits_of_strafing_disrupt_and_neither_cost_a_step_nor_stop_work() -> None:
    state = at_sea()
    unit = put_unit(state, "us_bf", "F1234")
    division = put_unit(state, "us_4_1_mar", "F1234")
    number = waves.begin_wave(state, JAPAN, waves.Aim(NUMBER["F1234"], strike_targets.GROUND, MEDIUM))
    midway_states.park(state, "jp_cv1", zero_carrier=12)
    sortie = flights.Sortie(base("jp_cv1"), STACKS.index["zero_carrier"], flight_duties.STRAFING, wave=number)
    flights.launch(state, JAPAN, sortie, 12)
    script = ScriptedDice((1, 6))
    execution = Execution(state, script)
    air_bombardment.bombard_and_strafe(execution, JAPAN, number)
    assert find_events(execution.events, "japan", "strafed")[0]["hits"] == 4
    assert {state.arrays[layout.DISRUPTED][UNITS.index[name]] for name in (unit, division)} == {4}
    assert (
        find_events(execution.events, "japan", "reduced") == find_events(execution.events, "japan", "unit_lost") == []
    )
    assert turn_record.read(state, "disturbed", ()) == ()


# -- 13.0 submarines -------------------------------------------------------------------------------------


@pytest.mark.clause("13.3", "13.91")
@pytest.mark.parametrize(("mode", "hunts"), [(0, 1), (1, 0), (2, 0)])
def test_13_3_13_91_a_patrol_hunts_no_subron_in_transit_nor_on_its_way_to_refit(mode: int, hunts: int) -> None:
    state = submarines("japan_subron_1", AT)
    mission(state, put_force(state, "allies_1", AT, *(f"us_dd{number}" for number in range(16, 24))), "patrol")
    state.cells[layout.SUBRON_MODE + layout.SUBRONS.index["japan_subron_1"]] = mode
    hand = ScriptedDice((6,) * hunts)
    execution = Execution(state, hand)
    submarine_attacks.hunted_on_station(execution)
    hand.finish()
    assert len(find_events(execution.events, "japan", "asw")) == hunts


@pytest.mark.clause("13.7")
def test_13_7_the_contact_number_counts_all_ready_points_in_the_hex() -> None:
    state = submarines("japan_subron_1", AT, ready=1)
    one = layout.SUBRONS.index["japan_subron_1"]
    assert submarine_attacks.contact_number(state, ALLIED, one) == 0
    other = station(state, "japan_subron_2", AT, 6, 2)
    assert submarine_attacks.contact_number(state, ALLIED, one) == 2
    state.cells[layout.SUBRON_MODE + other] = 1
    assert submarine_attacks.contact_number(state, ALLIED, one) == 0
    station(state, "japan_subron_3", "F1231", 6, 3)
    assert submarine_attacks.contact_number(state, ALLIED, one) == 0


@pytest.mark.clause("13.7", "38.5")
def test_13_7_38_5_shipping_that_was_only_split_is_not_damaged() -> None:
    state = submarines("japan_subron_1", AT)
    put_force(state, "allies_1", AT, "us_apb1")
    before = submarine_attacks.contact_number(state, ALLIED, layout.SUBRONS.index["japan_subron_1"])
    state.arrays[layout.SHRUNK][SHIPS.index["us_apb1"]] = 2
    assert submarine_attacks.contact_number(state, ALLIED, layout.SUBRONS.index["japan_subron_1"]) == before
    state.arrays[layout.DAMAGE][SHIPS.index["us_apb1"]] = 1
    assert submarine_attacks.contact_number(state, ALLIED, layout.SUBRONS.index["japan_subron_1"]) == before + 1


# -- 8.31 reports ----------------------------------------------------------------------------------------


@pytest.mark.clause("8.31", "3.5")
def test_8_31_3_5_a_place_that_the_scenario_closes_is_reported_as_the_true_hex() -> None:
    pieces = TABLE.new().rules.pieces
    opened_by = pieces.in_play(SCENARIOS.index["midway"])
    ways = [
        (hex, side, other)
        for hex in range(len(IDS))
        for side, other in enumerate(GRID.beyond(hex))
        if other >= 0 and opened_by[hex] and not opened_by[other] and pieces.atlas.kind[other] != LAND
    ]
    assert ways
    for hex, side, other in ways:
        assert detection.reported_hex(pieces.atlas, opened_by, hex, side + 1, 1) == hex
        assert detection.reported_hex(pieces.atlas, bytes([1]) * len(IDS), hex, side + 1, 1) == other


# -- 12.2, 12.3 rounding ---------------------------------------------------------------------------------


@pytest.mark.clause("12.2", "12.3", "39.94")
@pytest.mark.parametrize(("rounding", "guns", "flak"), [("once", 1, 1), ("each", 2, 2)])
def test_12_2_12_3_39_94_fire_cut_twice_is_rounded_as_agreed(rounding: str, guns: int, flak: int) -> None:
    """A cruiser of gunnery five, a carrier of anti-aircraft fire five, at D3 with fire control hit: five quarters."""
    state = BATTLE_TABLE.new(options={"halved_fire": rounding})
    for ship in ("jp_ca5", "jp_cv7"):
        state.arrays[layout.DAMAGE][SHIPS.index[ship]] = 3
        state.arrays[layout.FIRE_CONTROL][SHIPS.index[ship]] = 1
    assert gunnery.guns_of(state, SHIPS.index["jp_ca5"]) == guns
    assert waves.ship_fire(state, SHIPS.index["jp_cv7"]) == flak


@pytest.mark.clause("7.5")
@pytest.mark.parametrize(("guns", "fire"), [(0, 0), (2, 0), (3, 1), (7, 1), (8, 2)])
def test_7_5_a_fifth_of_the_coastal_guns_fires_at_aircraft_rounded_to_the_nearest(
    guns: int, fire: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, midway = midway_states.midway(), NUMBER["F1234"]
    found = []
    for number in (0, guns):
        monkeypatch.setattr(waves, "guns_at", lambda state, hex, number=number: number)
        found.append(waves.ground_fire(state, ALLIES, midway))
    assert found[1] - found[0] == fire
