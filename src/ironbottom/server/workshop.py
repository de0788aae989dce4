"""Where texts and files from outside are read: processes beside the server, limited in time and memory.

A parser that is led astray, or a record that takes for ever, ends such a process and nothing else; the server answers
everybody meanwhile.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec

from ironbottom.engine.errors import BadValue
from ironbottom.engine.registry import all_games
from ironbottom.server.jobs import Answer, Order, read_message, write_message
from ironbottom.server.refusals import Busy

MOST_WAITING = 8
SECONDS_TO_BEGIN = 60
COMMAND = "import sys; from ironbottom.server.jobs import work; work(int(sys.argv[1]))"


class Bounds(NamedTuple):
    """How long one job may take, and how many bytes its process may hold."""

    seconds: float
    memory: int


POSITIONS = Bounds(10, 1_000_000_000)
RECORDS = Bounds(120, 3_000_000_000)


class Workshop:
    """A process that does one job after the other; it is begun when the first comes, and anew after one that failed."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self._process: subprocess.Popen[bytes] | None = None
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._coming = 0

    @contextmanager
    def taking_in(self) -> Iterator[None]:
        """A place for a file while it comes in, so that no heap of them lies in memory; ``Busy`` where none is free."""
        if self._coming >= MOST_WAITING:
            raise _busy()
        self._coming += 1
        try:
            yield
        finally:
            self._coming -= 1

    async def ask(self, job: str, *given: Any) -> Any:
        """What a job gives; ``BadValue`` says what is wrong with what it was given, or that it takes too much."""
        if self._waiting >= MOST_WAITING:
            raise _busy()
        games = [(type(game).__module__, game.id) for game in all_games()]
        order = msgspec.msgpack.encode(Order(job, list(given), self.bounds.seconds, games))
        self._waiting += 1
        try:
            async with self._turn:
                answer = await asyncio.to_thread(self._done, order)
        finally:
            self._waiting -= 1
        if answer.wrong:
            raise BadValue(answer.wrong, field=answer.field, clause=answer.clause)
        return answer.value

    def close(self) -> None:
        """Ends the process."""
        process, self._process = self._process, None
        if process is not None:
            _end(process)

    def _done(self, order: bytes) -> Answer:
        """The answer to an order; a process that fails at it is ended."""
        process = self._running()
        late = threading.Event()
        read = _in_time(self.bounds.seconds, process, late, order)
        answer = None if read is None else msgspec.msgpack.decode(read, type=Answer)
        if answer is None or "memory" in answer.wrong:
            self.close()
        if answer is None:
            seconds = f"more than {self.bounds.seconds:g} seconds"
            told = seconds if late.is_set() else "more time or memory than it is given"
            return Answer(None, f"this takes {told} to read")
        return answer

    def _running(self) -> subprocess.Popen[bytes]:
        """The process, begun if need be; how long it takes to begin counts for no job."""
        if self._process is None or self._process.poll() is not None:
            self.close()
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path or "." for path in sys.path)}
            command = [sys.executable, "-c", COMMAND, str(self.bounds.memory)]
            try:
                begun = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, start_new_session=True
                )
            except OSError as wrong:
                raise BadValue(f"no process to read this can be begun: {wrong.strerror}") from None
            self._process = begun
            if _in_time(SECONDS_TO_BEGIN, begun, threading.Event()) is None:
                self.close()
                raise BadValue("no process to read this can be begun")
        return self._process


def _busy() -> Busy:
    return Busy("too many files and positions are being read; try again in a moment")


def _in_time(
    seconds: float, process: subprocess.Popen[bytes], late: threading.Event, order: bytes | None = None
) -> bytes | None:
    """What a process answers within so many seconds, to an order if there is one; None where it does not."""
    assert process.stdin is not None
    assert process.stdout is not None
    timer = threading.Timer(seconds, _too_late, (late, process))
    timer.start()
    try:
        if order is not None:
            write_message(process.stdin, order)
        return read_message(process.stdout)
    except (OSError, ValueError):
        return None
    finally:
        timer.cancel()


def _too_late(late: threading.Event, process: subprocess.Popen[bytes]) -> None:
    late.set()
    process.kill()


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            try:
                pipe.close()
            except OSError:
                continue
