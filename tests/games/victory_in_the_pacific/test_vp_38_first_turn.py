"""VP-38 to VP-41, VP-48, VP-49, VP-51 The first turn: as a whole, branch by branch, and with the tournament options."""

from collections.abc import Mapping
from typing import Any

import pytest

from ironbottom.engine.codecs.position import read_position
from ironbottom.games.victory_in_the_pacific import GAME
from tests.games.victory_in_the_pacific.rule_tester import ABBREVIATIONS, RuleTester, kinds, only

RAID_FORCE = ("akagi", "kaga", "soryu", "hiryu", "shokaku", "zuikaku", "tone")
PATROLS = ("mogami JI", "mikuma AL", "kumano CPO", "kongo CPO", "suzuya MRN", "nagato MRN")
OVER_INDONESIA = (
    *("fire 21_air_flotilla 5th_af", "fire 22_air_flotilla prince_of_wales"),
    *("fire 23_air_flotilla prince_of_wales", "fire 24_air_flotilla repulse"),
)
GROUPS = {"uncertain_w": "enterprise", "uncertain_x": "lexington", "uncertain_y": "saratoga", "uncertain_z": "yorktown"}
UNCERTAIN = [
    ("1234", "CPO HI HI T2"),
    ("4256", "T2 HI T2 T2"),
    ("6666", "T2 T2 T2 T2"),
    ("1111", "CPO CPO CPO CPO"),
    ("3412", "HI T2 CPO HI"),
]
SORTIE = [
    ("california", 0, 1),
    ("nevada", 4, 1),
    ("nevada", 5, 0),
    ("maryland", 5, 1),
    ("maryland", 6, 0),
    ("san_francisco", 1, 1),
    ("san_francisco", 2, 0),
    ("7th_af", 3, 1),
]
ROUND_1 = "fire akagi west_virginia|fire kaga maryland|fire soryu tennessee|fire hiryu arizona|fire shokaku nevada"
ROUND_1 += "|fire zuikaku 7th_af"
ROUND_2 = "fire akagi maryland|fire kaga nevada|fire soryu california|fire hiryu oklahoma|fire shokaku pennsylvania"
ROUND_2 += "|fire zuikaku new_orleans"


def dice(text: str) -> list[int]:
    """Parses dice that are written together."""
    return [int(die) for die in text]


def before_the_raid(options: Mapping[str, str] | None = None, *, i_boat: str = "HI") -> RuleTester:
    """VP-39, steps 1 to 4: Japan's force off Hawaii, patrols, air units and the NLF at sea."""
    table = RuleTester(turn=1, step="raid_force", options=options)
    table.acts("japan", *(f"join_raid {ship}" for ship in RAID_FORCE), "done")
    orders = [f"patrol {order.split()[0]} {ABBREVIATIONS[order.split()[1]]}" for order in PATROLS]
    table.acts("japan", *orders, "done", dice=[6, 3])
    table.acts("allies", "patrol hmas_australia indian_ocean", "done")
    table.acts("japan", *(f"place_air {number}_air_flotilla indonesia" for number in (21, 22, 23, 24)))
    table.acts("japan", "place_air 25_air_flotilla south_pacific_ocean", "place_air 26_air_flotilla marshall_islands")
    table.acts("japan", "sail yokosuka_nlf marianas_islands")
    if table.step == "submarine":
        table.act("japan", "submerge", ABBREVIATIONS[i_boat])
    return table


def after_the_raid(options: Mapping[str, str] | None = None, *, i_boat: str = "HI") -> RuleTester:
    """VP-39, step 5: two rounds over Pearl Harbor."""
    table = before_the_raid(options, i_boat=i_boat)
    table.acts("japan", *ROUND_1.split("|"), dice=dice("45616553231661255641124356412"))
    more = dice("651152543214435161215663252311")
    if options and options.get("turn_one") == "menzel":
        more += [4, 4, 4, 4]
    table.acts("japan", *ROUND_2.split("|"), dice=more)
    return table


def japan_home(table: RuleTester, place: str = "truk") -> None:
    """Brings home all Japanese ships that the question is about."""
    while table.step == "way_home" and table.to_act == "japan":
        table.act("japan", "go", table.offered("go")[0][1], place)


def allies_home(table: RuleTester, place: str = "samoa") -> None:
    """Brings home all Allied ships that the question is about."""
    while table.step == "way_home" and table.to_act == "allies":
        table.act("allies", "go", table.offered("go")[0][1], place)


