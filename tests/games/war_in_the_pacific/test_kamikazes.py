"""39.4 to 39.45, 45.63, WP-33 Kamikazes: when they may begin, how many fly, what becomes of a carrier and of armour."""

import pytest

from ironbottom.engine.events import Event
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.pieces import SHIPS, STACKS
from ironbottom.games.war_in_the_pacific.rules import aiming, flights, kamikazes, waves
from ironbottom.games.war_in_the_pacific.rules.air_phase import AirPhase
from tests.games.war_in_the_pacific import air_table
from tests.games.war_in_the_pacific.air_table import FAIR, act, nobody_flies, park, parked, refused, told
from tests.games.war_in_the_pacific.leyte_table import begun, played
from tests.games.war_in_the_pacific.table import put_force
from tests.games.war_in_the_pacific.two_steps import in_two

CLARK, AT_SEA = "B1948", "B2150"


def off_luzon(*ships: str, **points: int) -> State:
    """An American force in contact off Luzon, Japanese points at Clark Field, kamikazes begun; the second turn."""
    state = begun()
    state.cells[places.FIRST_PLAYER] = JAPAN
    state.cells[places.TURN] += 1
    state.cells[places.KAMIKAZES] = 1
    nobody_flies(state)
    park(state, CLARK, **points)
    put_force(state, "allies_1", AT_SEA, *ships)
    air_table.contact(state, "allies_1", AT_SEA)
    state.stack = (AirPhase(0),)
    return state


def declares(state: State) -> State:
    """Fair weather, all points available, nobody searches; the Allies declare nothing."""
    air_table.start(state, *FAIR, 1)
    act(state, "japan", "done")
    act(state, "allies", "done")
    act(state, "allies", "done")
    return state


def dive(state: State, *sent: tuple[str, ...], dice: tuple[int, ...]) -> list[Event]:
    """Japan sends one wave at the force."""
    act(state, "japan", "strike", "allies_1")
    for points in sent:
        act(state, "japan", "send", CLARK, *points)
    act(state, "japan", "fly")
    return act(state, "japan", "done", dice=dice)


# -- 45.63 when they begin -------------------------------------------------------------------------------


@pytest.mark.clause("45.63", "39.4")
def test_45_63_39_4_japan_is_asked_at_the_start_of_a_turn_after_a_landing_and_may_wait() -> None:
    state = begun()
    play, _ = played(state)
    kamikazes.call(play)
    assert state.stack == ()
    state.cells[places.LANDED_WHERE_CALLED] = 1
    kamikazes.call(play)
    act(state, "japan", "hold_back")
    assert state.cells[places.KAMIKAZES] == 0
    kamikazes.call(played(state)[0])
    events = act(state, "japan", "begin_kamikazes")
    assert told(events, "allies", "kamikazes_begun") == [{"event": "kamikazes_begun"}]
    kamikazes.call(played(state)[0])
    assert (state.stack, state.cells[places.KAMIKAZES]) == ((), 1)


# -- 39.41 how many ---------------------------------------------------------------------------------------


@pytest.mark.clause("39.41", "45.63")
@pytest.mark.parametrize(("deployed", "allowed"), [(19, 0), (20, 1), (59, 2), (60, 3)])
def test_wp_33_39_41_five_in_a_hundred_of_all_points_fractions_dropped(deployed: int, allowed: int) -> None:
    state = off_luzon("us_cv9", zero_untrained=deployed)
    play, _ = played(state)
    kamikazes.allot(play)
    assert kamikazes.left(state, JAPAN) == allowed
    assert kamikazes.left(state, ALLIES) == 0
    park(state, CLARK, zero_untrained=20)
    kamikazes.allot(play)
    assert kamikazes.left(state, JAPAN) == 1


@pytest.mark.clause("39.41")
def test_39_41_nobody_flies_so_before_they_are_begun_or_beyond_the_allotment() -> None:
    state = off_luzon("us_cv9", zero_untrained=60)
    state.cells[places.KAMIKAZES] = 0
    declares(state)
    act(state, "japan", "strike", "allies_1")
    assert refused(state, "japan", "send", CLARK, "zero_untrained", "kamikaze", "1")[0] == "5.2"
    state = declares(off_luzon("us_cv9", zero_untrained=60))
    act(state, "japan", "strike", "allies_1")
    assert refused(state, "japan", "send", CLARK, "zero_untrained", "kamikaze", "4")[0] == "7.7"
    act(state, "japan", "send", CLARK, "zero_untrained", "kamikaze", "3")
    assert kamikazes.left(state, JAPAN) == 0
    assert refused(state, "japan", "send", CLARK, "zero_untrained", "kamikaze", "1")[0] is not None


