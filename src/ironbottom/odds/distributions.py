"""Exact distributions of small whole numbers: how likely 0, 1, 2 … are, and what follows for sums and rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate

Distribution = tuple[float, ...]
"""The chances of 0, 1, 2 …; they sum to one."""

ALWAYS_ZERO: Distribution = (1.0,)


def one_of(values: Sequence[int]) -> Distribution:
    """The distribution of a number drawn from a list, each place of which is equally likely.

    >>> one_of([1, 2, 0, 0])
    (0.5, 0.25, 0.25)
    """
    chances = [0.0] * (max(values) + 1)
    for value in values:
        chances[value] += 1 / len(values)
    return tuple(chances)


def together(first: Distribution, second: Distribution) -> Distribution:
    """The distribution of the sum of two numbers that do not depend on each other.

    >>> together((0.5, 0.5), (0.5, 0.5))
    (0.25, 0.5, 0.25)
    """
    chances = [0.0] * (len(first) + len(second) - 1)
    for value, chance in enumerate(first):
        if chance:
            for more, other in enumerate(second):
                chances[value + more] += chance * other
    return tuple(chances)


def total(parts: Iterable[Distribution]) -> Distribution:
    """The distribution of the sum of several numbers that do not depend on each other; of none it is zero.

    >>> total([(0.5, 0.5)] * 3)
    (0.125, 0.375, 0.375, 0.125)
    """
    *_, whole = accumulate(parts, together, initial=ALWAYS_ZERO)
    return whole


def mean(chances: Distribution) -> float:
    """The average number.

    >>> mean((0.25, 0.5, 0.25))
    1.0
    """
    return sum([value * chance for value, chance in enumerate(chances)])


def at_least(chances: Distribution, number: int) -> float:
    """How likely the number or more is.

    >>> at_least((0.25, 0.5, 0.25), 1), at_least((0.25, 0.5, 0.25), 3)
    (0.75, 0)
    """
    return sum(chances[max(0, number) :])


def expected(chances: Distribution, worth: Callable[[int], float]) -> float:
    """The average of what each number is worth.

    >>> expected((0.25, 0.5, 0.25), lambda value: value**2)
    1.5
    """
    return sum([chance * worth(value) for value, chance in enumerate(chances) if chance])


def within(tries: int, chance: float) -> float:
    """How likely something happens at least once in so many tries of equal chance.

    >>> within(2, 0.5)
    0.75
    """
    return 1 - (1 - chance) ** tries
