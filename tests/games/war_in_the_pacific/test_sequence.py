"""4.0, 9.4, 10.4, 10.7, 39.8, 42.51 The sequence of play, deployment, dummies and reaction, through choices."""

from __future__ import annotations

import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.events import Event
from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from ironbottom.games.war_in_the_pacific.derived import force_movement
from ironbottom.games.war_in_the_pacific.game import WarInThePacific
from ironbottom.games.war_in_the_pacific.grid import IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import (
    BASES,
    FORCES,
    GROUND_TYPES,
    IN_FORCE,
    SHIPS,
    STACKS,
    UNITS,
    UNITS_OF,
)
from ironbottom.games.war_in_the_pacific.rules.naval import sailing
from ironbottom.games.war_in_the_pacific.rules.naval.reaction import FirstImpulse, SecondImpulse
from ironbottom.games.war_in_the_pacific.rules.sequence import GameTurn, NavalPhase
from tests.games.war_in_the_pacific.two_step_choices import choose_in_two_steps, refused_in_two

GAME = WarInThePacific()


def play(state: State, side: str, *action: str, dice: tuple[int, ...] = ()) -> list[Event]:
    """Makes an offered choice with exactly these dice."""
    assert state.why_not(side, action) is None, state.why_not(side, action)
    hand = ScriptedDice(dice)
    events = state.apply(side, action, hand).raw
    hand.finish()
    return events


def refusal(state: State, side: str, *action: str) -> tuple[str | None, str]:
    """Clause and message with which a choice is refused, without the note on the clause's source."""
    found = state.why_not(side, action)
    assert found is not None
    return found.clause, found.message.rpartition(" (")[0]


def deployed(state: State | None = None) -> State:
    """Midway after deployment, with one Subron per side; Japan is First Player, and each side may have two dummies."""
    state = state or GAME.new()
    play(state, "japan", "announce", "F1234")
    play(state, "japan", "station", "fleet", "6")
    play(state, "japan", "lie", "D1048")
    play(state, "japan", "ready")
    play(state, "allies", "station", "fleet", "12")
    play(state, "allies", "lie", "F3340")
    play(state, "allies", "ready", dice=(4, 3, 3, 5, 2, 4, 3))
    return state


def in_impulse(force: str, hex: str, mission: str, *ships: str) -> State:
    """A force on a Mission as the first impulse of the Third Naval Phase begins."""
    state = deployed()
    number = FORCES.index[force]
    state.cells[layout.FORCE_AT + number] = NUMBER[hex]
    state.cells[layout.FORCE_MISSION + number] = layout.MISSIONS.index[mission]
    for ship in ships:
        layout.ships_in(state.arrays).put(SHIPS.index[ship], IN_FORCE + number)
    opening = FirstImpulse(tuple(FirstImpulse.opening(state, side) for side in range(2)))
    steps = [step.name for step in NavalPhase.steps]
    turn = [step.name for step in GameTurn.steps].index("naval_3") + 1
    state.stack = (GameTurn(turn), NavalPhase(steps.index("decide_1") + 1), opening)
    return state


def report(state: State, force: str, hex: str) -> None:
    """An enemy force is in contact at a hex."""
    number = FORCES.index[force]
    state.cells[layout.FORCE_AT + number] = NUMBER[hex]
    layout.ships_in(state.arrays).put(SHIPS.index["us_cv8"], IN_FORCE + number)
    state.cells[layout.IN_CONTACT] |= 1 << number
    state.cells[layout.NAMED] |= 1 << number
    state.cells[layout.CONTACT + number], state.cells[layout.CONTACT_AT + number] = 1, NUMBER[hex]


def aboard(state: State, ship: str) -> dict[str, int]:
    """The points of each stack on a carrier."""
    first = BASES.index[ship] * len(STACKS)
    return {stack: state.arrays[layout.AIR][first + number] for number, stack in enumerate(STACKS.ids)}


# -- 42.5 deployment -------------------------------------------------------------------------------------


