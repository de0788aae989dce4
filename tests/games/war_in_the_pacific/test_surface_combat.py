"""11.0 Surface combat, through choices at the table with fixed dice."""

import random

import pytest

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import FORCES, SHIPS
from ironbottom.games.war_in_the_pacific.rules.naval.surface_combat import SurfaceCombat
from tests.games.war_in_the_pacific.battle_states import (
    BATTLE_TABLE,
    calm,
    choose,
    find_events,
    level,
    mission,
    open_procedure,
)
from tests.games.war_in_the_pacific.midway_states import ALLIED, names, put_force, refused, where
from tests.games.war_in_the_pacific.two_step_choices import fire, refused_in_two, why_not_in_two

AT = "F1230"
JAPANESE = ("jp_ca13", "jp_ca14", "jp_dd37")
AMERICANS = ("us_ca24", "us_ca26", "us_dd14", "us_dd15")


def at_sea(japanese: tuple[str, ...] = JAPANESE, americans: tuple[str, ...] = AMERICANS) -> State:
    """A Japanese force on Patrol at its destination, and an American one in a hex of the open sea."""
    state = calm()
    patrol = put_force(state, "japan_1", AT, *japanese)
    mission(state, patrol, "patrol")
    state.cells[layout.FORCE_TO + patrol] = NUMBER[AT]
    mission(state, put_force(state, "allies_1", AT, *americans), "escort")
    for ship in (*japanese, *americans):
        state.arrays[layout.FUEL][SHIPS.index[ship]] = 30
    return state


def in_battle(state: State, impulse: int, *surprise: int) -> State:
    """Both sides want the battle; the dice for surprise are first Japan's, then the Allies'."""
    open_procedure(state, SurfaceCombat.opened(impulse), 6)
    choose(state, "japan", "fight")
    choose(state, "allies", "fight", dice=surprise)
    return state


# -- 11.1 contact --------------------------------------------------------------------------------------


def test_11_1_forces_that_miss_each_other_leave_no_trace() -> None:
    state = at_sea()
    before = state.cells[:]
    assert open_procedure(state, SurfaceCombat.opened(1), 2) == []  # 2 and 1 for the Patrol: 3
    assert not state.stack
    assert state.cells == before


def test_11_1_a_die_of_four_with_its_modifiers_makes_contact() -> None:
    state = at_sea()
    events = open_procedure(state, SurfaceCombat.opened(1), 3)
    assert find_events(events, "met") == [{"event": "met", "at": AT, "forces": ["japan_1", "allies_1"]}]
    assert [decision.side for decision in state.decisions()] == ["japan", "allies"]


@pytest.mark.clause("10.1", "11.1")
@pytest.mark.parametrize(("plotted", "met"), [("escort", ["japan_1", "allies_1", "allies_2"]), ("patrol", None)])
def test_10_1_a_force_on_escort_screens_one_that_the_enemy_has_met(plotted: str, met: list[str] | None) -> None:
    """The die of contact with the convoy is a four, that with the other force a one."""
    state = at_sea(americans=("us_apb1",))
    mission(state, FORCES.index["allies_1"], "transport")
    mission(state, put_force(state, "allies_2", AT, "us_dd14", "us_dd15"), plotted)
    for ship in ("us_dd14", "us_dd15"):
        state.arrays[layout.FUEL][SHIPS.index[ship]] = 30
    state.cells[layout.FORCE_MISSION] = layout.MISSIONS.index["air_strike"]
    events = open_procedure(state, SurfaceCombat.opened(1), 4, 1)
    assert [event["forces"] for event in find_events(events, "met")] == [met or ["japan_1", "allies_1"]]


def test_11_1_a_patrol_bound_elsewhere_is_not_at_its_destination_and_adds_nothing() -> None:
    state = at_sea()
    state.cells[layout.FORCE_TO + FORCES.index["japan_1"]] = NUMBER["F1234"]
    assert open_procedure(state, SurfaceCombat.opened(1), 3) == []
    assert find_events(open_procedure(state, SurfaceCombat.opened(1), 4), "met")


