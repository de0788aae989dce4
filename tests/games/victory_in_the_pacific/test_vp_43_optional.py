"""Optional rules in battle: kamikazes (19.2), task forces (20), US battleships (21), islands (22), airstrikes (23)."""

import pytest

from tests.games.victory_in_the_pacific.battle_cases import at_sea, dice_of, mark, pick, rows, unit_state
from tests.games.victory_in_the_pacific.rule_tester import RuleTester, only

# -- 19.2 kamikazes ------------------------------------------------------------------------------------

KAMIKAZES = rows("""
firer,target,dice,mark
21_air_flotilla,essex,4|5:2|1,dis +2
21_air_flotilla,7th_af,5|6:4|1,+4
taiho,essex,4|4|5:1,dis +1
shinano,independence,5:3|1|6:1,+4
ryuho,1st_marines,4,dis
""")
NINTH = {"last_turn": "9"}


@pytest.mark.clause("19.2", "19.21", "19.22")
@pytest.mark.parametrize("row", KAMIKAZES, ids=lambda row: f"{row['firer']} at {row['target']}")
def test_vp_43_kamikazes(row: dict[str, str]) -> None:
    table = at_sea("CPO", f"{row['firer']}|{row['target']}", turn=9, options=NINTH)
    pick(table, "day", "day")
    if table.step == "kamikaze_naming":
        events = table.act("japan", "kamikaze", row["firer"])
        assert only(events, "kamikazes") == [{"units": [row["firer"]]}]
    events = table.act("japan", "fire", row["firer"], row["target"], dice=dice_of(row["dice"]))
    if table.step == "targeting":
        events += table.act("allies", "done")
    assert mark(only(events, "fired")[0]) == row["mark"]
    assert unit_state(table, row["firer"]) == "sunk", "the attacker is gone, hit or not"


@pytest.mark.clause("19.21", "19.22")
def test_vp_43_a_unit_that_does_not_fire_stays_and_carriers_are_asked_only_on_turn_nine() -> None:
    table = at_sea("CPO", "21_air_flotilla|taiho|essex", turn=9, options=NINTH)
    pick(table, "day", "day")
    assert table.step == "kamikaze_naming"
    assert table.clause("japan", "kamikaze", "21_air_flotilla") == "19.22"
    table.act("japan", "done")
    table.act("japan", "fire", "taiho", "essex")
    table.act("japan", "done", dice=[1, 1, 1])
    table.act("allies", "done")
    assert unit_state(table, "21_air_flotilla") == unit_state(table, "taiho") == "0"
    table = at_sea("CPO", "21_air_flotilla|essex", turn=8, options=NINTH)
    pick(table, "day", "day")
    events = table.act("japan", "fire", "21_air_flotilla", "essex", dice=[4, 1, 1])
    assert mark(only(events, "fired")[0]) == "-"


# -- 20 task forces ------------------------------------------------------------------------------------


def forces(units: str, **fields: object) -> RuleTester:
    return at_sea("CPO", units, options={"task_forces": "on"}, **fields)


@pytest.mark.clause("20.1", "20.2", "20.3", "20.4", "20.5", "20.6", "20.7")
def test_20_a_battle_with_task_forces() -> None:
    """Akagi strikes unseen, and Kongo's force is sighted. The Allied patrol is not sighted, but joins at night."""
    table = forces("akagi|kongo|lexington|chicago|portland|7th_af", raiding=["akagi", "kongo"], more={"midway": []})
    assert (table.step, table.to_act) == ("forming", "japan")
    table.act("japan", "form", "akagi", "group_1")
    assert table.clause("japan", "form", "kongo", "group_3") == "20.2"
    assert table.clause("japan", "form", "akagi", "group_1") == "20.2"
    events = table.act("japan", "form", "kongo", "group_2")
    assert only(events, "forces_formed") == [{"side": "japan", "forces": [["akagi"], ["kongo"]]}]
    table.act("allies", "form", "7th_af", "group_1")
    table.act("allies", "form", "lexington", "group_2")
    events = table.act("allies", "done")
    assert only(events, "forces_formed")[0]["forces"] == [["7th_af"], ["lexington"], ["chicago", "portland"]]
    assert (table.step, table.to_act) == ("tasking", "japan")
    assert table.clause("japan", "attack", "group_3") == "20.3"
    assert table.clause("japan", "name_landing", "akagi") == "20.3"
    table.act("japan", "attack", "group_1")
    table.act("japan", "attack", "group_2")
    table.act("allies", "attack", "group_3")
    events = table.act("allies", "done", dice=[5, 4, 2, 5])
    assert [(e["side"], e["force"], e["die"], e["sighted"]) for e in only(events, "force_sighted")] == [
        ("japan", "group_1", [5], False),
        ("japan", "group_2", [4], True),
        ("allies", "group_1", [], True),
        ("allies", "group_2", [2], True),
        ("allies", "group_3", [5], False),
    ]
    assert (table.step, table.to_act) == ("targeting", "japan")
    assert set(table.offered("fire")) == {("fire", "akagi", "lexington"), ("fire", "akagi", "7th_af")}
    table.act("japan", "fire", "akagi", "lexington", dice=[5, 3, 4, 1, 1])
    assert (table.step, table.to_act) == ("way_home", "allies")
    table.act("allies", "go", "lexington", "samoa")
    assert (table.step, table.to_act) == ("joining", "japan")
    table.act("japan", "done")
    assert (table.step, table.to_act) == ("joining", "allies")
    assert table.clause("allies", "join", "group_1") == "20.6"
    events = table.act("allies", "join", "group_3")
    assert only(events, "force_joined") == [{"side": "allies", "force": "group_3"}]
    assert (table.step, table.to_act) == ("targeting", "japan")
    assert set(table.offered("fire")) == {("fire", "kongo", "chicago"), ("fire", "kongo", "portland")}
    table.act("japan", "fire", "kongo", "chicago", dice=[6, 2, 1, 1, 1])
    assert {choice[2] for choice in table.offered("fire")} == {"kongo"}, "Akagi was not sighted and did not join"
    table.act("allies", "all_fire", "kongo", dice=[1, 1])
    assert unit_state(table, "chicago") == "sunk"
    assert (table.step, table.to_act) == ("stay_or_part", "japan")


