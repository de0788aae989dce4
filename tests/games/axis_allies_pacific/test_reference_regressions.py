"""Faults found by comparing the clauses with play, each with a small position."""

from typing import Any

import pytest

from ironbottom.games.axis_allies_pacific.odds.decisions import tables
from ironbottom.games.axis_allies_pacific.text.text import story
from tests.games.axis_allies_pacific.rule_tester import RuleTester, only, shots
from tests.games.axis_allies_pacific.test_cases_30_battles import bare

SHIP = "transport_infantry_infantry"
END = [6, 6, 1, 1, 6]
"""The dice with which two attackers miss, and two of three defenders hit them."""


def test_10_1_a_ship_that_supported_a_landing_without_firing_may_move() -> None:
    """8.9.4, 10.1"""
    fleet = {SHIP: 1, "transport": 1, "carrier": 1, "fighter": 1, "destroyer": 1}
    table = RuleTester(**bare("japan", japan={"sz32": fleet}, uk={"queensland": {"infantry": 1}}))
    table.act("japan", "assault", "sz32", SHIP, "queensland", "infantry_infantry")
    table.act("japan", "done", dice=[3, 6, 6, 6])
    assert table.step == "regroup"
    moving = {action[2] for action in table.offered("move") if action[1] == "sz32"}
    assert moving == {"transport", "carrier", "fighter"}


@pytest.mark.build
def test_8_9_4_ships_that_no_option_lets_bombard_have_not_fought() -> None:
    """8.9.4, 10.1"""
    fields = bare("japan", japan={"sz32": {SHIP: 1, "destroyer": 1}}, uk={"queensland": {"infantry": 1}})
    table = RuleTester(**fields, options={"destroyer_bombard": "0"})
    table.act("japan", "assault", "sz32", SHIP, "queensland", "infantry_infantry")
    table.act("japan", "done", dice=[1, 6, 6])
    assert ("move", "sz32", "destroyer") in table.offered("move")


def test_8_8_5_overland_units_and_aircraft_may_both_leave() -> None:
    """8.8.5"""
    units = {
        "japan": {"sz45": {SHIP: 1}, "kwangsi": {"infantry": 1}, "formosa": {"fighter": 1}},
        "uk": {"hong_kong": {"infantry": 3}},
    }
    for first, second in ((("retreat", "kwangsi"), ("break_off",)), (("break_off",), ("retreat", "kwangsi"))):
        table = RuleTester(**bare("japan", **units), control={"kwangsi": "japan"})
        table.act("japan", "assault", "sz45", SHIP, "hong_kong", "infantry_infantry")
        table.move("japan", "kwangsi", "infantry", "hong_kong")
        table.fly("japan", "formosa", "fighter", "hong_kong")
        table.act("japan", "done", dice=[6] * 7)
        table.act("japan", *first)
        assert table.offered() == [second, ("press_on",)]
        events = table.act("japan", *second, dice=[1, 1, 6, 6, 6, 1, 6, 6])
        assert [event["piece"] for event in only(events, "fired")] == ["infantry"] * 4
        assert only(events, "captured") == [{"land": "hong_kong", "holder": "japan", "side": "japan"}]


def test_8_11_3_interceptors_do_not_hold_a_territory_that_is_attacked() -> None:
    """8.2.2, 8.11.3"""
    units = {"japan": {"burma": {"bomber": 1, "infantry": 1}}, "uk": {"india": {"fighter": 1}}}
    table = RuleTester(**bare("japan", **units), control={"burma": "japan"}, complexes=["india"], ipc={"india": 9})
    table.fly("japan", "burma", "bomber", "india", task="raid")
    table.move("japan", "burma", "infantry", "india")
    table.act("japan", "done")
    events = table.act("uk", "intercept", "1", dice=[6, 4])
    assert only(events, "lost") == [{"power": "uk", "piece": "fighter", "number": 1}]
    assert only(events, "captured") == [{"land": "india", "holder": "japan", "side": "japan"}]
    assert table.at("india") == {"japan": {"infantry": 1, "bomber": 1}}


