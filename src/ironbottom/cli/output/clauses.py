"""Prints clauses of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ironbottom.cli.output.terminal import Terminal
from ironbottom.engine.data.clauses import Clause

CLAUSE_NUMBER = re.compile(r"\d+(\.\w+)*\.?")


def show_clauses(terminal: Terminal, found: Iterable[Clause]) -> None:
    """Prints clauses with number, title, text, interpretation and related clauses."""
    for entry in found:
        terminal.write(f"{entry.id}  {entry.title}", "head")
        terminal.write(f"  {entry.paraphrase}", indent=2)
        if entry.reading:
            filled = " (fills a gap in the text)" if entry.reconstructed else ""
            terminal.write(f"  Interpretation{filled}: {entry.reading}", indent=2)
        if entry.status == "option":
            terminal.write(f"  Played only with the option {entry.option}.", indent=2)
        if entry.scenario:
            terminal.write(f"  Planned, with scenario {entry.scenario}.", indent=2)
        if entry.marks:
            terminal.write(f"  How it is known: {', '.join(entry.marks)}.", indent=2)
        if entry.reason:
            terminal.write(f"  Has no effect here: {entry.reason}", indent=2)
        if entry.related:
            terminal.write(f"  See also {', '.join(entry.related)}.", "dim", indent=2)
