"""What the browser page shows of the map and the units under the options in force."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.facts import told
from ironbottom.engine.rules import Rules
from ironbottom.games.axis_allies_pacific.data import tables


def pieces(rules: Rules) -> dict[str, Any]:
    """2.1 Lands with their values, bases and borders, sea zones with their convoys; 5.2 the units with their figures.

    >>> from ironbottom import get_game
    >>> told = pieces(get_game("aap").rules())
    >>> [(land["ipc"], land["naval_base"]) for land in told["lands"] if land["id"] == "philippines"], len(told["zones"])
    ([(3, True)], 54)
    """
    return {
        "lands": [_land(land) for land in rules.facts.table(tables.LANDS).values()],
        "zones": [_zone(zone) for zone in rules.facts.table(tables.ZONES).values()],
        "units": [_unit(unit) for unit in rules.facts.table(tables.UNITS).values()],
    }


def _land(land: tables.Land) -> dict[str, Any]:
    marks = told(land, "holder", "ipc", "capital_of", "industrial_complex", "naval_base", "air_base", "island")
    borders = told(land, "impassable", "if_freed", "adjacent_lands", "adjacent_zones", "lon", "lat")
    return told(land, "id", "name") | marks | borders


def _zone(zone: tables.Zone) -> dict[str, Any]:
    convoy = told(zone, "convoy", "convoy_land", "convoy_value", "convoy_owner", "kamikaze")
    return told(zone, "id", "name", "adjacent_zones") | convoy | told(zone, "lon", "lat")


def _unit(unit: tables.Unit) -> dict[str, Any]:
    return told(unit, "id", "name", "cost", "attack", "defence", "move", "hits", "buyers")