def test_11_1_night_hides_a_force() -> None:
    state = at_sea()
    assert open_procedure(state, SurfaceCombat.opened(2), 3) == []


def test_11_1_forces_that_both_look_for_battle_meet_without_a_die() -> None:
    state = at_sea()
    mission(state, ALLIED, "reaction")
    assert find_events(open_procedure(state, SurfaceCombat.opened(1)), "met")


def test_11_1_a_dummy_is_revealed() -> None:
    state = calm()
    mission(state, put_force(state, "japan_1", AT, "jp_ca13"), "patrol")
    dummy = put_force(state, "allies_21", AT)
    state.cells[layout.DUMMY_SHIPS + dummy] = 6
    events = open_procedure(state, SurfaceCombat.opened(1), 5)
    assert find_events(events, "dummy_removed") == [{"event": "dummy_removed", "force": "allies_21", "at": AT}]
    assert state.cells[layout.FORCE_AT + dummy] == -1
    assert not state.stack


def test_11_1_no_battle_where_neither_side_wants_it() -> None:
    state = at_sea()
    open_procedure(state, SurfaceCombat.opened(1), 6)
    choose(state, "allies", "avoid")
    assert choose(state, "japan", "avoid") == []
    assert not state.stack


def test_11_1_a_force_breaks_off_on_five_with_its_speed() -> None:
    state = at_sea()
    open_procedure(state, SurfaceCombat.opened(1), 6)
    choose(state, "japan", "fight")
    events = choose(state, "allies", "avoid", dice=(5,))
    assert find_events(events, "broke_off") == [
        {"event": "broke_off", "force": "allies_1", "die": 5, "added": 0, "away": 1}
    ]
    assert not state.stack


def test_11_1_a_force_that_does_not_get_away_is_brought_to_battle() -> None:
    state = at_sea()
    open_procedure(state, SurfaceCombat.opened(1), 6)
    choose(state, "japan", "fight")
    events = choose(state, "allies", "avoid", dice=(4, 1, 1))
    assert find_events(events, "broke_off")[0]["away"] == 0
    assert find_events(events, "battle")[0]["ships"] == sorted(
        [*JAPANESE, *AMERICANS], key=lambda ship: SHIPS.index[ship]
    )


def test_10_1_a_force_in_transit_avoids_battle_on_a_two() -> None:
    state = at_sea()
    mission(state, ALLIED, "transit")
    open_procedure(state, SurfaceCombat.opened(1), 6)
    assert refused(state, "allies", "fight") == ("10.1", "forces in Transit avoid battle")
    choose(state, "allies", "avoid")
    assert find_events(choose(state, "japan", "fight", dice=(2,)), "broke_off")[0]["away"] == 1


def test_10_7_ships_without_fuel_do_not_seek_battle() -> None:
    state = at_sea()
    for ship in JAPANESE:
        state.arrays[layout.FUEL][SHIPS.index[ship]] = 0
    open_procedure(state, SurfaceCombat.opened(1), 6)
    assert refused(state, "japan", "fight")[0] == "10.7"


def test_10_7_a_force_with_one_ship_without_fuel_does_not_seek_battle_nor_meet_without_a_die() -> None:
    state = at_sea()
    mission(state, ALLIED, "reaction")
    state.arrays[layout.FUEL][SHIPS.index["jp_dd37"]] = 0
    open_procedure(state, SurfaceCombat.opened(1), 6)
    assert refused(state, "japan", "fight")[0] == "10.7"
    assert state.why_not("allies", ("fight",)) is None


def test_10_1_10_7_fuel_of_a_force_in_transit_lets_no_other_seek_battle() -> None:
    state = at_sea()
    mission(state, put_force(state, "japan_2", AT, "jp_bb1"), "transit")
    state.arrays[layout.FUEL][SHIPS.index["jp_bb1"]] = 30
    for ship in JAPANESE:
        state.arrays[layout.FUEL][SHIPS.index[ship]] = 0
    open_procedure(state, SurfaceCombat.opened(1), 6, 6)
    assert refused(state, "japan", "fight")[0] == "10.7"


# -- 11.2 surprise -------------------------------------------------------------------------------------


