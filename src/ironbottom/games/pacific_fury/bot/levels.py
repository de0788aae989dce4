"""The computer players of Pacific Fury, the weakest first."""

from __future__ import annotations

from ironbottom.bots.registry import Bot
from ironbottom.bots.searcher import Budget, Searcher
from ironbottom.engine.rules.features import CLUB, NEW_PLAYER
from ironbottom.games.pacific_fury.bot.ensign import Ensign
from ironbottom.games.pacific_fury.bot.search import TurnSearch
from ironbottom.games.pacific_fury.state_types import Rules

CAPTAIN = Budget(playouts=40, candidates=8)


def club_player(rules: Rules, side: str, seed: int) -> Searcher:
    """A searcher for club players."""
    return Searcher(rules, side, TurnSearch(rules), CAPTAIN, seed)


BOTS = {
    "ensign": Bot("Plays by rules of thumb: a fair opponent for a first game.", Ensign, NEW_PLAYER),
    "captain": Bot(
        "Plays out its best choices to the end of the turn, 40 times a decision.",
        club_player,
        CLUB,
        seconds=1,
    ),
}
