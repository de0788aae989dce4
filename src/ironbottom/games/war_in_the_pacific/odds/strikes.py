"""The exact odds of a strike (7.0, 8.4): points that survive a patrol and anti-aircraft fire, and damage to a ship.

Each side has points of one type and Role, and neither side gets the Bounce. Every figure follows from the charts.
"""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.games.war_in_the_pacific.charts_in_force import Charts, DieChart
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS
from ironbottom.games.war_in_the_pacific.odds.fights import WORST, level_after
from ironbottom.games.war_in_the_pacific.rules.naval.damage import Hull
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import ShipAttack
from ironbottom.odds.distributions import ALWAYS_ZERO, Distribution, total, uniform_over

FACES = 6


class Wing(NamedTuple):
    """Points of one type: their number, and the air combat strength of each."""

    points: int
    rating: int


class Raid(NamedTuple):
    """A strike on one ship: its fix, its points, the bombs of each, and the attack without its strength."""

    fix: int
    strikers: Wing
    each: int
    blow: ShipAttack


class Outlook(NamedTuple):
    """The result of a strike: the chances of each level of the ship, and of points lost or driven off."""

    levels: Distribution
    gone: Distribution

    @property
    def sunk(self) -> float:
        """The chance that the ship sinks."""
        return sum(self.levels[FLOATS + 1 :])


def hits(chart: DieChart, strength: int) -> Distribution:
    """7.3 The chances of each number of hits for a strength, with one die for each part.

    >>> from ironbottom.games.war_in_the_pacific.data.facts import load
    >>> [round(chance, 3) for chance in hits(Charts(load()).anti_aircraft, 18)]
    [0.333, 0.5, 0.167]
    """
    return total([uniform_over(chart.row_of(part).results) for part in chart.parts(strength)])


def gone_by_patrol(charts: Charts, patrol: Wing, escorts: Wing, strikers: Wing) -> Distribution:
    """7.11 The strikers that a patrol without a Bounce shoots down or drives off, after its share for escorts."""
    strength = patrol.points * patrol.rating
    result = [0.0] * (strikers.points + 1)
    for number, chance in enumerate(hits(charts.air_air, strength)):
        share = -(-number * escorts.points * escorts.rating // strength) if strength else 0
        on_escorts = min(number, share, escorts.points)
        result[min(number - on_escorts, strikers.points)] += chance
    return tuple(result)


def gone_by_fire(charts: Charts, strength: int, points: int) -> Distribution:
    """7.5 The number of points that anti-aircraft fire shoots down or drives off: at most half, rounded up."""
    most = -(-points // 2)
    result = [0.0] * (most + 1)
    for number, chance in enumerate(hits(charts.anti_aircraft, strength) if points else ALWAYS_ZERO):
        result[min(number, most)] += chance
    return tuple(result)


def strike(charts: Charts, hull: Hull, raid: Raid, patrol: Wing, escorts: Wing, fire: int) -> Outlook:
    """8.4, 7.11, 7.5, 12.1 The result of a strike on a ship. On a die above the fix, the ship is not found."""
    levels, gone = [0.0] * (WORST + 1), [0.0] * (raid.strikers.points + 1)
    missed = 1 - raid.fix / FACES
    levels[hull.level] += missed
    gone[0] += missed
    for shot, first in enumerate(gone_by_patrol(charts, patrol, escorts, raid.strikers)):
        left = raid.strikers.points - shot
        for hit, second in enumerate(gone_by_fire(charts, fire, left)):
            chance = raid.fix / FACES * first * second
            if not chance:
                continue
            gone[shot + hit] += chance
            blow = raid.blow._replace(strength=raid.each * (left - hit))
            for level, likely in enumerate(level_after(charts, hull, blow)):
                levels[level] += chance * likely
    return Outlook(tuple(levels), tuple(gone))
