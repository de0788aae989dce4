"""The ensign's fleet: patrols, raiders, air and amphibious units, repairs, and the ports that ships come back to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random

from ironbottom.engine.actions import Action
from ironbottom.engine.fields import members
from ironbottom.games.victory_in_the_pacific.bot_sight import Sight, holding, is_carrier, is_in, is_port
from ironbottom.games.victory_in_the_pacific.odds import passes
from ironbottom.games.victory_in_the_pacific.pieces import AIR, AMPHIBIOUS, AREAS, PLACES, UNITS

ENOUGH = 1.4
"""How much stronger a raid must be than what it attacks."""
PATROLS_FROM = 0.35
CARRIER_PATROLS_FROM = 1.3
"""What a patrol must add to be better than a raider in reserve; a carrier is the better raider."""


def by_unit(offered: Iterable[Action], verb: str) -> dict[str, list[str]]:
    """For each unit of a verb, the areas or places that it may be given."""
    found: dict[str, list[str]] = {}
    for action in offered:
        if action[0] == verb:
            found.setdefault(action[1], []).append(action[2])
    return found


def knots(sight: Sight, unit: str) -> int:
    """7.71 The speed of a ship."""
    return max(1, int(sight.pieces.speed[UNITS.index[unit]]) - sight.damage(unit))


def plan_patrols(sight: Sight, offered: Sequence[Action], random: Random) -> list[Action]:
    """5.21 Repairs first, then patrols where they add most; what is left is marked to raid."""
    repairs = [action for action in offered if action[0] in ("repair", "rebuild")]
    if repairs:
        return [max(repairs, key=lambda action: (sight.power(action[1]) - sight.damage(action[1]), action))]
    may, marks = by_unit(offered, "patrol"), {action[1] for action in offered if action[0] == "mark"}
    here = {area: sight.crowd(sight.mine_at(area)) for area in AREAS.ids}
    held = {area: sight.held_by_me(area) for area in AREAS.ids}
    plan: list[Action] = []
    order = sorted(may, key=lambda unit: (is_carrier(unit), sight.power(unit), random.random()))
    left = set(order)
    for unit in order:
        gains = {area: patrol_gain(sight, unit, area, here[area], held[area]) for area in may[unit]}
        area = max(gains, key=lambda name: (gains[name], random.random()))
        if gains[area] >= (CARRIER_PATROLS_FROM if is_carrier(unit) else PATROLS_FROM):
            plan.append(("patrol", unit, area))
            here[area] += sight.power(unit)
            held[area] = True
            left.discard(unit)
    plan += [("mark", unit) for unit in order if unit in left & marks]
    plan += [("mark", unit) for unit in sorted(marks - set(order))]
    return closed(plan, {*may, *marks})


def closed(plan: list[Action], units: Iterable[str]) -> list[Action]:
    """A plan with done at its end, where units are left without a task: otherwise the step ends by itself."""
    return [*plan, ("done",)] if set(units) - {action[1] for action in plan} else plan


def patrol_gain(sight: Sight, unit: str, area: str, mine: float, held: bool) -> float:
    """What a patrol adds to the chance of holding an area at the end of the turn."""
    theirs = sight.crowd(sight.theirs_at(area)) + sight.coming[area]
    before = holding(mine, theirs) if held else 0.0
    near = sight.pieces.touches[PLACES.index[sight.spot_of(unit)]] >> AREAS.index[area] & 1
    sure = 1.0 if near else passes(knots(sight, unit))
    lone = 0.7 if not mine and theirs < 3 else 0.0
    after = max(holding(mine + sight.power(unit), theirs), lone if not held else 0.0)
    return sight.worth(area) * (after - before) * sure


def plan_raids(sight: Sight, offered: Sequence[Action], random: Random) -> list[Action]:
    """5.24 For the areas that count most, just enough ships to beat what is there; the others stay in port."""
    may = by_unit(offered, "raid")
    plan: list[Action] = []
    free = sorted(may, key=lambda unit: (-sight.power(unit), random.random()))
    for area in sorted(AREAS.ids, key=lambda name: -raid_worth(sight, name)):
        if raid_worth(sight, area) <= 0:
            break
        need = ENOUGH * need_at(sight, area) - sight.crowd(sight.mine_at(area))
        going: list[str] = []
        for unit in free:
            if need - sight.crowd(going) <= 0:
                break
            if area in may[unit]:
                going.append(unit)
        if going and sight.crowd(going) >= need:
            plan += [("raid", unit, area) for unit in going]
            free = [unit for unit in free if unit not in going]
    return closed(plan, may)


def need_at(sight: Sight, area: str) -> float:
    """The power to be beaten in an area: what is there, and for Japan, which sails first, what may come."""
    theirs = sight.crowd(sight.theirs_at(area))
    return theirs + (0.7 * sight.coming[area] if sight.side == "japan" else 0.0)


def raid_worth(sight: Sight, area: str) -> float:
    """What it brings to win an area: the enemy's points, and our own where something of ours holds it."""
    mine, theirs = sight.points(area)
    enemies = sight.theirs_at(area)
    gain = theirs if any(sight.holds(unit) for unit in enemies) else 0.0
    if sight.held_by_me(area) and (enemies or sight.side == "japan"):
        gain += mine + 0.2
    return gain + 0.05 * len(enemies)


