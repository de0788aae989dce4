"""Exact probability distributions of small whole numbers, and their sums."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate

Distribution = tuple[float, ...]
"""The chances of 0, 1, 2 …, which sum to one."""

ALWAYS_ZERO: Distribution = (1.0,)


def uniform_over(values: Sequence[int]) -> Distribution:
    """Returns the distribution of a number drawn from a list with equal chances.

    >>> uniform_over([1, 2, 0, 0])
    (0.5, 0.25, 0.25)
    """
    chances = [0.0] * (max(values) + 1)
    for value in values:
        chances[value] += 1 / len(values)
    return tuple(chances)


def convolve(first: Distribution, second: Distribution) -> Distribution:
    """Returns the distribution of the sum of two independent numbers.

    >>> convolve((0.5, 0.5), (0.5, 0.5))
    (0.25, 0.5, 0.25)
    """
    chances = [0.0] * (len(first) + len(second) - 1)
    for value, chance in enumerate(first):
        if chance:
            for more, other in enumerate(second):
                chances[value + more] += chance * other
    return tuple(chances)


def total(parts: Iterable[Distribution]) -> Distribution:
    """Returns the distribution of the sum of several independent numbers; the sum of none is zero.

    >>> total([(0.5, 0.5)] * 3)
    (0.125, 0.375, 0.375, 0.125)
    """
    *_, whole = accumulate(parts, convolve, initial=ALWAYS_ZERO)
    return whole


def mean(chances: Distribution) -> float:
    """Returns the mean.

    >>> mean((0.25, 0.5, 0.25))
    1.0
    """
    return sum([value * chance for value, chance in enumerate(chances)])


def at_least(chances: Distribution, number: int) -> float:
    """Returns the chance of this number or more.

    >>> at_least((0.25, 0.5, 0.25), 1), at_least((0.25, 0.5, 0.25), 3)
    (0.75, 0)
    """
    return sum(chances[max(0, number) :])


def expected(chances: Distribution, worth: Callable[[int], float]) -> float:
    """Returns the expected value of a function of the number.

    >>> expected((0.25, 0.5, 0.25), lambda value: value**2)
    1.5
    """
    return sum([chance * worth(value) for value, chance in enumerate(chances) if chance])


def at_least_once(tries: int, chance: float) -> float:
    """Returns the chance of at least one success in several independent tries.

    >>> at_least_once(2, 0.5)
    0.75
    """
    return 1 - (1 - chance) ** tries