@pytest.mark.build
@pytest.mark.clause("40.42", "42.52")
def test_42_51_japan_announces_its_landings_and_the_size_of_each_subron() -> None:
    match = Match(GAME, dice=ScriptedDice(()))
    match.submit("japan", ("announce", "F1234"))
    assert match.view("allies")["announced"][0] == "F1234"
    match.submit("japan", ("station", "fleet", "7"))
    match.submit("japan", ("lie", "D1048"))
    view = match.view("allies")
    assert (view["subron_at"], view["subron_told"]) == ({}, {})
    match.submit("japan", ("ready",))
    assert match.view("allies")["subron_told"] == {"japan_subron_1": 7}
    assert match.view("japan")["subron_at"] == {"japan_subron_1": "D1048"}
    assert match.decisions()[0].side == "allies"


def test_42_51_the_allies_announce_nothing_and_japan_not_its_own_coast() -> None:
    state = GAME.new()
    assert refusal(state, "japan", "announce", "D0948")[0] == "16.2"
    play(state, "japan", "announce", "F1234")
    assert refusal(state, "japan", "announce", "F1234") == ("42.51", "an assault on Midway is already announced")
    play(state, "japan", "announce", "F2302")
    play(state, "japan", "ready")
    assert refusal(state, "allies", "announce", "D3243") == ("42.51", "only Japan announces its landings")


def test_42_23_subrons_start_near_their_ports() -> None:
    state = GAME.new()
    assert refusal(state, "japan", "station", "coastal", "3")[1] == "no coastal Sub Points are left in port"
    play(state, "japan", "station", "fleet", "12")
    clause, result = refusal(state, "japan", "lie", "F3340")
    assert (clause, result) == ("42.23", "F3340 is too far from your ports for a Subron at the start")
    play(state, "japan", "lie", "D1048")
    assert state.decisions()[0].choices.next("station", "fleet") == ("1", "2", "3", "4")


def test_13_1_a_side_has_no_more_subrons_than_markers() -> None:
    state = GAME.new()
    markers = range(layout.SUBRON_AT, layout.SUBRON_AT + layout.SUBRONS_A_SIDE)
    for marker in markers:
        state.cells[marker] = NUMBER["D1048"]
    assert refusal(state, "japan", "station", "fleet", "1") == ("13.1", "all markers of your Subrons are in use")
    state.cells[markers[-1]] = -1
    play(state, "japan", "station", "fleet", "1")
    play(state, "japan", "lie", "D1048")
    assert state.cells[markers[-1]] == NUMBER["D1048"]


def test_42_23_only_the_owner_is_asked_for_the_hex_of_a_subron() -> None:
    """1.31, 42.51: the points of a Subron are its owner's secret, and no other viewer sees that it is being placed."""
    state = GAME.new()
    play(state, "japan", "station", "fleet", "12")
    assert state.view("japan")["frames"][-1] == {
        "procedure": "stationing",
        "side": "japan",
        "kind": "fleet",
        "points": 12,
    }
    assert state.view("allies") == GAME.new().view("allies")
    assert state.view("public") == GAME.new().view("public")


def test_42_23_the_choices_of_the_deployment_stay_small() -> None:
    """The kind and the points are chosen first, then the hex; only a set of destinations may be large."""
    state = GAME.new()
    assert len(state.decisions()[0].choices) < 3000
    play(state, "japan", "station", "fleet", "12")
    assert state.decisions()[0].choices.verbs() == ["lie"]


def test_42_34_the_division_of_hawaii_is_placed_once_in_the_islands() -> None:
    state = GAME.new()
    play(state, "japan", "ready")
    assert refusal(state, "allies", "garrison", "F1234") == ("42.34", "Midway is not in the Hawaiian Islands")
    play(state, "allies", "garrison", "F3342")
    assert refusal(state, "allies", "garrison", "F3342")[0] == "42.34"


