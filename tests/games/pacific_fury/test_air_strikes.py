"""Air strikes on task forces beyond the numbered cases: targets, return fire, the second strike (9.5, 10.6)."""

import pytest

from tests.games.pacific_fury.rule_tester import (
    EASTERN,
    HENDERSON,
    SLOT,
    SOUND,
    SOUTH,
    Force,
    RuleTester,
    at,
    fired,
    kinds,
    only,
    revealed,
)


def strikers(**forces: Force) -> RuleTester:
    """A US TF-C in the South Pacific Ocean, whose side has the initiative, and other forces."""
    own = {"allies_1": at(SOUTH, "Wasp", "Chester"), "allies_7": at(SLOT, "Australia")}
    return RuleTester(operations_done=0, forces={**own, **forces})


# -- 9.5, 10.6.a Targets -------------------------------------------------------------------------------


@pytest.mark.clause("9.5", "10.6.a", "8.2.d")
def test_9_5_which_targets_are_in_reach() -> None:
    table = strikers(
        japan_1=at(EASTERN, "Aoba"),
        japan_2=at(SOUTH, "Tone"),
        japan_4=at(SOUND, "Atago"),
        japan_5=at("box_6", "Chikuma"),
        japan_6=at("home", "Suzuya"),
    )
    assert table.offered("strike") == [("strike", "allies_1", SOUND), ("strike", "allies_1", "japan_1")]
    refused = {
        "japan_2": "9.5",
        "japan_3": "9.5",
        "japan_4": "8.2.d",
        "japan_5": "9.5",
        "japan_6": "9.5",
        "allies_7": "10.6.a",
        HENDERSON: "9.5",
    }
    assert {target: table.clause("allies", "strike", "allies_1", target) for target in refused} == refused
    assert table.clause("allies", "strike", "allies_7", "japan_1") == "9.5"
    assert table.clause("allies", "strike", "japan_1", "allies_1") == "9.0.a"


@pytest.mark.clause("9.5")
def test_9_5_no_strike_without_targets_and_the_slot_is_out_of_reach() -> None:
    forces = {"japan_1": at(EASTERN, "Shokaku", "Tone"), "allies_1": at(SLOT, "Chester")}
    table = RuleTester(marker=-1, operations_done=0, forces=forces)
    assert table.offered("strike") == []
    assert table.clause("japan", "strike", "japan_1", SOUND) == "9.5"
    assert table.clause("japan", "strike", "japan_1", "allies_1") == "9.5"
    assert table.message("japan", "strike", "japan_1", "allies_1") == (
        "there is no enemy to strike in an area next to the carriers"
    )


@pytest.mark.clause("9.5", "10.6.b")
@pytest.mark.parametrize("zone", [EASTERN, SOUTH])
def test_9_5_henderson_field_is_in_reach_of_both_open_zones(zone: str) -> None:
    table = RuleTester(operations_done=1, forces={"japan_1": at(zone, "Shokaku", "Tone")})
    assert table.clause("japan", "strike", "japan_1", HENDERSON) is None


@pytest.mark.clause("9.5")
def test_9_5_a_correction_may_change_from_where_henderson_field_is_struck() -> None:
    corrections = {"zones": {"henderson_field": {"air_strike_from": [SOUTH]}}}
    forces = {"japan_1": at(EASTERN, "Shokaku", "Tone"), "japan_2": at(SOUTH, "Zuikaku", "Aoba")}
    table = RuleTester(corrections=corrections, operations_done=1, forces=forces)
    assert table.clause("japan", "strike", "japan_1", HENDERSON) == "9.5"
    assert table.clause("japan", "strike", "japan_2", HENDERSON) is None


# -- 10.6.d The strike ---------------------------------------------------------------------------------


@pytest.mark.clause("10.6.d", "10.5.d", "10.5.e")
def test_10_6_d_a_struck_carrier_force_fires_back_only_at_the_striker() -> None:
    table = strikers(
        japan_1=at(EASTERN, "Shokaku", "Tone", "Chikuma"),
        japan_2=at(EASTERN, "Zuikaku", "Aoba"),
        allies_2=at(SOUTH, "Hornet", "Portland"),
    )
    events = table.act("allies", "strike", "allies_1", "japan_1", dice=[6, 4])
    assert fired(events) == [("us_wasp", 4, 6, 0), ("ijn_shokaku", 6, 4, 2)]
    assert list(revealed(events)) == ["allies_1", "japan_1"]
    assert (table.to_act, table.left_to_assign()) == ("japan", 2)
    assert [unit for _, unit in table.offered("hit")] == ["us_wasp", "us_chester"]


@pytest.mark.clause("10.6.d")
def test_10_6_d_a_force_without_carriers_does_not_fire_back() -> None:
    table = strikers(japan_1=at(EASTERN, "Nagato", "Tone"), japan_2=at(EASTERN, "Zuikaku", "Aoba"))
    events = table.act("allies", "strike", "allies_1", "japan_1", dice=[6])
    assert [unit for unit, *_ in fired(events)] == ["us_wasp"]


