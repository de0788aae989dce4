"""Elo differences with intervals, and a sequential test of whether one player is stronger than another."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log, log10
from statistics import fmean, pvariance
from typing import NamedTuple

from ironbottom.lab.intervals import proportion_interval

PRIOR_PAIRS = 10
"""The variance is computed as if this many more pairs had been played, so that a few equal results decide no test."""
PRIOR_VARIANCE = 1 / 8
"""The variance of the mean of two games between equal players who never draw."""


def elo(share: float) -> float:
    """Returns the Elo difference of a share of the points.

    >>> round(elo(0.5)), round(elo(0.76)), elo(1.0)
    (0, 200, inf)
    """
    if share <= 0 or share >= 1:
        return inf if share >= 1 else -inf
    return 400 * log10(share / (1 - share))


def share_of(difference: float) -> float:
    """Returns the expected share of the points with an Elo difference.

    >>> share_of(0), round(share_of(200), 2)
    (0.5, 0.76)
    """
    return float(1 / (1 + 10 ** (-difference / 400)))


def elo_interval(points: float, games: int) -> tuple[float, float, float]:
    """Returns the Elo difference with its 95 % interval.

    >>> [round(value) for value in elo_interval(150, 200)]
    [191, 135, 246]
    """
    share, low, high = proportion_interval(points, games)
    return elo(share), elo(low), elo(high)


class Bounds(NamedTuple):
    """A sequential test: the Elo differences of its two hypotheses, and the probabilities of its two errors."""

    low: float = 0
    high: float = 60
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def rejects(self) -> float:
        """The logarithm of the likelihood ratio at which the lower difference is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def accepts(self) -> float:
        """The logarithm of the likelihood ratio at which the higher difference is accepted."""
        return log((1 - self.beta) / self.alpha)


def log_likelihood_ratio(means: Sequence[float], bounds: Bounds) -> float:
    """Returns how much more likely the higher difference is, given the mean points of each pair of games.

    The means of pairs are taken as normally distributed. The two games of a pair have the same dice, so their results
    are not independent; different pairs are independent.

    >>> round(log_likelihood_ratio([0.5, 1.0, 0.5, 1.0, 0.5], Bounds()), 2)
    0.65
    """
    if not means:
        return 0.0
    count, middle = len(means), fmean(means)
    variance = (count * pvariance(means) + PRIOR_PAIRS * PRIOR_VARIANCE) / (count + PRIOR_PAIRS)
    low, high = share_of(bounds.low), share_of(bounds.high)
    return count * (high - low) * (2 * middle - low - high) / (2 * variance)


def verdict(means: Sequence[float], bounds: Bounds) -> bool | None:
    """Returns whether the first player is stronger by the higher difference; None if more games are needed.

    >>> verdict([0.5] * 200, Bounds()), verdict([1.0] * 40, Bounds()), verdict([1.0, 0.5], Bounds())
    (False, True, None)
    """
    ratio = log_likelihood_ratio(means, bounds)
    if ratio >= bounds.accepts:
        return True
    return False if ratio <= bounds.rejects else None
