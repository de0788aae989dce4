"""The map of a view: the sea zones of the Solomons, and the number of units of each side in each place."""

from __future__ import annotations

from ironbottom.board import chart as common
from ironbottom.engine.text.svg import DrawnPlace, MapDrawing
from ironbottom.games.pacific_fury.data import tables
from ironbottom.games.pacific_fury.information.view_types import View
from ironbottom.games.pacific_fury.state_types import Rules

SOLOMONS = (152.0, -17.0, 169.0, -3.5)
"""West, south, east and north of the map. The base at Truk is outside and is drawn at the edge."""
HENDERSON_FIELD = (160.05, -9.43)


def chart(rules: Rules, view: View) -> MapDrawing:
    """The chart of a view.

    >>> from ironbottom import get_game
    >>> state = get_game("pf").new()
    >>> [place.holder for place in chart(state.rules, state.view("japan")).places]
    ['japan', 'allies', 'allies']
    """
    zones = rules.facts.table(tables.ZONES).values()
    points = {row.id: (row.lon, row.lat) for row in zones if row.lon is not None and row.lat is not None}
    titles = {row.id: row.name for row in zones}
    bases = [
        DrawnPlace(titles[base], points[base], fields["side"])
        for base, fields in view["bases"].items()
        if base in points
    ]
    return MapDrawing(
        rules.game.id,
        common.title(rules, view),
        common.heading(rules, view),
        common.sides(rules),
        SOLOMONS,
        areas=common.sea_areas("games/pacific_fury", "zones.geojson", points, titles, {}),
        land=common.coast("games/pacific_fury"),
        places=[*bases, DrawnPlace("Henderson Field", HENDERSON_FIELD, view["henderson"]["side"] or "", is_port=False)],
        stacks=common.stacks(rules, view),
    )
