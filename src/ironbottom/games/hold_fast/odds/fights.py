"""Exact odds of fights: the hits of the given dice, ships sunk or disabled, the roll for air or surface, and landings
(8.0).

Everything here is computed from dice and numbers only; tests compare it with every possible roll in the game.
"""

from __future__ import annotations

from functools import cache

from ironbottom.odds.distributions import Distribution, at_least, mean, total, uniform_over

FACES = range(1, 7)


@cache
def volley(dice: int, hit_on: int) -> Distribution:
    """3.0.3 The hits of this many dice on a unit with this hit number.

    >>> [round(chance, 3) for chance in volley(2, 5)]
    [0.444, 0.444, 0.111]
    """
    return total([uniform_over([int(face >= hit_on) for face in FACES])] * dice)


def expected_hits(dice: int, hit_on: int) -> float:
    """3.0.3 The average number of hits.

    >>> round(expected_hits(9, 6), 3)
    1.5
    """
    return mean(volley(dice, hit_on))


def sink_probability(dice: int, hit_on: int, strength: int) -> float:
    """8.1.5 The probability that this many dice take all strength of a unit.

    >>> round(sink_probability(6, 5, 4), 3)
    0.1
    """
    return at_least(volley(dice, hit_on), strength)


def disable_probability(dice: int) -> float:
    """8.1.4 The probability that a 1 shows among this many dice.

    >>> round(disable_probability(4), 3)
    0.518
    """
    return float(1 - (5 / 6) ** dice)


@cache
def removal_probability(dice: int, hit_on: int, strength: int) -> float:
    """8.1.4, 8.1.5 The probability that this many dice sink or disable a unit of this strength.

    >>> round(removal_probability(2, 4, 1), 3), round(removal_probability(2, 6, 4), 3)
    (0.889, 0.306)
    """
    if strength > dice:
        return disable_probability(dice)
    # With no 1 among them, each die shows one of the other five faces.
    undisabled = total([uniform_over([int(face >= hit_on) for face in FACES if face > 1])] * dice)
    return disable_probability(dice) + (1 - disable_probability(dice)) * at_least(undisabled, strength)


def wins_roll(ahead: int) -> float:
    """8.4.2 The probability that a side with this advantage on the roll gets the combat it wants; ties roll again.

    >>> wins_roll(0), round(wins_roll(2), 3)
    (0.5, 0.812)
    """
    won = sum(mine + ahead > theirs for mine in FACES for theirs in FACES)
    lost = sum(mine + ahead < theirs for mine in FACES for theirs in FACES)
    return won / (won + lost)


@cache
def takes_base(strength: int) -> float:
    """8.8.4, 8.8.5 The probability that a transport of this strength captures a base defended only by its garrison.

    >>> [round(takes_base(strength), 3) for strength in (1, 2, 3, 4)]
    [0.455, 0.85, 0.972, 0.996]
    """
    if not strength:
        return 0.0
    clears = 1 - (5 / 6) ** strength
    hit = 1 / 6
    stays = clears * (1 - hit) + clears * hit * (strength > 1)
    again = (1 - clears) * (1 - hit)
    return (stays + (1 - clears) * hit * takes_base(strength - 1)) / (1 - again)
