"""Runs one part of a long suite: ``make thorough PART=2/4`` runs the second of four parts.

A test belongs to a part by the checksum of its id, so the parts do not depend on what else runs, and together they are
the whole suite.
"""

from __future__ import annotations

import argparse
import re
import zlib

import pytest


def part(text: str) -> tuple[int, int]:
    """Reads ``2/4`` as the second of four parts.

    >>> part("2/4")
    (2, 4)
    """
    found = re.fullmatch(r"(\d+)/(\d+)", text)
    number, parts = (int(found[1]), int(found[2])) if found else (0, 0)
    if not 1 <= number <= parts:
        raise argparse.ArgumentTypeError(f"{text!r} is not a part: write 2/4 for the second of four")
    return number, parts


def belongs(test: str, number: int, parts: int) -> bool:
    """Whether a test, by its id, belongs to a part.

    >>> [belongs("tests/test_shards.py::test_parts", number, 3) for number in (1, 2, 3)].count(True)
    1
    """
    return zlib.crc32(test.encode()) % parts == number - 1


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds ``--part``."""
    parser.addoption("--part", type=part, default=(1, 1), help="which part of the tests to run: 2/4")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselects the tests of the other parts."""
    number, parts = config.getoption("--part")
    others = [item for item in items if not belongs(item.nodeid, number, parts)]
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if belongs(item.nodeid, number, parts)]
