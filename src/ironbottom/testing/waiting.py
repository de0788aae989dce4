"""Waits for events on a machine under any load: no test depends on a duration.

The limits here only stop a test that would never end. Speed is measured in processor time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

MAX_WAIT_SECONDS = 180.0
"""Seconds of real time after which waiting stops."""
PAUSE = 0.02

Found = TypeVar("Found")


def wait_until(condition: Callable[[], Found], longest: float = MAX_WAIT_SECONDS) -> Found:
    """Waits until a condition is true and returns its last value, which is false if it never became true.

    >>> from itertools import count
    >>> numbers = count()
    >>> wait_until(lambda: next(numbers) == 2)
    True
    >>> wait_until(lambda: None, longest=0)
    """
    until = time.monotonic() + longest
    while not (found := condition()) and time.monotonic() < until:
        time.sleep(PAUSE)
    return found


@contextmanager
def cpu_time_limit(seconds: float) -> Iterator[None]:
    """Fails if the block takes more processor time than this; other processes do not count.

    >>> with cpu_time_limit(5):
    ...     quick = sum(range(10))
    """
    began = time.process_time()
    yield
    took = time.process_time() - began
    assert took < seconds, f"it took {took:.1f} seconds of processor time; the limit is {seconds}"
