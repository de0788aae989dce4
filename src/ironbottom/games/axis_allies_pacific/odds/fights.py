"""8.1.2 A battle by land or sea to its end, exactly: how it ends, what each side loses, and what that is worth.

>>> infantry = Combatant("infantry", GROUND, 1, 2, cost=3)
>>> odds = fight(force([(infantry, 1)]), force([(infantry, 1)]))
>>> round(odds.won, 3), round(odds.lost, 3), round(odds.emptied, 3), round(odds.swing, 3)
(0.25, 0.625, 0.125, -1.125)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cache, cached_property

import msgspec
import numpy as np

from ironbottom.games.axis_allies_pacific.odds.forces import AIR, GROUND, BattleForce, Combatant, UnitsLeft, force
from ironbottom.games.axis_allies_pacific.odds.standings import Array
from ironbottom.games.axis_allies_pacific.odds.volleys import volley
from ironbottom.games.axis_allies_pacific.odds.walk import NEITHER, Terms, Walk

AS_RULED = Terms()


class Ending(msgspec.Struct, frozen=True):
    """One way in which a battle ends: how likely it is, and what is left on both sides."""

    chance: float
    attacker: UnitsLeft
    defender: UnitsLeft


class Odds(msgspec.Struct, frozen=True, dict=True):
    """All ways in which a battle ends, and what follows from them; chances are 0 to 1, worth is in IPC."""

    attacker: BattleForce
    defender: BattleForce
    endings: tuple[Ending, ...]
    by_land: bool

    def chance(self, wanted: str) -> float:
        """The chance of one of ``won``, ``lost``, ``emptied``, ``standing``."""
        return math.fsum(self.by_ending.get(wanted, ()))

    @cached_property
    def by_ending(self) -> dict[str, list[float]]:
        """The chances of the endings by what they are to the attacker."""
        found: dict[str, list[float]] = {}
        for ending in self.endings:
            found.setdefault(self.says(ending), []).append(ending.chance)
        return found

    @cached_property
    def left(self) -> list[tuple[float, int, int]]:
        """By ending: its chance, and what the units cost that the attacker and the defender have left."""
        return [(ending.chance, ending.attacker.cost, ending.defender.cost) for ending in self.endings]

    def says(self, ending: Ending) -> str:
        """What an ending is to the attacker.

        8.2.2 A land is won only with a ground unit left: with aircraft alone it is ``emptied``, as when nobody is left
        on either side. ``standing``: both sides are left, after a retreat or where nobody can hit anybody.
        """
        if not ending.defender.count:
            holds = ending.attacker.of(GROUND) if self.by_land else ending.attacker.count
            return "won" if holds else "emptied"
        return "standing" if ending.attacker.count else "lost"

    @cached_property
    def won(self) -> float:
        """How likely the attacker wins the zone, or takes the land."""
        return self.chance("won")

    @cached_property
    def lost(self) -> float:
        """How likely nothing of the attacker is left, and something of the defender is."""
        return self.chance("lost")

    @cached_property
    def emptied(self) -> float:
        """How likely nobody is left who could hold the place."""
        return self.chance("emptied")

    @cached_property
    def standing(self) -> float:
        """How likely both sides are left when it is over."""
        return self.chance("standing")

    @cached_property
    def attacker_losses(self) -> float:
        """What the attacker loses on average."""
        return self.attacker.cost - math.fsum(chance * ours for chance, ours, _ in self.left)

    @cached_property
    def defender_losses(self) -> float:
        """What the defender loses on average."""
        return self.defender.cost - math.fsum(chance * theirs for chance, _, theirs in self.left)

    @property
    def swing(self) -> float:
        """How much more the defender loses than the attacker, on average."""
        return self.defender_losses - self.attacker_losses

    @cached_property
    def swings(self) -> dict[int, float]:
        """How likely each swing is, from the worst for the attacker to the best."""
        found: dict[int, float] = {}
        for chance, ours, theirs in self.left:
            swing = self.defender.cost - theirs - (self.attacker.cost - ours)
            found[swing] = found.get(swing, 0.0) + chance
        return dict(sorted(found.items()))

    def survivors(self, attacking: bool) -> dict[str, float]:
        """How many units of each name a side has left on average, submerged ones included."""
        whole = self.attacker if attacking else self.defender
        found = {unit.name: 0.0 for unit, _ in whole.units}
        for ending in self.endings:
            for unit, number in (ending.attacker if attacking else ending.defender).all:
                found[unit.name] += ending.chance * number
        return found

    def no_loss(self, attacking: bool) -> float:
        """The chance that a side loses no unit; a damaged battleship is not lost."""
        whole = (self.attacker if attacking else self.defender).count
        return math.fsum(chance for left, chance in self.remains(attacking) if sum(left.values()) == whole)

    def remains(self, attacking: bool) -> list[tuple[dict[str, int], float]]:
        """What a side may have left with the chance of each, submerged units included, from the most valuable to the
        least."""
        sides = [ending.attacker if attacking else ending.defender for ending in self.endings]
        # Many endings leave the same units, so there are few names.
        left = {id(units): units for units in sides}
        chances = dict.fromkeys(left, 0.0)
        for ending, units in zip(self.endings, sides, strict=True):
            chances[id(units)] += ending.chance
        return merged([(units.by_name, units.cost, chances[key]) for key, units in left.items()])


def merged(remains: Iterable[tuple[Mapping[str, int], int, float]]) -> list[tuple[dict[str, int], float]]:
    """Units by name, with their cost and chance: equal ones merged, from the most valuable to the least.

    >>> merged([({}, 0, 0.25), ({"tank": 1}, 5, 0.5), ({}, 0, 0.25)])
    [({'tank': 1}, 0.5), ({}, 0.5)]
    """
    found: dict[tuple[int, tuple[tuple[str, int], ...]], list[float]] = {}
    for units, cost, chance in remains:
        found.setdefault((cost, tuple(units.items())), []).append(chance)
    return [(dict(units), math.fsum(found[cost, units])) for cost, units in sorted(found, key=lambda left: -left[0])]


def fight(
    attacker: BattleForce,
    defender: BattleForce,
    terms: Terms = AS_RULED,
    *,
    aa: bool = False,
    bombardment: BattleForce | None = None,
    struck: int = NEITHER,
) -> Odds:
    """A battle to its end.

    ``aa``: an AA gun fires once at each attacking aircraft (8.3.1), of which those first in the order are lost.
    ``bombardment``: the ships that fire before a landing, each once (8.9.4). ``struck``: whose submarines have struck
    first in the round in hand (8.5.1).
    """
    shells = None
    if bombardment is not None:
        dice = [0] * 7
        for unit, number in bombardment.units:
            dice[unit.bombards] += number
        shells = volley(tuple(dice), terms.low_luck)
    land = any(unit.sort == GROUND for unit, _ in (*attacker.units, *defender.units))
    endings: list[Ending] = []
    for chance, left in under_aa(attacker, terms) if aa else [(1.0, attacker)]:
        endings += [
            Ending(chance * e.chance, e.attacker, e.defender) for e in _endings(left, defender, terms, shells, struck)
        ]
    return Odds(attacker, defender, tuple(endings), land)


def under_aa(attacker: BattleForce, terms: Terms) -> list[tuple[float, BattleForce]]:
    """8.3.1 What AA fire leaves of a force: one die at each aircraft, hit on 1; the first in its order are lost."""
    aircraft = sum(number for unit, number in attacker.units if unit.sort == AIR)
    hits = volley((0, aircraft, 0, 0, 0, 0, 0), terms.low_luck)
    return [(float(chance), without_aircraft(attacker, lost)) for lost, chance in enumerate(hits) if chance]


def without_aircraft(whole: BattleForce, lost: int) -> BattleForce:
    """A force after this many aircraft, first those that come first in its order."""
    kept: list[tuple[Combatant, int]] = []
    for unit, number in whole.units:
        gone = min(lost, number) if unit.sort == AIR else 0
        lost -= gone
        kept.append((unit, number - gone))
    return force(kept, whole.damaged)


def _endings(
    attacker: BattleForce, defender: BattleForce, terms: Terms, shells: Array | None, struck: int
) -> list[Ending]:
    walk = Walk(attacker, defender, terms, shells, struck)
    ours, theirs = np.nonzero(walk.ends)
    ours_left, theirs_left = cache(walk.ours.left), cache(walk.theirs.left)
    return [
        Ending(chance, ours_left(our), theirs_left(their))
        for chance, our, their in zip(walk.ends[ours, theirs].tolist(), ours.tolist(), theirs.tolist(), strict=True)
    ]
