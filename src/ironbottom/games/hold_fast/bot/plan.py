"""The ensign's assignment of its fleet to the sea areas: plans, tested against enemy forces sent or expected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import exp
from random import Random
from typing import NamedTuple

KEEN = 3
"""How steeply the probability of holding an area rises with the two sides' power there."""
TOLL = 0.02
"""The cost in victory points of a point of power lost in a fight."""
ODDS = (1.2, 1.6, 2.2)
"""The odds at which the ensign fights for an area."""
ANSWERS = 4
"""The number of enemy plans tried against each plan of the ensign if the enemy moves later."""


class AvailableUnit(NamedTuple):
    """A ship or air unit that may go to sea, and the numbers of the sea areas within its reach."""

    name: str
    power: float
    reach: tuple[int, ...]
    lands: bool


class Stakes(NamedTuple):
    """By sea area: the gain for holding it, the cost if the enemy holds it, and the value a transport may capture
    there.
    """

    mine: tuple[float, ...]
    theirs: tuple[float, ...]
    bases: tuple[float, ...]

    def for_enemy(self, bases: tuple[float, ...]) -> Stakes:
        """The stakes from the enemy's point of view."""
        return Stakes(self.theirs, self.mine, bases)

    def perturbed(self, random: Random, spread: float) -> Stakes:
        """The stakes of each area times a lognormal factor with this spread."""
        factors = [exp(random.gauss(0.0, spread)) for _ in self.mine]
        mine, theirs, bases = (
            tuple([value * factor for value, factor in zip(values, factors, strict=True)]) for values in self
        )
        return Stakes(mine, theirs, bases)


Plan = list[int]
"""For each force the number of its sea area, or -1 if it stays in port."""
Powers = list[float]
"""A side's power, by sea area."""


def hold_probability(mine: float, theirs: float) -> float:
    """The probability that ``mine`` power holds an area against ``theirs``.

    >>> hold_probability(5.0, 5.0), hold_probability(1.0, 0.0), round(hold_probability(10.0, 5.0), 2)
    (0.5, 1.0, 0.89)
    """
    if not mine:
        return 0.0
    one, other = mine**KEEN, theirs**KEEN
    return one / (one + other)


def worth(stakes: Stakes, area: int, mine: float, theirs: float) -> float:
    """The value of a fight for an area: who will probably hold it, and the losses of both sides."""
    if not theirs:
        return stakes.mine[area] if mine else 0.0
    if not mine:
        return -stakes.theirs[area]
    chance = hold_probability(mine, theirs)
    lost = 1 - chance
    return chance * (stakes.mine[area] + TOLL * theirs) - lost * (stakes.theirs[area] + TOLL * mine)


def power_by_area(forces: Sequence[AvailableUnit], plan: Plan, areas: int) -> Powers:
    """The power that a plan brings to each area."""
    result = [0.0] * areas
    for force, area in zip(forces, plan, strict=True):
        if area >= 0:
            result[area] += force.power
    return result


def value(stakes: Stakes, forces: Sequence[AvailableUnit], plan: Plan, theirs: Powers) -> float:
    """The value of a plan against these powers of the enemy, landings included."""
    mine = power_by_area(forces, plan, len(theirs))
    result = sum([worth(stakes, area, mine[area], theirs[area]) for area in range(len(theirs))])
    for force, area in zip(forces, plan, strict=True):
        if force.lands and area >= 0:
            result += stakes.bases[area] * hold_probability(mine[area], theirs[area])
    return result


# -- making plans ------------------------------------------------------------------------------------------


def plan_by_demand(forces: Sequence[AvailableUnit], demand: Sequence[float], order: Iterable[int]) -> Plan:
    """A plan that fills these areas, in this order, with this much power; areas that cannot be half filled are skipped.

    A small demand takes the weakest ship within reach, a large one the strongest.
    """
    plan = [-1] * len(forces)
    by_power = sorted((number for number, force in enumerate(forces) if not force.lands), key=lambda n: forces[n].power)
    for area in order:
        wanted = demand[area]
        if not wanted:
            continue
        free = [number for number in by_power if plan[number] < 0 and area in forces[number].reach]
        if wanted <= 1.0:
            free = free[:1]
        elif sum([forces[number].power for number in free]) < 0.6 * wanted:
            continue
        for number in reversed(free):
            if wanted <= 0:
                break
            plan[number] = area
            wanted -= forces[number].power
    return plan


def send_transports(stakes: Stakes, forces: Sequence[AvailableUnit], plan: Plan, theirs: Powers) -> None:
    """Sends each transport where it may capture the most, or leaves it in port."""
    mine = power_by_area(forces, plan, len(theirs))
    for number, force in enumerate(forces):
        if not force.lands:
            continue
        best = max(
            force.reach,
            key=lambda area: stakes.bases[area] * hold_probability(mine[area] + 0.1, theirs[area]),
            default=-1,
        )
        if best >= 0 and stakes.bases[best] * hold_probability(mine[best] + 0.1, theirs[best]) > 0.2:
            plan[number] = best


