"""PF-19 Returns after combat, by choice or forced (10.8)."""

import pytest

from tests.games.pacific_fury.rule_tester import EASTERN, SLOT, SOUND, SOUTH, RuleTester, at, fired, kinds, only

ONE_ROUND = pytest.mark.parametrize("timing", ["second_round_only", "end_of_combat"])
HOME = "home"


def in_the_slot(timing: str = "second_round_only", **forces: object) -> RuleTester:
    """US ships in Ironbottom Sound attack Japanese ones in The Slot."""
    return RuleTester(
        operations_done=0,
        options={"forced_return_timing": timing},
        forces={
            "japan_1": at(SLOT, "Nagato", "Aoba"),
            "allies_1": at(SOUND, "Washington", "Chester"),
            **forces,
        },
        idle=(EASTERN, SOUTH),
    )


def deciding_forces(table: RuleTester) -> tuple[str, list[str]]:
    """The sides asked whether they stay, with their task forces."""
    frame = table.now["frames"][-1]
    assert frame["procedure"] == "return_or_stay"
    return frame["side"], frame["forces"]


@pytest.mark.clause("10.8.a", "10.8.b", "10.8.d")
@ONE_ROUND
def test_pf_19_row_1_the_attacker_leaves_after_round_one(timing: str) -> None:
    table = in_the_slot(timing)
    table.act("allies", "move", "allies_1", SLOT, dice=[1, 6, 6, 6])
    table.act("allies", "hit", "ijn_nagato", dice=[1])
    assert deciding_forces(table) == ("japan", ["japan_1"])
    table.act("japan", "stay")
    assert deciding_forces(table) == ("allies", ["allies_1"])
    events = table.act("allies", "withdraw")
    leaving = ["allies_1"] if timing == "second_round_only" else ["allies_1", "japan_1"]
    assert [event["force"] for event in only(events, "went_home")] == leaving
    assert table.where("allies_1") == HOME
    assert table.where("japan_1") == (SLOT if timing == "second_round_only" else HOME)
    assert table.step == "operations"


@pytest.mark.clause("10.8.c", "10.8.d", "10.8.e")
@ONE_ROUND
def test_pf_19_row_2_in_the_slot_only_the_force_that_was_hit_leaves(timing: str) -> None:
    table = in_the_slot(timing, japan_2=at(SLOT, "Tone"))
    table.act("allies", "move", "allies_1", SLOT, dice=[1, 6, 6, 6, 6])
    table.act("allies", "hit", "ijn_nagato", dice=[1])
    assert deciding_forces(table) == ("japan", ["japan_1", "japan_2"])
    table.act("japan", "stay")
    table.act("allies", "stay", dice=[6, 6, 6, 6])
    assert deciding_forces(table) == ("japan", ["japan_2"])
    table.act("japan", "stay")
    assert [table.where(force) for force in ("japan_1", "japan_2", "allies_1")] == [HOME, SLOT, HOME]


@pytest.mark.clause("10.8.a")
def test_pf_19_row_2_the_other_may_go_home_too() -> None:
    table = in_the_slot(japan_2=at(SLOT, "Tone"))
    table.act("allies", "move", "allies_1", SLOT, dice=[1, 6, 6, 6, 6])
    table.act("allies", "hit", "ijn_nagato", dice=[1])
    table.act("japan", "stay")
    table.act("allies", "stay", dice=[6, 6, 6, 6])
    table.act("japan", "withdraw")
    assert [table.where(force) for force in ("japan_1", "japan_2", "allies_1")] == [HOME, HOME, HOME]


@pytest.mark.clause("10.8.e", "8.2.d")
def test_pf_19_row_3_in_the_sound_all_leave() -> None:
    table = RuleTester(
        operations_done=0,
        forces={
            "japan_1": at(SOUND, "Nagato", "Aoba"),
            "japan_2": at(SOUND, "Tone"),
            "allies_1": at(SOUTH, "Washington", "Chester"),
        },
        idle=(EASTERN, SOUTH),
    )
    table.act("allies", "move", "allies_1", SOUND, dice=[1, 6, 6, 6, 6])
    table.act("allies", "hit", "ijn_nagato", dice=[1])
    table.act("japan", "stay")
    events = table.act("allies", "stay", dice=[6, 6, 6, 6])
    assert [event["force"] for event in only(events, "went_home")] == ["japan_1", "japan_2", "allies_1"]
    assert table.step == "operations"


