"""Maps that know which entries changed since earlier versions; only the cached values of those are updated."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import count
from typing import TYPE_CHECKING, Generic, TypeVar

from ironbottom.engine.cache.caches import Cache, CacheInfo
from ironbottom.engine.cache.fingerprints import array_bytes

if TYPE_CHECKING:
    from ironbottom.engine.rules.state import State

Key = TypeVar("Key")
Entry = TypeVar("Entry")

MAX_STEPS = 12
"""The number of earlier versions that a map can be compared with."""
_numbers = count(1)


class VersionedMap(Generic[Key, Entry]):
    """An immutable map that knows which of its entries differ from the versions it was made from.

    ``number`` identifies the version. ``steps`` lists earlier versions, the latest first, each with the keys of the
    entries that were changed right after it.

    >>> first = VersionedMap({"a": 1, "b": 2})
    >>> second = first.changed({"b": 3, "c": 4})
    >>> second.entries, second.since(first.number), second.since(0)
    ({'a': 1, 'b': 3, 'c': 4}, ('b', 'c'), None)
    >>> second.changed({"a": None}).entries
    {'b': 3, 'c': 4}
    """

    def __init__(self, entries: dict[Key, Entry], steps: tuple[tuple[int, Collection[Key]], ...] = ()) -> None:
        self.entries, self.steps, self.number = entries, steps, next(_numbers)

    def changed(self, changes: Mapping[Key, Entry | None]) -> VersionedMap[Key, Entry]:
        """A version with these entries changed or added, and without those that are None."""
        result = self.entries.copy()
        for key, entry in changes.items():
            if entry is None:
                result.pop(key, None)
            else:
                result[key] = entry
        return VersionedMap(result, ((self.number, tuple(changes)), *self.steps[: MAX_STEPS - 1]))

    def since(self, number: int) -> Collection[Key] | None:
        """The keys of the entries that differ from an earlier version; None where that is not known."""
        if number == self.number:
            return ()
        result: Collection[Key] = ()
        for before, keys in self.steps:
            result = keys if not result else {*result, *keys}
            if before == number:
                return result
        return None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, VersionedMap) and self.entries == other.entries

    __hash__ = None  # type: ignore[assignment]


def updated_from(before: VersionedMap[Key, Entry] | None, entries: dict[Key, Entry]) -> VersionedMap[Key, Entry]:
    """A version with these entries that knows which of them differ from ``before``; ``before`` itself if all are equal.

    >>> first = VersionedMap({"a": 1, "b": 2})
    >>> updated_from(first, {"b": 3}).since(first.number), updated_from(first, {"b": 2, "a": 1}) is first
    (('b', 'a'), True)
    """
    if before is None:
        return VersionedMap(entries)
    was = before.entries
    changes: dict[Key, Entry | None] = {key: entry for key, entry in entries.items() if was.get(key) != entry}
    changes.update(dict.fromkeys(was.keys() - entries.keys()))
    return before.changed(changes) if changes else before


class MapCache(Cache):
    """Caches the latest value of each entry of a versioned map; only changed entries are recomputed.

    Values that are None are left out. ``combine`` makes the result from all values. It is called again only if a value
    has changed; otherwise the result is the same object as before.
    """

    def __init__(self, compute: Callable[..., object], combine: Callable[..., object] | None = None) -> None:
        super().__init__(compute)
        self.combine = combine
        self.last: tuple[object, int, dict[object, object], object] = (None, 0, {}, None)

    def get(self, shared: object, entries: VersionedMap[object, object]) -> object:
        """The values of all entries, or the result of ``combine`` for them; all entries share ``shared``."""
        known, number, before, result = self.last
        same_shared = shared is known or shared == known
        if number == entries.number and same_shared:
            return result
        keys = entries.since(number) if number and same_shared else None
        if keys is None:
            self.misses += 1
            values = self._updated(shared, entries, entries.entries, {})
        else:
            self.hits += 1
            values = self._updated(shared, entries, keys, before)
        if keys is None or values is not before:
            result = values if self.combine is None else self.combine(values)
        self.last = (shared, entries.number, values, result)
        return result

    def _updated(
        self,
        shared: object,
        entries: VersionedMap[object, object],
        keys: Iterable[object],
        before: dict[object, object],
    ) -> dict[object, object]:
        """The values, recomputed for the given keys."""
        compute, known, values = self.compute, entries.entries, before
        for key in keys:
            entry = known.get(key)
            value = None if entry is None else compute(shared, key, entry)
            if value != values.get(key):
                if values is before:
                    values = before.copy()
                if value is None:
                    del values[key]
                else:
                    values[key] = value
        return values

    def info(self) -> CacheInfo:
        return CacheInfo(self.hits, self.misses, 1, int(self.last[1] != 0))

    def clear(self) -> None:
        self.last = (None, 0, {}, None)


class RowMapCache(Cache):
    """Caches an array as a versioned map of its rows."""

    def __init__(self, array: int, width: int) -> None:
        super().__init__(array_bytes)
        self.array, self.width = array, width
        self.last: tuple[bytes, VersionedMap[int, bytes] | None] = (b"", None)

    def get(self, state: State) -> VersionedMap[int, bytes]:
        """The rows of the array of a state by number, without rows of zeros."""
        data = array_bytes(state, self.array)
        before, rows = self.last
        if rows is not None and data is before:
            return rows
        width, blank = self.width, bytes(self.width)
        if rows is None or len(data) != len(before):
            self.misses += 1
            every = [data[start : start + width] for start in range(0, len(data), width)]
            rows = VersionedMap({number: row for number, row in enumerate(every) if row != blank})
        elif data != before:
            self.hits += 1
            changes = dict[int, bytes | None]()
            for number in changed_rows(before, data, width):
                row = data[number * width : (number + 1) * width]
                changes[number] = None if row == blank else row
            rows = rows.changed(changes)
        self.last = (data, rows)
        return rows

    def info(self) -> CacheInfo:
        return CacheInfo(self.hits, self.misses, 1, int(self.last[1] is not None))

    def clear(self) -> None:
        self.last = (b"", None)


class RowsCache(Cache):
    """Caches an array as a list of its rows."""

    def __init__(self, array: int, width: int) -> None:
        super().__init__(array_bytes)
        self.array, self.width = array, width
        self.last: tuple[bytes, list[bytes]] = (b"", [])

    def get(self, state: State) -> list[bytes]:
        """The rows of the array of a state; rows that have not changed are the same objects as before."""
        data = array_bytes(state, self.array)
        before, rows = self.last
        if data is before:
            return rows
        width = self.width
        if len(data) != len(before):
            self.misses += 1
            rows = [data[start : start + width] for start in range(0, len(data), width)]
        elif data != before:
            self.hits += 1
            rows = rows[:]
            for number in changed_rows(before, data, width):
                rows[number] = data[number * width : (number + 1) * width]
        self.last = (data, rows)
        return rows

    def info(self) -> CacheInfo:
        return CacheInfo(self.hits, self.misses, 1, int(self.last[0] != b""))

    def clear(self) -> None:
        self.last = (b"", [])


def changed_rows(before: bytes, after: bytes, width: int) -> list[int]:
    """The numbers of the rows in which two arrays differ, found by bisection: usually one or two of hundreds differ.

    >>> changed_rows(bytes([1, 2, 3, 4, 5, 6]), bytes([1, 2, 0, 4, 5, 0]), 2)
    [1, 2]
    """
    result, view = list[int](), memoryview(after)
    waiting = [(0, len(after) // width)]
    while waiting:
        first, last = waiting.pop()
        # Compared in place: a slice would copy it.
        if before.startswith(view[first * width : last * width], first * width):
            continue
        if last - first == 1:
            result.append(first)
        else:
            middle = (first + last) // 2
            waiting += ((middle, last), (first, middle))
    return result


def changed_places(before: bytes, after: bytes, width: int) -> list[int]:
    """The places where two arrays of numbers of ``width`` bytes differ, ascending.

    >>> changed_places(bytes([1, 2, 3, 4, 5, 6]), bytes([1, 2, 0, 4, 5, 0]), 2)
    [1, 2]
    """
    bits = int.from_bytes(before, "little") ^ int.from_bytes(after, "little")
    result, each = list[int](), 8 * width
    place = 0
    while bits:
        skip = ((bits & -bits).bit_length() - 1) // each
        place += skip
        result.append(place)
        bits >>= (skip + 1) * each
        place += 1
    return result
