"""Voyages over several Naval Phases: a force's destination, its next course, and what ends the plan.

A voyage is stored beside the match and is not an order: in each phase the side's helpers offer its next course, an
ordinary choice. A report of an enemy near the force, or other orders, end it.
"""

from __future__ import annotations

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.features import Voyage
from ironbottom.games.war_in_the_pacific.bot import fleet
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.derived import force_movement
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import FORCES
from ironbottom.games.war_in_the_pacific.rules.naval import sailing

NEAR = 12
"""A contact reported within this many hexes of a force ends its voyage."""


def planned_course(observation: Observation, force: int, mission: str) -> Voyage:
    """10.3 The voyage that the bot plans phase by phase as it plots a force's course, written as one plan."""
    bound, off = fleet.destination_of(observation, force)
    return Voyage(mission, IDS[bound], off, fleet.speed_for(observation, force, bound), contacts_known(observation))


def contacts_known(observation: Observation) -> tuple[str, ...]:
    """8.5 The enemy forces in contact."""
    return tuple(FORCES.ids[contact] for contact in observation.contacts)


def has_arrived(observation: Observation, force: int, voyage: Voyage) -> bool:
    """Whether a force has come as close to its destination as planned."""
    return GRID.distance(observation.hex_of(force), NUMBER[voyage.to]) == voyage.off


def ending_report(observation: Observation, force: int, voyage: Voyage) -> str:
    """8.31 The report that ends a voyage, of an enemy found near the force since the plan was made; empty if there is
    none.
    """
    hex = observation.hex_of(force)
    if hex < 0:
        return "off the map"
    for contact in observation.contacts:
        where = observation.where(contact)
        if FORCES.ids[contact] not in voyage.contacts and where >= 0 and GRID.distance(hex, where) <= NEAR:
            return f"an enemy reported at {IDS[where]}"
    return ""


def course_of_phase(observation: Observation, choices: Choices, voyage: Voyage) -> Action:
    """10.3 The course of this phase: to the hex within reach that is nearest to the destination, or none if the force
    stays.

    It uses at most the planned speed.
    """
    force, verbs = observation.here.force, choices.next()
    start, bound = observation.hex_of(force), NUMBER[voyage.to]
    fastest = force_movement.force_speed(observation.state, force)
    reach = sailing.destinations(observation.state, force, min(voyage.speed, fastest))
    offered = set(choices.next("sail")) if "sail" in verbs else set()
    near = [to for to in (reach or sailing.destinations(observation.state, force, fastest)) if IDS[to] in offered]
    to = min((start, *near), key=lambda to: (abs(GRID.distance(to, bound) - voyage.off), GRID.distance(to, start), to))
    if to == start and "hold" not in verbs and near:
        to = min(near, key=lambda to: GRID.distance(to, bound))
    return ("hold",) if to == start else ("sail", IDS[to])
