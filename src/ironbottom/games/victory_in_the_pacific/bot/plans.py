"""The bot's plans for a whole fleet: patrols (5.21) and raiders (5.24), ship by ship and force by force."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random

from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Action
from ironbottom.games.victory_in_the_pacific.bot.areas import (
    DEFAULT_PREFERENCES,
    AreaValues,
    Preferences,
    group_equal_units,
)
from ironbottom.games.victory_in_the_pacific.bot.fights import Fleet, sum_of_fleets
from ironbottom.games.victory_in_the_pacific.bot.observation import Observation, is_carrier, is_in
from ironbottom.games.victory_in_the_pacific.odds.fights import speed_roll_chance
from ironbottom.games.victory_in_the_pacific.pieces import AREAS, GREEN, PLACES, UNITS

MIN_PATROL_VALUE, MIN_CARRIER_PATROL_VALUE = 0.2, 1.0
"""The least value that a patrol must add to be better than a ship in reserve; a carrier is better as a raider (6.1)."""
MIN_RAID_VALUE = 0.15
SIZES = (1, 2, 3, 5, 8, 12, 99)
"""6.12 The sizes of forces that are tried for a raid."""
MARGIN, CARRIER_MARGIN = 0.02, 0.12
"""The least value that each ship of a force must add, since it could serve elsewhere."""


def destinations_by_unit(offered: Iterable[Action], verb: str) -> dict[str, list[str]]:
    """For each unit that a verb may name, the areas or places that it may be sent to."""
    result: dict[str, list[str]] = {}
    for action in offered:
        if action[0] == verb:
            result.setdefault(action[1], []).append(action[2])
    return result


def with_done(plan: list[Action], units: Iterable[str]) -> list[Action]:
    """A plan that ends with done if units are left without a task; otherwise the step ends automatically."""
    left = set(units) - {action[1] for action in plan}
    return [*plan, ("done",)] if left or not plan else plan


def ship_speed(observation: Observation, unit: str) -> int:
    """7.71 The speed of a ship."""
    return max(1, int(observation.pieces.speed[UNITS.index[unit]]) - observation.damage(unit))


def arrival_probability(observation: Observation, unit: str, area: str, free: int) -> float:
    """6.4 The probability that a ship reaches an area, given the number of areas that it enters without a roll."""
    reachable_areas = observation.reachable_areas(observation.spot_of(unit))
    reached = 0
    for areas in reachable_areas[:free]:
        reached |= areas
    return 1.0 if reached >> AREAS.index[area] & 1 else speed_roll_chance(ship_speed(observation, unit))


# -- 5.21 patrols ----------------------------------------------------------------------------------------------


def plan_patrols(
    observation: Observation, offered: Sequence[Action], random: Random, preferences: Preferences = DEFAULT_PREFERENCES
) -> list[Action]:
    """5.21 Repairs first, then patrols where they add the most; the other ships are marked to raid."""
    area_values = AreaValues(observation, preferences)
    repairs = [action for action in offered if action[0] in ("repair", "rebuild")]
    if repairs and area_values.left:
        return [max(repairs, key=lambda action: (repair_worth(observation, action[1]), random.random()))]
    may, marks = destinations_by_unit(offered, "patrol"), {action[1] for action in offered if action[0] == "mark"}
    area_values.help = possible_raiders(area_values, marks | set(may))
    if observation.side == "japan":
        area_values.assume_patrols(expected_patrols(observation))
    plan = assign_patrols(area_values, may)
    sent = {action[1] for action in plan}
    plan += [("mark", unit) for unit in sorted(marks - sent)]
    return with_done(plan, {*may, *marks})


def expected_patrols(observation: Observation) -> list[tuple[str, str]]:
    """5.21 The patrols that the Allies, who move after Japan, would send if Japan's ships stayed in port."""
    enemy = observation.other()
    may: dict[str, list[str]] = {}
    for place, units in enemy.own.items():
        if place in PLACES.index:
            first, second, _ = enemy.reachable_areas(place)
            areas = [AREAS.ids[area] for area in members(first | second)]
            may |= {unit: areas for unit in units if observation.enemy_sails(unit)}
    return [(action[1], action[2]) for action in assign_patrols(AreaValues(enemy), may)]


def repair_worth(observation: Observation, unit: str) -> float:
    """11.1 The value of repairing a point of damage on a ship, which then stays in port."""
    damage = observation.damage(unit)
    armor = int(observation.pieces.armor[UNITS.index[unit]])
    idle = damage >= armor
    return (3.0 if is_carrier(unit) else 1.0) * (2.0 if idle else 1.0) + 0.1 * damage


def possible_raiders(area_values: AreaValues, units: Iterable[str]) -> dict[str, Fleet]:
    """The carriers that could come to each area as raiders."""
    result: dict[str, list[Fleet]] = {}
    for (place, fleet), several in group_equal_units(area_values, [unit for unit in units if is_carrier(unit)]).items():
        first, second, third = area_values.observation.reachable_areas(place)
        slow = all(is_in(unit, GREEN) for unit in several)
        raiding = fleet._replace(holders=0.0).part(len(several))
        for area in members(first | second | (0 if slow else third)):
            result.setdefault(AREAS.ids[area], []).append(raiding)
    return {area: sum_of_fleets(result.get(area, ())) for area in AREAS.ids}