@pytest.mark.clause("10.6.d", "10.2.a")
def test_10_6_d_carriers_lost_in_the_round_have_still_fired() -> None:
    table = strikers(japan_1=at(EASTERN, "Ryujo", "Tone"))
    events = table.act("allies", "strike", "allies_1", "japan_1", dice=[2, 2])
    assert [hits for *_, hits in fired(events)] == [1, 1]
    table.act("allies", "hit", "ijn_ryujo")
    events = table.act("japan", "hit", "us_wasp", dice=[2, 4])
    assert only(events, "sunk") == [{"unit": "ijn_ryujo"}, {"unit": "us_wasp"}]
    table.act("japan", "stay")
    assert (table.where("allies_1"), table.units("allies_1")) == ("home", ["us_chester"])
    assert table.where("japan_1") == EASTERN
    assert table.step == "operations"


# -- 10.6.e The second strike --------------------------------------------------------------------------


@pytest.mark.clause("10.6.e", "10.8.c")
def test_10_6_e_the_second_strike_may_go_elsewhere() -> None:
    table = strikers(japan_1=at(EASTERN, "Aoba", "Tone"), japan_2=at(SOUND, "Nagato", "Mutsu"))
    table.act("allies", "strike", "allies_1", "japan_1", dice=[6])
    table.act("japan", "stay")
    assert table.offered() == [("strike_again", SOUND), ("strike_again", "japan_1"), ("withdraw",)]
    assert table.clause("allies", "strike_again", "japan_2") == "8.2.d"
    assert table.clause("allies", "strike_again", "allies_7") == "10.6.a"
    assert table.clause("allies", "strike_again", "japan_3") == "9.5"
    events = table.act("allies", "strike_again", SOUND, dice=[6])
    assert kinds(events)[0] == "target_chosen"
    assert list(revealed(events)) == ["japan_2"]
    assert table.now["frames"][-1]["forces"] == ["japan_1", "japan_2"]
    table.act("japan", "stay")
    assert [table.where(force) for force in ("allies_1", "japan_1", "japan_2")] == ["home", EASTERN, SOUND]


@pytest.mark.clause("10.6.e", "10.6.b")
def test_10_6_e_a_strike_on_the_field_may_precede_one_on_a_force() -> None:
    forces = {"japan_1": at(EASTERN, "Shokaku", "Tone"), "allies_1": at(SOUND, "Chester", "Portland")}
    table = RuleTester(operations_done=1, forces=forces, idle=(SLOT, SOUTH))
    table.act("japan", "strike", "japan_1", HENDERSON, dice=[2, 6])
    assert table.disrupted
    assert table.clause("japan", "strike_again", HENDERSON) == "10.6.b"
    events = table.act("japan", "strike_again", SOUND, dice=[5])
    assert fired(events) == [("ijn_shokaku", 4, 5, 0)]
    table.act("allies", "stay")
    assert (table.where("japan_1"), table.where("allies_1")) == ("home", SOUND)


@pytest.mark.clause("10.6.e", "9.5")
def test_10_6_e_the_initiative_side_never_strikes_the_field() -> None:
    table = strikers(japan_1=at(EASTERN, "Aoba", "Tone"))
    table.act("allies", "strike", "allies_1", "japan_1", dice=[6])
    table.act("japan", "stay")
    assert table.clause("allies", "strike_again", HENDERSON) == "9.5"


@pytest.mark.clause("10.6.e", "10.8.c")
def test_10_6_e_declining_the_second_strike_means_going_home() -> None:
    table = strikers(japan_1=at(EASTERN, "Aoba", "Tone"))
    table.act("allies", "strike", "allies_1", "japan_1", dice=[6])
    table.act("japan", "stay")
    table.act("allies", "withdraw")
    assert (table.where("allies_1"), table.where("japan_1")) == ("home", EASTERN)


@pytest.mark.clause("10.6.e", "10.8.c")
def test_10_6_e_with_nothing_left_to_strike_it_goes_home() -> None:
    table = strikers(japan_1=at(EASTERN, "Aoba", "Tone"))
    table.act("allies", "strike", "allies_1", "japan_1", dice=[6])
    events = table.act("japan", "withdraw")
    assert [event["force"] for event in only(events, "went_home")] == ["japan_1", "allies_1"]


@pytest.mark.clause("10.8.d")
def test_10_8_d_a_force_hit_in_the_first_strike_leaves_after_the_second_wherever_that_goes() -> None:
    table = strikers(japan_1=at(EASTERN, "Aoba", "Tone"), japan_2=at(SOUND, "Nagato", "Mutsu"))
    table.act("allies", "strike", "allies_1", "japan_1", dice=[1])
    table.act("allies", "hit", "ijn_aoba", dice=[1])
    table.act("japan", "stay")
    table.act("allies", "strike_again", SOUND, dice=[6])
    assert table.now["frames"][-1]["forces"] == ["japan_2"]
    table.act("japan", "stay")
    assert [table.where(force) for force in ("japan_1", "japan_2")] == ["home", SOUND]


@pytest.mark.clause("10.6.d", "10.6.e")
def test_10_6_d_it_fires_back_only_in_the_round_in_which_it_is_struck() -> None:
    table = strikers(japan_1=at(EASTERN, "Shokaku", "Tone", "Aoba"), japan_2=at(SOUND, "Nagato", "Mutsu"))
    table.act("allies", "strike", "allies_1", SOUND, dice=[6])
    table.act("japan", "stay")
    events = table.act("allies", "strike_again", "japan_1", dice=[6, 6])
    assert [unit for unit, *_ in fired(events)] == ["us_wasp", "ijn_shokaku"]
