"""VP-04 to VP-10, VP-37 Movement: reach, speed rolls, one task in port, air units, amphibious units, submarines."""

from typing import Any

import pytest

from tests.games.victory_in_the_pacific.rule_tester import (
    ABBREVIATIONS,
    START_FLAGS,
    RuleTester,
    areas,
    changed,
    flags,
    hostile,
    only,
    side_of,
)

ALL = "JI|AL|NPO|CPO|HI|MAR|MRN|USM|SPO|CS|IND|IO|BOB"
REACH = [
    ("tone", "patrol", "yokosuka", "start", "JI", "AL|CPO|MRN|IND"),
    ("tone", "raid", "yokosuka", "start", "JI|AL|CPO|MRN|IND", "NPO|MAR|SPO"),
    ("nagato", "raid", "yokosuka", "", "JI|AL|CPO|MRN|IND", "NPO|HI|MAR|SPO|IO|BOB"),
    ("kongo", "patrol", "truk", "start", "MAR|MRN|SPO", "JI|CPO|HI|USM|IND"),
    ("akagi", "raid", "truk", "HI|USM|CS", "JI|CPO|HI|MAR|MRN|USM|SPO|CS|IND", "AL|NPO|IO|BOB"),
    ("enterprise", "patrol", "pearl_harbor", "", "HI", "NPO|CPO|MAR|USM"),
    ("enterprise", "raid", "pearl_harbor", "", "NPO|CPO|HI|MAR|USM", "JI|AL|MRN|SPO|CS"),
    ("enterprise", "raid", "pearl_harbor", "HI", "HI", ""),
    ("enterprise", "raid", "pearl_harbor", "CPO|MAR|JI", "NPO|CPO|HI|MAR|USM", "AL|SPO|CS"),
    ("enterprise", "raid", "samoa", "MAR", "HI|MAR|USM|SPO|CS", "NPO|CPO|MRN|IND|IO"),
    ("warspite", "raid", "ceylon", "IND", "IO|BOB", "CS|IND"),
    ("warspite", "patrol", "ceylon", "BOB", "IO|BOB", "CS|IND"),
    ("de_ruyter", "raid", "singapore", "start", "IND", "JI|MRN|SPO|IO|BOB"),
    ("de_ruyter", "raid", "singapore", "IND", "IND", ""),
    ("canberra", "raid", "australia", "SPO", "CS|IO", "USM|SPO|IND|BOB"),
    ("exeter", "patrol", "singapore", "start", "IND", "JI|MRN|SPO|IO|BOB"),
    ("houston", "raid", "philippines", "start", "JI|MRN|SPO|IND|IO|BOB", "MAR|USM|CS"),
    ("yokosuka_nlf", "sail", "yokosuka", "start", "JI|AL|CPO|MRN|IND", ""),
    ("yokosuka_nlf", "sail", "truk", "USM", "JI|CPO|HI|MAR|MRN|USM|SPO|CS|IND", ""),
    ("1st_marines", "sail", "pearl_harbor", "MAR|CPO", "NPO|CPO|HI|MAR|USM", ""),
    ("1st_marines", "sail", "samoa", "USM", "USM", ""),
]
SPEED = [
    ("kongo", 0, 5, 1),
    ("kongo", 0, 6, 0),
    ("nagato", 0, 3, 1),
    ("nagato", 0, 4, 0),
    ("nagato", 2, 2, 0),
    ("nagato", 2, 1, 1),
    ("nagato", 5, 1, 0),
    ("shokaku", 0, None, 1),
    ("shokaku", 1, None, 1),
    ("shokaku", 2, 6, 0),
    ("yamato", 6, 1, 0),
]
CLAUSES = {"patrol": "6.221", "raid": "6.23", "sail": "6.224"}
AIR = [
    ("japan", "IND", "", 1),
    ("japan", "SPO", "", 1),
    ("japan", "MAR", "", 1),
    ("japan", "HI", "", 0),
    ("japan", "AL", "", 0),
    ("japan", "AL", "dutch_harbor=japan", 1),
    ("japan", "NPO", "dutch_harbor=japan", 1),
    ("japan", "CPO", "", 0),
    ("japan", "CPO", "midway=japan", 1),
    ("allies", "MRN", "", 1),
    ("allies", "MRN", "philippines=japan", 0),
    ("allies", "IND", "singapore=japan|philippines=japan", 1),
    ("allies", "IND", "singapore=japan|philippines=japan|lae=japan", 0),
    ("allies", "JI", "", 0),
    ("allies", "MAR", "", 0),
    ("allies", "MAR", "maloelap=allied", 1),
    ("allies", "JI", "okinawa=allied", 1),
    ("allies", "BOB", "ceylon=japan", 1),
    ("allies", "HI", "pearl_harbor=japan", 1),
]
ORDER = [(3, 1, "JAJJ"), (2, 4, "JAJAAA"), (6, 6, "JAJAJAJAJAJA"), (0, 2, "AA")]
FLOTILLAS = [f"{number}_air_flotilla" for number in range(21, 27)]
AIR_FORCES = ["5th_af", "7th_af", "10th_af", "11th_af", "13th_af", "14th_af"]
FIRST_TURN = [
    ("akagi", 0),
    ("tone", 0),
    ("kongo", 1),
    ("chikuma", 1),
    ("21_air_flotilla", 1),
    ("yokosuka_nlf", 1),
    ("exeter", 1),
    ("de_ruyter", 1),
    ("houston", 1),
    ("hmas_australia", 1),
    ("canberra", 1),
    ("7th_af", 0),
    ("5th_af", 0),
    ("new_orleans", 0),
    ("indianapolis", 0),
    ("louisville", 0),
    ("pensacola", 0),
    ("prince_of_wales", 0),
    ("revenge", 0),
    ("enterprise", 0),
]
RAID_FORCE = ["akagi", "kaga", "soryu", "hiryu", "shokaku", "zuikaku", "tone"]


