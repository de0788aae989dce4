"""Battles round by round: marks at the end of the action, day then night, air units, submarines (7, 16)."""

import pytest

from tests.games.victory_in_the_pacific.battle_cases import action, at_sea, ends, pick, return_units, rows, unit_state
from tests.games.victory_in_the_pacific.rule_tester import RuleTester, flags, kinds, only


def of(fight: list[dict[str, str]], number: str) -> list[dict[str, str]]:
    """The rows of a round, or of an action of it."""
    return [row for row in fight if row["round"] == number]


def stay(table: RuleTester) -> None:
    """Both sides stay after the round."""
    table.act("japan", "stay")
    table.act("allies", "stay")


MARKS = rows("""
round,kind,firer,target,dice,mark
1,day,akagi,lexington,4|6:2|1|3,dis +2
1,day,shokaku,lexington,1|5:3|2|2,+3
1,day,zuiho,chicago,5:1|2,+1
1,day,lexington,zuiho,4|5:1|1|2,dis +1
1,end,lexington,,,sunk
1,end,chicago,,,1
1,end,zuiho,,,sunk
2,night,akagi,chicago,5,dis
2,night,shokaku,chicago,3,-
2,night,chicago,akagi,6:4,+4
2,end,chicago,,,home 1
2,end,akagi,,,4
""")


@pytest.mark.clause(
    "5.3", "5.34", "5.35", "5.36", "5.5", "7.1", "7.11", "7.12", "7.4", "7.6", "7.61", "7.62", "7.63", "7.64"
)
def test_vp_18_marks_at_the_end_of_the_action_and_sunk_beats_disabled() -> None:
    table = at_sea("CPO", "akagi|shokaku|zuiho|lexington|chicago")
    pick(table, "day", "day")
    action(table, of(MARKS, "1"))
    ends(table, of(MARKS, "1"))
    stay(table)
    pick(table, "night", "night")
    action(table, of(MARKS, "2"))
    ends(table, of(MARKS, "2"))
    assert (table.step, table.to_act) == ("way_home", "allies")
    events = return_units(table, chicago="samoa")
    assert table.where("chicago") == "samoa"
    assert [e["area"] for e in only(events, "combat_ended")] == ["central_pacific_ocean"]
    assert only(events, "retreated") == []


DAY_THEN_NIGHT = rows("""
round,kind,firer,target,dice,mark
1d,day,soryu,enterprise,4|6:2|1,dis +2
1d,day,enterprise,soryu,5:3|1|2|2,+3
1d,end,soryu,,,sunk
1d,end,enterprise,,,home 2
1n,night,kirishima,indianapolis,5|6:1|1|2,dis +1
1n,night,mogami,portland,5:2,+2
1n,night,indianapolis,mogami,1,-
1n,night,portland,mogami,6:1,+1
1n,end,indianapolis,,,home 1
1n,end,portland,,,sunk
1n,end,mogami,,,1
""")


@pytest.mark.clause("5.37", "5.38", "7.33", "7.8", "7.41", "7.42")
def test_vp_19_day_then_night_on_a_tie() -> None:
    """The whole stream: 4 4, 4 6 2 1, 5 3 1 2 2, 5 6 1 1 2, 5 2, 1, 6 1."""
    table = at_sea("MRN", "soryu|kirishima|mogami|enterprise|indianapolis|portland", flags=flags(japan="MRN"))
    events = pick(table, "night", "day", [4, 4])
    assert only(events, "action_rolled") == [{"japan": 4, "allies": 4, "japan_total": 5, "allies_total": 5}]
    assert only(events, "action_settled") == [{"area": "marianas_islands", "action": "day", "both": True}]
    action(table, of(DAY_THEN_NIGHT, "1d"))
    ends(table, of(DAY_THEN_NIGHT, "1d"))
    return_units(table)
    assert table.step == "targeting", "Enterprise and Soryu miss the night"
    assert {choice[1] for choice in table.offered("fire")} == {"kirishima", "mogami"}
    assert table.ends("fire", "kirishima") == {"indianapolis", "portland"}
    action(table, of(DAY_THEN_NIGHT, "1n"))
    ends(table, of(DAY_THEN_NIGHT, "1n"))


@pytest.mark.clause("5.38", "7.91")
def test_vp_19_submarines_and_retreats_come_only_after_the_night() -> None:
    table = at_sea("MRN", "kongo|i_boat|enterprise|indianapolis")
    events = pick(table, "night", "day", [4, 4])
    assert only(events, "action_settled")[0]["both"]
    table.act("allies", "done")
    assert (table.step, table.to_act) == ("targeting", "japan")
    table.act("japan", "done")
    table.act("allies", "done")
    assert (table.step, table.to_act) == ("strike", "japan")
    table.act("japan", "pass")
    assert (table.step, table.to_act) == ("stay_or_retreat", "japan")


AIR = rows("""
round,kind,firer,target,dice,mark
1,day,21_air_flotilla,5th_af,5|5|5,-
1,day,22_air_flotilla,repulse,5|6:1|2,dis +1
1,day,5th_af,21_air_flotilla,6:3|5,+3
1,end,repulse,,,home 1
1,end,21_air_flotilla,,,3
2,day,21_air_flotilla,5th_af,6:2|6:2|1,+4
2,day,22_air_flotilla,5th_af,6:1|2|3,+1
2,day,5th_af,21_air_flotilla,6:1|1,+1
2,end,5th_af,,,sunk
2,end,21_air_flotilla,,,sunk
""")


