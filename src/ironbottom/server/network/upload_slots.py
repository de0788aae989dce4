"""Places for uploads: few are in memory at once, and slow senders block nobody."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from ironbottom.server.errors import Busy

PLACES = 8
HEAD_START = 64_000
"""This many bytes count as sent at once, so that an upload that has just begun does not count as slow."""
INSTANT = 0.001


class IntakePlace:
    """A place for one file, from its first byte until the match in it is stored or refused."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._began = clock, clock()
        self._arriving: asyncio.Task[bytes] | None = None
        self._received = 0
        self._lost = False

    @property
    def arriving(self) -> bool:
        """Whether the file is still being sent."""
        return self._arriving is not None and not self._arriving.done() and not self._lost

    @property
    def speed(self) -> float:
        """Bytes a second so far."""
        return (self._received + HEAD_START) / max(self._clock() - self._began, INSTANT)

    async def read(self, parts: AsyncIterator[bytes]) -> bytes:
        """Returns the whole file; ``Busy`` if another sender has taken the place."""
        self._arriving = asyncio.ensure_future(self._gather(parts))
        try:
            return await self._arriving
        except asyncio.CancelledError:
            if self._lost:
                raise Busy("this upload was too slow while others waited; try again in a moment") from None
            raise

    async def _gather(self, parts: AsyncIterator[bytes]) -> bytes:
        gathered = []
        async for part in parts:
            gathered.append(part)
            self._received += len(part)
        return b"".join(gathered)

    def lose(self) -> None:
        """Gives the place to another sender."""
        self._lost = True
        if self._arriving is not None:
            self._arriving.cancel()


class Intake:
    """The places. If all are taken, a new upload replaces the slowest one that is still being sent."""

    def __init__(self, places: int = PLACES, clock: Callable[[], float] = monotonic) -> None:
        self._places, self._clock = places, clock
        self._taken: list[IntakePlace] = []

    @contextmanager
    def place(self) -> Iterator[IntakePlace]:
        """Returns a place for a file; ``Busy`` if all places hold files that are already being read."""
        if len(self._taken) >= self._places:
            slowest = min((one for one in self._taken if one.arriving), key=lambda one: one.speed, default=None)
            if slowest is None:
                raise Busy("too many files are being read; try again in a moment")
            self._taken.remove(slowest)
            slowest.lose()
        place = IntakePlace(self._clock)
        self._taken.append(place)
        try:
            yield place
        finally:
            if place in self._taken:
                self._taken.remove(place)
