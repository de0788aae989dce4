"""Notifies the pages that watch a match when it changes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

MAX_SUBSCRIBERS = 1_200
FIRST_BATCH = 64
"""The number of pages that are notified at once."""
BATCH = 8
PAUSE = 0.004
"""The pause in seconds between batches of ``BATCH`` pages, so that other matches need not wait."""


class Subscribers:
    """The pages that watch a match, each with an event that is set when something may have changed."""

    def __init__(self) -> None:
        self._events: dict[asyncio.Event, str] = {}
        self.closed = False
        self.version = 0
        """The number of notifications so far; the view may have changed with each one."""

    def __len__(self) -> int:
        return len(self._events)

    @property
    def is_full(self) -> bool:
        """Whether new subscriptions are refused."""
        return len(self._events) >= MAX_SUBSCRIBERS

    @property
    def present_sides(self) -> list[str]:
        """The sides that somebody is playing, one for each page."""
        return [side for side in self._events.values() if side]

    def subscribe(self, side: str = "") -> asyncio.Event:
        """Returns a new event; ``side`` is the side played on that page, if there is exactly one."""
        event = asyncio.Event()
        self._events[event] = side
        return event

    def unsubscribe(self, event: asyncio.Event) -> None:
        """Removes an event."""
        self._events.pop(event, None)

    def notify(self) -> None:
        """Sets every event after a change of the match; if there are many, in batches."""
        self.version += 1
        self.notify_without_change()

    def notify_without_change(self) -> None:
        """Sets every event although no view has changed, for example after a message in the chat."""
        if not self._events:
            return
        events = list(self)
        _set_all(events[:FIRST_BATCH])
        if events[FIRST_BATCH:]:
            self._set_in_batches(events[FIRST_BATCH:])

    def _set_in_batches(self, events: list[asyncio.Event]) -> None:
        _set_all(events[:BATCH])
        if events[BATCH:]:
            asyncio.get_running_loop().call_later(PAUSE, self._set_in_batches, events[BATCH:])

    def close(self) -> None:
        """Notifies everybody for the last time."""
        self.closed = True
        self.notify()

    def __iter__(self) -> Iterator[asyncio.Event]:
        return iter(tuple(self._events))


def _set_all(events: list[asyncio.Event]) -> None:
    for event in events:
        event.set()
