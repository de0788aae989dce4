"""Plays many games of one seating in parallel processes. An interrupted run returns the games finished so far."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import takewhile
from multiprocessing import get_context
from pathlib import Path
from typing import Protocol, TypeVar

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.registry import get_game
from ironbottom.lab.game_file import GameFile, PartOfGames, StoredGame, series_of
from ironbottom.lab.own_measures import load_measure
from ironbottom.lab.simulation import GameResult, play_game

MAX_CHUNK = 10
"""The most games in a chunk."""
CHUNKS_PER_WORKER = 16
"""The least number of chunks per process, so that processes finish at about the same time."""
NEW_OBJECTS = 200_000
"""The garbage collector runs after this many new objects. Games leave almost no garbage."""

WHOLE = PartOfGames()
"""All games."""

Progress = Callable[[int], object]
"""Called with the number of games that were just finished."""


def available_cores() -> int:
    """Returns how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


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


def play_chunk(
    game: str,
    options: Mapping[str, str],
    seats: Mapping[str, str],
    seed: int,
    scenario: str | None,
    measure: Path | None,
    numbers: Sequence[int],
) -> list[StoredGame]:
    """Plays the games of a chunk in a worker process."""
    rules, own = get_game(game).rules(options), load_measure(measure) if measure else None
    return [StoredGame(number, play_game(rules, seats, seed, number, scenario, own)) for number in numbers]


def play_all(
    game: str,
    options: Mapping[str, str],
    seats: Mapping[str, str],
    games: int,
    seed: int,
    workers: int,
    tell: Progress = lambda more: None,
    scenario: str | None = None,
    part: PartOfGames = WHOLE,
    file: GameFile | None = None,
    measure: Path | None = None,
) -> list[GameResult]:
    """Plays games 0 to ``games - 1`` of a seating in parallel, or a part of them, and returns their results in order.

    Games that are in the file are not played again; the others are added to it as they end. Ctrl+C stops the run. The
    result then ends before the first unfinished game, so that it equals a shorter run and long games are not left out
    more often than short ones. ``measure`` is a file with a user's figures, which every game must have.
    """
    numbers, file = part.games(games), file or GameFile(None)
    series = series_of(get_game(game).rules(options), seats, seed, scenario, measure)
    stored = file.results(series)
    done = {number: stored[number].result for number in numbers if number in stored}
    tell(len(done))
    handed = chunks([number for number in numbers if number not in done], workers)
    try:
        with process_map(min(workers, len(handed))) as each:
            for played in each(partial(play_chunk, game, options, seats, seed, scenario, measure), handed):
                for one in played:
                    file.add(series, one)
                    done[one.number] = one.result
                tell(len(played))
    except KeyboardInterrupt:
        pass
    whole = list(takewhile(done.__contains__, numbers))
    for number in whole:
        if missing := sorted(set(done[whole[0]].measures) ^ set(done[number].measures)):
            raise BadValue(
                f"games {whole[0]} and {number} do not both have the figure {missing[0]!r}; every game needs it",
                field="--measure",
            )
    return [done[number] for number in whole]


Result = TypeVar("Result")


class Mapper(Protocol):
    """Applies a function to chunks of games, in any order of their completion."""

    def __call__(
        self, work: Callable[[Sequence[int]], Result], chunks: Iterable[Sequence[int]], /
    ) -> Iterator[Result]: ...


@contextmanager
def process_map(workers: int) -> Iterator[Mapper]:
    """Yields a function like ``map`` that runs in this many processes; with one, in this process."""
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
