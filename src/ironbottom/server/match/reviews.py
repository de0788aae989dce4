"""Reviews of matches that are over, computed in a worker process that yields to all others."""

from __future__ import annotations

import asyncio
import logging

import msgspec

from ironbottom.engine.core.errors import IronbottomError
from ironbottom.lab.review.examine import Finding
from ironbottom.lab.review.report import Review, review_of
from ironbottom.lab.review.run import MOST_STATES
from ironbottom.lab.review.tasks import Tasks
from ironbottom.server.match.export import export_parts, temporary_file
from ironbottom.server.match.open_match import OpenMatch
from ironbottom.server.work.worker_pool import BOT_LIMITS, WorkerPool

SEED = 1
"""The seed of all reviews, so that a match always gets the same one."""
MAX_REVIEWS = 20
"""How many reviews are kept; older ones are computed again when they are asked for."""
REVIEW_LIMITS = BOT_LIMITS
_log = logging.getLogger(__name__)


class ReviewRun:
    """A review that is being computed, or is finished."""

    def __init__(self) -> None:
        self.examined = 0
        self.of = 0
        """The number of decisions to examine; 0 until they are read."""
        self.review: Review | None = None
        self.error = ""
        self.task: asyncio.Task[None] | None = None


class Reviews:
    """The reviews of a server."""

    def __init__(self) -> None:
        self._pool = WorkerPool(REVIEW_LIMITS)
        self._runs: dict[str, ReviewRun] = {}

    def start(self, open_match: OpenMatch) -> ReviewRun:
        """Returns the review of a match that is over, and starts it if it was not started.

        A review that failed is returned once; then it can be started again.
        """
        run = self._runs.pop(open_match.id, None)
        if run is not None and run.error:
            return run
        if run is None:
            run = ReviewRun()
            run.task = asyncio.get_running_loop().create_task(self._run(open_match, run))
        self._runs[open_match.id] = run
        while len(self._runs) > MAX_REVIEWS:
            oldest = next(iter(self._runs))
            _cancel(self._runs.pop(oldest))
        return run

    def close(self) -> None:
        """Stops all reviews."""
        for run in self._runs.values():
            _cancel(run)
        self._pool.close()

    async def _run(self, open_match: OpenMatch, run: ReviewRun) -> None:
        try:
            await self._examine(open_match, run)
        except IronbottomError as error:
            run.error = error.message
        except Exception:
            _log.exception("the match %s could not be reviewed", open_match.id)
            run.error = "the review failed; try again"

    async def _examine(self, open_match: OpenMatch, run: ReviewRun) -> None:
        async with temporary_file(export_parts(open_match)) as path:
            read = await self._pool.call("review_tasks", str(path), open_match.name, SEED)
        tasks, choices, covered, left, winners, why = read
        run.of = len(tasks)
        findings: list[Finding] = []
        for task in tasks:
            found = await self._pool.call("review_decision", task, MOST_STATES)
            findings.append(msgspec.convert(found, Finding))
            run.examined += 1
        about = Tasks(open_match.match.rules, [], choices, covered, left, winners, why)
        run.review = review_of(about, findings, SEED, MOST_STATES)


def _cancel(run: ReviewRun) -> None:
    if run.task is not None:
        run.task.cancel()
