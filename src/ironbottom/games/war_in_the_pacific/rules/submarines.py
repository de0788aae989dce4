"""13.5 How many Sub Points may attack in a Cycle."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific.charts_in_force import Charts, Roller
from ironbottom.games.war_in_the_pacific.rolls import Roll

SQUADRON = 6


def squadrons(points: int) -> int:
    """2.2, 13.1 Squadrons of so many points; a part of six counts as one."""
    return -(-points // SQUADRON)


def available_points(hand: Roller, charts: Charts, points: int, *, halved: bool = False, audience: int) -> int:
    """13.5 The points that may attack: a die a Squadron, at most the points that it has; seen by the owner alone."""
    found = 0
    for number in range(squadrons(points)):
        most = min(points - SQUADRON * number, SQUADRON)
        shown = charts.sub_available[hand.roll(6, Roll.SUB_POINTS_AVAILABLE, audience) - 1]
        found += min(shown // 2 if halved else shown, most)
    return found
