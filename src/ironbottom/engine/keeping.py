"""What the memos of the rules keep, and how: by a key, by what was read of a state, item by item.

Apart from ``memo.py``, which tells of them all, since this is asked many times a decision and is compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple


class Usage(NamedTuple):
    """How often a memo knew the answer, how often it had to look, how many it may hold, and how many it holds.

    ``hits`` is None where counting them would take as long as the answer.
    """

    hits: int | None
    misses: int
    most: int
    held: int


class KeptAnswers:
    """What keeps answers of a function; each kind has ``ask``, which takes the function's place."""

    def __init__(self, find: Callable[..., Any]) -> None:
        self.find = find
        self.hits = self.misses = 0

    def used(self) -> Usage:
        """How it was used."""
        raise NotImplementedError

    def forget(self) -> None:
        """Drops all answers."""
        raise NotImplementedError


class LatestAnswer(KeptAnswers):
    """Keeps what was found last.

    The key and what belongs to it are put down at once, so that threads may ask at the same time.
    """

    def __init__(self, find: Callable[..., Any]) -> None:
        super().__init__(find)
        self.last: tuple[Any, Any] = (None, None)

    def ask(self, key: Any) -> Any:
        """What belongs to a key."""
        known, found = self.last
        if key == known:
            self.hits += 1
        else:
            self.misses += 1
            found = self.find(key)
            self.last = (key, found)
        return found

    def used(self) -> Usage:
        return Usage(self.hits, self.misses, 1, int(self.last[0] is not None))

    def forget(self) -> None:
        self.last = (None, None)


class LatestFrom(LatestAnswer):
    """The same of a function that takes what it found last beside the key, from which less has to be found anew."""

    def ask(self, key: Any) -> Any:
        """What belongs to a key."""
        known, found = self.last
        if known is not None and key == known:
            self.hits += 1
        else:
            self.misses += 1
            found = self.find(key, found)
            self.last = (key, found)
        return found


# -- of a state, until what was read of it has changed ---------------------------------------------------------


LONG = 2_000
"""An array of so many bytes takes longer to copy than to compare where it lies."""


class RestingState:
    """A state that nothing changes for a while, with the marks and the bytes of arrays that were read meanwhile."""

    __slots__ = ("arrays", "cells", "marked", "parts", "read", "state")

    def __init__(self, state: Any) -> None:
        self.state, self.arrays, self.cells = state, state.arrays, state.cells
        self.read: list[Any] = [None] * len(state.arrays)
        """The arrays as bytes, as far as they were read."""
        self.parts: dict[int, Any] = {}
        self.marked: dict[Any, Any] = {}

    def marks_of(self, marks: Callable[[Any], Any]) -> Any:
        """What marks the state, read once for all that is kept by it."""
        found = self.marked.get(marks)
        if found is None:
            found, before = marks(self.state), REST.marked_last.get(marks)
            if before is not None and before == found:
                # The same object, so that what is kept by it is compared at once.
                found = before
            else:
                REST.marked_last[marks] = found
            self.marked[marks] = found
        return found

    def bytes_of(self, at: int) -> bytes:
        """An array as bytes, read once: the same object as in the moment before while nothing in it has changed."""
        found: Any = self.read[at]
        if found is None:
            last = REST.read_last
            numbers, before = self.arrays[at], last.get(at)
            if before is None or len(before) < LONG:
                found = numbers.tobytes()
                if found == before:
                    found = before
            else:
                # Looked at where it lies, since it is mostly as it was.
                alike = len(before) == len(numbers) * numbers.itemsize and before.startswith(numbers)
                found = before if alike else numbers.tobytes()
            self.read[at] = last[at] = found
        return found  # type: ignore[no-any-return]

    def part_of(self, part: PartRead) -> Any:
        """A run of an array as bytes, or one of the cells as a list, as the whole of an array."""
        found: Any = self.parts.get(part.number)
        if found is None:
            last = REST.parts_last
            found, before = part.read(self.state), last.get(part.number)
            if before == found:
                found = before
            self.parts[part.number] = last[part.number] = found
        return found


class Rest:
    """The moment that lasts now, if any: an object, since a compiler finds its field sooner than a module's name."""

    __slots__ = ("marked_last", "moment", "parts_last", "read_last")

    def __init__(self) -> None:
        self.moment: RestingState | None = None
        self.marked_last: dict[Any, Any] = {}
        """What marked the state that was at rest last, by what finds it."""
        self.read_last: dict[int, bytes] = {}
        """The bytes of each array when it was read last at rest: what is the same object need not be compared."""
        self.parts_last: dict[int, Any] = {}
        """The same of each part, by its number."""


REST = Rest()


def at_rest(state: Any | None) -> None:
    """Says that a state will not be changed before this is called again: its marks are then read once a memo.

    Called with None after all; whatever else is asked for meanwhile, and by other threads, is looked at as ever.
    """
    REST.moment = None if state is None else RestingState(state)


