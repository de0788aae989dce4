"""The map and the units for the browser page, under the options in force."""

from __future__ import annotations

from math import hypot

from ironbottom.engine.data.facts import row_values
from ironbottom.games.axis_allies_pacific.data import tables
from ironbottom.games.axis_allies_pacific.information.view_types import View
from ironbottom.games.axis_allies_pacific.state_types import Rules

SIDE_OF = {"china": "usa"}
"""1.3 The side that plays a power that is not itself a side."""
NEAR = 13
"""Forces at most this many degrees apart are merged in a small picture."""


def pieces(rules: Rules) -> dict[str, object]:
    """2.1 Territories with values, bases and borders, sea zones with their convoys; 5.2 the units with their figures;
    4.1 the names of the turns.

    >>> from ironbottom import get_game
    >>> data = pieces(get_game("aap").rules())
    >>> [(land["ipc"], land["naval_base"]) for land in data["lands"] if land["id"] == "philippines"], len(data["zones"])
    ([(3, True)], 54)
    """
    return {
        "lands": [_land(land) for land in rules.facts.table(tables.LANDS).values()],
        "zones": [_zone(zone) for zone in rules.facts.table(tables.ZONES).values()],
        "units": [_unit(unit) for unit in rules.facts.table(tables.UNITS).values()],
        "turn_name": "round",
    }


def picture(rules: Rules, view: View) -> list[tuple[float, float, str, int]]:
    """The positions of both sides' forces: longitude, latitude, side, number of units; forces near each other are
    merged.

    >>> from ironbottom import get_game
    >>> state = get_game("aap").new()
    >>> dots = picture(state.rules, state.view("public"))
    >>> dots[0], {side for _, _, side, _ in dots} == {"japan", "uk", "usa"}
    ((138.0, 36.3, 'japan', 25), True)
    """
    lands, zones = rules.facts.table(tables.LANDS).values(), rules.facts.table(tables.ZONES).values()
    points = {row.id: (row.lon, row.lat) for row in lands} | {row.id: (row.lon, row.lat) for row in zones}
    result: list[tuple[float, float, str, int]] = []
    for (place, side), number in sorted(units_in_place(view).items(), key=lambda one: -one[1]):
        lon, lat = points[place]
        near = next(
            (n for n, dot in enumerate(result) if dot[2] == side and hypot(dot[0] - lon, dot[1] - lat) < NEAR), None
        )
        if near is None:
            result.append((lon, lat, side, number))
        else:
            result[near] = (*result[near][:3], result[near][3] + number)
    return result


def units_in_place(view: View) -> dict[tuple[str, str], int]:
    """The number of a side's units in a place, moved or not."""
    result: dict[tuple[str, str], int] = {}
    whose = [(SIDE_OF.get(power, power), stands) for power, stands in view["units"].items()]
    whose += [(view["active"], stands) for stands in view["acted"].values()]
    for side, stands in whose:
        for place, units in stands.items():
            result[place, side] = result.get((place, side), 0) + sum(units.values())
    return result


def _land(land: tables.Land) -> dict[str, object]:
    marks = row_values(land, "holder", "ipc", "capital_of", "industrial_complex", "naval_base", "air_base", "island")
    borders = row_values(land, "impassable", "if_freed", "adjacent_lands", "adjacent_zones", "lon", "lat")
    return row_values(land, "id", "name") | marks | borders


def _zone(zone: tables.Zone) -> dict[str, object]:
    convoy = row_values(zone, "convoy", "convoy_land", "convoy_value", "convoy_owner", "kamikaze")
    return row_values(zone, "id", "name", "adjacent_zones") | convoy | row_values(zone, "lon", "lat")


def _unit(unit: tables.Unit) -> dict[str, object]:
    return row_values(unit, "id", "name", "cost", "attack", "defence", "move", "hits", "buyers")
