"""WP-11 to WP-13 Damage Points, levels and critical hits, die by die: dive bombers in matches from a position.

The sky over the ships is overcast, which takes one off the die, and they have no cover, which adds one (11.5).
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, SHIPS
from tests.games.war_in_the_pacific import air_states as midway_states
from tests.games.war_in_the_pacific.battle_states import put_unit
from tests.games.war_in_the_pacific.midway_states import put_force
from tests.games.war_in_the_pacific.position_match import PositionMatch, at_step
from tests.games.war_in_the_pacific.test_cases_in_matches import MIDWAY, midway

AT = "F1232"
FOUND, NO_HIT, OVERCAST, CLEAR = 1, 1, 6, 5
"""The die of the fix, that of the fire of a few guns, and those of the weather."""
CARRIER, BATTLESHIP, CRUISER = "jp_cv1", "jp_bb5", "jp_ca5"


def struck(
    ship: str,
    planes: Mapping[str, int],
    dice: tuple[int, ...],
    training: str = "trained",
    sky: int = OVERCAST,
    marks: Mapping[str, int] | None = None,
) -> PositionMatch:
    """Points of the given types strike a ship with bombs; ``marks`` are numbers on the ship."""
    state = midway()
    for section in range(7):
        state.cells[layout.WEATHER_DIE + section] = sky
    put_force(state, "japan_1", AT, ship)
    for name, number in (marks or {}).items():
        state.arrays[getattr(layout, name)][SHIPS.index[ship]] = number
    midway_states.contact(state, "japan_1", AT)
    put_unit(state, "us_hq_division", MIDWAY)
    state.arrays[layout.LEVEL][BASE_AT[NUMBER[MIDWAY]]] = 5
    sent = [(f"{kind}_{training}", points) for kind, points in planes.items() if points]
    midway_states.park(state, MIDWAY, **{stack: 2 * points for stack, points in sent})
    game = PositionMatch(at_step(state, "air_2", availability=6))
    game.choose("japan", "done")
    game.choose("allies", "done")
    game.choose("allies", "strike", "japan_1")
    for stack, points in sent:
        game.choose("allies", "send", MIDWAY, stack, "bomb", str(points))
    game.choose("allies", "fly")
    game.choose("allies", "done")
    game.lay(FOUND, NO_HIT, *dice)
    game.submit("japan", "done")
    for stack, points in sent:
        if game.asks("allies") == "aiming":
            game.submit("allies", "allot", ship)
        if game.asks("allies") == "allotting":
            game.submit("allies", "strike_with", stack, "bomb", str(points))
    if game.asks("allies") == "aiming":
        game.submit("allies", "drop")
    game.hand.script.finish()
    return game


# -- WP-11 Damage Points -----------------------------------------------------------------------------------------------


@pytest.mark.clause("11.5", "20.13")
@pytest.mark.parametrize(
    ("ship", "planes", "added", "dice", "strength", "points"),
    [
        (CRUISER, (5, 2, "trained"), 0, (3, 1, 1), 27, 19),
        (CRUISER, (3, 3, "trained"), 0, (4, 1, 1), 18, 16),
        (CRUISER, (1, 4, "trained"), 3, (6, 1, 1), 9, 16),
        (BATTLESHIP, (1, 4, "trained"), 3, (6, 1), 9, 8),
        (CRUISER, (2, 0, "untrained"), -2, (1, 1), 10, 1),
        (BATTLESHIP, (2, 3, "trained"), 0, (1, 1), 13, 2),
    ],
)
def test_wp_11_11_5_strength_die_and_modifier_make_damage_points(
    ship: str, planes: tuple[int, int, str], added: int, dice: tuple[int, ...], strength: int, points: int
) -> None:
    sbd, tbd, training = planes
    if added > 0:  # 11.5: three for a stationary ship, under a clear sky
        game = struck(ship, {"sbd": sbd, "tbd": tbd}, dice, training, CLEAR, {"SLOWED": 3})
    else:
        game = struck(ship, {"sbd": sbd, "tbd": tbd}, dice, training)
    (hit,) = game.events("allies", "ship_hit")
    assert (hit["strength"], hit["added"]) == (strength, added)
    assert (hit["dice"][0], hit["points"]) == (dice[0], points)


@pytest.mark.clause("11.5")
def test_wp_11_11_5_ten_untrained_points_under_a_clear_sky() -> None:
    """Seven Dauntless and three Avenger with bombs; two less for their training, one more without cover."""
    game = struck(CARRIER, {"sbd": 7, "tbf": 3}, (5, 1, 1), "untrained", CLEAR)
    (hit,) = game.events("allies", "ship_hit")
    assert (hit["strength"], hit["added"], hit["points"]) == (44, -1, 40)


# -- WP-12 levels ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("12.1")
@pytest.mark.parametrize(
    ("ship", "planes", "dice", "points", "levels"),
    [
        (CARRIER, (2, 0, "untrained"), (1, 6), 1, 0),
        (CARRIER, (3, 3, "trained"), (4, 4, 1), 16, 3),
        (BATTLESHIP, (5, 2, "trained"), (3, 4, 1), 10, 2),
        (CRUISER, (5, 2, "trained"), (3, 1, 1), 19, 4),
    ],
)
def test_wp_12_12_1_points_to_defence_and_a_die_make_levels(
    ship: str, planes: tuple[int, int, str], dice: tuple[int, ...], points: int, levels: int
) -> None:
    game = struck(ship, {"sbd": planes[0], "tbd": planes[1]}, dice, planes[2])
    (hit,) = game.events("allies", "ship_hit")
    assert (hit["points"], hit["levels"], hit["level"]) == (points, levels, levels)
    assert game.state.arrays[layout.DAMAGE][SHIPS.index[ship]] == levels


# -- WP-13 critical hits -----------------------------------------------------------------------------------------------


@pytest.mark.clause("12.3")
@pytest.mark.parametrize(
    ("ship", "marks", "dice", "effects", "level"),
    [
        (CARRIER, {}, (4, 1, 5), ["deck_shut"], 2),
        (CRUISER, {}, (1, 1, 3), ["slower"], 1),
        (CRUISER, {"TIRED": 11}, (1, 1, 6, 5), ["spreading"], 2),
        (CRUISER, {"TIRED": 11}, (1, 1, 6, 6), ["spreading"], 6),
    ],
)
def test_wp_13_12_3_a_ship_that_is_hurt_and_floats_rolls_for_a_critical_hit(
    ship: str, marks: dict[str, int], dice: tuple[int, ...], effects: list[str], level: int
) -> None:
    game = struck(ship, {"sbd": 3, "tbd": 3}, dice, marks=marks)
    (hit,) = game.events("allies", "ship_hit")
    assert (hit["critical"], hit["level"]) == (effects, level)
