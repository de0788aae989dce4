"""WP-22, WP-23, WP-25, WP-34 in matches from a position: failed searches, a dummy, Yorktown, a Breakoff."""

from __future__ import annotations

import pytest

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, FORCES, SHIPS
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific import air_states as midway_states
from tests.games.war_in_the_pacific.battle_states import put_unit
from tests.games.war_in_the_pacific.midway_states import put_force
from tests.games.war_in_the_pacific.position_match import PositionMatch, at_step, fair
from tests.games.war_in_the_pacific.test_cases_in_matches import (
    AT,
    MIDWAY,
    NEXT_TURN,
    at_the_end_of_the_turn,
    midway,
    turn_ends,
)

FAR = "D2040"
DUMMY = FORCES.index["japan_1"]


def watched(state: State) -> PositionMatch:
    """Twenty dive bombers at Midway are available for search."""
    put_unit(state, "us_hq_division", MIDWAY)
    state.arrays[layout.LEVEL][BASE_AT[NUMBER[MIDWAY]]] = 5
    midway_states.park(state, MIDWAY, sbd_trained=20)
    return PositionMatch(at_step(state, "air_2", availability=6))


def search(game: PositionMatch, *dice: int) -> None:
    """Makes all of these bombers search, with these dice."""
    game.choose("allies", "search", MIDWAY, "sbd_trained", "20")
    game.choose("japan", "done")
    game.choose("allies", "done", dice=dice)


@pytest.mark.clause("8.2", "1.31")
def test_wp_22_8_2_a_force_out_of_search_range_changes_nothing_that_the_other_side_sees() -> None:
    games = []
    for ships in ((), ("jp_cv1", "jp_ca5", "jp_dd1")):
        state = midway()
        if ships:
            put_force(state, "japan_1", FAR, *ships)
        game = watched(state)
        search(game)
        games.append(game)
    without, with_force = games
    assert with_force.match.log("allies") == without.match.log("allies")
    assert with_force.match.view("allies") == without.match.view("allies")
    assert with_force.match.seq("allies") == without.match.seq("allies")


def dummy(reported: bool = False) -> State:
    """A dummy announced as six ships, in search range of Midway."""
    state = midway()
    state.cells[layout.FORCE_AT + DUMMY] = NUMBER[AT]
    state.cells[layout.DUMMY_SHIPS + DUMMY] = 6
    state.cells[layout.FORCE_MISSION + DUMMY] = layout.MISSIONS.index["transit"]
    if reported:
        midway_states.contact(state, "japan_1", AT, "poor", carrier=0)
    return state


@pytest.mark.clause("8.7", "8.31")
def test_wp_23_8_7_a_dummy_is_reported_as_ships_by_a_poor_chit_and_removed_by_a_true_report() -> None:
    game = watched(dummy())
    search(game, 6, 6, 11, 3)
    assert game.events("allies", "contact") == [{"event": "contact", "force": "japan_1", "chit": "poor", "at": AT}]
    assert game.events("japan", "found") == [{"event": "found", "force": "japan_1"}]
    assert game.state.cells[layout.DUMMY_SHIPS + DUMMY] == 6
    again = watched(dummy(reported=True))
    search(again, 6, 6, 1)
    assert [event["force"] for event in again.events("allies", "dummy_removed")] == ["japan_1"]
    assert again.state.cells[layout.FORCE_AT + DUMMY] == -1


@pytest.mark.clause("42.72", "18.33", "18.32")
def test_wp_25_42_72_pearl_harbor_makes_yorktown_whole_in_a_turn_and_repairs_nothing_else() -> None:
    state = fair(GAME.new("midway"))
    state.cells[layout.TURN] = turn_number("1/6/42")
    midway_states.nobody_flies(state)
    state.arrays[layout.DAMAGE][SHIPS.index["us_ca32"]] = 1
    game = at_the_end_of_the_turn(state)
    turn_ends(game, *NEXT_TURN)
    damage = game.state.arrays[layout.DAMAGE]
    assert (damage[SHIPS.index["us_cv5"]], damage[SHIPS.index["us_ca32"]]) == (0, 1)
    assert [event["ship"] for event in game.events("allies", "repaired")] == ["us_cv5"]


@pytest.mark.clause("47.3")
@pytest.mark.parametrize(
    ("lost", "holds_midway", "broken"), [(200, False, True), (199, False, False), (199, True, False)]
)
def test_wp_34_47_3_a_breakoff_at_200_exactly_and_not_from_geography(
    lost: int, holds_midway: bool, broken: bool
) -> None:
    state = midway()
    state.cells[layout.LOSSES + ALLIES] = lost
    if holds_midway:
        state.arrays[layout.CONTROL][NUMBER[MIDWAY]] = JAPAN
    game = at_the_end_of_the_turn(state)
    unsupplied = (1,) if holds_midway else ()  # 25.8: the die of the garrison that Midway no longer supplies
    turn_ends(game, *unsupplied, *(() if broken else NEXT_TURN))
    assert game.state.cells[layout.LOSSES + ALLIES] == lost
    assert game.match.over == broken
    if broken:
        result = game.match.result()
        assert result is not None
        assert result["winners"] == ["japan"]
