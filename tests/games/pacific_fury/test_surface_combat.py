"""Surface combat beyond the numbered cases (10.1, 10.3, 10.7, 10.8)."""

import pytest

from tests.games.pacific_fury.rule_tester import (
    EASTERN,
    SLOT,
    SOUND,
    SOUTH,
    Force,
    RuleTester,
    at,
    fired,
    kinds,
    only,
    sinkings,
)


def fight(**forces: Force) -> RuleTester:
    """US ships in Ironbottom Sound are about to enter The Slot."""
    return RuleTester(operations_done=0, forces=forces, idle=(EASTERN, SOUTH))


@pytest.mark.clause("10.3.a")
def test_10_3_a_everything_in_the_zone_takes_part_and_transports_do_not_fire() -> None:
    table = fight(
        japan_1=at(SLOT, "Nagato"),
        japan_2=at(SLOT, "Transports 1", "Aoba"),
        japan_3=at(SLOT, "Tone"),
        allies_1=at(SOUND, "Washington"),
        allies_2=at(SOUND, "Chester"),
    )
    events = table.act("allies", "move", "allies_1", SLOT, dice=[4, 6, 6, 6])
    assert [unit for unit, *_ in fired(events)] == ["us_washington", "ijn_nagato", "ijn_tone", "ijn_aoba"]
    assert table.left_to_assign() == 4
    assert [unit for _, unit in table.offered("hit")] == ["ijn_nagato", "ijn_tone", "ijn_aoba"]


@pytest.mark.clause("10.3.a", "10.8.c")
def test_10_3_a_both_sides_never_stay_in_these_zones_together() -> None:
    table = fight(japan_1=at(SLOT, "Nagato"), allies_1=at(SOUND, "Washington"))
    table.act("allies", "move", "allies_1", SLOT, dice=[6, 6])
    table.act("japan", "stay")
    table.act("allies", "stay", dice=[6, 6])
    table.act("japan", "stay")
    assert (table.where("japan_1"), table.where("allies_1")) == (SLOT, "home")


@pytest.mark.clause("10.3.b", "10.1")
def test_10_3_b_round_two_takes_units_of_both_sides() -> None:
    table = fight(japan_1=at(SLOT, "Nagato", "Aoba"), allies_1=at(SOUND, "Washington", "Chester"))
    table.act("allies", "move", "allies_1", SLOT, dice=[4, 6, 6, 6])
    events = table.hit("allies", *["ijn_aoba"] * 4, dice=[2])
    assert only(events, "sunk") == [{"unit": "ijn_aoba"}]
    table.act("japan", "stay")
    events = table.act("allies", "stay", dice=[6, 6, 6])
    assert [unit for unit, *_ in fired(events)] == ["us_washington", "us_chester", "ijn_nagato"]


@pytest.mark.clause("10.3.b", "10.8.c")
def test_10_3_b_with_the_zone_cleared_there_is_no_second_round() -> None:
    table = fight(japan_1=at(SLOT, "Aoba"), allies_1=at(SOUND, "Washington"))
    events = table.act("allies", "move", "allies_1", SLOT, dice=[4, 6, 6])
    assert kinds(events)[-2:] == ["sunk", "went_home"]
    assert only(events, "hits_assigned") == [{"side": "allies", "unit": "ijn_aoba", "hits": 4}]
    assert (table.where("allies_1"), table.step) == ("home", "operations")


@pytest.mark.clause("10.3.c", "10.8.c")
def test_10_3_c_the_initiative_side_that_clears_the_sound_goes_home() -> None:
    forces = {"japan_1": at(SOUND, "Aoba"), "allies_1": at(SOUTH, "Washington")}
    table = RuleTester(operations_done=0, forces=forces, idle=(EASTERN, SOUTH))
    table.act("allies", "move", "allies_1", SOUND, dice=[4, 6, 6])
    assert (table.where("allies_1"), table.step) == ("home", "operations")


@pytest.mark.clause("10.3.c")
def test_10_3_c_in_the_slot_there_is_nothing_to_bombard() -> None:
    forces = {"japan_1": at(SOUND, "Nagato"), "allies_1": at(SLOT, "Chester")}
    table = RuleTester(operations_done=1, forces=forces, idle=(EASTERN, SOUTH))
    table.act("japan", "move", "japan_1", SLOT, dice=[4, 6, 6])
    assert (table.where("japan_1"), table.step) == ("home", "operations")


