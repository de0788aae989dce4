"""Plans that are changed before movement closes; carriers and their fighters; guns on the path.

Landings after a sea battle.
"""

import pytest

from ironbottom.engine.cache import clear_caches
from ironbottom.engine.core.errors import Refused
from ironbottom.games.axis_allies_pacific.derived.decks import carriers_that_must_move
from tests.games.axis_allies_pacific.rule_tester import RuleTester, only, printed
from tests.games.axis_allies_pacific.test_cases_30_battles import attack, bare


def number_of(table: RuleTester, side: str, *action: str) -> int:
    """The number of a side's choice in its log, for withdrawing it."""
    log = table.match.log(side)
    return next(int(line["seq"]) for line in log if line.get("action") == list(action))


# -- 7.1.1 planned moves are changed -----------------------------------------------------------------------------


def test_7_1_1_a_planned_move_is_taken_back_as_a_whole_and_the_later_ones_stay() -> None:
    """7.1.1"""
    units = {"japan": {"shantung": {"infantry": 2, "tank": 1}, "manchuria": {"infantry": 1}}}
    table = RuleTester(**bare("japan", **units))
    table.move("japan", "shantung", "infantry", "anhwe", 2)
    table.move("japan", "shantung", "tank", "anhwe")
    table.move("japan", "manchuria", "infantry", "suiyuan")
    assert table.match.withdraw("japan", number_of(table, "japan", "go", "anhwe", "2")) == []
    assert table.at("shantung") == {"japan": {"infantry": 2}}
    assert table.at("anhwe") == {"japan": {"tank": 1}}
    assert table.at("suiyuan") == {"japan": {"infantry": 1}}
    table.move("japan", "shantung", "infantry", "anhwe", 1)
    assert table.at("anhwe") == {"japan": {"infantry": 1, "tank": 1}}


def test_7_4_2_a_change_that_strands_a_flight_drops_it_and_names_it() -> None:
    """7.4.2"""
    units = {
        "japan": {"sz17": {"submarine": 1}, "sz18": {"carrier": 1, "fighter": 1}, "shantung": {"infantry": 1}},
        "usa": {"sz9": {"destroyer": 1}},
    }
    table = RuleTester(**bare("japan", **units))
    assert "sz7" not in table.flights("japan", "sz18", "fighter")
    table.move("japan", "sz17", "submarine", "sz9")
    table.fly("japan", "sz18", "fighter", "sz7")
    table.move("japan", "shantung", "infantry", "anhwe")
    dropped = table.match.withdraw("japan", number_of(table, "japan", "go", "sz9", "1"))
    assert dropped == [("move", "sz18", "fighter"), ("fly", "sz7", "attack", "1")]
    assert table.at("sz18") == {"japan": {"carrier": 1, "fighter": 1}}
    assert table.at("anhwe") == {"japan": {"infantry": 1}}


@pytest.mark.parametrize(
    ("step", "verb", "ship"),
    [
        ("combat_moves", "load", "transport"),
        ("combat_moves", "assault", "transport_infantry"),
        ("regroup", "unload", "transport_infantry"),
    ],
)
def test_7_7_2_zones_are_offered_in_order_whatever_happened_before(step: str, verb: str, ship: str) -> None:
    """7.7.2, 7.7.5, 10.4"""
    lands = ("united_states", "hawaiian")
    ashore = {land: {"infantry": 1} for land in lands if verb == "load"}
    held = dict.fromkeys(lands, "japan" if verb == "assault" else "usa")
    units = {"usa": {"sz5": {ship: 1}, "sz9": {ship: 1}, **ashore}}
    moved, resting = (RuleTester(**bare("usa", step, **units), control=held) for _ in range(2))
    moved.move("usa", "sz5", ship, "sz4")
    moved.move("usa", "sz4", ship, "sz5", verb="go_on")
    for tables in ((moved, resting), (resting, moved)):
        clear_caches()
        for table in tables:
            zones = list(dict.fromkeys(zone for _, zone, *_ in table.offered(verb)))
            assert zones == ["sz5", "sz9"]


def test_7_1_1_nothing_is_changed_once_movement_is_closed() -> None:
    """7.1.1"""
    units = {"japan": {"shantung": {"infantry": 2}}, "china": {"anhwe": {"infantry": 1}}}
    table = RuleTester(**bare("japan", **units))
    attack(table, ("shantung", "infantry", "anhwe", 2), dice=[6, 6, 6])
    with pytest.raises(Refused, match="a die has been rolled"):
        table.match.withdraw("japan", number_of(table, "japan", "go", "anhwe", "2"))


