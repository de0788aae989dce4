"""The figures of a game: tables read from its data folder, each figure with its mark and source.

A game declares the row of a table as a frozen struct. Each field has a column type and names the column that holds its
mark. Tables are CSV files with one row per item, or TOML files with one table per item.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Generic, NamedTuple, TypeVar, get_args, get_origin, get_type_hints, overload

from ironbottom.engine.core.fields import truncated_list
from ironbottom.engine.data.columns import ColumnType, Ids, InvalidValue, quoted
from ironbottom.engine.data.corrections import FORM, Corrections, FactsError, line_of, read_text, read_toml

__all__ = ["MARKS", "Check", "Facts", "FactsError", "Fault", "Figure", "Mark", "Table", "load_tables"]

MARKS = ("rules", "found", "derived", "recalled", "reconstructed")
"""How a figure is known: stated in the rules, read in a source, concluded, remembered or supplied."""

CORRECTED = "corrected"
"""The mark of a figure that the owner of the printed game has corrected."""

R = TypeVar("R")


class Mark(NamedTuple):
    """The column with the mark of a field; by default ``mark``."""

    column: str


class TableColumn(NamedTuple):
    """A field of a row: its column type, and the column of its mark."""

    name: str
    kind: ColumnType
    mark: str


class Table(Generic[R]):
    """A data file and the struct of its rows: one field per column, besides the key, the marks and the source.

    ``file`` is in the data folder and its stem is the name of the table. The column ``key`` identifies a row, and the
    column ``source`` says where its figures come from.
    """

    def __init__(self, file: str, row: type[R], *, key: str = "id", source: str = "basis") -> None:
        self.file, self.row, self.key, self.source = file, row, key, source
        self.name = Path(file).stem
        hints = get_type_hints(row, include_extras=True)
        self.columns = {name: _column(name, hint) for name, hint in hints.items()}
        self.marks = tuple(dict.fromkeys(column.mark for column in self.figures()))
        self.header = (*self.columns, *self.marks, source)

    def figures(self) -> list[TableColumn]:
        """The columns that hold figures: all except the key."""
        return [column for column in self.columns.values() if column.name != self.key]


def _column(name: str, hint: Any) -> TableColumn:
    said = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    kinds = [part for part in said if isinstance(part, ColumnType)]
    if len(kinds) != 1:
        raise TypeError(f"the field {name} needs one kind of column: Annotated[int, Whole(0, 6)]")
    marks = [part.column for part in said if isinstance(part, Mark)]
    return TableColumn(name, kinds[0], marks[0] if marks else "mark")


class Figure(NamedTuple):
    """A figure in force: its table, row and field, its value, its mark and its source."""

    table: str
    id: str
    field: str
    value: Any
    mark: str
    source: str
    corrected: bool


class Fault(NamedTuple):
    """A violation of a structure rule: a message, and the figures involved as (table, row, field)."""

    message: str
    places: Sequence[tuple[str, str, str]]


class Check(NamedTuple):
    """A plausibility check: its name, and a test that returns a sentence if figures look wrong."""

    name: str
    test: Callable[[Facts], str | None]


Structure = Callable[["Facts"], Iterator[Fault]]


class Facts:
    """The figures of a game in force, frozen: typed rows, marks and sources, corrections and warnings."""

    def __init__(
        self,
        game: str,
        tables: Mapping[str, Mapping[str, Any]],
        figures: Sequence[Figure],
        corrections: dict[str, Any],
    ) -> None:
        self.game = game
        self._tables = {name: MappingProxyType(dict(rows)) for name, rows in tables.items()}
        self._figures = tuple(figures)
        self._corrections = corrections
        self.warnings: tuple[str, ...] = ()
        """Figures that look wrong, each with the name of its check."""

    @overload
    def table(self, table: Table[R]) -> Mapping[str, R]: ...

    @overload
    def table(self, table: str) -> Mapping[str, Any]: ...

    def table(self, table: Table[Any] | str) -> Mapping[str, Any]:
        """The rows of a table by id, in the order of its file.

        They are typed if the table itself is given instead of its name.
        """
        return self._tables[table if isinstance(table, str) else table.name]

    def figures(self) -> Iterator[Figure]:
        """Every figure, in the order of the files."""
        return iter(self._figures)

    @property
    def corrections(self) -> dict[str, Any]:
        """The corrections as plain data ``{table: {row: {field: value}}}``, for the header of a match."""
        return json.loads(json.dumps(self._corrections))  # type: ignore[no-any-return]

    def digest(self) -> str:
        """The SHA-256 of the figures in force as canonical JSON, in hexadecimal, without marks and sources."""
        listed = [[figure.table, figure.id, figure.field, figure.value] for figure in self._figures]
        text = json.dumps([self.game, listed], ensure_ascii=True, separators=(",", ":"), allow_nan=False)
        return hashlib.sha256(text.encode("ascii")).hexdigest()


def load_tables(
    folder: Path,
    tables: Sequence[Table[Any]],
    corrections: Mapping[str, Any] | None = None,
    *,
    game: str,
    structure: Sequence[Structure] = (),
    plausibility: Sequence[Check] = (),
) -> Facts:
    """Reads the figures of the data folder and applies corrections.

    ``FactsError`` names the file and line of a figure that is unknown, of the wrong type or out of range, or that
    violates the structure. A failed plausibility check only adds to ``warnings``.
    """
    sheets = [_Sheet(folder / table.file, table) for table in tables]
    laid = _corrections(corrections, game)
    overlay = _Overlay(laid, sheets)
    facts = _facts(game, sheets, overlay)
    for rule in structure:
        for fault in rule(facts):
            raise _located(fault, sheets, overlay, partial(_violations, game, sheets, rule, fault))
    result = ((check.name, check.test(facts)) for check in plausibility)
    facts.warnings = tuple(f"{name}: {sentence}" for name, sentence in result if sentence)
    return facts


def _facts(game: str, sheets: Sequence[_Sheet], overlay: _Overlay) -> Facts:
    """The figures of the sheets with corrections applied."""
    ids = {sheet.table.name: tuple(sheet.rows) for sheet in sheets}
    rows = {}
    figures: list[Figure] = []
    for sheet in sheets:
        rows[sheet.table.name] = {key: _row(sheet, key, ids, overlay, figures) for key in sheet.rows}
    return Facts(game, rows, figures, overlay.recorded())


def _violations(game: str, sheets: Sequence[_Sheet], rule: Structure, fault: Fault, overlay: _Overlay) -> bool:
    """Whether a structure rule fails in the same way under these corrections."""
    try:
        return fault in list(rule(_facts(game, sheets, overlay)))
    except (LookupError, TypeError, ValueError):
        return False


class Shipped:
    """The figures of a game's data folder, with or without corrections. Those without are read only once.

    >>> from ironbottom.games.hold_fast.data.facts import load
    >>> [load(wish).table("units")["j_yamato"].dice for wish in (None, {"units": {"j_yamato": {"dice": 7}}})]
    [6, 7]
    """

    def __init__(
        self, folder: Path, tables: Sequence[Table[Any]], structure: Sequence[Structure], plausibility: Sequence[Check]
    ) -> None:
        self._read = partial(
            load_tables, folder, tables, game=folder.parent.name, structure=structure, plausibility=plausibility
        )

    @cached_property
    def _plain(self) -> Facts:
        return self._read()

    def __call__(self, corrections: Mapping[str, Any] | None = None) -> Facts:
        return self._read(corrections) if corrections else self._plain


def row_values(row: Any, *columns: str) -> dict[str, Any]:
    """These columns of a row as plain data.

    >>> from ironbottom.games.pacific_fury.data.facts import load
    >>> row_values(load().table("units")["ijn_yamato"], "name", "kind")
    {'name': 'Yamato', 'kind': 'battleship'}
    """
    return {column: to_mutable(getattr(row, column)) for column in columns}


def to_mutable(value: Any) -> Any:
    """A frozen value as plain data."""
    return list(value) if isinstance(value, tuple) else value


# -- data files ------------------------------------------------------------------------------------


@dataclass
class _Line:
    number: int
    cells: dict[str, Any]


class _Sheet:
    """A data file as written: the line and the plain cells of each row."""

    def __init__(self, path: Path, table: Table[Any]) -> None:
        self.path, self.table = path, table
        self.rows: dict[str, _Line] = {}
        text = read_text(path)
        if path.suffix == ".toml":
            self._read_toml(text)
        else:
            self._read_csv(text)

    def error(self, message: str, line: int, name: str = "") -> FactsError:
        """The error for a place in this file."""
        return FactsError(message, file=str(self.path), line=line, name=name)

    def place(self, key: str, field: str) -> tuple[int, str]:
        """The line and the name of a figure."""
        return self.rows[key].number, f"{key}.{field}"

    def _read_csv(self, text: str) -> None:
        reader = csv.reader(io.StringIO(text, newline=""), strict=True)
        try:
            header = next(reader, [])
            self._check_names(header, 1)
            for cells in reader:
                self._add_csv_row(header, cells, reader.line_num)
        except csv.Error as error:
            raise self.error(f"this is not CSV: {error}", reader.line_num) from None

    def _add_csv_row(self, header: list[str], cells: list[str], line: int) -> None:
        if len(cells) != len(header):
            raise self.error(f"the row has {len(cells)} cells, the header {len(header)}", line)
        columns = self.table.columns
        texts = dict(zip(header, cells, strict=True))
        read = {name: columns[name].kind.parse(text) if name in columns else text for name, text in texts.items()}
        self._add(texts[self.table.key], read, line)

    def _read_toml(self, text: str) -> None:
        for key, cells in read_toml(text, str(self.path)).items():
            line = line_of(text, (key,))
            if not isinstance(cells, dict):
                raise self.error(f"{quoted(cells)} is not a table of fields", line, key)
            optional = {column.name: None for column in self.table.figures() if column.kind.blank}
            full = {**optional, self.table.key: self.table.columns[self.table.key].kind.parse(key), **cells}
            self._check_names(list(full), line)
            self._add(key, full, line)

    def _check_names(self, names: list[str], line: int) -> None:
        for name in names:
            if name not in self.table.header:
                raise self.error(
                    f"no column is called {name!r}; allowed: {truncated_list(self.table.header, 40)}", line
                )
            if names.count(name) > 1:
                raise self.error(f"the column {name} appears twice", line)
        missing = [name for name in self.table.header if name not in names]
        if missing:
            raise self.error(f"missing: {truncated_list(missing, 40)}", line)

    def _add(self, key: str, cells: dict[str, Any], line: int) -> None:
        if not key:
            raise self.error("the row has no name", line, self.table.key)
        if key in self.rows:
            raise self.error(f"{key!r} appears twice", line, self.table.key)
        for mark in self.table.marks:
            if cells[mark] not in MARKS:
                raise self.error(
                    f"{cells[mark]!r} is not a mark; allowed: {truncated_list(MARKS)}", line, f"{key}.{mark}"
                )
        if not isinstance(cells[self.table.source], str) or not cells[self.table.source].strip():
            raise self.error("every row must name the source of its figures", line, f"{key}.{self.table.source}")
        self.rows[key] = _Line(line, cells)


def _row(sheet: _Sheet, key: str, ids: Ids, overlay: _Overlay, figures: list[Figure]) -> Any:
    """Builds the frozen row, with corrections, and adds its figures to the list."""
    table, cells = sheet.table, sheet.rows[key].cells
    values = {}
    for column in table.columns.values():
        values[column.name] = shipped = _shipped(sheet, key, column, ids)
        if column.name == table.key:
            continue
        mark, source = cells[column.mark], cells[table.source]
        corrected = (table.name, key, column.name) in overlay.values
        if corrected:
            values[column.name] = overlay.value(table.name, key, column, ids)
            source = f"correction of {to_mutable(shipped)!r} ({mark}; {source})"
            mark = CORRECTED
        value = to_mutable(values[column.name])
        figures.append(Figure(table.name, key, column.name, value, mark, source, corrected))
    return table.row(**values)


def _shipped(sheet: _Sheet, key: str, column: TableColumn, ids: Ids) -> Any:
    try:
        return column.kind.value(sheet.rows[key].cells[column.name], ids)
    except InvalidValue as error:
        line, name = sheet.place(key, column.name)
        raise sheet.error(str(error), line, name) from None


# -- corrections -----------------------------------------------------------------------------------


def _corrections(given: Mapping[str, Any] | None, game: str) -> Corrections:
    if isinstance(given, Corrections):
        return given
    if given is not None and not isinstance(given, Mapping):
        raise FactsError(f"{quoted(given)} is not a table of names; {FORM}", file="corrections")
    return Corrections(given or {}, game)


class _Overlay:
    """Corrections whose game, table, row and field exist."""

    def __init__(self, corrections: Corrections, sheets: Sequence[_Sheet]) -> None:
        self.corrections = corrections
        by_name = {sheet.table.name: sheet for sheet in sheets}
        for table in corrections:
            if table not in by_name:
                raise corrections.error(f"no table is called {table!r}; allowed: {truncated_list(by_name)}", table)
        for table, rows in corrections.items():
            for key in rows if isinstance(rows, Mapping) else ():
                if key not in by_name[table].rows:
                    known = truncated_list(by_name[table].rows, 60)
                    raise corrections.error(f"no row of {table} is called {key!r}; allowed: {known}", table, key)
        self.values: dict[tuple[str, str, str], Any] = {}
        for table, key, field, value in corrections.figures():
            fields = [column.name for column in by_name[table].table.figures()]
            if field not in fields:
                allowed = truncated_list(fields, 40)
                raise corrections.error(f"no figure is called {field!r}; allowed: {allowed}", table, key, field)
            self.values[table, key, field] = value

    def value(self, table: str, key: str, column: TableColumn, ids: Ids) -> Any:
        """The corrected value, checked."""
        try:
            return column.kind.value(self.values[table, key, column.name], ids)
        except InvalidValue as error:
            raise self.corrections.error(str(error), table, key, column.name) from None

    def first(self, count: int) -> _Overlay:
        """A copy with only the first ``count`` corrections."""
        fewer = copy(self)
        fewer.values = dict(list(self.values.items())[:count])
        return fewer

    def recorded(self) -> dict[str, Any]:
        """The corrections as plain data, sorted by name."""
        result: dict[str, Any] = {}
        for (table, key, field), value in sorted(self.values.items(), key=lambda item: item[0]):
            result.setdefault(table, {}).setdefault(key, {})[field] = "" if value is None else to_mutable(value)
        return result


def _located(
    fault: Fault, sheets: Sequence[_Sheet], overlay: _Overlay, breaks: Callable[[_Overlay], bool]
) -> FactsError:
    """The error for a violated structure, located at the first of its figures that was corrected, otherwise in the
    data.

    A correction may contradict figures that were correct in the data; then that correction is named.
    """
    for index in fault.places:
        if index in overlay.values:
            return overlay.corrections.error(fault.message, *index)
    table, key, field = fault.places[0]
    sheet = next(sheet for sheet in sheets if sheet.table.name == table)
    line, name = sheet.place(key, field)
    guilty = _breaking_correction(overlay, breaks)
    if guilty is None:
        return sheet.error(fault.message, line, name)
    return overlay.corrections.error(f"{fault.message} ({table}, {name})", *guilty)


def _breaking_correction(overlay: _Overlay, breaks: Callable[[_Overlay], bool]) -> tuple[str, str, str] | None:
    """The correction that causes a fault, found by bisection; None if the data themselves are faulty."""
    written = list(overlay.values)
    if not written or breaks(overlay.first(0)):
        return None
    whole, broken = 0, len(written)
    while broken - whole > 1:
        middle = (whole + broken) // 2
        if breaks(overlay.first(middle)):
            broken = middle
        else:
            whole = middle
    return written[whole]
