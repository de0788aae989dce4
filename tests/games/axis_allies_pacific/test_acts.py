"""Clauses whose acts no numbered case covers, and further refusals."""

from typing import Any

import pytest

from tests.games.axis_allies_pacific.rule_tester import Position, RuleTester, only
from tests.games.axis_allies_pacific.test_cases_30_battles import bare

PURCHASE_STEP: Position = {"step": "purchase", "round": 2}


# -- 5 purchases, 13.2 the pool ------------------------------------------------------------------------------------


def test_5_1_to_5_5_refusals_of_a_purchase() -> None:
    """5.1, 5.3, 5.4, 5.5"""
    table = RuleTester(active="uk", ipc={"india": 7, "australia": 30}, **PURCHASE_STEP)
    assert table.clause("uk", "buy", "japan", "infantry", "1") == "5.3"
    assert table.clause("uk", "buy", "india", "battleship", "1") == "5.1"
    assert table.clause("uk", "buy", "india", "infantry", "3") == "5.1"
    assert table.clause("uk", "buy", "india", "infantry", "2") is None
    lost = RuleTester(active="uk", ipc={"india": 7, "australia": 30}, control={"india": "japan"}, **PURCHASE_STEP)
    assert lost.clause("uk", "buy", "india", "infantry", "1") == "5.4"


def test_5_5_no_more_than_the_complexes_place() -> None:
    """5.5, 11.2"""
    fields: Position = {"active": "usa", "ipc": {"usa": 90}, "control": {"hawaiian": "japan"}, **PURCHASE_STEP}
    table = RuleTester(**fields, complexes=["philippines"])
    table.act("usa", "buy", "usa", "infantry", "1")
    assert table.clause("usa", "buy", "usa", "infantry", "3") == "5.5"
    table.act("usa", "buy", "usa", "destroyer", "1")
    assert table.clause("usa", "buy", "usa", "infantry", "2") == "5.5"
    table.act("usa", "buy", "usa", "fighter", "1")
    assert table.clause("usa", "buy", "usa", "transport", "1") == "5.5"
    inland = RuleTester(**fields, complexes=["szechwan"])
    assert inland.clause("usa", "buy", "usa", "infantry", "1") == "5.5"


def test_13_2_the_pool_lapses_where_both_capitals_are_lost() -> None:
    """13.2"""
    lost = {"india": "japan", "new_south_wales": "japan"}
    table = RuleTester(active="uk", step="income", round=2, control=lost)
    assert (table.now["pool"], table.to_act) == (0, "usa")


# -- 6 and 10 patrols and landings -----------------------------------------------------------------------------------


def test_6_1_patrols_land_on_decks_and_the_rest_is_lost() -> None:
    """6.1, 6.2"""
    units = {"usa": {"sz19": {"cap": 3, "carrier": 1}}}
    table = RuleTester(active="usa", step="land_cap", round=2, units=units, control={"wake": "japan"})
    assert table.offered() == [("land_cap", "sz19", "1"), ("land_cap", "sz19", "2")]
    assert table.clause("usa", "land_cap", "japan", "1") == "6.1"
    assert table.clause("usa", "land_cap", "sz19", "3") == "6.1"
    events = table.act("usa", "land_cap", "sz19", "2")
    assert only(events, "patrol_lost") == [{"power": "usa", "zone": "sz19", "number": 1}]
    assert table.at("sz19") == {"usa": {"carrier": 1, "fighter": 2}}
    assert ("move", "sz19", "fighter") in table.offered("move")


def test_10_1_aircraft_move_in_phase_6_to_lands_and_decks() -> None:
    """7.6.1, 10.1"""
    units = {"usa": {"hawaiian": {"fighter": 3, "bomber": 1}, "sz9": {"carrier": 1, "fighter": 1}}}
    table = RuleTester(**bare("usa", "regroup", **units))
    table.act("usa", "move", "hawaiian", "fighter")
    assert table.clause("usa", "go", "sz9", "2") == "7.1.1"
    table.act("usa", "go", "sz9", "1")
    assert table.at("sz9") == {"usa": {"carrier": 1, "fighter": 2}}
    table.move("usa", "hawaiian", "fighter", "midway", number=2)
    table.move("usa", "hawaiian", "bomber", "midway")
    assert table.at("midway") == {"usa": {"fighter": 2, "bomber": 1}}
    assert {action[1] for action in table.offered("move")} == {"sz9"}


