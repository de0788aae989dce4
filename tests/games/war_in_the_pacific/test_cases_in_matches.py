"""Cases of the facts, die by die, in matches from a position: search, fuel, repair, submarines, battles, points."""

from __future__ import annotations

import pytest

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import search_reach
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, BOXES, FORCES, IN_BOX, SHIPS, SHIPS_OF, SUNK, UNITS
from ironbottom.games.war_in_the_pacific.rules.submarines.submarine_phase import SubmarinePhase
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific import air_states as midway_states
from tests.games.war_in_the_pacific.battle_states import put_unit
from tests.games.war_in_the_pacific.midway_states import put_force
from tests.games.war_in_the_pacific.position_match import PositionMatch, at_step, fair, in_step, opening_frame

MIDWAY, PEARL, AT = "F1234", "F3342", "F1230"
NEXT_TURN = (3, 3, 1, 1)
"""The dice of initiative and dummies at the start of the next Game-Turn."""
FAIR = (5, 5)
"""The dice of the weather before the next Air Phase."""
LEFT_IN_YARD = ("us_cv5",)


def midway(turn: str = "2/6/42") -> State:
    """A match of Midway in progress, with no damaged ship and no point in the air."""
    state = fair(GAME.new("midway"))
    state.cells[layout.TURN] = turn_number(turn)
    midway_states.nobody_flies(state)
    for name in LEFT_IN_YARD:
        for numbers in (
            layout.DAMAGE,
            layout.REPAIR_LEFT,
            layout.REPAIR_WHOLE,
            layout.REPAIR_LEVEL,
            layout.MAXIMUM_EFFORT,
        ):
            state.arrays[numbers][SHIPS.index[name]] = 0
    return state


# -- WP-06 availability --------------------------------------------------------------------------------------------


@pytest.mark.clause("6.11", "7.4")
@pytest.mark.parametrize(
    ("points", "stack", "die", "fly", "paid"),
    [
        (7, "sbd_carrier", 1, 6, True),
        (7, "sbd_trained", 1, 5, True),
        (11, "sbd_untrained", 3, 7, True),
        (10, "sbd_trained", 6, 5, False),
        (1, "sbd_trained", 1, 1, False),
    ],
)
def test_wp_06_6_11_how_many_points_the_die_lets_search(
    points: int, stack: str, die: int, fly: int, paid: bool
) -> None:
    state = midway()
    deck = "us_cv8" if stack.endswith("carrier") else MIDWAY
    put_force(state, "allies_1", AT, "us_cv8")
    staff = put_unit(state, "us_hq_division", MIDWAY)
    state.arrays[layout.LEVEL][BASE_AT[NUMBER[MIDWAY]]] = 4
    for unit, position in enumerate(state.arrays[layout.UNIT_AT]):
        if position == NUMBER[MIDWAY]:
            state.arrays[layout.UNSUPPLIED][unit] = int(not paid)
    assert state.arrays[layout.UNIT_AT][UNITS.index[staff]] == NUMBER[MIDWAY]
    midway_states.park(state, deck, **{stack: points})
    game = PositionMatch(at_step(state, "air_2", availability=die))
    assert game.offers("allies", "search", deck, stack)[-1] == str(fly)


# -- WP-09, WP-10 search ---------------------------------------------------------------------------------------------


def force_in_reach(points: int, modifier: int) -> State:
    """A Japanese force within reach of a number of Search Points of dive bombers, with the modifiers of contact."""
    state = midway()
    ships = {-1: 2, 1: 10}.get(modifier, 5)
    force = put_force(state, "japan_1", AT, *[f"jp_dd{n}" for n in range(1, ships + 1)])
    if modifier == 2:
        midway_states.contact(state, "japan_1", AT)
    if modifier == -2:
        sky = next(die for die in range(1, 7) if dimmed(state, die))
        dimmed(state, sky)
    put_unit(state, "us_hq_division", MIDWAY)
    state.arrays[layout.LEVEL][BASE_AT[NUMBER[MIDWAY]]] = 5
    midway_states.park(state, MIDWAY, sbd_trained=points + 3)
    assert force == FORCES.index["japan_1"]
    return at_step(state, "air_2", availability=6)


