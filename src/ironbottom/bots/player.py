"""What a player is: somebody, person or program, who is shown an offer and answers with a choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from ironbottom.engine.actions import Action
from ironbottom.engine.offers import Offer
from ironbottom.engine.procedures import Decision
from ironbottom.engine.state import State


@runtime_checkable
class Player(Protocol):
    """Whoever decides for a side.

    ``choose`` answers an offer (view, prompt, clause, choices) with one of its choices, or with a run of choices that
    are carried out all or none.

    >>> class First:
    ...     def choose(self, offer):
    ...         return offer.choices.at(0)
    >>> isinstance(First(), Player)
    True
    """

    def choose(self, offer: Offer) -> Action | Sequence[Action]: ...


def offer_in(state: State, decision: Decision) -> Offer:
    """The offer of a decision of a state: plain data and choices, from which the state cannot be reached.

    For games led without a match; a match makes its offers itself.
    """
    choices = decision.choices.complete()
    return Offer(decision.side, 0, state.view(decision.side), decision.prompt, decision.clause, choices)


def as_run(answer: Action | Sequence[Sequence[str]]) -> list[Action]:
    """A player's answer as a run of choices.

    >>> as_run(("pass",)), as_run([("hit", "us_wasp"), ("hit", "us_wasp")])
    ([('pass',)], [('hit', 'us_wasp'), ('hit', 'us_wasp')])
    """
    if isinstance(answer, tuple) and answer and isinstance(answer[0], str):
        return [answer]
    return [tuple(action) for action in answer]
