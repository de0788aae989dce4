"""The bot in combat: day or night, targets, retreats, pursuits, and raids on ports."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from ironbottom.engine.rules.actions import Action
from ironbottom.games.victory_in_the_pacific.bot.areas import AreaValues
from ironbottom.games.victory_in_the_pacific.bot.fights import FightResult, action_losses, fight_result
from ironbottom.games.victory_in_the_pacific.bot.observation import Observation, is_carrier, is_in
from ironbottom.games.victory_in_the_pacific.information.view_types import GameFrame
from ironbottom.games.victory_in_the_pacific.odds.fights import combined, volley_chances
from ironbottom.games.victory_in_the_pacific.pieces import AIR, SHIPS, UNITS

PURSUED = 0.4
"""8.3 The part of a battle's losses that a retreat still costs."""
SCRATCH = 0.15
"""The value of damage that does not sink."""
ON_BOTTOM = 0.6
"""9.41 The value of putting a ship on the bottom of its harbour, where its owner can raise it."""
WEIGHT_OF_AIR_UNIT_IN_RAID = 9.0
MIN_SHOTS = 24
NO_HIT_POSSIBLE = -99.0
"""7.3 The score of an action in which no unit can hit another: it would be repeated forever."""


def units_in_battle(observation: Observation) -> tuple[list[str], list[str]]:
    """The units of both sides in the battle."""
    units = fighters(observation)
    area = observation.battle
    mine, theirs = (observation.mine_at(area), observation.theirs_at(area)) if area else ([], [])
    if units:
        mine, theirs = [u for u in mine if u in units], [u for u in theirs if u in units]
    return mine, theirs


def fighters(observation: Observation) -> set[str]:
    """The units of the innermost fight, if a frame names them."""
    for frame in reversed(observation.view["frames"]):
        if frame["procedure"] in ("round", "battle"):
            return set(frame["units"])
        if frame["procedure"] == "chase":
            return {*frame["group"], *frame["ships"]}
    return set()


# -- day or night ----------------------------------------------------------------------------------------------


def balance(observation: Observation, day: bool) -> float:
    """7.3 The enemy's losses minus the side's own in an action, and its effect on control of the area."""
    area_values, area = AreaValues(observation), observation.battle
    mine, theirs = (area_values.fleet(units) for units in units_in_battle(observation))
    given, taken = action_losses(mine, theirs, day), action_losses(theirs, mine, day)
    if not given.share and not taken.share:
        return NO_HIT_POSSIBLE
    prize = sum(area_values.prize[area]) if area else 1.0
    return given.worth - taken.worth + 0.5 * prize * (given.share - taken.share)


# -- fire ------------------------------------------------------------------------------------------------------


def _fire(observation: Observation, action: Action) -> float:
    """7.43 Fires where it adds the most to the shots already aimed: a ship may be sunk, disabled, or only damaged."""
    unit, target = action[1], action[2]
    frame = observation.frame()
    day = frame.get("way", "day") == "day"
    if not day and observation.side == "japan" and is_carrier(unit) and not has_guns_alone(observation, unit):
        return -1.0
    return expected_loss(observation, frame, target, day, unit) - expected_loss(observation, frame, target, day)


def has_guns_alone(observation: Observation, unit: str) -> bool:
    """7.424 Whether a carrier has lost its airstrike and no other ship screens it, so that it can fire its guns at no
    cost.
    """
    screen = any(is_in(other, SHIPS) and not is_carrier(other) for other in units_in_battle(observation)[0])
    return not screen and not observation.shots(unit, True)


def expected_loss(observation: Observation, frame: GameFrame, target: str, day: bool, more: str = "") -> float:
    """The expected loss of a target, by value, from the fire of the units that aim at it."""
    shots = [0, 0]
    for unit in [aim["unit"] for aim in frame.get("aims", ()) if aim["target"] == target] + [more] * bool(more):
        shots[observation.has_bonus(unit, day)] += observation.shots(unit, day)
    if not any(shots):
        return 0.0
    plain, bonus = (min(number, MIN_SHOTS) for number in shots)
    at_air, worth = is_in(target, AIR), observation.future_value(target)
    if observation.in_port(target):
        return worth * in_port(observation, target, plain, bonus) + 0.001 * sum(shots)
    sunk, disabled, share = sink_and_disable_chances(plain, bonus, at_air, max(1, observation.points_to_sink(target)))
    return worth * (sunk + SCRATCH * share) + observation.value_in_area(target) * (sunk + disabled) + 0.001 * sum(shots)


def in_port(observation: Observation, target: str, plain: int, bonus: int) -> float:
    """9.4 The share of a target's value that is lost to such fire in port: all if it sinks, most if it goes to the
    bottom.

    18.33 Units that leave Pearl Harbor after the raid may hold the area, above all an air unit.
    """
    if is_in(target, AIR):
        sunk, _, _ = sink_and_disable_chances(plain, bonus, True, max(1, observation.points_to_sink(target)))
        return sunk * (WEIGHT_OF_AIR_UNIT_IN_RAID if observation.view["turn"] == 1 else 1.0)
    armor = int(observation.pieces.armor[UNITS.index[target]])
    sunk, _, share = sink_and_disable_chances(plain, bonus, False, max(1, observation.points_to_sink(target) + armor))
    bottom = (
        sink_and_disable_chances(plain, bonus, False, observation.points_to_sink(target))[0] - sunk
        if observation.points_to_sink(target) > 0
        else 0.0
    )
    return sunk + ON_BOTTOM * bottom + SCRATCH * share


