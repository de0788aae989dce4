"""A player that chooses at random."""

from __future__ import annotations

import random

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.offers import Offer


class RandomPlayer:
    """Picks among the offered choices with equal probability. The same seed plays the same game."""

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def choose(self, offer: Offer) -> Action:
        return offer.choices.sample(self._random)
