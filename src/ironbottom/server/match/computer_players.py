"""The computer players at a table: they think in processes of their own, and choose until a person must."""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import TYPE_CHECKING

import msgspec

from ironbottom.bots.decision_request import DecisionRequest, encode_request, request_for
from ironbottom.engine.core.errors import IronbottomError
from ironbottom.engine.match.submission import first_part
from ironbottom.server.work.jobs import ENDED, LATE, MEMORY, NEVER_BEGUN, WAITED
from ironbottom.server.network.request_priority import Precedence
from ironbottom.server.errors import Faulty
from ironbottom.server.match.seats import PERSON
from ironbottom.server.views.game_text import side_title
from ironbottom.server.work.worker_pool import JobBounds, Workshop

if TYPE_CHECKING:
    from ironbottom.server.match.open_match import MatchTable

_log = logging.getLogger(__name__)


class Trouble(msgspec.Struct, frozen=True):
    """A computer player that failed at its choice: whose seat, which player, and what is told about it."""

    side: str
    player: str
    message: str


class Failed(Exception):
    """A computer player came to no choice; says how, and nothing of what it saw."""


class Opponents:
    """The computer players of one match. They get what their side is shown and may choose, in another process."""

    def __init__(self, table: MatchTable) -> None:
        self._table = table
        self._workshop: Workshop | None = None
        self._unattended: asyncio.Semaphore | None = None
        self._precedence = Precedence()
        self._kin: dict[str, str] = {}
        """What the player of a side is known by where it thinks, since it has its seat."""
        self._task: asyncio.Task[None] | None = None
        self.trouble: Trouble | None = None
        """What stopped them, until the seat is given again."""

    def think_in(
        self,
        workshop: Workshop,
        precedence: Precedence | None = None,
        unattended: asyncio.Semaphore | None = None,
    ) -> None:
        """Lets them think in processes of this workshop; one is started before it is needed.

        Requests have priority over their steps. In a match without human players each waits for a place among the
        ``unattended``.
        """
        self._workshop, self._unattended = workshop, unattended
        self._precedence = precedence or self._precedence
        if not self._table.match.over and any(kind != PERSON for kind in self._table.seats.values()):
            workshop.prepare()

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

    @property
    def _called(self) -> bool:
        """Whether one of them must choose and can, or a standing order of a person may answer."""
        return (self.trouble is None and self.to_choose() is not None) or self._table.aides.to_answer() is not None

    def wake(self) -> None:
        """Lets them go on if it is for one of them to choose."""
        if self._workshop is None or self.thinking or not self._called:
            return
        self._task = asyncio.get_running_loop().create_task(self._go_on(self._workshop))

    async def settled(self, seconds: float) -> None:
        """Waits until a person must choose, at most so long; without waiting they go on all the same."""
        self.wake()
        if self._task is not None and seconds > 0:
            with self._precedence.waiting():
                await asyncio.wait({self._task}, timeout=seconds)

    def seated(self, side: str) -> None:
        """Takes note that a seat was given to a player, perhaps another one."""
        self._kin.pop(side, None)
        if self.trouble is not None and self.trouble.side == side:
            self.trouble = None

    def stop(self) -> None:
        """Sends them home."""
        if self._task is not None:
            self._task.cancel()

    async def _go_on(self, workshop: Workshop) -> None:
        while self._called:
            if (person := self._table.aides.to_answer()) is not None:
                await self._table.aides.answer(person)
                continue
            side = self.to_choose()
            assert side is not None
            kind = self._table.seats[side]
            try:
                await self._choose(side, workshop)
            except Exception as fault:
                _log.exception("%s failed as %s in the match %s", kind, side, self._table.id)
                if isinstance(fault, Faulty) or self._table.seats[side] == kind:
                    self._fail(side, kind, _what(fault))
                    return

    async def _choose(self, side: str, workshop: Workshop) -> None:
        async with self._precedence.step():
            if self.to_choose() != side:
                return
            match, kin = self._table.match, self._kin.setdefault(side, secrets.token_hex(8))
            last, question = match.last, request_for(match, side)
            kind, data = self._table.seats[side], encode_request(match.rules, question)
        async with self._place():
            answer = await workshop.answer("think", data, kind, kin, secrets.randbits(63), kin=kin)
        async with self._precedence.step():
            if self._kin.get(side) != kin or not self._still(question, last):
                return
            if answer.wrong or answer.failed:
                raise Failed(_how(answer.failed, workshop.bounds))
            run = first_part(match.state, side, answer.value)  # the rest is requested again
            self._table.change(lambda: match.submit(side, run, seq=question.seq))

    def _place(self) -> AbstractAsyncContextManager[None]:
        """A place in which a player may think; there are few for matches without human players."""
        attended = PERSON in self._table.seats.values()
        return nullcontext() if attended or self._unattended is None else self._unattended

    def _still(self, question: DecisionRequest, last: int) -> bool:
        """Whether a side is asked the same as when it began to think, after the act ``last``."""
        match = self._table.match
        if self.to_choose() is None or match.state.decision(question.side) is None:
            return False
        return match.last == last or request_for(match, question.side) == question

    def _fail(self, side: str, kind: str, what: str) -> None:
        title = side_title(self._table.match.rules, side)
        told = f"The computer player {kind} failed for {title} ({what}). The match is safe; nothing was changed"
        self.trouble = Trouble(side, kind, f"{told}. Let it try again, or give its seat to another player.")
        self._table.watchers.tell()


def _what(fault: Exception) -> str:
    """What went wrong; the words of a fault may hold what one side alone may know."""
    if isinstance(fault, Failed):
        return str(fault)
    if isinstance(fault, Faulty):
        return "its choice could not be carried out or kept"
    return NOT_ALLOWED if isinstance(fault, IronbottomError) else type(fault).__name__


def _how(failed: str, bounds: JobBounds) -> str:
    """How a thought came to nothing."""
    told = {
        "": NOT_ALLOWED,
        LATE: f"it thought for more than {bounds.seconds:g} seconds",
        WAITED: f"it had not chosen after {bounds.in_all:g} seconds",
        ENDED: "the process in which it thought has ended",
        MEMORY: "it took more memory than it is given",
        NEVER_BEGUN: "no process in which it could think can be begun",
    }
    return told.get(failed, failed)


NOT_ALLOWED = "made a choice that is not allowed"
