"""Confidence intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

Z_95 = 1.96
"""The half-width of a 95 % interval in standard errors."""


def proportion_interval(successes: float, tries: int) -> tuple[float, float, float]:
    """Returns a proportion with its Wilson interval; a draw is half a success.

    >>> [round(value, 3) for value in proportion_interval(190, 200)]
    [0.95, 0.91, 0.973]
    """
    z, rate = Z_95, successes / tries
    middle = (rate + z * z / (2 * tries)) / (1 + z * z / tries)
    half_width = z / (1 + z * z / tries) * sqrt(rate * (1 - rate) / tries + z * z / (4 * tries * tries))
    return rate, max(0.0, middle - half_width), min(1.0, middle + half_width)


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Returns a mean with its interval.

    >>> mean_interval([1.0, 3.0, 2.0, 2.0])
    (2.0, 1.2, 2.8)
    """
    middle = fmean(values)
    half_width = Z_95 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return middle, round(middle - half_width, 2), round(middle + half_width, 2)
