"""The figures of the game in force: the data files with the owner's corrections, checked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ironbottom.engine.facts import Facts, load_tables
from ironbottom.games.hold_fast.data.plausibility import CHECKS
from ironbottom.games.hold_fast.data.structure import RULES
from ironbottom.games.hold_fast.data.tables import AREAS, PLACES, POINTS, UNITS, VARIANTS

GAME = "hold_fast"
DATA = Path(__file__).parent


def load(corrections: Mapping[str, Any] | None = None) -> Facts:
    """The figures in force; those without corrections are read once and shared.

    >>> load().table(UNITS)["j_yamato"].dice
    6
    >>> load({"units": {"j_yamato": {"dice": 7}}}).table(UNITS)["j_yamato"].dice
    7
    """
    return _read(corrections) if corrections else _shipped()


@cache
def _shipped() -> Facts:
    return _read(None)


def _read(corrections: Mapping[str, Any] | None) -> Facts:
    tables = (AREAS, PLACES, UNITS, POINTS, VARIANTS)
    return load_tables(DATA, tables, corrections, game=GAME, structure=RULES, plausibility=CHECKS)
