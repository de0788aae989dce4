"""The exact odds of pursuits: what is left of a fleeing group after an action, and the pursuers that keep up (8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import prod
from typing import NamedTuple

from ironbottom.engine.core.fields import members
from ironbottom.games.victory_in_the_pacific.odds.fights import Fire, fires_at
from ironbottom.games.victory_in_the_pacific.pieces import CARRIERS, DAY, NIGHT, SHIPS
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.rules.effects import speed, sunk_at_sea
from ironbottom.games.victory_in_the_pacific.rules.fire import Aim, open_targets, shooters, shots_of
from ironbottom.games.victory_in_the_pacific.rules.pursuit import fast_enough
from ironbottom.games.victory_in_the_pacific.rules.raids import NO_LIMIT
from ironbottom.games.victory_in_the_pacific.state import DAMAGE, Cells

FASTEST = 9
"""No ship is faster."""

# -- the fate of a unit ----------------------------------------------------------------------------------


class ChaseEnd(NamedTuple):
    """One way in which an action may end for a unit; if the unit is gone, its speed and arms do not matter."""

    chance: float
    sunk: bool
    home: bool
    speed: int
    armed: bool

    @property
    def left(self) -> bool:
        """Whether the unit is still there."""
        return not self.sunk and not self.home


def chase_end_of(pieces: Pieces, cells: Cells, unit: int, fire: Fire) -> list[ChaseEnd]:
    """7.6, 7.7 Every possible condition of a unit at sea after such fire.

    >>> from ironbottom import get_game
    >>> from ironbottom.games.victory_in_the_pacific.odds.fights import volley_chances
    >>> state = get_game("vitp").new()
    >>> result = chase_end_of(state.rules.pieces, state.cells, 0, volley_chances(1, False))
    >>> [(round(end.chance, 3), end.sunk, end.home, end.speed) for end in result][:3]
    [(0.667, False, False, 6), (0.028, False, False, 5), (0.028, False, False, 4)]
    """
    result = []
    before = cells[DAMAGE + unit]
    for disabled, chances in ((False, fire.not_disabled), (True, fire.disabled)):
        for points, chance in enumerate(chances):
            if chance:
                sunk = sunk_at_sea(pieces, before + points, unit)
                result.append(_end(pieces, cells, unit, before + points, chance, sunk, disabled and not sunk))
    return result


def _end(pieces: Pieces, cells: Cells, unit: int, damage: int, chance: float, sunk: bool, home: bool) -> ChaseEnd:
    then = cells[:]
    then[DAMAGE + unit] = damage
    armed = any(shots_of(pieces, then, kind, unit) for kind in (DAY, NIGHT))
    return ChaseEnd(chance, sunk, home, speed(pieces, then, unit), armed)


# -- the outcome of a chase ------------------------------------------------------------------------------


class ChaseOdds(NamedTuple):
    """The probabilities that a group is sunk, is caught again by a pursuer that keeps up, or escapes."""

    sunk: float
    caught: float
    away: float


Ends = Sequence[Sequence[ChaseEnd]]


def chase_ends(group: Ends, pursuers: Ends) -> ChaseOdds:
    """8.33, 8.51 The result of a chase, from the conditions of the fleeing units and of the pursuers.

    8.23 The group flees at the speed of its slowest unit; 5.5 if no unit is armed any more, it escapes.
    """
    sunk = prod(_chance(unit, lambda end: end.sunk) for unit in group)
    caught = 0.0
    for slowest in range(1, FASTEST + 1):
        flees, unarmed = _slowest_is(group, slowest, armed=True), _slowest_is(group, slowest, armed=False)
        follow, harmless = _keep_up(pursuers, slowest)
        caught += flees * follow - unarmed * harmless
    return ChaseOdds(sunk, caught, max(0.0, 1 - sunk - caught))


def _chance(unit: Sequence[ChaseEnd], test: Callable[[ChaseEnd], bool]) -> float:
    return sum([end.chance for end in unit if test(end)])


def _slowest_is(group: Ends, slowest: int, armed: bool) -> float:
    """The probability that the group survives with this speed; with ``armed`` false, that it also has no arms."""

    def from_on(least: int) -> float:
        return prod(
            _chance(unit, lambda end: not end.left or (end.speed >= least and (armed or not end.armed)))
            for unit in group
        )

    return from_on(slowest) - from_on(slowest + 1)


def _keep_up(pursuers: Ends, slowest: int) -> tuple[float, float]:
    """The probability that a pursuer keeps up with this speed, and the probability that all pursuers that keep up are
    unarmed.
    """
    none = prod(_chance(unit, lambda end: not end.left or end.speed < slowest) for unit in pursuers)
    unarmed = prod(_chance(unit, lambda end: not end.left or end.speed < slowest or not end.armed) for unit in pursuers)
    return 1 - none, unarmed - none


def after_action(
    pieces: Pieces, cells: Cells, kind: int, units: int, ships: int, aims: Iterable[Aim], parties: Iterable[int] = ()
) -> list[ChaseOdds]:
    """8.51, 8.52 The odds of an action with these aims for a fleeing group, or for each of its parties.

    ``units`` flee from ``ships``; each party (as bits) is computed separately, as if all pursuers chased it.
    """
    fires = fires_at(pieces, cells, kind, aims)
    ends = {
        unit: chase_end_of(pieces, cells, unit, fires.get(unit, Fire((1.0,), (0.0,))))
        for unit in members(units | ships)
    }
    pursuers = [ends[ship] for ship in members(ships & SHIPS)]
    return [chase_ends([ends[unit] for unit in members(party)], pursuers) for party in parties or (units,)]


# -- before anybody has aimed ----------------------------------------------------------------------------


def even_aims(pieces: Pieces, cells: Cells, kind: int, firing: int, enemy: int) -> list[Aim]:
    """7.42, 7.43 Targets for all firing units with evenly distributed shots, for odds before targets are named.

    The strongest unit aims first, and each unit aims at the target with the fewest shots; at night carriers do not
    fire.
    """
    shots = {unit: shots_of(pieces, cells, kind, unit) for unit in members(shooters(pieces, cells, kind, firing))}
    if kind == NIGHT:
        shots = {unit: number for unit, number in shots.items() if not CARRIERS >> unit & 1}
    aimed = dict.fromkeys(members(enemy), 0)
    named, aims = 0, []
    for unit in sorted(shots, key=lambda one: (-shots[one], one)):
        targets = members(open_targets(kind, enemy, 0, named))
        if targets:
            target = min(targets, key=lambda one: (aimed[one], one))
            aimed[target] += shots[unit]
            named |= 1 << target
            aims.append((unit, target))
    return aims


def pursuit(
    pieces: Pieces,
    cells: Cells,
    kind: int,
    group: int,
    ships: int,
    parties: Iterable[int] = (),
    rounds: int = NO_LIMIT,
) -> list[ChaseOdds]:
    """8.3 The odds of an action for a group that these ships pursue, if both sides distribute their fire evenly.

    8.33 Only ships that are fast enough take part; without such ships the group escapes. 18.36 ``rounds`` are those
    that the pursuers may still fight, including this one; after the last round the group escapes.
    """
    fast = fast_enough(pieces, cells, ships, group)
    if not fast or not rounds:
        return [ChaseOdds(0.0, 0.0, 1.0) for _ in parties or (group,)]
    aims = even_aims(pieces, cells, kind, fast, group) + even_aims(pieces, cells, kind, group, fast)
    result = after_action(pieces, cells, kind, group, fast, aims, parties)
    return result if rounds != 1 else [ChaseOdds(sunk, 0.0, caught + away) for sunk, caught, away in result]
