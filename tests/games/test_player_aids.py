"""The player aids: the marked step matches the engine at each decision, and the figures are the current ones."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from ironbottom.engine.codecs.position import load_position
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.procedures import SequenceOfPlay
from ironbottom.engine.rules.registry import all_games, get_game
from ironbottom.engine.rules.state import State
from tests.kit.games import SAVED

STEPS_OF = {
    "pacific_fury": {
        "return_carrier": {"event"},
        "form_forces": {"first_forms", "second_forms"},
        "operations": {"operations"},
    },
    "victory_in_the_pacific": {
        "raid_force": {"arrivals"},
        "returns": {"arrivals"},
        "removals": {"arrivals"},
        "patrols": {"japan_patrols", "allied_patrols"},
        "air": {"air"},
        "amphibious": {"amphibious"},
        "raiders": {"raiders"},
        "submarine": {"submarines"},
        "first_turn": {"battles"},
        "combat": {"battles"},
        "landing": {"score"},
        "way_home": {"score"},
    },
    "hold_fast": {
        "moves": {"japan_moves", "allies_move"},
        "submarine": {"air"},
        "air": {"air"},
        "repairs": {"repairs"},
        "combat": {"combat"},
        "come_back": {"return"},
    },
    "axis_allies_pacific": {
        "purchase": {"purchase"},
        "combat_moves": {"combat_moves"},
        "combat": {"combat"},
        "regroup": {"regroup"},
        "placement": {"placement"},
    },
    "war_in_the_pacific": {
        "naval_phase": {"naval"},
        "air_phase": {"air"},
        "ground_phase": {"ground"},
    },
}
"""By game, the procedures above the turn, and the steps of the aid that may be marked during each."""
SELDOM = {"return_carrier", "removals", "landing", "returns", "ground_phase"}
"""Procedures that these walks do not have to reach."""
DECISIONS = {"war_in_the_pacific": 40}
"""The number of decisions played from each start; 400 in other games."""


def starts(game: str) -> Iterator[State]:
    found = get_game(game)
    for scenario in found.scenarios:
        yield found.rules().begin(scenario, SeededDice(1)).state
    for path in sorted((SAVED / game).glob("*.toml")):
        yield load_position(path)


def walk(state: State, most: int) -> Iterator[State]:
    """The states at the decisions of a random game."""
    random, dice = Random(2), SeededDice(3)
    for _ in range(most):
        decisions = state.decisions()
        if not decisions:
            return
        yield state
        decision = decisions[0]
        state.apply(decision.side, decision.choices.sample(random), dice)


@pytest.mark.parametrize("game", STEPS_OF)
def test_the_marked_step_is_the_current_one_at_every_decision(game: str) -> None:
    met: dict[str, set[str]] = {}
    for start in starts(game):
        for state in walk(start, DECISIONS.get(game, 400)):
            rules = state.rules
            aids = rules.game.player_aid()
            assert aids is not None
            aid = aids.aid(rules, state.view("public"))
            turn, above = state.stack[0], state.stack[1] if len(state.stack) > 1 else state.stack[0]
            assert isinstance(turn, SequenceOfPlay)
            assert aid.here in {step.id for step in aid.steps}
            met.setdefault(above.name, set()).add(aid.here)
    wanted = STEPS_OF[game]
    assert {name: here - wanted[name] for name, here in met.items() if name in wanted and here - wanted[name]} == {}
    assert met.keys() >= wanted.keys() - SELDOM


@pytest.mark.parametrize("game", STEPS_OF)
def test_every_step_of_the_engine_belongs_to_one_step_of_the_aid(game: str) -> None:
    found = get_game(game)
    for scenario in found.scenarios:
        state = found.new(scenario)
        turn = state.stack[0]
        assert isinstance(turn, SequenceOfPlay)
        aids = found.player_aid()
        assert aids is not None
        view, order = state.view("public"), []
        for number in range(len(turn.steps) + 1):
            frame = {**view["frames"][0], "next": number}
            order.append(aids.aid(state.rules, {**view, "frames": [frame]}).here)
        steps = [step.id for step in aids.aid(state.rules, view).steps]
        assert set(order) == set(steps)


@pytest.mark.parametrize("game", STEPS_OF)
def test_tables_are_whole_and_clauses_exist(game: str) -> None:
    found = get_game(game)
    clauses = found.clauses()
    for scenario in found.scenarios:
        state = found.new(scenario)
        aids = found.player_aid()
        assert aids is not None
        aid = aids.aid(state.rules, state.view("public"))
        for table in (aid.scores, *aid.tables):
            assert table.rows
            assert {len(row) for row in table.rows} == {len(table.head)}, table.title
        named = [aid.goal_clause, *(step.clause for step in aid.steps)]
        named += [table.clause for table in (aid.scores, *aid.tables) if table.clause]
        assert [clause for clause in named if clause not in clauses] == []


def test_the_figures_are_the_current_ones() -> None:
    plain = get_game("pf").rules({"factor_set": "B"})
    state = plain.new()
    aids = plain.game.player_aid()
    assert aids is not None
    fire = aids.aid(plain, state.view("public")).tables[0]
    assert fire.head == ("Die", *(f"factor {factor}" for factor in sorted({f for f in plain.pieces.combat if f})))


def test_every_game_has_an_aid() -> None:
    assert [game.id for game in all_games() if game.player_aid() is None and game.id in STEPS_OF] == []
