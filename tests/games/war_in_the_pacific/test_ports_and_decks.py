"""12.4, 14.2 to 14.8, 18.4, 19.3, 19.4, 20.14, 25.7, 27.2, 27.3 Ports, carriers and captured bases, with fixed dice."""

import pytest

from ironbottom.engine.dice.dice import NoDice, ScriptedDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import (
    air_bases,
    air_capacity,
    cargo_room,
    flight_duties,
    force_movement,
    ship_repair_capacity,
    strike_targets,
    transfer_range,
)
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import (
    BASE_AT,
    FORCES,
    FULL,
    IN_FORCE,
    PARTIAL,
    SHIPS,
    SHIPS_OF,
    STACKS,
    UNITS,
)
from ironbottom.games.war_in_the_pacific.rules.air import naval_strike, waves
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.rules.bases import ship_repair
from ironbottom.games.war_in_the_pacific.rules.naval import sailing, ship_losses
from ironbottom.games.war_in_the_pacific.rules.shore import bombardment, capture
from tests.games.war_in_the_pacific import air_states
from tests.games.war_in_the_pacific.battle_states import calm, cleared, find_events, put_unit
from tests.games.war_in_the_pacific.midway_states import FirstNumber, midway, put_force

SAIPAN, PEARL = NUMBER["D0948"], NUMBER["F3342"]


def ship(name: str) -> int:
    return SHIPS.index[name]


# -- 12.4, 12.6 ships that are hit -----------------------------------------------------------------------


def ready_bombers(state: State) -> None:
    """Four dive bombers are ready aboard an American carrier at sea."""
    put_force(state, "allies_1", "F1628", "us_cv8")
    air_states.park(state, "us_cv8", sbd_carrier=4)
    flights.launch(
        state, ALLIES, flights.Sortie(air_states.base("us_cv8"), STACKS.index["sbd_carrier"], flight_duties.READY), 4
    )


@pytest.mark.parametrize(("loaded", "given"), [(False, 0), (True, 2)])
def test_12_4_guns_and_submarines_can_hit_loaded_decks_too(loaded: bool, given: int) -> None:
    """Three points on Defence 8 and a die of 3 give nothing.

    Two columns further, they give two levels, and +1 on critical hits.
    """
    state = calm()
    if loaded:
        ready_bombers(state)
    else:
        put_force(state, "allies_1", "F1628", "us_cv8")
    execution = Execution(state, ScriptedDice([3, 3, 1] if loaded else [3, 3]))
    hurt = ship_losses.hit_ship(execution, ship("us_cv8"), ship_losses.ShipAttack(0, 3))
    assert hurt.levels == given


def test_12_6_a_ship_sunk_in_port_is_on_the_bottom_and_one_sunk_for_good_is_not() -> None:
    state = calm()
    execution = Execution(state, NoDice())
    ship_losses.sink(execution, ship("us_ca24"), for_good=False)
    ship_losses.sink(execution, ship("us_ca26"), for_good=True)
    assert state.arrays[layout.SHIP_AT][ship("us_ca24")] == PEARL
    assert state.arrays[layout.DAMAGE][ship("us_ca24")] == 5
    assert state.arrays[layout.SHIP_AT][ship("us_ca26")] >= IN_FORCE + len(FORCES)


def test_20_14_no_torpedo_attacks_a_force_in_port() -> None:
    """A force in contact at Pearl Harbor is attacked only with bombs; once it has sailed in this phase it is at sea."""
    state = air_states.midway()
    force = put_force(state, "allies_1", "F3342", "us_cv8")
    assert naval_strike.is_safe_from_torpedoes(state, ship("us_cv8"))
    state.cells[layout.FORCE_ACTIVE + force] = 1
    assert not naval_strike.is_safe_from_torpedoes(state, ship("us_cv8"))
    state.cells[layout.FORCE_ACTIVE + force] = 0
    wave = waves.begin_wave(state, JAPAN, waves.Aim(PEARL, strike_targets.FORCE, 1, force))
    kate = STACKS.index["kate_carrier"]
    execution = Execution(state, ScriptedDice([]))
    naval_strike.strike_ship(
        execution,
        JAPAN,
        wave,
        ship("us_cv8"),
        (naval_strike.AttackPoints(ship("us_cv8"), kate, flight_duties.TORPEDO, 4),),
    )
    assert execution.events == []
    bombs = (naval_strike.AttackPoints(ship("us_cv8"), kate, flight_duties.BOMB, 4),)
    execution = Execution(state, ScriptedDice([1, 1, 1]))
    naval_strike.strike_ship(execution, JAPAN, wave, ship("us_cv8"), bombs)
    assert [event["added"] for event in find_events(execution.events, "ship_hit")] == [3]


# -- 14.0 ports ------------------------------------------------------------------------------------------


