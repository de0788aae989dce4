"""7.1 to 7.5 The exact odds of air combat against a wave: a patrol with its Bounce, then anti-aircraft fire.

Patrols, escorts and strikers are flights as in the rules (``air_combat.Flight``). Each hit strikes a random point. On a
die of at least its fragility the point is lost, otherwise it is driven off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ironbottom.games.war_in_the_pacific.charts_in_force import Charts
from ironbottom.games.war_in_the_pacific.odds.strikes import FACES, hits
from ironbottom.games.war_in_the_pacific.odds.wave_survival import MIN_CHANCE, Left, bounces, survivors_of_hits
from ironbottom.games.war_in_the_pacific.rules.air import air_combat
from ironbottom.games.war_in_the_pacific.rules.air.air_combat import Flight
from ironbottom.odds.distributions import Distribution, total

Flights = tuple[Flight, ...]


class MeleeHits(NamedTuple):
    """7.11 The chances of each number of hits on the patrol, on the escorts, and on the strikers."""

    patrol: Distribution
    escorts: Distribution
    strikers: Distribution


class _Tally:
    """Adds up the chances of each number of hits."""

    def __init__(self, most: int) -> None:
        self.chances = [0.0] * (most + 1)

    def add(self, hit: int, chance: float) -> None:
        self.chances[min(hit, len(self.chances) - 1)] += chance


def reduced_to(flights: Flights, left: Sequence[int]) -> Flights:
    """Flights reduced to this many points."""
    return tuple([flight._replace(number=number) for flight, number in zip(flights, left, strict=True)])


def strengths(flights: Flights, hit: int, *, high: bool = False) -> Mapping[int, float]:
    """7.11 The strength of flights after this many random hits, with its chance."""
    result: dict[int, float] = {}
    for left, chance in survivors_of_hits([flight.number for flight in flights], hit) if flights else [((), 1.0)]:
        strength = air_combat.total(reduced_to(flights, left), against_high=high)
        result[strength] = result.get(strength, 0.0) + chance
    return result


def melee_hits(
    charts: Charts, patrol: Flights, escorts: Flights, strikers: Flights, added: tuple[int, int], *, high: bool = False
) -> MeleeHits:
    """7.11, 7.2, 7.31 The combat of a patrol and a wave; ``added`` is each side's die modifier for the Bounce."""
    here, guard, wave = (air_combat.points(flights) for flights in (patrol, escorts, strikers))
    on_patrol, on_escorts, on_strikers = _Tally(here), _Tally(guard), _Tally(wave)
    result = MeleeHits(*[tuple(tally.chances) for tally in (on_patrol, on_escorts, on_strikers)])
    if not here or not guard + wave:
        return MeleeHits(*[(1.0, *chances[1:]) for chances in result])
    nobody, theirs, ours = bounces(*added)
    whole, covering = air_combat.total(patrol, against_high=high), air_combat.total(escorts)
    answer = hits(charts.air_air, covering - (-air_combat.total(strikers) // 2))
    for first, second, chance in patrol_fire(charts, whole, covering, guard, wave):
        on_escorts.add(first, chance * (nobody + theirs))
        on_strikers.add(second, chance * (nobody + theirs))
        for strength, likely in strength_to_answer(escorts, strikers, first, second).items():
            for hit, share in enumerate(hits(charts.air_air, strength)):
                on_patrol.add(hit, chance * likely * share * theirs)
    for hit, chance in enumerate(answer):
        on_patrol.add(hit, chance * (nobody + ours))
        for strength, likely in strengths(patrol, min(hit, here), high=high).items():
            for first, second, share in patrol_fire(charts, strength, covering, guard, wave):
                on_escorts.add(first, chance * likely * share * ours)
                on_strikers.add(second, chance * likely * share * ours)
    return MeleeHits(*[tuple(tally.chances) for tally in (on_patrol, on_escorts, on_strikers)])


def patrol_fire(charts: Charts, strength: int, covering: int, guard: int, wave: int) -> list[tuple[int, int, float]]:
    """7.11 Each number of a patrol's hits, divided into those on escorts and on strikers, with its chance."""
    result = []
    for hit, chance in enumerate(hits(charts.air_air, strength)):
        share = -(-hit * covering // strength) if strength else 0
        on_escorts = min(hit, share, guard)
        result.append((on_escorts, min(hit - on_escorts, wave), chance))
    return result


def strength_to_answer(escorts: Flights, strikers: Flights, first: int, second: int) -> Mapping[int, float]:
    """7.2, 7.11 The strength with which a wave fires back after the hits of a patrol that had the Bounce."""
    result: dict[int, float] = {}
    for one, chance in strengths(escorts, first).items():
        for other, likely in strengths(strikers, second).items():
            strength = one - (-other // 2)
            result[strength] = result.get(strength, 0.0) + chance * likely
    return result


# -- losses -----------------------------------------------------------------------------------------------------


def loss_chance(flight: Flight) -> float:
    """7.12 The chance that a hit on a point of a flight is a loss."""
    return (FACES + 1 - flight.fragility) / FACES


def points_after_hits(flights: Flights, hit: Distribution) -> Left:
    """7.11 The remaining points of each flight after random hits."""
    result: Left = {}
    for number, chance in enumerate(hit):
        if chance < MIN_CHANCE:
            continue
        for left, likely in (
            survivors_of_hits([flight.number for flight in flights], number) if flights else [((), 1.0)]
        ):
            result[left] = result.get(left, 0.0) + chance * likely
    return result


def loss_chances(flights: Flights, left: Left) -> Distribution:
    """7.12 The chance of each number of lost points, given the points that remain; the others were driven off."""
    result = [0.0] * (air_combat.points(flights) + 1)
    for numbers, chance in left.items():
        pairs = zip(flights, numbers, strict=True)
        each = [
            (1 - loss_chance(flight), loss_chance(flight)) for flight, now in pairs for _ in range(flight.number - now)
        ]
        for number, likely in enumerate(total(each)):
            result[number] += chance * likely
    return tuple(result)


def points_gone(flights: Flights, left: Left) -> Distribution:
    """7.12 The chance of each number of points lost or driven off."""
    result = [0.0] * (air_combat.points(flights) + 1)
    for numbers, chance in left.items():
        result[air_combat.points(flights) - sum(numbers)] += chance
    return tuple(result)
