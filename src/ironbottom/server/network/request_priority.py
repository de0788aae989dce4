"""Gives requests priority over the steps of computer players, so that one match does not slow down the others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

MAX_WAIT_SECONDS = 0.02
"""The longest time in seconds that a step waits for requests, so that computer players make progress under any load."""


class RequestPriority:
    """Counts the requests that are being answered.

    The steps of computer players run between requests, one at a time.
    """

    def __init__(self) -> None:
        self._requests = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._step_lock = asyncio.Lock()

    @contextmanager
    def request(self) -> Iterator[None]:
        """A context in which a request is answered."""
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """A context in which a request itself waits for computer players or a worker process."""
        self._count(-1)
        try:
            yield
        finally:
            self._count(1)

    def _count(self, change: int) -> None:
        self._requests += change
        if self._requests > 0:
            self._idle.clear()
        else:
            self._idle.set()

    @asynccontextmanager
    async def step(self) -> AsyncIterator[None]:
        """Runs a step of a computer player on the server when no request is being answered."""
        async with self._step_lock:
            with suppress(TimeoutError):
                async with asyncio.timeout(MAX_WAIT_SECONDS):
                    await self._idle.wait()
            try:
                yield
            finally:
                # The event loop first reads the requests that have arrived and starts to answer them; only then may the
                # next step run.
                for _ in range(2):
                    await asyncio.sleep(0)
