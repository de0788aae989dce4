"""The engine's types with the pieces of this game, so that ``state.rules.pieces`` has its type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ironbottom.engine.rules import game, procedures, state

if TYPE_CHECKING:
    from ironbottom.games.hold_fast.pieces import Pieces

    State = state.State[Pieces]
    Rules = game.Rules[Pieces]
    Execution = procedures.Execution[Pieces]
else:
    # The classes themselves: calls of an alias are slower.
    State, Rules, Execution = state.State, game.Rules, procedures.Execution
