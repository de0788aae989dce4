"""Special cases of combat: after rounds of a chase or a raid, air units shot down, landings with task forces."""

from typing import Any

import pytest

from ironbottom.engine.core.errors import BadValue
from tests.games.victory_in_the_pacific.battle_cases import at_sea, mark, pick, rows, unit_state
from tests.games.victory_in_the_pacific.rule_tester import RuleTester, flags, kinds, only
from tests.games.victory_in_the_pacific.test_vp_38_first_turn import after_the_raid, dice

# -- 5.4 after each round, those of raids and chases too -----------------------------------------------


@pytest.mark.clause("5.4", "5.41", "9.13", "16.1", "16.2")
def test_5_41_a_submarine_may_strike_between_the_two_rounds_of_a_raid() -> None:
    """The I-Boat disables Essex after the first round, so CV 10 raids Truk alone in the second."""
    table = at_sea("MAR", "essex|cv_10|i_boat", more={"truk": ["kongo"]})
    assert (table.step, table.to_act) == ("pursuit", "allies")
    table.act("allies", "all_raid", "truk")
    table.act("allies", "all_fire", "kongo", dice=[1, 1, 1, 1, 5, 2, 1, 1, 1])
    assert (table.step, table.to_act) == ("strike", "japan")
    assert table.ends("torpedo") == {"essex", "cv_10"}
    events = table.act("japan", "torpedo", "essex", dice=[4])
    assert only(events, "was_disabled") == [{"unit": "essex"}]
    assert (table.step, table.to_act) == ("way_home", "allies")
    table.act("allies", "go", "essex", "samoa")
    assert table.offered("fire") == [("fire", "cv_10", "kongo")]
    table.act("allies", "fire", "cv_10", "kongo", dice=[1, 1, 1, 1])
    assert table.step != "targeting", "the raid is over"


@pytest.mark.clause("5.41", "9.13", "16.3")
def test_5_41_a_submarine_that_waits_is_asked_again_after_the_second_round() -> None:
    table = at_sea("MAR", "essex|i_boat", more={"truk": ["kongo"]})
    table.act("allies", "raid_port", "essex", "truk")
    for _ in range(2):
        table.act("allies", "done")
        assert (table.step, table.to_act) == ("strike", "japan")
        table.act("japan", "pass")
    assert (table.step, table.to_act) == ("strike", "japan"), "5.6 and after all other combat"
    table.act("japan", "torpedo", "essex", dice=[5, 4])
    assert unit_state(table, "essex") == "sunk"


@pytest.mark.clause("5.43", "13.32", "9.13")
def test_5_43_the_raiding_side_may_land_after_each_round_of_a_raid() -> None:
    """Marines take Kwajalein after the first round; Kongo must go to Truk and escapes the second."""
    table = at_sea("MAR", "essex|1st_marines", more={"kwajalein": ["kongo"]})
    table.act("allies", "raid_port", "essex", "kwajalein")
    table.act("allies", "fire", "essex", "kongo", dice=[6, 1, 1, 1, 1])
    assert (table.step, table.to_act) == ("landing", "allies")
    table.act("allies", "land", "1st_marines", "kwajalein")
    assert {choice[1] for choice in table.offered("go")} == {"kongo"}
    table.act("japan", "go", "kongo", "truk")
    assert (table.owner("kwajalein"), table.damage("kongo")) == ("allies", 1)
    assert table.step != "targeting", "nothing is left there to hit"


@pytest.mark.clause("5.43", "8.51", "13.32")
def test_5_43_the_pursuing_side_may_land_after_each_round_of_a_chase() -> None:
    table = at_sea("MAR", "nagato|iowa|1st_marines", turn=7)
    pick(table, "night", "night")
    table.finish("targeting")
    table.act("japan", "retreat")
    table.act("allies", "pursue", "iowa", "group_1")
    assert (table.step, table.to_act) == ("landing", "allies"), "as Japan flees"
    table.act("allies", "done")
    pick(table, "night", "night")
    table.finish("targeting")
    table.act("allies", "done")
    assert (table.step, table.to_act) == ("landing", "allies"), "after the first round of the chase"
    table.act("allies", "land", "1st_marines", "maloelap")
    assert table.owner("maloelap") == "allies"
    assert table.step == "name_action", "the chase goes on"


# -- 7.41, 7.42, 8.51 the units in an action ---------------------------------------------------------------


