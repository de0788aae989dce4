"""Rules of thumb for the operations of the side with the initiative: guard the Sound, stop what would land (9.0)."""

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
    strikes_disrupt,
)
from ironbottom.games.pacific_fury.bot_invader import SOUND_ID, bring_home, wait
from ironbottom.games.pacific_fury.bot_sight import Force, Sight
from ironbottom.games.pacific_fury.pieces import CARRIERS, EXPRESS, SLOT, TRANSPORTS, ZONES
from ironbottom.odds.distributions import at_least

# -- what there is to lose -----------------------------------------------------------------------------


def likely_transports(sight: Sight, force: Force) -> float:
    """How many Transports an enemy task force holds, on the average of what is possible."""
    seen = (force.units & TRANSPORTS).bit_count()
    return float(seen) if seen else 1.5 * sight.chance(force, TRANSPORTS, "transports")


def field_worth(sight: Sight) -> float:
    """What the enemy gains by disrupting the field: I lose the shift of the Return Phase, and the door is open."""
    coming = any(sight.may_land(force) for force in sight.theirs if force.waiting or sight.next_to_sound(force))
    return 1.5 if coming else 1.0


def peril_of(sight: Sight, force: Force, guards: list[Force]) -> float:
    """The spaces that an enemy task force may win with its next operation in the Sound."""
    if not sight.next_to_sound(force) or not sight.enemy_operations_left:
        return 0.0
    entry = clears(sight, [force], guards) if guards else 1.0
    runs = sight.chance(force, EXPRESS, "tokyo_express") if sight.may_run(force) else 0.0
    peril = runs * odds.express_lands(bool(guards), sight.operational)
    if not sight.operational:
        return peril + entry * likely_transports(sight, force)
    flies = sight.chance(force, CARRIERS, "carriers")
    lands = sight.chance(force, TRANSPORTS, "transports")
    shells = max(0.0, 1 - runs - flies - lands)
    return peril + shells * entry * guns_disrupt(sight, force, 1 if guards else 2) * field_worth(sight)


def peril(sight: Sight, guards: list[Force]) -> float:
    """The most that any enemy force may win in the Sound next, with these guards there."""
    return max([peril_of(sight, force, guards) for force in sight.enemies_at_sea], default=0.0)


def menace(sight: Sight, force: Force) -> float:
    """What an enemy force at sea may still win this turn if it is let be."""
    if not sight.enemy_operations_left:
        return 0.0
    lands = likely_transports(sight, force) * (0.7 if not sight.operational else 0.4)
    if not sight.operational:
        return lands + 0.2
    flies = sight.chance(force, CARRIERS, "carriers")
    disrupts = strikes_disrupt(sight, (force.units or sight.unseen) & CARRIERS)
    return lands + flies * 0.7 * disrupts * field_worth(sight) + 0.2


# -- 10.6 Air strikes ----------------------------------------------------------------------------------


def strike_at_sea(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """Two strikes with a hit send a task force home (10.8.d): first of all one that carries Transports."""
    for action in named(offered, "strike"):
        targets = sight.enemy_guards if action[2] == "ironbottom_sound" else [sight.force(action[2])]
        force = sight.force(action[1])
        worth = 1.5 * air_exchange(sight, force, targets)
        threatens = max([menace(sight, target) for target in targets])
        yield Advice(worth + drives_home(sight, force, targets) * threatens - spared(sight, force, targets), action)


def spared(sight: Sight, force: Force, targets: list[Force]) -> float:
    """The last carriers at sea are better kept for the Transports that are still to come."""
    others = [one for one in sight.mine if one.units & CARRIERS and one != force and (one.waiting or one.zone >= 0)]
    coming = [one for one in sight.theirs if one not in targets and one.waiting and sight.may_land(one)]
    return 0.6 if coming and not others and sight.enemy_operations_left >= 2 else 0.0


# -- 9.1, 9.2 Guarding the Sound -----------------------------------------------------------------------


def enter_the_sound(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """A guard in the Sound stops bombardments and landings; reserves stay in their boxes, safe until needed."""
    now = peril(sight, sight.guards)
    for action in (*named(offered, "sortie"), *named(offered, "move")):
        force = sight.force(action[1])
        if action[2] != SOUND_ID or sight.enemy_guards:
            continue
        after = peril(sight, [*sight.guards, force])
        early = 0.05 if not sight.guards else -0.05
        last = 0.1 if sight.operations_left == 1 else 0.0
        yield Advice(now - after + early + last, action)


def clear_the_sound(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """Enemy guns in the Sound are fought where that pays."""
    for action in (*named(offered, "sortie"), *named(offered, "move")):
        force = sight.force(action[1])
        if action[2] == SOUND_ID and sight.enemy_guards:
            yield Advice(1.4 * gun_exchange(sight, [force], sight.enemy_guards), action)


def hunt_in_the_slot(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """The Tokyo Express sinks to a single hit while it waits in The Slot (10.7.d)."""
    for action in named(offered, "move"):
        force = sight.force(action[1])
        prey = [enemy for enemy in sight.enemies_at_sea if enemy.zone == SLOT]
        if ZONES.ids[SLOT] != action[2] or not prey:
            continue
        caught = at_least(sight.gunfire([force]), 1)
        runs = sum([sight.chance(enemy, EXPRESS, "tokyo_express") for enemy in prey if sight.may_run(enemy)])
        left = [guard for guard in sight.guards if guard != force]
        others = [enemy for enemy in sight.enemies_at_sea if enemy not in prey]
        opened = max([peril_of(sight, enemy, left) for enemy in others], default=0.0)
        worth = 0.8 * caught * min(1.0, runs) - (0.3 if sight.waiting else 1.0) * opened
        yield Advice(worth + 1.4 * gun_exchange(sight, [force], prey), action)


# -- 9.1 Sorties ---------------------------------------------------------------------------------------


def send_carriers(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """Carriers must be at sea before the Transports are."""
    for action in named(offered, "sortie"):
        if sight.force(action[1]).units & CARRIERS and sight.operations_left >= 2:
            yield Advice(0.3, action)


RULES = (
    strike_at_sea,
    enter_the_sound,
    clear_the_sound,
    hunt_in_the_slot,
    send_carriers,
    bring_home,
    wait,
)
