"""What is measured of a game that is over, for comparing players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.games.pacific_fury.pieces import OF_SIDE, SHIPS, SIDES, UNITS


def running(view: Mapping[str, Any]) -> dict[str, float]:
    """6.2 Where the initiative marker stands, for Japan if above zero, and the ships sunk so far, after a turn."""
    return {"initiative of japan": 0.0 - view["henderson"]["marker"], **measure(view)}


def measure(view: Mapping[str, Any]) -> dict[str, float]:
    """The ships that each side lost, of an open view; the marker is the score already (4.0)."""
    sunk = sum(1 << UNITS.index[unit] for unit in view["sunk"])
    return {
        f"ships of {side} sunk": float((sunk & SHIPS & units).bit_count())
        for side, units in zip(SIDES.ids, OF_SIDE, strict=True)
    }