@pytest.mark.clause("7.42", "7.412", "8.51")
def test_8_51_in_a_chase_only_the_group_and_its_pursuers_can_be_hit() -> None:
    """Tone and Mogami flee separately. Chicago chases Tone, and Portland chases Mogami; Iowa takes no part."""
    table = at_sea("MAR", "tone:1|mogami:1|iowa|chicago|portland", turn=7)
    pick(table, "night", "night")
    table.finish("targeting")
    table.act("japan", "retreat")
    table.act("japan", "flee", "tone", "group_1")
    table.act("japan", "flee", "mogami", "group_2")
    table.act("allies", "pursue", "chicago", "group_1")
    table.act("allies", "pursue", "portland", "group_2")
    table.act("allies", "done")
    table.act("allies", "chase", "group_1")
    pick(table, "night", "night")
    assert table.offered("fire") == [("fire", "tone", "chicago")]
    assert table.clause("japan", "fire", "tone", "portland") == "7.42"
    assert table.clause("japan", "fire", "tone", "iowa") == "7.42"
    assert table.clause("japan", "fire", "mogami", "chicago") == "7.43"


# -- 23.36 an air unit that was shot down ----------------------------------------------------------------

AIR_LOSSES = {"airstrike_losses": "on"}


@pytest.mark.clause("23.32", "23.36", "7.44")
def test_23_36_fire_at_an_air_unit_shot_down_already_is_wasted() -> None:
    table = at_sea("MAR", "21_air_flotilla:2|kongo|enterprise|essex", options=AIR_LOSSES)
    pick(table, "day", "day")
    table.act("japan", "done")
    table.act("allies", "defend", "enterprise")
    table.act("allies", "defend", "essex")
    events = table.act("allies", "all_fire", "21_air_flotilla", dice=[6, 2, 1, 1, 1, 6, 1, 1, 1, 1])
    hits = only(events, "airstrike_hit")
    assert [(e["unit"], e["loss"], e["left"]) for e in hits] == [("enterprise", 2, 0), ("essex", 0, 0)]
    assert only(events, "lost") == [{"unit": "21_air_flotilla", "back": 0}]
    assert kinds(events).index("airstrike_hit") < kinds(events).index("lost"), "the shot is told before what it did"
    assert only(events, "damaged") == []
    assert (table.where("21_air_flotilla"), table.damage("21_air_flotilla")) == ("lost", 0)


@pytest.mark.clause("23.34", "23.36", "23.37")
def test_23_36_an_air_unit_shot_down_by_its_target_neither_attacks_nor_defends_itself() -> None:
    """The 5th A.F. attacks the 21st, which shoots it down, so it no longer fires at Akagi, which attacks it too."""
    table = at_sea("IND", "21_air_flotilla|akagi|5th_af:3|chicago", options={**AIR_LOSSES, "air_unit_losses": "none"})
    pick(table, "day", "day")
    table.act("japan", "done")
    table.act("allies", "done")
    table.act("japan", "fire", "akagi", "5th_af")
    table.act("japan", "fire", "21_air_flotilla", "chicago")
    events = table.act("allies", "fire", "5th_af", "21_air_flotilla", dice=[6, 1, 1, 1, 1, 1, 6, 4, 1, 1, 1])
    assert [(e["unit"], e["target"], e["dice"]) for e in only(events, "airstrike_hit")] == [
        ("21_air_flotilla", "5th_af", [6]),
        ("chicago", "21_air_flotilla", [1]),
    ]
    assert [(e["unit"], e["target"]) for e in only(events, "fired")] == [
        ("akagi", "5th_af"),
        ("21_air_flotilla", "chicago"),
    ]
    assert (table.where("5th_af"), table.damage("5th_af")) == ("lost", 0), "lost once, and without damage"
    assert len(only(events, "lost")) == 1


@pytest.mark.clause("23.2")
@pytest.mark.parametrize(("option", "shots"), [("each_a_shot", 1), ("none", 3)])
def test_23_2_by_option_damage_costs_an_air_unit_no_shot(option: str, shots: int) -> None:
    table = at_sea("MAR", "21_air_flotilla:2|chicago", options={**AIR_LOSSES, "air_unit_losses": option})
    pick(table, "day", "day")
    table.act("japan", "done")
    events = table.act("japan", "fire", "21_air_flotilla", "chicago", dice=[1] + [1] * shots)
    assert [len(e["dice"]) for e in only(events, "fired")] == [shots]
    assert [e["left"] for e in only(events, "airstrike_hit")] == [shots]