@pytest.mark.clause("42.21", "42.31", "19.1")
def test_2_51_points_change_decks_before_play_and_stay_in_their_place() -> None:
    state = GAME.new()
    before = aboard(state, "jp_cv1")
    events = choose_in_two_steps(state, "japan", "trade_for", "jp_cv1", "zero_carrier", "jp_cv2", "kate_carrier")
    assert [log.KINDS_OF_EVENT[event[0]].name for event in events] == ["transferred"] * 2
    assert all(log.TRANSFERRED.visible(event, 0b10) is None for event in events)
    after = aboard(state, "jp_cv1")
    assert {stack: after[stack] - before[stack] for stack in after if after[stack] != before[stack]} == {
        "zero_carrier": -1,
        "kate_carrier": 1,
    }
    assert refusal(state, "japan", "restow", "jp_cv1", "kate_carrier", "jp_cv2")[0] == "19.1"
    assert refused_in_two(state, "japan", "trade_for", "jp_cv1", "kate_carrier", "jp_cvl1", "val_carrier")[0] == "2.51"
    play(state, "japan", "ready")
    play(state, "allies", "restow", "us_cv8", "sbd_carrier", "us_cv6")
    assert aboard(state, "us_cv8")["sbd_carrier"] + aboard(state, "us_cv6")["sbd_carrier"] == 8


def test_2_51_points_aboard_change_decks_a_limited_number_of_times() -> None:
    state = GAME.new()
    clause, result = refusal(state, "japan", "exchange", "jp_cv1", "sbd_carrier")
    assert clause == "2.51"
    assert result.startswith("no points of SBD (carrier-trained) are aboard")
    assert state.why_not("japan", ("exchange", "jp_cv1", "zero_carrier")) is None
    state.cells[layout.DECK_CHANGES] = layout.MAX_CHANGES
    clause, result = refusal(state, "japan", "exchange", "jp_cv1", "zero_carrier")
    assert clause == "2.51"
    assert result.startswith("these points cannot change decks again")


@pytest.mark.clause("21.4")
def test_40_41_a_division_may_start_in_its_components() -> None:
    """40.41: a division whose hex has not been chosen (42.34) cannot be broken down, nor a unit without components."""
    state = GAME.new()
    play(state, "japan", "ready")
    types, positions = state.arrays[layout.UNIT_TYPE], state.arrays[layout.UNIT_AT]
    divisions = [unit for unit in UNITS_OF[ALLIES] if types[unit] == GROUND_TYPES.index["us_11_3"]]
    assert refusal(state, "allies", "start_split", UNITS.ids[divisions[-1]])[0] == "40.41"
    where = positions[divisions[0]]
    events = play(state, "allies", "start_split", UNITS.ids[divisions[0]])
    assert [log.KINDS_OF_EVENT[event[0]].name for event in events] == ["broken_down", *["raised"] * 3]
    regiments = [unit for unit in UNITS_OF[ALLIES] if types[unit] == GROUND_TYPES.index["us_3_1"]]
    assert sum(positions[unit] == where for unit in regiments) == 3
    assert refusal(state, "allies", "start_split", UNITS.ids[regiments[0]])[0] == "40.41"


@pytest.mark.clause("42.53", "4.2", "4.1", "4.12", "8.61")
def test_42_53_4_2_play_begins_with_the_third_naval_phase_after_the_start_of_the_turn() -> None:
    state = deployed()
    assert [here.procedure.name for here in state.decisions()] == ["decoys", "decoys"]
    assert state.cells[layout.FIRST_PLAYER] == 0
    play(state, "japan", "placed")
    events = play(state, "allies", "placed", dice=(4, 4))
    names = [log.KINDS_OF_EVENT[event[0]].name for event in events]
    assert names == ["phase_opened", "weather", "weather"]
    assert [frame.name for frame in state.stack[:2]] == ["game_turn", "naval_phase"]


def test_a_refusal_says_whether_it_follows_the_booklet_or_our_reading() -> None:
    state = GAME.new()
    play(state, "japan", "ready")
    found = state.why_not("allies", ("announce", "D3243"))
    assert found == ("42.51", "only Japan announces its landings (from the booklet)")
    found = state.why_not("allies", ("garrison", "F1234"))
    assert found == ("42.34", "Midway is not in the Hawaiian Islands (from the booklet, and our reconstruction)")
    order = "derived from the booklet, and our reconstruction"
    assert state.why_not("japan", ("ready",)) == ("4.1", f"it is for the Allies to choose now ({order})")
    open_now = "announce, garrison, station, exchange, restow, start split, ready"
    message = f"done is not possible in this step, which allows: {open_now} ({order})"
    assert state.why_not("allies", ("done",)) == ("4.1", message)
    assert GAME.clause_source("10.3") == "our reconstruction"
    assert (GAME.clause_source("13.3"), GAME.clause_source("99.9")) == ("from the booklet", "")


