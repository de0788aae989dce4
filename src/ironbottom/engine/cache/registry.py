"""All caches: how each is used, which depend on fingerprints, and how to clear them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar, runtime_checkable
from weakref import WeakSet

from ironbottom.engine.cache.caches import Cache, CacheInfo
from ironbottom.engine.cache.fingerprints import FingerprintCache, clear_parts

if TYPE_CHECKING:
    from ironbottom.engine.rules.state import State

Function = TypeVar("Function")


@runtime_checkable
class CachedFunction(Protocol):
    """A cached function as ``functools`` makes them."""

    def cache_info(self) -> tuple[int | None, int, int, int]:
        """The statistics of the cache."""

    def cache_clear(self) -> None:
        """Drops all values."""


_functions: WeakSet[object] = WeakSet()
"""Cached functions: with ``cache_info`` and ``cache_clear``, as those of ``functools``, or the ``get`` of a cache."""


def registered(function: Function) -> Function:
    """Registers a cached function."""
    _functions.add(function)
    return function


def _cache_of(function: object) -> Cache | None:
    """The cache that a function is the ``get`` method of."""
    owner = getattr(function, "__self__", None)
    return owner if isinstance(owner, Cache) else None


def name_of(function: object) -> str:
    """The name of a function."""
    return str(getattr(function, "__name__", type(function).__name__))


def cache_info(function: object) -> CacheInfo:
    """The statistics of a function's cache; ``TypeError`` for a function without one."""
    if function not in _functions:
        raise TypeError(f"{function!r} has no cache")
    cache = _cache_of(function)
    if cache:
        return cache.info()
    assert isinstance(function, CachedFunction)
    return CacheInfo(*function.cache_info())


def cache_infos() -> dict[str, list[CacheInfo]]:
    """The statistics of each cache, by the name of its function; each set of figures in force has its own cache."""
    result: dict[str, list[CacheInfo]] = {}
    for function in _functions:
        cache = _cache_of(function)
        result.setdefault(name_of(cache.compute if cache else function), []).append(cache_info(function))
    return result


class FingerprintedFunction:
    """A function with a fingerprint cache.

    Calling it uses the cache. ``compute`` is the function without the cache, ``fingerprint`` returns what it may read
    of a state, and ``cached_arguments`` lists the arguments for which values are cached now.
    """

    def __init__(self, function: Callable[..., object], cache: FingerprintCache) -> None:
        self.function, self.compute, self.fingerprint = function, cache.compute, cache.fingerprint
        self.cached_arguments = cache.cached_arguments
        self.__name__, self.__module__ = name_of(cache.compute), cache.compute.__module__

    def __call__(self, state: State, *arguments: object) -> object:
        return self.function(state, *arguments)


def fingerprinted_functions() -> list[FingerprintedFunction]:
    """The functions with a fingerprint cache, by name."""
    pairs = [(function, _cache_of(function)) for function in _functions]
    result = [
        FingerprintedFunction(function, cache)
        for function, cache in pairs
        if isinstance(cache, FingerprintCache) and callable(function)
    ]
    return sorted(result, key=lambda each: each.__name__)


def clear_caches() -> None:
    """Clears all caches."""
    clear_parts()
    for function in _functions:
        cache = _cache_of(function)
        if cache:
            cache.clear()
        elif isinstance(function, CachedFunction):
            function.cache_clear()