@pytest.mark.clause("10.8.e", "8.2.d")
def test_pf_19_row_3_all_leave_even_if_the_force_that_was_hit_has_sunk() -> None:
    table = RuleTester(
        operations_done=0,
        forces={
            "japan_1": at(SOUND, "Aoba"),
            "japan_2": at(SOUND, "Tone"),
            "allies_1": at(SOUTH, "Washington", "Chester"),
        },
        idle=(EASTERN, SOUTH),
    )
    table.act("allies", "move", "allies_1", SOUND, dice=[1, 6, 6, 6])
    table.act("allies", "hit", "ijn_aoba", dice=[6])
    assert table.where("japan_1") == "nowhere"
    table.act("japan", "stay")
    table.act("allies", "stay", dice=[6, 6, 6])
    assert (table.where("japan_2"), table.where("allies_1")) == (HOME, HOME)


@pytest.mark.clause("10.8.a", "10.8.c")
def test_pf_19_row_4_the_defender_leaves_and_so_does_the_attacker() -> None:
    table = in_the_slot(japan_2=at(SLOT, "Tone"))
    table.act("allies", "move", "allies_1", SLOT, dice=[6, 6, 6, 6, 6])
    events = table.act("japan", "withdraw")
    assert [event["force"] for event in only(events, "went_home")] == ["japan_1", "japan_2", "allies_1"]
    assert table.step == "operations"


@pytest.mark.clause("10.8.a")
@ONE_ROUND
def test_pf_19_row_5_the_attacker_is_destroyed_and_the_defender_stays(timing: str) -> None:
    table = in_the_slot(timing, allies_1=at(SOUND, "Chester"))
    table.act("allies", "move", "allies_1", SLOT, dice=[6, 6, 2, 6])
    assert table.where("allies_1") == "nowhere"
    assert deciding_forces(table) == ("japan", ["japan_1"])
    table.act("japan", "stay")
    assert (table.where("japan_1"), table.step) == (SLOT, "operations")


@pytest.mark.clause("10.8.d")
@ONE_ROUND
def test_pf_19_row_5_a_defender_that_was_hit_leaves_after_destroying_the_attacker(timing: str) -> None:
    """No side is asked about a force that must leave anyway."""
    table = in_the_slot(timing, allies_1=at(SOUND, "Chester"))
    table.act("allies", "move", "allies_1", SLOT, dice=[1, 6, 2])
    events = table.act("allies", "hit", "ijn_aoba", dice=[1, 6])
    if timing == "second_round_only":
        assert deciding_forces(table) == ("japan", ["japan_1"])
        table.act("japan", "stay")
        assert table.where("japan_1") == SLOT
    else:
        assert only(events, "went_home") == [{"force": "japan_1", "after": "hits"}]
        assert table.step == "operations"


def entering_eastern(*held_by: str) -> RuleTester:
    """A US TF-B enters the Eastern Solomons."""
    return RuleTester(
        operations_done=0,
        forces={"japan_1": at(EASTERN, *held_by), "allies_1": at(SOUTH, "Washington", "Chester")},
        idle=(SLOT, SOUND),
    )


@pytest.mark.clause("10.5.b", "10.5.f", "10.8.c", "10.8.d")
def test_pf_19_row_6_carriers_entered_upon_attack_for_two_rounds_and_stay() -> None:
    table = entering_eastern("Shokaku", "Tone")
    table.act("allies", "move", "allies_1", EASTERN)
    assert table.to_act == "japan"
    assert table.offered() == [("fight",), ("decline",)]
    events = table.act("japan", "fight", dice=[6])
    assert only(events, "battle_accepted") == [{"side": "japan", "zone": EASTERN}]
    assert kinds(events)[:3] == ["battle_accepted", "target_chosen", "round_opened"]
    assert fired(events) == [("ijn_shokaku", 4, 6, 0)]
    assert deciding_forces(table) == ("japan", ["japan_1"])
    table.act("japan", "stay")
    assert deciding_forces(table) == ("allies", ["allies_1"])
    events = table.act("allies", "stay", dice=[6])
    assert fired(events) == [("ijn_shokaku", 4, 6, 0)]
    table.act("japan", "stay")
    assert (table.where("allies_1"), table.where("japan_1")) == (HOME, EASTERN)


@pytest.mark.clause("10.5.b")
def test_pf_19_row_7_carriers_entered_upon_decline() -> None:
    table = entering_eastern("Shokaku", "Tone")
    table.act("allies", "move", "allies_1", EASTERN)
    events = table.act("japan", "decline")
    assert kinds(events)[:1] == ["battle_declined"]
    assert (table.where("allies_1"), table.where("japan_1")) == (EASTERN, EASTERN)
    assert table.sees("japan", "allies_1") == ["us_washington", "us_chester"]
    assert table.sees("allies", "japan_1") == ["ijn_shokaku", "ijn_tone"]


