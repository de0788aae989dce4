"""Records that a server is running, so that the clocks stop while none is running."""

from __future__ import annotations

import asyncio
import logging
import sqlite3

from ironbottom.server.match import clocks
from ironbottom.server.storage.database import Store

INTERVAL = 20.0
"""The seconds between two entries. After a crash, clocks may have run too long by up to this much."""
_log = logging.getLogger(__name__)


def skip_downtime(store: Store) -> None:
    """Moves the start of the running clocks by the time since a server last ran. A damaged store still opens."""
    try:
        alive, time = store.last_alive(), clocks.now_ms()
        with store.transaction():
            if alive is not None and time > alive:
                clocks.postpone_clocks(store, time - alive)
            store.set_alive(time)
    except sqlite3.Error:
        _log.exception("the clocks could not be read")


async def keep_uptime(store: Store) -> None:
    """Records every ``INTERVAL`` seconds that the server is running."""
    while True:
        await asyncio.sleep(INTERVAL)
        try:
            store.set_alive(clocks.now_ms())
        except sqlite3.Error:  # such as a full disk, which every act reports
            _log.exception("the store could not be written")
