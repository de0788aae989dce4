"""8.9 An amphibious assault: a sea battle where the zone is hostile, else a bombardment, then the land battle."""

from __future__ import annotations

import math
from collections import defaultdict
from functools import cached_property

import msgspec

from ironbottom.games.axis_allies_pacific.odds.fights import AS_RULED, Odds, fight
from ironbottom.games.axis_allies_pacific.odds.forces import Combatant, Force, Left, cheapest_first
from ironbottom.games.axis_allies_pacific.odds.walk import Terms

Units = tuple[tuple[Combatant, int], ...]


class Load(msgspec.Struct, frozen=True):
    """What one ship carries: its name, as in the sea battle, and the ground units aboard."""

    ship: str
    cargo: Units

    @property
    def cost(self) -> int:
        """What the units aboard cost."""
        return sum(unit.cost * number for unit, number in self.cargo)


class Assault(msgspec.Struct, frozen=True):
    """A landing as it is planned.

    ``loads``: of ships of the same name the first are the first to be lost; ``overland``: ground units and aircraft
    that join the land battle; ``aa``: whether an AA gun stands in the land.
    """

    fleet: Force
    loads: tuple[Load, ...]
    overland: Units = ()
    foe_at_sea: Force = Force(())
    foe_on_land: Force = Force(())
    aa: bool = False


class AssaultOdds(msgspec.Struct, frozen=True, dict=True):
    """How an assault goes: at sea, if there is a battle, and on land by what comes ashore, with the chance of each."""

    sea: Odds | None
    ashore: tuple[tuple[float, Odds], ...]
    cargo_lost: float
    """What the units cost that go down with their ships, on average."""

    @cached_property
    def taken(self) -> float:
        """How likely the land is taken."""
        return math.fsum(chance * odds.won for chance, odds in self.ashore)

    @cached_property
    def lands(self) -> float:
        """How likely there is a land battle at all."""
        return math.fsum(chance for chance, _ in self.ashore)

    @cached_property
    def swing(self) -> float:
        """How much more the defender loses than the attacker, on average, cargo included."""
        at_sea = self.sea.swing if self.sea else 0.0
        return at_sea - self.cargo_lost + math.fsum(chance * odds.swing for chance, odds in self.ashore)


def assault(plan: Assault, terms: Terms = AS_RULED) -> AssaultOdds:
    """The odds of an assault; what fought at sea does not join on land (8.9.3), the zone must be won first (8.9.1)."""
    if not plan.foe_at_sea.count:
        shore = fight(_ashore(plan, plan.loads), plan.foe_on_land, terms, aa=plan.aa, bombardment=plan.fleet)
        return AssaultOdds(None, ((1.0, shore),), 0.0)
    sea = fight(plan.fleet, plan.foe_at_sea, terms)
    landed: dict[tuple[Load, ...], float] = defaultdict(float)
    lost = 0.0
    for ending in sea.endings:
        kept = _afloat(plan.loads, plan.fleet, ending.attacker)
        lost += ending.chance * (sum(load.cost for load in plan.loads) - sum(load.cost for load in kept))
        if sea.says(ending) == "won":
            landed[kept] += ending.chance
    ashore = tuple(
        (chance, fight(_ashore(plan, loads), plan.foe_on_land, terms, aa=plan.aa))
        for loads, chance in landed.items()
        if _ashore(plan, loads).count
    )
    return AssaultOdds(sea, ashore, lost)


def _afloat(loads: tuple[Load, ...], fleet: Force, left: Left) -> tuple[Load, ...]:
    """7.7.6 The loads whose ships are left."""
    whole = {unit.name: number for unit, number in fleet.units}
    now = {unit.name: number for unit, number in left.all}
    sunk = {name: number - now.get(name, 0) for name, number in whole.items()}
    empty = {name: number - sum(load.ship == name for load in loads) for name, number in whole.items()}
    kept = []
    for load in loads:
        if sunk[load.ship] > empty[load.ship]:
            sunk[load.ship] -= 1
        else:
            kept.append(load)
    return tuple(kept)


def _ashore(plan: Assault, loads: tuple[Load, ...]) -> Force:
    units: dict[Combatant, int] = defaultdict(int)
    for unit, number in (*(entry for load in loads for entry in load.cargo), *plan.overland):
        units[unit] += number
    return cheapest_first(units.items(), attacking=True)
