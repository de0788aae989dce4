"""Processes beside the server, limited in time and memory, that do what nobody else may wait for.

One kind reads texts and files from outside: a parser that is led astray, or a record that takes for ever, ends such a
process and nothing else. The other thinks for the computer players.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any, NamedTuple

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.registry import all_games, is_shipped
from ironbottom.server.work import jobs
from ironbottom.server.work.jobs import Answer, Order, read_message, write_message
from ironbottom.server.errors import Busy

MOST_WAITING = 8
MOST_FREE = 4
"""So many processes stay when nothing is to be done."""
MOST_OF_A_MACHINE = 4
"""How many jobs from one machine may run or wait. One machine has at most one process at a time."""
MOST_KIN = jobs.MOST_PLAYERS
SECONDS_AN_ACT = 0.002
MOST_ACTS = 50_000
"""A file with more acts than this gets no more time: how many it has is its sender's choice."""
SECONDS_TO_BEGIN = 60
SECONDS_TO_END = 5
COMMAND = "import sys; from ironbottom.server.work.jobs import work; work(*map(int, sys.argv[1:]))"


class JobBounds(NamedTuple):
    """How long one job may compute, and how many bytes its process may hold; ``modest`` is added to its nice value.

    ``in_all`` limits the time by the clock: on a busy machine a job that computes little may take long.
    """

    seconds: float
    in_all: float
    memory: int
    modest: int = 0

    def for_acts(self, acts: int) -> JobBounds:
        """The bounds of a job that goes through so many acts, which has time for each of them.

        >>> [round(RECORDS.for_acts(acts).seconds) for acts in (0, 10_000, 1_000_000)]
        [120, 140, 220]
        """
        more = min(acts, MOST_ACTS) * SECONDS_AN_ACT
        return self._replace(seconds=self.seconds + more, in_all=self.in_all + more * self.in_all / self.seconds)


POSITIONS = JobBounds(10, 40, 1_000_000_000)
RECORDS = JobBounds(120, 480, 3_000_000_000)
THOUGHTS = JobBounds(120, 480, 3_000_000_000, modest=10)
Pause = Callable[[], AbstractContextManager[None]]


