"""Rules of thumb for the operations of the side without the initiative: disrupt Henderson Field, then land (9.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ironbottom.engine.actions import Action
from ironbottom.games.pacific_fury import odds
from ironbottom.games.pacific_fury.bot_advice import Advice, named
from ironbottom.games.pacific_fury.bot_fights import (
    air_exchange,
    clears,
    drives_home,
    gun_exchange,
    guns_disrupt,
    harm_to,
    strikes_disrupt,
)
from ironbottom.games.pacific_fury.bot_sight import Force, Sight
from ironbottom.games.pacific_fury.pieces import (
    CARRIERS,
    EXPRESS,
    GUNS,
    SLOT,
    SOUND,
    TRANSPORTS,
    ZONES,
)
from ironbottom.odds.distributions import at_least

CERTAIN = 10.0
"""More than anything that is uncertain is worth."""
SOUND_ID, SLOT_ID = ZONES.ids[SOUND], ZONES.ids[SLOT]


# -- what there is to win ------------------------------------------------------------------------------


def transports(force: Force) -> int:
    return (force.units & TRANSPORTS).bit_count()


def landing_forces(sight: Sight) -> list[Force]:
    """My TF-A that can still land this turn."""
    left = sight.operations_left
    return [
        force
        for force in sight.mine
        if force.units & TRANSPORTS and ((sight.next_to_sound(force) and left >= 1) or (force.waiting and left >= 2))
    ]


def express(sight: Sight) -> list[Force]:
    return [force for force in sight.mine if force.units & EXPRESS and (force.waiting or force.zone == SLOT)]


def field_worth(sight: Sight) -> float:
    """A disrupted field keeps the marker where it is (11.0.c), opens the landing (9.3.c), helps the Express (9.6.d)."""
    landing = sum([transports(force) for force in landing_forces(sight)])
    return 1.0 + 0.5 * landing + 0.15 * len(express(sight))


def ready_to_land(sight: Sight) -> float:
    """How many spaces could be landed next time if the Sound were free then."""
    if sight.operations_left < 1 or sight.operational:
        return 0.0
    landing = sum([transports(force) for force in sight.at_sea if force.units & TRANSPORTS])
    refilled = 0.35 if any(force.waiting for force in sight.theirs) and sight.enemy_operations_left else 0.9
    return refilled * landing


def air_danger(sight: Sight) -> float:
    """How likely enemy carriers are out to strike what sorties now."""
    return min(1.0, sum([sight.chance(force, CARRIERS, "carriers") for force in sight.enemies_at_sea]))


# -- 9.3, 9.6 Landing ----------------------------------------------------------------------------------


def land_what_cannot_fail(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """A landing that cannot fail comes before everything else, the larger one first."""
    for action in named(offered, "land"):
        force = sight.force(action[1])
        if force.units & TRANSPORTS:
            yield Advice(CERTAIN + transports(force), action)
        elif not sight.enemy_guards:
            yield Advice(CERTAIN, action)


def run_past_the_guards(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """The Tokyo Express mostly slips through, and in The Slot it is hunted: it runs as soon as it can."""
    for action in named(offered, "land"):
        if sight.force(action[1]).units & EXPRESS and sight.enemy_guards:
            yield Advice(odds.express_lands(True, sight.operational), action)


def land_under_fire(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """A TF-A whose guns hit every guard in the first round lands in the second; the last operation must try it."""
    for action in named(offered, "move"):
        force = sight.force(action[1])
        if action[2] != SOUND_ID or not transports(force) or sight.operational or not sight.enemy_guards:
            continue
        cleared = clears(sight, [force], sight.enemy_guards)
        screen = (force.units & GUNS).bit_count()
        lost = at_least(sight.gunfire(sight.enemy_guards), screen + 1)
        worth = cleared * (1 - lost) * transports(force) - lost
        hold_back = 0.0 if sight.operations_left == 1 else 0.3
        yield Advice(worth + gun_exchange(sight, [force], sight.enemy_guards) - hold_back, action)


# -- 6.2 Henderson Field -------------------------------------------------------------------------------


def strike_henderson(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """Carriers disrupt the field from afar, whoever holds the Sound; the sooner, the more it serves."""
    for action in named(offered, "strike"):
        if action[2] == "henderson_field":
            force = sight.force(action[1])
            suffered = harm_to(sight, odds.field_fires(sight.pieces, force.units, sight.marker), [force])
            yield Advice(strikes_disrupt(sight, force.units) * field_worth(sight) - suffered, action)


def bombard(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """An unguarded Sound is an invitation to bombard."""
    for action in named(offered, "bombard"):
        yield Advice(guns_disrupt(sight, sight.force(action[1])) * field_worth(sight), action)


# -- 10.3 Into the Sound -------------------------------------------------------------------------------


def storm_the_sound(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """A gun force fights its way in: it may bombard at once, and it drives the guards off before a landing."""
    for action in named(offered, "move"):
        force = sight.force(action[1])
        if action[2] != SOUND_ID or not sight.enemy_guards or force.units & TRANSPORTS:
            continue
        worth = 1.4 * gun_exchange(sight, [force], sight.enemy_guards)
        if sight.operational:
            worth += clears(sight, [force], sight.enemy_guards) * guns_disrupt(sight, force, 1) * field_worth(sight)
        yield Advice(worth + 0.8 * ready_to_land(sight), action)


def hold_the_sound_open(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """Whoever attacks a force in the Sound must leave it again (10.8.c): one of mine there keeps the way free."""
    for action in named(offered, "move"):
        force = sight.force(action[1])
        free = action[2] == SOUND_ID and not sight.enemy_guards and not sight.guards
        if free and not force.units & TRANSPORTS and not sight.operational and sight.operations_left >= 2:
            yield Advice(0.3 * sum([transports(one) for one in landing_forces(sight)]), action)


# -- 10.6 Air strikes ----------------------------------------------------------------------------------


def strike_the_guards(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """Guns cannot answer carriers, and two strikes with a hit send every force in the Sound home (10.8.e)."""
    for action in named(offered, "strike"):
        if action[2] == "ironbottom_sound":
            force = sight.force(action[1])
            gone = drives_home(sight, force, sight.enemy_guards)
            yield Advice(1.5 * air_exchange(sight, force, sight.enemy_guards) + gone * ready_to_land(sight), action)


def strike_at_sea(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """Carriers that could strike the landing force must be struck first."""
    for action in named(offered, "strike"):
        if action[2] in ("henderson_field", "ironbottom_sound"):
            continue
        force, target = sight.force(action[1]), sight.force(action[2])
        saved = 0.6 * sight.chance(target, CARRIERS, "carriers") * len(landing_forces(sight))
        gone = drives_home(sight, force, [target])
        yield Advice(1.5 * air_exchange(sight, force, [target]) + gone * saved, action)


# -- 9.1 Sorties ---------------------------------------------------------------------------------------


def send_carriers(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """Carriers go first: the field must be disrupted before anything can land."""
    for action in named(offered, "sortie"):
        if sight.force(action[1]).units & CARRIERS and sight.operations_left >= 2:
            yield Advice(0.8 if sight.operational else 0.4, action)


def send_guns(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """Gun forces wait in The Slot if they can, where no carrier reaches them."""
    for action in named(offered, "sortie"):
        force = sight.force(action[1])
        if force.units & (CARRIERS | TRANSPORTS | EXPRESS) or sight.operations_left < 2:
            continue
        met = [enemy for enemy in sight.enemies_at_sea if ZONES.ids[enemy.zone] == action[2]]
        worth = 0.5 if action[2] == SLOT_ID else 0.4
        yield Advice(worth + (gun_exchange(sight, [force], met) if met and action[2] == SLOT_ID else 0.0), action)


def send_the_express(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """The Express leaves early enough to run, and best while nobody stands in the Sound to hunt it."""
    for action in named(offered, "sortie"):
        if not sight.force(action[1]).units & EXPRESS or sight.operations_left < 2:
            continue
        blocked = any(enemy.zone == SLOT for enemy in sight.enemies_at_sea)
        yield Advice(-0.5 if blocked else 0.7 if not sight.enemy_guards else 0.5, action)


def send_transports(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """Transports leave as late as they can still land, or when nothing is left that could stop them."""
    for action in named(offered, "sortie"):
        force = sight.force(action[1])
        if not force.units & TRANSPORTS or sight.operations_left < 2:
            continue
        danger = air_danger(sight)
        open_door = not sight.operational and not sight.enemy_guards
        if sight.operations_left == 2 or (open_door and not danger):
            yield Advice(0.6 * transports(force) * (1 - 0.5 * danger), action)
        else:
            yield Advice(-0.1, action)


def bring_home(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """Carriers with nothing to strike are only a target."""
    hunted = air_danger(sight)
    for action in named(offered, "return_to_base"):
        force = sight.force(action[1])
        if force.units & CARRIERS and sight.enemy_operations_left and not named(offered, "strike"):
            yield Advice(0.1 * hunted, action)


def wait(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """To pass is worth nothing, and nothing is better than harm."""
    yield Advice(0.0, ("pass",))


RULES = (
    land_what_cannot_fail,
    run_past_the_guards,
    land_under_fire,
    strike_henderson,
    bombard,
    storm_the_sound,
    hold_the_sound_open,
    strike_the_guards,
    strike_at_sea,
    send_carriers,
    send_guns,
    send_the_express,
    send_transports,
    bring_home,
    wait,
)