# -- 20 with task forces -----------------------------------------------------------------------------------


@pytest.mark.clause("20.7", "5.43", "13.32")
def test_20_7_a_unit_that_was_not_named_lands_only_at_places_of_its_side() -> None:
    table = at_sea("MAR", "sasebo_nlf|tone|chicago", options={"task_forces": "on"}, places={"maloelap": "allies"})
    table.act("japan", "done")
    table.act("japan", "done")
    table.act("allies", "done", dice=[6, 6])
    table.act("japan", "stay")
    table.act("allies", "stay")
    assert (table.step, table.ends("land")) == ("landing", {"truk", "kwajalein"})
    assert table.clause("japan", "land", "sasebo_nlf", "maloelap") == "20.7"
    assert table.clause("japan", "land", "sasebo_nlf", "midway") == "13.32"
    table.act("japan", "land", "sasebo_nlf", "truk")
    assert table.where("sasebo_nlf") == "truk"


@pytest.mark.clause("20.8", "18.36")
def test_20_8_fuel_limits_the_chase_of_a_part_too() -> None:
    """Off Hawaii after round 3, part of a fleet is chased; round 4 is the last for both the chase and the battle."""
    table = after_the_raid({"task_forces": "on"}, i_boat="IO")
    table.act("japan", "stay_off_hawaii", dice=dice("6666"))
    table.acts("allies", "done", "stay_off_hawaii")
    for side in ("japan", "allies"):
        table.act(side, "done")
    table.act("japan", "done")
    table.act("allies", "done", dice=[6, 6])
    table.act("japan", "stay")
    table.act("allies", "detach", "indianapolis")
    table.act("allies", "done")
    table.act("japan", "pursue", "soryu", "group_1")
    table.act("japan", "done")
    table.act("japan", "done")
    table.act("allies", "done", dice=[6, 6])
    assert (table.step, table.to_act) == ("way_home", "allies"), "no further round"
    assert table.ends("go", "indianapolis") >= {"samoa", "pearl_harbor"}


def off_midway(allies: str, **fields: Any) -> RuleTester:
    """A battle off Midway with task forces. Louisville is at Midway; Japan has Akagi, Soryu and Tone."""
    fields = {"options": {"task_forces": "on"}, "more": {"midway": ["louisville"]}} | fields
    return at_sea("CPO", f"akagi|soryu|tone|{allies}", places={"midway": "allies"}, **fields)


def idle_round(table: RuleTester) -> None:
    """A round in which no task force attacks, and Japan stays after it."""
    for side in ("japan", "allies", "japan"):
        table.act(side, "done")
    table.act("allies", "done", dice=[6, 6])
    table.act("japan", "stay")


@pytest.mark.clause("20.8", "8.34", "8.32")
def test_20_8_ships_that_did_not_pursue_one_part_do_not_pursue_the_next() -> None:
    table = off_midway("chicago|portland|indianapolis", more={})
    idle_round(table)
    table.acts("allies", "detach chicago", "done")
    assert table.ends("pursue") == {"group_1"}
    assert {action[1] for action in table.offered("pursue")} == {"soryu", "tone"}
    table.acts("japan", "pursue tone group_1", "done", "done")
    assert (table.now["pursued"], table.now["stayed_out"]) == (["tone"], ["akagi", "soryu"])
    table.act("allies", "done", dice=[6, 6])
    table.act("japan", "break_off")
    table.act("allies", "go", "chicago", "samoa")
    idle_round(table)
    table.acts("allies", "detach portland", "done")
    assert {action[0] for action in table.offered()} == {"raid_port", "all_raid", "done"}
    assert table.clause("japan", "pursue", "soryu", "group_1") == "8.34"
    assert table.clause("japan", "pursue", "tone", "group_1") == "8.32"
    events = table.act("japan", "done")
    assert only(events, "no_pursuit") == [{"side": "japan"}]
    table.act("allies", "go", "portland", "samoa")
    assert table.step == "forming", "and the battle goes on"


