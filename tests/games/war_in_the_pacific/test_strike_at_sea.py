"""6.0, 7.0, 8.4, 20.0 Strikes on Task Forces: positions through the choices of an Air Phase, die by die."""

import pytest

from ironbottom.engine.core.events import Event
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.derived import role_points
from ironbottom.games.war_in_the_pacific.odds.decisions import tables
from ironbottom.games.war_in_the_pacific.odds.fights import level_after_all
from ironbottom.games.war_in_the_pacific.pieces import SHIPS, STACKS
from ironbottom.games.war_in_the_pacific.pieces import SUNK as IN_THE_DEEP
from ironbottom.games.war_in_the_pacific.rules.naval.damage import Hull
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import ShipAttack
from tests.games.war_in_the_pacific import air_states as midway_states
from tests.games.war_in_the_pacific.air_states import CLEAR_WEATHER, act, find_events, parked, refused
from tests.games.war_in_the_pacific.midway_states import put_force
from tests.games.war_in_the_pacific.two_step_choices import choose_in_two_steps, refused_in_two

AIR_GROUPS = {
    "jp_cv1": {"kate_carrier": 4, "zero_carrier": 3},
    "jp_cv2": {"val_carrier": 4},
    "us_cv8": {"f4f_carrier": 2},
}


def two_fleets(**groups: dict[str, int]) -> State:
    """Two Japanese carriers twenty Movement Points from two American ones with three cruisers."""
    state = midway_states.midway()
    midway_states.nobody_flies(state)
    put_force(state, "japan_1", "F1230", "jp_cv1", "jp_cv2")
    put_force(state, "allies_1", "F1628", "us_cv8", "us_cv5", "us_ca24", "us_ca26", "us_cl51")
    yorktown = SHIPS.index["us_cv5"]
    state.arrays[layout.DAMAGE][yorktown] = state.arrays[layout.REPAIR_LEFT][yorktown] = 0
    for hex, points in (groups or AIR_GROUPS).items():
        midway_states.park(state, hex, **points)
    return state


def to_declarations(state: State, *, search: tuple[int, ...] = (1, 1), commands: int = 2) -> State:
    """The weather is fair, all points are available, and neither side searches; the American cruisers find nothing."""
    midway_states.start(state, *CLEAR_WEATHER, *[3] * commands)
    act(state, "japan", "done")
    act(state, "allies", "done", dice=search)
    return state


def strike(state: State, *points: tuple[str, ...], dice: tuple[int, ...]) -> list[Event]:
    """Japan sends a wave against the American force, and nothing else."""
    act(state, "japan", "strike", "allies_1")
    for sent in points:
        act(state, "japan", "send", *sent)
    act(state, "japan", "fly")
    return act(state, "japan", "done", dice=dice)


TORPEDOES, BOMBS = ("jp_cv1", "kate_carrier", "torpedo", "4"), ("jp_cv2", "val_carrier", "bomb", "4")
ESCORT = ("jp_cv1", "zero_carrier", "escort", "3")


def met_by_a_patrol() -> tuple[State, list[Event]]:
    """The wave of the worked example has come through two Wildcats and the fire of the force."""
    state = two_fleets()
    midway_states.contact(state, "allies_1", "F1628")
    to_declarations(state)
    choose_in_two_steps(state, "allies", "fly_over", "us_cv8", "f4f_carrier", "allies_1", "2")
    act(state, "allies", "done")
    found, bounce, patrol, escort, flak = (3,), (4, 2), (5, 3), (4, 5, 2), (6, 6, 2)
    events = strike(state, TORPEDOES, BOMBS, ESCORT, dice=(*found, *bounce, *patrol, *escort, *flak))
    return state, events


def test_8_4_the_fix_of_a_report_decides_whether_the_force_is_found() -> None:
    state = two_fleets()
    midway_states.contact(state, "allies_1", "F1628", "poor")
    to_declarations(state)
    act(state, "allies", "done")
    events = strike(state, TORPEDOES, dice=(4,))
    (missed,) = find_events(events, "japan", "not_found")
    assert (missed["fix"], missed["die"]) == (3, 4)
    assert [step["step"] for step in find_events(events, "allies", "step_opened")] == ["strikes", "transfer"]
    assert len([event for event in events if event[1] & 2]) == 2
    flown = role_points.points_with_role(state, JAPAN)
    assert sortie("jp_cv1", "kate_carrier") not in flown.before
    assert flown.now[sortie("jp_cv1", "kate_carrier")] == 4


