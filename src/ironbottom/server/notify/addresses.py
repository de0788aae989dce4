"""The notification settings of a client: a confirmed address, a chat room, an invitation by mail.

Mail to unconfirmed addresses is limited, so that nobody can send spam through the server. When the limit for an address
is reached, the client is not informed, since it could otherwise learn what others have sent to that address.
"""

from __future__ import annotations

import secrets
from typing import NamedTuple

from ironbottom.engine.core.errors import Refused
from ironbottom.server.configuration import Configuration
from ironbottom.server.match import clocks
from ironbottom.server.messages.requests import ContactRequest
from ironbottom.server.messages.responses import ContactResponse, MailLinkResponse
from ironbottom.server.messages.times import zone_of
from ironbottom.server.network.clients import Client, hash_secret
from ironbottom.server.notify.mail import clean_address
from ironbottom.server.notify.webhooks import check_url
from ironbottom.server.storage.contacts import Contacts, Kind, Message, PlayerContact
from ironbottom.server.storage.database import Store

DAY = 24 * 3_600_000
VALID_FOR = 7 * DAY
TOKEN_BYTES = 24
UNCONFIRMED: tuple[Kind, ...] = ("confirmation", "invitation")
CONFIRMATIONS_A_DAY, INVITATIONS_A_DAY, GREETINGS_A_DAY = 3, 5, 5
"""The limits for one client."""
PER_ADDRESS_A_DAY = 2
ALL_GREETINGS_A_DAY = 200
TRY_TOMORROW = "try again tomorrow"