def after_air_battle(**units: Any) -> RuleTester:
    """Phase 6 after two fighters and a bomber from Hawaii have beaten a transport in sea zone 20."""
    american = {"hawaiian": {"fighter": 2, "bomber": 1}, **units}
    table = RuleTester(**bare("usa", usa=american, japan={"sz20": {"transport": 1}}))
    table.fly("usa", "hawaiian", "fighter", "sz20", number=2)
    table.fly("usa", "hawaiian", "bomber", "sz20")
    table.act("usa", "done", dice=[1, 1, 1, 6])
    return table


def test_10_1_aircraft_that_flew_must_land_first() -> None:
    """7.4.4, 7.6.1, 10.1"""
    table = after_air_battle(sz9={"carrier": 1, "fighter": 1})
    assert table.step == "regroup"
    assert table.clause("usa", "done") == "10.1"
    flight = next(action[2] for action in table.offered("land") if action[2].startswith("fighter"))
    bomber = next(action[2] for action in table.offered("land") if action[2].startswith("bomber"))
    assert table.clause("usa", "land", "sz19", flight, "midway", "1") == "10.1"
    assert table.clause("usa", "land", "sz20", flight, "sz9", "2") == "7.6.1"
    assert table.clause("usa", "land", "sz20", bomber, "sz9", "1") == "7.6.1"
    assert table.clause("usa", "land", "sz20", "fighter_escort_0", "midway", "1") == "10.1"
    events = table.act("usa", "land", "sz20", flight, "sz9", "1")
    assert only(events, "aircraft_landed") == [{"power": "usa", "piece": "fighter", "number": 1, "place": "sz9"}]
    table.act("usa", "land", "sz20", flight, "midway", "1")
    table.act("usa", "land", "sz20", bomber, "hawaiian", "1")
    assert table.at("sz20") == {}
    assert table.at("midway") == {"usa": {"fighter": 1}}
    assert table.clause("usa", "done") is None


def test_10_1_aircraft_without_a_place_to_land_are_lost() -> None:
    """7.4.4, 10.1"""
    regroup = {"procedure": "regroup", "side": "usa", "afloat": []}
    table = RuleTester(
        active="usa",
        units={"usa": {"united_states": {"infantry": 1}}},
        flying={"own": {"sz49": {"fighter_attack_0": 2}}},
        frames=[{"procedure": "turn", "next": 8}, regroup],
    )
    events = table.act("usa", "done")
    assert only(events, "aircraft_lost") == [{"power": "usa", "piece": "fighter", "number": 2, "place": "sz49"}]


def test_10_5_1_a_patrol_goes_up() -> None:
    """10.5.1, 10.5.2, 10.5.3"""
    table = RuleTester(**bare("japan", "regroup", japan={"formosa": {"fighter": 2}}, usa={"sz38": {"submarine": 1}}))
    assert table.clause("japan", "patrol", "formosa", "sz45", "3") == "10.5.2"
    assert table.clause("japan", "patrol", "japan", "sz35", "1") == "10.5.1"
    assert table.clause("japan", "patrol", "formosa", "sz1", "1") == "10.5.1"
    events = table.act("japan", "patrol", "formosa", "sz45", "2")
    assert only(events, "patrol_sent") == [{"power": "japan", "land": "formosa", "zone": "sz45", "number": 2}]
    assert table.at("sz45") == {"japan": {"cap": 2}}


# -- 7 transports -----------------------------------------------------------------------------------------------------


def test_7_7_7_an_allys_transport_takes_units_aboard_in_phase_3() -> None:
    """7.7.7"""
    units = {"uk": {"sz32": {"transport": 1}}, "usa": {"queensland": {"infantry": 1}}}
    table = RuleTester(**bare("usa", **units))
    table.act("usa", "board", "sz32", "transport", "queensland", "infantry")
    assert table.at("sz32") == {"uk": {"transport_ally_infantry": 1}}
    assert table.at("queensland") == {}


