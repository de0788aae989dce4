"""The computer players of a game: ``random`` for every game, and those that the game adds.

``Game.bots`` returns a game's own, as a table from name to ``Bot``.
"""

from __future__ import annotations

from collections.abc import Mapping

from ironbottom.bots.player import Player
from ironbottom.bots.random_player import RandomPlayer
from ironbottom.bots.searcher import Searcher
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.features import Bot
from ironbottom.engine.rules.game import Game, Rules

__all__ = ["RANDOM", "Bot", "all_bots", "heuristic_bot", "make_player", "search_bot", "search_player"]


def _random(rules: Rules, side: str, seed: int) -> Player:
    return RandomPlayer(seed)


RANDOM = Bot("Picks among all legal choices with equal probability.", _random, "practice")


def all_bots(game: Game) -> dict[str, Bot]:
    """Returns all computer players of a game by name, the game's own first.

    >>> from ironbottom import get_game
    >>> list(all_bots(get_game("pf")))
    ['ensign', 'captain', 'random']
    """
    return {**_own_bots(game), "random": RANDOM}


def _own_bots(game: Game) -> Mapping[str, Bot]:
    return game.bots()


def search_bot(rules: Rules, side: str, seed: int) -> tuple[str, Searcher] | None:
    """Makes the strongest search player of a game for a side, with its name; None if the game has none."""
    for name, bot in reversed(list(rules.game.bots().items())):
        player = bot.make(rules, side, seed)
        if isinstance(player, Searcher):
            return name, player
    return None


def search_player(rules: Rules, side: str, seed: int) -> Searcher | None:
    """Makes the strongest search player of a game for a side; None if the game has none.

    >>> from ironbottom import get_game
    >>> [search_player(get_game(name).rules(), "japan", 1) is not None for name in ("pf", "aap")]
    [True, False]
    """
    found = search_bot(rules, side, seed)
    return None if found is None else found[1]


def heuristic_bot(rules: Rules) -> str:
    """Returns the name of the strongest player of a game that does not search.

    >>> from ironbottom import get_game
    >>> [heuristic_bot(get_game(name).rules()) for name in ("pf", "aap")]
    ['ensign', 'captain']
    """
    side = rules.sides.ids[0]
    bots = rules.game.bots().items()
    return [name for name, bot in bots if not isinstance(bot.make(rules, side, 0), Searcher)][-1]


def make_player(rules: Rules, name: str, side: str, seed: int) -> Player:
    """Makes a computer player for a side. Raises ``BadValue`` if the name is unknown.

    >>> from ironbottom import get_game
    >>> make_player(get_game("hf").rules(), "nelson", "japan", 1)
    Traceback (most recent call last):
    ironbottom.engine.core.errors.BadValue: player: there is no player 'nelson'; choose one of ensign, captain, random
    """
    bots = all_bots(rules.game)
    if name not in bots:
        listed = ", ".join(bots)
        raise BadValue(f"there is no player {name!r}; choose one of {listed}", field="player")
    return bots[name].make(rules, side, seed)
