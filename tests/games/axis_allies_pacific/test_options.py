"""The options of section 17: each exists with its values and works, and any two can be combined."""

from itertools import combinations
from random import Random

import pytest

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.games.axis_allies_pacific.options import OPTIONS
from tests.games.axis_allies_pacific.rule_tester import RuleTester, game, only
from tests.games.axis_allies_pacific.test_cases_30_battles import bare
from tests.kit.thorough_cases import further

SWITCHES = {
    "sz14_sz30": ("2.4", ("no", "yes")),
    "szechwan_fighter_owner": ("3.3", ("usa", "china")),
    "entered_land": ("7.2.2", ("at_once", "in_phase_5")),
    "sub_pass": ("7.3.3", ("destroyer_stops", "any_enemy_stops", "free")),
    "transport_load": ("7.7.1", ("two_light_or_heavy", "aa_as_light", "tank_and_light")),
    "unload_all": ("7.7.3", ("no", "yes")),
    "unload_after_combat": ("7.7.5", ("either", "no", "finish_unloading")),
    "loaded_destroyer_attack": ("7.8.3", ("0", "3")),
    "aa_overflight": ("8.3.2", ("yes", "no")),
    "defending_first_strike": ("8.5.2", ("no", "yes")),
    "destroyer_bombard": ("8.9.4", ("3", "2", "0")),
    "marine_artillery": ("8.9.5", ("3", "2")),
    "kamikaze_targets": ("8.12.2", ("all_but_submarines", "warships")),
    "ic_limit": ("11.2", ("value", "none")),
    "capital_hold": ("15.2", ("full_round", "at_once")),
}
"""The default comes first. The set-up (16.1) is a scenario, the points that Japan needs (15.1) a separate option."""
OTHERS = [(name, value) for name, (_, values) in SWITCHES.items() for value in values[1:]]
OTHERS += [("vp_target", "20"), ("bidding", "yes"), ("bidding", "units"), ("extra_ipc_japan", "9")]
PAIRS = [pair for pair in combinations(OTHERS, 2) if pair[0][0] != pair[1][0]]


def test_17_every_switch_is_an_option_with_its_values_and_its_clause() -> None:
    """2.4, 3.3, 7.3.3, 7.7.1, 7.7.3, 7.8.3, 8.3.2, 8.5.2, 8.9.4, 8.9.5, 8.12.2, 11.2, 15.2, 16.1"""
    offered = {option.name: (option.clause, option.values) for option in OPTIONS}
    assert {name: offered[name] for name in SWITCHES} == SWITCHES
    assert offered["vp_target"][1][0] == "22"
    assert list(game().scenarios) == ["printed", "setup_2003"]


def test_2_4_by_the_option_ships_sail_from_sz14_to_sz30() -> None:
    """2.4"""
    for option in ("no", "yes"):
        table = RuleTester(**bare("usa", usa={"sz10": {"transport": 1}}), options={"sz14_sz30": option})
        table.move("usa", "sz10", "transport", "sz14")
        assert ("sz30" in table.goals("usa", "sz14", "transport", verb="go_on")) == (option == "yes")


def test_7_3_3_by_the_option_nothing_stops_a_submarine() -> None:
    """7.3.3"""
    for enemy in ("destroyer", "carrier"):
        units = {"usa": {"sz20": {"submarine": 1}}, "japan": {"sz19": {enemy: 1}}}
        table = RuleTester(**bare("usa", **units), options={"sub_pass": "free"})
        assert {"sz19", "sz18"} <= table.goals("usa", "sz20", "submarine")