def dimmed(state: State, die: int) -> bool:
    """8.6 Whether a die makes the sky over the force overcast."""
    for section in range(7):
        state.cells[layout.WEATHER_DIE + section] = die
    return search_reach.weather(state, NUMBER[AT]) == "overcast"


def sent_to_search(points: int, modifier: int, *dice: int) -> PositionMatch:
    """The Allies send a number of points to search, and Japan sends none; then these dice are rolled."""
    game = PositionMatch(force_in_reach(points, modifier))
    if points:
        game.choose("allies", "search", MIDWAY, "sbd_trained", str(points))
    game.choose("japan", "done")
    game.choose("allies", "done", dice=dice)
    return game


@pytest.mark.clause("8.2")
@pytest.mark.parametrize(
    ("points", "modifier", "dice", "cup"),
    [
        (0, 2, (), ""),
        (1, 0, (5, 5), ""),
        (2, 1, (5, 5, 1), "C"),
        (5, -1, (5, 5), ""),
        (9, 0, (4, 5, 3), "B"),
        (14, -2, (4, 5), ""),
        (20, 1, (3, 3, 5), "A"),
        (21, 0, (3, 3, 5), "A"),
        (30, -2, (3, 4), ""),
    ],
)
def test_wp_09_8_2_two_dice_and_the_points_make_contact(
    points: int, modifier: int, dice: tuple[int, ...], cup: str
) -> None:
    game = sent_to_search(points, modifier, *dice)
    found = [event["chit"] for event in game.events("allies", "contact")]
    assert found == (["true_report"] if cup else [])  # each cup gives one on its die
    assert game.events("japan", "contact") == []


@pytest.mark.clause("8.3", "8.4")
@pytest.mark.parametrize(
    ("points", "dice", "cup", "die", "chit", "fix"),
    [
        (20, (6, 6), "A", (5,), "true_report", 6),
        (20, (6, 6), "A", (6, 3), "good", 5),
        (20, (6, 6), "A", (12, 3), "misread", 2),
        (9, (6, 6), "B", (3,), "true_report", 6),
        (9, (6, 6), "B", (12, 3), "misread", 2),
        (2, (6, 6), "C", (1,), "true_report", 6),
        (2, (6, 6), "C", (6,), "fair", 4),
        (2, (6, 6), "C", (12, 3), "false_position", 1),
    ],
)
def test_wp_10_8_3_the_chit_gives_the_content_and_the_fix_of_a_strike(
    points: int, dice: tuple[int, ...], cup: str, die: tuple[int, ...], chit: str, fix: int
) -> None:
    game = sent_to_search(points, 0, *dice, *die)
    assert [event["chit"] for event in game.events("allies", "contact")] == [chit], cup
    game.choose("allies", "strike", "japan_1")
    game.choose("allies", "send", MIDWAY, "sbd_trained", "bomb", "2")
    game.choose("allies", "fly")
    game.choose("allies", "done")
    game.choose("japan", "done", dice=(6, 1) if fix == 6 else (6,))
    found = game.events("allies", "force_found") + game.events("allies", "not_found")
    assert [(event["event"], event["fix"], event["die"]) for event in found] == [
        ("force_found" if fix == 6 else "not_found", fix, 6)
    ]


# -- WP-14, WP-27 repair ---------------------------------------------------------------------------------------------


def at_the_end_of_the_turn(state: State) -> PositionMatch:
    """A match in a Ground Phase with nothing to do."""
    return PositionMatch(at_step(state, "ground"))


def turn_ends(game: PositionMatch, *dice: int) -> None:
    """Nobody marches; the Game-Turn ends with these dice."""
    while len(found := game.state.decisions()) == 1 and found[0].procedure.name == "marching":
        last = found[0].side == "allies"
        game.choose(found[0].side, "done", dice=dice if last else ())


