"""The ensign's expectations of fights: exchanges of ships, fields disrupted, seas cleared."""

from __future__ import annotations

from ironbottom.games.pacific_fury.bot.hits import damage
from ironbottom.games.pacific_fury.bot.observation import Force, Observation
from ironbottom.games.pacific_fury.odds import fights as odds
from ironbottom.games.pacific_fury.pieces import CARRIERS, SCREEN
from ironbottom.games.pacific_fury.rules.carrier_combat import cover_of
from ironbottom.odds.distributions import Distribution, at_least, at_least_once


def damage_to(observation: Observation, fire: Distribution, forces: list[Force]) -> float:
    """The score of a round of fire at task forces, for the side that fires."""
    units = 0
    for force in forces:
        units |= force.units
    return damage(observation, fire, units, sum([force.hidden for force in forces]))


# -- 10.3 Surface combat -------------------------------------------------------------------------------


def gun_exchange(observation: Observation, mine: list[Force], theirs: list[Force]) -> float:
    """The score of a round of surface combat: the harm done less the harm suffered."""
    done = damage_to(observation, observation.gunfire(mine), theirs)
    return done - damage_to(observation, observation.gunfire(theirs), mine)


def clear_probability(observation: Observation, mine: list[Force], theirs: list[Force]) -> float:
    """The probability that one round hits every enemy ship, so that the sea area is free (10.3.c)."""
    return odds.clear_probability(observation.gunfire(mine), observation.hulls(theirs))


# -- 10.5, 10.6 Carriers -------------------------------------------------------------------------------


def air_fire(observation: Observation, firing: Force, targets: list[Force]) -> Distribution:
    """The hits of carriers on task forces; face-down counters count as part of the screen, and as carriers if that is
    likely.
    """
    units, hidden, cover = 0, 0, 0
    for force in targets:
        units |= force.units
        hidden += force.hidden
        if not force.units & CARRIERS and observation.chance(force, CARRIERS, "carriers") >= 0.5:
            cover = 2
    anti_aircraft = (units & SCREEN).bit_count() + hidden
    return odds.air_attack(
        observation.pieces, firing.units, anti_aircraft, max(cover, cover_of(observation.pieces, units))
    )


def air_exchange(observation: Observation, mine: Force, theirs: list[Force]) -> float:
    """The score of a round of the bot's carriers against enemy forces; enemy carriers among them fire back (10.6.d)."""
    done = damage_to(observation, air_fire(observation, mine, theirs), theirs)
    units = 0
    for force in theirs:
        units |= force.units & CARRIERS
    if units:
        answer = odds.air_attack_on(observation.pieces, units, mine.units)
        return done - damage_to(observation, answer, [mine])
    likely = sum([observation.chance(force, CARRIERS, "carriers") for force in theirs if force.hidden])
    return done - likely * damage_to(observation, air_fire_of_typical(observation, mine), [mine])


def air_fire_of_typical(observation: Observation, target: Force) -> Distribution:
    """The hits of all enemy carriers not yet seen, if they were together in one force."""
    return odds.air_attack_on(observation.pieces, observation.unseen & CARRIERS, target.units)


def strike_hits(observation: Observation, firing: Force, targets: list[Force]) -> float:
    """The probability that a strike hits at least once; after a second strike, a force that was hit must go home
    (10.8.d).
    """
    return at_least(air_fire(observation, firing, targets), 1)


def chance_to_drive_home(observation: Observation, firing: Force, targets: list[Force]) -> float:
    """The probability that two strikes at the same target send the target home."""
    return at_least_once(2, strike_hits(observation, firing, targets))


# -- 6.2 Henderson Field -------------------------------------------------------------------------------


def strikes_disrupt(observation: Observation, units: int, strikes: int = 2) -> float:
    """The probability that carriers disrupt Henderson Field in a number of strikes."""
    return at_least_once(strikes, odds.strike_disrupts(observation.pieces, units, observation.marker))


def guns_disrupt(observation: Observation, force: Force, rounds: int = 2) -> float:
    """The probability that a surface force disrupts Henderson Field in a number of rounds of bombardment."""
    needed = observation.pieces.track[observation.marker].hits_to_disrupt
    return at_least_once(rounds, at_least(observation.gunfire([force]), needed))