def at_step(unit: str, role: str, place: str, enemy: str, **more: Any) -> RuleTester:
    """A match with a unit in a place of its own side, at the step in which it moves."""
    side = side_of(unit)
    fields: dict[str, Any] = {"turn": 4, "flags": hostile(unit, enemy), "units": {place: [unit]}} | more
    if role == "patrol":
        return RuleTester(step="japan_patrols" if side == "japan" else "allied_patrols", **fields)
    if role == "raid":
        return RuleTester(step="raiders", marked=[unit], **fields)
    return RuleTester(step="amphibious", **fields)


@pytest.mark.clause(
    "6.21", "6.22", "6.221", "6.222", "6.223", "6.224", "6.23", "6.3", "13.1", "17.13", "17.24", "17.32"
)
@pytest.mark.parametrize(("unit", "role", "place", "enemy", "free", "by_roll"), REACH)
def test_vp_04_reach(unit: str, role: str, place: str, enemy: str, free: str, by_roll: str) -> None:
    table = at_step(unit, role, place, enemy)
    assert table.ends(role, unit) == areas(free) | areas(by_roll)
    for area in areas(ALL) - areas(free) - areas(by_roll):
        green = role == "raid" and unit in ("warspite", "de_ruyter", "canberra")
        assert table.clause(side_of(unit), role, unit, area) == ("6.223" if green else CLAUSES[role])
    result = {area: at_step(unit, role, place, enemy).act(side_of(unit), role, unit, area) for area in areas(free)}
    if role != "sail":
        kind = {"patrol": "patrolled", "raid": "raided"}[role]
        assert all(not only(events, kind)[0]["rolls"] for events in result.values())


@pytest.mark.clause("6.4", "6.41", "6.43", "7.71")
@pytest.mark.parametrize(("unit", "damage", "die", "passes"), SPEED)
def test_vp_05_speed_rolls(unit: str, damage: int, die: int | None, passes: int) -> None:
    units = {"yokosuka": [unit, "hosho"], "samoa": ["chicago"]}
    table = at_step(unit, "patrol", "yokosuka", "CPO", damage={unit: damage}, units=units)
    table.act("japan", "patrol", unit, "central_pacific_ocean")
    assert unit not in table.now["raiding"]
    events = only(table.act("japan", "done", dice=[die] if die else []), "speed_rolled")
    assert [bool(event["passes"]) for event in events] == [bool(passes)]
    assert table.now["raiding"] == ([] if passes else [unit])
    assert table.where(unit) == "central_pacific_ocean"


