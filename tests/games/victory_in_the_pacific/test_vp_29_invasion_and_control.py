"""VP-29 to VP-35 Invasion, rings, effects of a capture, flags and points."""

from typing import Any

import pytest

from ironbottom.engine.codecs.position import write_position
from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import run
from ironbottom.games.victory_in_the_pacific.pieces import PLACES, SIDES
from ironbottom.games.victory_in_the_pacific.rules.capture import capture
from tests.games.victory_in_the_pacific.rule_tester import (
    ABBREVIATIONS,
    RuleTester,
    areas,
    changed,
    flags,
    kinds,
    only,
    side_of,
)

NLFS = ["yokosuka_nlf", "sasebo_nlf", "kure_nlf"]
MARINES = ["1st_marines", "2nd_marines", "4th_marines"]
INVADE = [
    (1, 0, 1, 0, 1, 0),
    (2, 0, 1, 0, 1, 1),
    (3, 0, 1, 0, 1, 2),
    (1, 1, 1, 1, 0, 0),
    (2, 1, 2, 1, 1, 0),
    (3, 1, 2, 1, 1, 1),
    (2, 2, 2, 2, 0, 0),
    (3, 2, 3, 2, 1, 0),
    (1, 2, 1, 1, 0, 0),
    (3, 3, 3, 3, 0, 0),
]
RING = [
    ("pearl_harbor", "allied", 3, "HI=japan", "HI=japan", 1),
    ("pearl_harbor", "allied", 3, "HI=none", "HI=japan", 0),
    ("pearl_harbor", "allied", 4, "HI=japan", "HI=none", 0),
    ("singapore", "allied", 2, "IND=japan", "IND=japan", 1),
    ("saigon", "japan", 1, "IND=allied", "IND=allied", 0),
    ("saigon", "japan", 2, "IND=allied", "IND=allied", 1),
    ("lae", "allied", 2, "SPO=japan|IND=japan", "SPO=japan|IND=japan", 1),
    ("guadalcanal", "allied", 2, "SPO=japan|CS=allied", "SPO=japan|CS=japan", 0),
    ("guadalcanal", "allied", 3, "SPO=japan|CS=japan", "SPO=japan|CS=japan", 1),
    ("australia", "allied", 4, "CS=japan|IO=none", "CS=japan|IO=japan", 0),
    ("australia", "allied", 4, "CS=japan|IO=japan", "CS=japan|IO=japan", 1),
    ("philippines", "allied", 2, "MRN=japan|IND=japan", "MRN=japan|IND=japan", 1),
    ("midway", "allied", 2, "CPO=japan", "CPO=japan", 1),
    ("dutch_harbor", "allied", 2, "AL=japan|NPO=none", "AL=japan|NPO=japan", 0),
    ("attu", "allied", 2, "AL=japan", "AL=japan", 1),
    ("truk", "japan", 6, "MAR=allied|MRN=allied|SPO=allied", "MAR=allied|MRN=allied|SPO=allied", 1),
    ("truk", "japan", 6, "MAR=allied|MRN=none|SPO=allied", "MAR=allied|MRN=allied|SPO=allied", 0),
    ("okinawa", "japan", 8, "JI=allied|MRN=allied", "JI=allied|MRN=allied", 1),
]
EVICT = [
    ("houston", "philippines", "", "singapore|pearl_harbor|samoa|australia|lae"),
    ("houston", "philippines", "singapore=japan|lae=japan", "pearl_harbor|samoa|australia"),
    ("exeter", "singapore", "", "ceylon"),
    ("chicago", "guadalcanal", "", "singapore|pearl_harbor|samoa|australia|new_hebrides|lae|port_moresby"),
    ("west_virginia", "pearl_harbor", "", "singapore|samoa|australia|johnston_island"),
    ("kongo", "truk", "", "yokosuka|saigon|kwajalein|maloelap|okinawa|saipan"),
]
TOUCHED = {"philippines": "MRN|IND", "pearl_harbor": "HI"}
CONTROL = [
    ("tone@patrol", "japan"),
    ("tone@raid", None),
    ("akagi@raid chikuma@patrol", "japan"),
    ("21_air_flotilla@air", "japan"),
    ("yokosuka_nlf@sea", None),
    ("i_boat@sea", None),
    ("i_boat@sea chicago@patrol", "allies"),
    ("7th_af@air enterprise@raid", "allies"),
    ("1st_marines@sea enterprise@raid", None),
    ("f_boat@sea kongo@raid", None),
    ("hermes@patrol", "allies"),
]
POINTS = [
    ("JI|IND|MRN|SPO|AL|CPO|MAR", "BOB|IO|CS|USM", 12, 5, 0, 7),
    ("JI|IND|MRN|SPO|AL|CPO|MAR", "BOB|IO|CS|USM|HI", 12, 8, 0, 4),
    ("JI|IND|SPO|AL|CPO|MAR", "BOB|IO|CS|USM", 10, 5, 0, 5),
    ("JI|IND|MRN|SPO|AL|CPO|MAR|HI", "BOB|IO|CS|USM", 13, 5, 7, 15),
    ("JI|IND|MRN|SPO|AL|CPO|MAR|HI", "BOB|IO|CS", 13, 3, 7, 17),
    ("JI|IND|MRN|SPO|AL|CPO|MAR|HI|USM", "BOB|IO|CS", 14, 3, 7, 18),
    ("JI|MRN|MAR", "AL|NPO|CPO|HI|USM|SPO|CS|IND|IO|BOB", 6, 12, 0, -6),
    ("", "all", 0, 18, 10, -8),
    ("all", "", 18, 0, 0, 18),
    ("", "", 0, 0, 12, 12),
    ("JI", "HI", 3, 3, 5, 5),
    ("JI|IND|MRN|SPO|AL|CPO|MAR|HI|USM", "BOB|IO|CS", 14, 3, 18, 29),
    ("JI|IND|MRN|SPO|AL|CPO|MAR|HI|USM", "BOB|IO|CS", 14, 3, 25, 29),
    ("JI|IND", "CS|USM|HI|BOB", 6, 8, 29, 27),
    ("", "all", 0, 18, -20, -29),
    ("JI|IND|MRN", "", 8, 0, -29, -21),
]
HOMELAND = [
    ("JI|IND|MRN|SPO|AL|CPO|MAR", "BOB|IO|CS|USM", 13, 5, 0, 8),
    ("IND|MRN", "BOB|IO|CS|USM|HI", 5, 8, 8, 5),
    ("JI", "BOB|IO|CS|USM|HI|NPO|CPO", 4, 10, 3, -3),
]
JAPANESE = [f"{number}_air_flotilla" for number in range(21, 27)] + ["tone", "chikuma", "mogami", "mikuma", "kumano"]
JAPANESE += ["suzuya", "aoba"]
ALLIED = ["5th_af", "7th_af", "chicago", "portland", "astoria", "vincennes", "quincy", "houston", "louisville"]
ALLIED += ["pensacola", "northampton", "chester", "minneapolis"]


