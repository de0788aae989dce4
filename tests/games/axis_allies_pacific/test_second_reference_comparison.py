"""Compares the second reference implementation with the rules over random games and positions; tests its findings."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from ironbottom.engine.codecs.position import read_position
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.state import State
from tests.games.axis_allies_pacific.random_positions import fields
from tests.games.axis_allies_pacific.reference import destinations
from tests.games.axis_allies_pacific.rule_tester import RuleTester, game, only
from tests.games.axis_allies_pacific.second_reference import differences
from tests.games.axis_allies_pacific.second_reference_fights import Battles, PhaseRules
from tests.games.axis_allies_pacific.second_reference_turns import Turns
from tests.kit.thorough_cases import further


def in_lockstep(state: State, seed: int, most: int) -> Counter[str]:
    """Plays at random with both implementations; returns the number of comparisons of each clause."""
    rules, chance, dice, turns = state.rules, Random(seed), SeededDice(~seed), Turns()
    turns.open(state.view("public"))
    battles, hinges, acts = Battles(turns), PhaseRules(turns), 0
    while (decisions := state.decisions()) and acts < most:
        decision, view = decisions[0], state.view("public")
        turns.ask(view, decision.side, decision.choices)
        battles.ask(view, decision.choices)
        hinges.ask(view, decision.side, decision.choices)
        mismatches = list(differences(view, decision.choices))
        assert not mismatches, f"{view['frames'][-1]}: {mismatches}"
        ways = destinations(view) if view["frames"][-1]["procedure"] == "bound" else None
        assert ways is None or set(decision.choices.next("go")) == ways
        turns.checked[view["frames"][-1]["procedure"]] += 1
        events = rules.visible_events(
            state.apply(decision.side, choose(decision.choices, chance), dice, trusted=True), "all"
        )
        after = state.view("public")
        turns.watch(view, events, after)
        battles.watch(view, events)
        hinges.watch(view, events, after)
        acts += 1
    return turns.checked


def choose(choices: Any, chance: Random) -> tuple[str, ...]:
    """Draws a choice that seldom ends a phase, and that raids if possible."""
    action: tuple[str, ...] = choices.sample_by_argument(chance)
    if action == ("done",) and chance.random() < 0.85:
        action = choices.sample(chance)
    raids = [other for other in choices if other[0] == "fly" and other[2] == "raid"] if action[0] == "fly" else []
    return chance.choice(raids) if raids and chance.random() < 0.5 else action


def from_the_start(seed: int, rounds: str, most: int = 10_000) -> Counter[str]:
    """Plays a game with both implementations."""
    rules = game().rules({"last_round": rounds})
    return in_lockstep(rules.begin(("printed", "setup_2003")[seed % 2], SeededDice(seed)).state, seed, most)


def from_a_position(seed: int, most: int = 160) -> Counter[str]:
    """Plays some turns from a random position with both implementations."""
    rules = game().rules({"last_round": "12"})
    return in_lockstep(Match(rules, start=read_position(fields(seed), rules), dice=SeededDice(seed)).state, seed, most)


@pytest.mark.build
def test_a_game_and_three_positions_match_the_second_reference() -> None:
    """5.5, 7.4.2, 7.7.2, 8.1.2, 8.3.2, 8.5.3, 8.9.4, 9.5.2, 10.1, 10.5.1, 11.1, 13.2"""
    found = sum((from_a_position(seed, 80) for seed in (201, 202, 203)), from_the_start(1, "1", 150))
    assert found["takeoff"] > 5
    assert min(found[step] for step in ("combat_moves", "regroup", "bound")) > 20
    assert found["9.5.2"] > 10
    assert min(found[clause] for clause in ("5.5", "8.1.2", "8.3.2", "10.1")) > 8
    assert min(found[clause] for clause in ("8.4.2", "8.5.3", "8.8.2", "8.9.4", "8.11.2", "8.12.1", "9.5.4", "13.2"))


@pytest.mark.thorough
@pytest.mark.parametrize("first", [1, 11, *further(21, 31, 41)])
def test_fifty_games_match_the_second_reference(first: int) -> None:
    """6.1, 7.4.2, 7.7.2, 8.1.2, 8.3.2, 8.5.1, 8.5.3, 8.8.2, 8.9.4, 8.10.1, 9.1, 9.5.2, 10.1, 10.5.1, 11.1, 13.2, 13.3,
    14.2, 15.1"""
    found = sum((from_the_start(seed, "3") for seed in range(first, first + 10)), Counter[str]())
    assert found["9.2"] > 50
    assert found["11.1"] > 50


@pytest.mark.thorough
@pytest.mark.parametrize("first", [300, *further(350)])
def test_a_hundred_positions_match_the_second_reference(first: int) -> None:
    """7.4.2, 7.6.1, 7.7.2, 8.3.1, 8.4.2, 8.10.1, 8.11.1, 8.11.2, 8.12.1, 9.5.2, 9.5.4, 9.6.1, 11.2, 11.3, 15.2"""
    found = sum((from_a_position(seed) for seed in range(first, first + 50)), Counter[str]())
    assert found["takeoff"] > 150
    assert min(found[clause] for clause in ("8.5.3", "8.9.4", "8.10.1", "9.5.4")) > 5


# -- its findings ---------------------------------------------------------------------------------------------------

NO_LAND_AROUND = dict.fromkeys(
    ("gilbert", "johnston", "hawaiian", "line", "wake", "guam", "aleutian", "canada", "united_states"), "japan"
)


def test_7_4_2_fighters_aboard_leave_decks_to_those_in_the_air() -> None:
    """7.4.2, 7.4.3, 7.6.1"""
    units = {"usa": {"sz20": {"carrier": 2, "fighter": 2}, "midway": {"fighter": 3}}}
    table = RuleTester(active="usa", step="combat_moves", round=2, control=NO_LAND_AROUND, units=units)
    table.fly("usa", "midway", "fighter", "sz24")
    assert table.flights("usa", "midway", "fighter")["sz4"] == {"1"}
    table.fly("usa", "midway", "fighter", "sz4")
    assert "sz24" not in table.flights("usa", "midway", "fighter")
    table.act("usa", "done")
    assert table.step == "regroup"
    table.move("usa", "sz20", "carrier", "sz23")
    assert table.at("sz23")["usa"] == {"carrier": 1, "fighter": 1}
    assert table.goals("usa", "sz20", "carrier") == {"sz4", "sz7", "sz9", "sz10"}


def test_7_4_2_an_allied_fighter_on_a_carrier_that_stays_leaves_room_on_one_that_sails() -> None:
    """7.4.2, 7.6.1"""
    units = {
        "uk": {"sz10": {"carrier": 1}},
        "usa": {"sz10": {"carrier": 1, "fighter": 2}, "midway": {"fighter": 3}},
    }
    table = RuleTester(active="usa", step="combat_moves", round=2, control=NO_LAND_AROUND, units=units)
    table.fly("usa", "midway", "fighter", "sz24")
    assert table.flights("usa", "midway", "fighter")["sz4"] == {"1"}
    assert "sz6" not in table.flights("usa", "midway", "fighter")


def test_8_8_4_aircraft_with_a_submerged_submarine_break_off() -> None:
    """8.5.4, 8.8.2, 8.8.4"""
    units = {"usa": {"sz9": {"submarine": 1}, "hawaiian": {"fighter": 1}}, "japan": {"sz20": {"battleship": 1}}}
    table = RuleTester(active="usa", step="combat_moves", round=2, units=units)
    table.move("usa", "sz9", "submarine", "sz20")
    table.fly("usa", "hawaiian", "fighter", "sz20")
    table.act("usa", "done")
    table.act("usa", "submerge", "1", dice=[6, 6])
    assert table.step == "aftermath"
    assert table.clause("usa", "retreat", "sz9") == "8.8.2"
    table.act("usa", "break_off")
    assert table.at("sz20")["usa"] == {"submerged": 1, "fighter": 1}
    assert table.step == "regroup"


def test_8_12_2_several_kamikazes_at_one_ship() -> None:
    """8.12.2, 8.1.3"""
    table = RuleTester(active="usa", step="combat_moves", round=2, units={"usa": {"sz34": {"destroyer": 1}}})
    table.move("usa", "sz34", "destroyer", "sz35")
    table.act("usa", "done")
    for _ in range(3):
        table.act("japan", "kamikaze", "sz35", "destroyer")
    events = table.act("japan", "done", dice=[5, 2, 1])
    assert only(events, "lost") == [{"power": "usa", "piece": "destroyer", "number": 1}]
    assert table.now["kamikazes"] == 3


def test_14_4_japan_places_one_unit_in_szechwan() -> None:
    """14.4, 11.2"""
    table = RuleTester(
        active="japan", step="placement", control={"szechwan": "japan"}, bought={"japan": {"infantry": 3}}, round=2
    )
    assert table.clause("japan", "place", "japan", "infantry", "szechwan", "szechwan", "2") == "11.2"
    table.act("japan", "place", "japan", "infantry", "szechwan", "szechwan", "1")
    assert not [action for action in table.offered("place") if action[3] == "szechwan"]