@pytest.mark.clause("10.5.b", "10.5.a")
def test_pf_19_row_8_without_carriers_nothing_happens() -> None:
    table = RuleTester(
        operations_done=1,
        forces={"japan_1": at(EASTERN, "Nagato"), "allies_1": at(SOUTH, "Washington", "Chester")},
        idle=(SLOT, SOUND),
    )
    events = table.act("japan", "move", "japan_1", SOUTH)
    assert "round_opened" not in kinds(events)
    assert (table.where("allies_1"), table.where("japan_1"), table.to_act) == (SOUTH, SOUTH, "allies")
    assert table.sees("japan", "allies_1") == ["us_washington", "us_chester"]
    assert table.sees("allies", "japan_1") == ["ijn_nagato"]


# -- 10.8 beyond the table -----------------------------------------------------------------------------


@pytest.mark.clause("10.8.b")
def test_pf_19_10_8_b_a_force_that_stayed_may_not_leave_later() -> None:
    table = in_the_slot()
    table.act("allies", "move", "allies_1", SLOT, dice=[6, 6, 6, 6])
    table.act("japan", "stay")
    assert table.clause("japan", "withdraw") == "5.0"
    table.act("allies", "withdraw")
    assert table.clause("japan", "withdraw") == "5.0"
    assert table.where("japan_1") == SLOT


@pytest.mark.clause("10.8.c", "10.1")
def test_pf_19_10_8_c_after_the_second_round_the_attacker_leaves_and_no_third_follows() -> None:
    table = in_the_slot()
    table.act("allies", "move", "allies_1", SLOT, dice=[6, 6, 6, 6])
    table.act("japan", "stay")
    events = table.act("allies", "stay", dice=[6, 6, 6, 6])
    assert only(events, "round_opened") == [{"round": 2}]
    assert deciding_forces(table) == ("japan", ["japan_1"])
    events = table.act("japan", "stay")
    assert only(events, "went_home") == [{"force": "allies_1", "after": "combat"}]
    assert (table.where("japan_1"), table.where("allies_1"), table.step) == (SLOT, HOME, "operations")


@pytest.mark.clause("10.8.d")
def test_pf_19_10_8_d_a_hit_of_round_two_sends_home_as_well() -> None:
    table = in_the_slot()
    table.act("allies", "move", "allies_1", SLOT, dice=[6, 6, 6, 6])
    table.act("japan", "stay")
    table.act("allies", "stay", dice=[1, 6, 6, 6])
    events = table.act("allies", "hit", "ijn_aoba", dice=[1])
    assert [event["force"] for event in only(events, "went_home")] == ["japan_1", "allies_1"]
    assert table.units("japan_1") == ["ijn_nagato"]


@pytest.mark.clause("10.8.d")
@ONE_ROUND
def test_pf_19_10_8_d_hits_of_one_strike_only(timing: str) -> None:
    table = RuleTester(
        operations_done=0,
        options={"forced_return_timing": timing},
        forces={"japan_1": at(EASTERN, "Tone", "Aoba"), "allies_1": at(SOUTH, "Wasp", "Chester")},
        idle=(SLOT, SOUND),
    )
    table.act("allies", "strike", "allies_1", "japan_1", dice=[1])
    table.act("allies", "hit", "ijn_aoba", dice=[1])
    assert deciding_forces(table) == ("japan", ["japan_1"])
    table.act("japan", "stay")
    table.act("allies", "withdraw")
    assert table.where("japan_1") == (EASTERN if timing == "second_round_only" else HOME)


@pytest.mark.clause("10.8.d")
@ONE_ROUND
def test_pf_19_10_8_d_hits_of_one_round_of_carrier_combat(timing: str) -> None:
    table = RuleTester(
        operations_done=0,
        options={"forced_return_timing": timing},
        forces={"japan_1": at(EASTERN, "Tone", "Aoba"), "allies_1": at(SOUTH, "Wasp", "Chester")},
        idle=(SLOT, SOUND),
    )
    table.act("allies", "move", "allies_1", EASTERN)
    table.act("allies", "fight", dice=[1])
    table.act("allies", "hit", "ijn_aoba", dice=[1])
    table.act("japan", "stay")
    table.act("allies", "withdraw")
    assert table.where("japan_1") == (EASTERN if timing == "second_round_only" else HOME)
