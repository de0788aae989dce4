"""Clauses without a numbered case, each with a small position."""

from pathlib import Path
from typing import Any

import pytest

from ironbottom.engine.codecs.position import load_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.games.axis_allies_pacific.data.facts import load
from ironbottom.games.axis_allies_pacific.data.tables import LANDS, ZONES
from tests.games.axis_allies_pacific.rule_tester import Position, RuleTester, game, only, printed, shots
from tests.games.axis_allies_pacific.test_cases_30_battles import attack, bare


def test_1_1_two_teams_and_which_power_moves_which_units() -> None:
    """1.1, 1.3"""
    alliances = game().alliances
    assert [(team.id, team.sides) for team in alliances.teams] == [("japan", ("japan",)), ("allies", ("uk", "usa"))]
    table = RuleTester(**bare("usa", usa={"yunnan": {"infantry": 1}}, china={"hunan": {"infantry": 1}}))
    assert table.offered("move_chinese") == [("move_chinese", "hunan", "infantry")]
    assert not RuleTester(**bare("uk", uk={"burma": {"infantry": 1}}, china={"hunan": {"infantry": 1}})).offered(
        "move_chinese"
    )


def test_1_2_units_of_india_and_australia_are_one_army() -> None:
    """1.2, 8.10.2"""
    fields: Position = {
        "active": "uk",
        "step": "placement",
        "bought": {"india": {"infantry": 1}, "australia": {"tank": 1}},
    }
    table = RuleTester(**fields)
    table.act("uk", "place", "india", "infantry", "india", "india", "1")
    assert table.at("india") == {"uk": {"infantry": 1}}
    assert table.at("new_south_wales") == {"uk": {"tank": 1}}


def test_2_1_the_board() -> None:
    """2.1, 2.5, 2.6, 2.8, 2.9, 2.10"""
    facts = load()
    assert facts.warnings == ()
    lands, zones = facts.table(LANDS), facts.table(ZONES)
    assert sum(land.naval_base for land in lands.values()) == 17
    assert {land.id for land in lands.values() if land.air_base} == {
        *("bonin", "caroline", "formosa", "hawaiian", "japan", "mariana", "new_britain", "philippines", "ryukyu"),
        *("solomon", "united_states"),
    }
    assert {land.id for land in lands.values() if land.industrial_complex} == {
        *("japan", "india", "new_south_wales", "united_states", "hawaiian", "szechwan")
    }
    centers = {zone.id: zone.convoy_value for zone in zones.values() if zone.convoy == "center"}
    assert centers == {"sz3": 10, "sz6": 5, "sz15": 5, "sz49": 3, "sz52": 4}
    assert {zone.id for zone in zones.values() if zone.kamikaze} == {"sz23", "sz24", "sz25", "sz35", "sz36", "sz37"}


def test_2_7_bases_serve_the_owner_of_the_territory_since_the_turn_began() -> None:
    """2.7"""
    own = RuleTester(**bare("japan", "regroup", japan={"japan": {"fighter": 1}}))
    assert "mariana" in own.goals("japan", "japan", "fighter")
    taken = RuleTester(**bare("japan", "regroup", japan={"japan": {"fighter": 1}}), taken=["japan"])
    assert len(taken.goals("japan", "japan", "fighter")) < len(own.goals("japan", "japan", "fighter"))


def test_3_5_markers_at_the_start() -> None:
    """3.5"""
    output = printed()
    assert (output["victory_points"], output["kamikazes"], output["round"]) == (0, 6, 1)


def test_5_1_a_purchase_is_paid_for_and_placed_later() -> None:
    """5.1, 5.6"""
    table = RuleTester(active="usa", step="purchase", ipc={"usa": 30})
    assert table.now["volunteers"] == 3
    assert table.clause("usa", "buy", "usa", "fighter", "3") == "5.1"
    events = table.act("usa", "buy", "usa", "fighter", "2")
    assert only(events, "bought") == [{"economy": "usa", "kind": "fighter", "number": 2, "price": 24}]
    assert (table.now["ipc"]["usa"], table.now["bought"]) == (6, {"usa": {"fighter": 2}})


