"""Slots for uploads: only a few uploads are in memory at once, and slow senders do not block others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from ironbottom.server.errors import Busy

SLOTS = 8
INITIAL_BYTES = 64_000
"""This many bytes count as received from the start, so that a new upload does not count as slow."""
MIN_SECONDS = 0.001


class UploadSlot:
    """A slot for one file, from its first byte until its match is stored or refused."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._started = clock, clock()
        self._upload: asyncio.Task[bytes] | None = None
        self._received = 0
        self._evicted = False

    @property
    def is_uploading(self) -> bool:
        """Whether the file is still being sent."""
        return self._upload is not None and not self._upload.done() and not self._evicted

    @property
    def speed(self) -> float:
        """Bytes per second so far."""
        return (self._received + INITIAL_BYTES) / max(self._clock() - self._started, MIN_SECONDS)

    async def read(self, parts: AsyncIterator[bytes]) -> bytes:
        """Returns the whole file. Raises ``Busy`` if another upload has taken the slot."""
        self._upload = asyncio.ensure_future(self._receive(parts))
        try:
            return await self._upload
        except asyncio.CancelledError:
            if self._evicted:
                raise Busy("this upload was too slow while others were waiting; try again in a moment") from None
            raise

    async def _receive(self, parts: AsyncIterator[bytes]) -> bytes:
        received = []
        async for part in parts:
            received.append(part)
            self._received += len(part)
        return b"".join(received)

    def evict(self) -> None:
        """Gives the slot to another upload."""
        self._evicted = True
        if self._upload is not None:
            self._upload.cancel()


class UploadSlots:
    """All slots. If none is free, a new upload replaces the slowest one that is still being sent."""

    def __init__(self, slots: int = SLOTS, clock: Callable[[], float] = monotonic) -> None:
        self._slots, self._clock = slots, clock
        self._used: list[UploadSlot] = []

    @contextmanager
    def slot(self) -> Iterator[UploadSlot]:
        """Yields a slot. Raises ``Busy`` if all slots hold files that have been received and are being processed."""
        if len(self._used) >= self._slots:
            slowest = min((one for one in self._used if one.is_uploading), key=lambda one: one.speed, default=None)
            if slowest is None:
                raise Busy("too many files are being read; try again in a moment")
            self._used.remove(slowest)
            slowest.evict()
        slot = UploadSlot(self._clock)
        self._used.append(slot)
        try:
            yield slot
        finally:
            if slot in self._used:
                self._used.remove(slot)
