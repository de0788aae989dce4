"""8.9 The odds of an amphibious assault: a sea battle if the zone is hostile, otherwise a bombardment, then the land
battle.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cached_property
from itertools import product
from typing import NamedTuple

import msgspec

from ironbottom.games.axis_allies_pacific.odds.battle_solver import BattleTerms
from ironbottom.games.axis_allies_pacific.odds.counters import Order
from ironbottom.games.axis_allies_pacific.odds.fights import AS_RULED, Odds, fight, merged
from ironbottom.games.axis_allies_pacific.odds.forces import AIR, BattleForce, Combatant, UnitsLeft, force

Units = tuple[tuple[Combatant, int], ...]


class Load(msgspec.Struct, frozen=True):
    """The load of one ship: the ship's name in the sea battle, the ground units aboard, and whether they land
    elsewhere.
    """

    ship: str
    cargo: Units
    elsewhere: bool = False

    @property
    def cost(self) -> int:
        """The price of the units aboard."""
        return sum(unit.cost * number for unit, number in self.cargo)


class Assault(msgspec.Struct, frozen=True):
    """A planned landing.

    ``loads``: of ships with the same name, the first are lost first. ``overland``: ground units and aircraft that join
    the land battle. ``aa``: whether the territory has an AA gun. ``beside``: landings from other zones; only their
    fleets, loads and enemies at sea count. ``with_load``: whether the price of ships includes their loads. ``order``:
    the order of losses on land, by name as ``written``, or by price.
    """

    fleet: BattleForce
    loads: tuple[Load, ...]
    overland: Units = ()
    enemy_at_sea: BattleForce = BattleForce(())
    enemy_on_land: BattleForce = BattleForce(())
    aa: bool = False
    beside: tuple[Assault, ...] = ()
    with_load: bool = False
    order: Order = "cheapest"
    written: tuple[str, ...] = ()


class AssaultOdds(msgspec.Struct, frozen=True, dict=True):
    """The odds of an assault: at sea, if there is a battle, and on land for each force that lands, with its
    probability.
    """

    seas: tuple[Odds, ...]
    ashore: tuple[tuple[float, Odds], ...]
    cargo_lost: float
    """The average value of units lost with their ships, unless the ships' prices include their loads."""
    attacker_no_loss: float = 0.0
    defender_no_loss: float = 0.0
    """The chance that a side loses no unit, at sea and on land together."""

    @property
    def sea(self) -> Odds | None:
        """The first battle at sea, if there is one."""
        return self.seas[0] if self.seas else None

    @cached_property
    def taken(self) -> float:
        """The probability that the territory is taken."""
        return math.fsum(chance * odds.won for chance, odds in self.ashore)

    @cached_property
    def lands(self) -> float:
        """The probability that there is a land battle."""
        return math.fsum(chance for chance, _ in self.ashore)

    @cached_property
    def swing(self) -> float:
        """The defender's average losses minus the attacker's, including cargo."""
        at_sea = math.fsum(odds.swing for odds in self.seas)
        return at_sea - self.cargo_lost + math.fsum(chance * odds.swing for chance, odds in self.ashore)

    def remains(self, attacking: bool) -> list[tuple[dict[str, int], float]]:
        """A side's possible survivors on land with their chances, the most valuable first."""
        result: list[tuple[dict[str, int], int, float]] = []
        for chance, odds in self.ashore:
            cost = {unit.name: unit.cost for unit, _ in (odds.attacker if attacking else odds.defender).units}
            for left, share in odds.remains(attacking):
                result.append((left, sum(cost[name] * number for name, number in left.items()), chance * share))
        return merged(result)


class LandingOutcome(NamedTuple):
    """The units that land from one zone in one outcome of the fighting there, with its probability and the bombarding
    ships.

    ``unhurt``: the part of that probability in which the fleet lost no ship; ``foes_unhurt``: the same for the enemy.
    """

    chance: float
    loads: tuple[Load, ...]
    shells: tuple[tuple[Combatant, int], ...]
    unhurt: float
    foes_unhurt: float


