"""11.5, 12.0, 18.1, 18.2 From strength to Damage Points, and from these to levels; the length of repair."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.games.war_in_the_pacific.charts_in_force import Charts, Roller
from ironbottom.games.war_in_the_pacific.data.chart_rows import SUNK, CriticalEffect
from ironbottom.games.war_in_the_pacific.derived.ship_condition import CARRIERS, FLOATS, round_half_up
from ironbottom.games.war_in_the_pacific.rolls import Roll

LOADED_DECKS = 2
"""12.4 The column shift on the results table for a carrier with loaded decks."""
NO_CRITICAL = ("DD", "DE", "CD", "APB", "SF", "MS")
"""12.3 Types that cannot have a critical hit, because of their size or construction."""
SPOILT = 2
"""12.3 The divisor of a ship's fire after a hit to fire control."""


def damage_points(charts: Charts, strength: int, die: int, modifier: int = 0, *, halved: bool = False) -> int:
    """11.5 A tenth of the strength times the entry of the modified die; ``halved`` for light shells and bombs against
    armour.

    >>> from ironbottom.games.war_in_the_pacific.data.facts import load
    >>> damage_points(Charts(load()), 27, 3), damage_points(Charts(load()), 9, 6, 3, halved=True)
    (19, 8)
    """
    shown = die + modifier
    per_ten = next(row.per_ten for row in charts.damage_points if row.low <= shown <= row.high)
    points = round_half_up(strength * per_ten, 10)
    return -(-points // 2) if halved else points


def damage_levels(charts: Charts, points: int, defence: int, die: int, shift: int = 0) -> int:
    """12.1 The levels for a die, in the highest row that Damage Points divided by Defence reach, plus ``shift`` rows.

    >>> from ironbottom.games.war_in_the_pacific.data.facts import load
    >>> damage_levels(Charts(load()), 19, 8, 3), damage_levels(Charts(load()), 1, 11, 6, LOADED_DECKS)
    (4, 2)
    """
    reached = max(
        number
        for number, (row, _) in enumerate(charts.naval_results)
        if points * row.denominator >= row.numerator * defence
    )
    return charts.naval_results[min(reached + shift, len(charts.naval_results) - 1)][1][die - 1]


def critical(charts: Charts, ship_type: str, die: int, modifier: int = 0) -> CriticalEffect:
    """12.3 The critical hit of a modified die on a ship of a type.

    >>> from ironbottom.games.war_in_the_pacific.data.facts import load
    >>> critical(Charts(load()), "CV", 5, 1).id, critical(Charts(load()), "CA", 3).id
    ('magazine', 'slower')
    """
    shown = die + modifier
    row = next(row for row in charts.critical_hits if row.low <= shown <= row.high)
    return charts.critical_effects[row.carrier if ship_type in CARRIERS else row.other_ship]


class Hull(NamedTuple):
    """A ship as a target: its type, its Defence, its damage level; whether its decks are loaded (12.4)."""

    type: str
    defence: int
    level: int = 0
    loaded: bool = False


class DamageResult(NamedTuple):
    """The result of a hit: Damage Points, its levels, the new level (``SUNK``: beyond recovery), critical effects."""

    points: int
    levels: int
    level: int
    effects: tuple[CriticalEffect, ...] = ()

    @property
    def sunk(self) -> bool:
        """12.1 Whether the ship no longer floats."""
        return self.level > FLOATS


def attack_ship(
    roller: Roller,
    charts: Charts,
    hull: Hull,
    strength: int,
    modifier: int = 0,
    *,
    halved: bool = False,
    saved: int = 0,
) -> DamageResult:
    """11.5, 12.1, 12.3 One attack on a ship: the damage die, the results die, and a critical hit if it floats.

    ``saved`` is the reduction of the critical die by damage control; loaded decks (12.4) add one and shift two rows.
    """
    if strength <= 0:
        return DamageResult(0, 0, hull.level)
    points = damage_points(charts, strength, roller.roll(6, Roll.DAMAGE), modifier, halved=halved)
    shift = LOADED_DECKS if hull.loaded and hull.type in CARRIERS else 0
    given = damage_levels(charts, points, hull.defence, roller.roll(6, Roll.RESULTS), shift)
    level = SUNK if given == SUNK else min(hull.level + given, FLOATS + 1)
    if not given or level > FLOATS or hull.type in NO_CRITICAL:
        return DamageResult(points, given, level)
    effects = critical_hits(roller, charts, hull, saved)
    magazine = len(effects) > 1 and effects[1].id == "magazine"
    level = SUNK if magazine else min(level + effects[0].levels, FLOATS + 1)
    return DamageResult(points, given, level, effects[:1])


def critical_hits(roller: Roller, charts: Charts, hull: Hull, saved: int) -> tuple[CriticalEffect, ...]:
    """12.3 The critical hits of a ship; a spreading fire rolls again, and then a six means the magazine."""
    modifier = (1 if hull.loaded and hull.type in CARRIERS else 0) - saved
    effect = critical(charts, hull.type, roller.roll(6, Roll.CRITICAL_HIT), modifier)
    if effect.again and roller.roll(6, Roll.MAGAZINE) == 6:
        return effect, charts.critical_effects["magazine"]
    return (effect,)


def fire_left(charts: Charts, strength: int, level: int) -> int:
    """12.2, 39.94 The gunnery, torpedoes or anti-aircraft fire that a level leaves, rounded half up."""
    share = 4 if not level else charts.damage_effects[level].fire_share
    return round_half_up(strength * share, 4)


def fire_left_after_hits(charts: Charts, strength: int, level: int, *, each: bool) -> int:
    """12.2, 12.3, 39.94 The fire left after a level and a hit to fire control, rounded half up once, or after each.

    >>> from ironbottom.games.war_in_the_pacific.data.facts import load
    >>> [fire_left_after_hits(Charts(load()), 5, 3, each=each) for each in (False, True)]
    [1, 2]
    """
    if each:
        return round_half_up(fire_left(charts, strength, level), SPOILT)
    share = 4 if not level else charts.damage_effects[level].fire_share
    return round_half_up(strength * share, 4 * SPOILT)


BOTTOMED = 5
"""12.6 The level of a ship on the bottom of a port."""
MAXIMUM_EFFORT = 8
"""18.32 The number of turns that a turn of Maximum Effort counts as."""


def repair_turns(charts: Charts, level: int, die: int, added: int = 0) -> int:
    """18.1, 18.2 The Game-Turns that repair takes, by die and level, plus those that a case adds.

    >>> from ironbottom.games.war_in_the_pacific.data.facts import load
    >>> repair_turns(Charts(load()), 2, 5), repair_turns(Charts(load()), BOTTOMED, 6)
    (8, 70)
    """
    turns: int = getattr(charts.repair[die - 1], f"d{level}")
    return turns + added


def level_meanwhile(level: int, turns: int, left: int) -> int:
    """18.1 The level of a ship with this many turns of repair left: in proportion to them, rounded up.

    >>> [level_meanwhile(3, 10, left) for left in (10, 7, 6, 3, 0)]
    [3, 3, 2, 1, 0]
    """
    return -(-level * left // turns)


def after_a_turn(left: int, *, maximum_effort: bool) -> int:
    """18.32 The turns of repair left after a turn in port."""
    return max(left - (MAXIMUM_EFFORT if maximum_effort else 1), 0)
