"""Heuristics for the operations of the side without the initiative: disrupt Henderson Field, then land (9.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ironbottom.engine.rules.actions import Action
from ironbottom.games.pacific_fury.bot.advice import Advice, choices_with_verb
from ironbottom.games.pacific_fury.bot.fights import (
    air_exchange,
    chance_to_drive_home,
    clear_probability,
    damage_to,
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
from ironbottom.games.pacific_fury.pieces import CARRIERS, EXPRESS, GUNS, SLOT, TRANSPORTS
from ironbottom.odds.distributions import at_least

# Scores are in spaces of the initiative marker; those not given by a rule were tuned by play
# (docs/computer_players.md).
CERTAIN = 10.0
"""The score of a landing that cannot fail: more than any uncertain choice."""
FIELD = 1.0
"""The value of a disrupted field: the marker does not move in the Return Phase (11.0.c)."""
FIELD_FOR_LANDING, FIELD_FOR_EXPRESS = 0.5, 0.15
"""The score added for each Transports unit that can then land (9.3.c), and for the Express, which is found less often
(9.6.d).
"""
REFILLED, NOT_REFILLED = 0.35, 0.9
"""The probability that a cleared Sound is still free next time, with and without enemy reserves in boxes."""
HOLD_BACK = 0.3
"""The lowest score of a risky landing worth trying while there is time to wait for a better one."""
DRIVEN_OFF = 0.8
"""The probability that guards have left the Sound after an attack with a second round."""
WAY_KEPT_FREE = 0.3
STRIKERS_GONE = 0.6
"""The value to a landing force of having no enemy carriers left to strike it."""
SEND_CARRIERS, SEND_CARRIERS_LATER = 0.8, 0.4
SEND_GUNS_TO_SLOT, SEND_GUNS = 0.5, 0.4
SEND_EXPRESS, SEND_EXPRESS_HUNTED, SEND_EXPRESS_BLOCKED = 0.7, 0.5, -0.5
SEND_TRANSPORTS, KEEP_TRANSPORTS = 0.6, -0.1
STRUCK_ON_THE_WAY = 0.5
"""The probability that enemy carriers at sea stop a landing force."""


# -- what the side can win -----------------------------------------------------------------------------


def landing_forces(observation: Observation) -> list[Force]:
    """The side's TF-A that can still land this turn."""
    left = observation.operations_left
    loaded = [force for force in observation.mine if transports(force)]
    return [
        force for force in loaded if (observation.next_to_sound(force) and left >= 1) or (force.waiting and left >= 2)
    ]


def express_to_come(observation: Observation) -> bool:
    """Whether the Tokyo Express can still run this turn."""
    return any(force.units & EXPRESS and (force.waiting or force.zone == SLOT) for force in observation.mine)


def field_value(observation: Observation) -> float:
    """The value of disrupting Henderson Field now."""
    landing = sum([transports(force) for force in landing_forces(observation)])
    return FIELD + FIELD_FOR_LANDING * landing + FIELD_FOR_EXPRESS * express_to_come(observation)


def ready_to_land(observation: Observation) -> float:
    """The number of Transport spaces that could land at the next opportunity if the Sound were cleared now."""
    if observation.operations_left < 1 or observation.operational:
        return 0.0
    reserves = any(force.waiting for force in observation.theirs) and observation.enemy_operations_left
    landing = sum([transports(force) for force in observation.at_sea])
    return (REFILLED if reserves else NOT_REFILLED) * landing


def air_danger(observation: Observation) -> float:
    """The probability that enemy carriers are at sea and can strike a force that sorties now."""
    return min(1.0, sum([observation.chance(force, CARRIERS, "carriers") for force in observation.enemies_at_sea]))


# -- 9.3, 9.6 Landing ----------------------------------------------------------------------------------


