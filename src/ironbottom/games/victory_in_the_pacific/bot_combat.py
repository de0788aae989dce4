"""The ensign in combat: day or night, whom to fire at, when to leave, whom to pursue, which port to raid."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ironbottom.engine.actions import Action
from ironbottom.games.victory_in_the_pacific.bot_sight import Sight, is_carrier, is_in
from ironbottom.games.victory_in_the_pacific.odds import volley_chances
from ironbottom.games.victory_in_the_pacific.pieces import AIR, AMPHIBIOUS, SHIPS

LEAVES_BELOW = 0.5
"""A side with less than this share of the enemy's power leaves a battle."""
PURSUES_FROM = 1.1


def crowds(sight: Sight) -> tuple[list[str], list[str]]:
    """The units of both sides in the battle."""
    units = fighters(sight)
    area = sight.view["battle"]
    mine, theirs = (sight.mine_at(area), sight.theirs_at(area)) if area else ([], [])
    if units:
        mine, theirs = [u for u in mine if u in units], [u for u in theirs if u in units]
    return mine, theirs


def fighters(sight: Sight) -> set[str]:
    """The units of the innermost fight, where a frame tells."""
    for frame in reversed(sight.view["frames"]):
        if frame["procedure"] in ("round", "battle"):
            return set(frame["units"])
        if frame["procedure"] == "chase":
            return {*frame["group"], *frame["ships"]}
    return set()


def balance(sight: Sight, day: bool) -> float:
    """7.3 What an action costs the enemy, less what it costs us."""
    mine, theirs = crowds(sight)
    return hurt(sight, mine, theirs, day) - hurt(sight, theirs, mine, day)


def hurt(sight: Sight, firing: Iterable[str], at: Iterable[str], day: bool) -> float:
    """The damage that these units do on average, by what it is worth."""
    targets = [unit for unit in at if day or not is_in(unit, AIR)]
    front = targets if day else [unit for unit in targets if not is_carrier(unit)] or targets
    if not front:
        return 0.0
    worth = sum(value(sight, unit) for unit in front) / len(front)
    at_air = all(is_in(unit, AIR) for unit in front)
    guns = (unit for unit in firing if day or not is_carrier(unit))
    return worth * sum(sight.punch(unit, day) * (0.5 if at_air else 1.0) for unit in guns)


def value(sight: Sight, unit: str) -> float:
    """What a point of damage on a unit is worth."""
    if is_in(unit, AMPHIBIOUS):
        return 0.4
    return (sight.power(unit) + 0.5) / max(1, sight.room(unit))


# -- fire ------------------------------------------------------------------------------------------------------


def _fire(sight: Sight, action: Action) -> float:
    """7.43 What is worth most among what can be hurt most, but not what will be sunk already."""
    unit, target = action[1], action[2]
    frame = sight.frame()
    day = frame.get("way", "day") == "day"
    if not day and is_carrier(unit) and sight.side == "japan":
        return -1.0
    points, disabling = expected(sight, unit, target, day)
    assigned, disabled = aimed_at(sight, frame, target, day)
    left = sight.room(target) - assigned
    if left <= 0:
        return 0.05 * points
    finishing = 1.4 if points >= left else 1.0
    gain = min(points, left) * value(sight, target) * finishing
    return gain + 0.35 * sight.power(target) * disabling * (1 - disabled)


def expected(sight: Sight, unit: str, target: str, day: bool) -> tuple[float, float]:
    """The damage that a unit's fire does to a target on average, and how likely it is disabled."""
    fire = volley_chances(sight.shots(unit, day), sight.circled(unit, day), is_in(target, AIR))
    return sight.punch(unit, day, target), fire.disables


def aimed_at(sight: Sight, frame: Mapping[str, Any], target: str, day: bool) -> tuple[float, float]:
    """What those that aim at a target already will do to it."""
    points, sound = 0.0, 1.0
    for aim in frame.get("aims", ()):
        if aim["target"] == target:
            more, disabling = expected(sight, aim["unit"], target, day)
            points += more
            sound *= 1 - disabling
    return points, 1 - sound


def _torpedo(sight: Sight, action: Action) -> float:
    """16.2 The best ship there is."""
    return 0.1 + value(sight, action[1]) + 0.3 * sight.power(action[1])


# -- retreats and chases ---------------------------------------------------------------------------------------------


def _retreat(sight: Sight, action: Action) -> float:
    """8.1 Only out of a fight that is as good as lost; a lost area costs more on the last turns."""
    mine, theirs = crowds(sight)
    ratio = sight.crowd(mine) / max(0.1, sight.crowd(theirs))
    return 1.0 if ratio < LEAVES_BELOW else -1.0


def _pursue(sight: Sight, action: Action) -> float:
    """8.32 A group that the pursuers can beat."""
    task = sight.frame()["tasks"][int(action[-1].removeprefix("group_")) - 1]
    if task["ships"]:
        return -0.5
    able = sight.crowd(unit for unit in sight.frame()["left"] if is_in(unit, SHIPS))
    group = sight.crowd(task["group"])
    return 0.3 + 0.1 * group if able >= PURSUES_FROM * group else -1.0


def _raid_port(sight: Sight, action: Action) -> float:
    """9.1 A harbour with something worth the while."""
    there = sum(value(sight, unit) for unit in sight.theirs_at(action[-1]))
    return 0.25 + 0.1 * there if there else -1.0


def _break_off(sight: Sight, action: Action) -> float:
    """8.53 A chase that has become dangerous."""
    mine, theirs = crowds(sight)
    return 1.0 if sight.crowd(mine) < 0.8 * sight.crowd(theirs) else -1.0


def _stay_off_hawaii(sight: Sight, action: Action) -> float:
    """18.31, 18.35 Japan stays for two more raids; the Allies leave where they are weaker."""
    if sight.side == "japan":
        return 1.0
    area = "hawaiian_islands"
    return 1.0 if sight.crowd(sight.mine_at(area)) > 0.8 * sight.crowd(sight.theirs_at(area)) else -1.0


def _assault(sight: Sight, action: Action) -> float:
    """22.2 At the one nearest its end."""
    return 1.0 if action[2] == "garrison" else 1.0 / max(1, sight.room(action[2]))


def _fight(sight: Sight, action: Action) -> float:
    """5.31 The area that counts most."""
    return sight.worth(action[1])


COMBAT_RULES: dict[str, Callable[[Sight, Action], float]] = {
    "fight": _fight,
    "day": lambda sight, action: balance(sight, True),
    "night": lambda sight, action: balance(sight, False),
    "fire": _fire,
    "all_fire": lambda sight, action: -1.0,
    "announce": lambda sight, action: -1.0,
    "torpedo": _torpedo,
    "retreat": _retreat,
    "detach": lambda sight, action: -1.0,
    "flee": lambda sight, action: -1.0,
    "pursue": lambda sight, action: -1.0,
    "all_pursue": _pursue,
    "raid_port": lambda sight, action: _raid_port(sight, action) - 0.1,
    "all_raid": _raid_port,
    "stop": lambda sight, action: -1.0,
    "break_off": _break_off,
    "kamikaze": lambda sight, action: 1.0,
    "defend": lambda sight, action: -1.0,
    "form": lambda sight, action: -1.0,
    "attack": lambda sight, action: 1.0,
    "name_landing": lambda sight, action: 1.0,
    "join": lambda sight, action: 1.0,
    "assault": _assault,
    "stay_off_hawaii": _stay_off_hawaii,
}
