"""Retreats by groups and the chases after them (8)."""

import pytest

from ironbottom.games.victory_in_the_pacific.pieces import UNITS
from ironbottom.games.victory_in_the_pacific.rules.pursuit import fast_enough, group_speed
from tests.games.victory_in_the_pacific.battle_cases import action, at_sea, ends, pick, return_units, rows, unit_state
from tests.games.victory_in_the_pacific.rule_tester import RuleTester, kinds, only

PURSUERS = rows("""
group,group_speed,pursuer,may
nagato|mutsu,4,north_carolina,1
nagato|mutsu,4,washington:2,0
shokaku|zuikaku:2,6,enterprise,1
shokaku|zuikaku:2,6,portland:1,1
shokaku|zuikaku:2,6,north_carolina,0
tone:1,7,indianapolis,1
tone:1,7,portland:1,0
tone:1,7,7th_af,0
mogami|yokosuka_nlf,3,west_virginia,1
nagato:1|mutsu,3,north_carolina:2,1
mutsu,4,north_carolina:2,0
nagato:1,3,north_carolina:2,1
""")


@pytest.mark.clause("8.23", "8.31", "8.33", "7.71")
@pytest.mark.parametrize("row", PURSUERS, ids=lambda row: f"{row['group']} by {row['pursuer']}")
def test_vp_22_which_ships_are_fast_enough(row: dict[str, str]) -> None:
    state = at_sea("CPO", f"{row['group']}|{row['pursuer']}").match.state
    pieces = state.rules.pieces
    group = sum(1 << UNITS.index[unit.partition(":")[0]] for unit in row["group"].split("|"))
    pursuer = 1 << UNITS.index[row["pursuer"].partition(":")[0]]
    assert group_speed(pieces, state.cells, group) == int(row["group_speed"])
    assert bool(fast_enough(pieces, state.cells, pursuer, group)) == (row["may"] == "1")


FLEET = "nagato|mutsu|shokaku|zuikaku:2|tone:1|north_carolina|washington:2|enterprise|portland:1|indianapolis|7th_af"


def fleeing(units: str = FLEET, side: str = "japan", **fields: object) -> RuleTester:
    """A side retreats after a round without fire."""
    table = at_sea("CPO", units, **fields)
    pick(table, "night", "night")
    while table.step in ("announcement", "targeting"):
        table.act(table.to_act, "done")
    if side == "allies":
        table.act("japan", "stay")
    table.act(side, "retreat")
    return table


ROUND = rows("""
round,kind,firer,target,dice,mark
1,night,nagato,north_carolina,1|1|2|6:2|3,+2
1,night,mutsu,north_carolina,1|2|3|4|1,-
1,night,north_carolina,nagato,1|2|6:1|3|4,+1
1,end,north_carolina,,,2
1,end,nagato,,,1
""")


def three_groups() -> RuleTester:
    """VP-22: Nagato and Mutsu, Shokaku and Zuikaku, Tone; only the first is chased, by North Carolina."""
    table = fleeing()
    assert (table.step, table.to_act) == ("grouping", "japan")
    assert table.ends("flee", "nagato") == {"group_1"}
    assert table.clause("japan", "flee", "nagato", "group_2") == "8.2"
    table.act("japan", "flee", "nagato", "group_1")
    assert table.clause("japan", "flee", "nagato", "group_1") == "8.2"
    table.act("japan", "flee", "mutsu", "group_1")
    table.act("japan", "flee", "shokaku", "group_2")
    table.act("japan", "flee", "zuikaku", "group_2")
    events = table.act("japan", "flee", "tone", "group_3")
    assert only(events, "grouped")[0]["groups"] == [["nagato", "mutsu"], ["shokaku", "zuikaku"], ["tone"]]
    assert (table.step, table.to_act) == ("pursuit", "allies")
    return table