def improve(stakes: Stakes, forces: Sequence[AvailableUnit], plan: Plan, theirs: Powers) -> None:
    """Moves each ship, the strongest first, to another area if that improves the plan."""
    mine = power_by_area(forces, plan, len(theirs))
    values = [worth(stakes, area, mine[area], theirs[area]) for area in range(len(theirs))]
    for number in sorted(range(len(forces)), key=lambda n: -forces[n].power):
        force, here = forces[number], plan[number]
        if force.lands:
            continue
        without = mine[here] - force.power if here >= 0 else 0.0
        if without < 1e-9:
            without = 0.0
        lost = values[here] - worth(stakes, here, without, theirs[here]) if here >= 0 else 0.0
        best, gain = here, lost + 1e-6
        for area in force.reach:
            if area == here:
                continue
            more = worth(stakes, area, mine[area] + force.power, theirs[area]) - values[area]
            if more > gain:
                best, gain = area, more
        if best != here:
            if here >= 0:
                mine[here] = without
                values[here] = worth(stakes, here, without, theirs[here])
            mine[best] += force.power
            values[best] = worth(stakes, best, mine[best], theirs[best])
            plan[number] = best


def reply_plans(stakes: Stakes, forces: Sequence[AvailableUnit], theirs: Powers, random: Random) -> Iterator[Plan]:
    """An endless series of plans against an enemy that has moved, each for different areas and odds."""
    areas = range(len(theirs))
    worths = [stakes.mine[area] + (stakes.theirs[area] if theirs[area] else 0.0) for area in areas]
    while True:
        weight = [part * (0.3 + random.random()) for part in worths]
        demand = [power * random.choice(ODDS) if power else 1.0 for power in theirs]
        plan = plan_by_demand(forces, demand, areas_by_share(weight))
        improve(stakes, forces, plan, theirs)
        send_transports(stakes, forces, plan, theirs)
        yield plan


def best_reply(stakes: Stakes, forces: Sequence[AvailableUnit], theirs: Powers, random: Random, tries: int) -> Plan:
    """The best of a number of plans against an enemy that has moved."""
    plans = islice(reply_plans(stakes, forces, theirs, random), tries)
    return max(plans, key=lambda plan: value(stakes, forces, plan, theirs))


def minimax_plan(
    stakes: Stakes,
    forces: Sequence[AvailableUnit],
    enemy: Stakes,
    enemies: Sequence[AvailableUnit],
    random: Random,
    tries: int,
) -> Plan:
    """The plan with the best worst case against the given replies of an enemy that moves later."""
    areas = len(stakes.mine)
    total = sum([force.power for force in forces])
    seed = random.random()
    best, result, share = float("-inf"), [-1] * len(forces), [0.0] * areas
    for number in range(tries):
        shares = perturbed_shares(share, random) if number > tries // 2 else random_shares(stakes, random)
        demand = [total * part if part > 0 else 1.0 + part for part in shares]
        plan = plan_by_demand(forces, demand, areas_by_share(shares))
        send_transports(stakes, forces, plan, [0.0] * areas)
        mine, worst = power_by_area(forces, plan, areas), float("inf")
        for reply in islice(reply_plans(enemy, enemies, mine, Random(seed)), ANSWERS):
            worst = min(worst, value(stakes, forces, plan, power_by_area(enemies, reply, areas)))
            if worst <= best:
                break
        else:
            best, result, share = worst, plan, shares
    return result


def areas_by_share(shares: Sequence[float]) -> list[int]:
    """The areas in order of their shares, the largest first."""
    return sorted(range(len(shares)), key=lambda area: -shares[area])


def random_shares(stakes: Stakes, random: Random) -> list[float]:
    """Random shares of the fleet for the given areas; 0 means one ship, and a negative share means none."""
    areas = range(len(stakes.mine))
    shares = [0.0 if random.random() < 0.6 else -1.0 for _ in areas]
    for area in random.choices(areas, [stakes.mine[a] + stakes.theirs[a] for a in areas], k=random.randint(1, 5)):
        shares[area] = 0.2 + random.random()
    return normalized_shares(shares)


def normalized_shares(shares: Sequence[float]) -> list[float]:
    """Scales the shares so that they add up to the whole fleet."""
    whole = sum([part for part in shares if part > 0]) or 1.0
    return [part / whole if part > 0 else part for part in shares]


def perturbed_shares(shares: Sequence[float], random: Random) -> list[float]:
    """A small random variation of the shares."""
    changed = list(shares)
    area = random.randrange(len(changed))
    changed[area] = random.choice((0.0, -1.0, 0.15, 0.4, changed[area] * 1.5))
    return normalized_shares(changed)
