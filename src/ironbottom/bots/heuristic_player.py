"""Players that score each choice with heuristics and take the best one; ties are broken at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from ironbottom.bots.observation import Observation
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.offers import Offer

EQUAL_WITHIN = 1e-9
"""Scores that differ by less than this count as equal."""

ObservationT = TypeVar("ObservationT", bound=Observation[Any])


class HeuristicPlayer(Generic[ObservationT]):
    """Decides from the side's view only. A forced choice is made without computing anything.

    A game sets ``observation_type``, which reads its views, and implements ``decide``. The same rules, side and seed
    play the same game.
    """

    observation_type: ClassVar[type[Observation[Any]]]

    def __init__(self, rules: Rules, side: str, seed: int = 0) -> None:
        self.rules, self.side = rules, side
        self.random = Random(seed)

    def choose(self, offer: Offer) -> Action | Sequence[Action]:
        """Returns a choice, or a list of choices."""
        offered = list(offer.choices)
        if len(offered) == 1:
            return offered[0]
        return self.decide(self.observation_type(self.rules, offer.view, self.side), offered)  # type: ignore[arg-type]

    def decide(self, observation: ObservationT, offered: list[Action]) -> Action | Sequence[Action]:
        """Returns one of two or more choices, or a list of choices."""
        raise NotImplementedError


def score(
    rules: Mapping[str, Callable[[ObservationT, Action], float]], observation: ObservationT, offered: Iterable[Action]
) -> dict[Action, float]:
    """Returns the score of each choice by the rule of its verb; 0 if there is no rule.

    >>> score({"fire": lambda observation, action: len(action[1])}, None, [("fire", "kaga"), ("pass",)])
    {('fire', 'kaga'): 4, ('pass',): 0.0}
    """
    return {action: rules[action[0]](observation, action) if action[0] in rules else 0.0 for action in offered}


def argmax(scores: Mapping[Action, float], random: Random, tolerance: float = EQUAL_WITHIN) -> Action:
    """Returns the choice with the highest score, or a random one of those within ``tolerance`` of it.

    >>> argmax({("stay",): 0.5, ("go",): 1.0}, Random(1))
    ('go',)
    """
    best = max(scores.values())
    good = [action for action, value in scores.items() if value >= best - tolerance]
    return good[int(random.random() * len(good))]
