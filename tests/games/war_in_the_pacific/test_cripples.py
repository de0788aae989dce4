"""38.1, 38.2, 38.3 An owner's options for damaged ships, mostly at Leyte, with fixed dice."""

from __future__ import annotations

import pytest

from ironbottom.engine.core import sets
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME, turn_record
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import air_bases, force_movement, lift_capacity
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASES, FORCES, IN_FORCE, SHIPS, SUNK
from ironbottom.games.war_in_the_pacific.rules.air import availability
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import GroundPhase, MarchOrders
from ironbottom.games.war_in_the_pacific.rules.naval import cripples
from ironbottom.games.war_in_the_pacific.rules.naval.reaction import ImpulseOrders, SecondImpulse
from ironbottom.games.war_in_the_pacific.rules.sequence import NavalPhase
from ironbottom.games.war_in_the_pacific.rules.supply.lift_orders import LiftMarchOrders
from ironbottom.games.war_in_the_pacific.rules.turn import terminal_segment
from ironbottom.games.war_in_the_pacific.scenarios.leyte.turn import LeyteGameTurn
from tests.games.war_in_the_pacific.battle_states import choose, find_events
from tests.games.war_in_the_pacific.leyte_states import new_game
from tests.games.war_in_the_pacific.midway_states import put_force, refused

AT_SEA = "B2753"
"""A hex of the Philippine Sea."""


def fleet(damage: int, impulse: int = 1) -> tuple[State, int]:
    """A force at sea with Yamato, a damaged cruiser and a destroyer, at the start of the second impulse."""
    state = new_game()
    force = put_force(state, "japan_1", AT_SEA, "jp_bb1", "jp_ca5", "jp_dd23")
    state.arrays[layout.DAMAGE][SHIPS.index["jp_ca5"]] = damage
    for block, value in ((layout.FORCE_MISSION, 1), (layout.FORCE_SPEED, 2), (layout.FORCE_ACTIVE, 1)):
        state.cells[block + force] = value
    names = [step.name for step in NavalPhase.steps]
    turn = LeyteGameTurn(
        [step.name for step in LeyteGameTurn.steps].index("naval_1") + 1, **turn_record.blank_turn_record()
    )
    runs = ((ImpulseOrders(JAPAN, impulse),), (ImpulseOrders(ALLIES, impulse),))
    state.stack = (turn, NavalPhase(names.index("decide_2") + 1), SecondImpulse(runs))
    return state, force


def force_of(state: State, ship: str) -> int:
    return state.arrays[layout.SHIP_AT][SHIPS.index[ship]] - IN_FORCE


def test_38_1_a_damaged_ship_goes_home_as_a_force_of_its_own_in_any_impulse() -> None:
    state, force = fleet(1)
    events = choose(state, "japan", "send_home", "jp_ca5", dice=(1,))
    own = force_of(state, "jp_ca5")
    assert find_events(events, "formed", 0b01) == [
        {"event": "formed", "force": FORCES.ids[own], "at": AT_SEA, "ships": ["jp_ca5"]}
    ]
    assert find_events(events, "formed", 0b10) == []
    assert own != force
    assert force_movement.ships_of(state, force) == sorted(SHIPS.index[ship] for ship in ("jp_bb1", "jp_dd23"))
    assert layout.MISSIONS.ids[state.cells[layout.FORCE_MISSION + own]] == "transit"
    assert state.cells[layout.FORCE_ACTIVE + own] == 1  # it has sailed in this phase
    choose(state, "japan", "steer_for", "B2752")
    assert state.cells[layout.FORCE_TO + own] == NUMBER["B2752"]
    assert state.cells[layout.FORCE_TO + force] != NUMBER["B2752"]


@pytest.mark.parametrize("ship", ["jp_bb1", "us_cv9"])
def test_38_1_an_undamaged_ship_stays_with_its_force_and_an_enemy_ship_cannot_be_detached(ship: str) -> None:
    state, _ = fleet(1)
    assert refused(state, "japan", "send_home", ship)[0] == "38.1"


def test_38_1_the_last_ship_of_a_force_does_not_part_from_it() -> None:
    state, _ = fleet(2)
    state.arrays[layout.DAMAGE][SHIPS.index["jp_ca6"]] = 2
    put_force(state, "japan_2", AT_SEA, "jp_ca6")
    assert refused(state, "japan", "send_home", "jp_ca6")[0] == "38.1"


@pytest.mark.parametrize(("damage", "may"), [(2, False), (3, True), (4, True)])
def test_38_3_ships_at_d3_and_d4_are_left_behind(damage: int, may: bool) -> None:
    state, force = fleet(damage)
    if not may:
        assert refused(state, "japan", "leave_behind", "jp_ca5")[0] == "38.3"
        return
    choose(state, "japan", "leave_behind", "jp_ca5", dice=(1,))
    own = force_of(state, "jp_ca5")
    assert own != force
    assert state.cells[layout.FORCE_TO + own] == -1
    assert state.cells[layout.FORCE_AT + own] == NUMBER[AT_SEA]


