"""PF-15 A surface combat that clears Ironbottom Sound, and the bombardment after it (10.3, 10.4)."""

import pytest

from tests.games.pacific_fury.rule_tester import (
    EASTERN,
    SLOT,
    SOUND,
    SOUTH,
    RuleTester,
    at,
    fired,
    kinds,
    only,
    revealed,
    sinkings,
)


def battle() -> RuleTester:
    """US ships in the Sound, a Japanese force in The Slot about to enter."""
    return RuleTester(
        turn=2,
        marker=1,
        operations_done=3,
        forces={
            "japan_1": at(SLOT, "Hiei", "Kirishima", "Atago"),
            "allies_1": at(SOUND, "Washington", "San Francisco"),
        },
        idle=(EASTERN, SOUTH),
    )


@pytest.mark.clause("10.3.a", "10.3.c", "10.2.a", "10.2.b", "10.7.c", "10.7.e", "10.4.a")
def test_pf_15_the_whole_scene() -> None:
    table = battle()
    events = table.act("japan", "move", "japan_1", SOUND, dice=[3, 5, 2, 4, 3])
    assert revealed(events) == {
        "japan_1": ["ijn_hiei", "ijn_kirishima", "ijn_atago"],
        "allies_1": ["us_washington", "us_san_francisco"],
    }
    assert fired(events) == [
        ("ijn_hiei", 3, 3, 3),
        ("ijn_kirishima", 3, 5, 0),
        ("ijn_atago", 3, 2, 2),
        ("us_washington", 4, 4, 4),
        ("us_san_francisco", 2, 3, 0),
    ]
    assert (table.to_act, table.left_to_assign()) == ("japan", 5)
    table.hit("japan", *["us_washington"] * 3, *["us_san_francisco"] * 2)
    assert (table.to_act, table.left_to_assign()) == ("allies", 4)
    events = table.hit("allies", *["ijn_hiei"] * 3, "ijn_atago", dice=[3, 2, 1, 4])
    assert sinkings(events) == [
        ("us_washington", 3, 3, 4),
        ("us_san_francisco", 2, 2, 2),
        ("ijn_hiei", 3, 1, 2),
        ("ijn_atago", 1, 4, 4),
    ]
    assert only(events, "damaged") == [
        {"unit": "us_washington", "returns": 4},
        {"unit": "ijn_hiei", "returns": 4},
    ]
    assert only(events, "sunk") == [{"unit": "us_san_francisco"}, {"unit": "ijn_atago"}]
    assert table.units_in("turn_4") == ["ijn_hiei", "us_washington"]
    assert table.offered() == [("bombard_now",), ("withdraw",)]
    events = table.act("japan", "bombard_now", dice=[1])
    assert fired(events) == [("ijn_kirishima", 3, 1, 1)]
    assert only(events, "bombarded") == [{"force": "japan_1", "hits": 1, "needed": 1}]
    assert table.disrupted
    assert table.where("japan_1") == "home"
    assert table.step == "operations"


def test_pf_15_the_bombardment_has_one_round() -> None:
    table = battle()
    table.act("japan", "move", "japan_1", SOUND, dice=[3, 5, 2, 4, 3])
    table.hit("japan", *["us_washington"] * 3, *["us_san_francisco"] * 2)
    table.hit("allies", *["ijn_hiei"] * 3, "ijn_atago", dice=[3, 2, 1, 4])
    events = table.act("japan", "bombard_now", dice=[4])
    assert kinds(events) == ["round_opened", "fired", "bombarded", "went_home"]
    assert only(events, "round_opened") == [{"round": 2}]
    assert not table.disrupted
    assert (table.where("japan_1"), table.step) == ("home", "operations")


def test_pf_15_with_one_ship_left_a_second_round_follows_and_no_bombardment() -> None:
    table = battle()
    table.act("japan", "move", "japan_1", SOUND, dice=[3, 5, 2, 4, 3])
    table.hit("japan", *["us_san_francisco"] * 5)
    table.hit("allies", *["ijn_hiei"] * 3, "ijn_atago", dice=[2, 1, 4])
    assert table.units("allies_1") == ["us_washington"]
    assert (table.to_act, table.step) == ("allies", "return_or_stay")
    table.act("allies", "stay")
    assert (table.to_act, table.step) == ("japan", "return_or_stay")
    assert table.clause("japan", "bombard_now") == "5.0"
    events = table.act("japan", "stay", dice=[6, 6])
    assert only(events, "round_opened") == [{"round": 2}]
    assert fired(events) == [("ijn_kirishima", 3, 6, 0), ("us_washington", 4, 6, 0)]
    assert [event["force"] for event in only(events, "went_home")] == ["allies_1", "japan_1"]
    assert (table.where("japan_1"), table.where("allies_1")) == ("home", "home")
    assert not table.disrupted
