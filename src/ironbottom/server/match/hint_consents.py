"""Hints in a match between several people: each side offers them or accepts the offer, and any side ends them."""

from __future__ import annotations

from typing import Literal

from ironbottom.engine.core.errors import Refused
from ironbottom.server.match.open_match_protocol import OpenMatchProtocol
from ironbottom.server.match.seats import persons

Consent = Literal["allow", "decline"]


class HintConsents:
    """The sides of one match that allow hints. They are read from the store each time."""

    def __init__(self, open_match: OpenMatchProtocol) -> None:
        self._open_match = open_match

    @property
    def asked(self) -> bool:
        """Whether hints need consent: people play several sides."""
        return len(persons(self._open_match.seats)) > 1

    def agreed(self) -> list[str]:
        """Returns the sides of human players who allow hints, in the game's order."""
        stored = self._open_match.store.hint_consents(self._open_match.id)
        return [side for side in persons(self._open_match.seats) if side in stored]

    @property
    def allowed(self) -> bool:
        """Whether every person's side allows hints."""
        return self.agreed() == persons(self._open_match.seats)

    def answer(self, side: str, word: Consent) -> None:
        """Allows hints for a side, or ends the offer and the hints for all."""
        open_match = self._open_match
        if open_match.match.over or not self.asked:
            raise Refused("hints need no consent in this match", field="word")
        if word == "allow":
            open_match.store.store_hint_consent(open_match.id, side)
        else:
            open_match.store.clear_hint_consents(open_match.id)