def test_8_7_2_no_fighter_lands_where_the_enemy_has_entered() -> None:
    """7.2.3, 8.7.2"""
    near = dict.fromkeys(("siam", "borneo", "sumatra", "java", "celebes", "french_indo_china", "philippines"), "japan")
    units = {
        "japan": {"siam": {"infantry": 1}, "sz44": {"battleship": 2}},
        "uk": {"sz46": {"carrier": 1, "fighter": 1}},
    }
    for marching in (False, True):
        table = RuleTester(**bare("japan", **units), control=near)
        if marching:
            table.move("japan", "siam", "infantry", "malaya")
        table.move("japan", "sz44", "battleship", "sz46", number=2)
        table.act("japan", "done", dice=[1, 6])
        table.act("uk", "lose", "uk", "carrier", dice=[6, 6])
        events = table.act("japan", "retreat", "sz44")
        assert bool(only(events, "diverted")) == (not marching)
        assert bool(only(events, "no_deck")) == marching


def test_8_12_2_fighters_go_down_with_a_carrier_that_has_not_moved() -> None:
    """7.6.1, 8.12.2"""
    units = {"usa": {"sz34": {"destroyer": 1}, "sz35": {"carrier": 1, "fighter": 2}}}
    table = RuleTester(**bare("usa", **units))
    table.move("usa", "sz34", "destroyer", "sz35")
    table.act("usa", "done")
    table.act("japan", "kamikaze", "sz35", "carrier")
    table.act("japan", "done", dice=[2])
    assert table.at("sz35") == {"usa": {"destroyer": 1}}


def test_7_6_1_fighters_aboard_have_not_fought() -> None:
    """7.6.1, 10.1"""
    units = {"usa": {"sz9": {"carrier": 1, "fighter": 1, "destroyer": 1}}, "japan": {"sz9": {"submarine": 1}}}
    table = RuleTester(**bare("usa", **units))
    events = table.act("usa", "done", dice=[6, 3])
    assert [event["piece"] for event in only(events, "fired")] == ["destroyer", "carrier"]
    table.act("japan", "submerge", "1")
    assert table.step == "regroup"
    assert [action for action in table.offered("move") if action[1] == "sz9"] == [("move", "sz9", "fighter")]


def test_8_8_2_fighters_aboard_retreat_with_their_carriers() -> None:
    """7.6.1, 7.6.2, 8.8.2"""
    units = {
        "usa": {"sz9": {"carrier": 1, "fighter": 1, "destroyer": 1}},
        "uk": {"sz9": {"fighter": 1}},
        "japan": {"sz20": {"battleship": 1}},
    }
    table = RuleTester(**bare("usa", **units))
    table.act("usa", "move", "sz9", "carrier")
    table.act("usa", "go", "sz20", "1")
    if table.step == "aboard":
        table.act("usa", "take_along", "1", "1")
    table.move("usa", "sz9", "destroyer", "sz20")
    table.act("usa", "done", dice=[6, 6, 6])
    table.act("usa", "retreat", "sz9")
    assert table.at("sz9") == {"usa": {"carrier": 1, "destroyer": 1, "fighter": 1}, "uk": {"fighter": 1}}


def test_8_8_2_an_allied_fighter_stays_if_its_carrier_stays() -> None:
    """7.6.2, 8.8.2, 8.10.4"""
    units = {
        "usa": {"sz20": {"carrier": 1, "destroyer": 1}, "sz9": {"destroyer": 1}},
        "uk": {"sz20": {"carrier": 1, "fighter": 3}},
        "japan": {"sz20": {"submarine": 2}},
    }
    table = RuleTester(**bare("usa", **units))
    table.move("usa", "sz9", "destroyer", "sz20")
    table.act("usa", "done", dice=[6, 6, 6])
    if table.step == "submerging":
        table.act("japan", "submerge", "0", dice=[6, 6])
    table.act("usa", "retreat", "sz9")
    assert table.at("sz20")["uk"] == {"carrier": 1, "fighter": 2}
    assert table.at("sz9")["uk"] == {"fighter": 1}


