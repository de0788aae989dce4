"""Rules of thumb for the operations of the side without the initiative: disrupt Henderson Field, then land (9.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ironbottom.engine.rules.actions import Action
from ironbottom.games.pacific_fury.bot.advice import Advice, named
from ironbottom.games.pacific_fury.bot.fights import (
    air_exchange,
    clears,
    drives_home,
    gun_exchange,
    guns_disrupt,
    harm_to,
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

# Worths are in spaces of the initiative marker; those that no rule gives were found by play (docs/computer_players.md).
CERTAIN = 10.0
"""A landing that cannot fail: more than anything uncertain."""
FIELD = 1.0
"""A disrupted field: the marker does not move in the Return Phase (11.0.c)."""
FIELD_FOR_LANDING, FIELD_FOR_EXPRESS = 0.5, 0.15
"""More of it for each Transports that it lets land (9.3.c), and for the Express, which is found less often (9.6.d)."""
REFILLED, NOT_REFILLED = 0.35, 0.9
"""How likely a cleared Sound is still free at the next operation, with and without enemy reserves in their boxes."""
HOLD_BACK = 0.3
"""What a landing against odds must be worth while there is time to wait for better ones."""
DRIVEN_OFF = 0.8
"""How likely guards have left the Sound after an attack that went on."""
WAY_KEPT_FREE = 0.3
STRIKERS_GONE = 0.6
"""What it is worth to a landing force that no enemy carriers are left to strike it."""
SEND_CARRIERS, SEND_CARRIERS_LATER = 0.8, 0.4
SEND_GUNS_TO_SLOT, SEND_GUNS = 0.5, 0.4
SEND_EXPRESS, SEND_EXPRESS_HUNTED, SEND_EXPRESS_BLOCKED = 0.7, 0.5, -0.5
SEND_TRANSPORTS, KEEP_TRANSPORTS = 0.6, -0.1
STRUCK_ON_THE_WAY = 0.5
"""How likely enemy carriers at sea stop a landing force."""


# -- what there is to win ------------------------------------------------------------------------------


def landing_forces(sight: Observation) -> list[Force]:
    """My TF-A that can still land this turn."""
    left = sight.operations_left
    loaded = [force for force in sight.mine if transports(force)]
    return [force for force in loaded if (sight.next_to_sound(force) and left >= 1) or (force.waiting and left >= 2)]


def express_to_come(sight: Observation) -> bool:
    """Whether the Tokyo Express can still run this turn."""
    return any(force.units & EXPRESS and (force.waiting or force.zone == SLOT) for force in sight.mine)


def field_worth(sight: Observation) -> float:
    """What it is worth to disrupt Henderson Field now."""
    landing = sum([transports(force) for force in landing_forces(sight)])
    return FIELD + FIELD_FOR_LANDING * landing + FIELD_FOR_EXPRESS * express_to_come(sight)


def ready_to_land(sight: Observation) -> float:
    """How many spaces could be landed next time if the Sound were cleared now."""
    if sight.operations_left < 1 or sight.operational:
        return 0.0
    reserves = any(force.waiting for force in sight.theirs) and sight.enemy_operations_left
    landing = sum([transports(force) for force in sight.at_sea])
    return (REFILLED if reserves else NOT_REFILLED) * landing


def air_danger(sight: Observation) -> float:
    """How likely enemy carriers are out to strike what sorties now."""
    return min(1.0, sum([sight.chance(force, CARRIERS, "carriers") for force in sight.enemies_at_sea]))


# -- 9.3, 9.6 Landing ----------------------------------------------------------------------------------


def land_what_cannot_fail(sight: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """A landing that cannot fail comes before everything else, the larger one first."""
    for action in named(offered, "land"):
        force = sight.force(action[1])
        if transports(force) or not sight.enemy_guards:
            yield Advice(CERTAIN + transports(force), action)


def run_past_the_guards(sight: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """The Tokyo Express mostly slips through, and in The Slot it is hunted: it runs as soon as it can."""
    for action in named(offered, "land"):
        if not transports(sight.force(action[1])) and sight.enemy_guards:
            yield Advice(odds.express_lands(True, sight.operational), action)


def land_under_fire(sight: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """A TF-A whose guns hit every guard in the first round lands in the second; with the last operation it must try."""
    for action in named(offered, "move"):
        force = sight.force(action[1])
        if action[2] != SOUND_ID or not transports(force) or sight.operational or not sight.enemy_guards:
            continue
        cleared = clears(sight, [force], sight.enemy_guards)
        screen = (force.units & GUNS).bit_count()
        lost = at_least(sight.gunfire(sight.enemy_guards), screen + 1)
        worth = cleared * (1 - lost) * transports(force) - lost
        worth -= HOLD_BACK if sight.operations_left > 1 else 0.0
        yield Advice(worth + gun_exchange(sight, [force], sight.enemy_guards), action)


# -- 6.2 Henderson Field -------------------------------------------------------------------------------


def strike_henderson(sight: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """Carriers disrupt the field from afar, no matter who holds the Sound; the sooner, the better."""
    for action in named(offered, "strike"):
        if action[2] == "henderson_field":
            force = sight.force(action[1])
            suffered = harm_to(sight, odds.field_fires(sight.pieces, force.units, sight.marker), [force])
            yield Advice(strikes_disrupt(sight, force.units) * field_worth(sight) - suffered, action)


def bombard(sight: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """An unguarded Sound is an invitation to bombard."""
    for action in named(offered, "bombard"):
        yield Advice(guns_disrupt(sight, sight.force(action[1])) * field_worth(sight), action)


# -- 10.3 Into the Sound -------------------------------------------------------------------------------


def storm_the_sound(sight: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """A gun force fights its way in: it may bombard at once, and it drives the guards off before a landing."""
    for action in named(offered, "move"):
        force = sight.force(action[1])
        if action[2] != SOUND_ID or not sight.enemy_guards or transports(force):
            continue
        worth = BOTH_ROUNDS_OF_GUNS * gun_exchange(sight, [force], sight.enemy_guards)
        if sight.operational:
            worth += clears(sight, [force], sight.enemy_guards) * guns_disrupt(sight, force, 1) * field_worth(sight)
        yield Advice(worth + DRIVEN_OFF * ready_to_land(sight), action)


def keep_the_sound_free(sight: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """A force that attacks in the Sound must leave it again (10.8.c): with one of mine there no guard can stay."""
    for action in named(offered, "move"):
        force = sight.force(action[1])
        free = action[2] == SOUND_ID and not sight.enemy_guards and not sight.guards
        if free and not transports(force) and not sight.operational and sight.operations_left >= 2:
            yield Advice(WAY_KEPT_FREE * sum([transports(one) for one in landing_forces(sight)]), action)


# -- 10.6 Air strikes ----------------------------------------------------------------------------------


def strike_the_guards(sight: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """Guns cannot answer carriers, and two strikes with a hit send every force in the Sound home (10.8.e)."""
    for action in named(offered, "strike"):
        if action[2] == "ironbottom_sound":
            force = sight.force(action[1])
            gone = drives_home(sight, force, sight.enemy_guards)
            worth = BOTH_STRIKES * air_exchange(sight, force, sight.enemy_guards)
            yield Advice(worth + gone * ready_to_land(sight), action)


def strike_at_sea(sight: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """Carriers that could strike the landing force are struck first."""
    for action in named(offered, "strike"):
        if action[2] in ("henderson_field", "ironbottom_sound"):
            continue
        force, target = sight.force(action[1]), sight.force(action[2])
        worth = BOTH_STRIKES * air_exchange(sight, force, [target])
        yield Advice(worth + drives_home(sight, force, [target]) * saved(sight, [target]), action)


def saved(sight: Observation, targets: list[Force]) -> float:
    """What my landing forces gain when these forces have gone home."""
    flies = max([sight.chance(target, CARRIERS, "carriers") for target in targets])
    return STRIKERS_GONE * flies * bool(landing_forces(sight))


# -- 9.1 Sorties ---------------------------------------------------------------------------------------


def send_carriers(sight: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """Carriers go early: the field must be disrupted before anything can land."""
    for action in named(offered, "sortie"):
        if sight.force(action[1]).units & CARRIERS and sight.operations_left >= 2:
            yield Advice(SEND_CARRIERS if sight.operational else SEND_CARRIERS_LATER, action)


def send_guns(sight: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """Gun forces wait in The Slot if they can, where no carrier reaches them."""
    for action in named(offered, "sortie"):
        force = sight.force(action[1])
        if force.units & (CARRIERS | TRANSPORTS | EXPRESS) or sight.operations_left < 2:
            continue
        if action[2] != SLOT_ID:
            yield Advice(SEND_GUNS, action)
            continue
        met = [enemy for enemy in sight.enemies_at_sea if enemy.zone == SLOT]
        yield Advice(SEND_GUNS_TO_SLOT + (gun_exchange(sight, [force], met) if met else 0.0), action)


def send_the_express(sight: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """The Express leaves in time to run, and best while nobody stands in the Sound to hunt it."""
    for action in named(offered, "sortie"):
        if not sight.force(action[1]).units & EXPRESS or sight.operations_left < 2:
            continue
        if any(enemy.zone == SLOT for enemy in sight.enemies_at_sea):
            yield Advice(SEND_EXPRESS_BLOCKED, action)
        else:
            yield Advice(SEND_EXPRESS_HUNTED if sight.enemy_guards else SEND_EXPRESS, action)


def send_transports(sight: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """Transports leave as late as they can still land, or when nothing is left that could stop them."""
    for action in named(offered, "sortie"):
        force = sight.force(action[1])
        if not transports(force) or sight.operations_left < 2:
            continue
        danger = air_danger(sight)
        open_door = not sight.operational and not sight.enemy_guards and not danger
        go = sight.operations_left == 2 or open_door
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
    send_guns,
    send_the_express,
    send_transports,
    *EITHER_SIDE,
)
