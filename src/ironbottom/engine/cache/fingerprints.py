"""Fingerprints: the parts of a state that a function reads, compared to see whether its cached values still hold.

A ``FingerprintContext`` reads each part once while a state does not change. The state carries its context, so every
function that receives the state also receives the context; no other state or thread uses it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from ironbottom.engine.cache.caches import Cache, CacheInfo

Part = bytes | list[int]
"""The value of a part of a state."""
COMPARE_IN_PLACE_FROM = 2_000
"""From this number of bytes on, copying an array takes longer than comparing it in place."""


class StatePart:
    """A slice of an array, or of the cells, as fingerprints compare it.

    Equal parts are one object. A part that has not changed since the last context is the same object, so comparing it
    takes no time.
    """

    def __init__(self, array: int, start: int, count: int) -> None:
        self.array, self.slice = array, slice(start, start + count)
        self.last: Part | None = None

    def read(self, state: StateData[HasPieces]) -> Part:
        """The current values: the bytes of an array, or a list of cells."""
        return state.cells[self.slice] if self.array == CELLS else state.arrays[self.array][self.slice].tobytes()


class WholeArray:
    """An array as fingerprints compare it; one object for each number of an array, like ``StatePart``."""

    def __init__(self) -> None:
        self.last: bytes | None = None

    def read(self, numbers: array[int]) -> bytes:
        """The array as bytes."""
        before = self.last
        if before is None or len(before) < COMPARE_IN_PLACE_FROM:
            result = numbers.tobytes()
            if result == before:
                result = before
        else:
            # Compared in place, since the array seldom changes.
            unchanged = len(before) == len(numbers) * numbers.itemsize and before.startswith(numbers)
            result = before if unchanged else numbers.tobytes()
        self.last = result
        return result


class HasPieces(Protocol):
    """The rules of a state, as far as fingerprints read them."""

    @property
    def pieces(self) -> object: ...


RulesT_co = TypeVar("RulesT_co", bound=HasPieces, covariant=True)


class StateData(Generic[RulesT_co]):
    """The numbers of a state and its rules; ``State`` is the complete class."""

    __slots__ = ("acts", "arrays", "cells", "fingerprints", "rules")

    def __init__(self, rules: RulesT_co, cells: list[int], arrays: tuple[array[int], ...] = ()) -> None:
        self.acts = 0
        self.fingerprints: FingerprintContext | None = None
        self.rules = rules
        self.cells = cells
        self.arrays = arrays


CELLS = -1
"""Stands for the cells where the number of an array is expected."""
_parts: dict[tuple[int, int, int], StatePart] = {}
_arrays: dict[int, WholeArray] = {}
"""The parts and arrays that fingerprints compare, so that equal ones are one object."""


def state_part(array: int, start: int, count: int) -> StatePart:
    """The part with these numbers."""
    return _parts.setdefault((array, start, count), StatePart(array, start, count))


def whole_array(array: int) -> WholeArray:
    """The array of a state with this number."""
    result = _arrays.get(array)
    if result is None:
        result = _arrays.setdefault(array, WholeArray())
    return result


class FingerprintContext:
    """Declares a state unchanged until the end of a ``with`` block, so fingerprints are computed once.

    A nested context for the same state does nothing.
    """

    __slots__ = ("arrays", "parts", "state")

    def __init__(self, state: StateData[HasPieces]) -> None:
        self.state = state
        self.arrays: list[bytes | None] = [None] * len(state.arrays)
        self.parts: dict[StatePart, Part] = {}
        """The arrays and parts that were read."""

    def __enter__(self) -> None:
        if self.state.fingerprints is None:
            self.state.fingerprints = self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if self.state.fingerprints is self:
            self.state.fingerprints = None

    def array(self, array: int) -> bytes:
        """An array as bytes."""
        result = self.arrays[array]
        if result is None:
            result = self.arrays[array] = whole_array(array).read(self.state.arrays[array])
        return result

    def fingerprint_of(self, state_part: StatePart) -> Part:
        """A part, as currently read from the state."""
        result = self.parts.get(state_part)
        if result is None:
            result, before = state_part.read(self.state), state_part.last
            if before is not None and before == result:
                result = before
            self.parts[state_part] = state_part.last = result
        return result


def array_bytes(state: StateData[HasPieces], array: int) -> bytes:
    """An array of a state as bytes, read once per context."""
    context = state.fingerprints
    return state.arrays[array].tobytes() if context is None else context.array(array)


class Fingerprint:
    """The parts of a state that a function reads; called with a state, it returns them as they are now.

    Within a context they are read once, and are the same object as in the last context if nothing has changed.
    """

    def __init__(self, arrays: list[int], parts: list[StatePart], also: Callable[..., object] | None) -> None:
        self.arrays, self.parts, self.also = arrays, parts, also
        self.last: tuple[FingerprintContext | None, object] = (None, None)

    def __call__(self, state: StateData[HasPieces]) -> object:
        context = state.fingerprints
        if context is not None:
            return self.within(context)
        result: list[object] = [state.rules.pieces]
        result += [state.arrays[array].tobytes() for array in self.arrays]
        result += [each.read(state) for each in self.parts]
        if self.also is not None:
            result.append(self.also(state))
        return result

    def within(self, context: FingerprintContext) -> object:
        """The fingerprint within a context, which reads each part only once."""
        seen, before = self.last
        if seen is context:
            return before
        state = context.state
        read = context.arrays
        parts: list[object] = [state.rules.pieces]
        for number in self.arrays:
            there = read[number]
            parts.append(context.array(number) if there is None else there)
        parts += [context.fingerprint_of(each) for each in self.parts]
        if self.also is not None:
            parts.append(self.also(state))
        result = before if parts == before else parts
        self.last = (context, result)
        return result


Runs = Sequence[tuple[int, int]]
"""Runs of cells, each as the index of its first cell and its number of cells."""


def depends_on(
    *arrays: int,
    cells: Runs = (),
    parts: Sequence[tuple[int, int, int]] = (),
    also: Callable[..., object] | None = None,
) -> Fingerprint:
    """The fingerprint of a function that reads these arrays, these runs of cells, and the pieces.

    ``parts`` are slices of arrays, each as the number of the array, the index of its first element, and its length.
    ``also`` returns whatever else is read.

    >>> from types import SimpleNamespace
    >>> from array import array
    >>> from ironbottom.engine.rules.state import State
    >>> state = State(SimpleNamespace(pieces=None), [7, 8, 9], (), (array("b", [1, 2]),))
    >>> depends_on(0, cells=[(1, 2)])(state)
    [None, b'\\x01\\x02', [8, 9]]
    >>> depends_on(parts=[(0, 1, 1)], also=lambda state: state.cells[0])(state)
    [None, b'\\x02', 7]
    """
    slices = [state_part(*each) for each in parts] + [state_part(CELLS, start, count) for start, count in cells]
    return Fingerprint(list(arrays), slices, also)


NOT_CACHED = object()
"""Marks a value that is not cached, since None may be a cached value."""


class FingerprintCache(Cache):
    """Caches the values of a function of a state, by its other arguments, until the fingerprint changes."""

    def __init__(self, compute: Callable[..., object], fingerprint: Fingerprint, maxsize: int) -> None:
        super().__init__(compute)
        self.fingerprint, self.maxsize = fingerprint, maxsize
        self.last: tuple[object, dict[tuple[object, ...], object], FingerprintContext | None] = (None, {}, None)
        """The fingerprint, the values that are valid while it stays the same, and the context that last read it."""
        self.latest: tuple[FingerprintContext | None, int, object] = (None, 0, None)
        """The context, key and value of the latest call of ``get_one``."""

    def get_one(self, state: StateData[HasPieces], key: int) -> object:
        """The value for one argument; returned at once if it was the last one asked for in this context."""
        context = state.fingerprints
        if context is None:
            return self.get(state, key)
        seen, known, value = self.latest
        if seen is not context or known != key:
            value = self.get(state, key)
            self.latest = (context, key, value)
        else:
            self.hits += 1
        return value

    def get(self, state: StateData[HasPieces], *arguments: object) -> object:
        """The value for these arguments."""
        context = state.fingerprints
        # On its own line, since compiled code unpacks a nested tuple slowly.
        known, values, seen = self.last
        if context is None or context is not seen:
            read = self.fingerprint(state) if context is None else self.fingerprint.within(context)
            if read is not known and read != known:
                values = {}
            self.last = (read, values, context)
        # Avoids an exception, which is slow in compiled code, and looks up only once, since another thread may store
        # the value meanwhile.
        value = values.get(arguments, NOT_CACHED)
        if value is not NOT_CACHED:
            self.hits += 1
            return value
        self.misses += 1
        if len(values) >= self.maxsize:
            values.clear()
        value = values[arguments] = self.compute(state, *arguments)
        return value

    def cached_arguments(self) -> list[tuple[object, ...]]:
        """The arguments for which values are cached now."""
        return list(self.last[1])

    def info(self) -> CacheInfo:
        return CacheInfo(self.hits, self.misses, self.maxsize, len(self.last[1]))

    def clear(self) -> None:
        self.last = (None, {}, None)
        self.latest = (None, 0, None)


class FingerprintCachePerKey:
    """A fingerprint cache for each value of the first argument after the state."""

    def __init__(self, caches: list[FingerprintCache], functions: Sequence[object]) -> None:
        self.caches, self.functions = caches, functions
        """The cached functions, which are registered for as long as they are referred to here."""

    def get(self, state: StateData[HasPieces], key: int, *arguments: object) -> object:
        """The value for these arguments."""
        cache = self.caches[key]
        return cache.get(state, key, *arguments) if arguments else cache.get_one(state, key)


def clear_parts() -> None:
    """Drops what the last contexts have read."""
    for each in _parts.values():
        each.last = None
    for whole in _arrays.values():
        whole.last = None
