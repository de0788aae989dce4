"""The computer players at a table: they think beside the server's own work, and choose until a person must."""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from ironbottom.bots.player import Player, as_run
from ironbottom.bots.registry import make_player
from ironbottom.engine.errors import IronbottomError
from ironbottom.engine.offers import Offer
from ironbottom.server.refusals import Faulty
from ironbottom.server.seats import PERSON
from ironbottom.server.words import side_title

if TYPE_CHECKING:
    from ironbottom.server.table import MatchTable

_log = logging.getLogger(__name__)


class Trouble(msgspec.Struct, frozen=True):
    """A computer player that failed at its choice: whose seat, which player, and what is told about it."""

    side: str
    player: str
    message: str


class Opponents:
    """The computer players of one match. They get offers only, detached from the match."""

    def __init__(self, table: MatchTable) -> None:
        self._table = table
        self._players: dict[str, Player] = {}
        self._task: asyncio.Task[None] | None = None
        self.trouble: Trouble | None = None
        """What stopped them, until the seat is given anew."""

    def to_choose(self) -> str | None:
        """The side for which a computer player must choose now."""
        if self._table.closed or self._table.broken:
            return None
        for decision in self._table.match.decisions():
            if self._table.seats[decision.side] != PERSON:
                return decision.side
        return None

    @property
    def thinking(self) -> bool:
        """Whether one of them is at it."""
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """Lets them go on if it is for one of them to choose."""
        if not self.thinking and self.trouble is None and self.to_choose() is not None:
            self._task = asyncio.get_running_loop().create_task(self._go_on())

    async def settled(self, seconds: float) -> None:
        """Waits until a person must choose, at most so long; without waiting they go on all the same."""
        self.wake()
        if self._task is not None and seconds > 0:
            await asyncio.wait({self._task}, timeout=seconds)

    def seated(self, side: str) -> None:
        """Takes note that a seat was given to a player, perhaps another one."""
        self._players.pop(side, None)
        if self.trouble is not None and self.trouble.side == side:
            self.trouble = None

    def stop(self) -> None:
        """Sends them home."""
        if self._task is not None:
            self._task.cancel()

    async def _go_on(self) -> None:
        while (side := self.to_choose()) is not None:
            kind = self._table.seats[side]
            try:
                await self._choose(side)
            except Faulty as fault:
                self._fail(side, kind, fault)
                return
            except Exception as fault:
                # Only the kind of fault is told: its words may hold what this side alone may know.
                _log.exception("%s failed as %s in the match %s", kind, side, self._table.id)
                if self._table.seats[side] == kind:
                    self._fail(side, kind, fault)
                    return

    async def _choose(self, side: str) -> None:
        match = self._table.match
        if side not in self._players:
            kind = self._table.seats[side]
            self._players[side] = make_player(match.rules, kind, side, secrets.randbits(63))
        player, offer = self._players[side], match.offer(side)
        answer = await _thought(player, offer)
        if self._players.get(side) is player and self.to_choose() is not None and self._still(offer):
            run = as_run(answer)
            self._table.change(lambda: match.submit(side, run, seq=offer.seq))

    def _still(self, offer: Offer) -> bool:
        """Whether the side is offered the same as when it began to think."""
        if self._table.closed or self._table.match.state.decision(offer.side) is None:
            return False
        now = self._table.match.offer(offer.side)
        same = (now.seq, now.view, now.prompt) == (offer.seq, offer.view, offer.prompt)
        return same and now.choices.factored() == offer.choices.factored()

    def _fail(self, side: str, kind: str, fault: Exception) -> None:
        what = "made a choice that is not allowed" if isinstance(fault, IronbottomError) else type(fault).__name__
        if isinstance(fault, Faulty):
            what = "its choice could not be carried out or kept"
        title = side_title(self._table.match.rules, side)
        told = f"The computer player {kind} failed for {title} ({what}). The match is safe; nothing was changed"
        self.trouble = Trouble(side, kind, f"{told}. Let it try again, or give its seat to another player.")
        self._table.watchers.tell()


async def _thought(player: Player, offer: Offer) -> Any:
    """The answer of a player, found in a thread that does not hold up the end of the server however long it takes."""
    loop = asyncio.get_running_loop()
    found: asyncio.Future[tuple[Any, Exception | None]] = loop.create_future()

    def settle(answer: Any, fault: Exception | None) -> None:
        if not found.done():
            found.set_result((answer, fault))

    def think() -> None:
        answer, fault = None, None
        try:
            answer = player.choose(offer)
        except Exception as raised:
            fault = raised
        with suppress(RuntimeError):  # the server has ended meanwhile
            loop.call_soon_threadsafe(settle, answer, fault)

    threading.Thread(target=think, name=f"player of {offer.side}", daemon=True).start()
    answer, fault = await found
    if fault is not None:
        raise fault
    return answer
