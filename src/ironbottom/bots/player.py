"""What a player is: somebody, person or program, who is shown an offer and answers with a choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.features import Player
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.state import State

__all__ = ["OpenOffer", "Player", "as_run", "offer_in"]
_at_the_table: WeakKeyDictionary[Offer, Decision] = WeakKeyDictionary()
"""The decisions behind open offers; kept here, so that no way leads from an offer to the state."""


class OpenOffer(Offer):
    """An offer of a game led without a match: its view and its words are made when they are looked at.

    They are refused once the state has moved on, unless they were looked at before.
    """

    __slots__ = ("_view",)

    def __init__(self, decision: Decision) -> None:
        self.side = decision.side
        self.seq = 0
        self.choices = decision.choices.complete()
        self._view: dict[str, Any] | None = None
        _at_the_table[self] = decision

    @property
    def view(self) -> dict[str, Any]:  # type: ignore[override]
        """All that the side has been shown."""
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
        decision = _at_the_table[self]
        decision.choices.must_be_open()
        return decision


def offer_in(state: State, decision: Decision) -> Offer:
    """The offer of a decision of a state, from which the state cannot be reached.

    For games led without a match; a match makes its offers itself.
    """
    return OpenOffer(decision)


def as_run(answer: Action | Sequence[Sequence[str]]) -> list[Action]:
    """A player's answer as a run of choices.

    >>> as_run(("pass",)), as_run([("hit", "us_wasp"), ("hit", "us_wasp")])
    ([('pass',)], [('hit', 'us_wasp'), ('hit', 'us_wasp')])
    """
    if isinstance(answer, tuple) and answer and isinstance(answer[0], str):
        return [answer]
    return [tuple(action) for action in answer]
