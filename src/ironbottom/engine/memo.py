"""What is derived from a state and asked for often is kept beside it, bounded, by all that it was computed from.

A memo belongs to the facts in force or to a module, and is shared by all states; no state knows of it, so that it is
never dumped, hashed, compared or sent. The kit forgets everything and asks again: choices and views stay the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import compress, count
from operator import ne
from typing import Any, NamedTuple, TypeVar, cast
from weakref import WeakSet

Key = TypeVar("Key")
Found = TypeVar("Found")
Finder = TypeVar("Finder", bound=Callable[..., Any])


class Usage(NamedTuple):
    """How often a memo knew the answer, how often it had to look, how many it may hold, and how many it holds.

    ``hits`` is None where counting them would take as long as the answer.
    """

    hits: int | None
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


@memo(1024)
def same(found: Found) -> Found:
    """Of equal things the first that was asked for, so that they are compared at once where they are keys of a memo.

    >>> same(frozenset([7, 8])) is same(frozenset([8, 7]))
    True
    """
    return found


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

    kept.__name__ = getattr(find, "__name__", type(find).__name__)
    kept.cache_info, kept.cache_clear = info, clear  # type: ignore[attr-defined]
    _memos.add(kept)
    return kept


class _Moment:
    """A state that nothing changes for a while, with the marks and the bytes of arrays that were read meanwhile."""

    __slots__ = ("marked", "read", "state")

    def __init__(self, state: Any) -> None:
        self.state = state
        self.read: dict[Any, bytes] = {}
        self.marked: dict[Any, Any] = {}

    def marks_of(self, marks: Callable[[Any], Any]) -> Any:
        """What marks the state, read once for all that is kept by it."""
        found = self.marked.get(marks)
        if found is None:
            found = self.marked[marks] = marks(self.state)
        return found

    def bytes_of(self, at: int) -> bytes:
        """An array as bytes, read once: the same object as in the moment before while nothing in it has changed."""
        found: Any = self.read.get(at)
        if found is None:
            found = self.state.arrays[at].tobytes()
            before = _read_last.get(at)
            if before == found:
                found = before
            self.read[at] = _read_last[at] = found
        return found  # type: ignore[no-any-return]

    def part_of(self, at: int, run: slice) -> bytes:
        """A run of an array as bytes, as the whole of one."""
        key = at, run.start, run.stop
        found: Any = self.read.get(key)
        if found is None:
            found = self.state.arrays[at][run].tobytes()
            before = _read_last.get(key)
            if before == found:
                found = before
            self.read[key] = _read_last[key] = found
        return found  # type: ignore[no-any-return]


_moment: _Moment | None = None
_read_last: dict[Any, bytes] = {}
"""The bytes of each array when it was read last at rest: what is the same object need not be compared."""


def at_rest(state: Any | None) -> None:
    """Says that a state will not be changed before this is called again: its marks are then read once a memo.

    Called with None after all; whatever else is asked for meanwhile, and by other threads, is looked at as ever.
    """
    global _moment
    _moment = None if state is None else _Moment(state)


def while_unchanged(marks: Callable[[Any], Any], most: int = 4096) -> Callable[[Finder], Finder]:
    """Keeps what a function of a state found for its other arguments, until what it reads of the state has changed.

    ``marks`` gives all that is read, quick to compare; ``most`` answers are kept at once.

    >>> @while_unchanged(lambda cells: cells[0])
    ... def found(cells, factor):
    ...     return cells[0] * factor
    >>> [found([3, other], 5) for other in (1, 2)], found([4, 1], 5), usage(found)
    ([15, 15], 20, Usage(hits=1, misses=2, most=4096, held=1))
    """

    def keeping(find: Finder) -> Finder:
        last: Any = (None, {}, None)
        hits = misses = 0

        def kept(state: Any, *given: Any) -> Any:
            nonlocal last, hits, misses
            now, (known, answers, seen) = _moment, last
            if now is None or now.state is not state:
                read = marks(state)
                if read != known:
                    answers = {}
                last = (read, answers, None)
            elif now is not seen:
                read = now.marks_of(marks)
                if read != known:
                    answers = {}
                last = (read, answers, now)
            try:
                found = answers[given]
            except KeyError:
                misses += 1
            else:
                hits += 1
                return found
            if len(answers) >= most:
                answers.clear()
            found = answers[given] = find(state, *given)
            return found

        def info() -> Usage:
            return Usage(hits, misses, most, len(last[1]))

        def clear() -> None:
            nonlocal last
            last = (None, {}, None)

        kept.__name__ = getattr(find, "__name__", type(find).__name__)
        kept.__doc__, kept.__module__ = find.__doc__, find.__module__
        kept.cache_info, kept.cache_clear, kept.find = info, clear, find  # type: ignore[attr-defined]
        kept.marks, kept.answered = marks, lambda: list(last[1])  # type: ignore[attr-defined]
        _memos.add(kept)
        return cast(Finder, kept)

    return keeping


def unchanged_for_each(
    marks: Sequence[Callable[[Any], Any]], most: int = 4096
) -> Callable[[Callable[..., Found]], Callable[..., Found]]:
    """The same where other things are read for each value of the first argument after the state, such as a side.

    >>> @unchanged_for_each([lambda cells: cells[0], lambda cells: cells[1]])
    ... def found(cells, which, factor):
    ...     return cells[which] * factor
    >>> cells = [3, 4]
    >>> found(cells, 0, 5), found(cells, 1, 5), found([3, 7], 0, 5), found([3, 7], 1, 5)
    (15, 20, 15, 35)
    """

    def keeping(find: Callable[..., Found]) -> Callable[..., Found]:
        each = [while_unchanged(of_one, most)(find) for of_one in marks]

        def kept(state: Any, which: int, *given: Any) -> Found:
            return each[which](state, which, *given)

        kept.__name__ = getattr(find, "__name__", type(find).__name__)
        kept.__doc__, kept.__module__ = find.__doc__, find.__module__
        return kept

    return keeping


Runs = Sequence[tuple[int, int]]
"""Runs of cells, each from a place and so many."""


def reading(
    *arrays: int, cells: Runs = (), parts: Sequence[tuple[int, int, int]] = (), also: Callable[[Any], Any] | None = None
) -> Callable[[Any], Any]:
    """What marks a state by some of its arrays, by runs of its cells, each from a place and so many, and by its pieces.

    ``parts`` are runs of arrays: which, from which place, and so many; ``also`` gives what else is read.

    >>> from types import SimpleNamespace
    >>> from array import array
    >>> state = SimpleNamespace(rules=SimpleNamespace(pieces=None), arrays=[array("b", [1, 2])], cells=[7, 8, 9])
    >>> reading(0, cells=[(1, 2)])(state)
    (None, [b'\\x01\\x02'], [[8, 9]])
    >>> reading(parts=[(0, 1, 1)], also=lambda state: state.cells[0])(state)
    (None, [b'\\x02'], [], 7)
    """
    runs = [slice(start, start + count) for start, count in cells]
    spans = [(at, slice(start, start + count)) for at, start, count in parts]

    def marks(state: Any) -> Any:
        numbers, listed, now = state.arrays, state.cells, _moment
        if now is not None and now.state is state:
            # Most arrays were read in this moment already, which is not worth a call.
            known = now.read
            read = [known[at] if at in known else now.bytes_of(at) for at in arrays]
            if spans:
                read += [now.part_of(at, run) for at, run in spans]
        else:
            read = [numbers[at].tobytes() for at in arrays]
            if spans:
                read += [numbers[at][run].tobytes() for at, run in spans]
        if also is not None:
            return (state.rules.pieces, read, [listed[run] for run in runs], also(state))
        return (state.rules.pieces, read, [listed[run] for run in runs])

    return marks


Item = TypeVar("Item")


def item_by_item(find: Callable[[Any, int, Any], Found]) -> Callable[[Any, list[Item]], list[Found]]:
    """Keeps what a function found last for each item of a list, and asks anew for those that differ alone.

    The function takes what bears on all items alike, the item's place, and the item. The list that is given back is the
    same object as before where nothing else was found.

    >>> asked = []
    >>> doubled = item_by_item(lambda factor, place, item: asked.append(place) or factor * item)
    >>> doubled(2, [5, 6]), doubled(2, [5, 7]), asked
    ([10, 12], [10, 14], [0, 1, 1])
    """
    last: Any = (None, [], [])
    hits = misses = 0

    def kept(bearing: Any, items: list[Any]) -> list[Found]:
        nonlocal last, hits, misses
        known, before, found = last
        if (bearing is not known and bearing != known) or len(items) != len(before):
            misses += 1
            found = [find(bearing, place, item) for place, item in enumerate(items)]
            last = (bearing, items, found)
        elif items != before:
            hits += 1
            anew = found
            for place in compress(count(), map(ne, before, items)):
                other = find(bearing, place, items[place])
                if other != anew[place]:
                    anew = found[:] if anew is found else anew
                    anew[place] = other
            found = anew
            last = (bearing, items, found)
        return found  # type: ignore[no-any-return]

    def info() -> Usage:
        return Usage(hits, misses, 1, int(last[0] is not None))

    def clear() -> None:
        nonlocal last
        last = (None, [], [])

    kept.__name__ = getattr(find, "__name__", type(find).__name__)
    kept.cache_info, kept.cache_clear = info, clear  # type: ignore[attr-defined]
    _memos.add(kept)
    return kept


class Remembered(dict[Key, Found]):
    """What a function found, read by its key as from a table: quickest for a key that is asked many times a decision.

    It is emptied when it is full.

    >>> lengths = Remembered(len, 2)
    >>> [lengths[key] for key in ("a", "bc", "bc", "def")], usage(lengths)
    ([1, 2, 2, 3], Usage(hits=None, misses=3, most=2, held=1))
    """

    def __init__(self, find: Callable[[Key], Found], most: int) -> None:
        super().__init__()
        self.__name__ = getattr(find, "__name__", type(find).__name__)
        self._find, self._most, self._misses = find, most, 0
        _memos.add(self)

    __hash__ = object.__hash__  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return self is other

    def __missing__(self, key: Key) -> Found:
        self._misses += 1
        if len(self) >= self._most:
            self.clear()
        found = self[key] = self._find(key)
        return found

    def cache_info(self) -> Usage:
        """As of the other memos."""
        return Usage(None, self._misses, self._most, len(self))

    cache_clear = dict.clear


def usage(kept: Any) -> Usage:
    """How a memo was used; ``TypeError`` for a function without one."""
    if kept not in _memos:
        raise TypeError(f"{kept!r} keeps nothing")
    return Usage(*kept.cache_info())


def usages() -> dict[str, list[Usage]]:
    """How each memo was used, by the name of its function; there is one for each of several facts in force."""
    found: dict[str, list[Usage]] = {}
    for kept in _memos:
        found.setdefault(kept.__name__, []).append(usage(kept))
    return found


def keepers_of_states() -> list[Any]:
    """The functions whose answers are kept while a state is unchanged, by name.

    Each has what finds an answer as ``find``, what marks a state as ``marks``, and gives by ``answered`` for which
    arguments it keeps answers now.
    """
    return sorted([kept for kept in _memos if hasattr(kept, "answered")], key=lambda kept: str(kept.__name__))


def forget() -> None:
    """Empties every memo."""
    _read_last.clear()
    for kept in _memos:
        kept.cache_clear()
