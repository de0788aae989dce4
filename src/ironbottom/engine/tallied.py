"""Branches that are kept from one decision to the next, with the number of choices in each of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import starmap
from typing import Any

from ironbottom.engine.restrictions import leaf_count
from ironbottom.engine.sets import Members, size


class Tallied(list[tuple[Members, Any]]):
    """Branches that know how many choices begin in each set, so that they are counted once and not at each decision.

    Never changed once made. An offer may give them in the place of other branches, and mostly keeps them in a memo.

    >>> from ironbottom.engine.restrictions import pairs
    >>> kept = Tallied(pairs(0b11, 0b111))
    >>> kept.each, kept.total
    ([6], 6)
    """

    __slots__ = ("each", "total")

    def __init__(self, branches: Sequence[tuple[Members, Any]] = (), each: list[int] | None = None) -> None:
        super().__init__(branches)
        self.each = list(starmap(_choices_in, branches)) if each is None else each
        self.total = sum(self.each)


def _choices_in(members: Members, after: Sequence[tuple[Members, Any]]) -> int:
    return size(members) * leaf_count(after) if after else size(members)


NOTHING = Tallied()
"""No branches."""
