"""PF-02 hits, PF-05 air strength against anti-air, PF-06 combat air patrol, each in a combat (10.2, 10.5)."""

import pytest

from tests.games.pacific_fury.rule_tester import EASTERN, SLOT, SOUND, SOUTH, RuleTester, at, fired, only

HITS = [(4, 1, 1), (4, 2, 2), (4, 3, 3), (4, 4, 4), (4, 5, 0), (4, 6, 0), (2, 3, 0), (2, 2, 2)]


@pytest.mark.clause("10.2.b")
@pytest.mark.parametrize(("factor", "die", "hits"), HITS)
def test_pf_02_a_die_up_to_the_factor_scores_its_value(factor: int, die: int, hits: int) -> None:
    gun = {4: "Washington", 2: "Chester"}[factor]
    table = RuleTester(
        operations_done=0,
        forces={"japan_1": at(SLOT, "Nagato", "Mutsu"), "allies_1": at(SOUND, gun)},
        idle=(EASTERN, SOUTH),
    )
    events = table.act("allies", "move", "allies_1", SLOT, dice=[die, 6, 6])
    assert fired(events)[0] == (table.units("allies_1")[0], factor, die, hits)
    if hits:
        assert (table.to_act, table.left_to_assign()) == ("allies", hits)
    else:
        assert (table.to_act, table.step) == ("japan", "return_or_stay")


SCREEN = ("Tone", "Chikuma", "Suzuya", "Kumano", "Atago", "Takao")
US_SCREEN = ("Chester", "Portland", "Chicago", "Louisville", "Pensacola")
AIR = [
    (6, 6, 0),
    (6, 5, 1),
    (6, 4, 1),
    (6, 3, 2),
    (6, 0, 2),
    (4, 5, 0),
    (5, 2, 2),
    (2, 1, 2),
    (1, 1, 0),
    (1, 0, 2),
]
STRIKERS = {
    6: {"us_enterprise": 4, "us_saratoga": 4, "us_wasp": 4},
    5: {"ijn_shokaku": 4, "ijn_zuikaku": 4, "ijn_ryujo": 2},
    4: {"us_enterprise": 4, "us_saratoga": 4},
    2: {"us_enterprise": 4},
    1: {"ijn_ryujo": 2},
}


@pytest.mark.clause("10.5.d")
@pytest.mark.parametrize(("air_strike", "anti_air", "bonus"), AIR)
def test_pf_05_air_strength_against_anti_air_in_a_strike(air_strike: int, anti_air: int, bonus: int) -> None:
    strikers = STRIKERS[air_strike]
    japan = "ijn_ryujo" in strikers
    side, other = ("japan", "allies") if japan else ("allies", "japan")
    targets = ("Hornet", *US_SCREEN) if japan else ("Junyo", "Hiyo", *SCREEN)
    carriers = 1 if japan else 2
    own, their = (EASTERN, SOUTH) if japan else (SOUTH, EASTERN)
    table = RuleTester(
        operations_done=1 if japan else 0,
        forces={
            f"{side}_1": at(own, *strikers, "ijn_myoko" if japan else "us_northampton"),
            f"{other}_1": at(their, *targets[: carriers + anti_air]),
        },
        idle=(SLOT, SOUND),
    )
    events = table.act(side, "strike", f"{side}_1", f"{other}_1", dice=[1] * len(strikers) + [6] * carriers)
    shots = fired(events)
    assert [(unit, factor) for unit, factor, _, _ in shots[: len(strikers)]] == [
        (unit, factor + bonus) for unit, factor in strikers.items()
    ]
    assert [event["unit"] for event in only(events, "fired")][len(strikers) :] == table.units(f"{other}_1")[:carriers]


@pytest.mark.clause("10.5.d")
def test_pf_05_both_sides_count_in_carrier_combat() -> None:
    table = RuleTester(
        operations_done=0,
        forces={
            "japan_1": at(EASTERN, "Shokaku", "Zuikaku", "Tone", "Chikuma", "Suzuya", "Kumano", "Atago"),
            "allies_1": at(SOUTH, "Enterprise", "Saratoga", "Wasp", "South Dakota"),
        },
        idle=(SLOT, SOUND),
    )
    events = table.act("allies", "move", "allies_1", EASTERN, dice=[1, 6, 6, 1, 1])
    assert fired(events) == [
        ("us_enterprise", 5, 1, 1),
        ("us_saratoga", 5, 6, 0),
        ("us_wasp", 5, 6, 0),
        ("ijn_shokaku", 6, 1, 1),
        ("ijn_zuikaku", 6, 1, 1),
    ]


COVER = [
    (("Shokaku", "Zuiho"), 6, 4, (4, 5, 2), (2, 0, 1), 3),
    (("Shokaku", "Zuiho"), 6, 4, (4, 6, 1), (2, 0, 1), 3),
    (("Zuiho",), 6, 4, (4, 5, 2), (3, 0, 1), 4),
    ((), 6, 4, (4, 5, 2), (4, 0, 2), 6),
    (("Shokaku", "Zuiho"), 3, 6, (6, 5, 1), (4, 3, 1), 8),
]


@pytest.mark.clause("10.5.e")
@pytest.mark.parametrize(("carriers", "screen", "factor", "dice", "each", "total"), COVER)
def test_pf_06_combat_air_patrol(
    carriers: tuple[str, ...], screen: int, factor: int, dice: tuple[int, ...], each: tuple[int, ...], total: int
) -> None:
    table = RuleTester(
        operations_done=0,
        forces={
            "japan_1": at(EASTERN, *carriers, *SCREEN[:screen]),
            "allies_1": at(SOUTH, "Enterprise", "Saratoga", "Wasp", "Northampton"),
        },
        idle=(SLOT, SOUND),
    )
    events = table.act("allies", "strike", "allies_1", "japan_1", dice=[*dice, *[6] * len(carriers)])
    strikers = ("us_enterprise", "us_saratoga", "us_wasp")
    assert fired(events)[:3] == [
        (unit, factor, die, hits) for unit, die, hits in zip(strikers, dice, each, strict=True)
    ]
    assert (table.to_act, table.left_to_assign()) == ("allies", total)
