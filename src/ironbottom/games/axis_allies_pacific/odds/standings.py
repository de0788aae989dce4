"""All that may be left of one force, numbered, and where so many hits of each class lead from each of them.

Hits come in three classes, by what they may strike (8.4.2): those of submarines only ships, those of aircraft without a
destroyer anything but submarines, all others anything. Each force so loses lives from up to three lists.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import product
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ironbottom.games.axis_allies_pacific.odds.forces import AIR, SUBMARINE, Combatant, Force, Left, Life, pips
from ironbottom.games.axis_allies_pacific.odds.volleys import Chances, volley

Submerge = Literal["never", "at_once", "alone"]
"""8.5.3 When submarines leave the battle: never, as soon as they may, or when no other unit of theirs is left."""

Numbers = NDArray[np.int64]
Array = NDArray[np.float64]
Key = tuple[int, int, int, int]
"""Whether submarines are submerged, and the lives lost from each list."""

OF_SUBMARINES, OF_ANY, OF_AIRCRAFT = (0, 1), (0, 1, 2), (1, 2)
"""The lists that hits of each class may take lives from."""


class Standings:
    """The standings of one force against another: which lives are lost, and whether its submarines are submerged."""

    def __init__(self, force: Force, foe: Force, attacking: bool, submerge: Submerge, low_luck: bool) -> None:
        self.force, self.attacking, self.low_luck = force, attacking, low_luck
        self.submerge: Submerge = submerge if force.has(SUBMARINE) else "never"
        self.blind = force.has(AIR) and foe.has(SUBMARINE)
        self.hides = force.has(SUBMARINE) and (foe.has(AIR) or self.submerge != "never")
        self.order = [self.list_of(life) for life in force.lives]
        self.lists = [[life for life, part in zip(force.lives, self.order, strict=True) if part == n] for n in OF_ANY]
        self.shape = (1 + (self.submerge != "never"), *(len(part) + 1 for part in self.lists))
        self.keys: list[Key] = [(a, b, c, d) for a, b, c, d in product(*(range(size) for size in self.shape))]
        self.index = {key: number for number, key in enumerate(self.keys)}
        self.layers: Numbers = np.array([sum(key) for key in self.keys])
        """How far each standing is from the first: no fire leads to a lower one."""
        self.left = [self.what_is_left(key) for key in self.keys]

    def list_of(self, life: Life) -> int:
        """The list of a life: 0 submarines, 2 aircraft, 1 all else and all that nothing in this battle tells apart."""
        if life.unit.sort == SUBMARINE and self.hides:
            return 0
        return 2 if life.unit.sort == AIR and self.blind else 1

    def what_is_left(self, key: Key) -> Left:
        """The units that a standing has left."""
        under, *lost = key
        gone: Counter[Combatant] = Counter()
        for part, number in zip(self.lists, lost, strict=True):
            gone.update(life.unit for life in part[:number] if life.fatal)
        kept = [(unit, number - gone[unit]) for unit, number in self.force.units if number > gone[unit]]
        below = [entry for entry in kept if under and entry[0].sort == SUBMARINE]
        return Left(tuple(entry for entry in kept if entry not in below), tuple(below))

    def struck(self, key: Key, may: Sequence[int]) -> Key:
        """The standing after one hit: on the first life in the order of losses that it may take, if there is one."""
        under, *lost = key
        passed = [0, 0, 0]
        for part in self.order:
            passed[part] += 1
            if passed[part] > lost[part] and part in may and not (under and part == 0):
                lost[part] += 1
                break
        return under, lost[0], lost[1], lost[2]

    def dive(self, key: Key) -> Key:
        """8.5.3 The standing once submarines that may submerge have done so."""
        under, submarines, ships, aircraft = key
        if under or self.submerge == "never" or submarines == self.shape[1] - 1:
            return key
        alone = (ships, aircraft) == (self.shape[2] - 1, self.shape[3] - 1)
        return (1, submarines, ships, aircraft) if alone or self.submerge == "at_once" else key

    @cached_property
    def dived(self) -> Numbers:
        """By standing: its number once submarines that may submerge have done so."""
        return np.array([self.index[self.dive(key)] for key in self.keys])

    @cached_property
    def most(self) -> tuple[int, int, int]:
        """The most hits that this force makes at once: of submarines, on any, of aircraft without a destroyer."""
        submarines = sum(number for unit, number in self.force.units if unit.sort == SUBMARINE)
        aircraft = sum(number for unit, number in self.force.units if unit.sort == AIR)
        return submarines, self.force.count - submarines, aircraft if self.blind else 0

    @cached_property
    def volleys(self) -> tuple[Array, Array, Array]:
        """By standing: the chances of hits of submarines, of hits on any, of hits of aircraft without a destroyer."""
        told = [self.volleys_of(left) for left in self.left]
        sub, every, air = (np.array([entry[n] for entry in told]) for n in OF_ANY)
        return sub, every, air

    def volleys_of(self, left: Left) -> list[Chances]:
        """The three volleys of some units of this force, each as long as the most hits of its class."""
        return [_filled(part, size + 1) for part, size in zip(self._volleys(left), self.most, strict=True)]

    def row(self, left: Left) -> Array:
        """The chances of each number of hits of the three classes, when these units fire."""
        sub, every, air = self.volleys_of(left)
        return (sub[:, None, None] * every[None, :, None] * air[None, None, :]).ravel()

    def _volleys(self, left: Left) -> list[Chances]:
        sorts: list[list[tuple[Combatant, int]]] = [[], [], []]
        find = not self.blind or left.escorted
        for entry in left.units:
            sort = entry[0].sort
            sorts[0 if sort == SUBMARINE else 2 if sort == AIR and not find else 1].append(entry)
        return [volley(pips(part, self.attacking), self.low_luck) for part in sorts]

    def fire(self, submarines: bool = True, others: bool = True) -> Array:
        """By standing: the chances of each number of hits of the three classes, in one row."""
        sub, every, air = self.volleys
        none = [np.zeros_like(part) for part in self.volleys]
        for part in none:
            part[:, 0] = 1
        sub = sub if submarines else none[0]
        every, air = (every, air) if others else (none[1], none[2])
        rows: Array = sub[:, :, None, None] * every[:, None, :, None] * air[:, None, None, :]
        return rows.reshape(len(self.keys), -1)

    def targets(self, foe: Standings) -> Numbers:
        """By standing and hits of the foe (as in its ``fire``): the number of the standing that they lead to."""
        by_sub, by_any, by_air = (
            np.array([self.index[self.struck(key, may)] for key in self.keys])
            for may in (OF_SUBMARINES, OF_ANY, OF_AIRCRAFT)
        )
        combined = list(product(*(range(most + 1) for most in foe.most)))
        found = np.empty((len(self.keys), len(combined)), dtype=np.int64)
        for place, (sub, every, air) in enumerate(combined):
            number = np.arange(len(self.keys))
            for step, times in ((by_sub, sub), (by_air, air), (by_any, every)):
                for _ in range(times):
                    number = step[number]
            found[:, place] = number
        return found


def _filled(chances: Chances, size: int) -> Chances:
    filled = np.zeros(size)
    filled[: len(chances)] = chances
    return filled
