"""Reviews of matches, computed in worker processes with low priority.

A match that is over is reviewed as a whole. A match that is still being played is reviewed only for one side, from what
that side saw.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator

import msgspec

from ironbottom.engine.core.errors import IronbottomError
from ironbottom.lab.review.examine import Finding
from ironbottom.lab.review.report import Review, review_of
from ironbottom.lab.review.run import MAX_STATES
from ironbottom.lab.review.tasks import Tasks
from ironbottom.server.match.export import export_parts, temporary_file
from ironbottom.server.match.open_match import OpenMatch
from ironbottom.server.work.worker_pool import BOT_LIMITS, WorkerPool

SEED = 1
"""The seed of all reviews, so that a match always gets the same one."""
MAX_REVIEWS = 20
"""The maximum number of stored reviews; older ones are computed again on request."""
MAX_PROCESSES = 2
"""The number of decisions that are examined at the same time."""
REVIEW_LIMITS = BOT_LIMITS
_log = logging.getLogger(__name__)


class ReviewRun:
    """A review that is being computed, or is finished."""

    def __init__(self, last: int) -> None:
        self.last = last
        """The last entry of the log when the review began."""
        self.examined = 0
        self.of = 0
        """The number of decisions to examine; 0 until they are read."""
        self.review: Review | None = None
        self.sent = False
        """Whether the finished review was returned."""
        self.error = ""
        self.task: asyncio.Task[None] | None = None


class Reviews:
    """The reviews of a server."""

    def __init__(self) -> None:
        self._pool = WorkerPool(REVIEW_LIMITS, MAX_PROCESSES, waiting=MAX_PROCESSES * MAX_REVIEWS)
        self._runs: dict[tuple[str, str], ReviewRun] = {}

    def start(self, open_match: OpenMatch, side: str = "") -> ReviewRun:
        """Returns the review of a match that is over, or of a side's choices in one that is still being played.

        Starts it if necessary, and again if the match has continued since it was returned. A failed review is returned
        once; after that it can be started again.
        """
        key, last = (open_match.id, side), open_match.match.seq(side) if side else 0
        run = self._runs.pop(key, None)
        if run is not None and run.error:
            return run
        if run is None or (run.sent and run.last != last):
            run = ReviewRun(last)
            run.task = asyncio.get_running_loop().create_task(self._run(open_match, side, run))
        run.sent = run.review is not None
        self._runs[key] = run
        while len(self._runs) > MAX_REVIEWS:
            oldest = next(iter(self._runs))
            _cancel(self._runs.pop(oldest))
        return run

    def close(self) -> None:
        """Stops all reviews."""
        for run in self._runs.values():
            _cancel(run)
        self._pool.close()

    async def _run(self, open_match: OpenMatch, side: str, run: ReviewRun) -> None:
        try:
            await self._examine(open_match, side, run)
        except* IronbottomError as errors:
            run.error = _first(errors)
        except* Exception:
            _log.exception("the match %s could not be reviewed", open_match.id)
            run.error = "the review failed; try again"

    async def _examine(self, open_match: OpenMatch, side: str, run: ReviewRun) -> None:
        match = open_match.match
        parts = open_match.store.line_chunks(open_match.id, match.last) if side else export_parts(open_match)
        async with temporary_file(parts) as path:
            read = await self._pool.call("review_tasks", str(path), open_match.name, SEED, [side] if side else None)
        tasks, choices, covered, left, winners, why = read
        run.of = len(tasks)
        findings: dict[int, Finding] = {}
        waiting = iter(enumerate(tasks))
        async with asyncio.TaskGroup() as group:
            for _ in range(MAX_PROCESSES):
                group.create_task(self._examine_each(waiting, findings, run))
        found = [findings[place] for place in range(len(tasks))]
        if side:
            # The numbers are those of the side's own log: line numbers of the record would reveal hidden acts.
            found = [msgspec.structs.replace(one, number=match.entry_of_act(side, one.number) or 0) for one in found]
        about = Tasks(match.rules, [], choices, covered, left, winners, why)
        run.review = review_of(about, found, SEED, MAX_STATES)

    async def _examine_each(
        self, waiting: Iterator[tuple[int, object]], findings: dict[int, Finding], run: ReviewRun
    ) -> None:
        """Examines the decisions one at a time until none is left."""
        for place, task in waiting:
            found = await self._pool.call("review_decision", task, MAX_STATES)
            findings[place] = msgspec.convert(found, Finding)
            run.examined += 1


def _first(errors: BaseExceptionGroup[IronbottomError]) -> str:
    """Returns the message of the first error."""
    error: BaseException = errors
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error.message if isinstance(error, IronbottomError) else str(error)


def _cancel(run: ReviewRun) -> None:
    if run.task is not None:
        run.task.cancel()
