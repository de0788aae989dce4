"""Cases of a parametrized test that only ``make thorough`` runs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

THOROUGH = pytest.mark.thorough


def further(*cases: Any) -> list[Any]:
    """Marks cases of a parametrized test as thorough.

    >>> [each.marks[0].name for each in further(("burma", 3), 4)]
    ['thorough', 'thorough']
    """
    return [pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=THOROUGH) for case in cases]


def in_build(cases: Iterable[Any], *chosen: Any) -> list[Any]:
    """All cases of one parameter; those that are not chosen are marked as thorough.

    >>> [len(each.marks) for each in in_build(["compact", "wide", "phone"], "compact")]
    [0, 1, 1]
    """
    listed = list(cases)
    missing = [case for case in chosen if case not in listed]
    if missing:
        raise ValueError(f"no such case: {missing}")
    return [pytest.param(case, marks=[] if case in chosen else [THOROUGH]) for case in listed]
