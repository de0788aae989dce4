"""The games and positions of this project that the kit tests besides the installed games."""

from __future__ import annotations

from pathlib import Path

from examples.skirmish.skirmish.game import SKIRMISH
from ironbottom.engine.rules.game import Game
from ironbottom.testing.games import GameSetUp, add_games, add_positions, from_position
from tests.kit.archipelago import ARCHIPELAGO

TESTS = Path(__file__).parent.parent
POSITIONS = (TESTS / "kit" / "positions", TESTS / "browser" / "positions")
"""The folders of recorded positions: rare ones, and one or more for each kind of decision."""
SAVED = TESTS / "fixtures" / "positions"
"""The folder of saved positions from the middle of games."""


def saved(game: Game) -> list[GameSetUp]:
    """The saved positions of a game; their matches end with their Game-Turn."""
    return [from_position(game, path) for path in sorted((SAVED / game.id).glob("*.toml"))]


add_games(SKIRMISH, ARCHIPELAGO)
add_positions(*POSITIONS)