@pytest.mark.clause("8.2", "8.22", "8.23", "8.3", "8.31", "8.32", "8.33")
def test_vp_22_the_pursuers_are_put_on_groups() -> None:
    table = three_groups()
    may = {(choice[1], choice[2]) for choice in table.offered("pursue")}
    assert may == {
        *(("north_carolina", "group_1"), ("enterprise", "group_1"), ("portland", "group_1")),
        *(("indianapolis", "group_1"), ("enterprise", "group_2"), ("portland", "group_2")),
        *(("indianapolis", "group_2"), ("enterprise", "group_3"), ("indianapolis", "group_3")),
    }
    assert table.clause("allies", "pursue", "washington", "group_1") == "8.33"
    assert table.clause("allies", "pursue", "north_carolina", "group_2") == "8.33"
    assert table.clause("allies", "pursue", "7th_af", "group_1") == "8.32"
    assert table.clause("allies", "pursue", "enterprise", "group_4") == "8.32"
    table.act("allies", "pursue", "north_carolina", "group_1")
    assert table.clause("allies", "pursue", "north_carolina", "group_1") == "8.32"


@pytest.mark.clause("8.1", "8.4", "8.5", "8.51", "8.34")
def test_vp_22_unpursued_groups_go_home_before_the_chase_is_fought() -> None:
    table = three_groups()
    events = table.act("allies", "pursue", "north_carolina", "group_1")
    table.act("allies", "done")
    assert only(events, "pursued") == [{"side": "allies", "units": ["north_carolina"], "group": "group_1"}]
    assert {choice[1] for choice in table.offered("go")} == {"shokaku", "zuikaku", "tone"}
    events = return_units(table, shokaku="truk", zuikaku="truk", tone="yokosuka")
    assert only(events, "chase_opened") == [{"units": ["nagato", "mutsu"], "pursuers": ["north_carolina"]}]
    pick(table, "night", "night")
    action(table, ROUND)
    ends(table, ROUND)
    assert (table.step, table.to_act) == ("grouping", "japan")


def after_the_round() -> RuleTester:
    table = three_groups()
    table.act("allies", "pursue", "north_carolina", "group_1")
    table.act("allies", "done")
    return_units(table, shokaku="truk", zuikaku="truk", tone="yokosuka")
    pick(table, "night", "night")
    action(table, ROUND)
    return table


@pytest.mark.clause("8.52", "8.53", "8.51")
def test_vp_22_the_group_stays_together_and_the_pursuer_continues_or_stops() -> None:
    table = after_the_round()
    table.act("japan", "done")
    assert (table.step, table.to_act) == ("stopping", "allies")
    table.act("allies", "done")
    assert table.step == "name_action"
    table = after_the_round()
    table.act("japan", "done")
    events = table.act("allies", "break_off")
    assert only(events, "stopped") == [{"units": ["north_carolina"]}]
    assert {choice[1] for choice in table.offered("go")} == {"nagato", "mutsu"}
    table.act("japan", "go", "nagato", "truk")
    table.act("japan", "go", "mutsu", "truk")
    assert {choice[1] for choice in table.offered("go")}.isdisjoint({"nagato", "mutsu"})
    assert table.flag("central_pacific_ocean") == "allies", "pursuers that patrol hold the area"


@pytest.mark.clause("8.52", "8.22", "8.33", "8.4", "15.1")
def test_vp_22_the_group_splits_and_the_faster_part_gets_away() -> None:
    table = after_the_round()
    table.act("japan", "flee", "nagato", "group_1")
    table.act("japan", "flee", "mutsu", "group_2")
    assert (table.step, table.to_act) == ("pursuit", "allies")
    assert table.offered("pursue") == [("pursue", "north_carolina", "group_1")]
    assert table.offered("raid_port") == []
    table.act("allies", "pursue", "north_carolina", "group_1")
    assert {choice[1] for choice in table.offered("go")} == {"mutsu"}
    return_units(table)
    assert table.step == "name_action"
    pick(table, "night", "night")
    table.act("japan", "done")
    events = table.act("allies", "fire", "north_carolina", "nagato", dice=[6, 6, 1, 1, 1, 1])
    assert unit_state(table, "nagato") == "sunk"
    assert only(events, "flag_set")[3] == {"area": "central_pacific_ocean", "side": "allies"}


