"""``/api/matches/{id}/live``: a page is told at once when what its side is shown has changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from functools import partial
from typing import Any

from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.handlers import send_websocket_stream
from litestar.params import FromPath, FromQuery

from ironbottom.engine.core.errors import IronbottomError
from ironbottom.server.api.matches import tables_of
from ironbottom.server.messages.view_diff import FORMAT
from ironbottom.server.network.clients import Client, CurrentClient
from ironbottom.server.network.error_responses import plain, refusal
from ironbottom.server.views.log_text import told_log
from ironbottom.server.errors import NotYours
from ironbottom.server.match.match_view import shown
from ironbottom.server.match.open_match import MatchTable

AnySocket = WebSocket[Any, Any, Any]
REFUSED, GONE = 1008, 1001


@websocket("/matches/{match_id:str}/live")
async def live(
    socket: AnySocket,
    state: State,
    client: CurrentClient,
    match_id: FromPath[str],
    side: FromQuery[str],
    changes: FromQuery[int] = 0,
    mark: FromQuery[int] = 0,
    sits: FromQuery[str] = "",
) -> None:
    """Sends ``{"seq": n}`` on coming and whenever the side's sight has changed.

    With ``changes=1`` what is new comes with it: ``sight``, its view as changes from the one before, and the log since.
    With ``mark=1`` also the ``mark`` of the sight, for a client that may hold it already. ``sits`` is the side that is
    played at the page where it looks with the eyes of no side.
    """
    await socket.accept()
    try:
        table = await tables_of(state).get(match_id)
        table.may_see(side, client)
    except IronbottomError as wrong:
        await _refuse(socket, refusal(wrong)[1])
        return
    if table.watchers.full:
        await _refuse(socket, plain("too many pages watch this match"))
        return
    mine = table.claims.of(client).sides
    bell = table.watchers.join(next((one for one in (sits, side) if one in mine), ""))
    try:
        await send_websocket_stream(
            socket,
            _told(table, side, client, bell, _line(changes, mark)),
            send_handler=AnySocket.send_text,
            listen_for_disconnect=True,
            warn_on_data_discard=False,
        )
    finally:
        table.watchers.leave(bell)


async def _refuse(socket: AnySocket, told: dict[str, Any]) -> None:
    await socket.send_json(told)
    await socket.close(REFUSED)


def _line(changes: int, mark: int) -> str:
    return "whole" if changes == FORMAT else "marked" if mark else "plain"


async def _told(
    table: MatchTable, side: str, client: Client, bell: asyncio.Event, kind: str
) -> AsyncGenerator[str, None]:
    """Where the side's log stands, again each time that its sight differs: nothing unseen rings through.

    It ends when the client no longer holds the seat.
    """
    number, held, since = 0, "", 0
    while not (table.closed or table.broken):
        bell.clear()
        try:
            table.may_see(side, client)
            now = shown(table, side)
        except NotYours:
            return
        if now.number != number:
            first, number = not number, now.number
            if kind == "whole" and not first:
                yield now.words(held, since, partial(told_log, table.match, side, since))
            elif kind == "marked":
                yield f'{{"seq":{now.sight.seq},"mark":"{now.sight.mark}"}}'
            else:
                yield f'{{"seq":{now.sight.seq}}}'
            held, since = now.sight.stamp, now.sight.seq
        await bell.wait()
    if table.closed:
        yield '{"gone":true}'
