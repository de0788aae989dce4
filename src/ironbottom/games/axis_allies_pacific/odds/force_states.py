"""The possible survivors of a force (standings), numbered, and the effect of hits of each class on them.

Hits have three classes by their targets (8.4.2): submarines hit only ships, aircraft without a destroyer hit anything
but submarines, and all others hit anything. So each force loses lives from up to three lists. Lives that a battle never
treats differently share a list, so that there are few standings.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ironbottom.games.axis_allies_pacific.odds.forces import AIR, SUBMARINE, BattleForce, UnitsLeft, pips
from ironbottom.games.axis_allies_pacific.odds.volleys import Chances, volley

Submerge = Literal["never", "at_once", "alone"]
"""8.5.3 When submarines leave the battle: never, as soon as possible, or when no other unit is left."""

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
Array = NDArray[np.float64]

OF_SUBMARINES, OF_ANY, OF_AIRCRAFT = (0, 1), (0, 1, 2), (1, 2)
"""The lists from which hits of each class may take lives."""
ALL = -1
"""Means that all existing submarines fire."""
NEVER = 1 << 30
"""The rank of an empty list in the order of losses."""


class ForceStates:
    """The standings of one force against another: the lost lives, and whether its submarines are submerged."""

    def __init__(
        self, force: BattleForce, enemy: BattleForce, attacking: bool, submerge: Submerge, low_luck: bool
    ) -> None:
        self.force, self.attacking, self.low_luck = force, attacking, low_luck
        self.submerge: Submerge = submerge if force.has(SUBMARINE) else "never"
        self.blind = force.has(AIR) and enemy.has(SUBMARINE)
        self.hides = force.has(SUBMARINE) and (enemy.has(AIR) or self.submerge != "never")
        self.parts = [self.list_of(unit.sort) for unit, _ in force.units]
        lives = force.lives
        self.order = [[index for index, life in enumerate(lives) if self.parts[life.place] == part] for part in OF_ANY]
        self.shape = (1 + (self.submerge != "never"), *(len(part) + 1 for part in self.order))
        self.grid: Numbers = np.indices(self.shape).reshape(4, -1)
        """For each standing, whether submarines are submerged, and the lives lost from each list."""
        self.size = self.grid.shape[1]
        self.layers: Numbers = self.grid.sum(0)
        """The distance of each standing from the first; fire never leads to a lower distance."""
        self.counts = self.count_units()
        """The remaining units, by standing and entry of the force."""
        self.sorts = np.array([unit.sort for unit, _ in force.units], dtype=str)
        self.fighting = self.counts.copy()
        """The remaining units without submerged units."""
        self.fighting[np.ix_(self.grid[0] == 1, self.sorts == SUBMARINE)] = 0

    def list_of(self, sort: str) -> int:
        """The list of a unit: 0 for submarines, 2 for aircraft, 1 for others, and for all units that this battle treats
        alike.
        """
        if sort == SUBMARINE and self.hides:
            return 0
        return 2 if sort == AIR and self.blind else 1

    def count_units(self) -> Numbers:
        """The remaining units, including submerged ones, by standing and entry of the force."""
        lives, counts = self.force.lives, np.empty((self.size, len(self.parts)), dtype=np.int64)
        for place, (_, number) in enumerate(self.force.units):
            part = self.parts[place]
            gone = np.cumsum([0, *(lives[index].fatal and lives[index].place == place for index in self.order[part])])
            counts[:, place] = number - gone[self.grid[1 + part]]
        return counts

    # -- remaining units ---------------------------------------------------------------------------------

    def left(self, number: int) -> UnitsLeft:
        """The remaining units of a standing."""
        units = [unit for unit, _ in self.force.units]
        up = self.fighting[number].tolist()
        fighting = tuple([(unit, left) for unit, left in zip(units, up, strict=True) if left])
        if not self.grid[0, number]:
            return UnitsLeft(fighting)
        kept = zip(units, self.counts[number].tolist(), up, strict=True)
        return UnitsLeft(fighting, tuple([(unit, there) for unit, there, left in kept if there and not left]))

    @cached_property
    def numbers(self) -> Numbers:
        """The number of fighting units, by standing."""
        counts: Numbers = self.fighting.sum(1)
        return counts

    def of(self, sort: str) -> Numbers:
        """The number of fighting units of a sort, by standing."""
        counts: Numbers = self.fighting[:, self.sorts == sort].sum(1)
        return counts

    @cached_property
    def escorted(self) -> Flags:
        """Whether a destroyer still fights, by standing."""
        escorts = [unit.escorts for unit, _ in self.force.units]
        return np.asarray(self.fighting[:, escorts].any(axis=1), dtype=np.bool_)

    @cached_property
    def after_submerging(self) -> Numbers:
        """8.5.3 For each standing, its number after all submarines that may submerge have done so."""
        same: Numbers = np.arange(self.size)
        if self.submerge == "never":
            return same
        submerges = (self.grid[0] == 0) & (self.of(SUBMARINE) > 0)
        if self.submerge == "alone":
            submerges &= self.numbers == self.of(SUBMARINE)
        return np.where(submerges, same + self.size // 2, same)

    # -- fire --------------------------------------------------------------------------------------------

    @cached_property
    def most(self) -> tuple[int, int, int]:
        """The largest number of simultaneous hits by this force: by submarines, on any unit, and by aircraft without a
        destroyer.
        """
        submarines = sum(number for unit, number in self.force.units if unit.sort == SUBMARINE)
        aircraft = sum(number for unit, number in self.force.units if unit.sort == AIR)
        return submarines, self.force.count - submarines, aircraft if self.blind else 0

    @cached_property
    def hits(self) -> Numbers:
        """The combinations of hits of the three classes that are possible in some standing, row by row."""
        submarines, aircraft = self.of(SUBMARINE), self.of(AIR)
        alone = aircraft * ~self.escorted if self.blind else 0 * aircraft
        others = self.numbers - submarines - alone
        tops = set(zip(submarines.tolist(), others.tolist(), alone.tolist(), strict=True))
        able = np.zeros([most + 1 for most in self.most], dtype=bool)
        for sub, every, air in tops:
            able[: sub + 1, : every + 1, : air + 1] = True
        counts: Numbers = np.argwhere(able)
        return counts

    def fire(self, submarines: int = ALL, others: bool = True) -> tuple[Array, Numbers]:
        """For each standing, the probabilities of hits of the three classes, and their rows in ``hits``.

        ``submarines``: how many of them fire; ``others``: whether the other units fire.
        """
        wanted = np.ones(len(self.hits), dtype=bool)
        if not submarines:
            wanted &= self.hits[:, 0] == 0
        if not others:
            wanted &= (self.hits[:, 1] == 0) & (self.hits[:, 2] == 0)
        sub, every, air = self.hits[wanted].T
        rows: Array = np.ones((self.size, len(sub)))
        if submarines == ALL:
            rows = self.volleys[0][:, sub]
        elif submarines:
            rows = (
                rows * self.volley_of(0, [submarines * (index == self.boats) for index in range(len(self.parts))])[sub]
            )
        if others:
            rows = rows * self.volleys[1][:, every] * self.volleys[2][:, air]
        return rows, np.nonzero(wanted)[0]

    @property
    def boats(self) -> int:
        """The first entry of the force with submarines."""
        return int(np.argmax(self.sorts == SUBMARINE))

    @cached_property
    def volleys(self) -> tuple[Array, Array, Array]:
        """For each standing, the probabilities of hits by submarines, of hits on any unit, and of hits by aircraft
        without a destroyer.
        """
        boats, aircraft = self.sorts == SUBMARINE, self.sorts == AIR
        lone = aircraft & ~self.escorted[:, None] & self.blind
        return (
            self.volleys_of(0, self.fighting * boats),
            self.volleys_of(1, self.fighting * ~(boats | lone)),
            self.volleys_of(2, self.fighting * lone),
        )

    def volleys_of(self, part: int, firing: Numbers) -> Array:
        """The volleys of the units of a class, for all standings; equal volleys are computed once."""
        row_of_counts: dict[tuple[int, ...], int] = {}
        rows = [row_of_counts.setdefault(tuple(counts), len(row_of_counts)) for counts in firing.tolist()]
        result: Array = np.array([self.volley_of(part, counts) for counts in row_of_counts])[rows]
        return result

    def volley_of(self, part: int, firing: Sequence[int]) -> Chances:
        """The volley of the given units of a class, padded to the most hits of the class."""
        units = [(unit, number) for (unit, _), number in zip(self.force.units, firing, strict=True) if number]
        chances, fired = np.zeros(self.most[part] + 1), volley(pips(units, self.attacking), self.low_luck)
        chances[: len(fired)] = fired
        return chances

    # -- under fire --------------------------------------------------------------------------------------

    def struck(self, may: Sequence[int]) -> Numbers:
        """For each standing, the standing after a hit on the first life that the hit may take in the order of losses,
        if any.
        """
        firsts = []
        for part in may:
            places = np.array([*self.order[part], NEVER])[self.grid[1 + part]]
            firsts.append(np.where((self.grid[0] == 1) & (part == 0), NEVER, places))
        found = np.array(firsts)
        strides = np.array([int(np.prod(self.shape[2 + part :])) for part in may])
        steps = np.where(found.min(0) < NEVER, strides[found.argmin(0)], 0)
        counts: Numbers = np.arange(self.size) + steps
        return counts

    @cached_property
    def after_any(self) -> Numbers:
        """For each standing, the standing after a hit on any life."""
        return self.struck(OF_ANY)

    def targets(self, enemy: ForceStates) -> Numbers:
        """For each standing and row of the enemy's ``hits``, the resulting standing."""
        by_sub = self.repeated(self.struck(OF_SUBMARINES), enemy.most[0])
        by_air = self.repeated(self.struck(OF_AIRCRAFT), enemy.most[2])
        by_any = self.repeated(self.after_any, enemy.most[1])
        sub, every, air = enemy.hits.T
        counts: Numbers = by_any[every[:, None], by_air[air[:, None], by_sub[sub]]].T
        return counts

    def repeated(self, step: Numbers, times: int) -> Numbers:
        """For each number of hits and standing, the result of this many hits of one class."""
        result = [np.arange(self.size)]
        for _ in range(times):
            result.append(step[result[-1]])
        return np.array(result)