@cache
def sink_and_disable_chances(plain: int, bonus: int, at_air: bool, points_to_sink: int) -> tuple[float, float, float]:
    """7.6 The probabilities that this many shots sink a target or disable it, and the damage that the other shots do,
    as a share of the damage that it can take.
    """
    fire = combined([volley_chances(plain, False, at_air), volley_chances(bonus, True, at_air)])
    afloat = fire.damage[:points_to_sink]
    disabled = sum(fire.disabled[:points_to_sink])
    share = sum(points * chance for points, chance in enumerate(afloat)) / points_to_sink
    return 1 - sum(afloat), disabled, share


def _torpedo(observation: Observation, action: Action) -> float:
    """16.2 Attacks the most valuable ship."""
    sunk, disabled, share = sink_and_disable_chances(0, 1, False, max(1, observation.points_to_sink(action[1])))
    return (
        0.01
        + observation.future_value(action[1]) * (sunk + SCRATCH * share)
        + observation.value_in_area(action[1]) * (sunk + disabled)
    )


# -- retreats and chases ---------------------------------------------------------------------------------------------


def _retreat(observation: Observation, action: Action) -> float:
    """8.1 The value of leaving: the ships that it saves, minus the cost of a pursuit and the chance of holding the
    area.
    """
    area_values, area = AreaValues(observation), observation.battle
    mine, theirs = (area_values.fleet(units) for units in units_in_battle(observation))
    fought = fight_result(mine, theirs)
    left = FightResult(0.0, min(1.0, theirs.holders), PURSUED * fought.my_loss, 0.0)
    return area_values.worth(area, left) - area_values.worth(area, fought)


def _pursue(observation: Observation, action: Action) -> float:
    """8.32 Pursues a group that the pursuers can beat."""
    task = observation.frame()["tasks"][int(action[-1].removeprefix("group_")) - 1]
    if task["ships"]:
        return -0.5
    area_values = AreaValues(observation)
    able = area_values.fleet(unit for unit in observation.frame()["left"] if is_in(unit, SHIPS))
    fought = fight_result(able, area_values.fleet(task["group"]))
    return fought.their_loss - fought.my_loss


def _raid_port(observation: Observation, action: Action) -> float:
    """9.1 Raids a harbour with valuable targets."""
    there = sum(observation.future_value(unit) for unit in observation.theirs_at(action[-1]))
    return 0.25 + 0.1 * there if there else -1.0


def _break_off(observation: Observation, action: Action) -> float:
    """8.53 Stops a chase that has become dangerous."""
    area_values = AreaValues(observation)
    mine, theirs = (area_values.fleet(units) for units in units_in_battle(observation))
    fought = fight_result(mine, theirs)
    return fought.my_loss - fought.their_loss


def _stay_off_hawaii(observation: Observation, action: Action) -> float:
    """18.31, 18.35 Japan stays for two more raids; the Allies stay if they may hold the area."""
    if observation.side == "japan":
        return 1.0
    area_values, area = AreaValues(observation), "hawaiian_islands"
    return area_values.worth(area, fight_result(area_values.here[area], area_values.there[area]))


def _assault(observation: Observation, action: Action) -> float:
    """22.2 Fires at the target nearest to elimination."""
    return 1.0 if action[2] == "garrison" else 1.0 / max(1, observation.points_to_sink(action[2]))


def _fight(observation: Observation, action: Action) -> float:
    """5.31 Names the most important area."""
    return observation.worth(action[1])


COMBAT_RULES: dict[str, Callable[[Observation, Action], float]] = {
    "fight": _fight,
    "day": lambda observation, action: balance(observation, True),
    "night": lambda observation, action: balance(observation, False),
    "fire": _fire,
    "all_fire": lambda observation, action: -1.0,
    "announce": lambda observation, action: 1.0 if has_guns_alone(observation, action[1]) else -1.0,
    "torpedo": _torpedo,
    "retreat": _retreat,
    "detach": lambda observation, action: -1.0,
    "flee": lambda observation, action: -1.0,
    "pursue": lambda observation, action: -1.0,
    "all_pursue": _pursue,
    "raid_port": lambda observation, action: _raid_port(observation, action) - 0.1,
    "all_raid": _raid_port,
    "stop": lambda observation, action: -1.0,
    "break_off": _break_off,
    "kamikaze": lambda observation, action: 1.0,
    "defend": lambda observation, action: -1.0,
    "form": lambda observation, action: -1.0,
    "attack": lambda observation, action: 1.0,
    "name_landing": lambda observation, action: 1.0,
    "join": lambda observation, action: 1.0,
    "assault": _assault,
    "stay_off_hawaii": _stay_off_hawaii,
}