def test_7_1_3_ships_among_enemies_leave_or_fight() -> None:
    """7.1.3"""
    units = {"usa": {"sz9": {"destroyer": 1, "submarine": 1}}, "japan": {"sz9": {"transport": 1}}}
    table = RuleTester(**bare("usa", **units))
    table.move("usa", "sz9", "submarine", "sz10")
    events = table.act("usa", "done", dice=[1, 6])
    assert [(power, piece) for power, piece, *_ in shots(events)] == [("usa", "destroyer"), ("japan", "transport")]


def test_7_1_4_transports_follow_attackers() -> None:
    """7.1.4, 7.8.3"""
    units = {"usa": {"sz20": {"transport": 1, "destroyer": 1}}, "japan": {"sz9": {"transport": 1}}}
    table = RuleTester(**bare("usa", **units))
    assert "sz9" not in table.goals("usa", "sz20", "transport")
    table.move("usa", "sz20", "destroyer", "sz9")
    assert "sz9" in table.goals("usa", "sz20", "transport")


@pytest.mark.parametrize(("option", "factors"), [("0", []), ("3", [3])])
def test_7_8_3_a_destroyer_with_infantry_does_not_attack(option: str, factors: list[int]) -> None:
    """7.8.3"""
    units = {"japan": {"sz44": {"destroyer_infantry": 1, "submarine": 1}}, "uk": {"sz46": {"destroyer": 1}}}
    table = RuleTester(options={"loaded_destroyer_attack": option}, **bare("japan", **units))
    table.move("japan", "sz44", "submarine", "sz46")
    table.move("japan", "sz44", "destroyer_infantry", "sz46")
    table.act("japan", "done")
    events = table.act("japan", "submerge", "0", dice=[6] * (2 + len(factors)))
    assert [factor for _, piece, factor, _, _ in shots(events) if piece == "destroyer_infantry"] == factors


def test_7_8_2_its_infantry_sinks_with_it() -> None:
    """7.8.2, 7.7.6"""
    units = {"japan": {"sz46": {"destroyer_infantry": 1, "transport_tank": 1}}, "uk": {"sz44": {"battleship": 3}}}
    table = RuleTester(**bare("uk", **units))
    attack(table, ("sz44", "battleship", "sz46", 3), dice=[1, 1, 6, 6, 6], side="uk")
    assert table.at("sz46") == {"uk": {"battleship": 3}}


@pytest.mark.parametrize(("piece", "steps"), [("infantry", 1), ("artillery", 1), ("tank", 2), ("aa_gun", 1)])
def test_7_2_1_steps_on_land(piece: str, steps: int) -> None:
    """7.2.1, 10.2"""
    position = bare("usa", "regroup", usa={"hunan": {piece: 1}})
    goals = RuleTester(**position).goals("usa", "hunan", piece)
    assert goals >= {"hopei", "kweichow", "kwangsi", "kiangsi", "anhwe"}
    assert ("szechwan" in goals) == (steps == 2)
    assert not {"shantung", "manchuria", "french_indo_china"} & goals


def test_7_4_3_a_carrier_that_fighters_need_must_come() -> None:
    """7.4.3"""
    position = bare("usa", "regroup", usa={"sz20": {"carrier": 1}})
    table = RuleTester(**position, flying={"own": {"sz24": {"fighter_attack_0": 1}}})
    assert table.clause("usa", "done") == "10.1"
    assert table.goals("usa", "sz20", "carrier") == {"sz24"}
    table.move("usa", "sz20", "carrier", "sz24")
    assert table.offered("land") == [("land", "sz24", "fighter_attack_0", "sz24", "1")]


