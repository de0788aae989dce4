"""The ensign in combat: air or surface, targets, withdrawal, and landings."""

from __future__ import annotations

from collections.abc import Callable

from ironbottom.engine.rules.actions import Action
from ironbottom.games.hold_fast.bot.observation import Observation, is_in
from ironbottom.games.hold_fast.odds.fights import expected_hits, removal_probability, takes_base
from ironbottom.games.hold_fast.pieces import TRANSPORTS

LEAVES_BELOW = 0.45
"""A side with less than this share of the enemy's power leaves a battle."""

FOR_GOOD = 1.0
"""The weight of lasting damage relative to units removed this round: how much the rest of the game matters."""


def _name(observation: Observation, action: Action) -> float:
    """8.4.1 Names the combat that costs the enemy more."""
    return observation.balance(observation.battle, action[0] == "air")


def _fire(observation: Observation, action: Action) -> float:
    """8.5.2 Prefers targets that are likely to be removed and valuable, and counts their lasting damage."""
    unit, target = action[1], action[2]
    hit_on, left = observation.hit_on(target), float(observation.strength(target))
    before, stays = 0.0, 1.0
    for aim in observation.frame().get("aims", []):
        if aim["target"] == target:
            before += expected_hits(observation.dice(aim["unit"]), hit_on)
            stays *= 1 - removal_probability(observation.dice(aim["unit"]), hit_on, observation.strength(target))
    dice, power = observation.dice(unit), observation.power(target)
    hits = min(expected_hits(dice, hit_on), max(0.0, left - before))
    now = stays * removal_probability(dice, hit_on, observation.strength(target)) * power
    return now + FOR_GOOD * hits * power / max(1, observation.strength(target))


def battle_power(observation: Observation) -> tuple[float, float]:
    """The power of both sides in the battle."""
    area = observation.battle
    theirs = [unit for unit, unit_view in observation.seen.items() if unit_view["where"] == area]
    return observation.total_power(observation.mine_at(area)), observation.total_power(theirs)


def _withdraw(observation: Observation, action: Action) -> float:
    """8.7.1 Withdraws only from a fight that is almost certainly lost."""
    mine, theirs = battle_power(observation)
    return 1.0 if mine < LEAVES_BELOW * theirs else -1.0


def _land(observation: Observation, action: Action) -> float:
    """8.8.1 Lands where success is likely."""
    return takes_base(observation.strength(action[1])) - 0.6


def _aim(observation: Observation, action: Action) -> float:
    """8.8.2 Aims at the weaker target first."""
    return 2.0 if action[2] == "garrison" else 1.0 / max(1, observation.strength(action[2]))


def _pursue(observation: Observation, action: Action) -> float:
    """8.9.1 Pursues every possible target, the weakest first."""
    return 1.0 + 1.0 / max(1, observation.strength(action[2])) + 0.1 * observation.dice(action[1])


def _defend(observation: Observation, action: Action) -> float:
    """8.8.3 Defends with transports in good condition."""
    return 0.5 if is_in(action[1], TRANSPORTS) and observation.strength(action[1]) > 1 else -0.5


COMBAT_RULES: dict[str, Callable[[Observation, Action], float]] = {
    "air": _name,
    "surface": _name,
    "fire": _fire,
    "reply": _fire,
    "withdraw": _withdraw,
    "land": _land,
    "aim": _aim,
    "pursue": _pursue,
    "defend": _defend,
}
