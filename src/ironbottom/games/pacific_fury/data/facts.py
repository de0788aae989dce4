"""The figures of the game in force: the data files with the owner's corrections, checked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ironbottom.engine.facts import Facts, load_tables
from ironbottom.games.pacific_fury.data.plausibility import CHECKS
from ironbottom.games.pacific_fury.data.structure import RULES
from ironbottom.games.pacific_fury.data.tables import EVENTS, TRACK, UNITS, ZONES

GAME = "pacific_fury"
DATA = Path(__file__).parent


def load(corrections: Mapping[str, Any] | None = None) -> Facts:
    """The figures in force; those without corrections are read once and shared.

    >>> load().table(UNITS)["ijn_yamato"].combat_factor
    5
    >>> load({"units": {"ijn_yamato": {"combat_factor": 6}}}).table(UNITS)["ijn_yamato"].combat_factor
    6
    """
    return _read(corrections) if corrections else _shipped()


@cache
def _shipped() -> Facts:
    return _read(None)


def _read(corrections: Mapping[str, Any] | None) -> Facts:
    tables = (UNITS, ZONES, TRACK, EVENTS)
    return load_tables(DATA, tables, corrections, game=GAME, structure=RULES, plausibility=CHECKS)