@pytest.mark.clause("6.4", "7.71")
@pytest.mark.parametrize(
    ("unit", "damage", "die", "passes"),
    [("enterprise", 1, 5, 1), ("west_virginia", 0, 3, 0), ("indianapolis", 1, 6, 0)],
)
def test_vp_05_allied_speed_rolls(unit: str, damage: int, die: int, passes: int) -> None:
    units = {"pearl_harbor": [unit, "chicago"], "yokosuka": ["21_air_flotilla"]}
    table = at_step(unit, "patrol", "pearl_harbor", "", damage={unit: damage}, units=units)
    table.act("allies", "patrol", unit, "north_pacific_ocean")
    table.act("allies", "done", dice=[die])
    assert (unit in table.now["raiding"]) == (not passes)


@pytest.mark.clause("6.41", "6.43")
def test_vp_06_two_patrols_roll_in_order() -> None:
    units = {"yokosuka": ["kongo", "nagato", "mutsu"], "samoa": ["chicago"]}
    table = RuleTester(turn=4, flags=flags(allies="CPO"), units=units)
    table.acts("japan", "patrol nagato central_pacific_ocean", "patrol kongo central_pacific_ocean")
    events = table.act("japan", "done", dice=[6, 3])
    assert [(e["unit"], e["die"], e["passes"]) for e in only(events, "speed_rolled")] == [
        ("kongo", 6, False),
        ("nagato", 3, True),
    ]
    assert table.now["raiding"] == ["kongo"]


HOMES = [
    ("kongo", "truk", "SPO|CS|IO", "HI|IO", "guadalcanal=japan|port_moresby=japan", {}, 6,
     "yokosuka|saigon|truk|port_moresby", "yokosuka|saigon|truk|port_moresby|guadalcanal"),
    ("warspite", "ceylon", "BOB|IND", "IND", "", {}, 4, "ceylon|singapore", "ceylon|singapore"),
    ("warspite", "ceylon", "BOB|IND", "IND", "singapore=japan", {}, 4, "ceylon", "ceylon"),
    ("de_ruyter", "australia", "CS|SPO", "SPO", "", {"de_ruyter": 1}, 6,
     "singapore|pearl_harbor|samoa|australia|ceylon|guadalcanal|lae",
     "singapore|pearl_harbor|samoa|australia|ceylon|new_hebrides|guadalcanal|port_moresby"),
]  # fmt: skip


@pytest.mark.clause("6.42", "10.2")
@pytest.mark.parametrize(("unit", "place", "path", "enemy", "change", "damage", "die", "tried", "before"), HOMES)
@pytest.mark.parametrize("option", ["area_tried", "area_before"])
def test_vp_06_failed_raiders_go_home(
    unit: str,
    place: str,
    path: str,
    enemy: str,
    change: str,
    damage: dict[str, int],
    die: int,
    tried: str,
    before: str,
    option: str,
) -> None:
    options = {"failed_raider_from": option}
    table = at_step(unit, "raid", place, enemy, places=changed(change), damage=damage, options=options)
    route = [ABBREVIATIONS[area] for area in path.split("|")]
    homes = set((tried if option == "area_tried" else before).split("|"))
    side = side_of(unit)
    if option == "area_tried":
        assert table.clause(side, "raid_by_way", unit, route[-2], route[-1]) == "6.42"
        events = table.act(side, "raid", unit, route[-1], dice=[die])
    else:
        assert table.clause(side, "raid", unit, route[-1]) == "6.42"
        assert table.clause(side, "raid_by_way", unit, route[-1], route[-1]) == "6.23"
        events = table.act(side, "raid_by_way", unit, route[-2], route[-1], dice=[die])
    assert not only(events, "speed_rolled")[0]["passes"]
    if len(homes) == 1:
        assert table.where(unit) == homes.pop()
    else:
        assert table.step == "way_home"
        assert table.ends("go", unit) == homes
        assert table.clause(side, "go", unit, "okinawa") == ("10.1" if side == "japan" else "10.11")


@pytest.mark.clause("6.23", "6.4")
def test_vp_06_a_raider_that_passes_its_roll_arrives() -> None:
    table = at_step("kongo", "raid", "truk", "HI|IO")
    assert not only(table.act("japan", "raid", "kongo", "indian_ocean", dice=[5]), "went_home")
    assert table.where("kongo") == "indian_ocean"


