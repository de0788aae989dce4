"""Many games of one seating, shared among processes in small portions; what is there when stopped is kept."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import takewhile
from multiprocessing import get_context

from ironbottom.engine.rules.registry import get_game
from ironbottom.lab.simulation import Played, play

LARGEST_PORTION = 10
"""So many games at most a process takes at a time."""
PORTIONS = 16
"""So many portions each process should get at least, so that none waits long for the last of another."""
NEW_OBJECTS = 200_000
"""So many more objects than before wake the garbage collector: games leave almost nothing that it must find."""

Tell = Callable[[int], object]
"""Is told how many games more are over."""


def cores() -> int:
    """How many processes this one may keep busy at a time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def long_run() -> Iterator[None]:
    """Sets the garbage collector for many games: what is there now is not looked through again and again.

    Measured at a tenth of the time of random play.
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


def portions(games: int, workers: int) -> list[range]:
    """The games 0 to ``games - 1`` as they are handed out.

    >>> portions(5, 1), len(portions(1000, 2))
    ([range(0, 1), range(1, 2), range(2, 3), range(3, 4), range(4, 5)], 100)
    """
    size = max(1, min(LARGEST_PORTION, games // (workers * PORTIONS)))
    return [range(first, min(first + size, games)) for first in range(0, games, size)]


def play_portion(
    game: str, options: Mapping[str, str], seats: Mapping[str, str], seed: int, scenario: str | None, numbers: range
) -> tuple[int, list[Played]]:
    """The games of these numbers, with the first of them; what a process does."""
    rules = get_game(game).rules(options)
    return numbers.start, [play(rules, seats, seed, number, scenario) for number in numbers]


def play_all(
    game: str,
    options: Mapping[str, str],
    seats: Mapping[str, str],
    games: int,
    seed: int,
    workers: int,
    tell: Tell = lambda more: None,
    scenario: str | None = None,
) -> list[Played]:
    """Games 0 to ``games - 1`` of a seating, by so many processes; fewer where it was stopped by the keyboard.

    Then it gives those before the first that is not over, so that they are the same as if no more had been asked for,
    and long games are not left out more often than short ones.
    """
    handed = portions(games, workers)
    done: dict[int, list[Played]] = {}
    try:
        with _players(min(workers, len(handed))) as each:
            for first, played in each(partial(play_portion, game, options, seats, seed, scenario), handed):
                done[first] = played
                tell(len(played))
    except KeyboardInterrupt:
        pass
    whole = takewhile(lambda numbers: numbers.start in done, handed)
    return [one for numbers in whole for one in done[numbers.start]]


Work = Callable[[range], tuple[int, list[Played]]]


@contextmanager
def _players(workers: int) -> Iterator[Callable[[Work, list[range]], Iterator[tuple[int, list[Played]]]]]:
    if workers <= 1:
        with long_run():
            yield map
        return
    with get_context("spawn").Pool(workers, _begin) as pool:
        yield pool.imap_unordered


def _begin() -> None:
    """A process of the pool: the keyboard stops the one that asked, which ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    long_run().__enter__()
