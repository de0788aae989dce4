"""Carrier combat beyond the numbered cases: opponents, bystanders, the second round (10.5, 10.8)."""

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


def meeting(operations_done: int = 0, /, **forces: Force) -> RuleTester:
    return RuleTester(operations_done=operations_done, forces=forces, idle=(SLOT, SOUND))


# -- 10.5.a, 10.5.b Whether there is a combat ----------------------------------------------------------


@pytest.mark.clause("10.5.b")
def test_10_5_b_with_carriers_on_both_sides_there_is_no_choice() -> None:
    table = meeting(japan_1=at(EASTERN, "Shokaku", "Tone"), allies_1=at(SOUTH, "Wasp", "Chester"))
    events = table.act("allies", "move", "allies_1", EASTERN, dice=[6, 6])
    assert [unit for unit, *_ in fired(events)] == ["us_wasp", "ijn_shokaku"]


@pytest.mark.clause("10.5.b")
def test_10_5_b_carriers_of_another_force_in_the_zone_force_it_too() -> None:
    forces = {"japan_1": at(EASTERN, "Shokaku", "Tone"), "japan_2": at(EASTERN, "Aoba")}
    table = meeting(**forces, allies_1=at(EASTERN, "Wasp", "Portland"), allies_2=at(SOUTH, "Chester"))
    table.act("allies", "move", "allies_2", EASTERN)
    assert table.offered() == [("target", "allies_1", "japan_1"), ("target", "allies_1", "japan_2")]
    assert table.cited == "10.5.c"


@pytest.mark.clause("10.5.b")
@pytest.mark.parametrize("owner", ["japan", "allies"])
def test_10_5_b_the_side_with_the_only_carriers_chooses(owner: str) -> None:
    ours = at(EASTERN, "Shokaku", "Tone") if owner == "japan" else at(EASTERN, "Aoba", "Tone")
    theirs = at(SOUTH, "Wasp", "Chester") if owner == "allies" else at(SOUTH, "Chester", "Portland")
    table = meeting(japan_1=ours, allies_1=theirs)
    table.act("allies", "move", "allies_1", EASTERN)
    assert (table.to_act, table.offered(), table.cited) == (owner, [("fight",), ("decline",)], "10.5.b")
    assert table.clause(owner, "target", "japan_1", "allies_1") == "10.5.b"
    table.act(owner, "decline")
    assert (table.where("japan_1"), table.where("allies_1")) == (EASTERN, EASTERN)
    assert table.step == "operations"


@pytest.mark.clause("10.5.a", "10.5.c")
def test_10_5_a_only_carriers_fire() -> None:
    table = meeting(japan_1=at(EASTERN, "Shokaku", "Nagato"), allies_1=at(SOUTH, "Washington", "Chester"))
    table.act("allies", "move", "allies_1", EASTERN)
    events = table.act("japan", "fight", dice=[6])
    assert [unit for unit, *_ in fired(events)] == ["ijn_shokaku"]


# -- 10.5.c Targets ------------------------------------------------------------------------------------


def crowd() -> RuleTester:
    """A US TF-C enters the area of two TF-C and a TF-B of Japan, with another US TF-B there."""
    return meeting(
        japan_1=at(EASTERN, "Shokaku", "Tone", "Chikuma"),
        japan_2=at(EASTERN, "Zuiho", "Aoba", "Kinugasa"),
        japan_3=at(EASTERN, "Nagato", "Mutsu"),
        allies_1=at(SOUTH, "Enterprise", "Chester", "Portland", "Chicago"),
        allies_2=at(EASTERN, "Washington", "Pensacola"),
    )


@pytest.mark.clause("10.5.c")
def test_10_5_c_each_carrier_force_names_a_target_the_attackers_first() -> None:
    table = crowd()
    table.act("allies", "move", "allies_1", EASTERN)
    assert table.offered() == [("target", "allies_1", f"japan_{force}") for force in (1, 2, 3)]
    assert table.clause("allies", "target", "allies_2", "japan_1") == "10.5.c"
    assert table.clause("allies", "target", "allies_1", "allies_2") == "10.5.c"
    assert table.clause("allies", "target", "allies_1", "japan_7") == "10.5.c"
    assert table.clause("allies", "fight") == "10.5.b"
    assert table.clause("allies", "decline") == "10.5.b"
    events = table.act("allies", "target", "allies_1", "japan_2")
    assert only(events, "target_chosen") == [{"force": "allies_1", "target": "japan_2"}]
    assert (table.to_act, len(table.offered())) == ("japan", 2)
    table.act("japan", "target", "japan_1", "allies_1")
    assert table.offered() == [("target", "japan_2", "allies_1"), ("target", "japan_2", "allies_2")]


