"""Typed arrays for large games: thousands of small numbers that are copied at once.

Copying an array of 20,000 numbers takes one microsecond; copying a list of them takes thirty. Reading a number from an
array is a little slower than from a list, so sets and values that every decision reads stay in the list.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from typing import Annotated

import msgspec

from ironbottom.engine.core.errors import BadValue, format_value
from ironbottom.engine.core.fields import FieldType
from ironbottom.engine.core.visibility import VisibilityRule, nobody

Arrays = tuple["array[int]", ...]
"""The arrays of a state in the layout's order; none in games whose cells fit into a list."""

FORMS = (("b", 7), ("h", 15), ("i", 31))
"""The type codes of arrays, each with its number of bits without the sign."""


def form_for(low: int, high: int) -> str:
    """The smallest type code that holds all numbers from ``low`` to ``high``.

    >>> form_for(-1, 100), form_for(-1, 14_357)
    ('b', 'h')
    """
    for form, bits in FORMS:
        if -(1 << bits) <= low and high < 1 << bits:
            return form
    raise TypeError(f"numbers from {low} to {high} do not fit into an array; they are for the list of cells")


_FILLED = re.compile(rb"[^\0]")


def nonzero_indices(numbers: array[int]) -> list[int]:
    """The indices of the elements that are not zero, ascending; fast for large arrays that are mostly empty.

    >>> nonzero_indices(array("b", [0, 7, 0, -1])), nonzero_indices(array("h", [0, 300, 256]))
    ([1, 3], [1, 2])
    """
    width = numbers.itemsize
    places = [found.start() // width for found in _FILLED.finditer(numbers.tobytes())]
    return places if width == 1 else list(dict.fromkeys(places))


class ArrayBlock:
    """One array: its name, its length, the range of its numbers from ``low`` to ``high``, and its type code.

    ``seen`` says who sees which of its elements; by default nobody does. A ``late`` array was added after games had
    been recorded. Dumps leave it out while it is empty, so the dumps of earlier games stay the same.
    """

    __slots__ = ("_numbers", "form", "high", "kind", "late", "length", "low", "name", "seen")

    def __init__(
        self,
        name: str,
        length: int,
        kind: FieldType,
        low: int,
        high: int,
        seen: VisibilityRule = nobody,
        *,
        late: bool = False,
    ) -> None:
        self.name, self.length, self.kind, self.seen, self.late = name, length, kind, seen, late
        self.low, self.high, self.form = low, high, form_for(low, high)
        self._numbers: object = list[Annotated[int, msgspec.Meta(ge=low, le=high)]]

    def blank(self, value: int) -> array[int]:
        """An array filled with one number."""
        return array(self.form, [value]) * self.length

    def read(self, plain: object) -> array[int]:
        """The array from a list in a dump; ``BadValue`` names the first number that is not allowed."""
        field = f"arrays.{self.name}"
        if not isinstance(plain, list) or len(plain) != self.length:
            found = f"{len(plain)} values instead of" if isinstance(plain, list) else "this is not a list of"
            raise BadValue(f"{found} {self.length}", field=field)
        try:
            return array(self.form, msgspec.convert(plain, self._numbers))
        except msgspec.ValidationError:
            pass
        index = next(index for index, value in enumerate(plain) if not self.kind.check(value))
        raise BadValue(f"{format_value(plain[index])} is not allowed here", field=f"{field}[{index}]")


def pack_arrays(arrays: Arrays) -> list[bytes]:
    """The arrays as bytes that can only be read by the same program on the same machine."""
    return [numbers.tobytes() for numbers in arrays]


def unpack_arrays(blocks: Sequence[ArrayBlock], packed: Sequence[bytes]) -> Arrays:
    """The arrays from the bytes of ``pack_arrays``.

    >>> from ironbottom.engine.core.fields import Number
    >>> unpack_arrays([ArrayBlock("at", 2, Number(-1, 9), -1, 9)], pack_arrays((array("b", [7, -1]),)))
    (array('b', [7, -1]),)
    """
    result = []
    for block, numbers in zip(blocks, packed, strict=True):
        result.append(array(block.form))
        result[-1].frombytes(numbers)
    return tuple(result)


def dumped_arrays(blocks: Sequence[ArrayBlock], arrays: Arrays) -> list[list[int]]:
    """The arrays as lists for a dump; trailing arrays that are marked ``late`` and empty are omitted.

    >>> from ironbottom.engine.core.fields import Number
    >>> blocks = [ArrayBlock("at", 2, Number(-1, 9), -1, 9), ArrayBlock("work", 2, Number(0, 9), 0, 9, late=True)]
    >>> dumped_arrays(blocks, (array("b", [7, -1]), array("b", [0, 0])))
    [[7, -1]]
    """
    lasting = len(blocks)
    while lasting and blocks[lasting - 1].late and not any(arrays[lasting - 1]):
        lasting -= 1
    return [numbers.tolist() for numbers in arrays[:lasting]]


def read_arrays(blocks: Sequence[ArrayBlock], plain: object) -> Arrays:
    """All arrays of a state from a dump; late arrays that it leaves out are empty."""
    fewest = sum(not block.late for block in blocks)
    if not isinstance(plain, list) or not fewest <= len(plain) <= len(blocks):
        raise BadValue(f"this game's state has {len(blocks)} arrays", field="arrays")
    result = [block.read(values) for block, values in zip(blocks, plain, strict=False)]
    return (*result, *(block.blank(0) for block in blocks[len(plain) :]))
