"""Heuristics for the operations of the side with the initiative: guard the Sound, stop enemy landings (9.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ironbottom.engine.rules.actions import Action
from ironbottom.games.pacific_fury.bot.advice import Advice, choices_with_verb
from ironbottom.games.pacific_fury.bot.fights import (
    air_exchange,
    chance_to_drive_home,
    clear_probability,
    gun_exchange,
    guns_disrupt,
    strikes_disrupt,
)
from ironbottom.games.pacific_fury.bot.observation import Force, Observation
from ironbottom.games.pacific_fury.bot.operations import (
    BOTH_ROUNDS_OF_GUNS,
    BOTH_STRIKES,
    EITHER_SIDE,
    SLOT_ID,
    SOUND_ID,
    transports,
)
from ironbottom.games.pacific_fury.odds import fights as odds
from ironbottom.games.pacific_fury.pieces import CARRIERS, EXPRESS, SLOT, TRANSPORTS
from ironbottom.odds.distributions import at_least

# Scores are in spaces of the initiative marker; those not given by a rule were tuned by play
# (docs/computer_players.md).
TRANSPORTS_UNSEEN = 1.5
"""The assumed number of Transports in an unseen TF-A."""
FIELD, FIELD_BEFORE_LANDING = 1.0, 1.5
"""The value of an operational field: the marker moves in the Return Phase (11.0.b), and only the Express
lands (9.3.c).
"""
LANDS_AT_LAST, LANDS_IF_DISRUPTED = 0.7, 0.4
"""The probability that a landing force left alone lands, with the field disrupted or still to be disrupted."""
STRIKES_THE_FIELD = 0.7
"""The probability that carriers left alone strike the field."""
ANY_FORCE = 0.2
"""The harm that any enemy force at sea may still do."""
LAST_CARRIERS = 0.6
"""The value of having carriers at sea when the landing force comes."""
GUARD = 0.1
"""The value of having a guard in the Sound, whatever the enemy does."""
TIME_IS_SHORT, READY_TO_HUNT = 0.15, 0.3
CAUGHT = 0.8
"""The value of the landing that a caught Tokyo Express would have made."""
OPENED, OPENED_WITH_RESERVES = 1.0, 0.3
"""The share of the possible harm in an open Sound that the enemy will do, without and with reserves that could enter
it.
"""
SEND_CARRIERS = 0.3

# -- what the side can lose ----------------------------------------------------------------------------


def likely_transports(observation: Observation, force: Force) -> float:
    """The average number of Transports in an enemy task force, over all possibilities."""
    seen = transports(force)
    return float(seen) if seen else TRANSPORTS_UNSEEN * observation.chance(force, TRANSPORTS, "transports")


def field_value(observation: Observation) -> float:
    """The side's loss when Henderson Field is disrupted."""
    coming = any(
        observation.may_land(force) for force in observation.theirs if force.waiting or observation.next_to_sound(force)
    )
    return FIELD_BEFORE_LANDING if coming else FIELD


def threat_of_force(observation: Observation, force: Force, guards: list[Force]) -> float:
    """The spaces that an enemy task force may win by its next operation in the Sound."""
    if not observation.next_to_sound(force) or not observation.enemy_operations_left:
        return 0.0
    entry = clear_probability(observation, [force], guards) if guards else 1.0
    runs = observation.chance(force, EXPRESS, "tokyo_express") if observation.may_run(force) else 0.0
    greatest_threat = runs * odds.express_lands(bool(guards), observation.operational)
    if not observation.operational:
        return greatest_threat + entry * likely_transports(observation, force)
    flies = observation.chance(force, CARRIERS, "carriers")
    lands = observation.chance(force, TRANSPORTS, "transports")
    shells = max(0.0, 1 - runs - flies - lands)
    return greatest_threat + shells * entry * guns_disrupt(observation, force, 1 if guards else 2) * field_value(
        observation
    )


def greatest_threat(observation: Observation, guards: list[Force], enemies: Sequence[Force] | None = None) -> float:
    """The highest score that any enemy force at sea may win next in the Sound, with these guards there."""
    forces = observation.enemies_at_sea if enemies is None else enemies
    return max([threat_of_force(observation, force, guards) for force in forces], default=0.0)


