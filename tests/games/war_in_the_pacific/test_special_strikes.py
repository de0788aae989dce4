"""6.6, 6.61, 6.7, 6.12, 12.4 Special Strikes, joint strikes, and strikes at a distance: with fixed dice."""

import pytest

from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.rules.procedures import Execution, SimultaneousFrame
from ironbottom.engine.rules.state import State, run
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.derived import flight_duties, role_points
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import FORCES, STACKS
from ironbottom.games.war_in_the_pacific.rules.air import availability, special_strikes
from ironbottom.games.war_in_the_pacific.rules.air.air_phase import AirPhase
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.text.text import tell
from tests.games.war_in_the_pacific import air_states as midway_states
from tests.games.war_in_the_pacific.air_states import CLEAR_WEATHER, act, find_events, parked, refused
from tests.games.war_in_the_pacific.midway_states import put_force
from tests.games.war_in_the_pacific.two_step_choices import choose_in_two_steps, open_next

SBD = ("us_cv8", "sbd_carrier")


def two_carriers(**groups: dict[str, int]) -> State:
    """A Japanese and an American carrier in contact, twenty Movement Points apart, after an Air Phase."""
    state = midway_states.midway()
    midway_states.nobody_flies(state)
    put_force(state, "japan_1", "F1230", "jp_cv1")
    put_force(state, "allies_1", "F1628", "us_cv8")
    for ship, points in (groups or {"jp_cv1": {"kate_carrier": 4}, "us_cv8": {"sbd_carrier": 4}}).items():
        midway_states.park(state, ship, **points)
    midway_states.contact(state, "japan_1", "F1230")
    midway_states.contact(state, "allies_1", "F1628")
    for side in range(2):
        availability.roll_availability(Execution(state, ScriptedDice([6])), side)
    return state


def ask(state: State, frame: type[SimultaneousFrame]) -> None:
    """Opens a simultaneous question of the Naval Phase."""
    execution = Execution(state, ScriptedDice([]))
    state.stack = ()
    frame.start(execution)
    run(execution)


def readied(state: State, *, american: bool = True) -> State:
    """All torpedo planes and dive bombers that rested are ready."""
    ask(state, special_strikes.ReadyDeclaration)
    act(state, "japan", "make_ready", "jp_cv1", "kate_carrier", "4")
    act(state, "japan", "done")
    if american:
        act(state, "allies", "make_ready", *SBD, "4")
    act(state, "allies", "done")
    ask(state, special_strikes.SpecialStrikeDeclaration)
    return state


def sends_torpedoes(state: State) -> None:
    act(state, "japan", "strike", "allies_1")
    act(state, "japan", "send", "jp_cv1", "kate_carrier", "torpedo", "4")
    act(state, "japan", "fly")
    act(state, "japan", "done")


def test_6_6_points_that_struck_in_the_air_phase_are_not_ready() -> None:
    state = two_carriers()
    kate = (midway_states.base("jp_cv1"), STACKS.index["kate_carrier"])
    flights.launch(state, JAPAN, flights.Sortie(*kate, flight_duties.RETURNING), 3)
    flights.phase_begins(state)
    ask(state, special_strikes.ReadyDeclaration)
    assert refused(state, "japan", "make_ready", "jp_cv1", "kate_carrier", "2")[0] == "6.6"
    act(state, "japan", "make_ready", "jp_cv1", "kate_carrier", "1")


def test_6_1_points_that_struck_in_the_naval_phase_rest_in_the_air_phase() -> None:
    state = readied(two_carriers(), american=False)
    sends_torpedoes(state)
    act(state, "allies", "done", dice=(1, 1))
    act(state, "japan", "drop", dice=(1, 1, 1))
    flights.phase_begins(state)
    availability.clear_availability(state)
    availability.roll_availability(Execution(state, ScriptedDice([6])), JAPAN)
    kate = (midway_states.base("jp_cv1"), STACKS.index["kate_carrier"])
    assert role_points.may_fly(state, JAPAN, *kate, strike=True) == 0
    assert role_points.may_fly(state, JAPAN, *kate, strike=False) == 4
    flights.phase_begins(state)
    assert role_points.may_fly(state, JAPAN, *kate, strike=True) == 4


@pytest.mark.clause("4.32", "6.6")
def test_4_32_6_6_both_are_asked_also_with_nothing_to_send() -> None:
    state = two_carriers()
    for force in range(len(FORCES)):
        state.cells[layout.IN_CONTACT] &= ~(1 << force)
    ask(state, special_strikes.SpecialStrikeDeclaration)
    assert [decision.side for decision in state.decisions()] == ["japan", "allies"]
    assert refused(state, "japan", "strike", "allies_1")[0] == "6.5"


