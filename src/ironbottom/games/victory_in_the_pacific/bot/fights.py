"""The bot's fast estimate of a fight: average survivors after a few rounds, control of the area, and losses.

A fleet is summarized in a few figures, so that hundreds of plans can be compared in one decision. ``odds/`` computes
exact odds; here all fire is counted in shots without the bonus.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import add
from typing import NamedTuple

BONUS_COUNTS = 1.45
"""7.535 The number of shots without the bonus that equal a shot with it."""
AIR_STANDS = 9.0
"""12.22 to 12.25 The average number of shots needed to destroy an air unit, from carriers that fire at ships with the
bonus.
"""
ROUNDS = 3
SPREAD = 0.12
"""The spread by chance, which gives the weaker side a probability of winning."""
FIGHTS_KEPT = 10_000
"""The number of estimates in the cache: plans for a fleet differ in few areas."""
DAY_WANTED = 0.65
"""7.32 The probability of day if the sides differ: wanting day adds one to the die."""


class Fleet(NamedTuple):
    """Units of a side in one area: their fire by day and night, their endurance, and their value.

    Carriers, other ships and air units are separate since they are screened and hit in different ways (7.42).
    ``holders`` counts the units that hold the area for their side if they survive (15.1).
    """

    planes: float = 0.0
    air: float = 0.0
    guns: float = 0.0
    carriers: float = 0.0
    others: float = 0.0
    air_stands: float = 0.0
    carriers_worth: float = 0.0
    others_worth: float = 0.0
    air_worth: float = 0.0
    holders: float = 0.0

    def part(self, share: float) -> Fleet:
        """A fraction of each figure."""
        return Fleet(*[share * figure for figure in self])

    @property
    def shots_to_destroy(self) -> float:
        """The average number of shots needed to destroy the whole fleet."""
        return self.carriers + self.others + self.air_stands


NOBODY = Fleet()


def sum_of_fleets(fleets: Iterable[Fleet]) -> Fleet:
    """The sum of several fleets.

    >>> sum_of_fleets([Fleet(planes=4.0), Fleet(guns=1.0)]) == Fleet(planes=4.0, guns=1.0)
    True
    """
    result = list(fleets)
    if len(result) == 1:
        return result[0]
    if len(result) == 2:
        return Fleet._make(map(add, *result))
    return Fleet(*map(sum, zip(*result, strict=True))) if result else NOBODY


class FightResult(NamedTuple):
    """The probability that each side holds the area at the end, and each side's losses by value."""

    mine: float
    theirs: float
    my_loss: float
    their_loss: float


class _RemainingFleet:
    """What remains of a fleet during a fight."""

    __slots__ = ("air", "carriers", "fleet", "others")

    def __init__(self, fleet: Fleet) -> None:
        self.fleet = fleet
        self.carriers, self.others, self.air = fleet.carriers, fleet.others, fleet.air_stands

    def by_day(self) -> float:
        """The fire of the remaining units by day."""
        fleet, fire = self.fleet, 0.0
        if self.carriers > 0:
            fire += fleet.planes * self.carriers / fleet.carriers
        if self.air > 0:
            fire += fleet.air * self.air / fleet.air_stands
        return fire

    def by_night(self) -> float:
        """The fire of the remaining units by night."""
        return self.fleet.guns * self.others / self.fleet.others if self.others > 0 else 0.0

    def shots_to_destroy(self) -> float:
        """The number of shots that the remaining units can still withstand."""
        return self.carriers + self.others + self.air

    def hit(self, day: float, night: float) -> None:
        """7.42 Applies hits: by day carriers are hit first, then the rest; by night other ships, then carriers, but no
        air units.
        """
        taken = min(self.carriers, day)
        self.carriers -= taken
        rest = self.others + self.air
        if rest > 0 and day > taken:
            kept = max(0.0, 1 - (day - taken) / rest)
            self.others, self.air = self.others * kept, self.air * kept
        taken = min(self.others, night)
        self.others -= taken
        self.carriers = max(0.0, self.carriers - (night - taken))

    def lost(self) -> float:
        """The losses of the fleet, by value."""
        fleet, loss = self.fleet, 0.0
        if fleet.carriers:
            loss += fleet.carriers_worth * (1 - self.carriers / fleet.carriers)
        if fleet.others:
            loss += fleet.others_worth * (1 - self.others / fleet.others)
        if fleet.air_stands:
            loss += fleet.air_worth * (1 - self.air / fleet.air_stands)
        return loss

    def strength(self) -> float:
        """The remaining strength of the fleet: endurance and fire."""
        return self.shots_to_destroy() / 4 + self.by_day() / 2 + self.by_night() / 3

    def holds(self, wins: float) -> float:
        """15.1 The probability that part of the fleet holds the area at the end."""
        fleet = self.fleet
        if not fleet.holders:
            return 0.0
        left = max(0.05, min(1.0, self.shots_to_destroy() / fleet.shots_to_destroy))
        if fleet.holders < 1:
            return wins * fleet.holders * left
        return float(wins * (1 - (1 - left) ** fleet.holders))


