"""The captain of Hold Fast: its plans, the point at which they are evaluated, and the values of drawn states."""

from random import Random
from typing import Any

import pytest

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.bots.searcher import Budget, Searcher, World, carry_out
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.games.hold_fast.bot.ensign import decide
from ironbottom.games.hold_fast.bot.observation import Observation
from ironbottom.games.hold_fast.bot.search import FleetSearch
from ironbottom.games.hold_fast.pieces import AIR, SIDES, UNITS, UNITS_OF_SIDE
from ironbottom.games.hold_fast.state import BATTLE, OFF_BOARD, STRENGTH, TURN
from ironbottom.lab.simulation import apply_choice, play_game
from tests.games.hold_fast.rule_tester import RuleTester

RULES = get_game("hf").rules()
OPTIONS = [{"block_memory": "off"}, {"task_force_decoys": "on", "air_raid": "on", "setup": "BC"}]


def quick(rules: Any, side: str, seed: int = 1) -> Searcher:
    """A searcher with a small budget."""
    return Searcher(rules, side, FleetSearch(rules), Budget(4, 3), seed)


def question(side: str, asks: str, turn: int = 1) -> State:
    """The state after ensigns have played up to a question of a side."""
    state, dice = RULES.new(), SeededDice(2)
    players = {name: make_player(RULES, "ensign", name, 3) for name in SIDES.ids}
    while True:
        decision = state.decisions()[0]
        if (decision.side, decision.procedure.name, state.cells[TURN]) == (side, asks, turn):
            return state
        for action in as_choices(players[decision.side].choose(offer_for(state, decision))):
            apply_choice(state, decision.side, action, dice)


# -- candidates and playouts ---------------------------------------------------------------------------


@pytest.mark.parametrize("side", SIDES.ids)
def test_the_first_plan_is_the_ensign_s_and_all_can_be_carried_out(side: str) -> None:
    state = question(side, "moves")
    offer = offer_for(state, state.decisions()[0])
    plans = FleetSearch(RULES).candidates(offer, 4, Random(5))
    assert plans[0] == tuple(decide(Observation(RULES, offer.view, side), list(offer.choices), Random(5)))
    assert len(set(plans)) == len(plans) == 4
    for plan in plans:
        world, dice = state.copy(), SeededDice(1)
        for action in plan:
            apply_choice(world, side, action, dice)


def test_only_the_moves_of_a_turn_are_searched() -> None:
    state = question("japan", "air")
    offer = offer_for(state, state.decisions()[0])
    (plan,) = FleetSearch(RULES).candidates(offer, 6, Random(1))
    assert [action[0] for action in plan] == ["deploy"]


@pytest.mark.parametrize("side", SIDES.ids)
def test_a_plan_is_evaluated_when_all_ships_and_air_units_are_at_sea_and_before_combat(side: str) -> None:
    state, model, replied = question(side, "moves"), FleetSearch(RULES), set()
    offer = offer_for(state, state.decisions()[0])
    stops, world, dice = model.stopping_point(offer), World(state.copy()), SeededDice(1)
    carry_out(world, side, model.candidates(offer, 1, Random(1))[0], dice)
    while not stops(world):
        decision = world.decisions()[0]
        if len(decision.choices) > 1:
            replied.add((decision.side, decision.procedure.name))
        for action in model.reply(world, decision, Random(1)):
            apply_choice(world, decision.side, action, dice)
    assert replied >= {("japan", "air"), ("allies", "air")}
    assert (("allies", "moves") in replied) == (side == "japan")
    assert world.cells[BATTLE] == -1
    assert not world.cells[OFF_BOARD] & AIR & UNITS_OF_SIDE[0]
    assert world.cells[TURN] == 1


# -- the evaluation ------------------------------------------------------------------------------------


def sea(mine: list[str], theirs: list[str], area: str = "marshall_islands") -> World:
    """A state with units of both sides in one area."""
    table = RuleTester(turn=6, step="japan_moves", units={area: [*mine, *theirs], "truk": ["j_nagato"]}, memory=True)
    return World(table.match.state.copy())


def test_more_units_in_an_area_are_better_for_their_side_and_worse_for_the_other() -> None:
    values = []
    for mine in (["j_kaga"], ["j_kaga", "j_akagi"], ["j_kaga", "j_akagi", "j_yamato"]):
        world, model = sea(mine, ["a_enterprise"]), FleetSearch(RULES)
        values.append((model.evaluate(world, "japan"), -model.evaluate(world, "allies")))
    for column in zip(*values, strict=True):
        assert list(column) == sorted(column)
        assert column[0] < column[-1]


def test_the_value_depends_on_what_the_hidden_blocks_of_a_drawn_state_are() -> None:
    strong = sea(["j_yamato"], ["a_enterprise"])
    weak = World(strong.copy())
    unit = UNITS.index["a_enterprise"]
    weak.cells[STRENGTH + unit] = 1
    assert FleetSearch(RULES).evaluate(weak, "japan") > FleetSearch(RULES).evaluate(strong, "japan")


# -- play ----------------------------------------------------------------------------------------------


def test_the_same_seed_and_budget_give_the_same_choices() -> None:
    def choices(seed: int) -> list[Action]:
        state, dice, made = RULES.new(), SeededDice(5), list[Action]()
        players = {side: quick(RULES, side, seed) for side in SIDES.ids}
        while (decision := state.decisions()[0]).procedure.name == "moves":
            for action in as_choices(players[decision.side].choose(offer_for(state, decision))):
                apply_choice(state, decision.side, action, dice)
                made.append(action)
        return made

    assert choices(1) == choices(1) != choices(2)


def test_it_chooses_by_the_view_alone() -> None:
    """Positions that look the same to the Allies, with other hidden blocks, get the same answer."""
    answers = []
    for hidden in (("j_kaga", "j_nagato"), ("j_nagato", "j_kaga")):
        units = {"truk": [hidden[0]], "saigon": [hidden[1]], "pearl_harbor": ["a_enterprise", "a_colorado"]}
        table = RuleTester(turn=5, step="allies_move", units=units, options={"block_memory": "off"})
        answers.append(quick(table.match.rules, "allies").choose(table.match.offer("allies")))
    assert answers[0] == answers[1]


def test_on_the_last_turn_three_ships_take_the_three_open_areas() -> None:
    units = {"off_board": ["j_land_based_air_1"], "pearl_harbor": ["a_enterprise", "a_colorado", "a_cruiser_1"]}
    table = RuleTester(turn=8, step="allies_move", units=units, memory=True)
    assert make_player(table.match.rules, "captain", "allies", 1).choose(table.match.offer("allies")) == (
        ("move", "a_colorado", "south_pacific_ocean"),
        ("move", "a_enterprise", "coral_sea"),
        ("move", "a_cruiser_1", "hawaiian_islands"),
        ("done",),
    )


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_it_plays_whole_games_legally_under_every_option(options: dict[str, str]) -> None:
    rules = get_game("hf").rules(options)
    state, dice = rules.new(), SeededDice(2)
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
