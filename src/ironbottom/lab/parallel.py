"""Plays many games in parallel processes. An interrupted run returns the games finished so far."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from multiprocessing import get_context
from typing import NamedTuple, Protocol, TypeVar

from ironbottom.engine.core.errors import BadValue
from ironbottom.lab.game_file import GameFile, PartOfGames, Series, SimulationSpec, StoredGame
from ironbottom.lab.simulation import GameResult, play_game

MAX_CHUNK = 10
"""The maximum number of games in a chunk."""
CHUNKS_PER_WORKER = 16
"""The minimum number of chunks per process, so that processes finish at about the same time."""
NEW_OBJECTS = 200_000
"""The garbage collector runs after this many new objects. Games leave almost no garbage."""

WHOLE = PartOfGames()
"""All games."""

Progress = Callable[[int], object]
"""Called with the number of games that were just finished."""


def available_cores() -> int:
    """Returns how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


Work = TypeVar("Work")
Result = TypeVar("Result")


class Mapper(Protocol):
    """Applies a function to pieces of work; yields the results in any order."""

    def __call__(self, function: Callable[[Work], Result], work: Iterable[Work], /) -> Iterator[Result]: ...


@contextmanager
def batch_garbage_collection() -> Iterator[None]:
    """Tunes the garbage collector for many games: existing objects are frozen and not scanned again.

    This saves a tenth of the time of random play.
    """
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, 20, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def chunks(numbers: Sequence[int], workers: int) -> list[Sequence[int]]:
    """Splits the numbers of games into chunks.

    >>> chunks(range(3), 1), len(chunks(range(1000), 2))
    ([range(0, 1), range(1, 2), range(2, 3)], 100)
    """
    size = max(1, min(MAX_CHUNK, len(numbers) // (workers * CHUNKS_PER_WORKER)))
    return [numbers[first : first + size] for first in range(0, len(numbers), size)]


class Batch(NamedTuple):
    """Some games of a series."""

    spec: SimulationSpec
    series: Series
    numbers: Sequence[int]


def play_batch(batch: Batch) -> tuple[Batch, list[StoredGame]]:
    """Plays the games of a batch in a worker process."""
    spec, rules, own = batch.spec, batch.spec.rules(), batch.spec.own_measure()
    return batch, [
        StoredGame(number, play_game(rules, spec.seats, spec.seed, number, spec.scenario, own))
        for number in batch.numbers
    ]


def missing_batches(wanted: Iterable[Batch], file: GameFile, workers: int) -> list[Batch]:
    """Returns the games that are not in the file, in batches for this many processes."""
    return [
        batch._replace(numbers=numbers)
        for batch in wanted
        for numbers in chunks([each for each in batch.numbers if each not in file.results(batch.series)], workers)
    ]


PlayBatch = Callable[[Batch], tuple[Batch, list[StoredGame]]]


def play_missing(
    batches: Iterable[Batch], each: Mapper, file: GameFile, on_progress: Progress, play: PlayBatch = play_batch
) -> None:
    """Plays batches and adds their games to the file as they end."""
    for batch, played in each(play, batches):
        for game in played:
            file.add(batch.series, game)
        on_progress(len(played))


def finished_results(batch: Batch, file: GameFile) -> list[GameResult]:
    """Returns the results of a batch in order, up to the first game that is not in the file.

    ``BadValue`` if not all of them have the same measures.
    """
    stored = file.results(batch.series)
    whole = [stored[number].result for number in takewhile(stored.__contains__, batch.numbers)]
    for number, result in zip(batch.numbers, whole, strict=False):
        if differing := sorted(set(whole[0].measures) ^ set(result.measures)):
            raise BadValue(
                f"games {batch.numbers[0]} and {number} do not both have the figure {differing[0]!r};"
                " every game needs it",
                field="--measure",
            )
    return whole


def play_all(
    spec: SimulationSpec,
    games: int,
    workers: int = 1,
    on_progress: Progress = lambda more: None,
    part: PartOfGames = WHOLE,
    file: GameFile | None = None,
    cluster: str | None = None,
) -> list[GameResult]:
    """Plays games 0 to ``games - 1`` in parallel, or a part of them, and returns their results in order.

    The games are played in ``workers`` processes, or by the workers of the Ray cluster at an address.

    Games that are in the file are not played again; the others are added to it as they end. Ctrl+C stops the run. The
    result then ends before the first unfinished game, so that it equals a shorter run and long games are not left out
    more often than short ones.
    """
    file = file or GameFile(None)
    batch = Batch(spec, spec.series(), part.games(games))
    known = sum(number in file.results(batch.series) for number in batch.numbers)
    on_progress(known)
    try:
        if cluster is not None and known < len(batch.numbers):
            _play_on_cluster(cluster, batch, file, on_progress)
        else:
            batches = missing_batches([batch], file, workers)
            with process_map(min(workers, len(batches))) as each:
                play_missing(batches, each, file, on_progress)
    except KeyboardInterrupt:
        pass
    return finished_results(batch, file)


def _play_on_cluster(address: str, batch: Batch, file: GameFile, on_progress: Progress) -> None:
    from ironbottom.lab.cluster import cluster_at, play_on_cluster  # imports this module

    with cluster_at(address) as cluster:
        play_missing(
            missing_batches([batch], file, cluster.processors), cluster.each, file, on_progress, play_on_cluster
        )


@contextmanager
def process_map(workers: int) -> Iterator[Mapper]:
    """Yields a function like ``map`` that runs in this many processes; with one worker, in this process."""
    if workers <= 1:
        with batch_garbage_collection():
            yield map
        return
    with get_context("spawn").Pool(workers, _begin) as pool:
        yield pool.imap_unordered


def _begin() -> None:
    """Initializes a worker: it ignores Ctrl+C, which the parent handles."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    batch_garbage_collection().__enter__()