def test_11_2_japanese_at_night_surprise_by_three() -> None:
    state = at_sea()
    open_procedure(state, SurfaceCombat.opened(2), 6)
    choose(state, "japan", "fight")
    events = choose(state, "allies", "fight", dice=(3, 2))
    assert find_events(events, "surprise") == [
        {"event": "surprise", "at": AT, "dice": [3, 2], "added": [2, 0], "surprised": "allies"}
    ]
    assert [decision.side for decision in state.decisions()] == ["japan"]


def test_11_2_by_day_the_same_dice_surprise_no_force() -> None:
    state = in_battle(at_sea(), 1, 3, 2)
    assert [decision.side for decision in state.decisions()] == ["japan", "allies"]


# -- 11.3 targets --------------------------------------------------------------------------------------


def test_11_3_carriers_behind_the_screen_are_not_fired_at() -> None:
    state = in_battle(at_sea(americans=("us_cv8", *AMERICANS)), 1, 3, 3)
    clause, sentence = refused_in_two(state, "japan", "fire_at", "jp_ca13", "us_cv8", "guns")
    assert (clause, sentence) == ("11.3", "Hornet (US CV8) is not an enemy in this battle, or is behind its screen")
    fire(state, "japan", "jp_ca13", "us_ca24", "guns")


def test_11_3_more_gunnery_ships_than_the_screen_break_through() -> None:
    state = in_battle(at_sea(americans=("us_cv8", "us_ca24", "us_dd14")), 1, 3, 3)
    assert why_not_in_two(state, "japan", "fire_at", "jp_ca13", "us_cv8", "guns") is None
    state = at_sea(("jp_ca13", "jp_ca14"), ("us_cv8", "us_ca24", "us_dd14"))
    assert refused_in_two(in_battle(state, 1, 3, 3), "japan", "fire_at", "jp_ca13", "us_cv8", "guns")[0] == "11.3"
    state = at_sea(("jp_ca13", "jp_ca14"), ("us_cv8", "us_ca24", "us_dd14"))
    state.arrays[layout.DAMAGE][SHIPS.index["us_ca24"]] = 3
    assert why_not_in_two(in_battle(state, 1, 3, 3), "japan", "fire_at", "jp_ca13", "us_cv8", "guns") is None


def test_11_3_a_ship_out_of_action_screens_no_more_but_its_guns_count_against_a_screen() -> None:
    state = at_sea(americans=("us_cv8", "us_ca24", "us_dd14"))
    state.arrays[layout.DAMAGE][SHIPS.index["jp_ca14"]] = 3
    assert why_not_in_two(in_battle(state, 1, 3, 3), "japan", "fire_at", "jp_ca13", "us_cv8", "guns") is None
    state = at_sea(americans=("us_cv8", "us_ca24", "us_dd14"))
    state.arrays[layout.DAMAGE][SHIPS.index["jp_dd37"]] = 4
    state.arrays[layout.FIRE_CONTROL][SHIPS.index["jp_dd37"]] = 1  # An eighth of its gunnery of two is 0.
    assert refused_in_two(in_battle(state, 1, 3, 3), "japan", "fire_at", "jp_ca13", "us_cv8", "guns")[0] == "11.3"


def test_11_3_by_night_the_larger_side_finds_two_thirds() -> None:
    state = in_battle(at_sea(), 2, 1, 2)
    fire(state, "allies", "us_ca24", "jp_ca13", "guns")
    fire(state, "allies", "us_ca26", "jp_ca14", "guns")
    assert refused_in_two(state, "allies", "fire_at", "us_dd14", "jp_dd37", "guns") == (
        "11.3",
        "at night the larger side can fire at only two thirds as many targets as the smaller side has ships",
    )
    fire(state, "allies", "us_dd14", "jp_ca14", "guns")