@pytest.mark.clause("10.5.c", "10.7.a")
def test_10_5_c_hits_apply_to_the_target_force_and_add_up() -> None:
    table = crowd()
    table.act("allies", "move", "allies_1", EASTERN)
    table.act("allies", "target", "allies_1", "japan_2")
    table.act("japan", "target", "japan_1", "allies_1")
    events = table.act("japan", "target", "japan_2", "allies_1", dice=[4, 3, 2])
    assert fired(events) == [
        ("us_enterprise", 4, 4, 3),
        ("ijn_shokaku", 4, 3, 1),
        ("ijn_zuiho", 2, 2, 1),
    ]
    assert (table.to_act, table.left_to_assign()) == ("allies", 3)
    assert [unit for _, unit in table.offered("hit")] == ["ijn_zuiho", "ijn_kinugasa", "ijn_aoba"]
    assert table.clause("allies", "hit", "ijn_shokaku") == "10.7.a"
    table.hit("allies", "ijn_zuiho", "ijn_aoba", "ijn_aoba")
    assert (table.to_act, table.left_to_assign()) == ("japan", 2)
    assert "us_washington" not in [unit for _, unit in table.offered("hit")]
    events = table.hit("japan", "us_enterprise", "us_enterprise", dice=[1, 1, 4])
    assert [unit for unit, *_ in sinkings(events)] == ["ijn_zuiho", "ijn_aoba", "us_enterprise"]


@pytest.mark.clause("10.5.c", "10.7.a")
def test_10_5_c_two_targets_take_separate_hits() -> None:
    table = crowd()
    table.act("allies", "move", "allies_1", EASTERN)
    table.act("allies", "target", "allies_1", "japan_3")
    table.act("japan", "target", "japan_1", "allies_1")
    table.act("japan", "target", "japan_2", "allies_2", dice=[6, 3, 1])
    assert (table.to_act, table.left_to_assign()) == ("japan", 1)
    assert [unit for _, unit in table.offered("hit")] == ["us_enterprise", "us_chester", "us_chicago", "us_portland"]
    table.act("japan", "hit", "us_chester")
    assert (table.to_act, table.left_to_assign()) == ("japan", 1)
    assert [unit for _, unit in table.offered("hit")] == ["us_washington", "us_pensacola"]


@pytest.mark.clause("10.5.c", "10.8.a", "10.8.c")
def test_10_5_c_bystanders_take_no_part_and_stay() -> None:
    """No force targets japan_3 or allies_2."""
    table = crowd()
    table.act("allies", "move", "allies_1", EASTERN)
    table.act("allies", "target", "allies_1", "japan_1")
    table.act("japan", "target", "japan_1", "allies_1")
    table.act("japan", "target", "japan_2", "allies_1", dice=[6, 6, 6])
    assert table.now["frames"][-1]["forces"] == ["japan_1", "japan_2"]
    table.act("japan", "withdraw")
    assert table.now["frames"][-1]["forces"] == ["allies_1"]
    table.act("allies", "withdraw")
    where = {force: table.where(force) for force in ("japan_1", "japan_2", "japan_3", "allies_1", "allies_2")}
    assert where == {
        "japan_1": "home",
        "japan_2": "home",
        "japan_3": EASTERN,
        "allies_1": "home",
        "allies_2": EASTERN,
    }