# -- 9.4 dummies -----------------------------------------------------------------------------------------


@pytest.mark.clause("40.32")
def test_9_4_dummies_are_in_own_ports_up_to_the_limit_and_only_their_owner_knows() -> None:
    state = deployed()
    assert [state.cells[layout.DUMMY_LIMIT + side] for side in range(2)] == [2, 2]
    assert refusal(state, "japan", "decoy", "F3342", "5") == ("9.4", "Pearl Harbor (Oahu) is not one of your ports")
    play(state, "japan", "decoy", "D0948", "12", dice=(1,))
    play(state, "japan", "decoy", "D0849", "3", dice=(1,))
    assert refusal(state, "japan", "decoy", "D0948", "4")[1] == "you already have as many dummies as allowed this turn"
    assert state.view("allies")["force_at"] == {}
    assert state.view("japan")["dummy_ships"] == {"japan_1": 12, "japan_2": 3}
    for dummy in ("japan_1", "japan_2"):
        message = ("9.4", f"Japanese Task Force {dummy[-1]} is not one of your dummies, or was placed in this turn")
        assert refusal(state, "japan", "recall", dummy) == message
    play(state, "japan", "placed")
    play(state, "allies", "placed", dice=(3, 3))
    assert not any(state.cells[layout.FORCE_TRIED : layout.FORCE_TRIED + len(FORCES)])


def test_9_4_more_dummies_than_the_limit_are_taken_off() -> None:
    state = deployed()
    for force in (0, 1):
        state.cells[layout.FORCE_AT + force], state.cells[layout.DUMMY_SHIPS + force] = NUMBER["D0948"], 5
    state.cells[layout.DUMMY_LIMIT] = 1
    assert refusal(state, "japan", "placed") == ("9.4", "you have more dummies than allowed this turn")
    play(state, "japan", "recall", "japan_2")
    play(state, "japan", "placed")


def test_9_4_a_force_that_was_on_the_map_may_be_removed_at_any_time() -> None:
    state = GAME.new(scenario="midway")
    cells = state.cells
    cells[layout.FORCE_AT], cells[layout.DUMMY_SHIPS], cells[layout.FORCE_TRIED] = NUMBER["D0948"], 5, 1
    deployed(state)
    assert cells[layout.FORCE_TRIED] == 0
    play(state, "japan", "recall", "japan_1")


def test_9_4_a_position_with_more_dummies_placed_in_this_turn_than_the_die_allows_is_refused() -> None:
    state = deployed()
    play(state, "japan", "decoy", "D0948", "12", dice=(1,))
    play(state, "japan", "decoy", "D0849", "3", dice=(1,))
    state.cells[layout.DUMMY_LIMIT] = 1
    with pytest.raises(BadValue, match="more dummies were placed this turn than are allowed") as error:
        state.rules.load(state.dump())
    assert (error.value.field, error.value.clause) == ("dummy_limit", "9.4")


# -- 10.4, 10.41, 39.8 reaction --------------------------------------------------------------------------


def test_10_4_a_patrol_turns_on_a_contact_within_four_hexes_and_reaction_on_any_in_reach() -> None:
    for mission, far, near in (("patrol", "F1225", "F1226"), ("reaction", "F1203", "F1211")):
        state = in_impulse("japan_1", "F1230", mission, "jp_ca13", "jp_ca14")
        report(state, "allies_1", far)
        assert refusal(state, "japan", "react", "japan_1", "allies_1")[0] == "10.4"
        report(state, "allies_1", near)
        play(state, "japan", "react", "japan_1", "allies_1")
        assert IDS[state.cells[layout.FORCE_TO]] == near
        assert state.cells[layout.FORCE_SPEED] == 3
        assert refusal(state, "japan", "alter", "japan_1")[0] == "39.8"