def land_what_cannot_fail(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """A landing that cannot fail comes before everything else, the larger one first."""
    for action in choices_with_verb(offered, "land"):
        force = observation.force(action[1])
        if transports(force) or not observation.enemy_guards:
            yield Advice(CERTAIN + transports(force), action)


def run_past_the_guards(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """The Tokyo Express usually lands, and in The Slot it is hunted; so it runs as soon as it can."""
    for action in choices_with_verb(offered, "land"):
        if not transports(observation.force(action[1])) and observation.enemy_guards:
            yield Advice(odds.express_lands(True, observation.operational), action)


def land_under_fire(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """A TF-A that hits every guard in the first round lands in the second; it must try with the last operation."""
    for action in choices_with_verb(offered, "move"):
        force = observation.force(action[1])
        if action[2] != SOUND_ID or not transports(force) or observation.operational or not observation.enemy_guards:
            continue
        cleared = clear_probability(observation, [force], observation.enemy_guards)
        screen = (force.units & GUNS).bit_count()
        lost = at_least(observation.gunfire(observation.enemy_guards), screen + 1)
        worth = cleared * (1 - lost) * transports(force) - lost
        worth -= HOLD_BACK if observation.operations_left > 1 else 0.0
        yield Advice(worth + gun_exchange(observation, [force], observation.enemy_guards), action)


# -- 6.2 Henderson Field -------------------------------------------------------------------------------


def strike_henderson(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """Carriers disrupt the field from a distance, no matter which side holds the Sound; the sooner, the better."""
    for action in choices_with_verb(offered, "strike"):
        if action[2] == "henderson_field":
            force = observation.force(action[1])
            suffered = damage_to(
                observation, odds.field_fires(observation.pieces, force.units, observation.marker), [force]
            )
            yield Advice(strikes_disrupt(observation, force.units) * field_value(observation) - suffered, action)


def bombard(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """Bombards if the Sound is unguarded."""
    for action in choices_with_verb(offered, "bombard"):
        yield Advice(guns_disrupt(observation, observation.force(action[1])) * field_value(observation), action)


# -- 10.3 Into the Sound -------------------------------------------------------------------------------


def storm_the_sound(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """A gun force fights its way in: it may bombard at once, and it drives the guards off before a landing."""
    for action in choices_with_verb(offered, "move"):
        force = observation.force(action[1])
        if action[2] != SOUND_ID or not observation.enemy_guards or transports(force):
            continue
        worth = BOTH_ROUNDS_OF_GUNS * gun_exchange(observation, [force], observation.enemy_guards)
        if observation.operational:
            worth += (
                clear_probability(observation, [force], observation.enemy_guards)
                * guns_disrupt(observation, force, 1)
                * field_value(observation)
            )
        yield Advice(worth + DRIVEN_OFF * ready_to_land(observation), action)


def keep_the_sound_free(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """A force that attacks in the Sound must leave it (10.8.c); once such a force is there, no guard can stay."""
    for action in choices_with_verb(offered, "move"):
        force = observation.force(action[1])
        free = action[2] == SOUND_ID and not observation.enemy_guards and not observation.guards
        if free and not transports(force) and not observation.operational and observation.operations_left >= 2:
            yield Advice(WAY_KEPT_FREE * sum([transports(one) for one in landing_forces(observation)]), action)


# -- 10.6 Air strikes ----------------------------------------------------------------------------------


def strike_the_guards(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """Guns cannot fire back at carriers, and two strikes with a hit send every force in the Sound home (10.8.e)."""
    for action in choices_with_verb(offered, "strike"):
        if action[2] == "ironbottom_sound":
            force = observation.force(action[1])
            gone = chance_to_drive_home(observation, force, observation.enemy_guards)
            worth = BOTH_STRIKES * air_exchange(observation, force, observation.enemy_guards)
            yield Advice(worth + gone * ready_to_land(observation), action)


def strike_at_sea(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """Strikes first at carriers that could strike the landing force."""
    for action in choices_with_verb(offered, "strike"):
        if action[2] in ("henderson_field", "ironbottom_sound"):
            continue
        force, target = observation.force(action[1]), observation.force(action[2])
        worth = BOTH_STRIKES * air_exchange(observation, force, [target])
        yield Advice(
            worth + chance_to_drive_home(observation, force, [target]) * gain_if_forces_leave(observation, [target]),
            action,
        )


def gain_if_forces_leave(observation: Observation, targets: list[Force]) -> float:
    """The gain for the side's landing forces once these forces have gone home."""
    flies = max([observation.chance(target, CARRIERS, "carriers") for target in targets])
    return STRIKERS_GONE * flies * bool(landing_forces(observation))


# -- 9.1 Sorties ---------------------------------------------------------------------------------------


def send_carriers(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """Carriers go early, because the field must be disrupted before anything can land."""
    for action in choices_with_verb(offered, "sortie"):
        if observation.force(action[1]).units & CARRIERS and observation.operations_left >= 2:
            yield Advice(SEND_CARRIERS if observation.operational else SEND_CARRIERS_LATER, action)


def send_gun_forces(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """Gun forces wait in The Slot if they can, out of reach of carriers."""
    for action in choices_with_verb(offered, "sortie"):
        force = observation.force(action[1])
        if force.units & (CARRIERS | TRANSPORTS | EXPRESS) or observation.operations_left < 2:
            continue
        if action[2] != SLOT_ID:
            yield Advice(SEND_GUNS, action)
            continue
        met = [enemy for enemy in observation.enemies_at_sea if enemy.zone == SLOT]
        yield Advice(SEND_GUNS_TO_SLOT + (gun_exchange(observation, [force], met) if met else 0.0), action)


def send_the_express(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """The Express leaves in time to run, preferably while no enemy in the Sound can hunt it."""
    for action in choices_with_verb(offered, "sortie"):
        if not observation.force(action[1]).units & EXPRESS or observation.operations_left < 2:
            continue
        if any(enemy.zone == SLOT for enemy in observation.enemies_at_sea):
            yield Advice(SEND_EXPRESS_BLOCKED, action)
        else:
            yield Advice(SEND_EXPRESS_HUNTED if observation.enemy_guards else SEND_EXPRESS, action)


def send_transports(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """Transports leave at the last moment that still lets them land, or when nothing can stop them any longer."""
    for action in choices_with_verb(offered, "sortie"):
        force = observation.force(action[1])
        if not transports(force) or observation.operations_left < 2:
            continue
        danger = air_danger(observation)
        open_door = not observation.operational and not observation.enemy_guards and not danger
        go = observation.operations_left == 2 or open_door
        worth = SEND_TRANSPORTS * transports(force) * (1 - STRUCK_ON_THE_WAY * danger)
        yield Advice(worth if go else KEEP_TRANSPORTS, action)


RULES = (
    land_what_cannot_fail,
    run_past_the_guards,
    land_under_fire,
    strike_henderson,
    bombard,
    storm_the_sound,
    keep_the_sound_free,
    strike_the_guards,
    strike_at_sea,
    send_carriers,
    send_gun_forces,
    send_the_express,
    send_transports,
    *EITHER_SIDE,
)
