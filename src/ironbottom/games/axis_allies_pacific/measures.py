"""What is measured of a game that is over, for comparing players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.games.axis_allies_pacific.pieces import POWERS


def running(view: Mapping[str, Any]) -> dict[str, float]:
    """13.3, 9.4 The victory points, and what each economy produces after a turn."""
    told = {"victory points of japan": float(view["victory_points"])}
    return told | {f"production of {economy}": float(ipc) for economy, ipc in view["production"].items()}


def measure(view: Mapping[str, Any]) -> dict[str, float]:
    """The rounds played, the lands that Japan holds, and the units that each power has left, of an open view."""
    held = list(view["control"].values())
    told = {"rounds": float(view["round"]), "lands of japan": float(held.count("japan"))}
    for power in POWERS.ids:
        told[f"units of {power}"] = float(sum(sum(counts.values()) for counts in view["units"][power].values()))
    return told
