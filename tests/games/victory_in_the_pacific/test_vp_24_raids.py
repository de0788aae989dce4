"""Air raids on ports and bases, and ships on the bottom (9)."""

import pytest

from tests.games.victory_in_the_pacific.battle_cases import at_sea, ends, pick, return_units, rows, shoot, unit_state
from tests.games.victory_in_the_pacific.rule_tester import RuleTester, kinds, only

RAID = rows("""
round,kind,firer,target,dice,mark
1,raid,essex,kongo,5:4|4|1|6:2,+6
1,raid,cv_10,zuiho,4|4|1|5:1,+1
1,raid,independence,22_air_flotilla,5|6:3,+3
1,end,kongo,,,bottom 6
1,end,zuiho,,,sunk
1,end,22_air_flotilla,,,3
2,raid,essex,kongo,5:1|1|2|3,+1
2,raid,cv_10,22_air_flotilla,6:1|1|2|3,+1
2,raid,independence,22_air_flotilla,1|2,-
2,end,kongo,,,sunk
2,end,22_air_flotilla,,,sunk
""")


def fired(number: str) -> list[dict[str, str]]:
    """The shots of a round."""
    return [row for row in RAID if row["round"] == number and row["kind"] == "raid"]


@pytest.mark.clause("9.11", "9.12", "9.13", "9.14", "9.2", "9.4", "9.41", "9.42", "5.31")
def test_vp_24_an_air_raid_of_two_rounds() -> None:
    """The Allies are alone off Truk and raid it."""
    table = at_sea("MAR", "essex|cv_10|independence", more={"truk": ["kongo", "zuiho", "22_air_flotilla"]})
    assert (table.step, table.to_act) == ("pursuit", "allies")
    assert table.ends("raid_port") == {"truk"}, "nothing lies in Kwajalein and Maloelap"
    events = table.act("allies", "all_raid", "truk")
    opened = only(events, "raid_opened")[0]
    assert (opened["place"], sorted(opened["units"])) == ("truk", ["cv_10", "essex", "independence"])
    assert (table.step, table.to_act) == ("targeting", "allies")
    shoot(table, fired("1"))
    ends(table, [row for row in RAID if row["round"] == "1"], in_port=True)
    assert table.step == "targeting"
    assert table.ends("fire", "essex") == {"kongo", "22_air_flotilla"}, "a ship on the bottom is still a target"
    events = shoot(table, fired("2"))
    ends(table, [row for row in RAID if row["round"] == "2"], in_port=True)
    assert not {"was_disabled", "retreated"} & set(kinds(events))
    assert table.step != "targeting", "the raid is over"


@pytest.mark.clause("9.2", "5.31")
def test_vp_25_a_side_without_enemies_in_an_area_may_decline() -> None:
    table = at_sea("MAR", "essex", more={"truk": ["kongo"]})
    assert (table.step, table.to_act) == ("pursuit", "allies")
    assert table.clause("allies", "all_raid", "truk") == "9.1", "one ship is not several"
    events = table.act("allies", "done")
    assert only(events, "no_pursuit") == [{"side": "allies"}]
    assert table.now["fought"] == ["marshall_islands"]
    assert table.step not in ("pursuit", "targeting")


@pytest.mark.clause("9.2", "9.3")
def test_9_2_ships_without_airstrike_and_air_units_cannot_raid() -> None:
    assert at_sea("MAR", "chicago", more={"truk": ["kongo"]}).step != "pursuit"
    table = at_sea("MAR", "7th_af", more={"truk": ["kongo"]}, places={"maloelap": "allies"})
    assert table.step != "pursuit"


def off_the_marshalls(units: str, **fields: object) -> RuleTester:
    """Japan retreats from the Marshall Islands after a round without fire."""
    table = at_sea("MAR", units, **fields)
    pick(table, "night", "night")
    while table.step in ("announcement", "targeting"):
        table.act(table.to_act, "done")
    table.act("japan", "retreat")
    return table


