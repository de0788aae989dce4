"""A whole scene: Japan retreats from the Marshalls in three groups, is chased, and Truk is raided meanwhile (8, 9)."""

import pytest

from tests.games.victory_in_the_pacific.battle_cases import at_sea, pick, unit_state
from tests.games.victory_in_the_pacific.rule_tester import RuleTester, kinds, only

SHIPS = "|".join(
    [
        *("kongo", "nagato", "shokaku", "tone", "mogami", "21_air_flotilla", "i_boat"),
        *("iowa", "essex", "enterprise", "portland", "chicago", "indianapolis", "7th_af"),
    ]
)


def battle() -> RuleTester:
    """The table after a night round without fire, at Japan's decision."""
    table = at_sea("MAR", SHIPS, turn=7, more={"truk": ["zuiho"]}, places={"maloelap": "allies"})
    assert table.step == "name_action"
    pick(table, "night", "night")
    for side in ("allies", "japan", "allies"):
        assert table.to_act == side
        table.act(side, "done")
    assert (table.step, table.to_act) == ("strike", "japan")
    table.act("japan", "pass")
    assert {choice[0] for choice in table.offered()} == {"stay", "retreat"}
    return table


@pytest.mark.clause("8.1", "8.2", "8.21", "8.22", "8.23", "8.32", "8.4", "8.5", "8.51", "8.52", "8.53", "9.1", "9.13")
def test_a_retreat_in_three_groups_with_pursuit_and_a_raid() -> None:
    table = battle()
    table.act("japan", "retreat")
    assert table.offered("go") == [("go", "21_air_flotilla", place) for place in table_homes(table)]
    table.act("japan", "go", "21_air_flotilla", "truk")

    # 8.2 three groups: the slow Nagato, Shokaku with Tone, the others as they remain
    assert {choice[1] for choice in table.offered("flee")} == {"kongo", "nagato", "shokaku", "tone", "mogami"}
    table.act("japan", "flee", "nagato", "group_1")
    table.act("japan", "flee", "shokaku", "group_2")
    table.act("japan", "flee", "tone", "group_2")
    events = table.act("japan", "done")
    assert only(events, "grouped")[0]["groups"] == [["nagato"], ["shokaku", "tone"], ["kongo", "mogami"]]

    # 8.33 speeds 4, 8 and 6: nobody is fast enough for Shokaku and Tone
    assert (table.step, table.to_act) == ("pursuit", "allies")
    fast = ("iowa", "essex", "enterprise", "portland", "chicago", "indianapolis")
    assert {choice[1:] for choice in table.offered("pursue")} == {
        (ship, group) for ship in fast for group in ("group_1", "group_3")
    }
    assert table.ends("raid_port") == {"truk", "kwajalein"}
    assert table.clause("allies", "all_pursue", "group_2") == "8.32"
    table.act("allies", "pursue", "iowa", "group_1")
    table.act("allies", "pursue", "portland", "group_3")
    table.act("allies", "pursue", "chicago", "group_3")
    table.act("allies", "raid_port", "essex", "truk")
    table.act("allies", "done")

    # 8.4 the unpursued group is home at once, and is in Truk when it is raided (9.11)
    table.act("japan", "go", "shokaku", "truk")
    table.act("japan", "go", "tone", "kwajalein")
    assert (table.step, table.to_act) == ("chases", "allies")
    assert set(table.offered()) == {("chase", "group_1"), ("chase", "group_3"), ("raid_now", "truk")}

    assert table.clause("allies", "chase", "group_2") == "8.5"
    assert table.clause("allies", "raid_now", "kwajalein") == "9.1"

    # 9.13 the raid: two rounds, no disabling; Zuiho is sunk, Shokaku rests on the bottom
    table.act("allies", "raid_now", "truk")
    assert table.ends("fire", "essex") == {"zuiho", "shokaku", "21_air_flotilla"}
    table.act("allies", "fire", "essex", "zuiho", dice=[5, 1, 4, 4, 4])
    assert unit_state(table, "zuiho") == "sunk"
    assert (table.step, table.ends("torpedo")) == ("strike", set(fast)), "5.41 after a round of a raid too"
    table.act("japan", "pass")
    events = table.act("allies", "fire", "essex", "shokaku", dice=[6, 5, 4, 1, 1])
    assert only(events, "bottomed") == [{"unit": "shokaku", "damage": 5}]
    table.act("japan", "pass")

    # 8.51 the chase of Kongo and Mogami: day is agreed, nobody has an airstrike; then a night round
    assert (table.step, table.to_act) == ("chases", "allies")
    table.act("allies", "chase", "group_3")
    events = pick(table, "day", "day")
    assert "fired" not in kinds(events)
    table.act("japan", "pass")
    assert (table.step, table.to_act) == ("grouping", "japan")
    table.act("japan", "done")
    assert (table.step, table.to_act) == ("stopping", "allies")
    assert table.clause("allies", "stop", "iowa") == "8.53"
    table.act("allies", "stop", "chicago")
    table.act("allies", "done")
    pick(table, "night", "night")
    table.act("japan", "fire", "mogami", "portland")
    assert table.ends("fire", "kongo") == {"portland"}, "those who stopped are out of it"
    table.act("japan", "done", dice=[4])
    table.act("allies", "fire", "portland", "kongo", dice=[6, 2])
    table.act("allies", "go", "portland", "samoa")
    assert unit_state(table, "kongo") == "2"
    table.act("japan", "pass")

    # 8.4 without pursuers, Kongo and Mogami return home
    assert {choice[1] for choice in table.offered("go")} == {"kongo", "mogami"}
    table.act("japan", "go", "kongo", "truk")
    table.act("japan", "go", "mogami", "truk")

    # the last chase opens automatically: Iowa and Nagato; the Allies hold the area by the dice (7.32)
    assert table.step == "name_action"
    events = pick(table, "night", "day", dice=[3, 2])
    assert only(events, "action_rolled") == [{"japan": 3, "allies": 2, "japan_total": 4, "allies_total": 3}]
    assert only(events, "action_settled")[0]["action"] == "night"
    table.act("japan", "fire", "nagato", "iowa", dice=[6, 2, 1, 1, 1, 1])
    events = table.act("allies", "fire", "iowa", "nagato", dice=[6, 6, 1, 1, 1, 1])
    assert unit_state(table, "nagato") == "sunk"

    # 7.91 the I-Boat has waited; its shot is the last of the area
    assert (table.step, table.to_act) == ("strike", "japan")
    events = table.act("japan", "torpedo", "iowa", dice=[5, 3])
    assert table.damage("iowa") == 5
    assert [e["area"] for e in only(events, "combat_ended")] == ["marshall_islands"]
    assert table.where("i_boat") == "submarine_base"
    assert table.flag("marshall_islands") == "allies"


def table_homes(table: RuleTester) -> list[str]:
    """10.1 The places to which a Japanese air unit returns from the Marshalls."""
    return ["yokosuka", "saigon", "truk", "kwajalein"]