@pytest.mark.clause("5.21", "6.12", "11.1", "11.3")
def test_vp_07_one_task_in_port() -> None:
    def nagato() -> RuleTester:
        return RuleTester(turn=4, units={"yokosuka": ["nagato", "mutsu"]}, damage={"nagato": 2})

    table = nagato()
    table.act("japan", "patrol", "nagato", "japanese_islands")
    assert table.clause("japan", "repair", "nagato") == "11.2"
    table = nagato()
    events = table.act("japan", "repair", "nagato")
    assert only(events, "repaired") == [{"unit": "nagato", "port": "yokosuka", "damage": 1}]
    assert table.clause("japan", "mark", "nagato") == "11.1"
    assert table.clause("japan", "patrol", "nagato", "japanese_islands") == "11.1"
    table.act("japan", "repair", "nagato")
    assert table.clause("japan", "repair", "nagato") == "11.1"
    table = nagato()
    table.act("japan", "mark", "nagato")
    assert table.clause("japan", "mark", "nagato") == "5.21"
    assert table.clause("japan", "repair", "nagato") == "5.21"
    assert table.clause("japan", "patrol", "nagato", "japanese_islands") == "5.21"
    table.finish("patrols", "air", "amphibious")
    assert table.step == "raiders"
    assert table.clause("japan", "raid", "mutsu", "japanese_islands") == "6.12"
    table.act("japan", "done")
    assert table.where("nagato") == "yokosuka"


@pytest.mark.clause("3.1", "5.2", "6.1")
def test_vp_07_which_units_patrol_raid_and_sail() -> None:
    units = {"yokosuka": ["kongo", "21_air_flotilla", "sasebo_nlf"], "pearl_harbor": ["chicago", "1st_marines"]}
    table = RuleTester(turn=4, units=units)
    for unit in ("21_air_flotilla", "sasebo_nlf"):
        assert table.clause("japan", "patrol", unit, "japanese_islands") == "3.1"
        assert table.clause("japan", "mark", unit) == "5.21"
    assert table.clause("japan", "patrol", "chicago", "hawaiian_islands") == "5.2"
    assert table.clause("japan", "mark", "chicago") == "5.21"
    table = RuleTester(turn=4, step="amphibious", units=units)
    assert table.clause("japan", "sail", "1st_marines", "hawaiian_islands") == "5.2"
    assert table.clause("japan", "sail", "kure_nlf", "japanese_islands") == "6.21"
    table = RuleTester(turn=4, step="raiders", units=units, marked=["kongo", "chicago"])
    assert table.clause("japan", "raid", "chicago", "hawaiian_islands") == "5.2"
    assert table.clause("japan", "raid", "sasebo_nlf", "japanese_islands") == "3.1"
    assert table.clause("japan", "raid", "hiei", "japanese_islands") == "6.21"
    table = RuleTester(turn=4, step="air", units=units)
    for unit in ("kongo", "5th_af", "22_air_flotilla"):
        assert table.clause("japan", "place_air", unit, "japanese_islands") == "12.1"


@pytest.mark.clause("9.41", "11.3")
def test_vp_07_on_the_bottom_it_can_only_be_repaired() -> None:
    table = RuleTester(turn=4, units={"yokosuka": ["nagato"]}, damage={"nagato": 6})
    assert table.clause("japan", "patrol", "nagato", "japanese_islands") == "9.41"
    assert table.clause("japan", "mark", "nagato") == "9.41"
    assert table.clause("japan", "repair", "nagato") is None


@pytest.mark.clause("6.5", "12.1", "12.12", "12.13")
@pytest.mark.parametrize(("side", "area", "change", "may"), AIR)
def test_vp_08_where_air_units_go(side: str, area: str, change: str, may: int) -> None:
    unit, port = ("21_air_flotilla", "yokosuka") if side == "japan" else ("5th_af", "australia")
    table = RuleTester(turn=4, step="air", places=changed(change), units={port: [unit]})
    assert table.clause(side, "place_air", unit, ABBREVIATIONS[area]) == (None if may else "12.13")


@pytest.mark.clause("5.22", "12.11")
@pytest.mark.parametrize(("japan", "allied", "order"), ORDER)
def test_vp_08_air_units_go_down_in_turn(japan: int, allied: int, order: str) -> None:
    units = {"yokosuka": FLOTILLAS[:japan], "australia": AIR_FORCES[:allied], "lost": ["kongo"]}
    table = RuleTester(turn=4, step="air", units=units)
    placed = ""
    for _ in order:
        side = table.to_act
        placed += side[0].upper()
        table.act(*(side, *table.offered("place_air")[0]))
    assert (placed, table.step == "air") == (order, False)