def test_7_3_4_a_transport_that_left_enemies_acts_where_it_ends() -> None:
    """7.3.4, 7.7.5"""
    units = {
        "usa": {"sz9": {"transport": 1}, "midway": {"infantry": 1}, "sz10": {"transport": 1}},
        "japan": {"sz9": {"submarine": 1}},
    }
    table = RuleTester(**bare("usa", **units))
    table.move("usa", "sz9", "transport", "sz8")
    table.move("usa", "sz8", "transport", "sz20", verb="go_on")
    table.act("usa", "load", "sz20", "transport", "midway", "infantry")
    table.act("usa", "done")
    assert table.step == "regroup"
    assert table.offered("unload") == [("unload", "sz20", "transport_infantry", "midway", "infantry")]
    assert ("move", "sz10", "transport") in table.offered("move")


def test_8_8_2_no_retreat_to_the_origin_of_a_submarine_that_moved_on() -> None:
    """8.8.2"""
    units = {
        "usa": {"sz9": {"submarine": 1}, "sz8": {"destroyer": 1}},
        "japan": {"sz20": {"battleship": 1}},
    }
    table = RuleTester(**bare("usa", **units))
    table.move("usa", "sz9", "submarine", "sz20")
    table.move("usa", "sz20", "submarine", "sz21", verb="go_on")
    table.move("usa", "sz8", "destroyer", "sz20")
    table.act("usa", "done", dice=[6, 6])
    assert table.offered("retreat") == [("retreat", "sz8")]


def test_8_1_3_the_owner_chooses_whether_a_landed_or_an_overland_unit_is_lost() -> None:
    """8.1.3, 8.8.5"""
    units = {
        "usa": {"sz45": {"transport_marine_marine": 1}, "kwangsi": {"marine": 1}},
        "japan": {"hong_kong": {"infantry": 3}},
    }
    control = {"kwangsi": "china", "hong_kong": "japan"}
    for verb, factors, back in (("lose", [2], set()), ("lose_landed", [1, 2], {"kwangsi"})):
        table = RuleTester(**bare("usa", **units), control=control)
        table.act("usa", "assault", "sz45", "transport_marine_marine", "hong_kong", "marine_marine")
        table.move("usa", "kwangsi", "marine", "hong_kong")
        table.act("usa", "done", dice=[6, 6, 6, 1, 6, 6])
        offered = [("lose", "usa", "marine"), ("lose_landed", "usa", "marine"), ("cheapest_first",)]
        assert table.offered() == offered
        (odds,) = tables(table.match.state, "usa")
        assert [(row.id, row.name) for row in odds.rows] == [
            ("usa marine", "Marine, overland"),
            ("usa marine landed", "Marine, landed"),
        ]
        overland, landed = (row.chances[0] for row in odds.rows)
        assert overland > landed  # 8.9.5 units from the sea hit on 2
        events: list[Any] = table.act("usa", verb, "usa", "marine", dice=[] if back else END)
        assert only(events, "lost")[0] == {"power": "usa", "piece": "marine", "number": 1}
        ashore = [{"power": "usa", "piece": "marine"}] if back else []
        assert only(events, "hit_ashore") == ashore
        assert ("A marine of the United States that landed from the sea is hit" in " ".join(story(events))) == bool(
            back
        )
        assert {action[1] for action in table.offered("retreat")} == back
        events = table.act("usa", "press_on", dice=END) if back else events
        assert [shot[2] for shot in shots(events) if shot[0] == "usa"] == factors


def test_8_1_3_nothing_is_asked_if_all_equal_units_landed() -> None:
    """8.1.3"""
    units = {"japan": {"sz45": {SHIP: 1}}, "uk": {"hong_kong": {"infantry": 3}}}
    table = RuleTester(**bare("japan", **units))
    table.act("japan", "assault", "sz45", SHIP, "hong_kong", "infantry_infantry")
    events = table.act("japan", "done", dice=[6, 6, 1, 6, 6, 6, 1, 6, 6])
    assert [event["number"] for event in only(events, "lost")] == [1, 1]


def test_7_1_4_the_last_attacker_stays_with_the_ships_that_came_with_it() -> None:
    """7.1.4"""
    units = {"japan": {"sz20": {"destroyer": 2}, "sz18": {"transport": 1}}, "usa": {"sz20": {"transport": 1}}}
    table = RuleTester(**bare("japan", **units))
    table.move("japan", "sz18", "transport", "sz20")
    assert table.goals("japan", "sz20", "destroyer") >= {"sz19", "sz21"}
    table.act("japan", "move", "sz20", "destroyer")
    assert set(table.match.offer("japan").choices.next("go", "sz19")) == {"1"}
    table.act("japan", "go", "sz19", "1")
    assert ("move", "sz20", "destroyer") not in table.offered("move")


