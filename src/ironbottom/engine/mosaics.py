"""Wholes in parts of which mostly one or two have changed: what is kept of them is found anew for those alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

from ironbottom.engine.keeping import KeptAnswers, Usage, bytes_now, changed_rows

MOST_STEPS = 12
"""So many changes back a whole knows which of its parts have changed since."""
_numbers = count(1)


class Mosaic:
    """A whole in parts by a key, never changed once made; it knows in which it differs from those it was made from.

    ``number`` is its own; ``steps`` gives the numbers of those before, the latest first, each with the keys of the
    parts that were changed just after it.

    >>> first = Mosaic({"a": 1, "b": 2})
    >>> second = first.changed({"b": 3, "c": 4})
    >>> second.parts, second.since(first.number), second.since(0)
    ({'a': 1, 'b': 3, 'c': 4}, ('b', 'c'), None)
    >>> second.changed({"a": None}).parts
    {'b': 3, 'c': 4}
    """

    def __init__(self, parts: dict[Any, Any], steps: tuple[tuple[int, Any], ...] = ()) -> None:
        self.parts, self.steps, self.number = parts, steps, next(_numbers)

    def changed(self, parts: dict[Any, Any]) -> Mosaic:
        """The same with other parts, or without those that are None."""
        found = self.parts.copy()
        for key, part in parts.items():
            if part is None:
                found.pop(key, None)
            else:
                found[key] = part
        return Mosaic(found, ((self.number, tuple(parts)), *self.steps[: MOST_STEPS - 1]))

    def since(self, number: int) -> Any:
        """The keys of the parts that differ from those of an earlier whole; None where that is not known."""
        if number == self.number:
            return ()
        found: Any = ()
        for before, keys in self.steps:
            found = keys if not found else {*found, *keys}
            if before == number:
                return found
        return None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mosaic) and self.parts == other.parts

    __hash__ = None  # type: ignore[assignment]


def becoming(before: Mosaic | None, parts: dict[Any, Any]) -> Mosaic:
    """A whole in these parts that knows in which it differs from the one before; that one where it does not.

    >>> first = Mosaic({"a": 1, "b": 2})
    >>> becoming(first, {"b": 3}).since(first.number), becoming(first, {"b": 2, "a": 1}) is first
    (('b', 'a'), True)
    """
    if before is None:
        return Mosaic(parts)
    was = before.parts
    others = {key: part for key, part in parts.items() if was.get(key) != part}
    others.update(dict.fromkeys(was.keys() - parts.keys()))
    return before.changed(others) if others else before


class AnswersByPart(KeptAnswers):
    """Keeps what was found last for each part of a whole, and asks anew for those that differ alone.

    What is None is left out. ``into`` makes something of all that was found, again only where something else was; what
    is given back is the same object as before where nothing else was found.
    """

    def __init__(self, find: Callable[..., Any], into: Callable[[dict[Any, Any]], Any] | None = None) -> None:
        super().__init__(find)
        self.into = into
        self.last: tuple[Any, int, dict[Any, Any], Any] = (None, 0, {}, None)

    def ask(self, bearing: Any, whole: Mosaic) -> Any:
        """What was found for each part, by what bears on all alike, or what was made of it all."""
        known, number, before, made = self.last
        alike = bearing is known or bearing == known
        if number == whole.number and alike:
            return made
        keys = whole.since(number) if number and alike else None
        if keys is None:
            self.misses += 1
            found = self._of(bearing, whole, whole.parts, {})
        else:
            self.hits += 1
            found = self._of(bearing, whole, keys, before)
        if keys is None or found is not before:
            made = found if self.into is None else self.into(found)
        self.last = (bearing, whole.number, found, made)
        return made

    def _of(self, bearing: Any, whole: Mosaic, keys: Iterable[Any], before: dict[Any, Any]) -> dict[Any, Any]:
        """What was found before, with that of some parts found anew."""
        find, parts, found = self.find, whole.parts, before
        for key in keys:
            part = parts.get(key)
            there = None if part is None else find(bearing, key, part)
            if there != found.get(key):
                if found is before:
                    found = before.copy()
                if there is None:
                    del found[key]
                else:
                    found[key] = there
        return found

    def used(self) -> Usage:
        return Usage(self.hits, self.misses, 1, int(self.last[1] != 0))

    def forget(self) -> None:
        self.last = (None, 0, {}, None)


_tiles_last: dict[tuple[int, int], tuple[bytes, Mosaic]] = {}
"""The rows of each array when it was read last as a whole in rows so wide."""


def forget_tiles() -> None:
    """Drops what was read last as wholes."""
    _tiles_last.clear()


def tiles_of(state: Any, at: int, width: int) -> Mosaic:
    """An array of bytes as a whole of its rows by number, those of zeros left out.

    >>> from types import SimpleNamespace
    >>> from array import array
    >>> state = SimpleNamespace(arrays=[array("b", [1, 2, 3, 4, 0, 0])])
    >>> before = tiles_of(state, 0, 2)
    >>> state.arrays[0][3] = 9
    >>> before.parts, tiles_of(state, 0, 2).parts, tiles_of(state, 0, 2).since(before.number)
    ({0: b'\\x01\\x02', 1: b'\\x03\\x04'}, {0: b'\\x01\\x02', 1: b'\\x03\\t'}, (1,))
    """
    data: Any = bytes_now(state, at)
    known = _tiles_last.get((at, width))
    if known is not None and data is known[0]:
        return known[1]
    blank = bytes(width)
    if known is None or len(data) != len(known[0]):
        tiles = [data[start : start + width] for start in range(0, len(data), width)]
        found = Mosaic({number: tile for number, tile in enumerate(tiles) if tile != blank})
    else:
        found, before = known[1], known[0]
        if data != before:
            numbers = changed_rows(before, data, width)
            tiles = [data[number * width : (number + 1) * width] for number in numbers]
            found = found.changed({n: None if tile == blank else tile for n, tile in zip(numbers, tiles, strict=True)})
    _tiles_last[at, width] = (data, found)
    return found


def differing(now: bytes, before: bytes, width: int) -> list[int]:
    """The places in which two rows of numbers so many bytes wide differ, ascending.

    >>> differing(bytes([1, 2, 3, 4, 5, 6]), bytes([1, 2, 0, 4, 5, 0]), 2)
    [1, 2]
    """
    bits = int.from_bytes(now, "little") ^ int.from_bytes(before, "little")
    found, each = list[int](), 8 * width
    place = 0
    while bits:
        skip = ((bits & -bits).bit_length() - 1) // each
        place += skip
        found.append(place)
        bits >>= (skip + 1) * each
        place += 1
    return found
