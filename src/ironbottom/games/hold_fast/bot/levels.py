"""The computer players of Hold Fast, the weakest first."""

from __future__ import annotations

from ironbottom.bots.registry import Bot
from ironbottom.bots.searcher import Budget, Searcher
from ironbottom.engine.rules.features import CLUB, NEW_PLAYER
from ironbottom.games.hold_fast.bot.ensign import Ensign
from ironbottom.games.hold_fast.bot.search import FleetSearch
from ironbottom.games.hold_fast.state_types import Rules

CAPTAIN = Budget(playouts=24, candidates=6)


def club_player(rules: Rules, side: str, seed: int) -> Searcher:
    """A search player with the strength of a club player."""
    return Searcher(rules, side, FleetSearch(rules), CAPTAIN, seed)


BOTS = {
    "ensign": Bot("Plays by rules of thumb: a fair opponent for a first game.", Ensign, NEW_PLAYER),
    "captain": Bot(
        "Compares six plans for its ships, each against the enemy's reply.",
        club_player,
        CLUB,
        seconds=2,
    ),
}
