"""Ironbottom: board wargames of the Pacific War, refereed by one engine.

>>> import ironbottom
>>> state = ironbottom.get_game("pf").new()
>>> decision = state.decisions()[0]
>>> decision.side, ("assign", "ijn_shokaku", "1") in decision.choices
('japan', True)
>>> events = state.apply("japan", ("assign", "ijn_shokaku", "1"), ironbottom.SeededDice(1))
>>> state.why_not("japan", ("assign", "ijn_transports_1", "1")).clause
'8.2.b'
"""

from typing import TYPE_CHECKING, Any

import ironbottom.compiled  # first, because it determines which build the other imports use
import ironbottom.engine.codecs.pickling  # noqa: F401  # lets states and rules be pickled
from ironbottom.engine.core.errors import BadValue, DiceError, IronbottomError, Refused
from ironbottom.engine.dice.dice import ScriptedDice, SeededDice, enumerate_rolls
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.game_events import EventList, GameEvent
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.registry import all_games, get_game
from ironbottom.engine.rules.state import Refusal, State

if TYPE_CHECKING:
    from ironbottom import bots, odds, positions, records
    from ironbottom.lab.balance import balance
    from ironbottom.lab.simulate import simulate

__version__ = "0.2.0"
__all__ = [
    "BadValue",
    "Choices",
    "Decision",
    "DiceError",
    "EventList",
    "Game",
    "GameEvent",
    "IronbottomError",
    "Match",
    "Refusal",
    "Refused",
    "Rules",
    "ScriptedDice",
    "SeededDice",
    "State",
    "all_games",
    "balance",
    "bots",
    "enumerate_rolls",
    "get_game",
    "odds",
    "positions",
    "records",
    "simulate",
]
_LAZY = ("balance", "bots", "odds", "positions", "records", "simulate")
"""Names that are imported on first use, so that ``import ironbottom`` is fast."""


def __getattr__(name: str) -> Any:
    if name == "balance":
        from ironbottom.lab.balance import balance

        return balance
    if name == "bots":
        import ironbottom.bots

        return ironbottom.bots
    if name == "odds":
        import ironbottom.odds

        return ironbottom.odds
    if name == "positions":
        import ironbottom.positions

        return ironbottom.positions
    if name == "records":
        import ironbottom.records

        return ironbottom.records
    if name == "simulate":
        from ironbottom.lab.simulate import simulate

        return simulate
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