def sortie(base: str, stack: str) -> tuple[int, int]:
    return midway_states.base(base), STACKS.index[stack]


def test_8_4_a_force_that_was_struck_is_known_exactly() -> None:
    state = two_fleets()
    force = midway_states.contact(state, "allies_1", "F1628", "poor")
    to_declarations(state)
    act(state, "allies", "done")
    strike(state, ("jp_cv1", "kate_carrier", "torpedo", "1"), dice=(3, 1, 20, 1, 1, 1))
    assert layout.CHITS.ids[state.cells[layout.CONTACT + force]] == "true_report"


@pytest.mark.parametrize(
    ("chit", "carrier", "seen"),
    [
        ("true_report", 0, {"us_cv5", "us_cv8", "us_ca24", "us_ca26", "us_cl51"}),
        ("good", 0, {"us_cv5", "us_cv8"}),
        ("fair", 1, {"us_cv5", "us_cv8"}),
    ],
)
def test_20_11_which_targets_the_report_allows(chit: str, carrier: int, seen: set[str]) -> None:
    state = two_fleets()
    midway_states.contact(state, "allies_1", "F1628", chit, carrier)
    to_declarations(state)
    act(state, "allies", "done")
    strike(state, TORPEDOES, dice=(1, 1))
    assert set(state.decisions()[0].choices.next("allot")) == seen
    if "us_ca24" not in seen:
        assert refused_in_two(state, "japan", "strike_with", "us_ca24", "kate_carrier", "torpedo", "1")[0] == "20.11"


def test_20_11_a_fair_report_of_no_carrier_assigns_all_targets_at_random() -> None:
    state = two_fleets()
    midway_states.contact(state, "allies_1", "F1628", "fair", 0)
    to_declarations(state)
    act(state, "allies", "done")
    cruiser_by_lot, a_level = 17, (1, 1, 1)
    events = strike(state, ("jp_cv1", "kate_carrier", "torpedo", "1"), dice=(4, 1, cruiser_by_lot, *a_level))
    assert not find_events(events, "japan", "sighted")
    (hit,) = find_events(events, "japan", "ship_hit")
    assert hit["ship"] == "us_ca24"


def test_20_12_a_destroyer_draws_four_points_and_no_fifth() -> None:
    state = two_fleets(jp_cv1={"kate_carrier": 6})
    put_force(state, "allies_1", "F1628", "us_dd14")
    midway_states.contact(state, "allies_1", "F1628")
    to_declarations(state, commands=1)
    act(state, "allies", "done")
    strike(state, ("jp_cv1", "kate_carrier", "torpedo", "6"), dice=(1, 1))
    assert refused_in_two(state, "japan", "strike_with", "us_dd14", "kate_carrier", "torpedo", "5")[0] == "20.12"
    choose_in_two_steps(state, "japan", "strike_with", "us_dd14", "kate_carrier", "torpedo", "4")
    clause, message = refused_in_two(state, "japan", "strike_with", "us_dd14", "kate_carrier", "torpedo", "1")
    assert (clause, message) == ("20.12", "no more points of this wave may attack two destroyers (US DD14)")


@pytest.mark.clause("6.1")
def test_6_1_7_7_points_that_struck_may_not_join_a_second_wave() -> None:
    state = two_fleets()
    midway_states.contact(state, "allies_1", "F1628")
    to_declarations(state)
    act(state, "allies", "done")
    act(state, "japan", "strike", "allies_1")
    assert refused(state, "japan", "fly") == ("7.7", "a wave must have at least one point that attacks")
    assert refused(state, "japan", "send", *ESCORT) == (
        "5.2",
        "Zero (carrier-trained) cannot take the Role of escort here",
    )
    act(state, "japan", "send", *TORPEDOES)
    assert refused(state, "japan", "send", "jp_cv1", "kate_carrier", "bomb", "1")[0] == "6.12"
    act(state, "japan", "send", *ESCORT)


