"""The exact odds of fire at a ship (11.5, 12.0) and of a ground attack (24.0), computed only from the charts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ironbottom.engine.cache import cached
from ironbottom.games.war_in_the_pacific.charts_in_force import Charts
from ironbottom.games.war_in_the_pacific.data.chart_rows import SUNK
from ironbottom.games.war_in_the_pacific.derived.ship_condition import CARRIERS, FLOATS
from ironbottom.games.war_in_the_pacific.rules.land import combat_results
from ironbottom.games.war_in_the_pacific.rules.naval import damage
from ironbottom.games.war_in_the_pacific.rules.naval.damage import LOADED_DECKS, NO_CRITICAL, Hull
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import ShipAttack
from ironbottom.odds.distributions import Distribution, uniform_over

FACES = 6
WORST = SUNK
"""The level S; level five also sinks a ship."""


@cached(4096)
def level_after(charts: Charts, hull: Hull, blow: ShipAttack, saved: int = 0) -> Distribution:
    """11.5, 12.1, 12.3 The chance of each level after one attack: 36 pairs of dice, then the critical hit.

    >>> from ironbottom.games.war_in_the_pacific.data.facts import load
    >>> chances = level_after(Charts(load()), Hull("CA", 6), ShipAttack(0, 8))
    >>> [round(chance, 3) for chance in chances]
    [0.111, 0.13, 0.226, 0.225, 0.179, 0.106, 0.023]
    """
    found = [0.0] * (WORST + 1)
    if blow.strength <= 0:
        found[hull.level] = 1.0
        return tuple(found)
    shift = LOADED_DECKS if blow.loaded and hull.type in CARRIERS else 0
    for die in range(1, FACES + 1):
        points = damage.damage_points(charts, blow.strength, die, blow.added, halved=blow.halved)
        for result in range(1, FACES + 1):
            given = damage.damage_levels(charts, points, hull.defence, result, shift)
            level = WORST if given == SUNK else min(hull.level + given, FLOATS + 1)
            for worse, chance in after_critical(charts, hull, blow, level if given else -1, saved):
                found[level if worse < 0 else worse] += chance / FACES**2
    return tuple(found)


def after_critical(charts: Charts, hull: Hull, blow: ShipAttack, level: int, saved: int) -> list[tuple[int, float]]:
    """12.3 The levels after a critical hit with their chances; -1 if no level is rolled and the level stays."""
    if level < 0 or level > FLOATS or hull.type in NO_CRITICAL:
        return [(-1, 1.0)]
    modifier = (1 if blow.loaded and hull.type in CARRIERS else 0) - saved
    result = []
    for die in range(1, FACES + 1):
        effect = damage.critical(charts, hull.type, die, modifier)
        worse = min(level + effect.levels, FLOATS + 1)
        if effect.again:
            result += [(WORST, 1 / FACES**2), (worse, (FACES - 1) / FACES**2)]
        else:
            result.append((worse, 1 / FACES))
    return result


def level_after_all(charts: Charts, hull: Hull, blows: Sequence[ShipAttack], saved: int = 0) -> Distribution:
    """11.5, 20.16 The chance of each level after several attacks, each rolled separately while the ship floats."""
    chances = [0.0] * (WORST + 1)
    chances[hull.level] = 1.0
    for blow in blows:
        after = [0.0] * (WORST + 1)
        for level, chance in enumerate(chances):
            if not chance:
                continue
            if level > FLOATS:
                after[level] += chance
                continue
            for worse, part in enumerate(level_after(charts, hull._replace(level=level), blow, saved)):
                after[worse] += chance * part
        chances = after
    return tuple(chances)


def sinks(chances: Distribution) -> float:
    """12.1 The chance that a ship sinks.

    >>> sinks((0.5, 0.2, 0.1, 0.1, 0.0, 0.06, 0.04))
    0.1
    """
    return sum(chances[FLOATS + 1 :])


class GroundOdds(NamedTuple):
    """24.3 The outcome of an attack: the chances of each loss for both sides, of a retreat, and of elimination."""

    attacker_loses: Distribution
    defender_loses: Distribution
    retreats: float
    eliminated: float


def ground_attack(charts: Charts, attacker: int, defender: int, shift: int) -> GroundOdds:
    """24.2, 24.3 The odds of an attack over its six dice.

    >>> from ironbottom.games.war_in_the_pacific.data.facts import load
    >>> odds = ground_attack(Charts(load()), 14, 3, 0)
    >>> [round(chance, 3) for chance in odds.defender_loses], round(odds.retreats, 3)
    ([0.0, 1.0], 0.833)
    """
    results = [combat_results.outcome(charts, attacker, defender, shift, die) for die in range(1, FACES + 1)]
    return GroundOdds(
        uniform_over([result.attacker_loses for result in results]),
        uniform_over([result.defender_loses for result in results]),
        sum(result.retreats and not result.eliminated for result in results) / FACES,
        sum(result.eliminated for result in results) / FACES,
    )
