"""For whom a match waits, as far as everybody may know it."""

from __future__ import annotations

from ironbottom.engine.match.history import in_simultaneous_frame
from ironbottom.engine.match.match import Match


def awaited(match: Match) -> list[str]:
    """The sides that must choose; all of them while they choose in secret, so that nobody learns who is done."""
    waiting = [decision.side for decision in match.decisions()]
    return list(match.rules.sides.ids) if waiting and in_simultaneous_frame(match.state) else waiting
