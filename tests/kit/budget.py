"""How much a check may do, and what it got done."""

from __future__ import annotations

from collections import Counter
from math import ceil
from time import monotonic


class Budget:
    """So many decisions, the same on every machine, or in the long run some seconds; and a count of what was checked.

    >>> budget = Budget(3)
    >>> budget.count["decisions"] += 2
    >>> budget.left, budget.report()
    (True, '2 decisions')
    >>> budget.share(2)
    2
    """

    def __init__(self, decisions: int, *, seconds: float | None = None, portion: float = 1) -> None:
        self.decisions = decisions
        self.portion = portion
        """The share of the draws and changes that are made at each decision, and of the decisions that are loaded."""
        self.until = None if seconds is None else monotonic() + seconds
        self.count: Counter[str] = Counter()

    @property
    def timed(self) -> bool:
        """Whether the clock decides when it is spent."""
        return self.until is not None

    @property
    def left(self) -> bool:
        """Whether more may be done."""
        return self.count["decisions"] < self.decisions if self.until is None else monotonic() < self.until

    def share(self, games: int) -> int:
        """How many decisions fall to each of so many games."""
        return ceil(self.decisions / games)

    def part(self, many: int) -> int:
        """How many draws or changes of so many are made at a decision.

        >>> Budget(3, portion=0.3).part(50)
        15
        """
        return ceil(self.portion * many)

    def report(self) -> str:
        """What was counted, in words."""
        return ", ".join(f"{number:,} {what}" for what, number in self.count.items())
