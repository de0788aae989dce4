"""The ensign of Axis & Allies: Pacific: legal, reproducible, uses only its view, and beats random play."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.codecs.position import read_position
from ironbottom.engine.dice.dice import ScriptedDice, SeededDice
from ironbottom.engine.rules.state import State
from ironbottom.games.axis_allies_pacific.state import ACTIVE, IPC
from ironbottom.lab.simulation import play_game
from tests.games.axis_allies_pacific.rule_tester import RuleTester, game
from tests.games.axis_allies_pacific.test_cases_30_battles import bare

RULES = game().rules()
SIDES = ("japan", "uk", "usa")
GARRISON = {"infantry": 9}


def at(**fields: Any) -> State:
    return read_position(fields, RULES)


def ensign_choices(state: State, seed: int = 3) -> list[tuple[str, ...]]:
    """The ensign's choices at the open decision; checks that the choices of a series are legal in order."""
    decision = state.decisions()[0]
    run = as_choices(make_player(RULES, "ensign", decision.side, seed).choose(offer_for(state, decision)))
    trial = state.copy()
    for action in run[:-1]:
        assert trial.why_not(decision.side, action) is None, action
        trial.apply(decision.side, action, ScriptedDice(()), trusted=True)
    assert trial.why_not(decision.side, run[-1]) is None, run[-1]
    return run


@pytest.mark.build
@pytest.mark.parametrize(("ensigns", "winners"), [(("japan",), ("japan",)), (("uk", "usa"), ("uk", "usa"))])
def test_the_ensign_beats_random_play(ensigns: tuple[str, ...], winners: tuple[str, ...]) -> None:
    seats = dict.fromkeys(SIDES, "random") | dict.fromkeys(ensigns, "ensign")
    assert play_game(RULES, seats, 11, 0).winners == winners


def test_the_same_seed_gives_the_same_game() -> None:
    state = RULES.new("setup_2003")
    for side, action in (("uk", ("split", "6")), ("usa", ("done",)), ("japan", ("done",))):
        state.apply(side, action, ScriptedDice(()))
    first, second = ensign_choices(state), ensign_choices(state)
    assert first == second
    assert len(first) > 50


@pytest.mark.build
@pytest.mark.parametrize(
    "options",
    [
        {"transport_load": "tank_and_light", "unload_all": "yes", "sz14_sz30": "yes", "ic_limit": "none"},
        {"defending_first_strike": "yes", "kamikaze_targets": "warships", "sub_pass": "any_enemy_stops"},
    ],
)
def test_it_plays_under_other_readings(options: dict[str, str]) -> None:
    played = play_game(game().rules(options | {"last_round": "1"}), dict.fromkeys(SIDES, "ensign"), 3, 0, "setup_2003")
    assert all(played.verbs[side]["done"] >= 3 for side in SIDES)


def test_it_takes_an_empty_territory_with_few_units_and_a_defended_one_in_force() -> None:
    state = at(
        units={
            "japan": {"manchuria": {"infantry": 6, "artillery": 2}},
            "china": {"suiyuan": {"infantry": 2}},
        },
        round=2,
        active="japan",
        step="combat_moves",
    )
    run = ensign_choices(state)
    goes = [(move[1], go[1], int(go[2])) for move, go in pairwise(run) if go[0] == "go"]
    assert sum(number for _, to, number in goes if to == "anhwe") in (1, 2)
    assert sum(number for _, to, number in goes if to == "suiyuan") >= 4
    assert run[-1] == ("done",)


def test_it_loads_sails_and_lands_where_that_is_likely_to_win() -> None:
    state = at(
        units={
            "japan": {"formosa": {"infantry": 2, "artillery": 2}, "sz45": {"transport": 2, "battleship": 1}},
            "uk": {"hong_kong": {"infantry": 1}}
            | dict.fromkeys(("java", "malaya", "borneo", "sumatra", "celebes"), GARRISON),
            "usa": {"philippines": GARRISON},
            "china": {"kwangsi": GARRISON, "kiangsi": GARRISON},
        },
        round=2,
        active="japan",
        step="combat_moves",
    )
    run = ensign_choices(state)
    assert [action[3] for action in run if action[0] == "assault"] == ["hong_kong"] * 2


def test_it_does_not_attack_what_it_cannot_take() -> None:
    state = at(
        units={
            "japan": {"manchuria": {"infantry": 2}},
            "china": {"suiyuan": {"infantry": 9}, "anhwe": {"infantry": 9}},
        },
        round=2,
        active="japan",
        step="combat_moves",
    )
    assert ensign_choices(state) == [("done",)]


def test_a_submarine_takes_an_unguarded_convoy() -> None:
    state = at(
        units={"usa": {"sz35": {"submarine": 1}}, "japan": {"japan": {"infantry": 9}}},
        round=2,
        active="usa",
        step="combat_moves",
    )
    assert ("move", "sz35", "submarine") in ensign_choices(state)
    assert ensign_choices(state)[1] in {("go", zone, "1") for zone in ("sz36", "sz37")}


