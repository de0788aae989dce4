"""What is measured of a game that is over, for comparing players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.games.victory_in_the_pacific.pieces import SHIPS, SIDES, UNITS


def measure(view: Mapping[str, Any]) -> dict[str, float]:
    """The lead of Japan, and for each side the ships that are lost and the places it owns, of an open view (5.75)."""
    told = {"lead of japan": float(view["points_of_control"])}
    owners = list(view["places"].values())
    for side in SIDES.ids:
        lost = view["units"][side].get("lost", [])
        told[f"ships of {side} lost"] = float(sum(SHIPS >> UNITS.index[unit] & 1 for unit in lost))
        told[f"places of {side}"] = float(owners.count(side))
    return told
