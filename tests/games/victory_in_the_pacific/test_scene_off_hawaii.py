"""Scenes of turn 1 after the raid: the location of an uncertain group, and the two remaining rounds (VP-41)."""

from typing import Any

import pytest

from tests.games.victory_in_the_pacific.battle_cases import pick
from tests.games.victory_in_the_pacific.rule_tester import RuleTester, only
from tests.games.victory_in_the_pacific.test_vp_38_first_turn import (
    after_the_raid,
    allies_home,
    before_the_raid,
    dice,
    japan_home,
    surprise_in_indonesia,
)

IN_PEARL_HARBOR = {
    *("west_virginia", "maryland", "tennessee", "california", "nevada", "arizona", "oklahoma", "pennsylvania"),
    *("new_orleans", "san_francisco", "7th_af"),
}


@pytest.mark.clause("18.3", "9.11", "9.12", "9.14", "9.4", "5.41")
def test_the_surprise_raid_hits_only_units_in_pearl_harbor() -> None:
    """The cruisers off the islands take no part, no unit fires back, and the I-Boat waits for its turn (18.34)."""
    table = before_the_raid()
    assert (table.step, table.to_act) == ("targeting", "japan")
    assert table.ends("fire", "akagi") == IN_PEARL_HARBOR
    assert {choice[1] for choice in table.offered("fire")} == {"akagi", "kaga", "soryu", "hiryu", "shokaku", "zuikaku"}
    assert table.clause("japan", "fire", "akagi", "indianapolis") == "7.412"
    events = table.act("japan", "all_fire", "new_orleans", dice=[4] * 21 + [5, 3])
    assert only(events, "was_disabled") == []
    assert only(events, "lost") == [{"unit": "new_orleans", "back": 0}], "3 points are more than twice its armor"
    assert (table.step, table.to_act) == ("targeting", "japan"), "the second round follows at once"
    assert table.ends("fire", "akagi") == IN_PEARL_HARBOR - {"new_orleans"}
    table.act("japan", "done")
    assert (table.step, table.to_act) == ("japan_off_hawaii", "japan")


@pytest.mark.clause("18.32", "18.5", "5.31", "7.32")
def test_a_group_in_the_central_pacific_fights_after_indonesia() -> None:
    """W rolls a 1: it patrols beside Kumano and Kongo, and its battle follows those of section 18."""
    table = after_the_raid(i_boat="BOB")
    table.act("japan", "leave_hawaii")
    for ship in ("akagi", "kaga", "soryu", "hiryu", "shokaku", "zuikaku"):
        table.act("japan", "go", ship, "truk")
    events = table.act("japan", "go", "tone", "truk", dice=dice("1666"))
    assert [(e["group"], e["spot"]) for e in only(events, "uncertain_rolled")] == [
        ("uncertain_w", "central_pacific_ocean"),
        ("uncertain_x", None),
        ("uncertain_y", None),
        ("uncertain_z", None),
    ]
    group = set(table.now["units"]["central_pacific_ocean"]) - {"kumano", "kongo"}
    assert "enterprise" in group
    assert len(group) == 4
    assert table.now["raiding"] == ["kongo"], "the group patrols"
    table.act("allies", "done")
    surprise_in_indonesia(table)
    assert (table.step, table.now["battle"]) == ("name_action", "central_pacific_ocean")
    events = pick(table, "night", "day", dice=[5, 3])
    assert only(events, "action_rolled") == [{"japan": 5, "allies": 3, "japan_total": 5, "allies_total": 5}]
    assert (table.step, table.to_act) == ("targeting", "allies"), "day first, and Japan has no airstrike there"
    events = table.act("allies", "fire", "enterprise", "kongo", dice=[5, 1, 2, 2, 2])
    assert only(events, "damaged") == [{"unit": "kongo", "damage": 1}]
    assert (table.step, table.to_act) == ("targeting", "japan"), "then the night action of the same round"
    assert table.ends("fire", "kumano") == group - {"enterprise"}


