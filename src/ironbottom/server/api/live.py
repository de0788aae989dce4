"""``/api/matches/{id}/live``: a WebSocket that reports when the view of a side has changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from functools import partial
from typing import Annotated

from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.handlers import send_websocket_stream
from litestar.params import FromPath, FromQuery, QueryParameter

from ironbottom.engine.core.errors import IronbottomError
from ironbottom.server.api.matches import open_matches_of
from ironbottom.server.errors import Forbidden
from ironbottom.server.match.chat import last_message
from ironbottom.server.match.delayed_view import last_visible_entry
from ironbottom.server.match.match_log import log_of
from ironbottom.server.match.match_view import cached_view
from ironbottom.server.match.open_match import PUBLIC, OpenMatch
from ironbottom.server.match.presence_by_page import page_closed
from ironbottom.server.match.seats import persons
from ironbottom.server.messages.view_diff import FORMAT
from ironbottom.server.network.clients import Client, CurrentClient
from ironbottom.server.network.error_responses import error_body, status_and_body

PageSeat = Annotated[str, QueryParameter(name="sits")]
AnySocket = WebSocket[object, object, State]
POLICY_VIOLATION, GOING_AWAY = 1008, 1001
DELAYED_INTERVAL = 5.0
"""The interval in seconds at which the delayed views of spectators are checked for changes."""


@websocket("/matches/{match_id:str}/live")
async def live(
    socket: AnySocket,
    state: State,
    client: CurrentClient,
    match_id: FromPath[str],
    side: FromQuery[str],
    changes: FromQuery[int] = 0,
    mark: FromQuery[int] = 0,
    page_seat: PageSeat = "",
    chat: FromQuery[int] = 0,
) -> None:
    """Sends ``{"seq": n}`` at the start and whenever the side's view has changed.

    With ``changes=1`` each message also has ``sight``: the changes to the view since the previous message, and the new
    log entries. With ``mark=1`` it has the ``mark`` of the view, for a client that may already have that view. ``sits``
    is the side that is played on the page if the page shows the public view. With ``chat=1`` a player also receives
    ``{"chat": n}``, the number of a new message in the chat.
    """
    await socket.accept()
    try:
        open_match = await open_matches_of(state).get(match_id)
        later = side == PUBLIC and open_match.is_delayed_for(client)
        if not later:
            open_match.require_view(side, client)
    except IronbottomError as error:
        await _reject(socket, status_and_body(error)[1])
        return
    if open_match.subscribers.is_full:
        await _reject(socket, error_body("too many pages are watching this match"))
        return
    mine = open_match.claims.claim_of(client).sides
    seat = next((one for one in (page_seat, side) if one in mine), "")
    event = open_match.subscribers.subscribe(seat)
    try:
        await send_websocket_stream(
            socket,
            _delayed_messages(open_match, client)
            if later
            else _messages(open_match, side, client, event, _message_kind(changes, mark), chat=bool(chat and mine)),
            send_handler=AnySocket.send_text,
            listen_for_disconnect=True,
            warn_on_data_discard=False,
        )
    finally:
        open_match.subscribers.unsubscribe(event)
        page_closed(open_match, seat)


async def _reject(socket: AnySocket, body: dict[str, object]) -> None:
    await socket.send_json(body)
    await socket.close(POLICY_VIOLATION)


def _last_message(open_match: OpenMatch, side: str, client: Client) -> int:
    """Returns the number of the last message in the chat that the client may and wants to read; 0 if there is none."""
    mine = open_match.claims.claim_of(client).sides
    readers = [side] if side in mine else [one for one in persons(open_match.seats) if one in mine]
    return last_message(open_match, readers[0]) if readers else 0


def _message_kind(changes: int, mark: int) -> str:
    return "whole" if changes == FORMAT else "marked" if mark else "plain"


async def _delayed_messages(open_match: OpenMatch, client: Client) -> AsyncGenerator[str, None]:
    """Yields a message at the start and whenever a spectator sees more. Ends when the spectator sees everything."""
    shown = 0
    while not (open_match.closed or open_match.broken) and open_match.is_delayed_for(client):
        if last_visible_entry(open_match) != shown:
            shown = last_visible_entry(open_match)
            yield f'{{"seq":{shown},"mark":"later {shown}"}}'
        await asyncio.sleep(DELAYED_INTERVAL)


async def _messages(
    open_match: OpenMatch, side: str, client: Client, event: asyncio.Event, kind: str, *, chat: bool
) -> AsyncGenerator[str, None]:
    """Yields a message at the start and whenever the view has changed; hidden acts send nothing.

    With ``chat``, the message also has the number of the last message in the chat. Ends when the client no longer holds
    the seat.
    """
    revision, held, since, last_chat_sent = 0, "", 0, 0
    while not (open_match.closed or open_match.broken):
        event.clear()
        try:
            open_match.require_view(side, client)
            view = cached_view(open_match, side)
        except Forbidden:
            return
        if view.revision != revision:
            is_first, revision = not revision, view.revision
            if kind == "whole" and not is_first:
                yield view.live_message(held, since, partial(log_of, open_match, side, since))
            elif kind == "marked":
                yield f'{{"seq":{view.response.seq},"mark":"{view.response.mark}"}}'
            else:
                yield f'{{"seq":{view.response.seq}}}'
            held, since = view.response.stamp, view.response.seq
        last = _last_message(open_match, side, client) if chat else 0
        if last > last_chat_sent:
            last_chat_sent = last
            yield f'{{"chat":{last}}}'
        await event.wait()
    if open_match.closed:
        yield '{"gone":true}'