@pytest.mark.clause("10.3.c", "9.4.b")
def test_10_3_c_a_disrupted_field_is_not_shelled_again() -> None:
    forces = {"japan_1": at(SLOT, "Nagato"), "allies_1": at(SOUND, "Chester")}
    table = RuleTester(operations_done=1, henderson="disrupted", forces=forces, idle=(EASTERN, SOUTH))
    table.act("japan", "move", "japan_1", SOUND, dice=[4, 6, 6])
    assert (table.where("japan_1"), table.step) == ("home", "operations")


@pytest.mark.clause("10.3.c")
def test_10_3_c_bombardment_landing_or_return_are_offered_where_legal() -> None:
    forces = {"japan_1": at(SLOT, "Nagato"), "allies_1": at(SOUND, "Chester")}
    table = RuleTester(operations_done=1, forces=forces, idle=(EASTERN, SOUTH))
    table.act("japan", "move", "japan_1", SOUND, dice=[4, 6, 6])
    assert table.offered() == [("bombard_now",), ("withdraw",)]
    assert table.clause("japan", "land_now") == "9.3.c"
    table.act("japan", "withdraw")
    assert (table.where("japan_1"), table.disrupted) == ("home", False)


@pytest.mark.clause("10.7.a")
def test_10_7_a_every_hit_is_assigned_and_overkill_is_allowed() -> None:
    table = fight(japan_1=at(SLOT, "Aoba", "Tone"), allies_1=at(SOUND, "Washington", "North Carolina"))
    table.act("allies", "move", "allies_1", SLOT, dice=[4, 4, 6, 6])
    assert table.left_to_assign() == 8
    for left in range(8, 0, -1):
        assert table.left_to_assign() == left
        assert table.clause("allies", "hit", "ijn_aoba") is None
        events = table.act("allies", "hit", "ijn_aoba", dice=[2] if left == 1 else [])
    assert sinkings(events) == [("ijn_aoba", 8, 2, 2)]


@pytest.mark.clause("10.7.a", "10.2.a")
def test_10_7_a_the_attacker_assigns_first_and_nothing_sinks_before_both_have() -> None:
    table = fight(japan_1=at(SLOT, "Aoba", "Tone"), allies_1=at(SOUND, "Washington", "Chester"))
    table.act("allies", "move", "allies_1", SLOT, dice=[1, 6, 1, 6])
    assert table.to_act == "allies"
    events = table.act("allies", "hit", "ijn_aoba")
    assert kinds(events) == ["hits_assigned"]
    assert table.to_act == "japan"
    assert "ijn_aoba" in table.units("japan_1")
    events = table.act("japan", "hit", "us_chester", dice=[4, 3])
    assert sinkings(events) == [("ijn_aoba", 1, 4, 4), ("us_chester", 1, 3, 4)]
    assert only(events, "sunk") == [{"unit": "ijn_aoba"}]


@pytest.mark.clause("10.7.e")
def test_10_7_e_a_damaged_ship_leaves_at_once() -> None:
    table = fight(japan_1=at(SLOT, "Nagato", "Tone"), allies_1=at(SOUND, "Washington", "Chester"))
    table.act("allies", "move", "allies_1", SLOT, dice=[1, 6, 6, 6])
    table.act("allies", "hit", "ijn_nagato", dice=[1])
    assert (table.units("japan_1"), table.units_in("turn_3")) == (["ijn_tone"], ["ijn_nagato"])
    table.act("japan", "stay")
    events = table.act("allies", "stay", dice=[6, 6, 6])
    assert "ijn_nagato" not in [unit for unit, *_ in fired(events)]


@pytest.mark.clause("10.8.a", "10.8.b")
def test_10_8_a_the_defender_decides_first_then_the_attacker() -> None:
    table = fight(japan_1=at(SLOT, "Nagato"), allies_1=at(SOUND, "Washington"))
    table.act("allies", "move", "allies_1", SLOT, dice=[6, 6])
    assert (table.to_act, table.offered()) == ("japan", [("stay",), ("withdraw",)])
    assert table.clause("allies", "withdraw") == "5.0"
    events = table.act("japan", "stay")
    assert only(events, "stayed") == [{"side": "japan"}]
    assert (table.to_act, table.offered()) == ("allies", [("stay",), ("withdraw",)])


@pytest.mark.clause("10.8.a")
def test_10_8_a_the_question_names_the_task_forces() -> None:
    table = fight(japan_1=at(SLOT, "Nagato"), japan_2=at(SLOT, "Tone"), allies_1=at(SOUND, "Washington"))
    table.act("allies", "move", "allies_1", SLOT, dice=[6, 6, 6])
    assert table.match.decisions()[0].prompt == "Round 1 is over. Stay, or return to base?"
    table.act("japan", "stay")
    assert table.match.decisions()[0].prompt == "Round 1 is over. Stay, or return to base?"
