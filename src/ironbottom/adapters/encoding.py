"""Encodes the view of a side as an array of fixed size."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ironbottom.engine.core.fields import FieldType, Flag, IdField, IdSetField, Number
from ironbottom.engine.core.layout import value_range
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.engine.rules.state import State

Kind = Literal["number", "thing", "set", "counts"]
MAX_INT = 2**31 - 1
MAX_COUNTED = 2**12 - 1
"""The largest count of a kind of item."""


class Plane(NamedTuple):
    """A part of an observation: values that have the same meaning.

    ``kind`` is ``"number"`` for whole numbers and flags; ``"thing"`` for the index of an item in its domain, or -1 for
    none; ``"set"`` for a 1 or 0 for each item in a domain; and ``"counts"`` for the number of each item in a domain.
    ``shape`` has the number of cells, and for sets and counts also the number of items. The values are at ``start`` to
    ``stop - 1``, in the order of ``shape``. Each is from ``low`` to ``high``.
    """

    name: str
    kind: Kind
    start: int
    shape: tuple[int, ...]
    low: int
    high: int
    domain: str = ""
    """What the values stand for, such as ``"unit"``; empty for numbers."""

    @property
    def stop(self) -> int:
        """The index after its last value."""
        return self.start + prod(self.shape)


class ObservationEncoder:
    """Encodes views as arrays of ``int32``; the same rules give the same planes on every machine.

    The planes are: the viewer; every block of cells and every array of the game's state, empty for the parts that the
    viewer does not see; the number of hidden items in each place, if the view shows it; and the open procedures with
    their fields. Only the view is read.

    >>> from ironbottom import get_game
    >>> state = get_game("pf").new()
    >>> encoder = ObservationEncoder(state.rules)
    >>> observation = encoder.encode(state.view("japan"))
    >>> observation.shape == (encoder.size,), observation.dtype
    (True, dtype('int32'))
    >>> int(encoder.plane("turn").read(observation)[0])
    1
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.planes: list[Plane] = []
        self.size = 0
        self._add("viewer", "set", (1, len(rules.sides)), 0, 1, rules.sides.name)
        blocks = list(rules.layout.blocks.values())
        self._blocks = [(block, self._plane(block.name, block.kind, block.count)) for block in blocks]
        self._arrays = [self._plane(array.name, array.kind, array.length) for array in rules.layout.arrays]
        counts = rules.game.hidden_counts(rules.view(rules.new(None), "public"))
        self._counts = [self._add(f"hidden.{name}", "number", (len(own),), -1, MAX_INT) for name, own in counts.items()]
        procedures = rules.game.procedures
        self._under_way = self._add("under_way", "set", (1, len(procedures)), 0, 1, "procedure")
        self._fields = {
            procedure: [
                (name, field, self._plane(f"{procedure.__name__}.{name}", field, 1))
                for name, field in procedure.field_types().items()
            ]
            for procedure in procedures
        }
        self._empty = np.zeros(self.size, dtype=np.int32)
        for plane in self.planes:
            if plane.low < 0:
                self._empty[plane.start : plane.stop] = -1
        self._by_name = {plane.name: plane for plane in self.planes}

    def _add(self, name: str, kind: Kind, shape: tuple[int, ...], low: int, high: int, domain: str = "") -> Plane:
        added = Plane(name, kind, self.size, shape, low, high, domain)
        self.planes.append(added)
        self.size = added.stop
        return added

    def _plane(self, name: str, kind: FieldType, count: int) -> Plane:
        if isinstance(kind, IdSetField):
            return self._add(name, "set", (count, len(kind.domain)), 0, 1, kind.domain.name)
        if kind.counted is not None:
            return self._add(name, "counts", (count, len(kind.counted)), 0, MAX_COUNTED, kind.counted.name)
        if isinstance(kind, IdField):
            return self._add(name, "thing", (count,), -1 if kind.none else 0, kind.high, kind.domain.name)
        if isinstance(kind, (Number, Flag)):
            low, high = value_range(kind)
            return self._add(name, "number", (count,), low, min(high, MAX_INT))
        # A list has no fixed size: only its length is encoded.
        return self._add(f"length of {name}", "number", (count,), 0, MAX_INT)

    def plane(self, name: str) -> ReadablePlane:
        """A plane by its name; ``KeyError`` if there is none."""
        return ReadablePlane(self._by_name[name])

    def bounds(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The lowest and the highest value at each index."""
        low, high = np.zeros(self.size, dtype=np.int32), np.zeros(self.size, dtype=np.int32)
        for plane in self.planes:
            # Unknown values are -1 in planes whose values may be "nothing".
            low[plane.start : plane.stop], high[plane.start : plane.stop] = plane.low, plane.high
        return np.minimum(low, self._empty), np.maximum(high, self._empty)

    def encode(self, view: Mapping[str, object]) -> NDArray[np.int32]:
        """A view as an array of ``size`` values."""
        rules = self.rules
        values = self._empty.copy()
        viewer = rules.sides.index.get(str(view["side"]))
        if viewer is not None:
            values[viewer] = 1
        seen = rules.game.seen_state(view)
        for block, plane in self._blocks:
            write_cells(values, plane, block.kind, seen.cells[block.start : block.start + block.count])
        for array, plane in zip(seen.arrays, self._arrays, strict=True):
            values[plane.start : plane.stop] = array
        for plane, counts in zip(self._counts, rules.game.hidden_counts(view).values(), strict=True):
            values[plane.start : plane.stop] = counts
        for here in frames_of(seen):
            self._write_frame(values, here)
        return values

    def _write_frame(self, values: NDArray[np.int32], frame: Procedure) -> None:
        values[self._under_way.start + type(frame).number] = 1
        for name, kind, plane in self._fields[type(frame)]:
            value = getattr(frame, name)
            write_cells(values, plane, kind, [len(value) if isinstance(value, tuple) else value])


class ReadablePlane:
    """A plane whose values can be read from an observation."""

    def __init__(self, plane: Plane) -> None:
        self.about = plane

    def read(self, observation: NDArray[np.int32]) -> NDArray[np.int32]:
        """The values of the plane in an observation, in the plane's shape."""
        return observation[self.about.start : self.about.stop].reshape(self.about.shape)


def frames_of(state: State) -> Iterator[Procedure]:
    """The open procedures, the innermost one last; in simultaneous steps, those of each side."""
    for frame in state.stack:
        yield frame
        if frame.simultaneous:
            for stack in frame.stacks:  # type: ignore[attr-defined]
                yield from stack


def write_cells(values: NDArray[np.int32], plane: Plane, kind: FieldType, cells: Sequence[int]) -> None:
    """Writes cells of one type into their plane; sets and counts as one value for each item."""
    if plane.kind in ("number", "thing"):
        values[plane.start : plane.stop] = cells
        return
    things = plane.shape[1]
    for place, packed in enumerate(cells):
        if not packed:
            continue
        start = plane.start + place * things
        if plane.kind == "counts":
            for thing, number in kind.counts(packed):
                values[start + thing] = number
        else:
            members = np.frombuffer(packed.to_bytes((things + 7) // 8, "little"), dtype=np.uint8)
            values[start : start + things] = np.unpackbits(members, count=things, bitorder="little")
