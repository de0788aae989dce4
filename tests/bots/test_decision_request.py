"""A player in another process sees the same offer and makes the same choice."""

import io
import pickle
from typing import Any

import pytest

from ironbottom.bots.decision_request import decode_request, encode_request, request_for
from ironbottom.bots.player import as_choices
from ironbottom.bots.registry import all_bots, make_player
from ironbottom.bots.searcher import Searcher
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.state import State
from ironbottom.testing.games import games


@pytest.mark.build
@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_the_same_seed_plays_the_same_game(game: Game) -> None:
    for kind in all_bots(game):
        match = Match(game, dice=SeededDice(11))
        here = {side: make_player(match.rules, kind, side, 5) for side in game.sides.ids}
        there = {side: make_player(match.rules, kind, side, 5) for side in game.sides.ids}
        for number in range(60):
            if match.over or (number == 1 and isinstance(here[game.sides.ids[0]], Searcher)):
                break  # each decision of a searcher takes as long as several games
            side = match.decisions()[0].side
            offer = match.offer(side)
            rules, same = decode_request(encode_request(match.rules, request_for(match, side)))
            assert rules is match.rules
            found = (same.side, same.seq, same.view, same.prompt, same.clause, same.choices.factored())
            assert found == (side, offer.seq, offer.view, offer.prompt, offer.clause, offer.choices.factored())
            run = as_choices(here[side].choose(offer))
            assert as_choices(there[side].choose(same)) == run
            match.submit(side, run)


class NoState(pickle.Unpickler):
    """Unpickles only rules by name."""

    def find_class(self, module: str, name: str) -> Any:
        assert (module, name) == ("ironbottom.engine.codecs.pickling", "rules_from")
        return super().find_class(module, name)


def test_a_request_contains_only_rules_by_name_and_plain_values() -> None:
    match = Match("pf")
    data = encode_request(match.rules, request_for(match, "japan"))
    rules, parts = NoState(io.BytesIO(data)).load()
    assert rules is match.rules
    assert not any(isinstance(part, State) for part in parts)


def test_a_side_without_a_decision_has_no_request() -> None:
    with pytest.raises(BadValue, match="nothing to choose"):
        request_for(Match("pf"), "allies")