def test_7_1_4_transports_surrounded_by_enemies_stay() -> None:
    """7.1.4"""
    around = {zone: {"transport": 1} for zone in ("sz12",)}
    table = RuleTester(**bare("japan", japan={"sz1": {"transport": 1, "destroyer": 1}}, uk=around))
    assert "sz12" not in table.goals("japan", "sz1", "transport")
    table.move("japan", "sz1", "destroyer", "sz12")
    assert "sz12" in table.goals("japan", "sz1", "transport")


def test_7_3_4_a_ship_that_left_enemies_loads_and_unloads_in_phase_6() -> None:
    """7.3.4, 7.7.5"""
    units = {
        "usa": {"sz9": {"transport": 2}, "midway": {"infantry": 2}},
        "japan": {"sz9": {"submarine": 1}},
    }
    table = RuleTester(**bare("usa", **units))
    table.move("usa", "sz9", "transport", "sz20", number=2)
    table.act("usa", "done")
    assert table.now["escaped"] == {"sz20": {"transport": 2}}
    table.act("usa", "load", "sz20", "transport", "midway", "infantry")
    assert table.now["escaped"] == {"sz20": {"transport": 1, "transport_infantry": 1}}
    table.act("usa", "unload", "sz20", "transport_infantry", "midway", "infantry")
    assert table.now["escaped"] == {"sz20": {"transport": 1}}
    assert table.at("midway") == {"usa": {"infantry": 2}}


def test_7_8_1_a_destroyer_that_left_enemies_loads_in_phase_6_if_it_is_japanese() -> None:
    """7.8.1, 7.3.4"""
    for side, enemy, land in (("japan", "usa", "bonin"), ("usa", "japan", "midway")):
        start, to = ("sz25", "sz24") if side == "japan" else ("sz9", "sz20")
        units = {
            side: {start: {"destroyer": 1, "transport": 1}, land: {"infantry": 2}},
            enemy: {start: {"submarine": 1}},
        }
        table = RuleTester(**bare(side, **units))
        for ship in ("destroyer", "transport"):
            table.move(side, start, ship, to)
        table.act(side, "done")
        refused = table.match.why_not(side, ("load", to, "destroyer", land, "infantry"))
        if side == "japan":
            assert table.now["escaped"] == {to: {"destroyer": 1, "transport": 1}}
            table.act(side, "load", to, "destroyer", land, "infantry")
            assert table.at(to)["japan"] == {"destroyer_infantry": 1, "transport": 1}
        else:
            assert table.now["escaped"] == {to: {"transport": 1}}
            assert refused is not None
            assert refused.clause == "7.7.1"


# -- 8 battles, raids, kamikazes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("order", "number"), [("at_once", 1), ("never", 0), ("against_destroyers", 1)])
def test_8_5_3_standing_orders_to_submerge(order: str, number: int) -> None:
    """8.5.3"""
    units = {"japan": {"sz44": {"destroyer": 1}}, "uk": {"sz46": {"submarine": 1}}}
    table = RuleTester(**bare("japan", **units), standing_orders={"uk": {"submerge": order}})
    table.move("japan", "sz44", "destroyer", "sz46")
    events = table.act("japan", "done", dice=[6] if number else [6, 6])
    assert [event["number"] for event in only(events, "submerged")] == [number]


@pytest.mark.parametrize(("order", "dice", "rising"), [("all", [6, 4], 1), ("none", [4], 0)])
def test_8_11_1_standing_orders_to_intercept(order: str, dice: list[int], rising: int) -> None:
    """8.11.1"""
    units = {"japan": {"burma": {"bomber": 1}}, "uk": {"india": {"fighter": 1}}}
    fields = bare("japan", **units)
    table = RuleTester(
        **fields, control={"burma": "japan"}, ipc={"india": 9}, standing_orders={"uk": {"intercept": order}}
    )
    table.fly("japan", "burma", "bomber", "india", task="raid")
    events = table.act("japan", "done", dice=dice)
    assert len(only(events, "intercepted")) == rising
    assert len(only(events, "not_met")) == 1 - rising
    assert only(events, "bombed") == [{"land": "india", "economy": "india", "dice": [4], "paid": 4}]


