"""22 The exact odds of island combat if both sides aim as well as possible.

A fighter is described by its remaining points: it has that many shots, and is lost with one more hit (22.2, 22.3).
Damage only increases, so each fight depends only on fights with more damage. All fights of these fighters are solved
together: one by one for the side that knows the hits when it aims, and one level of damage at a time for the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate, groupby, pairwise, product
from typing import NamedTuple

import numpy as np

from ironbottom.engine.core.fields import members
from ironbottom.games.victory_in_the_pacific.odds.volleys import (
    HIT,
    Chances,
    Left,
    Places,
    Volleys,
    equal_targets,
    hits_to_destroy,
    possible_remainders,
)
from ironbottom.games.victory_in_the_pacific.pieces import JAPAN
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.rules.island_combat import GARRISON_SHOTS, defenders, island_shots
from ironbottom.games.victory_in_the_pacific.state import Cells

TAKEN: Left = (-1,)
"""The base is taken; this replaces the list of remaining defenders."""


def capture_chance(pieces: Pieces, cells: Cells, side: int, place: int, invaders: int) -> float:
    """22.1 The probability that these amphibious units of a side take an enemy base."""
    landing, holding = (
        tuple(sorted([island_shots(pieces, cells, unit) for unit in members(units)], reverse=True))
        for units in (invaders, defenders(cells, side, place))
    )
    return base_fall_chance(landing, holding, side == JAPAN)


@cache
def base_fall_chance(invaders: Left, holding: Left = (), japan: bool = True) -> float:
    """22.1 to 22.4 The probability that invaders take a base from its garrison and defenders.

    ``japan``: whether Japan invades. Japan fires first (5.34), so the Allies know its hits when they aim.

    >>> round(base_fall_chance((3,)), 3), base_fall_chance((0,)), round(base_fall_chance((3, 3), (4,)), 3)
    (0.977, 0.0, 0.676)
    """
    if not invaders:
        return 0.0
    known = _solved(japan)
    if (invaders, holding) not in known:
        known.update(_fights(InvadingForce(invaders), HoldingForce(holding), japan))
    return known[invaders, holding]


Known = dict[tuple[Left, Left], float]
"""The probability that the base falls, by remaining invaders and holders."""


@cache
def _solved(japan: bool) -> Known:
    """The cached results of fights."""
    return {}


class IslandForce:
    """The possible conditions of one side's fighters; the first of them ends the fight."""

    serves: np.ufunc
    """The function that picks the best of several probabilities for this side."""
    end: float
    """The probability that the base falls when the first condition is reached."""

    def __init__(self, ends: tuple[Left, ...]) -> None:
        self.ends = ends
        self.fighting = ends[1:]
        self.shots = np.array([sum(self.fires(left)) for left in self.fighting])
        self.equal = [equal_targets(left) for left in self.fighting]
        levels = [len(list(equal)) for _, equal in groupby(self.fighting, key=hits_to_destroy)]
        self.levels = list(accumulate(levels, initial=0))
        """The index in ``fighting`` at which each level of damage begins."""

    def fires(self, left: Left) -> Left:
        """The number of shots of each remaining fighter."""
        return left

    def under_fire(self, other: IslandForce) -> Volleys:
        """The effect of the other side's shots on this side."""
        return Volleys(self.ends, self.fighting, [other.fires(left) for left in other.fighting])


class InvadingForce(IslandForce):
    """The invaders, who maximize the probability that the base falls."""

    serves = np.maximum
    end = 0.0

    def __init__(self, invaders: Left) -> None:
        super().__init__(possible_remainders(invaders))


class HoldingForce(IslandForce):
    """The defenders with the garrison, which also fires, and is a target only when it is alone (22.4)."""

    serves = np.minimum
    end = 1.0

    def __init__(self, holding: Left) -> None:
        super().__init__((TAKEN, *possible_remainders(holding)))

    def fires(self, left: Left) -> Left:
        """The garrison fires too."""
        return (*left, GARRISON_SHOTS)


def _fights(landing: InvadingForce, holding: HoldingForce, japan: bool) -> Iterator[tuple[tuple[Left, Left], float]]:
    """The probability that the base falls, for every fight of these fighters, in every condition."""
    result = _solve(landing, holding).T if japan else _solve(holding, landing)
    return zip(product(landing.ends, holding.fighting), result[:, 1:].ravel().tolist(), strict=True)


class Aims(NamedTuple):
    """Every assignment of shooters to targets, grouped by pair, and the pair of each."""

    rows: Places
    starts: Places
    pairs: Places


def _aims(distributions: Sequence[Places]) -> Aims:
    counts = [len(one) for one in distributions]
    starts = np.array([0, *accumulate(counts[:-1])])
    return Aims(np.concatenate(distributions), starts, np.repeat(np.arange(len(counts)), counts))


def _solve(first: IslandForce, second: IslandForce) -> Chances:
    """The probability that the base falls before a round, for each condition of the second side and each of the first.

    The second side knows the hits of the first when it aims. A round without a hit is repeated, so it changes nothing.
    """
    at_first, at_second = first.under_fire(second), second.under_fire(first)
    result = np.zeros((len(second.ends), len(first.ends)))
    result[0], result[:, 0], result[0, 0] = second.end, first.end, HoldingForce.end
    after = np.zeros((len(at_first.chances), len(second.ends)))
    """For each assignment of the second side, the probability after the round, by the second side's condition."""
    after[:, 0] = at_first.chances @ result[0]
    targets = np.array([at_first.first[left] for left in first.fighting])
    opening = {
        equal: _aims([at_second.distributions(first.fires(left), equal) for left in first.fighting])
        for equal in set(second.equal)
    }
    levels = list(pairwise(first.levels))
    for number, own in enumerate(second.fighting, 1):
        distributions = {equal: at_first.distributions(second.fires(own), equal) for equal in set(first.equal)}
        replies, aims = _aims([distributions[equal] for equal in first.equal]), opening[equal_targets(own)]
        rows = replies.rows + targets[replies.pairs]
        best = second.serves.reduceat(after[:, :number].take(rows, 0), replies.starts)
        fired = at_second.chances[:, :number].take(aims.rows + at_second.first[own], 0)
        known = first.serves.reduceat(np.einsum("ij,ij->i", fired, best.take(aims.pairs, 0)), aims.starts)
        shots = first.shots + second.shots[number - 1]
        fought = 1 - (1 - HIT) ** shots
        known, missed = known / fought, (1 - HIT) ** first.shots / fought
        chances, row, bounds = at_first.chances.take(rows, 0), result[number], [*replies.starts.tolist(), len(rows)]
        for low, high in levels:
            unhurt = second.serves.reduceat(
                chances[bounds[low] : bounds[high]] @ row, replies.starts[low:high] - bounds[low]
            )
            row[low + 1 : high + 1] = known[low:high] + missed[low:high] * unhurt
        after[:, number] = at_first.chances @ row
    return result
