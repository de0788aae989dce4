"""22 The odds of island combat, exactly, where both sides aim as well as they can.

A fighter is told by the points that it has left: it has as many shots, and is lost with one hit more (22.2, 22.3).
Damage only grows, so that each fight rests on those with more of it: all fights of these fighters are solved at once,
one after the other for those who know the hits when they aim, and for the others level by level of damage.
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
    below,
    likeness,
    points,
)
from ironbottom.games.victory_in_the_pacific.pieces import JAPAN, Pieces
from ironbottom.games.victory_in_the_pacific.rules.island_combat import GARRISON_SHOTS, defenders, island_shots
from ironbottom.games.victory_in_the_pacific.state import Cells

TAKEN: Left = (-1,)
"""The base is taken; this replaces the list of units that are left to hold it."""


def takes(pieces: Pieces, cells: Cells, side: int, place: int, invaders: int) -> float:
    """22.1 How likely these amphibious units of a side take an enemy base."""
    landing, holding = (
        tuple(sorted([island_shots(pieces, cells, unit) for unit in members(units)], reverse=True))
        for units in (invaders, defenders(cells, side, place))
    )
    return island(landing, holding, side == JAPAN)


@cache
def island(invaders: Left, holding: Left = (), japan: bool = True) -> float:
    """22.1 to 22.4 How likely invaders take a base from its garrison and from the units that hold it.

    ``japan`` tells whether Japan invades: it fires first (5.34), so that the Allies know its hits when they aim.

    >>> round(island((3,)), 3), island((0,)), round(island((3, 3), (4,)), 3)
    (0.977, 0.0, 0.676)
    """
    if not invaders:
        return 0.0
    known = _solved(japan)
    if (invaders, holding) not in known:
        known.update(_fights(InvadingCamp(invaders), HoldingCamp(holding), japan))
    return known[invaders, holding]


Known = dict[tuple[Left, Left], float]
"""The chance of the base by who is left: of the invaders, and of the holders."""


@cache
def _solved(japan: bool) -> Known:
    """What was found of fights so far."""
    return {}


class Camp:
    """All that may become of the fighters of one side; what comes first ends the fight."""

    serves: np.ufunc
    """Which of some chances of the base it aims for."""
    end: float
    """The chance of the base at the end that comes first."""

    def __init__(self, ends: tuple[Left, ...]) -> None:
        self.ends = ends
        self.fighting = ends[1:]
        self.shots = np.array([sum(self.fires(left)) for left in self.fighting])
        self.alike = [likeness(left) for left in self.fighting]
        levels = [len(list(alike)) for _, alike in groupby(self.fighting, key=points)]
        self.levels = list(accumulate(levels, initial=0))
        """Where in those fighting each level of damage begins."""

    def fires(self, left: Left) -> Left:
        """The shots of each of those left."""
        return left

    def under_fire(self, other: Camp) -> Volleys:
        """What the shots of the other side leave of this one."""
        return Volleys(self.ends, self.fighting, [other.fires(left) for left in other.fighting])


class InvadingCamp(Camp):
    """The invaders, who aim for the greatest chance of the base."""

    serves = np.maximum
    end = 0.0

    def __init__(self, invaders: Left) -> None:
        super().__init__(below(invaders))


class HoldingCamp(Camp):
    """The holders with the garrison, which fires with them and is shot at when nobody else is left (22.4)."""

    serves = np.minimum
    end = 1.0

    def __init__(self, holding: Left) -> None:
        super().__init__((TAKEN, *below(holding)))

    def fires(self, left: Left) -> Left:
        """The garrison fires too."""
        return (*left, GARRISON_SHOTS)


def _fights(landing: InvadingCamp, holding: HoldingCamp, japan: bool) -> Iterator[tuple[tuple[Left, Left], float]]:
    """The chance of the base in every fight of these fighters and of what damage leaves of them."""
    told = _solve(landing, holding).T if japan else _solve(holding, landing)
    return zip(product(landing.ends, holding.fighting), told[:, 1:].ravel().tolist(), strict=True)


class Aims(NamedTuple):
    """Every way of some to aim at some, those of one pair after the other, and the pair that each is of."""

    rows: Places
    starts: Places
    pairs: Places


def _aims(ways: Sequence[Places]) -> Aims:
    counts = [len(one) for one in ways]
    starts = np.array([0, *accumulate(counts[:-1])])
    return Aims(np.concatenate(ways), starts, np.repeat(np.arange(len(counts)), counts))


def _solve(first: Camp, second: Camp) -> Chances:
    """The chance of the base for each that may be left of the second side, by each of the first, before a round.

    The second side knows the hits of the first when it aims. A round without a hit is fought again, whatever
    the targets, so that it changes nothing.
    """
    at_first, at_second = first.under_fire(second), second.under_fire(first)
    told = np.zeros((len(second.ends), len(first.ends)))
    told[0], told[:, 0], told[0, 0] = second.end, first.end, HoldingCamp.end
    after = np.zeros((len(at_first.chances), len(second.ends)))
    """By each way of the second side to aim: the chance after the round, by who is left of it."""
    after[:, 0] = at_first.chances @ told[0]
    targets = np.array([at_first.first[left] for left in first.fighting])
    opening = {
        alike: _aims([at_second.ways(first.fires(left), alike) for left in first.fighting])
        for alike in set(second.alike)
    }
    levels = list(pairwise(first.levels))
    for number, own in enumerate(second.fighting, 1):
        ways = {alike: at_first.ways(second.fires(own), alike) for alike in set(first.alike)}
        replies, aims = _aims([ways[alike] for alike in first.alike]), opening[likeness(own)]
        rows = replies.rows + targets[replies.pairs]
        best = second.serves.reduceat(after[:, :number].take(rows, 0), replies.starts)
        fired = at_second.chances[:, :number].take(aims.rows + at_second.first[own], 0)
        known = first.serves.reduceat(np.einsum("ij,ij->i", fired, best.take(aims.pairs, 0)), aims.starts)
        shots = first.shots + second.shots[number - 1]
        fought = 1 - (1 - HIT) ** shots
        known, missed = known / fought, (1 - HIT) ** first.shots / fought
        chances, row, bounds = at_first.chances.take(rows, 0), told[number], [*replies.starts.tolist(), len(rows)]
        for low, high in levels:
            unhurt = second.serves.reduceat(
                chances[bounds[low] : bounds[high]] @ row, replies.starts[low:high] - bounds[low]
            )
            row[low + 1 : high + 1] = known[low:high] + missed[low:high] * unhurt
        after[:, number] = at_first.chances @ row
    return told