def test_8_11_2_bombers_that_are_shot_down_drop_nothing() -> None:
    """8.11.2"""
    units = {"japan": {"burma": {"bomber": 1}}, "uk": {"india": {"aa_gun": 1}}}
    table = RuleTester(**bare("japan", **units), control={"burma": "japan"}, ipc={"india": 9})
    table.fly("japan", "burma", "bomber", "india", task="raid")
    events = table.act("japan", "done", dice=[1])
    assert not only(events, "bombed")
    assert table.now["ipc"]["india"] == 9


def test_8_12_2_with_the_option_only_warships_are_targets() -> None:
    """8.12.2"""
    units = {"usa": {"sz34": {"transport": 1, "destroyer": 1}}}
    table = RuleTester(**bare("usa", **units), options={"kamikaze_targets": "warships"})
    table.move("usa", "sz34", "transport", "sz35")
    table.move("usa", "sz34", "destroyer", "sz35")
    table.act("usa", "done")
    assert table.offered("kamikaze") == [("kamikaze", "sz35", "destroyer")]
    assert table.clause("japan", "kamikaze", "sz35", "transport") == "8.12.2"


# -- 9.6.1, 14.5 -----------------------------------------------------------------------------------------------------


def test_9_6_1_japan_loses_points_with_its_purse() -> None:
    """9.6.1"""
    units = {"usa": {"sz36": {"transport_infantry_infantry": 1}}}
    table = RuleTester(**bare("usa", **units), ipc={"japan": 27, "usa": 3}, victory_points=5, kamikazes=0)
    table.act("usa", "assault", "sz36", "transport_infantry_infantry", "japan", "infantry_infantry")
    events = table.act("usa", "done")
    assert only(events, "purse_taken") == [{"economy": "japan", "taker": "usa", "ipc": 27}]
    assert (table.now["ipc"]["usa"], table.now["victory_points"]) == (30, 3)


def test_14_5_a_chinese_fighter_flies_and_fights() -> None:
    """3.3, 14.5"""
    units = {"china": {"szechwan": {"fighter": 1}}, "japan": {"hunan": {"infantry": 1}}}
    fields = bare("usa", **units)
    table = RuleTester(**fields, control={"hunan": "japan"}, options={"szechwan_fighter_owner": "china"})
    table.act("usa", "move_chinese", "szechwan", "fighter")
    table.act("usa", "fly", "hunan", "attack", "1")
    events = table.act("usa", "done", dice=[3, 6])
    first = only(events, "fired")[0]
    assert (first["power"], first["piece"], first["factor"], first["hits"]) == ("china", "fighter", 3, 1)


# -- 16.4 a usual score -----------------------------------------------------------------------------------------------


def test_c82_a_typical_run_of_points_wins_in_the_seventh_round() -> None:
    """13.3, 15.1, 16.4"""
    points, scored = 0, []
    for number, income in enumerate((30, 42, 45, 40, 33, 38, 19), start=1):
        table = RuleTester(active="japan", step="regroup", round=number, victory_points=points, **producing(income))
        events = table.act("japan", "done")
        assert [event["ipc"] for event in only(events, "collected")] == [income]
        scored += [event["points"] for event in only(events, "points_scored")]
        points += scored[-1]
        assert (table.to_act == "") == (number == 7), f"round {number}"
    assert (scored, points, table.winners) == ([3, 4, 4, 4, 3, 3, 1], 22, ["japan"])


SPOILS = (
    *(("malaya", 4, "sz46"), ("java", 4, "sz43"), ("borneo", 3, "sz44"), ("sumatra", 3, "sz47")),
    *(("philippines", 3, "sz38"), ("queensland", 2, ""), ("hong_kong", 2, ""), ("burma", 1, "")),
    *(("celebes", 1, "sz39"), ("new_zealand", 1, "sz13"), ("sikang", 1, ""), ("dutch_new_guinea", 1, "")),
)


def producing(income: int) -> dict[str, Any]:
    """A position with this production of Japan: its own 19, and territories with their routes."""
    more, taken, routes = income - 19, [], ["sz36", "sz37", "sz45"]
    for land, value, route in SPOILS:
        if value <= more:
            more -= value
            taken.append(land)
            routes += [route] if route else []
    assert not more
    units = {"japan": {"korea": {"infantry": 1}}}
    return {"units": units, "control": dict.fromkeys(taken, "japan"), "convoys_of_japan": routes}
