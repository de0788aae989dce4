"""A pool of worker processes with limits on time and memory, for jobs that would block the server.

Some pools read texts and files from clients: a parser bug or an endless record ends only the worker. Another
pool runs the computer players.
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
from ironbottom.server.errors import Busy
from ironbottom.server.work import jobs
from ironbottom.server.work.jobs import JobRequest, JobResult, read_message, write_message

MAX_WAITING = 8
MAX_IDLE = 4
"""The maximum number of idle workers."""
MAX_JOBS_PER_MACHINE = 4
"""The maximum number of running or waiting jobs from one machine. A machine has at most one worker at a time."""
MAX_AFFINITIES = jobs.MAX_PLAYERS
SECONDS_PER_ACT = 0.002
MAX_TIMED_ACTS = 50_000
"""A file with more acts gets no extra time, since its sender chooses their number."""
START_SECONDS = 60
EXIT_SECONDS = 5
COMMAND = "import sys; from ironbottom.server.work.jobs import serve_jobs; serve_jobs(*map(int, sys.argv[1:]))"


class JobLimits(NamedTuple):
    """The limits for a job:

    CPU time, memory of its worker, and the value added to the worker's nice value. ``wall_seconds`` limits the elapsed
    time, since on a busy machine a job that computes little may still take long.
    """

    seconds: float
    wall_seconds: float
    memory: int
    nice: int = 0

    def for_acts(self, acts: int) -> JobLimits:
        """Returns the limits for a job that processes this number of acts.

        >>> [round(RECORD_LIMITS.for_acts(acts).seconds) for acts in (0, 10_000, 1_000_000)]
        [120, 140, 220]
        """
        extra = min(acts, MAX_TIMED_ACTS) * SECONDS_PER_ACT
        return self._replace(
            seconds=self.seconds + extra, wall_seconds=self.wall_seconds + extra * self.wall_seconds / self.seconds
        )


POSITION_LIMITS = JobLimits(10, 40, 1_000_000_000)
RECORD_LIMITS = JobLimits(120, 480, 3_000_000_000)
BOT_LIMITS = JobLimits(120, 480, 3_000_000_000, nice=10)
Pause = Callable[[], AbstractContextManager[None]]


class WorkerPool:
    """Up to ``max_processes`` workers; another one is started when all are busy.

    At most ``waiting`` jobs run or wait at once, and ``MAX_JOBS_PER_MACHINE`` from one machine. The smallest waiting
    job runs next, and a machine has only one running job at a time, so nobody can block others with large files. A
    worker that fails is replaced for the next job. ``pause`` is a context for the time in which a request waits for its
    job (``RequestPriority.waiting``).
    """

    def __init__(
        self, limits: JobLimits, max_processes: int = 1, waiting: int = MAX_WAITING, pause: Pause = nullcontext
    ) -> None:
        self.limits = limits
        self._pause = pause
        self._max_waiting = waiting
        self._machines: list[str] = []
        """The machine of each job that runs or waits; empty for a job of the server itself."""
        self._queue: list[QueuedJob] = []
        """The waiting jobs, in order of arrival."""
        self._busy_machines: set[str] = set()
        """The machines whose jobs are running."""
        self._threads = ThreadPoolExecutor(max_processes, "worker-pool")
        self._lock = threading.Lock()
        self._processes: set[WorkerProcess] = set()
        self._idle: list[WorkerProcess] = []
        self._closed = False

    async def call(self, job: str, *arguments: object, acts: int = 0, size: int = 0, machine: str = "") -> Any:
        """Returns the value of a job. ``BadValue`` says what is wrong with its arguments, or that it exceeds a limit.

        ``acts`` gives it more time, ``size`` its position among the waiting jobs; ``machine`` is where it comes from.
        """
        games = [(type(game).__module__, game.id) for game in all_games() if not is_shipped(game)]
        with self._pause():
            result = await self.run(job, *arguments, games=games, acts=acts, size=size, machine=machine)
        if result.failure:
            seconds, wall_seconds, *_ = self.limits.for_acts(acts)
            messages = {
                jobs.CPU_TIMEOUT: f"reading this takes more than {seconds:g} seconds of processor time",
                jobs.WALL_TIMEOUT: f"this was not read within {wall_seconds:g} seconds; "
                "if the machine is busy, try again later",
                jobs.EXITED: "reading this takes more time or memory than is allowed",
                jobs.OUT_OF_MEMORY: "reading this takes more memory than is allowed",
                jobs.NOT_STARTED: "a process to read this could not be started",
            }
            unknown = f"this cannot be read: the referee failed ({result.failure})"
            raise BadValue(messages.get(result.failure, unknown))
        if result.error:
            raise BadValue(result.error, field=result.field, clause=result.clause)
        return result.value

    async def run(
        self,
        name: str,
        *arguments: object,
        affinity: str = "",
        games: Sequence[tuple[str, str]] = (),
        acts: int = 0,
        size: int = 0,
        machine: str = "",
    ) -> JobResult:
        """Returns the result of a job.

        Jobs with one ``affinity`` use a worker that has run such jobs before, if it is idle.

        If the caller is cancelled, the worker that runs the job is ended.
        """
        if len(self._machines) >= self._max_waiting:
            raise Busy("too many files and positions are being read; try again in a moment")
        if machine and self._machines.count(machine) >= MAX_JOBS_PER_MACHINE:
            raise Busy("too many files from your computer are being read; try again when one of them is done")
        limits = self.limits.for_acts(acts)
        request = msgspec.msgpack.encode(JobRequest(name, list(arguments), limits.seconds, list(games)))
        job = QueuedJob(request, limits.wall_seconds, affinity, size, machine)
        self._machines.append(machine)
        try:
            return await asyncio.wrap_future(self._enqueue(job))
        except asyncio.CancelledError:
            self._cancel(job)
            raise
        finally:
            self._machines.remove(machine)

    def warm_up(self) -> None:
        """Starts a worker before it is needed, if there is none."""
        if not self._processes:
            request = msgspec.msgpack.encode(JobRequest("ping", [], self.limits.seconds))
            self._enqueue(QueuedJob(request, self.limits.wall_seconds))

    def close(self) -> None:
        """Ends all workers, even busy ones."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            for job in self._queue:
                job.future.cancel()
            busy = self._processes.difference(idle)
            self._processes.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)
        for process in busy:
            process.kill()
        for process in idle:
            process.close()

    def _enqueue(self, job: QueuedJob) -> Future[JobResult]:
        """Queues a job and returns a future for its result."""
        with self._lock:
            self._queue.append(job)
        self._threads.submit(self._run_next)
        return job.future

    # -- in the pool's own threads -------------------------------------------------------------------

    def _run_next(self) -> None:
        """Runs one of the waiting jobs, then checks again for jobs that waited for the same machine."""
        with self._lock:
            job = self._next_job()
        if job is None:
            return
        try:
            result = self._run_job(job)
        except BaseException as fault:
            job.future.set_exception(fault)
            raise
        else:
            job.future.set_result(result)
        finally:
            with self._lock:
                self._busy_machines.discard(job.machine)
                if self._queue and not self._closed:
                    self._threads.submit(self._run_next)

    def _next_job(self) -> QueuedJob | None:
        """Returns the smallest waiting job whose machine has none running; cancelled jobs are dropped."""
        while ready := [each for each in self._queue if each.machine not in self._busy_machines]:
            result = min(ready, key=lambda each: each.size)
            self._queue.remove(result)
            if result.future.set_running_or_notify_cancel():
                if result.machine:
                    self._busy_machines.add(result.machine)
                return result
        return None

    def _run_job(self, job: QueuedJob) -> JobResult:
        process = self._process_for(job)
        if process is None:
            return JobResult(failure=jobs.NOT_STARTED)
        result = JobResult(failure=jobs.EXITED) if job.cancelled else process.run(job.request, job.wall_seconds)
        process.note_affinity(job.affinity)
        self._release(job, process)
        return result

    def _process_for(self, job: QueuedJob) -> WorkerProcess | None:
        """Returns an idle worker or a new one; None if none can be started."""
        with self._lock:
            idle = next((process for process in self._idle if job.affinity in process.affinity), None)
            if idle is None and self._idle:
                idle = self._idle[-1]
            if idle is not None:
                self._idle.remove(idle)
                job.process = idle
                if idle.is_alive:
                    return idle
                self._processes.discard(idle)
        if idle is not None:
            idle.close()
        try:
            process = WorkerProcess(self.limits)
        except OSError:
            return None
        with self._lock:
            if self._closed or not process.usable:
                process.kill()
            self._processes.add(process)
            job.process = process
        return process

    def _release(self, job: QueuedJob, process: WorkerProcess) -> None:
        """Keeps a worker for the next job, or ends it if it failed or enough are idle."""
        with self._lock:
            job.process = None
            reuse = process.usable and process.is_alive and not self._closed and len(self._idle) < MAX_IDLE
            if reuse:
                self._idle.append(process)
            else:
                self._processes.discard(process)
        if not reuse:
            process.close()

    def _cancel(self, job: QueuedJob) -> None:
        with self._lock:
            job.cancelled = True
            if job.process is not None:
                job.process.kill()


