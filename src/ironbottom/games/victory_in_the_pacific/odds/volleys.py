"""22.2, 22.3 The possible conditions of units under fire ashore, for every way to distribute the shots, as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Left = tuple[int, ...]
"""The remaining points of each fighter, in falling order."""
Chances = NDArray[np.float64]
Places = NDArray[np.int64]

HIT = 1 / 6
GARRISON: Left = (0,)
"""22.4 The target when no other unit defends a base: one hit on it takes the base, which is the first of the possible
ends.
"""
WIDTH = 8
"""The number of bits for the shots on one target, in a number that describes all targets."""


@cache
def possible_remainders(fighters: Left) -> tuple[Left, ...]:
    """All possible conditions of fighters, those with more damage first, and the undamaged fighters last.

    >>> possible_remainders((1,)), len(possible_remainders((3, 3, 3))), len(possible_remainders((4, 4)))
    (((), (0,), (1,)), 35, 21)
    """
    each = product(*[range(-1, left + 1) for left in fighters])
    result = {tuple(sorted([left for left in one if left >= 0], reverse=True)) for one in each}
    return tuple(sorted(result, key=lambda left: (hits_to_destroy(left), left)))


def hits_to_destroy(fighters: Left) -> int:
    """The number of hits that destroys all of these fighters."""
    return sum(fighters) + len(fighters)


@cache
def shot_distributions(own: Left, targets: int) -> frozenset[int]:
    """22.2 The ways to distribute shots over this many targets: a fighter fires all its shots at one target.

    >>> [(way % 256, way >> WIDTH) for way in sorted(shot_distributions((2, 1), 2))]
    [(3, 0), (2, 1), (1, 2), (0, 3)]
    """
    if not own:
        return frozenset((0,))
    more = [own[-1] << WIDTH * index for index in range(targets)]
    return frozenset([before + one for before in shot_distributions(own[:-1], targets) for one in more])


EqualTargets = tuple[int, ...]
"""For each target, the index of the first target with as many points left."""
NOBODY_ELSE: EqualTargets = (-1,)
"""The garrison is one target, different from all others."""


def equal_targets(targets: Left) -> EqualTargets:
    """For each target, the index of the first equal target.

    >>> equal_targets((3, 3, 1)), equal_targets(())
    ((0, 0, 2), (-1,))
    """
    return tuple([targets.index(left) for left in targets]) or NOBODY_ELSE


class Volleys:
    """The conditions of targets for each way to distribute shots among them.

    ``chances`` has a row for each set of targets and each distribution, and a column for each of ``ends``.
    Distributions that differ only by equal targets count once.
    """

    def __init__(self, ends: Sequence[Left], shot_at: Sequence[Left], shooters: Iterable[Left]) -> None:
        """``shot_at`` are the ends that are targets; each of ``shooters`` may fire at each of them."""
        own = list(shooters)
        every = list(dict.fromkeys(map(equal_targets, shot_at)))
        together = {
            size: np.array(sorted(frozenset[int]().union(*[shot_distributions(one, size) for one in own])))
            for size in sorted({len(equal) for equal in every})
        }
        self._place: dict[EqualTargets, dict[int, int]] = {}
        self._distributions: dict[tuple[Left, EqualTargets], Places] = {}
        self.first: dict[Left, int] = {}
        """The first row of each set of targets."""
        column = {left: index for index, left in enumerate(ends)}
        parts, rows = [], 0
        for equal in every:
            distributions, place = _counted_once(equal, together[len(equal)])
            self._place[equal] = dict(zip(together[len(equal)].tolist(), place.tolist(), strict=True))
            these = [targets for targets in shot_at if equal_targets(targets) == equal]
            for targets in these:
                self.first[targets] = rows
                rows += len(distributions)
            if equal == NOBODY_ELSE:
                parts.append(_fallen([GARRISON], distributions, {(): 0, GARRISON: column[()]}, len(ends)))
            else:
                parts.append(_fallen(these, distributions, column, len(ends)))
        self.chances: Chances = np.concatenate(parts)

    def distributions(self, own: Left, equal: EqualTargets) -> Places:
        """The distributions of shots over such targets, relative to their first row."""
        result = self._distributions.get((own, equal))
        if result is None:
            place = self._place[equal]
            result = self._distributions[own, equal] = np.array(
                list({place[kind] for kind in shot_distributions(own, len(equal))})
            )
        return result


def _counted_once(equal: EqualTargets, distributions: Places) -> tuple[Places, Places]:
    """The distinct distributions, and for each assignment the index of its distribution."""
    shots = distributions[:, None] >> WIDTH * np.arange(len(equal)) & (1 << WIDTH) - 1
    for one in set(equal):
        same = [index for index, first in enumerate(equal) if first == one]
        if len(same) > 1:
            shots[:, same] = np.sort(shots[:, same], axis=1)
    coded = (shots << WIDTH * np.arange(len(equal))).sum(axis=1)
    _, first, place = np.unique(coded, return_index=True, return_inverse=True)
    return shots[first], place


def _fallen(target_sets: Sequence[Left], shots: Places, column: dict[Left, int], columns: int) -> Chances:
    """22.3 Rows for this many targets: first those of the first target in all distributions, then those of the next."""
    distributions, size = shots.shape
    most = max(max(targets) for targets in target_sets)
    one = _left_of_one(most, int(shots.max()))
    fired = [one[shots[:, index]] for index in range(size)]
    ends = _ends(size, most)
    result = np.array([column.get(left, 0) for left in ends.remainders])[ends.place]
    only = np.eye(columns)
    found: Chances = np.empty((len(target_sets), distributions, columns))
    for rows, targets in zip(found, target_sets, strict=True):
        each: Any = fired[0][:, targets[0], : targets[0] + 2]
        for left, chances in zip(targets[1:], fired[1:], strict=True):
            each = (each[:, :, None] * chances[:, left, None, : left + 2]).reshape(distributions, -1)
        np.matmul(each, only[result[tuple([slice(left + 2) for left in targets])].ravel()], out=rows)
    return found.reshape(-1, columns)


@cache
def _left_of_one(most: int, shots: int) -> Chances:
    """For shots and initial points, the probability that a target is lost (0) or keeps this many points (listed at one
    more).
    """
    result = np.zeros((shots + 1, most + 1, most + 2))
    for fired in range(shots + 1):
        chances = [comb(fired, hits) * HIT**hits * (1 - HIT) ** (fired - hits) for hits in range(fired + 1)]
        for left in range(most + 1):
            for hits, chance in enumerate(chances):
                result[fired, left, max(left + 1 - hits, 0)] += chance
    return result


class Remainders(NamedTuple):
    """All possible conditions of the given targets, and the index of each, given the condition of each target."""

    remainders: tuple[Left, ...]
    place: Places


@cache
def _ends(size: int, most: int) -> Remainders:
    """The possible conditions of this many targets with at most this many points: an index for each, 0 if it is lost,
    otherwise by its remaining points.
    """
    remainders = possible_remainders((most,) * size)
    place = {left: index for index, left in enumerate(remainders)}
    each = product(range(-1, most + 1), repeat=size)
    result = [place[tuple(sorted([left for left in one if left >= 0], reverse=True))] for one in each]
    return Remainders(remainders, np.array(result).reshape((most + 2,) * size))