@pytest.mark.clause("10.5.c", "10.8.c")
def test_10_5_c_a_target_took_part_and_goes_home_with_the_attacker() -> None:
    table = crowd()
    table.act("allies", "move", "allies_1", EASTERN)
    table.act("allies", "target", "allies_1", "japan_1")
    table.act("japan", "target", "japan_1", "allies_2")
    table.act("japan", "target", "japan_2", "allies_1", dice=[6, 6, 6])
    table.act("japan", "stay")
    assert table.now["frames"][-1]["forces"] == ["allies_1", "allies_2"]
    table.act("allies", "withdraw")
    assert [table.where(force) for force in ("allies_1", "allies_2", "japan_1")] == ["home", "home", EASTERN]
    assert table.step == "operations"


# -- 10.5.d, 10.5.e in a round -------------------------------------------------------------------------


@pytest.mark.clause("10.5.d")
def test_10_5_d_each_force_strikes_with_its_own_icons() -> None:
    """Two forces with two icons each attack AA 3; neither has more than that."""
    table = meeting(
        1,
        japan_1=at(SOUTH, "Shokaku", "Tone"),
        japan_2=at(SOUTH, "Zuikaku", "Aoba"),
        japan_3=at(EASTERN, "Takao"),
        allies_1=at(SOUTH, "Chester", "Portland", "Chicago"),
    )
    table.act("japan", "move", "japan_3", SOUTH)
    events = table.act("japan", "fight", dice=[5, 5])
    assert fired(events) == [("ijn_shokaku", 4, 5, 0), ("ijn_zuikaku", 4, 5, 0)]


@pytest.mark.clause("10.5.d")
def test_10_5_d_ratings_are_counted_per_round() -> None:
    table = meeting(japan_1=at(EASTERN, "Tone", "Aoba"), allies_1=at(SOUTH, "Wasp", "Chester"))
    table.act("allies", "move", "allies_1", EASTERN)
    events = table.act("allies", "fight", dice=[1])
    assert fired(events) == [("us_wasp", 4, 1, 1)]
    table.act("allies", "hit", "ijn_aoba", dice=[1])
    table.act("japan", "stay")
    events = table.act("allies", "stay", dice=[6, 1])
    assert fired(events) == [("us_wasp", 6, 6, 6)]


# -- 10.5.f The second round ---------------------------------------------------------------------------


@pytest.mark.clause("10.5.f")
def test_10_5_f_targets_may_change_in_round_two() -> None:
    table = meeting(
        japan_1=at(EASTERN, "Tone", "Aoba"),
        japan_2=at(EASTERN, "Nagato", "Mutsu"),
        allies_1=at(SOUTH, "Wasp", "Chester"),
    )
    table.act("allies", "move", "allies_1", EASTERN)
    table.act("allies", "fight")
    table.act("allies", "target", "allies_1", "japan_1", dice=[6])
    assert table.now["frames"][-1]["forces"] == ["japan_1"]
    table.act("japan", "stay")
    table.act("allies", "stay")
    assert table.offered() == [("target", "allies_1", "japan_1"), ("target", "allies_1", "japan_2")]
    events = table.act("allies", "target", "allies_1", "japan_2", dice=[1])
    assert only(events, "round_opened") == [{"round": 2}]
    table.act("allies", "hit", "ijn_nagato", dice=[1])
    assert table.now["frames"][-1]["forces"] == ["japan_1"]
    table.act("japan", "stay")
    assert [table.where(force) for force in ("japan_1", "japan_2", "allies_1")] == [EASTERN, "home", "home"]


@pytest.mark.clause("10.5.f", "10.8.c")
def test_10_5_f_bystanders_of_the_defender_are_targets_once_the_others_left() -> None:
    table = meeting(
        japan_1=at(EASTERN, "Tone", "Aoba"),
        japan_2=at(EASTERN, "Nagato", "Mutsu"),
        allies_1=at(SOUTH, "Wasp", "Chester"),
    )
    table.act("allies", "move", "allies_1", EASTERN)
    table.act("allies", "fight")
    table.act("allies", "target", "allies_1", "japan_1", dice=[6])
    table.act("japan", "withdraw")
    assert (table.to_act, table.step) == ("allies", "return_or_stay")
    events = table.act("allies", "stay", dice=[6])
    assert only(events, "target_chosen") == [{"force": "allies_1", "target": "japan_2"}]
    table.act("japan", "stay")
    assert [table.where(force) for force in ("japan_1", "japan_2", "allies_1")] == ["home", EASTERN, "home"]


