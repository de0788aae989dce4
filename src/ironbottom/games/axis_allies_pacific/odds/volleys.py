"""The distribution of hits of dice: as rolled, or with low luck."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from ironbottom.games.axis_allies_pacific.odds.forces import FACES

Chances = NDArray[np.float64]
"""The probabilities of 0, 1, 2 … hits; they sum to one."""


@cache
def binomial(dice: int, pips: int) -> Chances:
    """The distribution of hits if each die hits on this many faces.

    >>> binomial(2, 3).tolist()
    [0.25, 0.5, 0.25]
    """
    chances = np.ones(1)
    for _ in range(dice):
        chances = np.convolve(chances, (1 - pips / FACES, pips / FACES))
    return chances


@cache
def volley(pips: tuple[int, ...], low_luck: bool = False) -> Chances:
    """The distribution of hits of a mixed volley: ``pips[n]`` dice hit on n or less.

    With low luck, every six pips are a hit, and one die decides the rest.

    >>> volley((0, 0, 0, 2, 0, 0, 0)).tolist()
    [0.25, 0.5, 0.25]
    >>> volley((0, 0, 0, 2, 0, 0, 0), low_luck=True).tolist()
    [0.0, 1.0]
    >>> volley((0, 0, 2, 1, 0, 0, 0), low_luck=True).round(3).tolist()
    [0.0, 0.833, 0.167]
    """
    if low_luck:
        sure, rest = divmod(sum(number * dice for number, dice in enumerate(pips)), FACES)
        return np.array([0.0] * sure + [1 - rest / FACES] + [rest / FACES] * bool(rest))
    chances = np.ones(1)
    for number, dice in enumerate(pips):
        if number and dice:
            chances = np.convolve(chances, binomial(dice, number))
    return chances
