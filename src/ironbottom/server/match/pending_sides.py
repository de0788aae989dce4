"""The sides that a match waits for, without revealing a secret."""

from __future__ import annotations

from ironbottom.engine.match.history import in_simultaneous_frame
from ironbottom.engine.match.match import Match
from ironbottom.server.match.seats import Seats, persons


def pending_sides(match: Match) -> list[str]:
    """Returns the sides that must choose; during secret choices all sides, so that nobody learns who is done."""
    waiting = [decision.side for decision in match.decisions()]
    return list(match.rules.sides.ids) if waiting and in_simultaneous_frame(match.state) else waiting


def pending_persons(match: Match, seats: Seats) -> list[str]:
    """Returns the sides of human players that a match waits for, as far as everybody knows."""
    people = persons(seats)
    return [] if match.over else [side for side in pending_sides(match) if side in people]


def is_public_choice_since(match: Match, entry: int) -> bool:
    """Returns whether the public log has a choice after an entry, which means that a step of secret choices ended."""
    return match.seq("public") > entry and any(one["act"] == "choice" for one in match.log("public", entry))
