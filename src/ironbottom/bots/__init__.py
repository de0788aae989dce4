"""Computer players: the protocol, the random player, and the registry."""

from ironbottom.bots.player import Player, as_choices, offer_for
from ironbottom.bots.random_player import RandomPlayer
from ironbottom.bots.registry import Bot, all_bots, make_player

__all__ = ["Bot", "Player", "RandomPlayer", "all_bots", "as_choices", "make_player", "offer_for"]
