"""8.1.2 The exact odds of a land or sea battle: its endings, and each side's losses and their value.

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

from ironbottom.games.axis_allies_pacific.odds.battle_solver import NEITHER, BattleSolver, BattleTerms
from ironbottom.games.axis_allies_pacific.odds.force_states import Array
from ironbottom.games.axis_allies_pacific.odds.forces import AIR, GROUND, BattleForce, Combatant, UnitsLeft, force
from ironbottom.games.axis_allies_pacific.odds.volleys import volley

AS_RULED = BattleTerms()


class Ending(msgspec.Struct, frozen=True):
    """One ending of a battle: its probability, and the survivors of both sides."""

    chance: float
    attacker: UnitsLeft
    defender: UnitsLeft


class Odds(msgspec.Struct, frozen=True, dict=True):
    """All endings of a battle and their statistics; chances are 0 to 1, values in IPC."""

    attacker: BattleForce
    defender: BattleForce
    endings: tuple[Ending, ...]
    by_land: bool

    def chance(self, wanted: str) -> float:
        """The probability of ``won``, ``lost``, ``emptied`` or ``standing``."""
        return math.fsum(self.by_ending.get(wanted, ()))

    @cached_property
    def by_ending(self) -> dict[str, list[float]]:
        """The probabilities of the endings for the attacker."""
        result: dict[str, list[float]] = {}
        for ending in self.endings:
            result.setdefault(self.kind_of_ending(ending), []).append(ending.chance)
        return result

    @cached_property
    def left(self) -> list[tuple[float, int, int]]:
        """For each ending: its probability, and the value of the attacker's and the defender's survivors."""
        return [(ending.chance, ending.attacker.cost, ending.defender.cost) for ending in self.endings]

    def kind_of_ending(self, ending: Ending) -> str:
        """The kind of an ending for the attacker.

        8.2.2 A territory is won only with a ground unit left. With only aircraft it is ``emptied``, as when both sides
        are destroyed. ``standing``: both sides have survivors, after a retreat or if neither can hit the other.
        """
        if not ending.defender.count:
            holds = ending.attacker.of(GROUND) if self.by_land else ending.attacker.count
            return "won" if holds else "emptied"
        return "standing" if ending.attacker.count else "lost"

    @cached_property
    def won(self) -> float:
        """The probability that the attacker wins the zone, or takes the territory."""
        return self.chance("won")

    @cached_property
    def lost(self) -> float:
        """The probability that the attacker is destroyed and the defender is not."""
        return self.chance("lost")

    @cached_property
    def emptied(self) -> float:
        """The probability that neither side has a remaining unit that could hold the place."""
        return self.chance("emptied")

    @cached_property
    def standing(self) -> float:
        """The probability that both sides have survivors at the end."""
        return self.chance("standing")

    @cached_property
    def attacker_losses(self) -> float:
        """The attacker's average losses."""
        return self.attacker.cost - math.fsum(chance * ours for chance, ours, _ in self.left)

    @cached_property
    def defender_losses(self) -> float:
        """The defender's average losses."""
        return self.defender.cost - math.fsum(chance * theirs for chance, _, theirs in self.left)

    @property
    def swing(self) -> float:
        """The defender's average losses minus the attacker's."""
        return self.defender_losses - self.attacker_losses

    @cached_property
    def swings(self) -> dict[int, float]:
        """The probability of each swing, from the attacker's worst to the best."""
        result: dict[int, float] = {}
        for chance, ours, theirs in self.left:
            swing = self.defender.cost - theirs - (self.attacker.cost - ours)
            result[swing] = result.get(swing, 0.0) + chance
        return dict(sorted(result.items()))

    def survivors(self, attacking: bool) -> dict[str, float]:
        """A side's average number of surviving units by name, including submerged ones."""
        whole = self.attacker if attacking else self.defender
        result = {unit.name: 0.0 for unit, _ in whole.units}
        for ending in self.endings:
            for unit, number in (ending.attacker if attacking else ending.defender).all:
                result[unit.name] += ending.chance * number
        return result

    def no_loss(self, attacking: bool) -> float:
        """The chance that a side loses no unit; a damaged battleship is not lost."""
        whole = (self.attacker if attacking else self.defender).count
        return math.fsum(chance for left, chance in self.remains(attacking) if sum(left.values()) == whole)

    def remains(self, attacking: bool) -> list[tuple[dict[str, int], float]]:
        """A side's possible survivors with their chances, including submerged units, the most valuable first."""
        sides = [ending.attacker if attacking else ending.defender for ending in self.endings]
        # Many endings leave the same units, so there are few distinct groups.
        left = {id(units): units for units in sides}
        chances = dict.fromkeys(left, 0.0)
        for ending, units in zip(self.endings, sides, strict=True):
            chances[id(units)] += ending.chance
        return merged([(units.by_name, units.cost, chances[key]) for key, units in left.items()])


def merged(remains: Iterable[tuple[Mapping[str, int], int, float]]) -> list[tuple[dict[str, int], float]]:
    """Units by name, with their cost and chance: equal groups are merged, and the most valuable come first.

    >>> merged([({}, 0, 0.25), ({"tank": 1}, 5, 0.5), ({}, 0, 0.25)])
    [({'tank': 1}, 0.5), ({}, 0.5)]
    """
    result: dict[tuple[int, tuple[tuple[str, int], ...]], list[float]] = {}
    for units, cost, chance in remains:
        result.setdefault((cost, tuple(units.items())), []).append(chance)
    return [(dict(units), math.fsum(result[cost, units])) for cost, units in sorted(result, key=lambda left: -left[0])]


def fight(
    attacker: BattleForce,
    defender: BattleForce,
    terms: BattleTerms = AS_RULED,
    *,
    aa: bool = False,
    bombardment: BattleForce | None = None,
    struck: int = NEITHER,
) -> Odds:
    """The odds of a battle to its end.

    ``aa``: an AA gun fires once at each attacking aircraft (8.3.1); the first in the order are lost. ``bombardment``:
    the ships that fire once before a landing (8.9.4). ``struck``: the sides whose submarines have already struck first
    in the current round (8.5.1).
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


def under_aa(attacker: BattleForce, terms: BattleTerms) -> list[tuple[float, BattleForce]]:
    """8.3.1 The survivors of a force after AA fire: one die for each aircraft, hit on 1; those first in its order of
    losses are lost.
    """
    aircraft = sum(number for unit, number in attacker.units if unit.sort == AIR)
    hits = volley((0, aircraft, 0, 0, 0, 0, 0), terms.low_luck)
    return [(float(chance), without_aircraft(attacker, lost)) for lost, chance in enumerate(hits) if chance]


def without_aircraft(whole: BattleForce, lost: int) -> BattleForce:
    """A force after it loses this many aircraft, in its order of losses."""
    kept: list[tuple[Combatant, int]] = []
    for unit, number in whole.units:
        gone = min(lost, number) if unit.sort == AIR else 0
        lost -= gone
        kept.append((unit, number - gone))
    return force(kept, whole.damaged)


def _endings(
    attacker: BattleForce, defender: BattleForce, terms: BattleTerms, shells: Array | None, struck: int
) -> list[Ending]:
    walk = BattleSolver(attacker, defender, terms, shells, struck)
    ours, theirs = np.nonzero(walk.ends)
    ours_left, theirs_left = cache(walk.ours.left), cache(walk.theirs.left)
    return [
        Ending(chance, ours_left(our), theirs_left(their))
        for chance, our, their in zip(walk.ends[ours, theirs].tolist(), ours.tolist(), theirs.tolist(), strict=True)
    ]
