"""10.5, 10.7 What an Active Naval Phase burns, and what is left."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific.charts_in_force import Charts

EMPTY_SPEED = 1
"""10.7 The Speed Class of a ship without fuel."""
DRY_PHASES = 2
"""10.7 After so many further Active Phases it does not move any more."""


def burnt(charts: Charts, speed: int) -> int:
    """10.5 The fuel that a speed burns in a phase."""
    return charts.speed[speed].fuel


def fastest(charts: Charts, tank: int, speed_class: int) -> int:
    """10.5, 10.7 The highest speed that a tank still pays for, within the Speed Class; an empty tank sails at one."""
    paid = [speed for speed in range(1, speed_class + 1) if burnt(charts, speed) <= tank]
    return max(paid, default=min(EMPTY_SPEED, speed_class))