def test_7_1_4_a_submarine_on_its_way_stays_with_a_transport_that_joined_it() -> None:
    """7.1.4"""
    units = {"japan": {"sz19": {"submarine": 1, "transport": 1}}, "usa": {"sz20": {"transport": 1}}}
    table = RuleTester(**bare("japan", **units))
    table.move("japan", "sz19", "submarine", "sz20")
    assert ("go_on", "sz20", "submarine") in table.offered("go_on")
    table.move("japan", "sz19", "transport", "sz20")
    assert ("go_on", "sz20", "submarine") not in table.offered("go_on")


def test_7_1_4_by_the_option_a_destroyer_with_infantry_opens_a_battle() -> None:
    """7.1.4, 7.8.3"""
    units = {"japan": {"sz18": {"destroyer_infantry": 1}}, "usa": {"sz20": {"transport": 1}}}
    for factor in ("0", "3"):
        table = RuleTester(**bare("japan", **units), options={"loaded_destroyer_attack": factor})
        assert ("sz20" in table.goals("japan", "sz18", "destroyer_infantry")) == (factor == "3")


def test_8_11_1_the_defender_chooses_which_powers_fighters_intercept_a_raid() -> None:
    """8.11.1, 8.10.1"""
    units = {
        "japan": {"japan": {"bomber": 1}, "formosa": {"bomber": 1}},
        "uk": {"hawaiian": {"fighter": 2}, "szechwan": {"fighter": 2}},
        "usa": {"szechwan": {"fighter": 1}},
    }
    table = RuleTester(**bare("japan", **units))
    table.fly("japan", "formosa", "bomber", "szechwan", 1, "raid")
    table.act("japan", "done")
    assert table.offered() == [
        *(("intercept", str(number)) for number in range(4)),
        *(("intercept_with", "uk", number) for number in "12"),
        ("intercept_with", "usa", "1"),
    ]
    assert table.clause("uk", "intercept_with", "usa", "2") == "8.11.1"
    events = table.act("uk", "intercept_with", "usa", "1")
    assert only(events, "intercepted") == [{"power": "usa", "land": "szechwan", "number": 1}]
    assert table.to_act == "uk"
    assert table.offered() == [("intercept", "0"), ("intercept", "1"), ("intercept", "2")]
    (odds,) = tables(table.match.state, "uk")
    assert [row.id for row in odds.rows] == ["0", "1", "2"]
    events = table.act("uk", "intercept", "0", dice=[6, 6])
    assert not only(events, "not_met")
    assert [(shot[0], shot[1]) for shot in shots(events)] == [("usa", "cap")]


def test_8_8_2_a_submarine_that_continues_does_not_leave_its_way_to_others() -> None:
    """8.8.2"""
    units = {
        "usa": {"sz9": {"submarine": 1}, "sz8": {"destroyer": 1}},
        "japan": {"sz20": {"battleship": 1}},
    }
    for goes_on, back in ((True, ["sz8"]), (False, ["sz8", "sz9"])):
        table = RuleTester(**bare("usa", **units))
        table.move("usa", "sz8", "destroyer", "sz20")
        table.move("usa", "sz9", "submarine", "sz20")
        if goes_on:
            table.move("usa", "sz20", "submarine", "sz21", verb="go_on")
        table.act("usa", "done", dice=[6, 6] if goes_on else [])
        if not goes_on:
            table.act("usa", "submerge", "0", dice=[6, 6, 6])
        assert table.offered("retreat") == [("retreat", place) for place in back]


def test_8_8_2_two_submarines_from_one_zone_have_separate_retreats() -> None:
    """8.8.2"""
    units = {"usa": {"sz9": {"submarine": 2}, "sz8": {"destroyer": 1}}, "japan": {"sz20": {"battleship": 1}}}
    table = RuleTester(**bare("usa", **units))
    table.move("usa", "sz8", "destroyer", "sz20")
    table.move("usa", "sz9", "submarine", "sz20", 2)
    table.move("usa", "sz20", "submarine", "sz21", verb="go_on")
    table.act("usa", "done")
    table.act("usa", "submerge", "0", dice=[6, 6, 6])
    assert table.offered("retreat") == [("retreat", "sz8"), ("retreat", "sz9")]


