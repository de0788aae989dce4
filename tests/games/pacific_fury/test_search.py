"""The search players: they read drawn states in the same way as views, and play out the ensign's candidates."""

from random import Random
from typing import Any

import pytest

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.bots.searcher import Budget, Searcher
from ironbottom.engine.codecs.position import read_position
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.games.pacific_fury.bot.ensign import Ensign, decide
from ironbottom.games.pacific_fury.bot.evaluation import FEATURES, WEIGHTS, features, win_chance_of_japan
from ironbottom.games.pacific_fury.bot.observation import Observation, StateObservation
from ironbottom.games.pacific_fury.bot.search import TurnSearch
from ironbottom.games.pacific_fury.state import INITIATIVE, MARKER, TURN
from ironbottom.lab.simulation import apply_choice
from tests.games.pacific_fury.rule_tester import EASTERN, SLOT, SOUND, SOUTH, at

RULES = get_game("pf").rules()
SIDES = ("japan", "allies")
OPTIONS = [
    {},
    {"hidden_counts": "on"},
    {"factor_set": "B", "tokyo_express_combat": "on", "forced_return_timing": "end_of_combat"},
]


def play_on(state: State, seed: int, choices: int, chance: float = 0.2) -> State:
    """The state after some choices of the ensign, a few of them made at random."""
    dice, random = SeededDice(seed), Random(seed)
    players = {side: Ensign(state.rules, side, seed) for side in SIDES}
    for _ in range(choices):
        if not (open_now := state.decisions()):
            break
        side = open_now[0].side
        run = as_choices(players[side].choose(offer_for(state, open_now[0])))
        if random.random() < chance:
            run = [open_now[0].choices.sample_by_argument(random)]
        for action in run:
            apply_choice(state, side, action, dice)
    return state


def quick(rules: Any, side: str, playouts: int = 8, seed: int = 1) -> Searcher:
    """A searcher with a small budget."""
    return Searcher(rules, side, TurnSearch(rules), Budget(playouts, 4), seed)


# -- what a drawn state shows --------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_state_and_its_view_are_read_alike_and_answered_alike(options: dict[str, str]) -> None:
    rules = get_game("pf").rules(options)
    asked = set()
    for seed in range(4):
        state, dice, random = rules.new(), SeededDice(seed), Random(seed)
        players = {side: Ensign(rules, side, seed) for side in SIDES}
        while open_now := state.decisions():
            side, offered = open_now[0].side, list(open_now[0].choices)
            for viewer in SIDES:
                seen, read = Observation(rules, state.view(viewer), viewer), StateObservation(state, viewer)
                for name in ("invades", "turn", "later_turns", "operational", "marker", "operations_left"):
                    assert getattr(seen, name) == getattr(read, name)
                for name in (
                    "enemy_operations_left",
                    "unseen",
                    "forces",
                    "mine",
                    "theirs",
                    "base",
                    "enemy",
                    "procedure_name",
                ):
                    assert getattr(seen, name) == getattr(read, name)
                assert (list(seen.frames), list(seen.hit)) == (list(read.frames), list(read.hit))
                assert seen.frame() == read.frame()
            asked.add(open_now[0].procedure.name)
            run = as_choices(players[side].choose(offer_for(state, open_now[0])))
            if len(offered) > 1:
                answers = [
                    decide(reading, offered, Random(seed))
                    for reading in (Observation(rules, state.view(side), side), StateObservation(state, side))
                ]
                assert answers[0] == answers[1]
            for action in [open_now[0].choices.sample_by_argument(random)] if random.random() < 0.1 else run:
                apply_choice(state, side, action, dice)
    assert asked >= {"form_forces", "operations", "return_or_stay"}


# -- the evaluation ------------------------------------------------------------------------------------


def test_the_evaluation_has_a_weight_for_each_feature_on_each_turn_that_opens() -> None:
    assert set(WEIGHTS) == {2, 3, 4}
    assert {len(weights) for weights in WEIGHTS.values()} == {len(FEATURES)} == {len(features(RULES.new()))}


def test_the_marker_and_ships_raise_the_chance_of_their_side() -> None:
    def chance(marker: int, turn: int = 4, sunk: int = 0) -> float:
        state = RULES.new()
        state.cells[TURN], state.cells[MARKER], state.cells[INITIATIVE] = turn, marker, int(marker >= 0)
        for cell, units in enumerate(state.cells[: RULES.layout.size]):
            if cell not in (TURN, MARKER, INITIATIVE) and units & sunk:
                state.cells[cell] = units & ~sunk
        return win_chance_of_japan(state)

    for turn in (2, 3, 4):
        chances = [chance(marker, turn) for marker in (5, 3, 1)]
        assert chances == sorted(chances)
        assert chance(-4, turn) > 0.5 > chance(4, turn)