@pytest.mark.clause("11.1", "18.2")
def test_vp_08_which_units_are_placed() -> None:
    units = {"yokosuka": FLOTILLAS[:2], "truk": FLOTILLAS[2:3]}
    table = RuleTester(turn=4, step="air", units=units, rested=FLOTILLAS[:1])
    assert table.clause("japan", "place_air", FLOTILLAS[0], "japanese_islands") == "11.1"
    table = RuleTester(turn=1, step="air", units=units)
    assert table.clause("japan", "place_air", FLOTILLAS[2], "japanese_islands") == "18.2"


@pytest.mark.clause("18.2")
def test_vp_37_units_that_cannot_move_are_not_marked() -> None:
    table = RuleTester(turn=1, step="raid_force")
    table.acts("japan", "done", "done")
    assert table.clause("allies", "mark", "new_orleans") == "18.2"
    assert table.clause("allies", "mark", "exeter") is None


@pytest.mark.clause("5.22")
def test_vp_08_a_pass_ends_a_sides_placing() -> None:
    table = RuleTester(turn=4, step="air", units={"yokosuka": FLOTILLAS[:2], "australia": AIR_FORCES[:2]})
    table.acts("japan", "pass")
    table.acts("allies", "place_air 5th_af coral_sea", "place_air 7th_af coral_sea")
    assert table.where("21_air_flotilla") == "yokosuka"
    assert table.clause("allies", "place_air", "5th_af", "coral_sea") is not None


@pytest.mark.clause("5.23", "6.224", "13.1")
def test_vp_09_amphibious_units_sail_between_air_and_raiders() -> None:
    units = {"truk": ["sasebo_nlf", "kongo"], "samoa": ["chicago"]}
    table = RuleTester(turn=3, step="amphibious", flags=flags(allies="USM"), units=units, marked=["kongo", "chicago"])
    assert table.clause("japan", "sail", "kongo", "coral_sea") == "13.1"
    assert table.clause("japan", "sail", "sasebo_nlf", "coral_sea") is None
    table.act("japan", "sail", "sasebo_nlf", "us_mandate")
    assert (table.where("sasebo_nlf"), table.step, table.to_act) == ("us_mandate", "raiders", "japan")
    table = RuleTester(turn=3, step="amphibious", flags=flags(allies="USM|SPO"), units={"truk": ["sasebo_nlf"]})
    assert table.clause("japan", "sail", "sasebo_nlf", "coral_sea") == "6.224"


@pytest.mark.clause("3.2", "5.25", "6.6", "16.3", "16.4")
def test_vp_10_submarines() -> None:
    units = {"submarine_base": ["i_boat", "f_boat"], "truk": ["kongo"]}
    table = RuleTester(turn=7, step="submarines", units=units)
    assert len(table.offered("submerge")) == 13
    table.acts("japan", "submerge us_mandate")
    assert table.to_act == "allies"
    events = table.acts("allies", "submerge us_mandate")
    assert "combat_opened" not in [event["event"] for event in events]
    assert (table.where("i_boat"), table.where("f_boat")) == ("submarine_base", "submarine_base")
    assert table.flag("us_mandate") is None


@pytest.mark.clause("18.2", "18.21", "18.22")
@pytest.mark.parametrize(("unit", "may"), FIRST_TURN)
def test_vp_37_which_units_move_on_turn_1(unit: str, may: int) -> None:
    table = RuleTester(turn=1, step="raid_force")
    table.acts("japan", *(f"join_raid {ship}" for ship in RAID_FORCE), "done")
    verb = "place_air" if unit.endswith(("_af", "flotilla")) else "sail" if unit.endswith("nlf") else "patrol"
    if side_of(unit) == "allies" or verb != "patrol":
        table.act("japan", "done")
    if side_of(unit) == "japan" and verb != "patrol":
        table.act("allies", "done")
    if verb == "sail":
        table.finish("air")
    if verb == "place_air" and side_of(unit) == "allies":
        table.act("allies", "done")
        table.act("japan", "place_air", "21_air_flotilla", "indonesia")
        assert table.to_act == "japan"
        return
    assert bool(table.offered(verb, unit)) == bool(may)
    if not may and verb == "patrol":
        at_sea = table.where(unit) in (*START_FLAGS, "uncertain_w")
        for area in areas(ALL):
            assert table.clause(side_of(unit), verb, unit, area) == ("6.21" if at_sea else "18.2")
