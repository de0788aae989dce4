"""Open challenges: matches that have not begun, whose free seats anyone on the server may take."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.engine.core.errors import Refused
from ironbottom.server.errors import Forbidden
from ironbottom.server.match import clocks
from ironbottom.server.match.claims import Claims
from ironbottom.server.match.seats import persons
from ironbottom.server.network.clients import Client
from ironbottom.server.storage.database import Store, StoredMatch

LIFETIME = 30 * 24 * 3_600_000
"""In milliseconds."""
MAX_OF_CLIENT = 5
"""The maximum number of open challenges of one client."""
MAX_OPEN = 200
"""The maximum number of open challenges on a server."""
NOT_OPEN = "this challenge has been taken or withdrawn"


class Challenge(NamedTuple):
    """An open challenge: its match, the seats that may be taken, and the time when it was made."""

    match: StoredMatch
    sides: list[str]
    made: int


class Challenges:
    """The open challenges of one store. Nothing is cached: each answer is read from the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def open(self) -> list[Challenge]:
        """Returns all open challenges, the newest first."""
        found = [self._read(match, made) for match, made in self._store.challenges()]
        return [one for one in found if one is not None]

    def find(self, match: str) -> Challenge | None:
        """Returns the open challenge of a match, or None."""
        made = self._store.challenge(match)
        return None if made is None else self._read(match, made)

    def _read(self, match: str, made: int) -> Challenge | None:
        stored = self._store.find(match)
        if stored is None or made <= clocks.now_ms() - LIFETIME:
            return None
        claimed = Claims(self._store, match).claimed()
        sides = [side for side in persons(stored.seats) if side not in claimed]
        return Challenge(stored, sides, made) if sides else None

    def require_room(self, client: Client) -> None:
        """Raises ``Refused`` if the client, or the server, has too many open challenges."""
        held = [one for one in self.open() if Claims(self._store, one.match.id).claim_of(client).host]
        if len(held) >= MAX_OF_CLIENT:
            raise Refused(f"you have {MAX_OF_CLIENT} open challenges; withdraw one first", field="open")
        if len(self.open()) >= MAX_OPEN:
            raise Refused("too many challenges are open on this server; take one of them", field="open")

    def take(self, client: Client, match: str, side: str) -> None:
        """Gives a free seat to a client, unless another client has already taken it."""
        with self._store.transaction():
            found, claims = self.find(match), Claims(self._store, match)
            if found is None or side not in found.sides:
                raise Forbidden(NOT_OPEN, field="side")
            if claims.claim_of(client).holds_anything:
                raise Forbidden("you are already playing this match", field="side")
            claims.take_free(client, side)
            if len(found.sides) == 1:
                self._store.delete_challenge(match)
