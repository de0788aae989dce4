"""WP-08, WP-24 Strikes at sea, die by die, in matches from a position.

WP-08 as in the worked example, except for 41.65: the +2 of May 1942 belongs to another scenario, so that four Kate
attack with 7 each and four Val with 4, and the same dice give fewer Damage Points.
"""

from __future__ import annotations

import pytest

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import SHIPS
from tests.games.war_in_the_pacific import air_states as midway_states
from tests.games.war_in_the_pacific.air_states import parked
from tests.games.war_in_the_pacific.midway_states import put_force
from tests.games.war_in_the_pacific.position_match import PositionMatch, at_step
from tests.games.war_in_the_pacific.test_cases_in_matches import midway

# -- WP-08 a strike at sea ---------------------------------------------------------------------------------------------


def two_fleets() -> State:
    """Two Japanese carriers in range of two American ones with three cruisers, which are in contact."""
    state = midway()
    put_force(state, "japan_1", "F1230", "jp_cv1", "jp_cv2")
    put_force(state, "allies_1", "F1628", "us_cv8", "us_cv5", "us_ca24", "us_ca26", "us_cl51")
    midway_states.park(state, "jp_cv1", kate_carrier=4, zero_carrier=3)
    midway_states.park(state, "jp_cv2", val_carrier=4)
    midway_states.park(state, "us_cv8", f4f_carrier=2)
    midway_states.contact(state, "allies_1", "F1628")
    return state


@pytest.mark.clause("7.1", "7.11", "7.5", "20.1", "12.1", "12.3")
def test_wp_08_7_1_7_11_7_5_20_1_a_strike_at_sea_die_by_die() -> None:
    game = PositionMatch(at_step(two_fleets(), "air_2", availability=6))
    game.choose("japan", "done")
    game.choose("allies", "done", dice=(1, 1))
    game.choose("allies", "cover", "us_cv8", "f4f_carrier")
    game.choose("allies", "fly_over", "allies_1", "2")
    game.choose("allies", "done")
    game.choose("japan", "strike", "allies_1")
    game.choose("japan", "send", "jp_cv1", "kate_carrier", "torpedo", "4")
    game.choose("japan", "send", "jp_cv2", "val_carrier", "bomb", "4")
    game.choose("japan", "send", "jp_cv1", "zero_carrier", "escort", "3")
    game.choose("japan", "fly")
    fix, no_bounce, patrol, escorts, fire = (3,), (4, 2), (5, 3), (4, 5, 2), (6, 6, 2)
    game.choose("japan", "done", dice=(*fix, *no_bounce, *patrol, *escorts, *fire))
    (fight,) = game.events("allies", "air_combat")
    assert (fight["strengths"], fight["bounce"]) == ([8, 18, 8], "nobody")
    assert (fight["lost"], fight["aborted"]) == ([1, 1, 0], [1, 0, 0])
    (flak,) = game.events("japan", "flak")
    assert (flak["strength"], flak["dice"], flak["lost"], flak["aborted"]) == (18, [6, 6, 2], 1, 1)
    game.choose("japan", "allot", "us_cv8")
    game.choose("japan", "strike_with", "kate_carrier", "torpedo", "3")
    game.choose("japan", "allot", "us_cv5")
    game.choose("japan", "strike_with", "val_carrier", "bomb", "3", dice=(4, 1, 2, 3, 3, 2))
    bombs, torpedoes = game.events("allies", "ship_hit")
    assert (torpedoes["ship"], torpedoes["strength"], torpedoes["points"], torpedoes["level"]) == ("us_cv8", 21, 15, 3)
    assert (bombs["ship"], bombs["strength"], bombs["points"], bombs["level"]) == ("us_cv5", 12, 11, 1)
    assert (torpedoes["critical"], bombs["critical"]) == (["none"], ["none"])
    state = game.state
    assert [state.arrays[layout.DAMAGE][SHIPS.index[ship]] for ship in ("us_cv8", "us_cv5")] == [3, 1]
    assert (parked(state, "jp_cv1", "kate_carrier"), parked(state, "jp_cv1", "zero_carrier")) == (3, 2)
    assert (parked(state, "jp_cv2", "val_carrier"), parked(state, "us_cv5", "f4f_carrier")) == (4, 1)


# -- WP-24 two carriers in contact with each other ---------------------------------------------------------------------


def readied() -> PositionMatch:
    """A Japanese and an American carrier sail in contact with each other, with all their strikers ready."""
    state = midway()
    put_force(state, "japan_1", "F1230", "jp_cv1")
    put_force(state, "allies_1", "F1628", "us_cv8")
    midway_states.park(state, "jp_cv1", kate_carrier=4)
    midway_states.park(state, "us_cv8", sbd_carrier=4)
    midway_states.contact(state, "japan_1", "F1230")
    midway_states.contact(state, "allies_1", "F1628")
    game = PositionMatch(at_step(state, "air_2", availability=6))
    for side in ("japan", "allies", "allies", "japan", "japan", "allies", "allies", "japan", "allies"):
        game.choose(side, "done")  # Nobody searches, strikes or transfers to another base in the Air Phase, or plots.
    game.choose("japan", "make_ready", "jp_cv1", "kate_carrier", "4")
    game.choose("allies", "make_ready", "us_cv8", "sbd_carrier", "4")
    for word in ("done", "carry_on"):
        game.choose("japan", word)
        game.choose("allies", word)
    game.choose("japan", "strike", "allies_1")
    game.choose("japan", "send", "jp_cv1", "kate_carrier", "torpedo", "4")
    game.choose("japan", "fly")
    game.choose("japan", "done")
    return game


@pytest.mark.clause("6.61", "12.4")
def test_wp_24_6_61_12_4_a_carrier_with_points_aboard_is_hit_with_loaded_decks() -> None:
    """Four torpedoes of 7 give 14 Damage Points on Defence 8: column 1, and a one is D2; two rows further, D4."""
    game = readied()
    game.choose("allies", "done", dice=(1, 1))
    game.choose("japan", "allot", "us_cv8")
    game.choose("japan", "strike_with", "kate_carrier", "torpedo", "4", dice=(1, 1, 1, 1, 1))
    (hit,) = game.events("allies", "ship_hit")
    assert (hit["strength"], hit["points"], hit["levels"], hit["dice"]) == (28, 14, 4, [1, 1, 1])
    assert game.events("japan", "ship_sunk") == []


@pytest.mark.clause("6.61", "12.5")
def test_wp_24_6_61_both_strike_in_an_impulse_before_either_is_hit() -> None:
    game = readied()
    game.choose("allies", "strike", "japan_1")
    game.choose("allies", "send", "us_cv8", "sbd_carrier", "bomb", "4")
    game.choose("allies", "fly")
    game.choose("allies", "done", dice=(1, 1))
    game.choose("japan", "allot", "us_cv8")
    game.choose("japan", "strike_with", "kate_carrier", "torpedo", "4", dice=(6, 6, 1, 1))
    assert [ship["ship"] for ship in game.events("allies", "ship_sunk")] == ["us_cv8"]
    assert game.events("japan", "aboard_lost") == []
    game.choose("allies", "allot", "jp_cv1")
    game.choose("allies", "strike_with", "sbd_carrier", "bomb", "4", dice=(1, 1, 1))
    (hit,) = game.events("japan", "ship_hit")[1:]
    assert (hit["ship"], hit["strength"]) == ("jp_cv1", 20)
    (home,) = game.events("allies", "came_down")
    assert (home["base"], home["to"], home["points"]) == ("us_cv8", "F1234", 4)
