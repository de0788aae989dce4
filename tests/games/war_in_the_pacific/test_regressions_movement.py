"""Differences that a reference implementation of movement and contacts found, as scenes with fixed dice."""

from __future__ import annotations

from typing import Any

import pytest

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import FORCES, IN_FORCE, SHIPS
from ironbottom.games.war_in_the_pacific.rules.naval.plots import Plotting
from ironbottom.games.war_in_the_pacific.rules.naval.reaction import IN_IMPULSES, ImpulseOrders
from ironbottom.games.war_in_the_pacific.rules.sequence import NavalPhase
from tests.games.war_in_the_pacific.battle_states import choose, find_events
from tests.games.war_in_the_pacific.leyte_states import new_game
from tests.games.war_in_the_pacific.midway_states import put_force, where

AT_SEA = "B2753"
"""A hex of the Philippine Sea, in the tropics: six Movement Points per hex."""


def under_way(impulse: int, to: str, speed: int, left: int, mission: str = "transit") -> tuple[State, int]:
    """A battleship, a cruiser and a destroyer under way at the start of an impulse of a Naval Phase."""
    state = new_game()
    force = put_force(state, "japan_1", AT_SEA, "jp_bb1", "jp_ca5", "jp_dd23")
    for block, value in (
        (layout.FORCE_MISSION, layout.MISSIONS.index[mission]),
        *((layout.FORCE_SPEED, speed), (layout.FORCE_LEFT, left), (layout.FORCE_TO, NUMBER[to])),
        *((layout.FORCE_ACTIVE, int(impulse > 1)), (layout.FORCE_STEPS, int(impulse > 1))),
    ):
        state.cells[block + force] = value
    names = [step.name for step in NavalPhase.steps]
    runs = ((ImpulseOrders(JAPAN, impulse - 1),), (ImpulseOrders(ALLIES, impulse - 1),))
    state.stack = (NavalPhase(names.index(f"decide_{impulse}") + 1), IN_IMPULSES[impulse - 1](runs))
    return state, force


def carry_on(state: State, *more: str) -> list[dict[str, Any]]:
    """Both sides continue, then end other questions up to the named one; returns the movement and fuel used."""
    events = [*choose(state, "japan", "carry_on"), *choose(state, "allies", "carry_on")]
    for verb in more:
        for side in ("japan", "allies"):
            events += choose(state, side, verb)
    return [*find_events(events, "sailed"), *find_events(events, "burnt")]


def hurt(state: State, ship: str, damage: int) -> None:
    """12.1 Damages a ship."""
    state.arrays[layout.DAMAGE][SHIPS.index[ship]] = damage


@pytest.mark.clause("10.31", "10.4")
def test_10_31_an_arrived_force_keeps_the_points_of_its_impulses_for_a_turn_on_a_contact() -> None:
    """At Speed 2: 24 left, 30 of the second impulse, 40 of the third at full speed: fifteen hexes, not ten."""
    for far, may in (("B2738", True), ("B2737", False)):
        state, _ = under_way(2, AT_SEA, 2, 24, "reaction")
        enemy = put_force(state, "allies_1", far, "us_dd65")
        state.cells[layout.IN_CONTACT], state.cells[layout.CONTACT_AT + enemy] = 1 << enemy, NUMBER[far]
        assert carry_on(state) == []
        assert (state.why_not("japan", ("react", "japan_1", "allies_1")) is None) is may
        if not may:
            continue
        choose(state, "japan", "react", "japan_1", "allies_1")
        (way,) = carry_on(state)
        assert len(way["way"]) == 15
        assert where(state, "japan_1") == "B2738"


@pytest.mark.clause("9.3", "10.3", "12.2")
@pytest.mark.parametrize(("damage", "hexes"), [(2, 6), (3, 5), (4, 3)])
def test_9_3_12_2_a_force_sails_on_no_faster_than_a_ship_that_was_damaged_since_it_was_plotted(
    damage: int, hexes: int
) -> None:
    """Plotted at Speed 3, an undamaged ship has 40 Movement Points per impulse, 30 at D3, and 20 at D4.

    It uses fuel accordingly.
    """
    state, _ = under_way(3, "B2738", 3, 0)
    hurt(state, "jp_ca5", damage)
    sailed, *burnt = carry_on(state, "done", "done")
    assert len(sailed["way"]) == hexes
    assert burnt == [{"event": "burnt", "force": "japan_1", "fuel": 15}]