class Addresses(NamedTuple):
    """The addresses of one server's clients."""

    store: Store
    configuration: Configuration

    @property
    def contacts(self) -> Contacts:
        """The stored contacts."""
        return Contacts(self.store)

    def response(self, client: Client) -> ContactResponse:
        """Returns where a client is notified, and what the server can send."""
        contact = self.contacts.find(client.holder)
        return ContactResponse(
            mail=self.configuration.mail is not None,
            webhooks=self.configuration.webhooks is not None,
            address=contact.address,
            unconfirmed=self.contacts.unconfirmed(client.holder, clocks.now_ms()) if client.holder else "",
            webhook=contact.webhook,
            mode=contact.mode,
            times=contact.times,
            problem=contact.problem,
        )

    def update(self, client: Client, wanted: ContactRequest) -> None:
        """Changes the settings in the request; all or nothing."""
        if wanted.times is not None:
            zone_of(wanted.times)
        with self.store.transaction():
            holder = client.ensure_secret()
            contact = self.contacts.find(holder)
            if wanted.mode is not None:
                contact = contact._replace(mode=wanted.mode)
            if wanted.times is not None:
                contact = contact._replace(times=wanted.times)
            if wanted.address is not None:
                contact = self._with_address(contact, wanted.address)
            if wanted.webhook is not None:
                contact = self._with_webhook(contact, wanted.webhook.strip())
            self.contacts.save(contact)

    def _with_address(self, contact: PlayerContact, given: str) -> PlayerContact:
        """Asks for the confirmation of an address; until then the client has none. An empty text removes it."""
        holder, time = contact.holder, clocks.now_ms()
        if not given.strip():
            self.contacts.end_confirmation(holder)
            return contact._replace(address="", problem="")
        self._require_mail()
        address = clean_address(given)
        if address == contact.address:
            return contact
        token = secrets.token_urlsafe(TOKEN_BYTES)
        message = Message(0, "confirmation", "mail", address, holder, path=f"#/mail/{token}", made=time, due=time)
        self._queue(message, CONFIRMATIONS_A_DAY)
        self.contacts.ask_confirmation(holder, address, hash_secret(token), time + VALID_FOR)
        return contact._replace(address="", problem="")

    def _with_webhook(self, contact: PlayerContact, url: str) -> PlayerContact:
        """Sets a chat room and greets it."""
        if not url:
            return contact._replace(webhook="", problem="")
        allowed, time = self.configuration.webhooks, clocks.now_ms()
        if allowed is None:
            raise Refused("this server does not post to chat rooms", field="webhook")
        check_url(url, private=allowed.private_addresses)
        if url == contact.webhook:
            return contact
        since = time - DAY
        mine = self.contacts.count(["greeting"], since, holder=contact.holder)
        if mine >= GREETINGS_A_DAY or self.contacts.count(["greeting"], since) >= ALL_GREETINGS_A_DAY:
            raise Refused(f"the chat room was changed too often today; {TRY_TOMORROW}", field="webhook")
        self.contacts.add(Message(0, "greeting", "webhook", url, contact.holder, made=time, due=time))
        return contact._replace(webhook=url, problem="")

    def require_invitation(self, client: Client, given: str) -> str:
        """Returns the address of an invitation if the client may send one more."""
        self._require_mail()
        address = clean_address(given)
        self._require_room(client.holder, "invitation", INVITATIONS_A_DAY)
        return address

    def invite(self, client: Client, address: str, match: str, side: str, token: str) -> None:
        """Queues the email that invites somebody to take a seat."""
        time, path = clocks.now_ms(), f"#/join/{match}/{token}"
        message = Message(0, "invitation", "mail", address, client.holder, match, side, path, made=time, due=time)
        self._queue(message, INVITATIONS_A_DAY)

    def _queue(self, message: Message, limit: int) -> None:
        """Queues an email to an address that is not confirmed, unless it refuses mail or has reached its limit."""
        self._require_room(message.holder, message.kind, limit)
        self.contacts.address_token(message.target)
        had = self.contacts.count(UNCONFIRMED, message.made - DAY, target=message.target)
        if had < PER_ADDRESS_A_DAY and not self.contacts.is_stopped(message.target):
            self.contacts.add(message)

    def _require_room(self, holder: str, kind: Kind, limit: int) -> None:
        since, server = clocks.now_ms() - DAY, self.configuration.mail
        if self.contacts.count([kind], since, holder=holder) >= limit:
            raise Refused(f"you have reached today's limit of {limit} such emails; {TRY_TOMORROW}", field="address")
        if server is not None and self.contacts.count(UNCONFIRMED, since) >= server.unconfirmed_a_day:
            raise Refused(f"this server has reached today's limit of such emails; {TRY_TOMORROW}", field="address")

    def _require_mail(self) -> None:
        if self.configuration.mail is None:
            raise Refused("this server does not send mail", field="address")

    # -- links in emails ------------------------------------------------------------------------------

    def link(self, token: str) -> MailLinkResponse:
        """Returns what the link in an email does."""
        asked = self.contacts.confirmation(hash_secret(token), clocks.now_ms())
        if asked is not None:
            return MailLinkResponse("confirm", asked[1], done=False)
        found = self.contacts.address_of(token)
        return MailLinkResponse("void", "", done=False) if found is None else MailLinkResponse("stop", *found)

    def confirm(self, token: str) -> MailLinkResponse:
        """Confirms an address."""
        with self.store.transaction():
            asked = self.contacts.confirmation(hash_secret(token), clocks.now_ms())
            if asked is None or self.contacts.is_stopped(asked[1]):
                raise Refused("this link has been used or has expired", field="token")
            holder, address = asked
            self.contacts.end_confirmation(holder)
            self.contacts.save(self.contacts.find(holder)._replace(address=address, problem=""))
        return MailLinkResponse("confirm", address, done=True)

    def set_stopped(self, token: str, stopped: bool) -> MailLinkResponse:
        """Stops all mail to the address of a link, or allows it again."""
        with self.store.transaction():
            found = self.contacts.address_of(token)
            if found is None:
                raise Refused("this link does not work", field="token")
            self.contacts.set_stopped(found[0], stopped)
            if stopped:
                self.contacts.forget_address(found[0])
        return MailLinkResponse("stop", found[0], done=stopped)
