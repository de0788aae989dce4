"""VP-53 Normal Turn One: chosen harbors, the raid among the raiders, named targets, a declined battle, two groups."""

import pytest

from ironbottom.engine.codecs.position import read_position
from ironbottom.engine.core.errors import BadValue
from tests.games.victory_in_the_pacific.rule_tester import RuleTester, kinds, only

NORMAL = {"turn_one": "normal"}
ONES = [1] * 8


def based(options: dict[str, str] | None = None) -> RuleTester:
    """The Allies at sea except Indonesia have chosen their harbors: the cruisers off Hawaii chose Pearl Harbor."""
    table = RuleTester(turn=1, step="raid_force", options=NORMAL | (options or {}))
    while table.step == "way_home":
        unit = table.offered("go")[0][1]
        place = {"indianapolis": "johnston_island", "minneapolis": "johnston_island", "revenge": "ceylon"}.get(unit)
        table.act("allies", "go", unit, place or table.offered("go", unit)[0][2])
    return table


def raided(*allied: str, options: dict[str, str] | None = None) -> RuleTester:
    """Akagi and Kaga have raided Pearl Harbor twice; no shot has hit."""
    table = based(options)
    table.acts("japan", *(f"mark {ship}" for ship in ("akagi", "kaga", "mogami", "kongo", "nagato")), "done")
    table.acts("allies", *allied, "done")
    table.finish("air", "amphibious")
    table.acts("japan", "raid akagi hawaiian_islands", "raid kaga hawaiian_islands", "done")
    table.acts("japan", "fire akagi nevada", "fire kaga california", dice=ONES)
    assert (table.step, table.to_act) == ("targeting", "japan")
    table.acts("japan", "fire akagi nevada", "fire kaga california", dice=ONES)
    return table


def table_after_targets(*allied: str, options: dict[str, str] | None = None) -> RuleTester:
    """Japan stays; Akagi has chosen California, Kaga Chicago."""
    table = raided(*allied, options=options)
    table.acts("allies", "done")
    table.act("japan", "stay_off_hawaii")
    table.acts("japan", "designate akagi california", "designate kaga chicago")
    return table


@pytest.mark.clause("24.1", "24.3", "24.4")
def test_vp_53_where_the_allies_start() -> None:
    table = RuleTester(turn=1, step="raid_force", options=NORMAL)
    assert table.ends("go", "indianapolis") >= {"pearl_harbor", "johnston_island", "samoa", "australia"}
    assert {table.where(ship) for ship in ("enterprise", "chester", "lexington", "chicago")} == {"johnston_island"}
    assert (table.where("saratoga"), table.where("hornet")) == ("uncertain_y", "uncertain_z")
    table = based()
    assert (table.where("repulse"), table.where("5th_af")) == ("indonesia", "indonesia")
    assert "repulse" not in table.now["raiding"]


@pytest.mark.clause("24.4", "24.41", "18.2")
def test_vp_53_all_move_but_pearl_harbor_only_raids() -> None:
    table = based()
    table.act("japan", "done")
    assert table.ends("patrol", "enterprise") > {"hawaiian_islands"}
    assert table.ends("patrol", "revenge") > {"bay_of_bengal"}
    assert table.clause("allies", "patrol", "nevada", "hawaiian_islands") == "5.21"
    assert not table.offered("place_air", "7th_af")


@pytest.mark.clause("24.2", "24.5", "6.23", "17.13")
def test_vp_53_which_units_raid_and_how_far() -> None:
    table = based()
    table.acts("japan", "mark mogami", "mark kongo", "mark nagato", "done")
    table.acts("allies", "mark houston", "done")
    table.finish("air", "amphibious")
    assert "hawaiian_islands" in table.ends("raid", "mogami") & table.ends("raid", "kongo")
    assert table.clause("japan", "raid", "nagato", "hawaiian_islands") == "6.23"
    table.act("japan", "done")
    japan, marianas = "japanese_islands", "marianas_islands"
    far = {japan, marianas, "south_pacific_ocean", "indonesia", "indian_ocean", "bay_of_bengal"}
    assert (table.step, table.ends("raid", "houston")) == ("raiders", far)


@pytest.mark.clause("24.6", "9.12")
def test_vp_53_the_air_unit_fires_back_in_the_second_round() -> None:
    table = raided()
    assert (table.step, table.to_act) == ("targeting", "allies")
    assert {action[1] for action in table.offered("fire")} == {"7th_af"}
    events = table.acts("allies", "fire 7th_af kaga", dice=[6, 1, 5])
    assert only(events, "fired")[0]["dice"] == [6, 5]
    assert (table.damage("kaga"), table.step, table.ends("go", "kaga")) == (
        1,
        "way_home",
        {"yokosuka", "saigon", "truk"},
    )


@pytest.mark.clause("24.7")
def test_vp_53_targets_are_named_before_the_allied_raiders_sail() -> None:
    table = raided("mark houston", "patrol chicago hawaiian_islands")
    table.act("allies", "done")
    table.act("japan", "stay_off_hawaii")
    targets = table.ends("designate", "akagi")
    assert {"houston", "chicago", "california", "7th_af"} <= targets
    assert not targets & {"enterprise", "repulse", "indianapolis"}
    assert table.clause("japan", "designate", "akagi", "enterprise") == "24.7"
    events = table.act("japan", "designate", "akagi", "california")
    assert only(events, "designated") == [{"unit": "akagi", "target": "california"}]
    assert table.clause("japan", "designate", "akagi", "nevada") == "24.7"
    table.act("japan", "designate", "kaga", "houston")
    assert (table.step, table.to_act) == ("raiders", "allies")


