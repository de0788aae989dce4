"""The units that can reach a place in the next turn: their paths equal the choices that the rules offer later."""

from __future__ import annotations

from typing import Any

import pytest

from ironbottom.engine.codecs.position import read_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.games.axis_allies_pacific.odds.threats import Threat, threats
from tests.games.axis_allies_pacific.rule_tester import RuleTester, game

RULES = game().rules()


def threats_to(side: str, place: str, **fields: Any) -> set[tuple[str, int, str, str]]:
    state = read_position({"round": 2, "active": "uk", "step": "combat_moves", **fields}, RULES)
    return {(t.piece, t.number, t.origin, t.way) for t in threats(RULES, state.view("uk"), side, place)}


def test_7_3_ships_reach_two_zones_unless_an_enemy_is_in_the_way() -> None:
    japan = {"sz20": {"destroyer": 1, "submarine": 1, "transport": 1}}
    found = threats_to("japan", "sz18", units={"japan": japan})
    assert found == {("destroyer", 1, "sz20", "sea"), ("submarine", 1, "sz20", "sea")}
    way = {zone: {"transport": 1} for zone in ("sz17", "sz19")}
    assert threats_to("japan", "sz18", units={"japan": japan, "uk": way}) == {("submarine", 1, "sz20", "sea")}


def test_7_2_tanks_reach_two_territories_through_an_empty_one() -> None:
    units = {"japan": {"manchuria": {"tank": 1, "infantry": 2}}, "china": {"hopei": {"infantry": 1}}}
    assert threats_to("japan", "hopei", units=units) == {("tank", 1, "manchuria", "land")}
    assert threats_to("japan", "anhwe", units=units) == {
        ("tank", 1, "manchuria", "land"),
        ("infantry", 2, "manchuria", "land"),
    }


def test_7_4_2_aircraft_count_where_they_can_land_again() -> None:
    fighter = {"japan": {"caroline": {"fighter": 1}}}
    assert threats_to("japan", "sz9", units=fighter) == set()
    with_deck = {"japan": {"caroline": {"fighter": 1}, "sz18": {"carrier": 1}}}
    assert ("fighter", 1, "caroline", "air") in threats_to("japan", "sz9", units=with_deck)


def test_7_7_transports_land_units_from_the_adjacent_territory() -> None:
    units = {
        "japan": {"sz45": {"transport": 2}, "hainan": {"infantry": 3}, "formosa": {"artillery": 2}},
        "uk": {"borneo": {"infantry": 1}},
    }
    assert threats_to("japan", "borneo", units=units) == {("infantry", 4, "sz45", "landing")}
    alone = {"japan": {"sz45": {"transport": 2}}, "uk": {"borneo": {"infantry": 1}}}
    assert threats_to("japan", "borneo", units=alone) == set()


def test_units_that_have_acted_can_act_again_by_then() -> None:
    table = RuleTester(units={"japan": {"sz20": {"destroyer": 1}}}, round=2, active="japan", step="combat_moves")
    table.move("japan", "sz20", "destroyer", "sz19")
    found = threats(table.match.rules, table.match.view("usa"), "japan", "sz18")
    assert found == [Threat("japan", "destroyer", 1, "sz19", "sea")]


def test_from_the_printed_set_up_threats_match_the_moves_of_japan() -> None:
    table = RuleTester(**{**_printed(), "round": 2})
    found = threats(table.match.rules, table.match.view("uk"), "japan", "sz9")
    assert ("submarine", 1, "sz18") in {(t.piece, t.number, t.origin) for t in found}
    for threat in found:
        if threat.way == "sea" and threat.piece != "carrier":
            assert "sz9" in table.goals("japan", threat.origin, threat.piece)
    by_air = {(t.number, t.origin) for t in found if t.way == "air"}
    assert {(6, "sz20"), (2, "caroline")} <= by_air, "C29: decks may come for all of them, once others have taken off"


def _printed() -> dict[str, Any]:
    from tests.games.axis_allies_pacific.rule_tester import printed

    return {name: value for name, value in printed().items() if name not in ("active", "step", "pool")} | {
        "active": "japan",
        "step": "combat_moves",
    }


@pytest.mark.parametrize(("side", "place"), [("germany", "sz9"), ("japan", "atlantis"), ("japan", "himalayas")])
def test_an_unknown_side_or_place_is_refused(side: str, place: str) -> None:
    with pytest.raises(BadValue):
        threats_to(side, place, units={})
