"""Runs a review: in this process, or in several."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from ironbottom.engine.record.record import MatchRecord
from ironbottom.lab.parallel import process_map
from ironbottom.lab.review.examine import Finding, ReviewTask, examine
from ironbottom.lab.review.report import Review, review_of
from ironbottom.lab.review.tasks import MAX_DECISIONS, Tasks, read_tasks

MAX_STATES = 100
"""The maximum number of states that are drawn for a decision."""
Progress = Callable[[int, int], object]
"""Called with the number of examined decisions and the number of all decisions to examine."""


def no_progress(examined: int, of: int) -> None:
    """Shows no progress."""


def review(
    record: MatchRecord,
    *,
    seed: int = 1,
    most_states: int = MAX_STATES,
    most_decisions: int = MAX_DECISIONS,
    sides: Collection[str] | None = None,
    workers: int = 1,
    progress: Progress = no_progress,
) -> Review:
    """Reviews a match of a game that has a search player.

    The same record, seed and numbers give the same review with any number of ``workers``. ``sides`` are those whose
    choices are examined, by default all.
    """
    tasks = read_tasks(record, seed, most_decisions, sides)
    return review_of(tasks, examine_all(tasks, most_states, workers, progress), seed, most_states)


def examine_all(tasks: Tasks, most_states: int, workers: int, progress: Progress) -> list[Finding]:
    """Examines the decisions of a match, in order."""
    found: list[Finding] = []
    progress(0, len(tasks.tasks))
    with process_map(min(workers, len(tasks.tasks))) as each:
        for finding in each(partial(examine_one, most_states), tasks.tasks):
            found.append(finding)
            progress(len(found), len(tasks.tasks))
    return sorted(found, key=lambda finding: finding.number)


def examine_one(most_states: int, task: ReviewTask) -> Finding:
    """Examines a decision in a worker process."""
    return examine(task, most_states)
