"""A test that begins a match and would then fail.

It tests the collection of positions, which stops each test before that.
"""

from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.registry import all_games


def test_begins() -> None:
    game = sorted(all_games(), key=lambda game: game.id)[0]
    Match(game, start=game.new())
    raise AssertionError("the match has begun, and nothing more was asked")
