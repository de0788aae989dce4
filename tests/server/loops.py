"""An event loop for a test of its own: a process that drives a browser has one running already."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def run(test: Coroutine[Any, Any, Result]) -> Result:
    """Runs a coroutine in a thread of its own, and returns what it returns.

    >>> async def add(left, right):
    ...     return left + right
    >>> run(add(1, 2))
    3
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, test).result()
