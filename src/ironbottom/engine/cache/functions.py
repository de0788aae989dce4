"""Cached functions: by key, and by fingerprint."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeVar, cast

from ironbottom.engine.cache.caches import CacheInfo, SingleEntryCache
from ironbottom.engine.cache.fingerprints import Fingerprint, FingerprintCache, FingerprintCachePerKey
from ironbottom.engine.cache.registry import name_of, registered

Key = TypeVar("Key")
Value = TypeVar("Value")
Function = TypeVar("Function", bound=Callable[..., object])


def cached(maxsize: int) -> Callable[[Function], Function]:
    """Caches the values of a function for the ``maxsize`` most recently used arguments.

    >>> @cached(2)
    ... def squared(number):
    ...     return number * number
    >>> [squared(number) for number in (3, 3, 4, 5)], squared.cache_info().hits
    ([9, 9, 16, 25], 1)
    """
    if maxsize < 1:
        raise ValueError("a cache must hold at least one value")

    def decorate(function: Function) -> Function:
        return registered(cast(Function, lru_cache(maxsize)(function)))

    return decorate


@cached(1024)
def intern(value: Value) -> Value:
    """The first of equal values, so that they compare quickly as cache keys.

    >>> intern(frozenset([7, 8])) is intern(frozenset([8, 7]))
    True
    """
    return value


def single_entry(function: Callable[[Key], Value]) -> Callable[[Key], Value]:
    """Caches the latest value, for keys that compare faster than they hash, such as lists of cells.

    >>> total = single_entry(sum)
    >>> total([1, 2]), total([1, 2]), total([4]), total.__self__.info().hits
    (3, 3, 4, 1)
    """
    return cast("Callable[[Key], Value]", registered(SingleEntryCache(function).get))


def cached_by_fingerprint(fingerprint: Fingerprint, maxsize: int = 4096) -> Callable[[Function], Function]:
    """Caches the values of a function of a state for its other arguments, until the fingerprint of the state changes.

    ``fingerprint`` must cover everything that the function reads of the state.

    >>> from types import SimpleNamespace
    >>> from ironbottom.engine.cache.fingerprints import depends_on
    >>> from ironbottom.engine.rules.state import State
    >>> @cached_by_fingerprint(depends_on(cells=[(0, 1)]))
    ... def multiplied(state, factor):
    ...     return state.cells[0] * factor
    >>> states = [State(SimpleNamespace(pieces=None), cells, ()) for cells in ([3, 1], [3, 2], [4, 1])]
    >>> [multiplied(state, 5) for state in states], multiplied.__self__.info().hits
    ([15, 15, 20], 1)
    """

    def decorate(function: Function) -> Function:
        return registered(cast(Function, FingerprintCache(function, fingerprint, maxsize).get))

    return decorate


def cached_by_fingerprint_per_key(
    fingerprints: Sequence[Fingerprint], maxsize: int = 4096
) -> Callable[[Callable[..., Value]], Callable[..., Value]]:
    """Like ``cached_by_fingerprint``, with a fingerprint for each value of the first argument after the state, such as
    a side.

    >>> from types import SimpleNamespace
    >>> from ironbottom.engine.cache.fingerprints import depends_on
    >>> from ironbottom.engine.rules.state import State
    >>> @cached_by_fingerprint_per_key([depends_on(cells=[(0, 1)]), depends_on(cells=[(1, 1)])])
    ... def multiplied(state, which, factor):
    ...     return state.cells[which] * factor
    >>> first, second = [State(SimpleNamespace(pieces=None), cells, ()) for cells in ([3, 4], [3, 7])]
    >>> multiplied(first, 0, 5), multiplied(first, 1, 5), multiplied(second, 0, 5), multiplied(second, 1, 5)
    (15, 20, 15, 35)
    """

    def decorate(function: Callable[..., Value]) -> Callable[..., Value]:
        caches = [FingerprintCache(function, each, maxsize) for each in fingerprints]
        functions = [registered(cache.get) for cache in caches]
        return cast("Callable[..., Value]", FingerprintCachePerKey(caches, functions).get)

    return decorate


class CacheDict(dict[Key, Value]):
    """A cache that is used as a dictionary.

    It is the fastest kind, for keys that are looked up many times per decision.

    It is emptied when it is full.

    >>> lengths = CacheDict(len, 2)
    >>> [lengths[key] for key in ("a", "bc", "bc", "def")], lengths.cache_info()
    ([1, 2, 2, 3], CacheInfo(hits=None, misses=3, maxsize=2, currsize=1))
    """

    def __init__(self, function: Callable[[Key], Value], maxsize: int) -> None:
        super().__init__()
        self.__name__ = name_of(function)
        self._function, self._maxsize, self._misses = function, maxsize, 0
        registered(self)

    __hash__ = object.__hash__  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return self is other

    def __missing__(self, key: Key) -> Value:
        self._misses += 1
        if len(self) >= self._maxsize:
            self.clear()
        value = self[key] = self._function(key)
        return value

    def cache_info(self) -> CacheInfo:
        """The statistics of the cache."""
        return CacheInfo(None, self._misses, self._maxsize, len(self))

    cache_clear = dict.clear