def test_7_4_5_fighters_on_an_island_take_no_part_at_sea() -> None:
    """7.4.5, 8.4.1"""
    units = {"japan": {"sz44": {"destroyer": 1}}, "usa": {"philippines": {"fighter": 2}, "sz38": {"destroyer": 1}}}
    table = RuleTester(**bare("japan", **units))
    events = attack(table, ("sz44", "destroyer", "sz38", 1), dice=[3, 6])
    assert [(power, piece) for power, piece, *_ in shots(events)] == [("japan", "destroyer"), ("usa", "destroyer")]


def test_7_6_1_fighters_take_off_for_the_battle_in_their_own_zone() -> None:
    """7.6.1, 7.1.3"""
    units = {"japan": {"sz44": {"carrier": 1, "fighter": 2}}, "uk": {"sz44": {"destroyer": 1}}}
    table = RuleTester(**bare("japan", **units))
    table.fly("japan", "sz44", "fighter", "sz44", 2)
    events = table.act("japan", "done", dice=[3, 6, 6, 6])
    assert [(piece, dice) for power, piece, _, dice, _ in shots(events) if power == "japan"] == [
        *(("fighter", [3, 6]), ("carrier", [6])),
    ]


def test_7_6_2_allied_fighters_sail_as_cargo() -> None:
    """7.6.2, 8.10.4"""
    units = {
        "usa": {"sz27": {"carrier": 1}},
        "uk": {"sz27": {"fighter": 2}},
        "japan": {"sz26": {"battleship": 1}},
    }
    table = RuleTester(**bare("usa", **units))
    table.move("usa", "sz27", "carrier", "sz26")
    events = table.act("usa", "done", dice=[6, 1])
    assert {power for power, *_ in shots(events)} == {"usa", "japan"}
    assert table.at("sz26") == {"japan": {"battleship": 1}}


def test_7_7_2_bridging() -> None:
    """7.7.2, 10.4"""
    table = RuleTester(**bare("usa", "regroup", usa={"sz27": {"transport": 1}, "new_guinea": {"infantry": 1}}))
    table.act("usa", "load", "sz27", "transport", "new_guinea", "infantry")
    table.act("usa", "unload", "sz27", "transport_infantry", "new_britain", "infantry")
    assert table.at("new_britain") == {"usa": {"infantry": 1}}
    assert table.at("sz27") == {"usa": {"transport": 1}}
    assert not table.offered("load")


def test_7_7_7_units_sail_on_an_allys_transport() -> None:
    """7.7.7"""
    units = {"usa": {"sz54": {"transport": 1}}, "uk": {"india": {"infantry": 2, "tank": 1}}}
    table = RuleTester(**bare("uk", "regroup", **units))
    table.act("uk", "board", "sz54", "transport", "india", "infantry")
    assert table.at("sz54") == {"usa": {"transport_ally_infantry": 1}}
    assert ("board", "sz54", "transport_ally_infantry", "india", "tank") not in table.offered("board")
    assert table.offered("disembark") == [
        *(("disembark", "sz54", "transport_ally_infantry", land, "infantry") for land in ("burma", "india")),
    ]
    table.act("uk", "disembark", "sz54", "transport_ally_infantry", "burma", "infantry")
    assert table.at("burma") == {"uk": {"infantry": 1}}
    american = RuleTester(**bare("usa", usa={"sz54": {"transport_ally_infantry": 1}}))
    assert not american.offered("assault")
    american.move("usa", "sz54", "transport_ally_infantry", "sz53")
    assert american.at("sz53") == {"usa": {"transport_ally_infantry": 1}}


