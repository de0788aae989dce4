"""20.11 to 20.13 Strikes on ships: the targets that may be chosen, the points for each, and their strength."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.games.war_in_the_pacific.charts_in_force import Charts, Roller
from ironbottom.games.war_in_the_pacific.rules.naval.damage import DamageResult, Hull, attack_ship

MAX_POINTS_ON = {"DD": 4, "DE": 4, "CD": 4, "CL": 6, "APB": 6, "SF": 6, "MS": 6}
"""20.12 The largest number of points of a wave that may attack a ship of these types."""
MAX_POINTS_ON_OTHERS = 10
BOMB, TORPEDO = range(2)
ANY_SHIP, CAPITAL_SHIPS, CARRIERS_ONLY, BY_LOT = range(4)
CHOICE = {"true_report": ANY_SHIP, "good": CAPITAL_SHIPS}
"""20.11 The targets that each report lets the striker choose; the others are random."""


def most_on(ship_type: str) -> int:
    """20.12 The largest number of points of a wave that may attack a ship."""
    return MAX_POINTS_ON.get(ship_type, MAX_POINTS_ON_OTHERS)


def at_will(chit: str, carrier: bool | None) -> int:
    """20.11 The targets that a report lets the striker choose: a Fair report allows carriers, if it reported any.

    >>> at_will("good", None), at_will("fair", True), at_will("fair", False)
    (1, 2, 3)
    """
    if chit == "fair":
        return CARRIERS_ONLY if carrier else BY_LOT
    return CHOICE.get(chit, BY_LOT)


class Ordnance(NamedTuple):
    """Points of one type in one Role at one ship: their number, the strength of each, and whether they fly high."""

    role: int
    points: int
    strength: int
    high: bool = False


def strength_on(loads: tuple[Ordnance, ...], role: int, bonus: int = 0, *, moving: bool = True) -> int:
    """20.13, 20.15 The total strength of a Role against a ship, with the veterans' bonus; high bombers count half
    against moving ships.

    >>> strength_on((Ordnance(TORPEDO, 3, 7), Ordnance(BOMB, 3, 4)), TORPEDO, 2)
    27
    """
    total = 0
    for load in loads:
        if load.role == role and load.strength:
            found = load.points * (load.strength + bonus)
            total += -(-found // 2) if load.high and moving else found
    return total


def attack_by_weapons(
    roller: Roller,
    charts: Charts,
    hull: Hull,
    loads: tuple[Ordnance, ...],
    *,
    armoured: bool,
    bonus: int = 0,
    modifier: int = 0,
    saved: int = 0,
    moving: bool = True,
) -> list[DamageResult]:
    """20.13, 20.16 Torpedoes, then bombs, one roll each; bombs count half against armour."""
    result: list[DamageResult] = []
    for role in (TORPEDO, BOMB):
        strength = strength_on(loads, role, bonus, moving=moving)
        if strength and (not result or not result[-1].sunk):
            halved = armoured and role == BOMB
            result.append(attack_ship(roller, charts, hull, strength, modifier, halved=halved, saved=saved))
            hull = hull._replace(level=result[-1].level)
    return result
