"""Faults found by players and testers: one small position each, with given dice."""

import json
import math
from typing import Any

import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.games.axis_allies_pacific.game import AxisAlliesPacific
from ironbottom.games.axis_allies_pacific.odds.calculator import OddsAnswer, OddsQuestion, answer
from ironbottom.games.axis_allies_pacific.options import OPTIONS
from ironbottom.games.axis_allies_pacific.pieces import LANDS
from ironbottom.games.axis_allies_pacific.text.text import choice_text, event_text
from tests.games.axis_allies_pacific.rule_tester import RuleTester, only
from tests.games.axis_allies_pacific.test_cases_30_battles import bare

SHIP = "transport_infantry_infantry"


# -- 8.1.4 a battle in which nobody can hit --------------------------------------------------------------------------


def test_8_1_4_a_battle_in_which_no_unit_can_hit_ends_without_a_retreat() -> None:
    """8.1.2, 8.1.4, 8.4.2"""
    units = {"usa": {"sz24": {"submarine": 1}}, "japan": {"sz36": {"carrier": 1, "fighter": 1}}}
    table = RuleTester(**bare("usa", **units))
    table.move("usa", "sz24", "submarine", "sz36")
    table.act("usa", "done")
    events = table.act("usa", "submerge", "0", dice=[2, 6])
    assert only(events, "lost") == [{"power": "japan", "piece": "carrier", "number": 1}]
    assert only(events, "battle_ended") == [{"place": "sz36", "attackers_left": True, "defenders_left": True}]
    assert table.step == "diverting"
    table.act("japan", "divert", "japan", "1")
    assert table.step == "regroup"
    assert table.at("sz36") == {"usa": {"submarine": 1}}


# -- 7.7.5 after combat ----------------------------------------------------------------------------------------------


def after_a_sea_battle(
    option: str | None = None, ship: str = "transport_infantry", **more: dict[str, int]
) -> RuleTester:
    """Japan's destroyer and a ship with units have sunk a transport in sz45, and phase 6 is open."""
    japan = {"sz45": {ship: 1, "destroyer": 1}, "hong_kong": {"infantry": 2}, **more}
    fields = bare("japan", japan=japan, uk={"sz45": {"transport": 1}})
    options = {"unload_after_combat": option} if option else {}
    table = RuleTester(**fields, control={"hong_kong": "japan", "hainan": "japan"}, options=options)
    table.act("japan", "done", dice=[1, 6])
    assert table.step == "regroup"
    return table


def test_7_7_5_a_transport_that_was_in_combat_unloads_once_and_does_not_move() -> None:
    """7.7.5"""
    table = after_a_sea_battle()
    assert table.clause("japan", "move", "sz45", "transport_infantry") == "7.1.1"
    events = table.act("japan", "unload", "sz45", "transport_infantry", "hainan", "infantry")
    assert only(events, "unloaded")[0]["land"] == "hainan"
    assert table.at("hainan") == {"japan": {"infantry": 1}}
    assert table.clause("japan", "load", "sz45", "transport", "hong_kong", "infantry") == "7.7.5"
    assert table.clause("japan", "unload", "sz45", "transport_infantry", "hainan", "infantry") == "7.7.5"


def test_7_7_5_a_transport_that_was_in_combat_loads_once_and_does_not_unload_then() -> None:
    """7.7.1, 7.7.5"""
    table = after_a_sea_battle(ship="transport")
    table.act("japan", "load", "sz45", "transport", "hong_kong", "infantry")
    assert table.clause("japan", "unload", "sz45", "transport_infantry", "hainan", "infantry") == "7.7.5"
    table.act("japan", "load", "sz45", "transport_infantry", "hong_kong", "infantry")
    assert table.at("sz45") == {"japan": {"destroyer": 1, SHIP: 1}}
    assert table.clause("japan", "unload", "sz45", SHIP, "hainan", "infantry") == "7.7.5"


