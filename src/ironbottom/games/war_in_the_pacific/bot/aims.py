"""Ways to distribute fire and bombs: finish damaged ships first, or spread evenly."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import combat
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS
from ironbottom.games.war_in_the_pacific.pieces import SHIPS
from ironbottom.odds.distributions import Distribution

SURE = 0.75
"""A damaged ship gets no more fire once it will sink with this probability."""


def sunk(levels: Distribution) -> float:
    """12.1 The probability that a ship sinks."""
    return float(sum(levels[FLOATS + 1 :]))


def hurt(observation: Observation, ships: Sequence[str]) -> list[str]:
    """12.1 The ships that are known to be damaged, the worst first."""
    damage = observation.arrays[layout.DAMAGE]
    result = [ship for ship in ships if damage[SHIPS.index[ship]] > 0]
    return sorted(result, key=lambda ship: (-damage[SHIPS.index[ship]], ship))


# -- 20.11 from the air --------------------------------------------------------------------------------


def finish_from_air(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    """20.11 Assigns points to the worst damaged ship that is not sure to sink; the odds decide about the remaining
    points.
    """
    for ship in hurt(observation, choices.next("allot")) if "allot" in choices.next() else ():
        stack, role, most = combat.free_for(observation, ship)
        there = combat.points_assigned(observation, SHIPS.index[ship])
        for points in range(1, most + 1):
            levels = combat.damage_by_points(observation, SHIPS.index[ship], stack, role, there + points)
            if sunk(levels) >= SURE or points == most:
                already = (
                    there and sunk(combat.damage_by_points(observation, SHIPS.index[ship], stack, role, there)) >= SURE
                )
                if not already:
                    return combat.strike_with(ship, stack, role, points)
                break
    return combat.aim(observation, choices, random)


def evenly_from_air(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    """20.11 Assigns the next points to the ship that has the fewest."""
    if "allot" not in choices.next():
        return ("drop",)
    ships = choices.next("allot")
    ship = min(ships, key=lambda name: (combat.points_assigned(observation, SHIPS.index[name]), name))
    stack, role, _ = combat.free_for(observation, ship)
    return combat.strike_with(ship, stack, role, 1)


# -- 11.3 at sea -----------------------------------------------------------------------------------------


def finish_by_fire(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    """11.3 Fires the next ship at the worst damaged enemy that is not sure to sink; the odds decide about the other
    enemies.
    """
    if "fire" not in choices.next():
        return ("done",)
    ship = choices.next("fire")[0]
    for target in hurt(observation, combat.targets(observation, ship)):
        aimed = combat.firing_at(observation, SHIPS.index[target])
        if sunk(combat.damage_by_fire(observation, SHIPS.index[target], aimed)) < SURE:
            return combat.fire_at(observation, ship, target)
    return combat.fire_at_best_target(observation, ship)


def evenly_by_fire(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    """11.3 Fires the next ship at the enemy with the fewest ships aiming at it."""
    if "fire" not in choices.next():
        return ("done",)
    ship = choices.next("fire")[0]
    targets = combat.targets(observation, ship)
    return combat.fire_at(
        observation, ship, min(targets, key=lambda name: (len(combat.firing_at(observation, SHIPS.index[name])), name))
    )


def odds_by_fire(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
    """11.3 Fires each ship at the target with the best expected result; no ship breaks off."""
    return combat.fire_at_best_target(observation, choices.next("fire")[0]) if "fire" in choices.next() else ("done",)
