"""Requests have priority over the steps of computer players: an act in one match does not wait for bots in others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

LONGEST = 0.02
"""How many seconds a step waits for requests at most, so that computer players go on under any load."""


class Precedence:
    """Counts the requests being answered; computer players' steps run between them, one by one."""

    def __init__(self) -> None:
        self._requests = 0
        self._none = asyncio.Event()
        self._none.set()
        self._one_step = asyncio.Lock()

    @contextmanager
    def request(self) -> Iterator[None]:
        """While a request is answered."""
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """While a request waits for the computer players themselves."""
        self._count(-1)
        try:
            yield
        finally:
            self._count(1)

    def _count(self, more: int) -> None:
        self._requests += more
        if self._requests > 0:
            self._none.clear()
        else:
            self._none.set()

    @asynccontextmanager
    async def step(self) -> AsyncIterator[None]:
        """Runs a piece of the server's work for a computer player when no request is being answered."""
        async with self._one_step:
            with suppress(TimeoutError):
                async with asyncio.timeout(LONGEST):
                    await self._none.wait()
            try:
                yield
            finally:
                # The loop first reads what has arrived, then starts answering it; only then may the next step run.
                for _ in range(2):
                    await asyncio.sleep(0)
