"""22 The odds of island combat, exactly, where both sides aim as well as they can.

A fighter is told by the points that it has left: it has as many shots, and is lost with one hit more (22.2, 22.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import comb, prod

from ironbottom.engine.fields import members
from ironbottom.games.victory_in_the_pacific.pieces import JAPAN, Pieces
from ironbottom.games.victory_in_the_pacific.rules.island_combat import GARRISON_SHOTS, defenders, island_shots
from ironbottom.games.victory_in_the_pacific.state import Cells

Left = tuple[int, ...]
"""The points that each fighter has left, in falling order."""
Hits = tuple[int, ...]
"""The hits on each of them."""
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
    if not invaders:
        return 0.0
    shots = sum(invaders) + sum(holding) + GARRISON_SHOTS
    nothing = (1 - HIT) ** shots  # then the round is fought again, whoever aims at whom
    return _fire(invaders, holding, japan, (japan, not japan), ()) / (1 - nothing)


def _fire(invaders: Left, holding: Left, japan: bool, order: tuple[bool, ...], hits: tuple[Hits, ...]) -> float:
    """The chance of the base in a round in which these have still to fire; none if nothing at all is hit.

    ``order`` tells for each of them whether it attacks, ``hits`` what was hit, on the holders before the invaders.
    """
    if not order:
        return _after(invaders, holding, japan, *hits)
    attacks = order[0]
    own, targets = (invaders, holding or GARRISON) if attacks else ((*holding, GARRISON_SHOTS), invaders)
    then: dict[Hits, float] = {}
    values = []
    for shots in _aims(own, targets):
        value = 0.0
        for chance, fallen in _falls(shots, targets):
            if fallen not in then:
                told = (fallen, *hits) if attacks else (*hits, fallen)
                then[fallen] = _fire(invaders, holding, japan, order[1:], told)
            value += chance * then[fallen]
        values.append(value)
    return max(values) if attacks else min(values)


def _after(invaders: Left, holding: Left, japan: bool, on_holders: Hits, on_invaders: Hits) -> float:
    """22.4 A hit on the garrison takes the base; else those who are left fight on."""
    if not any(on_holders) and not any(on_invaders):
        return 0.0
    if not holding and any(on_holders):
        return 1.0
    stay = _survivors(holding, on_holders) if holding else ()
    return island(_survivors(invaders, on_invaders), stay, japan)


def _survivors(fighters: Left, hits: Hits) -> Left:
    return tuple(sorted([left - hit for left, hit in zip(fighters, hits, strict=True) if hit <= left], reverse=True))


def _aims(own: Left, targets: Left) -> set[Hits]:
    """22.2 How many shots each target may get: a fighter fires all of its own at one."""
    found = {(0,) * len(targets)}
    for shots in own:
        found = {(*aimed[:at], aimed[at] + shots, *aimed[at + 1 :]) for aimed in found for at in range(len(targets))}
    return found


def _falls(shots: Hits, targets: Left) -> Iterator[tuple[float, Hits]]:
    """22.3 The hits that so many shots may bring, those beyond what a target can take counted as one more."""
    each = [_hits(number, left + 1) for number, left in zip(shots, targets, strict=True)]
    for fallen in product(*[range(len(chances)) for chances in each]):
        yield prod([chances[hits] for chances, hits in zip(each, fallen, strict=True)]), fallen


@cache
def _hits(shots: int, most: int) -> tuple[float, ...]:
    chances = [comb(shots, hits) * HIT**hits * (1 - HIT) ** (shots - hits) for hits in range(min(shots, most) + 1)]
    if shots > most:
        chances[most] = 1 - sum(chances[:most])
    return tuple(chances)
