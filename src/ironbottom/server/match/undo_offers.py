"""Undo beyond the undo barrier: the other sides see the offer, and each accepts or declines it."""

from __future__ import annotations

from typing import Literal

import msgspec

from ironbottom.engine.core.errors import Refused
from ironbottom.server.match.seats import PERSON
from ironbottom.server.match.standing_orders import WithSeatOrders
from ironbottom.server.storage.database import UndoOffer
from ironbottom.server.views.game_text import side_title

Answer = Literal["accept", "decline", "cancel"]


class UndoOffers:
    """The undo offer of one match.

    There is at most one at a time, and it is stored until it is resolved. An offer lapses when its side chooses again
    or takes something back. A declined offer is shown until then, or until its side cancels it. Choices of other sides
    do not change it, since that would reveal hidden choices.
    """

    def __init__(self, open_match: WithSeatOrders) -> None:
        self._open_match = open_match
        self._stored: UndoOffer | None = open_match.store.undo_offer(open_match.id)

    @property
    def offer(self) -> UndoOffer | None:
        """The offer that still waits for answers."""
        result, match = self._stored, self._open_match.match
        if result is None or match.over or result.side not in self._open_match.seats or result.side in match.resigned:
            return None
        return result if match.last_choice(result.side) == result.choice else None

    def pending_answers(self, offer: UndoOffer) -> list[str]:
        """Returns the sides that have not answered yet. Computer players agree to everything."""
        if offer.declined:
            return []
        open_match = self._open_match
        asked = open_match.match.consenting_sides(offer.side)
        return [side for side in asked if open_match.seats[side] == PERSON and side not in offer.accepted]

    def request(self, side: str, steps: int) -> None:
        """Takes the choices back at once if no person has to agree; otherwise stores an offer."""
        self._open_match.require_here()
        match = self._open_match.match
        if not match.consent_needed(side, steps):
            self._undo(side, steps)
            return
        current = self.offer
        if current is not None and current.side != side and not current.declined:
            raise Refused(f"first answer the request of {self._title(current.side)} to take back", field="side")
        self._resolve(UndoOffer(side, steps, match.last_choice(side)))

    def answer(self, side: str, word: Answer) -> None:
        """Accepts or declines for a side, or cancels for the side that asked."""
        self._open_match.require_here()
        offer = self.offer
        if offer is None or (side != offer.side if word == "cancel" else side not in self.pending_answers(offer)):
            title = self._title(side)
            message = f"{title} made no request" if word == "cancel" else f"there is no request for {title} to answer"
            raise Refused(message, field="word")
        if word == "accept":
            self._resolve(msgspec.structs.replace(offer, accepted=(*offer.accepted, side)))
        else:
            self._store(None if word == "cancel" else msgspec.structs.replace(offer, declined=side))

    def resolve(self) -> None:
        """Takes the choices back if nobody is left to answer, for example after a computer player got a seat."""
        if (offer := self.offer) is not None and not offer.declined:
            self._resolve(offer)

    def discard(self, side: str) -> None:
        """Removes the offer of a side that takes something back, within the same transaction."""
        if self._stored is not None and self._stored.side == side:
            self._open_match.store.store_undo_offer(self._open_match.id, None)
            self._stored = None

    def _resolve(self, offer: UndoOffer) -> None:
        if self.pending_answers(offer):
            self._store(offer)
        else:
            self._undo(offer.side, offer.steps)

    def _undo(self, side: str, steps: int) -> None:
        open_match = self._open_match
        consent = open_match.match.consent_needed(side, steps)

        def undo() -> None:
            open_match.match.undo(side, steps, consent)
            self.discard(side)

        open_match.change(undo)
        open_match.seat_orders.suspend(side)

    def _store(self, offer: UndoOffer | None) -> None:
        self._open_match.store.store_undo_offer(self._open_match.id, offer)
        self._stored = offer
        self._open_match.subscribers.notify()

    def _title(self, side: str) -> str:
        return side_title(self._open_match.match.rules, side)