@pytest.mark.clause("20.8", "8.34", "9.1")
def test_20_8_a_ship_named_as_not_pursuing_is_refused_and_may_raid() -> None:
    table = off_midway("chicago|portland|indianapolis")
    idle_round(table)
    table.acts("allies", "detach chicago", "done")
    table.act("japan", "done")
    table.act("allies", "go", "chicago", "samoa")
    idle_round(table)
    table.acts("allies", "detach portland", "done")
    assert table.offered() == [("raid_port", "akagi", "midway"), ("raid_port", "soryu", "midway"),
                               ("all_raid", "midway"), ("done",)]  # fmt: skip
    assert table.clause("japan", "pursue", "soryu", "group_1") == "8.34"
    assert table.clause("japan", "pursue", "tone", "group_1") == "8.34"
    table.act("japan", "done")
    table.act("allies", "go", "portland", "samoa")
    assert table.step == "forming"


@pytest.mark.clause("20.8", "8.34", "8.11")
def test_20_8_a_unit_that_stayed_out_does_not_pursue_the_whole_fleet() -> None:
    table = off_midway("chicago|portland|indianapolis", more={})
    idle_round(table)
    table.acts("allies", "detach chicago", "done")
    table.act("japan", "done")
    table.act("allies", "go", "chicago", "samoa")
    idle_round(table)
    table.act("allies", "retreat")
    assert table.step == "grouping"
    table.act("allies", "done")
    assert table.clause("japan", "pursue", "soryu", "group_1") == "8.34"
    assert {action[0] for action in table.offered()} == {"raid_port", "all_raid", "done"}


@pytest.mark.clause("9.1", "9.13", "9.3", "20.8")
def test_9_1_a_port_is_raided_when_part_of_a_fleet_retreats_and_its_raider_is_done() -> None:
    table = off_midway("chicago|portland|indianapolis")
    idle_round(table)
    table.acts("allies", "detach chicago", "done")
    assert table.clause("japan", "raid_port", "tone", "midway") == "9.13"
    table.acts("japan", "raid_port soryu midway", "done")
    assert table.step == "way_home", "9.11 nobody pursues, and Chicago is home first"
    events = table.act("allies", "go", "chicago", "samoa")
    assert only(events, "raid_opened") == [{"side": "japan", "place": "midway", "units": ["soryu"]}]
    assert table.ends("fire", "soryu") == {"louisville"}
    events = table.act("japan", "fire", "soryu", "louisville", dice=[6, 1, 1, 1])
    assert table.damage("louisville") == 1
    table.finish("targeting")
    assert table.step == "forming", "the rest fight on"
    assert {action[1] for action in table.offered("form")} == {"akagi", "tone"}
    idle_round(table)
    table.act("allies", "retreat")
    table.act("allies", "done")
    assert table.ends("all_raid") == set(), "one carrier is left for a raid"
    assert table.offered("raid_port") == [("raid_port", "akagi", "midway")]
    assert table.clause("japan", "raid_port", "soryu", "midway") == "8.32"


@pytest.mark.clause("9.3", "8.34", "20.8")
@pytest.mark.parametrize("field", ["pursued", "stayed_out"])
def test_20_8_the_pursuers_in_a_position(field: str) -> None:
    units = {"central_pacific_ocean": ["tone", "sasebo_nlf"]}
    fields: dict[str, Any] = {"turn": 4, "units": units}
    with pytest.raises(BadValue) as refused:
        RuleTester(**fields | {field: ["tone"]})
    assert (refused.value.field, refused.value.clause) == (field, "20.8")
    fields["options"] = {"task_forces": "on"}
    with pytest.raises(BadValue) as refused:
        RuleTester(**fields | {field: ["sasebo_nlf"]})
    assert (refused.value.field, refused.value.clause) == (field, "8.32")
    assert RuleTester(**fields | {field: ["tone"]}).now[field] == ["tone"]


SIGHT = rows("""
air,lands,attacks,patrols,die,sighted
1,0,0,0,,1
1,0,1,1,,1
0,1,0,0,,1
0,1,1,1,,1
0,0,1,0,4,1
0,0,1,0,5,0
0,0,1,1,4,1
0,0,0,1,3,1
0,0,0,1,4,0
0,0,0,0,2,1
0,0,0,0,3,0
""")