@pytest.mark.clause("9.3", "10.5", "12.2")
def test_9_3_10_5_a_force_slowed_before_the_first_impulse_pays_the_speed_at_which_it_sailed() -> None:
    state, force = under_way(1, "B2738", 3, 0)
    hurt(state, "jp_ca5", 4)
    (sailed,) = carry_on(state)
    assert len(sailed["way"]) == 3
    assert state.cells[layout.FORCE_SPEED + force] == 1


@pytest.mark.clause("10.5", "38.1")
def test_10_5_38_1_a_ship_that_leaves_a_force_that_sailed_pays_the_highest_speed_of_the_phase() -> None:
    state, force = under_way(3, AT_SEA, 3, 4)
    hurt(state, "jp_ca5", 4)
    choose(state, "japan", "send_home", "jp_ca5", dice=(1,))
    own = state.arrays[layout.SHIP_AT][SHIPS.index["jp_ca5"]] - IN_FORCE
    choose(state, "japan", "steer_for", "B2752")
    burnt = [each for each in carry_on(state, "done", "done") if each["event"] == "burnt"]
    assert {each["force"]: each["fuel"] for each in burnt} == {FORCES.ids[own]: 15, FORCES.ids[force]: 15}


@pytest.mark.clause("12.2", "10.1", "39.8")
def test_12_2_a_force_with_a_ship_at_d4_plots_only_transit_until_the_ship_parts() -> None:
    state, force = under_way(2, AT_SEA, 3, 4, "bombardment")
    hurt(state, "jp_ca5", 4)
    choose(state, "japan", "alter", "japan_1", dice=(6,))
    refusal = state.why_not("japan", ("wait", "patrol"))
    assert refusal is not None
    assert refusal.clause == "12.2"
    assert refusal.message.startswith("a ship at D4 must make for a friendly port")
    choose(state, "japan", "wait", "transit")
    state, force = under_way(2, AT_SEA, 3, 4, "bombardment")
    hurt(state, "jp_ca5", 3)
    choose(state, "japan", "alter", "japan_1", dice=(6,))
    choose(state, "japan", "wait", "patrol")
    state.stack = (Plotting(tuple([Plotting.opening(state, side) for side in (JAPAN, ALLIES)])),)
    for damage, theirs in ((4, {"transit"}), (3, {"transit", "patrol", "reaction", "bombardment", "transport"})):
        hurt(state, "jp_ca5", damage)
        state.cells[layout.FORCE_MISSION + force] = -1
        assert set(state.decisions()[0].choices.next("plot", "japan_1")) == theirs


@pytest.mark.clause("8.5", "8.6")
@pytest.mark.parametrize(("die", "lost"), [(6, False), (1, True)])
def test_8_5_8_6_no_search_reaches_into_a_storm_so_that_contact_there_is_lost_at_the_end_of_the_phase(
    die: int, lost: bool
) -> None:
    """Two cruisers see as far as 24 Movement Points (8.1).

    On a one there is a storm in the tropics, on a six there is none.
    """
    state, force = under_way(3, AT_SEA, 3, 4)
    put_force(state, "allies_1", "B2750", "us_ca28", "us_ca32")
    state.cells[layout.IN_CONTACT], state.cells[layout.CONTACT_AT + force] = 1 << force, NUMBER[AT_SEA]
    state.cells[layout.WEATHER_DIE + "ABCDEFG".index("B")] = die
    events = [event for side in ("japan", "allies") for event in choose(state, side, "carry_on")]
    events += [event for side in ("japan", "allies") for event in choose(state, side, "done")]
    events += choose(state, "japan", "done")
    events += choose(state, "allies", "done", dice=(1,) * lost)
    assert [each["event"] for each in find_events(events, "contact_lost")] == ["contact_lost"] * 2 * lost
    assert state.cells[layout.IN_CONTACT] >> force & 1 == (not lost)