class Workshop:
    """Processes that each do one job after the other; another is begun while all are at work, up to ``most``.

    At most ``waiting`` jobs are in it at once, and ``MOST_OF_A_MACHINE`` from one machine. Of the waiting jobs the
    smallest is next, and a machine whose job is running waits for another process: nobody can hold up the others by
    large files. A process that fails at its job is replaced when the next comes. ``pause`` surrounds the time in which
    a request waits for its job (``Precedence.waiting``).
    """

    def __init__(
        self, bounds: JobBounds, most: int = 1, waiting: int = MOST_WAITING, pause: Pause = nullcontext
    ) -> None:
        self.bounds = bounds
        self._pause = pause
        self._most_waiting = waiting
        self._in_it: list[str] = []
        """The machine of each job that is in it; empty for a job of the server itself."""
        self._queue: list[Errand] = []
        """The jobs that wait, in the order in which they came."""
        self._served: set[str] = set()
        """The machines whose jobs are running."""
        self._threads = ThreadPoolExecutor(most, "workshop")
        self._changing = threading.Lock()
        self._hands: set[WorkProcess] = set()
        self._free: list[WorkProcess] = []
        self._closed = False

    async def ask(self, job: str, *given: Any, acts: int = 0, size: int = 0, machine: str = "") -> Any:
        """What a job gives; ``BadValue`` says what is wrong with what it was given, or that it takes too much.

        ``acts`` gives it more time, ``size`` its place among the waiting jobs, ``machine`` is where it comes from.
        """
        games = [(type(game).__module__, game.id) for game in all_games() if not is_shipped(game)]
        with self._pause():
            answer = await self.answer(job, *given, games=games, acts=acts, size=size, machine=machine)
        if answer.failed:
            seconds, in_all, *_ = self.bounds.for_acts(acts)
            told = {
                jobs.LATE: f"this takes more than {seconds:g} seconds of computing to read",
                jobs.WAITED: f"this was not read within {in_all:g} seconds; if the machine is busy, try again later",
                jobs.ENDED: "this takes more time or memory than it is given to read",
                jobs.MEMORY: "this takes more memory to read than it is given",
                jobs.NEVER_BEGUN: "no process to read this can be begun",
            }
            otherwise = f"this cannot be read: the referee failed at it ({answer.failed})"
            raise BadValue(told.get(answer.failed, otherwise))
        if answer.wrong:
            raise BadValue(answer.wrong, field=answer.field, clause=answer.clause)
        return answer.value

    async def answer(
        self,
        job: str,
        *given: Any,
        kin: str = "",
        games: Sequence[tuple[str, str]] = (),
        acts: int = 0,
        size: int = 0,
        machine: str = "",
    ) -> Answer:
        """What came of a job. Those of one kin go to a process that did such before, if it is free.

        A caller that stops waiting ends the process that works on it.
        """
        if len(self._in_it) >= self._most_waiting:
            raise Busy("too many files and positions are being read; try again in a moment")
        if machine and self._in_it.count(machine) >= MOST_OF_A_MACHINE:
            raise Busy("too many files from your computer are being read; try again when one of them is done")
        bounds = self.bounds.for_acts(acts)
        order = msgspec.msgpack.encode(Order(job, list(given), bounds.seconds, list(games)))
        errand = Errand(order, bounds.in_all, kin, size, machine)
        self._in_it.append(machine)
        try:
            return await asyncio.wrap_future(self._enqueue(errand))
        except asyncio.CancelledError:
            self._drop(errand)
            raise
        finally:
            self._in_it.remove(machine)

    def prepare(self) -> None:
        """Begins a process, if there is none, before it is needed."""
        if not self._hands:
            order = msgspec.msgpack.encode(Order("begin", [], self.bounds.seconds))
            self._enqueue(Errand(order, self.bounds.in_all))

    def close(self) -> None:
        """Ends the processes, whatever they are at."""
        with self._changing:
            self._closed = True
            free, self._free = self._free, []
            for errand in self._queue:
                errand.future.cancel()
            at_work = self._hands.difference(free)
            self._hands.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)
        for hand in at_work:
            hand.kill()
        for hand in free:
            hand.end()

    def _enqueue(self, errand: Errand) -> Future[Answer]:
        """Queues a job; the future has its answer."""
        with self._changing:
            self._queue.append(errand)
        self._threads.submit(self._do_next)
        return errand.future

    # -- in threads of its own ---------------------------------------------------------------------

    def _do_next(self) -> None:
        """Does one of the waiting jobs, then looks again: others may have waited for its machine."""
        with self._changing:
            errand = self._next()
        if errand is None:
            return
        try:
            answer = self._done(errand)
        except BaseException as fault:
            errand.future.set_exception(fault)
            raise
        else:
            errand.future.set_result(answer)
        finally:
            with self._changing:
                self._served.discard(errand.machine)
                if self._queue and not self._closed:
                    self._threads.submit(self._do_next)

    def _next(self) -> Errand | None:
        """The smallest of the waiting jobs whose machine has none running; those that nobody waits for are dropped."""
        while ready := [each for each in self._queue if each.machine not in self._served]:
            found = min(ready, key=lambda each: each.size)
            self._queue.remove(found)
            if found.future.set_running_or_notify_cancel():
                if found.machine:
                    self._served.add(found.machine)
                return found
        return None

    def _done(self, errand: Errand) -> Answer:
        hand = self._hand_for(errand)
        if hand is None:
            return Answer(failed=jobs.NEVER_BEGUN)
        answer = Answer(failed=jobs.ENDED) if errand.dropped else hand.do(errand.order, errand.in_all)
        hand.knows(errand.kin)
        self._let_go(errand, hand)
        return answer

    def _hand_for(self, errand: Errand) -> WorkProcess | None:
        """A process that is free, or another one; None where none can be begun."""
        with self._changing:
            free = next((hand for hand in self._free if errand.kin in hand.kin), None)
            if free is None and self._free:
                free = self._free[-1]
            if free is not None:
                self._free.remove(free)
                errand.hand = free
                if free.lives:
                    return free
                self._hands.discard(free)
        if free is not None:
            free.end()
        try:
            begun = WorkProcess(self.bounds)
        except OSError:
            return None
        with self._changing:
            if self._closed or not begun.sound:
                begun.kill()
            self._hands.add(begun)
            errand.hand = begun
        return begun

    def _let_go(self, errand: Errand, hand: WorkProcess) -> None:
        """Keeps a process for the next job; one that failed, and one more than need be, is ended."""
        with self._changing:
            errand.hand = None
            keep = hand.sound and hand.lives and not self._closed and len(self._free) < MOST_FREE
            if keep:
                self._free.append(hand)
            else:
                self._hands.discard(hand)
        if not keep:
            hand.end()

    def _drop(self, errand: Errand) -> None:
        with self._changing:
            errand.dropped = True
            if errand.hand is not None:
                errand.hand.kill()