def test_7_7_5_a_loaded_destroyer_that_was_in_combat_unloads_an_empty_one_does_not_load() -> None:
    """7.7.5, 7.8.1"""
    japan = {"sz45": {"destroyer_infantry": 1, "destroyer": 1}, "hong_kong": {"infantry": 1}}
    fields = bare("japan", japan=japan, uk={"sz45": {"transport": 1}})
    table = RuleTester(**fields, control={"hong_kong": "japan"})
    table.act("japan", "done", dice=[1, 6])
    assert table.clause("japan", "load", "sz45", "destroyer", "hong_kong", "infantry") == "7.7.5"
    table.act("japan", "unload", "sz45", "destroyer_infantry", "hong_kong", "infantry")
    assert table.at("sz45") == {"japan": {"destroyer": 2}}
    assert table.at("hong_kong") == {"japan": {"infantry": 2}}


def test_7_7_5_ships_that_landed_units_after_a_sea_battle_have_unloaded() -> None:
    """7.7.5, 8.9.1"""
    fields = bare("japan", japan={"sz45": {SHIP: 1, "destroyer": 1}}, uk={"sz45": {"transport": 1}})
    for lands in (True, False):
        table = RuleTester(**fields)
        table.act("japan", "assault", "sz45", SHIP, "hong_kong", "infantry")
        table.act("japan", "done", dice=[1, 6])
        table.act("japan", "go_ashore" if lands else "call_off")
        assert table.step == "regroup"
        ship = "transport_infantry" if lands else SHIP
        wanted = "7.7.5" if lands else None
        assert table.clause("japan", "unload", "sz45", ship, "hainan", "infantry") == wanted


def test_7_7_5_ships_that_retreated_act_once_where_they_are() -> None:
    """7.7.5, 8.8.2"""
    units = {"japan": {"sz44": {"destroyer": 1, "transport_infantry": 1}}, "uk": {"sz45": {"battleship": 1}}}
    table = RuleTester(**bare("japan", **units), control={"borneo": "japan"})
    table.move("japan", "sz44", "destroyer", "sz45")
    table.move("japan", "sz44", "transport_infantry", "sz45")
    table.act("japan", "done", dice=[6, 6])
    table.act("japan", "retreat", "sz44")
    assert table.now["engaged"] == {"sz44": {"transport_infantry": 1}}
    assert table.clause("japan", "move", "sz44", "transport_infantry") == "7.1.1"
    assert {action[:3] for action in table.offered("unload")} == {("unload", "sz44", "transport_infantry")}


@pytest.mark.parametrize("option", ["no", "finish_unloading"])
def test_7_7_5_by_the_option_ships_do_nothing_after_combat(option: str) -> None:
    """7.7.5"""
    table = after_a_sea_battle(option)
    assert table.clause("japan", "unload", "sz45", "transport_infantry", "hainan", "infantry") == "7.7.5"
    assert table.clause("japan", "load", "sz45", "transport_infantry", "hong_kong", "infantry") == "7.7.5"
    assert table.offered("load") == table.offered("unload") == []


@pytest.mark.parametrize("option", ["either", "no", "finish_unloading"])
def test_7_7_5_by_the_option_the_rest_of_a_load_follows_into_the_same_territory(option: str) -> None:
    """7.7.3, 7.7.5"""
    units = {"japan": {"sz45": {SHIP: 1, "battleship": 1}}, "uk": {"hong_kong": {"infantry": 1}}}
    table = RuleTester(**bare("japan", **units), control={"hainan": "japan"}, options={"unload_after_combat": option})
    table.act("japan", "assault", "sz45", SHIP, "hong_kong", "infantry")
    table.act("japan", "done", dice=[1, 1, 6])
    assert table.step == "regroup"
    follows = ("unload", "sz45", "transport_infantry", "hong_kong", "infantry")
    assert table.offered("unload") == ([follows] if option == "finish_unloading" else [])
    assert table.clause("japan", "unload", "sz45", "transport_infantry", "hainan", "infantry") == "7.7.5"
    if option == "finish_unloading":
        table.act("japan", *follows)
        assert table.at("hong_kong") == {"japan": {"infantry": 2}}
        assert table.at("sz45") == {"japan": {"battleship": 1, "transport": 1}}
        assert table.clause("japan", *follows) == "7.7.5"
    else:
        assert table.clause("japan", *follows) == "7.7.5"


