"""47.1 to 47.26 The Victory Points of units, ports, bases and centers."""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific.charts_in_force import Charts
from ironbottom.games.war_in_the_pacific.data.tables import GroundType, NamedHex, Ship
from ironbottom.games.war_in_the_pacific.derived.ship_condition import CARRIERS, FLOATS

QUARTERS = 4
TRAININGS = ("untrained", "trained", "carrier")


def ship_worth(charts: Charts, ship: Ship, level: int, sf_points: str = "each_level") -> int:
    """47.1, 47.23 The points for a ship at a damage level, which is five or more if it is sunk; service forces score by
    the chosen interpretation.

    >>> from ironbottom.games.war_in_the_pacific.data.facts import load
    >>> ships, charts = load().table("ships"), Charts(load())
    >>> ship_worth(charts, ships["us_cv2"], 5), ship_worth(charts, ships["jp_ca11"], 3)
    (90, 18)
    """
    counted, worth = min(level, FLOATS + 1), charts.worth
    if ship.type in CARRIERS and ship.type != "XCV":
        return worth["carrier"] * counted * ship.air_capacity
    if ship.type == "SF":
        return worth["sf"] * counted // (FLOATS + 1 if sf_points == "in_all" else 1)
    if ship.type in ("APB", "MS"):
        return worth[ship.type.lower()] * counted * ship.load_quarters // QUARTERS
    return worth["warship"] * counted * ship.defence


def ground_worth(unit: GroundType, number: int = 1) -> int:
    """47.1, 47.22, 21.8 The points for eliminated ground units: their full printed strength; reduced units score
    nothing.
    """
    return unit.vp_each * number


def air_worth(charts: Charts, training: str, points: int) -> int:
    """47.1 The points for lost Air Points, by training."""
    return charts.worth[f"air_{training}"] * points


def port_worth(charts: Charts, place: NamedHex) -> int:
    """47.1, 47.26 The points for a captured port, by its Cargo Capacity; an anchorage scores nothing."""
    return charts.worth[f"{place.port}_port"] * place.cargo if place.port in ("minor", "major") else 0


def centers_worth(charts: Charts, place: NamedHex) -> int:
    """47.1, 47.26 The points for captured Industrial and Resource Centers."""
    return charts.worth["center"] * (place.industrial + place.southern + place.northern)
