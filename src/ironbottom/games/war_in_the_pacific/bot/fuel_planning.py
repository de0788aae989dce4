"""The bot's fuel: the range of a force, its most economical speed, and its meetings with oilers."""

from __future__ import annotations

from collections import Counter

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot.observation import LOW_FUEL, ON_THE_WAY, Observation
from ironbottom.games.war_in_the_pacific.derived import force_movement
from ironbottom.games.war_in_the_pacific.derived.ship_condition import CARRIERS
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS
from ironbottom.games.war_in_the_pacific.pieces import FORCES, SHIPS
from ironbottom.games.war_in_the_pacific.rules.naval import sailing

CRUISE, SPARING = 2, 1
"""10.5 The speed of long voyages, and the speed that saves fuel and gives the greatest range."""
MAX_HEX_COST = 6
"""3.4 The highest cost of a hex."""
FULL_ENOUGH = 20
"""With this much fuel, two phases at Speed 2, a fleet leaves its oiler behind."""
LEFT_FROM = 3 * ON_THE_WAY
"""47.1 An oiler stays at least this far from the objective: each level of damage to it is worth a hundred points."""
ESCORTS = 2
KEEPS_OFF = 12
"""An oiler moves away from an enemy found within this many hexes."""


def fuel_needed(observation: Observation, hexes: int, speed: int) -> int:
    """10.5 The fuel for a voyage of this many hexes at a speed."""
    phases = -(-MAX_HEX_COST * hexes // sailing.phase_points(observation.state, speed))
    burnt: int = phases * force_movement.fuel_for_speed(observation.pieces.charts, speed)
    return burnt


def can_afford(observation: Observation, force: int, to: int, speed: int) -> bool:
    """10.5 Whether a force has an oiler, or can reach a hex at a speed and then a port or oiler economically."""
    way = GRID.distance(observation.hex_of(force), to)
    havens = [observation.home(to, len(observation.ships(force))), *oiler_hexes(observation, force)]
    back = 0 if observation.oiler(force) else min(GRID.distance(to, haven) for haven in havens)
    return fuel_needed(observation, way, speed) + fuel_needed(observation, back, SPARING) <= observation.fuel(force)


def pace(observation: Observation, force: int, to: int, fastest: int) -> int:
    """10.5 The highest speed, up to a limit, at which a force reaches a hex and returns; if there is none, the speed
    that its oiler allows.
    """
    slowest = min(CRUISE, fastest) if observation.oiler(force) else SPARING
    return next((speed for speed in range(fastest, slowest, -1) if can_afford(observation, force, to, speed)), slowest)


def can_reach(observation: Observation, force: int, to: int) -> bool:
    """10.5 Whether a force can reach a hex at all."""
    return fuel_needed(observation, GRID.distance(observation.hex_of(force), to), SPARING) <= observation.fuel(force)


def oiler_hexes(observation: Observation, force: int) -> list[int]:
    """10.6 The hexes where other forces of the side have an oiler with cargo."""
    return [
        observation.hex_of(other) for other in observation.own_forces() if other != force and observation.oiler(other)
    ]


def nearest_oiler_hex(observation: Observation, force: int) -> int:
    """10.6 The hex of the nearest force within range that has an oiler with cargo; -1 if there is none."""
    hex, near = (
        observation.hex_of(force),
        [to for to in oiler_hexes(observation, force) if can_reach(observation, force, to)],
    )
    return min(near, key=lambda to: GRID.distance(hex, to), default=-1)


# -- 47.1 oilers stay out of reach --------------------------------------------------------------------------


def place_to_leave_oiler(observation: Observation, offered: tuple[str, ...]) -> str | None:
    """9.2 The hex where a fleet with full tanks leaves its oiler with escorts, before enemies can reach it."""
    if observation.stays_near:
        return None
    for force in observation.own_forces():
        kinds = Counter(observation.kind(ship) for ship in observation.ships(force))
        fleet = any(kinds[kind] for kind in CARRIERS) and kinds["DD"] > ESCORTS and observation.oiler(force)
        near = GRID.distance(observation.hex_of(force), observation.prize) <= LEFT_FROM
        ready = fleet and near and observation.fuel(force) >= FULL_ENOUGH and at_sea(observation, force)
        if ready and IDS[observation.hex_of(force)] in offered:
            return str(IDS[observation.hex_of(force)])
    return None


def at_sea(observation: Observation, force: int) -> bool:
    """Whether a force is on the map and not in a port of its side."""
    hex = observation.hex_of(force)
    return hex >= 0 and hex not in observation.ports and not observation.stays_near


def oiler_and_escort(observation: Observation, have: Counter[str], offered: list[int]) -> Action:
    """9.2 Forms a force at sea from the oiler and the destroyers that escort it."""
    wanted = "DD" if have["SF"] else "SF"
    result = [ship for ship in offered if observation.kind(ship) == wanted]
    if result and have["DD"] < ESCORTS:
        return ("assign", SHIPS.ids[result[0]])
    return ("done",) if have else ("assign", SHIPS.ids[offered[0]])


def waiting_place(observation: Observation, force: int) -> int:
    """The hex where an oiler waits: its own hex, or a hex toward home and away from an enemy."""
    hex = observation.hex_of(force)
    result = any(GRID.distance(hex, observation.where(contact)) <= KEEPS_OFF for contact in observation.contacts)
    return observation.home(hex) if result else hex


def join_oiler(observation: Observation, choices: Choices) -> Action | None:
    """9.2, 10.6 Forces short of fuel, and carriers without an oiler, join a force in their hex that has an oiler."""
    if observation.stays_near:
        return None
    for name in choices.next("join"):
        force = FORCES.index[name]
        if observation.oiler(force) or observation.task(force) == "landing" or observation.crippled(force):
            continue
        for into in choices.next("join", name):
            if observation.cells[layout.FORCE_MISSION + FORCES.index[into]] < 0 and should_join_force(
                observation, force, FORCES.index[into]
            ):
                return ("join", name, into)
    return None


def should_join_force(observation: Observation, force: int, into: int) -> bool:
    """9.2 Whether a force joins another: for its oil, or to bring more carriers together."""
    line = any(observation.kind(ship) == "BB" for ship in observation.ships(force))
    if observation.fuel(force) <= LOW_FUEL and observation.oiler(into) and not line:
        return True
    both = all(observation.task(each) == "carriers" for each in (force, into))
    return both and len(observation.ships(into)) > len(observation.ships(force))