def test_7_7_3_by_the_option_a_ship_unloads_all_that_its_own_side_has_aboard() -> None:
    """7.7.3"""
    ship = "transport_infantry_artillery"
    for option, parts in (("no", {"infantry", "artillery", "infantry_artillery"}), ("yes", {"infantry_artillery"})):
        ashore = bare("japan", japan={"sz45": {ship: 1}}, uk={"hong_kong": {"infantry": 1}})
        table = RuleTester(**ashore, options={"unload_all": option})
        assert {action[4] for action in table.offered("assault") if action[3] == "hong_kong"} == parts
        home = RuleTester(**bare("japan", "regroup", japan={"sz45": {ship: 1}}), options={"unload_all": option})
        assert {action[4] for action in home.offered("unload") if action[3] == "hainan"} == parts


def test_7_7_3_by_the_option_an_allys_unit_stays_aboard() -> None:
    """7.7.3, 7.7.7"""
    units = {"usa": {"sz32": {"transport_infantry_ally_infantry": 1}}}
    table = RuleTester(**bare("usa", "regroup", **units), options={"unload_all": "yes"})
    assert {action[4] for action in table.offered("unload") if action[3] == "queensland"} == {"infantry"}


@pytest.mark.parametrize(("factor", "hits"), [("3", [3]), ("2", [2]), ("0", [])])
def test_8_9_4_what_a_destroyer_fires_at_when_it_bombards(factor: str, hits: list[int]) -> None:
    """8.9.4"""
    fleet = {"transport_infantry_infantry": 1, "destroyer": 4}
    units = {"japan": {"sz45": fleet}, "uk": {"hong_kong": {"infantry": 5}}}
    table = RuleTester(**bare("japan", **units), options={"destroyer_bombard": factor})
    table.act("japan", "assault", "sz45", "transport_infantry_infantry", "hong_kong", "infantry_infantry")
    events = table.act("japan", "done", dice=[*([1, 2, 3, 4] if hits else []), 6, 6, 1, 1, 6, 6, 6])
    assert [event["hits"] for event in only(events, "bombarded")] == hits


@pytest.mark.build
@pytest.mark.parametrize("first", [0, *further(*range(12, len(PAIRS), 12))])
def test_17_any_two_options_go_together(first: int) -> None:
    """Plays up to three random rounds under each pair of non-default readings; every state is legal."""
    for number, pair in list(enumerate(PAIRS))[first : first + 12]:
        chance, dice = Random(number), SeededDice(number)
        rules = game().rules({**dict(pair), "last_round": "1" if number % 4 else "3"})
        state = rules.begin(("printed", "setup_2003")[number % 2], dice).state
        asked = 0
        while decisions := state.decisions():
            decision = decisions[0]
            state.apply(decision.side, decision.choices.sample(chance), dice, trusted=True)
            asked += 1
            if not asked % 25:
                game().check(state)
        assert rules.result(state)["why"], pair
        assert asked > 20, pair


def test_14_5_a_fighter_of_china_finds_no_deck_and_flies_no_patrol() -> None:
    """3.3, 7.6.1, 10.5.1, 14.5"""
    units = {"usa": {"sz45": {"carrier": 1}, "yunnan": {"fighter": 1}}, "china": {"yunnan": {"fighter": 1}}}
    fields = bare("usa", **units) | {"step": "regroup"}
    table = RuleTester(**fields, options={"szechwan_fighter_owner": "china"})
    american, chinese = (table.goals("usa", "yunnan", "fighter", verb) for verb in ("move", "move_chinese"))
    assert american - chinese == {"sz45"}
    assert chinese < american
    moving = RuleTester(**fields | {"step": "combat_moves"}, options={"szechwan_fighter_owner": "china"})
    moving.act("usa", "move_chinese", "yunnan", "fighter")
    assert moving.clause("usa", "fly", "sz25", "attack", "1") == "7.4.2"
    stationed = bare("usa", china={"kwangsi": {"fighter": 1}}, usa={"sz9": {"submarine": 1}}) | {"step": "regroup"}
    table = RuleTester(**stationed, control={"kwangsi": "china"}, options={"szechwan_fighter_owner": "china"})
    assert table.offered("patrol") == []
