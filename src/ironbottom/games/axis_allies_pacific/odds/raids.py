"""8.11 The odds of a strategic bombing raid: AA fire, interceptors, escorts, and the enemy's loss.

>>> raid(1, budget=60).paid
{1: 0.167, 2: 0.167, 3: 0.167, 4: 0.167, 5: 0.167, 6: 0.167}
"""

from __future__ import annotations

import math
from collections import defaultdict
from functools import cache

import msgspec

from ironbottom.games.axis_allies_pacific.odds.volleys import volley
from ironbottom.odds.distributions import Distribution, total, uniform_over

INTERCEPTORS_HIT_ON, ESCORTS_HIT_ON, AA_HITS_ON = 2, 1, 1
DIE = uniform_over(range(1, 7))
IPC_FOR_A_POINT = 10
"""8.11.4 Japan loses a victory point for every full ten IPC."""


class RaidOdds(msgspec.Struct, frozen=True):
    """The probability of each payment, and the average number of aircraft lost."""

    sums: dict[int, float]
    bombers_lost: float
    escorts_lost: float
    interceptors_lost: float
    flights: tuple[RaidersLeft, ...] = ()
    """The possible surviving aircraft of the raid, with their probabilities."""
    interceptors_left: dict[int, float] = {}

    @property
    def raiders_left(self) -> list[tuple[dict[str, int], float]]:
        """The possible survivors of the raid with their probabilities, the largest first."""
        found: dict[tuple[int, int], float] = defaultdict(float)
        for flight in self.flights:
            found[flight.bombers, flight.escorts] += flight.chance
        ordered = sorted(found.items(), key=lambda entry: (-sum(entry[0]), -entry[0][0]))
        return [
            ({name: n for name, n in (("bomber", bombers), ("fighter", escorts)) if n}, chance)
            for (bombers, escorts), chance in ordered
        ]

    @property
    def paid(self) -> dict[int, float]:
        """The probabilities of each payment, to three places."""
        return {amount: round(chance, 3) for amount, chance in self.sums.items()}

    @property
    def mean(self) -> float:
        """The average payment."""
        return math.fsum(amount * chance for amount, chance in self.sums.items())

    @property
    def points(self) -> float:
        """8.11.4 The average number of victory points that Japan loses, if it pays."""
        return math.fsum(amount // IPC_FOR_A_POINT * chance for amount, chance in self.sums.items())


class RaidersLeft(msgspec.Struct, frozen=True):
    """The surviving aircraft of a raid, with their probability."""

    chance: float
    bombers: int
    escorts: int


def raid(
    bombers: int,
    budget: int,
    escorts: int = 0,
    interceptors: int = 0,
    *,
    aa: bool = False,
    cap: int = 6,
    escorts_first: bool = True,
) -> RaidOdds:
    """The odds of a raid on an economy with this much in its treasury.

    ``cap``: the highest hit number of an interceptor, 1 in Japan's first turn (8.13.1); ``escorts_first``: whether the
    attacker loses escorts first.
    """
    flights = [RaidersLeft(1.0, bombers, escorts)]
    if aa:
        flights = _give_up(flights, _hits(bombers + escorts, AA_HITS_ON), escorts_first)
    met: dict[int, float] = defaultdict(float)
    for flight in flights:
        for hits, chance in enumerate(_hits(flight.escorts, ESCORTS_HIT_ON) if interceptors else (1.0,)):
            met[max(0, interceptors - hits)] += flight.chance * chance
    downed = math.fsum((interceptors - left) * chance for left, chance in met.items())
    if interceptors:
        flights = _give_up(flights, _hits(interceptors, min(cap, INTERCEPTORS_HIT_ON)), escorts_first)
    sums: dict[int, float] = defaultdict(float)
    for flight in flights:
        for amount, chance in enumerate(total([DIE] * flight.bombers)):
            if chance:
                sums[min(amount, budget)] += flight.chance * chance
    return RaidOdds(
        dict(sorted(sums.items())),
        math.fsum(flight.chance * (bombers - flight.bombers) for flight in flights),
        math.fsum(flight.chance * (escorts - flight.escorts) for flight in flights),
        downed,
        tuple(flights),
        dict(sorted(met.items(), reverse=True)),
    )


@cache
def _hits(dice: int, on: int) -> Distribution:
    pips = [0] * 7
    pips[on] = dice
    return tuple(volley(tuple(pips)).tolist())


def _give_up(flights: list[RaidersLeft], hits: Distribution, escorts_first: bool) -> list[RaidersLeft]:
    """The groups of aircraft after hits; hits beyond the number of aircraft have no effect."""
    after = []
    for flight in flights:
        for number, chance in enumerate(hits):
            number = min(number, flight.bombers + flight.escorts)
            first = min(number, flight.escorts if escorts_first else flight.bombers)
            escorts = first if escorts_first else number - first
            left = flight.bombers - (number - escorts), flight.escorts - escorts
            after.append(RaidersLeft(flight.chance * chance, *left))
    return after
