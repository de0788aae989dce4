"""The interface of a player: it receives an offer and returns a choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.features import Player
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.state import State

__all__ = ["LazyOffer", "Player", "as_choices", "offer_for"]
_decisions: WeakKeyDictionary[Offer, Decision] = WeakKeyDictionary()
"""The decisions behind open offers. They are stored here so that a player cannot reach the state from an offer."""


class LazyOffer(Offer):
    """An offer of a game played without a match. Its view and texts are computed on first use.

    They cannot be computed after the state has changed.
    """

    __slots__ = ("_view",)

    def __init__(self, decision: Decision) -> None:
        self.side = decision.side
        self.seq = 0
        self.choices = decision.choices.detached()
        self._view: dict[str, object] | None = None
        _decisions[self] = decision

    @property
    def view(self) -> dict[str, Any]:  # type: ignore[override]
        """The view of the side."""
        if self._view is None:
            self._view = self._decision().state.view(self.side)
        return self._view

    @property
    def prompt(self) -> str:  # type: ignore[override]
        """The question in one sentence."""
        return self._decision().prompt

    @property
    def clause(self) -> str:  # type: ignore[override]
        """The clause of the question."""
        return self._decision().clause

    def _decision(self) -> Decision:
        decision = _decisions[self]
        decision.choices.check_current()
        return decision


def offer_for(state: State, decision: Decision) -> Offer:
    """Returns the offer of a decision, for a game played without a match. The state cannot be reached from it."""
    return LazyOffer(decision)


def as_choices(answer: Action | Sequence[Sequence[str]]) -> list[Action]:
    """Returns a player's answer as a list of choices.

    >>> as_choices(("pass",)), as_choices([("hit", "us_wasp"), ("hit", "us_wasp")])
    ([('pass',)], [('hit', 'us_wasp'), ('hit', 'us_wasp')])
    """
    if isinstance(answer, tuple) and answer and isinstance(answer[0], str):
        return [answer]
    return [tuple(action) for action in answer]
