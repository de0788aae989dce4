"""The figures of the game in force: the data files with corrections, validated."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ironbottom.engine.data.facts import Facts, load_tables
from ironbottom.games.axis_allies_pacific.data.plausibility import CHECKS
from ironbottom.games.axis_allies_pacific.data.tables import ECONOMY, LANDS, SETUP, UNITS, ZONES
from ironbottom.games.axis_allies_pacific.data.validate import RULES

GAME = "axis_allies_pacific"
DATA = Path(__file__).parent


def load(corrections: Mapping[str, Any] | None = None) -> Facts:
    """The figures in force. Figures without corrections are read once and shared.

    >>> load().table(LANDS)["india"].ipc
    5
    >>> load({"lands": {"india": {"ipc": 6}}}).table(LANDS)["india"].ipc
    6
    """
    return _read(corrections) if corrections else _shipped()


@cache
def _shipped() -> Facts:
    return _read(None)


def _read(corrections: Mapping[str, Any] | None) -> Facts:
    tables = (LANDS, ZONES, UNITS, ECONOMY, SETUP)
    return load_tables(DATA, tables, corrections, game=GAME, structure=RULES, plausibility=CHECKS)
