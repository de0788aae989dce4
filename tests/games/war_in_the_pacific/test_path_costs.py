"""22.1, 22.5, 30.1 The displayed cost of a unit's path is the cost that the unit pays."""

from __future__ import annotations

import pytest

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from ironbottom.games.war_in_the_pacific.ground_routes import WayInfo, routes_at_question
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import GroundPhase
from tests.games.war_in_the_pacific.battle_states import choose, find_events, open_procedure, put_unit
from tests.games.war_in_the_pacific.burma_states import CALCUTTA, JORHAT, new_game, unit_at
from tests.games.war_in_the_pacific.test_burma_ground import marching
from tests.games.war_in_the_pacific.test_ground_phase import NEXT, ROUGH, TOKYO, field, first


def ways_of(state: State, unit: str) -> dict[tuple[str, str], WayInfo]:
    """Selects an Allied unit and returns its paths by choice."""
    choose(state, "allies", "move", unit)
    return {way.choice: way for way in routes_at_question(state, "allies")}


@pytest.mark.clause("22.1", "22.5")
def test_22_1_each_hex_in_reach_is_listed_with_its_cost_and_the_hexes_entered() -> None:
    state = field(("us_3_1", ROUGH))
    open_procedure(state, GroundPhase(0))
    unit = first(state, "us_3_1", ROUGH)
    costs = ways_of(state, unit)
    assert set(costs) == set(state.decisions()[0].choices)
    two_hills = costs["march", "D0322"]
    assert (two_hills.cost, two_hills.most, two_hills.of, two_hills.hexes) == (
        4,
        4,
        "Movement Points",
        ["D0323", "D0322"],
    )
    forced = costs["force_march", "D0321"]
    assert (forced.cost, forced.most, forced.hexes) == (5, 6, ["D0323", "D0322", "D0321"])
    events = choose(state, "allies", "march", "D0322")
    assert find_events(events, "marched")[0]["way"] == two_hills.hexes


def test_22_2_a_zone_is_in_the_cost() -> None:
    state = field(("us_3_1", ROUGH), ("jp_7_3", TOKYO))
    open_procedure(state, GroundPhase(0))
    assert ways_of(state, first(state, "us_3_1", ROUGH))["march", NEXT].cost == 3


@pytest.mark.clause("30.1")
def test_30_1_rail_moves_list_the_railcap_used_and_left() -> None:
    state = marching(new_game(), ALLIES)
    by_rail = ways_of(state, unit_at(state, "cw_11_3", CALCUTTA))["entrain", JORHAT]
    assert (by_rail.cost, by_rail.most, by_rail.of, by_rail.hexes) == (3, 20, "Railcap", [])
    choose(state, "allies", "entrain", JORHAT)
    second = ways_of(state, put_unit(state, "cw_11_3", CALCUTTA))["entrain", JORHAT]
    assert second.most == 17


def test_no_ways_are_listed_where_no_move_is_asked_for() -> None:
    state = field(("us_3_1", ROUGH))
    open_procedure(state, GroundPhase(0))
    assert routes_at_question(state, "allies") == []
