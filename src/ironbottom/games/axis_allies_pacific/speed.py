"""The speed measurements of the game, and their targets."""

from __future__ import annotations

from ironbottom.engine.rules.speeds import SpeedTargets
from ironbottom.games.axis_allies_pacific.odds.calculator import LARGE_BATTLE, OddsAnswer, answer
from ironbottom.games.axis_allies_pacific.state_types import Rules

FIGURES = {
    "random.decisions": "ratio 0.4",
    "copy": "50,000 a second",
    "dump_load": "10,000 a second",
}


def large_battle(rules: Rules) -> OddsAnswer:
    """The odds of the battle used for the calculator's measurement."""
    return answer(rules, LARGE_BATTLE)


SPEED = SpeedTargets(
    FIGURES,
    odds="under 10 ms",
    battle="exact odds of a battle at sea, 12 against 10, submarines and aircraft on both sides",
    large_battle=large_battle,
)
