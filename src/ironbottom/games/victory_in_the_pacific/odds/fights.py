"""The exact odds of fights: the effect of an action on each target, speed rolls, day or night (6.4, 7.3, 7.5, 16, 19).

Everything is computed from dice and numbers; tests compare it with all possible rolls in the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from ironbottom.games.victory_in_the_pacific.pieces import AIR, DAY, JAPAN, SHIPS, UNITS_OF_SIDE
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.rules.effects import sunk_at_sea, sunk_in_port
from ironbottom.games.victory_in_the_pacific.rules.fire import (
    DISABLED,
    HIT,
    MISSED,
    Aim,
    has_bonus,
    shot_result,
    shots_of,
)
from ironbottom.games.victory_in_the_pacific.rules.kamikaze import KAMIKAZE_TURN
from ironbottom.games.victory_in_the_pacific.state import DAMAGE, TURN, Cells
from ironbottom.odds.distributions import ALWAYS_ZERO, Distribution, convolve, mean, total, uniform_over

FACES = range(1, 7)
ROLLED_PASS = 7
"""6.4 The speed from which a speed roll always passes."""

# -- 7.53 shots ----------------------------------------------------------------------------------------


@cache
def shot_chances(bonus: bool, at_air: bool) -> tuple[float, float, float]:
    """7.531, 7.532, 7.535 The probabilities that a shot misses, disables or hits.

    >>> [round(chance, 3) for chance in shot_chances(True, False)]
    [0.5, 0.167, 0.333]
    """
    fallen = [shot_result(die, bonus, at_air) for die in FACES]
    misses, disables, hits = (fallen.count(kind) / len(FACES) for kind in (MISSED, DISABLED, HIT))
    return misses, disables, hits


class Fire(NamedTuple):
    """The distribution of damage points, without and with a disabling result; the two sum to one."""

    not_disabled: Distribution
    disabled: Distribution

    @property
    def damage(self) -> Distribution:
        """The distribution of damage points, disabled or not."""
        return _plus(self.not_disabled, self.disabled)

    @property
    def disables(self) -> float:
        """The probability that the target is disabled."""
        return sum(self.disabled)


@cache
def volley_chances(shots: int, bonus: bool, at_air: bool = False) -> Fire:
    """7.53 The effect of this many shots of one kind.

    >>> fire = volley_chances(2, True)
    >>> round(fire.disables, 4), round(mean(fire.damage), 4)
    (0.3056, 2.3333)
    """
    misses, disables, hits = shot_chances(bonus, at_air)
    points = uniform_over(FACES)
    quiet = _plus((misses,), tuple([hits * chance for chance in points]))
    either = _plus((disables,), quiet)
    return _fire(total([quiet] * shots), total([either] * shots))


def combined(volleys: Iterable[Fire]) -> Fire:
    """7.43 The combined effect of several units that fire at one target.

    >>> one = volley_chances(1, False)
    >>> combined([one, one]) == volley_chances(2, False)
    True
    """
    not_disabled, damage = ALWAYS_ZERO, ALWAYS_ZERO
    for fire in volleys:
        not_disabled, damage = convolve(not_disabled, fire.not_disabled), convolve(damage, fire.damage)
    return _fire(not_disabled, damage)


def _fire(not_disabled: Distribution, damage: Distribution) -> Fire:
    longer = max(len(not_disabled), len(damage))
    padded = [(*part, *[0.0] * (longer - len(part))) for part in (not_disabled, damage)]
    return Fire(padded[0], tuple([max(0.0, whole - part) for part, whole in zip(*padded, strict=True)]))


def _plus(first: Sequence[float], second: Sequence[float]) -> Distribution:
    longer = max(len(first), len(second))
    one, two = ((*part, *[0.0] * (longer - len(part))) for part in (first, second))
    return tuple([a + b for a, b in zip(one, two, strict=True)])


# -- 7.6 the fate of a target --------------------------------------------------------------------------


class FateChances(NamedTuple):
    """The probabilities that a target sinks, goes home disabled, stays with damage or stays undamaged; and its mean
    damage.

    In port, ``bottom`` is the probability that it ends on the bottom without being sunk (9.41), a part of ``damaged``.
    """

    sunk: float
    disabled: float
    damaged: float
    unharmed: float
    damage: float
    bottom: float = 0.0


def fate_chances(pieces: Pieces, unit: int, before: int, fire: Fire, in_port: bool = False) -> FateChances:
    """7.533, 7.534, 7.64, 9.4 The effect of such fire on a unit with this much damage."""
    sinks = sunk_in_port if in_port else sunk_at_sea
    sunk = home = hurt = bottom = 0.0
    for points, chance in enumerate(fire.damage):
        disabled = fire.disabled[points] if points < len(fire.disabled) and not in_port else 0.0
        if sinks(pieces, before + points, unit):
            sunk += chance
            continue
        home += disabled
        if points:
            hurt += chance - disabled
            grounded = in_port and SHIPS >> unit & 1 and before + points > pieces.armor[unit]
            bottom += chance if grounded else 0.0
    return FateChances(sunk, home, hurt, 1 - sunk - home - hurt, mean(fire.damage), bottom)


def round_fates(
    pieces: Pieces, cells: Cells, kind: int, aims: Iterable[Aim], in_port: int = 0, bonus: int = 0
) -> dict[int, FateChances]:
    """7.4 to 7.6 The effect of an action on each target of a side; ``bonus`` are units with the bonus by rule (19.2).

    Targets are independent, so their fates together describe the whole action.
    """
    return {
        target: fate_chances(pieces, target, cells[DAMAGE + target], fire, bool(in_port >> target & 1))
        for target, fire in fires_at(pieces, cells, kind, aims, bonus).items()
    }


def fires_at(pieces: Pieces, cells: Cells, kind: int, aims: Iterable[Aim], bonus: int = 0) -> dict[int, Fire]:
    """7.43 The fire at each target that is named in these aims; ``bonus`` are units with the attack bonus by rule
    (19.2).
    """
    fires: dict[int, list[Fire]] = {}
    for unit, target in aims:
        circled = bool(bonus >> unit & 1) or has_bonus(pieces, cells, kind, unit)
        shots = shots_of(pieces, cells, kind, unit)
        fires.setdefault(target, []).append(volley_chances(shots, circled, bool(AIR >> target & 1)))
    return {target: combined(volleys) for target, volleys in fires.items()}


def kamikazes(pieces: Pieces, cells: Cells, kind: int, named: int = 0) -> int:
    """19.21, 19.22 The units that attack with the bonus as kamikazes: all of Japan's air units, and the carriers that
    were named.
    """
    if kind != DAY or not pieces.kamikaze or cells[TURN] != KAMIKAZE_TURN:
        return 0
    return named | AIR & UNITS_OF_SIDE[JAPAN]


def torpedo_fate(pieces: Pieces, cells: Cells, target: int) -> FateChances:
    """16.2 The effect of a submarine's one shot, with the bonus, on a ship or amphibious unit at sea."""
    return fate_chances(pieces, target, cells[DAMAGE + target], volley_chances(1, True))