def test_10_41_a_carrier_force_changes_its_distance_to_a_contact_once_a_phase() -> None:
    state = in_impulse("japan_1", "F1230", "air_strike", "jp_cv1")
    assert refused_in_two(state, "japan", "stand_off", "japan_1", "allies_1", "F1231")[0] == "10.41"
    report(state, "allies_1", "F1220")
    assert refused_in_two(state, "japan", "stand_off", "japan_1", "allies_1", "F1230")[0] == "10.41"
    choose_in_two_steps(state, "japan", "stand_off", "japan_1", "allies_1", "F1233")
    state.cells[layout.FORCE_TRIED] = 0
    assert refused_in_two(state, "japan", "stand_off", "japan_1", "allies_1", "F1229")[0] == "10.41"


def test_39_8_a_mission_is_altered_on_a_four_with_what_is_added() -> None:
    for mission, found, die, allowed in (
        ("patrol", False, 3, False),
        ("patrol", False, 4, True),
        ("patrol", True, 3, True),
        ("transport", False, 4, False),
        ("transport", False, 5, True),
    ):
        state = in_impulse("japan_1", "F1230", mission, "jp_ca13")
        state.cells[layout.IN_CONTACT] = int(found)
        play(state, "japan", "alter", "japan_1", dice=(die,))
        assert state.decisions()[0].procedure.name == ("new_mission" if allowed else "in_impulse")
        assert state.view("allies")["frames"][-1]["stacks"]["allies"][-1]["procedure"] == "in_impulse"


def test_39_8_the_new_course_stays_within_the_rest_of_the_phase() -> None:
    state = in_impulse("japan_1", "F1230", "patrol", "jp_ca13")
    state.stack = (*state.stack[:2], SecondImpulse(tuple(SecondImpulse.opening(state, side) for side in range(2))))
    state.cells[layout.FORCE_SPEED], state.cells[layout.FORCE_LEFT] = 3, 5
    play(state, "japan", "alter", "japan_1", dice=(6,))
    assert refusal(state, "japan", "steer", "raid")[0] == "10.1"
    play(state, "japan", "steer", "transit")
    reach = state.decisions()[0].choices.next("steer_for")
    assert "F1216" in reach
    assert "F1209" not in reach
    play(state, "japan", "steer_for", "F1216")
    assert state.cells[layout.FORCE_LEFT] == 5


@pytest.mark.clause("10.1", "39.8")
def test_10_1_a_force_altered_to_patrol_sails_three_hexes_at_most_and_one_on_reaction_holds() -> None:
    state = in_impulse("japan_1", "F1230", "transit", "jp_ca13")
    play(state, "japan", "alter", "japan_1", dice=(4,))
    assert refusal(state, "japan", "steer", "reaction") == ("10.4", "a force on Reaction stays where it is")
    play(state, "japan", "steer", "patrol")
    result = refusal(state, "japan", "steer_for", "F1226")
    assert result[0] == "10.4"
    assert result[1].endswith("is farther than a force on Patrol can sail before it waits")
    play(state, "japan", "steer_for", "F1227")
    state = in_impulse("japan_1", "F1230", "transit", "jp_ca13")
    play(state, "japan", "alter", "japan_1", dice=(4,))
    play(state, "japan", "wait", "reaction")
    assert layout.MISSIONS.ids[state.cells[layout.FORCE_MISSION]] == "reaction"


# -- 10.7 without fuel -----------------------------------------------------------------------------------


def test_10_7_after_two_more_active_phases_without_fuel_a_ship_stops() -> None:
    state = in_impulse("allies_1", "F3340", "transit", "us_ca24")
    ship, force = SHIPS.index["us_ca24"], FORCES.index["allies_1"]
    state.arrays[layout.FUEL][ship] = 0
    for speed in (1, 1, 0):
        assert force_movement.force_speed(state, force) == speed
        state.cells[layout.FORCE_ACTIVE + force] = state.cells[layout.FORCE_SPEED + force] = 1
        sailing.use_fuel(state, force)
    assert ALLIES == 1
