"""The ensign's fleet: the moves of ships, submarines and air units, repairs, and the ports that ships return to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Action
from ironbottom.games.hold_fast.bot.observation import Observation, is_in
from ironbottom.games.hold_fast.bot.plan import AvailableUnit, Stakes, best_reply, minimax_plan, worth
from ironbottom.games.hold_fast.pieces import AIR, AREAS, PLACES, TRANSPORTS, UNITS

STAYS_BELOW = 0.5
"""A ship with less than this share of its strength stays in a port that repairs it."""
FIRST, LAST = 120, 40
"""The number of plans tried by the side that moves first, and by the side that moves last."""


def plan_moves(
    observation: Observation, offered: Sequence[Action], random: Random, stakes: Stakes | None = None
) -> list[Action]:
    """7.0.1 All moves of the turn, allowing for air units that are placed later.

    ``stakes`` replaces the ensign's own values of the areas.
    """
    ships = observation.ships_at_hand(offered)
    staying = {unit for unit in ships if better_repaired(observation, unit)}
    forces = [
        AvailableUnit(
            unit, observation.power(unit), tuple(AREAS.index[area] for area in areas), is_in(unit, TRANSPORTS)
        )
        for unit, areas in ships.items()
        if unit not in staying
    ]
    forces += observation.air_forces()
    stakes = stakes or observation.stakes
    enemy = stakes.for_enemy(observation.bases_worth(observation.enemy))
    if observation.side == "japan":
        plan = minimax_plan(stakes, forces, enemy, observation.enemy_forces(), random, FIRST)
    else:
        theirs = [observation.blocks.get(area, 0.0) for area in AREAS.ids]
        plan = best_reply(stakes, forces, theirs, random, LAST)
    moves = [
        ("move", force.name, AREAS.ids[area])
        for force, area in zip(forces, plan, strict=True)
        if area >= 0 and force.name in ships
    ]
    return [*moves, *submarine_with(observation, moves, offered), ("done",)]


def submarine_with(observation: Observation, moves: Sequence[Action], offered: Sequence[Action]) -> list[Action]:
    """4.1.2 The area for a submarine placed with the ships: where the enemy is, or where the side sends many ships."""
    going = Counter(action[2] for action in moves)
    areas = [action for action in offered if action[0] == "submerge"]
    return [max(areas, key=lambda action: (observation.blocks.get(action[1], 0.0), going[action[1]]))] if areas else []


def better_repaired(observation: Observation, unit: str) -> bool:
    """Whether a damaged ship should stay in its port for repair."""
    full = observation.pieces.strength[UNITS.index[unit]]
    place = observation.own[unit]["where"]
    capacity = observation.pieces.repair[PLACES.index[place]] if place in PLACES.index else 0
    return bool(capacity) and observation.strength(unit) <= STAYS_BELOW * full and full > 1


# -- scores of single choices ------------------------------------------------------------------------------


def _submerge(observation: Observation, action: Action) -> float:
    """3.7.1 Prefers the area with the most targets, above all where ships of its side fight."""
    area = action[1]
    there = observation.blocks.get(area, 0.0)
    return min(there, 12.0) * (1.5 if observation.mine_at(area) else 1.0)


def _deploy(observation: Observation, action: Action) -> float:
    """7.0.5 Prefers the area where the unit helps most to hold it, alone or with the air units still to come."""
    area, power = action[2], observation.power(action[1])
    number = AREAS.index[area]
    mine, theirs = observation.own_power.get(area, 0.0), observation.blocks.get(area, 0.0)
    now = worth(observation.stakes, number, mine, theirs)
    coming = range(1, 1 + sum(is_in(unit, AIR) for unit in observation.mine_at("off_board")))
    return 0.01 + max((worth(observation.stakes, number, mine + n * power, theirs) - now) / n for n in coming)


def _repair(observation: Observation, action: Action) -> float:
    """5.0.3 Repairs the strongest of the units that need it most."""
    unit = action[1]
    return 1.0 + float(observation.dice(unit)) / (1 + observation.strength(unit))


def _at_port(observation: Observation, action: Action) -> float:
    """12.0.1 Prefers ports close to valuable areas; damaged ships go to ports that repair them."""
    unit, place = action[-2], action[-1]
    number = PLACES.index[place]
    full = int(observation.pieces.strength[UNITS.index[unit]])
    hurt = (full - observation.strength(unit)) / full
    capacity = int(observation.pieces.repair[number])
    return sea_room(observation, number) + 6.0 * hurt * min(capacity, 3)


def sea_room(observation: Observation, place: int) -> float:
    """The value of the areas within reach of a place, with the nearest areas weighted most."""
    result, borders = 0.0, observation.pieces.borders
    first = observation.pieces.touches[place]
    for area in members(first):
        result += observation.worth(AREAS.ids[area])
        result += 0.3 * sum(observation.worth(AREAS.ids[near]) for near in members(borders[area] & ~first))
    return float(result / (1 + 0.2 * len(members(first))))


def _always(observation: Observation, action: Action) -> float:
    return 5.0


FLEET_RULES: dict[str, Callable[[Observation, Action], float]] = {
    "submerge": _submerge,
    "deploy": _deploy,
    "repair": _repair,
    "rebuild": lambda observation, action: 5.0 + 0.01 * sea_room(observation, PLACES.index[action[2]]),
    "refit": _always,
    "return": _at_port,
    "dock": _at_port,
    "go": _at_port,
}
