"""The engine's types with the pieces of this game, so that ``state.rules.pieces`` has its type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ironbottom.engine.rules import game, procedures, state

if TYPE_CHECKING:
    from ironbottom.games.axis_allies_pacific.derived.reach import Figures

    State = state.State[Figures]
    Rules = game.Rules[Figures]
    Execution = procedures.Execution[Figures]
else:
    # The classes themselves: calls of an alias are slower.
    State, Rules, Execution = state.State, game.Rules, procedures.Execution