@pytest.mark.clause("10.5.f", "10.8.a")
def test_10_5_f_bystanders_of_the_attacker_do_not_fight_on_when_it_broke_off() -> None:
    table = meeting(
        japan_1=at(EASTERN, "Shokaku", "Tone"),
        allies_1=at(SOUTH, "Chester", "Portland"),
        allies_2=at(EASTERN, "Washington"),
    )
    table.act("allies", "move", "allies_1", EASTERN)
    table.act("japan", "fight")
    table.act("japan", "target", "japan_1", "allies_1", dice=[6])
    table.act("japan", "stay")
    events = table.act("allies", "withdraw")
    assert kinds(events) == ["went_home"]
    assert [table.where(force) for force in ("japan_1", "allies_1", "allies_2")] == [EASTERN, "home", EASTERN]
    assert table.step == "operations"


@pytest.mark.clause("10.5.f")
def test_10_5_f_bystanders_of_the_attacker_do_not_fight_on_when_it_sank() -> None:
    table = meeting(
        japan_1=at(EASTERN, "Shokaku", "Tone"),
        allies_1=at(SOUTH, "Chester"),
        allies_2=at(EASTERN, "Washington"),
    )
    table.act("allies", "move", "allies_1", EASTERN)
    table.act("japan", "fight")
    table.act("japan", "target", "japan_1", "allies_1", dice=[3, 6])
    assert table.now["frames"][-1]["forces"] == ["japan_1"]
    events = table.act("japan", "stay")
    assert "round_opened" not in kinds(events)
    assert table.where("allies_2") == EASTERN
    assert table.step == "operations"


@pytest.mark.clause("10.5.f", "10.8.c")
def test_10_5_f_without_carriers_left_the_combat_ends_and_the_attacker_goes_home() -> None:
    table = meeting(japan_1=at(EASTERN, "Ryujo", "Tone"), allies_1=at(SOUTH, "Wasp", "Chester"))
    table.act("allies", "move", "allies_1", EASTERN, dice=[2, 2])
    table.hit("allies", "ijn_ryujo")
    table.act("japan", "hit", "us_wasp", dice=[6, 6])
    assert table.units_in("sunk") == ["ijn_ryujo", "us_wasp"]
    events = table.act("japan", "stay")
    assert only(events, "went_home") == [{"force": "allies_1", "after": "combat"}]
    assert (table.where("japan_1"), table.step) == (EASTERN, "operations")


@pytest.mark.clause("10.5.f", "10.8.c")
def test_10_5_f_without_enemies_left_the_attacker_goes_home() -> None:
    table = meeting(japan_1=at(EASTERN, "Tone"), allies_1=at(SOUTH, "Wasp", "Chester"))
    table.act("allies", "move", "allies_1", EASTERN)
    events = table.act("allies", "fight", dice=[1, 1])
    assert only(events, "went_home") == [{"force": "allies_1", "after": "combat"}]
    assert table.units_in("turn_3") == ["ijn_tone"]
    assert table.step == "operations"


@pytest.mark.clause("10.8.d")
def test_10_8_d_only_the_hit_force_is_sent_home_in_the_open_zones() -> None:
    table = crowd()
    table.act("allies", "move", "allies_1", EASTERN)
    table.act("allies", "target", "allies_1", "japan_2")
    table.act("japan", "target", "japan_1", "allies_1")
    table.act("japan", "target", "japan_2", "allies_1", dice=[1, 6, 6])
    table.act("allies", "hit", "ijn_aoba", dice=[1])
    table.act("japan", "stay")
    table.act("allies", "stay")
    table.act("allies", "target", "allies_1", "japan_1")
    table.act("japan", "target", "japan_1", "allies_1")
    table.act("japan", "target", "japan_2", "allies_1", dice=[6, 6, 6])
    assert table.now["frames"][-1]["forces"] == ["japan_1"]
    table.act("japan", "stay")
    where = [table.where(force) for force in ("japan_1", "japan_2", "japan_3", "allies_1", "allies_2")]
    assert where == [EASTERN, "home", EASTERN, "home", EASTERN]