def test_7_7_5_what_was_begun_after_combat_is_over_with_the_phase() -> None:
    """7.7.5, 10.1"""
    table = after_a_sea_battle(ship="transport")
    table.act("japan", "load", "sz45", "transport", "hong_kong", "infantry")
    assert table.now["loading_after_combat"] == {"sz45": {"transport_infantry": 1}}
    table.act("japan", "done")
    assert table.now["loading_after_combat"] == table.now["engaged"] == {}


# -- 7.2.2 a territory entered without combat ----------------------------------------------------------------


@pytest.mark.parametrize("option", ["at_once", "in_phase_5"])
def test_7_2_2_no_raid_can_be_ordered_on_a_territory_that_was_entered(option: str) -> None:
    """7.2.2, 8.11.1"""
    units = {"japan": {"siam": {"infantry": 1}, "french_indo_china": {"bomber": 1}}}
    fields: dict[str, Any] = {"control": {"siam": "japan", "french_indo_china": "japan"}, "complexes": ["malaya"]}
    table = RuleTester(**bare("japan", **units), **fields, options={"entered_land": option})
    table.move("japan", "siam", "infantry", "malaya")
    table.act("japan", "move", "french_indo_china", "bomber")
    wanted = "7.2.2" if option == "at_once" else None
    assert table.clause("japan", "fly", "malaya", "raid", "1") == wanted


@pytest.mark.parametrize("option", ["at_once", "in_phase_5"])
def test_7_2_2_a_raid_ordered_before_the_territory_was_entered_is_cancelled(option: str) -> None:
    """7.2.2, 8.11.1, 8.11.2"""
    units = {"japan": {"siam": {"infantry": 1}, "french_indo_china": {"bomber": 1}}, "uk": {"malaya": {"aa_gun": 1}}}
    fields: dict[str, Any] = {
        "control": {"siam": "japan", "french_indo_china": "japan"},
        "complexes": ["malaya"],
        "ipc": {"india": 9},
    }
    table = RuleTester(**bare("japan", **units), **fields, options={"entered_land": option})
    table.fly("japan", "french_indo_china", "bomber", "malaya", task="raid")
    table.move("japan", "siam", "infantry", "malaya")
    events = table.act("japan", "done", dice=[] if option == "at_once" else [6, 4])
    paid = [event["paid"] for event in only(events, "bombed")]
    assert paid == ([] if option == "at_once" else [4])
    assert len(only(events, "aa_fired")) == len(paid)
    assert table.at("malaya")["japan"] == {"infantry": 1, "aa_gun": 1, "bomber": 1}


@pytest.mark.parametrize("option", ["at_once", "in_phase_5"])
@pytest.mark.parametrize("first", ["march", "fly"])
def test_7_2_2_captured_guns_do_not_fire_at_their_captor(option: str, first: str) -> None:
    """7.2.2, 8.3.2"""
    guns = {"yunnan": {"aa_gun": 1}, "kwangsi": {"aa_gun": 1}, "kweichow": {"infantry": 1}}
    japan = {"french_indo_china": {"bomber": 1, "infantry": 2}}
    table = RuleTester(**bare("japan", japan=japan, china=guns), options={"entered_land": option})
    for step in (first, "fly" if first == "march" else "march"):
        if step == "fly":
            table.fly("japan", "french_indo_china", "bomber", "kweichow")
        else:
            table.move("japan", "french_indo_china", "infantry", "yunnan")
            table.move("japan", "french_indo_china", "infantry", "kwangsi")
    events = table.act("japan", "done", dice=[1, 6] if option == "at_once" else [1])
    assert [event["lost"] for event in only(events, "overflown")] == ([] if option == "at_once" else [1])
    assert bool(only(events, "battle_opened")) == (option == "at_once")