@pytest.mark.clause("20.6", "20.42")
def test_vp_44_a_sighted_force_that_was_not_named_fires_at_no_target() -> None:
    table = forces("kongo|chicago")
    table.act("japan", "done")
    events = table.act("allies", "attack", "group_1", dice=[3, 4])
    assert [e["sighted"] for e in only(events, "force_sighted")] == [True, True]
    assert (table.step, table.to_act) == ("targeting", "allies")
    table.act("allies", "fire", "chicago", "kongo", dice=[5])
    assert table.step == "way_home"


@pytest.mark.clause("20.3", "20.7", "20.41")
@pytest.mark.parametrize("named", [True, False])
def test_20_7_only_units_announced_as_landing_may_land(named: bool) -> None:
    table = forces("sasebo_nlf|tone|chicago", places={"midway": "allies"})
    table.act("japan", "form", "tone", "group_1")
    table.act("japan", "done")
    if named:
        table.act("japan", "name_landing", "sasebo_nlf")
    table.act("japan", "done")
    events = table.act("allies", "done", dice=[1, 1] if named else [1, 1, 1])
    assert [e["die"] for e in only(events, "force_sighted")][1] == ([] if named else [1])
    table.act("japan", "stay")
    table.act("allies", "stay")
    assert table.step == ("landing" if named else "forming")


@pytest.mark.clause("20.8")
def test_20_8_part_of_a_fleet_flees_and_its_pursuers_do_not_come_back() -> None:
    table = forces("kongo|tone|chicago|portland")
    table.act("japan", "done")
    table.act("allies", "done")
    table.act("japan", "done")
    events = table.act("allies", "done", dice=[6, 6])
    assert not any(e["sighted"] for e in only(events, "force_sighted"))
    assert (table.step, table.to_act) == ("stay_or_part", "japan")
    table.act("japan", "stay")
    assert table.clause("allies", "detach", "kongo") == "20.8"
    table.act("allies", "detach", "chicago")
    assert table.step == "detaching"
    events = table.act("allies", "done")
    assert only(events, "parted") == [{"side": "allies", "units": ["chicago"]}]
    assert table.offered("pursue") == [("pursue", "tone", "group_1")]
    table.act("japan", "pursue", "tone", "group_1")
    assert (table.step, table.to_act) == ("tasking", "japan"), "one ship a side needs no forming"
    table.act("japan", "attack", "group_1")
    table.act("allies", "done", dice=[6, 6])
    while table.step == "joining":
        table.act(table.to_act, "done")
    table.act("japan", "break_off")
    table.act("allies", "go", "chicago", "samoa")
    assert (table.step, table.to_act) == ("tasking", "japan"), "Kongo against Portland; Tone is out of it"
    events = table.act("japan", "done")
    assert only(events, "retreated") == []
    assert table.now["retreated"] == {"japan": [], "allies": []}


# -- 21 US battleships ---------------------------------------------------------------------------------

LATE_GUNS = rows("""
turn,firer,target,dice,mark
6,north_carolina,kongo,4|5|1|1|1,dis
7,north_carolina,kongo,4|5:3|1|1|1,dis +3
7,north_carolina:1,kongo,4|5|1|1|1,dis
7,nevada,kongo,4|5:1|1|1,dis +1
8,iowa,yamato,4|6:6|5:2|1|1,dis +8
7,queen_elizabeth,kongo,4|5|1|1,dis
""")


