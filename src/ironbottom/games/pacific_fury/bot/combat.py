"""Heuristics for the choices inside a combat: fight, aim, strike again, stay or go home (10.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ironbottom.engine.rules.actions import Action
from ironbottom.games.pacific_fury.bot import holder as bot_holder
from ironbottom.games.pacific_fury.bot import invader as bot_invader
from ironbottom.games.pacific_fury.bot.advice import Advice, choices_with_verb
from ironbottom.games.pacific_fury.bot.fights import air_exchange, air_fire, damage_to, gun_exchange, guns_disrupt
from ironbottom.games.pacific_fury.bot.observation import Force, Observation
from ironbottom.games.pacific_fury.bot.operations import transports
from ironbottom.games.pacific_fury.information.view_types import GameFrame
from ironbottom.games.pacific_fury.odds import fights as odds
from ironbottom.games.pacific_fury.pieces import CARRIERS, SOUND, ZONES
from ironbottom.odds.distributions import at_least

# Scores are in spaces of the initiative marker, as in invader.py and holder.py.
NOW = 5.0
"""A score higher than that of anything else in a combat."""
FIELD_FIRST = 0.5
"""For carriers within reach of the field, the additional score of striking it instead of fighting on the way."""
CARRIERS_ON_THEIR_WAY, GUNS_ON_THEIR_WAY, GUARDS, OTHERS = 0.7, 0.2, 0.5, 0.1
"""The spaces that a task force may still win this turn if it stays on the map, by its purpose."""
LANDS_LATER = 0.5
"""The probability that Transports that stay on the map under air strikes still land."""


def frame(observation: Observation, procedure: str) -> GameFrame | None:
    """The open frame of a procedure, if there is one."""
    return next((entry for entry in observation.frames if entry["procedure"] == procedure), None)


def opponents(observation: Observation, combat: GameFrame) -> tuple[list[Force], list[Force]]:
    """The bot's task forces and the enemy's in the sea area of a combat."""
    zone = ZONES.index[combat["zone"]]
    mine = [force for force in observation.at_sea if force.zone == zone]
    return mine, [force for force in observation.enemies_at_sea if force.zone == zone]


# -- 10.3 Surface combat -------------------------------------------------------------------------------


def use_the_cleared_sound(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """A cleared Sound is used at once: to land, to bombard, and to bombard again (10.3.c, 10.4.b)."""
    for action in offered:
        if action[0] in ("land_now", "bombard_now", "bombard_again"):
            yield Advice(NOW, action)


def stay_in_surface_combat(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """Fights a second round where it pays; guards also fight it if leaving would let the enemy in (10.3.c)."""
    combat = frame(observation, "surface_combat")
    if combat is None or not choices_with_verb(offered, "stay"):
        return
    mine, theirs = opponents(observation, combat)
    in_sound = combat["zone"] == ZONES.ids[SOUND]
    if combat["round"] == 2 or not theirs:
        yield Advice(NOW, ("stay",))
    elif observation.sided(combat["attacker"]):
        attacking = [force for force in mine if force.id == combat["attacker"]]
        cleared = (
            bot_invader.DRIVEN_OFF * bot_invader.ready_to_land(observation) if in_sound and observation.invades else 0.0
        )
        yield Advice(gun_exchange(observation, attacking, theirs) + cleared, ("stay",))
    else:
        attackers = [force for force in theirs if force.id == combat["attacker"]]
        held = gain_if_guards_leave(observation, attackers) if in_sound and not observation.invades else 0.0
        yield Advice(gun_exchange(observation, mine, attackers) + held, ("stay",))


def gain_if_guards_leave(observation: Observation, attackers: list[Force]) -> float:
    """The attacker's gain in the Sound if its guards leave after the first round."""
    landing = sum([transports(force) for force in attackers])
    if not observation.operational:
        return float(landing)
    shelling = max([guns_disrupt(observation, force, 1) for force in attackers], default=0.0)
    return 0.0 if landing else shelling * bot_holder.field_value(observation)


# -- 10.5 Carrier combat -------------------------------------------------------------------------------


