"""The map of a view: sea areas, ports and bases, and the number of units of each side in each place."""

from __future__ import annotations

from ironbottom.board import chart as common
from ironbottom.engine.text.svg import DrawnPlace, MapDrawing, normalize_longitude
from ironbottom.games.hold_fast.data import tables
from ironbottom.games.hold_fast.information.view_types import View
from ironbottom.games.hold_fast.state_types import Rules


def chart(rules: Rules, view: View) -> MapDrawing:
    """The chart of a view.

    >>> from ironbottom import get_game
    >>> state = get_game("hold_fast").new()
    >>> len(chart(state.rules, state.view("japan")).areas) == len(state.rules.facts.table(tables.AREAS))
    True
    """
    areas, places = rules.facts.table(tables.AREAS).values(), rules.facts.table(tables.PLACES).values()
    return MapDrawing(
        rules.game.id,
        common.title(rules, view),
        common.heading(rules, view),
        common.sides(rules),
        common.PACIFIC,
        areas=common.sea_areas(
            "games/hold_fast",
            "areas.geojson",
            {row.id: (normalize_longitude(row.lon), row.lat) for row in areas},
            {row.id: row.name for row in areas},
            view["control"],
        ),
        land=common.coast("board/pacific"),
        places=[
            DrawnPlace(
                row.name, (normalize_longitude(row.lon), row.lat), view["places"].get(row.id) or "", row.kind == "port"
            )
            for row in places
        ],
        stacks=common.stacks(rules, view),
    )