@pytest.mark.clause("13.3", "13.4", "13.41", "13.42", "13.43", "13.5", "13.6")
@pytest.mark.parametrize(("invaders", "defenders", "spent", "lost", "taken", "landed"), INVADE)
def test_vp_29_invasion(invaders: int, defenders: int, spent: int, lost: int, taken: int, landed: int) -> None:
    units = {"aleutian_islands": NLFS[:invaders], "attu": MARINES[:defenders]}
    damage = {NLFS[0]: 3, MARINES[0]: 4} if defenders else {NLFS[0]: 3}
    table = RuleTester(turn=6, step="invasions", units=units, damage=damage)
    assert table.ends("land") == {"attu", "dutch_harbor"}
    for unit in NLFS[:invaders]:
        table.act("japan", "land", unit, "attu")
    now = table.now["units"]
    back = now.get("return_8", [])
    assert (len(set(back) & set(NLFS)), len(set(back) & set(MARINES))) == (spent, lost)
    assert table.owner("attu") == ("japan" if taken else "allies")
    assert len(set(now.get("attu", [])) & set(NLFS)) == landed
    assert all(table.damage(unit) == 0 for unit in back)


@pytest.mark.clause("13.3", "14.1")
def test_vp_29_ports_are_not_invaded() -> None:
    table = RuleTester(turn=4, step="invasions", units={"hawaiian_islands": ["sasebo_nlf"]})
    assert table.ends("land") == {"johnston_island"}
    assert table.clause("japan", "land", "sasebo_nlf", "pearl_harbor") == "13.3"
    assert table.clause("japan", "land", "kure_nlf", "johnston_island") == "13.31"