@pytest.mark.parametrize(("reading", "most"), [("exposed", 1), ("all", 2)])
def test_11_3_by_night_the_two_thirds_are_of_the_targets_or_by_option_of_all_ships(reading: str, most: int) -> None:
    # Two guns do not outnumber a screen of two: one of two targets is found, and two of three ships.
    state = at_sea(("jp_ca13", "jp_ca14", "jp_cv1"), ("us_ca24", "us_dd14", "us_apb1", "us_sf1"))
    state.rules = BATTLE_TABLE.rules({"night_targets": reading})
    state = in_battle(state, 2, 1, 2)
    fire(state, "allies", "us_ca24", "jp_ca13", "guns")
    refusal = why_not_in_two(state, "allies", "fire_at", "us_dd14", "jp_ca14", "guns")
    assert (refusal is None) == (most == 2)


def test_11_3_each_ship_has_one_target_and_belongs_to_the_side_that_aims() -> None:
    state = in_battle(at_sea(), 1, 3, 3)
    fire(state, "japan", "jp_ca13", "us_ca24", "guns")
    assert refused_in_two(state, "japan", "fire_at", "jp_ca13", "us_ca26", "guns") == (
        "11.3",
        "Mogami (JP CA13) already has its target in this round",
    )
    assert refused_in_two(state, "japan", "fire_at", "us_ca24", "us_ca26", "guns")[0] == "11.3"


def test_11_4_no_torpedoes_at_long_range_by_day() -> None:
    state = in_battle(at_sea(), 1, 3, 3)
    assert refused_in_two(state, "japan", "fire_at", "jp_ca13", "us_ca24", "guns_and_torpedoes")[0] == "11.4"
    assert (
        why_not_in_two(in_battle(at_sea(), 2, 3, 4), "japan", "fire_at", "jp_ca13", "us_ca24", "guns_and_torpedoes")
        is None
    )


# -- 11.5 fire -----------------------------------------------------------------------------------------


def test_11_5_a_round_by_night_die_by_die() -> None:
    state = in_battle(at_sea(), 2, 3, 2)  # surprised Allies do not fire
    fire(state, "japan", "jp_ca13", "us_ca24", "guns_and_torpedoes")
    # guns 5, night without radar -1, surprise +1: a 6 gives 13 for ten, 7 points on Defence 5: row 1, die 3: D2;
    # critical 2: none. Torpedoes 4, surprise +1: a 5 gives 13 for ten, 5 points: row 1, die 2: D2; critical 3: slower.
    events = choose(state, "japan", "done", dice=(6, 3, 2, 5, 2, 3))
    hits = find_events(events, "ship_hit")
    assert [(hit["weapon"], hit["strength"], hit["added"], hit["points"], hit["levels"]) for hit in hits] == [
        ("gunnery", 5, 0, 7, 2),
        ("torpedoes", 4, 1, 5, 2),
    ]
    assert [hit["dice"] for hit in hits] == [[6, 3, 2], [5, 2, 3]]
    assert hits[1]["critical"] == ["slower"]
    assert level(state, "us_ca24") == 4
    assert state.arrays[layout.SLOWED][SHIPS.index["us_ca24"]] == 1


def test_11_5_light_shells_count_half_on_armour() -> None:
    state = in_battle(at_sea(("jp_bb1", "jp_ca13"), ("us_ca24", "us_cl51")), 2, 3, 4)
    fire(state, "allies", "us_ca24", "jp_bb1", "guns")
    fire(state, "allies", "us_cl51", "jp_bb1", "guns")
    choose(state, "allies", "done")
    hits = find_events(choose(state, "japan", "done", dice=(5, 1, 5, 1)), "ship_hit")
    whole = hits[0]["strength"], hits[0]["points"]
    light = hits[1]["strength"], hits[1]["points"]
    assert [hit["weapon"] for hit in hits] == ["gunnery", "light_gunnery"]
    assert whole == (4, 4)
    assert light == (3, 2)


def test_11_21_fire_of_a_round_is_simultaneous() -> None:
    state = in_battle(at_sea(("jp_dd37",), ("us_dd14",)), 2, 3, 4)
    fire(state, "japan", "jp_dd37", "us_dd14", "guns_and_torpedoes")
    choose(state, "japan", "done")
    fire(state, "allies", "us_dd14", "jp_dd37", "guns")
    events = choose(state, "allies", "done", dice=(6, 6, 6, 6, 6, 6))
    assert [ship["ship"] for ship in find_events(events, "ship_sunk")] == ["us_dd14"]
    assert {hit["ship"] for hit in find_events(events, "ship_hit")} == {"us_dd14", "jp_dd37"}