# -- 7.4.3, 7.6.1 carriers ----------------------------------------------------------------------------------------


def test_7_4_3_carriers_that_owe_a_deck_are_marked() -> None:
    """7.4.3"""
    position = bare("usa", "regroup", usa={"sz20": {"carrier": 1}, "sz9": {"carrier": 1}})
    table = RuleTester(**position, flying={"own": {"sz24": {"fighter_attack_0": 1}}})
    assert table.match.view("usa")["owing_decks"] == ["sz20"]
    table.move("usa", "sz20", "carrier", "sz24")
    assert table.match.view("usa")["owing_decks"] == []
    state = table.match.state
    assert carriers_that_must_move(state.rules.pieces, state.cells, 2) == 0


def test_7_6_1_a_player_chooses_which_fighters_sail() -> None:
    """7.6.1, 7.6.2"""
    units = {"usa": {"sz20": {"carrier": 2, "fighter": 2}}, "uk": {"sz20": {"fighter": 1}}}
    table = RuleTester(**bare("usa", **units))
    table.move("usa", "sz20", "carrier", "sz8")
    assert table.step == "aboard"
    assert table.offered() == [
        *(("take_along", "0", allied) for allied in ("1",)),
        *(("take_along", "1", allied) for allied in ("0", "1")),
        ("take_along", "2", "0"),
    ]
    assert table.clause("usa", "take_along", "2", "1") == "7.6.2"
    assert table.clause("usa", "take_along", "3", "0") == "7.6.1"
    table.act("usa", "take_along", "1", "1")
    assert table.at("sz8") == {"usa": {"carrier": 1, "fighter": 1}, "uk": {"fighter": 1}}
    assert table.at("sz20") == {"usa": {"carrier": 1, "fighter": 1}}


def test_7_6_1_nothing_is_asked_where_all_must_go_along() -> None:
    """7.6.1"""
    table = RuleTester(**bare("usa", usa={"sz20": {"carrier": 1, "fighter": 2}}))
    table.move("usa", "sz20", "carrier", "sz8")
    assert table.at("sz8") == {"usa": {"carrier": 1, "fighter": 2}}


# -- 8.3.2 guns on the path ---------------------------------------------------------------------------------------


def test_8_3_2_a_gun_fires_once_at_each_aircraft_as_movement_closes() -> None:
    """8.3.2"""
    units = {
        "japan": {"french_indo_china": {"bomber": 3}},
        "china": {"yunnan": {"aa_gun": 1}, "kwangsi": {"aa_gun": 1}, "kweichow": {"infantry": 1}},
    }
    table = RuleTester(**bare("japan", **units))
    assert not table.flights("japan", "french_indo_china", "bomber").keys().isdisjoint({"kweichow"})
    events = table.fly("japan", "french_indo_china", "bomber", "kweichow", 3)
    assert not only(events, "overflown")
    events = table.act("japan", "done", dice=[1, 6, 6, 6, 6, 6])
    (fire,) = only(events, "overflown")
    assert (fire["dice"], fire["lost"]) == ([1, 6, 6], 1)
    assert table.at("kweichow") == {"japan": {"bomber": 2}, "china": {"infantry": 1}}


def test_8_3_2_a_gun_does_not_fire_at_what_the_one_before_has_hit() -> None:
    """8.3.2"""
    table = RuleTester(**bare("japan", japan={"shantung": {"bomber": 1}}, china={"hunan": {"infantry": 1}}))
    table.fly("japan", "shantung", "bomber", "hunan")
    guns = {"shantung": {"bomber": 2}}
    china = {land: {"aa_gun": 1} for land in ("anhwe", "hopei", "kiangsi", "kwangsi", "shansi", "suiyuan")}
    ringed = RuleTester(**bare("japan", japan=guns, china={**china, "hunan": {"infantry": 1}}))
    ringed.fly("japan", "shantung", "bomber", "hunan", 2)
    events = ringed.act("japan", "done", dice=[1, 1])
    assert [fire["dice"] for fire in only(events, "overflown")] == [[1, 1]]


