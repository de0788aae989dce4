"""The exact distribution of a wave after a patrol and anti-aircraft fire (7.1 to 7.5), flight by flight.

Patrol hits fall on attacking points at random; anti-aircraft hits go round the flights in turn. The result is one joint
distribution of the remaining points, from which the effects of the wave are computed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb
from typing import NamedTuple

from ironbottom.games.war_in_the_pacific.charts_in_force import Charts
from ironbottom.games.war_in_the_pacific.odds.strikes import FACES, Wing, hits
from ironbottom.games.war_in_the_pacific.rules.air.air_combat import HIGHER_BY
from ironbottom.odds.distributions import Distribution

MIN_CHANCE = 1e-12
"""Chances below this are ignored."""
Left = dict[tuple[int, ...], float]
"""The chance of each combination of remaining points, flight by flight."""


class Formation(NamedTuple):
    """The escorts or strikers that a patrol meets: their number, and their total air combat strength."""

    points: int
    strength: int


def bounces(patrol: int, escort: int) -> tuple[float, float, float]:
    """7.2 The chances of no Bounce, of a Bounce by the patrol, and of a Bounce by the escort, given each side's die
    modifier.

    >>> [round(36 * chance) for chance in bounces(0, 0)]
    [16, 10, 10]
    """
    found = [0, 0, 0]
    for here in range(1, FACES + 1):
        for there in range(1, FACES + 1):
            ahead = here + patrol - there - escort
            found[1 if ahead >= HIGHER_BY else 2 if -ahead >= HIGHER_BY else 0] += 1
    nobody, theirs, ours = (number / FACES**2 for number in found)
    return nobody, theirs, ours


def shot_down(
    charts: Charts, patrol: Wing, escorts: Formation, strikers: Formation, added: tuple[int, int]
) -> Distribution:
    """7.11, 7.2 The strikers that a patrol shoots down or drives off, after its losses in the escorts' Bounce."""
    result = [0.0] * (strikers.points + 1)
    if not patrol.points or not escorts.points + strikers.points:
        result[0] = 1.0
        return tuple(result)
    *others, ours = bounces(*added)
    fires = {patrol.points: sum(others)}
    for number, chance in enumerate(hits(charts.air_air, escorts.strength - (-strikers.strength // 2))):
        left = max(patrol.points - number, 0)
        fires[left] = fires.get(left, 0.0) + ours * chance
    for left, likely in fires.items():
        strength = left * patrol.rating
        for number, chance in enumerate(hits(charts.air_air, strength)):
            share = -(-number * escorts.strength // strength) if strength else 0
            on_escorts = min(number, share, escorts.points)
            result[min(number - on_escorts, strikers.points)] += likely * chance
    return tuple(result)


def survivors_of_hits(points: Sequence[int], hit: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """7.11 The remaining points of flights after this many random hits, with their chance.

    >>> [(left, round(chance, 2)) for left, chance in survivors_of_hits((2, 1), 1)]
    [((2, 0), 0.33), ((1, 1), 0.67)]
    """
    if len(points) == 1:
        yield (points[0] - hit,), 1.0
        return
    first, rest = points[0], sum(points[1:])
    ways = comb(first + rest, hit)
    for here in range(max(0, hit - rest), min(first, hit) + 1):
        chance = comb(first, here) * comb(rest, hit - here) / ways
        for others, likely in survivors_of_hits(points[1:], hit - here):
            yield (first - here, *others), chance * likely


def round_robin(points: Sequence[int], order: Sequence[int], hit: int) -> tuple[int, ...]:
    """7.5 The remaining points of flights after anti-aircraft hits, which go round them in order.

    >>> round_robin((2, 3), (1, 0), 3)
    (1, 1)
    """
    left, place = list(points), 0
    for _ in range(hit):
        while not left[order[place % len(order)]]:
            place += 1
        left[order[place % len(order)]] -= 1
        place += 1
    return tuple(left)


def come_through(charts: Charts, points: Sequence[int], order: Sequence[int], gone: Distribution, fire: int) -> Left:
    """7.11, 7.5 The rest of each flight: ``gone`` points are lost to a patrol, ``order`` is the order of fire."""
    burst, result = hits(charts.anti_aircraft, fire), dict[tuple[int, ...], float]()
    for hit, first in enumerate(gone):
        if first < MIN_CHANCE:
            continue
        for left, likely in survivors_of_hits(points, hit):
            there = sum(left[place] for place in order)
            for number, second in enumerate(burst if there else (1.0,)):
                chance = first * likely * second
                if chance >= MIN_CHANCE:
                    after = round_robin(left, order, min(number, -(-there // 2)))
                    result[after] = result.get(after, 0.0) + chance
    return result
