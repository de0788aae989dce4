"""The ensign's fleet: where ships, submarines and air go, what is repaired, and to which port ships come back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Action
from ironbottom.games.hold_fast.bot.observation import Observation, is_in
from ironbottom.games.hold_fast.bot.plan import Force, answer, foresee, worth
from ironbottom.games.hold_fast.pieces import AIR, AREAS, PLACES, TRANSPORTS, UNITS

STAYS_BELOW = 0.5
"""A ship with less than this share of its strength stays in a port that repairs it."""
FIRST, LAST = 120, 40
"""How many plans are tried by the side that moves first, and by the one that moves last."""


def plan_moves(sight: Observation, offered: Sequence[Action], random: Random) -> list[Action]:
    """7.0.1 All moves of the turn, with air units in mind that are placed later."""
    ships = sight.ships_at_hand(offered)
    staying = {unit for unit in ships if better_repaired(sight, unit)}
    forces = [
        Force(unit, sight.power(unit), tuple(AREAS.index[area] for area in areas), is_in(unit, TRANSPORTS))
        for unit, areas in ships.items()
        if unit not in staying
    ]
    forces += sight.air_forces()
    stakes = sight.stakes
    enemy = stakes.turned(sight.bases_worth(sight.enemy))
    if sight.side == "japan":
        plan = foresee(stakes, forces, enemy, sight.enemy_forces(), random, FIRST)
    else:
        theirs = [sight.blocks.get(area, 0.0) for area in AREAS.ids]
        plan = answer(stakes, forces, theirs, random, LAST)
    moves = [
        ("move", force.name, AREAS.ids[area])
        for force, area in zip(forces, plan, strict=True)
        if area >= 0 and force.name in ships
    ]
    return [*moves, *submarine_with(sight, moves, offered), ("done",)]


def submarine_with(sight: Observation, moves: Sequence[Action], offered: Sequence[Action]) -> list[Action]:
    """4.1.2 Where submarines are placed with the ships: where the enemy is, or where own ships go in number."""
    going = Counter(action[2] for action in moves)
    areas = [action for action in offered if action[0] == "submerge"]
    return [max(areas, key=lambda action: (sight.blocks.get(action[1], 0.0), going[action[1]]))] if areas else []


def better_repaired(sight: Observation, unit: str) -> bool:
    """Whether a damaged ship does better to stay in its port."""
    full = sight.pieces.strength[UNITS.index[unit]]
    place = sight.own[unit]["where"]
    capacity = sight.pieces.repair[PLACES.index[place]] if place in PLACES.index else 0
    return bool(capacity) and sight.strength(unit) <= STAYS_BELOW * full and full > 1


# -- the worth of single choices ---------------------------------------------------------------------------


def _submerge(sight: Observation, action: Action) -> float:
    """3.7.1 Where there is most to fire at, best where own ships fight."""
    area = action[1]
    there = sight.blocks.get(area, 0.0)
    return min(there, 12.0) * (1.5 if sight.mine_at(area) else 1.0)


def _deploy(sight: Observation, action: Action) -> float:
    """7.0.5 Where it helps most to hold an area, alone or with the air units still to come."""
    area, power = action[2], sight.power(action[1])
    number = AREAS.index[area]
    mine, theirs = sight.crowd(sight.mine_at(area)), sight.blocks.get(area, 0.0)
    now = worth(sight.stakes, number, mine, theirs)
    coming = range(1, 1 + sum(is_in(unit, AIR) for unit in sight.mine_at("off_board")))
    return 0.01 + max((worth(sight.stakes, number, mine + n * power, theirs) - now) / n for n in coming)


def _repair(sight: Observation, action: Action) -> float:
    """5.0.3 The strongest of those that need it most."""
    unit = action[1]
    return 1.0 + float(sight.dice(unit)) / (1 + sight.strength(unit))


def _at_port(sight: Observation, action: Action) -> float:
    """12.0.1 Ports with a good way to what counts; damaged ships to where they are repaired."""
    unit, place = action[-2], action[-1]
    number = PLACES.index[place]
    full = int(sight.pieces.strength[UNITS.index[unit]])
    hurt = (full - sight.strength(unit)) / full
    capacity = int(sight.pieces.repair[number])
    return sea_room(sight, number) + 6.0 * hurt * min(capacity, 3)


def sea_room(sight: Observation, place: int) -> float:
    """What is worth having within reach of a place, near areas first."""
    found, borders = 0.0, sight.pieces.borders
    first = sight.pieces.touches[place]
    for area in members(first):
        found += sight.worth(AREAS.ids[area])
        found += 0.3 * sum(sight.worth(AREAS.ids[near]) for near in members(borders[area] & ~first))
    return float(found / (1 + 0.2 * len(members(first))))


def _always(sight: Observation, action: Action) -> float:
    return 5.0


FLEET_RULES: dict[str, Callable[[Observation, Action], float]] = {
    "submerge": _submerge,
    "deploy": _deploy,
    "repair": _repair,
    "rebuild": lambda sight, action: 5.0 + 0.01 * sea_room(sight, PLACES.index[action[2]]),
    "refit": _always,
    "return": _at_port,
    "dock": _at_port,
    "go": _at_port,
}