def surprise_in_indonesia(table: RuleTester) -> None:
    """VP-39, step 10: two rounds without return fire."""
    table.acts("japan", *OVER_INDONESIA, dice=dice("641256321236241"))
    if table.step == "way_home":
        table.act("allies", "go", "prince_of_wales", "ceylon")
    table.acts("japan", "all_fire repulse", dice=dice("51261234462111"))


@pytest.mark.clause("18.1", "18.3", "18.31", "18.32", "18.33", "18.34", "18.35", "18.36", "18.4", "18.5", "9.13", "9.3")
def test_vp_39_a_complete_first_turn() -> None:
    table = after_the_raid()
    assert {ship: table.damage(ship) for ship in ("maryland", "tennessee", "nevada", "oklahoma", "new_orleans")} == {
        "maryland": 10, "tennessee": 6, "nevada": 4, "oklahoma": 2, "new_orleans": 2,
    }  # fmt: skip
    assert table.where("7th_af") == "return_3"
    assert {table.where(ship) for ship in ("west_virginia", "arizona", "pennsylvania")} == {"lost"}
    table.act("japan", "stay_off_hawaii", dice=dice("4256"))
    assert table.where("lexington") == "hawaiian_islands"
    assert table.ends("sortie") == {"california", "nevada", "oklahoma", "san_francisco"}
    table.acts("allies", "sortie california", "sortie san_francisco", "done")
    events = table.act("japan", "torpedo", "lexington", dice=[4])
    assert "was_disabled" in kinds(events)
    assert table.ends("go") == {"pearl_harbor", "samoa", "australia", "singapore", "johnston_island"}
    table.acts("allies", "go lexington samoa", "leave_hawaii")
    assert len({action[1] for action in table.offered("go")}) == 7
    allies_home(table)
    table.acts("japan", "raid_port akagi pearl_harbor", "raid_port kaga pearl_harbor", "done")
    table.acts("japan", "fire akagi oklahoma", "fire kaga nevada", dice=dice("4531262134"))
    assert (table.damage("oklahoma"), table.damage("nevada")) == (5, 6)
    table.acts("japan", "fire akagi oklahoma", "fire kaga nevada", dice=dice("541231234"))
    assert table.where("oklahoma") == "lost"
    japan_home(table)
    surprise_in_indonesia(table)
    assert (table.where("repulse"), table.where("5th_af"), table.damage("prince_of_wales")) == ("lost", "return_3", 3)
    shown = {short: table.flag(area) for short, area in ABBREVIATIONS.items()}
    assert {short for short, side in shown.items() if side == "japan"} == {
        "JI",
        "AL",
        "CPO",
        "MAR",
        "MRN",
        "SPO",
        "IND",
    }
    assert {short for short, side in shown.items() if side == "allies"} == {"USM", "CS", "IO", "BOB"}
    assert table.now["points_of_control"] == 7
    assert table.ends("land") == {"truk", "okinawa", "saipan", "philippines"}
    table.acts("japan", "land yokosuka_nlf truk")
    japan_home(table)
    assert table.to_act == "allies"
    table.acts("allies", "go louisville samoa")
    assert table.ends("go", "pensacola") >= {"new_hebrides", "guadalcanal", "port_moresby", "samoa"}
    table.acts("allies", "go pensacola samoa", "go hmas_australia australia")
    assert table.ends("go", "revenge") == {"ceylon", "singapore"}
    table.acts("allies", "go revenge ceylon", "go hermes ceylon")
    assert (table.now["turn"], table.where("enterprise"), table.where("shoho")) == (2, "pearl_harbor", "yokosuka")


@pytest.mark.clause("18.32")
@pytest.mark.parametrize(("rolls", "places"), UNCERTAIN)
def test_vp_38_uncertain_groups(rolls: str, places: str) -> None:
    table = after_the_raid()
    table.act("japan", "stay_off_hawaii", dice=dice(rolls))
    for ship, place in zip(GROUPS.values(), places.split(), strict=True):
        assert table.where(ship) == ("due_2" if place == "T2" else ABBREVIATIONS[place])
        assert ship not in table.now["raiding"]