@pytest.mark.clause("21.0")
@pytest.mark.parametrize("row", LATE_GUNS, ids=lambda row: f"{row['firer']} on turn {row['turn']}")
def test_vp_45_us_battleships_fire_with_the_bonus_from_turn_seven(row: dict[str, str]) -> None:
    options = {"us_battleship_bonus": "on"}
    table = at_sea("CPO", f"{row['firer']}|{row['target']}", turn=int(row["turn"]), options=options)
    pick(table, "night", "night")
    table.act("japan", "done")
    events = table.act("allies", "fire", row["firer"].partition(":")[0], row["target"], dice=dice_of(row["dice"]))
    assert mark(only(events, "fired")[0]) == row["mark"]


# -- 22 island combat ----------------------------------------------------------------------------------

ISLAND = rows("""
round,firer,target,dice,hits,left
1,sasebo_nlf,1st_marines,6|2|6,2,
1,1st_marines,sasebo_nlf,1|6|3|2,1,
1,garrison,sasebo_nlf,3,0,sasebo_nlf:1|1st_marines:2|garrison:0
2,sasebo_nlf,1st_marines,6|6,2,
2,1st_marines,sasebo_nlf,1|2,0,
2,garrison,sasebo_nlf,4,0,sasebo_nlf:1|1st_marines:4|garrison:0
3,sasebo_nlf,1st_marines,6|1,1,
3,garrison,sasebo_nlf,6,1,sasebo_nlf:2|garrison:0
4,sasebo_nlf,garrison,6,1,
4,garrison,sasebo_nlf,1,0,sasebo_nlf:2
""")


def ashore(*units: str, defenders: list[str]) -> RuleTester:
    """Units off Midway that may land at the end of the turn."""
    table = at_sea(
        "CPO",
        "|".join(units),
        turn=3,
        more={"midway": defenders},
        options={"island_combat": "on"},
        places={"midway": "allies"},
        flags={"central_pacific_ocean": None},
    )
    assert (table.step, table.to_act) == ("landing", "japan")
    return table


@pytest.mark.clause("22.1", "22.2", "22.3", "22.4")
def test_vp_46_island_combat() -> None:
    table = ashore("sasebo_nlf", defenders=["1st_marines"])
    dice = [die for row in ISLAND for die in dice_of(row["dice"])]
    events = table.act("japan", "land", "sasebo_nlf", "midway", dice=dice)
    assert [(e["unit"], e["target"], e["dice"], e["hits"]) for e in only(events, "island_fired")] == [
        (row["firer"], row["target"], dice_of(row["dice"]), int(row["hits"])) for row in ISLAND
    ]
    assert only(events, "captured") == [{"side": "japan", "place": "midway"}]
    assert (table.where("sasebo_nlf"), table.damage("sasebo_nlf")) == ("midway", 2)
    assert table.where("1st_marines") == "return_5"
    assert table.owner("midway") == "japan"


@pytest.mark.clause("22.1", "22.2", "22.4")
def test_22_where_there_is_a_choice_units_are_targeted_one_by_one() -> None:
    table = ashore("sasebo_nlf", "kure_nlf", defenders=["1st_marines", "2nd_marines"])
    table.act("japan", "land", "sasebo_nlf", "midway")
    table.act("japan", "land", "kure_nlf", "midway")
    assert (table.step, table.to_act) == ("island_aiming", "japan")
    assert table.ends("assault", "kure_nlf") == {"1st_marines", "2nd_marines"}
    assert table.clause("japan", "assault", "kure_nlf", "garrison") == "22.4"
    table.act("japan", "assault", "sasebo_nlf", "1st_marines")
    assert table.clause("japan", "assault", "sasebo_nlf", "1st_marines") == "22.2"
    table.act("japan", "assault", "kure_nlf", "1st_marines", dice=[6, 6, 6, 6, 1, 5])
    assert (table.step, table.to_act) == ("island_aiming", "allies")
    assert table.ends("assault", "garrison") == {"sasebo_nlf", "kure_nlf"}
    table.act("allies", "assault", "1st_marines", "kure_nlf")
    table.act("allies", "assault", "2nd_marines", "kure_nlf")
    events = table.act("allies", "assault", "garrison", "kure_nlf", dice=[6, 6, 6, 6, 1, 1, 1, 1, 1])
    assert [e["hits"] for e in only(events, "island_fired")] == [4, 0, 0]
    assert table.where("kure_nlf") == "return_5", "four points are above its armor"
    assert table.damage("1st_marines") == 4


