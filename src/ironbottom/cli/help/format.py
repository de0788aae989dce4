"""Formats help pages as plain text in two columns, wrapped to the width of the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from io import StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cyclopts.help import HelpEntry, HelpPanel
    from rich.console import Console, ConsoleOptions

COLUMN = 24
WIDEST = 100
WIDER_THAN_ANY = 10_000


class HelpFormatter:
    """Formats the help pages."""

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        if not panel.entries:
            return
        self._print(console, [f"{panel.title}:", *_rows(panel.entries, _width(console)), ""])

    def render_usage(self, console: Console, options: ConsoleOptions, usage: object) -> None:
        """Prints the usage line."""
        self._print(console, [f"Usage: {_plain(usage).removeprefix('Usage:').strip()}", ""])

    def render_description(self, console: Console, options: ConsoleOptions, description: object) -> None:
        """Prints the description. Indented blocks are not wrapped."""
        for block in _plain(description).split("\n\n"):
            if block.startswith(" "):
                self._print(console, [*block.splitlines(), ""])
            elif block.strip():
                self._print(console, [*textwrap.wrap(block, _width(console)), ""])

    def _print(self, console: Console, lines: list[str]) -> None:
        for line in lines:
            console.print(line, highlight=False, markup=False, soft_wrap=True)


def _width(console: Console) -> int:
    return min(WIDEST, console.width)


def _plain(thing: object) -> str:
    """Returns the text of a renderable with its own line breaks and no others."""
    if thing is None or isinstance(thing, str):
        return (thing or "").rstrip()
    from rich.console import Console

    wide = Console(file=StringIO(), width=WIDER_THAN_ANY, color_system=None)
    with wide.capture() as capture:
        wide.print(thing, end="")
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


def _rows(entries: list[HelpEntry], width: int) -> Iterator[str]:
    """Yields each entry as a label and its wrapped text, which starts on a new line if the label is long."""
    for entry in entries:
        label = f"  {_label(entry)}"
        allowed = f" One of {', '.join(entry.choices)}." if entry.choices else ""
        lines = textwrap.wrap(f"{_text(entry.description)}{allowed}", width - COLUMN) or [""]
        if len(label) > COLUMN - 2:
            yield label
            label = ""
        yield f"{label:{COLUMN}}{lines[0]}".rstrip()
        yield from (" " * COLUMN + line for line in lines[1:])


def _label(entry: HelpEntry) -> str:
    """Returns the label of an entry, such as ``--side SIDE``."""
    names = [*entry.positive_names, *entry.positive_shorts]
    if not names:
        return entry.positional_label or ""
    value = f" {entry.metavar}" if entry.metavar and names[0].startswith("--") else ""
    return f"{', '.join(names)}{value}"


def _text(description: object) -> str:
    return " ".join(_plain(description).split())