@pytest.mark.clause("18.1", "18.2")
@pytest.mark.parametrize(("level", "die", "turns"), [(1, 6, 4), (2, 5, 8), (3, 1, 8), (4, 6, 32), (5, 6, 70)])
def test_wp_14_18_2_the_die_of_repair_by_the_level(level: int, die: int, turns: int) -> None:
    state = midway()
    state.arrays[layout.DAMAGE][SHIPS.index["us_cv8"]] = level
    game = at_the_end_of_the_turn(state)
    turn_ends(game, die, *NEXT_TURN)
    begun = {"event": "repair_begun", "ship": "us_cv8", "turns": turns}
    assert (game.events("allies", "repair_begun"), game.events("japan", "repair_begun")) == ([begun], [])
    assert game.state.arrays[layout.REPAIR_LEFT][SHIPS.index["us_cv8"]] == turns - 1


@pytest.mark.clause("18.7", "12.6", "18.1")
@pytest.mark.parametrize(("ship", "goes_on"), [("us_cv8", False), ("us_ca32", True)])
def test_wp_27_18_7_a_bottomed_ship_is_raised_and_a_capital_ship_sent_on(ship: str, goes_on: bool) -> None:
    """18.1: with 33 of 40 Game-Turns left, a ship is on the bottom; with 32, it floats.

    A cruiser is fully repaired there.
    """
    state, number = midway(), SHIPS.index[ship]
    for block, value in (
        (layout.DAMAGE, 5),
        (layout.REPAIR_LEFT, 33),
        (layout.REPAIR_WHOLE, 40),
        (layout.REPAIR_LEVEL, 5),
    ):
        state.arrays[block][number] = value
    game = at_the_end_of_the_turn(state)
    turn_ends(game, *NEXT_TURN)
    arrays = game.state.arrays
    assert (arrays[layout.DAMAGE][number], arrays[layout.REPAIR_LEFT][number]) == (4, 32)
    assert game.events("allies", "repaired") == [{"event": "repaired", "ship": ship, "level": 4, "left": 32}]
    again = at_the_end_of_the_turn(fair(game.state.copy()))
    turn_ends(again, *NEXT_TURN)
    assert again.state.arrays[layout.REPAIR_LEFT][number] == (31 if goes_on else 32)


@pytest.mark.clause("18.7", "18.3")
def test_wp_27_18_7_a_raised_carrier_finishes_at_the_west_coast() -> None:
    """With eight of forty Game-Turns left, a ship is at D1.

    The West Coast continues its repair, and begins that of others.
    """
    state, number, other = midway(), SHIPS.index["us_cv8"], SHIPS.index["us_ca32"]
    for block, value in (
        (layout.DAMAGE, 2),
        (layout.REPAIR_LEFT, 9),
        (layout.REPAIR_WHOLE, 40),
        (layout.REPAIR_LEVEL, 5),
    ):
        state.arrays[block][number] = value
    state.arrays[layout.DAMAGE][other] = 1
    for ship in (number, other):
        layout.ships_in(state.arrays).put(ship, IN_BOX + BOXES.index["west_coast_usa"])
    game = at_the_end_of_the_turn(state)
    turn_ends(game, 1, *NEXT_TURN)
    arrays = game.state.arrays
    assert (arrays[layout.DAMAGE][number], arrays[layout.REPAIR_LEFT][number]) == (1, 8)
    assert game.events("allies", "repair_begun") == [{"event": "repair_begun", "ship": "us_ca32", "turns": 1}]
    assert arrays[layout.DAMAGE][other] == 0


# -- WP-15 fuel --------------------------------------------------------------------------------------------------------


