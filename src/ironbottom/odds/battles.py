"""Odds of a battle entered by hand, and odds of a side's choices, for any game that offers them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from ironbottom.odds.tables import OddsTable


class _Calculator(Protocol):
    def answer_to(self, rules: Any, battle: Mapping[str, object], /) -> msgspec.Struct: ...


class _Tables(Protocol):
    def tables(self, state: Any, side: str, /) -> list[OddsTable]: ...


class GameWithOdds(Protocol):
    """The part of a ``Game`` that the odds need."""

    @property
    def title(self) -> str: ...
    def odds_calculator(self) -> _Calculator | None: ...
    def decision_odds(self) -> _Tables | None: ...
    def rules(self) -> Any: ...


def battle(game: GameWithOdds, question: Mapping[str, object], rules: Any = None) -> dict[str, object]:
    """Returns the exact odds of a battle that is described by hand, as plain data; chances are from 0 to 1.

    The fields of a question are the flags of ``ironbottom odds``, with underscores. ``rules`` are rules with options
    other than the defaults. Raises ``BadValue`` or ``msgspec.ValidationError``, which names a wrong field, or
    ``LookupError`` if the game has no calculator.

    >>> import ironbottom
    >>> question = {"attack": "3 infantry, 2 armor", "defend": "2 infantry"}
    >>> round(battle(ironbottom.get_game("aap"), question)["won"], 3)
    0.997
    """
    calculator = game.odds_calculator()
    if calculator is None:
        raise LookupError(f"{game.title} has no calculator")
    answer: dict[str, object] = msgspec.to_builtins(calculator.answer_to(rules or game.rules(), question))
    return answer


def decision(state: Any, side: str) -> Sequence[OddsTable]:
    """Returns tables of exact odds for a side's choices, from what it knows; empty if no die roll depends on them.

    >>> import ironbottom
    >>> state = ironbottom.get_game("pf").new()
    >>> list(decision(state, "japan"))
    []
    """
    tables = state.rules.game.decision_odds()
    return tables.tables(state, side) if tables else ()