def assign_patrols(area_values: AreaValues, may: dict[str, list[str]]) -> list[Action]:
    """Assigns patrols ship by ship, always the most valuable next assignment."""
    observation, economy = area_values.observation, area_values.preferences.economy
    kinds = group_equal_units(area_values, may)
    here = {area: area_values.here[area] for area in AREAS.ids}
    values = {area: area_values.value(area, here[area]) for area in AREAS.ids}
    gains: dict[tuple[tuple[str, Fleet], str], float] = {}

    def weigh(kind: tuple[str, Fleet], area: str) -> None:
        unit = kinds[kind][0]
        added = area_values.value(area, sum_of_fleets((here[area], kind[1]))) - values[area]
        needed = economy * (MIN_CARRIER_PATROL_VALUE if is_carrier(unit) else MIN_PATROL_VALUE)
        gains[kind, area] = added * arrival_probability(observation, unit, area, 1) - needed

    for kind, several in kinds.items():
        for area in may[several[0]]:
            weigh(kind, area)
    plan: list[Action] = []
    while gains:
        kind, area = max(gains, key=lambda pair: gains[pair])
        if gains[kind, area] <= 0:
            break
        plan.append(("patrol", kinds[kind].pop(), area))
        here[area] = sum_of_fleets((here[area], kind[1]))
        values[area] = area_values.value(area, here[area])
        if not kinds[kind]:
            gains = {pair: gain for pair, gain in gains.items() if pair[0] != kind}
        for other, where in list(gains):
            if where == area:
                weigh(other, area)
    return plan


# -- 5.24 raiders ----------------------------------------------------------------------------------------------


def plan_raids(
    observation: Observation, offered: Sequence[Action], random: Random, preferences: Preferences = DEFAULT_PREFERENCES
) -> list[Action]:
    """5.24 Assigns forces where they gain the most; then single ships where they still help."""
    area_values = AreaValues(observation, preferences)
    may = destinations_by_unit(offered, "raid")
    here = {area: area_values.here[area] for area in AREAS.ids}
    free = sorted(may, key=lambda unit: (-observation.power(unit), random.random()))
    plan: list[Action] = []
    forces = {area: best_force(area_values, area, here[area], free, may) for area in AREAS.ids}
    while free:
        gain, going, area = max(forces.values(), key=lambda found: found[0])
        if gain <= 0:
            break
        plan += [("raid", unit, area) for unit in going]
        here[area] = sum_of_fleets((here[area], area_values.fleet(going, patrol=False)))
        free = [unit for unit in free if unit not in going]
        for other, force in forces.items():
            if other == area or not set(force[1]).isdisjoint(going):
                forces[other] = best_force(area_values, other, here[other], free, may)
    return with_done(plan + reinforcements(area_values, here, free, may), may)


def joining_orders(observation: Observation) -> tuple[Callable[[str], float], ...]:
    """The orders in which ships join a force: carriers first, ships by power, or guns first."""
    return (
        lambda unit: -observation.average_damage(unit, True),
        lambda unit: -observation.power(unit),
        lambda unit: -observation.average_damage(unit, False) + 9 * is_carrier(unit),
    )


def best_force(
    area_values: AreaValues, area: str, mine: Fleet, free: list[str], may: dict[str, list[str]]
) -> tuple[float, list[str], str]:
    """The force with the greatest gain in an area, among those tried."""
    observation = area_values.observation
    able = [
        unit
        for unit in free
        if area in may[unit] and arrival_probability(observation, unit, area, free_areas(unit)) > 0.45
    ]
    best: tuple[float, list[str], str] = (0.0, [], area)
    if not able or not (
        area_values.there[area].shots_to_destroy
        or (mine.holders and area_values.possible_raiders[area].shots_to_destroy)
    ):
        return best
    before = area_values.value(area, mine)
    for order in joining_orders(observation):
        ranked = sorted(able, key=order)
        for size in SIZES:
            going = ranked[:size]
            after = area_values.value(area, sum_of_fleets((mine, area_values.fleet(going, patrol=False))))
            needed = MIN_RAID_VALUE + sum(CARRIER_MARGIN if is_carrier(unit) else MARGIN for unit in going)
            gain = after - before - area_values.preferences.economy * needed
            if gain > best[0]:
                best = gain, going, area
            if size >= len(ranked):
                break
    return best


def free_areas(unit: str) -> int:
    """6.222, 6.223 The number of areas that a raider enters without a roll."""
    return 1 if is_in(unit, GREEN) else 2


def reinforcements(
    area_values: AreaValues, here: dict[str, Fleet], free: list[str], may: dict[str, list[str]]
) -> list[Action]:
    """Ships without a task join forces that they help."""
    plan: list[Action] = []
    for unit in free:
        added = area_values.figures(unit, patrol=False)
        gains = {}
        for area in may[unit]:
            if area_values.there[area].shots_to_destroy and here[area].shots_to_destroy:
                gains[area] = area_values.value(area, sum_of_fleets((here[area], added))) - area_values.value(
                    area, here[area]
                )
        area = max(gains, key=lambda name: gains[name], default="")
        if (
            area
            and gains[area] * arrival_probability(area_values.observation, unit, area, free_areas(unit)) > 2 * MARGIN
        ):
            plan.append(("raid", unit, area))
            here[area] = sum_of_fleets((here[area], added))
    return plan
