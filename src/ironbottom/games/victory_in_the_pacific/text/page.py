"""The data of the browser page: the counters, the map and the order of appearance under the options in force."""

from __future__ import annotations

from ironbottom.engine.data.facts import row_values
from ironbottom.games.victory_in_the_pacific.data import tables
from ironbottom.games.victory_in_the_pacific.data.validate import neighbours
from ironbottom.games.victory_in_the_pacific.information.view_types import View
from ironbottom.games.victory_in_the_pacific.pieces import SIDES, UNITS
from ironbottom.games.victory_in_the_pacific.state_types import Rules


def pieces(rules: Rules) -> dict[str, object]:
    """3.0 The counters with their factors and arrival, 2.1 sea areas, ports and bases, 4.7 the turns.

    >>> from ironbottom import get_game
    >>> data = pieces(get_game("vitp").rules())
    >>> len(data["units"]), len(data["areas"]), len(data["places"]), data["turns"][1]["repair"]["pearl_harbor"]
    (172, 13, 22, 3)
    """
    return {"units": _units(rules), "areas": _areas(rules), "places": _places(rules), "turns": _turns(rules)}


def picture(rules: Rules, view: View) -> list[tuple[float, float, str, int]]:
    """The public positions of both sides' units: longitude, latitude, side, number.

    >>> from ironbottom import get_game
    >>> state = get_game("vitp").new()
    >>> picture(state.rules, state.view("public"))[0]
    (139.67, 35.29, 'japan', 46)
    """
    areas, places = rules.facts.table(tables.AREAS).values(), rules.facts.table(tables.PLACES).values()
    points = {row.id: (row.lon, row.lat) for row in areas} | {row.id: (row.lon, row.lat) for row in places}
    lying = {(place, side): len(units) for side in SIDES.ids for place, units in view["units"][side].items()}
    return [(*points[place], side, number) for (place, side), number in lying.items() if place in points and number]


def _units(rules: Rules) -> list[dict[str, object]]:
    rows = rules.facts.table(tables.UNITS)
    removal = {ship: row.turn for ship, row in rules.facts.table(tables.REMOVALS).items()}
    return [
        {
            **row_values(
                rows[unit], "id", "name", "side", "nation", "kind", "gunnery", "gunnery_bonus", "armor", "speed"
            ),
            **row_values(rows[unit], "airstrike", "airstrike_bonus", "defence"),
            "turn": rows[unit].arrival_turn,
            "place": rows[unit].arrival_place,
            "leaves": removal.get(unit, 0),
        }
        for unit in UNITS.ids
    ]


def _areas(rules: Rules) -> list[dict[str, object]]:
    near = neighbours(rules.facts)
    return [
        {
            **row_values(area, "id", "name", "abbrev"),
            "japan": area.poc_japan,
            "allies": area.poc_allies,
            "adjacent": [other for other in near if other in near[area.id]],
            **row_values(area, "lon", "lat"),
        }
        for area in rules.facts.table(tables.AREAS).values()
    ]


def _places(rules: Rules) -> list[dict[str, object]]:
    places = rules.facts.table(tables.PLACES).values()
    return [row_values(place, "id", "name", "kind", "touches", "lon", "lat") for place in places]


def _turns(rules: Rules) -> list[dict[str, object]]:
    ports = rules.facts.table(tables.REPAIRS)
    return [
        {
            "turn": row.turn,
            "date": row.date,
            "repair": {port: ports[port].points[row.turn - 1] for port in ports},
        }
        for row in rules.facts.table(tables.TURNS).values()
    ]