@pytest.mark.parametrize("option", ["at_once", "in_phase_5"])
def test_7_2_2_tanks_retreat_to_the_territory_through_which_they_came(option: str) -> None:
    """7.2.2, 8.8.3"""
    units = {"japan": {"manchuria": {"tank": 1}}, "china": {"suiyuan": {"infantry": 2}}}
    table = RuleTester(**bare("japan", **units), options={"entered_land": option})
    table.move("japan", "manchuria", "tank", "anhwe")
    table.move("japan", "anhwe", "tank", "suiyuan", verb="go_on")
    events = table.act("japan", "done", dice=[6, 6, 6] if option == "at_once" else [6, 6, 6, 6, 1, 6])
    if option == "at_once":
        assert table.offered() == [("retreat", "anhwe"), ("press_on",)]
    else:
        assert len(only(events, "combat_round")) == 2


# -- 7.4.2 one landing plan in phase 6 -------------------------------------------------------------------------------


def test_7_4_2_no_other_fighter_takes_the_deck_that_one_in_the_air_needs() -> None:
    """7.4.2, 7.6.1"""
    usa = {"sz8": {"carrier": 1, "fighter": 1}, "hawaiian": {"fighter": 2}}
    table = RuleTester(**bare("usa", "regroup", usa=usa), flying={"own": {"sz8": {"fighter_attack_0": 1}}})
    table.act("usa", "move", "hawaiian", "fighter")
    assert table.clause("usa", "go", "sz8", "1") == "7.4.2"
    table.match.undo("usa")
    table.act("usa", "land", "sz8", "fighter_attack_0", "sz8", "1")
    assert table.at("sz8") == {"usa": {"carrier": 1, "fighter": 2}}


def test_7_4_2_of_two_fighters_in_the_air_the_one_that_can_reach_land_leaves_the_deck() -> None:
    """7.4.2"""
    usa = {"sz8": {"carrier": 1, "fighter": 1}}
    flying = {"own": {"sz8": {"fighter_attack_0": 1, "fighter_attack_3": 2}}}
    table = RuleTester(**bare("usa", "regroup", usa=usa), flying=flying)
    assert table.clause("usa", "land", "sz8", "fighter_attack_3", "sz8", "1") == "7.4.2"
    assert ("land", "sz8", "fighter_attack_3", "hawaiian", "2") in table.offered("land")
    table.act("usa", "land", "sz8", "fighter_attack_0", "sz8", "1")
    assert table.clause("usa", "land", "sz8", "fighter_attack_3", "sz8", "1") == "7.6.1"


def test_7_4_2_only_as_many_take_decks_as_the_plan_allows() -> None:
    """7.4.2, 7.6.1"""
    usa = {"sz8": {"carrier": 2, "fighter": 1}, "hawaiian": {"fighter": 3}}
    table = RuleTester(**bare("usa", "regroup", usa=usa), flying={"own": {"sz8": {"fighter_attack_0": 1}}})
    table.act("usa", "move", "hawaiian", "fighter")
    assert [action for action in table.offered("go") if action[1] == "sz8"] == [("go", "sz8", "1"), ("go", "sz8", "2")]
    assert table.clause("usa", "go", "sz8", "3") == "7.4.2"


def test_7_4_2_a_fighter_that_only_that_deck_could_take_is_not_picked_up() -> None:
    """7.4.2, 10.1"""
    usa, acted = {"sz9": {"fighter": 1}}, {"own": {"sz8": {"carrier": 1, "fighter": 1}, "sz9": {"carrier": 1}}}
    far = dict.fromkeys(set(LANDS.ids) - {"soviet_union", "himalayas"}, "japan")
    for needed in (True, False):
        flying = {"own": {"sz8": {"fighter_attack_0": 1}}} if needed else {}
        table = RuleTester(**bare("usa", "regroup", usa=usa), control=far, acted=acted, flying=flying)
        wanted = "7.1.1" if needed else None
        assert table.clause("usa", "move", "sz9", "fighter") == wanted


# -- the clause that decides -----------------------------------------------------------------------------------------


