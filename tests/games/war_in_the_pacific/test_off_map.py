"""37.1, 37.2, 42.71 to 42.73 Ships enter from off the map, wait in their boxes, and leave."""

import pytest

from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BOXES, FORCES, IN_BOX, SHIPS
from ironbottom.games.war_in_the_pacific.rules.naval import off_map, sailing
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific.midway_states import act, midway, put_force, refused, where
from tests.games.war_in_the_pacific.two_step_choices import choose_in_two_steps, open_next, refused_in_two, sail


def form(state: State, side: str, box: str, *ships: str) -> None:
    """Forms a force in a box."""
    act(state, side, "form_off_map", box)
    for ship in ships:
        act(state, side, "assign", ship)
    act(state, side, "done")


def put_box(state: State, force: str, box: str, *ships: str) -> int:
    """A force with its ships in a box, as if formed there before."""
    number = put_force(state, force, "F1230", *ships)
    state.cells[layout.FORCE_AT + number] = -1
    state.cells[layout.FORCE_BOX + number] = BOXES.index[box]
    return number


def box_of(state: State, force: str) -> str | None:
    box = state.cells[layout.FORCE_BOX + FORCES.index[force]]
    return BOXES.ids[box] if box >= 0 else None


def impulses(state: State, force: str) -> list[list[str]]:
    """The hexes that a force enters in the three impulses."""
    number = FORCES.index[force]
    return [[IDS[hex] for hex in sailing.sail_impulse(state, number)] for _ in range(sailing.IMPULSES)]


def close(state: State) -> None:
    """Ends the phase: boxes are reached, then fuel is used."""
    execution = Execution(state, NoDice())
    off_map.reach_boxes(execution)
    sailing.end_naval_phase(execution)


def test_42_71_coming_in_costs_25_points_and_the_rest_is_sailed() -> None:
    state = midway()
    form(state, "japan", "inland_sea", "jp_cv1")
    gate = "B3941"
    choose_in_two_steps(state, "japan", "come_in", "japan_1", "air_strike", gate, "as_they_are")
    assert refused(state, "japan", "hold") == ("42.71", "a force that enters the map must sail in")
    reach = state.decisions()[0].choices.next("sail")
    waters = state.rules.pieces.waters(0)
    port = waters.port(NUMBER[gate])
    assert {IDS[waters.hex_of[node]] for node in waters.costs(port, 120 - 25)} == set(reach)
    sail(state, "japan", "D0541", "speed_3")
    assert impulses(state, "japan_1") == [[gate, "D0240", "D0340"], ["D0440", "D0541"], []]
    assert where(state, "japan_1") == "D0541"
    assert box_of(state, "japan_1") is None


def test_42_71_at_speed_1_the_second_impulse_brings_the_force_in() -> None:
    state = midway()
    form(state, "japan", "inland_sea", "jp_cv1")
    choose_in_two_steps(state, "japan", "come_in", "japan_1", "transit", "B3941", "as_they_are")
    sail(state, "japan", "B3941", "speed_1")
    assert impulses(state, "japan_1") == [[], ["B3941"], []]
    close(state)
    assert state.arrays[layout.FUEL][SHIPS.index["jp_cv1"]] == 25


def test_42_71_for_20_more_the_tanks_are_filled() -> None:
    state = midway()
    form(state, "japan", "inland_sea", "jp_cv1")
    state.arrays[layout.FUEL][SHIPS.index["jp_cv1"]] = 20
    choose_in_two_steps(state, "japan", "come_in", "japan_1", "transit", "B3941", "filled")
    then = open_next(state, "japan", "sail", "B3941")
    assert refused(then, "japan", "make_speed", "speed_0")[0] == "10.3"
    sail(state, "japan", "B3941", "speed_2")
    assert impulses(state, "japan_1") == [[], ["B3941"], []]
    assert state.arrays[layout.FUEL][SHIPS.index["jp_cv1"]] == 30


@pytest.mark.parametrize(
    ("tanks", "speed", "left"), [("as_they_are", 3, 15), ("filled", 3, 30), ("as_they_are", 2, 20)]
)
def test_42_71_a_ship_that_fuelled_in_japan_enters_with_full_tanks(tanks: str, speed: int, left: int) -> None:
    """The phase of entry then uses no fuel; the next phase uses fuel as usual."""
    state = midway()
    form(state, "japan", "inland_sea", "jp_cv1")
    choose_in_two_steps(state, "japan", "come_in", "japan_1", "transit", "B3941", tanks)
    sail(state, "japan", "B3941", f"speed_{speed}")
    impulses(state, "japan_1")
    close(state)
    assert state.arrays[layout.FUEL][SHIPS.index["jp_cv1"]] == left
    sailing.begin_naval_phase(state)
    state.cells[layout.FORCE_ACTIVE] = 1
    state.cells[layout.FORCE_SPEED] = 1
    close(state)
    assert state.arrays[layout.FUEL][SHIPS.index["jp_cv1"]] == left - 5


