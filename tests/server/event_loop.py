"""An event loop in a separate thread: a process that drives a browser already has one in the main thread."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def run(test: Coroutine[Any, Any, Result]) -> Result:
    """Runs a coroutine in a separate thread and returns its result.

    >>> async def add(left, right):
    ...     return left + right
    >>> run(add(1, 2))
    3
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, test).result()
