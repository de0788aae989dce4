"""WP-29, WP-31 to WP-33 Fast runs, Lines, empty tanks and kamikazes, in matches from a position."""

from __future__ import annotations

import pytest

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import FORCES, SHIPS, UNITS
from tests.games.war_in_the_pacific import air_states as midway_states
from tests.games.war_in_the_pacific.battle_states import embarked, kinds_at, put_unit
from tests.games.war_in_the_pacific.burma_states import KUNMING, MOULMEIN, MYITKYINA, RANGOON, bare, stores
from tests.games.war_in_the_pacific.midway_states import put_force
from tests.games.war_in_the_pacific.position_match import PositionMatch, at_step, fair
from tests.games.war_in_the_pacific.test_cases_at_sea import both
from tests.games.war_in_the_pacific.test_cases_in_matches import AT, FAIR, midway

# -- WP-29 fast runs ---------------------------------------------------------------------------------------------------

UNDER_OAHU = "F3441"
"""Lanai, two hexes from the airbase of Oahu; Japanese in this position."""
RUNNERS = tuple(f"jp_dd{number}" for number in range(1, 9))


def runs(*ships: str) -> tuple[PositionMatch, str]:
    """Ships on Transport are off the island with a regiment aboard, at the end of the last Naval Phase."""
    state = midway()
    put_force(state, "japan_1", UNDER_OAHU, *ships)
    state.arrays[layout.CONTROL][NUMBER[UNDER_OAHU]] = JAPAN
    unit = embarked(state, "jp_3_1", ships[0])
    game = PositionMatch(at_step(state, "naval_3"))
    game.choose("japan", "plot", "japan_1", "transport")
    game.choose("japan", "hold")
    while game.asks("japan") != "at_the_shore":
        goes_on(game)
    return game, unit


def goes_on(game: PositionMatch) -> None:
    """The side that decides first passes, with the dice set."""
    asked = game.state.decisions()[0]
    game.submit(asked.side, "carry_on" if "carry_on" in asked.choices.next() else "done")


@pytest.mark.clause("16.5")
def test_wp_29_16_5_eight_destroyers_land_a_regiment_without_its_guns_under_enemy_air() -> None:
    game, unit = runs(*RUNNERS)
    game.choose("japan", "land", unit)
    both(game, "done")
    landed = [{"event": "landed", "unit": unit, "kind": "jp_3_1_bg", "at": UNDER_OAHU}]
    assert (game.events("japan", "landed"), game.events("allies", "landed")) == (landed, landed)
    assert kinds_at(game.state, UNDER_OAHU) == ["jp_3_1_bg"]


@pytest.mark.clause("16.5", "16.3")
def test_wp_29_16_5_seven_destroyers_or_merchants_land_no_unit_there() -> None:
    for ships in (("jp_ms1",), RUNNERS[1:]):
        game, unit = runs(*ships)
        assert game.refused("japan", "land", unit)[0] == "16.3"


# -- WP-31 Lines -------------------------------------------------------------------------------------------------------

RAILHEAD, ALONG, FAR_WEST = "A3111", "A3510", "A2907"
"""A hex on the railway south of Myitkyina, one on the Burma Road, and one far from roads in Assam."""


def without_supply(state: State, unit: str, *dice: int) -> int:
    """The number of Segments for which a unit has been unsupplied, at the end of a Game-Turn in a match."""
    for port in (RANGOON, MOULMEIN):
        state.arrays[layout.CONTROL][NUMBER[port]] = ALLIES  # 44.63: no stores arrive for Japan
    game = PositionMatch(at_step(fair(state), "ground"))
    game.lay(*dice)
    while (asked := game.state.decisions()[0]).procedure.name.startswith("burma_"):
        game.submit(asked.side, "done")
    game.hand.script.finish()
    return game.state.arrays[layout.UNSUPPLIED][UNITS.index[unit]]


@pytest.mark.clause("25.1", "29.5")
@pytest.mark.parametrize(("partisan", "dice", "without"), [(False, (), 0), (True, (1,), 1)])
def test_wp_31_25_1_29_5_a_partisan_on_the_railway_cuts_the_line(
    partisan: bool, dice: tuple[int, ...], without: int
) -> None:
    """A Line runs from Myitkyina by rail around the hills, and four hexes off the rail.

    Past the partisan, it is too long.
    """
    state = bare()
    state.arrays[layout.CONTROL][NUMBER[MYITKYINA]] = JAPAN
    stores(state, MYITKYINA, 20)
    unit = put_unit(state, "jp_3_1", FAR_WEST)
    if partisan:
        put_unit(state, "ccp_1_0_part", RAILHEAD)
    assert without_supply(state, unit, *dice) == without


@pytest.mark.clause("25.1")
@pytest.mark.parametrize(("carrier", "dice", "without"), [("kmt_ltu", (), 0), ("", (1,), 1)])
def test_wp_31_25_1_a_transport_unit_on_the_road_restarts_the_count(
    carrier: str, dice: tuple[int, ...], without: int
) -> None:
    """Lashio is seven hexes from Kunming by the Burma Road; a hex off the road is the ninth, and eight are allowed."""
    state = bare()
    stores(state, KUNMING, 20)
    unit = put_unit(state, "cw_3_1", "A3112")
    if carrier:
        put_unit(state, carrier, ALONG)
    assert without_supply(state, unit, *dice) == without


# -- WP-32 empty tanks -------------------------------------------------------------------------------------------------


