"""Intervals for what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

STANDARD_ERRORS = 1.96
"""How many of them an interval of 95 % reaches to each side."""


def share(successes: float, tries: int) -> tuple[float, float, float]:
    """A share with its interval after Wilson; half a success is a draw.

    >>> [round(value, 3) for value in share(190, 200)]
    [0.95, 0.91, 0.973]
    """
    z, rate = STANDARD_ERRORS, successes / tries
    middle = (rate + z * z / (2 * tries)) / (1 + z * z / tries)
    reach = z / (1 + z * z / tries) * sqrt(rate * (1 - rate) / tries + z * z / (4 * tries * tries))
    return rate, max(0.0, middle - reach), min(1.0, middle + reach)


def average(values: Sequence[float]) -> tuple[float, float, float]:
    """A mean with its interval.

    >>> average([1.0, 3.0, 2.0, 2.0])
    (2.0, 1.2, 2.8)
    """
    middle = fmean(values)
    reach = STANDARD_ERRORS * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return middle, round(middle - reach, 2), round(middle + reach, 2)
