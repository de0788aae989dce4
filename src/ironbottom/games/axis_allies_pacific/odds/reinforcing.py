"""The cheapest units with which a battle is won with the wanted probability."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.games.axis_allies_pacific.odds.battle_solver import BattleTerms
from ironbottom.games.axis_allies_pacific.odds.fights import AS_RULED, Odds, fight
from ironbottom.games.axis_allies_pacific.odds.forces import BattleForce, Combatant, cheapest_first

Numbers = tuple[int, ...]


class Addition(msgspec.Struct, frozen=True):
    """Units to add, their price, and the odds with them."""

    units: tuple[tuple[Combatant, int], ...]
    cost: int
    odds: Odds


def purchases(prices: Sequence[int], budget: int) -> Iterator[Numbers]:
    """All possible purchases at these prices within a treasury, cheapest first, then with the fewest units.

    >>> list(purchases([3, 5], 8))
    [(0, 0), (1, 0), (0, 1), (2, 0), (1, 1)]
    """
    heap: list[tuple[int, int, Numbers, int]] = [(0, 0, (0,) * len(prices), 0)]
    while heap:
        cost, count, numbers, last = heapq.heappop(heap)
        yield numbers
        for place in range(last, len(prices)):
            if cost + prices[place] <= budget:
                more = (*numbers[:place], numbers[place] + 1, *numbers[place + 1 :])
                heapq.heappush(heap, (cost + prices[place], count + 1, more, place))


def cheapest_addition(
    attacker: BattleForce,
    defender: BattleForce,
    kinds: Sequence[Combatant],
    budget: int,
    wanted: float = 0.9,
    *,
    attacking: bool = True,
    compute: Callable[[BattleForce, BattleForce, BattleTerms], Odds] = fight,
    terms: BattleTerms = AS_RULED,
) -> Addition | None:
    """The cheapest units of the given kinds with which one side wins with the wanted probability; None if there are
    none.

    For the defender, a win means that the attacker does not win. ``compute`` computes the odds of special battles.
    """
    if not 0 < wanted < 1:
        raise BadValue(f"{wanted} is not a chance between 0 and 1", field="wanted")
    if any(kind.cost <= 0 for kind in kinds):
        raise BadValue("each kind of unit to add must have a price", field="kinds")
    for numbers in purchases([kind.cost for kind in kinds], budget):
        bought = tuple((kind, number) for kind, number in zip(kinds, numbers, strict=True) if number)
        ours = _with(attacker, bought, True) if attacking else attacker
        theirs = defender if attacking else _with(defender, bought, False)
        odds = compute(ours, theirs, terms)
        if (odds.won if attacking else 1 - odds.won) >= wanted:
            return Addition(bought, sum(kind.cost * number for kind, number in bought), odds)
    return None


def _with(whole: BattleForce, bought: tuple[tuple[Combatant, int], ...], attacking: bool) -> BattleForce:
    numbers = dict(whole.units)
    for unit, number in bought:
        numbers[unit] = numbers.get(unit, 0) + number
    return cheapest_first(numbers.items(), attacking, whole.damaged)
