"""The units of a battle in the order in which their owner loses them, and what is left of them after this many hits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final, Literal

import msgspec

Sort = Literal["ground", "air", "ship", "submarine"]
GROUND: Final = "ground"
AIR: Final = "air"
SHIP: Final = "ship"
SUBMARINE: Final = "submarine"
FACES = 6


class Combatant(msgspec.Struct, frozen=True):
    """One unit as it fights: its factors in this battle, what it costs, and what it does to others.

    ``attack`` and ``defence`` are 0 to 6 pips of a die; ``hits``: how many it takes; ``pairs`` adds 1 to the attack of
    one unit that is ``paired`` (8.2.1); ``escorts`` is a destroyer, beside which aircraft find submarines (8.4.2).
    """

    name: str
    sort: Sort
    attack: int
    defence: int
    cost: int = 0
    hits: int = 1
    pairs: bool = False
    paired: bool = False
    escorts: bool = False
    bombards: int = 0


class Life(msgspec.Struct, frozen=True):
    """One hit that a force can take: by a unit of which of its entries, and whether the unit is lost with it."""

    place: int
    fatal: bool


class UnitsLeft(msgspec.Struct, frozen=True, dict=True):
    """What is left of a force: how many of each unit, in the order of the force, submerged ones apart."""

    units: tuple[tuple[Combatant, int], ...]
    submerged: tuple[tuple[Combatant, int], ...] = ()

    @property
    def all(self) -> tuple[tuple[Combatant, int], ...]:
        """All that is left, submerged or not."""
        return self.units + self.submerged

    @cached_property
    def count(self) -> int:
        """How many units still fight."""
        return sum([number for _, number in self.units])

    @cached_property
    def cost(self) -> int:
        """What all that is left costs, submerged or not."""
        return sum([unit.cost * number for unit, number in self.all])

    @cached_property
    def by_name(self) -> dict[str, int]:
        """How many of each name are left, submerged or not."""
        found: dict[str, int] = {}
        for unit, number in self.all:
            if number:
                found[unit.name] = found.get(unit.name, 0) + number
        return found

    def of(self, *sorts: Sort) -> int:
        """How many of them are of some sorts."""
        return sum(number for unit, number in self.units if unit.sort in sorts)

    @property
    def escorted(self) -> bool:
        """Whether a destroyer is among them."""
        return any(unit.escorts and number for unit, number in self.units)


class BattleForce(msgspec.Struct, frozen=True, dict=True):
    """Units in the order in which they are lost; a unit of two hits is damaged before any unit is lost.

    >>> tank = Combatant("tank", GROUND, 3, 2, cost=5)
    >>> infantry = Combatant("infantry", GROUND, 1, 2, cost=3)
    >>> BattleForce(((infantry, 2), (tank, 1))).cost
    11
    """

    units: tuple[tuple[Combatant, int], ...]
    damaged: int = 0
    """How many units of two hits are damaged already."""

    @cached_property
    def lives(self) -> tuple[Life, ...]:
        """All hits that it can take, in the order in which it takes them."""
        each = [(place, unit) for place, (unit, number) in enumerate(self.units) for _ in range(number)]
        doubled = [Life(place, False) for place, unit in each if unit.hits > 1]
        return (*doubled[self.damaged :], *(Life(place, True) for place, _ in each))

    @cached_property
    def cost(self) -> int:
        """What all of it costs."""
        return sum(unit.cost * number for unit, number in self.units)

    @property
    def count(self) -> int:
        """How many units it has."""
        return sum(number for _, number in self.units)

    def has(self, sort: Sort) -> bool:
        """Whether a unit of a sort is in it."""
        return any(unit.sort == sort and number for unit, number in self.units)


def force(units: Iterable[tuple[Combatant, int]], damaged: int = 0) -> BattleForce:
    """A force from numbers of units, in the order in which a player without orders would lose them (by worth).

    8.1.3 The owner chooses; cheap units without much of a factor go first.
    """
    return BattleForce(tuple((unit, number) for unit, number in units if number), damaged)


def cheapest_first(units: Iterable[tuple[Combatant, int]], attacking: bool, damaged: int = 0) -> BattleForce:
    """A force that loses its cheapest units first, of two that cost the same the one that hits less."""

    def worth(entry: tuple[Combatant, int]) -> tuple[int, int]:
        unit, _ = entry
        return unit.cost, unit.attack if attacking else unit.defence

    return force(sorted(units, key=worth), damaged)


def pips(units: Sequence[tuple[Combatant, int]], attacking: bool) -> tuple[int, ...]:
    """How many dice hit on 0, on 1, … on 6, when these units fire.

    8.2.1 Each attacking artillery adds 1 to the attack of one infantry or marine, those of the least factor first.

    >>> infantry = Combatant("infantry", GROUND, 1, 2, paired=True)
    >>> artillery = Combatant("artillery", GROUND, 2, 2, pairs=True)
    >>> pips([(infantry, 2), (artillery, 1)], attacking=True)
    (0, 1, 2, 0, 0, 0, 0)
    """
    dice = [0] * (FACES + 1)
    aid = sum(number for unit, number in units if unit.pairs) if attacking else 0
    for unit, number in sorted(units, key=lambda entry: entry[0].attack):
        aided = min(aid, number) if unit.paired else 0
        aid -= aided
        factor = unit.attack if attacking else unit.defence
        dice[factor] += number - aided
        dice[min(factor + 1, FACES)] += aided
    return tuple(dice)
