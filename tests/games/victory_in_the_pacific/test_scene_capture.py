"""A whole scene: Kongo holds the Hawaiian Islands on turns 2 and 3, and Pearl Harbor falls (5.72, 14)."""

import pytest

from tests.games.victory_in_the_pacific.rule_tester import RuleTester, flags, only

LATER = ["hiyo", "yamato", "kure_nlf", "north_carolina", "washington", "13th_af", "14th_af", "2nd_marines"]
"""The other arrivals of turn 3, which are left out of this scene."""


def pearl_harbor() -> RuleTester:
    """Turn 2 begins: Kongo at Truk; at Pearl Harbor Nevada on the bottom, Portland and an air unit."""
    return RuleTester(
        turn=2,
        step="japan_patrols",
        units={"truk": ["kongo"], "pearl_harbor": ["nevada", "portland", "7th_af"], "lost": LATER},
        damage={"nevada": 6},
        flags=flags(japan="JI|MAR|MRN", allies="HI"),
    )


def kongo_takes_station(table: RuleTester) -> None:
    """Japan's movement: by the Marshalls to Hawaii with a speed roll, as a patrol; the Allies move nothing."""
    events = table.act("japan", "patrol", "kongo", "hawaiian_islands", dice=[5])
    assert [(e["die"], e["passes"]) for e in only(events, "speed_rolled")] == [(5, True)]
    assert (table.step, table.to_act) == ("patrols", "allies")


@pytest.mark.clause("5.71", "5.72", "14.1", "14.3", "14.31", "14.32", "14.4", "4.4", "4.41", "9.41")
def test_a_port_is_captured_after_two_turns() -> None:
    table = pearl_harbor()
    kongo_takes_station(table)
    assert table.clause("allies", "patrol", "nevada", "hawaiian_islands") == "9.41", "it rests on the bottom"
    assert table.clause("allies", "patrol", "portland", "hawaiian_islands") is None
    table.act("allies", "repair", "nevada")
    table.act("allies", "done")
    assert (table.step, table.to_act) == ("air", "allies")
    table.act("allies", "pass")
    assert (table.step, table.to_act) == ("submarine", "japan")
    events = table.act("japan", "pass")

    # 5.71 the flag of turn 2; 5.72 one turn makes no ring
    assert {"area": "hawaiian_islands", "side": "japan"} in only(events, "flag_set")
    assert only(events, "captured") == []
    assert table.owner("pearl_harbor") == "allies"
    assert (table.step, table.ends("go")) == ("way_home", {"yokosuka", "saigon", "truk"})
    events = table.act("japan", "go", "kongo", "truk")

    # 4.4 turn 3: arrivals at Pearl Harbor, which is still Allied
    assert {e["unit"] for e in only(events, "arrived")} == {"wasp", "1st_marines"}
    assert (table.now["turn"], table.where("wasp"), table.damage("nevada")) == (3, "pearl_harbor", 5)
    kongo_takes_station(table)
    table.act("allies", "done")
    table.act("allies", "pass")
    assert (table.step, table.to_act) == ("amphibious", "allies")
    table.act("allies", "done")
    events = table.act("japan", "pass")

    # 5.72 the second turn's end closes the ring of both places of the area: what is on the bottom and the Marines
    # are lost
    assert {e["place"] for e in only(events, "captured")} == {"pearl_harbor", "johnston_island"}
    assert {e["side"] for e in only(events, "captured")} == {"japan"}
    assert only(events, "lost") == [{"unit": "nevada", "back": 0}, {"unit": "1st_marines", "back": 5}]
    assert table.owner("pearl_harbor") == "japan"
    assert (table.where("1st_marines"), table.where("nevada")) == ("return_5", "lost")

    # 14.31 the other units are driven out to a port; Johnston Island, the base in the same area, has fallen too
    assert (table.step, table.to_act) == ("way_home", "allies")
    assert {choice[1] for choice in table.offered("go")} == {"wasp", "portland", "7th_af"}
    assert table.ends("go", "wasp") == {"samoa", "australia", "singapore"}
    table.act("allies", "go", "wasp", "samoa")
    table.act("allies", "go", "portland", "samoa")
    table.act("allies", "go", "7th_af", "australia")

    # 14.4 Kongo enters Pearl Harbor in the same turn
    assert (table.step, table.to_act) == ("way_home", "japan")
    assert table.ends("go", "kongo") == {"yokosuka", "saigon", "truk", "pearl_harbor", "johnston_island"}
    table.act("japan", "go", "kongo", "pearl_harbor")

    # 4.41 from now on arrivals due there come in at Samoa
    assert (table.now["turn"], table.where("kongo")) == (4, "pearl_harbor")
    assert {table.where(ship) for ship in ("south_dakota", "indiana")} == {"samoa"}