def test_38_2_a_scuttled_ship_counts_as_sunk() -> None:
    state = new_game()
    names = [step.name for step in LeyteGameTurn.steps]
    turn = LeyteGameTurn(names.index("ground") + 1, **turn_record.blank_turn_record())
    state.stack = (turn, GroundPhase(1), LiftMarchOrders(JAPAN, 0, lift_capacity.NOTHING_SPENT))
    assert refused(state, "japan", "scuttle", "us_cv9")[0] == "38.2"
    assert state.why_not("japan", ("scuttle", "jp_ca5")) is None  # it is undamaged
    state.arrays[layout.DAMAGE][SHIPS.index["jp_ca5"]] = 1
    before = terminal_segment.score(state, ALLIES).ships
    events = choose(state, "japan", "scuttle", "jp_ca5")
    assert find_events(events, "ship_sunk") == [
        {"event": "ship_sunk", "ship": "jp_ca5", "at": find_events(events, "ship_sunk")[0]["at"], "bottomed": False}
    ]
    assert state.arrays[layout.SHIP_AT][SHIPS.index["jp_ca5"]] == SUNK
    assert before == state.rules.pieces.ships[SHIPS.index["jp_ca5"]].defence  # one Level
    assert terminal_segment.score(state, ALLIES).ships == 5 * state.rules.pieces.ships[SHIPS.index["jp_ca5"]].defence


def test_9_1_no_damaged_ship_goes_home_on_its_own_while_twenty_forces_are_out() -> None:
    """38.1: dummies do not count among the twenty."""
    state, force = fleet(1)
    for number in range(force + 1, force + 20):
        state.cells[layout.FORCE_AT + number] = NUMBER[AT_SEA]
    assert refused(state, "japan", "send_home", "jp_ca5") == (
        "9.1",
        "a side can have at most twenty Task Forces besides dummies",
    )
    state.cells[layout.DUMMY_SHIPS + force + 19] = 3
    assert state.why_not("japan", ("send_home", "jp_ca5")) is None


def test_38_2_an_owner_scuttles_any_of_his_ships_unless_only_damaged_ones_are_agreed() -> None:
    for agreed, found in ({}, 53), ({"scuttling": "any"}, 53), ({"scuttling": "damaged"}, 0):
        state = GAME.rules(agreed).new("leyte")
        may = cripples.SCUTTLE.arguments[0].restrictions[0](state, state.stack[-1], JAPAN)
        assert not isinstance(may, bool)
        assert sets.size(may) == found
    assert GAME.rules().options["scuttling"] == "any"


@pytest.mark.clause("38.1", "38.2", "38.3", "40.1")
def test_38_1_38_2_38_3_40_1_in_basic_midway_ships_part_and_are_scuttled_as_well() -> None:
    state = GAME.rules().new("midway")
    state.cells[layout.FIRST_PLAYER] = JAPAN
    put_force(state, "japan_1", "D3326", "jp_bb1", "jp_ca5", "jp_dd31")
    state.stack = (*state.stack[:1], SecondImpulse(((ImpulseOrders(JAPAN, 1),), (ImpulseOrders(ALLIES, 1),))))
    assert refused(state, "japan", "send_home", "jp_ca5")[0] == "38.1"  # it is undamaged
    state.arrays[layout.DAMAGE][SHIPS.index["jp_ca5"]] = 3
    for verb in ("send_home", "leave_behind"):
        assert state.why_not("japan", (verb, "jp_ca5")) is None
    state.stack = (*state.stack[:1], GroundPhase(1), MarchOrders(JAPAN, 0))
    assert refused(state, "japan", "scuttle", "us_cv5")[0] == "38.2"
    assert state.why_not("japan", ("scuttle", "jp_bb1")) is None  # although it is undamaged
    assert find_events(choose(state, "japan", "scuttle", "jp_ca5"), "ship_sunk")[0]["ship"] == "jp_ca5"


def test_38_2_a_sound_ship_off_the_map_is_refused_with_a_reason_that_is_true() -> None:
    """Akagi waits in the Inland Sea: she is Japan's, afloat, and by default no damage is needed."""
    state = GAME.rules().new("midway")
    state.stack = (*state.stack[:1], GroundPhase(1), MarchOrders(JAPAN, 0))
    clause, message = refused(state, "japan", "scuttle", "jp_cv1")
    assert (clause, "is not on the map" in message) == ("38.2", True)


def test_38_2_a_ship_in_a_task_force_off_the_map_is_not_scuttled() -> None:
    state = GAME.rules().new("midway")
    force = put_force(state, "japan_1", "D3326", "jp_bb1", "jp_ca5")
    state.stack = (*state.stack[:1], GroundPhase(1), MarchOrders(JAPAN, 0))
    assert state.why_not("japan", ("scuttle", "jp_ca5")) is None
    state.cells[layout.FORCE_AT + force] = -1  # as before it enters at an edge
    assert refused(state, "japan", "scuttle", "jp_ca5")[0] == "38.2"


def test_38_1_a_carrier_takes_its_aircraft_along_and_they_serve_no_command_in_the_phase() -> None:
    state, _ = fleet(0)
    force = put_force(state, "japan_2", AT_SEA, "jp_cv5", "jp_dd31")
    deck = BASES.index["jp_cv5"]
    state.arrays[layout.DAMAGE][SHIPS.index["jp_cv5"]] = 1
    availability.roll_availability(Execution(state, SeededDice(1)), JAPAN)
    aboard = air_bases.stacks(state, deck)
    assert deck in list(state.arrays[layout.SERVED_BASE])
    choose(state, "japan", "send_home", "jp_cv5", dice=(1,))
    assert deck not in list(state.arrays[layout.SERVED_BASE])
    assert air_bases.stacks(state, deck) == aboard
    assert force_of(state, "jp_cv5") != force