@pytest.mark.clause("13.32", "5.73", "13.42")
def test_vp_30_landing_at_places_of_the_same_side_and_after_a_capture() -> None:
    units = {"marianas_islands": ["yokosuka_nlf"], "us_mandate": ["1st_marines"]}
    table = RuleTester(turn=4, step="invasions", units=units)
    assert table.ends("land") == {"truk", "okinawa", "saipan", "philippines"}
    events = table.act("japan", "land", "yokosuka_nlf", "truk")
    assert only(events, "landed") == [{"unit": "yokosuka_nlf", "place": "truk"}]
    assert (table.to_act, table.ends("land")) == ("allies", {"samoa", "new_hebrides"})


@pytest.mark.clause("5.43", "12.24", "13.32", "14.33")
def test_vp_30_air_units_go_home_with_their_last_base() -> None:
    """VP-30 a, b: with Attu Allied, the air unit in the Aleutians stays, and the one in the North Pacific leaves."""
    fields: dict[str, Any] = {"turn": 2, "step": "invasions"}
    units = {"aleutian_islands": ["sasebo_nlf", "11th_af"], "north_pacific_ocean": ["10th_af"]}
    table = RuleTester(units=units, **fields)
    events = table.act("japan", "land", "sasebo_nlf", "dutch_harbor")
    assert only(events, "captured") == [{"side": "japan", "place": "dutch_harbor"}]
    assert (table.step, table.where("11th_af")) == ("way_home", "aleutian_islands")
    assert {action[1] for action in table.offered("go")} == {"10th_af"}
    table = RuleTester(units=units, places={"attu": "japan"}, **fields)
    table.act("japan", "land", "sasebo_nlf", "dutch_harbor")
    assert {action[1] for action in table.offered("go")} == {"10th_af"}
    table.acts("allies", "go 10th_af samoa")
    assert {action[1] for action in table.offered("go")} == {"11th_af"}


def aleutian_battle(attu: str = "allies", **more: Any) -> RuleTester:
    """VP-30: the NLF and Mikuma against an air unit in the Aleutians, another air unit in the North Pacific."""
    units = {"aleutian_islands": ["sasebo_nlf", "mikuma", "11th_af"], "north_pacific_ocean": ["10th_af"]} | more
    table = RuleTester(turn=2, step="combat", units=units, places={"attu": attu})
    table.act("japan", "day")
    table.act("allies", "day")
    return table


@pytest.mark.clause("5.43", "7.93", "13.31", "13.32")
def test_vp_30_a_landing_after_a_round() -> None:
    table = aleutian_battle()
    table.act("allies", "fire", "11th_af", "sasebo_nlf", dice=[1, 2])
    table.act("japan", "stay")
    table.act("allies", "stay")
    assert (table.step, table.ends("land")) == ("landing", {"attu", "dutch_harbor"})
    table.act("japan", "land", "sasebo_nlf", "dutch_harbor")
    assert (table.owner("dutch_harbor"), table.where("11th_af")) == ("japan", "aleutian_islands")
    assert {action[1] for action in table.offered("go")} == {"10th_af"}
    table.act("allies", "go", "10th_af", "samoa")
    assert table.step == "name_action"


