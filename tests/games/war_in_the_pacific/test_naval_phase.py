"""4.3, 9.0, 10.0 Task Forces are formed, plotted and sailed: through choices at the table, by clause."""

import random

import pytest

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import force_movement
from ironbottom.games.war_in_the_pacific.grid import IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import ABOARD, FORCES, HEXES, SHIPS
from ironbottom.games.war_in_the_pacific.rules.naval import sailing
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.offers import check_offers
from tests.games.war_in_the_pacific.midway_states import (
    TABLE,
    FirstNumber,
    act,
    midway,
    names,
    put_force,
    refused,
    where,
)
from tests.games.war_in_the_pacific.two_step_choices import sail
from tests.kit.thorough_cases import further

SAIPAN = ("jp_cl17", "jp_dd38", "jp_apb2")


def saipan_force() -> State:
    """Midway with a Japanese force of three ships formed at Saipan."""
    state = midway()
    act(state, "japan", "form", "D0948")
    for ship in SAIPAN:
        act(state, "japan", "assign", ship)
    act(state, "japan", "done")
    return state


# -- 9.0 forces --------------------------------------------------------------------------------------


@pytest.mark.clause("9.1", "9.2")
def test_9_1_9_2_a_force_is_formed_of_ships_in_port() -> None:
    state = saipan_force()
    assert names(state, "japan_1") == list(SAIPAN)
    assert where(state, "japan_1") == "D0948"
    in_port = layout.ships_in(state.arrays).units(NUMBER["D0948"])
    assert [SHIPS.ids[ship] for ship in in_port] == ["jp_dd39", "jp_dd40", "jp_dd41", "jp_dd42"]
    assert layout.ships_in(state.arrays).links_agree()


def test_9_1_a_force_has_at_least_one_ship() -> None:
    state = midway()
    act(state, "japan", "form", "D0948")
    assert refused(state, "japan", "done") == ("9.1", "a Task Force must have at least one ship")


def test_9_2_no_force_is_formed_where_no_ship_is() -> None:
    clause, result = refused(midway(), "japan", "form", "F3342")
    assert (clause, result) == ("9.2", "none of your ships at Pearl Harbor (Oahu) can form a Task Force")


def test_9_2_only_ships_of_the_hex_come_into_the_force() -> None:
    state = midway()
    act(state, "japan", "form", "D0948")
    for ship in ("jp_ca13", "us_cv8", "jp_cv1"):
        assert refused(state, "japan", "assign", ship)[0] == "9.2"


def test_18_32_a_ship_under_maximum_effort_does_not_leave() -> None:
    state = midway()
    act(state, "allies", "form", "F3342")
    message = "Yorktown (US CV5) is under Maximum Effort repair and must stay"
    assert refused(state, "allies", "assign", "us_cv5") == ("18.32", message)
    act(state, "allies", "assign", "us_cv8")


def test_9_2_a_force_is_split_at_sea_but_keeps_a_ship() -> None:
    state = midway()
    put_force(state, "japan_3", "F1230", "jp_cv1", "jp_dd1")
    act(state, "japan", "form", "F1230")
    act(state, "japan", "assign", "jp_dd1")
    assert refused(state, "japan", "assign", "jp_cv1")[0] == "9.2"
    act(state, "japan", "done")
    assert (names(state, "japan_1"), names(state, "japan_3")) == (["jp_dd1"], ["jp_cv1"])
    assert where(state, "japan_1") == "F1230"


def test_9_2_two_forces_in_a_hex_become_one() -> None:
    state = midway()
    put_force(state, "japan_3", "F1230", "jp_cv1")
    put_force(state, "japan_4", "F1230", "jp_cv2")
    put_force(state, "japan_5", "F1231", "jp_cv3")
    assert refused(state, "japan", "join", "japan_3", "japan_5")[0] == "9.2"
    act(state, "japan", "join", "japan_3", "japan_4")
    assert names(state, "japan_4") == ["jp_cv1", "jp_cv2"]
    assert state.cells[layout.FORCE_AT + FORCES.index["japan_3"]] == -1
    assert refused(state, "japan", "join", "japan_4", "japan_5")[0] == "9.2"


def test_9_2_a_force_is_disbanded_only_in_port() -> None:
    state = midway()
    put_force(state, "japan_3", "F1230", "jp_cv1")
    put_force(state, "japan_4", "D0948", "jp_cv2")
    assert refused(state, "japan", "disband", "japan_3") == ("9.2", "Japanese Task Force 3 is not in a friendly port")
    act(state, "japan", "disband", "japan_4")
    assert state.arrays[layout.SHIP_AT][SHIPS.index["jp_cv2"]] == NUMBER["D0948"]
    assert "jp_cv2" not in state.decisions()[0].choices.next("form")