def test_7_3_3_a_refusal_names_the_destroyers_that_bar_a_submarine() -> None:
    """7.3.3"""
    units = {"usa": {"sz20": {"submarine": 1, "transport": 1}}, "japan": {"sz19": {"destroyer": 1}}}
    table = RuleTester(**bare("usa", **units))
    beyond = "sz25"
    assert beyond not in table.goals("usa", "sz20", "submarine")
    assert table.why_not_go("usa", "sz20", "submarine", beyond) == "7.3.3"
    assert table.why_not_go("usa", "sz20", "transport", "sz19") == "7.1.4"
    assert table.why_not_go("usa", "sz20", "submarine", "sz54") == "7.1.1"
    assert table.why_not_go("usa", "sz20", "submarine", "himalayas") == "2.2"


def test_7_3_2_10_2_what_stops_surface_ships_in_each_phase() -> None:
    """7.3.2, 10.2, 10.3"""
    units = {"usa": {"sz20": {"battleship": 1}}, "japan": {"sz19": {"destroyer": 1}}}
    table = RuleTester(**bare("usa", **units))
    assert table.why_not_go("usa", "sz20", "battleship", "sz25") == "7.3.2"
    table.move("usa", "sz20", "battleship", "sz19")
    assert table.clause("usa", "go_on", "sz19", "battleship") == "7.3.2"
    late = RuleTester(**bare("usa", "regroup", **units))
    assert late.why_not_go("usa", "sz20", "battleship", "sz19") == "10.2"


def test_7_4_4_no_landing_in_a_territory_just_taken() -> None:
    """7.4.4"""
    usa = {"hawaiian": {"fighter": 1}}
    fields = bare("usa", "regroup", usa=usa)
    table = RuleTester(**fields, taken=["midway"], flying={"own": {"sz8": {"fighter_attack_3": 1}}})
    assert table.why_not_go("usa", "hawaiian", "fighter", "midway") == "7.4.4"
    assert table.clause("usa", "land", "sz8", "fighter_attack_3", "midway", "1") == "7.4.4"


def test_7_7_4_only_an_enemy_in_the_zone_is_cited_by_it() -> None:
    """7.7.2, 7.7.4"""
    units = {"usa": {"sz9": {"transport": 1}, "hawaiian": {"infantry": 1}}, "japan": {"sz9": {"submarine": 1}}}
    load = ("load", "sz9", "transport", "hawaiian", "infantry")
    assert RuleTester(**bare("usa", **units)).clause("usa", *load) == "7.7.4"
    assert RuleTester(**bare("usa", usa={"hawaiian": {"infantry": 1}})).clause("usa", *load) == "7.7.2"


# -- 14 the calculator -----------------------------------------------------------------------------------------------


def answer_to(**asked: Any) -> OddsAnswer:
    """The calculator's answer."""
    return answer(AxisAlliesPacific().rules(), OddsQuestion(**asked))


def test_8_1_2_the_calculator_gives_the_chance_of_no_loss_and_the_possible_survivors() -> None:
    """8.1.2: each round an attacking infantry hits with probability 1/6, a defending one with 2/6."""
    found = answer_to(attack="1 infantry", defend="1 infantry")
    assert [round(chance, 9) for chance in (found.attacker_no_loss, found.defender_no_loss)] == [0.25, 0.625]
    assert rounded(found.attacker_remains) == [({"infantry": 1}, 0.25), ({}, 0.75)]
    assert rounded(found.defender_remains) == [({"infantry": 1}, 0.625), ({}, 0.375)]


def rounded(remains: list[tuple[dict[str, int], float]]) -> list[tuple[dict[str, int], float]]:
    """Probabilities to nine places."""
    return [(units, round(chance, 9)) for units, chance in remains]


def test_8_9_1_a_landing_gives_the_chance_of_no_loss_for_sea_and_land_together() -> None:
    """8.6.1, 8.9.1: the transport hits with probability 1/6 until it is hit, with probability 4/6; a battleship takes
    one hit undamaged.
    """
    found = answer_to(
        kind="landing",
        fleet="1 transport, 1 battleship",
        ashore="1 infantry",
        at_sea="1 transport",
        defend="1 infantry",
    )
    at_sea = 166 / 169
    assert found.seas[0].attacker_no_loss == pytest.approx(at_sea)
    assert found.attacker_no_loss == pytest.approx(at_sea / 4)
    assert found.defender_no_loss == pytest.approx(1 / 13**3)  # three hits, each before the battleship hits
    assert math.fsum(chance for _, chance in found.attacker_remains) == pytest.approx(found.lands)


