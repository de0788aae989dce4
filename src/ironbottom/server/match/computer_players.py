"""Runs the computer players of a match in worker processes, until a person must choose."""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import AbstractAsyncContextManager, nullcontext

import msgspec

from ironbottom.bots.decision_request import DecisionRequest, encode_request, request_for
from ironbottom.engine.core.errors import IronbottomError
from ironbottom.engine.match.match import longest_valid_prefix
from ironbottom.server.errors import InternalError
from ironbottom.server.match.seats import PERSON
from ironbottom.server.match.standing_orders import WithSeatOrders
from ironbottom.server.network.request_priority import RequestPriority
from ironbottom.server.views.game_text import side_title
from ironbottom.server.work.jobs import CPU_TIMEOUT, EXITED, NOT_STARTED, OUT_OF_MEMORY, WALL_TIMEOUT
from ironbottom.server.work.worker_pool import JobLimits, WorkerPool

_log = logging.getLogger(__name__)


class BotFailure(msgspec.Struct, frozen=True):
    """A computer player that failed: its side, its kind, and a message for the players."""

    side: str
    player: str
    message: str


class BotError(Exception):
    """A computer player returned no choice; the message contains nothing that it saw."""


class ComputerPlayers:
    """The computer players of one match.

    They run in another process, which gets only the view and the choices of their side.
    """

    def __init__(self, open_match: WithSeatOrders) -> None:
        self._open_match = open_match
        self._pool: WorkerPool | None = None
        self._unattended: asyncio.Semaphore | None = None
        self._priority = RequestPriority()
        self._affinity: dict[str, str] = {}
        """For each side, identifies its computer player in the worker processes for as long as it has its seat."""
        self._task: asyncio.Task[None] | None = None
        self.failure: BotFailure | None = None
        """The failure that stopped the computer players; None once a seat has been assigned again."""

    def use_pool(
        self,
        pool: WorkerPool,
        priority: RequestPriority | None = None,
        unattended: asyncio.Semaphore | None = None,
    ) -> None:
        """Sets the pool in which the computer players run, and starts a worker in advance.

        Requests have priority over their steps. In a match without human players, each computer player waits for a
        place among the ``unattended``.
        """
        self._pool, self._unattended = pool, unattended
        self._priority = priority or self._priority
        if not self._open_match.match.over and any(kind != PERSON for kind in self._open_match.seats.values()):
            pool.warm_up()

    def side_to_choose(self) -> str | None:
        """Returns the side for which a computer player must choose now."""
        if self._open_match.closed or self._open_match.broken or self._open_match.away:
            return None
        for decision in self._open_match.match.decisions():
            if self._open_match.seats[decision.side] != PERSON:
                return decision.side
        return None

    @property
    def is_thinking(self) -> bool:
        """Whether a computer player is choosing."""
        return self._task is not None and not self._task.done()

    @property
    def _has_work(self) -> bool:
        """Whether a computer player can choose, or a standing order may answer for a person."""
        return (
            self.failure is None and self.side_to_choose() is not None
        ) or self._open_match.seat_orders.side_to_answer() is not None

    def wake(self) -> None:
        """Starts the computer players if one of them must choose."""
        if self._pool is None or self.is_thinking or not self._has_work:
            return
        self._task = asyncio.get_running_loop().create_task(self._run(self._pool))

    async def wait_until_idle(self, seconds: float) -> None:
        """Waits until a person must choose, but at most this many seconds.

        With 0, it starts the computer players and returns.
        """
        self.wake()
        if self._task is not None and seconds > 0:
            with self._priority.waiting():
                await asyncio.wait({self._task}, timeout=seconds)

    def seat_changed(self, side: str) -> None:
        """Must be called after a seat was assigned, perhaps to a different player."""
        self._affinity.pop(side, None)
        if self.failure is not None and self.failure.side == side:
            self.failure = None

    def stop(self) -> None:
        """Cancels the current choice."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self, pool: WorkerPool) -> None:
        while self._has_work:
            if (person := self._open_match.seat_orders.side_to_answer()) is not None:
                await self._open_match.seat_orders.answer(person)
                continue
            side = self.side_to_choose()
            assert side is not None
            kind = self._open_match.seats[side]
            try:
                await self._choose(side, pool)
            except Exception as fault:
                _log.exception("%s failed as %s in the match %s", kind, side, self._open_match.id)
                if isinstance(fault, InternalError) or self._open_match.seats[side] == kind:
                    self._fail(side, kind, _describe_fault(fault))
                    return

    async def _choose(self, side: str, pool: WorkerPool) -> None:
        async with self._priority.step():
            if self.side_to_choose() != side:
                return
            match, affinity = self._open_match.match, self._affinity.setdefault(side, secrets.token_hex(8))
            last, request = match.last, request_for(match, side)
            kind, data = self._open_match.seats[side], encode_request(match.rules, request)
        async with self._slot():
            result = await pool.run("choose", data, kind, affinity, secrets.randbits(63), affinity=affinity)
        async with self._priority.step():
            if self._affinity.get(side) != affinity or not self._is_current(request, last):
                return
            if result.error or result.failure:
                raise BotError(_describe_failure(result.failure, pool.limits))
            run = longest_valid_prefix(match.state, side, result.value)  # the other choices are requested again
            self._open_match.change(lambda: match.submit(side, run, seq=request.seq))

    def _slot(self) -> AbstractAsyncContextManager[None]:
        """Returns a slot to run in; the slots for matches without human players are limited."""
        attended = PERSON in self._open_match.seats.values()
        return nullcontext() if attended or self._unattended is None else self._unattended

    def _is_current(self, request: DecisionRequest, last: int) -> bool:
        """Returns whether a side still has the decision that it had after the act ``last``, when it began to choose."""
        match = self._open_match.match
        if self.side_to_choose() is None or match.state.decision(request.side) is None:
            return False
        return match.last == last or request_for(match, request.side) == request

    def _fail(self, side: str, kind: str, what: str) -> None:
        title = side_title(self._open_match.match.rules, side)
        message = f"The computer player {kind} failed for {title} ({what}). The match is safe; nothing was changed"
        self.failure = BotFailure(side, kind, f"{message}. Try again, or give its seat to another player.")
        self._open_match.subscribers.notify()


def _describe_fault(fault: Exception) -> str:
    """Returns what went wrong; the message of an unknown exception may contain hidden information."""
    if isinstance(fault, BotError):
        return str(fault)
    if isinstance(fault, InternalError):
        return "its choice could not be carried out or stored"
    return NOT_ALLOWED if isinstance(fault, IronbottomError) else type(fault).__name__


def _describe_failure(failure: str, limits: JobLimits) -> str:
    """Returns the failure for an exception in a computer player's job."""
    message = {
        "": NOT_ALLOWED,
        CPU_TIMEOUT: f"it used more than {limits.seconds:g} seconds of processor time",
        WALL_TIMEOUT: f"it did not choose within {limits.wall_seconds:g} seconds",
        EXITED: "its process ended",
        OUT_OF_MEMORY: "it used too much memory",
        NOT_STARTED: "its process could not be started",
    }
    return message.get(failure, failure)


NOT_ALLOWED = "made a choice that is not allowed"