def test_8_3_2_a_longer_way_passes_fewer_guns() -> None:
    """8.3.2, 7.4.1"""
    china = {"anhwe": {"aa_gun": 1}, "hopei": {"infantry": 1}}
    table = RuleTester(**bare("japan", japan={"shantung": {"bomber": 1}}, china=china))
    table.act("japan", "move", "shantung", "bomber")
    around = table.offered("fly_around", "hopei")
    assert around == [("fly_around", "hopei", "attack", "1")]
    events = table.act("japan", *around[0])
    straight = RuleTester(**bare("japan", japan={"shantung": {"bomber": 1}}, china=china))
    direct = straight.fly("japan", "shantung", "bomber", "hopei")
    assert only(events, "flown")[0]["left"] < only(direct, "flown")[0]["left"]
    assert only(straight.act("japan", "done", dice=[6, 6, 6]), "overflown")
    assert not only(table.act("japan", "done", dice=[6, 6]), "overflown")
    without = RuleTester(
        options={"aa_overflight": "no"}, **bare("japan", japan={"shantung": {"bomber": 1}}, china=china)
    )
    without.act("japan", "move", "shantung", "bomber")
    assert not without.offered("fly_around")


# -- after a sea battle ---------------------------------------------------------------------------------------------


def test_8_7_2_the_defender_chooses_where_fighters_without_a_deck_land() -> None:
    """8.7.2"""
    units = {"japan": {"sz53": {"battleship": 3}}, "uk": {"sz54": {"carrier": 1, "fighter": 2}}}
    table = RuleTester(**bare("japan", **units), standing_orders={"uk": {"losses": "ships_first"}})
    attack(table, ("sz53", "battleship", "sz54", 3), dice=[1, 6, 6, 6, 6, 6])
    table.act("japan", "retreat", "sz53")
    assert (table.step, table.to_act) == ("diverting", "uk")
    assert {action[1] for action in table.offered("divert")} == {"burma", "india"}
    assert table.clause("uk", "divert", "siam", "1") == "8.7.2"
    table.act("uk", "divert", "india", "1")
    events = table.act("uk", "divert", "burma", "1")
    assert only(events, "diverted") == [{"power": "uk", "zone": "sz54", "place": "burma", "number": 1}]
    assert (table.at("india"), table.at("burma")) == ({"uk": {"fighter": 1}}, {"uk": {"fighter": 1}})


@pytest.mark.parametrize(("answer", "taken"), [("take_convoy", True), ("leave_convoy", False)])
def test_9_5_4_the_winner_may_leave_the_convoy(answer: str, taken: bool) -> None:
    """9.5.4"""
    table = RuleTester(**bare("japan", japan={"sz51": {"destroyer": 1}}, uk={"sz52": {"transport": 1}}))
    attack(table, ("sz51", "destroyer", "sz52", 1), dice=[1, 6])
    assert (table.step, table.to_act) == ("convoy_won", "japan")
    events = table.act("japan", answer)
    assert ("sz52" in table.now["convoys_of_japan"]) is taken
    assert bool(only(events, "convoy_taken")) is taken


# -- 7.7.7 on an ally's ships -----------------------------------------------------------------------------------


def test_7_7_7_some_of_the_allied_units_may_stay_aboard() -> None:
    """7.7.3, 7.7.7"""
    units = {"usa": {"sz54": {"transport_ally_infantry_ally_artillery": 1}}}
    table = RuleTester(**bare("uk", "regroup", **units))
    ship = "transport_ally_infantry_ally_artillery"
    assert {action[4] for action in table.offered("disembark")} == {"infantry", "artillery", "infantry_artillery"}
    table.act("uk", "disembark", "sz54", ship, "burma", "artillery")
    assert table.at("burma") == {"uk": {"artillery": 1}}
    assert table.at("sz54") == {"usa": {"transport_ally_infantry": 1}}
    assert not table.offered("disembark")
    assert table.clause("uk", "disembark", "sz54", "transport_ally_infantry", "india", "infantry") == "7.7.7"


def test_7_7_7_allied_units_aboard_land_in_battle_in_their_owners_turn() -> None:
    """7.7.7, 8.10.4"""
    units = {"usa": {"sz54": {"transport_ally_infantry_ally_artillery": 1}}, "japan": {"burma": {"infantry": 1}}}
    table = RuleTester(**bare("uk", **units), control={"burma": "japan"})
    ship = "transport_ally_infantry_ally_artillery"
    table.act("uk", "storm", "sz54", ship, "burma", "infantry_artillery")
    assert not table.offered("storm")
    events = table.act("uk", "done", dice=[2, 6, 6])
    assert only(events, "captured") == [{"land": "burma", "holder": "india", "side": "uk"}]
    assert table.at("sz54") == {"usa": {"transport": 1}}
    assert table.at("burma") == {"uk": {"infantry": 1, "artillery": 1}}


# -- 8.9.4 guns that two landings share -----------------------------------------------------------------------------


