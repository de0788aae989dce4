"""The ensign's tanks: how far a force comes, whether it sails sparingly, and where it meets an oiler."""

from __future__ import annotations

from ironbottom.engine.actions import Action
from ironbottom.engine.choices import Choices
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import FORCES
from ironbottom.games.war_in_the_pacific.player.sight import LOW_FUEL, Sight
from ironbottom.games.war_in_the_pacific.rules import fuel, sailing

CRUISE, SPARING = 2, 1
"""10.5 The speed of long voyages, and of those whose tanks would not last: it brings a fleet farthest on a tank."""
A_HEX = 6
"""3.4 What a hex costs at most."""


def needed(sight: Sight, hexes: int, speed: int) -> int:
    """10.5 What a voyage of so many hexes burns at a speed."""
    phases = -(-A_HEX * hexes // sailing.phase_points(sight.state, speed))
    burnt: int = phases * fuel.burnt(sight.pieces.charts, speed)
    return burnt


def affords(sight: Sight, force: int, to: int, speed: int) -> bool:
    """10.5 Whether a force comes to a hex at a speed and from there sparingly to a port, or has an oiler with it."""
    way, back = GRID.distance(sight.at(force), to), GRID.distance(to, sight.home(to, len(sight.ships(force))))
    return sight.oiler(force) or needed(sight, way, speed) + needed(sight, back, SPARING) <= sight.fuel(force)


def pace(sight: Sight, force: int, to: int, fastest: int) -> int:
    """10.5 The highest speed up to one at which a force comes to a hex and home again; else the most sparing."""
    return next((speed for speed in range(fastest, SPARING, -1) if affords(sight, force, to, speed)), SPARING)


def comes_to(sight: Sight, force: int, to: int) -> bool:
    """10.5 Whether a force comes to a hex at all."""
    return needed(sight, GRID.distance(sight.at(force), to), SPARING) <= sight.fuel(force)


def meeting(sight: Sight, force: int) -> int:
    """10.6 The hex of the nearest force with an oiler and cargo, within what is left; -1 for none."""
    at = sight.at(force)
    oilers = [sight.at(other) for other in sight.own_forces() if other != force and sight.oiler(other)]
    return min((to for to in oilers if comes_to(sight, force, to)), key=lambda to: GRID.distance(at, to), default=-1)


def join(sight: Sight, choices: Choices) -> Action | None:
    """9.2, 10.6 What is short of fuel joins those in its hex who have an oiler, and so do carriers without one."""
    if sight.stays_near:
        return None
    for name in choices.next("join"):
        force = FORCES.index[name]
        carriers = sight.task(force) == "carriers"
        if sight.oiler(force) or sight.task(force) == "landing" or sight.crippled(force):
            continue
        if sight.fuel(force) > LOW_FUEL and not carriers:
            continue
        for into in choices.next("join", name):
            if sight.oiler(FORCES.index[into]) and sight.cells[places.FORCE_MISSION + FORCES.index[into]] < 0:
                return ("join", name, into)
    return None
