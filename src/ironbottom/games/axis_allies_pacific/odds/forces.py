"""The units of a battle in their owner's order of losses, and the survivors after a number of hits."""

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
    """One unit in a battle: its factors, its price, and its effects on others.

    ``attack`` and ``defence`` are 0 to 6 pips of a die; ``hits`` is the number of hits that it takes; ``pairs`` adds 1
    to the attack of one ``paired`` unit (8.2.1); ``escorts`` is a destroyer, with which aircraft find submarines
    (8.4.2).
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
    """One hit that a force can take: the index of its entry, and whether the hit removes the unit."""

    place: int
    fatal: bool


class UnitsLeft(msgspec.Struct, frozen=True, dict=True):
    """The survivors of a force: the number of each unit, in the force's order, with submerged ones separate."""

    units: tuple[tuple[Combatant, int], ...]
    submerged: tuple[tuple[Combatant, int], ...] = ()

    @property
    def all(self) -> tuple[tuple[Combatant, int], ...]:
        """All survivors, submerged or not."""
        return self.units + self.submerged

    @cached_property
    def count(self) -> int:
        """The number of units that still fight."""
        return sum([number for _, number in self.units])

    @cached_property
    def cost(self) -> int:
        """The value of all survivors, submerged or not."""
        return sum([unit.cost * number for unit, number in self.all])

    @cached_property
    def by_name(self) -> dict[str, int]:
        """The number of survivors of each name, submerged or not."""
        result: dict[str, int] = {}
        for unit, number in self.all:
            if number:
                result[unit.name] = result.get(unit.name, 0) + number
        return result

    def of(self, *sorts: Sort) -> int:
        """The number of survivors of the given classes."""
        return sum(number for unit, number in self.units if unit.sort in sorts)

    @property
    def escorted(self) -> bool:
        """Whether a destroyer survives."""
        return any(unit.escorts and number for unit, number in self.units)


class BattleForce(msgspec.Struct, frozen=True, dict=True):
    """Units in their order of losses; units with two hits are damaged before any unit is lost.

    >>> tank = Combatant("tank", GROUND, 3, 2, cost=5)
    >>> infantry = Combatant("infantry", GROUND, 1, 2, cost=3)
    >>> BattleForce(((infantry, 2), (tank, 1))).cost
    11
    """

    units: tuple[tuple[Combatant, int], ...]
    damaged: int = 0
    """The number of units with two hits that are already damaged."""

    @cached_property
    def lives(self) -> tuple[Life, ...]:
        """All hits that the force can take, in order."""
        each = [(place, unit) for place, (unit, number) in enumerate(self.units) for _ in range(number)]
        doubled = [Life(place, False) for place, unit in each if unit.hits > 1]
        return (*doubled[self.damaged :], *(Life(place, True) for place, _ in each))

    @cached_property
    def cost(self) -> int:
        """The value of all units."""
        return sum(unit.cost * number for unit, number in self.units)

    @property
    def count(self) -> int:
        """The number of units."""
        return sum(number for _, number in self.units)

    def has(self, sort: Sort) -> bool:
        """Whether it has a unit of a class."""
        return any(unit.sort == sort and number for unit, number in self.units)


def force(units: Iterable[tuple[Combatant, int]], damaged: int = 0) -> BattleForce:
    """A force from numbers of units, in the default order of losses (by value).

    8.1.3 The owner chooses; cheap units with low factors go first.
    """
    return BattleForce(tuple((unit, number) for unit, number in units if number), damaged)


def cheapest_first(units: Iterable[tuple[Combatant, int]], attacking: bool, damaged: int = 0) -> BattleForce:
    """A force that loses its cheapest units first; if prices are equal, those with lower factors."""

    def worth(entry: tuple[Combatant, int]) -> tuple[int, int]:
        unit, _ = entry
        return unit.cost, unit.attack if attacking else unit.defence

    return force(sorted(units, key=worth), damaged)


def pips(units: Sequence[tuple[Combatant, int]], attacking: bool) -> tuple[int, ...]:
    """The number of dice that hit on 0, on 1, … on 6, when these units fire.

    8.2.1 Each attacking artillery adds 1 to the attack of one infantry or marine, the lowest factors first.

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