@pytest.mark.clause("18.32", "4.41")
@pytest.mark.parametrize(
    ("pearl", "samoa", "where"),
    [("allies", "allies", "pearl_harbor"), ("japan", "allies", "samoa"), ("japan", "japan", "lost")],
)
def test_vp_38_the_others_come_on_turn_2(pearl: str, samoa: str, where: str) -> None:
    places = {"pearl_harbor": pearl, "samoa": samoa}
    table = RuleTester(turn=2, step="arrivals", places=places, units={"due_2": ["enterprise", "chester"]})
    assert {table.where("enterprise"), table.where("chester")} == {where}


@pytest.mark.clause("18.33", "9.41")
@pytest.mark.parametrize(("unit", "damage", "may"), SORTIE)
def test_vp_40_which_units_enter(unit: str, damage: int, may: int) -> None:
    frames = [{"procedure": "turn", "next": 12}, {"procedure": "first_turn", "next": 5}, {"procedure": "sortie"}]
    units = {"pearl_harbor": [unit, "new_orleans"]}
    table = RuleTester(turn=1, frames=frames, units=units, damage={unit: damage})
    assert table.clause("allies", "sortie", unit) == (None if may else "18.33")


@pytest.mark.clause("18.33")
@pytest.mark.parametrize(("option", "raiding"), [("raid", True), ("patrol", False)])
def test_vp_40_how_they_come_out(option: str, raiding: bool) -> None:
    table = after_the_raid({"pearl_sortie": option})
    table.act("japan", "stay_off_hawaii", dice=dice("4444"))
    table.act("allies", "sortie", "california")
    assert ("california" in table.now["raiding"]) == raiding


@pytest.mark.clause("18.31", "8.12", "18.32")
def test_vp_41_japan_leaves_at_once() -> None:
    table = after_the_raid(i_boat="BOB")
    events = table.act("japan", "leave_hawaii")
    assert "uncertain_rolled" not in kinds(events)
    while table.step == "way_home":
        last = len({action[1] for action in table.offered("go")}) == 1
        table.act("japan", "go", table.offered("go")[0][1], "truk", dice=dice("6666") if last else [])
    assert table.step == "sortie"
    table.act("allies", "done")
    surprise_in_indonesia(table)
    table.finish("strike")
    assert (table.flag("hawaiian_islands"), table.now["points_of_control"]) == ("allies", 4)


@pytest.mark.clause("18.35", "18.36", "7.32")
def test_vp_41_the_allies_stay_and_round_3_is_a_battle() -> None:
    table = after_the_raid(i_boat="IO")
    table.act("japan", "stay_off_hawaii", dice=dice("6666"))
    table.acts("allies", "done", "stay_off_hawaii")
    assert table.step == "name_action"
    table.act("japan", "day")
    events = table.act("allies", "night", dice=[3, 3])
    assert [(e["japan_total"], e["allies_total"]) for e in only(events, "action_rolled")] == [(4, 4)]
    assert table.step == "targeting"
    assert not table.offered("fire", "akagi", "nevada")


@pytest.mark.clause("18.36", "8.3")
def test_vp_41_the_allies_retreat_after_round_3() -> None:
    table = after_the_raid(i_boat="IO")
    table.act("japan", "stay_off_hawaii", dice=dice("6666"))
    table.acts("allies", "done", "stay_off_hawaii")
    table.act("japan", "day")
    table.act("allies", "day")
    table.acts("japan", "all_fire minneapolis", dice=[1] * 22)
    table.act("japan", "stay")
    table.act("allies", "retreat")
    table.act("allies", "done")
    assert table.step == "pursuit"
    table.acts("japan", "pursue soryu group_1", "raid_port akagi pearl_harbor", "done")
    assert table.step == "chases"
    table.acts("japan", "raid_now pearl_harbor", "fire akagi nevada", dice=[1, 1, 1, 1])
    assert table.step == "name_action"
    table.act("japan", "day")
    table.act("allies", "day")
    table.acts("japan", "fire soryu minneapolis", dice=[1, 1, 1])
    assert (table.step, table.to_act) == ("way_home", "allies")


@pytest.mark.clause("18.36")
def test_vp_41_no_more_raids_and_japan_goes() -> None:
    table = after_the_raid(i_boat="IO")
    table.act("japan", "stay_off_hawaii", dice=dice("6666"))
    table.acts("allies", "done", "leave_hawaii")
    allies_home(table)
    assert table.step == "pursuit"
    table.act("japan", "done")
    japan_home(table)
    surprise_in_indonesia(table)
    table.finish("strike")
    assert table.flag("hawaiian_islands") is None