def test_6_20_fighters_patrol_for_the_whole_naval_phase() -> None:
    state = two_carriers(jp_cv1={"kate_carrier": 4}, us_cv8={"f4f_carrier": 2})
    ask(state, special_strikes.ReadyDeclaration)
    act(state, "japan", "make_ready", "jp_cv1", "kate_carrier", "4")
    act(state, "japan", "done")
    choose_in_two_steps(state, "allies", "stay_over", "us_cv8", "f4f_carrier", "allies_1", "2")
    act(state, "allies", "done")
    ask(state, special_strikes.SpecialStrikeDeclaration)
    sends_torpedoes(state)
    events = act(state, "allies", "done", dice=(1, 3, 3, 1, 1, 1))
    (fight,) = find_events(events, "japan", "air_combat")
    assert fight["strengths"] == [8, 0, 4]


# -- 6.7, 6.12 -----------------------------------------------------------------------------------------


def joint(die: int, later: tuple[int, ...]) -> tuple[State, list[dict[str, object]]]:
    """Two Japanese Task Forces send a wave together, and the second rolls to join it."""
    state = two_carriers(jp_cv1={"kate_carrier": 2}, jp_cv2={"val_carrier": 2})
    put_force(state, "japan_2", "F1330", "jp_cv2")
    state.stack = (AirPhase(0),)
    midway_states.start(state, *CLEAR_WEATHER, 3, 3)
    act(state, "japan", "done")
    act(state, "allies", "done")
    act(state, "allies", "done")
    act(state, "japan", "strike", "allies_1")
    act(state, "japan", "send", "jp_cv1", "kate_carrier", "torpedo", "2")
    act(state, "japan", "send", "jp_cv2", "val_carrier", "bomb", "2")
    act(state, "japan", "fly")
    events = act(state, "japan", "done", dice=(die, 1, 1, *later))
    return state, find_events(events, "japan", "joins")


def stacks_for(state: State, ship: str) -> tuple[str, ...]:
    """The stacks with points that may attack a ship."""
    return open_next(state, "japan", "allot", ship).decisions()[0].choices.next("strike_with")


def test_6_7_a_further_task_force_joins_on_three_or_arrives_later() -> None:
    state, joined = joint(3, ())
    assert joined == [{"event": "joins", "wave": "japan_wave_1", "die": 3}]
    assert stacks_for(state, "us_cv8") == ("val_carrier", "kate_carrier")
    state, joined = joint(2, ())
    assert stacks_for(state, "us_cv8") == ("kate_carrier",)
    choose_in_two_steps(state, "japan", "strike_with", "us_cv8", "kate_carrier", "torpedo", "2")
    act(state, "japan", "drop", dice=(1, 1, 1, 1, 1))
    assert stacks_for(state, "us_cv8") == ("val_carrier",)


def test_6_7_a_late_wave_is_called_late_whatever_its_number() -> None:
    state, _ = joint(2, ())
    choose_in_two_steps(state, "japan", "strike_with", "us_cv8", "kate_carrier", "torpedo", "2")
    events = act(state, "japan", "drop", dice=(1, 1, 1, 1, 1))
    (late,) = find_events(events, "japan", "sighted")
    assert (late["wave"], tell(late)) == (
        "japan_wave_29",
        "Japanese late wave 1 sights Hornet (US CV8).",
    )


def test_6_12_at_extended_range_the_fire_comes_twice_and_the_damage_die_is_one_less() -> None:
    state = two_carriers(jp_cv1={"kate_carrier": 2})
    put_force(state, "japan_1", "F1032")
    midway_states.park(state, "jp_cv1", kate_carrier=2)
    cost = state.rules.pieces.flying(NUMBER["F1032"])[NUMBER["F1628"]]
    assert 30 < cost <= 45
    ask(state, special_strikes.ReadyDeclaration)
    act(state, "japan", "make_ready", "jp_cv1", "kate_carrier", "2")
    act(state, "japan", "done")
    act(state, "allies", "done")
    ask(state, special_strikes.SpecialStrikeDeclaration)
    act(state, "japan", "strike", "allies_1")
    act(state, "japan", "send", "jp_cv1", "kate_carrier", "torpedo", "2")
    act(state, "japan", "fly")
    act(state, "japan", "done")
    act(state, "allies", "done", dice=(1, 1))
    choose_in_two_steps(state, "japan", "strike_with", "us_cv8", "kate_carrier", "torpedo", "2")
    events = act(state, "japan", "drop", dice=(2, 1, 1, 6, 6))
    (hit,) = find_events(events, "japan", "ship_hit")
    assert hit["added"] == 1 - 1
    (fire,) = find_events(events, "allies", "flak")
    assert fire["lost"] == 1
    assert parked(state, "jp_cv1", "kate_carrier") == 1


def test_8_7_a_dummy_that_a_strike_finds_is_removed() -> None:
    state = two_carriers(jp_cv1={"kate_carrier": 4})
    dummy = put_force(state, "allies_2", "F1528")
    state.cells[layout.DUMMY_SHIPS + dummy] = 5
    midway_states.contact(state, "allies_2", "F1528")
    readied(state, american=False)
    act(state, "japan", "strike", "allies_2")
    act(state, "japan", "send", "jp_cv1", "kate_carrier", "torpedo", "1")
    act(state, "japan", "fly")
    act(state, "japan", "done")
    events = act(state, "allies", "done", dice=(6,))
    assert find_events(events, "allies", "dummy_removed")
    assert state.cells[layout.FORCE_AT + dummy] < 0