@pytest.mark.clause("18.32", "18.35", "18.36", "7.412", "7.32")
def test_a_group_off_hawaii_joins_the_battle_there() -> None:
    """X rolls a 2: if the Allies stay, Lexington fights in round 3, and Pearl Harbor cannot be raided."""
    table = after_the_raid(i_boat="IO")
    table.act("japan", "stay_off_hawaii", dice=dice("6266"))
    table.acts("allies", "done", "stay_off_hawaii")
    fleet = {"lexington", "chicago", "portland", "astoria", "indianapolis", "minneapolis"}
    pick(table, "day", "day")
    assert table.ends("fire", "akagi") == fleet
    table.act("japan", "all_fire", "lexington", dice=[1] * 22)
    assert {choice[1] for choice in table.offered("fire")} == {"lexington"}
    events = table.act("allies", "fire", "lexington", "akagi", dice=[6, 1, 1, 1, 1])
    assert only(events, "damaged") == [{"unit": "akagi", "damage": 1}]
    assert (table.step, table.to_act) == ("stay_or_retreat", "japan")


def discretion(hawaii: list[str], raiding: list[str], **damage: int) -> RuleTester:
    """18.35 The Allies decide whether they stay off Hawaii."""
    frames: list[dict[str, Any]] = [{"procedure": "turn", "next": 12}, {"procedure": "first_turn", "next": 7}]
    frames += [{"procedure": "allies_off_hawaii", "side": "allies"}]
    units = {"hawaiian_islands": hawaii, "pearl_harbor": ["nevada"], "truk": ["nagato"]}
    return RuleTester(turn=1, frames=frames, units=units, raiding=raiding, damage=damage)


@pytest.mark.clause("18.36", "12.4", "15.1", "15.2")
@pytest.mark.parametrize(
    ("allies", "flag"), [(["california", "7th_af"], "allies"), (["california"], None), (["chicago"], "allies")]
)
def test_vp_41_what_is_left_off_hawaii_holds_it_after_two_rounds(allies: list[str], flag: str | None) -> None:
    """Nobody fires in rounds 3 and 4; then Japan must leave. Ships that left Pearl Harbor raid (18.33)."""
    table = discretion(["tone", *allies], [ship for ship in allies if ship == "california"])
    table.act("allies", "stay_off_hawaii")
    for left in (1, 0):
        pick(table, "night", "night")
        table.finish("targeting")
        if left:
            table.act("japan", "stay")
            table.act("allies", "stay")
    assert table.step != "stay_or_retreat", "Japan has no choice"
    assert table.now["retreated"]["japan"] == ["hawaiian_islands"]
    table.finish("pursuit")
    japan_home(table)
    assert table.flag("hawaiian_islands") == flag


@pytest.mark.clause("18.36", "9.2", "9.13")
def test_vp_41_where_the_allies_are_sunk_in_round_3_round_4_may_be_a_raid() -> None:
    table = discretion(["akagi", "tone", "california"], ["california"], california=5)
    table.act("allies", "stay_off_hawaii")
    pick(table, "day", "day")
    events = table.act("japan", "fire", "akagi", "california", dice=[5, 1, 1, 1, 1])
    assert only(events, "lost") == [{"unit": "california", "back": 0}]
    assert (table.step, table.to_act) == ("pursuit", "japan")
    assert table.offered("raid_port") == [("raid_port", "akagi", "pearl_harbor")]
    table.act("japan", "raid_port", "akagi", "pearl_harbor")
    table.act("japan", "fire", "akagi", "nevada", dice=[5, 2, 1, 1, 1])
    assert table.damage("nevada") == 2
    assert (table.step, table.to_act) == ("way_home", "japan"), "one round of the raid, then the fuel is used up"
    japan_home(table)
    assert table.flag("hawaiian_islands") is None


@pytest.mark.clause("18.35", "18.36", "8.12")
def test_vp_41_the_allies_leave_and_both_rounds_are_raids() -> None:
    table = discretion(["akagi", "chicago"], [])
    table.act("allies", "leave_hawaii")
    allies_home(table)
    table.act("japan", "raid_port", "akagi", "pearl_harbor")
    for _ in range(2):
        assert table.offered("fire") == [("fire", "akagi", "nevada")]
        table.act("japan", "fire", "akagi", "nevada", dice=[1, 1, 1, 1])
    assert (table.step, table.to_act) == ("way_home", "japan")
    japan_home(table)
    assert table.flag("hawaiian_islands") is None