@pytest.mark.clause("24.41")
def test_vp_53_damaged_ships_of_pearl_harbor_only_come_out() -> None:
    table = based()
    table.acts("japan", "mark akagi", "done")
    table.act("allies", "done")
    table.finish("air", "amphibious")
    table.act("japan", "raid", "akagi", "hawaiian_islands")
    table.acts("japan", "fire akagi nevada", dice=[6, 2, 1, 1, 1])
    table.acts("japan", "fire akagi california", dice=[1, 1, 1, 1])
    table.act("allies", "done")
    table.act("japan", "leave_hawaii")
    table.act("japan", "go", "akagi", "truk")
    assert (table.step, table.ends("raid", "nevada")) == ("raiders", {"hawaiian_islands"})
    assert table.ends("raid", "arizona") > {"hawaiian_islands"}


@pytest.mark.clause("24.7", "24.9", "7.32")
def test_vp_53_the_allies_fight_and_the_named_targets_remain() -> None:
    table = table_after_targets("patrol chicago hawaiian_islands")
    table.acts("allies", "done", "done")
    table.act("japan", "pass")
    if table.step == "combat":
        table.act("japan", "fight", "hawaiian_islands")
    table.act("allies", "engage")
    table.act("japan", "day")
    events = table.act("allies", "day", dice=[5, 3, 1, 1, 1, 4, 1, 1, 1])
    assert [(e["unit"], e["target"]) for e in only(events, "fired")] == [("akagi", "california"), ("kaga", "chicago")]
    assert (table.damage("california"), table.where("california")) == (3, "pearl_harbor")
    assert (table.step, table.ends("go", "chicago") > {"pearl_harbor"}) == ("way_home", True)


@pytest.mark.clause("24.7", "24.8", "24.9", "7.32")
def test_vp_53_a_target_that_got_away_is_an_attack_lost() -> None:
    table = table_after_targets("patrol portland hawaiian_islands", "mark chicago")
    table.acts("allies", "raid chicago us_mandate", "done", "done")
    table.act("japan", "pass")
    if table.step == "combat":
        table.act("japan", "fight", "hawaiian_islands")
    assert table.match.decisions()[0].clause == "24.9"
    table.act("allies", "decline")
    table.act("japan", "day")
    events = table.act("allies", "night", dice=[5, 3, 1, 1, 1, 1])
    assert [(e["japan_total"], e["allies_total"]) for e in only(events, "action_rolled")] == [(6, 4)]
    assert [(e["unit"], e["target"]) for e in only(events, "fired")] == [("akagi", "california")]
    assert table.step == "name_action"
    table.act("japan", "day")
    events = table.act("allies", "night", dice=[1, 5])
    assert "fired" not in kinds(events)
    assert (table.where("portland"), table.where("akagi")) == ("hawaiian_islands", "hawaiian_islands")


@pytest.mark.clause("24.61", "18.4")
def test_vp_53_the_air_unit_of_indonesia_answers_the_second_round() -> None:
    table = based()
    table.act("japan", "done")
    table.act("allies", "done")
    table.acts("japan", "place_air 21_air_flotilla indonesia", "pass")
    table.finish("amphibious", "raiders", "sortie", "submarine")
    assert (table.step, table.to_act) == ("targeting", "japan")
    events = table.acts("japan", "fire 21_air_flotilla repulse", dice=[1, 1, 1])
    assert table.to_act == "japan"
    assert len(only(events, "fired")) == 1
    table.acts("japan", "fire 21_air_flotilla repulse", dice=[1, 1, 1])
    assert {action[1] for action in table.offered("fire")} == {"5th_af"}
    table.acts("allies", "fire 5th_af 21_air_flotilla", dice=[1, 1])
    assert table.step == "name_action"


@pytest.mark.clause("24.3")
def test_vp_53_two_groups_roll_for_their_base() -> None:
    table = RuleTester(turn=1, step="home", options=NORMAL, units={
        "uncertain_y": ["saratoga"], "uncertain_z": ["yorktown", "hornet"], "hawaiian_islands": ["tone"],
    })  # fmt: skip
    table.act("japan", "go", "tone", "truk", dice=[2])
    assert (table.step, table.ends("go", "saratoga")) == (
        "way_home",
        {"pearl_harbor", "samoa", "australia", "singapore", "johnston_island"},
    )
    table.act("allies", "go", "saratoga", "australia", dice=[5])
    assert (table.where("yorktown"), table.where("hornet")) == ("pearl_harbor", "pearl_harbor")
    assert table.now["turn"] == 2


@pytest.mark.clause("24.1")
def test_vp_53_a_position_is_at_one_of_the_stages() -> None:
    frames = [{"procedure": "turn", "next": 5}, {"procedure": "normal_turn_one", "next": 11, "aims": []}]
    with pytest.raises(BadValue, match="11 is not a whole number from 0 to 10"):
        read_position({"game": "vitp", "options": {"turn_one": "normal"}, "frames": frames})