@pytest.mark.clause("9.1", "9.3", "8.32", "8.34")
def test_vp_25_ships_raid_or_pursue_but_do_one_thing() -> None:
    table = off_the_marshalls("tone|essex|cv_10|cv_16|wasp|7th_af", more={"truk": ["kongo"], "kwajalein": ["hiei"]})
    assert table.ends("raid_port", "essex") == {"truk", "kwajalein", "maloelap"}
    events = table.act("allies", "raid_port", "essex", "truk")
    events += table.act("allies", "raid_port", "cv_10", "kwajalein")
    assert table.clause("allies", "raid_port", "essex", "kwajalein") == "8.32"
    assert table.clause("allies", "pursue", "essex", "group_1") == "8.32"
    assert table.clause("allies", "raid_port", "7th_af", "truk") == "8.32"
    assert table.clause("allies", "raid_port", "cv_16", "saipan") == "9.1"
    table.act("allies", "done")
    assert [(e["units"], e["place"]) for e in only(events, "raid_set")] == [
        (["essex"], "truk"),
        (["cv_10"], "kwajalein"),
    ]
    return_units(table, tone="yokosuka")
    assert (table.step, table.to_act) == ("chases", "allies")
    assert table.ends("raid_now") == {"truk", "kwajalein"}
    table.act("allies", "raid_now", "kwajalein")
    assert table.offered("fire") == [("fire", "cv_10", "hiei")]


@pytest.mark.clause("9.3")
def test_vp_25_all_ships_on_a_port_from_one_area_are_one_raid_and_two_areas_are_two() -> None:
    more = {"truk": ["kongo"], "south_pacific_ocean": ["wasp"]}
    table = at_sea("MAR", "essex|cv_10", more=more)
    assert table.ends("fight") == {"marshall_islands", "south_pacific_ocean"}
    table.act("japan", "fight", "marshall_islands")
    table.act("allies", "raid_port", "essex", "truk")
    events = table.act("allies", "raid_port", "cv_10", "truk")
    assert len(only(events, "raid_opened")) == 1
    for _ in range(2):
        table.act("allies", "done")
    assert (table.step, table.to_act) == ("pursuit", "allies")
    events = table.act("allies", "raid_port", "wasp", "truk")
    assert only(events, "raid_opened") == [{"side": "allies", "place": "truk", "units": ["wasp"]}]


@pytest.mark.clause("9.11", "8.4")
def test_vp_25_ships_that_fled_into_a_port_can_be_hit_there() -> None:
    table = off_the_marshalls("tone|essex")
    table.act("allies", "raid_port", "essex", "truk")
    table.act("japan", "go", "tone", "truk")
    assert table.offered("fire") == [("fire", "essex", "tone")]
    table.act("allies", "fire", "essex", "tone", dice=[5, 2, 1, 1, 1])
    assert unit_state(table, "tone") == "bottom 2"


@pytest.mark.clause("9.1", "8.5", "9.11")
def test_vp_25_a_raid_may_come_while_a_group_still_flees() -> None:
    table = off_the_marshalls("tone:1|essex|indianapolis", more={"kwajalein": ["hiei"]})
    assert table.clause("allies", "raid_port", "indianapolis", "kwajalein") == "9.13"
    table.act("allies", "raid_port", "essex", "kwajalein")
    table.act("allies", "pursue", "indianapolis", "group_1")
    assert (table.step, table.to_act) == ("chases", "allies")
    table.act("allies", "raid_now", "kwajalein")
    assert table.offered("fire") == [("fire", "essex", "hiei")]
    table.act("allies", "done")
    table.act("allies", "done")
    assert table.step == "name_action", "then the chase of Tone"


@pytest.mark.clause("9.2", "7.94")
def test_9_2_after_a_battle_the_remaining_side_may_raid_too() -> None:
    table = at_sea("MAR", "tone|essex", more={"truk": ["kongo"]})
    pick(table, "day", "day")
    table.act("allies", "fire", "essex", "tone", dice=[6, 6, 1, 1, 1])
    assert unit_state(table, "tone") == "sunk"
    assert (table.step, table.to_act) == ("pursuit", "allies")
    assert table.offered("raid_port") == [("raid_port", "essex", "truk")]


@pytest.mark.clause("9.12")
def test_9_12_nothing_in_port_fires_back() -> None:
    table = at_sea("MAR", "essex", more={"truk": ["akagi", "22_air_flotilla"]})
    table.act("allies", "raid_port", "essex", "truk")
    for _ in range(2):
        assert (table.step, table.to_act) == ("targeting", "allies")
        table.act("allies", "fire", "essex", "akagi", dice=[1, 1, 1, 1])
    assert table.step != "targeting"