def test_14_2_ships_above_the_naval_capacity_are_not_repaired() -> None:
    state = midway()
    escorts = [f"jp_dd{number}" for number in (1, 11, 12, 13, 14, 15, 16, 17, 18, 23, 24, 31, 32, 33, 34, 35, 36)]
    for name in escorts:
        layout.ships_in(state.arrays).put(ship(name), SAIPAN)
    inside = ship_repair_capacity.ships_of_port(state, JAPAN, SAIPAN)
    room = ship_repair_capacity.naval_capacity(state, JAPAN, SAIPAN)
    assert (room, len(inside) > room) == (8 + 8, True)
    state.arrays[layout.DAMAGE][inside[room]] = 1
    assert ship_repair.repairable(state, JAPAN, SAIPAN) == []
    state.arrays[layout.DAMAGE][inside[room - 1]] = 1
    assert ship_repair.repairable(state, JAPAN, SAIPAN) == [inside[room - 1]]


@pytest.mark.clause("27.3")
def test_14_5_damage_takes_both_capacities_of_a_port() -> None:
    state = cleared(midway())
    assert (
        cargo_room.cargo_capacity(state, JAPAN, SAIPAN),
        ship_repair_capacity.naval_capacity(state, JAPAN, SAIPAN),
    ) == (
        4 * 2,
        8,
    )
    bombardment.apply_hits(Execution(state, NoDice()), SAIPAN, bombardment.PORT, 1)
    assert (
        cargo_room.cargo_capacity(state, JAPAN, SAIPAN),
        ship_repair_capacity.naval_capacity(state, JAPAN, SAIPAN),
    ) == (
        4 * 1,
        7,
    )
    unit = UNITS.index[put_unit(state, "jp_bf", "D0948")]
    state.arrays[layout.DEPLOYED][unit] = FULL
    assert (
        cargo_room.cargo_capacity(state, JAPAN, SAIPAN),
        ship_repair_capacity.naval_capacity(state, JAPAN, SAIPAN),
    ) == (
        4 * 2,
        15,
    )


def test_14_4_a_captured_port_works_at_half_for_two_more_turns() -> None:
    state = cleared(midway())
    capture.capture(Execution(state, FirstNumber()), ALLIES, SAIPAN)
    for _ in range(3):
        assert (
            cargo_room.cargo_capacity(state, ALLIES, SAIPAN),
            ship_repair_capacity.naval_capacity(state, ALLIES, SAIPAN),
        ) == (
            4 * 1,
            4,
        )
        capture.ports_recover(state)
    assert (
        cargo_room.cargo_capacity(state, ALLIES, SAIPAN),
        ship_repair_capacity.naval_capacity(state, ALLIES, SAIPAN),
    ) == (
        4 * 2,
        8,
    )


@pytest.mark.clause("25.7")
def test_14_8_ships_leave_a_lost_port_and_the_crippled_are_scuttled() -> None:
    """25.7: half of the stores, rounded down, go to the captor."""
    state = cleared(midway())
    state.arrays[layout.SUPPLY][BASE_AT[SAIPAN]] = 25
    state.arrays[layout.DAMAGE][ship("jp_dd38")] = 3
    execution = Execution(state, FirstNumber())
    capture.capture(execution, ALLIES, SAIPAN)
    assert [sunk["ship"] for sunk in find_events(execution.events, "ship_sunk")] == ["jp_dd38"]
    force = state.arrays[layout.SHIP_AT][ship("jp_cl17")] - IN_FORCE
    assert state.cells[layout.FORCE_AT + force] == SAIPAN
    assert len(force_movement.ships_of(state, force)) == 6
    assert state.arrays[layout.SUPPLY][BASE_AT[SAIPAN]] == 12


@pytest.mark.parametrize(
    ("block", "water", "sunk"), [("damage", "port", 1), ("repair", "port", 1), ("damage", "sea", 0)]
)
def test_14_8_cripples_are_scuttled_too_in_a_force_in_a_lost_port(block: str, water: str, sunk: int) -> None:
    """Ships at D3, or at D1 under repair, but not the other ship of their force, nor ships off the next hex."""
    state = cleared(midway())
    hex = {"port": "D0948", "sea": "D1048"}[water]
    put_force(state, "japan_1", hex, "jp_dd39", "jp_dd40")
    state.arrays[layout.DAMAGE][ship("jp_dd39")] = {"damage": 3, "repair": 1}[block]
    state.arrays[layout.REPAIR_LEFT][ship("jp_dd39")] = int(block == "repair")
    execution = Execution(state, FirstNumber())
    capture.capture(execution, ALLIES, SAIPAN)
    assert [each["ship"] for each in find_events(execution.events, "ship_sunk")] == ["jp_dd39"] * sunk
    assert state.arrays[layout.SHIP_AT][ship("jp_dd40")] == IN_FORCE + FORCES.index["japan_1"]


