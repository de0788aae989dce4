"""Plays games on the machines of a Ray cluster. The same seeds give the same rows as on one machine.

Each batch of games is a task of the cluster. If a worker is lost, Ray restarts its task on another one. The games are
then the same, since a game depends only on its series and number. Every machine needs this version of Ironbottom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from types import ModuleType
from typing import NamedTuple

from ironbottom.engine.core.errors import BadValue
from ironbottom.lab.game_file import StoredGame
from ironbottom.lab.parallel import Batch, Mapper, Result, Work, batch_garbage_collection, play_batch

FIELD = "--cluster"
TRIES = 20
"""The number of times that Ray restarts a task after a worker is lost."""
AHEAD = 2
"""The number of queued tasks for each processor of the cluster, so that no processor waits for its next task."""


class Cluster(NamedTuple):
    """A connected cluster: a function like ``map``, and its number of processors."""

    each: Mapper
    processors: int


@contextmanager
def cluster_at(address: str) -> Iterator[Cluster]:
    """Connects to the Ray cluster at an address, as ``ray.init`` takes it; ``local`` starts one on this machine.

    ``BadValue`` if Ray is not installed or no cluster answers.
    """
    ray = _ray()
    connected = ray.is_initialized()  # a program may have connected already
    if not connected:
        try:
            ray.init(address, log_to_driver=False, logging_level="error")
        except Exception as error:
            raise BadValue(f"no Ray cluster answers at {address}: {error}", field=FIELD) from None
    try:
        processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
        yield Cluster(RayMap(ray, AHEAD * processors), processors)
    finally:
        if not connected:
            ray.shutdown()


class RayMap:
    """Applies a function to pieces of work on a cluster, ``most`` at a time; yields results as they become ready."""

    def __init__(self, ray: ModuleType, most: int) -> None:
        self.ray, self.most = ray, most

    def __call__(self, function: Callable[[Work], Result], work: Iterable[Work], /) -> Iterator[Result]:
        ray = self.ray
        task = ray.remote(_on_worker).options(max_retries=TRIES)
        waiting = iter(work)
        running = [task.remote(function, piece) for piece in islice(waiting, self.most)]
        while running:
            ready, running = ray.wait(running)
            running += [task.remote(function, piece) for piece in islice(waiting, len(ready))]
            for one in ready:
                try:
                    result: Result = ray.get(one)
                except ray.exceptions.RayTaskError as failed:
                    raise failed.cause from None
                yield result


def _on_worker(function: Callable[[Work], Result], piece: Work) -> Result:
    with batch_garbage_collection():
        return function(piece)


def play_on_cluster(batch: Batch) -> tuple[Batch, list[StoredGame]]:
    """Plays a batch on a machine of the cluster; the machine must have the same rules, data and measures."""
    here = batch.spec.series()
    if here != batch.series:
        raise BadValue(
            f"a machine in the cluster has different rules, data or measures for {batch.series.game}", field=FIELD
        )
    return play_batch(batch)


def _ray() -> ModuleType:
    try:
        import ray
    except ModuleNotFoundError:
        raise BadValue("a cluster needs Ray: pip install 'ironbottom[cluster]'", field=FIELD) from None
    found: ModuleType = ray
    return found
