"""The layout of a state: the place, name and type of each value in its flat list and its arrays."""

from __future__ import annotations

from operator import ge, le
from typing import Unpack

from ironbottom.engine.core.arrays import ArrayBlock
from ironbottom.engine.core.errors import BadValue, format_value
from ironbottom.engine.core.fields import FieldType, Flag, IdField, IdSetField, Number
from ironbottom.engine.core.visibility import Block, BlockOptions, VisibilityRule, empty_value, everybody, nobody

CHECK_BY_RUNS_FROM = 256
"""Lists of at least this many cells are checked by runs of cells of one type."""


class Layout:
    """The named cells of a game's flat list, in order, and its arrays.

    >>> from ironbottom.engine.core.fields import Number
    >>> layout = Layout()
    >>> layout.cell("turn", Number(1, 4)), layout.block("group", 3, Number(0, 9)), layout.size
    (0, 1, 4)
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self.types: list[FieldType] = []
        self.blocks: dict[int, Block] = {}
        self.arrays: list[ArrayBlock] = []
        self._bounds: list[tuple[int, int, int, int]] = []
        self.former_sizes: list[int] = []
        self._empty: list[int] = []
        self._lows: list[int] = []
        self._highs: list[int] = []

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.types)

    @property
    def width(self) -> int:
        """The number of values in a state, including those in arrays."""
        return self.size + sum(block.length for block in self.arrays)

    @property
    def is_open(self) -> bool:
        """Whether everybody sees every value: nothing is hidden.

        >>> from ironbottom.engine.core.fields import Number
        >>> layout = Layout()
        >>> layout.cell("turn", Number(1, 4), seen=everybody), layout.is_open
        (0, True)
        >>> layout.cell("plan", Number(1, 4)), layout.is_open
        (1, False)
        """
        seen = [block.seen for block in self.blocks.values()] + [array.seen for array in self.arrays]
        return all(rule is everybody for rule in seen)

    def cell(self, name: str, kind: FieldType, **declared: Unpack[BlockOptions]) -> int:
        """Adds one cell and returns its place. ``declared`` says who sees it and how it is written; see ``Block``."""
        return self.block(name, 1, kind, **declared)

    def block(self, name: str, count: int, kind: FieldType, **declared: Unpack[BlockOptions]) -> int:
        """Adds a run of cells and returns the place of the first one."""
        start = len(self.types)
        self.blocks[start] = Block(name, start, count, kind, **declared)
        self._empty += [empty_value(kind)] * count
        self.names += [name if count == 1 else f"{name}[{index}]" for index in range(count)]
        self.types += [kind] * count
        low, high = value_range(kind)
        self._bounds.append((start, start + count, low, high))
        self._lows += [low] * count
        self._highs += [high] * count
        return start

    def blank(self) -> list[int]:
        """A list of empty cells."""
        return self._empty[:]

    def mark_former_size(self) -> None:
        """Marks where the cells of earlier versions end. Blocks added later are read as empty from their dumps.

        >>> layout = Layout()
        >>> layout.cell("turn", Number(1, 4)), layout.mark_former_size(), layout.cell("sky", Number(0, 2))
        (0, None, 1)
        >>> layout.former_sizes
        [1]
        """
        self.former_sizes.append(self.size)

    def array(
        self, name: str, count: int, kind: FieldType, seen: VisibilityRule = nobody, *, late: bool = False
    ) -> int:
        """Adds a typed array and returns its place in ``State.arrays``; ``seen`` says who sees it.

        A ``late`` array must be all zeros when empty; dumps leave it out while it is empty. Only late arrays may follow
        a late array.

        >>> Layout().array("place of the company", 1500, Number(-1, 14_356))
        0
        """
        low, high = value_range(kind)
        if low > high:
            raise TypeError(f"{name}: arrays hold whole numbers, flags and things of a domain")
        follows_late = bool(self.arrays) and self.arrays[-1].late
        if (late and not low <= 0 <= high) or (follows_late and not late):
            raise TypeError(f"{name}: late arrays come last, and are zero while they are empty")
        self.arrays.append(ArrayBlock(name, count, kind, low, high, seen, late=late))
        return len(self.arrays) - 1

    def check(self, cells: object) -> None:
        """Refuses a list that does not fit this layout; the error names the cell."""
        if not isinstance(cells, list) or len(cells) != self.size:
            found = f"{len(cells)} values instead of" if isinstance(cells, list) else "this is not a list of"
            raise BadValue(f"{found} {self.size}", field="cells")
        if set(map(type, cells)) <= {int} and self._in_range(cells):
            return
        for index, (kind, value) in enumerate(zip(self.types, cells, strict=True)):
            if not kind.check(value):
                raise BadValue(f"{format_value(value)} is not allowed here", field=f"cells.{self.names[index]}")

    def _in_range(self, cells: list[int]) -> bool:
        """Whether every value is in its range. Long lists are checked by runs of cells of one type, which is faster."""
        if len(cells) <= CHECK_BY_RUNS_FROM:
            return all(map(le, self._lows, cells)) and all(map(ge, self._highs, cells))
        return all(low <= min(cells[a:b]) and max(cells[a:b]) <= high for a, b, low, high in self._bounds)


def value_range(kind: FieldType) -> tuple[int, int]:
    """The minimum and maximum whole number in a cell of this type; minimum > maximum if it has other values.

    >>> value_range(Number(1, 4)), value_range(Flag())
    ((1, 4), (0, 1))
    """
    if isinstance(kind, Number):
        return kind.low, kind.high
    if isinstance(kind, IdField):
        return -1 if kind.none else 0, len(kind.domain) - 1
    if isinstance(kind, IdSetField):
        return 0, kind.full
    return (0, 1) if isinstance(kind, Flag) else (1, 0)