@pytest.mark.clause("12.2", "12.21", "12.22", "12.23", "12.25", "12.3", "7.534", "4.5")
def test_vp_20_air_units_add_up_damage_and_fire_in_full_until_lost() -> None:
    table = at_sea("IND", "21_air_flotilla|22_air_flotilla|5th_af|repulse", turn=1)
    pick(table, "day", "day")
    action(table, of(AIR, "1"))
    ends(table, of(AIR, "1"))
    return_units(table)
    stay(table)
    pick(table, "day", "day")
    action(table, of(AIR, "2"))
    ends(table, of(AIR, "2"))
    assert table.where("5th_af") == table.where("21_air_flotilla") == "return_3"


@pytest.mark.clause("12.2", "7.421", "7.422")
def test_vp_20_at_night_there_is_no_fire_from_or_at_air_units() -> None:
    table = at_sea("IND", "21_air_flotilla|5th_af")
    events = pick(table, "night", "night")
    assert "fired" not in kinds(events)
    assert table.step == "stay_or_retreat"


# -- VP-21 submarines ----------------------------------------------------------------------------------


def after_a_round(units: str, **fields: object) -> RuleTester:
    """The question after a round without fire."""
    table = at_sea("CPO", units, turn=7, **fields)
    pick(table, "night", "night")
    while table.step in ("announcement", "targeting"):
        table.act(table.to_act, "done")
    return table


@pytest.mark.clause("5.41", "7.91", "16.1", "16.2", "16.3", "16.4")
def test_vp_21_i_boat_then_f_boat_with_effect_at_once() -> None:
    table = after_a_round("kongo|taiho|i_boat|f_boat|essex|chicago")
    assert (table.step, table.to_act) == ("strike", "japan")
    assert table.ends("torpedo") == {"essex", "chicago"}, "no submarine is ever a target"
    assert table.clause("japan", "torpedo", "f_boat") == "16.2"
    events = table.act("japan", "torpedo", "essex", dice=[6, 4])
    assert unit_state(table, "essex") == "sunk"
    assert table.where("i_boat") == "submarine_base"
    assert only(events, "torpedoed")[0]["damage"] == 4
    assert (table.step, table.to_act) == ("strike", "allies")
    table.act("allies", "torpedo", "taiho", dice=[5, 1])
    assert unit_state(table, "taiho") == "1"
    assert table.step == "stay_or_retreat"


@pytest.mark.clause("5.6", "16.1", "16.3")
def test_vp_21_a_submarine_held_back_may_strike_last_of_all() -> None:
    table = after_a_round("kongo|f_boat|chicago")
    table.act("allies", "pass")
    table.act("japan", "stay")
    table.act("allies", "retreat")
    return_units(table)
    assert (table.step, table.to_act) == ("strike", "allies")
    events = table.act("allies", "torpedo", "kongo", dice=[4])
    assert only(events, "was_disabled") == [{"unit": "kongo"}]
    assert table.where("f_boat") == "submarine_base"
    assert table.step == "way_home"


@pytest.mark.clause("16.2", "16.4")
def test_vp_21_never_at_air_units_and_without_others_it_starts_no_combat() -> None:
    table = at_sea("CPO", "i_boat|7th_af", turn=7, more={"midway": ["chicago"]})
    assert table.step not in ("strike", "combat", "name_action")


@pytest.mark.clause("5.4", "5.41", "5.42", "5.43", "7.13", "7.9", "7.93", "13.32")
def test_5_4_after_a_round_the_submarines_then_retreats_then_landings() -> None:
    table = after_a_round("kongo|i_boat|sasebo_nlf|chicago", places={"midway": "japan"})
    steps = []
    for choice in ("pass", "stay", "stay"):
        steps.append((table.step, table.to_act))
        table.act(table.to_act, choice)
    assert steps == [("strike", "japan"), ("stay_or_retreat", "japan"), ("stay_or_retreat", "allies")]
    assert (table.step, table.to_act) == ("landing", "japan")
    table.act("japan", "land", "sasebo_nlf", "midway")
    assert table.where("sasebo_nlf") == "midway"
    assert table.step == "name_action"


# -- 5.5 deadlock, 5.31 order --------------------------------------------------------------------------


@pytest.mark.clause("5.5", "7.94")
def test_vp_33_deadlock_both_stay() -> None:
    table = at_sea("CS", "yokosuka_nlf|1st_marines")
    assert table.now["fought"] == ["coral_sea"]
    assert table.where("1st_marines") == table.where("yokosuka_nlf") == "coral_sea"
    assert (table.step, table.to_act) == ("landing", "japan")
    assert table.flag("coral_sea") is None
    table.act("japan", "done")
    assert (table.step, table.to_act) == ("landing", "allies")


@pytest.mark.clause("5.5")
def test_5_5_by_agreement_both_go_home_instead() -> None:
    table = at_sea("CS", "yokosuka_nlf|1st_marines", options={"deadlock": "leave"})
    assert (table.step, table.to_act) == ("way_home", "japan")
    table.act("japan", "go", "yokosuka_nlf", "truk")
    assert (table.step, table.to_act) == ("way_home", "allies")


@pytest.mark.clause("5.31", "7.11")
def test_5_31_japan_names_the_areas_one_after_another() -> None:
    table = at_sea("CPO", "kongo|chicago", more={"coral_sea": ["tone", "portland"], "indian_ocean": ["mogami"]})
    assert (table.step, table.to_act) == ("combat", "japan")
    assert table.ends("fight") == {"central_pacific_ocean", "coral_sea"}
    assert table.clause("japan", "fight", "indian_ocean") == "5.31"
    table.act("japan", "fight", "coral_sea")
    assert table.now["battle"] == "coral_sea"
