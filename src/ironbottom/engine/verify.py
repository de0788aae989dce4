"""Checking a finished record offline: the dice against the revealed secrets, the acts against the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from ironbottom.engine.record import Record


@dataclass
class Report:
    """What a record proves: sentences for what holds, what fails, and what it cannot show."""

    proved: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether nothing failed."""
        return not self.failed


def verify(record: Record | Path | str) -> Report:
    """Checks lines, data, dice, legality of every act and the result of a record."""
    raise NotImplementedError
