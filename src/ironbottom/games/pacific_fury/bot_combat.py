"""Rules of thumb for the choices inside a combat: fight, aim, strike again, stay or go home (10.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ironbottom.engine.actions import Action
from ironbottom.games.pacific_fury import bot_holder, bot_invader, odds
from ironbottom.games.pacific_fury.bot_advice import Advice, named
from ironbottom.games.pacific_fury.bot_fights import air_exchange, air_fire, gun_exchange, guns_disrupt, harm_to
from ironbottom.games.pacific_fury.bot_invader import transports
from ironbottom.games.pacific_fury.bot_sight import Force, Sight
from ironbottom.games.pacific_fury.pieces import CARRIERS, SOUND, TRANSPORTS, ZONES
from ironbottom.odds.distributions import at_least

NOW = 5.0
"""More than staying out of a fight can be worth."""


def frame(sight: Sight, procedure: str) -> dict[str, Any] | None:
    """The open frame of a procedure, if there is one."""
    return next((told for told in sight.view["frames"] if told["procedure"] == procedure), None)


# -- 10.3.c, 10.4.b After the Sound is cleared, after a bombardment that failed -------------------------


def use_the_cleared_sound(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """A cleared Sound is used at once: to land, to bombard, and to bombard again."""
    for action in offered:
        if action[0] in ("land_now", "bombard_now", "bombard_again"):
            yield Advice(NOW, action)


# -- 10.5 Carrier combat -------------------------------------------------------------------------------


def fight_without_answer(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """Carriers fight forces that cannot answer; only an attacker must go home afterwards (10.8.c)."""
    combat = frame(sight, "carrier_combat")
    if combat is None or not named(offered, "fight"):
        return
    zone = ZONES.index[combat["zone"]]
    mine = [force for force in sight.at_sea if force.zone == zone and force.units & CARRIERS]
    theirs = [force for force in sight.enemies_at_sea if force.zone == zone]
    yield Advice(max(air_exchange(sight, one, [enemy]) for one in mine for enemy in theirs), ("fight",))
    needed = sight.sided(combat["attacker"]) and sight.invades and sight.operational
    yield Advice(0.5 if needed else 0.0, ("decline",))


def aim(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """Carriers aim where they do most harm, first of all at Transports."""
    for action in named(offered, "target"):
        force, target = sight.force(action[1]), sight.force(action[2])
        yield Advice(harm_to(sight, air_fire(sight, force, [target]), [target]), action)


# -- 10.6.e A second strike ----------------------------------------------------------------------------


def strike_again(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """The carriers go home anyway: they strike once more, at whatever is worth most."""
    for action in named(offered, "strike_again"):
        strike = sight.view["frames"][-1]
        yield Advice(one_strike(sight, sight.force(strike["striker"]), action[1]), action)


def one_strike(sight: Sight, force: Force, target: str) -> float:
    """What a single last strike at a target is worth."""
    if target == "henderson_field":
        chance = odds.strike_disrupts(sight.pieces, force.units, sight.marker)
        return chance * bot_invader.field_worth(sight)
    targets = sight.enemy_guards if target == "ironbottom_sound" else [sight.force(target)]
    driven = at_least(air_fire(sight, force, targets), 1)
    if sight.invades:
        prize = bot_invader.ready_to_land(sight) if target == "ironbottom_sound" else 0.0
        prize += (
            0.6
            * max(sight.chance(one, CARRIERS, "carriers") for one in targets)
            * bool(bot_invader.landing_forces(sight))
        )
    else:
        prize = max(bot_holder.menace(sight, one) for one in targets)
    return air_exchange(sight, force, targets) + driven * prize


# -- 10.8 Return to base -------------------------------------------------------------------------------


def stay_in_surface_combat(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """A second round is fought where it pays, and by guards also where leaving lets the enemy in (10.3.c)."""
    combat = frame(sight, "surface_combat")
    if combat is None or not named(offered, "stay"):
        return
    zone = ZONES.index[combat["zone"]]
    mine = [force for force in sight.at_sea if force.zone == zone]
    theirs = [force for force in sight.enemies_at_sea if force.zone == zone]
    if combat["round"] == 2 or not theirs:
        yield Advice(NOW, ("stay",))
        return
    attacking = sight.sided(combat["attacker"])
    if attacking:
        mine = [force for force in mine if force.id == combat["attacker"]]
        prize = 0.8 * bot_invader.ready_to_land(sight) if zone == SOUND and sight.invades else 0.0
    else:
        theirs = [force for force in theirs if force.id == combat["attacker"]]
        prize = worth_of_standing(sight, theirs) if zone == SOUND and not sight.invades else 0.0
    yield Advice(gun_exchange(sight, mine, theirs) + prize, ("stay",))


def worth_of_standing(sight: Sight, attackers: list[Force]) -> float:
    """What the attacker wins in the Sound if its guards leave after the first round."""
    if not sight.operational:
        return float(sum([transports(force) for force in attackers]))
    if any(force.units & TRANSPORTS for force in attackers):
        return 0.0
    return max([guns_disrupt(sight, force, 1) for force in attackers], default=0.0) * bot_holder.field_worth(sight)


def stay_under_air_strikes(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """A force that was hit must go home after a second strike (10.8.d): better before it, unless it can answer."""
    strike = frame(sight, "air_strike")
    asked = frame(sight, "return_or_stay")
    if strike is None or asked is None:
        return
    striker = sight.force(strike["striker"]) if strike["striker"] in sight.view["forces"] else None
    if striker is None or not striker.units & CARRIERS or strike["round"] == 2:
        yield Advice(NOW, ("stay",))
        return
    mine = [sight.force(name) for name in asked["forces"]]
    hit = any(force.id in sight.view["hit"] for force in mine)
    done = sum([harm_to(sight, air_fire(sight, force, [striker]), [striker]) for force in mine])
    suffered = harm_to(sight, air_fire(sight, striker, mine), mine)
    spared = at_least(air_fire(sight, striker, mine), 1)
    kept = 0.0 if hit else (1 - spared) * max(value_at_sea(sight, force) for force in mine)
    yield Advice(done - suffered + kept, ("stay",))


def value_at_sea(sight: Sight, force: Force) -> float:
    """What a task force may still win this turn if it stays on the map."""
    if sight.invades:
        if force.units & TRANSPORTS:
            return 0.5 * transports(force)
        return 0.7 if force.units & CARRIERS and sight.operational else 0.2
    return 0.5 if force.units & CARRIERS or force.zone == SOUND else 0.1


def stay_in_carrier_combat(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """A second round of carrier combat is fought where it pays."""
    combat = frame(sight, "carrier_combat")
    if combat is None or not named(offered, "stay"):
        return
    zone = ZONES.index[combat["zone"]]
    mine = [force for force in sight.at_sea if force.zone == zone]
    theirs = [force for force in sight.enemies_at_sea if force.zone == zone]
    if combat["round"] == 2 or not theirs:
        yield Advice(NOW, ("stay",))
        return
    done = sum([best_harm(sight, force, theirs) for force in mine if force.units & CARRIERS])
    suffered = sum([best_harm(sight, force, mine) for force in theirs if force.units & CARRIERS])
    kept = 0.0 if sight.sided(combat["attacker"]) else 0.1
    yield Advice(done - suffered + kept, ("stay",))


def best_harm(sight: Sight, firing: Force, targets: list[Force]) -> float:
    """The most harm that a carrier force can do to one of several."""
    return max([harm_to(sight, air_fire(sight, firing, [target]), [target]) for target in targets], default=0.0)


def go_home(sight: Sight, offered: Sequence[Action]) -> Iterator[Advice]:
    """Going home costs nothing that the other rules have not counted."""
    if ("withdraw",) in offered:
        yield Advice(0.0, ("withdraw",))


RULES = (
    use_the_cleared_sound,
    fight_without_answer,
    aim,
    strike_again,
    stay_in_surface_combat,
    stay_under_air_strikes,
    stay_in_carrier_combat,
    go_home,
)
