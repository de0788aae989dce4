"""The computer players of Victory in the Pacific, the weakest first."""

from __future__ import annotations

from ironbottom.bots.registry import Bot
from ironbottom.bots.searcher import Budget, Searcher
from ironbottom.engine.rules.features import CLUB, NEW_PLAYER
from ironbottom.games.victory_in_the_pacific.bot.ensign import Ensign
from ironbottom.games.victory_in_the_pacific.bot.search import FleetSearch
from ironbottom.games.victory_in_the_pacific.state_types import Rules

CAPTAIN = Budget(playouts=28, candidates=8)


def club_player(rules: Rules, side: str, seed: int) -> Searcher:
    """A searcher for club players."""
    return Searcher(rules, side, FleetSearch(rules), CAPTAIN, seed)


BOTS = {
    "ensign": Bot("Plays by rules of thumb: a fair opponent for a first game.", Ensign, NEW_PLAYER),
    "captain": Bot(
        "Compares eight plans for its fleet, each against the enemy's reply.",
        club_player,
        CLUB,
        seconds=3,
    ),
}