def test_11_4_torpedoes_are_fired_once_in_a_battle() -> None:
    state = in_battle(at_sea(), 2, 3, 4)
    fire(state, "japan", "jp_ca13", "us_ca24", "guns_and_torpedoes")
    choose(state, "japan", "done")
    choose(state, "allies", "done", dice=(1, 1, 1, 1))
    assert refused_in_two(state, "japan", "fire_at", "jp_ca13", "us_ca24", "guns_and_torpedoes")[0] == "11.4"
    assert why_not_in_two(state, "japan", "fire_at", "jp_ca14", "us_ca24", "guns_and_torpedoes") is None


# -- 11.3, 11.6 the end --------------------------------------------------------------------------------


def held_fire(state: State) -> State:
    """A round without fire."""
    choose(state, "japan", "done")
    choose(state, "allies", "done")
    return state


def test_11_6_battle_ends_after_three_rounds_with_true_reports() -> None:
    state = in_battle(at_sea(), 1, 3, 3)
    held_fire(held_fire(held_fire(state)))
    assert not state.stack
    assert state.cells[layout.BATTLING] == 0
    assert state.cells[layout.CONTACT + ALLIED] == layout.CHITS.index["true_report"]
    assert state.cells[layout.REPORTED_SHIPS + ALLIED] == 4


def test_11_3_a_side_breaks_off_before_the_third_round() -> None:
    state = in_battle(at_sea(), 1, 3, 3)
    assert refused(state, "japan", "break_off")[0] == "11.3"
    held_fire(held_fire(state))
    choose(state, "japan", "break_off")
    events = choose(state, "allies", "done", dice=(4,))
    assert find_events(events, "left_battle") == [{"event": "left_battle", "side": "japan", "die": 4, "away": 1}]
    assert not state.stack


def test_11_3_the_faster_side_leaves_without_a_die() -> None:
    state = at_sea(americans=("us_ca24",))
    state.arrays[layout.DAMAGE][SHIPS.index["us_ca24"]] = 3
    in_battle(state, 1, 3, 3)
    held_fire(held_fire(state))
    choose(state, "japan", "break_off")
    assert find_events(choose(state, "allies", "done"), "left_battle")[0]["die"] == 0


def test_11_6_the_loser_of_more_than_half_withdraws_a_hex_towards_his_base() -> None:
    state = at_sea(("jp_ca13",), ("us_ca24", "us_dd14", "us_dd15"))
    for ship in ("us_dd14", "us_dd15"):
        state.arrays[layout.DAMAGE][SHIPS.index[ship]] = 4
    in_battle(state, 2, 3, 4)
    for target in ("us_dd14", "us_dd15"):
        fire(state, "japan", "jp_ca13", target, "guns")
        choose(state, "japan", "done")
        choose(state, "allies", "done", dice=(6, 6))
    held_fire(state)
    assert names(state, "allies_1") == ["us_ca24"]
    assert where(state, "allies_1") == "F1231"
    assert where(state, "japan_1") == AT
    assert NUMBER[AT] not in {state.arrays[layout.SHIP_AT][SHIPS.index[ship]] for ship in AMERICANS}


# -- the whole battle ---------------------------------------------------------------------------------------


def test_random_battles_end_and_leave_every_ship_in_one_place() -> None:
    for seed in range(20):
        state, source = at_sea(("jp_cv1", *JAPANESE), ("us_cv8", "us_cv6", *AMERICANS)), random.Random(seed)
        open_procedure(state, SurfaceCombat.opened(1 + seed % 3), 6)
        while decisions := state.decisions():
            decision = source.choice(decisions)
            state.apply(
                decision.side,
                decision.choices.sample_by_argument(source),
                SeededDice(source.randrange(99_999)),
                trusted=True,
            )
        assert layout.ships_in(state.arrays).links_agree()
        layout.LAYOUT.check(state.cells)
        assert max(state.arrays[layout.AIM]) == -1
        assert state.cells[layout.BATTLING] == 0
