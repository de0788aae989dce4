"""Which players have a page of the match open, and since when the others have not.

A page is open or not, whatever its player has chosen. What the match waits for is shown as of the last public act, so
that secret choices stay hidden.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress

from ironbottom.server.match import clocks
from ironbottom.server.match.open_match import OpenMatch
from ironbottom.server.messages.responses import PresenceResponse
from ironbottom.server.network.clients import Client

SILENCE = 45_000
"""For how many milliseconds a side counts as present after its last page was closed."""


def page_closed(open_match: OpenMatch, side: str) -> None:
    """Stores when the last page of a side was closed."""
    if not side or open_match.closed or side in open_match.subscribers.present_sides:
        return
    with suppress(sqlite3.Error):  # the server is stopping, or the disk is full
        open_match.store.set_last_seen(open_match.id, side, clocks.now())


def presence(open_match: OpenMatch, client: Client) -> PresenceResponse:
    """Returns who is present. Only players of the match learn since when the others are away."""
    open_sides = set(open_match.subscribers.present_sides)
    time, seen = clocks.now(), open_match.store.last_seen(open_match.id)
    here = [side for side in open_match.seats if side in open_sides or time - seen.get(side, 0) < SILENCE]
    away = {side: since for side, since in seen.items() if side in open_match.seats and side not in here}
    plays = bool(open_match.claims.claim_of(client).sides)
    return PresenceResponse(
        here, away if plays else {}, None if open_match.match.over else open_match.last_public_time()
    )