def sailed(tank: int, speed: str) -> tuple[bool, int]:
    """Whether a cruiser with this much fuel may plot a speed, and its fuel after the Naval Phase."""
    state, ship = midway(), SHIPS.index["us_ca32"]
    put_force(state, "allies_1", AT, "us_ca32")
    state.arrays[layout.FUEL][ship] = tank
    game = PositionMatch(at_step(state, "naval_1"))
    game.choose("allies", "plot", "allies_1", "transit")
    game.choose("allies", "sail", "F1229")
    if game.state.why_not("allies", ("make_speed", speed)) is None:
        game.choose("allies", "make_speed", speed)
    if game.state.cells[layout.FORCE_SPEED + FORCES.index["allies_1"]] != int(speed[-1]):
        return False, tank  # A single speed that it can pay is taken without a question.
    while (open_now := game.state.decisions())[0].procedure.name != "search_orders":
        last = open_now[0].procedure.name == "at_the_shore" and len(open_now) == 1
        verbs = open_now[0].choices.next()
        choice = "carry_on" if "carry_on" in verbs else "done"
        game.choose(open_now[0].side, choice, dice=FAIR if last else ())
    return True, game.state.arrays[layout.FUEL][ship]


@pytest.mark.clause("10.5")
@pytest.mark.parametrize(
    ("tank", "speeds", "left"),
    [
        (30, "2222", (20, 10, 0)),
        (30, "331", (15, 0)),
        (30, "1111111", (25, 20, 15, 10, 5, 0)),
        (20, "2111", (10, 5, 0)),
    ],
)
def test_wp_15_10_5_what_each_active_phase_leaves_in_the_tank(tank: int, speeds: str, left: tuple[int, ...]) -> None:
    for speed, then in zip(speeds, left, strict=False):
        assert sailed(tank, f"speed_{speed}") == (True, then)
        tank = then
    if speeds[-1] != "1":  # 10.7: at Speed 1 a ship sails on for two phases without fuel.
        assert not sailed(tank, f"speed_{speeds[-1]}")[0]


# -- WP-16 submarines ------------------------------------------------------------------------------------------------


@pytest.mark.clause("13.5")
@pytest.mark.parametrize(("points", "dice", "ready"), [(6, (5,), 5), (12, (6, 1), 7), (8, (3, 6), 5)])
def test_wp_16_13_5_a_die_a_squadron(points: int, dice: tuple[int, ...], ready: int) -> None:
    state = midway("4/6/42")
    number = layout.SUBRONS.index["japan_subron_1"]
    for block, value in (
        (layout.SUBRON_AT, NUMBER[AT]),
        (layout.SUBRON_FLEET, points),
        (layout.SUBRON_OUT, 1),
    ):
        state.cells[block + number] = value
    in_step(state, "strategic")
    game = PositionMatch(in_step(state, "strategic", opening_frame(state, SubmarinePhase)))
    game.choose("japan", "done")
    game.choose("allies", "done", dice=(*dice, *NEXT_TURN))
    event = {"event": "subron_ready", "subron": "japan_subron_1", "points": ready}
    assert (game.events("japan", "subron_ready"), game.events("allies", "subron_ready")) == ([event], [])


# -- WP-19 Victory Points --------------------------------------------------------------------------------------------


@pytest.mark.clause("47.1", "47.23")
@pytest.mark.parametrize(
    ("ship", "level", "points"),
    [
        ("us_cv2", 5, 90),
        ("us_cv2", 2, 36),
        ("jp_ca11", 5, 30),
        ("jp_ca11", 3, 18),
        ("us_sf1", 5, 500),
        ("us_apb1", 2, 110),
        ("jp_ms1", 1, 12),
        ("us_dd13", 5, 15),
    ],
)
def test_wp_19_47_1_47_23_what_a_ship_is_worth_as_the_last_turn_ends(ship: str, level: int, points: int) -> None:
    state, number = midway("4/7/42"), SHIPS.index[ship]
    side = JAPAN if number in SHIPS_OF[JAPAN] else ALLIES
    if level == 5:
        layout.ships_in(state.arrays).put(number, -1)
        layout.ships_in(state.arrays).put(number, SUNK)
    else:
        put_force(state, f"{'japan' if side == JAPAN else 'allies'}_20", AT, ship)
    state.arrays[layout.DAMAGE][number] = level
    game = at_the_end_of_the_turn(state)
    turn_ends(game)
    result = game.match.result()
    assert result is not None
    held = 200  # 42.41: the Allies hold Midway
    expected = {"japan": points, "allies": held} if side == ALLIES else {"japan": 0, "allies": held + points}
    assert result["score"] == expected
