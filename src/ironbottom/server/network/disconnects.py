"""Cancels work when the client that asked for it disconnects."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TypeVar

from litestar.types import Receive

from ironbottom.server.errors import Busy

T = TypeVar("T")


async def cancel_on_disconnect(receive: Receive, work: Coroutine[object, object, T]) -> T:
    """Returns the result of the work. Cancels it and raises ``Busy`` if the client disconnects first.

    The body of the request must have been read.
    """
    task = asyncio.ensure_future(work)
    disconnect = asyncio.ensure_future(_wait_for_disconnect(receive))
    try:
        await asyncio.wait({task, disconnect}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Busy("the client has disconnected")
        return task.result()
    finally:
        for each in (task, disconnect):
            each.cancel()
        await asyncio.gather(task, disconnect, return_exceptions=True)


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
