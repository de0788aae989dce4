"""Queues a message to a player when a match begins to wait for that player; ``notify`` sends it.

Everything here depends only on public information: in a step with secret choices, a match waits for all sides until the
step ends. So a message never shows who has chosen.
"""

from __future__ import annotations

from ironbottom.engine.match.history import in_simultaneous_frame
from ironbottom.server.match import clocks
from ironbottom.server.match.open_match_protocol import OpenMatchProtocol
from ironbottom.server.match.pending_sides import is_public_choice_since, pending_persons
from ironbottom.server.match.presence_by_page import present_sides
from ironbottom.server.match.seats import persons
from ironbottom.server.messages.times import after_quiet_hours, next_digest
from ironbottom.server.storage.contacts import Channel, Contacts, Message, PlayerContact

PUBLIC = "public"
PRESENT_DELAY = 15 * 60_000
"""The delay of a message, in milliseconds, if its player has a page open. Usually it is then not needed."""
INTERVAL = 5 * 60_000
"""The minimum time in milliseconds between two messages about one match to one address."""


class TurnNotifications:
    """Detects when a match begins to wait for a side."""

    def __init__(self, open_match: OpenMatchProtocol) -> None:
        self._open_match = open_match
        self._contacts = Contacts(open_match.store)
        self._pending: list[str] | None = None
        """The sides that the match waits for, as far as everybody knows; None until the first act on this server."""
        self._simultaneous = False
        self._seq = 0
        """The number of entries in the public log."""

    def prepare(self) -> None:
        """Records the sides that a restored match waits for; their messages have already been queued."""
        if self._pending is None:
            self._record_waiting()

    def update(self) -> None:
        """Queues the messages caused by an act, within its transaction."""
        before, was_simultaneous, seq = self._pending or [], self._simultaneous, self._seq
        self._record_waiting()
        match, simultaneous = self._open_match.match, self._simultaneous
        is_new_step = simultaneous != was_simultaneous or (simultaneous and is_public_choice_since(match, seq))
        for side in self._pending or ():
            if is_new_step or side not in before:
                self._queue(side)

    def _record_waiting(self) -> None:
        open_match = self._open_match
        match = open_match.match
        if len(persons(open_match.seats)) < 2:
            self._pending, self._simultaneous = [], False
            return
        self._pending = pending_persons(match, open_match.seats)
        self._simultaneous = bool(self._pending) and in_simultaneous_frame(match.state)
        self._seq = match.seq(PUBLIC)

    def _queue(self, side: str) -> None:
        open_match, contacts = self._open_match, self._contacts
        for held, holder in open_match.store.seat_holders(open_match.id):
            contact = contacts.find(holder) if held == side else PlayerContact(holder)
            for channel, target in contact.targets():
                mode = contacts.mode(open_match.id, holder) or contact.mode
                if mode != "never" and not contacts.is_queued(open_match.id, target):
                    self._add(contact, side, channel, target, digest=mode == "digest")

    def _add(self, contact: PlayerContact, side: str, channel: Channel, target: str, *, digest: bool) -> None:
        match, time = self._open_match.id, clocks.now_ms()
        due = max(time, self._contacts.last_sent(match, target) + INTERVAL)
        if side in present_sides(self._open_match):
            due = max(due, time + PRESENT_DELAY)
        due = next_digest(contact.times, due) if digest else after_quiet_hours(contact.times, due)
        self._contacts.add(
            Message(0, "move", channel, target, contact.holder, match, side, digest=digest, made=time, due=due)
        )