def forget_bytes() -> None:
    """Drops what was read last at rest."""
    REST.read_last.clear()
    REST.parts_last.clear()
    REST.marked_last.clear()
    _rows_last.clear()


_rows_last: dict[tuple[int, int], tuple[bytes, list[bytes]]] = {}
"""The rows of each array when it was read last in rows so wide."""


def rows_of(state: Any, at: int, width: int) -> list[bytes]:
    """An array of bytes, row by row; those that were the same when it was read last are the same objects.

    >>> from types import SimpleNamespace
    >>> from array import array
    >>> state = SimpleNamespace(arrays=[array("b", [1, 2, 3, 4, 5, 6])])
    >>> before = rows_of(state, 0, 2)
    >>> state.arrays[0][3] = 9
    >>> now = rows_of(state, 0, 2)
    >>> now, [row is old for row, old in zip(now, before)]
    ([b'\\x01\\x02', b'\\x03\\t', b'\\x05\\x06'], [True, False, True])
    """
    data: Any = bytes_now(state, at)
    known: Any = _rows_last.get((at, width), (b"", []))
    before, rows = known
    if data is before:
        return rows  # type: ignore[no-any-return]
    if len(data) != len(before):
        rows = [data[start : start + width] for start in range(0, len(data), width)]
    elif data != before:
        rows = rows[:]
        for number in changed_rows(before, data, width):
            rows[number] = data[number * width : (number + 1) * width]
    _rows_last[at, width] = (data, rows)
    return rows  # type: ignore[no-any-return]


def bytes_now(state: Any, at: int) -> bytes:
    """An array of a state as bytes, of one at rest read once."""
    now = REST.moment
    if now is not None and now.state is state:
        return now.bytes_of(at)
    return state.arrays[at].tobytes()  # type: ignore[no-any-return]


