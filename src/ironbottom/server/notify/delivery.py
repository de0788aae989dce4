"""Sends the queued messages when they are due, and tries again later if one is not accepted.

Before a message about a waiting match is sent, it is checked whether the match still waits. For a chat room, only
public information counts. An email is private, so a player who has chosen gets none, even during secret choices.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

from ironbottom.engine.core.errors import IronbottomError
from ironbottom.engine.rules.registry import get_game
from ironbottom.server.configuration import Configuration
from ironbottom.server.match import clocks
from ironbottom.server.match.clocks import next_deadline
from ironbottom.server.match.open_match import PUBLIC
from ironbottom.server.match.open_matches import OpenMatches
from ironbottom.server.match.pending_sides import pending_persons
from ironbottom.server.match.presence_by_page import present_sides
from ironbottom.server.messages.times import after_quiet_hours, local_text
from ironbottom.server.notify import texts, webhooks
from ironbottom.server.notify.failures import DeliveryFailed
from ironbottom.server.notify.links import Links
from ironbottom.server.notify.mail import make_mail, send_mail
from ironbottom.server.notify.texts import MailText, Waiting
from ironbottom.server.storage.contacts import Channel, Contacts, Message, PlayerContact
from ironbottom.server.views.game_text import side_title, turn_line

ORDERS_DELAY = 10_000
"""The time in milliseconds that a message waits for a standing order that may answer."""
INTERVAL = 5.0
"""The interval in seconds at which the queue is checked."""
MINUTE = 60_000
BACK_OFF = tuple(minutes * MINUTE for minutes in (1, 5, 15, 60, 240, 720, 1440))
"""The delay in milliseconds before each further attempt; after the last attempt, the message has failed."""
STORED_FOR = 30 * 24 * 60 * MINUTE
"""The time in milliseconds for which a message is stored after it was sent."""
MAX_DUE = 100
"""The number of messages that are read from the queue at once."""
_log = logging.getLogger(__name__)


class Delivery:
    """Sends the messages of one server."""

    def __init__(self, open_matches: OpenMatches, configuration: Configuration, key: str = "") -> None:
        self._open_matches, self._configuration = open_matches, configuration
        self._links = Links(configuration.address, key)
        self._contacts = Contacts(open_matches.store)
        # Delivery has its own threads, since a slow chat room must not delay the server's other work.
        self._threads = ThreadPoolExecutor(2, "delivery")

    def close(self) -> None:
        """Ends the threads without waiting for them."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def run(self) -> None:
        """Sends messages until the task is cancelled."""
        while True:
            try:
                await self.send_due()
            except Exception:  # one message must not stop all others
                _log.exception("the messages could not be sent")
            await asyncio.sleep(INTERVAL)

    async def send_due(self) -> None:
        """Sends the messages that are due."""
        time = clocks.now_ms()
        self._contacts.delete_before(time - STORED_FOR)
        groups: dict[tuple[Channel, str, str, int], list[Message]] = {}
        for message in self._contacts.due(time, MAX_DUE):
            if self._is_quiet(message, time):
                continue
            # Matches that wait for the same player are sent in one email.
            alone = message.kind != "move" or message.channel != "mail"
            key = (message.channel, message.target, message.holder, message.number if alone else 0)
            groups.setdefault(key, []).append(message)
        for group in groups.values():
            try:
                await self._send_group(group)
            except DeliveryFailed as failure:
                self._failed(group, failure)
            except Exception as fault:  # the later messages may still be sent
                _log.exception("a message could not be sent")
                self._failed(group, DeliveryFailed(type(fault).__name__))

    def _is_quiet(self, message: Message, time: int) -> bool:
        """Postpones a message that is sent late, for example after a restart, to the end of the quiet hours."""
        if message.kind != "move" or message.digest:
            return False
        due = after_quiet_hours(self._contacts.find(message.holder).times, time)
        if due > time:
            self._contacts.postpone([message], due, message.attempts)
        return due > time

    async def _send_group(self, group: list[Message]) -> None:
        """Sends several messages as one, without those that are no longer needed.

        Messages about a question that a standing order is about to answer are postponed.
        """
        soon = [message for message in group if await self._is_answered_soon(message)]
        for message in soon:
            self._contacts.postpone([message], clocks.now_ms() + ORDERS_DELAY, message.attempts)
        group[:] = [message for message in group if message not in soon]
        wanted = [message for message in group if await self._is_wanted(message)]
        self._contacts.finish([one for one in group if one not in wanted], clocks.now_ms(), "dropped")
        group[:] = wanted
        if not group:
            return
        await (self._send_mail(group) if group[0].channel == "mail" else self._send_to_room(group[0]))
        self._contacts.finish(group, clocks.now_ms(), "sent")
        self._set_problem(group[0], "")

    def _failed(self, group: Sequence[Message], failure: DeliveryFailed) -> None:
        if not group:
            return
        message, attempts, time = group[0], max(one.attempts for one in group), clocks.now_ms()
        _log.warning("a message by %s was not delivered: %s", message.channel, failure.reason)
        if not failure.permanent and attempts < len(BACK_OFF):
            due = time + BACK_OFF[attempts]
            if message.kind == "move":
                due = after_quiet_hours(self._contacts.find(message.holder).times, due)
            self._contacts.postpone(group, due, attempts + 1)
            return
        self._contacts.finish(group, time, "failed")
        self._set_problem(message, f"The last message was not delivered: {failure.reason}.")
        contact = self._contacts.find(message.holder)
        if message.channel == "webhook" and failure.permanent and contact.webhook == message.target:
            self._contacts.save(contact._replace(webhook=""))

    def _set_problem(self, message: Message, problem: str) -> None:
        contact = self._contacts.find(message.holder)
        if message.kind != "invitation" and contact.problem != problem:
            self._contacts.save(contact._replace(problem=problem))

    # -- whether a message is still needed ---------------------------------------------------------

    async def _is_answered_soon(self, message: Message) -> bool:
        """Returns whether a standing order may answer the question that a message is about."""
        if message.kind != "move" or message.digest:
            return False
        with suppress(IronbottomError):  # deleted, or damaged
            open_match = await self._open_matches.get(message.match)
            return not open_match.match.over and open_match.seat_orders.may_answer(message.side)
        return False

    async def _is_wanted(self, message: Message) -> bool:
        if message.channel == "mail" and self._contacts.is_stopped(message.target):
            return False
        if message.kind == "move":
            return await self._waits(message)
        return message.kind != "invitation" or self._open_matches.store.find(message.match) is not None

    async def _waits(self, message: Message) -> bool:
        """Returns whether a match still waits for a player who wants to be notified and has no page open."""
        contact, side = self._contacts.find(message.holder), message.side
        mode = self._contacts.mode(message.match, message.holder) or contact.mode
        if (message.channel, message.target) not in contact.targets() or mode == "never":
            return False
        try:
            open_match = await self._open_matches.get(message.match)
        except IronbottomError:  # deleted, or damaged
            return False
        match = open_match.match
        return (
            (side, message.holder) in open_match.claims.rows()
            and side in pending_persons(match, open_match.seats)
            and side not in present_sides(open_match)
            and (message.channel == "webhook" or match.state.decision(side) is not None)
        )

    # -- sending -----------------------------------------------------------------------------------

    async def _send_mail(self, group: Sequence[Message]) -> None:
        server, message = self._configuration.mail, group[0]
        if server is None:
            raise DeliveryFailed("this server does not send mail")
        text = await self._mail_text(group)
        stop = self._links.stop(self._contacts.address_token(message.target))
        number, made = message.number, message.made
        mail = make_mail(server, message.target, text.subject, text.body, stop=stop, number=number, time=made)
        await asyncio.get_running_loop().run_in_executor(self._threads, send_mail, server, mail)

    async def _mail_text(self, group: Sequence[Message]) -> MailText:
        message, host = group[0], self._configuration.host
        if message.kind == "confirmation":
            return texts.confirmation_mail(host, self._links.path(message.path))
        if message.kind == "invitation":
            game = get_game(self._open_matches.find(message.match).game)
            title = game.sides.titles[game.sides.number(message.side, "side")]
            return texts.invitation_mail(host, game.title, title, self._links.path(message.path))
        contact = self._contacts.find(message.holder)
        return texts.waiting_mail([await self._waiting(one, contact) for one in group])

    async def _waiting(self, message: Message, contact: PlayerContact) -> Waiting:
        open_match = await self._open_matches.get(message.match)
        match, side = open_match.match, message.side
        until = next_deadline(open_match.store, open_match.id, [side])
        return Waiting(
            open_match.name,
            match.rules.game.title,
            side_title(match.rules, side),
            turn_line(match.rules, match.view(PUBLIC)),
            "" if until is None else local_text(contact.times, until),
            self._links.decision(open_match.id, side),
        )

    async def _send_to_room(self, message: Message) -> None:
        allowed = self._configuration.webhooks
        if allowed is None:
            raise DeliveryFailed("this server does not post to chat rooms")
        text = texts.GREETING
        if message.kind == "move":
            open_match = await self._open_matches.get(message.match)
            match = open_match.match
            sides = [side_title(match.rules, side) for side in pending_persons(match, open_match.seats)]
            line = turn_line(match.rules, match.view(PUBLIC))
            text = texts.waiting_in_room(match.rules.game.title, line, sides, self._links.match(open_match.id))
        payload, private = webhooks.payload_for(message.target, text), allowed.private_addresses
        send = partial(webhooks.post_json, message.target, payload, private=private)
        await asyncio.get_running_loop().run_in_executor(self._threads, send)