@pytest.mark.clause("6.2", "6.21")
def test_6_2_6_21_a_patrol_that_fought_meets_the_next_wave_at_half() -> None:
    state = two_fleets(jp_cv1={"kate_carrier": 4}, jp_cv2={"val_carrier": 4}, us_cv8={"f4f_carrier": 4})
    midway_states.contact(state, "allies_1", "F1628")
    to_declarations(state)
    choose_in_two_steps(state, "allies", "fly_over", "us_cv8", "f4f_carrier", "allies_1", "4")
    act(state, "allies", "done")
    for points in (("jp_cv1", "kate_carrier", "bomb", "4"), BOMBS):
        act(state, "japan", "strike", "allies_1")
        act(state, "japan", "send", *points)
        act(state, "japan", "fly")
    events = act(state, "japan", "done", dice=(1, 3, 3, 1, 1, 1))
    (fight,) = find_events(events, "japan", "air_combat")
    assert fight["strengths"] == [16, 0, 4]
    events = act(state, "japan", "drop", dice=(*(1, 1, 1, 1), *(1, 1), *(1, 3, 3, 1, 1, 1)))
    (fight,) = find_events(events, "japan", "air_combat")
    assert fight["strengths"] == [8, 0, 4]


def sunk_by_seven_torpedoes() -> tuple[State, list[Event]]:
    """The Hornet, already crippled, sinks with two points aboard and three on patrol."""
    groups = {
        "jp_cv1": {"kate_carrier": 7},
        "us_cv8": {"f4f_carrier": 3, "sbd_carrier": 2},
        "us_cv5": {"tbd_carrier": 7},
    }
    state = two_fleets(**groups)
    midway_states.contact(state, "allies_1", "F1628")
    to_declarations(state)
    choose_in_two_steps(state, "allies", "fly_over", "us_cv8", "f4f_carrier", "allies_1", "3")
    act(state, "allies", "done")
    strike(state, ("jp_cv1", "kate_carrier", "torpedo", "7"), dice=(1, 3, 3, 1, 1, 1))
    choose_in_two_steps(state, "japan", "strike_with", "us_cv8", "kate_carrier", "torpedo", "7")
    return state, act(state, "japan", "drop", dice=(5, 6))


@pytest.mark.clause("12.5", "12.7", "19.2")
def test_12_5_12_7_19_2_points_in_the_air_land_on_another_deck_those_aboard_are_lost() -> None:
    state, events = sunk_by_seven_torpedoes()
    assert state.arrays[layout.SHIP_AT][SHIPS.index["us_cv8"]] == IN_THE_DEEP
    assert find_events(events, "japan", "aboard_lost") == [{"event": "aboard_lost", "ship": "us_cv8", "points": 2}]
    (landed,) = find_events(events, "allies", "came_down")
    assert (landed["to"], landed["points"]) == ("us_cv5", 2)
    assert (parked(state, "us_cv5", "f4f_carrier"), parked(state, "us_cv8", "f4f_carrier")) == (2, 0)
    (lost,) = find_events(events, "japan", "no_deck")
    assert lost["points"] == 1
    assert state.cells[layout.LOSSES + 1] == 3 * 3
    assert not find_events(events, "japan", "came_down")


@pytest.mark.clause("20.11", "20.13")
def test_20_11_20_13_the_odds_of_each_ship_in_sight() -> None:
    state, _ = met_by_a_patrol()
    (shown,) = tables(state, "japan")
    by_ship = {row.id: row.chances for row in shown.rows}
    assert set(by_ship) == {"us_cv5", "us_cv8", "us_ca24", "us_ca26", "us_cl51"}
    blows = [ShipAttack(0, 21, 0), ShipAttack(0, 12, 0)]
    chances = level_after_all(state.rules.pieces.charts, Hull("CV", 8), blows)
    assert by_ship["us_cv8"][-1] == pytest.approx(sum(chances[5:]))
    assert all(sum(values) == pytest.approx(1) for values in by_ship.values())
    assert tables(state, "allies") == []