class Errand:
    """A job on its way: its order, its time, its kin, its size, the machine it comes from, and its process."""

    def __init__(self, order: bytes, in_all: float, kin: str = "", size: int = 0, machine: str = "") -> None:
        self.order, self.in_all, self.kin, self.size, self.machine = order, in_all, kin, size, machine
        self.future: Future[Answer] = Future()
        self.hand: WorkProcess | None = None
        self.dropped = False


class WorkProcess:
    """A process of a workshop."""

    def __init__(self, bounds: JobBounds) -> None:
        self.kin: dict[str, None] = {}
        """The kin of the last jobs that it did."""
        self.sound = True
        """Whether it may do another job."""
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path or "." for path in sys.path)}
        command = [sys.executable, "-c", COMMAND, str(bounds.memory), str(bounds.modest)]
        # A group of its own, so that Ctrl+C at the terminal does not end it. Not a session of its own: where Linux
        # shares the processor by session (autogroup), each would get as much of it as the server, whatever its nice
        # value.
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, process_group=0
        )
        self.sound = self._in_time(SECONDS_TO_BEGIN, threading.Event()) is not None

    @property
    def lives(self) -> bool:
        """Whether the process is there."""
        return self._process.poll() is None

    def knows(self, kin: str) -> None:
        """Notes of which kin its last job was."""
        self.kin.pop(kin, None)
        self.kin[kin] = None
        if len(self.kin) > MOST_KIN:
            del self.kin[next(iter(self.kin))]

    def do(self, order: bytes, seconds: float) -> Answer:
        """What comes of an order; how long the process took to begin does not count."""
        late = threading.Event()
        read = self._in_time(seconds, late, order)
        answer = None if read is None else msgspec.msgpack.decode(read, type=Answer)
        if answer is None:
            answer = Answer(failed=jobs.WAITED if late.is_set() else self._how_ended())
        self.sound = answer.failed not in (jobs.LATE, jobs.WAITED, jobs.ENDED, jobs.MEMORY)
        return answer

    def _how_ended(self) -> str:
        """Why there is no answer: the process ends by itself when it has computed for too long."""
        with suppress(subprocess.TimeoutExpired):
            if jobs.OUT_OF_TIME and self._process.wait(SECONDS_TO_END) == -jobs.OUT_OF_TIME:
                return jobs.LATE
        return jobs.ENDED

    def kill(self) -> None:
        """Ends what the process is at, and the process."""
        self._process.kill()

    def end(self) -> None:
        """Ends the process and all that is left of it."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                assert pipe is not None
                pipe.close()

    def _in_time(self, seconds: float, late: threading.Event, order: bytes | None = None) -> bytes | None:
        """What the process answers within so many seconds, to an order if there is one; None where it does not."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None

        def too_late() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(seconds, too_late)
        timer.start()
        try:
            if order is not None:
                write_message(process.stdin, order)
            return read_message(process.stdout)
        except (OSError, ValueError):
            return None
        finally:
            timer.cancel()