def test_8_9_4_each_ship_bombards_one_territory() -> None:
    """8.9.4"""
    units = {
        "japan": {"sz45": {"transport_infantry": 2, "battleship": 1, "destroyer": 2}},
        "uk": {"hong_kong": {"infantry": 1}},
        "china": {"kwangsi": {"infantry": 1}},
    }
    table = RuleTester(**bare("japan", **units))
    table.act("japan", "assault", "sz45", "transport_infantry", "hong_kong", "infantry")
    table.act("japan", "assault", "sz45", "transport_infantry", "kwangsi", "infantry")
    table.act("japan", "done")
    table.act("japan", "fight", "hong_kong")
    assert (table.step, table.to_act) == ("bombarding", "japan")
    assert table.clause("japan", "bombard", "3", "0") == "8.9.4"
    assert table.clause("japan", "bombard", "0", "2") == "8.9.4"
    events = table.act("japan", "bombard", "1", "0", dice=[6, 1, 6, 6, 6, 1, 6])
    assert [(shot["piece"], len(shot["dice"])) for shot in only(events, "bombarded")] == [
        *(("destroyer", 1), ("destroyer", 1), ("battleship", 1)),
    ]


def test_8_9_4_the_other_ships_fire_at_the_last_territory() -> None:
    """8.9.4, 7.8.3"""
    units = {
        "japan": {"sz45": {"transport_infantry": 1, "destroyer_infantry": 1, "battleship": 1}},
        "uk": {"hong_kong": {"infantry": 1}},
        "china": {"kwangsi": {"infantry": 1}},
    }
    table = RuleTester(**bare("japan", **units))
    table.act("japan", "assault", "sz45", "destroyer_infantry", "hong_kong", "infantry")
    table.act("japan", "assault", "sz45", "transport_infantry", "kwangsi", "infantry")
    table.act("japan", "done")
    table.act("japan", "fight", "hong_kong")
    events = table.act("japan", "bombard", "0", "0", dice=[1, 6, 6, 6, 1])
    assert [(shot["piece"], shot["dice"]) for shot in only(events, "bombarded")] == [("battleship", [6])]


def test_7_4_2_thirty_carriers_are_compared_quickly() -> None:
    """7.4.2"""
    units = {"usa": {"sz20": {"carrier": 30, "fighter": 40}}, "japan": {"sz24": {"destroyer": 1}}}
    table = RuleTester(**bare("usa", **units))
    assert table.flights("usa", "sz20", "fighter")["sz24"] == {str(number) for number in range(1, 41)}
    table.fly("usa", "sz20", "fighter", "sz24", 40)
    assert {action[2] for action in table.offered("move", "sz20")} == {"carrier"}


# -- 8.1.3 standing orders --------------------------------------------------------------------------------------------


def test_8_1_3_britain_gives_orders_before_the_first_attack_and_others_do_not_see_them() -> None:
    """8.1.3"""
    table = RuleTester(**{**printed(), "step": "open"})
    assert (table.step, table.to_act) == ("splitting", "uk")
    events = table.act("uk", "standing_order", "losses", "ships_first")
    assert only(events, "order_set") == [{"side": "uk", "order": 0, "value": 3}]
    assert "losses" not in table.match.view("japan")["standing_orders"]["uk"]
    assert table.match.view("uk")["standing_orders"]["uk"]["losses"] == "ships_first"
    assert not [line for line in table.match.log("japan") if "ships_first" in str(line)]
    table.act("uk", "split", "6")
    assert table.now["standing_orders"]["uk"]["losses"] == "ships_first"


def test_8_1_3_a_standing_order_answers_at_once_and_is_seen_from_then_on() -> None:
    """8.1.3, 8.10.1"""
    units = {"japan": {"sz44": {"battleship": 2}}, "uk": {"sz46": {"carrier": 1, "transport": 1, "fighter": 2}}}
    asked = RuleTester(**bare("japan", **units))
    attack(asked, ("sz44", "battleship", "sz46", 2), dice=[1, 6])
    assert (asked.step, asked.to_act) == ("losses", "uk")
    assert ("cheapest_first",) in asked.offered()
    events = asked.act("uk", "cheapest_first", dice=[6, 6, 6, 6])
    assert only(events, "lost") == [{"power": "uk", "piece": "transport", "number": 1}]
    ordered = RuleTester(**bare("japan", **units), standing_orders={"uk": {"losses": "aircraft_first"}})
    events = attack(ordered, ("sz44", "battleship", "sz46", 2), dice=[1, 6, 6, 6, 6, 6])
    assert only(events, "lost") == [{"power": "uk", "piece": "fighter", "number": 1}]
    assert ordered.match.view("japan")["standing_orders"]["uk"] == {"losses": "aircraft_first"}