def changed_rows(before: bytes, now: bytes, width: int) -> list[int]:
    """The numbers of the rows so wide in which arrays differ: mostly one or two of hundreds, which halving finds soon.

    >>> changed_rows(bytes([1, 2, 3, 4, 5, 6]), bytes([1, 2, 0, 4, 5, 0]), 2)
    [1, 2]
    """
    found, view = list[int](), memoryview(now)
    waiting = [(0, len(now) // width)]
    while waiting:
        first, last = waiting.pop()
        # Looked at where it lies: a slice would copy it.
        if before.startswith(view[first * width : last * width], first * width):
            continue
        if last - first == 1:
            found.append(first)
        else:
            middle = (first + last) // 2
            waiting += ((middle, last), (first, middle))
    return found


UNKNOWN = object()
"""Of what no answer is kept: one that is kept may be None."""


class AnswersOfAState(KeptAnswers):
    """Keeps what was found of a state for other arguments, until what marks the state has changed."""

    def __init__(self, find: Callable[..., Any], marks: Callable[[Any], Any], most: int) -> None:
        super().__init__(find)
        self.marks, self.most = marks, most
        self.reading = marks if isinstance(marks, Marks) else None
        self.last: tuple[Any, dict[Any, Any], Any] = (None, {}, None)
        self.asked: tuple[Any, int, Any] = (None, 0, None)

    def ask_of(self, state: Any, which: int) -> Any:
        """What was found of a state for one argument, at once where that was asked last in this moment."""
        now = REST.moment
        if now is None or now.state is not state:  # an answer about another state must not be kept for this moment
            return self.ask(state, which)
        seen, asked, found = self.asked
        if seen is not now or asked != which:
            found = self.ask(state, which)
            self.asked = (now, which, found)
        else:
            self.hits += 1
        return found

    def ask(self, state: Any, *given: Any) -> Any:
        """What was found of a state."""
        now = REST.moment
        # Apart, since compiled code takes a tuple within another to pieces slowly.
        known, answers, seen = self.last
        if now is None or now.state is not state:
            read = self.marks(state)
            if read != known:
                answers = {}
            self.last = (read, answers, None)
        elif now is not seen:
            read = now.marks_of(self.marks) if self.reading is None else self.reading.at(now)
            if read is not known and read != known:
                answers = {}
            self.last = (read, answers, now)
        # Not by an exception, which compiled code raises and catches slowly; looked up once, since another thread may
        # put the answer down meanwhile.
        found = answers.get(given, UNKNOWN)
        if found is not UNKNOWN:
            self.hits += 1
            return found
        self.misses += 1
        if len(answers) >= self.most:
            answers.clear()
        found = answers[given] = self.find(state, *given)
        return found

    def answered(self) -> list[tuple[Any, ...]]:
        """For which arguments it keeps answers now."""
        return list(self.last[1])

    def used(self) -> Usage:
        return Usage(self.hits, self.misses, self.most, len(self.last[1]))

    def forget(self) -> None:
        self.last = (None, {}, None)
        self.asked = (None, 0, None)


class AnswersForEach:
    """Answers kept apart for each value of the first argument after the state."""

    def __init__(self, asks: Sequence[Any]) -> None:
        self.asks = asks
        """Those of each, which are known as memos for as long as they are here."""
        self.each: list[AnswersOfAState] = [ask.__self__ for ask in asks]

    def ask(self, state: Any, which: int, *given: Any) -> Any:
        """What was found of a state for one of the values."""
        kept = self.each[which]
        return kept.ask(state, which, *given) if given else kept.ask_of(state, which)


Runs = Sequence[tuple[int, int]]
"""Runs of cells, each from a place and so many."""


class PartRead:
    """A run of an array, or of the cells where ``at`` is None; the same runs have the same number."""

    def __init__(self, at: int | None, start: int, count: int) -> None:
        self.at, self.run = at, slice(start, start + count)
        self.number = _numbers_of_parts.setdefault((at, start, count), len(_numbers_of_parts))

    def read(self, state: Any) -> Any:
        """What is in it."""
        return state.cells[self.run] if self.at is None else state.arrays[self.at][self.run].tobytes()


_numbers_of_parts: dict[tuple[int | None, int, int], int] = {}


class Marks:
    """What marks a state by some of its arrays, by parts of arrays or cells, by its pieces and by what else is read.

    At rest it is read once, and is the same object as in the moment before while nothing in it has changed.
    """

    def __init__(self, arrays: list[int], parts: list[PartRead], also: Callable[[Any], Any] | None) -> None:
        self.arrays, self.parts, self.also = arrays, parts, also
        self.last: tuple[Any, Any] = (None, None)

    def __call__(self, state: Any) -> Any:
        now = REST.moment
        if now is not None and now.state is state:
            return self.at(now)
        found: list[Any] = [state.rules.pieces]
        found += [state.arrays[at].tobytes() for at in self.arrays]
        found += [part.read(state) for part in self.parts]
        if self.also is not None:
            found.append(self.also(state))
        return found

    def at(self, now: RestingState) -> Any:
        """What marks a state at rest."""
        seen, before = self.last
        if seen is now:
            return before
        state: Any = now.state
        found, read = [state.rules.pieces], now.read
        for at in self.arrays:
            there = read[at]
            found.append(now.bytes_of(at) if there is None else there)
        found += [now.part_of(part) for part in self.parts]
        if self.also is not None:
            found.append(self.also(state))
        if found == before:
            found = before
        self.last = (now, found)
        return found


def reading(
    *arrays: int, cells: Runs = (), parts: Sequence[tuple[int, int, int]] = (), also: Callable[[Any], Any] | None = None
) -> Marks:
    """What marks a state by some of its arrays, by runs of its cells, each from a place and so many, and by its pieces.

    ``parts`` are runs of arrays: which, from which place, and so many; ``also`` gives what else is read.

    >>> from types import SimpleNamespace
    >>> from array import array
    >>> state = SimpleNamespace(rules=SimpleNamespace(pieces=None), arrays=[array("b", [1, 2])], cells=[7, 8, 9])
    >>> reading(0, cells=[(1, 2)])(state)
    [None, b'\\x01\\x02', [8, 9]]
    >>> reading(parts=[(0, 1, 1)], also=lambda state: state.cells[0])(state)
    [None, b'\\x02', 7]
    """
    of_arrays = [PartRead(at, start, count) for at, start, count in parts]
    return Marks(list(arrays), of_arrays + [PartRead(None, start, count) for start, count in cells], also)


STRETCH = 16
"""So many items of a list are compared at once: of a hundred mostly one or two differ, and lists compare quickly."""


class AnswersByItem(KeptAnswers):
    """Keeps what was found last for each item of a list, and asks anew for those that differ alone."""

    def __init__(self, find: Callable[..., Any]) -> None:
        super().__init__(find)
        self.last: tuple[Any, list[Any], list[Any]] = (None, [], [])

    def ask(self, bearing: Any, items: list[Any]) -> list[Any]:
        """What was found for each item, by what bears on all alike."""
        find = self.find
        known, before, found = self.last
        if (bearing is not known and bearing != known) or len(items) != len(before):
            self.misses += 1
            found = [find(bearing, place, item) for place, item in enumerate(items)]
            self.last = (bearing, items, found)
        elif items != before:
            self.hits += 1
            anew = found
            for start in range(0, len(items), STRETCH):
                here = items[start : start + STRETCH]
                if here == before[start : start + STRETCH]:
                    continue
                for place, item in enumerate(here, start):
                    if item is before[place] or item == before[place]:
                        continue
                    other = find(bearing, place, item)
                    if other != anew[place]:
                        anew = found[:] if anew is found else anew
                        anew[place] = other
            found = anew
            self.last = (bearing, items, found)
        return found

    def used(self) -> Usage:
        return Usage(self.hits, self.misses, 1, int(self.last[0] is not None))

    def forget(self) -> None:
        self.last = (None, [], [])
