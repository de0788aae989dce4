"""The pages of a match that its players have open now, or had open a moment ago."""

from __future__ import annotations

import sqlite3
from contextlib import suppress

from ironbottom.server.match import clocks
from ironbottom.server.match.open_match_protocol import OpenMatchProtocol

SILENCE = 45_000
"""The time in milliseconds for which a side still counts as present after its last page was closed."""


def present_sides(open_match: OpenMatchProtocol) -> list[str]:
    """Returns the sides whose player has a page open, or had one less than ``SILENCE`` ago."""
    open_sides = set(open_match.subscribers.present_sides)
    time, seen = clocks.now_ms(), open_match.store.last_seen(open_match.id)
    return [side for side in open_match.seats if side in open_sides or time - seen.get(side, 0) < SILENCE]


def page_closed(open_match: OpenMatchProtocol, side: str) -> None:
    """Stores the time when the last page of a side was closed."""
    if not side or open_match.closed or side in open_match.subscribers.present_sides:
        return
    with suppress(sqlite3.Error):  # the server is stopping, or the disk is full
        open_match.store.set_last_seen(open_match.id, side, clocks.now_ms())


def server_stops(open_match: OpenMatchProtocol) -> None:
    """Stores the time for every side that has a page open when the server stops.

    The pages are disconnected only after the match is closed.
    """
    for side in set(open_match.subscribers.present_sides):
        with suppress(sqlite3.Error):
            open_match.store.set_last_seen(open_match.id, side, clocks.now_ms())