def test_42_71_some_may_enter_later() -> None:
    state = midway()
    form(state, "japan", "inland_sea", "jp_cv1")
    act(state, "japan", "done")
    act(state, "allies", "done")
    for _ in range(3):
        assert sailing.sail_impulse(state, FORCES.index["japan_1"]) == []
    close(state)
    assert box_of(state, "japan_1") == "inland_sea"
    assert state.arrays[layout.SHIP_AT][SHIPS.index["jp_cv2"]] == IN_BOX + BOXES.index["inland_sea"]


@pytest.mark.parametrize(("turn", "may"), [("1/6/42", False), ("2/6/42", False), ("3/6/42", True)])
def test_42_73_saratoga_waits_on_the_coast(turn: str, may: bool) -> None:
    state = midway()
    state.cells[layout.TURN] = turn_number(turn)
    act(state, "allies", "form_off_map", "west_coast_usa")
    if may:
        act(state, "allies", "assign", "us_cv3")
    else:
        assert refused(state, "allies", "assign", "us_cv3") == (
            "42.73",
            "Saratoga (US CV3) may not leave yet",
        )
        act(state, "allies", "assign", "us_bb38")


@pytest.mark.clause("10.8")
def test_37_1_a_force_goes_box_by_box_to_the_map() -> None:
    state = midway()
    form(state, "allies", "west_coast_usa", "us_bb38", "us_dd13")
    assert refused_in_two(state, "allies", "come_in", "allies_1", "transit", "F3942", "as_they_are")[0] == "37.1"
    assert refused(state, "allies", "follow", "allies_1", "phase_lane_01")[0] == "37.1"
    for box in ("phase_lane_02", "phase_lane_01", "phase_lane_00"):
        act(state, "allies", "follow", "allies_1", box)
        assert refused(state, "allies", "follow", "allies_1", box)[0] == "37.1"
        close(state)
        assert box_of(state, "allies_1") == box
        sailing.begin_naval_phase(state)
    assert state.arrays[layout.FUEL][SHIPS.index["us_bb38"]] == 30
    choose_in_two_steps(state, "allies", "come_in", "allies_1", "transit", "F3942", "as_they_are")
    sail(state, "allies", "F3542", "speed_3")
    ways = impulses(state, "allies_1")
    assert [len(way) for way in ways] == [1, 4, 0]
    assert (ways[0], where(state, "allies_1")) == (["F3942"], "F3542")
    close(state)
    assert state.arrays[layout.FUEL][SHIPS.index["us_bb38"]] == 15


def test_37_1_speed_1_takes_two_phases_a_box() -> None:
    state = midway()
    number = put_box(state, "allies_1", "west_coast_usa", "us_bb38")
    state.arrays[layout.DAMAGE][SHIPS.index["us_bb38"]] = 4
    for expected in ("west_coast_usa", "phase_lane_02"):
        off_map.follow_lane(state, number, BOXES.index["phase_lane_02"])
        close(state)
        assert box_of(state, "allies_1") == expected
        sailing.begin_naval_phase(state)


def test_37_1_only_out_of_the_inland_sea_tanks_are_filled() -> None:
    state = midway()
    put_box(state, "allies_1", "phase_lane_00", "us_ca28")
    coming = open_next(state, "allies", "enter", "allies_1", "transit").decisions()[1].choices
    assert coming.next("come_in", "F3942") == ("as_they_are",)
    assert refused_in_two(state, "allies", "come_in", "allies_1", "transit", "F3942", "filled")[0] == "42.71"


def test_37_1_a_force_leaves_over_the_east_edge() -> None:
    state = midway()
    put_force(state, "allies_1", "F3942", "us_ca24")
    put_force(state, "allies_2", "F3842", "us_ca26")
    put_force(state, "japan_1", "F3940", "jp_ca5")
    assert refused(state, "allies", "leave", "allies_2") == (
        "37.1",
        "Allied Task Force 2 is not at an edge where it may leave the map",
    )
    assert refused(state, "japan", "leave", "japan_1")[0] == "37.1"
    act(state, "allies", "leave", "allies_1")
    close(state)
    assert (box_of(state, "allies_1"), state.cells[layout.FORCE_AT + FORCES.index["allies_1"]]) == ("phase_lane_00", -1)
    assert state.arrays[layout.FUEL][SHIPS.index["us_ca24"]] == 20


def test_37_2_the_global_sea_lanes_reach_the_west_coast_in_three_turns() -> None:
    state = midway()
    found = []
    for _ in range(3):
        off_map.end_turn(state)
        found.append(state.arrays[layout.SHIP_AT][SHIPS.index["us_cv7"]] - IN_BOX)
    assert [BOXES.ids[box] for box in found] == ["sea_lane_2", "sea_lane_1", "west_coast_usa"]
    assert state.arrays[layout.SHIP_AT][SHIPS.index["us_ca38"]] == IN_BOX + BOXES.index["west_coast_usa"]
    assert layout.ships_in(state.arrays).links_agree()
