"""The bot's siege of an island: bombard the garrison step by step, then land troops."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.derived import facilities
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import strength, terrain_of, terrain_row, units_at
from ironbottom.games.war_in_the_pacific.derived.ship_condition import units_aboard
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.odds.fights import FACES
from ironbottom.games.war_in_the_pacific.rules.land import combat_results
from ironbottom.games.war_in_the_pacific.rules.land.ground_battle import MAX_HITS, attack_strength
from ironbottom.games.war_in_the_pacific.rules.shore.landings import BY_PLAN

SURE, LIKELY = 0.9, 0.3
"""The chance of clearing the hex at which troops land: with time left for more bombardment, and with little time
left.
"""
FACILITIES = ("airbase", "guns", "port", "supply")
LAST_NAVAL_PHASE = "naval_3"
"""4.1 In this phase troops land on a garrison: they attack at once and are not bombarded with it."""
LIES_BACK = 9
"""The distance at which troops wait: out of sight of most enemies, and near enough to land in one phase at Speed 1."""
LIES_FAR = 19
"""47.1 The distance at which troops wait while the garrison is strong: out of reach of enemy carriers."""
SIEGE = 4
"""The battle line comes when this many Game-Turns are left: three to wear the garrison down, one to land."""
TIME = 2
"""31.1 With this many Game-Turns left, there is time for more bombardment; each removes a step of the garrison."""


def hits_on_garrison(observation: Observation) -> int:
    """31.1 The number of hits on the objective's garrison in this Game-Turn."""
    there = units_at(observation.state, 1 - observation.number, observation.prize)
    return max((observation.arrays[layout.DISRUPTED][unit] for unit in there), default=0)


def can_remove_step(observation: Observation) -> bool:
    """31.1 Whether hits on the garrison can still remove a step, as the third hit does. Friendly troops in the hex
    suffer too.
    """
    falls_at = facilities.bombardment_row(observation.state, "ground").step_at
    return not observation.ashore_at_prize and hits_on_garrison(observation) < falls_at


def targets(observation: Observation) -> tuple[str, ...]:
    """17.1, 31.1 The bombardment targets at the objective, in order: the garrison until it has lost its step."""
    first = can_remove_step(observation) if observation.besieges else not observation.ashore_at_prize
    return ("ground", *FACILITIES) if first else (*FACILITIES, "ground")


def raid_targets(observation: Observation) -> tuple[str, ...]:
    """6.3 The targets that carriers bomb at the objective: the airbase while it works, then the garrison while it has
    its step.
    """
    if observation.besieges:
        first = not observation.works_as_airbase(observation.prize) and can_remove_step(observation)
    else:
        first = observation.landing_near and not observation.ashore_at_prize
    return ("ground", "airbase", "guns") if first else ("airbase", "guns", "ground")


def landing_strength(observation: Observation) -> int:
    """16.4 The strength with which the troops at sea near the objective would attack in the Ground Phase after
    landing.
    """
    near = [
        force
        for force in observation.own_forces()
        if GRID.distance(observation.hex_of(force), observation.prize) <= LIES_FAR
    ]
    units = [
        unit for force in near for ship in observation.ships(force) for unit in units_aboard(observation.state, ship)
    ]
    landed = observation.state.arrays[layout.LANDED]
    result = 0
    for unit in units:
        before, landed[unit] = landed[unit], BY_PLAN
        result += attack_strength(observation.state, unit, observation.prize)
        landed[unit] = before
    return result


def chance_to_clear(observation: Observation) -> float:
    """24.3 The probability that nearby troops clear the objective in one attack.

    A garrison that cannot retreat loses double.
    """
    state, attacker = observation.state, landing_strength(observation)
    defender = strength(state, 1 - observation.number, observation.prize)
    if not defender or not attacker:
        return float(bool(attacker))
    hits = MAX_HITS if observation.guns_near else min(hits_on_garrison(observation), MAX_HITS)
    shift = terrain_row(state, terrain_of(state, observation.prize)).shift + hits
    results = [
        combat_results.outcome(observation.pieces.charts, attacker, defender, shift, n + 1) for n in range(FACES)
    ]
    return sum(r.eliminated or r.defender_loses * (1 + r.retreats) >= defender for r in results) / FACES


def is_time_to_bombard(observation: Observation) -> bool:
    """31.1 Whether it is time for the battle line: earlier it would be exposed to enemy aircraft while
    carriers fight.
    """
    decks = any(observation.task(force) == "carriers" for force in observation.own_forces())
    return observation.turns_left <= SIEGE or not decks


def waiting_distance(observation: Observation) -> int:
    """16.4, 47.1 The distance at which troops wait: near once the garrison is weak or time runs out, far away until
    then.
    """
    return LIES_BACK if observation.turns_left < TIME or chance_to_clear(observation) >= LIKELY else LIES_FAR


def is_time_to_land(observation: Observation) -> bool:
    """16.4 Whether it is time to land: there is no resistance, the odds are good, or no time is left."""
    if not strength(observation.state, 1 - observation.number, observation.prize) or not observation.turns_left:
        return True
    patient = observation.turns_left >= TIME and (observation.guns_near or observation.guns_awaited)
    return chance_to_clear(observation) >= (SURE if patient else LIKELY)


def should_approach(observation: Observation) -> bool:
    """16.3 Whether landing forces approach the objective: in the Naval Phase in which they land, or if nobody
    holds it.
    """
    empty = not strength(observation.state, 1 - observation.number, observation.prize)
    return is_time_to_land(observation) and (empty or observation.phase == LAST_NAVAL_PHASE)