@pytest.mark.clause("12.24", "5.5")
def test_vp_30_b_without_a_base_the_battle_is_over() -> None:
    table = aleutian_battle("japan")
    table.act("allies", "fire", "11th_af", "sasebo_nlf", dice=[1, 2])
    table.act("japan", "stay")
    table.act("allies", "stay")
    table.act("japan", "land", "sasebo_nlf", "dutch_harbor")
    table.act("allies", "go", "10th_af", "samoa")
    table.act("allies", "go", "11th_af", "samoa")
    assert (table.flag("aleutian_islands"), table.step) == ("japan", "way_home")


@pytest.mark.clause("13.31")
def test_vp_30_c_disabled_units_do_not_land() -> None:
    table = aleutian_battle()
    table.act("allies", "fire", "11th_af", "sasebo_nlf", dice=[5, 1])
    assert (table.step, table.ends("go")) == ("way_home", {"yokosuka", "saigon", "truk"})
    table.act("japan", "go", "sasebo_nlf", "truk")
    table.act("japan", "stay")
    table.act("allies", "stay")
    assert (table.step, table.owner("dutch_harbor")) == ("name_action", "allies")


@pytest.mark.clause("13.31", "8.11")
def test_vp_30_d_units_that_fled_do_not_land() -> None:
    table = aleutian_battle()
    table.act("allies", "fire", "11th_af", "sasebo_nlf", dice=[1, 1])
    table.act("japan", "retreat")
    table.act("japan", "done")
    assert (table.step, {action[1] for action in table.offered("go")}) == ("way_home", {"sasebo_nlf", "mikuma"})


@pytest.mark.clause("5.43", "5.73")
def test_vp_30_e_g_japan_first_or_at_the_end_of_the_turn() -> None:
    table = aleutian_battle("japan", aleutian_islands=["sasebo_nlf", "mikuma", "11th_af", "1st_marines"])
    table.act("allies", "fire", "11th_af", "sasebo_nlf", dice=[1, 1])
    table.act("japan", "stay")
    table.act("allies", "stay")
    assert (table.step, table.to_act) == ("landing", "japan")
    table.act("japan", "done")
    assert (table.step, table.to_act, table.ends("land")) == ("landing", "allies", {"attu", "dutch_harbor"})
    events = table.act("allies", "land", "1st_marines", "attu")
    assert only(events, "captured") == [{"side": "allies", "place": "attu"}]
    table.act("japan", "day")
    table.act("allies", "day")
    table.act("allies", "fire", "11th_af", "sasebo_nlf", dice=[1, 1])
    table.act("japan", "stay")
    table.act("allies", "retreat")
    table.act("allies", "go", "11th_af", "samoa")
    assert (table.step, table.to_act, table.flag("coral_sea")) == ("landing", "japan", "allies")
    table.act("japan", "done")
    assert (table.step, table.to_act, table.flag("coral_sea")) == ("landing", "japan", None)
    events = table.act("japan", "land", "sasebo_nlf", "dutch_harbor")
    assert only(events, "captured") == [{"side": "japan", "place": "dutch_harbor"}]


def test_vp_30_a_second_unit_lands_unhurt() -> None:
    units = {"aleutian_islands": ["sasebo_nlf", "kure_nlf"]}
    table = RuleTester(turn=3, step="invasions", units=units)
    table.acts("japan", "land sasebo_nlf dutch_harbor", "land kure_nlf dutch_harbor")
    assert (table.where("sasebo_nlf"), table.where("kure_nlf")) == ("return_5", "dutch_harbor")


