"""A battle computed unit by unit over all dice. It is slow, and written only from clauses 8.1 to 8.6."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product

from ironbottom.games.axis_allies_pacific.odds.battle_solver import BattleTerms
from ironbottom.games.axis_allies_pacific.odds.forces import AIR, SUBMARINE, BattleForce, Combatant

Unit = tuple[Combatant, int]
"""A unit and its remaining hits."""
Side = tuple[Unit, ...]
Table = tuple[Side, Side, Side, Side]
"""The fighting units of both sides, then the submerged ones."""
Hit = Combatant
"""A hit, with the unit that scored it."""

ROUNDS = 400


def units_of(force: BattleForce) -> Side:
    """The units of a force one by one, in the order of losses."""
    return tuple((unit, unit.hits) for unit, number in force.units for _ in range(number))


def dice(side: Sequence[Combatant], attacking: bool) -> Iterator[tuple[float, tuple[Hit, ...]]]:
    """All dice results of the given units, as the hits scored."""
    aid = sum(unit.pairs for unit in side) if attacking else 0
    factors = []
    for unit in side:
        aided = attacking and unit.paired and aid > 0
        aid -= aided
        factors.append((unit.attack if attacking else unit.defence) + aided)
    for falls in product((True, False), repeat=len(side)):
        chance = 1.0
        for hit, factor in zip(falls, factors, strict=True):
            chance *= factor / 6 if hit else 1 - factor / 6
        if chance:
            yield chance, tuple(unit for unit, hit in zip(side, falls, strict=True) if hit)


def may_hit(hitter: Combatant, target: Combatant, destroyer: bool) -> bool:
    """8.4.2 Submarines hit only ships; aircraft hit submarines only with a destroyer."""
    if hitter.sort == SUBMARINE and target.sort == AIR:
        return False
    return not (hitter.sort == AIR and target.sort == SUBMARINE and not destroyer)


def lose(side: Side, hits: Sequence[Hit], destroyer: bool) -> Side:
    """8.1.3 The units left after losses; the most restricted hits are assigned first, damage before losses."""
    left = list(side)

    def freedom(hit: Hit) -> int:
        return 0 if hit.sort == SUBMARINE else 1 if hit.sort == AIR and not destroyer else 2

    for hit in sorted(hits, key=freedom):
        may = [n for n, (unit, _) in enumerate(left) if may_hit(hit, unit, destroyer)]
        whole = [n for n in may if left[n][1] > 1]
        if whole:
            left[whole[0]] = (left[whole[0]][0], left[whole[0]][1] - 1)
        elif may:
            del left[may[0]]
    return tuple(left)


def split(side: Side, submarines: bool) -> tuple[Combatant, ...]:
    """Either the submarines of a side, or all of its other units."""
    return tuple(unit for unit, _ in side if (unit.sort == SUBMARINE) == submarines)


def has_destroyer(side: Side) -> bool:
    """Whether a destroyer is among the given units."""
    return any(unit.escorts for unit, _ in side)


def a_round(ours: Side, theirs: Side, terms: BattleTerms) -> Iterator[tuple[float, Side, Side, Side]]:
    """8.1.2 One round: the probability, the remaining units of both sides, and the submerged defending submarines."""
    first = not has_destroyer(theirs)
    ours_find, theirs_find = has_destroyer(ours), has_destroyer(theirs)
    opening = dice(split(ours, True), True) if first else iter([(1.0, ())])
    for chance_b, hits_b in opening:
        after_b = lose(theirs, hits_b, ours_find)
        firing = split(ours, False) if first else tuple(unit for unit, _ in ours)
        for chance_c, hits_c in dice(firing, True):
            after_c = lose(after_b, hits_c, ours_find)
            under = dives(after_c, terms.defender_submerges)
            missed = len(under)
            fires = list(split(after_b, True))[: len(split(after_b, True)) - missed] + list(split(after_b, False))
            for chance_d, hits_d in dice(fires, False):
                kept = tuple(entry for entry in after_c if entry not in under) if under else after_c
                yield chance_b * chance_c * chance_d, lose(ours, hits_d, theirs_find), kept, under


def dives(side: Side, policy: str) -> Side:
    """8.5.3 The submarines that now submerge."""
    submarines = tuple(entry for entry in side if entry[0].sort == SUBMARINE)
    alone = len(submarines) == len(side)
    return submarines if policy == "at_once" or (policy == "alone" and alone) else ()


def play(attacker: BattleForce, defender: BattleForce, terms: BattleTerms) -> dict[Table, float]:
    """The probability of each end of a battle, by playing rounds until almost every outcome is decided."""
    open_now: dict[Table, float] = {(units_of(attacker), units_of(defender), (), ()): 1.0}
    ends: dict[Table, float] = defaultdict(float)
    for number in range(ROUNDS):
        later: dict[Table, float] = defaultdict(float)
        for (ours, theirs, our_under, their_under), mass in open_now.items():
            table = (ours, theirs, our_under, their_under)
            retreats = len(ours) <= terms.retreat_at or terms.rounds == number
            if not ours or not theirs or retreats or mass < 1e-14:
                ends[table] += mass
                continue
            under = dives(ours, terms.attacker_submerges)
            if under:
                kept = tuple(entry for entry in ours if entry not in under)
                ours, our_under = kept, our_under + under
                if not ours:
                    ends[(ours, theirs, our_under, their_under)] += mass
                    continue
            for chance, we, they, dived in a_round(ours, theirs, terms):
                later[(we, they, our_under, their_under + dived)] += mass * chance
        if later.keys() == {table for table in open_now if later.get(table, 0) == open_now[table]} and later:
            for table, mass in later.items():
                ends[table] += mass
            break
        open_now = later
    return dict(ends)