def fight_without_answer(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """Carriers fight forces that cannot fire back, although an attacker must go home afterwards (10.8.c)."""
    combat = frame(observation, "carrier_combat")
    if combat is None or not choices_with_verb(offered, "fight"):
        return
    mine, theirs = opponents(observation, combat)
    flying = [force for force in mine if force.units & CARRIERS]
    yield Advice(max([air_exchange(observation, one, [enemy]) for one in flying for enemy in theirs]), ("fight",))
    field_first = observation.sided(combat["attacker"]) and observation.invades and observation.operational
    yield Advice(FIELD_FIRST if field_first else 0.0, ("decline",))


def aim(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """Carriers aim where they do the most harm, first of all at Transports."""
    for action in choices_with_verb(offered, "target"):
        force, target = observation.force(action[1]), observation.force(action[2])
        yield Advice(damage_to(observation, air_fire(observation, force, [target]), [target]), action)


def stay_in_carrier_combat(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """Fights a second round of carrier combat where it pays."""
    combat = frame(observation, "carrier_combat")
    if combat is None or not choices_with_verb(offered, "stay"):
        return
    mine, theirs = opponents(observation, combat)
    if combat["round"] == 2 or not theirs:
        yield Advice(NOW, ("stay",))
        return
    done = sum([greatest_damage(observation, force, theirs) for force in mine if force.units & CARRIERS])
    suffered = sum([greatest_damage(observation, force, mine) for force in theirs if force.units & CARRIERS])
    still_here = 0.0 if observation.sided(combat["attacker"]) else OTHERS
    yield Advice(done - suffered + still_here, ("stay",))


def greatest_damage(observation: Observation, firing: Force, targets: list[Force]) -> float:
    """The greatest harm that a carrier force can do to any one of several forces."""
    return max(
        [damage_to(observation, air_fire(observation, firing, [target]), [target]) for target in targets], default=0.0
    )


# -- 10.6 Air strikes ----------------------------------------------------------------------------------


def strike_again(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """The carriers go home in any case, so they strike once more, at the most valuable target."""
    for action in choices_with_verb(offered, "strike_again"):
        strike = observation.frames[-1]
        yield Advice(last_strike(observation, observation.force(strike["striker"]), action[1]), action)


def last_strike(observation: Observation, force: Force, target: str) -> float:
    """The score of a single last strike at a target; a target that is hit must go home with the striker (10.8.d)."""
    if target == "henderson_field":
        return odds.strike_disrupts(observation.pieces, force.units, observation.marker) * bot_invader.field_value(
            observation
        )
    targets = observation.enemy_guards if target == "ironbottom_sound" else [observation.force(target)]
    if observation.invades:
        cleared = bot_invader.ready_to_land(observation) if target == "ironbottom_sound" else 0.0
        prize = cleared + bot_invader.gain_if_forces_leave(observation, targets)
    else:
        prize = max([bot_holder.threat_if_ignored(observation, one) for one in targets])
    return air_exchange(observation, force, targets) + prize * at_least(air_fire(observation, force, targets), 1)


def stay_under_air_strikes(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """A force that was hit leaves before a second strike sends it home (10.8.d), unless it can fire back."""
    strike, asked = frame(observation, "air_strike"), frame(observation, "return_or_stay")
    if strike is None or asked is None:
        return
    strikers = [
        force for force in observation.enemies_at_sea if force.id == strike["striker"] and force.units & CARRIERS
    ]
    if not strikers or strike["round"] == 2:
        yield Advice(NOW, ("stay",))
        return
    mine = [observation.force(name) for name in asked["forces"]]
    done = sum([damage_to(observation, air_fire(observation, force, strikers), strikers) for force in mine])
    fire = air_fire(observation, strikers[0], mine)
    hit = any(force.id in observation.hit for force in mine)
    kept = 0.0 if hit else (1 - at_least(fire, 1)) * max([worth_at_sea(observation, force) for force in mine])
    yield Advice(done - damage_to(observation, fire, mine) + kept, ("stay",))


def worth_at_sea(observation: Observation, force: Force) -> float:
    """The spaces that a task force may still win this turn if it stays on the map."""
    if not observation.invades:
        return GUARDS if force.units & CARRIERS or force.zone == SOUND else OTHERS
    if transports(force):
        return LANDS_LATER * transports(force)
    return CARRIERS_ON_THEIR_WAY if force.units & CARRIERS and observation.operational else GUNS_ON_THEIR_WAY


# -- 10.8 Return to base -------------------------------------------------------------------------------


def return_to_base(observation: Observation, offered: Sequence[Action]) -> Iterator[Advice]:
    """Going home costs nothing beyond what the other heuristics have counted."""
    if ("withdraw",) in offered:
        yield Advice(0.0, ("withdraw",))


RULES = (
    use_the_cleared_sound,
    stay_in_surface_combat,
    fight_without_answer,
    aim,
    stay_in_carrier_combat,
    strike_again,
    stay_under_air_strikes,
    return_to_base,
)