@pytest.mark.clause("39.45")
def test_39_45_three_types_take_no_part_and_no_allied_type_does() -> None:
    pieces = begun().rules.pieces
    barred = {"mavem", "terri", "dinah"}
    able = {name for name in STACKS.ids if kamikazes.eligible(pieces, STACKS.index[name])}
    assert not {name.rpartition("_")[0] for name in able} & barred
    assert {"zero_untrained", "judy_trained", "betty_untrained"} <= able
    assert "f6f_carrier" not in able


# -- 39.42 to 39.44 the attack -----------------------------------------------------------------------------


@pytest.mark.clause("39.42", "39.43", "39.44")
def test_wp_33_39_42_39_43_39_44_three_dive_at_a_carrier_and_none_returns() -> None:
    state = declares(off_luzon("us_cv9", judy_untrained=60))
    events = dive(state, ("judy_untrained", "kamikaze", "3"), dice=(1, 1))
    assert told(events, "allies", "kamikazes_spent") == []
    events = in_two(state, "japan", "strike_with", "us_cv9", "judy_untrained", "kamikaze", "3")
    events = act(state, "japan", "drop", dice=(3, 3))
    (hit,) = told(events, "allies", "ship_hit")
    each = state.rules.pieces.air[STACKS.index["judy_untrained"] // 3].bomb + 4
    assert (hit["weapon"], hit["strength"], hit["added"]) == ("kamikazes", 3 * each, 2)
    assert (hit["points"], hit["levels"], hit["level"]) == (30, 5, 5)
    assert told(events, "allies", "kamikazes_spent")[0]["points"] == 3
    assert parked(state, CLARK, "judy_untrained") == 57
    assert state.cells[places.LOSSES + JAPAN] == 3 * state.rules.pieces.charts.worth["air_untrained"]


@pytest.mark.clause("39.44", "20.12")
def test_39_44_20_12_points_that_find_no_room_at_a_ship_do_not_attack_and_come_home() -> None:
    state = declares(off_luzon("us_dd14", judy_untrained=120))
    dive(state, ("judy_untrained", "kamikaze", "6"), dice=(1, 1))
    in_two(state, "japan", "strike_with", "us_dd14", "judy_untrained", "kamikaze", "4")
    events = act(state, "japan", "drop", dice=(1, 1))
    assert told(events, "allies", "kamikazes_spent")[0]["points"] == 4
    assert parked(state, CLARK, "judy_untrained") == 116
    assert state.cells[places.LOSSES + JAPAN] == 4 * state.rules.pieces.charts.worth["air_untrained"]
    assert kamikazes.left(state, JAPAN) == 0


@pytest.mark.clause("39.42")
def test_39_42_every_hit_on_one_of_them_is_a_loss() -> None:
    state = off_luzon("us_cv9", judy_untrained=60)
    wave = waves.begin(state, JAPAN, waves.Aim(0, waves.FORCE, 1, 0))
    doomed, other = (
        flights.launch(state, JAPAN, flights.Sortie(0, STACKS.index["judy_untrained"], duty, wave=wave), 1)
        for duty in (flights.KAMIKAZE, flights.BOMB)
    )
    assert waves.as_flight(state, doomed).fragility == 1
    assert waves.as_flight(state, other).fragility > 1


@pytest.mark.clause("39.43", "39.45")
@pytest.mark.parametrize(
    ("stack", "role", "halved", "strength"),
    [("judy_untrained", flights.KAMIKAZE, False, 9), ("judy_untrained", flights.BOMB, True, 5)],
)
def test_wp_33_39_43_full_damage_on_armour_and_nothing_off_for_the_untrained(
    stack: str, role: int, halved: bool, strength: int
) -> None:
    state = off_luzon("us_bb61", judy_untrained=60)
    wave = waves.begin(state, JAPAN, waves.Aim(0, waves.FORCE, 1, 0))
    load = aiming.Load(SHIPS.index["us_bb61"], STACKS.index[stack], role, 1)
    blow = aiming.blow_on(state, JAPAN, wave, SHIPS.index["us_bb61"], [load], moving=True)
    assert (blow.halved, blow.strength) == (halved, strength)
    bombs = aiming.Load(SHIPS.index["us_bb61"], STACKS.index[stack], flights.BOMB, 1)
    plain = aiming.modifier(state, JAPAN, wave, SHIPS.index["us_bb61"], [bombs], moving=True)
    dived = aiming.Load(SHIPS.index["us_bb61"], STACKS.index[stack], flights.KAMIKAZE, 1)
    assert aiming.modifier(state, JAPAN, wave, SHIPS.index["us_bb61"], [dived], moving=True) == plain + 2 + 1


@pytest.mark.clause("39.43")
def test_39_43_a_fighter_without_bombs_counts_four() -> None:
    pieces = begun().rules.pieces
    assert kamikazes.strength_of(pieces, STACKS.index["oscar_untrained"]) == 4