def test_9_2_a_reorganised_force_stays_as_it_is_for_the_phase() -> None:
    state = saipan_force()
    assert refused(state, "japan", "disband", "japan_1")[0] == "9.2"
    act(state, "japan", "form", "D0948")
    assert refused(state, "japan", "assign", "jp_cl17")[0] == "9.2"


def test_1_3_the_forces_of_the_enemy_are_not_named() -> None:
    state = midway()
    put_force(state, "allies_1", "F3341", "us_cv8")
    clause, result = refused(state, "japan", "plot", "allies_1", "transit")
    assert (clause, result) == ("1.3", "Allied Task Force 1 is not yours, or is not formed")
    assert refused(state, "japan", "plot", "allies_2", "transit") == (clause, result.replace("1", "2"))


def test_9_1_a_side_has_twenty_forces() -> None:
    state = midway()
    for number in range(1, 21):
        put_force(state, f"japan_{number}", "F1230", f"jp_dd{number + 10}" if number <= 6 else "jp_cv1")
        state.cells[layout.FORCE_AT + number - 1] = NUMBER["F1230"]
    assert refused(state, "japan", "form", "D0948") == (
        "9.1",
        "a side can have at most twenty Task Forces besides dummies",
    )


# -- 4.3, 10.1 plots ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ships", "missions"),
    [
        (("jp_cv1", "jp_dd1"), "transit patrol reaction air_strike transport"),
        (("jp_bb1", "jp_ca13"), "transit patrol reaction bombardment"),
        (("jp_dd1", "jp_cl6"), "transit patrol reaction bombardment transport escort"),
        (("jp_apb1", "jp_cl4"), "transit transport"),
        (("jp_sf1",), "transit transport"),
    ],
)
def test_10_1_the_missions_that_ships_may_plot(ships: tuple[str, ...], missions: str) -> None:
    state = midway()
    put_force(state, "japan_3", "F1230", *ships)
    assert state.decisions()[0].choices.next("plot", "japan_3") == tuple(missions.split())
    if "bombardment" not in missions:
        assert refused(state, "japan", "plot", "japan_3", "bombardment")[0] == "10.1"


@pytest.mark.parametrize(
    ("ships", "mission", "wanted"),
    [
        (("jp_apb1", "jp_cl4"), "patrol", "Patrol is only for a force without APB, MS or SF"),
        (("jp_bb1", "jp_ca13"), "air_strike", "Air Strike is only for a force with a CV, CVL or CVE"),
        (("jp_cv1", "jp_dd1"), "bombardment", "Bombardment is only for a force of BB, BC, CA, CL and DD"),
        (("jp_bb1", "jp_ca13"), "transport", "Transport is only for a force with an APB, MS, SF or DD"),
        (("jp_cv1", "jp_dd1"), "escort", "Escort is only for a force of DD, DE, CD and CL"),
        (
            ("jp_apb2",),
            "assault",
            "Assault is only for a force with ground units aboard; a force on Transport loads in port "
            "at the end of the phase",
        ),
    ],
)
def test_10_1_a_refusal_names_what_a_force_lacks_for_a_mission(
    ships: tuple[str, ...], mission: str, wanted: str
) -> None:
    state = midway()
    put_force(state, "japan_3", "F1230", *ships)
    clause, result = refused(state, "japan", "plot", "japan_3", mission)
    assert (clause, result.lower()) == ("10.1", wanted.lower())


def test_15_5_a_raid_needs_links() -> None:
    state = midway()
    put_force(state, "japan_3", "F1230", "jp_bb1")
    clause, message = refused(state, "japan", "plot", "japan_3", "raid")
    assert (clause, message.lower()) == ("10.1", "raid needs links of merchant shipping, and this scenario has none")


def test_10_1_assault_needs_ground_units_aboard() -> None:
    state = midway()
    put_force(state, "japan_3", "F1230", "jp_apb2")
    assert refused(state, "japan", "plot", "japan_3", "assault")[0] == "10.1"
    unit = next(iter(layout.units_in(state.arrays).units(NUMBER["D3243"])))
    layout.units_in(state.arrays).put(unit, ABOARD + SHIPS.index["jp_apb2"])
    assert state.why_not("japan", ("plot", "japan_3", "assault")) is None


def test_4_3_a_force_is_plotted_once() -> None:
    state = saipan_force()
    act(state, "japan", "plot", "japan_1", "transit")
    sail(state, "japan", "D1048", "speed_1")
    assert refused(state, "japan", "plot", "japan_1", "transport") == (
        "4.3",
        "Japanese Task Force 1 already has its Mission for this phase",
    )