@pytest.mark.clause("20.4", "20.41", "20.42", "20.43", "20.44")
@pytest.mark.parametrize("row", SIGHT)
def test_vp_44_sighting(row: dict[str, str]) -> None:
    """Chicago with Marines and, in some rows, an air unit; a lone Japanese ship opposes them."""
    units = "tone|chicago|1st_marines" + ("|7th_af" if row["air"] == "1" else "")
    raiding = [] if row["patrols"] == "1" else ["chicago"]
    table = at_sea("CPO", units, options={"task_forces": "on"}, raiding=raiding, places={"midway": "allies"})
    table.act("allies", "done")
    table.act("japan", "done")
    if row["lands"] == "1":
        table.act("allies", "name_landing", "1st_marines")
    die = [int(row["die"])] if row["die"] else []
    if row["attacks"] == "1" and row["lands"] == "0":
        table.act("allies", "attack", "group_1")
    last = ("attack", "group_1") if row["attacks"] == row["lands"] == "1" else ("done",)
    events = table.act("allies", *last, dice=[6, *die])
    assert only(events, "force_sighted")[1] == {
        "side": "allies",
        "force": "group_1",
        "die": die,
        "sighted": row["sighted"] == "1",
    }


# -- 18.34 the old option of the I-Boat --------------------------------------------------------------------


@pytest.mark.clause("18.34", "5.6")
def test_18_34_by_the_old_option_the_i_boat_spares_the_others_later_too() -> None:
    """The I-Boat waits at 18.34, and may hit the two cruisers neither after a round nor at the end of combat."""
    table = after_the_raid({"iboat_raid": "escaped_only"})
    table.act("japan", "stay_off_hawaii", dice=dice("6666"))
    table.acts("allies", "sortie california", "done")
    assert table.clause("japan", "torpedo", "minneapolis") == "18.34"
    table.act("japan", "pass")
    table.act("allies", "stay_off_hawaii")
    pick(table, "night", "night")
    table.finish("targeting")
    assert (table.step, table.ends("torpedo")) == ("strike", {"california"})
    table.act("japan", "torpedo", "california", dice=[4])
    table.act("allies", "go", "california", "samoa")
    assert (table.step, table.to_act) == ("stay_or_retreat", "japan")


# -- scenes: 13.43 after a round of battle ------------------------------------------------------------------


@pytest.mark.clause("13.43", "13.4", "13.41", "13.42", "5.43", "14.31", "14.4")
def test_13_43_three_invaders_against_one_after_a_round_of_battle() -> None:
    """Off Midway: Tone hits Chicago, three NLF land against the 1st Marines; Portland must leave."""
    more = {"midway": ["1st_marines", "portland"]}
    table = at_sea("CPO", "tone|sasebo_nlf|kure_nlf|yokosuka_nlf|chicago", turn=4, more=more, flags=flags())
    pick(table, "night", "night")
    assert table.ends("fire", "tone") == {"chicago"}
    table.act("japan", "fire", "tone", "chicago", dice=[6, 1])
    assert table.ends("fire", "chicago") == {"tone"}, "the NLF are shielded until Tone is fired at"
    events = table.act("allies", "fire", "chicago", "tone", dice=[3])
    assert (mark(only(events, "fired")[0]), table.damage("chicago")) == ("-", 1)
    table.act("japan", "stay")
    table.act("allies", "stay")
    assert (table.step, table.to_act, table.ends("land")) == ("landing", "japan", {"midway"})
    events = table.act("japan", "land", "sasebo_nlf", "midway")
    assert only(events, "lost") == [{"unit": "sasebo_nlf", "back": 6}, {"unit": "1st_marines", "back": 6}]
    assert table.owner("midway") == "allies"
    events = table.act("japan", "land", "kure_nlf", "midway")
    assert only(events, "captured") == [{"side": "japan", "place": "midway"}]
    assert (table.step, table.to_act) == ("way_home", "allies")
    assert table.ends("go", "portland") == {"pearl_harbor", "samoa", "australia", "singapore"}
    table.act("allies", "go", "portland", "samoa")
    assert (table.step, table.to_act) == ("landing", "japan")
    events = table.act("japan", "land", "yokosuka_nlf", "midway")
    assert only(events, "landed") == [{"unit": "yokosuka_nlf", "place": "midway"}]
    assert (table.where("yokosuka_nlf"), table.owner("midway")) == ("midway", "japan")
    assert table.step == "name_action", "and the battle goes on"
    pick(table, "night", "night")
    table.finish("targeting")
    table.act("japan", "stay")
    table.act("allies", "retreat")
    table.finish("pursuit")
    table.act("allies", "go", "chicago", "samoa")
    assert (table.flag("central_pacific_ocean"), table.step) == ("japan", "way_home")
    assert table.ends("go", "tone") == {"yokosuka", "saigon", "truk", "midway"}, "14.4 the captured base is open"