def test_8_11_2_a_raid_gives_the_chance_of_no_loss_for_both_sides() -> None:
    """8.11.2: an interceptor hits with probability 2/6, an escort with 1/6."""
    found = answer_to(kind="raid", attack="1 bomber, 1 fighter", defend="1 fighter")
    assert (round(found.attacker_no_loss, 9), round(found.defender_no_loss, 9)) == (round(2 / 3, 9), round(5 / 6, 9))
    assert rounded(found.attacker_remains) == [({"bomber": 1, "fighter": 1}, 0.666666667), ({"bomber": 1}, 0.333333333)]
    assert rounded(found.defender_remains) == [({"fighter": 1}, 0.833333333), ({}, 0.166666667)]


@pytest.mark.parametrize("kind", ["land", "sea"])
def test_8_1_2_possible_survivors_agree_with_average_survivors(kind: str) -> None:
    """8.1.2"""
    ours, theirs = {
        "land": ("2 infantry, 1 tank", "2 infantry"),
        "sea": ("2 submarines, 1 destroyer", "1 carrier, 1 fighter"),
    }[kind]
    found = answer_to(kind=kind, attack=ours, defend=theirs, aa=kind == "land")
    for remains, left in ((found.attacker_remains, found.attacker_left), (found.defender_remains, found.defender_left)):
        assert math.fsum(chance for _, chance in remains) == pytest.approx(1)
        for unit, mean in left.items():
            assert math.fsum(units.get(unit, 0) * chance for units, chance in remains) == pytest.approx(mean)
        worth = [len(units) > 0 for units, _ in remains]
        assert worth == sorted(worth, reverse=True)


# -- states saved under rules 5 ----------------------------------------------------------------------------------------


def test_a_state_saved_under_rules_5_is_still_read() -> None:
    """7.7.5: the acts of ships after combat were not saved then, and are read as none."""
    state = AxisAlliesPacific().new("printed")
    *heading, cells, stack = json.loads(state.dump())
    (shorter,) = state.rules.layout.former_sizes
    kept = json.dumps([*heading, cells[:shorter], stack]).encode()
    assert state.rules.restore(kept) == state
    with pytest.raises(BadValue, match="another version"):
        state.rules.restore(json.dumps([*heading, cells[: shorter - 1], stack]).encode())


# -- 13 texts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            {"event": "submerged", "power": "usa", "zone": "sz9", "number": 0},
            "No submarine of the United States submerges in sea zone 9.",
        ),
        (
            {"event": "submerged", "power": "usa", "zone": "sz9", "number": 2},
            "2 submarines of the United States submerge in sea zone 9.",
        ),
        ({"event": "order_shown", "side": "japan", "order": 1, "value": 0}, "Japan has no standing order to submerge."),
        (
            {"event": "order_shown", "side": "usa", "order": 0, "value": 1},
            "The United States have shown their standing order of losses.",
        ),
        ({"event": "points_scored", "points": 1, "total": 1}, "Japan scores 1 victory point: 1 in total."),
    ],
)
def test_13_sentences_use_singular_and_plural_correctly(event: dict[str, Any], text: str) -> None:
    assert event_text(event) == text


def test_13_names_of_choices_use_singular_and_plural_correctly() -> None:
    assert choice_text(("take_along", "0", "1")) == "Take no fighter and 1 allied fighter along"
    assert choice_text(("bid", "21")) == "Bid 21 victory points for Japan"


# -- the options -----------------------------------------------------------------------------------------------------


def test_17_the_readings_of_7_2_2_and_7_7_5_are_options_that_old_records_do_not_have() -> None:
    """7.2.2, 7.7.5"""
    found = {option.name: (option.values, option.clause, option.formerly) for option in OPTIONS}
    assert found["unload_after_combat"] == (("either", "no", "finish_unloading"), "7.7.5", "no")
    assert found["entered_land"] == (("at_once", "in_phase_5"), "7.2.2", "in_phase_5")
    assert AxisAlliesPacific.rules_version == "6"
