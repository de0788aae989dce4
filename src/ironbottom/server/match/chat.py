"""The chat of the players of a match. It is stored with the match, but it is not part of its record.

Spectators cannot read it. A player who takes a seat later can read the earlier messages.
"""

from __future__ import annotations

from ironbottom.engine.core.errors import Refused
from ironbottom.server.match import clocks
from ironbottom.server.match.open_match import OpenMatch, format_time
from ironbottom.server.match.seats import PERSON, persons
from ironbottom.server.messages.responses import ChatMessageInfo, ChatResponse
from ironbottom.server.network.clients import Client
from ironbottom.server.storage.database import ChatMessage
from ironbottom.server.storage.reports import PlayerReport, write_report

MAX_LENGTH = 500
MAX_MESSAGES = 1_000
"""The maximum number of messages stored for a match."""
HOLDER_DIGITS = 12
"""The number of digits of a browser's hash in a report."""
RATES = ((10, 60_000), (60, 3_600_000))
"""The maximum number of messages from a side, and the period in milliseconds to which this limit applies."""


def clean_text(given: str) -> str:
    """Returns a message as one line of printable characters. Raises ``Refused`` if the line is empty or too long.

    >>> clean_text(" back after\\n dinner\\u202e ")
    'back after dinner'
    """
    text = " ".join("".join(letter for letter in given if letter.isprintable() or letter.isspace()).split())
    if not text or len(text) > MAX_LENGTH:
        raise Refused(f"a message must have 1 to {MAX_LENGTH} characters", field="text")
    return text


def require_chat(open_match: OpenMatch, side: str, client: Client) -> None:
    """Raises an error if the client does not hold the side, or if only one person plays."""
    open_match.require_seat(side, client)
    if len(persons(open_match.seats)) < 2:
        raise Refused("only one person plays in this match", field="side")


def chat_response(open_match: OpenMatch, side: str, since: int = 0) -> ChatResponse:
    """Returns the messages after a number that a side wants to read."""
    store = open_match.store
    blocked, reported = store.blocked(open_match.id, side), store.reported_messages(open_match.id, side)
    messages = [
        ChatMessageInfo(one.number, one.side, one.time, one.text, one.number in reported)
        for one in store.chat(open_match.id, since)
        if one.side not in blocked
    ]
    return ChatResponse(messages, sorted(blocked), store.last_message(open_match.id))


def last_message(open_match: OpenMatch, side: str) -> int:
    """Returns the number of the last message that a side wants to read; 0 if there is none."""
    blocked = open_match.store.blocked(open_match.id, side)
    if not blocked:
        return open_match.store.last_message(open_match.id)
    return max((one.number for one in open_match.store.chat(open_match.id) if one.side not in blocked), default=0)


def send(open_match: OpenMatch, side: str, given: str) -> None:
    """Stores a message of a side and notifies the pages of the match."""
    open_match.require_one_server()
    store, text, time = open_match.store, clean_text(given), clocks.now_ms()
    for most, period in RATES:
        if store.messages_since(open_match.id, side, time - period) >= most:
            raise Refused("you have sent many messages; wait a little before the next one", field="text")
    message = ChatMessage(store.last_message(open_match.id) + 1, side, time, text)
    with store.transaction():
        store.add_message(open_match.id, message, MAX_MESSAGES)
    open_match.subscribers.notify_without_change()


def block(open_match: OpenMatch, side: str, against: str, blocked: bool) -> None:
    """Hides the messages of another person's side from a side, or shows them again.

    The other person is not informed.
    """
    if against == side or open_match.seats[open_match.side(against)] != PERSON:
        raise Refused("you can block only another player of this match", field="against")
    if blocked:
        open_match.store.block(open_match.id, side, against)
    else:
        open_match.store.unblock(open_match.id, side, against)


def report(open_match: OpenMatch, side: str, number: int) -> None:
    """Reports a message of another person to the person who runs the server; each message is reported only once."""
    store = open_match.store
    found = next((one for one in store.chat(open_match.id, number - 1) if one.number == number), None)
    if found is None or found.side == side:
        raise Refused("there is no such message from another player", field="number")
    if number in store.reported_messages(open_match.id, side):
        return
    holders = [holder[:HOLDER_DIGITS] for one, holder in open_match.claims.rows() if one == found.side]
    written, time = format_time(found.time), format_time(clocks.now_ms())
    write_report(
        store.path, PlayerReport(time, open_match.id, open_match.name, side, found.side, holders, written, found.text)
    )
    store.add_report(open_match.id, side, number)
