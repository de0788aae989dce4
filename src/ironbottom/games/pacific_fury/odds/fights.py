"""Exact odds of fights: hits of a line of ships, ships sunk, Henderson Field disrupted, landings (10.0).

Everything here is computed from factors and numbers only; tests compare it with every possible roll in the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from ironbottom.engine.cache import cached
from ironbottom.engine.core.fields import members
from ironbottom.games.pacific_fury.pieces import CARRIERS, EXPRESS, GUNS, Pieces
from ironbottom.games.pacific_fury.rules.carrier_combat import air_strike_rating, bonus, cover_of
from ironbottom.games.pacific_fury.rules.hits import hits_scored, lowest_die, under_cover
from ironbottom.games.pacific_fury.rules.landing import FOUND_ALWAYS, FOUND_BY_DAY
from ironbottom.games.pacific_fury.state import anti_air
from ironbottom.odds.distributions import Distribution, at_least, at_least_once, expected, total, uniform_over

FACES = range(1, 7)

# -- 10.2 Fire -----------------------------------------------------------------------------------------


@cache
def shot(factor: int, cover: int = 0) -> Distribution:
    """10.2.b The hits of one unit that fires once, under combat air patrol if there is one (10.5.e).

    >>> [round(chance, 3) for chance in shot(2)], [round(chance, 3) for chance in shot(4, cover=2)]
    ([0.667, 0.167, 0.167], [0.333, 0.5, 0.167])
    """
    return uniform_over([under_cover(hits_scored(die, factor), cover) for die in FACES])


@cached(4096)
def _volley(factors: tuple[int, ...], cover: int) -> Distribution:
    return total([shot(factor, cover) for factor in factors])


def volley(factors: Iterable[int], cover: int = 0) -> Distribution:
    """The hits of several units that each fire once.

    >>> from ironbottom.odds.distributions import mean
    >>> round(mean(volley([4, 3, 3, 2])), 2)
    4.17
    """
    return _volley(tuple(sorted(factors)), cover)


def gunfire(pieces: Pieces, units: int) -> Distribution:
    """10.3.a The hits of a surface force in one round; the Tokyo Express fires if the option arms it (9.6.e)."""
    return volley(pieces.combat[unit] for unit in members(units & (GUNS | EXPRESS)))


def air_attack(pieces: Pieces, units: int, anti_aircraft: int, cover: int) -> Distribution:
    """10.5.d, 10.5.e The hits of a carrier force in one round on a force of this AA and combat air patrol."""
    added = bonus(air_strike_rating(pieces.planes, units), anti_aircraft)
    return volley([pieces.combat[unit] + added for unit in members(units & CARRIERS)], cover)


def air_attack_on(pieces: Pieces, units: int, target: int) -> Distribution:
    """10.5.d, 10.5.e The hits of a carrier force in one round on these units."""
    return air_attack(pieces, units, anti_air(target), cover_of(pieces, target))


# -- 10.7 Applying hits --------------------------------------------------------------------------------


def sink_probability(pieces: Pieces, unit: int, hits: int) -> float:
    """10.7.c, 10.7.d The probability that a unit with this many hits sinks."""
    return (7 - lowest_die(1 << unit, hits, pieces.defence[unit])) / 6 if hits else 0.0


def clear_probability(fire: Distribution, units: int) -> float:
    """The probability that a round of fire hits each of this many units, so that no unit stays (10.7.c, 10.7.e).

    >>> round(clear_probability(volley([4, 4, 3]), 3), 3)
    0.764
    """
    return at_least(fire, units)


def best_spread(worths: Iterable[tuple[float, ...]], most: int) -> list[float]:
    """The best total value of 0, 1 … ``most`` hits spread over some units.

    Each row gives the value of 0, 1, 2 … hits on one unit; hits beyond its end add nothing.

    >>> best_spread([(0, 1, 4), (0, 2)], 4)
    [0.0, 2.0, 4.0, 6.0, 6.0]
    """
    best = [0.0] * (most + 1)
    for row in worths:
        best = with_one_more_unit(best, row)
    return best


def with_one_more_unit(best: list[float], row: tuple[float, ...]) -> list[float]:
    """The best values with one more unit to receive hits."""
    return [
        max([best[hits - here] + row[here] for here in range(min(hits, len(row) - 1) + 1)]) for hits in range(len(best))
    ]


def expected_sunk(pieces: Pieces, fire: Distribution, targets: int) -> float:
    """The average number of targets sunk by a round of fire whose hits are spread so as to sink the most."""
    rows = [
        [sink_probability(pieces, unit, hits) for hits in range(pieces.defence[unit] + 2)] for unit in members(targets)
    ]
    best = best_spread((tuple(row) for row in rows), len(fire) - 1)
    return expected(fire, best.__getitem__)


# -- 6.2 Henderson Field -------------------------------------------------------------------------------


def bombardment_disrupts(pieces: Pieces, units: int, marker: int, rounds: int = 2) -> float:
    """10.4 The probability that a surface force disrupts Henderson Field in a number of rounds of bombardment."""
    needed = pieces.track[marker].hits_to_disrupt
    return at_least_once(rounds, at_least(volley(pieces.combat[unit] for unit in members(units & GUNS)), needed))


def strike_disrupts(pieces: Pieces, units: int, marker: int) -> float:
    """10.6.b The probability that one carrier strike disrupts Henderson Field; AS and AA do not count there."""
    box = pieces.track[marker]
    fire = volley([pieces.combat[unit] for unit in members(units & CARRIERS)], box.cap_icons)
    return at_least(fire, box.hits_to_disrupt)


def field_fires(pieces: Pieces, units: int, marker: int) -> Distribution:
    """10.6.c The hits of an operational Henderson Field on the carrier force that strikes it."""
    return shot(pieces.track[marker].henderson_cf, cover_of(pieces, units))


# -- 9.6 Tokyo Express ---------------------------------------------------------------------------------


def express_lands(guarded: bool, operational: bool) -> float:
    """9.6.c, 9.6.d The probability that the Tokyo Express lands, by US ships in the Sound and the field's state.

    >>> express_lands(False, True), round(express_lands(True, True), 3), round(express_lands(True, False), 3)
    (1.0, 0.667, 0.833)
    """
    if not guarded:
        return 1.0
    return (6 - (FOUND_BY_DAY if operational else FOUND_ALWAYS)) / 6
