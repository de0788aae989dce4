"""Computer players: their offers, their answers, and how they are looked up."""

import gc
import random
from collections import Counter
from types import FunctionType, ModuleType
from typing import Any

import pytest

from examples.skirmish.skirmish.game import SKIRMISH
from ironbottom.bots import Player, RandomPlayer, all_bots, as_choices, make_player, offer_for
from ironbottom.bots.searcher import Searcher
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.registry import all_games, get_game
from ironbottom.engine.rules.state import State

GAME = get_game("pf")


def reachable(thing: Any) -> set[type]:
    """Returns the types of everything that can be reached from an object, other than through modules and functions."""
    seen: set[int] = set()
    waiting, kinds = [thing], set()
    while waiting:
        found = waiting.pop()
        if id(found) in seen or isinstance(found, type | ModuleType | FunctionType):
            continue
        seen.add(id(found))
        kinds.add(type(found))
        waiting += gc.get_referents(found)
    return kinds


@pytest.mark.parametrize("game", [GAME, SKIRMISH], ids=lambda game: game.id)
def test_an_offer_gives_no_access_to_the_state_or_the_rules(game: Any) -> None:
    state = game.new()
    for decision in state.decisions():
        offer = offer_for(state, decision)
        assert not {State, Rules} & reachable(offer)
        assert offer.choices.to_lists() == decision.choices.to_lists()
    match = Match(game, dice=SeededDice(1))
    assert not {State, Rules, Match} & reachable(match.offer(game.sides.ids[0]))


def test_the_random_player_makes_every_choice_equally_often() -> None:
    state = GAME.new()
    offer = offer_for(state, state.decisions()[0])
    player = RandomPlayer(7)
    taken = Counter(player.choose(offer) for _ in range(100 * len(offer.choices)))
    assert set(taken) == set(offer.choices)
    assert 50 < min(taken.values()) <= max(taken.values()) < 160


def test_the_same_seed_plays_the_same_game() -> None:
    def game(seed: int) -> str:
        match = Match(GAME, dice=SeededDice(5))
        players = {side: make_player(match.rules, "random", side, seed) for side in GAME.sides.ids}
        while decisions := match.decisions():
            side = decisions[0].side
            match.submit(side, as_choices(players[side].choose(match.offer(side))))
        return match.state.hash()

    assert game(1) == game(1) != game(2)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_every_player_has_a_description_and_makes_offered_choices(game: Any) -> None:
    assert "random" in all_bots(game)
    for name, bot in all_bots(game).items():
        assert bot.text.endswith(".")
        assert bot.level
        match = Match(game, dice=SeededDice(1))
        source = random.Random(1)
        for _ in range(20):
            side = match.decisions()[0].side
            offer = match.offer(side)
            player = make_player(match.rules, name, side, source.randrange(1000))
            assert isinstance(player, Player)
            match.submit(side, as_choices(player.choose(offer)))
            if isinstance(player, Searcher):
                break  # each of its decisions takes as long as several games


def test_an_unknown_player_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadValue, match=r"'nelson'; choose one of .*random"):
        make_player(GAME.rules(), "nelson", "japan", 1)


def test_a_game_without_players_of_its_own_has_the_random_one() -> None:
    assert list(all_bots(SKIRMISH)) == ["random"]


def test_a_player_may_answer_with_one_choice_or_several() -> None:
    assert as_choices(("pass",)) == [("pass",)]
    assert as_choices([("hit", "us_wasp"), ["hit", "us_wasp"]]) == [("hit", "us_wasp")] * 2


def test_an_offer_is_closed_after_the_state_has_changed() -> None:
    state, dice = GAME.new(), SeededDice(1)
    looked_at, unseen = (offer_for(state, state.decisions()[0]) for _ in range(2))
    view = state.view("japan")
    assert (looked_at.view, looked_at.prompt) == (view, state.decisions()[0].prompt)
    state.apply("japan", looked_at.choices.at(0), dice)
    assert looked_at.view == view != state.view("japan")
    assert looked_at.choices.to_lists() == unseen.choices.to_lists()
    with pytest.raises(RuntimeError, match="the state has changed"):
        assert unseen.view