def test_10_3_the_destinations_and_speeds_of_a_phase() -> None:
    state = saipan_force()
    act(state, "japan", "plot", "japan_1", "transit")
    choices = state.decisions()[0].choices
    reach = choices.next("sail")
    assert len(reach) == 455
    assert set(reach) <= {hex for hex in HEXES.ids if hex[0] in "DF" or IDS[NUMBER[hex]][0] in "BD"}
    assert refused(state, "japan", "sail", "F1234") == ("10.3", "Midway is out of reach in this phase")
    act(state, "japan", "sail", "D1048")
    assert state.decisions()[0].choices.next("make_speed") == ("speed_1", "speed_2")
    assert refused(state, "japan", "make_speed", "speed_3")[0] == "10.3"


def test_10_3_no_question_where_only_one_speed_reaches_the_hex() -> None:
    state = saipan_force()
    act(state, "japan", "plot", "japan_1", "transit")
    force = FORCES.index["japan_1"]
    slowest = {IDS[to]: sailing.slowest_for(state, force, to) for to in sailing.destinations(state, force, 2)}
    act(state, "japan", "sail", next(to for to, speed in slowest.items() if speed == 2))
    assert state.cells[layout.FORCE_SPEED + force] == 2
    assert [decision.procedure.name for decision in state.decisions()] == ["orders", "orders"]


def test_10_4_reaction_holds_and_patrol_goes_three_hexes() -> None:
    state = midway()
    put_force(state, "japan_3", "F1230", "jp_cv1")
    put_force(state, "japan_4", "F1230", "jp_bb1")
    act(state, "japan", "plot", "japan_3", "reaction")
    assert refused(state, "japan", "sail", "F1231") == ("10.4", "a force on Reaction stays where it is")
    act(state, "japan", "hold")
    act(state, "japan", "plot", "japan_4", "patrol")
    assert len(state.decisions()[0].choices.next("sail")) == 36
    assert refused(state, "japan", "sail", "F1226")[0] == "10.4"


def test_9_4_a_dummy_plots_as_speed_2_or_3() -> None:
    state = midway()
    dummy = put_force(state, "japan_21", "F1230")
    state.cells[layout.DUMMY_SHIPS + dummy] = 5
    act(state, "japan", "plot", "japan_21", "air_strike")
    act(state, "japan", "sail", "F1231")
    assert state.decisions()[0].choices.next("make_speed") == ("speed_2", "speed_3")


def test_4_3_the_plot_of_a_side_shows_the_other_nothing() -> None:
    state = midway()
    before = [state.decisions()[1].choices.factored(), state.decisions()[1].prompt]
    for action in (("form", "D0948"), ("assign", "jp_cl17"), ("done",), ("plot", "japan_1", "patrol"), ("hold",)):
        for event in act(state, "japan", *action):
            assert [kind for kind in log.KINDS_OF_EVENT if kind.visible(event, 0b10)] == []
    assert [state.decisions()[1].choices.factored(), state.decisions()[1].prompt] == before


def test_4_3_forces_without_a_mission_stay_in_transit() -> None:
    state = saipan_force()
    act(state, "japan", "done")
    assert [decision.side for decision in state.decisions()] == ["allies"]
    act(state, "allies", "done")
    force = FORCES.index["japan_1"]
    assert layout.MISSIONS.ids[state.cells[layout.FORCE_MISSION + force]] == "transit"
    assert state.cells[layout.FORCE_TO + force] == -1
    assert not state.decisions()


def test_random_plots_end_and_leave_every_ship_in_one_place() -> None:
    for seed in range(12):
        state, source = midway(), random.Random(seed)
        acts = 0
        while decisions := state.decisions():
            decision = source.choice(decisions)
            state.apply(decision.side, decision.choices.sample_by_argument(source), FirstNumber(), trusted=True)
            acts += 1
            assert acts < 2_000
        assert layout.ships_in(state.arrays).links_agree()
        layout.LAYOUT.check(state.cells)
        for force in range(len(FORCES)):
            formed = max(state.cells[layout.FORCE_AT + force], state.cells[layout.FORCE_BOX + force]) >= 0
            assert bool(force_movement.ships_of(state, force)) == formed


@pytest.mark.build
@pytest.mark.parametrize(("decisions", "actions"), [(8, 6_000), *further((20, 15_000), (60, 50_000))])
def test_exactly_the_choices_that_no_restriction_refuses_are_offered(decisions: int, actions: int) -> None:
    budget = CheckBudget(decisions)
    check_offers(TABLE, budget, None, 1)
    assert budget.count["decisions"] >= decisions
    assert budget.count["actions"] > actions