def day_share(mine: _RemainingFleet, theirs: _RemainingFleet) -> float:
    """7.3 The probability that the round is fought by day: each side wants the action that suits it better."""
    ours, others = (mine.by_day(), mine.by_night()), (theirs.by_day(), theirs.by_night())
    suits_me = ours[0] - others[0] >= ours[1] - others[1]
    suits_them = others[0] - ours[0] >= others[1] - ours[1]
    if suits_me == suits_them:
        return 1.0 if suits_me else 0.0
    return DAY_WANTED


class FleetLosses(NamedTuple):
    """The losses of a fleet in one action: by value, and as a share of its endurance."""

    worth: float
    share: float


def action_losses(firing: Fleet, targets: Fleet, day: bool) -> FleetLosses:
    """7.2 The losses that a fleet's fire by day or by night causes.

    >>> action_losses(Fleet(guns=2.0, others=4.0), Fleet(others=4.0, others_worth=1.0), day=False)
    FleetLosses(worth=0.5, share=0.5)
    """
    if not targets.shots_to_destroy:
        return FleetLosses(0.0, 0.0)
    shooting, left = _RemainingFleet(firing), _RemainingFleet(targets)
    left.hit(shooting.by_day() if day else 0.0, 0.0 if day else shooting.by_night())
    return FleetLosses(left.lost(), 1 - left.shots_to_destroy() / targets.shots_to_destroy)


@lru_cache(maxsize=FIGHTS_KEPT)
def fight_result(mine: Fleet, theirs: Fleet) -> FightResult:
    """The average result of a fight between two fleets.

    >>> fight_result(Fleet(others=3.0, holders=1.0), NOBODY)
    FightResult(mine=1.0, theirs=0.0, my_loss=0.0, their_loss=0.0)
    """
    if not theirs.shots_to_destroy:
        return FightResult(min(1.0, mine.holders) if mine.shots_to_destroy else 0.0, 0.0, 0.0, 0.0)
    if not mine.shots_to_destroy:
        return FightResult(0.0, min(1.0, theirs.holders), 0.0, 0.0)
    left, right = _RemainingFleet(mine), _RemainingFleet(theirs)
    hope = SPREAD * left.strength(), SPREAD * right.strength()
    for _ in range(ROUNDS):
        day = day_share(left, right)
        night = 1 - day
        given, taken = (left.by_day() * day, left.by_night() * night), (right.by_day() * day, right.by_night() * night)
        right.hit(*given)
        left.hit(*taken)
        if left.shots_to_destroy() <= 0 or right.shots_to_destroy() <= 0:
            break
    ours, others = (left.strength() + hope[0]) ** 2, (right.strength() + hope[1]) ** 2
    wins = ours / (ours + others)
    return FightResult(left.holds(wins), right.holds(1 - wins), left.lost(), right.lost())
