"""Tables with a record for each thing, such as where a task force is and what is in it, or how each ship is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ironbottom.engine.fields import Domain, Flag, Some, members
from ironbottom.engine.layout_words import Cells, Form, Parts, Piles, Words, allowed, read_value
from ironbottom.engine.position_parts import known
from ironbottom.engine.state import State
from ironbottom.engine.visible import Block, everybody

Value = Callable[[int], Any]
Of = Callable[[State, int, int], Any]


class Column:
    """One field of the records: a function of state, viewer and thing, which is not read back."""

    written = True

    def __init__(self, tell: Of) -> None:
        self.tell = tell

    def of(self, state: State, viewer: int) -> Value:
        """What the viewer is told of each thing."""
        tell = self.tell
        return lambda thing: tell(state, viewer, thing)

    def as_key(self, state: State, viewer: int) -> tuple[int, Value]:
        """The same, and the things of which the viewer is told, where the column decides that."""
        return 0, self.of(state, viewer)

    def read(self, cells: Cells, thing: int, plain: Any, field: str) -> None:
        """Puts a value into the cells."""

    def cells_of(self, count: int) -> Mapping[int, int]:
        """The cells of its own, with the thing that each belongs to."""
        return {}


class OfPlace(Column):
    """The cells of a block that has one for each thing."""

    def __init__(self, block: Block) -> None:
        self.block = block

    def of(self, state: State, viewer: int) -> Value:
        cells, start, write = state.cells, self.block.start, self.block.kind.write
        if self.block.holds_sets and self.block.seen is not everybody:
            mask = self.block.mask(state, viewer)
            return lambda thing: write(cells[start + thing] & mask)
        return lambda thing: write(cells[start + thing])

    def as_key(self, state: State, viewer: int) -> tuple[int, Value]:
        block = self.block
        told = (1 << block.count) - 1
        if not block.holds_sets:
            told &= block.mask(state, viewer)
        if block.sparse:
            values, empty = state.cells[block.start : block.start + block.count], block.empty
            told &= sum([1 << thing for thing, value in enumerate(values) if value != empty])
        return told, self.of(state, viewer)

    def read(self, cells: Cells, thing: int, plain: Any, field: str) -> None:
        cells[self.block.start + thing] = read_value(self.block.kind, plain, field, allowed(self.block, thing))

    def cells_of(self, count: int) -> Mapping[int, int]:
        return {cell: thing for thing, cell in enumerate(self.block.cells)}


class Member(Column):
    """Whether a thing is in the set of a single cell."""

    def __init__(self, block: Block) -> None:
        self.block = block

    def of(self, state: State, viewer: int) -> Value:
        value = state.cells[self.block.start]
        return lambda thing: bool(value >> thing & 1)

    def read(self, cells: Cells, thing: int, plain: Any, field: str) -> None:
        cells[self.block.start] |= Flag().read(plain, field) << thing


class WhichPile(Column):
    """In which of some piles a thing is; those alone have a record."""

    def __init__(self, piles: Piles) -> None:
        self.piles = piles

    def as_key(self, state: State, viewer: int) -> tuple[int, Value]:
        pile_of, told = {}, 0
        for name, here in zip(self.piles.cell_of, self.piles.seen(state, viewer), strict=True):
            told |= here
            while here:
                low = here & -here
                pile_of[low.bit_length() - 1] = name
                here ^= low
        return told, pile_of.__getitem__

    def of(self, state: State, viewer: int) -> Value:
        return self.as_key(state, viewer)[1]

    def read(self, cells: Cells, thing: int, plain: Any, field: str) -> None:
        known({plain: None}, self.piles.cell_of, field)
        cells[self.piles.cell_of[plain]] |= 1 << thing


class Records(Form):
    """A table of records by thing; the first column that is not derived says of which things the viewer is told."""

    def __init__(self, name: str, things: Domain, columns: Mapping[str, Column], parts: Parts | None = None) -> None:
        self.name, self.domain, self.columns, self.parts = name, things, columns, parts
        self.key = next(name for name, column in columns.items() if type(column) is not Column)

    def write(self, state: State, viewer: int) -> dict[str, Any]:
        told, key = self.columns[self.key].as_key(state, viewer)
        columns = [
            (name, key if name == self.key else column.of(state, viewer))
            for name, column in self.columns.items()
            if column.written
        ]
        return (
            self.told(columns, told)
            if self.parts is None
            else {part: self.told(columns, told & own) for part, own in self.parts.items()}
        )

    def told(self, columns: list[tuple[str, Value]], things: int) -> dict[str, Any]:
        """The records of some things."""
        ids = self.domain.ids
        return {ids[thing]: {name: value(thing) for name, value in columns} for thing in members(things)}

    def read(self, cells: Cells, told: Any, field: str) -> None:
        if self.parts is None:
            self.read_records(cells, told, field)
            return
        for part in self.parts:
            self.read_records(cells, told[part], f"{field}.{part}")

    def read_records(self, cells: Cells, told: Any, field: str) -> None:
        """The records of a table."""
        known(told, self.domain.index, field)
        for name, record in told.items():
            known(record, self.columns, f"{field}.{name}")
            thing = self.domain.index[name]
            for text, column in self.columns.items():
                if text in record:
                    column.read(cells, thing, record[text], f"{field}.{name}.{text}")

    def paths(self) -> Mapping[int, str]:
        return {
            cell: f"{self.name}.{self.domain.ids[thing]}.{name}"
            for name, column in self.columns.items()
            for cell, thing in column.cells_of(len(self.domain)).items()
        }


class Group(Form):
    """A few fields together in one record."""

    def __init__(self, name: str, fields: Mapping[str, Form]) -> None:
        self.name, self.fields = name, fields

    def write(self, state: State, viewer: int) -> dict[str, Any]:
        return {name: form.write(state, viewer) for name, form in self.fields.items()}

    def read(self, cells: Cells, told: Any, field: str) -> None:
        known(told, self.fields, field)
        for name, plain in told.items():
            self.fields[name].read(cells, plain, f"{field}.{name}")


def records(
    words: Words, name: str, things: Domain, parts: Parts | None = None, /, **columns: int | Of | Piles | Column
) -> Records:
    """A table of records: each column a block, the piles in which things lie, or a function that tells something."""
    return Records(name, things, {text: _column(words, things, column) for text, column in columns.items()}, parts)


def group(words: Words, name: str, /, **fields: Any) -> Group:
    """Some fields of cells, and functions of a state and a viewer, in one record."""
    return Group(name, {text: words.form(field) for text, field in fields.items()})


def _column(words: Words, things: Domain, column: int | Of | Piles | Column) -> Column:
    if isinstance(column, Column):
        return column
    if isinstance(column, Piles):
        return WhichPile(column)
    if not isinstance(column, int):
        return Column(column)
    block = words.layout.blocks[column]
    single = block.count == 1 and isinstance(block.kind, Some) and block.kind.domain is things
    return Member(block) if single else OfPlace(block)