@pytest.mark.clause("18.34")
def test_vp_41_an_i_boat_elsewhere_waits() -> None:
    table = after_the_raid(i_boat="IO")
    table.act("japan", "stay_off_hawaii", dice=dice("6666"))
    table.act("allies", "done")
    assert table.step == "allies_off_hawaii"


@pytest.mark.clause("18.4")
def test_vp_41_a_five_does_not_disable_by_option() -> None:
    table = after_the_raid({"indonesia_disable": "no"}, i_boat="IO")
    table.act("japan", "leave_hawaii")
    while table.step == "way_home":
        last = len({action[1] for action in table.offered("go")}) == 1
        table.act("japan", "go", table.offered("go")[0][1], "truk", dice=dice("6666") if last else [])
    table.act("allies", "done")
    table.acts("japan", *OVER_INDONESIA, dice=dice("641256321236241"))
    assert (table.where("prince_of_wales"), table.damage("prince_of_wales")) == ("indonesia", 3)
    assert ("fire", "21_air_flotilla", "prince_of_wales") in table.offered("fire")


@pytest.mark.clause("3.2", "18.34")
def test_vp_48_the_i_boat_options() -> None:
    table = before_the_raid({"iboat_arrival": "turn_2"})
    assert (table.step, table.where("i_boat")) == ("targeting", "submarine_base")
    table = RuleTester(turn=2, step="submarines", units={"yokosuka": ["kongo"]}, options={"iboat_arrival": "turn_2"})
    assert len(table.offered("submerge")) == 13
    table = after_the_raid({"iboat_raid": "escaped_only"})
    table.act("japan", "stay_off_hawaii", dice=dice("4256"))
    table.acts("allies", "sortie california", "sortie san_francisco", "done")
    assert table.ends("torpedo") == {"california", "san_francisco"}
    assert table.clause("japan", "torpedo", "lexington") is not None


@pytest.mark.clause("18.32")
def test_vp_49_a_group_may_leave_the_central_pacific() -> None:
    table = after_the_raid({"cpo_withdrawal": "on"})
    table.act("japan", "stay_off_hawaii", dice=[1])
    assert (table.step, table.to_act, table.where("lexington")) == ("uncertain", "allies", "uncertain_x")
    table.act("allies", "to_johnston", dice=[1])
    assert table.where("enterprise") == "johnston_island"
    table.act("allies", "hold", dice=[3, 6])
    assert (table.where("lexington"), table.where("saratoga")) == ("central_pacific_ocean", "hawaiian_islands")
    assert (table.where("hornet"), table.step) == ("due_2", "sortie")


@pytest.mark.clause("18.32")
def test_vp_49_no_group_goes_to_an_enemy_island() -> None:
    frames: list[dict[str, Any]] = [{"procedure": "turn", "next": 12}, {"procedure": "first_turn", "next": 3}]
    frames += [{"procedure": "uncertain", "next": 0, "asking": 1}]
    units = {"central_pacific_ocean": ["enterprise"], "uncertain_x": ["lexington"]}
    rules = GAME.rules({"cpo_withdrawal": "on"})
    for owner, clause in (("allies", None), ("japan", "18.32")):
        places = {"johnston_island": owner}
        position = {"game": GAME.id, "turn": 1, "frames": frames, "units": units, "places": places}
        refusal = read_position(position, rules).why_not("allies", ("to_johnston",))
        assert (refusal.clause if refusal else None) == clause


@pytest.mark.clause("18.31", "8.3")
def test_vp_51_the_menzel_first_turn() -> None:
    table = after_the_raid({"turn_one": "menzel"}, i_boat="IO")
    assert (table.step, table.to_act) == ("grouping", "japan")
    table.act("japan", "done")
    assert (table.step, table.ends("pursue")) == ("pursuit", {"group_1"})
    assert {action[1] for action in table.offered("pursue")} == {"indianapolis", "minneapolis"}
    table.act("allies", "done")
    japan_home(table)
    assert table.step == "sortie"
    table.act("allies", "done")
    surprise_in_indonesia(table)
    table.finish("strike")
    assert (table.flag("hawaiian_islands"), table.now["points_of_control"]) == ("allies", 4)
