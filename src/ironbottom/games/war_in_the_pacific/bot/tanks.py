"""The ensign's tanks: how far a force comes, whether it sails sparingly, and where it meets an oiler."""

from __future__ import annotations

from collections import Counter

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.bot.observation import LOW_FUEL, ON_THE_WAY, Observation
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS
from ironbottom.games.war_in_the_pacific.pieces import FORCES, SHIPS
from ironbottom.games.war_in_the_pacific.rules.naval import sailing
from ironbottom.games.war_in_the_pacific.rules.naval.damage import CARRIERS

CRUISE, SPARING = 2, 1
"""10.5 The speed of long voyages, and of those whose tanks would not last: it brings a fleet farthest on a tank."""
A_HEX = 6
"""3.4 What a hex costs at most."""
FULL_ENOUGH = 20
"""With this much fuel, two phases at Speed 2, a fleet leaves its oiler behind."""
LEFT_FROM = 3 * ON_THE_WAY
"""So near the prize an oiler goes no farther: 47.1 counts a hundred points for each level of its damage."""
ESCORTS = 2
KEEPS_OFF = 12
"""An oiler goes from an enemy found within this many hexes."""


def needed(observation: Observation, hexes: int, speed: int) -> int:
    """10.5 What a voyage of this many hexes burns at a speed."""
    phases = -(-A_HEX * hexes // sailing.phase_points(observation.state, speed))
    burnt: int = phases * sailing.fuel_for_speed(observation.pieces.charts, speed)
    return burnt


def affords(observation: Observation, force: int, to: int, speed: int) -> bool:
    """10.5 Whether a force comes to a hex at a speed and from there sparingly to a port or oiler, or has an oiler."""
    way = GRID.distance(observation.at(force), to)
    havens = [observation.home(to, len(observation.ships(force))), *oilers(observation, force)]
    back = 0 if observation.oiler(force) else min(GRID.distance(to, haven) for haven in havens)
    return needed(observation, way, speed) + needed(observation, back, SPARING) <= observation.fuel(force)


def pace(observation: Observation, force: int, to: int, fastest: int) -> int:
    """10.5 The highest speed up to one at which a force comes to a hex and home again; else as its oiler lets it."""
    slowest = min(CRUISE, fastest) if observation.oiler(force) else SPARING
    return next((speed for speed in range(fastest, slowest, -1) if affords(observation, force, to, speed)), slowest)


def comes_to(observation: Observation, force: int, to: int) -> bool:
    """10.5 Whether a force comes to a hex at all."""
    return needed(observation, GRID.distance(observation.at(force), to), SPARING) <= observation.fuel(force)


def oilers(observation: Observation, force: int) -> list[int]:
    """10.6 The hexes in which other own forces have an oiler with cargo."""
    return [observation.at(other) for other in observation.own_forces() if other != force and observation.oiler(other)]


def meeting(observation: Observation, force: int) -> int:
    """10.6 The hex of the nearest force with an oiler and cargo, within what is left; -1 for none."""
    at, near = observation.at(force), [to for to in oilers(observation, force) if comes_to(observation, force, to)]
    return min(near, key=lambda to: GRID.distance(at, to), default=-1)


# -- 47.1 an oiler stays out of reach -----------------------------------------------------------------------


def leaves_oiler(observation: Observation, offered: tuple[str, ...]) -> str | None:
    """9.2 The hex in which a fleet with full tanks leaves its oiler and escorts for it, before it comes in reach."""
    if observation.stays_near:
        return None
    for force in observation.own_forces():
        kinds = Counter(observation.kind(ship) for ship in observation.ships(force))
        fleet = any(kinds[kind] for kind in CARRIERS) and kinds["DD"] > ESCORTS and observation.oiler(force)
        near = GRID.distance(observation.at(force), observation.prize) <= LEFT_FROM
        ready = fleet and near and observation.fuel(force) >= FULL_ENOUGH and at_sea(observation, force)
        if ready and IDS[observation.at(force)] in offered:
            return str(IDS[observation.at(force)])
    return None


def at_sea(observation: Observation, force: int) -> bool:
    """Whether a force is on the map and in none of its side's ports."""
    at = observation.at(force)
    return at >= 0 and at not in observation.ports and not observation.stays_near


def oiler_and_escort(observation: Observation, have: Counter[str], offered: list[int]) -> Action:
    """9.2 What forms a force at sea is the oiler, then destroyers that guard it."""
    wanted = "DD" if have["SF"] else "SF"
    found = [ship for ship in offered if observation.kind(ship) == wanted]
    if found and have["DD"] < ESCORTS:
        return ("assign", SHIPS.ids[found[0]])
    return ("done",) if have else ("assign", SHIPS.ids[offered[0]])


def waiting_place(observation: Observation, force: int) -> int:
    """Where an oiler waits: where it is, or away from an enemy toward home."""
    at = observation.at(force)
    found = any(GRID.distance(at, observation.where(contact)) <= KEEPS_OFF for contact in observation.contacts)
    return observation.home(at) if found else at


def join(observation: Observation, choices: Choices) -> Action | None:
    """9.2, 10.6 What is short of fuel joins those in its hex who have an oiler, and so do carriers without one."""
    if observation.stays_near:
        return None
    for name in choices.next("join"):
        force = FORCES.index[name]
        if observation.oiler(force) or observation.task(force) == "landing" or observation.crippled(force):
            continue
        for into in choices.next("join", name):
            if observation.cells[places.FORCE_MISSION + FORCES.index[into]] < 0 and wants(
                observation, force, FORCES.index[into]
            ):
                return ("join", name, into)
    return None


def wants(observation: Observation, force: int, into: int) -> bool:
    """9.2 Whether a force joins another: for its oil, or as carriers that join more carriers."""
    line = any(observation.kind(ship) == "BB" for ship in observation.ships(force))
    if observation.fuel(force) <= LOW_FUEL and observation.oiler(into) and not line:
        return True
    both = all(observation.task(each) == "carriers" for each in (force, into))
    return both and len(observation.ships(into)) > len(observation.ships(force))
