"""Sets of small numbers, in the fastest form for their size.

A set of up to some hundreds of members is an integer whose bits are the members; a larger one is a range or an
ascending tuple. Sets are never changed in place.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

IdSet = int | range | tuple[int, ...]
"""A set of numbers from 0 up: bits, a range with step 1, or an ascending tuple without repetition."""

WIDEST_BITS = 512
"""Domains up to this size store their sets as bits, which are slow to index when there are many."""

SMALL_SET_RATIO = 8
"""If a listed set is this many times shorter than another, ``intersect`` looks up each of its numbers there."""

WIDE = 1 << 96
"""From this size on, scanning the digits is faster than clearing one bit at a time, unless few bits are set."""

SPARSE = 6
"""Clearing one bit takes as long as scanning this many digits."""


def full_set(width: int) -> IdSet:
    """The set of all numbers below ``width``.

    >>> full_set(3), full_set(14_357)
    (7, range(0, 14357))
    """
    return (1 << width) - 1 if width <= WIDEST_BITS else range(width)


def from_iterable(numbers: Iterable[int], width: int) -> IdSet:
    """The set of these numbers, in the form used for a domain of this size.

    >>> from_iterable([5, 1], 8), from_iterable([5, 1], 2_000)
    (34, (1, 5))
    """
    if width > WIDEST_BITS:
        return tuple(sorted(set(numbers)))
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def size(members: IdSet) -> int:
    """The size of a set.

    >>> size(0b1011), size(range(4, 9)), size((2, 7))
    (3, 5, 2)
    """
    return members.bit_count() if type(members) is int else len(members)  # type: ignore[arg-type]


def holds(members: IdSet, number: int) -> bool:
    """Whether a number is in a set.

    >>> holds(0b1011, 2), holds((2, 7, 9), 7)
    (False, True)
    """
    if isinstance(members, int):
        return number >= 0 and bool(members >> number & 1)
    if isinstance(members, range):
        return number in members
    index = bisect_left(members, number)
    return index < len(members) and members[index] == number


def nth(members: IdSet, index: int) -> int:
    """The number at an index of a set, in ascending order.

    >>> nth(0b10110, 2), nth((4, 8), 1)
    (4, 8)
    """
    if not isinstance(members, int):
        return members[index]
    while index:
        members &= members - 1
        index -= 1
    return (members & -members).bit_length() - 1


def iterate(members: IdSet) -> Iterable[int]:
    """The numbers of a set, ascending.

    >>> iterate(0b10110)
    [1, 2, 4]
    """
    if not isinstance(members, int):
        return members
    if members > WIDE and members.bit_count() * SPARSE > members.bit_length():
        return [number for number, digit in enumerate(reversed(bin(members))) if digit == "1"]
    result = []
    while members:
        low = members & -members
        result.append(low.bit_length() - 1)
        members ^= low
    return result


def intersect(one: IdSet, other: IdSet) -> IdSet:
    """The numbers that are in both sets.

    >>> intersect(0b1100, 0b0110), intersect(range(2, 9), (1, 2, 8, 9)), intersect(range(4), range(2, 7))
    (4, (2, 8), range(2, 4))
    """
    if isinstance(one, int) and isinstance(other, int):
        return one & other
    if isinstance(one, int) or isinstance(other, int):
        return _with_bits(one, other)
    if one is other:
        return one
    if isinstance(one, range) and isinstance(other, range):
        first = max(one.start, other.start)
        return range(first, max(first, min(one.stop, other.stop)))
    if isinstance(one, range):
        return tuple(other[bisect_left(other, one.start) : bisect_left(other, one.stop)])
    if isinstance(other, range):
        return intersect(other, one)
    fewer, more = (one, other) if len(one) <= len(other) else (other, one)
    if len(fewer) * SMALL_SET_RATIO < len(more):
        return tuple([number for number in fewer if holds(more, number)])
    return tuple(sorted(set(fewer).intersection(more)))


def _with_bits(one: IdSet, other: IdSet) -> IdSet:
    bits, listed = (one, other) if isinstance(one, int) else (other, one)
    assert isinstance(bits, int)
    return bits & sum([1 << number for number in iterate(listed)])


def split(members: IdSet) -> Iterator[IdSet]:
    """Each number of a set as a set with one member, in the same form.

    >>> list(split(0b101)), list(split(range(2)))
    ([1, 4], [(0,), (1,)])
    """
    if isinstance(members, int):
        while members:
            low = members & -members
            yield low
            members ^= low
    else:
        for number in members:
            yield (number,)


def without(members: IdSet, few: Iterable[int]) -> IdSet:
    """A set without a few numbers; the other numbers are not examined.

    >>> without(0b1110, [2]), without((1, 5, 9), [9, 7]), without(range(4), [1])
    (10, (1, 5), (0, 2, 3))
    """
    if isinstance(members, int):
        left_out = 0
        for number in few:
            left_out |= 1 << number
        return members & ~left_out
    held = sorted({number for number in few if holds(members, number)})
    if not held:
        return members
    listed = list(members)
    for number in reversed(held):
        del listed[bisect_left(listed, number)]
    return tuple(listed)


def union(one: IdSet, other: IdSet) -> IdSet:
    """The numbers that are in either set.

    >>> union(0b100, 0b001), union((1, 9), (4,))
    (5, (1, 4, 9))
    """
    if isinstance(one, int) and isinstance(other, int):
        return one | other
    return tuple(sorted({*iterate(one), *iterate(other)}))