def threat_if_ignored(observation: Observation, force: Force) -> float:
    """The spaces that an enemy force at sea may still win this turn if it is left alone."""
    if not observation.enemy_operations_left:
        return 0.0
    if not observation.operational:
        return ANY_FORCE + LANDS_AT_LAST * likely_transports(observation, force)
    lands = LANDS_IF_DISRUPTED * likely_transports(observation, force)
    flies = observation.chance(force, CARRIERS, "carriers")
    disrupts = strikes_disrupt(observation, (force.units or observation.unseen) & CARRIERS)
    return ANY_FORCE + lands + flies * STRIKES_THE_FIELD * disrupts * field_value(observation)


# -- 10.6 Air strikes ----------------------------------------------------------------------------------


def strike_at_sea(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """Strikes forces with Transports first, since two strikes with a hit send a task force home (10.8.d)."""
    for action in choices_with_verb(offered, "strike"):
        targets = observation.enemy_guards if action[2] == "ironbottom_sound" else [observation.force(action[2])]
        force = observation.force(action[1])
        worth = BOTH_STRIKES * air_exchange(observation, force, targets)
        threatens = max([threat_if_ignored(observation, target) for target in targets])
        yield Advice(
            worth
            + chance_to_drive_home(observation, force, targets) * threatens
            - worth_of_keeping_carriers(observation, force, targets),
            action,
        )


def worth_of_keeping_carriers(observation: Observation, force: Force, targets: list[Force]) -> float:
    """Keeps the last carriers for Transports that are still to come."""
    others = [
        one for one in observation.mine if one.units & CARRIERS and one != force and (one.waiting or one.zone >= 0)
    ]
    coming = [one for one in observation.theirs if one not in targets and one.waiting and observation.may_land(one)]
    return LAST_CARRIERS if coming and not others and observation.enemy_operations_left >= 2 else 0.0


# -- 9.1, 9.2 Guarding the Sound -----------------------------------------------------------------------


def guard_the_sound(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """A guard in the Sound stops bombardments and landings; reserves stay in their boxes, safe until needed."""
    now = greatest_threat(observation, observation.guards)
    for action in (*choices_with_verb(offered, "sortie"), *choices_with_verb(offered, "move")):
        if action[2] == SOUND_ID and not observation.enemy_guards:
            after = greatest_threat(observation, [*observation.guards, observation.force(action[1])])
            yield Advice(now - after + reasons_to_be_there(observation) + GUARD, action)


def reasons_to_be_there(observation: Observation) -> float:
    """Reserves enter while there is still time. From the Sound they can also hunt the Tokyo Express."""
    time_is_short = observation.operations_left <= len(observation.waiting)
    worth = TIME_IS_SHORT if time_is_short and any(observation.may_land(force) for force in observation.theirs) else 0.0
    runner = any(force.waiting and observation.may_run(force) for force in observation.theirs)
    return worth + (READY_TO_HUNT if runner and not observation.guards else 0.0)


def clear_the_sound(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """Fights enemy guns in the Sound where that pays."""
    for action in (*choices_with_verb(offered, "sortie"), *choices_with_verb(offered, "move")):
        if action[2] == SOUND_ID and observation.enemy_guards:
            worth = gun_exchange(observation, [observation.force(action[1])], observation.enemy_guards)
            yield Advice(BOTH_ROUNDS_OF_GUNS * worth, action)


def hunt_in_the_slot(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """A single hit sinks the Tokyo Express while it waits in The Slot (10.7.d)."""
    prey = [enemy for enemy in observation.enemies_at_sea if enemy.zone == SLOT]
    others = [enemy for enemy in observation.enemies_at_sea if enemy not in prey]
    runs = min(
        1.0, sum([observation.chance(enemy, EXPRESS, "tokyo_express") for enemy in prey if observation.may_run(enemy)])
    )
    for action in choices_with_verb(offered, "move"):
        force = observation.force(action[1])
        if action[2] == SLOT_ID and prey:
            worth = CAUGHT * runs * at_least(observation.gunfire([force]), 1)
            opened = greatest_threat(observation, [guard for guard in observation.guards if guard != force], others)
            worth -= (OPENED_WITH_RESERVES if observation.waiting else OPENED) * opened
            yield Advice(worth + BOTH_ROUNDS_OF_GUNS * gun_exchange(observation, [force], prey), action)


# -- 9.1 Sorties ---------------------------------------------------------------------------------------


def send_carriers(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """Carriers must be at sea before the Transports."""
    for action in choices_with_verb(offered, "sortie"):
        if observation.force(action[1]).units & CARRIERS and observation.operations_left >= 2:
            yield Advice(SEND_CARRIERS, action)


RULES = (
    strike_at_sea,
    guard_the_sound,
    clear_the_sound,
    hunt_in_the_slot,
    send_carriers,
    *EITHER_SIDE,
)
