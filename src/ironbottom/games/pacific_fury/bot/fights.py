"""What the ensign expects of fights: exchanges of ships, fields disrupted, seas cleared."""

from __future__ import annotations

from ironbottom.games.pacific_fury.bot.hits import damage
from ironbottom.games.pacific_fury.bot.observation import Force, Observation
from ironbottom.games.pacific_fury.odds import fights as odds
from ironbottom.games.pacific_fury.pieces import CARRIERS, SCREEN
from ironbottom.games.pacific_fury.rules.carrier_combat import cover_of
from ironbottom.odds.distributions import Distribution, at_least, at_least_once


def harm_to(sight: Observation, fire: Distribution, forces: list[Force]) -> float:
    """What a round of fire at task forces is worth to the side that fires."""
    units = 0
    for force in forces:
        units |= force.units
    return damage(sight, fire, units, sum([force.hidden for force in forces]))


# -- 10.3 Surface combat -------------------------------------------------------------------------------


def gun_exchange(sight: Observation, mine: list[Force], theirs: list[Force]) -> float:
    """What a round of surface combat is worth: the harm done less the harm suffered."""
    done = harm_to(sight, sight.gunfire(mine), theirs)
    return done - harm_to(sight, sight.gunfire(theirs), mine)


def clears(sight: Observation, mine: list[Force], theirs: list[Force]) -> float:
    """How likely one round hits every enemy ship, so that the sea area is free (10.3.c)."""
    return odds.clears(sight.gunfire(mine), sight.hulls(theirs))


# -- 10.5, 10.6 Carriers -------------------------------------------------------------------------------


def air_fire(sight: Observation, firing: Force, targets: list[Force]) -> Distribution:
    """The hits of carriers on task forces; what lies face down there counts as screen, and as carriers if likely."""
    units, hidden, cover = 0, 0, 0
    for force in targets:
        units |= force.units
        hidden += force.hidden
        if not force.units & CARRIERS and sight.chance(force, CARRIERS, "carriers") >= 0.5:
            cover = 2
    anti_aircraft = (units & SCREEN).bit_count() + hidden
    return odds.air_attack(sight.pieces, firing.units, anti_aircraft, max(cover, cover_of(sight.pieces, units)))


def air_exchange(sight: Observation, mine: Force, theirs: list[Force]) -> float:
    """What a round of my carriers on enemy forces is worth; enemy carriers among them fire back (10.6.d)."""
    done = harm_to(sight, air_fire(sight, mine, theirs), theirs)
    units = 0
    for force in theirs:
        units |= force.units & CARRIERS
    if units:
        answer = odds.air_attack_on(sight.pieces, units, mine.units)
        return done - harm_to(sight, answer, [mine])
    likely = sum([sight.chance(force, CARRIERS, "carriers") for force in theirs if force.hidden])
    return done - likely * harm_to(sight, air_fire_of_typical(sight, mine), [mine])


def air_fire_of_typical(sight: Observation, target: Force) -> Distribution:
    """The hits of the enemy carriers that nobody has seen yet, should all of them lie in one force."""
    return odds.air_attack_on(sight.pieces, sight.unseen & CARRIERS, target.units)


def strike_hits(sight: Observation, firing: Force, targets: list[Force]) -> float:
    """How likely a strike hits at least once: with a second one to follow, what it hit must go home (10.8.d)."""
    return at_least(air_fire(sight, firing, targets), 1)


def drives_home(sight: Observation, firing: Force, targets: list[Force]) -> float:
    """How likely two strikes at the same target send it home."""
    return at_least_once(2, strike_hits(sight, firing, targets))


# -- 6.2 Henderson Field -------------------------------------------------------------------------------


def strikes_disrupt(sight: Observation, units: int, strikes: int = 2) -> float:
    """How likely carriers disrupt Henderson Field in so many strikes."""
    return at_least_once(strikes, odds.strike_disrupts(sight.pieces, units, sight.marker))


def guns_disrupt(sight: Observation, force: Force, rounds: int = 2) -> float:
    """How likely a surface force disrupts Henderson Field in so many rounds of bombardment."""
    needed = sight.pieces.track[sight.marker].hits_to_disrupt
    return at_least_once(rounds, at_least(sight.gunfire([force]), needed))
