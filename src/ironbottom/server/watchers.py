"""Those who are told at once when a match goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

MOST = 64


class Watchers:
    """The pages that watch a match, each with a bell that rings when something may have changed."""

    def __init__(self) -> None:
        self._bells: set[asyncio.Event] = set()
        self.closed = False

    def __len__(self) -> int:
        return len(self._bells)

    @property
    def full(self) -> bool:
        """Whether nobody more is let in."""
        return len(self._bells) >= MOST

    def join(self) -> asyncio.Event:
        """A bell of one's own."""
        bell = asyncio.Event()
        self._bells.add(bell)
        return bell

    def leave(self, bell: asyncio.Event) -> None:
        """Gives the bell back."""
        self._bells.discard(bell)

    def tell(self) -> None:
        """Rings every bell."""
        for bell in self:
            bell.set()

    def close(self) -> None:
        """Tells everybody that nothing more will come."""
        self.closed = True
        self.tell()

    def __iter__(self) -> Iterator[asyncio.Event]:
        return iter(tuple(self._bells))