class QueuedJob:
    """A job with its request, time limit, affinity, size, machine, and the worker that runs it."""

    def __init__(
        self, request: bytes, wall_seconds: float, affinity: str = "", size: int = 0, machine: str = ""
    ) -> None:
        self.request, self.wall_seconds, self.affinity, self.size, self.machine = (
            request,
            wall_seconds,
            affinity,
            size,
            machine,
        )
        self.future: Future[JobResult] = Future()
        self.process: WorkerProcess | None = None
        self.cancelled = False


class WorkerProcess:
    """One worker process."""

    def __init__(self, limits: JobLimits) -> None:
        self.affinity: dict[str, None] = {}
        """The affinities of the last jobs."""
        self.usable = True
        """Whether it may run another job."""
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path or "." for path in sys.path)}
        command = [sys.executable, "-c", COMMAND, str(limits.memory), str(limits.nice)]
        # Its own process group, so that Ctrl+C in the terminal does not end it. It does not get its own session: if
        # Linux shares the processor by session (autogroup), each worker would get as much CPU time as the server,
        # whatever its nice value.
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, process_group=0
        )
        self.usable = self._read_response(START_SECONDS, threading.Event()) is not None

    @property
    def is_alive(self) -> bool:
        """Whether the process is running."""
        return self._process.poll() is None

    def note_affinity(self, affinity: str) -> None:
        """Records the affinity of its last job."""
        self.affinity.pop(affinity, None)
        self.affinity[affinity] = None
        if len(self.affinity) > MAX_AFFINITIES:
            del self.affinity[next(iter(self.affinity))]

    def run(self, request: bytes, seconds: float) -> JobResult:
        """Runs a job and returns its result; the time to start the process does not count."""
        timed_out = threading.Event()
        read = self._read_response(seconds, timed_out, request)
        result = None if read is None else msgspec.msgpack.decode(read, type=JobResult)
        if result is None:
            result = JobResult(failure=jobs.WALL_TIMEOUT if timed_out.is_set() else self._exit_reason())
        self.usable = result.failure not in (jobs.CPU_TIMEOUT, jobs.WALL_TIMEOUT, jobs.EXITED, jobs.OUT_OF_MEMORY)
        return result

    def _exit_reason(self) -> str:
        """Returns why there is no response: a process ends at its CPU limit."""
        with suppress(subprocess.TimeoutExpired):
            if jobs.CPU_SIGNAL and self._process.wait(EXIT_SECONDS) == -jobs.CPU_SIGNAL:
                return jobs.CPU_TIMEOUT
        return jobs.EXITED

    def kill(self) -> None:
        """Kills the process and its job."""
        self._process.kill()

    def close(self) -> None:
        """Kills the process and releases its resources."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                assert pipe is not None
                pipe.close()

    def _read_response(self, seconds: float, timed_out: threading.Event, request: bytes | None = None) -> bytes | None:
        """Sends a request, if there is one, and returns the response; None if none arrives within this many seconds."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None

        def stop() -> None:
            timed_out.set()
            process.kill()

        timer = threading.Timer(seconds, stop)
        timer.start()
        try:
            if request is not None:
                write_message(process.stdin, request)
            return read_message(process.stdout)
        except (OSError, ValueError):
            return None
        finally:
            timer.cancel()
