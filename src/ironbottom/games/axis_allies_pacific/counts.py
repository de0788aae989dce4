"""Counts of units: many counts in one integer, twelve bits for each item of a domain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ironbottom.engine.cache import cached
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import Domain, Number

WIDTH = 12
MAX_COUNT = (1 << WIDTH) - 1
"""The highest count of one kind in one place: more units than anyone could pay for in a long war."""


class Counts(Number):
    """The counts of the items of a domain, in one integer.

    >>> fleet = Counts(Domain("ship", ("akagi", "kaga")))
    >>> fleet.write(count_one(1) * 3), fleet.read({"akagi": 2}, "fleet")
    ({'kaga': 3}, 2)
    """

    def __init__(self, domain: Domain) -> None:
        super().__init__(0, (1 << WIDTH * len(domain)) - 1)
        self.domain = self.counted = domain

    def counts(self, value: int) -> Iterable[tuple[int, int]]:
        return nonzero(value)

    def write(self, value: Any) -> dict[str, int]:
        return {self.domain.ids[thing]: number for thing, number in nonzero(value)}

    def write_each(self, values: list[int]) -> list[dict[str, int]]:
        return [self.write(value) for value in values]

    def read(self, plain: object, field: str) -> int:
        if not isinstance(plain, Mapping):
            raise BadValue(f"{plain!r} is not a table of {self.domain.name} ids and numbers", field=field)
        amount = Number(1, 255)
        return sum(
            amount.read(number, f"{field}.{name}") << WIDTH * self.domain.number(name, f"{field}.{name}")
            for name, number in plain.items()
        )


def count_one(thing: int) -> int:
    """The counts with one of an item, and none of all other items."""
    return 1 << WIDTH * thing


def number_of(counts: int, thing: int) -> int:
    """The count of an item.

    >>> number_of(count_one(3) * 7, 3), number_of(count_one(3) * 7, 2)
    (7, 0)
    """
    return counts >> WIDTH * thing & MAX_COUNT


@cached(50_000)
def nonzero(counts: int) -> tuple[tuple[int, int], ...]:
    """The items with a count, in the domain's order.

    >>> nonzero(count_one(4) * 2 + count_one(0))
    ((0, 1), (4, 2))
    """
    result = []
    while counts:
        thing = ((counts & -counts).bit_length() - 1) // WIDTH
        shift = WIDTH * thing
        number = counts >> shift & MAX_COUNT
        result.append((thing, number))
        counts ^= number << shift
    return tuple(result)


def total(counts: int) -> int:
    """The total count.

    >>> total(count_one(4) * 2 + count_one(0))
    3
    """
    return sum([number for _, number in nonzero(counts)])


def mask(items: Iterable[int]) -> int:
    """The bits of the counts of the given items.

    >>> mask([0, 1]) == (1 << 24) - 1
    True
    """
    return sum([MAX_COUNT << WIDTH * thing for thing in set(items)])