def test_8_1_5_8_5_6_each_power_decides_whether_its_submarines_submerge() -> None:
    """8.1.5, 8.5.6, 8.10.1"""
    units = {"japan": {"sz44": {"destroyer": 1}}, "uk": {"sz46": {"submarine": 1}}, "usa": {"sz46": {"submarine": 1}}}
    table = RuleTester(**bare("japan", **units))
    attack(table, ("sz44", "destroyer", "sz46", 1), dice=[6])
    assert (table.step, table.to_act) == ("submerging", "uk")
    table.act("uk", "submerge", "1")
    assert (table.step, table.to_act) == ("submerging", "usa")
    events = table.act("usa", "submerge", "0", dice=[6])
    assert [(power, piece) for power, piece, *_ in shots(events)] == [("usa", "submarine")]
    assert table.at("sz46")["uk"] == {"submerged": 1}


def test_8_7_2_fighters_without_a_deck() -> None:
    """8.7.1, 8.7.2"""
    units = {"japan": {"sz44": {"battleship": 3}}, "uk": {"sz46": {"carrier": 1, "fighter": 2}}}
    table = RuleTester(**bare("japan", **units), standing_orders={"uk": {"losses": "ships_first"}})
    events = attack(table, ("sz44", "battleship", "sz46", 3), dice=[1, 6, 6, 4, 4, 6])
    assert {piece for power, piece, *_ in shots(events) if power == "uk"} == {"fighter", "carrier"}
    events = table.act("japan", "retreat", "sz44")
    assert only(events, "diverted") == [{"power": "uk", "zone": "sz46", "place": "malaya", "number": 2}]


def test_8_8_3_ground_units_retreat_together() -> None:
    """8.8.3, 8.8.4"""
    units = {"japan": {"shantung": {"infantry": 2}, "manchuria": {"fighter": 1}}, "china": {"anhwe": {"infantry": 3}}}
    table = RuleTester(**bare("japan", **units))
    table.fly("japan", "manchuria", "fighter", "anhwe")
    attack(table, ("shantung", "infantry", "anhwe", 2), dice=[6] * 6)
    assert table.offered() == [("retreat", "shantung"), ("press_on",)]
    table.act("japan", "retreat", "shantung")
    assert table.at("anhwe") == {"japan": {"fighter": 1}, "china": {"infantry": 3}}
    assert table.at("shantung") == {"japan": {"infantry": 2}}


def test_8_9_6_overland_units_join_a_landing() -> None:
    """8.9.6"""
    units = {
        "japan": {"sz45": {"transport_infantry": 1}, "kwangsi": {"tank": 1}},
        "uk": {"hong_kong": {"infantry": 1}},
    }
    table = RuleTester(**bare("japan", **units), control={"kwangsi": "japan"})
    table.act("japan", "assault", "sz45", "transport_infantry", "hong_kong", "infantry")
    events = attack(table, ("kwangsi", "tank", "hong_kong", 1), dice=[6, 3, 6])
    assert [(piece, factor) for power, piece, factor, _, _ in shots(events) if power == "japan"] == [
        *(("infantry", 1), ("tank", 3)),
    ]


def test_9_5_1_a_convoy_is_held_by_a_side() -> None:
    """9.5.1"""
    table = RuleTester(**bare("uk", uk={"sz8": {"submarine": 1}}), convoys_of_japan=["sz6"])
    events = table.move("uk", "sz8", "submarine", "sz6")
    assert only(events, "convoy_taken") == [{"convoy": "sz6", "side": "uk"}]
    assert table.now["convoys_of_japan"] == []


def test_11_4_the_usa_builds_a_complex() -> None:
    """11.4"""
    fields: Position = {"active": "usa", "step": "placement"}
    table = RuleTester(**fields, bought={"usa": {"industrial_complex": 1, "infantry": 1}}, control={"korea": "usa"})
    sites = {action[3] for action in table.offered("place", "usa", "industrial_complex")}
    assert sites == {"philippines", "korea"}
    table.act("usa", "place", "usa", "industrial_complex", "philippines", "philippines", "1")
    assert "philippines" in table.now["complexes"]
    assert "philippines" not in {action[3] for action in table.offered("place", "usa", "infantry")}


