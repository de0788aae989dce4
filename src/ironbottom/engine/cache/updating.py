"""Cached functions that update their previous value: as a whole, by list item, or by map entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, cast, overload

from ironbottom.engine.cache.caches import IncrementalCache, ListCache
from ironbottom.engine.cache.registry import registered
from ironbottom.engine.cache.versioned import MapCache, RowMapCache, RowsCache, VersionedMap

if TYPE_CHECKING:
    from ironbottom.engine.rules.state import State

Key = TypeVar("Key")
Shared = TypeVar("Shared")
Value = TypeVar("Value")
Item = TypeVar("Item")
Entry = TypeVar("Entry")
Result = TypeVar("Result")


def incremental(function: Callable[[Key, Value | None], Value]) -> Callable[[Key], Value]:
    """Caches the latest value of a function that also takes the previous value, or None, and updates it.

    >>> longest = incremental(lambda words, before: max(len(words[-1]), before or 0))
    >>> longest(["a", "bc"]), longest(["a", "bc", "d"])
    (2, 2)
    """
    return cast("Callable[[Key], Value]", registered(IncrementalCache(function).get))


def incremental_list(function: Callable[[Shared, int, Item], Value]) -> Callable[[Shared, list[Item]], list[Value]]:
    """Caches the latest value of each item of a list; only items that differ are recomputed.

    The function takes the data that all items share, the index of the item, and the item. The result is the same object
    as before if no value has changed.

    >>> computed = []
    >>> doubled = incremental_list(lambda factor, place, item: computed.append(place) or factor * item)
    >>> doubled(2, [5, 6]), doubled(2, [5, 7]), computed
    ([10, 12], [10, 14], [0, 1, 1])
    """
    return cast("Callable[[Shared, list[Item]], list[Value]]", registered(ListCache(function).get))


@overload
def incremental_map(
    function: Callable[[Shared, Key, Entry], Value | None], combine: None = None
) -> Callable[[Shared, VersionedMap[Key, Entry]], dict[Key, Value]]: ...
@overload
def incremental_map(
    function: Callable[[Shared, Key, Entry], Value | None], combine: Callable[[dict[Key, Value]], Result]
) -> Callable[[Shared, VersionedMap[Key, Entry]], Result]: ...
def incremental_map(
    function: Callable[..., object], combine: Callable[..., object] | None = None
) -> Callable[..., object]:
    """Caches the latest value of each entry of a versioned map; only changed entries are recomputed.

    The function takes the data that all entries share, the key, and the entry; values that are None are left out. The
    result is the dictionary of values, or the result of ``combine`` for it. It is the same object as before if no value
    has changed.

    >>> computed = []
    >>> doubled = incremental_map(lambda factor, key, entry: computed.append(key) or factor * entry)
    >>> entries = VersionedMap({"a": 1, "b": 2})
    >>> doubled(2, entries), doubled(2, entries.changed({"b": 5})), computed
    ({'a': 2, 'b': 4}, {'a': 2, 'b': 10}, ['a', 'b', 'b'])
    >>> incremental_map(lambda factor, key, entry: factor * entry, lambda values: sum(values.values()))(2, entries)
    6
    """
    return registered(MapCache(function, combine).get)


def rows_as_map(array: int, width: int) -> Callable[[State], VersionedMap[int, bytes]]:
    """A function that returns an array of bytes of a state as a versioned map of its rows, without rows of zeros.

    >>> from array import array
    >>> from types import SimpleNamespace
    >>> from ironbottom.engine.rules.state import State
    >>> state, rows = State(SimpleNamespace(), [], (), (array("b", [1, 2, 3, 4, 0, 0]),)), rows_as_map(0, 2)
    >>> before = rows(state)
    >>> state.arrays[0][3] = 9
    >>> before.entries, rows(state).entries, rows(state).since(before.number)
    ({0: b'\\x01\\x02', 1: b'\\x03\\x04'}, {0: b'\\x01\\x02', 1: b'\\x03\\t'}, (1,))
    """
    return cast("Callable[[State], VersionedMap[int, bytes]]", registered(RowMapCache(array, width).get))


def array_rows(array: int, width: int) -> Callable[[State], list[bytes]]:
    """A function that returns an array of bytes of a state row by row; unchanged rows are the same objects as before.

    >>> from array import array
    >>> from types import SimpleNamespace
    >>> from ironbottom.engine.rules.state import State
    >>> state, rows = State(SimpleNamespace(), [], (), (array("b", [1, 2, 3, 4, 5, 6]),)), array_rows(0, 2)
    >>> before = rows(state)
    >>> state.arrays[0][3] = 9
    >>> now = rows(state)
    >>> now, [row is old for row, old in zip(now, before)]
    ([b'\\x01\\x02', b'\\x03\\t', b'\\x05\\x06'], [True, False, True])
    """
    return cast("Callable[[State], list[bytes]]", registered(RowsCache(array, width).get))