def test_8_8_1_it_leaves_a_battle_that_is_lost_and_presses_on_where_it_wins() -> None:
    def after_a_round(ours: int, theirs: int) -> list[tuple[str, ...]]:
        state = at(
            units={"japan": {"manchuria": {"infantry": ours}}, "china": {"suiyuan": {"infantry": theirs}}},
            round=2,
            active="japan",
            step="combat_moves",
        )
        for action in (("move", "manchuria", "infantry"), ("go", "suiyuan", str(ours))):
            state.apply("japan", action, ScriptedDice(()))
        state.apply("japan", ("done",), ScriptedDice([6] * (ours + theirs)))
        return ensign_choices(state)

    assert after_a_round(2, 6) == [("retreat", "manchuria")]
    assert after_a_round(9, 2) == [("press_on",)]


def test_8_1_3_the_last_ground_unit_of_an_attack_is_spared() -> None:
    state = at(
        units={
            "japan": {"shantung": {"infantry": 1}, "manchuria": {"fighter": 2}},
            "china": {"kiangsi": {"infantry": 1}},
            "uk": {},
        },
        control={"kiangsi": "china"},
        round=2,
        active="japan",
        step="combat_moves",
    )
    for action in (
        ("move", "shantung", "infantry"),
        ("go", "kiangsi", "1"),
        ("move", "manchuria", "fighter"),
        ("fly", "kiangsi", "attack", "2"),
    ):
        state.apply("japan", action, ScriptedDice(()))
    state.apply("japan", ("done",), ScriptedDice([6, 6, 6, 1]))
    assert state.decisions()[0].procedure.name == "losses"
    assert ensign_choices(state) == [("lose", "japan", "infantry")], "a territory worth nothing is not worth a fighter"


def test_it_lands_its_aircraft_and_brings_carriers_for_the_rest() -> None:
    state = at(
        units={
            "usa": {"sz10": {"carrier": 1, "fighter": 2}},
            "japan": {"sz18": {"transport": 1}},
        },
        round=2,
        active="usa",
        step="combat_moves",
    )
    for action in (("move", "sz10", "fighter"), ("fly", "sz18", "attack", "2"), ("done",)):
        dice = ScriptedDice([1, 1, 6]) if action == ("done",) else ScriptedDice(())
        state.apply("usa", action, dice)
    run = ensign_choices(state)
    assert state.decisions()[0].procedure.name == "regroup"
    assert any(action[0] == "land" for action in run)
    trial, dice = state.copy(), ScriptedDice(())
    for choice in run:
        trial.apply("usa", choice, dice)
    left = trial.view("public")["units"]["usa"]
    assert sum(counts.get("fighter", 0) for counts in left.values()) == 2


def test_it_buys_until_its_purses_are_nearly_empty_and_places_all() -> None:
    state = RULES.new("setup_2003")
    for side, action in (("uk", ("split", "6")), ("usa", ("done",))):
        state.apply(side, action, ScriptedDice(()))
    run = ensign_choices(state)
    assert run[-1] == ("done",)
    price = {
        "infantry": 3,
        "artillery": 4,
        "transport": 8,
        "submarine": 8,
        "destroyer": 12,
        "fighter": 12,
        "carrier": 18,
    }
    spent = sum(price[action[2]] * int(action[3]) for action in run[:-1])
    assert 17 <= spent <= 19


def test_9_5_4_it_takes_the_convoy_that_it_has_won() -> None:
    table = RuleTester(**bare("japan", japan={"sz44": {"destroyer": 2}}, uk={"sz46": {"transport": 1}}))
    table.move("japan", "sz44", "destroyer", "sz46", number=2)
    table.act("japan", "done", dice=[1, 1, 6])
    assert table.step == "convoy_won"
    assert {ensign_choices(table.match.state, seed)[0] for seed in range(8)} == {("take_convoy",)}


def test_7_4_2_it_sends_nothing_where_not_enough_of_it_can_land_again() -> None:
    """Only two of six fighters in range of the enemy find a carrier afterwards, and two are not enough to win."""
    enemies = {"sz11": {"destroyer": 2, "transport": 2}}
    run = {}
    for carriers in (1, 3):
        own = {"caroline": {"fighter": 6, "infantry": 4}, "sz26": {"carrier": carriers}}
        state = at(units={"japan": own, "usa": enemies}, round=2, active="japan", step="combat_moves")
        run[carriers] = [action for action in ensign_choices(state) if action[:2] == ("fly", "sz11")]
    assert run == {1: [], 3: [("fly", "sz11", "attack", "6")]}


def test_9_5_2_japan_collects_thirty_in_its_first_turn() -> None:
    """If convoys are captured on the way, the captured territory pays at once."""
    rules = game().rules({})
    dice, state = SeededDice(5), rules.new("setup_2003", SeededDice(5))
    players = {side: make_player(rules, "ensign", side, 1) for side in SIDES}
    while state.cells[ACTIVE] == 0:
        decision = state.decisions()[0]
        for action in as_choices(players[decision.side].choose(offer_for(state, decision))):
            state.apply(decision.side, action, dice, trusted=True)
    assert state.cells[IPC] >= 30
    assert "sz44" in state.view("public")["convoys_of_japan"]
