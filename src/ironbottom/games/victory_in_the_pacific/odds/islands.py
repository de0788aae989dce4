"""22 The odds of island combat, exactly, where both sides aim as well as they can.

A fighter is told by the points that it has left: it has as many shots, and is lost with one hit more (22.2, 22.3).
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import comb
from operator import mul

from ironbottom.engine.fields import members
from ironbottom.games.victory_in_the_pacific.pieces import JAPAN, Pieces
from ironbottom.games.victory_in_the_pacific.rules.island_combat import GARRISON_SHOTS, defenders, island_shots
from ironbottom.games.victory_in_the_pacific.state import Cells

Left = tuple[int, ...]
"""The points that each fighter has left, in falling order."""
HIT = 1 / 6
GARRISON: Left = (0,)
"""22.4 What the invaders fire at once nobody else defends: one hit takes it."""


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
    known = _solved(japan)
    for attack in _below(invaders):
        for defence in _below(holding):
            if (attack, defence) not in known:
                known[attack, defence] = _round(known, attack, defence, japan)
    return known[invaders, holding]


Known = dict[tuple[Left, Left], float]
"""The chance of the base by who is left: of the invaders, and of the holders."""


@cache
def _solved(japan: bool) -> Known:
    """What was found of fights so far: damage only grows, so each rests on those with more of it."""
    return {}


def _round(known: Known, invaders: Left, holding: Left, japan: bool) -> float:
    """The chance of the base before a round; those of all that may follow are known, but for a round without a hit.

    Then the round is fought again, whoever aims at whom, so that it changes nothing.
    """
    if not invaders:
        return 0.0
    attacks = _aims(invaders, holding or GARRISON)
    defences = _aims((*holding, GARRISON_SHOTS), invaders)
    rows = [_follow(japan, left, holding) for left in _below(invaders)[:-1]]
    rows.append(_chances_of(known, invaders, holding))
    if japan:  # the Allies know what the invaders hit
        after = [min([sum(map(mul, aim, column)) for aim in defences]) for column in zip(*rows, strict=True)]
        value = max([sum(map(mul, aim, after)) for aim in attacks])
    else:
        after = [max([sum(map(mul, aim, row)) for aim in attacks]) for row in rows]
        value = min([sum(map(mul, aim, after)) for aim in defences])
    shots = sum(invaders) + sum(holding) + GARRISON_SHOTS
    return float(value / (1 - (1 - HIT) ** shots))


@cache
def _follow(japan: bool, invaders: Left, holding: Left) -> list[float]:
    """The chances after a round that these invaders outlive, all known, by who is left to hold the base."""
    return _chances_of(_solved(japan), invaders, holding)


def _chances_of(known: Known, invaders: Left, holding: Left) -> list[float]:
    """22.4 A hit on the garrison, where nobody else defends, takes the base, whoever is left."""
    if not holding:
        return [1.0, known.get((invaders, ()), 0.0)]
    return [known.get((invaders, left), 0.0) for left in _below(holding)]


@cache
def _below(fighters: Left) -> tuple[Left, ...]:
    """All that may be left of fighters, those with more damage first, they themselves last.

    >>> _below((1,)), len(_below((3, 3, 3))), len(_below((4, 4)))
    (((), (0,), (1,)), 35, 21)
    """
    each = product(*[range(-1, left + 1) for left in fighters])
    found = {tuple(sorted([left for left in one if left >= 0], reverse=True)) for one in each}
    return tuple(sorted(found, key=lambda left: (sum(left) + len(left), left)))


Chances = tuple[float, ...]
"""How likely each of those below some fighters is left of them."""


@cache
def _aims(own: Left, targets: Left) -> tuple[Chances, ...]:
    """22.2 What may be left of the targets, for each way to aim: a fighter fires all of its own at one.

    Targets with as many points left are alike.
    """
    alike = {tuple(sorted(zip(targets, aimed, strict=True), reverse=True)) for aimed in _shared(own, len(targets))}
    ends = [_code(left) for left in _below(targets)]
    return tuple([tuple([chances.get(end, 0.0) for end in ends]) for chances in map(_fallen, sorted(alike))])


@cache
def _shared(own: Left, targets: int) -> set[tuple[int, ...]]:
    """How many shots each of so many targets may get."""
    found = {(0,) * targets}
    for shots in own:
        found = {(*aimed[:at], aimed[at] + shots, *aimed[at + 1 :]) for aimed in found for at in range(targets)}
    return found


def _code(fighters: Left) -> int:
    """Who is left in one number, to which each of them adds his part; order does not matter."""
    return sum([1 << WEIGHT * left for left in fighters])


WEIGHT = 4
"""So many bits tell how many fighters have the same points left."""


@cache
def _fallen(shot_at: tuple[tuple[int, int], ...]) -> dict[int, float]:
    """22.3 How likely each is what is left of targets, each with its points and the shots at it, by code."""
    if not shot_at:
        return {0: 1.0}
    (left, shots), before = shot_at[-1], _fallen(shot_at[:-1])
    found: dict[int, float] = {}
    for hits, chance in enumerate(_hits(shots, left + 1)):
        part = _code((left - hits,)) if hits <= left else 0
        for code, other in before.items():
            found[code + part] = found.get(code + part, 0.0) + chance * other
    return found


@cache
def _hits(shots: int, most: int) -> tuple[float, ...]:
    chances = [comb(shots, hits) * HIT**hits * (1 - HIT) ** (shots - hits) for hits in range(min(shots, most) + 1)]
    if shots > most:
        chances[most] = 1 - sum(chances[:most])
    return tuple(chances)