def assault_odds(plan: Assault, terms: BattleTerms = AS_RULED) -> AssaultOdds:
    """The odds of an assault; units that fought at sea do not join the land battle (8.9.3), and the zone must be won
    first (8.9.1).

    If a zone is not won, only units that come overland or from other zones fight on land.
    """
    zones = (plan, *plan.beside)
    fought = [fight(zone.fleet, zone.enemy_at_sea, terms) if zone.enemy_at_sea.count else None for zone in zones]
    combinations = product(*(_waves(zone, odds) for zone, odds in zip(zones, fought, strict=True)))
    seas = [(zone, odds) for zone, odds in zip(zones, fought, strict=True) if odds]
    lost = math.fsum(_lost(zone, odds) for zone, odds in seas if not plan.with_load)
    ashore: dict[tuple[Units, Units], list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for waves in combinations:
        units = _ashore(plan, [load for wave in waves for load in wave.loads]).units
        sums = ashore[units, tuple(entry for wave in waves for entry in wave.shells)]
        sums[0] += math.prod(wave.chance for wave in waves)
        sums[1] += math.prod(wave.unhurt for wave in waves)
        sums[2] += math.prod(wave.foes_unhurt for wave in waves)
    result, no_loss = [], [0.0, 0.0]
    for (units, shells), (chance, unhurt, foes_unhurt) in ashore.items():
        if not units:
            no_loss[0] += unhurt
            no_loss[1] += foes_unhurt
            continue
        odds = fight(BattleForce(units), plan.enemy_on_land, terms, aa=plan.aa, bombardment=BattleForce(shells))
        result.append((chance, odds))
        no_loss[0] += unhurt * odds.no_loss(True)
        no_loss[1] += foes_unhurt * odds.no_loss(False)
    return AssaultOdds(tuple(odds for _, odds in seas), tuple(result), lost, *no_loss)


def _waves(zone: Assault, odds: Odds | None) -> list[LandingOutcome]:
    """The possible landings from a zone; after a sea battle no ships bombard (8.9.4)."""
    if odds is None:
        return [LandingOutcome(1.0, zone.loads, zone.fleet.units, 1.0, 1.0)]
    result: dict[tuple[Load, ...], list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for ending in odds.endings:
        won = odds.kind_of_ending(ending) == "won"
        sums = result[_afloat(zone.loads, zone.fleet, ending.attacker) if won else ()]
        sums[0] += ending.chance
        sums[1] += ending.chance * (sum(ending.attacker.by_name.values()) == zone.fleet.count)
        sums[2] += ending.chance * (sum(ending.defender.by_name.values()) == zone.enemy_at_sea.count)
    return [LandingOutcome(sums[0], loads, (), sums[1], sums[2]) for loads, sums in result.items()]


def _lost(zone: Assault, odds: Odds) -> float:
    """7.7.6 The average value of units lost with their ships."""
    whole = sum(load.cost for load in zone.loads)
    return math.fsum(
        ending.chance * (whole - sum(load.cost for load in _afloat(zone.loads, zone.fleet, ending.attacker)))
        for ending in odds.endings
    )


def _afloat(loads: tuple[Load, ...], fleet: BattleForce, left: UnitsLeft) -> tuple[Load, ...]:
    """7.7.6 The loads whose ships are left."""
    whole, now = Counter[str](), Counter[str]()
    for units, counted in ((fleet.units, whole), (left.all, now)):
        for unit, number in units:
            counted[unit.name] += number
    sunk = {name: number - now[name] for name, number in whole.items()}
    empty = {name: number - sum(load.ship == name for load in loads) for name, number in whole.items()}
    kept = []
    for load in loads:
        if sunk[load.ship] > empty[load.ship]:
            sunk[load.ship] -= 1
        else:
            kept.append(load)
    return tuple(kept)


def _ashore(plan: Assault, loads: Iterable[Load]) -> BattleForce:
    """The units that fight on land, in their order of losses."""
    units: dict[Combatant, int] = defaultdict(int)
    landed = (entry for load in loads if not load.elsewhere for entry in load.cargo)
    for unit, number in (*landed, *plan.overland):
        units[unit] += number
    return force(sorted(units.items(), key=lambda entry: _rank(plan, entry[0])))


def _rank(plan: Assault, unit: Combatant) -> tuple[int, int, int]:
    """8.1.3 The rank of a unit in the order of losses on land."""
    if plan.order == "as_written":
        return plan.written.index(unit.name), unit.cost, unit.attack
    late = plan.order != "cheapest" and (unit.sort == AIR) != (plan.order == "aircraft_first")
    return late, unit.cost, unit.attack
