"""Further games of a test that plays several: every build plays the first, `make fuzz` all of them."""

from __future__ import annotations

from typing import Any

import pytest


def further(*cases: Any) -> list[Any]:
    """Cases of a parametrized test that the build leaves to the long run.

    >>> [each.marks[0].name for each in further(("burma", 3), 4)]
    ['slow', 'slow']
    """
    return [pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow) for case in cases]
