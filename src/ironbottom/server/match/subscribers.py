"""Those who are told at once when a match goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

MOST = 1_200
AT_ONCE = 64
"""So many bells are rung at once."""
IN_TURN = 8
PAUSE = 0.004
"""The rest of a crowd is rung IN_TURN at a time, with this pause in seconds, so that other matches need not wait."""


class Watchers:
    """The pages that watch a match, each with a bell that rings when something may have changed."""

    def __init__(self) -> None:
        self._bells: dict[asyncio.Event, str] = {}
        self.closed = False
        self.rung = 0
        """How often the bells were rung: what is shown may have changed since."""

    def __len__(self) -> int:
        return len(self._bells)

    @property
    def full(self) -> bool:
        """Whether nobody more is let in."""
        return len(self._bells) >= MOST

    @property
    def sitting(self) -> list[str]:
        """The sides that somebody plays, one for each page."""
        return [side for side in self._bells.values() if side]

    def join(self, side: str = "") -> asyncio.Event:
        """A bell of one's own, and the side that is played there, if one alone is."""
        bell = asyncio.Event()
        self._bells[bell] = side
        return bell

    def leave(self, bell: asyncio.Event) -> None:
        """Gives the bell back."""
        self._bells.pop(bell, None)

    def tell(self) -> None:
        """Rings every bell, of many some after the others."""
        self.rung += 1
        if not self._bells:
            return
        bells = list(self)
        _ring(bells[:AT_ONCE])
        if bells[AT_ONCE:]:
            self._ring_in_turn(bells[AT_ONCE:])

    def _ring_in_turn(self, bells: list[asyncio.Event]) -> None:
        _ring(bells[:IN_TURN])
        if bells[IN_TURN:]:
            asyncio.get_running_loop().call_later(PAUSE, self._ring_in_turn, bells[IN_TURN:])

    def close(self) -> None:
        """Tells everybody that nothing more will come."""
        self.closed = True
        self.tell()

    def __iter__(self) -> Iterator[asyncio.Event]:
        return iter(tuple(self._bells))


def _ring(bells: list[asyncio.Event]) -> None:
    for bell in bells:
        bell.set()