def raid_fate(pieces: Pieces, unit: int, before: int, volleys: Sequence[Fire], rounds: int = 2) -> FateChances:
    """9.13 The effect of the rounds of an air raid on a unit in port, with the same ships firing in each round."""
    fire = combined([one for one in volleys for _ in range(rounds)])
    return fate_chances(pieces, unit, before, fire, in_port=True)


# -- 6.4, 7.32, 20.4 single dice -----------------------------------------------------------------------


def speed_roll_chance(speed: int) -> float:
    """6.4 The probability of a speed roll: the speed must be above the die.

    >>> [round(speed_roll_chance(speed), 3) for speed in (1, 4, 6, 7)]
    [0.0, 0.5, 0.833, 1.0]
    """
    return 1.0 if speed >= ROLLED_PASS else (speed - 1) / 6


def arrival_chances(speeds: Iterable[int]) -> Distribution:
    """6.4 The probabilities that 0, 1, 2 … ships of these speeds pass, each with its own roll.

    >>> [round(chance, 3) for chance in arrival_chances([4, 4, 8])]
    [0.0, 0.25, 0.5, 0.25]
    """
    return total([(1 - speed_roll_chance(speed), speed_roll_chance(speed)) for speed in speeds])


class Light(NamedTuple):
    """The probabilities of a day action, a day and a night action, and a night action in the round."""

    day: float
    both: float
    night: float


def day_or_night(japan: int, allies: int, holder: int = -1) -> Light:
    """7.31 to 7.33 The action of a round, from the sides' wishes and the area's flag (-1: none).

    >>> [round(chance, 3) for chance in day_or_night(DAY, 1)]
    [0.583, 0.139, 0.278]
    >>> day_or_night(DAY, DAY)
    Light(day=1.0, both=0.0, night=0.0)
    """
    wants = japan, allies
    if japan == allies:
        return Light(float(japan == DAY), 0.0, float(japan != DAY))
    added = [int(want == DAY) + int(holder == side) for side, want in enumerate(wants)]
    ahead = [first + added[0] - second - added[1] for first in FACES for second in FACES]
    of_japan, tied = (sum(gap > 0 for gap in ahead) / 36, sum(gap == 0 for gap in ahead) / 36)
    of_allies = 1 - of_japan - tied
    day, night = (of_japan, of_allies) if japan == DAY else (of_allies, of_japan)
    return Light(day, tied, night)


def sighted(highest: int) -> float:
    """20.4 The probability of sighting a task force if dice up to this number sight it.

    >>> round(sighted(4), 3)
    0.667
    """
    return min(highest, 6) / 6
