"""The bot's fleet: patrols, raiders, air and amphibious units, repairs, and ports of return."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Action
from ironbottom.games.victory_in_the_pacific.bot.areas import AreaValues, group_equal_units
from ironbottom.games.victory_in_the_pacific.bot.fights import sum_of_fleets
from ironbottom.games.victory_in_the_pacific.bot.observation import Observation, hold_probability, is_in
from ironbottom.games.victory_in_the_pacific.bot.plans import possible_raiders
from ironbottom.games.victory_in_the_pacific.pieces import AIR, AMPHIBIOUS, AREAS, CRUISERS, PLACES, SHIPS

AIR_HOLDS = 0.01
"""An air unit is placed even where it adds nothing, since it returns to port afterwards."""

SCREEN = 2
"""4.2 The number of cruisers that sail with the raid on Pearl Harbor."""

# -- the value of single choices ---------------------------------------------------------------------------


def place_air(observation: Observation, offered: Sequence[Action]) -> Action:
    """5.22 Places an air unit where it adds the most."""
    area_values = AreaValues(observation)
    area_values.help = possible_raiders(area_values, observation.marked_raiders & set(observation.spots))
    best, gain = offered[0], 0.0
    for (_, fleet), several in group_equal_units(
        area_values, {action[1] for action in offered if action[0] == "place_air"}
    ).items():
        for area in [action[2] for action in offered if action[0] == "place_air" and action[1] == several[0]]:
            here = area_values.here[area]
            added = area_values.value(area, sum_of_fleets((here, fleet))) - area_values.value(area, here)
            if added + AIR_HOLDS > gain:
                best, gain = ("place_air", several[0], area), added + AIR_HOLDS
    return best


def _sail(observation: Observation, action: Action) -> float:
    """5.23 Sails to a weakly defended enemy base in an area where the side is not much weaker."""
    return landing_worth(observation, action[2]) - 0.4


def landing_worth(observation: Observation, area: str) -> float:
    """The value of a landing in an area."""
    mine, theirs = (
        observation.total_power(observation.mine_at(area)),
        observation.total_power(observation.theirs_at(area)),
    )
    chance = 0.8 if not theirs else 0.9 * hold_probability(mine + 1, theirs)
    return max((base_worth(observation, base) for base in observation.enemy_bases(area)), default=0.0) * chance


def base_worth(observation: Observation, base: str) -> float:
    """The value of taking a base: it has room for air units in its areas; the value is lower for each defender."""
    defenders = sum(is_in(unit, AMPHIBIOUS) for unit in observation.theirs_at(base))
    areas = members(observation.pieces.touches[PLACES.index[base]])
    return (0.6 + 0.25 * sum(observation.worth(AREAS.ids[area]) for area in areas)) / (1 + 2 * defenders)


def _land(observation: Observation, action: Action) -> float:
    """13.3 Lands on enemy bases, preferably without defenders; otherwise at home."""
    place = action[2]
    if observation.view["places"][place] == observation.enemy:
        return base_worth(observation, place)
    return -0.1


def _submerge(observation: Observation, action: Action) -> float:
    """5.25 Places the submarine where there are the most targets."""
    area = action[1]
    there = max((observation.power(unit) for unit in observation.theirs_at(area) if not is_in(unit, AIR)), default=0.0)
    return there + (1.0 if there and observation.mine_at(area) else 0.0)


def harbour_value(observation: Observation, unit: str, place: str) -> float:
    """10.1 Prefers ports near important areas; for damaged ships, ports that can repair them; and no port near the
    enemy.
    """
    first, second, third = observation.reach(place, observation.holders, observation.enemy)
    worth = 0.0
    for areas, share in ((first, 1.0), (second, 0.6), (third, 0.15)):
        worth += share * sum(observation.worth(AREAS.ids[area]) for area in members(areas))
    around = [observation.holders[AREAS.ids[area]] for area in members(first)]
    danger = (around.count(observation.enemy) / len(around)) ** 2
    return (
        worth / 12
        + 1.5 * repair_points_next_turn(observation, unit, place)
        - danger * (1.0 + 0.15 * observation.power(unit))
    )


def repair_points_next_turn(observation: Observation, unit: str, place: str) -> int:
    """11.2 The points that can be repaired on a ship in a port next turn, once the ships already there are repaired."""
    repair = observation.view["repairs"].get(place)
    if not repair or not is_in(unit, SHIPS):
        return 0
    waiting = sum(
        observation.damage(other) for other in observation.mine_at(place) if other != unit and is_in(other, SHIPS)
    )
    return max(0, min(observation.damage(unit), int(repair["points"]) - waiting))


def _home(observation: Observation, action: Action) -> float:
    return harbour_value(observation, action[-2], action[-1])


def _join_raid(observation: Observation, action: Action) -> float:
    """4.2 Sends the carriers, and the fast battleships with a few cruisers to screen them at night (7.424)."""
    if not is_in(action[1], CRUISERS):
        return 1.0
    screen = [unit for unit in observation.mine_at("hawaiian_islands") if is_in(unit, CRUISERS)]
    return 0.5 if len(screen) < SCREEN else -1.0


FLEET_RULES: dict[str, Callable[[Observation, Action], float]] = {
    "sail": _sail,
    "land": _land,
    "submerge": _submerge,
    "go": _home,
    "return": _home,
    "withdraw_ship": lambda observation, action: -observation.power(action[1]),
    "join_raid": _join_raid,
    "sortie": lambda observation, action: 1.0,
}