@pytest.mark.parametrize(("marker", "chance"), [(-2, 1.0), (0, 0.5), (3, 0.0)])
def test_the_end_of_a_game_is_its_result(marker: int, chance: float) -> None:
    state = RULES.new()
    state.stack, state.cells[MARKER] = (), marker
    assert win_chance_of_japan(state) == chance
    assert TurnSearch(RULES).evaluate(state, "allies") == 1 - chance  # type: ignore[arg-type]


# -- candidates ----------------------------------------------------------------------------------------


def test_the_first_candidate_is_the_ensign_s_choice_and_all_can_be_made() -> None:
    for seed in range(16):
        state = play_on(RULES.new(), seed, 10 * seed)
        if not (open_now := state.decisions()) or len(open_now[0].choices) == 1:
            continue
        offer = offer_for(state, open_now[0])
        plans = TurnSearch(RULES).candidates(offer, 8, Random(seed))
        own = decide(Observation(RULES, offer.view, offer.side), list(offer.choices), Random(seed))
        assert plans[0] == tuple(own)
        assert len(set(plans)) == len(plans) <= 8
        for plan in plans:
            world = state.copy()
            for action in plan:
                apply_choice(world, offer.side, action, SeededDice(seed))


def test_task_forces_are_compared_as_whole_plans() -> None:
    state = RULES.new()
    plans = TurnSearch(RULES).candidates(offer_for(state, state.decisions()[0]), 8, Random(1))
    assert len(plans) > 4
    assert all(plan[-1] == ("done",) for plan in plans)


def test_some_operations_are_tried_by_chance() -> None:
    state = play_on(RULES.new(), 3, 12, 0)
    offer = offer_for(state, state.decisions()[0])
    assert ("pass",) in offer.choices
    tried = [TurnSearch(RULES).candidates(offer, 3, Random(seed)) for seed in range(20)]
    assert {plans[0] for plans in tried} == {tried[0][0]}
    assert len({plans[1:] for plans in map(tuple, tried)}) > 1


# -- play ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_it_plays_whole_games_legally_under_every_option(options: dict[str, str]) -> None:
    rules = get_game("pf").rules(options)
    state, dice = rules.new(), SeededDice(2)
    players = {"japan": quick(rules, "japan", 2), "allies": quick(rules, "allies", 2)}
    while open_now := state.decisions():
        side = open_now[0].side
        for action in as_choices(players[side].choose(offer_for(state, open_now[0]))):
            apply_choice(state, side, action, dice)
    assert state.result() is not None


def test_the_same_seed_and_budget_play_the_same_game() -> None:
    def choices(seed: int) -> list[Action]:
        state, dice, made = RULES.new(), SeededDice(5), list[Action]()
        players = {side: quick(RULES, side, 8, seed) for side in SIDES}
        while state.cells[TURN] == 1:
            decision = state.decisions()[0]
            for action in as_choices(players[decision.side].choose(offer_for(state, decision))):
                apply_choice(state, decision.side, action, dice)
                made.append(action)
        return made

    assert choices(1) == choices(1) != choices(2)


def test_it_chooses_by_the_view_alone() -> None:
    """Positions that look the same to Japan but have different ships face down get the same answer."""
    shown = {"japan_1": at(EASTERN, "Shokaku", "Zuikaku", "Tone"), "japan_2": at("box_3", "Aoba")}
    for seed in range(3):
        answers = []
        for hidden in (("Enterprise", "Chicago"), ("Washington", "Portland")):
            forces = {**shown, "allies_1": at(SOUTH, *hidden), "allies_2": at(SOUND, "Australia")}
            state = position(forces=forces)
            answers.append(quick(RULES, "japan", 40, seed).choose(offer_for(state, state.decisions()[0])))
        assert answers[0] == answers[1]


def test_a_sure_landing_is_made() -> None:
    forces = {"japan_1": at(EASTERN, "Transports 1"), "japan_2": at(SLOT, "Tokyo Express")}
    units = {"off_map": ["ijn_transports_2", "us_transports_1", "us_transports_2"]}
    state = position(henderson="disrupted", operations_done=13, forces=forces, units=units)
    (choice,) = quick(RULES, "japan", 40).choose(offer_for(state, state.decisions()[0]))
    assert choice == ("land", "japan_1")


@pytest.mark.slow
def test_the_captain_beats_the_ensign() -> None:
    points = 0.0
    for number in range(10):
        for own, other in (SIDES, SIDES[::-1]):
            state, dice = RULES.new(), SeededDice(number)
            players = {own: make_player(RULES, "captain", own, 1), other: make_player(RULES, "ensign", other, 1)}
            while open_now := state.decisions():
                side = open_now[0].side
                for action in as_choices(players[side].choose(offer_for(state, open_now[0]))):
                    apply_choice(state, side, action, dice)
            winners = RULES.result(state)["winners"]
            points += 0.5 if not winners else float(own in winners)
    assert points >= 12


def position(**fields: Any) -> Any:
    """A position of turn 1 where Japan, without the initiative, chooses its first operation."""
    base = {"game": "pacific_fury", "marker": 1, "initiative": "allies", "operations_done": 1}
    return read_position({**base, **fields}, RULES)
