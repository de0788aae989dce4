"""What is measured of a game that is over, for comparing players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.games.hold_fast.pieces import OF_SIDE, SHIPS, SIDES, UNITS


def running(view: Mapping[str, Any]) -> dict[str, float]:
    """11.0.1 Where the marker stands, for the Allies if above zero, and the areas each side holds after a turn."""
    told = {"victory points of allies": float(view["victory_points"])}
    control = list(view["control"].values())
    return told | {f"areas of {side}": float(control.count(side)) for side in SIDES.ids}


def measure(view: Mapping[str, Any]) -> dict[str, float]:
    """The ships that each side has lost and not brought back, and the places it owns, of an open view (13.0.1)."""
    lost = sum(1 << UNITS.index[unit] for units in view["lost"].values() for unit in units)
    owners = list(view["places"].values())
    told = {}
    for side, units in zip(SIDES.ids, OF_SIDE, strict=True):
        told[f"ships of {side} lost"] = float((lost & SHIPS & units).bit_count())
        told[f"places of {side}"] = float(owners.count(side))
    return told
