"""Shows which players have a page of the match open, and when the others closed theirs.

Whether a page is open does not depend on what its player has chosen. The sides that the match waits for are shown as of
the last public act, so that secret choices stay hidden.
"""

from __future__ import annotations

from ironbottom.server.match.open_match import OpenMatch
from ironbottom.server.match.presence_by_page import present_sides
from ironbottom.server.messages.responses import PresenceResponse
from ironbottom.server.network.clients import Client


def presence(open_match: OpenMatch, client: Client) -> PresenceResponse:
    """Returns which players are present. Only players of the match learn when the others left."""
    here, seen = present_sides(open_match), open_match.store.last_seen(open_match.id)
    away = {side: since for side, since in seen.items() if side in open_match.seats and side not in here}
    plays = bool(open_match.claims.claim_of(client).sides)
    hidden = open_match.match.over or open_match.is_delayed_for(client)
    return PresenceResponse(here, away if plays else {}, None if hidden else open_match.last_public_time())
