"""The ensign at Midway: bombardment first, landing when ready; its fuel, its oiler, its fighter cover."""

from __future__ import annotations

from functools import cache

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import air, fleet, fuel_planning, siege
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import type_of, units_at
from ironbottom.games.war_in_the_pacific.game import WarInThePacific
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import ABOARD, FORCES, GROUND_TYPES, IN_FORCE, SHIPS, UNITS_OF
from tests.games.war_in_the_pacific.midway_states import put_force

RULES = WarInThePacific().rules()
MIDWAY, BACK, STATION = "F1234", "F0531", "F0832"
LINE = ("jp_bb1", "jp_bb2", "jp_bb3", "jp_bb4", "jp_dd1")
CARRIERS = ("jp_cv1", "jp_cv2", "jp_dd11", "jp_dd12", "jp_dd13")


@cache
def _new_game() -> State:
    return RULES.new("midway")


def before_midway(*forces: tuple[str, ...], turn: int = 6) -> State:
    """The start with Japanese forces at sea: each by its name, its hex and its ships."""
    state = _new_game().copy()
    state.stack = ()
    state.cells[layout.TURN] += turn - 4
    for name, hex, *ships in forces:
        put_force(state, name, hex, *ships)
    return state


def observe(state: State) -> Observation:
    """The view of Japan's ensign, with nothing hidden from the test."""
    observation = Observation(RULES, _new_game().view("japan"), "japan")
    observation.state, observation.cells, observation.arrays = state, state.cells, state.arrays
    return observation


def garrison(state: State) -> list[int]:
    """The Allied units at Midway."""
    return units_at(state, 1, NUMBER[MIDWAY])


def hits(state: State, number: int) -> None:
    """The garrison was hit this many times in this Game-Turn."""
    for unit in garrison(state):
        state.arrays[layout.DISRUPTED][unit] = number


def aboard(state: State, ship: str, *kinds: str) -> None:
    """Japanese units of these types are on a ship."""
    types = state.arrays[layout.UNIT_TYPE]
    for kind in kinds:
        unit = next(unit for unit in UNITS_OF[0] if types[unit] < 0)
        types[unit] = GROUND_TYPES.index[kind]
        layout.units_in(state.arrays).put(unit, ABOARD + SHIPS.index[ship])


def reduced(state: State, *kinds: str) -> None:
    """Only units of these types are left of the garrison."""
    left = list(kinds)
    for unit in garrison(state):
        if type_of(state, unit).strength and left:
            state.arrays[layout.UNIT_TYPE][unit] = GROUND_TYPES.index[left.pop()]
        elif type_of(state, unit).strength:
            layout.units_in(state.arrays).put(unit, -1)


def test_31_1_the_garrison_is_shelled_until_the_third_hit_of_a_turn_then_the_airbase() -> None:
    state = before_midway(("japan_5", MIDWAY, *LINE))
    for number, first in ((0, "ground"), (2, "ground"), (3, "airbase")):
        hits(state, number)
        assert siege.targets(observe(state))[0] == first


def test_31_1_own_troops_ashore_are_not_shelled_with_the_garrison() -> None:
    state = before_midway(("japan_5", MIDWAY, *LINE, "jp_apb2"))
    aboard(state, "jp_apb2", "jp_2_1")
    unit = layout.units_in(state.arrays).units(ABOARD + SHIPS.index["jp_apb2"])[0]
    layout.units_in(state.arrays).put(unit, NUMBER[MIDWAY])
    assert siege.targets(observe(state))[0] == "airbase"


def test_6_3_carriers_bomb_the_airbase_while_it_works() -> None:
    state = before_midway(("japan_5", STATION, *CARRIERS))
    assert siege.raid_targets(observe(state))[0] == "airbase"
    for base, level in enumerate(state.arrays[layout.LEVEL]):
        state.arrays[layout.HURT][base] = level
    assert siege.raid_targets(observe(state))[0] == "ground"


def test_16_4_troops_land_when_the_exact_odds_are_good() -> None:
    """24.2, 24.3: two points on four fail; three on a bombarded battlegroup of two succeed on four of six dice."""
    state = before_midway(("japan_5", MIDWAY, *LINE), ("japan_6", BACK, "jp_apb2", "jp_apb3"))
    aboard(state, "jp_apb2", "jp_2_1", "jp_1_1")
    aboard(state, "jp_apb3", "jp_1_1")
    assert siege.landing_strength(observe(state)) == 3
    assert siege.chance_to_clear(observe(state)) == 0
    assert not siege.is_time_to_land(observe(state))
    reduced(state, "us_3_1_bg")
    assert round(siege.chance_to_clear(observe(state)), 3) == 0.667
    assert not siege.is_time_to_land(observe(state))
    reduced(state)
    assert siege.is_time_to_land(observe(state))


