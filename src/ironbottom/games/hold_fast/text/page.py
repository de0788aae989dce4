"""The blocks, map and order of appearance of the browser page under the options in force."""

from __future__ import annotations

from collections.abc import Mapping

from ironbottom.engine.data.facts import row_values
from ironbottom.games.hold_fast.data import tables
from ironbottom.games.hold_fast.information.view import counts
from ironbottom.games.hold_fast.pieces import PLACES, SIDES, UNITS
from ironbottom.games.hold_fast.state_types import Rules


def pieces(rules: Rules) -> dict[str, object]:
    """3.0 The units with their figures and arrival, 1.1 sea areas, ports and bases, 5.0 resource points.

    >>> from ironbottom import get_game
    >>> data = pieces(get_game("hf").rules({"setup": "B"}))
    >>> [(unit["dice"], unit["turn"]) for unit in data["units"] if unit["id"] == "a_arizona"], len(data["areas"])
    ([(4, 1)], 12)
    """
    return {"units": _units(rules), "areas": _areas(rules), "places": _places(rules), "turns": _turns(rules)}


def picture(rules: Rules, view: Mapping[str, object]) -> list[tuple[float, float, str, int]]:
    """The places of both sides' blocks: longitude, latitude, side and number, as known to all players.

    >>> from ironbottom import get_game
    >>> state = get_game("hf").new()
    >>> picture(state.rules, state.view("public"))[0]
    (139.67, 35.28, 'japan', 25)
    """
    areas, places = rules.facts.table(tables.AREAS).values(), rules.facts.table(tables.PLACES).values()
    points = {row.id: (row.lon, row.lat) for row in areas} | {row.id: (row.lon, row.lat) for row in places}
    return [
        (*points[place], side, number)
        for side in SIDES.ids
        for place, number in counts(view, side).items()
        if place in points
    ]


def _units(rules: Rules) -> list[dict[str, object]]:
    rows, figures = rules.facts.table(tables.UNITS), rules.pieces
    return [
        {
            **row_values(rows[unit], "id", "name", "side", "label", "kind", "fires_in"),
            "dice": figures.dice[number],
            "strength": figures.strength[number],
            "hit_on": rows[unit].hit_number,
            "turn": figures.arrival[number].turn,
            "place": PLACES.ids[figures.arrival[number].place] if figures.arrival[number].turn else None,
        }
        for number, unit in enumerate(UNITS.ids)
    ]


def _areas(rules: Rules) -> list[dict[str, object]]:
    return [
        {
            **row_values(area, "id", "name"),
            "japan": area.vp_japan,
            "allies": area.vp_allies,
            **row_values(area, "adjacent", "lon", "lat"),
        }
        for area in rules.facts.table(tables.AREAS).values()
    ]


def _places(rules: Rules) -> list[dict[str, object]]:
    places = rules.facts.table(tables.PLACES).values()
    return [row_values(place, "id", "name", "kind", "repair", "touches", "lon", "lat") for place in places]


def _turns(rules: Rules) -> list[dict[str, object]]:
    rows = rules.facts.table(tables.POINTS).values()
    return [{"turn": row.turn, "dates": row.dates, "japan": row.japan_rp, "allies": row.allies_rp} for row in rows]
