"""Offers to take back beyond the fence: the other sides see them and answer, each for itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from ironbottom.engine.core.errors import Refused
from ironbottom.server.match.seats import PERSON
from ironbottom.server.storage.database import UndoOffer
from ironbottom.server.views.game_text import side_title

if TYPE_CHECKING:
    from ironbottom.server.match.open_match import MatchTable

Answer = Literal["accept", "decline", "cancel"]


class UndoOffers:
    """The offer of one match; there is one at a time, and it is stored until it is settled.

    It lapses when its side chooses again or takes something back; one that was declined is shown until then, or until
    its side cancels it. Choices of the others leave it as it is: one that
    is made in secret would show.
    """

    def __init__(self, table: MatchTable) -> None:
        self._table = table
        self._stored: UndoOffer | None = table.store.undo_offer(table.id)

    @property
    def offer(self) -> UndoOffer | None:
        """The offer that is still to be answered."""
        found, match = self._stored, self._table.match
        if found is None or match.over or found.side not in self._table.seats or found.side in match.resigned:
            return None
        return found if match.last_choice(found.side) == found.choice else None

    def to_answer(self, offer: UndoOffer) -> list[str]:
        """The sides that have yet to answer. Computer players agree to everything."""
        if offer.declined:
            return []
        table = self._table
        asked = table.match.asked(offer.side)
        return [side for side in asked if table.seats[side] == PERSON and side not in offer.accepted]

    def ask(self, side: str, steps: int) -> None:
        """Takes back within the fence, or if only computer players are asked. Otherwise the other sides are asked."""
        match = self._table.match
        if not match.consent_needed(side, steps):
            self._take_back(side, steps)
            return
        standing = self.offer
        if standing is not None and standing.side != side and not standing.declined:
            raise Refused(f"first answer the request of {self._title(standing.side)} to take back", field="side")
        self._settle(UndoOffer(side, steps, match.last_choice(side)))

    def answer(self, side: str, word: Answer) -> None:
        """A side agrees or declines, or the side that asked cancels its offer."""
        offer = self.offer
        if offer is None or (side != offer.side if word == "cancel" else side not in self.to_answer(offer)):
            title = self._title(side)
            told = f"{title} asked for nothing" if word == "cancel" else f"there is no request for {title} to answer"
            raise Refused(told, field="word")
        if word == "accept":
            self._settle(msgspec.structs.replace(offer, accepted=(*offer.accepted, side)))
        else:
            self._store(None if word == "cancel" else msgspec.structs.replace(offer, declined=side))

    def settle(self) -> None:
        """Takes back if nobody is left to answer, for example once a seat went to a computer player."""
        if (offer := self.offer) is not None and not offer.declined:
            self._settle(offer)

    def forget(self, side: str) -> None:
        """Removes the offer of a side that takes something back, within the same transaction."""
        if self._stored is not None and self._stored.side == side:
            self._table.store.store_undo_offer(self._table.id, None)
            self._stored = None

    def _settle(self, offer: UndoOffer) -> None:
        if self.to_answer(offer):
            self._store(offer)
        else:
            self._take_back(offer.side, offer.steps)

    def _take_back(self, side: str, steps: int) -> None:
        table = self._table
        consent = table.match.consent_needed(side, steps)

        def undo() -> None:
            table.match.undo(side, steps, consent)
            self.forget(side)

        table.change(undo)
        table.aides.took_back(side)

    def _store(self, offer: UndoOffer | None) -> None:
        self._table.store.store_undo_offer(self._table.id, offer)
        self._stored = offer
        self._table.watchers.tell()

    def _title(self, side: str) -> str:
        return side_title(self._table.match.rules, side)
