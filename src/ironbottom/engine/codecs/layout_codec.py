"""Writes cells as readable values and reads them back: as single cells, by place, or in tables.

A codec is one field of a view or a position. It writes the part of its cells that a viewer sees, and reads that back. A
codec made from a function of a state and a viewer can only write.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ironbottom.engine.codecs.position_parts import check_fields, names_in
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import Domain, FieldType, IdField, IdSetField, members
from ironbottom.engine.core.layout import Layout
from ironbottom.engine.core.visibility import OPEN, Block, OneOwner, everybody
from ironbottom.engine.rules.state import State

Cells = list[int]
ReadValue = Callable[[State, int], Any]
Parts = Mapping[str, int]


class FieldCodec:
    """A field of a view or a position."""

    name: str

    def write(self, state: State, viewer: int) -> Any:
        """The field as the viewer sees it."""
        raise NotImplementedError

    def read(self, cells: Cells, data: Any, field: str) -> None:
        """Puts the value into the cells; ``BadValue`` names the wrong field."""

    def paths(self) -> Mapping[int, str]:
        """The field name of each cell, for error messages."""
        return {}


class DerivedField(FieldCodec):
    """A field that is computed from the state and not read back; it has the name of the function."""

    def __init__(self, compute: ReadValue, name: str = "") -> None:
        self.name = name or getattr(compute, "__name__", "")
        self.write = compute  # type: ignore[assignment,method-assign]


class CellCodec(FieldCodec):
    """One cell. Where the viewer may not see it, it is written as an empty set or None."""

    def __init__(self, block: Block) -> None:
        self.name, self.block = block.name, block
        if block.seen is everybody:
            start, write = block.start, block.kind.write
            self.write = lambda state, viewer: write(state.cells[start])  # type: ignore[method-assign]

    def write(self, state: State, viewer: int) -> Any:
        block = self.block
        value, mask = state.cells[block.start], block.mask(state, viewer)
        if block.holds_sets:
            return block.kind.write(value & mask)
        return block.kind.write(value) if mask & 1 else None

    def read(self, cells: Cells, data: Any, field: str) -> None:
        block = self.block
        value = read_value(block.kind, data, field, allowed(block, 0))
        cells[block.start] = cells[block.start] | value if block.holds_sets else value

    def paths(self) -> Mapping[int, str]:
        return {self.block.start: self.name}


class CellTableCodec(FieldCodec):
    """A table of a block's cells, keyed by the names of their places, or a list if the places have no names.

    Empty cells are left out if the block says so, unless the table is ``full``.
    """

    def __init__(self, block: Block, ids: Sequence[str] = (), *, full: bool = False) -> None:
        self.name, self.block, self.ids = block.name, block, tuple(ids or block.ids)
        self.sparse = block.sparse and not full
        self.index = {text: index for index, text in enumerate(self.ids)}

    def write(self, state: State, viewer: int) -> Any:
        block = self.block
        values = state.cells[block.start : block.start + block.count]
        if not self.ids:
            return block.kind.write_each(values)
        if self.sparse and values.count(block.empty) == block.count:
            return {}
        pairs: Iterable[tuple[int, int]] = enumerate(values)
        if block.seen is not everybody:
            mask = block.mask(state, viewer)
            if block.holds_sets:
                pairs = [(index, value & mask) for index, value in pairs]
            else:
                pairs = [pair for pair in pairs if mask >> pair[0] & 1]
        ids, write = self.ids, block.kind.write
        if self.sparse:
            empty = block.empty
            return {ids[index]: write(value) for index, value in pairs if value != empty}
        return {ids[index]: write(value) for index, value in pairs}

    def read(self, cells: Cells, data: Any, field: str) -> None:
        block = self.block
        if not self.ids:
            cells[block.start : block.start + block.count] = read_list(block, data, field)
            return
        if isinstance(block.each, Domain) and isinstance(data, Mapping) and not data.keys() <= self.index.keys():
            data = {names_in(block.each).id_of(name): plain for name, plain in data.items()}
        check_fields(data, self.index, field)
        for name, plain in data.items():
            index = self.index[name]
            value = read_value(block.kind, plain, f"{field}.{name}", allowed(block, index))
            cells[block.start + index] = value

    def paths(self) -> Mapping[int, str]:
        return {cell: f"{self.name}.{name}" for cell, name in zip(self.block.cells, self.ids, strict=False)}


class OwnerCodec(FieldCodec):
    """The side that holds each item, from a block with one set per side."""

    def __init__(self, block: Block, ownership: OneOwner) -> None:
        self.name, self.block = block.name, block
        self.things, self.sides = block.set_type.domain, block.place_domain
        self.holder = IdField(self.sides, none=ownership.none)
        self._sides = {name: side for side, name in enumerate(self.sides.ids)}

    def write(self, state: State, viewer: int) -> dict[str, str | None]:
        data: dict[str, str | None] = dict.fromkeys(self.things.ids)
        for side, cell in reversed(list(enumerate(self.block.cells))):
            holder = self.sides.ids[side]
            for thing in members(state.cells[cell]):
                data[self.things.ids[thing]] = holder
        return data

    def read(self, cells: Cells, data: Any, field: str) -> None:
        check_fields(data, self.things.index, field)
        found, listed, index = [0] * (self.block.count + 1), 0, self.things.index
        for thing, who in data.items():
            by_name = self._sides.get(who) if isinstance(who, str) else None
            bit = 1 << index[thing]
            listed |= bit
            found[by_name if by_name is not None else self.holder.read(who, f"{field}.{thing}")] |= bit
        for cell, held in zip(self.block.cells, found, strict=False):
            cells[cell] = cells[cell] & ~listed | held

    def paths(self) -> Mapping[int, str]:
        return dict.fromkeys(self.block.cells, self.name)


class SetsByPlaceCodec(FieldCodec):
    """A table of the sets in several blocks, by the names of their places; with ``parts``, one table per part.

    Empty sets are left out unless it is ``full``.
    """

    def __init__(self, name: str, blocks: Sequence[Block], parts: Parts | None = None, *, full: bool = False) -> None:
        self.name, self.blocks, self.parts, self.full = name, blocks, parts, full
        self.places = [
            (cell, block, index, text)
            for block in blocks
            for index, (cell, text) in enumerate(zip(block.cells, block.ids or (block.name,), strict=True))
        ]
        self.cell_of = {text: cell for cell, _, _, text in self.places}
        self.name_of = {cell: text for cell, _, _, text in self.places}
        self.names = tuple(self.cell_of)
        self._names = names_in(blocks[0].set_type.domain)
        self._allowed = {text: allowed(block, index) for _, block, index, text in self.places}
        self._rules = list(dict.fromkeys(block.seen for block in blocks))
        self._ruled = [(cell, self._rules.index(block.seen)) for cell, block, _, _ in self.places]
        self._write = blocks[0].kind.write

    def visible(self, state: State, viewer: int) -> list[int]:
        """Each place as the viewer sees it."""
        cells = state.cells
        if viewer == OPEN or self._rules == [everybody]:
            return [cells[cell] for cell, _ in self._ruled]
        masks = [rule(state, viewer) for rule in self._rules]
        return [cells[cell] & masks[rule] for cell, rule in self._ruled]

    def write(self, state: State, viewer: int) -> dict[str, Any]:
        write, seen = self._write, self.visible(state, viewer)
        if self.parts is None:
            return {self.names[index]: write(here) for index, here in enumerate(seen) if here or self.full}
        result = [(self.names[index], here) for index, here in enumerate(seen) if here]
        return {
            part: {name: write(own) for name, here in result if (own := here & within)}
            for part, within in self.parts.items()
        }

    def read(self, cells: Cells, data: Any, field: str) -> None:
        if self.parts is None:
            self.read_piles(cells, data, field)
            return
        for part in self.parts:
            self.read_piles(cells, data[part], f"{field}.{part}")

    def read_piles(self, cells: Cells, data: Any, field: str) -> None:
        """Reads the piles of a table."""
        check_fields(data, self.cell_of, field)
        for name, listed in data.items():
            cells[self.cell_of[name]] |= self._names.set_of(listed, f"{field}.{name}", self._allowed[name])

    def paths(self) -> Mapping[int, str]:
        return {cell: f"{self.name}.{text}" for cell, text in self.name_of.items()}


def allowed(block: Block, index: int) -> int:
    """The set of items that a place of a block may hold."""
    if block.allowed is None:
        return -1
    return block.allowed.sets if isinstance(block.allowed.sets, int) else block.allowed.sets[index]


def read_value(kind: FieldType, plain: Any, field: str, among: int = -1) -> Any:
    """The value of readable data. Set members may be given by title if only one of those allowed has that title."""
    return (
        names_in(kind.domain).set_of(plain, field, among) if isinstance(kind, IdSetField) else kind.read(plain, field)
    )


def read_list(block: Block, data: Any, field: str) -> list[int]:
    """Reads a list that has one value for each cell of a block."""
    if not isinstance(data, list) or len(data) != block.count:
        raise BadValue(f"a list of {block.count} values is required here", field=field)
    return block.kind.read_each(data, field)


class LayoutCodec:
    """The codecs of a layout's cells; its methods make codecs that combine several blocks.

    >>> from ironbottom.engine.core.fields import Number
    >>> layout = Layout()
    >>> hits = layout.block("hits", 3, Number(0, 9), seen=everybody, each=("a", "b", "c"), sparse=True)
    >>> cells = layout.blank()
    >>> LayoutCodec(layout).codec(hits).read(cells, {"b": 4}, "hits")
    >>> cells
    [0, 4, 0]
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def codec(self, field: FieldCodec | int | ReadValue) -> FieldCodec:
        """The codec of a field: a block as it was declared, or a function under its name."""
        if isinstance(field, FieldCodec):
            return field
        if not isinstance(field, int):
            return DerivedField(field)
        block = self.layout.blocks[field]
        return (
            OwnerCodec(block, block.ownership)
            if block.ownership
            else CellCodec(block)
            if block.count == 1
            else CellTableCodec(block)
        )

    def each(self, block: int, ids: Sequence[str] = (), *, full: bool = False) -> FieldCodec:
        """The cells of a block, under names other than its own or with empty cells included."""
        return CellTableCodec(self.layout.blocks[block], ids, full=full)

    def piles(self, name: str, *blocks: int, parts: Parts | None = None, full: bool = False) -> SetsByPlaceCodec:
        """The sets of several blocks in one table."""
        return SetsByPlaceCodec(name, [self.layout.blocks[block] for block in blocks], parts, full=full)
