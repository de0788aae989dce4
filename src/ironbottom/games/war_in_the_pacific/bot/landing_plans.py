"""16.0 The stored part of a landing order: its units, its port and its Game-Turn, and the events that end it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.features import LandingOrder, Voyage
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import courses
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.derived.ship_condition import units_aboard
from ironbottom.games.war_in_the_pacific.grid import GRID, IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import UNITS
from ironbottom.games.war_in_the_pacific.text import names

MISSIONS = ("transport", "assault")
"""The Missions of a force with a landing order: any other Mission ends the order."""
MAX_WEEK = 999


def read_landing(stored: object) -> LandingOrder:
    """Reads a stored landing; ``BadValue`` names the wrong part."""
    plan: Mapping[str, Any] = stored if isinstance(stored, Mapping) else {}
    units, port = plan.get("units"), plan.get("port")
    if not isinstance(units, list | tuple) or not units or not all(unit in UNITS.index for unit in units):
        raise BadValue("name the ground units that will land", field="units")
    if port not in NUMBER:
        raise BadValue(f"{port!r} is not a hex", field="port")
    numbers = {name: plan.get(name, 0) for name in ("week", "ships", "damage")}
    for name, value in numbers.items():
        if type(value) is not int or not 0 <= value <= MAX_WEEK:
            raise BadValue(f"{value!r} is not a valid {name} of a landing", field=name)
    return LandingOrder(tuple(units), str(port), **numbers, ended=str(plan.get("ended") or ""))


def begin_landing(observation: Observation, force: int, wanted: object) -> LandingOrder:
    """A new landing order for a force, built from the requested units and Game-Turn."""
    plan = wanted if isinstance(wanted, Mapping) else {}
    hex = observation.hex_of(force)
    if hex < 0:
        raise BadValue("the force is not on the map", field="force")
    ships = observation.ships(force)
    damage = sum(max(observation.arrays[layout.DAMAGE][ship], 0) for ship in ships)
    read = read_landing({"units": plan.get("units"), "week": plan.get("week", 0), "port": IDS[hex]})
    return read._replace(ships=len(ships), damage=damage)


def follows_landing(plots: Sequence[tuple[int, Mapping[str, Any]]], force: str, plan: Mapping[str, Any]) -> bool:
    """Whether a force has followed its order: on Transport or Assault, and each course brought it nearer.

    An order that an event has ended is listed until the force gets its next course.
    """
    bound, left = NUMBER[plan["to"]], len(IDS)
    for seq, event in plots:
        if event["force"] != force or seq <= plan["since"]:
            continue
        if plan["landing"].get("ended"):
            return False
        away = GRID.distance(NUMBER[event["to"]], bound) if event.get("to") else None
        if event["mission"] not in MISSIONS or (away is not None and away >= left):
            return False
        left = left if away is None else away
    return True


def waiting(observation: Observation, landing: LandingOrder) -> list[int]:
    """16.1 The units of an order that have not boarded."""
    port = NUMBER[landing.port]
    return [unit for name in landing.units if observation.arrays[layout.UNIT_AT][unit := UNITS.index[name]] == port]


def aboard(observation: Observation, force: int, landing: LandingOrder) -> list[int]:
    """16.1 The units of an order that are aboard the ships of its force."""
    carried = {unit for ship in observation.ships(force) for unit in units_aboard(observation.state, ship)}
    return [unit for name in landing.units if (unit := UNITS.index[name]) in carried]


def ending_event(observation: Observation, force: int, voyage: Voyage) -> str:
    """The event that ends a landing order, in words; empty if it is in force."""
    landing = voyage.landing
    assert landing is not None
    if landing.ended:
        return landing.ended
    left, ships = waiting(observation, landing), observation.ships(force)
    if not left and not aboard(observation, force, landing):
        return "every unit has landed" if has_landed(observation, voyage) else "the units are lost"
    damage = sum(max(observation.arrays[layout.DAMAGE][ship], 0) for ship in ships)
    if len(ships) < landing.ships:
        return "a ship has left the force"
    if damage > landing.damage:
        return "a ship is damaged"
    report = courses.ending_report(observation, force, voyage)
    if report:
        return report
    if left and not observation.controls(NUMBER[landing.port]):
        return f"{names.place(landing.port)} is lost"
    return ""


def has_landed(observation: Observation, voyage: Voyage) -> bool:
    """16.3 Whether a unit of an order is ashore at its beach."""
    assert voyage.landing is not None
    places = [observation.arrays[layout.UNIT_AT][UNITS.index[unit]] for unit in voyage.landing.units]
    return NUMBER[voyage.to] in places
