"""Players: what one is, what one answers, and which kinds there are."""

from ironbottom.bots.player import Player, as_run, offer_in
from ironbottom.bots.random_player import RandomPlayer
from ironbottom.bots.registry import Bot, all_bots, make_player

__all__ = ["Bot", "Player", "RandomPlayer", "all_bots", "as_run", "make_player", "offer_in"]
