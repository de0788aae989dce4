"""The fingerprints check: each cached value equals a recomputed one, and depends only on what its fingerprint covers.

States are watched while a function computes a value: the fingerprint must cover each cell and array element that it
reads.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from ironbottom.engine.cache import FingerprintedFunction, fingerprinted_functions
from ironbottom.engine.rules.state import State


class WatchedCells(list[int]):
    """Cells that record which of them are read."""

    def __init__(self, cells: list[int]) -> None:
        super().__init__(cells)
        self.read: set[int] = set()

    def __getitem__(self, place: Any) -> Any:
        self.read |= set(range(*place.indices(len(self)))) if isinstance(place, slice) else {place}
        return super().__getitem__(place)

    def __iter__(self) -> Iterator[int]:
        self.read |= set(range(len(self)))
        return super().__iter__()


class WatchedArray(array):  # type: ignore[type-arg]
    """An array that records as bits which of its elements are read."""

    read: int

    def __getitem__(self, place: Any) -> Any:
        chosen = range(len(self))[place]
        if not isinstance(chosen, range):
            self.read |= 1 << chosen
        elif chosen:
            self.read |= ((1 << len(chosen)) - 1) << chosen.start
        return super().__getitem__(place)

    def _all(self) -> None:
        self.read |= (1 << len(self)) - 1

    def __iter__(self) -> Iterator[Any]:
        self._all()
        return super().__iter__()

    def tobytes(self) -> bytes:
        self._all()
        return super().tobytes()

    def index(self, *sought: Any) -> int:
        self._all()
        return super().index(*sought)

    def count(self, value: Any) -> int:
        self._all()
        return super().count(value)


class WatchedArrays(tuple[Any, ...]):
    """Arrays that record which of their elements are read."""

    watched: dict[int, WatchedArray]

    def __getitem__(self, place: Any) -> Any:
        known = super().__getitem__(place)
        if place not in self.watched:
            self.watched[place] = WatchedArray(known.typecode, known)
            self.watched[place].read = 0
        return self.watched[place]


def read_by(ask: Any, state: State, *arguments: Any) -> tuple[set[int], dict[int, int]]:
    """The cells that a function reads from a state, and by array its elements, as bits."""
    cells, arrays = WatchedCells(state.cells), WatchedArrays(state.arrays)
    arrays.watched = {}
    ask(State(state.rules, cells, state.stack, arrays), *arguments)
    return cells.read, {place: numbers.read for place, numbers in arrays.watched.items()}


def functions_of(module: str) -> list[FingerprintedFunction]:
    """The functions with a fingerprint cache in a module or the modules below it."""
    return [each for each in fingerprinted_functions() if each.__module__.startswith(module)]


def check_fingerprints(
    state: State, functions: Iterable[FingerprintedFunction], elsewhere: Collection[int] = ()
) -> int:
    """Recomputes each cached value and checks which data the computation has read; returns the number of values.

    The arrays in ``elsewhere`` are derived from others, which fingerprints cover instead.
    """
    checked = 0
    for each in functions:
        covered, covered_arrays = read_by(each.fingerprint, state)
        for arguments in each.cached_arguments():
            assert each(state, *arguments) == each.compute(state, *arguments), (each.__name__, arguments)
            cells, arrays = read_by(each.compute, state, *arguments)
            assert cells <= covered, (each.__name__, sorted(cells - covered))
            missing = {
                state.rules.layout.arrays[place].name
                for place, numbers in arrays.items()
                if place not in elsewhere and numbers & ~covered_arrays.get(place, 0)
            }
            assert not missing, (each.__name__, arguments, missing)
            checked += 1
    return checked
