"""Stores that a server is running, so that the clocks stop while none is."""

from __future__ import annotations

import asyncio
import logging
import sqlite3

from ironbottom.server.match import clocks
from ironbottom.server.storage.database import Store

INTERVAL = 20.0
"""The seconds between two entries: after a crash, the clocks may run this much too long."""
_log = logging.getLogger(__name__)


def skip_downtime(store: Store) -> None:
    """Starts the running clocks later by the time since a server last ran. A damaged store still opens."""
    try:
        alive, time = store.last_alive(), clocks.now_ms()
        with store.transaction():
            if alive is not None and time > alive:
                clocks.postpone_clocks(store, time - alive)
            store.set_alive(time)
    except sqlite3.Error:
        _log.exception("the clocks could not be read")


async def keep_uptime(store: Store) -> None:
    """Stores every ``INTERVAL`` seconds that the server runs."""
    while True:
        await asyncio.sleep(INTERVAL)
        try:
            store.set_alive(clocks.now_ms())
        except sqlite3.Error:  # such as a full disk, which every act reports
            _log.exception("the store could not be written")