def expected_flags(text: str) -> dict[str, str | None]:
    """The flags that a test case expects, parsed from its text."""
    who = {"none": None, "allied": "allies", "japan": "japan"}
    found = flags()
    for part in text.split("|"):
        area, side = part.split("=")
        found[ABBREVIATIONS[area]] = who[side]
    return found


@pytest.mark.clause("5.72", "14.1", "14.2")
@pytest.mark.parametrize(("place", "owner", "turn", "last", "this", "falls"), RING)
def test_vp_31_two_turn_rings(place: str, owner: str, turn: int, last: str, this: str, falls: int) -> None:
    side = "allies" if owner == "allied" else owner
    other = "japan" if side == "allies" else "allies"
    fields: dict[str, Any] = {"flags": expected_flags(last), "flags_before": flags()}
    units: dict[str, list[str]] = {}
    free = [unit for unit in (JAPANESE if other == "japan" else ALLIED) if not unit.endswith(("flotilla", "_af"))]
    own = [unit for unit in (JAPANESE if other == "allies" else ALLIED) if not unit.endswith(("flotilla", "_af"))]
    for area, holder in expected_flags(this).items():
        if holder:
            units[area] = [(free if holder == other else own).pop()]
    table = RuleTester(turn=turn, step="flags", places={place: side}, units=units, **fields)
    assert (table.owner(place) == other) == bool(falls)


@pytest.mark.clause("5.72")
def test_vp_31_a_broken_ring_starts_over() -> None:
    both: dict[str, Any] = {"units": {"hawaiian_islands": ["tone"]}}
    table = RuleTester(turn=4, step="flags", flags=flags(), flags_before=flags(japan="HI"), **both)
    assert table.owner("pearl_harbor") == "allies"
    table = RuleTester(turn=5, step="flags", flags=flags(japan="HI"), flags_before=flags(), **both)
    assert table.owner("pearl_harbor") == "japan"


@pytest.mark.clause("5.72", "14.2")
def test_vp_31_an_invaded_base_in_a_ring_is_captured_again() -> None:
    fields: dict[str, Any] = {"flags": flags(japan="MAR"), "units": {"marshall_islands": ["tone"]}}
    table = RuleTester(turn=3, step="flags", places={"kwajalein": "allies"}, **fields)
    assert table.owner("kwajalein") == "japan"


def fallen(place: str, change: str, **fields: Any) -> RuleTester:
    """A place just before its ring is complete."""
    ring = flags(japan=TOUCHED[place])
    return RuleTester(turn=4, step="rings", flags=ring, flags_before=ring, places=changed(change), **fields)


@pytest.mark.clause("14.3", "14.31", "17.3")
@pytest.mark.parametrize(("unit", "place", "change", "homes"), EVICT)
def test_vp_32_ships_leave_a_fallen_place(unit: str, place: str, change: str, homes: str) -> None:
    side = side_of(unit)
    table = RuleTester(turn=4, places=changed(change), units={place: [unit], "truk": ["tone"]} | alone(place, unit))
    state = table.match.state.copy()
    execution = Execution(state, NoDice())
    capture(execution, PLACES.index[place], SIDES.index["japan" if side == "allies" else "allies"])
    run(execution)
    decision = state.decision(side)
    if "|" in homes:
        assert decision is not None
        assert {action[2] for action in decision.choices if action[1] == unit} == set(homes.split("|"))
        assert state.why_not(side, ("go", unit, place)) is not None
    else:
        assert unit in write_position(state)["units"][homes]


def alone(place: str, unit: str) -> dict[str, list[str]]:
    """The only unit in a place that by default holds another unit."""
    return {place: [unit]} if place == "truk" else {}


@pytest.mark.clause("14.31", "14.32", "9.41")
def test_vp_32_units_that_cannot_leave_are_lost() -> None:
    units = {"pearl_harbor": ["west_virginia", "maryland", "1st_marines", "5th_af"]}
    table = fallen("pearl_harbor", "", units=units, damage={"west_virginia": 5, "maryland": 6})
    assert (table.where("maryland"), table.where("1st_marines")) == ("lost", "return_6")
    assert {action[1] for action in table.offered("go")} == {"west_virginia", "5th_af"}


