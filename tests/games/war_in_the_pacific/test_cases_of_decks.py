"""WP-12, WP-13 Rows of carriers: loaded and empty decks, in Special Strikes of a match.

The sky is clear or overcast (11.5, which subtracts one), and the ships have no cover (11.5, which adds one).
"""

from __future__ import annotations

import pytest

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, SHIPS
from tests.games.war_in_the_pacific import air_states as midway_states
from tests.games.war_in_the_pacific.battle_states import put_unit
from tests.games.war_in_the_pacific.midway_states import put_force
from tests.games.war_in_the_pacific.position_match import PositionMatch, at_step
from tests.games.war_in_the_pacific.test_cases_in_matches import MIDWAY, midway
from tests.games.war_in_the_pacific.test_cases_of_lines import dives, goes_on

AKAGI, HORNET = "jp_cv1", "us_cv8"
CLEAR, OVERCAST = 5, 6
FOUND, NO_HIT = 1, 1
ALOFT = 4
"""The points of Kate aboard Akagi, made ready or not."""


def akagi_is_struck(
    training: str, points: int, dice: tuple[int, ...], *, loaded: bool = True, sky: int = CLEAR
) -> PositionMatch:
    """A Special Strike of dive bombers against Akagi, either Hornet's or untrained ones from Midway."""
    state, stack = midway(), f"sbd_{training}"
    base = HORNET if training == "carrier" else MIDWAY
    for section in range(7):
        state.cells[layout.WEATHER_DIE + section] = sky
    put_force(state, "japan_1", "F1230", AKAGI)
    put_force(state, "allies_1", "F1628", HORNET)
    put_unit(state, "us_hq_division", MIDWAY)
    state.arrays[layout.LEVEL][BASE_AT[NUMBER[MIDWAY]]] = 5
    midway_states.park(state, AKAGI, kate_carrier=ALOFT)
    midway_states.park(state, base, **{stack: points})
    midway_states.contact(state, "japan_1", "F1230")
    game = PositionMatch(at_step(state, "air_2", availability=6))
    comes_to(game, "ready_orders")
    if loaded:
        game.choose("japan", "make_ready", AKAGI, "kate_carrier", str(ALOFT))
    game.choose("allies", "make_ready", base, stack, str(points))
    comes_to(game, "special_orders")
    game.choose("japan", "done")
    game.choose("allies", "strike", "japan_1")
    game.choose("allies", "send", base, stack, "bomb", str(points))
    game.choose("allies", "fly")
    game.choose("allies", "done", dice=(FOUND, NO_HIT))
    falls(game, "allies", AKAGI, dice)
    return game


def falls(game: PositionMatch, side: str, ship: str, dice: tuple[int, ...]) -> None:
    """The whole wave attacks one ship."""
    game.lay(*dice)
    game.submit(side, "allot", ship)
    while game.asks(side) == "allotting":
        sent = game.state.decisions()[0].choices
        words = ["strike_with"]
        while more := sent.next(*words):
            words.append(more[-1])
        game.submit(side, *words)
    game.hand.script.finish()


def comes_to(game: PositionMatch, question: str) -> None:
    """Skips all questions until a given one."""
    while game.state.decisions()[0].procedure.name != question:
        goes_on(game)


# -- WP-12 levels, on loaded decks two rows further (12.4) -------------------------------------------------------------


@pytest.mark.clause("12.1", "12.4")
@pytest.mark.parametrize(
    ("training", "planes", "loaded", "sky", "dice", "points", "levels"),
    [
        ("untrained", 2, True, OVERCAST, (1, 6, 1), 1, 2),
        ("carrier", 2, True, OVERCAST, (1, 4, 1), 3, 2),
        ("carrier", 8, False, CLEAR, (4, 3), 44, 5),
        ("carrier", 8, True, CLEAR, (4, 3), 44, 5),
        ("carrier", 6, True, CLEAR, (4, 1), 33, 5),
    ],
)
def test_wp_12_12_4_loaded_decks_move_the_result_two_rows(
    training: str, planes: int, loaded: bool, sky: int, dice: tuple[int, ...], points: int, levels: int
) -> None:
    game = akagi_is_struck(training, planes, dice, loaded=loaded, sky=sky)
    (hit,) = game.events("allies", "ship_hit")
    assert (hit["points"], hit["levels"]) == (points, levels)
    assert game.state.arrays[layout.DAMAGE][SHIPS.index[AKAGI]] == levels


# -- WP-13 critical hits -----------------------------------------------------------------------------------------------


@pytest.mark.clause("12.3", "12.4")
def test_wp_13_12_3_12_4_a_five_on_loaded_decks_ignites_petrol_and_destroys_half_of_the_points_aboard() -> None:
    game = akagi_is_struck("carrier", 2, (1, 4, 5, 1, 1, 1), sky=OVERCAST)
    (hit,) = game.events("allies", "ship_hit")
    assert (hit["critical"], hit["level"]) == (["magazine"], 4)
    assert [lost["points"] for lost in game.events("japan", "aboard_lost")] == [2, 1]  # 12.5: at D4 half of the rest


@pytest.mark.clause("12.3")
@pytest.mark.parametrize(("die", "effect"), [(1, "none"), (4, "slower")])
def test_wp_13_12_3_american_damage_control_takes_one_off_from_1943(die: int, effect: str) -> None:
    """One of nine dives at Essex: a one and two for kamikazes and one for no patrol give 8 Points, and a two is D1."""
    game = dives(1)
    falls(game, "japan", "us_cv9", (1, 2, die))
    (hit,) = game.events("allies", "ship_hit")
    assert (hit["critical"], hit["level"]) == ([effect], 1)


# -- WP-12 a carrier of Defence 8 --------------------------------------------------------------------------------------


def hornet_is_struck(stack: str, role: str, points: int, dice: tuple[int, ...]) -> PositionMatch:
    """Japanese points from Akagi and Kaga strike Hornet under a clear sky."""
    state = midway()
    put_force(state, "japan_1", "F1230", AKAGI)
    put_force(state, "allies_1", "F1628", HORNET)
    midway_states.park(state, AKAGI, **{stack: 2 * points})
    midway_states.contact(state, "allies_1", "F1628")
    game = PositionMatch(at_step(state, "air_2", availability=6))
    game.choose("japan", "done")
    game.choose("allies", "done")
    game.choose("allies", "done")
    game.choose("japan", "strike", "allies_1")
    game.choose("japan", "send", AKAGI, stack, role, str(points))
    game.choose("japan", "fly")
    game.choose("japan", "done", dice=(FOUND, NO_HIT))
    falls(game, "japan", HORNET, dice)
    return game


@pytest.mark.clause("12.1")
@pytest.mark.parametrize(
    ("stack", "role", "planes", "dice", "points", "levels"),
    [("kate_carrier", "torpedo", 3, (3, 3, 1), 19, 4), ("val_carrier", "bomb", 3, (5, 1, 1), 16, 3)],
)
def test_wp_12_12_1_a_carrier_of_defence_eight(
    stack: str, role: str, planes: int, dice: tuple[int, ...], points: int, levels: int
) -> None:
    game = hornet_is_struck(stack, role, planes, dice)
    (hit,) = game.events("japan", "ship_hit")
    assert (hit["points"], hit["levels"]) == (points, levels)
