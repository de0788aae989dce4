"""Prints clauses of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ironbottom.cli.output.terminal import Terminal
from ironbottom.engine.data.clauses import Clause

CLAUSE = re.compile(r"\d+(\.\w+)*\.?")


def show_clauses(terminal: Terminal, found: Iterable[Clause]) -> None:
    """Clauses as a player reads them: number, title, what it says, how it is taken, and what else to read."""
    for entry in found:
        terminal.say(f"{entry.id}  {entry.title}", "head")
        terminal.say(f"  {entry.paraphrase}", indent=2)
        if entry.reading:
            filled = " (a reading that fills a gap in the text)" if entry.reconstructed else ""
            terminal.say(f"  Played so{filled}: {entry.reading}", indent=2)
        if entry.status == "option":
            terminal.say(f"  Played only with the option {entry.option}.", indent=2)
        if entry.scenario:
            terminal.say(f"  Still to come, with scenario {entry.scenario}.", indent=2)
        if entry.marks:
            terminal.say(f"  How it is known: {', '.join(entry.marks)}.", indent=2)
        if entry.reason:
            terminal.say(f"  Without effect here: {entry.reason}", indent=2)
        if entry.related:
            terminal.say(f"  See also {', '.join(entry.related)}.", "dim", indent=2)