@pytest.mark.clause("14.33", "12.24")
def test_vp_32_air_units_at_sea_need_a_place_there() -> None:
    units = {"marianas_islands": ["5th_af"], "indonesia": ["7th_af"]}
    table = fallen("philippines", "", units=units)
    assert {action[1] for action in table.offered("go")} == {"5th_af"}
    assert table.where("7th_af") == "indonesia"


@pytest.mark.clause("5.71", "15.1", "15.2", "15.3", "12.4")
@pytest.mark.parametrize(("units", "flag"), CONTROL)
def test_vp_33_what_holds_an_area(units: str, flag: str | None) -> None:
    parts = [part.split("@") for part in units.split()]
    raiding = [unit for unit, how in parts if how == "raid"]
    there = {"coral_sea": [unit for unit, _ in parts], "australia": ["houston"], "truk": ["ashigara"]}
    table = RuleTester(turn=7, step="flags", units=there, raiding=raiding)
    assert table.flag("coral_sea") == flag
    assert table.flag("indian_ocean") is None


@pytest.mark.clause("8.12", "15.1")
def test_vp_33_a_side_that_retreated_holds_nothing_there() -> None:
    retreated = {"japan": ["coral_sea"]}
    table = RuleTester(turn=7, step="flags", units={"coral_sea": ["tone"]}, retreated=retreated)
    assert table.flag("coral_sea") is None


def holding(japan: str, allied: str) -> dict[str, list[str]]:
    """A cruiser or an air unit of the holder in each area."""
    everything = "|".join(ABBREVIATIONS)
    held = (sorted(areas(everything if side == "all" else side)) for side in (japan, allied))
    return {area: [unit] for ours, units in zip(held, (JAPANESE, ALLIED), strict=True)
            for area, unit in zip(ours, units, strict=False)}  # fmt: skip


@pytest.mark.clause("2.5", "5.71")
@pytest.mark.parametrize(("japan", "allied", "poc_japan", "poc_allied", "before", "after"), POINTS)
def test_vp_34_35_points(japan: str, allied: str, poc_japan: int, poc_allied: int, before: int, after: int) -> None:
    table = RuleTester(turn=2, step="open", points_of_control=before, units={"yokosuka": ["junyo"]})
    assert table.now["points_of_control"] == before
    table = RuleTester(turn=2, step="flags", points_of_control=before, units=holding(japan, allied))
    assert table.now["points_of_control"] == after
    assert after == max(-29, min(29, before + poc_japan - poc_allied))


@pytest.mark.clause("19.3")
@pytest.mark.parametrize(("japan", "allied", "poc_japan", "poc_allied", "before", "after"), HOMELAND)
def test_vp_42_a_point_for_the_home_sea(
    japan: str, allied: str, poc_japan: int, poc_allied: int, before: int, after: int
) -> None:
    options = {"last_turn": "9"}
    table = RuleTester(turn=2, step="flags", points_of_control=before, units=holding(japan, allied), options=options)
    assert table.now["points_of_control"] == after == before + poc_japan - poc_allied


@pytest.mark.clause("4.7", "5.75", "19.1")
def test_vp_35_the_end_of_the_game() -> None:
    ship = {"coral_sea": ["tone"]}
    table = RuleTester(turn=8, step="home", units=ship, points_of_control=3)
    events = table.act("japan", "go", "tone", "truk")
    assert kinds(events)[-1] == "game_ended"
    assert table.match.result is not None
    table = RuleTester(turn=8, step="home", units=ship, options={"last_turn": "9"})
    table.act("japan", "go", "tone", "truk")
    assert (table.now["turn"], table.step) == (9, "patrols")