@pytest.mark.clause("22.1", "22.4")
def test_22_invaders_that_are_all_lost_leave_the_base_to_its_owner() -> None:
    table = ashore("sasebo_nlf", defenders=[])
    events = table.act("japan", "land", "sasebo_nlf", "midway", dice=[1, 1, 1, 6, 1, 1, 6, 1, 6, 6])
    assert [e["hits"] for e in only(events, "island_fired")] == [0, 1, 0, 1, 0, 1, 1]
    assert table.owner("midway") == "allies"
    assert table.where("sasebo_nlf") == "return_5"


# -- 23 airstrike losses -------------------------------------------------------------------------------

AIR_LOSSES = {"airstrike_losses": "on"}


@pytest.mark.clause("23.1", "23.2", "23.3", "23.31", "23.32", "23.33", "23.34", "23.35", "23.36", "23.37")
def test_vp_47_airstrike_losses() -> None:
    table = at_sea("CPO", "kongo|akagi|zuiho|lexington|enterprise", options=AIR_LOSSES)
    pick(table, "day", "day")
    assert (table.step, table.to_act) == ("roles", "japan")
    assert table.clause("japan", "defend", "kongo") == "23.3"
    table.act("japan", "defend", "zuiho")
    table.act("japan", "done")
    table.act("allies", "defend", "enterprise")
    table.act("allies", "done")
    assert (table.step, table.to_act) == ("targeting", "japan")
    assert table.offered("fire") == [("fire", "zuiho", "lexington")], "defenders fire only at attacking airstrikes"
    events = table.act("japan", "fire", "zuiho", "lexington", dice=[6, 2, 1])
    assert [(e["loss"], e["left"]) for e in only(events, "airstrike_hit")] == [(2, 2)]
    assert table.offered("fire") == [("fire", "enterprise", "akagi")]
    events = table.act("allies", "fire", "enterprise", "akagi", dice=[6, 1, 5, 2, 3])
    assert [(e["loss"], e["left"]) for e in only(events, "airstrike_hit")] == [(1, 3)]
    assert table.ends("fire", "akagi") == {"lexington", "enterprise"}
    table.act("japan", "fire", "akagi", "lexington")
    assert table.ends("fire", "lexington") == {"kongo", "akagi", "zuiho"}
    events = table.act("allies", "fire", "lexington", "zuiho", dice=[3])
    assert [(e["unit"], e["target"], e["left"]) for e in only(events, "airstrike_hit")] == [("zuiho", "lexington", 2)]
    assert table.offered("fire") == [("fire", "kongo", "lexington")], "the idle battleship"
    assert "idle battleships" in table.match.decisions()[0].prompt
    events = table.act("japan", "fire", "kongo", "lexington", dice=[5, 6, 1, 5, 2, 1, 5, 1, 4])
    assert [(e["unit"], e["target"], e["loss"], e["left"]) for e in only(events, "airstrike_hit")] == [
        ("kongo", "lexington", 0, 2),
        ("lexington", "akagi", 1, 2),
    ]
    assert [(e["unit"], e["dice"], mark(e)) for e in only(events, "fired")] == [
        ("akagi", [5, 1], "+2"),
        ("lexington", [5, 4], "dis +1"),
    ]
    assert (unit_state(table, "zuiho"), unit_state(table, "lexington"), unit_state(table, "akagi")) == (
        "sunk",
        "2",
        "0",
    )
    assert table.now["air_loss"] == {"akagi": 2, "lexington": 2}


@pytest.mark.clause("23.4")
def test_23_4_a_carrier_without_airstrike_goes_home_at_the_end_of_the_action() -> None:
    table = at_sea("CPO", "akagi|zuiho|enterprise|chicago", options=AIR_LOSSES)
    pick(table, "day", "day")
    table.act("japan", "done")
    table.act("allies", "defend", "enterprise")
    events = table.act("allies", "fire", "enterprise", "zuiho", dice=[6, 3, 1, 1, 1])
    assert [(e["loss"], e["left"]) for e in only(events, "airstrike_hit")] == [(2, 0)]
    table.act("japan", "fire", "akagi", "chicago", dice=[1, 1, 1, 1, 1])
    assert (table.step, table.to_act) == ("way_home", "japan")
    assert {choice[1] for choice in table.offered("go")} == {"zuiho"}


@pytest.mark.clause("23.2", "23.32", "23.36")
def test_23_2_each_point_costs_an_air_unit_a_shot_and_takes_effect_immediately() -> None:
    table = at_sea("MAR", "21_air_flotilla:3|22_air_flotilla:2|enterprise", options=AIR_LOSSES)
    pick(table, "day", "day")
    assert {choice[1] for choice in table.offered("defend")} == {"22_air_flotilla"}
    table.act("japan", "done")
    table.act("allies", "defend", "enterprise")
    events = table.act("allies", "fire", "enterprise", "22_air_flotilla", dice=[6, 2, 1, 1, 1])
    assert unit_state(table, "22_air_flotilla") == "sunk"
    assert only(events, "fired") == []
