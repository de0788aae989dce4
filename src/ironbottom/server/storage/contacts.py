"""Where players are notified, and the messages not sent yet; see ``migrations/0013_contacts.sql``."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, cast, get_args

import msgspec

from ironbottom.server.messages.times import Mode, Times
from ironbottom.server.storage.database import Store

Kind = Literal["move", "confirmation", "invitation", "greeting"]
Channel = Literal["mail", "webhook"]
Outcome = Literal["sent", "dropped", "failed"]
TOKEN_BYTES = 18
_COLUMNS = "number, kind, channel, target, holder, match, side, path, digest, made, due, attempts"


class PlayerContact(NamedTuple):
    """Where a client is notified; ``address`` is confirmed. ``mode`` is for matches for which no other mode was set."""

    holder: str
    address: str = ""
    webhook: str = ""
    mode: Mode = "at_once"
    times: Times = Times()
    problem: str = ""

    def targets(self) -> list[tuple[Channel, str]]:
        """Returns the channels on which the client is notified, each with its address or URL."""
        both: tuple[tuple[Channel, str], ...] = (("mail", self.address), ("webhook", self.webhook))
        return [(channel, target) for channel, target in both if target]


class Message(NamedTuple):
    """A message that has not been sent yet. Times are in milliseconds since 1970."""

    number: int
    kind: Kind
    channel: Channel
    target: str
    holder: str
    match: str = ""
    side: str = ""
    path: str = ""
    digest: bool = False
    made: int = 0
    due: int = 0
    attempts: int = 0


class Contacts:
    """The contacts of the clients of one store, and the queue of messages."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # -- contacts ----------------------------------------------------------------------------------

    def find(self, holder: str) -> PlayerContact:
        """Returns the contact of a client, by default without an address."""
        query = "select holder, address, webhook, mode, times, problem from contacts where holder = ?"
        row = self._store.execute(query, (holder,)).fetchone()
        return PlayerContact(holder) if row is None else _read_contact(row)

    def save(self, contact: PlayerContact) -> None:
        """Stores a contact."""
        times = msgspec.json.encode(contact.times).decode()
        row = (contact.holder, contact.address, contact.webhook, contact.mode, times, contact.problem)
        self._store.execute("insert or replace into contacts values (?, ?, ?, ?, ?, ?)", row)

    def forget_address(self, address: str) -> None:
        """Removes an address from all contacts."""
        self._store.execute("update contacts set address = '' where address = ?", (address,))
        self._store.execute("delete from mail_confirmations where address = ?", (address,))

    def mode(self, match: str, holder: str) -> Mode | None:
        """Returns the mode of a client in a match; None if it has no mode of its own."""
        query = "select mode from contact_modes where match = ? and holder = ?"
        row = self._store.execute(query, (match, holder)).fetchone()
        return _read_mode(row[0]) if row else None

    def set_mode(self, match: str, holder: str, mode: Mode | None) -> None:
        """Stores the mode of a client in a match; None removes it."""
        self._store.execute("delete from contact_modes where match = ? and holder = ?", (match, holder))
        if mode is not None:
            self._store.execute("insert into contact_modes values (?, ?, ?)", (match, holder, mode))

    # -- addresses ---------------------------------------------------------------------------------

    def address_token(self, address: str) -> str:
        """Returns the token of the link that stops all mail to an address; the first call makes it."""
        row = self._store.execute("select token from mail_addresses where address = ?", (address,)).fetchone()
        if row:
            return str(row[0])
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._store.execute("insert into mail_addresses values (?, ?, 0)", (address, token))
        return token

    def address_of(self, token: str) -> tuple[str, bool] | None:
        """Returns the address of a token and whether mail to it is stopped; None if there is no such token."""
        query = "select address, stopped from mail_addresses where token = ?"
        row = self._store.execute(query, (token,)).fetchone()
        return (str(row[0]), bool(row[1])) if row else None

    def is_stopped(self, address: str) -> bool:
        """Returns whether no mail may be sent to an address."""
        query = "select stopped from mail_addresses where address = ?"
        row = self._store.execute(query, (address,)).fetchone()
        return bool(row and row[0])

    def set_stopped(self, address: str, stopped: bool) -> None:
        """Stores whether mail to an address is stopped."""
        self._store.execute("update mail_addresses set stopped = ? where address = ?", (int(stopped), address))

    def ask_confirmation(self, holder: str, address: str, token: str, expires: int) -> None:
        """Stores that a client's address waits for confirmation; ``token`` is the hash of the token in the link."""
        row = (holder, address, token, expires)
        self._store.execute("insert or replace into mail_confirmations values (?, ?, ?, ?)", row)

    def unconfirmed(self, holder: str, time: int) -> str:
        """Returns the address of a client that waits for confirmation; empty if there is none."""
        query = "select address from mail_confirmations where holder = ? and expires > ?"
        row = self._store.execute(query, (holder, time)).fetchone()
        return str(row[0]) if row else ""

    def confirmation(self, token: str, time: int) -> tuple[str, str] | None:
        """Returns the client and the address that a hashed token confirms; None if it is not valid."""
        query = "select holder, address from mail_confirmations where token = ? and expires > ?"
        row = self._store.execute(query, (token, time)).fetchone()
        return (str(row[0]), str(row[1])) if row else None

    def end_confirmation(self, holder: str) -> None:
        """Stores that no address of a client waits for confirmation."""
        self._store.execute("delete from mail_confirmations where holder = ?", (holder,))

    # -- the queue ---------------------------------------------------------------------------------

    def add(self, message: Message) -> None:
        """Adds a message to the queue; the number in the message is ignored."""
        columns = _COLUMNS.partition(", ")[2]
        marks = ", ".join("?" * (len(message) - 1))
        self._store.execute(f"insert into outbox ({columns}, outcome) values ({marks}, '')", message[1:])

    def is_queued(self, match: str, target: str) -> bool:
        """Returns whether a message about a waiting match is queued for an address or URL."""
        query = "select 1 from outbox where match = ? and target = ? and kind = 'move' and done is null"
        return self._store.execute(query, (match, target)).fetchone() is not None

    def last_sent(self, match: str, target: str) -> int:
        """Returns when the last message about a waiting match was sent to an address or URL; 0 if there was none."""
        query = "select ifnull(max(done), 0) from outbox where match = ? and target = ? and outcome = 'sent'"
        return int(self._store.execute(f"{query} and kind = 'move'", (match, target)).fetchone()[0])

    def count(self, kinds: Sequence[Kind], since: int, *, target: str | None = None, holder: str | None = None) -> int:
        """Counts the messages of these kinds since a time, optionally only those to a target or by a client."""
        query = f"select count(*) from outbox where kind in ({', '.join('?' * len(kinds))}) and made > ?"
        values: list[Any] = [*kinds, since]
        for column, value in (("target", target), ("holder", holder)):
            if value is not None:
                query += f" and {column} = ?"
                values.append(value)
        return int(self._store.execute(query, values).fetchone()[0])

    def due(self, time: int, most: int) -> list[Message]:
        """Returns the messages that are due, the oldest first."""
        query = f"select {_COLUMNS} from outbox where done is null and due <= ? order by due, number limit ?"
        return [_read_message(row) for row in self._store.execute(query, (time, most))]

    def finish(self, messages: Sequence[Message], time: int, outcome: Outcome) -> None:
        """Stores that messages were sent, dropped, or not delivered."""
        for message in messages:
            values = (time, outcome, message.number)
            self._store.execute("update outbox set done = ?, outcome = ?, path = '' where number = ?", values)

    def postpone(self, messages: Sequence[Message], due: int, attempts: int) -> None:
        """Stores when messages are due again, and after how many attempts."""
        for message in messages:
            query = "update outbox set due = ?, attempts = ? where number = ?"
            self._store.execute(query, (due, attempts, message.number))

    def delete_before(self, time: int) -> None:
        """Deletes the messages that were sent or dropped before a time."""
        self._store.execute("delete from outbox where done < ?", (time,))


def _read_contact(row: tuple[Any, ...]) -> PlayerContact:
    """Returns a row as a contact; damaged times are replaced by the defaults."""
    holder, address, webhook, mode, times, problem = row
    try:
        read = msgspec.json.decode(times, type=Times)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        read = Times()
    return PlayerContact(holder, address, webhook, _read_mode(mode), read, problem)


def _read_mode(text: str) -> Mode:
    return cast(Mode, text) if text in get_args(Mode) else "never"


def _read_message(row: tuple[Any, ...]) -> Message:
    message = Message(*row)
    return message._replace(digest=bool(message.digest))
