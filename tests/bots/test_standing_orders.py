"""Standing orders of the smaller games: answers that can be submitted at once, from what the side may know."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ironbottom import get_game
from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.bots.standing_orders import StandingOrderList
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.lab.simulation import apply_choice

GAMES = {"pf": 4, "hf": 2, "vitp": 1}
"""For each game, the number of games in which the orders are tried; more games would raise no further questions."""


def standing_of(game: str) -> StandingOrderList[Any]:
    found = get_game(game).standing_orders()
    assert isinstance(found, StandingOrderList)
    return found


@pytest.mark.build
@pytest.mark.parametrize("game", GAMES)
def test_every_order_answers_its_questions_from_the_view_of_its_side(game: str) -> None:
    """Tries the orders at each question of a game between computer players, when it comes up for the first time."""
    rules, standing = get_game(game).rules(), standing_of(game)
    tried = set[tuple[str, str]]()
    for seed in range(GAMES[game]):
        dice = SeededDice(seed)
        players = {side: make_player(rules, "ensign", side, seed) for side in rules.sides.ids}
        state = rules.new(None, dice)
        while decisions := state.decisions():
            for decision in decisions:
                for order, listed in standing.orders.items():
                    key = (order, decision.procedure.name)
                    if key in tried or not standing.applies(state, decision.side, order):
                        continue
                    tried.add(key)
                    world = rules.game.sampler(state.view(decision.side)).draw(Random(seed))
                    for value in listed.values:
                        answer = standing.choices_of_order(state, decision.side, order, value)
                        assert standing.choices_of_order(world, decision.side, order, value) == answer, key
                        if not answer:
                            assert (game, order) == ("vitp", "action"), key  # 7.3 no side can hit
                            continue
                        Match(rules, start=state.copy(), dice=SeededDice(1)).submit(decision.side, answer)
            decision = decisions[0]
            for action in as_choices(players[decision.side].choose(offer_for(state, decision))):
                apply_choice(state, decision.side, action, dice)
    assert {order for order, _ in tried} == set(standing.orders)


@pytest.mark.parametrize("game", GAMES)
def test_unknown_orders_are_refused_by_name_and_all_are_described(game: str) -> None:
    standing = standing_of(game)
    with pytest.raises(BadValue) as refusal:
        standing.read({"tea": "hot"})
    assert refusal.value.field == "tea"
    for info in standing.infos():
        assert info["values"][0] == "ask"
        assert len(info["values"]) == len(info["words"]) > 1
        assert info["step"]
        assert info["label"]
        assert all(len(words) <= 37 for words in info["words"]), "they must fit into the panel of the page"