def sails(tank: int, dry: int, to: str, speed: str = "") -> PositionMatch:
    """A Japanese cruiser with this fuel and number of Active Phases without fuel plots a course."""
    state, ship = midway(), SHIPS.index["jp_ca5"]
    put_force(state, "japan_1", AT, "jp_ca5")
    state.arrays[layout.FUEL][ship], state.arrays[layout.DRY][ship] = tank, dry
    game = PositionMatch(at_step(state, "naval_1"))
    game.choose("japan", "plot", "japan_1", "transit")
    if "sail" in game.offers("japan"):
        game.choose("japan", "sail", to)
        if game.asks("japan") == "pace":
            game.choose("japan", "make_speed", speed)
    return game


@pytest.mark.clause("10.5", "10.7")
@pytest.mark.parametrize(
    ("tank", "dry", "speed", "then"),
    [(30, 0, 2, (20, 0)), (20, 0, 2, (10, 0)), (10, 0, 2, (0, 0)), (0, 0, 1, (0, 1)), (0, 1, 1, (0, 2))],
)
def test_wp_32_10_5_10_7_speed_two_empties_a_tank_in_three_phases_and_then_two_remain(
    tank: int, dry: int, speed: int, then: tuple[int, int]
) -> None:
    game, ship = sails(tank, dry, "F1229", f"speed_{speed}"), SHIPS.index["jp_ca5"]
    assert game.state.cells[layout.FORCE_SPEED + FORCES.index["japan_1"]] == speed
    game.lay(*FAIR)
    while game.asks("japan") != "search_orders":
        goes_on(game)
    game.hand.script.finish()
    arrays = game.state.arrays
    assert (arrays[layout.FUEL][ship], arrays[layout.DRY][ship]) == then


@pytest.mark.clause("10.7")
def test_wp_32_10_7_a_third_active_phase_without_fuel_is_refused() -> None:
    game = sails(0, 2, "F1229")
    assert (game.asks("japan"), game.offers("japan")) == ("course", ("hold",))


# -- WP-33 kamikazes ---------------------------------------------------------------------------------------------------

CLARK, AT_SEA, LEYTE = "B1948", "B2150", "B2452"
FOUND, NO_HIT = 1, 1


def off_luzon(points: int) -> State:
    """Leyte after kamikazes have begun: a carrier and a battleship in contact off Luzon, and these points at Clark
    Field.
    """
    state = fair(GAME.new("leyte"))
    state.cells[layout.TURN] += 1
    state.cells[layout.OBJECTIVE] = NUMBER[LEYTE]
    state.cells[layout.LANDED_WHERE_CALLED] = state.cells[layout.KAMIKAZES] = 1
    midway_states.nobody_flies(state)
    midway_states.park(state, CLARK, judy_untrained=points)
    put_force(state, "allies_40", AT_SEA, "us_cv9", "us_bb61")
    midway_states.contact(state, "allies_40", AT_SEA)
    return state


def dives(points: int) -> PositionMatch:
    """Japan sends this many of sixty points as kamikazes, which find the force and lose none to its fire."""
    game = PositionMatch(at_step(off_luzon(60), "air_2", availability=1))
    both(game, "done")
    game.choose("allies", "done")
    game.choose("japan", "strike", "allies_40")
    assert game.offers("japan", "send", CLARK, "judy_untrained", "kamikaze") == ("1", "2", "3")
    game.choose("japan", "send", CLARK, "judy_untrained", "kamikaze", str(points))
    game.choose("japan", "fly")
    game.choose("japan", "done", dice=(FOUND, NO_HIT))
    return game


@pytest.mark.clause("39.41", "45.63")
@pytest.mark.parametrize(("points", "may"), [(19, ()), (20, ("1",)), (59, ("1", "2")), (60, ("1", "2", "3"))])
def test_wp_33_39_41_five_in_a_hundred_of_the_available_points_fly(points: int, may: tuple[str, ...]) -> None:
    game = PositionMatch(at_step(off_luzon(points), "air_2", availability=1))
    both(game, "done")
    game.choose("allies", "done")
    game.choose("japan", "strike", "allies_40")
    roles = game.offers("japan", "send", CLARK, "judy_untrained")
    assert ("kamikaze" in roles) is bool(may)
    assert not may or game.offers("japan", "send", CLARK, "judy_untrained", "kamikaze") == may


@pytest.mark.clause("39.41", "45.63")
def test_wp_33_39_41_each_air_phase_counts_again() -> None:
    """One of the earlier allotment may fly; sixty points are there at the start of the next Air Phase, so three may."""
    state = off_luzon(60)
    state.cells[layout.KAMIKAZES_LEFT] = 1
    game = PositionMatch(at_step(state, "naval_2"))
    game.lay(*[5] * 12)
    while game.asks("japan") != "search_orders":
        goes_on(game)
    assert [event["points"] for event in game.events("japan", "kamikazes_allotted")] == [3]
    assert game.events("allies", "kamikazes_allotted") == []


@pytest.mark.clause("39.42", "39.43", "39.44")
@pytest.mark.parametrize(
    ("ship", "dice", "hit"), [("us_cv9", (3, 3), (27, 2, 30, 5)), ("us_bb61", (3, 3, 1), (27, 2, 30, 4))]
)
def test_wp_33_39_43_39_44_kamikazes_at_a_carrier_and_at_armour_hit_in_full_and_are_lost(
    ship: str, dice: tuple[int, ...], hit: tuple[int, int, int, int]
) -> None:
    game = dives(3)
    game.choose("japan", "allot", ship)
    game.choose("japan", "strike_with", "judy_untrained", "kamikaze", "3", dice=dice)
    (result,) = game.events("allies", "ship_hit")
    assert result["weapon"] == "kamikazes"
    assert (result["strength"], result["added"], result["points"], result["levels"]) == hit
    assert [event["points"] for event in game.events("allies", "kamikazes_spent")] == [3]
    assert midway_states.parked(game.state, CLARK, "judy_untrained") == 57
