"""The ensign's fleet: where ships, submarines and air go, what is repaired, and to which port ships come back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from ironbottom.engine.actions import Action
from ironbottom.engine.fields import members
from ironbottom.games.hold_fast.bot_sight import Sight, is_in
from ironbottom.games.hold_fast.pieces import AREAS, PLACES, TRANSPORTS, UNITS

CROWDED = 3.0
"""How much power an area takes beyond that of the enemy before more is wasted there."""
STAYS_BELOW = 0.5
"""A ship with less than this share of its strength stays in a port that repairs it."""


def plan_moves(sight: Sight, offered: Sequence[Action], random: Random) -> list[Action]:
    """7.0.1 All moves of the turn: each ship in turn to where it adds most to the chance of holding an area."""
    ships = sight.ships_at_hand(offered)
    placed: dict[str, float] = {}
    for unit, told in sight.own.items():
        if told["where"] in AREAS.index:
            placed[told["where"]] = placed.get(told["where"], 0.0) + sight.power(unit)
    enemy = {area: sight.blocks.get(area, 0.0) + foreseen(sight, area) for area in AREAS.ids}
    plan: list[Action] = []
    order = sorted(ships, key=lambda unit: (-sight.power(unit), random.random()))
    for unit in order:
        if better_repaired(sight, unit):
            continue
        gains = {area: gain(sight, area, placed.get(area, 0.0), enemy[area], unit) for area in ships[unit]}
        area = max(gains, key=lambda name: (gains[name], random.random()))
        placed[area] = placed.get(area, 0.0) + sight.power(unit)
        plan.append(("move", unit, area))
    return [*plan, ("done",)]


def foreseen(sight: Sight, area: str) -> float:
    """What the enemy may still send: Japan moves first."""
    return sight.threat(area) if sight.side == "japan" else 0.0


def holding(mine: float, theirs: float) -> float:
    """How likely this much power holds an area against that much."""
    return mine**2 / (mine**2 + (theirs + 1.0) ** 2) if mine else 0.0


def gain(sight: Sight, area: str, mine: float, theirs: float, unit: str) -> float:
    """What one more ship adds; a little for a base that a transport may take."""
    worth = sight.worth(area)
    more = worth * (holding(mine + sight.power(unit), theirs) - holding(mine, theirs))
    if is_in(unit, TRANSPORTS):
        more += 0.4 * enemy_bases(sight, area) * (holding(mine, theirs) if theirs else 1.0)
    return more


def enemy_bases(sight: Sight, area: str) -> int:
    """The enemy bases beside an area."""
    bit = 1 << AREAS.index[area]
    return sum(
        owner == sight.enemy and bool(sight.pieces.touches[PLACES.index[place]] & bit)
        for place, owner in sight.view["places"].items()
        if not sight.pieces.repair[PLACES.index[place]]
    )


def better_repaired(sight: Sight, unit: str) -> bool:
    """Whether a damaged ship does better to stay in its port."""
    full = sight.pieces.strength[UNITS.index[unit]]
    place = sight.own[unit]["where"]
    capacity = sight.pieces.repair[PLACES.index[place]] if place in PLACES.index else 0
    return bool(capacity) and sight.strength(unit) <= STAYS_BELOW * full and full > 1


# -- the worth of single choices ---------------------------------------------------------------------------


def _submerge(sight: Sight, action: Action) -> float:
    """3.7.1 Where there is most to fire at, best where own ships fight."""
    area = action[1]
    there = sight.blocks.get(area, 0.0)
    return min(there, 12.0) * (1.5 if sight.mine_at(area) else 1.0)


def _deploy(sight: Sight, action: Action) -> float:
    """7.0.5 To areas that nobody holds, or where it helps to hold one."""
    area, power = action[2], sight.power(action[1])
    mine, theirs = sight.crowd(sight.mine_at(area)), sight.blocks.get(area, 0.0)
    return sight.worth(area) * (holding(mine + power, theirs) - holding(mine, theirs)) + 0.01


def _repair(sight: Sight, action: Action) -> float:
    """5.0.3 The strongest of those that need it most."""
    unit = action[1]
    return 1.0 + float(sight.dice(unit)) / (1 + sight.strength(unit))


def _at_port(sight: Sight, action: Action) -> float:
    """12.0.1 Ports with a good way to what counts; damaged ships to where they are repaired."""
    unit, place = action[-2], action[-1]
    number = PLACES.index[place]
    full = int(sight.pieces.strength[UNITS.index[unit]])
    hurt = (full - sight.strength(unit)) / full
    capacity = int(sight.pieces.repair[number])
    return sea_room(sight, number) + 6.0 * hurt * min(capacity, 3)


def sea_room(sight: Sight, place: int) -> float:
    """What is worth having within reach of a place, near areas first."""
    found, borders = 0.0, sight.pieces.borders
    first = sight.pieces.touches[place]
    for area in members(first):
        found += sight.worth(AREAS.ids[area])
        found += 0.3 * sum(sight.worth(AREAS.ids[near]) for near in members(borders[area] & ~first))
    return float(found / (1 + 0.2 * len(members(first))))


def _always(sight: Sight, action: Action) -> float:
    return 5.0


FLEET_RULES: dict[str, Callable[[Sight, Action], float]] = {
    "submerge": _submerge,
    "deploy": _deploy,
    "repair": _repair,
    "rebuild": lambda sight, action: 5.0 + 0.01 * sea_room(sight, PLACES.index[action[2]]),
    "refit": _always,
    "return": _at_port,
    "dock": _at_port,
    "go": _at_port,
}
