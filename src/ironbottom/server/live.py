"""``/api/matches/{id}/live``: a page is told at once when what its side is shown has changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.handlers import send_websocket_stream
from litestar.params import FromPath, FromQuery

from ironbottom.engine.errors import IronbottomError
from ironbottom.server.api_matches import tables_of
from ironbottom.server.faults import plain, refusal
from ironbottom.server.refusals import NotYours
from ironbottom.server.shown_now import sight
from ironbottom.server.table import Table

AnySocket = WebSocket[Any, Any, Any]
REFUSED, GONE = 1008, 1001


@websocket("/matches/{match_id:str}/live")
async def live(socket: AnySocket, state: State, match_id: FromPath[str], side: FromQuery[str]) -> None:
    """Sends ``{"seq": n}`` on coming and whenever the side's sight has changed; the page then asks for what is new."""
    await socket.accept()
    try:
        table = await tables_of(state).get(match_id)
        table.may_see(side)
    except IronbottomError as wrong:
        await _refuse(socket, refusal(wrong)[1])
        return
    if table.watchers.full:
        await _refuse(socket, plain("too many pages watch this match"))
        return
    bell = table.watchers.join()
    try:
        await send_websocket_stream(
            socket,
            _changes(table, side, bell),
            send_handler=AnySocket.send_json,
            listen_for_disconnect=True,
            warn_on_data_discard=False,
        )
    finally:
        table.watchers.leave(bell)


async def _refuse(socket: AnySocket, told: dict[str, Any]) -> None:
    await socket.send_json(told)
    await socket.close(REFUSED)


async def _changes(table: Table, side: str, bell: asyncio.Event) -> AsyncGenerator[dict[str, Any], None]:
    """Where the side's log stands, again each time that its sight differs: nothing unseen rings through.

    It ends where the seat has gone to a computer player.
    """
    shown = b""
    while not (table.closed or table.broken):
        bell.clear()
        try:
            now = msgspec.json.encode(sight(table, side))
        except NotYours:
            return
        if now != shown:
            shown = now
            yield {"seq": table.match.seq(side)}
        await bell.wait()
    if table.closed:
        yield {"gone": True}