def test_16_4_with_little_time_they_land_at_worse_odds() -> None:
    state = before_midway(("japan_5", MIDWAY, *LINE), ("japan_6", BACK, "jp_apb2", "jp_apb3"), turn=10)
    aboard(state, "jp_apb2", "jp_2_1", "jp_1_1")
    aboard(state, "jp_apb3", "jp_1_1")
    reduced(state, "us_3_1_bg")
    assert siege.is_time_to_land(observe(state))


def test_16_3_until_then_they_wait_out_of_reach() -> None:
    state = before_midway(("japan_5", MIDWAY, *LINE), ("japan_6", BACK, "jp_apb2"))
    state.cells[layout.ANNOUNCED] = NUMBER[MIDWAY]
    aboard(state, "jp_apb2", "jp_2_1")
    assert fleet.destination_of(observe(state), FORCES.index["japan_6"]) == (NUMBER[MIDWAY], siege.LIES_FAR)
    aboard(state, "jp_apb2", "jp_1_1")
    reduced(state, "us_3_1_bg")
    assert siege.chance_to_clear(observe(state)) >= siege.LIKELY
    assert fleet.destination_of(observe(state), FORCES.index["japan_6"]) == (NUMBER[MIDWAY], siege.LIES_BACK)
    reduced(state)
    assert fleet.destination_of(observe(state), FORCES.index["japan_6"]) == (NUMBER[MIDWAY], 0)


def test_10_5_a_fleet_sails_no_faster_than_its_return_allows() -> None:
    """12 hexes of at most 6 points take a phase at Speed 2 or two at Speed 1, which use 10, and 10 on the way back."""
    state = before_midway(("japan_5", STATION, *CARRIERS), ("japan_6", STATION, "jp_sf1", "jp_dd31", "jp_dd32"))
    state.arrays[layout.CARGO][SHIPS.index["jp_sf1"]] = 400
    observation, force, to = observe(state), FORCES.index["japan_5"], NUMBER["F2038"]
    assert GRID.distance(NUMBER[STATION], to) == 12
    for tank, speed in ((30, 3), (20, 2), (15, 1)):
        for ship in observation.ships(force):
            state.arrays[layout.FUEL][ship] = tank
        assert fuel_planning.pace(observation, force, to, 3) == speed
        assert fleet.can_return(observation, force, to) == (speed == 3)


def test_47_1_a_fleet_with_full_tanks_leaves_its_oiler_behind() -> None:
    state = before_midway(("japan_5", "D3024", *CARRIERS, "jp_sf1"))
    state.arrays[layout.CARGO][SHIPS.index["jp_sf1"]] = 400
    assert fuel_planning.place_to_leave_oiler(observe(state), ("D3024",)) == "D3024"
    layout.ships_in(state.arrays).put(SHIPS.index["jp_sf1"], IN_FORCE + FORCES.index["japan_6"])
    state.cells[layout.FORCE_AT + FORCES.index["japan_6"]] = NUMBER["D3024"]
    observation = observe(state)
    assert fuel_planning.place_to_leave_oiler(observation, ("D3024",)) is None
    assert observation.task(FORCES.index["japan_6"]) == "oiler"
    assert fleet.destination_of(observation, FORCES.index["japan_6"]) == (NUMBER["D3024"], 0)


def test_10_6_a_force_that_cannot_reach_home_goes_to_the_oiler_and_joins_it() -> None:
    state = before_midway(("japan_5", "D3024", *CARRIERS), ("japan_6", "D3426", "jp_sf1", "jp_dd31"))
    state.arrays[layout.CARGO][SHIPS.index["jp_sf1"]] = 400
    force, oiler = FORCES.index["japan_5"], FORCES.index["japan_6"]
    for ship in observe(state).ships(force):
        state.arrays[layout.FUEL][ship] = 10
    observation = observe(state)
    assert observation.task(force) == "home"
    assert fleet.destination_of(observation, force) == (NUMBER["D3426"], 0)
    assert fuel_planning.should_join_force(observation, force, oiler)
    assert not fuel_planning.should_join_force(observation, oiler, force)


def test_6_2_carriers_cover_themselves_twice_as_strongly_as_the_line() -> None:
    state = before_midway(("japan_5", STATION, *CARRIERS), ("japan_6", MIDWAY, *LINE))
    observation, own = observe(state), FORCES.index["japan_5"]
    assert air.to_guard(observation, own, ("japan_5", "japan_6")) == "japan_5"
    assert air.to_guard(observation, own, ("japan_6",)) == "japan_6"
    assert air.to_guard(observation, own, ()) is None
