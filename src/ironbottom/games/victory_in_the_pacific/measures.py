"""What is measured of a game that is over, for comparing players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.games.victory_in_the_pacific.pieces import SHIPS, SIDES, UNITS

REPORTED = {"lead of japan": {1: "about 7", 2: "14 to 17", 3: "18 to 22"}}
"""What players report of games under the standard rules, by turn."""


def running(view: Mapping[str, Any]) -> dict[str, float]:
    """2.5 How far Japan leads, and how many areas each side holds, of a public view after a turn."""
    told = {"lead of japan": float(view["points_of_control"])}
    flags = list(view["flags"].values())
    return told | {f"areas of {side}": float(flags.count(side)) for side in SIDES.ids}


def measure(view: Mapping[str, Any]) -> dict[str, float]:
    """The lead of Japan, and for each side the ships that are lost and the places it owns, of an open view (5.75)."""
    told = {"lead of japan": float(view["points_of_control"])}
    owners = list(view["places"].values())
    for side in SIDES.ids:
        lost = view["units"][side].get("lost", [])
        told[f"ships of {side} lost"] = float(sum(SHIPS >> UNITS.index[unit] & 1 for unit in lost))
        told[f"places of {side}"] = float(owners.count(side))
    return told
