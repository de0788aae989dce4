"""How long a check may take, and what it got done in that time."""

from __future__ import annotations

from collections import Counter
from time import monotonic


class Budget:
    """Some seconds, and a count of what was checked in them.

    >>> budget = Budget(60)
    >>> budget.count["decisions"] += 2
    >>> budget.left, budget.report()
    (True, '2 decisions')
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.begun = monotonic()
        self.count: Counter[str] = Counter()

    @property
    def spent(self) -> float:
        """The seconds that have passed."""
        return monotonic() - self.begun

    @property
    def left(self) -> bool:
        """Whether time is left."""
        return self.spent < self.seconds

    def part(self, share: float) -> bool:
        """Whether less than this share of the time has passed."""
        return self.spent < share * self.seconds

    def report(self) -> str:
        """What was counted, in words."""
        return ", ".join(f"{number:,} {what}" for what, number in self.count.items())