def test_8_8_2_a_ship_that_moved_in_parts_came_from_where_it_began() -> None:
    """8.8.2, 7.3.1"""
    table = RuleTester(**bare("usa", usa={"sz9": {"destroyer": 1}}, japan={"sz20": {"battleship": 1}}))
    table.move("usa", "sz9", "destroyer", "sz8")
    table.move("usa", "sz8", "destroyer", "sz20", verb="go_on")
    table.act("usa", "done", dice=[6, 6])
    assert table.offered("retreat") == [("retreat", "sz8"), ("retreat", "sz9")]


def bound_for_the_marianas(ships: int, **japanese: dict[str, int]) -> RuleTester:
    """Transports that will land on Guam, and in the Marianas."""
    units = {
        "usa": {"sz19": {SHIP: ships, "battleship": 1}},
        "japan": {"guam": {"infantry": 1}, "mariana": {"infantry": 1}, **japanese},
    }
    table = RuleTester(
        **{**bare("usa", **units), "control": {"guam": "japan", "mariana": "japan"}, "kamikazes": int(not japanese)}
    )
    table.move("usa", "sz19", "battleship", "sz25")
    table.move("usa", "sz19", SHIP, "sz25", ships)
    table.act("usa", "assault", "sz25", SHIP, "guam", "infantry_infantry")
    for _ in range(ships - 1):
        table.act("usa", "assault", "sz25", SHIP, "mariana", "infantry")
    return table


def off_the_marianas(lost: int, ships: int = 2) -> RuleTester:
    """The landings after a round against two destroyers that hit this many transports."""
    table = bound_for_the_marianas(ships, sz25={"destroyer": 2})
    table.act("usa", "done", dice=[6, *([1] * lost + [6] * (2 - lost))])
    for _ in range(lost):
        table.act("usa", "lose", "usa", SHIP)
    return table


def test_8_1_3_the_owner_of_equal_ships_chooses_whose_landing_is_cancelled() -> None:
    """8.1.3, 7.7.6, 8.9.1"""
    for land, part, stays in (
        ("guam", "infantry_infantry", "mariana_from_sz25"),
        ("mariana", "infantry", "guam_from_sz25"),
    ):
        table = off_the_marianas(1)
        assert (table.step, table.to_act) == ("landing_lost", "usa")
        assert table.offered() == [("abandon", "guam", "infantry_infantry"), ("abandon", "mariana", "infantry")]
        assert table.clause("usa", "abandon", "mariana", "infantry_infantry") == "8.1.3"
        events = table.act("usa", "abandon", land, part)
        assert [(event["land"], event["units"]) for event in only(events, "landing_lost")] == [
            (land, {"infantry": 2 if land == "guam" else 1})
        ]
        assert table.step == "aftermath"
        assert list(table.now["landing"]) == [stays]


def test_8_1_3_two_of_three_equal_ships_are_lost_one_after_the_other() -> None:
    """8.1.3, 8.9.1"""
    table = off_the_marianas(2, 3)
    table.act("usa", "abandon", "mariana", "infantry")
    assert table.step == "landing_lost"
    table.act("usa", "abandon", "guam", "infantry_infantry")
    assert table.step == "aftermath"
    assert table.now["landing"] == {"mariana_from_sz25": {f"{SHIP}_lands_infantry": 1}}


def test_8_1_3_no_question_where_all_such_ships_are_lost() -> None:
    """8.1.3, 8.9.1"""
    table = off_the_marianas(2)
    assert table.step == "aftermath"
    assert table.now["landing"] == {}


def test_8_12_2_after_a_kamikaze_the_owner_chooses_whose_landing_is_cancelled() -> None:
    """8.12.2, 8.1.3"""
    table = bound_for_the_marianas(2)
    table.act("usa", "done")
    table.act("japan", "kamikaze", "sz25", SHIP)
    table.act("japan", "done", dice=[2])
    assert (table.step, table.to_act) == ("landing_lost", "usa")
    table.act("usa", "abandon", "guam", "infantry_infantry", dice=[1, 6])
    assert (table.now["control"]["guam"], table.at("mariana")) == ("japan", {"usa": {"infantry": 1}})
