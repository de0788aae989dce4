"""PF-17 Air strikes on Henderson Field, PF-18 forces in Ironbottom Sound struck as one (8.2.d, 10.6)."""

import pytest

from tests.games.pacific_fury.rule_tester import (
    EASTERN,
    HENDERSON,
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

ROWS = [
    (1, (4, 5), (3, 0), True, 1, 1),
    (2, (1, 6), (1, 0), False, 2, 1),
    (2, (3, 1), (2, 1), True, 3, 0),
    (3, (4, 2), (2, 1), True, 3, 1),
    (4, (4, 6), (2, 0), False, 4, 2),
    (0, (1, 5), (1, 0), True, 1, 0),
]


def carriers(marker: int = 1, *more: str, henderson: str = "operational") -> RuleTester:
    """Shokaku and Zuikaku off the Eastern Solomons; the Allies have the initiative."""
    return RuleTester(
        marker=marker,
        initiative="allies",
        operations_done=1,
        henderson=henderson,
        forces={"japan_1": at(EASTERN, "Shokaku", "Zuikaku", *more), "japan_2": at("box_3", "Aoba")},
        idle=(SLOT, SOUTH),
    )


@pytest.mark.clause("10.6.b", "10.6.c", "10.5.e")
@pytest.mark.parametrize(("marker", "dice", "each", "disrupted", "back", "hits_back"), ROWS)
def test_pf_17_a_strike_on_henderson_field(
    marker: int, dice: tuple[int, int], each: tuple[int, int], disrupted: bool, back: int, hits_back: int
) -> None:
    table = carriers(marker)
    events = table.act("japan", "strike", "japan_1", HENDERSON, dice=[*dice, back])
    assert fired(events) == [
        ("ijn_shokaku", 4, dice[0], each[0]),
        ("ijn_zuikaku", 4, dice[1], each[1]),
    ]
    assert only(events, "henderson_fired") == [{"factor": abs(marker), "die": back, "hits": hits_back}]
    needed = max(1, abs(marker))
    assert only(events, "henderson_struck") == [{"force": "japan_1", "hits": sum(each), "needed": needed}]
    assert table.disrupted is disrupted
    assert ("henderson_disrupted" in kinds(events)) is disrupted
    if hits_back:
        assert (table.to_act, table.left_to_assign()) == ("allies", hits_back)
        assert table.offered() == [("hit", "ijn_shokaku"), ("hit", "ijn_zuikaku")]
    else:
        assert (table.to_act, table.step) == ("japan", "air_strike")


@pytest.mark.clause("10.6.b", "10.6.e", "10.8.c")
def test_pf_17_each_round_is_computed_separately() -> None:
    table = carriers(3)
    table.act("japan", "strike", "japan_1", HENDERSON, dice=[4, 6, 6])
    assert table.clause("japan", "strike_again", HENDERSON) is None
    events = table.act("japan", "strike_again", HENDERSON, dice=[4, 6, 6])
    assert [event["hits"] for event in only(events, "henderson_struck")] == [2]
    assert not table.disrupted
    assert (table.where("japan_1"), table.step) == ("home", "operations")


@pytest.mark.clause("10.6.e", "10.8.c")
def test_pf_17_declining_the_second_strike_means_going_home() -> None:
    table = carriers(3)
    table.act("japan", "strike", "japan_1", HENDERSON, dice=[4, 6, 6])
    assert ("withdraw",) in table.offered()
    events = table.act("japan", "withdraw")
    assert only(events, "went_home") == [{"force": "japan_1", "after": "combat"}]
    assert (table.where("japan_1"), table.step) == ("home", "operations")


@pytest.mark.clause("10.6.b")
def test_pf_17_a_disrupted_field_is_no_target() -> None:
    table = carriers(1, henderson="disrupted")
    assert table.clause("japan", "strike", "japan_1", HENDERSON) == "10.6.b"
    table = carriers(1)
    table.act("japan", "strike", "japan_1", HENDERSON, dice=[1, 6, 6])
    assert table.offered() == [("strike_again", "allies_7"), ("withdraw",)]
    assert table.clause("japan", "strike_again", HENDERSON) == "10.6.b"
    forces = {"japan_1": at(EASTERN, "Shokaku", "Tone"), "allies_1": at(SLOT, "Chester")}
    table = RuleTester(operations_done=1, forces={**forces, "japan_2": at(EASTERN, "Aoba")})
    events = table.act("japan", "strike", "japan_1", HENDERSON, dice=[1, 6])
    assert kinds(events)[-2:] == ["henderson_disrupted", "went_home"]


@pytest.mark.clause("10.6.b", "10.5.d")
def test_pf_17_no_bonus_against_the_field_with_any_screen() -> None:
    table = carriers(1, "Tone", "Chikuma")
    events = table.act("japan", "strike", "japan_1", HENDERSON, dice=[5, 5, 1])
    assert [factor for _, factor, _, _ in fired(events)] == [4, 4]


@pytest.mark.clause("10.6.c", "10.7.a")
def test_pf_17_the_striking_force_distributes_the_hits_of_the_field() -> None:
    table = carriers(2, "Tone")
    table.act("japan", "strike", "japan_1", HENDERSON, dice=[6, 6, 1])
    assert [unit for _, unit in table.offered("hit")] == ["ijn_shokaku", "ijn_zuikaku", "ijn_tone"]
    assert table.clause("allies", "hit", "ijn_ashigara") == "10.7.a"
    events = table.act("allies", "hit", "ijn_tone", dice=[4])
    assert sinkings(events) == [("ijn_tone", 1, 4, 4)]
    assert table.to_act == "japan"


@pytest.mark.clause("10.6.c", "10.2.a")
def test_pf_17_the_field_still_fires_in_the_round_that_disrupts_it() -> None:
    table = carriers(1)
    events = table.act("japan", "strike", "japan_1", HENDERSON, dice=[4, 4, 1])
    assert table.disrupted
    assert kinds(events).index("henderson_fired") < kinds(events).index("henderson_disrupted")
    assert (table.to_act, table.left_to_assign()) == ("allies", 1)


@pytest.mark.clause("10.6.c", "10.5.e")
@pytest.mark.parametrize(("units", "hits"), [(("Shokaku",), 2), (("Shokaku", "Zuiho"), 2), (("Ryujo", "Zuiho"), 3)])
def test_pf_17_the_strikers_patrol_lowers_the_hits_of_the_field(units: tuple[str, ...], hits: int) -> None:
    forces = {"japan_1": at(EASTERN, *units, "Tone")}
    table = RuleTester(marker=4, operations_done=1, forces=forces, idle=(SLOT, SOUTH))
    table.act("japan", "strike", "japan_1", HENDERSON, dice=[6] * len(units) + [4])
    assert (table.to_act, table.left_to_assign()) == ("allies", hits)


@pytest.mark.clause("9.5")
def test_pf_17_only_the_side_without_the_initiative_strikes_the_field() -> None:
    forces = {"allies_1": at(SOUTH, "Enterprise", "Chester"), "japan_1": at(EASTERN, "Tone")}
    table = RuleTester(operations_done=0, forces=forces, idle=(SLOT, SOUTH))
    assert table.clause("allies", "strike", "allies_1", HENDERSON) == "9.5"
    assert table.message("allies", "strike", "allies_1", HENDERSON) == (
        "Henderson Field is yours: the side with the initiative owns it"
    )
    assert table.clause("allies", "strike", "allies_1", "japan_1") is None


# -- PF-18 ---------------------------------------------------------------------------------------------


def guests(**forces: object) -> RuleTester:
    """Two Japanese forces of 3 and 4 gun ships in Ironbottom Sound, and three US carriers in range."""
    return RuleTester(
        operations_done=0,
        forces={
            "japan_1": at(SOUND, "Aoba", "Kinugasa", "Furutaka"),
            "japan_2": at(SOUND, "Tone", "Chikuma", "Suzuya", "Kumano"),
            "allies_1": at(SOUTH, "Enterprise", "Saratoga", "Wasp", "Chester"),
            **forces,
        },
        idle=(SLOT, SOUTH),
    )


@pytest.mark.clause("8.2.d", "10.6.a", "10.6.d", "10.8.e")
def test_pf_18_forces_in_the_sound_are_struck_as_one_and_leave_together() -> None:
    table = guests()
    assert table.clause("allies", "strike", "allies_1", "japan_1") == "8.2.d"
    events = table.act("allies", "strike", "allies_1", SOUND, dice=[1, 6, 6])
    assert list(revealed(events)) == ["allies_1", "japan_1", "japan_2"]
    assert [factor for _, factor, _, _ in fired(events)] == [4, 4, 4]
    assert len(table.offered("hit")) == 7
    table.act("allies", "hit", "ijn_aoba", dice=[1])
    assert (table.to_act, table.step) == ("japan", "return_or_stay")
    table.act("japan", "stay")
    events = table.act("allies", "strike_again", SOUND, dice=[6, 6, 6])
    assert [event["force"] for event in only(events, "went_home")] == ["japan_1", "japan_2", "allies_1"]
    assert [table.where(force) for force in ("japan_1", "japan_2", "allies_1")] == ["home"] * 3


@pytest.mark.clause("10.6.d", "10.5.d")
def test_pf_18_only_three_ships_would_give_a_bonus_of_two() -> None:
    table = guests(japan_2=at(SLOT, "Tone"))
    events = table.act("allies", "strike", "allies_1", SOUND, dice=[5, 6, 6])
    assert fired(events) == [
        ("us_enterprise", 6, 5, 5),
        ("us_saratoga", 6, 6, 6),
        ("us_wasp", 6, 6, 6),
    ]


@pytest.mark.clause("10.8.d", "10.8.e")
def test_pf_18_after_one_strike_no_force_has_to_go_home() -> None:
    table = guests()
    table.act("allies", "strike", "allies_1", SOUND, dice=[1, 6, 6])
    table.act("allies", "hit", "ijn_aoba", dice=[1])
    table.act("japan", "stay")
    table.act("allies", "withdraw")
    assert [table.where(force) for force in ("japan_1", "japan_2", "allies_1")] == [SOUND, SOUND, "home"]


@pytest.mark.clause("8.2.d", "10.8.a")
def test_pf_18_going_home_they_go_together() -> None:
    table = guests()
    table.act("allies", "strike", "allies_1", SOUND, dice=[6, 6, 6])
    table.act("japan", "withdraw")
    assert [table.where(force) for force in ("japan_1", "japan_2", "allies_1")] == ["home"] * 3
    assert table.step == "operations"


@pytest.mark.clause("8.2.d", "9.0.a")
def test_pf_18_they_act_singly_in_their_own_operations() -> None:
    table = RuleTester(
        operations_done=1,
        forces={"japan_1": at(SOUND, "Aoba"), "japan_2": at(SOUND, "Tone")},
        idle=(EASTERN, SOUTH),
    )
    table.act("japan", "move", "japan_2", SLOT)
    assert (table.where("japan_1"), table.where("japan_2")) == (SOUND, SLOT)