def test_13_2_the_pool_is_split_at_income() -> None:
    """13.2, 13.1"""
    table = RuleTester(active="uk", step="income")
    assert table.now["ipc"] == {"japan": 0, "india": 15, "australia": 20, "usa": 0}
    table.act("uk", "split", "5")
    assert table.now["ipc"] == {"japan": 0, "india": 20, "australia": 27, "usa": 0}
    lost = RuleTester(active="uk", step="income", control={"new_south_wales": "japan"})
    assert lost.now["ipc"]["india"] == 15 + 12


def test_14_1_china_buys_nothing() -> None:
    """14.1"""
    table = RuleTester(active="usa", step="purchase", ipc={"usa": 30})
    assert {action[1] for action in table.offered("buy")} == {"usa"}


def test_14_6_us_units_may_be_in_chinese_territories_but_are_not_placed_there() -> None:
    """14.6"""
    table = RuleTester(**bare("usa", "regroup", usa={"szechwan": {"fighter": 1}, "hunan": {"infantry": 1}}))
    assert "kiangsi" in table.goals("usa", "szechwan", "fighter")
    placing = RuleTester(active="usa", step="placement", bought={"usa": {"infantry": 3}})
    assert "szechwan" not in {action[3] for action in placing.offered("place")}


@pytest.mark.parametrize(("points", "over"), [(23, False), (25, True)])
def test_16_2_the_bid_is_what_japan_needs(points: int, over: bool) -> None:
    """AAP-C81: 16.2"""
    table = RuleTester(
        options={"vp_target": "25"},
        active="japan",
        step="regroup",
        units={"japan": {"korea": {"infantry": 1}}},
        victory_points=points - 1,
    )
    table.act("japan", "done")
    assert (table.to_act == "") == over


def test_16_3_money_for_an_economy_by_agreement() -> None:
    """16.3"""
    state = game().new("printed", {"extra_ipc_japan": "5", "extra_ipc_usa": "2"})
    assert game().write_position(state)["ipc"] == {"japan": 24, "india": 15, "australia": 20, "usa": 77}


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"units": {"germany": {}}}, "units.germany: there is no such field"),
        ({"ipc": {"japan": -4}}, "ipc.japan: -4 is not a whole number from 0 to 99999"),
        ({"units": {"usa": {"sz9": {"infantry": 1}}}}, "units.usa.sz9: no infantry can be there"),
        ({"units": {"usa": {"himalayas": {"infantry": 1}}}}, "units.usa.himalayas: no unit can enter that territory"),
        ({"units": {"usa": {"sz9": {"fighter": 1}}}}, "units.uk.sz9.fighter: a carrier can hold two"),
        ({"units": {"japan": {"korea": {"marine": 1}}}}, "only the United States can have marines"),
        ({"control": {"atlantis": "japan"}}, "control.atlantis"),
        ({"step": "lunch"}, "step: 'lunch' is not a step"),
    ],
)
def test_impossible_positions_are_refused(fields: dict[str, Any], text: str) -> None:
    with pytest.raises(BadValue, match=text):
        RuleTester(active="usa", **fields)


# -- questions name their place -----------------------------------------------------------------------------------

POSITIONS = Path(__file__).parents[2] / "browser" / "positions" / "axis_allies_pacific"


@pytest.mark.parametrize(
    ("position", "prompt"),
    [
        ("convoy_won", "Take the convoy in sea zone 52?"),
        ("naming", "Who gets French Indo-China?"),
        ("diverting", "Sea zone 14: where do fighters without a deck land?"),
    ],
)
def test_what_is_asked_after_a_battle_names_its_place(position: str, prompt: str) -> None:
    """9.5.4, 9.2, 8.7.2"""
    (decision,) = load_position(POSITIONS / f"{position}.toml").decisions()
    assert decision.prompt == prompt
