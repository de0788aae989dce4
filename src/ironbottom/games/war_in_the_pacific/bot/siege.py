"""The ensign before an island that it wants: the garrison is shelled down step by step, and then troops go ashore."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.odds.fights import FACES
from ironbottom.games.war_in_the_pacific.rules.land import combat_results
from ironbottom.games.war_in_the_pacific.rules.land.ground_battle import MOST_HITS, attack_strength
from ironbottom.games.war_in_the_pacific.rules.land.ground_units import strength, terrain_of, terrain_row, units_at
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import units_aboard
from ironbottom.games.war_in_the_pacific.rules.shore import bombardment
from ironbottom.games.war_in_the_pacific.rules.shore.landings import BY_PLAN

SURE, LIKELY = 0.9, 0.3
"""With such a chance to clear the hex troops land while there is time to shell it more, and while there is little."""
FACILITIES = ("airbase", "guns", "port", "supply")
LAST_NAVAL_PHASE = "naval_3"
"""4.1 In this phase troops land on a garrison: they attack at once, and are not shelled with it."""
LIES_BACK = 9
"""This many hexes off troops wait: out of sight of most, and near enough to land in a phase by Speed 1."""
LIES_FAR = 19
"""So many hexes off they wait while the garrison is strong: out of reach of carriers that come for the fleet (47.1)."""
SIEGE = 4
"""The line comes when this many Game-Turns follow: three wear the garrison down, and in one troops land."""
TIME = 2
"""This many Game-Turns to come are time enough to shell on: each takes a step of the garrison (31.1)."""


def shaken(observation: Observation) -> int:
    """31.1 How often the garrison of the prize was hit in this Game-Turn."""
    there = units_at(observation.state, 1 - observation.number, observation.prize)
    return max((observation.arrays[places.DISRUPTED][unit] for unit in there), default=0)


def wears_down(observation: Observation) -> bool:
    """31.1 Whether hits on the garrison still bring the step that falls with the third; own troops would suffer too."""
    falls_at = bombardment.row_of(observation.state, "ground").step_at
    return not observation.ashore_at_prize and shaken(observation) < falls_at


def targets(observation: Observation) -> tuple[str, ...]:
    """17.1, 31.1 What is shelled at the prize, the first wanted first: the garrison until it has lost its step."""
    first = wears_down(observation) if observation.besieges else not observation.ashore_at_prize
    return ("ground", *FACILITIES) if first else (*FACILITIES, "ground")


def raided(observation: Observation) -> tuple[str, ...]:
    """6.3 What carriers bomb there: the airbase while it works, then the garrison until it has lost its step."""
    if observation.besieges:
        first = not observation.works_as_airbase(observation.prize) and wears_down(observation)
    else:
        first = observation.landing_near and not observation.ashore_at_prize
    return ("ground", "airbase", "guns") if first else ("airbase", "guns", "ground")


def landing_strength(observation: Observation) -> int:
    """16.4 What the troops at sea near the prize would attack with in the Ground Phase after they land."""
    near = [
        force
        for force in observation.own_forces()
        if GRID.distance(observation.at(force), observation.prize) <= LIES_FAR
    ]
    units = [
        unit for force in near for ship in observation.ships(force) for unit in units_aboard(observation.state, ship)
    ]
    landed = observation.state.arrays[places.LANDED]
    found = 0
    for unit in units:
        before, landed[unit] = landed[unit], BY_PLAN
        found += attack_strength(observation.state, unit, observation.prize)
        landed[unit] = before
    return found


def clears(observation: Observation) -> float:
    """24.3 How likely the troops near the prize clear it in one attack; a garrison that cannot retreat loses twice."""
    state, attacker = observation.state, landing_strength(observation)
    defender = strength(state, 1 - observation.number, observation.prize)
    if not defender or not attacker:
        return float(bool(attacker))
    hits = MOST_HITS if observation.guns_near else min(shaken(observation), MOST_HITS)
    shift = terrain_row(state, terrain_of(state, observation.prize)).shift + hits
    results = [
        combat_results.outcome(observation.pieces.charts, attacker, defender, shift, n + 1) for n in range(FACES)
    ]
    return sum(r.eliminated or r.defender_loses * (1 + r.retreats) >= defender for r in results) / FACES


def opens(observation: Observation) -> bool:
    """31.1 Whether it is time for the line: before, it would lie under the enemy's aircraft while carriers fight."""
    decks = any(observation.task(force) == "carriers" for force in observation.own_forces())
    return observation.turns_left <= SIEGE or not decks


def lies_off(observation: Observation) -> int:
    """16.4, 47.1 How far off troops wait: near once the garrison is worn down or time runs out, far before."""
    return LIES_BACK if observation.turns_left < TIME or clears(observation) >= LIKELY else LIES_FAR


def ripe(observation: Observation) -> bool:
    """16.4 Whether it is time to land: nobody resists, the odds are good, or there is no more time."""
    if not strength(observation.state, 1 - observation.number, observation.prize) or not observation.turns_left:
        return True
    patient = observation.turns_left >= TIME and (observation.guns_near or observation.guns_awaited)
    return clears(observation) >= (SURE if patient else LIKELY)


def goes_in(observation: Observation) -> bool:
    """16.3 Whether landing forces close the prize: in the Naval Phase in which they land, or to a hex nobody holds."""
    empty = not strength(observation.state, 1 - observation.number, observation.prize)
    return ripe(observation) and (empty or observation.phase == LAST_NAVAL_PHASE)