@pytest.mark.build
def test_a_dump_gives_the_same_state_at_every_decision() -> None:
    state, source = midway(), random.Random(7)
    while decisions := state.decisions():
        again = state.rules.load(state.dump())
        assert again.hash() == state.hash()
        assert again.decisions()[0].choices.verbs() == decisions[0].choices.verbs()
        decision = source.choice(decisions)
        state.apply(decision.side, decision.choices.sample_by_argument(source), FirstNumber(), trusted=True)


# -- 10.3 sailing ------------------------------------------------------------------------------------


def under_way(speed: int, to: str, *ships: str) -> tuple[State, int]:
    """A force in the tropics that has plotted a course."""
    state = midway()
    force = put_force(state, "japan_3", "F1247", *ships)
    state.cells[layout.FORCE_TO + force] = NUMBER[to]
    state.cells[layout.FORCE_SPEED + force] = speed
    return state, force


@pytest.mark.clause("10.3", "10.31")
def test_10_3_10_31_points_left_over_carry_into_the_next_impulse() -> None:
    state, force = under_way(1, "F1237", "jp_apb1")
    sailed = [sailing.sail_impulse(state, force) for _ in range(sailing.IMPULSES)]
    assert [len(way) for way in sailed] == [3, 3, 4]
    assert [IDS[hex] for hex in sailed[0]] == ["F1246", "F1245", "F1244"]
    assert where(state, "japan_3") == "F1237"
    assert state.cells[layout.FORCE_LEFT + force] == 0
    sailing.begin_naval_phase(state)
    assert state.cells[layout.FORCE_TO + force] == state.cells[layout.FORCE_MISSION + force] == -1


def test_10_31_a_hex_is_entered_only_for_its_full_cost() -> None:
    state, force = under_way(2, "F1233", "jp_apb1")
    assert len(sailing.sail_impulse(state, force)) == 5
    assert state.cells[layout.FORCE_LEFT + force] == 0
    state, force = under_way(3, "F1245", "jp_dd1")
    assert len(sailing.sail_impulse(state, force)) == 2
    assert state.cells[layout.FORCE_LEFT + force] == 40 - 12
    assert sailing.sail_impulse(state, force) == []


@pytest.mark.clause("10.2", "10.5", "18.4")
def test_10_2_10_5_18_4_an_active_phase_burns_fuel_and_tires() -> None:
    state, force = under_way(2, "F1245", "jp_cv1", "jp_dd1")
    ships = force_movement.ships_of(state, force)
    sailing.use_fuel(state, force)
    assert [state.arrays[layout.FUEL][ship] for ship in ships] == [30, 30]
    sailing.sail_impulse(state, force)
    sailing.use_fuel(state, force)
    assert [state.arrays[layout.FUEL][ship] for ship in ships] == [20, 20]
    assert [state.arrays[layout.TIRED][ship] for ship in ships] == [1, 1]


@pytest.mark.clause("9.3", "10.7", "12.2")
def test_9_3_10_7_12_2_18_4_the_speed_of_a_force() -> None:
    state = midway()
    force = put_force(state, "japan_3", "F1247", "jp_cv1", "jp_dd1")
    carrier = SHIPS.index["jp_cv1"]
    assert force_movement.force_speed(state, force) == 3
    state.arrays[layout.TIRED][carrier] = 11
    assert force_movement.force_speed(state, force) == 2
    state.arrays[layout.TIRED][carrier] = 10
    state.arrays[layout.FUEL][carrier] = 14
    assert force_movement.force_speed(state, force) == 2
    state.arrays[layout.FUEL][carrier] = 0
    assert force_movement.force_speed(state, force) == 1
    state.arrays[layout.FUEL][carrier] = 30
    state.arrays[layout.DAMAGE][carrier] = 4
    assert force_movement.force_speed(state, force) == 1
    state.arrays[layout.DAMAGE][carrier] = 0
    state.arrays[layout.SLOWED][carrier] = 1
    assert force_movement.force_speed(state, force) == 2
    put_force(state, "japan_3", "F1247", "jp_apb2")
    assert force_movement.force_speed(state, force) == 2


@pytest.mark.build
def test_3_51_no_force_leaves_the_sections_in_play() -> None:
    state = midway()
    force = put_force(state, "japan_3", "D0154", "jp_dd1")
    reached = sailing.destinations(state, force, 3)
    assert all(state.rules.pieces.atlas.in_sections(["D", "F"])[hex] for hex in reached)
    assert NUMBER["E0202"] not in reached