def test_14_8_ships_that_came_together_in_this_phase_leave_a_lost_port_too() -> None:
    state = cleared(midway())
    lying = [each for each in layout.ships_in(state.arrays).units(SAIPAN) if each in SHIPS_OF[JAPAN]]
    state.cells[layout.GATHERED] = sum(1 << each for each in lying)
    capture.capture(Execution(state, FirstNumber()), ALLIES, SAIPAN)
    force = state.arrays[layout.SHIP_AT][ship("jp_cl17")] - IN_FORCE
    assert (state.cells[layout.FORCE_AT + force], state.cells[layout.FORCE_WATER + force]) == (SAIPAN, 0)
    assert force_movement.ships_of(state, force) == lying


def test_18_4_a_tired_ship_is_fresh_after_a_turn_in_a_major_port() -> None:
    state = midway()
    state.arrays[layout.MAXIMUM_EFFORT][ship("us_cv5")] = 0
    tired, left, away = ship("us_cv8"), ship("us_cv6"), ship("us_ca24")
    for each in (tired, left, away):
        state.arrays[layout.TIRED][each] = 11
    put_force(state, "allies_1", "F3340", "us_ca24")
    ship_repair.refit_turn(state)
    assert state.arrays[layout.TIRED][tired] == 11
    force = put_force(state, "allies_2", "F3342", "us_cv6")
    sailing.enter(state, force, force_movement.waters_of(state).port(PEARL))
    ship_repair.refit_turn(state)
    assert [state.arrays[layout.TIRED][each] for each in (tired, left, away)] == [0, 11, 11]


def test_18_33_a_port_in_maximum_effort_refits_no_ship() -> None:
    state = midway()
    state.arrays[layout.TIRED][ship("us_cv8")] = 11
    for _ in range(2):
        ship_repair.refit_turn(state)
    assert state.arrays[layout.TIRED][ship("us_cv8")] == 11


# -- 5.12, 19.3, 19.4 air points -------------------------------------------------------------------------


def test_5_12_points_of_one_type_training_and_base_are_a_stack() -> None:
    state = midway()
    air_states.park(state, "F1234", sbd_trained=2, sbd_untrained=1, b_17_trained=2)
    stacks = [(STACKS.ids[stack], points) for stack, points in air_bases.stacks(state, air_states.base("F1234"))]
    assert sorted(stacks) == [("b_17_trained", 2), ("sbd_trained", 2), ("sbd_untrained", 1)]


def test_19_4_points_that_are_not_carrier_trained_fly_nothing_from_a_deck() -> None:
    state = midway()
    put_force(state, "allies_1", "F1628", "us_cv8")
    air_states.park(state, "us_cv8", sbd_carrier=2, sbd_trained=3)
    deck = air_states.base("us_cv8")
    serving = [STACKS.ids[stack] for base, stack, _, _ in air_bases.commands(state, ALLIES) if base == deck]
    assert serving == ["sbd_carrier"]


def test_19_3_in_port_a_carrier_takes_twice_its_capacity_as_cargo_and_then_flies_nothing() -> None:
    state = midway()
    deck, trained, carrier = air_states.base("us_cv8"), STACKS.index["sbd_trained"], STACKS.index["sbd_carrier"]
    air_states.park(state, "us_cv8", sbd_carrier=9)
    assert air_capacity.room_for_points(state, deck, trained, water=False) == 9
    assert transfer_range.may_board_carrier(state, deck, trained)
    air_states.park(state, "us_cv8", sbd_carrier=9, sbd_trained=1)
    put_force(state, "allies_1", "F1628", "us_cv8")
    assert not transfer_range.may_board_carrier(state, deck, trained)
    assert transfer_range.may_board_carrier(state, deck, carrier)
    assert air_bases.operating(state, deck) == 0


def test_27_2_a_partially_deployed_base_force_takes_ten_seaplanes_and_fires_with_two() -> None:
    state = cleared(midway())
    hex, base = NUMBER["F1234"], air_states.base("F1234")
    boats, guns = air_bases.base_capacity(state, base, water=True), waves.ground_fire(state, ALLIES, hex)
    unit = UNITS.index[put_unit(state, "us_bf", "F1234")]
    assert air_bases.base_capacity(state, base, water=True) == boats
    state.arrays[layout.DEPLOYED][unit] = PARTIAL
    assert air_bases.base_capacity(state, base, water=True) == boats + 10
    assert waves.ground_fire(state, ALLIES, hex) == guns + 2


def test_14_2_at_the_start_every_ship_has_room_in_its_port() -> None:
    state = midway()
    for hex in state.rules.pieces.atlas.places:
        for side in (JAPAN, ALLIES):
            assert len(ship_repair_capacity.ships_of_port(state, side, hex)) <= max(
                ship_repair_capacity.naval_capacity(state, side, hex), 0
            )
