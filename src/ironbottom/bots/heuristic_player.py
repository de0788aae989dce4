"""Players that go by rules of thumb: each choice gets a worth, and the best is taken, by chance among the best."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import ClassVar, Generic, TypeVar

from ironbottom.bots.observation import Sight
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.offers import Offer

ALIKE = 1e-9
"""Worths this close are the same."""

Seen = TypeVar("Seen", bound=Sight)


class HeuristicPlayer(Generic[Seen]):
    """Reads what its side sees and nothing else, and decides; a single choice is taken without a thought.

    A game gives ``sight``, which reads its views, and ``decide``. The same rules, side and seed play the same game.
    """

    sight: ClassVar[type[Sight]]

    def __init__(self, rules: Rules, side: str, seed: int = 0) -> None:
        self.rules, self.side = rules, side
        self.random = Random(seed)

    def choose(self, offer: Offer) -> Action | Sequence[Action]:
        """A choice, or a run of choices."""
        offered = list(offer.choices)
        if len(offered) == 1:
            return offered[0]
        return self.decide(self.sight(self.rules, offer.view, self.side), offered)  # type: ignore[arg-type]

    def decide(self, sight: Seen, offered: list[Action]) -> Action | Sequence[Action]:
        """A choice out of two or more, or a run of choices."""
        raise NotImplementedError


def score(
    rules: Mapping[str, Callable[[Seen, Action], float]], sight: Seen, offered: Iterable[Action]
) -> dict[Action, float]:
    """What each choice is worth by the rule of its verb; nothing where there is none.

    >>> score({"fire": lambda sight, action: len(action[1])}, None, [("fire", "kaga"), ("pass",)])
    {('fire', 'kaga'): 4, ('pass',): 0.0}
    """
    return {action: rules[action[0]](sight, action) if action[0] in rules else 0.0 for action in offered}


def argmax(worths: Mapping[Action, float], random: Random, near: float = ALIKE) -> Action:
    """The choice of most worth, or by chance one of those whose worth is as near.

    >>> argmax({("stay",): 0.5, ("go",): 1.0}, Random(1))
    ('go',)
    """
    best = max(worths.values())
    good = [action for action, worth in worths.items() if worth >= best - near]
    return good[int(random.random() * len(good))]
