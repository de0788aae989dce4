"""The sides that a match waits for, without revealing a secret."""

from __future__ import annotations

from ironbottom.engine.match.history import in_simultaneous_frame
from ironbottom.engine.match.match import Match


def pending_sides(match: Match) -> list[str]:
    """Returns the sides that must choose; during secret choices all sides, so that nobody learns who is done."""
    waiting = [decision.side for decision in match.decisions()]
    return list(match.rules.sides.ids) if waiting and in_simultaneous_frame(match.state) else waiting
