"""The ensign's fleet: patrols, raiders, air and amphibious units, repairs, and the ports that ships come back to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Action
from ironbottom.games.victory_in_the_pacific.bot.areas import Theatre, alike
from ironbottom.games.victory_in_the_pacific.bot.fights import merged
from ironbottom.games.victory_in_the_pacific.bot.observation import Observation, holding, is_in
from ironbottom.games.victory_in_the_pacific.bot.plans import reserve
from ironbottom.games.victory_in_the_pacific.pieces import AIR, AMPHIBIOUS, AREAS, CRUISERS, PLACES, SHIPS

AIR_HOLDS = 0.01
"""An air unit is placed even where it adds nothing: it is back in port afterwards."""

SCREEN = 2
"""4.2 The cruisers that sail with the raid on Pearl Harbor."""

# -- the worth of single choices ---------------------------------------------------------------------------


def place_air(sight: Observation, offered: Sequence[Action]) -> Action:
    """5.22 Where one more air unit adds most."""
    theatre = Theatre(sight)
    theatre.help = reserve(theatre, sight.marked & set(sight.spots))
    best, gain = offered[0], 0.0
    for (_, fleet), several in alike(theatre, {action[1] for action in offered if action[0] == "place_air"}).items():
        for area in [action[2] for action in offered if action[0] == "place_air" and action[1] == several[0]]:
            here = theatre.here[area]
            added = theatre.value(area, merged((here, fleet))) - theatre.value(area, here)
            if added + AIR_HOLDS > gain:
                best, gain = ("place_air", several[0], area), added + AIR_HOLDS
    return best


def _sail(sight: Observation, action: Action) -> float:
    """5.23 To an enemy base that few defend, where we are not much weaker."""
    return landing_worth(sight, action[2]) - 0.4


def landing_worth(sight: Observation, area: str) -> float:
    """What a landing in an area may bring."""
    mine, theirs = sight.crowd(sight.mine_at(area)), sight.crowd(sight.theirs_at(area))
    chance = 0.8 if not theirs else 0.9 * holding(mine + 1, theirs)
    return max((base_worth(sight, base) for base in sight.enemy_bases(area)), default=0.0) * chance


def base_worth(sight: Observation, base: str) -> float:
    """What taking a base brings: room for air units in its areas; less for each defender."""
    defenders = sum(is_in(unit, AMPHIBIOUS) for unit in sight.theirs_at(base))
    areas = members(sight.pieces.touches[PLACES.index[base]])
    return (0.6 + 0.25 * sum(sight.worth(AREAS.ids[area]) for area in areas)) / (1 + 2 * defenders)


def _land(sight: Observation, action: Action) -> float:
    """13.3 On enemy bases, best those without defenders; at home otherwise."""
    place = action[2]
    if sight.view["places"][place] == sight.enemy:
        return base_worth(sight, place)
    return -0.1


def _submerge(sight: Observation, action: Action) -> float:
    """5.25 Where there is most to strike at."""
    area = action[1]
    there = max((sight.power(unit) for unit in sight.theirs_at(area) if not is_in(unit, AIR)), default=0.0)
    return there + (1.0 if there and sight.mine_at(area) else 0.0)


def harbour(sight: Observation, unit: str, place: str) -> float:
    """10.1 Ports near what counts; damaged ships where they are repaired; nothing where the enemy is about."""
    first, second, third = sight.reach(place, sight.holders, sight.enemy)
    worth = 0.0
    for areas, share in ((first, 1.0), (second, 0.6), (third, 0.15)):
        worth += share * sum(sight.worth(AREAS.ids[area]) for area in members(areas))
    around = [sight.holders[AREAS.ids[area]] for area in members(first)]
    danger = (around.count(sight.enemy) / len(around)) ** 2
    return worth / 12 + 1.5 * mended(sight, unit, place) - danger * (1.0 + 0.15 * sight.power(unit))


def mended(sight: Observation, unit: str, place: str) -> int:
    """11.2 The points that can be taken off a ship in a port next turn, after those that lie there already."""
    told = sight.view["repairs"].get(place)
    if not told or not is_in(unit, SHIPS):
        return 0
    waiting = sum(sight.damage(other) for other in sight.mine_at(place) if other != unit and is_in(other, SHIPS))
    return max(0, min(sight.damage(unit), int(told["points"]) - waiting))


def _home(sight: Observation, action: Action) -> float:
    return harbour(sight, action[-2], action[-1])


def _join_raid(sight: Observation, action: Action) -> float:
    """4.2 The carriers, and the fast battleships with a few cruisers to screen them by night (7.424)."""
    if not is_in(action[1], CRUISERS):
        return 1.0
    screen = [unit for unit in sight.mine_at("hawaiian_islands") if is_in(unit, CRUISERS)]
    return 0.5 if len(screen) < SCREEN else -1.0


FLEET_RULES: dict[str, Callable[[Observation, Action], float]] = {
    "sail": _sail,
    "land": _land,
    "submerge": _submerge,
    "go": _home,
    "return": _home,
    "withdraw_ship": lambda sight, action: -sight.power(action[1]),
    "join_raid": _join_raid,
    "sortie": lambda sight, action: 1.0,
}
