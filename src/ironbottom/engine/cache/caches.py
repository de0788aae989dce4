"""Caches for single functions: one holds the value of the latest key, another a value for each item of a list.

This module is compiled, since rules look up cached values many times per decision.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class CacheInfo(NamedTuple):
    """The number of hits and misses of a cache, how many values it may hold, and how many it holds now.

    ``hits`` is None for caches in which counting a hit would take as long as the look-up.
    """

    hits: int | None
    misses: int
    maxsize: int
    currsize: int


class Cache:
    """The cached values of one function; callers call ``get`` instead of that function."""

    def __init__(self, compute: Callable[..., object]) -> None:
        self.compute = compute
        self.hits = self.misses = 0

    def info(self) -> CacheInfo:
        """The statistics of the cache."""
        raise NotImplementedError

    def clear(self) -> None:
        """Drops all values."""
        raise NotImplementedError


class SingleEntryCache(Cache):
    """Caches the value of the latest key.

    The key and its value are stored together, so threads may use the cache at the same time.
    """

    def __init__(self, compute: Callable[..., object]) -> None:
        super().__init__(compute)
        self.last: tuple[object, object] = (None, None)

    def get(self, key: object) -> object:
        """The value of a key."""
        known, value = self.last
        if key == known:
            self.hits += 1
        else:
            self.misses += 1
            value = self.compute(key)
            self.last = (key, value)
        return value

    def info(self) -> CacheInfo:
        return CacheInfo(self.hits, self.misses, 1, int(self.last[0] is not None))

    def clear(self) -> None:
        self.last = (None, None)


class IncrementalCache(SingleEntryCache):
    """Caches the value of the latest key, for a function that updates the previous value."""

    def get(self, key: object) -> object:
        """The value of a key."""
        known, value = self.last
        if known is not None and key == known:
            self.hits += 1
        else:
            self.misses += 1
            value = self.compute(key, value)
            self.last = (key, value)
        return value


CHUNK = 16
"""The number of items compared at once. Lists compare quickly, and usually only one or two items differ."""


class ListCache(Cache):
    """Caches the latest value of each item of a list; only items that have changed are recomputed."""

    def __init__(self, compute: Callable[..., object]) -> None:
        super().__init__(compute)
        self.last: tuple[object, list[object], list[object]] = (None, [], [])

    def get(self, shared: object, items: list[object]) -> list[object]:
        """The value of each item; ``shared`` is what all items have in common."""
        compute = self.compute
        known, before, values = self.last
        if (shared is not known and shared != known) or len(items) != len(before):
            self.misses += 1
            values = [compute(shared, place, item) for place, item in enumerate(items)]
            self.last = (shared, items, values)
        elif items != before:
            self.hits += 1
            updated = values
            for start in range(0, len(items), CHUNK):
                here = items[start : start + CHUNK]
                if here == before[start : start + CHUNK]:
                    continue
                for place, item in enumerate(here, start):
                    if item is before[place] or item == before[place]:
                        continue
                    value = compute(shared, place, item)
                    if value != updated[place]:
                        updated = values[:] if updated is values else updated
                        updated[place] = value
            values = updated
            self.last = (shared, items, values)
        return values

    def info(self) -> CacheInfo:
        return CacheInfo(self.hits, self.misses, 1, int(self.last[0] is not None))

    def clear(self) -> None:
        self.last = (None, [], [])
