"""Answers in tables as lines to read: columns where the terminal is wide enough, else a sentence for each row.

Who asks for plain output is told sentences too: in columns read aloud nobody knows what a figure stands for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ironbottom.cli.output.screen import ON_AVERAGE
from ironbottom.cli.output.terminal import TIE, Terminal, wants_plain

GAP = "  "


def tables_in_words(terminal: Terminal, told: Mapping[str, Any]) -> None:
    """Prints an answer: what was computed, its tables, and their assumptions."""
    for line in told["lines"]:
        terminal.say(line)
    for table in told["tables"]:
        terminal.say()
        note = f" ({table['note']})" if table["note"] else ""
        terminal.say(f"{table['title']}{note}:", "head")
        laid_out = list(columns(table))
        too_wide = max(map(len, laid_out)) > terminal.width
        for line in sentences(table) if too_wide or wants_plain() else laid_out:
            terminal.say(line, indent=4)
    if told["notes"]:
        terminal.say()
        terminal.say(f"Taken for granted: {'; '.join(told['notes'])}.", indent=2)
    if not told["exact"]:
        terminal.say("Some of these figures are no more than bounds.")


def figure(outcome: str, number: float) -> str:
    """A chance, or an average.

    >>> figure("sunk", 0.25).replace(TIE, " "), figure("level, on average", 1.234)
    ('25.0 %', '1.23')
    """
    return f"{number:.2f}" if outcome.endswith(ON_AVERAGE) else f"{100 * number:.1f}{TIE}%"


def headed(outcome: str) -> str:
    """The head of a column.

    >>> headed("level, on average")
    'level (avg)'
    """
    return f"{outcome.removesuffix(ON_AVERAGE)} (avg)" if outcome.endswith(ON_AVERAGE) else outcome


def spoken_head(outcome: str) -> str:
    """An outcome before its figure; a number is set off from it.

    >>> spoken_head("sunk"), spoken_head("3+")
    ('sunk', '3+:')
    """
    return f"{headed(outcome)}:" if outcome[:1].isdigit() else headed(outcome)


def columns(table: Mapping[str, Any]) -> Iterator[str]:
    """A table in columns, numbers under the heads of their columns."""
    names = [row["name"] for row in table["rows"]]
    cells = [[figure(*pair) for pair in zip(table["outcomes"], row["chances"], strict=True)] for row in table["rows"]]
    heads = [headed(outcome) for outcome in table["outcomes"]]
    first = max(map(len, names), default=0)
    widths = [max(len(head), *(len(row[n]) for row in cells)) for n, head in enumerate(heads)]
    yield in_line("", first, heads, widths)
    for name, row in zip(names, cells, strict=True):
        yield in_line(name, first, row, widths)


def in_line(name: str, first: int, cells: Sequence[str], widths: Sequence[int]) -> str:
    """A line of a table.

    >>> in_line("Kaga", 5, ["1.0 %", "2"], [6, 3])
    '  Kaga    1.0 %    2'
    """
    told = [cell.rjust(width) for cell, width in zip(cells, widths, strict=True)]
    return f"{GAP}{name.ljust(first)}{GAP}{GAP.join(told)}"


def sentences(table: Mapping[str, Any]) -> Iterator[str]:
    """A table as a sentence for each row, what cannot happen left out."""
    for row in table["rows"]:
        pairs = [pair for pair in zip(table["outcomes"], row["chances"], strict=True) if pair[1] > 0]
        told = ", ".join(f"{spoken_head(outcome)} {figure(outcome, number)}" for outcome, number in pairs)
        yield f"{GAP}{row['name']}: {told or 'nothing'}"