# -- VP-23 the decisions -------------------------------------------------------------------------------


@pytest.mark.clause("8.1", "5.42", "7.92")
def test_vp_23_no_retreat_before_the_first_round_and_japan_decides_first() -> None:
    table = at_sea("CPO", "kongo|chicago")
    assert table.step == "name_action"
    pick(table, "day", "day")
    assert (table.step, table.to_act) == ("stay_or_retreat", "japan")
    events = table.act("japan", "retreat")
    assert only(events, "retreated") == [{"side": "japan", "area": "central_pacific_ocean"}]
    assert (table.step, table.to_act) == ("pursuit", "allies")


@pytest.mark.clause("8.1", "8.11")
def test_vp_23_japan_stays_and_all_allied_units_retreat() -> None:
    table = fleeing("kongo|chicago|portland", side="allies")
    assert {choice[1] for choice in table.offered("flee")} == {"chicago", "portland"}


@pytest.mark.clause("8.21")
def test_vp_23_air_units_escape_at_once() -> None:
    table = fleeing("kongo|chicago|portland|7th_af", side="allies", more={"midway": ["11th_af"]})
    assert (table.step, table.to_act) == ("way_home", "allies")
    return_units(table, **{"7th_af": "midway"})
    assert table.step == "grouping"
    assert {choice[1] for choice in table.offered("flee")} == {"chicago", "portland"}


@pytest.mark.clause("8.12", "15.1")
@pytest.mark.parametrize(("raiding", "flag"), [([], "japan"), (["kongo"], None)])
def test_vp_23_the_side_that_retreated_does_not_hold_the_area(raiding: list[str], flag: str | None) -> None:
    table = fleeing("kongo|chicago", side="allies", raiding=raiding)
    assert table.now["retreated"] == {"japan": [], "allies": ["central_pacific_ocean"]}
    table.act("allies", "go", "chicago", "samoa")
    assert table.flag("central_pacific_ocean") == flag


@pytest.mark.clause("8.12")
def test_vp_23_not_even_when_the_pursuers_are_all_sunk() -> None:
    table = fleeing("tone|houston", side="allies")
    table.act("japan", "pursue", "tone", "group_1")
    pick(table, "night", "night")
    table.act("japan", "done")
    table.act("allies", "fire", "houston", "tone", dice=[6, 6])
    return_units(table)
    assert table.flag("central_pacific_ocean") is None


@pytest.mark.clause("8.23", "13.31", "5.43")
def test_vp_23_marines_that_flee_slow_their_group_and_may_not_land() -> None:
    table = fleeing("kongo|chicago|1st_marines", side="allies", places={"midway": "japan"})
    events = table.act("allies", "done")
    assert "landing" not in (table.step, *kinds(events))
    assert ("pursue", "kongo", "group_1") in table.offered("pursue")
    state = table.match.state
    group = sum(1 << UNITS.index[unit] for unit in ("chicago", "1st_marines"))
    assert group_speed(state.rules.pieces, state.cells, group) == 3
    table.act("japan", "done")
    return_units(table)
    assert table.owner("midway") == "japan"


@pytest.mark.clause("7.91", "8.51")
def test_vp_21_a_submarine_may_strike_at_a_fleeing_group_after_a_round_of_the_chase() -> None:
    table = at_sea("CPO", "tone|i_boat|chicago")
    pick(table, "night", "night")
    table.act("japan", "done")
    table.act("allies", "done")
    table.act("japan", "pass")
    table.act("japan", "stay")
    table.act("allies", "retreat")
    assert (table.step, table.to_act) == ("pursuit", "japan")
    table.act("japan", "pursue", "tone", "group_1")
    pick(table, "night", "night")
    table.act("japan", "done")
    table.act("allies", "done")
    assert (table.step, table.to_act) == ("strike", "japan")
    table.act("japan", "torpedo", "chicago", dice=[6, 2])
    assert unit_state(table, "chicago") == "sunk"
