"""What is derived from a state and asked for often is kept beside it, bounded, by all that it was computed from.

A memo belongs to the facts in force or to a module, and is shared by all states; no state knows of it, so that it is
never dumped, hashed, compared or sent. The kit forgets everything and asks again: choices and views stay the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, cast
from weakref import WeakSet

Key = TypeVar("Key")
Found = TypeVar("Found")
Finder = TypeVar("Finder", bound=Callable[..., Any])


class Usage(NamedTuple):
    """How often a memo knew the answer, how often it had to look, how many it may hold, and how many it holds."""

    hits: int
    misses: int
    most: int
    held: int


_memos: WeakSet[Any] = WeakSet()
"""Functions that tell their use as ``cache_info`` and forget by ``cache_clear``, as those of ``functools`` do."""


def memo(most: int) -> Callable[[Finder], Finder]:
    """Keeps what a function found for its arguments: the ``most`` asked for last.

    >>> @memo(2)
    ... def squared(number):
    ...     return number * number
    >>> [squared(number) for number in (3, 3, 4, 5)], usage(squared)
    ([9, 9, 16, 25], Usage(hits=1, misses=3, most=2, held=2))
    """
    if most < 1:
        raise ValueError("a memo keeps one answer at least")

    def keeping(find: Finder) -> Finder:
        kept = lru_cache(most)(find)
        _memos.add(kept)
        return cast(Finder, kept)

    return keeping


def latest(find: Callable[[Key], Found]) -> Callable[[Key], Found]:
    """Keeps what a function found last, for keys that are quicker to compare than to hash, such as lists of cells.

    The key and what belongs to it are put down at once, so that threads may ask at the same time.

    >>> total = latest(sum)
    >>> total([1, 2]), total([1, 2]), total([4]), usage(total)
    (3, 3, 4, Usage(hits=1, misses=2, most=1, held=1))
    """
    last: Any = (None, None)
    hits = misses = 0

    def kept(key: Key) -> Found:
        nonlocal last, hits, misses
        known, found = last
        if key == known:
            hits += 1
        else:
            misses += 1
            found = find(key)
            last = (key, found)
        return found  # type: ignore[no-any-return]

    def info() -> Usage:
        return Usage(hits, misses, 1, int(last[0] is not None))

    def clear() -> None:
        nonlocal last
        last = (None, None)

    kept.__name__ = find.__name__
    kept.cache_info, kept.cache_clear = info, clear  # type: ignore[attr-defined]
    _memos.add(kept)
    return kept


def usage(kept: Callable[..., Any]) -> Usage:
    """How a memo was used; ``TypeError`` for a function without one."""
    if kept not in _memos:
        raise TypeError(f"{kept!r} keeps nothing")
    return Usage(*cast(Any, kept).cache_info())


def usages() -> dict[str, Usage]:
    """How each memo was used, by the name of its function; those of several facts in force are counted together."""
    found: dict[str, Usage] = {}
    for kept in _memos:
        told, before = usage(kept), found.get(kept.__name__, Usage(0, 0, 0, 0))
        found[kept.__name__] = Usage(
            before.hits + told.hits, before.misses + told.misses, told.most, max(before.held, told.held)
        )
    return found


def forget() -> None:
    """Empties every memo."""
    for kept in _memos:
        kept.cache_clear()
