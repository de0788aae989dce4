"""Tables with one record per item, such as the place and contents of each task force."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ironbottom.engine.codecs.layout_codec import (
    Cells,
    FieldCodec,
    LayoutCodec,
    Parts,
    ReadValue,
    SetsByPlaceCodec,
    allowed,
    read_value,
)
from ironbottom.engine.codecs.position_parts import check_fields
from ironbottom.engine.core.fields import Domain, Flag, IdSetField, members
from ironbottom.engine.core.visibility import Block, everybody
from ironbottom.engine.rules.state import State

ComputeColumn = Callable[[State, int, int], Any]


class RecordColumn:
    """One field of the records: a function of the state, the viewer and the item; it is not read back."""

    is_key = False
    """Whether the cells of this column decide which items have a record."""
    written = True

    def __init__(self, compute: ComputeColumn) -> None:
        self.compute = compute

    def values_of(self, state: State, viewer: int, items: list[int]) -> list[Any]:
        """Each of these items as the viewer sees it."""
        return [self.compute(state, viewer, thing) for thing in items]

    def visible_things(self, state: State, viewer: int) -> int:
        """The items that the viewer sees, if this column decides that."""
        return 0

    def read(self, cells: Cells, thing: int, plain: Any, field: str) -> None:
        """Puts a value into the cells."""

    def things_by_cell(self) -> Mapping[int, int]:
        """The cells of this column, each with the item that it belongs to."""
        return {}


class FixedColumn(RecordColumn):
    """A property of an item that never changes, such as its owner."""

    def __init__(self, values: Sequence[str]) -> None:
        self.values = values

    def values_of(self, state: State, viewer: int, items: list[int]) -> list[Any]:
        return [self.values[thing] for thing in items]


class CellColumn(RecordColumn):
    """The cells of a block with one cell per item."""

    is_key = True

    def __init__(self, block: Block) -> None:
        self.block = block

    def values_of(self, state: State, viewer: int, items: list[int]) -> list[Any]:
        cells, start, write = state.cells, self.block.start, self.block.kind.write
        if self.block.holds_sets and self.block.seen is not everybody:
            mask = self.block.mask(state, viewer)
            return [write(cells[start + thing] & mask) for thing in items]
        return [write(cells[start + thing]) for thing in items]

    def visible_things(self, state: State, viewer: int) -> int:
        block = self.block
        result = (1 << block.count) - 1
        if not block.holds_sets:
            result &= block.mask(state, viewer)
        if block.sparse:
            values, empty = state.cells[block.start : block.start + block.count], block.empty
            result &= sum([1 << thing for thing, value in enumerate(values) if value != empty])
        return result

    def read(self, cells: Cells, thing: int, plain: Any, field: str) -> None:
        cells[self.block.start + thing] = read_value(self.block.kind, plain, field, allowed(self.block, thing))

    def things_by_cell(self) -> Mapping[int, int]:
        return {cell: thing for thing, cell in enumerate(self.block.cells)}


class MemberColumn(RecordColumn):
    """Whether an item is in the set of one cell."""

    is_key = True

    def __init__(self, block: Block) -> None:
        self.block = block

    def values_of(self, state: State, viewer: int, items: list[int]) -> list[Any]:
        value = state.cells[self.block.start]
        return [bool(value >> thing & 1) for thing in items]

    def visible_things(self, state: State, viewer: int) -> int:
        return state.cells[self.block.start] & self.block.mask(state, viewer)

    def read(self, cells: Cells, thing: int, plain: Any, field: str) -> None:
        cells[self.block.start] |= Flag().read(plain, field) << thing


class PlaceColumn(RecordColumn):
    """The pile that an item is in, out of several; only items in one of these piles have a record."""

    is_key = True

    def __init__(self, sets_by_place: SetsByPlaceCodec) -> None:
        self.sets_by_place = sets_by_place

    def values_of(self, state: State, viewer: int, items: list[int]) -> list[Any]:
        names, seen = self.sets_by_place.names, self.sets_by_place.visible(state, viewer)
        place_of = {thing: names[index] for index, here in enumerate(seen) if here for thing in members(here)}
        return [place_of[thing] for thing in items]

    def visible_things(self, state: State, viewer: int) -> int:
        return sum(self.sets_by_place.visible(state, viewer))

    def read(self, cells: Cells, thing: int, plain: Any, field: str) -> None:
        check_fields({plain: None}, self.sets_by_place.cell_of, field)
        cells[self.sets_by_place.cell_of[plain]] |= 1 << thing


class RecordTable(FieldCodec):
    """A table of records by item. The first key column decides which items the viewer sees."""

    def __init__(
        self, name: str, items: Domain, columns: Mapping[str, RecordColumn], parts: Parts | None = None
    ) -> None:
        self.name, self.domain, self.columns, self.parts = name, items, columns, parts
        self.key = next(column for column in columns.values() if column.is_key)
        self._written = [(name, column) for name, column in columns.items() if column.written]

    def write(self, state: State, viewer: int) -> dict[str, Any]:
        items = members(self.key.visible_things(state, viewer))
        columns = [(name, column.values_of(state, viewer, items)) for name, column in self._written]
        ids = self.domain.ids
        records = {ids[thing]: {name: result[index] for name, result in columns} for index, thing in enumerate(items)}
        if self.parts is None:
            return records
        return {
            part: {ids[thing]: records[ids[thing]] for thing in items if own >> thing & 1}
            for part, own in self.parts.items()
        }

    def read(self, cells: Cells, data: Any, field: str) -> None:
        if self.parts is None:
            self.read_records(cells, data, field)
            return
        for part in self.parts:
            self.read_records(cells, data[part], f"{field}.{part}")

    def read_records(self, cells: Cells, data: Any, field: str) -> None:
        """Reads the records of a table."""
        check_fields(data, self.domain.index, field)
        for name, record in data.items():
            check_fields(record, self.columns, f"{field}.{name}")
            thing = self.domain.index[name]
            for text, column in self.columns.items():
                if text in record:
                    column.read(cells, thing, record[text], f"{field}.{name}.{text}")

    def paths(self) -> Mapping[int, str]:
        return {
            cell: f"{self.name}.{self.domain.ids[thing]}.{name}"
            for name, column in self.columns.items()
            for cell, thing in column.things_by_cell().items()
        }


class RecordGroup(FieldCodec):
    """One record that a function writes; some of its fields are read back into cells."""

    def __init__(self, compute: ReadValue, fields: Mapping[str, FieldCodec]) -> None:
        self.name, self.fields = getattr(compute, "__name__", ""), fields
        self.write = compute  # type: ignore[method-assign,assignment]

    def read(self, cells: Cells, data: Any, field: str) -> None:
        for name, form in self.fields.items():
            form.read(cells, data[name], f"{field}.{name}")


Given = int | ComputeColumn | SetsByPlaceCodec | RecordColumn | Sequence[str]


def records(
    layout_codec: LayoutCodec,
    name: str,
    items: Domain,
    parts: Parts | None = None,
    /,
    **columns: int | ComputeColumn | SetsByPlaceCodec | RecordColumn | Sequence[str],
) -> RecordTable:
    """A table of records. Each column is a block, the piles that hold the items, or a function of an item."""
    return RecordTable(
        name, items, {text: _column(layout_codec, items, column) for text, column in columns.items()}, parts
    )


def group(layout_codec: LayoutCodec, compute: ReadValue, /, **cells: int) -> RecordGroup:
    """A record written by a function of a state and a viewer, with the cells that some of its fields are read into."""
    return RecordGroup(compute, {text: layout_codec.codec(cell) for text, cell in cells.items()})


def _column(layout_codec: LayoutCodec, items: Domain, column: Given) -> RecordColumn:
    if isinstance(column, RecordColumn):
        return column
    if isinstance(column, SetsByPlaceCodec):
        return PlaceColumn(column)
    if isinstance(column, Sequence):
        return FixedColumn(column)
    if not isinstance(column, int):
        return RecordColumn(column)
    block = layout_codec.layout.blocks[column]
    single = block.count == 1 and isinstance(block.kind, IdSetField) and block.kind.domain is items
    return MemberColumn(block) if single else CellColumn(block)
