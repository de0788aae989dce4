"""``/api/contact``, ``/api/mail``, ``/api/matches/{id}/notify``: how a player is notified that a match waits."""

from __future__ import annotations

from urllib.parse import quote

from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_303_SEE_OTHER

from ironbottom.server.api.matches import open_matches_of
from ironbottom.server.errors import Forbidden
from ironbottom.server.match.claims import Claims
from ironbottom.server.messages.requests import ContactRequest, MailLinkRequest, NotifyRequest
from ironbottom.server.messages.responses import ContactResponse, MailLinkResponse, NotifyResponse
from ironbottom.server.network.access import AccessRules
from ironbottom.server.network.clients import Client, CurrentClient
from ironbottom.server.notify.addresses import Addresses
from ironbottom.server.notify.links import Links


def addresses_of(state: State) -> Addresses:
    """Returns the addresses of this server's clients."""
    return Addresses(state.store, state.configuration)


@get("/contact", sync_to_thread=False)
def get_contact(state: State, client: CurrentClient) -> ContactResponse:
    """Returns where the client is notified."""
    return addresses_of(state).response(client)


@post("/contact", status_code=HTTP_200_OK, sync_to_thread=False)
def set_contact(state: State, client: CurrentClient, data: JSONBody[ContactRequest]) -> ContactResponse:
    """Changes where the client is notified. A new address has to be confirmed by the link in an email."""
    addresses_of(state).update(client, data)
    return addresses_of(state).response(client)


@get("/mail/{token:str}", sync_to_thread=False)
def get_mail_link(state: State, token: FromPath[str]) -> MailLinkResponse:
    """Returns what the link in an email does."""
    return addresses_of(state).link(token)


@post("/mail/{token:str}", status_code=HTTP_200_OK, sync_to_thread=False)
def follow_mail_link(state: State, token: FromPath[str], data: JSONBody[MailLinkRequest]) -> MailLinkResponse:
    """Confirms an address, stops all mail to it, or allows it again."""
    addresses = addresses_of(state)
    if data.word == "confirm":
        return addresses.confirm(token)
    return addresses.set_stopped(token, data.word == "stop")


@get("/matches/{match_id:str}/notify", sync_to_thread=False)
def get_notify(state: State, client: CurrentClient, match_id: FromPath[str]) -> NotifyResponse:
    """Returns how the client is notified that this match waits."""
    _require_player(state, match_id, client)
    return _notify_response(state, match_id, client)


@post("/matches/{match_id:str}/notify", status_code=HTTP_200_OK, sync_to_thread=False)
def set_notify(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[NotifyRequest]
) -> NotifyResponse:
    """Sets how the client is notified that this match waits."""
    _require_player(state, match_id, client)
    addresses_of(state).contacts.set_mode(match_id, client.holder, data.mode)
    return _notify_response(state, match_id, client)


def _require_player(state: State, match: str, client: Client) -> None:
    open_matches = open_matches_of(state)
    open_matches.find(match)
    if not Claims(open_matches.store, match).claim_of(client).holds_anything:
        raise Forbidden("you hold no seat of this match", field="match")


def _notify_response(state: State, match: str, client: Client) -> NotifyResponse:
    addresses = addresses_of(state)
    return NotifyResponse(addresses.contacts.mode(match, client.holder), addresses.response(client))


@get("/mail/{token:str}", include_in_schema=False, sync_to_thread=False)
def open_stop_link(state: State, token: FromPath[str]) -> Response[bytes]:
    """Redirects the link that stops mail to its page."""
    access: AccessRules = state.access
    location = Links("", access.key).path(f"#/mail/{quote(token)}")
    return Response(b"", status_code=HTTP_303_SEE_OTHER, headers={"Location": location})


@post("/mail/{token:str}", include_in_schema=False, status_code=HTTP_200_OK, sync_to_thread=False)
def stop_with_one_click(state: State, token: FromPath[str]) -> None:
    """Stops all mail to an address; mail programs send this request (RFC 8058)."""
    addresses_of(state).set_stopped(token, True)


HANDLERS = (get_contact, set_contact, get_mail_link, follow_mail_link, get_notify, set_notify)
STOP_HANDLERS = (open_stop_link, stop_with_one_click)
