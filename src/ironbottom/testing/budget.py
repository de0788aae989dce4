"""The budget of a check, and what it has counted."""

from __future__ import annotations

from collections import Counter
from math import ceil
from time import monotonic


class CheckBudget:
    """A number of decisions, or of seconds in the long run, and counts of what was checked.

    The number of decisions is the same on every machine.

    >>> budget = CheckBudget(3)
    >>> budget.count["decisions"] += 2
    >>> budget.left, budget.report()
    (True, '2 decisions')
    >>> budget.share(2)
    2
    """

    def __init__(self, decisions: int, *, seconds: float | None = None, portion: float = 1) -> None:
        self.decisions = decisions
        self.portion = portion
        """The share of the full number of draws and changes per decision, and of the decisions that are loaded."""
        self.until = None if seconds is None else monotonic() + seconds
        self.count: Counter[str] = Counter()

    @property
    def timed(self) -> bool:
        """Whether the budget is a time."""
        return self.until is not None

    @property
    def left(self) -> bool:
        """Whether any budget is left."""
        return self.count["decisions"] < self.decisions if self.until is None else monotonic() < self.until

    def share(self, games: int) -> int:
        """The number of decisions for each game, given the number of games."""
        return ceil(self.decisions / games)

    def part(self, many: int) -> int:
        """The number of draws or changes made at a decision, given the full number.

        >>> CheckBudget(3, portion=0.3).part(50)
        15
        """
        return ceil(self.portion * many)

    def report(self) -> str:
        """The counts as text."""
        return ", ".join(f"{number:,} {what}" for what, number in self.count.items())
