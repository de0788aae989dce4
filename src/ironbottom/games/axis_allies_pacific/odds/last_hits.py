"""8.1.2 The odds of a battle from the middle of a round: units that were hit may still fire before new rounds begin."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator

import msgspec

from ironbottom.games.axis_allies_pacific import pieces
from ironbottom.games.axis_allies_pacific.odds.battle_solver import NEITHER, BattleTerms
from ironbottom.games.axis_allies_pacific.odds.counters import BattleUnits, force_of, loss_rank, target_class
from ironbottom.games.axis_allies_pacific.odds.fights import Odds, fight
from ironbottom.games.axis_allies_pacific.odds.forces import AIR, GROUND, SHIP, SUBMARINE, BattleForce, Combatant, pips
from ironbottom.games.axis_allies_pacific.odds.volleys import volley
from ironbottom.games.axis_allies_pacific.pieces import Pieces

Units = tuple[BattleUnits, ...]
OUTCOMES = ("won", "emptied", "standing", "lost")
"""The results of a battle for the attacker, best first."""
CLASSES = (frozenset({SHIP, SUBMARINE}), frozenset({SHIP, AIR, GROUND}), frozenset({SHIP, SUBMARINE, AIR, GROUND}))
"""8.4.2 The targets of hits by submarines, by aircraft without a destroyer, and by all others, in the order of
losses.
"""
MIN_CHANCE = 1e-12
"""Outcomes with lower probabilities are ignored."""


class BattleInRound(msgspec.Struct, frozen=True):
    """A battle within a round: the survivors of both sides, and the units that have yet to fire.

    ``struck``: the sides whose submarines have struck first in this round, while all others have yet to fire;
    ``shells``: the ships that have yet to bombard.
    """

    ours: Units
    theirs: Units
    our_fire: Units = ()
    their_fire: Units = ()
    struck: int = NEITHER
    shells: Units = ()
    surprised: bool = False


def chances(figures: Pieces, battle: BattleInRound, terms: BattleTerms) -> dict[str, float]:
    """The probability of each result if the battle is fought to its end, with losses by price.

    >>> from ironbottom import get_game
    >>> figures = get_game("aap").rules().pieces
    >>> one = (BattleUnits(0, pieces.INFANTRY, 1),)
    >>> battle = BattleInRound(one, (), their_fire=(BattleUnits(1, pieces.INFANTRY, 1),))
    >>> result = chances(figures, battle, BattleTerms())
    >>> {way: round(chance, 3) for way, chance in result.items() if chance}
    {'won': 0.667, 'emptied': 0.333}
    """
    data: dict[str, list[float]] = {way: [] for way in OUTCOMES}
    hurt = after_fire(figures, battle.theirs, battle.our_fire, attacking=True)
    answered = after_fire(figures, battle.ours, battle.their_fire, attacking=False, surprised=battle.surprised)
    land = any(
        target_class(unit.piece) == GROUND
        for unit in (*battle.ours, *battle.theirs, *battle.our_fire, *battle.their_fire)
    )
    for ours, one in answered.items():
        for theirs, other in hurt.items():
            for way, chance in outcome_chances(figures, ours, theirs, terms, battle, land):
                data[way].append(one * other * chance)
    return {way: math.fsum(result) for way, result in data.items()}


def outcome_chances(
    figures: Pieces, ours: Units, theirs: Units, terms: BattleTerms, battle: BattleInRound, land: bool
) -> Iterator[tuple[str, float]]:
    """Computes whole rounds from this point on; 8.2.2 a territory is won only with a ground unit left."""
    if not ours or not theirs:
        holds = any(target_class(unit.piece) == GROUND for unit in ours) if land else bool(ours)
        yield ("lost" if theirs else "won" if holds else "emptied"), 1.0
        return
    odds = fight(
        force_of(figures, ours),
        force_of(figures, theirs, surprised=battle.surprised),
        terms,
        bombardment=force_of(figures, battle.shells) if battle.shells else None,
        struck=battle.struck,
    )
    yield from ending_chances(odds, land)


def ending_chances(odds: Odds, land: bool) -> Iterator[tuple[str, float]]:
    """The probabilities of the results; a battle for a territory stays a battle for a territory even if only aircraft
    are left.
    """
    for ending in odds.endings:
        if land and not ending.defender.count:
            yield ("won" if ending.attacker.of(GROUND) else "emptied"), ending.chance
        else:
            yield odds.kind_of_ending(ending), ending.chance


# -- fire within a round ---------------------------------------------------------------------------------------------


def after_fire(
    figures: Pieces, under: Units, firing: Units, *, attacking: bool, surprised: bool = False
) -> dict[Units, float]:
    """The survivors of a force after another's fire, with their probabilities; losses by price (8.1.3)."""
    result: dict[Units, float] = defaultdict(float)
    by_class = [volley(pips(part, attacking)) for part in fire_by_target(figures, firing, surprised)]
    for sub, first in enumerate(by_class[0]):
        for air, second in enumerate(by_class[1]):
            for every, third in enumerate(by_class[2]):
                chance = float(first * second * third)
                if chance > MIN_CHANCE:
                    result[after_hits(figures, under, (sub, air, every))] += chance
    return dict(result)


def fire_by_target(figures: Pieces, firing: Units, surprised: bool) -> list[list[tuple[Combatant, int]]]:
    """8.4.2 The units that fire, by the possible targets of their hits."""
    whole: BattleForce = force_of(figures, firing, surprised=surprised)
    escorted = any(unit.escorts for unit, _ in whole.units)
    parts: list[list[tuple[Combatant, int]]] = [[], [], []]
    for unit, number in whole.units:
        lone = unit.sort == AIR and not escorted
        parts[0 if unit.sort == SUBMARINE else 1 if lone else 2].append((unit, number))
    return parts


def after_hits(figures: Pieces, units: Units, hits: Iterable[int]) -> Units:
    """The survivors after hits of each class, with losses by price."""
    left = list(units)
    for allowed, number in zip(CLASSES, hits, strict=True):
        for _ in range(number):
            if not apply_hit(figures, left, allowed):
                break
    return tuple(sorted(left))


def apply_hit(figures: Pieces, left: list[BattleUnits], allowed: frozenset[str]) -> bool:
    """8.6.1 Applies one hit: a battleship is damaged first, otherwise the cheapest unit is lost."""
    may = [unit for unit in left if target_class(unit.piece) in allowed]
    if not may:
        return False
    hit = min(may, key=lambda unit: (unit.piece != pieces.BATTLESHIP, loss_rank(figures, unit, "cheapest")))
    left.remove(hit)
    if hit.number > 1:
        left.append(BattleUnits(hit.power, hit.piece, hit.number - 1, min(hit.landed, hit.number - 1)))
    if hit.piece == pieces.BATTLESHIP:
        hurt = next((unit for unit in left if unit[:2] == (hit.power, pieces.BATTLESHIP_HIT)), None)
        if hurt is not None:
            left.remove(hurt)
        left.append(BattleUnits(hit.power, pieces.BATTLESHIP_HIT, 1 + (hurt.number if hurt is not None else 0)))
    return True
