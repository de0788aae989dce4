"""25.3 Four orders of priority for supply when there are too few stores. The bot uses the first."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.derived import ground_stacks
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.rules.supply import supply_priority

Worth = Callable[[Observation, int], float]


def strength(observation: Observation, hex: int) -> float:
    """24.2 The Combat Strength in a hex."""
    return ground_stacks.strength(observation.state, observation.number, hex)


def cost(observation: Observation, hex: int) -> int:
    """25.3 The supply cost of a hex."""
    return supply_priority.costs_by_hex(observation.state, observation.number)[hex]


def front_hexes(observation: Observation, hex: int) -> float:
    """24.1, 25.3 Hexes next to the enemy first; among these, the strongest."""
    beside = any(
        ground_stacks.strength(observation.state, 1 - observation.number, beyond) for beyond in GRID.beyond(hex)
    )
    return strength(observation, hex) + (1000 if beside else 0)


def cheapest_hexes(observation: Observation, hex: int) -> float:
    """25.3 As many hexes as possible: the cheapest first; among these, the strongest."""
    return strength(observation, hex) / 1000 - cost(observation, hex)


def pay_by_priority(worth: Worth, observation: Observation, choices: Choices, *, headquarters: bool = False) -> Action:
    """Pays for the next hex in an order of priority; stops once the remaining stores suffice for all."""
    verbs = choices.next()
    if headquarters and "staff_first" in verbs:
        return ("staff_first", choices.next("staff_first")[0])
    if "supply_first" not in verbs or not supply_priority.left_short(observation.state, observation.here):
        return ("done",)
    return ("supply_first", max(choices.next("supply_first"), key=lambda hex: (worth(observation, NUMBER[hex]), hex)))


def front(observation: Observation, choices: Choices, random: Random) -> Action:
    """Supplies units at the front first."""
    return pay_by_priority(front_hexes, observation, choices)


def strongest(observation: Observation, choices: Choices, random: Random) -> Action:
    """The strongest hexes are supplied first."""
    return pay_by_priority(strength, observation, choices)


def most(observation: Observation, choices: Choices, random: Random) -> Action:
    """Supplies as many hexes as possible."""
    return pay_by_priority(cheapest_hexes, observation, choices)


def headquarters(observation: Observation, choices: Choices, random: Random) -> Action:
    """Supplies headquarters first, then units at the front."""
    return pay_by_priority(front_hexes, observation, choices, headquarters=True)