# -- the worth of single choices ---------------------------------------------------------------------------


def _place_air(sight: Sight, action: Action) -> float:
    """5.22 Where one more air unit adds most."""
    unit, area = action[1], action[2]
    theirs = sight.crowd(sight.theirs_at(area)) + sight.coming[area]
    mine = sight.crowd(sight.mine_at(area))
    before = holding(mine, theirs) if sight.held_by_me(area) else 0.0
    return 0.01 + sight.worth(area) * (holding(mine + sight.power(unit), theirs) - before)


def _sail(sight: Sight, action: Action) -> float:
    """5.23 To an enemy base that few defend, where we are not much weaker."""
    return landing_worth(sight, action[2]) - 0.4


def landing_worth(sight: Sight, area: str) -> float:
    """What a landing in an area may bring."""
    mine, theirs = sight.crowd(sight.mine_at(area)), sight.crowd(sight.theirs_at(area))
    chance = 0.8 if not theirs else 0.9 * holding(mine + 1, theirs)
    return max((base_worth(sight, base) for base in sight.enemy_bases(area)), default=0.0) * chance


def base_worth(sight: Sight, base: str) -> float:
    """What taking a base brings: room for air units in its areas; less for each defender."""
    defenders = sum(is_in(unit, AMPHIBIOUS) for unit in sight.theirs_at(base))
    areas = members(sight.pieces.touches[PLACES.index[base]])
    return (0.6 + 0.25 * sum(sight.worth(AREAS.ids[area]) for area in areas)) / (1 + 2 * defenders)


def _land(sight: Sight, action: Action) -> float:
    """13.3 On enemy bases, best those without defenders; at home otherwise."""
    place = action[2]
    if sight.view["places"][place] == sight.enemy:
        return base_worth(sight, place)
    return -0.1


def _submerge(sight: Sight, action: Action) -> float:
    """5.25 Where there is most to strike at."""
    area = action[1]
    there = max((sight.power(unit) for unit in sight.theirs_at(area) if not is_in(unit, AIR)), default=0.0)
    return there + (1.0 if there and sight.mine_at(area) else 0.0)


def harbour(sight: Sight, unit: str, place: str) -> float:
    """10.1 Ports near what counts; damaged ships where they are repaired; nothing where the enemy is about."""
    number, damage = PLACES.index[place], sight.damage(unit)
    room, danger = 0.0, 0.0
    first = sight.pieces.touches[number]
    for area in members(first):
        name = AREAS.ids[area]
        room += sight.worth(name)
        room += 0.25 * sum(sight.worth(AREAS.ids[near]) for near in members(sight.pieces.borders[area] & ~first))
        danger += sight.view["flags"][name] == sight.enemy
    told = sight.view["repairs"].get(place)
    mended = min(damage, told["points"]) if told else 0
    ringed = danger == len(members(first))
    return room / (1 + 0.3 * len(members(first))) + 2.0 * mended - (4.0 if ringed and not is_port(place) else 0.0)


def _home(sight: Sight, action: Action) -> float:
    return harbour(sight, action[-2], action[-1])


FLEET_RULES: dict[str, Callable[[Sight, Action], float]] = {
    "place_air": _place_air,
    "sail": _sail,
    "land": _land,
    "submerge": _submerge,
    "go": _home,
    "return": _home,
    "withdraw_ship": lambda sight, action: -sight.power(action[1]),
    "join_raid": lambda sight, action: 1.0 if is_carrier(action[1]) else -1.0,
    "sortie": lambda sight, action: 1.0,
}
