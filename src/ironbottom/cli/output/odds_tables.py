"""Prints tables of odds: in columns if the terminal is wide enough, otherwise one sentence for each row.

Plain output always uses sentences, because columns are hard to follow when they are read aloud.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypedDict

from ironbottom.cli.output.screen import ON_AVERAGE
from ironbottom.cli.output.terminal import NO_BREAK_SPACE, Terminal, wants_plain

GAP = "  "


class PlainRow(TypedDict):
    """A row of a table of odds as plain data."""

    name: str
    chances: list[float]


class PlainTable(TypedDict):
    """A table of odds as plain data."""

    title: str
    note: str
    outcomes: list[str]
    rows: list[PlainRow]


class PrintedOdds(TypedDict):
    """An answer: what was computed, its tables, its assumptions, and whether the figures are exact."""

    lines: list[str]
    tables: list[PlainTable]
    notes: list[str]
    exact: bool


def print_tables(terminal: Terminal, answer: PrintedOdds) -> None:
    """Prints an answer: what was computed, its tables, and its assumptions."""
    for line in answer["lines"]:
        terminal.write(line)
    for table in answer["tables"]:
        terminal.write()
        note = f" ({table['note']})" if table["note"] else ""
        terminal.write(f"{table['title']}{note}:", "head")
        laid_out = list(column_lines(table))
        too_wide = max(map(len, laid_out)) > terminal.width
        for line in sentence_lines(table) if too_wide or wants_plain() else laid_out:
            terminal.write(line, indent=4)
    if answer["notes"]:
        terminal.write()
        terminal.write(f"Assumptions: {'; '.join(answer['notes'])}.", indent=2)
    if not answer["exact"]:
        terminal.write("Some of these figures are only bounds.")


def format_figure(outcome: str, number: float) -> str:
    """Formats a chance or an average.

    >>> format_figure("sunk", 0.25).replace(NO_BREAK_SPACE, " "), format_figure("level, on average", 1.234)
    ('25.0 %', '1.23')
    """
    return f"{number:.2f}" if outcome.endswith(ON_AVERAGE) else f"{100 * number:.1f}{NO_BREAK_SPACE}%"


def column_heading(outcome: str) -> str:
    """Returns the heading of a column.

    >>> column_heading("level, on average")
    'level (avg)'
    """
    return f"{outcome.removesuffix(ON_AVERAGE)} (avg)" if outcome.endswith(ON_AVERAGE) else outcome


def sentence_heading(outcome: str) -> str:
    """Returns an outcome in the form used before its figure in a sentence; a number gets a colon.

    >>> sentence_heading("sunk"), sentence_heading("3+")
    ('sunk', '3+:')
    """
    return f"{column_heading(outcome)}:" if outcome[:1].isdigit() else column_heading(outcome)


def column_lines(table: PlainTable) -> Iterator[str]:
    """Yields the lines of a table in columns."""
    names = [row["name"] for row in table["rows"]]
    cells = [
        [format_figure(*pair) for pair in zip(table["outcomes"], row["chances"], strict=True)] for row in table["rows"]
    ]
    heads = [column_heading(outcome) for outcome in table["outcomes"]]
    first = max(map(len, names), default=0)
    widths = [max(len(head), *(len(row[n]) for row in cells)) for n, head in enumerate(heads)]
    yield table_line("", first, heads, widths)
    for name, row in zip(names, cells, strict=True):
        yield table_line(name, first, row, widths)


def table_line(name: str, first: int, cells: Sequence[str], widths: Sequence[int]) -> str:
    """Returns one line of a table.

    >>> table_line("Kaga", 5, ["1.0 %", "2"], [6, 3])
    '  Kaga    1.0 %    2'
    """
    aligned = [cell.rjust(width) for cell, width in zip(cells, widths, strict=True)]
    return f"{GAP}{name.ljust(first)}{GAP}{GAP.join(aligned)}"


def sentence_lines(table: PlainTable) -> Iterator[str]:
    """Yields a table as one sentence for each row, without impossible outcomes."""
    for row in table["rows"]:
        pairs = [pair for pair in zip(table["outcomes"], row["chances"], strict=True) if pair[1] > 0]
        outcomes = ", ".join(
            f"{sentence_heading(outcome)} {format_figure(outcome, number)}" for outcome, number in pairs
        )
        yield f"{GAP}{row['name']}: {outcomes or 'nothing'}"
