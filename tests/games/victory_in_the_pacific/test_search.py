"""The captain of Victory in the Pacific: its plans, the point at which they are evaluated, and their values."""

from random import Random
from typing import Any

import pytest

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.bots.searcher import Budget, Searcher, World, carry_out
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.games.victory_in_the_pacific.bot.areas import (
    DEFAULT_PREFERENCES,
    AreaValues,
    Preferences,
    random_preferences,
)
from ironbottom.games.victory_in_the_pacific.bot.ensign import decide
from ironbottom.games.victory_in_the_pacific.bot.observation import Observation
from ironbottom.games.victory_in_the_pacific.bot.search import FleetSearch
from ironbottom.games.victory_in_the_pacific.pieces import AREAS, SIDES
from ironbottom.games.victory_in_the_pacific.state import BATTLE, TURN
from ironbottom.lab.simulation import apply_choice, play_game
from tests.games.victory_in_the_pacific.battle_cases import at_sea

RULES = get_game("vitp").rules()
OPTIONS = [{"turn_one": "normal"}, {"day_night": "japan_first", "failed_raider_from": "area_before"}]


def quick(rules: Any, side: str, seed: int = 1) -> Searcher:
    """A searcher with a small budget."""
    return Searcher(rules, side, FleetSearch(rules), Budget(4, 3), seed)


def play_on(state: State, side: str, asks: str, turn: int, seed: int = 2) -> State:
    """The state after ensigns have played up to a question of a side at which no ship is left to be repaired."""
    dice = SeededDice(seed)
    players = {name: make_player(state.rules, "ensign", name, seed) for name in SIDES.ids}
    while True:
        decision = state.decisions()[0]
        repairs = any(action[0] == "repair" for action in decision.choices)
        if (decision.side, decision.procedure.name, state.cells[TURN], repairs) == (side, asks, turn, False):
            return state
        for action in as_choices(players[decision.side].choose(offer_for(state, decision))):
            apply_choice(state, decision.side, action, dice)


def question(side: str, asks: str, turn: int = 2) -> State:
    return play_on(RULES.new(None, SeededDice(2)), side, asks, turn)


# -- candidates and playouts ---------------------------------------------------------------------------


@pytest.mark.parametrize("side", SIDES.ids)
@pytest.mark.parametrize("asks", ["patrols", "raiders"])
def test_the_first_plan_is_the_ensign_s_and_all_can_be_carried_out(side: str, asks: str) -> None:
    state = question(side, asks)
    offer = offer_for(state, state.decisions()[0])
    plans = FleetSearch(RULES).candidates(offer, 4, Random(5))
    assert plans[0] == tuple(decide(Observation(RULES, offer.view, side), list(offer.choices), Random(5)))
    assert len(plans) == 4
    for plan in plans:
        world, dice = state.copy(), SeededDice(1)
        for action in plan:
            apply_choice(world, side, action, dice)


def test_plans_differ_from_the_ensign_s() -> None:
    state = question("japan", "patrols")
    plans = FleetSearch(RULES).candidates(offer_for(state, state.decisions()[0]), 8, Random(5))
    assert len(set(plans)) > 4


def test_only_patrols_and_raids_are_searched() -> None:
    state = question("japan", "air")
    (plan,) = FleetSearch(RULES).candidates(offer_for(state, state.decisions()[0]), 8, Random(1))
    assert [action[0] for action in plan] == ["place_air"]


@pytest.mark.parametrize("side", SIDES.ids)
def test_a_plan_is_evaluated_when_all_raiders_are_at_sea_and_before_combat(side: str) -> None:
    state, model, replied = question(side, "patrols"), FleetSearch(RULES), set()
    offer = offer_for(state, state.decisions()[0])
    stops, world, dice = model.stopping_point(offer), World(state.copy()), SeededDice(1)
    carry_out(world, side, model.candidates(offer, 1, Random(1))[0], dice)
    while not stops(world):
        decision = world.decisions()[0]
        if len(decision.choices) > 1:
            replied.add((decision.side, decision.procedure.name))
        for action in model.reply(world, decision, Random(1)):
            apply_choice(world, decision.side, action, dice)
    assert replied >= {("japan", "air"), ("allies", "air"), ("japan", "raiders")}
    assert (("allies", "patrols") in replied) == (side == "japan")
    assert (world.cells[BATTLE], world.cells[TURN]) == (-1, 2)


# -- preferences and values ----------------------------------------------------------------------------


def test_preferences_change_the_value_of_areas_and_the_default_ones_do_not() -> None:
    table = at_sea("CPO", "kongo|enterprise", turn=3)
    observation = Observation(RULES, table.match.offer("japan").view, "japan")
    usual = AreaValues(observation)
    double = AreaValues(observation, Preferences({"coral_sea": 2.0}))
    for area in AREAS.ids:
        factor = 2.0 if area == "coral_sea" else 1.0
        assert double.prize[area] == tuple(factor * value for value in usual.prize[area])
    assert DEFAULT_PREFERENCES.area("coral_sea") == DEFAULT_PREFERENCES.caution == DEFAULT_PREFERENCES.economy == 1.0
    drawn = random_preferences(Random(1), 0.6)
    assert set(drawn.areas) == set(AREAS.ids)
    assert min(drawn.areas.values()) < 1.0 < max(drawn.areas.values())


def test_more_units_in_an_area_are_better_for_their_side_and_worse_for_the_other() -> None:
    values = []
    for units in ("kongo|enterprise", "kongo|akagi|enterprise", "kongo|akagi|kaga|enterprise"):
        world, model = World(at_sea("CPO", units, turn=8).match.state.copy()), FleetSearch(RULES)
        values.append((model.evaluate(world, "japan"), -model.evaluate(world, "allies")))
    for column in zip(*values, strict=True):
        assert list(column) == sorted(column)
        assert column[0] < column[-1]


# -- play ----------------------------------------------------------------------------------------------


def test_the_same_seed_and_budget_give_the_same_choices() -> None:
    def choices(seed: int) -> list[list[Action]]:
        made = []
        for side in SIDES.ids:
            state = question(side, "patrols")
            made.append(as_choices(quick(RULES, side, seed).choose(offer_for(state, state.decisions()[0]))))
        return made

    first = choices(1)
    assert choices(1) == first
    assert any(choices(seed) != first for seed in range(2, 5))


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_it_plays_whole_games_legally_under_every_option(options: dict[str, str]) -> None:
    rules = get_game("vitp").rules(options)
    state, dice = rules.new(None, SeededDice(2)), SeededDice(2)
    players = {side: quick(rules, side) for side in SIDES.ids}
    while open_now := state.decisions():
        side = open_now[0].side
        for action in as_choices(players[side].choose(offer_for(state, open_now[0]))):
            apply_choice(state, side, action, dice)
    assert state.result() is not None


@pytest.mark.slow
@pytest.mark.parametrize("side", SIDES.ids)
def test_the_captain_beats_random_play(side: str) -> None:
    seats = dict.fromkeys(SIDES.ids, "random") | {side: "captain"}
    assert play_game(RULES, seats, 11, 0).winners == (side,)
